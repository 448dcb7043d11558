//! A FlatZinc model as a puzzle, so that every command that takes a puzzle takes a model.
//!
//! A solution is the values of the boards, or of the output variables where there are none.

mod data;
mod description;
mod told;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tantalizer_ask::Posed;
use tantalizer_design::redundant;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::constraints::Member;
use tantalizer_model::{ConstraintId, Domain, Limits, Model, Problem, Solution, Var};
use tantalizer_puzzle::{Flags, Printer, Puzzle, PuzzleError, View};

use crate::annotations::{Board, Looks};
use crate::kind::ModelKind;
use crate::kind::link::{self, Sheet};
use crate::lower::builtins::INTRODUCED;
use crate::output::{Entry, EntryTerm, Output, size, solution_json};
use crate::syntax::Place;
use crate::words::{self, Said, Words};
use crate::{FlatModel, FlatZincError, boards, read_model, symmetries};

/// The name of this kind of puzzle.
pub const NAME: &str = "minizinc";

/// A model that came as FlatZinc, perhaps with clues.
#[derive(Clone, Debug)]
pub struct FlatPuzzle {
    name: String,
    /// Whether its kind comes with the program.
    comes_along: bool,
    statement: Option<Value>,
    /// The parameters of its kind, in plain numbers.
    parameters: Map<String, Value>,
    source: Source,
    flat: FlatModel,
    /// What people call a variable: where it stands in the output.
    places: HashMap<Var, Vec<String>>,
    /// The board that a variable stands on.
    board_of: HashMap<Var, usize>,
    clues: Vec<Clue>,
    given: HashMap<Var, i32>,
    /// The parameters that its hints are, in an open form.
    told: Map<String, Value>,
    words: Option<Arc<Words>>,
}

/// Where a model comes from.
#[derive(Clone, Debug)]
enum Source {
    /// The text of a FlatZinc file.
    FlatZinc(String),
    /// A program that made the model.
    Program,
}

/// A variable that the instance fixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clue {
    /// The variable.
    pub var: Var,
    /// Its value.
    pub value: i32,
}

impl FlatPuzzle {
    /// Reads a FlatZinc file.
    pub fn read(source: String, limits: &Limits) -> Result<FlatPuzzle, FlatZincError> {
        let flat = read_model(&source, limits)?;
        Ok(FlatPuzzle::new(flat, Source::FlatZinc(source)))
    }

    /// A model that a program made, with what is told of its solutions and how it looks.
    pub fn of_model(flat: FlatModel) -> FlatPuzzle {
        FlatPuzzle::new(flat, Source::Program)
    }

    fn new(flat: FlatModel, source: Source) -> FlatPuzzle {
        let boards = &flat.looks.boards;
        let mut places: HashMap<Var, Vec<String>> = HashMap::new();
        let mut board_of = HashMap::new();
        let board_named = |name: &str| boards.iter().position(|board| board.array.name == name);
        let mut outputs: Vec<(Option<usize>, &Output)> = flat
            .output
            .iter()
            .map(|output| (board_named(&output.name), output))
            .collect();
        // What people fill in is known by its place there alone, and what stands on another board by that.
        let is_filled_in = |board: &usize| boards[*board].is_filled_in();
        outputs
            .sort_by_key(|(board, _)| (board.is_none(), !board.as_ref().is_some_and(is_filled_in)));
        for (board, output) in outputs {
            for (at, entry) in output.entries.iter().enumerate() {
                let EntryTerm::Variable(var) = entry.term else {
                    continue;
                };
                let filled_in = board.as_ref().is_some_and(is_filled_in);
                if !filled_in && board_of.contains_key(&var) {
                    continue;
                }
                let place = match board {
                    Some(board) => place_on(&flat.looks, &boards[board], at),
                    None => place(output, at),
                };
                places.entry(var).or_default().push(place);
                if let Some(board) = board {
                    board_of.entry(var).or_insert(board);
                }
            }
        }
        FlatPuzzle {
            name: NAME.into(),
            comes_along: true,
            statement: None,
            parameters: Map::new(),
            source,
            flat,
            places,
            board_of,
            clues: Vec::new(),
            given: HashMap::new(),
            told: Map::new(),
            words: None,
        }
    }

