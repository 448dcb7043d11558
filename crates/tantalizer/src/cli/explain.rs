//! `tantalizer explain`: the solution, one deduction after another, in sentences.

use super::common::{self, Common};
use super::json;
use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::path::PathBuf;
use tantalizer::draw::{Accent, Drawing, TextStyle};
use tantalizer::explain::{Explanation, Options, Step, explain, sentence};
use tantalizer::model::{Model, Question, Status, Var};
use tantalizer::puzzles::{OwnExplanation, Puzzle, PuzzleError, View};

/// The arguments of `explain`.
#[derive(Args, Debug)]
struct Explain {
    #[command(flatten)]
    common: Common,

    /// Draw the steps, or the explanation's tree, as an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The object of `--json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    status: &'a str,
    difficulty: Option<&'a str>,
    steps: Vec<StepObject>,
    clash: Vec<String>,
    differ: Vec<String>,
}

#[derive(Serialize)]
struct StepObject {
    sets: Map<String, Value>,
    removes: Map<String, Value>,
    because: Vec<String>,
    size: usize,
    smallest: bool,
    sentence: String,
}

pub fn command() -> Command {
    let command = Command::new("explain")
        .about("The solution, one deduction after another; or which clues clash");
    common::with_puzzle_flags(common::with_arguments::<Explain>(command))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Explain::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let flags = common::puzzle_flags(matches);
    let (puzzle, request) = arguments.common.open(Question::One, flags)?;
    if let Some(own) = puzzle.own_explanation(&request)? {
        return arguments.show_own(&*puzzle, own);
    }
    let model = puzzle.model()?;
    let options = Options {
        limits: request.limits.clone(),
        ..Options::default()
    };
    let explanation = explain(&model, &options)
        .map_err(|error| Failure::Puzzle(PuzzleError::Unfit(error.to_string())))?;
    let told = Told {
        puzzle: &*puzzle,
        model: &model,
        explanation: &explanation,
    };
    if let Some(path) = &arguments.svg {
        common::write_file(path, &told.picture().to_svg())?;
    }
    if arguments.common.how.json {
        json::print(&told.object())?;
    } else {
        common::print(&told.text(arguments.common.how.style()))?;
    }
    match &explanation.stopped_by {
        None => Ok(Outcome::Answered),
        Some(limit) => {
            eprintln!("tantalizer: not answered: {limit}");
            Ok(Outcome::Unanswered)
        }
    }
}

impl Explain {
    fn show_own(&self, puzzle: &dyn Puzzle, own: OwnExplanation) -> Result<Outcome, Failure> {
        if let Some(path) = &self.svg {
            common::write_file(path, &own.drawing.to_svg())?;
        }
        if self.common.how.json {
            let mut object = Map::new();
            object.insert("puzzle".into(), puzzle.name().into());
            object.extend(own.json);
            json::print(&object)?;
        } else {
            common::print(&own.text)?;
        }
        Ok(Outcome::Answered)
    }
}

/// An explanation with the names of its puzzle.
struct Told<'a> {
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
    explanation: &'a Explanation,
}

impl Told<'_> {
    fn place(&self, var: Var) -> String {
        self.puzzle.places(self.model, var.index()).join(", ")
    }

    fn value(&self, var: Var, value: i32) -> String {
        match self.puzzle.value_json(var.index(), value) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    fn sentence(&self, step: &Step) -> String {
        let place = |var| self.place(var);
        let value = |var, value| self.value(var, value);
        sentence(self.model, step, &place, &value)
    }

    fn clash(&self) -> Vec<String> {
        let clash = self.explanation.clash.iter();
        clash.map(|&id| self.model.constraint_name(id)).collect()
    }

    fn differ(&self) -> Vec<String> {
        let differ = self.explanation.differ.iter();
        differ.map(|&(var, ..)| self.place(var)).collect()
    }

    fn object(&self) -> Object<'_> {
        let json_value = |var: Var, value: i32| self.puzzle.value_json(var.index(), value);
        let step = |step: &Step| StepObject {
            sets: step
                .sets
                .iter()
                .map(|&(var, value)| (self.place(var), json_value(var, value)))
                .collect(),
            removes: step
                .removes
                .iter()
                .map(|(var, values)| {
                    let values = values.iter().map(|&value| json_value(*var, value));
                    (self.place(*var), Value::Array(values.collect()))
                })
                .collect(),
            because: step
                .because
                .iter()
                .map(|&id| self.model.constraint_name(id))
                .collect(),
            size: step.size,
            smallest: step.smallest,
            sentence: self.sentence(step),
        };
        Object {
            puzzle: self.puzzle.name(),
            status: self.explanation.status.name(),
            difficulty: self.explanation.difficulty().map(|level| level.name()),
            steps: self.explanation.steps.iter().map(step).collect(),
            clash: self.clash(),
            differ: self.differ(),
        }
    }

    fn text(&self, style: TextStyle) -> String {
        let explanation = self.explanation;
        let mut text = String::new();
        if explanation.status == Status::Unsatisfiable {
            let clash = self.clash();
            if clash.is_empty() {
                text.push_str("There is no solution, whatever the clues say.\n");
            } else {
                let _ = writeln!(text, "There is no solution. These clues clash:");
                for clue in clash {
                    let _ = writeln!(text, "  {clue}");
                }
            }
            return text;
        }
        for (number, step) in explanation.steps.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", number + 1, self.sentence(step));
        }
        text.push('\n');
        text.push_str(
            &self
                .puzzle
                .draw(&self.view_after(explanation.steps.len()))
                .to_text(style),
        );
        if let Some(level) = explanation.difficulty() {
            let _ = writeln!(text, "\nDifficulty: {}.", level.name());
        } else if !explanation.differ.is_empty() {
            let _ = writeln!(
                text,
                "\nNothing more is forced: there are several solutions. Two of them differ in {}.",
                self.differ().join(", ")
            );
        }
        text
    }

    /// What is known after so many steps.
    fn view_after(&self, steps: usize) -> View {
        let mut values = vec![None; self.model.var_count()];
        let known = self.explanation.steps[..steps].iter();
        let sets = known.flat_map(|step| &step.sets);
        for &(var, value) in self.explanation.given.iter().chain(sets) {
            values[var.index()] = Some(value);
        }
        View::partial(values)
    }

    /// The board after each step, with its sentence.
    fn picture(&self) -> Drawing {
        let mut parts = vec![self.puzzle.draw(&self.view_after(0))];
        for (number, step) in self.explanation.steps.iter().enumerate() {
            let mut view = self.view_after(number + 1);
            for &(var, _) in &step.sets {
                view.accentuate(var.index(), Accent::Focus);
            }
            for (var, _) in &step.removes {
                view.accentuate(var.index(), Accent::Focus);
            }
            parts.push(Drawing::Label(format!(
                "{}. {}",
                number + 1,
                self.sentence(step)
            )));
            parts.push(self.puzzle.draw(&view));
        }
        Drawing::down(parts)
    }
}
