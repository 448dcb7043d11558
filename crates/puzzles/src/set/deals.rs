//! Deals with exactly so many sets, found from a seed within a bound, or
//! refused with the reason why there is none.
//!
//! For decks of three values. A wish goes through three stages. First bounds
//! that counting proves ([`Bounds`]). Then a local search from a seed, which
//! swaps cards towards the wanted number. If it finds nothing, the attempt at
//! a proof: a deal of `n` cards with at least `k` sets has a card in at most
//! `3k / n` of them, and without it is a deal of one card less with at least
//! `k` minus that many. So all rich deals grow out of rich deals, of which
//! there are few up to equivalence, and growing them all decides the wish.
//! Deals with few sets are nearly caps: without a card of each set they are
//! one, and of large caps there are few as well ([`Bounds::within`]).
//!
//! A deal and the rest of the deck have tied numbers of sets (see
//! [`Bounds::rest`]), so a wish for more than half the deck is one for the
//! rest of it.

mod bounds;
mod rich;
mod search;

use tantalizer_model::{Limit, Limits};
use thiserror::Error;

use self::rich::{Rich, as_rich};
use self::search::search;
use super::affine::{MOST_ATTRIBUTES, Points, Space};

pub use self::bounds::Bounds;

/// A wish for a deal of a deck with three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealWish {
    /// How many attributes the deck has, 1 to 4.
    pub attributes: usize,
    /// How many cards to deal.
    pub cards: usize,
    /// How many sets they are to hold.
    pub sets: u64,
}

/// What became of a wish that is not known to be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// Such a deal.
    Found(Points),
    /// None was found within this many steps, and none was excluded.
    Unknown {
        /// The steps of local search taken.
        steps: u64,
    },
    /// A limit was reached first.
    Stopped(Limit),
}

/// Why a wish cannot be granted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// No such deck here.
    #[error(
        "deals with a wanted number of sets: expected 1 to {MOST_ATTRIBUTES} attributes, not {0}"
    )]
    Attributes(usize),
    /// More cards than there are.
    #[error("{wanted} cards wanted of a deck of {deck}")]
    Cards {
        /// How many were wanted.
        wanted: usize,
        /// How many there are.
        deck: usize,
    },
    /// There is no such deal.
    #[error("no deal of {cards} cards has exactly {sets} sets: {reason}")]
    Impossible {
        /// How many cards.
        cards: usize,
        /// How many sets.
        sets: u64,
        /// Why not.
        reason: String,
    },
}

/// The steps of local search that are taken unless told otherwise.
pub const USUAL_STEPS: u64 = 4_000_000;

