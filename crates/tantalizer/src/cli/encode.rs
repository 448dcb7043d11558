//! `tantalizer encode`: the model for other solvers, and their solutions back.

use super::common::{self, standard_output};
use super::input::Beside;
use super::outcome::{Failure, Outcome, print_failure};
use super::{clock, input, json};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::str::FromStr;
use tantalizer::ask::{Inquiry, Judge};
use tantalizer::minizinc::write_flatzinc;
use tantalizer::model::{Question, Request, Solution};
use tantalizer::puzzle::{About, OwnFormula, Puzzle, PuzzleError, View};
use tantalizer::sat::{
    EncodeOptions, Encoding, Foreign, ForeignError, encode, read_assignment, read_solution,
    write_dimacs, write_opb,
};

/// The arguments of `encode`.
#[derive(Args, Debug)]
struct Encode {
    /// A puzzle file (.toml or .json), a model (.mzn or .fzn), a link (puzz.link, Penpa, bucas), or - for a puzzle on standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Data files (.dzn or .json) of a .mzn model
    #[arg(value_name = "DATA")]
    data: Vec<PathBuf>,

    #[command(flatten)]
    beside: Beside,

    /// The form: DIMACS for SAT solvers, OPB for pseudo-Boolean ones, FlatZinc for solvers of MiniZinc, the model as certificates state it, data (dzn) for the MiniZinc model of a kind, a link to where others solve it, for grids of digits one to Penpa, or for edge matching a list of pieces
    #[arg(long, value_name = "FORM", value_parser = ["dimacs", "opb", "flatzinc", "model", "dzn", "link", "penpa", "e2pieces"])]
    to: String,

    /// How integer variables become literals
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = encodings())]
    integers: Encoding,

    /// Instead of writing, read what a SAT solver printed for this very file, and show the solution
    #[arg(long, value_name = "OUTPUT")]
    read: Option<PathBuf>,

    /// Memory that the formula may take in a solver, by estimate
    #[arg(long, value_name = "MB")]
    memory_limit: Option<u64>,

    /// With --read, print the solution as JSON
    #[arg(long, requires = "read")]
    json: bool,
}

pub fn command() -> Command {
    let command = common::with_arguments::<Encode>(
        Command::new("encode").about("The model for other solvers"),
    );
    common::with_puzzle_flags_if(command, |flag| flag.about != About::Answering)
}

