//! Reformulation followed by search, sections 4 and 5 of the paper.
//!
//! One attribute at a time is considered alone. The cards are partitioned by
//! its value, as cards with the same value are interchangeable for it, and the
//! constraint "equal or different" splits the problem into subproblems that
//! share no solution: all equal to one value, or all different. "All
//! different" on a shared domain gives each variable its own value and so its
//! own domain, which also breaks the symmetry of the variables; on domains
//! that are already apart it stays as a constraint and is made generalised
//! arc-consistent once. An agenda holds the open subproblems; once all
//! attributes are branched on, search with forward checking solves the rest.
//!
//! Counted: decomposing is free. At a leaf a node is a card tried for a
//! variable; that cards are distinct, and each "different" of the branch in
//! the order of branching, is checked forward, one check a card and
//! constraint until one removes the card. When a domain is left empty the
//! later ones are not touched and no further variable is tried.

use rand::Rng;

use super::deck::{Card, Deal, Deck};
use super::domain_table::DomainTable;
use super::effort::{Effort, Sets, Solved};

/// All sets of the deal, by reformulation and search. Ties between attributes
/// are broken at random; the sets do not depend on it, the effort does.
pub fn solve(deal: &Deal, rng: &mut impl Rng) -> Solved {
    let deck = deal.deck();
    let mut sets = Sets::of_size(deck.values());
    let mut effort = Effort::default();
    let mut agenda: Vec<Subproblem> = Subproblem::initial(deal).into_iter().collect();
    while let Some(problem) = agenda.pop() {
        let table = DomainTable::new(deck, &problem.domains, &problem.open);
        let Some(choice) = table.choose(deck, rng) else {
            problem.search(deck, &mut sets, &mut effort);
            continue;
        };
        let children = problem.children(deck, choice.attribute);
        let made: Vec<Subproblem> = children.filter_map(|(_, child)| child.ok()).collect();
        // A stack: depth first, the first branch first.
        agenda.extend(made.into_iter().rev());
    }
    sets.sort();
    Solved { sets, effort }
}

/// The domains of the variables of a subproblem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domains {
    /// All variables have these cards.
    Shared(Vec<Card>),
    /// Each variable has its own.
    Apart(Vec<Vec<Card>>),
}

/// What a branch makes of its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// All cards have this value.
    Equal(usize),
    /// All cards differ.
    Different,
}

/// Why a subproblem is not made: it can have no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// No card has the value (test 1).
    NoCard,
    /// Fewer cards have the value than a set needs (test 2).
    TooFew(usize),
    /// The cards cannot all differ, as no card has this value (test 1).
    ValueAbsent(usize),
    /// This variable, from 0, has no card with the value.
    EmptyDomain(usize),
    /// No card of this variable, from 0, has a value that lets the others differ.
    NoSupport(usize),
}

/// A node of the reformulation tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subproblem {
    /// The domains of the variables.
    pub domains: Domains,
    /// The attributes not branched on yet.
    pub open: Vec<usize>,
    /// The attributes that are to be different, in the order of branching.
    /// Search checks them all, also the first, which apart domains ensure: so
    /// it is in the published counts.
    pub different: Vec<usize>,
}

impl Subproblem {
    /// The whole problem, unless it has too few cards for a set.
    pub fn initial(deal: &Deal) -> Option<Self> {
        (deal.cards().len() >= deal.deck().values()).then(|| Self {
            domains: Domains::Shared(deal.cards().to_vec()),
            open: (0..deal.deck().attributes()).collect(),
            different: Vec::new(),
        })
    }

    /// The subproblems of branching on the attribute, or why they are not
    /// made: one for each value, and the one where all differ.
    pub fn children(
        &self,
        deck: &Deck,
        attribute: usize,
    ) -> impl Iterator<Item = (Branch, Result<Subproblem, Unsolvable>)> {
        let branches = (0..deck.values())
            .map(Branch::Equal)
            .chain([Branch::Different]);
        branches.map(move |branch| (branch, self.child(deck, attribute, branch)))
    }

