//! Kinds of puzzles that are MiniZinc models.
//!
//! A kind is a model that includes `tantalizer.mzn`; an instance gives its parameters, and values for the variables that
//! say `tz_clue`. The model is flattened without those, so that nothing is folded away: clues become constraints on single variables
//! afterwards, each with a name, and a clash can name them.

mod instance;
mod source;

use std::path::{Path, PathBuf};

use serde_json::Value;
use tantalizer_model::Limits;
use tantalizer_puzzle::{Document, FileError};
use thiserror::Error;

use crate::{
    CompileError, FlatPuzzle, FlatZincError, Sources, compile, interface, library::VOCABULARY,
};
use instance::Instance;

/// A kind that is a model.
#[derive(Clone, Debug)]
pub struct ModelKind {
    /// Its name in puzzle files.
    pub name: String,
    /// Where it stands; none for those that come with the program.
    path: Option<PathBuf>,
    source: String,
    /// A puzzle file to start from.
    pub example: Option<String>,
}

/// Why there is no puzzle.
#[derive(Debug, Error)]
pub enum KindError {
    /// A file that cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The model was not compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// What it was compiled to cannot be used.
    #[error("{0}: {1}")]
    Flat(String, FlatZincError),
}

macro_rules! with_the_program {
    ($($name:literal)*) => {
        [$((
            $name,
            include_str!(concat!("../../../../kinds/", $name, ".mzn")),
            include_str!(concat!("../../../../kinds/", $name, ".toml")),
        )),*]
    };
}

/// The kinds that come with the program: name, model and a puzzle file.
const WITH_THE_PROGRAM: [(&str, &str, &str); 4] =
    with_the_program!["nonogram" "slitherlink" "star-battle" "sudoku"];

/// The variable that names more folders with kinds.
pub const FOLDERS: &str = "TANTALIZER_KINDS";

/// All kinds: those in the folders, those in the folders of [`FOLDERS`], and those that come with the program. Of one name the first
/// counts.
pub fn kinds(folders: &[PathBuf]) -> Vec<ModelKind> {
    let more = std::env::var_os(FOLDERS).unwrap_or_default();
    let more: Vec<PathBuf> = std::env::split_paths(&more).collect();
    let mut kinds: Vec<ModelKind> = Vec::new();
    for folder in folders.iter().chain(&more) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.extension().is_some_and(|extension| extension == "mzn")
                && path.file_name().is_some_and(|name| name != VOCABULARY.0)
                && let Ok(kind) = ModelKind::open(&path)
                && kind.has_annotations()
            {
                kinds.push(kind);
            }
        }
    }
    kinds.extend(WITH_THE_PROGRAM.map(|(name, source, example)| ModelKind {
        name: name.into(),
        path: None,
        source: source.into(),
        example: Some(example.into()),
    }));
    let mut seen = std::collections::HashSet::new();
    kinds.retain(|kind| seen.insert(kind.name.clone()));
    kinds
}

/// The kind of that name.
pub fn find(name: &str, folders: &[PathBuf]) -> Option<ModelKind> {
    kinds(folders).into_iter().find(|kind| kind.name == name)
}

impl ModelKind {
    /// Reads a model; its name is that of the file.
    pub fn open(path: &Path) -> Result<ModelKind, FileError> {
        let source = std::fs::read_to_string(path);
        let source = source.map_err(|error| {
            FileError::new(&path.display().to_string(), None, error.to_string())
        })?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(ModelKind {
            name: name.into_owned(),
            path: Some(path.to_path_buf()),
            source,
            example: std::fs::read_to_string(path.with_extension("toml")).ok(),
        })
    }

    /// Whether the model includes our vocabulary; one that does not is a model like any other.
    pub fn has_annotations(&self) -> bool {
        self.source.contains(&format!("\"{}\"", VOCABULARY.0))
    }

    /// What the puzzle is, in a line: the first comment of the model.
    pub fn summary(&self) -> &str {
        let first = self.source.lines().next().unwrap_or_default();
        first.trim_start_matches('%').trim()
    }

    /// Reads an instance from a puzzle file.
    pub fn read(&self, document: &Document, limits: &Limits) -> Result<FlatPuzzle, KindError> {
        self.instance(limits, |interface| {
            Instance::from_document(document, interface)
        })
        .map(|puzzle| puzzle.of_kind(&self.name, statement(document)))
    }

    /// Reads an instance from data files and assignments such as `n=8`.
    pub fn with_data(
        &self,
        data: &[PathBuf],
        assignments: &[String],
        limits: &Limits,
    ) -> Result<FlatPuzzle, KindError> {
        self.instance(limits, |interface| {
            Instance::from_data(data, assignments, interface)
        })
    }

    fn instance(
        &self,
        limits: &Limits,
        read: impl FnOnce(&crate::Interface) -> Result<Instance, FileError>,
    ) -> Result<FlatPuzzle, KindError> {
        let file = match &self.path {
            Some(path) => path.display().to_string(),
            None => format!("{}.mzn", self.name),
        };
        if let Some((line, message)) = source::misplaced(&self.source) {
            return Err(FileError::new(&file, Some(line), message).into());
        }
        let folder = tempfile::Builder::new().prefix("tantalizer-").tempdir();
        let trouble = |error| CompileError::File(std::env::temp_dir().display().to_string(), error);
        let folder = folder.map_err(trouble)?;
        let model = match &self.path {
            Some(path) => path.clone(),
            None => {
                let path = folder.path().join(&file);
                std::fs::write(&path, &self.source).map_err(trouble)?;
                path
            }
        };
        let instance = read(&interface(&model, limits)?)?;
        let sources = Sources {
            data: instance.write(folder.path()).map_err(trouble)?,
            assignments: instance.assignments.clone(),
            model,
            all_arrays: true,
        };
        let flat = compile(&sources, limits)?;
        let puzzle = FlatPuzzle::read(flat, limits);
        let puzzle = puzzle.map_err(|error| KindError::Flat(file, error))?;
        let clues = instance.clues(&puzzle.flat().looks)?;
        Ok(puzzle.with_clues(clues))
    }
}

/// The puzzle file in JSON.
fn statement(document: &Document) -> Value {
    let entries = document.entries();
    Value::Object(
        entries
            .map(|(key, node)| (key.to_string(), node.json()))
            .collect(),
    )
}
