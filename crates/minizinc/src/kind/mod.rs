//! Kinds of puzzles that are MiniZinc models.
//!
//! A kind is a model that includes `tantalizer.mzn`; an instance gives its parameters, and values for the variables that
//! say `tz_clue`. The model is flattened without those, so that nothing is folded away: clues become constraints on single variables
//! afterwards, each with a name, and a clash can name them.

mod blank;
pub mod flattened;
mod instance;
pub mod link;
pub(crate) mod source;
mod warm;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tantalizer_model::Limits;
use tantalizer_puzzle::{Document, FileError, PuzzleError};
use thiserror::Error;

use crate::compile::Scratch;
use crate::elsewhere::{IS_ELSEWHERE, Job};
use crate::restore::restored;
use crate::waiting::compile_and_wait;
use crate::words::{self, Words};
use crate::{
    CompileError, FlatPuzzle, FlatZincError, Interface, NAME, Sources, compile, interface,
    library::VOCABULARY,
};
use instance::Instance;

pub use blank::BlankKind;
pub use warm::Warm;

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
    /// A wish that a design cannot fulfil for this kind, or a parameter that it cannot write into a puzzle file.
    #[error("{0}")]
    Parameter(String),
    /// No answer about a given solution.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// What comes with the program: name, model, an easy puzzle and a hard one.
struct Shipped {
    name: &'static str,
    model: &'static str,
    easy: &'static str,
    hard: &'static str,
    /// What [`flattened`] keeps, packed.
    flattened: &'static [u8],
}

macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(Shipped {
            name: $name,
            model: include_str!(concat!("../../../../kinds/", $name, ".mzn")),
            easy: include_str!(concat!("../../../../kinds/", $name, ".toml")),
            hard: include_str!(concat!("../../../../kinds/", $name, "-hard.toml")),
            flattened: include_bytes!(concat!("../../../../kinds/flattened/", $name, ".fzn.z")),
        }),*]
    };
}

const SHIPPED: &[Shipped] = shipped![
    "akari"
    "arrow-sudoku"
    "battleships"
    "colour-squares"
    "cryptarithm"
    "diagonal-sudoku"
    "fillomino"
    "futoshiki"
    "hashi"
    "heyawake"
    "hitori"
    "jigsaw-sudoku"
    "kakuro"
    "killer-sudoku"
    "kropki"
    "latin-square"
    "magic-square"
    "masyu"
    "minesweeper"
    "n-queens"
    "nonogram"
    "nurikabe"
    "pentominoes"
    "shikaku"
    "skyscrapers"
    "slitherlink"
    "star-battle"
    "sudoku"
    "takuzu"
    "tents"
    "thermometers"
    "triples"
    "yin-yang"
    "zebra"
];

/// The puzzles that come with the program, by name: the example of each kind under the kind's name, and a hard one.
pub fn stored() -> impl Iterator<Item = (String, &'static str)> {
    let of = |kind: &'static Shipped| {
        [
            (kind.name.to_string(), kind.easy),
            (format!("{}-hard", kind.name), kind.hard),
        ]
    };
    SHIPPED.iter().flat_map(of)
}

/// The keys of a puzzle file that brings its model along: the model, and its data.
const MODEL: &str = "mzn";
const DATA: &str = "data";

/// The variable that names more folders with kinds.
pub const FOLDERS: &str = "TANTALIZER_KINDS";

/// A kind to start from: the model, a puzzle of it, and the vocabulary, each with the end of its file's name.
pub fn start(name: &str) -> [(String, String); 3] {
    let named = |text: &str| text.replace("NAME", name);
    [
        (format!("{name}.mzn"), named(include_str!("start.mzn"))),
        (format!("{name}.toml"), named(include_str!("start.toml"))),
        (VOCABULARY.0.to_string(), VOCABULARY.1.to_string()),
    ]
}

/// All kinds: those in the folders, those in the folders of [`FOLDERS`], and those that come with the program. Of one name the first
/// counts.
pub fn kinds(folders: &[PathBuf]) -> Vec<ModelKind> {
    let more = std::env::var_os(FOLDERS);
    let more = more.iter().flat_map(std::env::split_paths);
    let more: Vec<PathBuf> = more.collect();
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
    kinds.extend(SHIPPED.iter().map(|shipped| ModelKind {
        name: shipped.name.into(),
        path: None,
        source: shipped.model.into(),
        example: Some(shipped.easy.into()),
    }));
    let mut seen = std::collections::HashSet::new();
    kinds.retain(|kind| seen.insert(kind.name.clone()));
    kinds
}