    /// Reads what [`Puzzle::to_json`] wrote of a model that is of no kind.
    pub fn from_statement(
        statement: &Value,
        limits: &Limits,
    ) -> Option<Result<FlatPuzzle, FlatZincError>> {
        let text = |key: &str| statement.get(key).and_then(Value::as_str);
        let puzzle = match (text("flatzinc"), text("model")) {
            (Some(source), _) => FlatPuzzle::read(source.to_string(), limits),
            (None, Some(model)) => of_text(model),
            (None, None) => return None,
        };
        let clues = statement.get("clues").and_then(Value::as_array);
        let clue = |clue: &Value| {
            let number = |at: usize| clue.get(at).and_then(Value::as_i64);
            Some(Clue {
                var: Var::from_index(usize::try_from(number(0)?).ok()?),
                value: i32::try_from(number(1)?).ok()?,
            })
        };
        let clues: Vec<Clue> = clues
            .into_iter()
            .flatten()
            .map(clue)
            .collect::<Option<_>>()?;
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return Some(Err(error)),
        };
        let puzzle = match statement.get("told").and_then(Value::as_object) {
            Some(told) => puzzle.told(told)?,
            None => puzzle,
        };
        let known = |clue: &Clue| clue.var.index() < puzzle.flat.model.var_count();
        let all_known = clues.iter().all(known);
        all_known.then(|| Ok(puzzle.with_clues(clues)))
    }

    /// The same puzzle with clues: constraints on single variables, each with its name.
    pub fn with_clues(mut self, clues: Vec<Clue>) -> FlatPuzzle {
        let names: Vec<String> = clues.iter().map(|clue| self.clue_name(clue)).collect();
        let model = Arc::make_mut(&mut self.flat.model);
        for (clue, name) in clues.iter().zip(names) {
            let posted = model.post(Member {
                x: clue.var,
                values: Domain::single(clue.value),
            });
            match posted {
                Ok(id) => model.name_constraint(id, name),
                // A value that the variable never has leaves nothing.
                Err(_) => model.set_domain(clue.var, Domain::empty()),
            }
            self.given.insert(clue.var, clue.value);
        }
        for group in symmetries::groups(model, &self.flat.looks, &self.given) {
            // What is made here moves the positions of the answer, so it is never refused.
            let declared = model.declare_symmetry(group);
            debug_assert!(declared.is_ok(), "{declared:?}");
        }
        self.clues = clues;
        self
    }

    /// The same puzzle, which speaks of its solutions in its own words.
    pub(crate) fn with_words(mut self, words: Words) -> FlatPuzzle {
        self.words = Some(Arc::new(words));
        self
    }

    /// The same puzzle as one of a kind, with its puzzle file in JSON and its parameters in plain numbers.
    pub fn of_kind(
        mut self,
        kind: &ModelKind,
        statement: Value,
        parameters: Map<String, Value>,
    ) -> FlatPuzzle {
        self.name = kind.name.clone();
        self.comes_along = kind.comes_along();
        self.statement = Some(statement);
        self.parameters = parameters;
        self
    }

    /// The model and its output.
    pub fn flat(&self) -> &FlatModel {
        &self.flat
    }

    /// What the instance fixes.
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// What is read without its kind.
    fn by_itself(&self) -> Value {
        let mut statement = match &self.source {
            Source::FlatZinc(source) => json!({ "puzzle": NAME, "flatzinc": source }),
            // Its clues are constraints like the others.
            Source::Program => {
                return json!({ "puzzle": NAME, "model": self.flat.model.to_text() });
            }
        };
        if !self.clues.is_empty() {
            let clues = self.clues.iter();
            let clues: Value = clues
                .map(|clue| json!([clue.var.index(), clue.value]))
                .collect();
            statement["clues"] = clues;
        }
        if !self.told.is_empty() {
            statement["told"] = self.told.clone().into();
        }
        statement
    }

    fn clue_name(&self, clue: &Clue) -> String {
        let place = self.places(&self.flat.model, clue.var.index()).join(", ");
        format!(
            "{place} = {}",
            self.value_word(clue.var.index(), clue.value)
        )
    }

    fn board(&self, position: usize) -> Option<&Board> {
        let board = self.board_of.get(&Var::from_index(position))?;
        self.flat.looks.boards.get(*board)
    }

    /// The puzzle file in plain numbers.
    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(self.parameters.clone());
        for board in &self.flat.looks.boards {
            let told = |entry: &Entry| match entry.term {
                EntryTerm::Variable(var) => self.given.get(&var).copied(),
                EntryTerm::Constant(_) | EntryTerm::Set(_) => None,
            };
            let told: Vec<Option<i32>> = board.array.entries.iter().map(told).collect();
            if told.iter().any(Option::is_some) {
                sheet.set(&board.array.name, told);
            }
        }
        sheet
    }

    fn said(&self, solution: &Solution) -> Option<Said> {
        self.words.as_ref()?.say(&self.flat.output, solution)
    }

    /// A solution in the words of the model: those of its `output`, or its variables by name.
    fn in_words(&self, solution: &Solution) -> Option<String> {
        let said = self.said(solution)?;
        if self.words.as_ref().is_some_and(|words| words.own) {
            return Some(said.text);
        }
        let line = |(name, value): (&String, &Value)| format!("{name} = {}\n", words::plain(value));
        Some(said.values.iter().map(line).collect())
    }

    fn text(&self, view: &View) -> String {
        if let Some(values) = view.complete(self.flat.model.var_count())
            && let Some(words) = self.in_words(&Solution(values))
        {
            return words;
        }
        let mut text = String::new();
        for output in &self.flat.output {
            write_output(output, view, &mut text);
        }
        text
    }
}

