//! What every puzzle offers.

use crate::design::Designer;
use crate::states::AllStates;
use crate::{Document, FileError, OwnExplanation, OwnHint};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use tantalizer_ask::{AskError, Posed};
use tantalizer_draw::{Accent, Drawing, Grid, TextStyle};
use tantalizer_model::{
    ConstraintId, EngineId, Limit, Limits, Model, ModelError, Request, Solution, Var,
};
use thiserror::Error;

/// A kind of puzzle.
pub struct Kind {
    /// The name in puzzle files and on the command line.
    pub name: &'static str,
    /// The rules in a sentence.
    pub summary: &'static str,
    /// Flags of the command line that only this kind understands.
    pub flags: &'static [Flag],
    /// The engines that its puzzles bring along, by name.
    pub ways: &'static [EngineId],
    /// A puzzle file to start from.
    pub example: &'static str,
    /// Reads an instance.
    pub read: fn(&Document) -> Result<Box<dyn Puzzle>, FileError>,
    /// Other forms of files that describe an instance.
    pub formats: &'static [Format],
    /// How instances are designed, if they can be.
    pub design: Option<&'static Designer>,
    /// The instances that come with the program under names of their own.
    pub library: Option<&'static Library>,
    /// Counts the family of a design's certificate again, sharing no code with what wrote it: what is shown, or why
    /// it is refused.
    pub recount: Option<Recount>,
    /// The moves of the space that a distance table names.
    pub moves: Option<fn(&str) -> Option<SignedMoves>>,
}

/// Instances that come with the program; where a command expects a file, the name of one does as well.
pub struct Library {
    /// What one is called.
    pub noun: &'static str,
    /// All of them.
    pub entries: &'static [Stored],
    /// The heads of their table; `>` at the end of one sets its column to the right.
    pub columns: &'static [&'static str],
    /// The row of one.
    pub row: fn(&Stored) -> Result<Vec<String>, FileError>,
}

/// An instance that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// Its name, with a slash in it.
    pub name: &'static str,
    /// Its puzzle file.
    pub text: &'static str,
}

/// A form of files that others have defined, for instances of a kind.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// Its own syntax, known by the name of the file or by the text, and how it is read (the name of the file, for messages, comes first).
    Text {
        /// How names of such files end, without the dot.
        extension: &'static str,
        /// Whether a text is one, whatever its name.
        is: fn(&str) -> bool,
        /// Reads the text as a puzzle file with the same content.
        parse: fn(&str, &str) -> Result<Document, FileError>,
    },
    /// A puzzle file without the key `puzzle`: whether this is one.
    Keys(fn(&Document) -> bool),
    /// A link that carries an instance.
    Link {
        /// Whether a text is one.
        is: fn(&str) -> bool,
        /// Reads the text as a puzzle file with the same content.
        parse: fn(&str) -> Result<Document, FileError>,
    },
}

/// How the family of a design's certificate is counted again.
pub type Recount = fn(&Value) -> Result<Recounted, String>;

/// What a recount of a design's certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recounted {
    /// The claim that holds, in words.
    pub claim: String,
    /// What has to be believed for that.
    pub trusted: &'static str,
}

/// Moves of signed tiles: for each move and each position, from where the tile comes and whether it is turned.
pub type SignedMoves = Vec<Vec<(u8, bool)>>;

impl Kind {
    /// A kind of puzzle with nothing but what every kind has.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        example: &'static str,
        read: fn(&Document) -> Result<Box<dyn Puzzle>, FileError>,
    ) -> Kind {
        Kind {
            name,
            summary,
            flags: &[],
            ways: &[],
            example,
            read,
            formats: &[],
            design: None,
            library: None,
            recount: None,
            moves: None,
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}

/// A flag that only some kinds of puzzles understand, such as `--encoding 2`.
#[derive(Debug)]
pub struct Flag {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What may follow it; empty if anything may (the puzzle then checks).
    pub values: &'static [&'static str],
    /// What stands for the value in the help, such as `K`.
    pub placeholder: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What it says something about.
    pub about: About,
}

/// What a flag says something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// How questions are answered.
    Answering,
    /// A formula of the puzzle's own ([`Puzzle::formula`]), and how questions are answered.
    Formula,
    /// The instance: it stands for the key of its name in the puzzle file.
    Instance,
}

/// The flags of one call that only some kinds understand, by name.
pub type Flags = BTreeMap<String, String>;

