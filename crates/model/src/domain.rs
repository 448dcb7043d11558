//! Finite sets of integers, as sorted disjoint ranges.
//!
//! Ranges keep the huge sparse domains of a FlatZinc model as cheap as the
//! three-valued domains of a puzzle.

use std::fmt;
use std::ops::RangeInclusive;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Domain {
    /// Sorted, disjoint, not adjacent: the one representation of a set.
    ranges: Vec<(i32, i32)>,
}

impl Domain {
    /// The set without a value; a variable over it has no solution.
    pub fn empty() -> Self {
        Domain::default()
    }

    /// All values from `low` to `high`, both included; empty if `low > high`.
    pub fn range(low: i32, high: i32) -> Self {
        let ranges = if low <= high {
            vec![(low, high)]
        } else {
            vec![]
        };
        Domain { ranges }
    }

    /// The set of exactly one value.
    pub fn single(value: i32) -> Self {
        Domain::range(value, value)
    }

    /// The set `{0, 1}` of a Boolean variable.
    pub fn boolean() -> Self {
        Domain::range(0, 1)
    }

    /// The set of the given values, in any order, repeated or not.
    pub fn from_values(values: impl IntoIterator<Item = i32>) -> Self {
        Domain::from_ranges(values.into_iter().map(|value| (value, value)))
    }

    /// The union of the given inclusive ranges, in any order.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (i32, i32)>) -> Self {
        let mut sorted: Vec<(i32, i32)> = ranges.into_iter().filter(|(a, b)| a <= b).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(i32, i32)> = Vec::with_capacity(sorted.len());
        for (low, high) in sorted {
            match merged.last_mut() {
                Some(last) if i64::from(low) <= i64::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Domain { ranges: merged }
    }

    /// Whether no value is left.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        let size = |&(low, high): &(i32, i32)| (i64::from(high) - i64::from(low) + 1) as u64;
        self.ranges.iter().map(size).sum()
    }

    /// The smallest value, if there is one.
    pub fn min(&self) -> Option<i32> {
        self.ranges.first().map(|range| range.0)
    }

    /// The largest value, if there is one.
    pub fn max(&self) -> Option<i32> {
        self.ranges.last().map(|range| range.1)
    }

    /// Whether `value` is in the set.
    pub fn contains(&self, value: i32) -> bool {
        let after = self.ranges.partition_point(|range| range.0 <= value);
        after > 0 && value <= self.ranges[after - 1].1
    }

    /// The only value, if there is exactly one.
    pub fn fixed(&self) -> Option<i32> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// The values in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.ranges.iter().flat_map(|&(low, high)| low..=high)
    }

    /// The maximal runs of consecutive values, in increasing order.
    pub fn ranges(&self) -> &[(i32, i32)] {
        &self.ranges
    }

    /// The values in both sets.
    pub fn intersection(&self, other: &Domain) -> Domain {
        let (mut i, mut j) = (0, 0);
        let mut common = Vec::new();
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
        Domain { ranges: common }
    }

    /// The values in either set.
    pub fn union(&self, other: &Domain) -> Domain {
        Domain::from_ranges(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// The values of this set that are not in `other`.
    pub fn difference(&self, other: &Domain) -> Domain {
        let mut left = Vec::new();
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
        Domain { ranges: left }
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
