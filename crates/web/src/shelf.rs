//! The kinds of puzzles that the page knows: those in Rust, and those that are models, which stay flattened while they are asked about.

use crate::error::ApiError;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use tantalizer_minizinc::kind::{KindError, ModelKind, Warm, kinds};
use tantalizer_minizinc::{CompileError, FlatZincError};
use tantalizer_model::Limits;
use tantalizer_puzzle::{Document, Flags, Puzzle};
use tantalizer_puzzles::{from_document_with, kind};

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
        kind(name).is_some() || self.model(name).is_some() || name == tantalizer_minizinc::NAME
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

    /// Reads a puzzle, of which flags may say something.
    pub fn read(
        &self,
        document: &Document,
        flags: &Flags,
        limits: &Limits,
    ) -> Result<Arc<dyn Puzzle>, ApiError> {
        match self.model_of(document)? {
            Some(kind) => Ok(Arc::new(self.warm.read(&kind, document, limits)?)),
            None => Ok(Arc::from(from_document_with(document, flags)?)),
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
            KindError::Compile(error @ (CompileError::Missing(_) | CompileError::Unreachable)) => {
                ApiError::Without(error.to_string())
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