/// Why a puzzle gives no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The puzzle's model is malformed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// No engine gave an answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A limit was reached before there was anything to answer with.
    #[error("not answered: {0}")]
    Stopped(Limit),
    /// A flag of the puzzle's own that says nothing known, or does not go with another one.
    #[error("{0}")]
    Flag(String),
    /// What was filled in is no position of this puzzle.
    #[error("{0}")]
    Position(String),
    /// The puzzle cannot be written in the form that was asked for.
    #[error("{0}")]
    Form(String),
    /// The puzzle is too large for what was asked.
    #[error("{0}")]
    TooLarge(String),
    /// What is said to be a solution, or a puzzle made from one, cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

/// Writes solutions as text, one after the other.
pub type Printer<'a> = Box<dyn FnMut(&Solution, &mut Vec<u8>) + Send + 'a>;

/// An instance of a puzzle. It poses its problem and reads solutions back; it never answers.
///
/// A [`Solution`] is one of the posed problem: a value for each variable of its model, or the moves in its space. A *position*
/// is an index into it.
pub trait Puzzle: Send + Sync {
    /// The name of its kind, as in its file.
    fn name(&self) -> &str;

    /// The instance as a puzzle file in JSON: reading it gives the same puzzle.
    fn to_json(&self) -> Value;

    /// The instance as a certificate states it: whoever checks that has no other files beside it.
    fn stated(&self) -> Value {
        self.to_json()
    }

    /// A link that carries the instance to where other people solve it.
    fn link(&self) -> Result<String, PuzzleError> {
        let name = self.name();
        Err(PuzzleError::Form(format!(
            "puzzles of the kind {name} have no links"
        )))
    }

    /// The instance in the form of this name that others have defined; nothing if its kind has no such form.
    fn written_as(&self, form: &str) -> Result<Option<String>, PuzzleError> {
        let _ = form;
        Ok(None)
    }

    /// The problem, with the engines that are made for it. The answer variables of a model are what is counted,
    /// and its declared symmetry groups are those that keep the instance as it is. The
    /// same instance and flags give the same problem each time.
    fn pose(&self, flags: &Flags) -> Result<Posed, PuzzleError>;

    /// A solution as JSON; of a space, with the length that no way is below as far as is proven.
    fn solution_json(&self, solution: &Solution, bound: Option<i64>) -> Value;

    /// The puzzle with as many values filled in as the view knows.
    fn draw(&self, view: &View) -> Drawing;

    /// Prints many solutions; by default each is drawn.
    fn printer(&self, style: TextStyle) -> Printer<'_> {
        Box::new(move |solution, out| {
            let drawing = self.draw(&View::solution(solution));
            out.extend_from_slice(drawing.to_text(style).as_bytes());
        })
    }

    /// Other ways to put the puzzle to an engine, such as the models and formulas of a paper: for comparison. The flag
    /// [`ENCODING`] poses the puzzle so.
    fn encodings(&self) -> Vec<PuzzleEncoding> {
        Vec::new()
    }

    /// The formula that these flags ask for, for SAT solvers; none if they ask for none.
    fn formula(&self, flags: &Flags) -> Result<Option<OwnFormula<'_>>, PuzzleError> {
        let _ = flags;
        Ok(None)
    }

    /// Other counts worth telling beside the number of solutions: what they are called, and the problem whose solutions
    /// they count.
    fn counts_beside(&self) -> Result<Vec<(&'static str, Posed)>, PuzzleError> {
        Ok(Vec::new())
    }

    /// The puzzle's own explanation of its solutions, if it has a better one than a chain of deductions over its model.
    fn explanation(&self, request: &Request) -> Result<Option<OwnExplanation>, PuzzleError> {
        let _ = request;
        Ok(None)
    }

    /// What a person would see next, whatever is filled in, if the puzzle has a better way to tell it than a deduction over its model. What is
    /// wrong with a position that leads nowhere is told from the model.
    fn hint(
        &self,
        entries: &[(Var, i32)],
        request: &Request,
    ) -> Result<Option<OwnHint>, PuzzleError> {
        let _ = (entries, request);
        Ok(None)
    }

    /// The clues of the model: constraints that tell the value of a variable. By default all that do.
    fn clues(&self, model: &Model) -> Vec<(ConstraintId, Var)> {
        tantalizer_design::redundant::clues(model)
    }

    /// All states of the puzzle, if it is played by moves and they can be numbered; the limits hold for numbering them.
    fn states(&self, limits: &Limits) -> Result<Option<Box<dyn AllStates>>, PuzzleError> {
        let _ = limits;
        Ok(None)
    }

    /// What a person calls the places that a position stands for, such as
    /// `r1c3`; by default the name of the model's variable.
    fn places(&self, model: &Model, position: usize) -> Vec<String> {
        let var = Var::from_index(position);
        vec![model.var_name(var).to_string()]
    }

    /// The value of a position in JSON; by default the number.
    fn value_json(&self, position: usize, value: i32) -> Value {
        let _ = position;
        Value::from(value)
    }

    /// The value of a position as a small mark in a drawing; by default as in a sentence.
    fn value_mark(&self, position: usize, value: i32) -> String {
        self.value_word(position, value)
    }

    /// The value of a position in a sentence; by default as in JSON.
    fn value_word(&self, position: usize, value: i32) -> String {
        match self.value_json(position, value) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }
}

