//! Smallest hitting sets, by branch and bound.

use tantalizer_model::{Limit, Limits, Watch};

/// A smallest set of numbers that has a member in common with each of `sets`, if one of at most `most` members exists.
///
/// Sets are sorted lists. Branches on the members of a smallest set that is not hit yet; the number of pairwise disjoint
/// sets not hit yet bounds how many members are still needed.
pub fn smallest_hitting_set(sets: &[Vec<usize>], most: usize) -> Option<Vec<usize>> {
    hitting_set_within(sets, most, &Limits::none().start()).unwrap_or(None)
}

/// The same, as long as the watch lets it.
pub(crate) fn hitting_set_within(
    sets: &[Vec<usize>],
    most: usize,
    watch: &Watch,
) -> Result<Option<Vec<usize>>, Limit> {
    let mut sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
    sets.sort_by_key(|set| set.len());
    // A set that contains another one is hit with it.
    let mut needed: Vec<&[usize]> = Vec::new();
    for set in sets {
        look(watch)?;
        let implied = |small: &&[usize]| small.iter().all(|item| set.binary_search(item).is_ok());
        if !needed.iter().any(implied) {
            needed.push(set);
        }
    }
    let start = disjoint(&needed, &[]);
    for size in start..=most {
        let mut chosen = Vec::new();
        if extend(&needed, &mut chosen, &mut Vec::new(), size, watch)? {
            return Ok(Some(chosen));
        }
    }
    Ok(None)
}

fn look(watch: &Watch) -> Result<(), Limit> {
    match watch.expired() {
        Some(limit) => Err(limit),
        None => Ok(()),
    }
}

/// Adds at most `left` members to `chosen` so that all sets are hit, using none of `barred`.
fn extend(
    sets: &[&[usize]],
    chosen: &mut Vec<usize>,
    barred: &mut Vec<usize>,
    left: usize,
    watch: &Watch,
) -> Result<bool, Limit> {
    look(watch)?;
    let open: Vec<&[usize]> = sets
        .iter()
        .copied()
        .filter(|set| !set.iter().any(|item| chosen.contains(item)))
        .collect();
    if open.is_empty() {
        return Ok(true);
    }
    if disjoint(&open, barred) > left {
        return Ok(false);
    }
    let usable = |set: &&[usize]| set.iter().filter(|item| !barred.contains(item)).count();
    let Some(&next) = open.iter().min_by_key(|set| usable(set)) else {
        return Ok(true);
    };
    // Members that hit many sets first; one that was tried in vain is barred from the later branches.
    let mut members: Vec<usize> = next
        .iter()
        .copied()
        .filter(|item| !barred.contains(item))
        .collect();
    members.sort_by_key(|item| {
        let hits = open.iter().filter(|set| set.binary_search(item).is_ok());
        usize::MAX - hits.count()
    });
    let before = barred.len();
    for member in members {
        chosen.push(member);
        if extend(&open, chosen, barred, left - 1, watch)? {
            return Ok(true);
        }
        chosen.pop();
        barred.push(member);
    }
    barred.truncate(before);
    Ok(false)
}

/// How many pairwise disjoint sets a greedy choice finds; a set with nothing but barred members cannot be hit at all.
fn disjoint(sets: &[&[usize]], barred: &[usize]) -> usize {
    let mut used: Vec<usize> = Vec::new();
    let mut count = 0;
    for set in sets {
        let mut usable = set.iter().filter(|item| !barred.contains(item)).peekable();
        if usable.peek().is_none() {
            return usize::MAX;
        }
        if !set
            .iter()
            .any(|item| !barred.contains(item) && used.contains(item))
        {
            used.extend(set.iter().filter(|item| !barred.contains(item)));
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All small families over six numbers, from a simple generator, against trying all subsets by size.
    #[test]
    fn as_small_as_trying_all_subsets() {
        let mut seed = 12345u64;
        let mut next = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            seed >> 33
        };
        for round in 0..500 {
            let sets: Vec<Vec<usize>> = (0..next() % 8)
                .map(|_| {
                    let bits = next();
                    (0..8).filter(|item| bits >> item & 1 == 1).collect()
                })
                .collect();
            let hit = |subset: u32| {
                sets.iter()
                    .all(|set| set.iter().any(|&item| subset >> item & 1 == 1))
            };
            let expected = (0u32..256).filter(|&s| hit(s)).map(u32::count_ones).min();
            let found = smallest_hitting_set(&sets, 8);
            assert_eq!(
                found.as_ref().map(|set| set.len() as u32),
                expected,
                "round {round}"
            );
            if let Some(found) = found {
                assert!(hit(found.iter().fold(0, |bits, item| bits | 1 << item)));
                if !found.is_empty() {
                    assert_eq!(smallest_hitting_set(&sets, found.len() - 1), None);
                }
            }
        }
    }
}
