//! `tantalizer list`: the kinds of puzzles. `tantalizer new`: a puzzle file to start from, or a model.

use super::common;
use super::outcome::{Failure, Outcome};
use super::output::Output;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value as Json};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tantalizer::explain::Difficulty;
use tantalizer::minizinc::kind::{flattened, kinds, start, stored};
use tantalizer::puzzle::Document;
use tantalizer::puzzle::file::{Node, Value, stated_difficulty};
use tantalizer::puzzles::KINDS;

/// The arguments of `list`.
#[derive(Args, Debug)]
struct List {
    /// Only kinds that have this word in their name or their description
    #[arg(value_name = "WORD")]
    word: Option<String>,

    /// Only puzzles that are so hard to explain, where that is known
    #[arg(long, value_name = "LEVEL", value_parser = Difficulty::ALL.map(Difficulty::name))]
    difficulty: Option<String>,

    #[command(flatten)]
    folders: Folders,
}

/// Where kinds are looked for.
#[derive(Args, Debug)]
pub struct Folders {
    /// A folder with kinds of puzzles, each a .mzn model; may be given several times
    #[arg(long, value_name = "DIR")]
    pub kinds: Vec<PathBuf>,
}

/// The arguments of `new`.
#[derive(Args, Debug)]
struct New {
    /// A kind of puzzle, as `tantalizer list` names it
    #[arg(value_name = "KIND", required_unless_present = "model")]
    kind: Option<String>,

    /// Write a model to start a kind of puzzle from, with a puzzle and the vocabulary beside it: a name, perhaps with a folder
    #[arg(long, value_name = "NAME", conflicts_with = "kind")]
    model: Option<PathBuf>,

    #[command(flatten)]
    folders: Folders,
}

pub fn command() -> Command {
    common::with_arguments::<List>(
        Command::new("list").about("The kinds of puzzles, and those that come with the program"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let list =
        List::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut text = String::new();
    for kind in KINDS {
        let stored = kind.library.map_or(&[][..], |library| library.entries);
        let stored = stored
            .iter()
            .map(|entry| Stored::new(entry.name, entry.text));
        text += &list.told(kind.name, kind.summary, Vec::new(), stored.collect());
    }
    let puzzles: Vec<(String, &str)> = stored().collect();
    for kind in kinds(&list.folders.kinds) {
        let own = puzzles.iter().filter(|(name, _)| {
            let rest = name.strip_prefix(&kind.name);
            matches!(rest, Some("" | "-hard"))
        });
        let own = own.map(|(name, text)| Stored::new(name, text));
        let mut about = Vec::new();
        let parameters = kind.parameters();
        about.extend(
            (!parameters.is_empty()).then(|| format!("parameters: {}", parameters.join(", "))),
        );
        let sizes = usual_sizes(&kind.name);
        about
            .extend((!sizes.is_empty()).then(|| format!("without MiniZinc: {}", sizes.join("; "))));
        text += &list.told(&kind.name, kind.summary(), about, own.collect());
    }
    if text.is_empty() {
        eprintln!("tantalizer: no kind of puzzle, and no puzzle, is like that");
    }
    common::print(&text).map(|()| Outcome::Answered)
}

/// The sizes at which a kind needs no MiniZinc; none if its parameters are more than sizes, so that each belongs to one puzzle.
fn usual_sizes(kind: &str) -> Vec<String> {
    let size = |parameters: Map<String, Json>| {
        let number = |(key, value): (String, Json)| Some(format!("{key} {}", value.as_i64()?));
        let numbers = parameters
            .into_iter()
            .map(number)
            .collect::<Option<Vec<String>>>()?;
        Some(numbers.join(", "))
    };
    let sizes = flattened::sizes(kind).into_iter().map(size);
    sizes.collect::<Option<Vec<String>>>().unwrap_or_default()
}

/// What is told of a puzzle that comes with the program.
struct Stored<'a> {
    name: &'a str,
    /// Its parameters that are numbers.
    size: String,
    difficulty: Option<&'a str>,
    /// What its design says.
    known: Option<&'a str>,
}

impl Stored<'_> {
    fn new<'a>(name: &'a str, text: &'a str) -> Stored<'a> {
        let mut others = text
            .lines()
            .filter(|line| stated_difficulty(line).is_none());
        let known = others.find_map(|line| line.strip_prefix("# "));
        let numbers = Document::parse(name, text).ok().map(|document| {
            let number = |(key, node): (&str, &Node)| match node.value() {
                Value::Integer(number) => Some(format!("{key} {number}")),
                _ => None,
            };
            let numbers: Vec<String> = document.entries().filter_map(number).collect();
            numbers.join(", ")
        });
        Stored {
            name,
            size: numbers.unwrap_or_default(),
            difficulty: stated_difficulty(text),
            known: known.filter(|known| known.ends_with('.')),
        }
    }
}

