//! A chain of deductions as JSON.

use super::Steps;
use serde::Serialize;
use serde_json::{Map, Value};
use tantalizer_explain::{Technique, Told};
use tantalizer_model::{Status, Var};

/// The object of `explain --json`.
#[derive(Serialize)]
pub struct ExplainObject<'a> {
    puzzle: &'a str,
    status: &'a str,
    /// Whether everything that follows is told.
    complete: bool,
    difficulty: Option<&'a str>,
    /// How often each technique that people have a name for was needed.
    techniques: Map<String, Value>,
    steps: Vec<StepObject>,
    /// What a hint says.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(flatten)]
    clash: Clash,
    /// All of them, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    clashes: Option<Vec<Clash>>,
    differ: Vec<String>,
}

impl<'a> ExplainObject<'a> {
    /// That nothing is known.
    pub(super) fn nothing(puzzle: &'a str) -> ExplainObject<'a> {
        ExplainObject {
            puzzle,
            status: Status::Unknown.name(),
            complete: false,
            difficulty: None,
            techniques: Map::new(),
            steps: Vec::new(),
            hint: None,
            clash: Clash::default(),
            clashes: None,
            differ: Vec::new(),
        }
    }
}

/// What clashes, by name.
#[derive(Serialize, Default)]
pub(super) struct Clash {
    /// The clues, and what is filled in and clashes with them.
    #[serde(rename = "clash")]
    pub(super) clues: Vec<String>,
    /// The rules that these clash with.
    #[serde(rename = "clash_with")]
    pub(super) rules: Vec<String>,
}

/// One deduction in JSON.
#[derive(Serialize)]
pub struct StepObject {
    sets: Map<String, Value>,
    removes: Map<String, Value>,
    because: Vec<String>,
    /// The known values that are used, by place.
    known: Map<String, Value>,
    /// The places that the constraints of the step speak of.
    places: Vec<String>,
    size: usize,
    smallest: bool,
    /// What people call it.
    technique: Option<&'static str>,
    /// What leads to it, one sentence a link.
    chain: Vec<String>,
    sentence: String,
}

impl Steps<'_> {
    /// The JSON object.
    pub fn object(&self) -> ExplainObject<'_> {
        let json_value = |var: Var, value: i32| self.puzzle.value_json(var.index(), value);
        let values = |pairs: &[(Var, i32)]| {
            let named = |&(var, value): &(Var, i32)| (self.place(var), json_value(var, value));
            pairs.iter().map(named).collect()
        };
        let step = |step: &Told| StepObject {
            sets: values(&step.sets),
            removes: step
                .removes
                .iter()
                .map(|(var, values)| {
                    let values = values.iter().map(|&value| json_value(*var, value));
                    (self.place(*var), Value::Array(values.collect()))
                })
                .collect(),
            because: self.names(&step.because()),
            known: values(&step.known()),
            places: self.places(step),
            size: step.size,
            smallest: step.smallest,
            technique: step.technique.map(Technique::name),
            chain: self.worded(|words| words.links(step)),
            sentence: self.sentence(step),
        };
        ExplainObject {
            puzzle: self.puzzle.name(),
            status: self.explanation.status.name(),
            complete: self.explanation.stopped_by.is_none(),
            difficulty: self.explanation.difficulty.map(|level| level.name()),
            techniques: self
                .techniques()
                .into_iter()
                .map(|(name, times)| (name.to_string(), times.into()))
                .collect(),
            steps: self.explanation.told.iter().map(step).collect(),
            hint: self.hint(),
            clash: self.clashes().next().unwrap_or_default(),
            clashes: self.every_clash.then(|| self.clashes().collect()),
            differ: self.differ(),
        }
    }
}
