//! Designing positions: scrambles that are exactly so many moves from solved.
//!
//! Where the positions at the distance can be listed, one of them is drawn by lot, each as likely as any other; else random
//! moves are made until a search from both ends proves that they lead that far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tantalizer_model::{Request, Watch};
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Made, Must, Parameter, Shown, Takes, Wishes,
};
use tantalizer_puzzle::{Puzzle, View};
use tantalizer_states::{
    BothEnds, BuildError, BuildOptions, Keep, KeepLevel, KeepOrder, NumberedPieces, Progress,
    StateSpace, TooMany, build, memory_needed,
};

use super::definition::Metric;
use super::puzzle::{KIND, Moves};
use crate::shortest::levels;

/// How positions are designed.
pub(super) static DESIGNER: Designer = Designer {
    about: "Scrambles that are exactly so many moves from solved",
    noun: "scramble",
    parameters: &[
        Parameter {
            must: Must::Yes,
            ..Parameter::new("definition", "FILE", "The puzzle, as a file", Takes::Puzzle)
        },
        Parameter::word(
            "metric",
            "METRIC",
            "What counts as one move: every multiple of a move, or a move and its inverse only",
            None,
            &Metric::NAMES,
        ),
        Parameter {
            must: Must::Yes,
            ..Parameter::number(
                "distance",
                "D",
                "The number of moves that its shortest solutions have",
                4,
                (0, 100),
            )
        },
    ],
    examples: &[],
    draws: false,
    certifies: false,
    objective: |_| "distance".to_string(),
    keeps_time: true,
    make,
    surveys: None,
};

/// The bytes that a table of all positions may take where nothing else is said.
const MEMORY: u64 = 1 << 30;

/// So many walks of random moves are tried.
const MOST_WALKS: usize = 200;

fn make(
    wishes: &Wishes,
    request: &Request,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    let Some(document) = wishes.puzzle("definition") else {
        return Err(DesignError::Bad(
            "expected a definition of a puzzle by moves".into(),
        ));
    };
    let mut document = document.clone();
    if let Some(metric) = wishes.word("metric") {
        document.set("metric", metric);
    }
    let puzzle = Moves::read(&document)?;
    let distance = wishes.size("distance");
    let watch = request.limits.start();
    let search = Search {
        puzzle: &puzzle,
        distance,
        request,
        watch: &watch,
        told,
    };
    let scramble = search.scramble()?;
    let puzzle = puzzle.scrambled(&scramble);
    let witness = puzzle.to_json();
    let object = json!({
        "puzzle": KIND.name,
        "objective": "distance",
        "distance": distance,
        "proved": true,
        "scramble": witness["scramble"],
        "witness": witness,
    });
    let scramble = witness["scramble"].as_str().unwrap_or_default();
    Ok(Design::Made(Box::new(Made {
        json: object,
        shown: vec![Shown::Text(format!("{scramble}\n")), Shown::Drawing],
        drawing: Some(puzzle.draw(&View::blank())),
        witness,
        ..Made::default()
    })))
}

struct Search<'a> {
    puzzle: &'a Moves,
    distance: usize,
    request: &'a Request,
    watch: &'a Watch,
    told: &'a (dyn Fn(DesignProgress) + Sync),
}

impl Search<'_> {
    /// Moves that lead exactly so far.
    fn scramble(&self) -> Result<Vec<usize>, DesignError> {
        let stop = || self.watch.expired().is_some();
        let definition = self.puzzle.definition();
        let pieces = Arc::clone(&definition.puzzle);
        match NumberedPieces::new(definition.space_name(), pieces, &stop) {
            Ok(space) if memory_needed(&space) <= self.request.limits.memory.unwrap_or(MEMORY) => {
                self.by_table(&space)
            }
            Err(TooMany::Stopped) => Err(self.stopped()),
            Ok(_) | Err(TooMany::Positions) => self.by_walks(),
        }
    }

    /// From all positions at that distance.
    fn by_table(&self, space: &NumberedPieces) -> Result<Vec<usize>, DesignError> {
        let stop = AtomicBool::new(false);
        let progress = |progress: &Progress| {
            stop.store(self.watch.expired().is_some(), Ordering::Relaxed);
            (self.told)(levels(progress));
        };
        let options = BuildOptions {
            threads: Some(self.request.threads),
            keep: Some(Keep {
                level: KeepLevel::At(self.distance as u32),
                count: 1,
                order: KeepOrder::Sample(self.request.seed),
            }),
            progress: Some(&progress),
            cancel: Some(&stop),
            ..BuildOptions::default()
        };
        let table = match build(space, &options) {
            Ok(table) => table,
            Err(BuildError::Cancelled(_)) => return Err(self.stopped()),
            Err(error) => return Err(DesignError::Bad(error.to_string())),
        };
        let path = table
            .kept()
            .first()
            .and_then(|&rank| table.path(space, &space.unrank(rank)));
        let Some(path) = path else {
            let (name, distance) = (&self.puzzle.definition().name, self.distance);
            let farthest = table.god_number();
            return Err(DesignError::None(format!(
                "no position of {name} is {distance} moves away: the farthest are {farthest} away"
            )));
        };
        Ok(self.undone(path))
    }

    /// From random moves, each result proven.
    fn by_walks(&self) -> Result<Vec<usize>, DesignError> {
        let stop = || self.watch.expired().is_some();
        let pieces = &self.puzzle.definition().puzzle;
        let memory = self.request.limits.memory.unwrap_or(MEMORY);
        let mut rng = ChaCha8Rng::seed_from_u64(self.request.seed);
        for _ in 0..MOST_WALKS {
            let mut pattern = pieces.solved().to_vec();
            for _ in 0..self.distance {
                let before = pattern.clone();
                let mv = rng.random_range(0..pieces.moves().len());
                if !pieces.apply(&before, mv, &mut pattern) {
                    pattern = before;
                }
            }
            let mut search = BothEnds::new(pieces, &pattern, memory, &stop);
            let found = search.distance(&mut |_| {}).map_err(|_| self.stopped())?;
            if found == Some(self.distance) {
                let way = search.ways(1).map_err(|_| self.stopped())?.pop();
                return Ok(self.undone(way.unwrap_or_default()));
            }
        }
        let distance = self.distance;
        Err(DesignError::NotFound(format!(
            "none of {MOST_WALKS} walks of {distance} random moves led that far"
        )))
    }

    /// The way there, of a way back.
    fn undone(&self, way: Vec<usize>) -> Vec<usize> {
        let pieces = &self.puzzle.definition().puzzle;
        way.into_iter().rev().map(|mv| pieces.inverse(mv)).collect()
    }

    fn stopped(&self) -> DesignError {
        let limit = self.watch.expired();
        let reason = limit.map_or_else(String::new, |limit| format!(": {limit}"));
        DesignError::NotFound(format!("no position at this distance was found{reason}"))
    }
}
