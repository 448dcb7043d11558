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

use std::collections::BTreeSet;
use std::fmt;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Limit, Limits, Watch};
use thiserror::Error;

use super::affine::{MOST_ATTRIBUTES, Points, Space};
use super::caps::{CapError, each_cap, largest_cap_within};

/// A wish for a deal of a deck with three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// How many attributes the deck has, 1 to 4.
    pub attributes: usize,
    /// How many cards to deal.
    pub cards: usize,
    /// How many sets they are to hold.
    pub sets: u64,
}

/// What became of a wish that is not known to be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
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
pub enum WishError {
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

/// How much work, in independent sequences looked at, goes into a proof.
const MOST_PROOF_WORK: u64 = 50_000_000;

/// Deals a wanted number of sets: the same deal for the same wish and seed, unless a limit is reached.
pub fn deal(wish: Wish, seed: u64, steps: u64, limits: &Limits) -> Result<Outcome, WishError> {
    if !(1..=MOST_ATTRIBUTES).contains(&wish.attributes) {
        return Err(WishError::Attributes(wish.attributes));
    }
    let space = Space::new(wish.attributes);
    if wish.cards > space.size() {
        return Err(WishError::Cards {
            wanted: wish.cards,
            deck: space.size(),
        });
    }
    let impossible = |reason: String| WishError::Impossible {
        cards: wish.cards,
        sets: wish.sets,
        reason,
    };
    let watch = limits.start();
    let bounds = match Bounds::within(&space, &watch) {
        Ok(bounds) => bounds,
        Err(limit) => return Ok(Outcome::Stopped(limit)),
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
        Ok(Outcome::Found(if by_the_rest {
            whole & !points
        } else {
            points
        }))
    };
    match search(&space, cards, sets, seed, steps, &bounds, &watch) {
        Ok(Some(points)) => return found(points),
        Ok(None) => {}
        Err(limit) => return Ok(Outcome::Stopped(limit)),
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
        Ok(None) => Ok(Outcome::Unknown { steps }),
        Err(limit) => Ok(Outcome::Stopped(limit)),
    }
}

/// What counting proves about the number of sets of a deal: for every number
/// of cards a least and a most, each with its reason.
#[derive(Clone, Debug)]
pub struct Bounds {
    least: Vec<(u64, Reason)>,
    most: Vec<(u64, Reason)>,
    /// A largest cap: a start that is poor in sets.
    cap: Points,
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

/// Local search: swaps a card of the deal for one outside it, towards the
/// wanted number of sets and, by chance, sometimes away from it.
fn search(
    space: &Space,
    cards: usize,
    sets: u64,
    seed: u64,
    steps: u64,
    bounds: &Bounds,
    watch: &Watch,
) -> Result<Option<Points>, Limit> {
    const STEPS_PER_START: u64 = 20_000;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let off = |has: i64| (has - sets as i64).abs();
    let mut left = steps;
    for start in 0.. {
        // By turns at random, as the deck is ordered (rich in sets), or as a
        // largest cap with more (poor in sets).
        let mut order: Vec<usize> = (0..space.size()).collect();
        order.shuffle(&mut rng);
        match start % 3 {
            1 => order.sort_unstable(),
            2 => order.sort_by_key(|&point| bounds.cap >> point & 1 == 0),
            _ => (),
        }
        // The deal is the first cards of the order.
        let mut deal: Points = order[..cards]
            .iter()
            .fold(0, |deal, &point| deal | 1 << point);
        let mut has = i64::from(space.lines(deal));
        for step in 0..STEPS_PER_START {
            if off(has) == 0 {
                return Ok(Some(deal));
            }
            if left == 0 || cards == 0 || cards == space.size() {
                return Ok(None);
            }
            if left.is_multiple_of(1 << 12)
                && let Some(limit) = watch.expired()
            {
                return Err(limit);
            }
            left -= 1;
            let (out, into) = (
                rng.random_range(0..cards),
                rng.random_range(cards..space.size()),
            );
            let without = deal & !(1 << order[out]);
            let lost = space.lines_through(order[out], deal);
            let won = space.lines_through(order[into], without);
            let after = has - i64::from(lost) + i64::from(won);
            let worse = off(after) - off(has);
            let heat = 1.5 * (1.0 - step as f64 / STEPS_PER_START as f64);
            if worse <= 0 || rng.random::<f64>() < (-(worse as f64) / heat).exp() {
                deal = without | 1 << order[into];
                order.swap(out, into);
                has = after;
            }
        }
    }
    Ok(None)
}

/// What growing all rich deals shows.
enum Rich {
    /// This one has exactly as many sets as wanted.
    Exactly(Points),
    /// None has exactly as many; perhaps there are others with more.
    None { others: bool },
}

/// Decides whether a deal of this many cards has exactly this many sets, by
/// growing all deals that are rich enough; nothing if there are too many.
fn as_rich(space: &Space, cards: usize, sets: u64, watch: &Watch) -> Result<Option<Rich>, Limit> {
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

#[cfg(test)]
mod tests {
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
                        Wish {
                            attributes,
                            cards,
                            sets,
                        },
                        1,
                        60_000,
                        &Limits::none(),
                    ) {
                        Ok(Outcome::Found(found)) => {
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
            let wish = Wish {
                attributes: 4,
                cards,
                sets,
            };
            let Ok(Outcome::Found(found)) = deal(wish, 7, USUAL_STEPS, &Limits::none()) else {
                panic!("{wish:?} not found")
            };
            assert_eq!(
                (found.count_ones() as usize, u64::from(space.lines(found))),
                (cards, sets)
            );
            assert_eq!(
                deal(wish, 7, USUAL_STEPS, &Limits::none()),
                Ok(Outcome::Found(found))
            );
        }
    }

    #[test]
    fn impossible_wishes_are_refused_with_the_reason() {
        let refused = |cards, sets| {
            deal(
                Wish {
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
        let wish = Wish {
            attributes: 4,
            cards: 40,
            sets: 60,
        };
        let outcome = deal(wish, 1, USUAL_STEPS, &Limits::seconds(0.0));
        assert_eq!(outcome, Ok(Outcome::Stopped(Limit::Time)));
        let cancelled = Limits::none();
        cancelled.cancel.cancel();
        let outcome = deal(wish, 1, USUAL_STEPS, &cancelled);
        assert_eq!(outcome, Ok(Outcome::Stopped(Limit::Cancelled)));
    }
}
