//! `tantalizer design KIND` for kinds that are models: clues such that there is exactly one solution.

use super::super::common::{self, How};
use super::super::input::{self, Beside};
use super::super::outcome::{Failure, Outcome};
use super::super::{json, output};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tantalizer::design::clues::{ClueError, ClueWish, clued};
use tantalizer::explain::Difficulty;
use tantalizer::minizinc::kind::{self, ModelKind};
use tantalizer::minizinc::{Board, Clue, EntryTerm, FlatPuzzle};
use tantalizer::model::{Question, Var};
use tantalizer::puzzle::PuzzleError;

/// The arguments of `design` for a kind that is a model.
#[derive(Args, Debug)]
struct Clues {
    #[command(flatten)]
    beside: Beside,

    /// Exactly so many clues; otherwise none that can go
    #[arg(long, value_name = "N")]
    clues: Option<usize>,

    /// How hard: the size of the largest deduction
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    difficulty: Option<Difficulty>,

    /// Write the puzzle into a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    how: How,
}

/// The object of `design --json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    objective: &'static str,
    proved: bool,
    clues: usize,
    witness: &'a Value,
    seconds: f64,
}

fn level() -> impl TypedValueParser<Value = Difficulty> {
    PossibleValuesParser::new(Difficulty::ALL.map(Difficulty::name)).map(|name| {
        let mut all = Difficulty::ALL.into_iter();
        all.find(|level| level.name() == name)
            .unwrap_or(Difficulty::Easy)
    })
}

fn command() -> Command {
    let command = Command::new("tantalizer design")
        .about("Clues for a kind that is a model, such that there is exactly one solution");
    common::with_arguments::<Clues>(command)
}

/// Designs a puzzle of the kind that is named, or whose model this is.
pub fn run(name: &str, matches: &ArgMatches) -> Result<Outcome, Failure> {
    let words = matches.get_many::<OsString>("").into_iter().flatten();
    let words = std::iter::once(OsString::from(name)).chain(words.cloned());
    let arguments = match command().try_get_matches_from(words) {
        Ok(matches) => Clues::from_arg_matches(&matches),
        Err(error) if !error.use_stderr() => {
            return common::print(&error.to_string()).map(|()| Outcome::Answered);
        }
        Err(error) => Err(error),
    };
    let arguments = arguments.map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let [out] = output::make_sure_of([("--out", &arguments.out)])?;
    let (how, beside) = (&arguments.how, &arguments.beside);
    let request = how.request(Question::One);
    let kind = find(name, &beside.kinds)?;
    let read = kind.with_data(&[], &beside.assignments, &request.limits);
    let puzzle = input::of_kind(read)?;
    let boards = clue_boards(&puzzle);
    if boards.is_empty() {
        let message = format!("{name} has no clues to design: its model never says `tz_clue`");
        return Err(Failure::Usage(message));
    }
    let cells: Vec<Var> = boards.iter().flat_map(|board| board.array.vars()).collect();
    let wish = ClueWish {
        clues: arguments.clues,
        difficulty: arguments.difficulty,
        seed: request.seed,
    };
    let made = match clued(&puzzle.flat().model, &cells, &wish, &request.limits) {
        Ok(made) => made,
        Err(ClueError::NoSolution) => {
            let reason = ClueError::NoSolution;
            return super::none(how, &kind.name, "unique", &reason, start);
        }
        Err(ClueError::Model(error)) => return Err(PuzzleError::from(error).into()),
        Err(reason @ (ClueError::NotFound(_) | ClueError::Stopped(_) | ClueError::TooLarge(_))) => {
            return super::not_found(how, &kind.name, "unique", &reason, start);
        }
    };
    let clues = made.clues.iter();
    let clues: Vec<Clue> = clues.map(|&(var, value)| Clue { var, value }).collect();
    let witness = statement(&kind, &beside.assignments, &boards, &clues)?;
    let file = toml(&witness);
    if let Some(out) = &out {
        out.write(&file)?;
    }
    let printed = if how.json {
        json::print(&Object {
            puzzle: &kind.name,
            objective: "unique",
            proved: true,
            clues: clues.len(),
            witness: &witness,
            seconds: start.elapsed().as_secs_f64(),
        })
    } else if out.is_none() {
        common::print(&file)
    } else {
        Ok(())
    };
    printed.map(|()| Outcome::Answered)
}

fn find(name: &str, folders: &[PathBuf]) -> Result<ModelKind, Failure> {
    if name.ends_with(".mzn") {
        return Ok(ModelKind::open(Path::new(name))?);
    }
    kind::find(name, folders).ok_or_else(|| {
        let known = super::designers().map(|(kind, _)| kind.name.to_string());
        let models = kind::kinds(folders).into_iter().map(|kind| kind.name);
        let known: Vec<String> = known.chain(models).collect();
        let known = known.join(", ");
        Failure::Usage(format!(
            "nothing called `{name}` can be designed, expected one of {known}, or a .mzn model"
        ))
    })
}

fn clue_boards(puzzle: &FlatPuzzle) -> Vec<Board> {
    let boards = puzzle.flat().looks.boards.iter();
    boards
        .filter(|board| board.clue.is_some())
        .cloned()
        .collect()
}

/// The puzzle file in JSON.
fn statement(
    kind: &ModelKind,
    assignments: &[String],
    boards: &[Board],
    clues: &[Clue],
) -> Result<Value, Failure> {
    let mut statement = Map::new();
    statement.insert("puzzle".into(), kind.name.as_str().into());
    for assignment in assignments {
        let (name, value) = assignment.split_once('=').unwrap_or((assignment, ""));
        let value = match serde_json::from_str(value.trim()) {
            Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
            _ => {
                let message = format!("-D {assignment}: a design takes numbers, true and false");
                return Err(Failure::Usage(message));
            }
        };
        statement.insert(name.trim().into(), value);
    }
    for board in boards {
        statement.insert(board.array.name.clone(), written(board, clues).into());
    }
    Ok(Value::Object(statement))
}

/// The clues of a board, row by row.
fn written(board: &Board, clues: &[Clue]) -> String {
    let word = |entry: &tantalizer::minizinc::Entry| {
        let EntryTerm::Variable(var) = entry.term else {
            return "_".to_string();
        };
        match clues.iter().find(|clue| clue.var == var) {
            None => "_".into(),
            Some(clue) => match board.symbol(clue.value.into()) {
                Some(symbol) => symbol.into(),
                None => clue.value.to_string(),
            },
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
        other => format!("{key} = {other}\n"),
    });
    lines.collect()
}
