//! What counting proves about the number of sets of a deal, with the reasons.

use std::fmt;

use tantalizer_model::{Limit, Watch};

use crate::set::affine::{Points, Space};
use crate::set::caps::{CapError, each_cap, largest_cap_within};

/// What counting proves about the number of sets of a deal: for every number
/// of cards a least and a most, each with its reason.
#[derive(Clone, Debug)]
pub struct Bounds {
    least: Vec<(u64, Reason)>,
    most: Vec<(u64, Reason)>,
    /// A largest cap: a start that is poor in sets.
    pub(super) cap: Points,
}

/// What a bound rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Nothing is less than none.
    None,
    /// Two cards are together in one set at most.
    Pairs,
    /// Any collection larger than the largest cap has a set.
    Cap(usize),
    /// All caps of this size, with more cards added in all ways.
    Extended(usize),
    /// The mean over the deals of one card less.
    OneLess(u64),
    /// The bound for the rest of the deck.
    Rest(usize, u64),
}

impl Bounds {
    /// The bounds for the deck of this space.
    pub fn within(space: &Space, watch: &Watch) -> Result<Self, Limit> {
        let deck = space.size();
        let (size, cap) = match largest_cap_within(space.dimension(), watch) {
            Ok(largest) => (largest.size, largest.witness),
            Err(CapError::Stopped(limit)) => return Err(limit),
            // Without a largest cap every deal may be one.
            Err(CapError::OutOfReach(_)) => (deck, 0),
        };
        let mut bounds = Self {
            least: (0..=deck)
                .map(|cards| {
                    if cards > size {
                        (1, Reason::Cap(size))
                    } else {
                        (0, Reason::None)
                    }
                })
                .collect(),
            most: (0..=deck as u64)
                .map(|cards| (cards * (cards.saturating_sub(1) / 2) / 3, Reason::Pairs))
                .collect(),
            cap,
        };
        bounds.extend_caps(space, size, watch)?;
        while bounds.tighten() {}
        Ok(bounds)
    }

    /// The fewest sets of one and of two cards more than the largest cap has. A deal with at most `k` sets has `k` cards
    /// without which it is a cap; so it is found among the caps that are one card smaller than the largest with up to
    /// three more cards, or it has at least one set more than cards were added.
    fn extend_caps(&mut self, space: &Space, largest: usize, watch: &Watch) -> Result<(), Limit> {
        let base = largest - 1;
        // With one attribute there is nothing between a card and the deck.
        if space.dimension() < 2 {
            return Ok(());
        }
        let mut fewest = [u64::MAX; 2];
        each_cap(space, base, watch, |cap| {
            for (cards, fewest) in (largest + 1..).zip(&mut fewest) {
                fewest_with(space, cap, 0, cards, 0, fewest);
            }
        })?;
        for (cards, fewest) in (largest + 1..).zip(fewest) {
            let added = (cards - base) as u64;
            self.least[cards] = (fewest.min(added + 1), Reason::Extended(base));
        }
        Ok(())
    }

    /// The sets of a deal of `cards` cards and those of the rest of the deck
    /// add up to this: every two cards are in one set, so that of all sets
    /// those that meet the rest are counted card by card less pair by pair,
    /// up to the sets within the rest.
    pub fn rest(&self, cards: usize) -> u64 {
        let deck = self.most.len() as u64 - 1;
        let rest = deck - cards as u64;
        deck * (deck - 1) / 6 + rest * rest.saturating_sub(1) / 2 - rest * ((deck - 1) / 2)
    }

    /// The fewest and the most sets that counting leaves possible.
    pub fn of(&self, cards: usize) -> (u64, u64) {
        (self.least[cards].0, self.most[cards].0)
    }

    /// Whether the bounds leave this number of sets possible; if not, why.
    pub fn check(&self, cards: usize, sets: u64) -> Result<(), String> {
        let (least, why_least) = self.least[cards];
        let (most, why_most) = self.most[cards];
        if sets < least {
            Err(format!("there are at least {least}, as {why_least}"))
        } else if sets > most {
            Err(format!("there are at most {most}, as {why_most}"))
        } else {
            Ok(())
        }
    }

    /// Draws one round of conclusions; whether any bound got better.
    fn tighten(&mut self) -> bool {
        let deck = self.most.len() - 1;
        let mut better = false;
        for cards in 0..=deck {
            let mut candidates = Vec::new();
            if cards > 3 {
                // Every set is in all but three of the deals of one card less.
                let (n, less) = (cards as u64, cards - 1);
                let least = (n * self.least[less].0).div_ceil(n - 3);
                let most = n * self.most[less].0 / (n - 3);
                candidates.push((
                    (least, Reason::OneLess(self.least[less].0)),
                    (most, Reason::OneLess(self.most[less].0)),
                ));
            }
            let rest = deck - cards;
            let both = self.rest(cards);
            candidates.push((
                (
                    both.saturating_sub(self.most[rest].0),
                    Reason::Rest(rest, self.most[rest].0),
                ),
                (
                    both.saturating_sub(self.least[rest].0),
                    Reason::Rest(rest, self.least[rest].0),
                ),
            ));
            for (least, most) in candidates {
                if least.0 > self.least[cards].0 {
                    self.least[cards] = least;
                    better = true;
                }
                if most.0 < self.most[cards].0 {
                    self.most[cards] = most;
                    better = true;
                }
            }
        }
        better
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "there cannot be fewer than none"),
            Self::Pairs => write!(f, "two cards are together in at most one set"),
            Self::Extended(size) => write!(
                f,
                "{} cards are the most without a set, and cards were added to all deals of {size} without one",
                size + 1
            ),
            Self::Cap(size) => write!(f, "{size} cards are the most without a set"),
            Self::OneLess(sets) => write!(
                f,
                "the bound for one card less is {sets}, and each set survives all but three removals"
            ),
            Self::Rest(rest, sets) => write!(
                f,
                "the other {rest} cards of the deck are bounded by {sets}, and the two numbers have a fixed sum"
            ),
        }
    }
}

/// Lowers `fewest` to the fewest sets of `deal`, which has `has`, with points from `from` on added until it has `cards`.
fn fewest_with(space: &Space, deal: Points, from: usize, cards: usize, has: u64, fewest: &mut u64) {
    if has >= *fewest {
        return;
    }
    if deal.count_ones() as usize >= cards {
        *fewest = has;
        return;
    }
    for point in (from..space.size()).filter(|&point| deal >> point & 1 == 0) {
        let won = u64::from(space.lines_through(point, deal));
        fewest_with(
            space,
            deal | 1 << point,
            point + 1,
            cards,
            has + won,
            fewest,
        );
    }
}
