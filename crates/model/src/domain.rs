//! Finite sets of integers, as sorted disjoint ranges.
//!
//! Ranges keep the huge sparse domains of a FlatZinc model as cheap as the
//! three-valued domains of a puzzle.

use std::fmt;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

/// A finite set of integers of some width.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranges<T> {
    /// Sorted, disjoint, not adjacent: the one representation of a set.
    ranges: Few<T>,
}

/// Most sets have one or two ranges, which take no memory of their own.
type Few<T> = SmallVec<[(T, T); 2]>;

/// A finite set of `i32` values: the values a variable may take.
///
/// ```
/// use tantalizer_model::Domain;
///
/// let digits = Domain::range(0, 9);
/// let primes = Domain::from_values([2, 3, 5, 7]);
/// let rest = digits.difference(&primes);
/// assert_eq!(rest.iter().collect::<Vec<i32>>(), [0, 1, 4, 6, 8, 9]);
/// assert_eq!(rest.ranges(), [(0, 1), (4, 4), (6, 6), (8, 9)]);
/// ```
pub type Domain = Ranges<i32>;

/// An integer that may have a next one.
pub trait Integer: Copy + Ord {
    /// The next one, unless this is the largest.
    fn next(self) -> Option<Self>;
}

impl Integer for i32 {
    fn next(self) -> Option<Self> {
        self.checked_add(1)
    }
}

impl Integer for i64 {
    fn next(self) -> Option<Self> {
        self.checked_add(1)
    }
}

impl<T> Default for Ranges<T> {
    fn default() -> Self {
        Ranges { ranges: Few::new() }
    }
}

impl<T: Integer> Ranges<T> {
    /// The set without a value; a variable over it has no solution.
    pub fn empty() -> Self {
        Ranges::default()
    }

    /// All values from `low` to `high`, both included; empty if `low > high`.
    pub fn range(low: T, high: T) -> Self {
        Ranges::from_ranges([(low, high)])
    }

    /// The set of exactly one value.
    pub fn single(value: T) -> Self {
        Ranges::range(value, value)
    }

    /// The set of the given values, in any order, repeated or not.
    pub fn from_values(values: impl IntoIterator<Item = T>) -> Self {
        Ranges::from_ranges(values.into_iter().map(|value| (value, value)))
    }

    /// The union of the given inclusive ranges, in any order; empty ones count nothing.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (T, T)>) -> Self {
        let mut ranges: Few<T> = ranges.into_iter().filter(|(a, b)| a <= b).collect();
        ranges.sort_unstable();
        ranges.dedup_by(|(low, high), last| {
            let joined = last.1.next().is_none_or(|next| *low <= next);
            if joined {
                last.1 = last.1.max(*high);
            }
            joined
        });
        Ranges { ranges }
    }

    /// Whether no value is left.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The smallest value, if there is one.
    pub fn min(&self) -> Option<T> {
        self.ranges.first().map(|range| range.0)
    }

    /// The largest value, if there is one.
    pub fn max(&self) -> Option<T> {
        self.ranges.last().map(|range| range.1)
    }

    /// The smallest and the largest value, if there is any.
    pub fn bounds(&self) -> Option<(T, T)> {
        self.min().zip(self.max())
    }

    /// Whether `value` is in the set.
    pub fn contains(&self, value: T) -> bool {
        let after = self.ranges.partition_point(|range| range.0 <= value);
        after > 0 && value <= self.ranges[after - 1].1
    }

    /// The only value, if there is exactly one.
    pub fn fixed(&self) -> Option<T> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// The maximal runs of consecutive values, in increasing order.
    pub fn ranges(&self) -> &[(T, T)] {
        &self.ranges
    }

    /// The values in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        let (mut i, mut j) = (0, 0);
        let mut common = Few::new();
        while i < self.ranges.len() && j < other.ranges.len() {
            let (a, b) = (self.ranges[i], other.ranges[j]);
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                common.push((low, high));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Ranges { ranges: common }
    }

    /// The values in either set.
    pub fn union(&self, other: &Self) -> Self {
        Ranges::from_ranges(self.ranges.iter().chain(&other.ranges).copied())
    }
}

