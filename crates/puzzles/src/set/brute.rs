//! Brute force: every combination of cards, tested attribute by attribute.
//!
//! A node is a combination. Attributes are tested in order until one fails;
//! testing an attribute costs a check for every pair of cards for "equal" and
//! as many for "different": six with three cards.

use super::deck::{Card, Deal};
use super::effort::{Effort, Sets, Solved, marks};

/// All sets of the deal, by trying all combinations of cards.
pub fn solve(deal: &Deal) -> Solved {
    let values = deal.deck().values();
    let mut run = Run {
        cards: deal.cards(),
        marks: marks(deal),
        attributes: deal.deck().attributes(),
        values,
        chosen: Vec::with_capacity(values),
        sets: Sets::of_size(values),
        effort: Effort::default(),
    };
    run.extend(0, 0);
    Solved {
        sets: run.sets,
        effort: run.effort,
    }
}

struct Run<'a> {
    cards: &'a [Card],
    marks: Vec<u64>,
    attributes: usize,
    values: usize,
    chosen: Vec<Card>,
    sets: Sets,
    effort: Effort,
}

impl Run<'_> {
    /// Completes the chosen cards, whose marks are `seen`, with cards from
    /// place `from` on.
    fn extend(&mut self, from: usize, seen: u64) {
        let missing = self.values - self.chosen.len();
        let places = from..(self.cards.len() + 1).saturating_sub(missing);
        for place in places {
            let seen = seen | self.marks[place];
            if missing == 1 {
                self.effort.nodes += 1;
                if self.test(seen) {
                    self.chosen.push(self.cards[place]);
                    self.sets.push(&self.chosen);
                    self.chosen.pop();
                }
            } else {
                self.chosen.push(self.cards[place]);
                self.extend(place + 1, seen);
                self.chosen.pop();
            }
        }
    }

    /// Whether cards that show these values are a set.
    fn test(&mut self, seen: u64) -> bool {
        let all = (1u64 << self.values) - 1;
        let pairs_twice = (self.values * (self.values - 1)) as u64;
        (0..self.attributes).all(|attribute| {
            self.effort.checks += pairs_twice;
            let shown = seen >> (attribute * self.values) & all;
            shown == all || shown & (shown - 1) == 0
        })
    }
}
