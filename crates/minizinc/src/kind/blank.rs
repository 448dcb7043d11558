//! A kind without clues, to be designed: its parameters are known, and what may be told is not told yet.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};
use tantalizer_ask::ask;
use tantalizer_model::{
    Collect, Fact, Limit, Limits, Model, Problem, Question, Request, Solution, Var,
};
use tantalizer_puzzle::clued::{Blank, Instance as Posed, SOLUTION, Task};
use tantalizer_puzzle::design::{DesignError, DesignProgress, Made, Wishes};
use tantalizer_puzzle::{Document, FileError, Puzzle, PuzzleError};

use super::instance::Instance;
use super::{KindError, ModelKind, Warm, source};
use crate::output::EntryTerm;
use crate::puzzle::Clue;
use crate::{Board, CompileError, Entry, FlatPuzzle, Interface};

/// After so many solutions in vain, a wish is given up.
const MOST_ATTEMPTS: u64 = 500;

/// A kind with its parameters, on whose boards nothing is told.
pub struct BlankKind {
    kind: ModelKind,
    puzzle: FlatPuzzle,
    parameters: Map<String, Value>,
    interface: Interface,
}

impl ModelKind {
    /// The kind with these parameters and no clues. If nothing is said of parameters, they are those of the kind's example.
    pub fn blank(
        &self,
        data: &[PathBuf],
        assignments: &[String],
        limits: &Limits,
    ) -> Result<BlankKind, KindError> {
        self.blank_by(&Warm::default(), limits, |interface| {
            let instance = Instance::from_data(data, assignments, interface)?;
            match &self.example {
                Some(example) if instance.is_empty() => {
                    let document = Document::parse(&format!("{}.toml", self.name), example)?;
                    Instance::from_document(&document, interface)
                }
                _ => Ok(instance),
            }
        })
    }

    /// The kind with the parameters that are read, and no clues.
    pub(super) fn blank_by(
        &self,
        warm: &Warm,
        limits: &Limits,
        read: impl FnOnce(&Interface) -> Result<Instance, FileError>,
    ) -> Result<BlankKind, KindError> {
        let mut parameters = Ok(Map::new());
        let mut seen = Interface::default();
        let (puzzle, _) = self.pose(warm, limits, |interface| {
            let mut instance = read(interface)?;
            let derived = source::hints(&self.source);
            let unknown = |name: &&&str| !interface.input.contains_key(**name);
            if let Some(name) = derived.iter().find(unknown) {
                let message = format!("`tz_hint(\"{name}\")`: there is no parameter of this name");
                return Err(FileError::new(&self.file(), None, message));
            }
            instance.leave_open(&derived, interface);
            parameters = instance.written();
            seen = interface.clone();
            Ok(instance)
        })?;
        Ok(BlankKind {
            kind: self.clone(),
            puzzle,
            parameters: parameters.map_err(KindError::Parameter)?,
            interface: seen,
        })
    }
}

impl BlankKind {
    /// Designs clues such that there is exactly one solution. `head` is the command that makes the same puzzle.
    pub fn design(
        &self,
        wishes: &Wishes,
        request: &Request,
        head: &str,
        told: &(dyn Fn(DesignProgress) + Sync),
    ) -> Result<Result<Made, DesignError>, KindError> {
        let name = &self.kind.name;
        if !self.has_hints() && self.clue_boards().next().is_none() {
            let message = format!("{name} has no clues to design: its model never says `tz_clue`");
            return Err(KindError::Parameter(message));
        }
        let solution = wishes
            .puzzle(SOLUTION.name)
            .map(|document| self.solution(document, &request.limits));
        let task = Task {
            blank: self,
            solution: solution.transpose()?,
            wishes,
            request,
            attempts: 0..MOST_ATTEMPTS,
        };
        Ok(task.make(head, told))
    }

    /// The solution that a puzzle file of this kind leaves alone.
    fn solution(&self, document: &Document, limits: &Limits) -> Result<Solution, KindError> {
        let instance = Instance::from_document(document, &self.interface)?;
        let clues = instance.clues(&self.puzzle.flat().looks)?;
        let facts = clues.iter().map(|clue| Fact::Is(clue.var, clue.value));
        let request = Request {
            facts: facts.collect(),
            limits: limits.clone(),
            ..Request::new(Question::Unique)
        };
        let mut found = Collect::default();
        let problem = Problem::Model(Arc::clone(&self.puzzle.flat().model));
        let answer = ask(problem, &request, &mut found).map_err(PuzzleError::from)?;
        match (answer.unique(Question::Unique), found.solutions.pop()) {
            (Some(true), Some(solution)) => Ok(solution),
            (Some(false), Some(_)) => {
                let message = "there are several solutions; a solved board has no cell left open";
                Err(document.error(None, message).into())
            }
            (_, None) if answer.complete => {
                Err(document.error(None, "there is no such solution").into())
            }
            _ => Err(PuzzleError::Stopped(answer.stopped_by.unwrap_or(Limit::Time)).into()),
        }
    }

    /// Whether it has parameters that the solution tells.
    fn has_hints(&self) -> bool {
        !self.puzzle.flat().looks.hints.is_empty()
    }

    fn clue_boards(&self) -> impl Iterator<Item = &Board> {
        let boards = self.puzzle.flat().looks.boards.iter();
        boards.filter(|board| board.clue.is_some())
    }

