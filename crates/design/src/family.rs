//! What a family of instances has to say of itself.

use serde_json::Value;
use tantalizer_model::{Model, ModelEngine, ModelError, Question, Request, Silent};

use crate::{Choices, Relabelling};

/// A family of instances with questions about each.
pub trait Family: Sync {
    /// Everything that distinguishes this family from others, as it is written into stored surveys. Equal
    /// parameters mean equal results.
    fn parameters(&self) -> Value;

    /// The free choices.
    fn choices(&self) -> Choices;

    /// All elements of a group of symmetries, the identity among them. Symmetric instances must be equally admitted and
    /// have equal counts.
    fn symmetries(&self) -> Vec<Relabelling>;

    /// The names of the questions that are asked of each instance.
    fn questions(&self) -> Vec<String>;

    /// The names of the ways in which solutions are counted.
    fn conventions(&self) -> Vec<String> {
        vec!["solutions".to_string()]
    }

    /// Whether the choices make an instance at all. A family that refuses some overrides [`Family::instance_count`] too.
    fn admits(&self, instance: &[u32]) -> bool {
        let _ = instance;
        true
    }

    /// How many instances there are, symmetric ones counted each, if that is known without looking at them.
    /// A finished survey is held against it.
    fn instance_count(&self) -> Option<u128> {
        self.choices().count()
    }

    /// The model whose number of solutions is the count: the definition that a [`Counter`] is held against.
    fn model(
        &self,
        instance: &[u32],
        convention: usize,
        question: usize,
    ) -> Result<Model, ModelError>;

    /// A counter of this family.
    fn counter(&self) -> Box<dyn Counter + '_>;

    /// An option of a slot in words a stranger understands, for certificates.
    fn option(&self, slot: usize, option: u32) -> Value;
}

/// Counts the solutions of instances that are built choice by choice.
pub trait Counter {
    /// The next choice.
    fn push(&mut self, option: u32);

    /// Takes the last choice back.
    fn pop(&mut self);

    /// The counts of the finished instance: for each convention, one number a question.
    fn counts(&mut self, counts: &mut [u64]);
}

/// The plain counter: it asks an engine how many solutions each model has.
pub struct Asking<'a, F: ?Sized> {
    family: &'a F,
    engine: &'a dyn ModelEngine,
    instance: Vec<u32>,
}

impl<'a, F: Family + ?Sized> Asking<'a, F> {
    /// Asks this engine.
    pub fn new(family: &'a F, engine: &'a dyn ModelEngine) -> Self {
        Asking {
            family,
            engine,
            instance: Vec::new(),
        }
    }
}

impl<F: Family + ?Sized> Counter for Asking<'_, F> {
    fn push(&mut self, option: u32) {
        self.instance.push(option);
    }

    fn pop(&mut self) {
        self.instance.pop();
    }

    /// # Panics
    ///
    /// If the family's model is refused, or the engine stops without being asked to.
    fn counts(&mut self, counts: &mut [u64]) {
        let questions = self.family.questions().len();
        for (i, count) in counts.iter_mut().enumerate() {
            let model = self
                .family
                .model(&self.instance, i / questions, i % questions)
                .expect("the family's own models are sound");
            let answer =
                self.engine
                    .answer_model(&model, &Request::new(Question::Count), &mut Silent);
            assert!(answer.complete, "without limits, an engine finishes");
            *count = u64::try_from(&answer.count).expect("counts of designs fit into 64 bits");
        }
    }
}
