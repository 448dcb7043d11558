//! The solution, one deduction after another, with the names of its puzzle; or in the puzzle's own way.

mod json;
mod moves;
mod own;
mod picture;
mod steps;

pub use json::{ExplainObject, StepObject};
pub use steps::Steps;

use crate::{OwnExplanation, Puzzle, PuzzleError};
use moves::by_moves;
use own::{own_explanation, own_hint};
use serde_json::{Map, Value};
use std::fmt::Write as _;
use tantalizer_ask::Inquiry;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_explain::{Clashing, ExplainError, Explanation, Guide, Hint, Options};
use tantalizer_model::{Limit, Model, Request, Status, Var};

/// An explanation of either kind.
pub enum Explained<'a> {
    /// In the puzzle's own way.
    Own(Box<OwnExplanation>),
    /// As a chain of deductions.
    Steps(Box<Steps<'a>>),
    /// Stopped before there was anything to explain.
    Nothing(Limit),
}

/// What is wanted of an explanation.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The next step only.
    pub hint: bool,
    /// What is filled in so far, right or wrong.
    pub entries: Vec<(Var, i32)>,
    /// Everything that clashes, where there is no solution, and not only the first.
    pub every_clash: bool,
}

/// Explains a puzzle, in its own way if it has one.
pub fn explain<'a>(
    puzzle: &'a dyn Puzzle,
    inquiry: &mut Inquiry,
    request: &Request,
    asked: &Asked,
) -> Result<Explained<'a>, PuzzleError> {
    if inquiry.problem().model().is_none() {
        return by_moves(puzzle, inquiry, request, asked.hint);
    }
    let own = if asked.every_clash {
        None
    } else if asked.hint {
        own_hint(puzzle, inquiry, request, &asked.entries)?
    } else if asked.entries.is_empty() {
        own_explanation(puzzle, inquiry, request)?
    } else {
        None
    };
    if let Some(own) = own {
        return Ok(Explained::Own(Box::new(own)));
    }
    let Some(model) = inquiry.model(request)? else {
        let limit = request.limits.expired().unwrap_or(Limit::Time);
        return Ok(Explained::Nothing(limit));
    };
    let options = Options {
        limits: request.limits.clone(),
        every_clash: asked.every_clash,
        ..Options::default()
    };
    let mut guide = match Guide::new(&model, &options) {
        Ok(guide) => guide,
        Err(ExplainError::Stopped(limit)) => return Ok(Explained::Nothing(limit)),
        Err(ExplainError::TooLarge(what)) => {
            let stopped = request.limits.expired();
            let limit = stopped.unwrap_or(Limit::Unsupported(what));
            return Ok(Explained::Nothing(limit));
        }
    };
    let mut hint = None;
    let explanation = if asked.hint {
        match guide.hint(&asked.entries, &options) {
            Ok(found) => {
                let explanation = hinted(&model, &asked.entries, &found);
                hint = Some(found);
                explanation
            }
            Err(limit) => return Ok(Explained::Nothing(limit)),
        }
    } else {
        guide.explain(&asked.entries, &options)
    };
    drop(guide);
    Ok(Explained::Steps(Box::new(Steps {
        puzzle,
        model,
        explanation,
        hint,
        every_clash: asked.every_clash,
    })))
}

/// An explanation that is no more than a hint.
fn hinted(model: &Model, entries: &[(Var, i32)], hint: &Hint) -> Explanation {
    let mut explanation = Explanation {
        given: [&tantalizer_explain::given(model)[..], entries].concat(),
        ..Explanation::default()
    };
    match hint {
        Hint::Next(told) => {
            explanation.status = Status::Satisfiable;
            explanation.told.push((**told).clone());
        }
        Hint::Solved => explanation.status = Status::Satisfiable,
        Hint::Several(differ) => {
            explanation.status = Status::Satisfiable;
            explanation.differ = differ.clone();
        }
        Hint::Wrong(wrong) => {
            explanation.status = Status::Unsatisfiable;
            explanation.clashes.push(Clashing {
                clues: Vec::new(),
                entries: wrong.entries.clone(),
                rules: wrong.because.clone(),
            });
        }
        Hint::Hopeless(clashing) => {
            explanation.status = Status::Unsatisfiable;
            explanation.clashes.push(clashing.clone());
        }
    }
    explanation
}

impl Explained<'_> {
    /// The JSON object.
    pub fn object(&self, puzzle: &dyn Puzzle) -> Result<Value, serde_json::Error> {
        match self {
            Explained::Steps(steps) => serde_json::to_value(steps.object()),
            Explained::Own(own) => {
                let mut object = Map::new();
                object.insert("puzzle".into(), puzzle.name().into());
                for (name, value) in &own.json {
                    object.insert(name.clone(), value.clone());
                    if name == "status" {
                        object.insert("complete".into(), own.stopped_by.is_none().into());
                    }
                }
                Ok(Value::Object(object))
            }
            Explained::Nothing(_) => serde_json::to_value(ExplainObject::nothing(puzzle.name())),
        }
    }

    /// As a picture.
    pub fn picture(&self) -> Drawing {
        match self {
            Explained::Own(own) => own.drawing.clone(),
            Explained::Steps(steps) => steps.picture(),
            Explained::Nothing(limit) => Drawing::Label(unfinished(Status::Unknown, limit)),
        }
    }

    /// As text for people.
    pub fn text(&self, style: TextStyle) -> String {
        match self {
            Explained::Own(own) => {
                let mut text = own.text.clone();
                if let Some(below) = &own.below {
                    text.push('\n');
                    text.push_str(&below.to_text(style));
                }
                if let Some(limit) = &own.stopped_by {
                    let _ = writeln!(text, "\nNot finished: {limit}.");
                }
                text
            }
            Explained::Steps(steps) => steps.text(style),
            Explained::Nothing(limit) => unfinished(Status::Unknown, limit) + "\n",
        }
    }

    /// Whether nothing at all was found out.
    pub fn is_empty(&self) -> bool {
        match self {
            Explained::Own(_) => false,
            Explained::Nothing(_) => true,
            Explained::Steps(steps) => {
                steps.explanation.status == Status::Unknown || steps.explanation.told.is_empty()
            }
        }
    }

    /// What stopped the work early.
    pub fn stopped_by(&self) -> Option<&Limit> {
        match self {
            Explained::Own(own) => own.stopped_by.as_ref(),
            Explained::Nothing(limit) => Some(limit),
            Explained::Steps(steps) => steps.explanation.stopped_by.as_ref(),
        }
    }
}

/// What is said of an explanation that ended early.
fn unfinished(status: Status, limit: &Limit) -> String {
    let open = match status {
        Status::Unknown => "it is not known whether there is a solution",
        _ => "more may follow from the clues",
    };
    format!("Not finished: {limit}; {open}.")
}
