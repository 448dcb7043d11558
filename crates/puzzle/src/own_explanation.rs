//! Explanations that a puzzle gives in its own way, where people have a better one than a chain of deductions.

use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use tantalizer_draw::Drawing;
use tantalizer_model::{Limit, Solution, Status, Var};

/// An explanation that a puzzle gives in its own way.
#[derive(Clone, Debug)]
pub struct OwnExplanation {
    /// The solutions that it leads to; they are judged before it is shown.
    pub solutions: Vec<Solution>,
    /// As text for people.
    pub text: String,
    /// What is printed below the text.
    pub below: Option<Drawing>,
    /// The fields of the JSON object, beside the puzzle's name.
    pub json: Map<String, Value>,
    /// As a picture.
    pub drawing: Drawing,
    /// What ended it early.
    pub stopped_by: Option<Limit>,
}

/// What a person would see next, as a puzzle tells it in its own way.
#[derive(Clone, Debug)]
pub struct OwnHint {
    /// In sentences.
    pub sentences: Vec<String>,
    /// What follows; nothing if the hint only says where to look.
    pub sets: Vec<(Var, i32)>,
    /// A solution that has it, and what is filled in; it is judged before the hint is shown.
    pub solution: Solution,
}

/// A sentence of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// How many suppositions it stands under.
    pub under: usize,
    /// What it says.
    pub text: String,
}

impl OwnExplanation {
    /// An explanation in sentences that are numbered, what stands under a supposition further to the right.
    pub fn in_sentences(
        status: Status,
        solutions: Vec<Solution>,
        sentences: &[Sentence],
        drawing: Drawing,
    ) -> OwnExplanation {
        let mut text = String::new();
        for (Sentence { under, text: said }, number) in sentences.iter().zip(1..) {
            let _ = writeln!(text, "{:indent$}{number}. {said}", "", indent = 3 * under);
        }
        let steps = sentences
            .iter()
            .map(|sentence| json!({ "sentence": sentence.text, "under": sentence.under }));
        let mut json = Map::new();
        json.insert("status".into(), status.name().into());
        json.insert("steps".into(), steps.collect());
        OwnExplanation {
            solutions,
            text,
            below: None,
            json,
            drawing,
            stopped_by: None,
        }
    }
}