/// The kind of that name.
pub fn find(name: &str, folders: &[PathBuf]) -> Option<ModelKind> {
    kinds(folders).into_iter().find(|kind| kind.name == name)
}

/// Whether a text is FlatZinc, as text or as JSON. It is a model of MiniZinc as well, but says where a variable is declared that it is told, as only
/// compilers do.
pub fn is_flat(text: &str) -> bool {
    if text.trim_start().starts_with('{') {
        let object: Value = serde_json::from_str(text).unwrap_or_default();
        return object.get("constraints").is_some() && object.get("solve").is_some();
    }
    let items = source::items(text);
    let declares = |name| {
        items
            .iter()
            .any(|item| item.words().any(|word| word == name))
    };
    declares("output_var") || declares("output_array")
}

/// Whether a text is a model of MiniZinc, not a puzzle file: it says what is to be solved.
pub fn is_model(text: &str) -> bool {
    let items = source::items(text);
    items
        .iter()
        .any(|item| item.words().next() == Some("solve"))
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

    /// A model that is not in a file.
    pub fn of_text(name: &str, source: String) -> ModelKind {
        ModelKind {
            name: name.into(),
            path: None,
            source,
            example: None,
        }
    }

    /// The model that a puzzle file brings along, with its data as text; none if it names a kind.
    pub fn brought_by(document: &Document) -> Option<Result<ModelKind, FileError>> {
        let is_own = document.text("puzzle").is_ok_and(|name| name == NAME);
        if !is_own || document.get(MODEL).is_none() {
            return None;
        }
        let kind = document.text(MODEL).and_then(|source| {
            document.only_keys(&[MODEL, DATA])?;
            if let Some((line, file)) = source::foreign(source) {
                let message = format!(
                    "`{file}` is not in MiniZinc's library: such a model includes no other files"
                );
                return Err(FileError::new("the model", Some(line), message));
            }
            Ok(ModelKind::of_text(NAME, source.to_string()))
        });
        Some(kind)
    }

    /// What a puzzle file says of an instance.
    fn instance(&self, document: &Document, interface: &Interface) -> Result<Instance, FileError> {
        if document.get(MODEL).is_none() || self.name != NAME {
            return Instance::from_document(document, interface);
        }
        match document.get(DATA) {
            Some(_) => Instance::from_text(document.text(DATA)?, interface),
            None => Ok(Instance::default()),
        }
    }

    /// Whether it comes with the program.
    pub fn comes_along(&self) -> bool {
        self.path.is_none()
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

    /// What people call it: the title that the model has, or else its name.
    pub fn title(&self) -> String {
        match source::argument(&self.source, "tz_title").next() {
            Some(title) => title.to_string(),
            None => self.name.clone(),
        }
    }

    /// The names of its parameters, if they are kept with the program.
    pub fn parameters(&self) -> Vec<String> {
        let interface = self.kept().map(|kept| kept.1).unwrap_or_default();
        interface.input.into_keys().collect()
    }

    /// Reads an instance from a puzzle file.
    pub fn read(&self, document: &Document, limits: &Limits) -> Result<FlatPuzzle, KindError> {
        Warm::default().read(self, document, limits)
    }

    /// Reads an instance from data files and assignments such as `n=8`. A model without our vocabulary speaks for itself.
    pub fn with_data(
        &self,
        data: &[PathBuf],
        assignments: &[String],
        limits: &Limits,
    ) -> Result<FlatPuzzle, KindError> {
        if !self.has_annotations() {
            return self.in_its_own_words(data, assignments, limits);
        }
        let read = |interface: &Interface| Instance::from_data(data, assignments, interface);
        let (puzzle, _) = self.pose(&Warm::default(), limits, read)?;
        Ok(puzzle)
    }

    /// What its file is called in messages.
    fn file(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => format!("{}.mzn", self.name),
        }
    }

    /// The file in which it stands; one that stands in none gets one in this folder.
    fn in_a_file(&self, folder: &Path) -> Result<PathBuf, CompileError> {
        if let Some(path) = &self.path {
            return Ok(path.clone());
        }
        let path = folder.join(self.file());
        std::fs::write(&path, &self.source).map_err(trouble)?;
        Ok(path)
    }

    fn in_its_own_words(
        &self,
        data: &[PathBuf],
        assignments: &[String],
        limits: &Limits,
    ) -> Result<FlatPuzzle, KindError> {
        let folder = Scratch::new()?;
        let model = self.in_a_file(folder.path())?;
        let item = words::item(&model, &self.source, limits)?;
        let sources = Sources {
            model,
            data: data.to_vec(),
            assignments: assignments.to_vec(),
            all_arrays: false,
        };
        let read = |flat: String| {
            let puzzle = FlatPuzzle::read(flat, limits);
            puzzle.map_err(|error| KindError::Flat(self.file(), error))
        };
        if let Some(item) = item
            && let Some((flat, waiting)) = compile_and_wait(&sources, &item.text, limits)?
        {
            return Ok(read(flat)?.with_words(Words::new(waiting, item.own)));
        }
        read(compile(&sources, limits)?)
    }

    /// What is kept of it with the program: the text of its forms, and what its parameters and variables are.
    fn kept(&self) -> Option<(String, Interface)> {
        let kept = flattened::kept(&self.name)?;
        let interface = flattened::interface(&kept, &self.source)?;
        Some((kept, interface))
    }

    /// Its parameters and variables.
    fn interface(&self, warm: &Warm, limits: &Limits) -> Result<Arc<Interface>, KindError> {
        warm.interface(&self.source, || match self.kept() {
            Some((_, interface)) => Ok(interface),
            None => self.compiled_interface(limits),
        })
    }

    fn pose(
        &self,
        warm: &Warm,
        limits: &Limits,
        read: impl FnOnce(&Interface) -> Result<Instance, FileError>,
    ) -> Result<(FlatPuzzle, Instance), KindError> {
        if let Some((line, message)) = source::misplaced(&self.source) {
            return Err(FileError::new(&self.file(), Some(line), message).into());
        }
        let instance = read(&*self.interface(warm, limits)?)?;
        let origin = format!("{}\0{}", self.source, instance.origin());
        let puzzle = warm.model(origin, || self.flatten(&instance, limits))?;
        let clues = instance.clues(&puzzle.flat().looks)?;
        Ok((puzzle.with_clues(clues), instance))
    }

    /// The model with the parameters of an instance, without its clues.
    fn flatten(&self, instance: &Instance, limits: &Limits) -> Result<FlatPuzzle, KindError> {
        let read = |flat: String| {
            let puzzle = FlatPuzzle::read(flat, limits);
            puzzle.map_err(|error| KindError::Flat(self.file(), error))
        };
        if let Some((kept, _)) = self.kept()
            && let Some(told) = instance.key()
        {
            let mut key = told.clone();
            let hints = source::hints(&self.source);
            key.retain(|name, _| !hints.contains(&name.as_str()));
            if let Some(form) = flattened::form(&kept, &key) {
                let puzzle = read(form)?;
                if key == told {
                    return Ok(puzzle);
                }
                if let Some(puzzle) = puzzle.told(&told) {
                    return Ok(puzzle);
                }
            }
        }
        read(self.compiled(instance, limits)?)
    }

    /// Its parameters and variables, by MiniZinc.
    fn compiled_interface(&self, limits: &Limits) -> Result<Interface, KindError> {
        if IS_ELSEWHERE {
            let said = Job::interface(&self.file(), &self.source).done()?.concat();
            let known = serde_json::from_str(&said);
            return Ok(known.map_err(|_| CompileError::Refused(said))?);
        }
        let folder = Scratch::new()?;
        let known = interface(&self.in_a_file(folder.path())?, limits);
        Ok(known.map_err(|error| error.without(folder.path()))?)
    }

    /// An instance in FlatZinc, without its clues, by MiniZinc.
    fn compiled(&self, instance: &Instance, limits: &Limits) -> Result<String, KindError> {
        if IS_ELSEWHERE {
            let (data, assignments) = (instance.files(), instance.assignments());
            let texts = Job::flatten(&self.file(), &self.source, data, assignments).done()?;
            let mut texts = texts.into_iter();
            let (flat, output) = (texts.next(), texts.next());
            return Ok(restored(
                flat.unwrap_or_default(),
                &output.unwrap_or_default(),
                &self.source,
            ));
        }
        let folder = Scratch::new()?;
        let sources = Sources {
            model: self.in_a_file(folder.path())?,
            data: instance.write(folder.path()).map_err(trouble)?,
            assignments: instance.assignments(),
            all_arrays: true,
        };
        Ok(compile(&sources, limits).map_err(|error| error.without(folder.path()))?)
    }
}

fn trouble(error: std::io::Error) -> CompileError {
    CompileError::File(std::env::temp_dir().display().to_string(), error)
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