impl List {
    /// A kind and its puzzles, if they are wanted.
    fn told(&self, name: &str, summary: &str, about: Vec<String>, puzzles: Vec<Stored>) -> String {
        let word = self.word.as_deref().unwrap_or_default().to_lowercase();
        let wanted = |puzzle: &Stored| match &self.difficulty {
            Some(level) => puzzle.difficulty == Some(level),
            None => true,
        };
        let puzzles: Vec<Stored> = puzzles.into_iter().filter(wanted).collect();
        let nothing = self.difficulty.is_some() && puzzles.is_empty();
        if nothing || !format!("{name} {summary}").to_lowercase().contains(&word) {
            return String::new();
        }
        let mut text = format!("{name}: {summary}\n");
        for line in about {
            text += &format!("    {line}\n");
        }
        for puzzle in puzzles {
            let parts = [Some(puzzle.size.as_str()), puzzle.difficulty, puzzle.known];
            let parts: Vec<&str> = parts
                .into_iter()
                .flatten()
                .filter(|part| !part.is_empty())
                .collect();
            let line = format!("    {}  {}", puzzle.name, parts.join("; "));
            text += &format!("{}\n", line.trim_end());
        }
        text
    }
}

pub fn new_command() -> Command {
    common::with_arguments::<New>(
        Command::new("new").about("A puzzle file to start from, on standard output"),
    )
}

pub fn run_new(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let new = New::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(model) = &new.model {
        return new_model(model);
    }
    let name = new.kind.unwrap_or_default();
    if let Some(kind) = KINDS.iter().find(|kind| kind.name == name) {
        return common::print(kind.example).map(|()| Outcome::Answered);
    }
    let kinds = kinds(&new.folders.kinds);
    match kinds.iter().find(|kind| kind.name == name) {
        Some(kind) => match &kind.example {
            Some(example) => common::print(example).map(|()| Outcome::Answered),
            None => Err(Failure::Usage(format!(
                "there is no puzzle of the kind {name} to start from: none stands beside its model"
            ))),
        },
        None => {
            let models = kinds.iter().map(|kind| kind.name.as_str());
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).chain(models).collect();
            let names = names.join(", ");
            Err(Failure::Usage(format!(
                "no kind of puzzle is called `{name}`, expected one of {names}"
            )))
        }
    }
}

/// Writes a model to start from; nothing that is there already is written over.
fn new_model(path: &Path) -> Result<Outcome, Failure> {
    let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        let message = "expected a name of letters, digits, hyphens and underscores";
        return Err(Failure::Usage(format!("{}: {message}", path.display())));
    }
    let files = start(name);
    let place = |file: &str| path.with_file_name(file);
    let mut wanted = Vec::new();
    for (file, text) in &files {
        let place = place(file);
        match std::fs::read_to_string(&place) {
            Ok(there) if there == *text => {}
            Ok(_) => {
                let message = format!("{}: this file is there already", place.display());
                return Err(Failure::Usage(message));
            }
            Err(_) => wanted.push((Output::at(&place)?, text)),
        }
    }
    for (output, text) in &wanted {
        output.write(text)?;
    }
    let [model, puzzle, vocabulary] = files.map(|(file, _)| place(&file).display().to_string());
    common::print(&format!(
        "Written: {model}, {puzzle} and {vocabulary}.\nNext: tantalizer solve {puzzle}\n"
    ))?;
    Ok(Outcome::Answered)
}
