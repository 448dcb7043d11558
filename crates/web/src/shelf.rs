//! The kinds of puzzles that the page knows: those in Rust, and those that are models, which stay flattened while they are asked about.

use crate::error::ApiError;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use tantalizer_minizinc::kind::{KindError, ModelKind, Warm, is_flat, kinds};
use tantalizer_minizinc::{CompileError, FlatPuzzle, FlatZincError, NAME, Parameter};
use tantalizer_model::Limits;
use tantalizer_puzzle::{Document, Flags, Puzzle};
use tantalizer_puzzles::{from_document_with, kind};

/// Parameters by name, and whether a design finds them itself.
type Parameters = Vec<(String, Parameter, bool)>;

/// All kinds.
pub struct Shelf {
    /// Those that are models, and have no name of a kind in Rust.
    pub models: Vec<ModelKind>,
    pub warm: Warm,
}

impl Shelf {
    /// The kinds that come with the program, and those in the folders.
    pub fn new(folders: &[PathBuf]) -> Shelf {
        let mut models = kinds(folders);
        models.retain(|model| kind(&model.name).is_none());
        models.sort_by(|one, other| one.name.cmp(&other.name));
        Shelf {
            models,
            warm: Warm::default(),
        }
    }

    /// Whether there is a kind of this name, that of models which puzzles bring along among them.
    #[cfg(feature = "server")]
    pub fn knows(&self, name: &str) -> bool {
        kind(name).is_some() || self.model(name).is_some() || name == NAME
    }

    fn model(&self, name: &str) -> Option<&ModelKind> {
        self.models.iter().find(|model| model.name == name)
    }

    /// The kind of a puzzle file, if it is a model: one that is known, or one that the file brings along.
    pub fn model_of(&self, document: &Document) -> Result<Option<Cow<'_, ModelKind>>, ApiError> {
        if let Some(brought) = ModelKind::brought_by(document) {
            return Ok(Some(Cow::Owned(brought?)));
        }
        let name = document.text("puzzle").unwrap_or_default();
        Ok(self.model(name).map(Cow::Borrowed))
    }

    /// The same where nothing else will do.
    pub fn model_needed(&self, document: &Document) -> Result<Cow<'_, ModelKind>, ApiError> {
        let needed = || ApiError::Bad("expected a puzzle whose kind is a model".into());
        self.model_of(document)?.ok_or_else(needed)
    }

    /// A puzzle whose kind is a model, or that is FlatZinc, with its parameters.
    pub fn boards(
        &self,
        document: &Document,
        limits: &Limits,
    ) -> Result<(FlatPuzzle, Parameters), ApiError> {
        if let Some(flat) = flat(document, limits) {
            return Ok((flat?, Vec::new()));
        }
        let kind = self.model_needed(document)?;
        let puzzle = self.warm.read(&kind, document, limits)?;
        Ok((puzzle, self.warm.parameters(&kind, limits)?))
    }

    /// Reads a puzzle, of which flags may say something.
    pub fn read(
        &self,
        document: &Document,
        flags: &Flags,
        limits: &Limits,
    ) -> Result<Arc<dyn Puzzle>, ApiError> {
        if let Some(flat) = flat(document, limits) {
            return Ok(Arc::new(flat?));
        }
        match self.model_of(document)? {
            Some(kind) => Ok(Arc::new(self.warm.read(&kind, document, limits)?)),
            None => Ok(Arc::from(from_document_with(document, flags)?)),
        }
    }
}

/// A model that comes flattened, be it said or seen.
fn flat(document: &Document, limits: &Limits) -> Option<Result<FlatPuzzle, ApiError>> {
    if document.text("puzzle").ok() != Some(NAME) {
        return None;
    }
    let is_said = document.get("flatzinc").is_some();
    let key = if is_said { "flatzinc" } else { "mzn" };
    if !is_said && !document.text(key).is_ok_and(is_flat) {
        return None;
    }
    let read = || {
        document.only_keys(&[key, "data"])?;
        if document.get("data").is_some() && !document.text("data")?.trim().is_empty() {
            return Err(ApiError::Bad("a flattened model takes no data".into()));
        }
        Ok(FlatPuzzle::read(document.text(key)?.to_string(), limits)?)
    };
    Some(read())
}

impl From<FlatZincError> for ApiError {
    fn from(error: FlatZincError) -> ApiError {
        match error {
            FlatZincError::Stopped(limit) => ApiError::Unanswered(limit.to_string()),
            error => ApiError::Bad(error.to_string()),
        }
    }
}

impl From<KindError> for ApiError {
    fn from(error: KindError) -> ApiError {
        match error {
            KindError::File(error) => error.into(),
            KindError::Puzzle(error) => error.into(),
            KindError::Compile(CompileError::Stopped(limit))
            | KindError::Flat(_, FlatZincError::Stopped(limit)) => {
                ApiError::Unanswered(limit.to_string())
            }
            KindError::Compile(error @ CompileError::Missing(_)) => {
                ApiError::Without(error.to_string(), None)
            }
            KindError::Compile(ref error @ CompileError::Elsewhere(ref job)) => {
                ApiError::Without(error.to_string(), Some(job.clone()))
            }
            KindError::Compile(error @ CompileError::File(..)) => {
                ApiError::Inside(error.to_string())
            }
            KindError::Compile(CompileError::Refused(_))
            | KindError::Flat(..)
            | KindError::Parameter(_) => ApiError::Bad(error.to_string()),
        }
    }
}