fn encodings() -> impl TypedValueParser<Value = Encoding> {
    let names = Encoding::ALL.map(Encoding::name);
    PossibleValuesParser::new(names).try_map(|name| Encoding::from_str(&name))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Encode::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let request = Request::new(Question::Best).with_limits(clock::limits(None, None));
    let flags = common::puzzle_flags(matches);
    let beside = Beside {
        data: arguments.data.clone(),
        flags: flags.clone(),
        ..arguments.beside.clone()
    };
    let puzzle = input::open(&arguments.file, &beside, &request.limits)?;
    common::refuse_foreign_flags(puzzle.name(), &flags)?;
    if arguments.to == "link" {
        arguments.refuse_read()?;
        common::print(&(puzzle.link()? + "\n"))?;
        return Ok(Outcome::Answered);
    }
    let own_forms = [
        ("e2pieces", "lists of pieces"),
        ("penpa", "grids of digits"),
        ("dzn", "data for a model"),
    ];
    if let Some((form, what)) = own_forms.iter().find(|form| form.0 == arguments.to) {
        arguments.refuse_read()?;
        let name = puzzle.name();
        let none = || PuzzleError::Form(format!("puzzles of the kind {name} are no {what}"));
        common::print(&puzzle.written_as(form)?.ok_or_else(none)?)?;
        return Ok(Outcome::Answered);
    }
    if let Some(formula) = puzzle.formula(&flags)? {
        let judge = Judge::new(&puzzle.pose(&flags)?.problem);
        return arguments.own_formula(&*puzzle, &formula, &judge);
    }
    let mut inquiry = Inquiry::new(puzzle.pose(&flags)?);
    let model = inquiry.stated_model(&request).map_err(PuzzleError::from)?;
    let Some(model) = model else {
        return Ok(Outcome::unanswered("the model was not found"));
    };
    if arguments.to == "flatzinc" {
        arguments.refuse_read()?;
        let text = write_flatzinc(&model, &request.limits)
            .map_err(|error| PuzzleError::Form(error.to_string()))?;
        common::print(&text)?;
        return Ok(Outcome::Answered);
    }
    if arguments.to == "model" {
        common::print(&model.to_text())?;
        return Ok(Outcome::Answered);
    }
    let as_opb = arguments.to == "opb";
    let encoding = match arguments.integers {
        // The objective needs a literal for each of its values.
        Encoding::Auto if as_opb && model.objective().is_some() => Encoding::Both,
        encoding => encoding,
    };
    let options = EncodeOptions {
        encoding,
        memory: arguments
            .memory_limit
            .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        ..EncodeOptions::default()
    };
    let encoded = match encode(&model, &options) {
        Ok(encoded) => encoded,
        Err(refused) => {
            eprintln!("tantalizer: not encoded: {refused}");
            return Ok(Outcome::Unanswered);
        }
    };
    if as_opb {
        arguments.refuse_read()?;
        let mut out = BufWriter::new(std::io::stdout().lock());
        let written = write_opb(&model, &encoded, &mut out).map_err(print_failure)?;
        out.flush().map_err(print_failure)?;
        return if written {
            Ok(Outcome::Answered)
        } else {
            let message = "the objective needs a literal for each of its values: expected --integers auto, direct or both";
            Err(Failure::Usage(message.into()))
        };
    }
    let Some(path) = &arguments.read else {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let written = write_dimacs(&model, &encoded, &mut out);
        written.and_then(|()| out.flush()).map_err(print_failure)?;
        return Ok(Outcome::Answered);
    };
    let named = |reason: String| Failure::Usage(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let found = read_solution(&model, &encoded, &text).map_err(|error| named(error.to_string()))?;
    let found = match found {
        // A way is the moves of a solution of its model.
        Foreign::Solution(solution) if inquiry.problem().model().is_none() => {
            let moves = solution.project(&model.answer());
            Foreign::Solution(Solution(moves))
        }
        found => found,
    };
    show(&*puzzle, &found, arguments.json)?;
    Ok(Outcome::Answered)
}

impl Encode {
    /// Refuses a solver's output where no formula is written.
    fn refuse_read(&self) -> Result<(), Failure> {
        if self.read.is_some() {
            let message = "--read understands the output of SAT solvers only";
            return Err(Failure::Usage(message.into()));
        }
        Ok(())
    }

    /// A formula that is not made from the model: written, or a solver's answer to it read.
    fn own_formula(
        &self,
        puzzle: &dyn Puzzle,
        formula: &OwnFormula,
        judge: &Judge,
    ) -> Result<Outcome, Failure> {
        if self.to != "dimacs" {
            let reason = format!(
                "these flags ask for a formula; expected --to dimacs, not {}",
                self.to
            );
            return Err(Failure::Usage(reason));
        }
        let Some(path) = &self.read else {
            let mut out = BufWriter::new(std::io::stdout().lock());
            let written = formula.write_dimacs(&mut out);
            written.and_then(|()| out.flush()).map_err(print_failure)?;
            return Ok(Outcome::Answered);
        };
        let named = |reason: String| Failure::Usage(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
        let values = read_assignment(formula.names.len(), &text);
        let found = match values.map_err(|error| named(error.to_string()))? {
            None => Foreign::Unsatisfiable,
            Some(values) => {
                let holds =
                    |literal: i32| values[literal.unsigned_abs() as usize - 1] == (literal > 0);
                let satisfied = |clause: &Vec<i32>| clause.iter().any(|&literal| holds(literal));
                if !formula.clauses.iter().all(satisfied) {
                    return Err(named(ForeignError::NotSatisfying.to_string()));
                }
                let solution = (formula.read)(&holds)?;
                if let Some(violation) = judge.refuses(&solution) {
                    return Err(named(violation));
                }
                Foreign::Solution(solution)
            }
        };
        show(puzzle, &found, self.json)?;
        Ok(Outcome::Answered)
    }
}

fn show(puzzle: &dyn Puzzle, found: &Foreign, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return match found {
            Foreign::Solution(solution) => json::print(&puzzle.solution_json(solution, None)),
            Foreign::Unsatisfiable => json::print(&serde_json::Value::Null),
        };
    }
    let text = match found {
        Foreign::Solution(solution) => {
            let drawing = puzzle.draw(&View::solution(solution));
            drawing.to_text(standard_output())
        }
        Foreign::Unsatisfiable => "No solution.\n".to_string(),
    };
    common::print(&text)
}