impl Puzzle for FlatPuzzle {
    fn name(&self) -> &str {
        &self.name
    }

    fn to_json(&self) -> Value {
        match &self.statement {
            Some(statement) => statement.clone(),
            None => self.by_itself(),
        }
    }

    fn stated(&self) -> Value {
        if self.comes_along {
            self.to_json()
        } else {
            self.by_itself()
        }
    }

    fn link(&self) -> Result<String, PuzzleError> {
        link::write(&self.name, &self.sheet()).map_err(PuzzleError::Form)
    }

    fn written_as(&self, form: &str) -> Result<Option<String>, PuzzleError> {
        if form == data::FORM {
            return Ok(self.data());
        }
        if form != link::penpa::FORM {
            return Ok(None);
        }
        let written = link::penpa::write(&self.name, &self.sheet());
        let written = written.map_err(PuzzleError::Form)?;
        Ok(Some(written + "\n"))
    }

    fn pose(&self, _: &Flags) -> Result<Posed, PuzzleError> {
        Ok(Posed::new(Problem::Model(Arc::clone(&self.flat.model))))
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
        let boards = &self.flat.looks.boards;
        if boards.is_empty() {
            let said = self.said(solution).map(|said| Value::Object(said.values));
            return said.unwrap_or_else(|| solution_json(&self.flat.output, solution));
        }
        let boards: Vec<Output> = boards.iter().map(|board| board.array.clone()).collect();
        solution_json(&boards, solution)
    }

    fn draw(&self, view: &View) -> Drawing {
        let drawing = boards::drawing(&self.flat.looks, view, &self.given);
        drawing.unwrap_or_else(|| Drawing::Label(self.text(view)))
    }

