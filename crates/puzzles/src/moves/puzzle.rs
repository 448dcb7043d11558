//! Puzzles by moves as one of the puzzles: files, JSON, drawings, engines.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tantalizer_ask::Posed;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Limits, Problem, Solution};
use tantalizer_puzzle::states::{AllStates, StatesOf};
use tantalizer_puzzle::{
    About, Document, FileError, Flag, Flags, Format, Kind, Puzzle, PuzzleError, View,
};
use tantalizer_states::{NumberedPieces, TooMany};

use super::definition::{Definition, Metric};
use super::design::DESIGNER;
use super::draw;
use super::file;
use super::problem::MovesProblem;
use super::tws;
use super::ways::{BOTH_ENDS, ByBothEnds, ByTable, TABLE};
use crate::shortest::{TABLE_FLAG, way_json};

/// How puzzles by moves are registered.
pub static KIND: Kind = Kind {
    ways: &[BOTH_ENDS, TABLE],
    flags: &[
        Flag {
            name: "scramble",
            values: &[],
            placeholder: "MOVES",
            help: "The position is the solved one after these moves",
            about: About::Instance,
        },
        Flag {
            name: "metric",
            values: &Metric::NAMES,
            placeholder: "METRIC",
            help: "What counts as one move: every multiple of a move, or a move and its inverse only",
            about: About::Instance,
        },
        Flag {
            name: "generators",
            values: &[],
            placeholder: "MOVES",
            help: "The moves that may be made, as in \"U F R\"",
            about: About::Instance,
        },
        TABLE_FLAG,
    ],
    formats: &[
        Format::Text {
            extension: "tws",
            is: tws::is,
            parse: tws::parse,
        },
        Format::Keys(file::is_kpuzzle),
    ],
    design: Some(&DESIGNER),
    ..Kind::new(
        "moves",
        "carry pieces about by moves until all are home: cubes, pyramids, rings, sliding rows, from a file",
        include_str!("../../../../examples/sliding-rows.toml"),
        |document| Ok(Box::new(Moves::read(document)?)),
    )
};

/// A position of a puzzle by moves.
#[derive(Clone, Debug)]
pub struct Moves {
    definition: Arc<Definition>,
    start: Vec<u8>,
    /// The puzzle file.
    json: Map<String, Value>,
}

impl Moves {
    /// Reads a definition and a position from a puzzle file.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        let (definition, start) = file::read(document)?;
        let mut json = Map::new();
        json.insert("puzzle".into(), KIND.name.into());
        for (key, node) in document.entries() {
            if key != "puzzle" && !file::is_for_others(key) {
                json.insert(key.to_string(), node.json());
            }
        }
        // What KPuzzle passes over is not written.
        let listed = |orbit: &String| definition.orbits.iter().any(|known| known.name == *orbit);
        let moves = json.get_mut("moves").and_then(Value::as_object_mut);
        for does in moves.into_iter().flat_map(Map::values_mut) {
            if let Some(orbits) = does.as_object_mut() {
                orbits.retain(|orbit, _| listed(orbit));
            }
        }
        Ok(Moves {
            definition: Arc::new(definition),
            start,
            json,
        })
    }

    /// The same puzzle, scrambled by these moves.
    pub(super) fn scrambled(&self, moves: &[usize]) -> Moves {
        let puzzle = &self.definition.puzzle;
        let mut start = puzzle.solved().to_vec();
        for &mv in moves {
            let before = start.clone();
            puzzle.apply(&before, mv, &mut start);
        }
        let mut json = self.json.clone();
        json.remove("pattern");
        json.insert(
            "scramble".into(),
            self.definition.words(moves).join(" ").into(),
        );
        Moves {
            definition: Arc::clone(&self.definition),
            start,
            json,
        }
    }

    /// The puzzle without the position.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The position, as a pattern of the puzzle.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// The moves that values stand for, as far as they are known.
    fn moves(&self, values: impl IntoIterator<Item = i32>) -> Vec<usize> {
        let moves = self.definition.names.len();
        let number = |value: i32| usize::try_from(value).ok().filter(|&number| number < moves);
        values.into_iter().map_while(number).collect()
    }
}

impl Puzzle for Moves {
    fn name(&self) -> &str {
        KIND.name
    }

    fn to_json(&self) -> Value {
        Value::Object(self.json.clone())
    }

    fn pose(&self, flags: &Flags) -> Result<Posed, PuzzleError> {
        let problem = MovesProblem::new(Arc::clone(&self.definition), self.start.clone());
        let mut posed = Posed::new(Problem::Space(Arc::new(problem)));
        let file = flags.get("table").map(PathBuf::from);
        if file.is_some() {
            posed.chosen = Some(TABLE);
        }
        Ok(posed
            .with_way(ByBothEnds {
                definition: Arc::clone(&self.definition),
                start: self.start.clone(),
            })
            .with_way(ByTable {
                definition: Arc::clone(&self.definition),
                start: self.start.clone(),
                file,
            }))
    }

    fn solution_json(&self, solution: &Solution, bound: Option<i64>) -> Value {
        let moves = self.moves(solution.0.iter().copied());
        let words = json!(self.definition.words(&moves));
        way_json("moves", words, moves.len(), bound)
    }

    fn draw(&self, view: &View) -> Drawing {
        let known = (0..).map_while(|position| view.value(position));
        draw::table(&self.definition, &self.start, &self.moves(known))
    }

    fn states(&self, limits: &Limits) -> Result<Option<Box<dyn AllStates>>, PuzzleError> {
        let definition = &self.definition;
        let watch = limits.start();
        let stop = || watch.expired().is_some();
        let space = NumberedPieces::new(
            definition.space_name(),
            Arc::clone(&definition.puzzle),
            &stop,
        );
        let space = space.map_err(|error| match (error, watch.expired()) {
            (TooMany::Stopped, Some(limit)) => PuzzleError::Stopped(limit),
            (error, _) => PuzzleError::TooLarge(format!("{}: {error}", definition.name)),
        })?;
        let mut fields = Map::new();
        fields.insert("name".into(), definition.name.as_str().into());
        fields.insert("metric".into(), definition.metric.to_string().into());
        fields.insert("moves".into(), json!(definition.names));
        let shown = Arc::clone(definition);
        Ok(Some(Box::new(StatesOf {
            title: format!("{}, {}-turn metric", definition.name, definition.metric),
            fields,
            boards: None,
            bytes: space.bytes(),
            show: Box::new(move |space: &NumberedPieces, state| {
                let pattern = space.pattern(state);
                let drawing = draw::table(&shown, &pattern, &[]);
                (
                    draw::pattern_json(&shown, &pattern),
                    drawing.to_text(TextStyle::PLAIN),
                )
            }),
            space,
        })))
    }

    fn value_json(&self, _: usize, value: i32) -> Value {
        let names = &self.definition.names;
        let name = usize::try_from(value)
            .ok()
            .and_then(|number| names.get(number));
        name.map_or(Value::from(value), |name| name.as_str().into())
    }
}
