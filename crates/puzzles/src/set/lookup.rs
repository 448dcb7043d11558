//! The fast way: all sets of a deal by look-up, the deal held as bits.
//!
//! With three values any two cards determine the third of their set, so the
//! sets are the pairs whose third card is in the deal. A table of third cards
//! for decks of up to four attributes serves larger ones too: a card number is
//! split into a high and a low half, and the rule works digit by digit. With
//! other numbers of values two cards still decide which attributes are equal
//! and which different; the cards that can follow are then an intersection of
//! bit sets, one for each attribute and value.

use std::ops::ControlFlow;

use super::deck::{Card, Deal, Deck};
use super::effort::Sets;

/// The cards of four attributes with three values: one half of a split card.
const HALF: usize = 81;

/// The look-up tables of a deck.
#[derive(Clone, Debug)]
pub struct Lookup {
    deck: Deck,
    /// With three values: the third card of two halves, at `81 * a + b`.
    third: Vec<u8>,
    /// With other numbers of values: at `attribute * values + value`, the
    /// cards that have the value.
    having: Vec<Bits>,
}

impl Lookup {
    /// The tables for this deck.
    pub fn new(deck: &Deck) -> Self {
        let mut lookup = Self {
            deck: deck.clone(),
            third: Vec::new(),
            having: Vec::new(),
        };
        if deck.values() == 3 {
            lookup.third = third_cards();
        } else {
            lookup.having = vec![Bits::none(deck.size()); deck.attributes() * deck.values()];
            for card in deck.cards() {
                for attribute in 0..deck.attributes() {
                    lookup.having[attribute * deck.values() + deck.value(card, attribute)]
                        .insert(card);
                }
            }
        }
        lookup
    }

    /// With three values: the card that makes a set with these two. Of a card
    /// and itself, that card.
    fn third(&self, a: Card, b: Card) -> Card {
        let (a, b) = (a.index(), b.index());
        let half = |a: usize, b: usize| u16::from(self.third[HALF * a + b]);
        if self.deck.attributes() <= 4 {
            Card(half(a, b))
        } else {
            Card(HALF as u16 * half(a / HALF, b / HALF) + half(a % HALF, b % HALF))
        }
    }

    /// All sets among these cards of the deck, which are distinct and in order.
    pub fn sets(&self, cards: &[Card]) -> Sets {
        let mut sets = Sets::of_size(self.deck.values());
        let _ = self.visit(cards, |set| {
            sets.push(set);
            ControlFlow::Continue(())
        });
        sets
    }

