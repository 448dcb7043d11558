//! SET behind the puzzle interface: files, questions, solutions.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use tantalizer_ask::Posed;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Request, Solution, Status, Var};

use super::deck::{Card, Deal, Deck, DeckError};
use super::lookup::Lookup;
use super::tree::Tree;
use super::ways::{self, Algorithm};
use super::{draw, model};
use tantalizer_puzzle::{
    About, Document, FileError, Flag, Flags, Kind, OwnExplanation, OwnHint, Printer, Puzzle,
    PuzzleError, View, listed,
};

/// How SET is registered.
pub static KIND: Kind = Kind {
    flags: &[Flag {
        name: "algorithm",
        values: &["brute", "search", "reformulation", "lookup"],
        placeholder: "NAME",
        help: "set: the engine set-NAME",
        about: About::Answering,
    }],
    ways: &ways::IDS,
    design: Some(&super::design::DESIGNER),
    recount: Some(super::recount::recount),
    ..Kind::new(
        "set",
        "cards that are all equal or all different in each attribute make a set: find all sets",
        include_str!("../../../../examples/set.toml"),
        |document| Ok(Box::new(SetPuzzle::read(document)?)),
    )
};

/// Cards on the table, in which sets are looked for.
#[derive(Clone, Debug)]
pub struct SetPuzzle {
    deal: Deal,
    /// The cards as they lie on the table.
    table: Vec<Card>,
}

impl SetPuzzle {
    /// Looks for sets among these cards, which lie on the table in order.
    pub fn new(deal: Deal) -> Self {
        let table = deal.cards().to_vec();
        Self { deal, table }
    }

    /// Reads a deal from a puzzle file.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        document.only_keys(&["cards", "attributes", "values"])?;
        let attributes = document.integer("attributes", 1..=64)?;
        let values = document.integer("values", 2..=9)?;
        let deck = match (attributes, values) {
            (None, None) => Deck::game(),
            (attributes, values) => {
                let line = document
                    .get("attributes")
                    .or(document.get("values"))
                    .map(|node| node.line());
                Deck::new(
                    attributes.unwrap_or(4) as usize,
                    values.unwrap_or(3) as usize,
                )
                .map_err(|error| document.error(line, error.to_string()))?
            }
        };
        let written = document.texts("cards")?;
        // Digits count from 0 if one of them is a 0.
        let from_zero = !deck.is_game() && written.iter().any(|(_, text)| text.contains('0'));
        let deck = if from_zero {
            deck.digits_from_zero()
        } else {
            deck
        };
        let mut table = Vec::with_capacity(written.len());
        let mut dealt = vec![false; deck.size()];
        for &(line, text) in &written {
            let wrong = |error: DeckError| document.error(Some(line), error.to_string());
            let card = deck.parse(text).map_err(wrong)?;
            if std::mem::replace(&mut dealt[card.index()], true) {
                return Err(wrong(DeckError::Twice(deck.code(card))));
            }
            table.push(card);
        }
        let deal = Deal::new(deck, table.clone())
            .map_err(|error| document.error(None, error.to_string()))?;
        Ok(Self { deal, table })
    }

    /// The cards, with their deck.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The cards as they lie on the table.
    pub fn table(&self) -> &[Card] {
        &self.table
    }

    /// The deal as a puzzle file.
    pub fn to_toml(&self) -> String {
        let deck = self.deal.deck();
        let mut file = format!("puzzle = \"{}\"\n", KIND.name);
        if !deck.is_game() {
            file += &format!(
                "attributes = {}\nvalues = {}\n",
                deck.attributes(),
                deck.values()
            );
        }
        let codes: Vec<String> = self
            .table
            .iter()
            .map(|&card| format!("\"{}\"", deck.code(card)))
            .collect();
        let lines: Vec<String> = codes
            .chunks(9)
            .map(|line| format!("    {},\n", line.join(", ")))
            .collect();
        file + &format!("cards = [\n{}]\n", lines.concat())
    }

    /// The cards of a solution of the model.
    fn cards_of(&self, solution: &Solution) -> Vec<Card> {
        let places = solution.0.iter().take(self.deal.deck().values());
        places
            .filter_map(|&place| self.deal.cards().get(usize::try_from(place).ok()?).copied())
            .collect()
    }
}

impl Puzzle for SetPuzzle {
    fn name(&self) -> &str {
        KIND.name
    }

    fn to_json(&self) -> Value {
        let deck = self.deal.deck();
        let codes: Vec<String> = self.table.iter().map(|&card| deck.code(card)).collect();
        if deck.is_game() {
            json!({ "puzzle": KIND.name, "cards": codes })
        } else {
            json!({
                "puzzle": KIND.name, "attributes": deck.attributes(), "values": deck.values(), "cards": codes,
            })
        }
    }