    /// The parameters, with those that a solution tells.
    fn parameters(&self, solution: &Solution) -> Map<String, Value> {
        let mut parameters = self.parameters.clone();
        for hint in &self.puzzle.flat().looks.hints {
            parameters.insert(hint.parameter.clone(), hint.array.json(solution));
        }
        parameters
    }

    /// The puzzle file in JSON.
    fn statement(&self, clues: &[Clue], parameters: &Map<String, Value>) -> Value {
        let mut statement = Map::new();
        statement.insert("puzzle".into(), self.kind.name.as_str().into());
        statement.extend(parameters.clone());
        let told = |board: &&Board| {
            let mut vars = board.array.vars();
            vars.any(|var| clues.iter().any(|clue| clue.var == var))
        };
        for board in self.clue_boards().filter(told) {
            statement.insert(board.array.name.clone(), written(board, clues).into());
        }
        Value::Object(statement)
    }
}

impl Blank for BlankKind {
    fn model(&self) -> &Model {
        &self.puzzle.flat().model
    }

    fn boards(&self) -> Vec<Vec<Option<Var>>> {
        let var = |entry: &Entry| match entry.term {
            EntryTerm::Variable(var) => Some(var),
            EntryTerm::Constant(_) | EntryTerm::Set(_) => None,
        };
        let board = |board: &Board| board.array.entries.iter().map(var).collect();
        self.clue_boards().map(board).collect()
    }

    fn silent(&self) -> HashMap<Var, i32> {
        let of = |board: &Board| {
            let none = board.clue.and_then(|none| i32::try_from(none).ok());
            let vars: Vec<Var> = board.array.vars().collect();
            let silent = move |var| none.map(|none| (var, none));
            vars.into_iter().filter_map(silent)
        };
        self.clue_boards().flat_map(of).collect()
    }

    fn hints(&self) -> Vec<Var> {
        let hints = self.puzzle.flat().looks.hints.iter();
        hints.flat_map(|hint| hint.array.vars()).collect()
    }

    fn puzzle(&self, clues: &[(Var, i32)], solution: &Solution) -> Result<Posed, PuzzleError> {
        let clues = clues.iter().map(|&(var, value)| Clue { var, value });
        let clues: Vec<Clue> = clues.collect();
        let parameters = self.parameters(solution);
        let statement = self.statement(&clues, &parameters);
        let puzzle = self.puzzle.clone();
        let puzzle = puzzle.told(&parameters).ok_or_else(|| {
            let name = &self.kind.name;
            PuzzleError::Unreadable(format!(
                "{name}: a solution has hints that its puzzle cannot have"
            ))
        })?;
        let puzzle = puzzle.with_clues(clues);
        // Who checks a certificate knows the kinds that come with the program, and no others; nor how hints were told.
        let stated = if self.kind.comes_along() && !self.has_hints() {
            statement.clone()
        } else {
            puzzle.to_json()
        };
        Ok(Posed {
            toml: toml(&statement),
            statement: format!("{stated:#}\n"),
            model: (*puzzle.flat().model).clone(),
            puzzle: Box::new(puzzle.of_kind(&self.kind, statement, parameters)),
        })
    }

    fn read_again(&self, made: &Posed, limits: &Limits) -> Result<Option<Arc<Model>>, PuzzleError> {
        // Without hints the model of a design is that of the puzzle.
        if !self.has_hints() {
            return Ok(None);
        }
        let unreadable = |error: KindError| match error {
            KindError::Compile(CompileError::Stopped(limit)) => PuzzleError::Stopped(limit),
            KindError::Puzzle(error) => error,
            other => PuzzleError::Unreadable(other.to_string()),
        };
        let document = Document::parse("the design", &made.toml);
        let document = document.map_err(|error| PuzzleError::Unreadable(error.to_string()))?;
        let puzzle = self.kind.read(&document, limits).map_err(unreadable)?;
        Ok(Some(Arc::clone(&puzzle.flat().model)))
    }
}

/// The clues of a board, row by row.
fn written(board: &Board, clues: &[Clue]) -> String {
    let word = |entry: &Entry| {
        let EntryTerm::Variable(var) = entry.term else {
            return "_".to_string();
        };
        match clues.iter().find(|clue| clue.var == var) {
            None => "_".into(),
            Some(clue) => board.written(clue.value.into()),
        }
    };
    let words: Vec<String> = board.array.entries.iter().map(word).collect();
    let (_, width) = board.shape();
    let rows = words.chunks(width.max(1)).map(|row| row.join(" ") + "\n");
    rows.collect()
}

fn toml(statement: &Value) -> String {
    let entries = statement.as_object().into_iter().flatten();
    let lines = entries.map(|(key, value)| match value {
        Value::String(text) if text.contains('\n') => format!("{key} = \"\"\"\n{text}\"\"\"\n"),
        other => match numbers(other) {
            Some(board) => format!("{key} = \"\"\"\n{board}\"\"\"\n"),
            None => format!("{key} = {other}\n"),
        },
    });
    lines.collect()
}

/// An array of several rows and columns of numbers, as a board.
fn numbers(value: &Value) -> Option<String> {
    let rows = value.as_array().filter(|rows| rows.len() > 1)?;
    let row = |row: &Value| {
        let cells = row.as_array().filter(|cells| cells.len() > 1)?;
        let cells = cells
            .iter()
            .map(|cell| cell.as_i64().map(|number| number.to_string()));
        Some(cells.collect::<Option<Vec<String>>>()?.join(" ") + "\n")
    };
    rows.iter().map(row).collect()
}
