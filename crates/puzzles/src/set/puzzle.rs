//! SET behind the puzzle interface: files, questions, solutions.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tantalizer_ask::EngineChoice;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Answer, Flow, Limit, Model, Observer, Question, Solution, Status};

use super::deck::{Card, Deal, Deck, DeckError};
use super::lookup::Lookup;
use super::tree::Tree;
use super::{backtrack, brute, draw, model, reformulation};
use crate::{
    Document, FileError, Flag, Kind, OwnExplanation, Printer, Puzzle, PuzzleError, Request, View,
    ask_engines,
};

/// How SET is registered.
pub static KIND: Kind = Kind {
    name: "set",
    summary: "cards that are all equal or all different in each attribute make a set: find all sets",
    flags: &[Flag {
        name: "algorithm",
        values: &["brute", "search", "reformulation", "lookup"],
        placeholder: "NAME",
        help: "set: find sets by one of the published algorithms or by look-up, not by an engine",
        of_formula: false,
    }],
    read: |document| Ok(Box::new(SetPuzzle::read(document)?)),
};

/// The most combinations of cards that the published algorithms, which do not
/// look at the clock, are let loose on.
const MOST_COMBINATIONS: u64 = 200_000_000;

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

    /// How many combinations of cards brute force would try.
    fn combinations(&self) -> u64 {
        let (cards, size) = (
            self.deal.cards().len() as u64,
            self.deal.deck().values() as u64,
        );
        (0..size.min(cards + 1)).fold(1, |count: u64, place| {
            count.saturating_mul(cards - place) / (place + 1)
        })
    }

    /// The answer of one of the published algorithms: all sets are found,
    /// then reported.
    fn by_algorithm(
        &self,
        name: &str,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        let combinations = self.combinations();
        if combinations > MOST_COMBINATIONS {
            return Err(PuzzleError::Unfit(format!(
                "algorithm `{name}` on {combinations} combinations of cards would take too long; \
                 `--algorithm lookup` is made for so many"
            )));
        }
        let (engine, solved) = match name {
            "brute" => ("brute", brute::solve(&self.deal)),
            "search" => ("backtrack", backtrack::solve(&self.deal)),
            _ => {
                let mut rng = ChaCha8Rng::seed_from_u64(request.options.seed);
                ("reformulation", reformulation::solve(&self.deal, &mut rng))
            }
        };
        let mut report = Report::new(&self.deal, request, observer);
        let stopped = solved
            .sets
            .iter()
            .find_map(|set| report.set(set).break_value());
        let mut answer = match request.question {
            Question::Count => counted(engine, solved.sets.len() as u64, None),
            question => Answer::from_search(engine, question, report.found, stopped),
        };
        answer.statistics.nodes = Some(solved.effort.nodes);
        answer
            .statistics
            .more
            .insert("constraint_checks".into(), solved.effort.checks.to_string());
        Ok(answer)
    }

    /// The answer by look-up.
    fn by_lookup(&self, request: &Request, observer: &mut dyn Observer) -> Answer {
        let lookup = Lookup::new(self.deal.deck());
        let watch = request.limits.start();
        if request.question == Question::Count {
            let mut asked = 0u64;
            let mut stopped = None;
            let (count, _) = lookup.count_while(self.deal.cards(), || {
                asked += 1;
                if asked.is_multiple_of(1024) {
                    stopped = watch.expired();
                }
                stopped.is_none()
            });
            return counted("lookup", count, stopped);
        }
        let mut report = Report::new(&self.deal, request, observer);
        let mut stopped = None;
        let _ = lookup.visit(self.deal.cards(), |set| {
            stopped = report.set(set).break_value();
            if stopped.is_none() && report.found.is_multiple_of(1024) {
                stopped = watch.expired();
            }
            if stopped.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        Answer::from_search("lookup", request.question, report.found, stopped)
    }
}

/// The answer to "how many".
fn counted(engine: &'static str, count: u64, stopped: Option<Limit>) -> Answer {
    let mut answer = Answer::from_search(engine, Question::Count, u64::from(count > 0), stopped);
    answer.count = BigUint::from(count);
    answer
}

/// Reports sets until there are enough.
struct Report<'a> {
    deal: &'a Deal,
    most: u64,
    found: u64,
    observer: &'a mut dyn Observer,
}

impl<'a> Report<'a> {
    fn new(deal: &'a Deal, request: &Request, observer: &'a mut dyn Observer) -> Self {
        let most = match request.question {
            Question::All { limit } => limit.unwrap_or(u64::MAX),
            // Nothing makes one set better than another.
            Question::One | Question::Best => 1,
            Question::Count => 0,
        };
        Self {
            deal,
            most,
            found: 0,
            observer,
        }
    }

    /// Reports a set, or says why there are to be no more.
    fn set(&mut self, set: &[Card]) -> ControlFlow<Limit> {
        if self.found >= self.most {
            return ControlFlow::Break(Limit::Solutions);
        }
        self.found += 1;
        match self
            .observer
            .solution(&Solution(model::solution(self.deal, set)))
        {
            Flow::Continue => ControlFlow::Continue(()),
            Flow::Stop => ControlFlow::Break(Limit::Solutions),
        }
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

    fn model(&self) -> Result<Model, PuzzleError> {
        Ok(model::build(&self.deal)?)
    }

    fn solution_json(&self, solution: &Solution) -> Value {
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

    fn answer(
        &self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        let engine = request.options.engine;
        match request.flags.get("algorithm").map(String::as_str) {
            Some(name) if engine != EngineChoice::Auto => Err(PuzzleError::Unfit(format!(
                "`--algorithm {name}` finds sets without an engine; give either that or `--engine`"
            ))),
            Some("lookup") => Ok(self.by_lookup(request, observer)),
            None if engine == EngineChoice::Auto => Ok(self.by_lookup(request, observer)),
            Some(name @ ("brute" | "search" | "reformulation")) => {
                self.by_algorithm(name, request, observer)
            }
            Some(name) => Err(PuzzleError::Unfit(format!(
                "unknown algorithm {}, expected brute, search, reformulation or lookup",
                crate::file::quoted(name)
            ))),
            None => ask_engines(self, request, observer),
        }
    }

    /// The reformulation, as a tree.
    fn own_explanation(&self, request: &Request) -> Result<Option<OwnExplanation>, PuzzleError> {
        let mut rng = ChaCha8Rng::seed_from_u64(request.options.seed);
        let tree = Tree::grow(&self.deal, &mut rng)
            .map_err(|error| PuzzleError::Unfit(error.to_string()))?;
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
        Ok(Some(OwnExplanation {
            text: tree.to_string(),
            json,
            drawing,
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
