//! Backtrack search on the plain model, section 3.2 of the paper.
//!
//! One variable a card of the set, all with the cards of the deal as domain.
//! Their identities must ascend, which breaks the symmetry of the variables
//! and is enforced by forward checking. Once two variables are assigned every
//! attribute is known to be "equal" or "different": equal ones are enforced by
//! forward checking, different ones by checking back.
//!
//! Counted: assigning the first or the second variable is a node; so is a card
//! of a later one that passes its checks. Forward checking of the order costs
//! one check a card; of an equal attribute, two (with the first and the second
//! variable) a card still there; checking a card back costs one for its
//! identity and one with each assigned variable for every different attribute.
//! Deciding "equal" or "different" is free. When a domain is left empty the
//! later ones are not touched.

use super::deck::{Card, Deal, Deck};
use super::effort::{Effort, Sets, Solved};

/// All sets of the deal, by backtrack search.
pub fn solve(deal: &Deal) -> Solved {
    let deck = deal.deck();
    let variables = deck.values();
    let mut run = Run {
        deck,
        chosen: Vec::with_capacity(variables),
        sets: Sets::of_size(variables),
        effort: Effort::default(),
    };
    run.assign(&vec![deal.cards().to_vec(); variables], &Kinds::default());
    Solved {
        sets: run.sets,
        effort: run.effort,
    }
}

/// Which attributes are equal and which different in the set to be.
#[derive(Clone, Default)]
struct Kinds {
    equal: Vec<usize>,
    different: Vec<usize>,
}

struct Run<'a> {
    deck: &'a Deck,
    chosen: Vec<Card>,
    sets: Sets,
    effort: Effort,
}

impl Run<'_> {
    /// Tries every card for the next variable. `domains` are those of the
    /// variables that are still open, the next one first.
    fn assign(&mut self, domains: &[Vec<Card>], kinds: &Kinds) {
        let Some((domain, later)) = domains.split_first() else {
            self.sets.push(&self.chosen);
            return;
        };
        for &card in domain {
            let assigned = self.chosen.len();
            if assigned >= 2 && !self.check_back(card, &kinds.different) {
                continue;
            }
            self.effort.nodes += 1;
            self.chosen.push(card);
            let decided = (assigned == 1).then(|| self.decide());
            if let Some(later) = self.forward(card, later, decided.as_ref()) {
                self.assign(&later, decided.as_ref().unwrap_or(kinds));
            }
            self.chosen.pop();
        }
    }

    /// With two variables assigned: what each attribute must be.
    fn decide(&self) -> Kinds {
        let (equal, different) = (0..self.deck.attributes()).partition(|&attribute| {
            self.deck.value(self.chosen[0], attribute) == self.deck.value(self.chosen[1], attribute)
        });
        Kinds { equal, different }
    }

    /// The later domains after forward checking; nothing if one is left empty.
    fn forward(
        &mut self,
        card: Card,
        later: &[Vec<Card>],
        decided: Option<&Kinds>,
    ) -> Option<Vec<Vec<Card>>> {
        let mut left = Vec::with_capacity(later.len());
        for domain in later {
            self.effort.checks += domain.len() as u64;
            left.push(
                domain
                    .iter()
                    .copied()
                    .filter(|&other| other > card)
                    .collect::<Vec<Card>>(),
            );
            if left.last().is_some_and(Vec::is_empty) {
                return None;
            }
        }
        let equal = decided.map_or(&[][..], |kinds| &kinds.equal);
        for domain in &mut left {
            for &attribute in equal {
                self.effort.checks += 2 * domain.len() as u64;
                domain.retain(|&other| {
                    self.deck.value(other, attribute) == self.deck.value(card, attribute)
                });
            }
            if domain.is_empty() {
                return None;
            }
        }
        Some(left)
    }

    /// Whether the card differs from all assigned ones in these attributes;
    /// every one of them is evaluated.
    fn check_back(&mut self, card: Card, different: &[usize]) -> bool {
        self.effort.checks += 1 + (self.chosen.len() * different.len()) as u64;
        different.iter().all(|&attribute| {
            let value = self.deck.value(card, attribute);
            self.chosen
                .iter()
                .all(|&earlier| self.deck.value(earlier, attribute) != value)
        })
    }
}
