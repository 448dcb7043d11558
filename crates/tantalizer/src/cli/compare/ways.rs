//! The ways to ask that a comparison goes through: engines, strategies, encodings.

use super::super::common::engine_parser;
use super::super::outcome::Failure;
use clap::Args;
use std::str::FromStr;
use std::sync::Arc;
use tantalizer::ask::{Inquiry, engines};
use tantalizer::model::{Answer, EngineChoice, EngineId, Observer, Request, Strategy};
use tantalizer::puzzle::{ENCODING, Flags, Puzzle, PuzzleError};
use tantalizer::sat::{Encoding, Sat};

/// What is to be combined.
#[derive(Args, Debug)]
pub struct Lists {
    /// Engines, with commas between them; all of them unless strategies are given, which are those of `search`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = engine_parser())]
    engines: Vec<EngineChoice>,

    /// Strategies, with commas between them; a value choice follows a colon, as in `ff,ff:max`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = strategy)]
    strategies: Vec<Strategy>,

    /// Encodings, with commas between them: those of the puzzle (such as 1/all), or of integers in `sat` (auto, direct, order, both)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    encodings: Vec<String>,
}

/// One way to ask.
#[derive(Clone, Debug, Default)]
pub struct Way {
    engine: EngineChoice,
    /// How `search` branches, if it is not left to it.
    pub strategy: Option<Strategy>,
    /// The encoding, if one was named.
    pub encoding: Option<String>,
    /// What a reader should know about the encoding.
    pub note: Option<&'static str>,
    /// How the SAT engine takes integers, if that is what the encoding is about.
    integers: Option<Encoding>,
}

impl Way {
    /// The name of the engine.
    pub fn engine_name(&self) -> &'static str {
        match self.engine {
            EngineChoice::Auto => "auto",
            EngineChoice::Only(id) => id.name(),
        }
    }

    /// Asks a puzzle in this way; it is posed anew, because posing is part of the time.
    pub fn ask(
        &self,
        puzzle: &dyn Puzzle,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        let own = self.encoding.as_ref().filter(|_| self.integers.is_none());
        let flags: Flags = own
            .iter()
            .map(|name| (ENCODING.to_string(), name.to_string()))
            .collect();
        let mut inquiry = Inquiry::new(puzzle.pose(&flags)?);
        let request = Request {
            engine: self.engine,
            strategy: self.strategy,
            // What is written is compared, and simplifying might make the same of all of it.
            presolve: own.is_none(),
            ..request.clone()
        };
        Ok(match self.integers {
            None => inquiry.ask(&request, observer)?,
            Some(integers) => {
                let sat = Arc::new(Sat::with_encoding(integers));
                inquiry.by_engine(sat, &request, observer)?
            }
        })
    }
}

impl Lists {
    /// All ways that make sense for this puzzle.
    pub fn ways(&self, puzzle: &dyn Puzzle) -> Vec<Way> {
        let mut ways = Vec::new();
        for engine in self.engines(puzzle) {
            for strategy in self.strategies_of(engine) {
                let way = Way {
                    engine,
                    strategy,
                    ..Way::default()
                };
                if self.encodings.is_empty() {
                    ways.push(way);
                    continue;
                }
                for name in &self.encodings {
                    ways.extend(encoded(&way, name, puzzle));
                }
            }
        }
        ways
    }

    /// Refuses an encoding that no way uses: most likely a slip of the pen.
    pub fn refuse_unused<'a>(
        &self,
        ways: &[&Way],
        puzzles: impl Iterator<Item = &'a dyn Puzzle>,
    ) -> Result<(), Failure> {
        let used = |name: &str| ways.iter().any(|way| way.encoding.as_deref() == Some(name));
        let Some(unused) = self.encodings.iter().find(|name| !used(name)) else {
            return Ok(());
        };
        let mut known: Vec<String> = Vec::new();
        for encoding in puzzles.flat_map(|puzzle| puzzle.encodings()) {
            if !known.contains(&encoding.name) {
                known.push(encoding.name);
            }
        }
        known.extend(Encoding::ALL.map(|encoding| format!("{encoding} (for sat)")));
        Err(Failure::Usage(format!(
            "--encodings: `{unused}` fits none of these files and engines; there are {}",
            known.join(", ")
        )))
    }

    /// The engines that were asked for; else all of them, those of the puzzle's own included.
    fn engines(&self, puzzle: &dyn Puzzle) -> Vec<EngineChoice> {
        if !self.engines.is_empty() {
            return self.engines.clone();
        }
        if !self.strategies.is_empty() {
            return vec![EngineChoice::Only(EngineId::Search)];
        }
        let general = engines().iter().map(|engine| engine.id());
        let own = puzzle.pose(&Flags::new()).map(|posed| posed.way_ids());
        let all = general.chain(own.unwrap_or_default());
        let all = all.map(EngineChoice::Only);
        std::iter::once(EngineChoice::Auto).chain(all).collect()
    }

    /// Strategies are for engines that branch on the model's variables.
    fn strategies_of(&self, engine: EngineChoice) -> Vec<Option<Strategy>> {
        let branches = matches!(
            engine,
            EngineChoice::Only(EngineId::Search | EngineId::Learn)
        );
        if branches && !self.strategies.is_empty() {
            self.strategies.iter().copied().map(Some).collect()
        } else {
            vec![None]
        }
    }
}

/// The way with an encoding, if the two go together.
fn encoded(way: &Way, name: &str, puzzle: &dyn Puzzle) -> Option<Way> {
    let own = puzzle.encodings().into_iter().find(|own| own.name == name);
    let encoding = Some(name.to_string());
    let way = way.clone();
    match own {
        Some(own) => {
            let fits = own
                .engine
                .is_none_or(|engine| way.engine == EngineChoice::Only(engine));
            let note = Some(own.note).filter(|note| !note.is_empty());
            fits.then_some(Way {
                encoding,
                note,
                ..way
            })
        }
        None => {
            let integers = Encoding::from_str(name).ok();
            let fits = integers.is_some() && way.engine == EngineChoice::Only(EngineId::Sat);
            fits.then_some(Way {
                encoding,
                integers,
                ..way
            })
        }
    }
}

fn strategy(text: &str) -> Result<Strategy, tantalizer::model::UnknownStrategy> {
    text.replace(':', ",").parse()
}