    fn child(
        &self,
        deck: &Deck,
        attribute: usize,
        branch: Branch,
    ) -> Result<Subproblem, Unsolvable> {
        let mut different = self.different.clone();
        let domains = match (branch, &self.domains) {
            (Branch::Equal(value), Domains::Shared(cards)) => {
                let cards = with_value(deck, cards, attribute, value);
                match cards.len() {
                    0 => return Err(Unsolvable::NoCard),
                    few if few < deck.values() => return Err(Unsolvable::TooFew(few)),
                    _ => Domains::Shared(cards),
                }
            }
            (Branch::Equal(value), Domains::Apart(domains)) => {
                let domains: Vec<Vec<Card>> = domains
                    .iter()
                    .map(|cards| with_value(deck, cards, attribute, value))
                    .collect();
                if let Some(empty) = domains.iter().position(Vec::is_empty) {
                    return Err(Unsolvable::EmptyDomain(empty));
                }
                Domains::Apart(domains)
            }
            (Branch::Different, Domains::Shared(cards)) => {
                let domains: Vec<Vec<Card>> = (0..deck.values())
                    .map(|value| with_value(deck, cards, attribute, value))
                    .collect();
                if let Some(absent) = domains.iter().position(Vec::is_empty) {
                    return Err(Unsolvable::ValueAbsent(absent));
                }
                different.push(attribute);
                Domains::Apart(domains)
            }
            (Branch::Different, Domains::Apart(domains)) => {
                different.push(attribute);
                Domains::Apart(arc_consistent(deck, domains, attribute)?)
            }
        };
        let open = self
            .open
            .iter()
            .copied()
            .filter(|&other| other != attribute)
            .collect();
        Ok(Subproblem {
            domains,
            open,
            different,
        })
    }

    /// Searches a leaf for its sets.
    pub(super) fn search(&self, deck: &Deck, sets: &mut Sets, effort: &mut Effort) {
        let domains = match &self.domains {
            Domains::Apart(domains) => domains.clone(),
            Domains::Shared(cards) => vec![cards.clone(); deck.values()],
        };
        let mut leaf = Leaf {
            deck,
            different: &self.different,
            chosen: Vec::new(),
            sets,
            effort,
        };
        leaf.assign(&domains);
    }
}

struct Leaf<'a> {
    deck: &'a Deck,
    different: &'a [usize],
    chosen: Vec<Card>,
    sets: &'a mut Sets,
    effort: &'a mut Effort,
}

impl Leaf<'_> {
    fn assign(&mut self, domains: &[Vec<Card>]) {
        let Some((domain, later)) = domains.split_first() else {
            let mut set = self.chosen.clone();
            set.sort_unstable();
            self.sets.push(&set);
            return;
        };
        for &card in domain {
            self.effort.nodes += 1;
            if let Some(later) = self.forward(card, later) {
                self.chosen.push(card);
                self.assign(&later);
                self.chosen.pop();
            }
        }
    }

    fn forward(&mut self, card: Card, later: &[Vec<Card>]) -> Option<Vec<Vec<Card>>> {
        let mut left = Vec::with_capacity(later.len());
        for domain in later {
            let kept: Vec<Card> = domain
                .iter()
                .copied()
                .filter(|&other| self.compatible(card, other))
                .collect();
            if kept.is_empty() {
                return None;
            }
            left.push(kept);
        }
        Some(left)
    }

    fn compatible(&mut self, card: Card, other: Card) -> bool {
        self.effort.checks += 1;
        card != other
            && self.different.iter().all(|&attribute| {
                self.effort.checks += 1;
                self.deck.value(card, attribute) != self.deck.value(other, attribute)
            })
    }
}

fn with_value(deck: &Deck, cards: &[Card], attribute: usize, value: usize) -> Vec<Card> {
    cards
        .iter()
        .copied()
        .filter(|&card| deck.value(card, attribute) == value)
        .collect()
}

/// The domains without the cards whose value is in no way of giving the
/// variables different values.
fn arc_consistent(
    deck: &Deck,
    domains: &[Vec<Card>],
    attribute: usize,
) -> Result<Vec<Vec<Card>>, Unsolvable> {
    let present: Vec<u32> = domains
        .iter()
        .map(|cards| {
            cards
                .iter()
                .fold(0, |values, &card| values | 1 << deck.value(card, attribute))
        })
        .collect();
    let mut supported = vec![0u32; domains.len()];
    support(
        &present,
        &mut Vec::with_capacity(domains.len()),
        &mut supported,
    );
    let mut left = Vec::with_capacity(domains.len());
    for (place, cards) in domains.iter().enumerate() {
        let kept: Vec<Card> = cards
            .iter()
            .copied()
            .filter(|&card| supported[place] >> deck.value(card, attribute) & 1 == 1)
            .collect();
        if kept.is_empty() {
            return Err(Unsolvable::NoSupport(place));
        }
        left.push(kept);
    }
    Ok(left)
}

/// Marks the values of every way to give each variable one of its values, all
/// different, that begins with `given`.
fn support(present: &[u32], given: &mut Vec<u32>, supported: &mut [u32]) {
    let Some(&values) = present.get(given.len()) else {
        for (supported, value) in supported.iter_mut().zip(given) {
            *supported |= *value;
        }
        return;
    };
    let used: u32 = given.iter().sum();
    let mut free = values & !used;
    while free != 0 {
        let lowest = free & free.wrapping_neg();
        free ^= lowest;
        given.push(lowest);
        support(present, given, supported);
        given.pop();
    }
}