    fn pose(&self, flags: &Flags) -> Result<Posed, PuzzleError> {
        let mut posed = Posed::new(model::build(&self.deal)?);
        for algorithm in Algorithm::ALL {
            posed = posed.with_way(ways::Way::new(&self.deal, algorithm));
        }
        if let Some(name) = flags.get("algorithm") {
            let named = Algorithm::ALL.into_iter().find(|way| way.name() == name);
            let algorithm = named.ok_or_else(|| {
                PuzzleError::Flag(format!(
                    "unknown algorithm {}, expected brute, search, reformulation or lookup",
                    tantalizer_puzzle::file::quoted(name)
                ))
            })?;
            ways::refuse_too_many(&self.deal, algorithm).map_err(PuzzleError::TooLarge)?;
            posed.chosen = Some(algorithm.id());
        }
        Ok(posed)
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
        let deck = self.deal.deck();
        let codes: Vec<String> = self
            .cards_of(solution)
            .iter()
            .map(|&card| deck.code(card))
            .collect();
        json!({ "set": codes })
    }

    fn draw(&self, view: &View) -> Drawing {
        let deck = self.deal.deck();
        match view.complete(deck.values()) {
            Some(places) => draw::cards(deck, &self.cards_of(&Solution(places)), &[]),
            None => draw::cards(deck, &self.table, &[]),
        }
    }

    /// The cards drawn, and their names where the deck has names.
    fn printer(&self, style: TextStyle) -> Printer<'_> {
        Box::new(move |solution, out| {
            let drawing = self.draw(&View::solution(solution));
            out.extend_from_slice(drawing.to_text(style).as_bytes());
            let deck = self.deal.deck();
            if deck.is_game() {
                let cards = self.cards_of(solution);
                let names: Vec<String> = cards.iter().map(|&card| deck.name(card)).collect();
                out.extend_from_slice(format!("{}\n", names.join(", ")).as_bytes());
            }
        })
    }

    /// The reformulation, as a tree.
    fn explanation(&self, request: &Request) -> Result<Option<OwnExplanation>, PuzzleError> {
        let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
        let tree = Tree::grow(&self.deal, &mut rng)
            .map_err(|error| PuzzleError::TooLarge(error.to_string()))?;
        let status = if tree.sets.is_empty() {
            Status::Unsatisfiable
        } else {
            Status::Satisfiable
        };
        let drawing = draw::reformulation(&tree);
        let json = match json!({ "status": status.name(), "count": tree.sets.len().to_string(), "reformulation": tree })
        {
            Value::Object(members) => members,
            _ => serde_json::Map::new(),
        };
        let deck = self.deal.deck();
        let solution = |codes: &Vec<String>| {
            let cards: Result<Vec<Card>, DeckError> =
                codes.iter().map(|code| deck.parse(code)).collect();
            cards.map(|set| Solution(model::solution(&self.deal, &set)))
        };
        let solutions: Result<Vec<Solution>, DeckError> = tree.sets.iter().map(solution).collect();
        Ok(Some(OwnExplanation {
            solutions: solutions.map_err(|error| PuzzleError::Unreadable(error.to_string()))?,
            text: tree.to_string(),
            below: None,
            json,
            drawing,
            stopped_by: None,
        }))
    }

    /// The cards of a set but one, and which one they need.
    fn hint(&self, entries: &[(Var, i32)], _: &Request) -> Result<Option<OwnHint>, PuzzleError> {
        let deck = self.deal.deck();
        let mut found = None;
        let _ = Lookup::new(deck).visit(self.deal.cards(), |set| {
            let solution = Solution(model::solution(&self.deal, set));
            let has = |&(var, value): &(Var, i32)| solution.0[var.index()] == value;
            if !entries.iter().all(has) {
                return ControlFlow::Continue(());
            }
            let codes: Vec<String> = set.iter().map(|&card| deck.code(card)).collect();
            found = Some((solution, codes));
            ControlFlow::Break(())
        });
        Ok(found.map(|(solution, codes)| {
            let sets = (0..codes.len()).map(|card| (Var::from_index(card), solution.0[card]));
            let (last, first) = codes.split_last().expect("a set has cards");
            let sentence = if codes.len() == 3 {
                let first = listed(first, "and");
                format!("{first} need {last} to be a set, and it is on the table.")
            } else {
                format!("{} are a set.", listed(&codes, "and"))
            };
            OwnHint {
                sentences: vec![sentence],
                sets: sets.collect(),
                solution,
            }
        }))
    }

    fn value_json(&self, position: usize, value: i32) -> Value {
        let deck = self.deal.deck();
        let (cards, attributes) = (deck.values(), deck.attributes());
        let number = usize::try_from(value).unwrap_or(usize::MAX);
        if position < cards {
            let card = self.deal.cards().get(number);
            return card.map_or(Value::from(value), |&card| Value::from(deck.code(card)));
        }
        let attribute = (position - cards) % attributes;
        if position < cards * (attributes + 1) && number < deck.values() {
            return Value::from(deck.value_name(attribute, number));
        }
        Value::from(value)
    }
}
