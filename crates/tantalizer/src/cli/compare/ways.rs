//! The ways to ask that a comparison goes through: engines, strategies, encodings.

use super::super::outcome::Failure;
use clap::Args;
use std::str::FromStr;
use tantalizer::ask::{EngineChoice, Options, engine_names};
use tantalizer::model::{Answer, Observer, Strategy};
use tantalizer::puzzles::{Puzzle, PuzzleError, Request};
use tantalizer::sat::Encoding;

/// What is to be combined.
#[derive(Args, Debug)]
pub struct Lists {
    /// Engines, with commas between them; all of them unless strategies are given, which are those of `search`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = EngineChoice::from_str)]
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
            EngineChoice::Named(name) => name,
        }
    }

    /// The options of a question in this way.
    pub fn options(&self, threads: usize, seed: u64) -> Options {
        Options {
            engine: self.engine,
            strategy: self.strategy,
            threads,
            seed,
            integers: self.integers.unwrap_or_default(),
            ..Options::default()
        }
    }

    /// Asks.
    pub fn ask(
        &self,
        puzzle: &dyn Puzzle,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        match (&self.encoding, self.integers) {
            (Some(encoding), None) => puzzle.answer_encoded(encoding, request, observer),
            _ => puzzle.answer(request, observer),
        }
    }
}

impl Lists {
    /// All ways that make sense for this puzzle.
    pub fn ways(&self, puzzle: &dyn Puzzle) -> Vec<Way> {
        let mut ways = Vec::new();
        for engine in self.engines() {
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

    fn engines(&self) -> Vec<EngineChoice> {
        if !self.engines.is_empty() {
            return self.engines.clone();
        }
        match self.strategies.is_empty() {
            true => engine_names()
                .into_iter()
                .filter_map(|name| EngineChoice::from_str(name).ok())
                .collect(),
            false => vec![EngineChoice::Named("search")],
        }
    }

    /// Strategies are for engines that branch on the model's variables.
    fn strategies_of(&self, engine: EngineChoice) -> Vec<Option<Strategy>> {
        let branches = matches!(engine, EngineChoice::Named("search" | "learn"));
        match branches && !self.strategies.is_empty() {
            true => self.strategies.iter().copied().map(Some).collect(),
            false => vec![None],
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
            let fits = own.engine.is_none_or(|engine| engine == way.engine_name());
            let note = Some(own.note).filter(|note| !note.is_empty());
            fits.then_some(Way {
                encoding,
                note,
                ..way
            })
        }
        None => {
            let integers = Encoding::from_str(name).ok();
            let fits = integers.is_some() && way.engine_name() == "sat";
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
