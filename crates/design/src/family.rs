//! What a family of instances has to say of itself.

use serde_json::Value;
use tantalizer_model::{Model, ModelError};

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