/// Deals a wanted number of sets: the same deal for the same wish and seed, unless a limit is reached.
pub fn deal(wish: DealWish, seed: u64, steps: u64, limits: &Limits) -> Result<Dealt, DealError> {
    if !(1..=MOST_ATTRIBUTES).contains(&wish.attributes) {
        return Err(DealError::Attributes(wish.attributes));
    }
    let space = Space::new(wish.attributes);
    if wish.cards > space.size() {
        return Err(DealError::Cards {
            wanted: wish.cards,
            deck: space.size(),
        });
    }
    let impossible = |reason: String| DealError::Impossible {
        cards: wish.cards,
        sets: wish.sets,
        reason,
    };
    let watch = limits.start();
    let bounds = match Bounds::within(&space, &watch) {
        Ok(bounds) => bounds,
        Err(limit) => return Ok(Dealt::Stopped(limit)),
    };
    bounds.check(wish.cards, wish.sets).map_err(impossible)?;
    let rest = space.size() - wish.cards;
    let by_the_rest = rest < wish.cards;
    // In the smaller part; the bounds ensure that it has no less than none.
    let (cards, sets) = if by_the_rest {
        (rest, bounds.rest(wish.cards).saturating_sub(wish.sets))
    } else {
        (wish.cards, wish.sets)
    };
    let whole: Points = (1 << space.size()) - 1;
    let found = |points: Points| {
        Ok(Dealt::Found(if by_the_rest {
            whole & !points
        } else {
            points
        }))
    };
    match search(&space, cards, sets, seed, steps, &bounds, &watch) {
        Ok(Some(points)) => return found(points),
        Ok(None) => {}
        Err(limit) => return Ok(Dealt::Stopped(limit)),
    }
    match as_rich(&space, cards, sets, &watch) {
        Ok(Some(Rich::Exactly(points))) => found(points),
        Ok(Some(Rich::None { others })) => {
            let part = if by_the_rest {
                format!("the other {cards}")
            } else {
                format!("any {cards}")
            };
            let have = if others {
                format!("fewer or more than {sets}")
            } else {
                format!("fewer than {sets}")
            };
            Err(impossible(format!(
                "{part} cards hold {have} sets, as growing all rich deals card by card shows"
            )))
        }
        Ok(None) => Ok(Dealt::Unknown { steps }),
        Err(limit) => Ok(Dealt::Stopped(limit)),
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    use super::*;

    /// All numbers of sets that deals of each size have, by trying all deals.
    fn spectrum(space: &Space) -> Vec<BTreeSet<u64>> {
        let mut all = vec![BTreeSet::new(); space.size() + 1];
        for deal in 0..1u128 << space.size() {
            all[deal.count_ones() as usize].insert(u64::from(space.lines(deal)));
        }
        all
    }

    #[test]
    fn in_the_plane_every_wish_is_granted_or_refused_rightly() {
        for attributes in 1..=2 {
            let space = Space::new(attributes);
            for (cards, possible) in spectrum(&space).into_iter().enumerate() {
                for sets in 0..15 {
                    match deal(
                        DealWish {
                            attributes,
                            cards,
                            sets,
                        },
                        1,
                        60_000,
                        &Limits::none(),
                    ) {
                        Ok(Dealt::Found(found)) => {
                            assert_eq!(found.count_ones() as usize, cards);
                            assert_eq!(u64::from(space.lines(found)), sets);
                        }
                        Ok(other) => panic!("{cards} cards, {sets} sets: {other:?}"),
                        Err(error) => assert!(!possible.contains(&sets), "{error}"),
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_hold_for_random_deals_of_the_game() {
        let space = Space::new(4);
        let bounds = Bounds::within(&space, &Limits::none().start()).unwrap();
        assert_eq!(bounds.of(81), (1080, 1080));
        assert_eq!(bounds.of(79), (1001, 1001));
        assert_eq!(bounds.of(78), (962, 963));
        assert_eq!(bounds.of(20).0, 0);
        // A largest cap with one card more.
        assert_eq!(bounds.of(21).0, 3);
        for seed in 0..2000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let cards = rng.random_range(0..=81);
            let mut order: Vec<usize> = (0..81).collect();
            order.shuffle(&mut rng);
            let deal: Points = order[..cards]
                .iter()
                .fold(0, |deal, &point| deal | 1 << point);
            let sets = u64::from(space.lines(deal));
            assert_eq!(bounds.check(cards, sets), Ok(()), "seed {seed}");
            let rest = u64::from(space.lines(((1 << 81) - 1) & !deal));
            assert_eq!(sets + rest, bounds.rest(cards), "seed {seed}");
        }
    }

    #[test]
    fn wishes_for_the_game_are_granted_the_same_each_time() {
        let space = Space::new(4);
        for (cards, sets) in [
            (12, 0),
            (12, 3),
            (12, 14),
            (20, 0),
            (21, 5),
            (27, 117),
            (60, 410),
            (81, 1080),
            (0, 0),
        ] {
            let wish = DealWish {
                attributes: 4,
                cards,
                sets,
            };
            let Ok(Dealt::Found(found)) = deal(wish, 7, USUAL_STEPS, &Limits::none()) else {
                panic!("{wish:?} not found")
            };
            assert_eq!(
                (found.count_ones() as usize, u64::from(space.lines(found))),
                (cards, sets)
            );
            assert_eq!(
                deal(wish, 7, USUAL_STEPS, &Limits::none()),
                Ok(Dealt::Found(found))
            );
        }
    }

    #[test]
    fn impossible_wishes_are_refused_with_the_reason() {
        let refused = |cards, sets| {
            deal(
                DealWish {
                    attributes: 4,
                    cards,
                    sets,
                },
                1,
                100_000,
                &Limits::none(),
            )
            .unwrap_err()
            .to_string()
        };
        assert_eq!(refused(82, 1), "82 cards wanted of a deck of 81");
        assert!(
            refused(21, 0).contains("20 cards are the most without a set"),
            "{}",
            refused(21, 0)
        );
        assert!(refused(3, 2).contains("at most 1"), "{}", refused(3, 2));
        assert!(
            refused(12, 15).contains("growing all rich deals"),
            "{}",
            refused(12, 15)
        );
        assert!(
            refused(21, 2).contains("cards were added to all deals of 19"),
            "{}",
            refused(21, 2)
        );
        assert!(
            refused(80, 1039).contains("at least 1040"),
            "{}",
            refused(80, 1039)
        );
        assert!(
            refused(69, 735).contains("the other 12"),
            "{}",
            refused(69, 735)
        );
    }

    #[test]
    fn a_limit_is_no_refusal() {
        let wish = DealWish {
            attributes: 4,
            cards: 40,
            sets: 60,
        };
        let outcome = deal(wish, 1, USUAL_STEPS, &Limits::seconds(0.0));
        assert_eq!(outcome, Ok(Dealt::Stopped(Limit::Time)));
        let cancelled = Limits::none();
        cancelled.cancel.cancel();
        let outcome = deal(wish, 1, USUAL_STEPS, &cancelled);
        assert_eq!(outcome, Ok(Dealt::Stopped(Limit::Cancelled)));
    }
}