    fn printer(&self, style: TextStyle) -> Printer<'_> {
        Box::new(move |solution, out| {
            let view = View::solution(solution);
            let text = match boards::drawing(&self.flat.looks, &view, &self.given) {
                Some(drawing) => drawing.to_text(style),
                None => self.text(&view),
            };
            out.extend_from_slice(text.as_bytes());
        })
    }

    fn places(&self, model: &Model, position: usize) -> Vec<String> {
        let var = Var::from_index(position);
        match (self.places.get(&var), model.var_name(var)) {
            (Some(places), _) => places.clone(),
            // Nobody knows a variable that was introduced on the way.
            (None, name) if name.starts_with(INTRODUCED) && !self.board_of.is_empty() => Vec::new(),
            (None, name) => vec![name.to_string()],
        }
    }

    fn clues(&self, model: &Model) -> Vec<(ConstraintId, Var)> {
        let mut clues = redundant::clues(model);
        clues.retain(|(_, var)| self.given.contains_key(var));
        clues
    }

    fn value_word(&self, position: usize, value: i32) -> String {
        match self.board(position) {
            Some(board) => boards::word(board, value.into()),
            None => value.to_string(),
        }
    }
}

/// A model that a program made and wrote down: each variable of its answer is told by name.
fn of_text(text: &str) -> Result<FlatPuzzle, FlatZincError> {
    let model = Model::from_text(text)
        .map_err(|error| FlatZincError::wrong(&Place::Line(1), error.to_string()))?;
    let output = |var: Var| Output {
        name: model.var_name(var).to_string(),
        indices: None,
        entries: vec![Entry {
            term: EntryTerm::Variable(var),
            boolean: false,
        }],
    };
    Ok(FlatPuzzle::of_model(FlatModel {
        output: model.answer().into_iter().map(output).collect(),
        model: Arc::new(model),
        looks: Looks::default(),
    }))
}

/// What people call an entry of a board.
fn place_on(looks: &Looks, board: &Board, at: usize) -> String {
    boards::place(looks, board, at).unwrap_or_else(|| place(&board.array, at))
}

/// What an entry of the output is called: `x`, or `x[2,3]`.
fn place(output: &Output, at: usize) -> String {
    let Some(indices) = &output.indices else {
        return output.name.clone();
    };
    let mut rest = at;
    let mut index = Vec::new();
    for &range in indices.iter().rev() {
        let width = size(range).max(1);
        index.push((range.0 + (rest % width) as i64).to_string());
        rest /= width;
    }
    index.reverse();
    format!("{}[{}]", output.name, index.join(","))
}

/// Writes `x = 3`, or an array of two dimensions row by row; a value that is not known is `_`.
fn write_output(output: &Output, view: &View, text: &mut String) {
    let shown: Vec<String> = output
        .entries
        .iter()
        .map(|entry| {
            let value = match &entry.term {
                EntryTerm::Constant(value) => Some(*value),
                EntryTerm::Variable(var) => view.value(var.index()).map(i64::from),
                EntryTerm::Set(set) => return set.clone(),
            };
            match value {
                None => "_".into(),
                Some(value) if entry.boolean => (value == 1).to_string(),
                Some(value) => value.to_string(),
            }
        })
        .collect();
    let rows = match output.indices.as_deref() {
        None => {
            let _ = writeln!(text, "{} = {}", output.name, shown.join(", "));
            return;
        }
        Some([.., first, second]) if size(*first) > 1 => size(*second).max(1),
        Some(_) => {
            let _ = writeln!(text, "{} = [{}]", output.name, shown.join(", "));
            return;
        }
    };
    let width = shown.iter().map(String::len).max().unwrap_or(0);
    let _ = writeln!(text, "{} =", output.name);
    for row in shown.chunks(rows) {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
        let _ = writeln!(text, "  {}", row.join(" "));
    }
}
