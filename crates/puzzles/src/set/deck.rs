//! Cards, decks and deals.
//!
//! A card is its number in the deck: its values read as digits in base `v`,
//! the first attribute (the number of symbols) in front. Counting through the
//! deck is therefore the order "number, colour, filling, shape", and the
//! number of a card is the `id` of the paper's model.

use std::fmt;

use rand::Rng;
use rand::seq::index::sample;
use thiserror::Error;

use tantalizer_puzzle::file::quoted;

/// The largest deck: eight attributes of three values.
pub const MOST_CARDS: usize = 6561;

/// A card, by its number in the deck, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u16);

impl Card {
    /// The card's number in its deck.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Why a deck or a deal cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeckError {
    /// A deck outside the limits.
    #[error(
        "a deck of {attributes} attributes with {values} values: expected at least 1 attribute, 2 to 9 values \
         and at most {MOST_CARDS} cards"
    )]
    Size {
        /// Wanted attributes.
        attributes: usize,
        /// Wanted values of each attribute.
        values: usize,
    },
    /// Text that names no card of the deck.
    #[error("card {text}: {why}")]
    Card {
        /// What was given, quoted.
        text: String,
        /// What was expected.
        why: String,
    },
    /// The same card twice in a deal.
    #[error("card `{0}` is dealt twice; a deck has it once")]
    Twice(String),
    /// A card number beyond the deck.
    #[error("card number {number}: the deck has {cards} cards, numbered from 0")]
    Number {
        /// What was given.
        number: usize,
        /// How many cards there are.
        cards: usize,
    },
    /// More cards wanted than the deck has.
    #[error("{wanted} cards wanted of a deck of {cards}")]
    TooMany {
        /// How many were wanted.
        wanted: usize,
        /// How many there are.
        cards: usize,
    },
}

/// How cards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// The game's own codes, `1rfo`.
    Codes,
    /// One digit an attribute, the first value written as `first`.
    Digits { first: u8 },
}

/// A deck: every combination of `v` values on `d` attributes, once.
#[derive(Clone, Debug)]
pub struct Deck {
    attributes: usize,
    values: usize,
    notation: Notation,
    /// The values of card `c` at `c * attributes ..`.
    value_of: Vec<u8>,
}

/// One attribute of the game: its name, and for each value the letter of the
/// code and the words a person might use for it, the proper name first.
struct GameAttribute {
    name: &'static str,
    values: [(char, &'static [&'static str]); 3],
}

const GAME: [GameAttribute; 4] = [
    GameAttribute {
        name: "number",
        values: [
            ('1', &["one", "1"]),
            ('2', &["two", "2"]),
            ('3', &["three", "3"]),
        ],
    },
    GameAttribute {
        name: "colour",
        values: [
            ('r', &["red"]),
            ('g', &["green"]),
            ('p', &["purple", "violet"]),
        ],
    },
    GameAttribute {
        name: "filling",
        values: [
            ('s', &["striped", "shaded", "hatched"]),
            ('f', &["full", "solid", "filled"]),
            ('e', &["empty", "open", "outlined"]),
        ],
    },
    GameAttribute {
        name: "shape",
        values: [
            ('s', &["squiggle", "squiggles", "wave", "waves"]),
            ('o', &["oval", "ovals"]),
            ('d', &["diamond", "diamonds"]),
        ],
    },
];

impl Deck {
    /// The 81 cards of the game, written as `1rfo`: number `1 2 3`, colour
    /// `r g p`, filling `s f e` (striped, full, empty), shape `s o d`
    /// (squiggle, oval, diamond).
    pub fn game() -> Self {
        Self::with(4, 3, Notation::Codes)
    }

    /// A deck of `attributes` attributes with `values` values each, its cards
    /// written as strings of digits, 1 for the first value.
    pub fn new(attributes: usize, values: usize) -> Result<Self, DeckError> {
        let fits = attributes >= 1
            && (2..=9).contains(&values)
            && u32::try_from(attributes)
                .ok()
                .and_then(|power| values.checked_pow(power))
                .is_some_and(|cards| cards <= MOST_CARDS);
        if fits {
            Ok(Self::with(
                attributes,
                values,
                Notation::Digits { first: 1 },
            ))
        } else {
            Err(DeckError::Size { attributes, values })
        }
    }

    /// The same deck with its digits counted from 0.
    #[must_use]
    pub fn digits_from_zero(mut self) -> Self {
        self.notation = Notation::Digits { first: 0 };
        self
    }

    fn with(attributes: usize, values: usize, notation: Notation) -> Self {
        let cards = values.pow(attributes as u32);
        let mut value_of = Vec::with_capacity(cards * attributes);
        for card in 0..cards {
            for attribute in 0..attributes {
                let weight = values.pow((attributes - 1 - attribute) as u32);
                value_of.push((card / weight % values) as u8);
            }
        }
        Self {
            attributes,
            values,
            notation,
            value_of,
        }
    }

    /// How many attributes a card has.
    pub fn attributes(&self) -> usize {
        self.attributes
    }

    /// How many values an attribute has; also how many cards make a set.
    pub fn values(&self) -> usize {
        self.values
    }

