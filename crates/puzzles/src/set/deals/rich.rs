//! All deals with many sets, grown card by card.

use std::collections::BTreeSet;

use tantalizer_model::{Limit, Watch};

use crate::set::affine::{Points, Space};

/// How much work, in independent sequences looked at, goes into a proof.
const MOST_PROOF_WORK: u64 = 50_000_000;

/// What growing all rich deals shows.
pub(super) enum Rich {
    /// This one has exactly as many sets as wanted.
    Exactly(Points),
    /// None has exactly as many; perhaps there are others with more.
    None { others: bool },
}

/// Decides whether a deal of this many cards has exactly this many sets, by
/// growing all deals that are rich enough; nothing if there are too many.
pub(super) fn as_rich(
    space: &Space,
    cards: usize,
    sets: u64,
    watch: &Watch,
) -> Result<Option<Rich>, Limit> {
    // How rich a deal of each size on the way must be.
    let mut enough = vec![sets];
    for cards in (1..=cards as u64).rev() {
        let sets = enough[enough.len() - 1];
        enough.push(sets - (3 * sets / cards).min(sets));
    }
    enough.reverse();
    let mut work = 0u64;
    let mut level: BTreeSet<Points> = BTreeSet::from([0]);
    for (cards, &enough) in enough.iter().enumerate().skip(1) {
        let sequences: u64 = (0..=space.dimension())
            .map(|place| cards.saturating_sub(place).max(1) as u64)
            .product();
        let mut next = BTreeSet::new();
        for &deal in &level {
            let has = u64::from(space.lines(deal));
            for point in (0..space.size()).filter(|&point| deal >> point & 1 == 0) {
                if has + u64::from(space.lines_through(point, deal)) >= enough {
                    work += sequences;
                    if work > MOST_PROOF_WORK {
                        return Ok(None);
                    }
                    if let Some(limit) = watch.expired() {
                        return Err(limit);
                    }
                    next.insert(space.canonical(deal | 1 << point).form);
                }
            }
        }
        level = next;
    }
    let exact = |&&deal: &&Points| u64::from(space.lines(deal)) == sets;
    Ok(Some(match level.iter().find(exact) {
        Some(&deal) => Rich::Exactly(deal),
        None => Rich::None {
            others: !level.is_empty(),
        },
    }))
}