    /// Shows all sets among these cards, which are distinct and in order, one
    /// after the other, until told to stop.
    pub fn visit(
        &self,
        cards: &[Card],
        mut show: impl FnMut(&[Card]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let dealt = Bits::of(self.deck.size(), cards);
        if self.deck.values() == 3 {
            for (place, &first) in cards.iter().enumerate() {
                for &second in &cards[place + 1..] {
                    let third = self.third(first, second);
                    if third > second && dealt.contains(third) {
                        show(&[first, second, third])?;
                    }
                }
            }
            return ControlFlow::Continue(());
        }
        let mut set = Vec::with_capacity(self.deck.values());
        self.extend(&mut set.clone(), &dealt, &mut |chosen, last| {
            last.cards().try_for_each(|card| {
                set.clear();
                set.extend_from_slice(chosen);
                set.push(card);
                show(&set)
            })
        })
    }

    /// How many sets there are among these cards of the deck, which are
    /// distinct.
    pub fn count(&self, cards: &[Card]) -> u64 {
        self.count_while(cards, || true).0
    }

    /// The same as long as `go_on` says so, which is asked now and then; also
    /// whether the count is complete.
    pub fn count_while(&self, cards: &[Card], mut go_on: impl FnMut() -> bool) -> (u64, bool) {
        match (self.deck.values(), self.deck.attributes()) {
            (3, ..=4) => (self.count_in_game(cards), true),
            (3, _) => {
                let dealt = Bits::of(self.deck.size(), cards);
                let mut found = 0;
                for (place, &first) in cards.iter().enumerate() {
                    let later = cards[place + 1..].iter();
                    let third = |&&second: &&Card| dealt.contains(self.third(first, second));
                    found += later.filter(third).count() as u64;
                    if !go_on() {
                        return (found / 3, false);
                    }
                }
                (found / 3, true)
            }
            _ => {
                let mut count = 0;
                let dealt = Bits::of(self.deck.size(), cards);
                let mut chosen = Vec::with_capacity(self.deck.values());
                let flow = self.extend(&mut chosen, &dealt, &mut |_, last| {
                    count += last.len();
                    if go_on() {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
                (count, flow.is_continue())
            }
        }
    }

    /// The same for at most 81 cards of three values, without allocation.
    fn count_in_game(&self, cards: &[Card]) -> u64 {
        let mut dealt = [0u64; 2];
        for card in cards {
            dealt[card.index() >> 6] |= 1 << (card.index() & 63);
        }
        let mut found = 0;
        for (place, first) in cards.iter().enumerate() {
            let row = &self.third[HALF * first.index()..][..HALF];
            for second in &cards[place + 1..] {
                let third = row[second.index()];
                found += dealt[usize::from(third >> 6) & 1] >> (third & 63) & 1;
            }
        }
        found / 3
    }

    /// Completes the chosen cards with candidates, which all agree with them,
    /// and reports the candidates for the last place.
    fn extend(
        &self,
        chosen: &mut Vec<Card>,
        candidates: &Bits,
        report: &mut impl FnMut(&[Card], &Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if chosen.len() + 1 == self.deck.values() {
            return report(chosen, candidates);
        }
        let mut left = candidates.clone();
        for card in candidates.cards() {
            left.remove(card);
            chosen.push(card);
            let mut next = left.clone();
            self.restrict(chosen, &mut next);
            let flow = self.extend(chosen, &next, report);
            chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Keeps the candidates that agree with the chosen cards, given that they
    /// agree with all but the last of these.
    fn restrict(&self, chosen: &[Card], candidates: &mut Bits) {
        let [first, second, ..] = *chosen else { return };
        let last = chosen[chosen.len() - 1];
        for attribute in 0..self.deck.attributes() {
            let having = |card: Card| {
                &self.having[attribute * self.deck.values() + self.deck.value(card, attribute)]
            };
            if self.deck.value(first, attribute) == self.deck.value(second, attribute) {
                candidates.intersect(having(first));
            } else {
                candidates.subtract(having(first));
                candidates.subtract(having(last));
            }
        }
    }
}

/// All sets of a deal by look-up. To look many deals up, keep a [`Lookup`].
pub fn solve(deal: &Deal) -> Sets {
    Lookup::new(deal.deck()).sets(deal.cards())
}

/// At `81 * a + b` the number whose digits in base 3 make those of `a` and
/// `b` sum to 0 modulo 3.
fn third_cards() -> Vec<u8> {
    let third = |mut a: usize, mut b: usize| {
        let mut number = 0;
        let mut weight = 1;
        while weight < HALF {
            number += weight * ((6 - a % 3 - b % 3) % 3);
            (a, b, weight) = (a / 3, b / 3, weight * 3);
        }
        number as u8
    };
    (0..HALF * HALF)
        .map(|pair| third(pair / HALF, pair % HALF))
        .collect()
}

/// A set of cards of one deck, a bit each.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(cards: usize) -> Self {
        Self(vec![0; cards.div_ceil(64)])
    }

    fn of(deck: usize, cards: &[Card]) -> Self {
        let mut bits = Self::none(deck);
        cards.iter().for_each(|&card| bits.insert(card));
        bits
    }

    fn insert(&mut self, card: Card) {
        self.0[card.index() / 64] |= 1 << (card.index() % 64);
    }

    fn remove(&mut self, card: Card) {
        self.0[card.index() / 64] &= !(1 << (card.index() % 64));
    }

    fn contains(&self, card: Card) -> bool {
        self.0[card.index() / 64] >> (card.index() % 64) & 1 == 1
    }

    fn len(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn intersect(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(word, other)| *word &= other);
    }

    fn subtract(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(word, other)| *word &= !other);
    }

    fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            std::iter::successors((word != 0).then_some(word), |word| {
                let rest = word & (word - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |word| Card((64 * place) as u16 + word.trailing_zeros() as u16))
        })
    }
}