    /// How many cards the deck has.
    pub fn size(&self) -> usize {
        self.value_of.len() / self.attributes
    }

    /// Whether this is the game's deck, written in the game's codes.
    pub fn is_game(&self) -> bool {
        self.notation == Notation::Codes
    }

    /// All cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        (0..self.size() as u16).map(Card)
    }

    /// The card's value on an attribute, from 0.
    pub fn value(&self, card: Card, attribute: usize) -> usize {
        usize::from(self.value_of[card.index() * self.attributes + attribute])
    }

    /// The card's values on all attributes, each from 0.
    pub fn values_of(&self, card: Card) -> &[u8] {
        &self.value_of[card.index() * self.attributes..][..self.attributes]
    }

    /// The card with these values.
    pub fn card_with(&self, values: impl IntoIterator<Item = usize>) -> Card {
        Card(
            values
                .into_iter()
                .fold(0, |number, value| number * self.values + value) as u16,
        )
    }

    /// The name of an attribute: `number`, `colour`, `filling`, `shape`, or
    /// `attribute 5`.
    pub fn attribute_name(&self, attribute: usize) -> String {
        if self.is_game() {
            GAME[attribute].name.to_owned()
        } else {
            format!("attribute {}", attribute + 1)
        }
    }

    /// The name of a value of an attribute: `striped`, or its digit.
    pub fn value_name(&self, attribute: usize, value: usize) -> String {
        match self.notation {
            Notation::Codes => GAME[attribute].values[value].1[0].to_owned(),
            Notation::Digits { first } => (usize::from(first) + value).to_string(),
        }
    }

    /// The letter or digit that stands for a value in a card's code.
    pub fn value_code(&self, attribute: usize, value: usize) -> char {
        match self.notation {
            Notation::Codes => GAME[attribute].values[value].0,
            Notation::Digits { first } => char::from(b'0' + first + value as u8),
        }
    }

    /// The card's code: `1rfo`, or its digits.
    pub fn code(&self, card: Card) -> String {
        (0..self.attributes)
            .map(|attribute| self.value_code(attribute, self.value(card, attribute)))
            .collect()
    }

    /// The card's name: `one red full oval`; its code in a deck without names.
    pub fn name(&self, card: Card) -> String {
        if !self.is_game() {
            return self.code(card);
        }
        let words: Vec<String> = (0..self.attributes)
            .map(|attribute| self.value_name(attribute, self.value(card, attribute)))
            .collect();
        let plural = if self.value(card, 0) > 0 { "s" } else { "" };
        words.join(" ") + plural
    }

    /// Reads a card from its code (`1rfo`, `2112`) or, in the game's deck, its
    /// name, the words in any order (`two green open ovals`).
    pub fn parse(&self, text: &str) -> Result<Card, DeckError> {
        let wrong = |why: String| DeckError::Card {
            text: quoted(text),
            why,
        };
        let text = text.trim();
        let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
        let looks_like_a_name =
            self.is_game() && (letters.len() > 5 || letters.iter().any(|c| c.is_whitespace()));
        if looks_like_a_name {
            return self.parse_name(text).map_err(wrong);
        }
        if letters.len() != self.attributes {
            let what = if self.is_game() {
                "expected a code of 4 letters such as 1rfo, or a name such as one red full oval"
                    .to_owned()
            } else {
                format!("expected {} digits", self.attributes)
            };
            return Err(wrong(what));
        }
        let mut values = Vec::with_capacity(self.attributes);
        for (attribute, &letter) in letters.iter().enumerate() {
            let value = (0..self.values).find(|&value| self.value_code(attribute, value) == letter);
            values.push(value.ok_or_else(|| {
                let codes: Vec<String> = (0..self.values)
                    .map(|value| self.value_code(attribute, value).to_string())
                    .collect();
                wrong(format!(
                    "{} at place {} is no {} (expected {})",
                    quoted(&letter.to_string()),
                    attribute + 1,
                    self.attribute_name(attribute),
                    codes.join(", ")
                ))
            })?);
        }
        Ok(self.card_with(values))
    }

    /// Reads the cards of a deal. A deck of digits takes them counted from 1
    /// or from 0 (then one of them has a 0); what is written stays written so.
    pub fn parse_deal<S: AsRef<str>>(self, texts: &[S]) -> Result<Deal, DeckError> {
        let from_zero = !self.is_game() && texts.iter().any(|text| text.as_ref().contains('0'));
        let deck = if from_zero {
            self.digits_from_zero()
        } else {
            self
        };
        let cards = texts
            .iter()
            .map(|text| deck.parse(text.as_ref()))
            .collect::<Result<Vec<_>, _>>()?;
        Deal::new(deck, cards)
    }

    fn parse_name(&self, text: &str) -> Result<Card, String> {
        let mut found: [Option<usize>; 4] = [None; 4];
        let lower = text.to_lowercase();
        for word in lower
            .split(|c: char| c.is_whitespace() || c == '-' || c == ',')
            .filter(|word| !word.is_empty())
        {
            let meaning = GAME.iter().enumerate().find_map(|(attribute, game)| {
                let value = game
                    .values
                    .iter()
                    .position(|(_, words)| words.contains(&word))?;
                Some((attribute, value))
            });
            let (attribute, value) = meaning.ok_or_else(|| {
                format!("{} is no number, colour, filling or shape", quoted(word))
            })?;
            if found[attribute].replace(value).is_some() {
                return Err(format!("two words for its {}", GAME[attribute].name));
            }
        }
        if let Some(missing) = found.iter().position(Option::is_none) {
            return Err(format!("no word for its {}", GAME[missing].name));
        }
        Ok(self.card_with(found.into_iter().flatten()))
    }
}

