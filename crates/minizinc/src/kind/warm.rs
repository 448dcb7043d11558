//! Models that stay flattened.
//!
//! Flattening takes longer than most answers. Clues are no part of a flattened model, so whoever answers many questions about a puzzle,
//! or about others with the same parameters, flattens once.

use std::sync::{Arc, Mutex, PoisonError};

use tantalizer_model::Limits;
use tantalizer_puzzle::Document;

use super::{BlankKind, KindError, ModelKind, statement};
use crate::{FlatPuzzle, Interface, Parameter};

/// So many are kept of either.
const MOST: usize = 64;

/// What is known of models: their parameters, and what they were flattened to.
#[derive(Default)]
pub struct Warm {
    interfaces: Kept<Arc<Interface>>,
    models: Kept<FlatPuzzle>,
}

/// The last results, by what they come from.
struct Kept<T>(Mutex<Vec<(String, T)>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::default())
    }
}

impl Warm {
    /// Reads an instance from a puzzle file, as [`ModelKind::read`] does.
    pub fn read(
        &self,
        kind: &ModelKind,
        document: &Document,
        limits: &Limits,
    ) -> Result<FlatPuzzle, KindError> {
        let read = |interface: &Interface| kind.instance(document, interface);
        let (puzzle, instance) = kind.pose(self, limits, read)?;
        // What cannot be written in a puzzle file is in no link either.
        let parameters = instance.written().unwrap_or_default();
        Ok(puzzle.of_kind(kind, statement(document), parameters))
    }

    /// The kind without clues, with the parameters of a puzzle file.
    pub fn blank(
        &self,
        kind: &ModelKind,
        document: &Document,
        limits: &Limits,
    ) -> Result<BlankKind, KindError> {
        kind.blank_by(self, limits, |interface| kind.instance(document, interface))
    }

    /// The parameters of a kind by name, and whether a design finds them itself.
    pub fn parameters(
        &self,
        kind: &ModelKind,
        limits: &Limits,
    ) -> Result<Vec<(String, Parameter, bool)>, KindError> {
        let interface = kind.interface(self, limits)?;
        let derived = super::source::hints(&kind.source);
        let parameters = interface.input.iter();
        Ok(parameters
            .map(|(name, parameter)| {
                let is_derived = derived.contains(&name.as_str());
                (name.clone(), parameter.clone(), is_derived)
            })
            .collect())
    }

    pub(super) fn interface(
        &self,
        source: &str,
        make: impl FnOnce() -> Result<Interface, KindError>,
    ) -> Result<Arc<Interface>, KindError> {
        self.interfaces.get(source.into(), || make().map(Arc::new))
    }

    pub(super) fn model(
        &self,
        origin: String,
        make: impl FnOnce() -> Result<FlatPuzzle, KindError>,
    ) -> Result<FlatPuzzle, KindError> {
        self.models.get(origin, make)
    }
}

impl<T: Clone> Kept<T> {
    /// What is kept, or what is made and then kept; the one that was used longest ago makes room.
    fn get(
        &self,
        origin: String,
        make: impl FnOnce() -> Result<T, KindError>,
    ) -> Result<T, KindError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = lock();
            if let Some(at) = kept.iter().position(|entry| entry.0 == origin) {
                let entry = kept.remove(at);
                let value = entry.1.clone();
                kept.push(entry);
                return Ok(value);
            }
        }
        let value = make()?;
        let mut kept = lock();
        kept.push((origin, value.clone()));
        if kept.len() > MOST {
            kept.remove(0);
        }
        Ok(value)
    }
}
