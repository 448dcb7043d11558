//! The order of spins for symmetry breaking in encodings that treat rows and
//! columns apart.
//!
//! Both generate their clauses from one list of forbidden situations, each
//! described by the ends of the two consecutive rectangles in each direction.

/// The two ends of an interval of lines.
pub(super) type Interval = (usize, usize);

/// All intervals of `0..lines`.
pub(super) fn intervals(lines: usize) -> impl Iterator<Item = Interval> + Clone {
    (0..lines).flat_map(move |first| (first..lines).map(move |last| (first, last)))
}

/// Whether the first interval ends before the second begins.
pub(super) fn before(a: Interval, b: Interval) -> bool {
    a.1 < b.0
}

/// Whether the first interval contains the second.
pub(super) fn around(a: Interval, b: Interval) -> bool {
    a.0 <= b.0 && a.1 >= b.1
}
