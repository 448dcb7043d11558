//! What an algorithm finds and what it costs: sets, constraint checks, nodes.

use super::deck::{Card, Deal, Deck};

/// What a run cost, in the two measures of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Constraint checks, `#CC`.
    pub checks: u64,
    /// Nodes visited, `#NV`.
    pub nodes: u64,
}

/// All sets of a deal, with what it cost to find them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The sets, in order.
    pub sets: Sets,
    /// The cost.
    pub effort: Effort,
}

/// A list of sets: each of as many cards as the deck has values, in the order
/// of the deck; the sets in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets {
    size: usize,
    cards: Vec<Card>,
}

impl Sets {
    /// An empty list of sets of `size` cards.
    pub(super) fn of_size(size: usize) -> Self {
        Self {
            size,
            cards: Vec::new(),
        }
    }

    /// Adds a set, whose cards are already in order.
    pub(super) fn push(&mut self, set: &[Card]) {
        debug_assert_eq!(set.len(), self.size);
        debug_assert!(set.is_sorted());
        self.cards.extend_from_slice(set);
    }

    /// Puts the sets in order, for algorithms that find them in another one.
    pub(super) fn sort(&mut self) {
        let mut sets: Vec<&[Card]> = self.iter().collect();
        sets.sort_unstable();
        self.cards = sets.concat();
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.cards.len() / self.size
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The sets, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Card]> {
        self.cards.chunks_exact(self.size)
    }
}

/// Whether these cards are a set: the rule of the game, plainly. All tests
/// are held against it.
pub fn is_set(deck: &Deck, cards: &[Card]) -> bool {
    let distinct = |attribute: usize| {
        let mut values: Vec<usize> = cards
            .iter()
            .map(|&card| deck.value(card, attribute))
            .collect();
        values.sort_unstable();
        values.dedup();
        values.len()
    };
    let mut ids = cards.to_vec();
    ids.sort_unstable();
    ids.dedup();
    cards.len() == deck.values()
        && ids.len() == cards.len()
        && (0..deck.attributes()).all(|attribute| [1, deck.values()].contains(&distinct(attribute)))
}

/// For each card of the deal, a word with one bit set an attribute: the bit
/// of its value. Cards joined by "or" show which values occur.
pub(super) fn marks(deal: &Deal) -> Vec<u64> {
    let deck = deal.deck();
    let mark = |&card: &Card| {
        (0..deck.attributes()).fold(0u64, |mark, attribute| {
            mark | 1 << (attribute * deck.values() + deck.value(card, attribute))
        })
    };
    deal.cards().iter().map(mark).collect()
}