/// Some cards of a deck on the table: distinct, in the order of the deck.
///
/// ```
/// use tantalizer_puzzles::set::{Deck, lookup::Lookup};
///
/// let deal = Deck::game().parse_deal(&["1rss", "2rss", "3rss", "1gfo"])?;
/// let (sets, _) = Lookup::new(deal.deck()).count_while(deal.cards(), || true);
/// assert_eq!(sets, 1);
/// # Ok::<(), tantalizer_puzzles::set::DeckError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deal {
    deck: Deck,
    cards: Vec<Card>,
}

impl Deal {
    /// These cards of this deck, put in order.
    pub fn new(deck: Deck, mut cards: Vec<Card>) -> Result<Self, DeckError> {
        cards.sort_unstable();
        if let Some(card) = cards.last().filter(|card| card.index() >= deck.size()) {
            return Err(DeckError::Number {
                number: card.index(),
                cards: deck.size(),
            });
        }
        if let Some(pair) = cards.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(DeckError::Twice(deck.code(pair[0])));
        }
        Ok(Self { deck, cards })
    }

    /// The whole deck.
    pub fn whole(deck: Deck) -> Self {
        let cards = deck.cards().collect();
        Self { deck, cards }
    }

    /// `count` cards at random, every deal equally likely.
    pub fn random(deck: Deck, count: usize, rng: &mut impl Rng) -> Result<Self, DeckError> {
        if count > deck.size() {
            return Err(DeckError::TooMany {
                wanted: count,
                cards: deck.size(),
            });
        }
        let mut cards: Vec<Card> = sample(rng, deck.size(), count)
            .into_iter()
            .map(|card| Card(card as u16))
            .collect();
        cards.sort_unstable();
        Ok(Self { deck, cards })
    }

    /// The deck it was dealt from.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The cards, in the order of the deck.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The codes of the cards.
    pub fn codes(&self) -> Vec<String> {
        self.cards
            .iter()
            .map(|&card| self.deck.code(card))
            .collect()
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.codes().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_back_from_its_code_and_its_name() {
        let deck = Deck::game();
        assert_eq!(deck.size(), 81);
        for card in deck.cards() {
            assert_eq!(deck.parse(&deck.code(card)), Ok(card));
            assert_eq!(deck.parse(&deck.name(card)), Ok(card));
        }
        assert_eq!(
            deck.code(deck.parse("Solid OVAL, one red").unwrap()),
            "1rfo"
        );
        assert_eq!(
            deck.name(deck.parse("3gsd").unwrap()),
            "three green striped diamonds"
        );
    }

    #[test]
    fn cards_are_ordered_by_number_then_colour_then_filling_then_shape() {
        let deck = Deck::game();
        let codes: Vec<String> = deck.cards().map(|card| deck.code(card)).collect();
        assert_eq!(codes[..4], ["1rss", "1rso", "1rsd", "1rfs"]);
        assert_eq!(codes[80], "3ped");
    }

    #[test]
    fn wrong_cards_are_refused_with_what_was_expected() {
        let deck = Deck::game();
        let message = |text: &str| deck.parse(text).unwrap_err().to_string();
        assert_eq!(
            message("1bfo"),
            "card `1bfo`: `b` at place 2 is no colour (expected r, g, p)"
        );
        assert!(message("1rf").contains("a code of 4 letters"));
        assert!(message("one red oval").contains("no word for its filling"));
        assert!(message("one red green oval").contains("two words for its colour"));
        assert!(message("one blue full oval").contains("`blue`"));
        let twice = Deck::game().parse_deal(&["1rfo", "one red full oval"]);
        assert_eq!(
            twice.unwrap_err().to_string(),
            "card `1rfo` is dealt twice; a deck has it once"
        );
    }

    #[test]
    fn decks_of_digits_count_from_one_or_from_zero() {
        let deck = Deck::new(2, 4).unwrap();
        assert_eq!(
            deck.clone().parse_deal(&["14", "31"]).unwrap().to_string(),
            "14 31"
        );
        assert_eq!(
            deck.clone().parse_deal(&["03", "20"]).unwrap().to_string(),
            "03 20"
        );
        assert!(deck.clone().parse_deal(&["04"]).is_err());
        assert!(
            deck.parse("15")
                .unwrap_err()
                .to_string()
                .contains("attribute 2")
        );
        for (attributes, values) in [(0, 3), (3, 1), (3, 10), (9, 3), (usize::MAX, 2)] {
            assert!(Deck::new(attributes, values).is_err());
        }
    }
}