impl Domain {
    /// The set `{0, 1}` of a Boolean variable.
    pub fn boolean() -> Self {
        Domain::range(0, 1)
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        let size = |&(low, high): &(i32, i32)| (i64::from(high) - i64::from(low) + 1) as u64;
        self.ranges.iter().map(size).sum()
    }

    /// The values in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.ranges.iter().flat_map(|&(low, high)| low..=high)
    }

    /// The values of this set that are not in `other`.
    pub fn difference(&self, other: &Domain) -> Domain {
        let mut left = Few::new();
        for &(low, high) in &self.ranges {
            let mut start = i64::from(low);
            for &(from, to) in &other.ranges {
                if i64::from(to) < start {
                    continue;
                }
                if from > high {
                    break;
                }
                if i64::from(from) > start {
                    left.push((start as i32, from - 1));
                }
                start = i64::from(to) + 1;
            }
            if start <= i64::from(high) {
                left.push((start as i32, high));
            }
        }
        Ranges { ranges: left }
    }

    /// Whether every value of this set is in `other`.
    pub fn is_subset(&self, other: &Domain) -> bool {
        self.difference(other).is_empty()
    }
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Self {
        Domain::range(*range.start(), *range.end())
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Self {
        Domain::from_values(values.iter().copied())
    }
}

impl<const N: usize> From<[i32; N]> for Domain {
    fn from(values: [i32; N]) -> Self {
        Domain::from_values(values)
    }
}

impl From<Vec<i32>> for Domain {
    fn from(values: Vec<i32>) -> Self {
        Domain::from_values(values)
    }
}

impl From<&Domain> for Domain {
    fn from(domain: &Domain) -> Self {
        domain.clone()
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(low, high)] = self.ranges[..]
            && low < high
        {
            return write!(f, "{low}..{high}");
        }
        f.write_str("{")?;
        for (position, (low, high)) in self.ranges.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            if low == high {
                write!(f, "{low}")?;
            } else {
                write!(f, "{low}..{high}")?;
            }
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn set_operations_agree_with_plain_sets() {
        let pool: Vec<Vec<i32>> = (0u32..64)
            .map(|bits| (0..6).filter(|i| bits >> i & 1 == 1).collect())
            .collect();
        for a in &pool {
            for b in &pool {
                let (da, db) = (Domain::from(a.clone()), Domain::from(b.clone()));
                let (sa, sb): (BTreeSet<i32>, BTreeSet<i32>) =
                    (a.iter().copied().collect(), b.iter().copied().collect());
                let same = |domain: Domain, set: Vec<i32>| {
                    assert_eq!(domain, Domain::from(set.clone()));
                    assert_eq!(domain.iter().collect::<Vec<_>>(), set);
                    assert_eq!(domain.len(), set.len() as u64);
                };
                same(
                    da.intersection(&db),
                    sa.intersection(&sb).copied().collect(),
                );
                same(da.union(&db), sa.union(&sb).copied().collect());
                same(da.difference(&db), sa.difference(&sb).copied().collect());
                assert_eq!(da.is_subset(&db), sa.is_subset(&sb));
            }
        }
    }

    #[test]
    fn the_whole_of_i32_is_one_range() {
        let all = Domain::range(i32::MIN, i32::MAX);
        assert_eq!(all.len(), 1 << 32);
        assert!(all.contains(0));
        let holes = all.difference(&Domain::from([i32::MIN, 0, i32::MAX]));
        assert_eq!(holes.len(), (1 << 32) - 3);
        assert!(!holes.contains(0) && holes.contains(1));
        assert_eq!(Domain::from([3, 1, 2, 2]).to_string(), "1..3");
        assert_eq!(Domain::from([7, 1, 2]).to_string(), "{1..2, 7}");
        assert_eq!(Domain::single(4).to_string(), "{4}");
    }
}