/// The flag that poses a puzzle in one of its [`Puzzle::encodings`].
pub const ENCODING: &str = "encoding";

/// A way to put a puzzle to an engine, other than as it is posed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEncoding {
    /// Its name on the command line, without commas.
    pub name: String,
    /// The engine that takes it, if it is not for all of them.
    pub engine: Option<EngineId>,
    /// What a reader of a comparison should know about it; may be empty.
    pub note: &'static str,
}

/// A formula in conjunctive normal form that is not made from the puzzle's model.
pub struct OwnFormula<'a> {
    /// What its variables mean, from 1 on.
    pub names: Vec<String>,
    /// Its clauses, literals as in DIMACS.
    pub clauses: Vec<Vec<i32>>,
    /// Makes a solution of an assignment, given by which variables are true.
    pub read: ReadAssignment<'a>,
}

impl OwnFormula<'_> {
    /// Writes the formula as a DIMACS file, its variables named in comments.
    pub fn write_dimacs(&self, out: &mut dyn Write) -> io::Result<()> {
        for (number, name) in (1..).zip(&self.names) {
            writeln!(out, "c {number} {name}")?;
        }
        writeln!(out, "p cnf {} {}", self.names.len(), self.clauses.len())?;
        for clause in &self.clauses {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }
}

/// How an assignment is read.
pub type ReadAssignment<'a> =
    Box<dyn Fn(&dyn Fn(i32) -> bool) -> Result<Solution, PuzzleError> + 'a>;

/// What is known of a puzzle when it is drawn: values, accents and notes by position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    values: Vec<Option<i32>>,
    accents: Vec<Accent>,
    notes: BTreeMap<usize, String>,
    coordinates: bool,
}

impl View {
    /// Nothing but what the puzzle gives.
    pub fn blank() -> View {
        View::default()
    }

    /// A whole solution.
    pub fn solution(solution: &Solution) -> View {
        View::partial(solution.0.iter().map(|&value| Some(value)).collect())
    }

    /// Some values.
    pub fn partial(values: Vec<Option<i32>>) -> View {
        View {
            values,
            ..View::default()
        }
    }

    /// The same with rows and columns named at the edges, as places are named in sentences.
    pub fn with_coordinates(mut self) -> View {
        self.coordinates = true;
        self
    }

    /// Names the rows and columns of a board at its edges where these are free, if that is wanted.
    pub fn name_edges(&self, grid: &mut Grid) {
        if self.coordinates && grid.row_labels.is_empty() && grid.col_labels.is_empty() {
            grid.row_labels = (1..=grid.rows()).map(|row| format!("r{row}")).collect();
            grid.col_labels = (1..=grid.cols()).map(|col| format!("c{col}")).collect();
        }
    }

    /// Writes something small at a position.
    pub fn annotate(&mut self, position: usize, note: impl Into<String>) {
        self.notes.insert(position, note.into());
    }

    /// What is written small at a position, if anything.
    pub fn note(&self, position: usize) -> Option<&str> {
        self.notes.get(&position).map(String::as_str)
    }

    /// Gives a position an accent.
    pub fn accentuate(&mut self, position: usize, accent: Accent) {
        if self.accents.len() <= position {
            self.accents.resize(position + 1, Accent::None);
        }
        self.accents[position] = accent;
    }

    /// The value of a position, if it is known.
    pub fn value(&self, position: usize) -> Option<i32> {
        self.values.get(position).copied().flatten()
    }

    /// All values, if every one of the first `length` positions is known.
    pub fn complete(&self, length: usize) -> Option<Vec<i32>> {
        (0..length).map(|position| self.value(position)).collect()
    }

    /// The accent of a position.
    pub fn accent(&self, position: usize) -> Accent {
        self.accents.get(position).copied().unwrap_or_default()
    }
}
