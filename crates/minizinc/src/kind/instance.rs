//! What an instance says: parameters for MiniZinc, and clues that are kept back.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use tantalizer_puzzle::file::{Node, Value, quoted};
use tantalizer_puzzle::{Document, FileError};

use super::link;
use super::source::{Item, items};
use crate::output::EntryTerm;
use crate::puzzle::Clue;
use crate::{Board, Interface, Looks};

/// An instance of a model.
#[derive(Default)]
pub(super) struct Instance {
    parameters: Map<String, Json>,
    /// Items of data files, as they stand there.
    items: String,
    /// Assignments of the command line.
    assignments: Vec<String>,
    given: Vec<Given>,
    /// Parameters that are left open, with their dimensions: what they are, a solution tells.
    open: BTreeMap<String, usize>,
    /// Those of the parameters that are sets or arrays of sets, with their dimensions. A set is written as a list.
    sets: BTreeMap<String, usize>,
}

/// Values for an array of variables.
struct Given {
    file: String,
    array: String,
    words: Vec<Word>,
}

/// One value, as it is written.
struct Word {
    line: usize,
    text: String,
}

impl Instance {
    pub fn from_document(
        document: &Document,
        interface: &Interface,
    ) -> Result<Instance, FileError> {
        let mut instance = Instance::default();
        instance.take(document, interface)?;
        instance.is_complete(document, interface)?;
        Ok(instance)
    }

    /// The same without clues and without these parameters, which are left open.
    pub fn open_from_document(
        document: &Document,
        interface: &Interface,
        hints: &[&str],
    ) -> Result<Instance, FileError> {
        let mut instance = Instance::default();
        instance.take(document, interface)?;
        instance.leave_open(hints, interface);
        instance.is_complete(document, interface)?;
        Ok(instance)
    }

    fn is_complete(&self, document: &Document, interface: &Interface) -> Result<(), FileError> {
        let is_said =
            |name: &String| self.parameters.contains_key(name) || self.open.contains_key(name);
        match interface.input.keys().find(|name| !is_said(name)) {
            Some(name) => Err(document.error(None, format!("expected a key `{name}`"))),
            None => Ok(()),
        }
    }

    pub fn from_data(
        files: &[PathBuf],
        assignments: &[String],
        interface: &Interface,
    ) -> Result<Instance, FileError> {
        let mut instance = Instance {
            assignments: assignments.to_vec(),
            ..Instance::default()
        };
        for path in files {
            if path.extension().is_some_and(|extension| extension == "dzn") {
                let file = path.display().to_string();
                let text = std::fs::read_to_string(path)
                    .map_err(|error| FileError::new(&file, None, error.to_string()))?;
                instance.take_items(&file, text, interface);
            } else {
                instance.take(&link::open(path)?, interface)?;
            }
        }
        Ok(instance)
    }

    fn take(&mut self, document: &Document, interface: &Interface) -> Result<(), FileError> {
        for (key, node) in document.entries().filter(|entry| entry.0 != "puzzle") {
            if let Some(parameter) = interface.input.get(key) {
                let value = parameter_json(document, key, node, parameter.dim)?;
                self.parameters.insert(key.into(), value);
                if parameter.set {
                    self.sets.insert(key.into(), parameter.dim);
                }
            } else if interface.output.contains_key(key) {
                self.given.push(Given {
                    file: document.file().into(),
                    array: key.into(),
                    words: words(document, key, node)?,
                });
            } else {
                let known: Vec<&str> = interface.input.keys().map(String::as_str).collect();
                let clues: Vec<&str> = interface.output.keys().map(String::as_str).collect();
                let message = format!(
                    "unknown key {}, expected a parameter (`{}`) or clues (`{}`)",
                    quoted(key),
                    known.join("`, `"),
                    clues.join("`, `")
                );
                return Err(document.error(Some(node.line()), message));
            }
        }
        Ok(())
    }

    /// Data as text: items of MiniZinc, or a puzzle file without the key `puzzle`.
    pub fn from_text(text: &str, interface: &Interface) -> Result<Instance, FileError> {
        let mut instance = Instance::default();
        let ends = items(text)
            .iter()
            .any(|item| text[item.span.clone()].ends_with(';'));
        if ends {
            instance.take_items("the data", text.to_string(), interface);
        } else if !text.trim().is_empty() {
            instance.take(&Document::parse("the data", text)?, interface)?;
        }
        Ok(instance)
    }

    /// A data file of MiniZinc; what it says of variables is kept back.
    fn take_items(&mut self, file: &str, text: String, interface: &Interface) {
        for item in items(&text) {
            match item.assignment() {
                Some((name, value)) if interface.output.contains_key(name) => {
                    let values = value.rsplit_once('[').map_or(value, |(_, values)| values);
                    let words = values.split([',', '|', ']', ')']).map(str::trim);
                    let word = |text: &str| Word {
                        line: item.line,
                        text: text.into(),
                    };
                    self.given.push(Given {
                        file: file.into(),
                        array: name.into(),
                        words: words.filter(|word| !word.is_empty()).map(word).collect(),
                    });
                }
                Some(_) | None => {
                    self.items.push_str(&item.text);
                    self.items.push_str(";\n");
                }
            }
        }
        // Without a word on variables the file is handed over as it stands, strings and all.
        if self.given.iter().all(|given| given.file != file) {
            self.items = text;
        }
    }

    /// All that is said of parameters, as one text.
    pub fn origin(&self) -> String {
        let parameters = Json::Object(self.parameters.clone());
        let assignments = self.assignments().join("\n");
        format!("{parameters}\0{}\0{assignments}", self.items)
    }

    /// Whether nothing is said of parameters.
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty() && self.items.is_empty() && self.assignments.is_empty()
    }

    /// Forgets all clues, and leaves these parameters open.
    pub fn leave_open(&mut self, parameters: &[&str], interface: &Interface) {
        self.given.clear();
        for name in parameters {
            self.parameters.remove(*name);
            let known = interface.input.get(*name);
            self.open
                .extend(known.map(|known| (name.to_string(), known.dim)));
        }
    }

    /// What is assigned beside the data files; a parameter that is left open is empty.
    pub fn assignments(&self) -> Vec<String> {
        let empty = self.open.iter().map(|(name, &dimensions)| {
            let sets = vec!["1..0"; dimensions].join(", ");
            format!("{name} = array{dimensions}d({sets}, [])")
        });
        self.assignments.iter().cloned().chain(empty).collect()
    }

    /// The parameters as a puzzle file has them; those that cannot be written so are told.
    pub fn written(&self) -> Result<Map<String, Json>, String> {
        let mut written = self.parameters.clone();
        let items = items(&self.items);
        let items = items.iter().filter_map(Item::assignment);
        let given = self.assignments.iter();
        let given = given.filter_map(|assignment| assignment.split_once('='));
        for (name, value) in items.chain(given) {
            let json = data_json(value).ok_or_else(|| {
                format!(
                    "{} = {}: expected a number, true, false, a name, or an array or a set of these",
                    name.trim(),
                    value.trim()
                )
            })?;
            written.insert(name.trim().into(), json);
        }
        Ok(written)
    }

    /// The parameters, if all of them can be written in a puzzle file.
    pub fn key(&self) -> Option<Map<String, Json>> {
        // Of strings in data files only the quotes are known.
        self.written().ok().filter(|_| !self.items.contains('"'))
    }

    /// The data files for MiniZinc.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let mut files = Vec::new();
        if !self.parameters.is_empty() {
            let mut parameters = self.parameters.clone();
            for (name, &dimensions) in &self.sets {
                if let Some(value) = parameters.get_mut(name) {
                    *value = with_sets(value.take(), dimensions);
                }
            }
            let parameters = Json::Object(parameters);
            files.push(("parameters.json", parameters.to_string()));
        }
        if !self.items.is_empty() {
            files.push(("parameters.dzn", self.items.clone()));
        }
        files
    }

    /// Writes the data files for MiniZinc.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let write = |(name, text): (&str, String)| {
            let path = folder.join(name);
            std::fs::write(&path, text).map(|()| path)
        };
        self.files().into_iter().map(write).collect()
    }

    /// The clues, once it is known what the arrays are.
    pub fn clues(&self, looks: &Looks) -> Result<Vec<Clue>, FileError> {
        let mut clues = Vec::new();
        for given in &self.given {
            let board = looks
                .boards
                .iter()
                .find(|board| board.array.name == given.array);
            let Some((board, none)) = board.and_then(|board| Some((board, board.clue?))) else {
                let message = format!(
                    "`{}` has no clues: the model does not say `tz_clue` of it",
                    given.array
                );
                return Err(FileError::new(&given.file, given.line(), message));
            };
            given.read(board, none, &mut clues)?;
        }
        Ok(clues)
    }
}

impl Given {
    fn line(&self) -> Option<usize> {
        self.words.first().map(|word| word.line)
    }

    fn read(&self, board: &Board, none: i64, clues: &mut Vec<Clue>) -> Result<(), FileError> {
        let expected = board.array.entries.len();
        if self.words.len() != expected {
            let message = format!(
                "`{}` has {} cells here, expected {expected}",
                self.array,
                self.words.len()
            );
            return Err(FileError::new(&self.file, self.line(), message));
        }
        for (at, word) in self.words.iter().enumerate() {
            let Some(value) = value_of(board, &word.text) else {
                let message = format!(
                    "{} in `{}`: expected {}, or `_` for no clue",
                    quoted(&word.text),
                    self.array,
                    match &board.symbols[..] {
                        [] => "a number".to_string(),
                        symbols => format!("one of {}", symbols.join(" ")),
                    }
                );
                return Err(FileError::new(&self.file, Some(word.line), message));
            };
            let Some(value) = value.filter(|&value| value != none) else {
                continue;
            };
            match board.array.entries[at].term {
                EntryTerm::Variable(var) => clues.push(Clue {
                    var,
                    value: value.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
                }),
                EntryTerm::Constant(known) if known == value => {}
                EntryTerm::Constant(_) | EntryTerm::Set(_) => {
                    let message = format!(
                        "{} in `{}`: the model leaves another value alone",
                        quoted(&word.text),
                        self.array
                    );
                    return Err(FileError::new(&self.file, Some(word.line), message));
                }
            }
        }
        Ok(())
    }
}

/// What a word stands for: a value, or no clue; nothing at all if it is not understood.
fn value_of(board: &Board, word: &str) -> Option<Option<i64>> {
    if let Some(value) = board.value(word) {
        return Some(Some(value));
    }
    match word {
        "_" | "." | "?" | "<>" => Some(None),
        "true" => Some(Some(1)),
        "false" => Some(Some(0)),
        _ => word.parse().ok().map(Some),
    }
}

/// The cells of a board, however it is written.
fn words(document: &Document, key: &str, node: &Node) -> Result<Vec<Word>, FileError> {
    let mut found = Vec::new();
    match node.value() {
        Value::Text(_) => {
            for row in document.board(key, true)? {
                let line = row.line;
                found.extend(row.tokens.into_iter().map(|text| Word { line, text }));
            }
        }
        Value::List(_) if is_board(node) => {
            for row in document.board(key, true)? {
                let line = row.line;
                found.extend(row.tokens.into_iter().map(|text| Word { line, text }));
            }
        }
        _ => leaves(node, &mut found),
    }
    Ok(found)
}

/// Whether a list is the rows of a board, each a text.
fn is_board(node: &Node) -> bool {
    let Value::List(items) = node.value() else {
        return false;
    };
    let is_row = |item: &Node| matches!(item.value(), Value::Text(text) if text.len() > 1);
    !items.is_empty() && items.iter().all(is_row)
}

fn leaves(node: &Node, found: &mut Vec<Word>) {
    let mut word = |text: String| {
        found.push(Word {
            line: node.line(),
            text,
        });
    };
    match node.value() {
        Value::List(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::Text(text) => word(text.clone()),
        Value::Integer(number) => word(number.to_string()),
        Value::Boolean(value) => word(value.to_string()),
        Value::Float(number) => word(number.to_string()),
        Value::Map(_) | Value::Other(_) => word("_".into()),
    }
}

/// A parameter as MiniZinc reads it; a board of letters becomes one of numbers: A is 1, a dot is 0.
fn parameter_json(
    document: &Document,
    key: &str,
    node: &Node,
    dimensions: usize,
) -> Result<Json, FileError> {
    let written = matches!(node.value(), Value::Text(_)) || is_board(node);
    if dimensions != 2 || !written {
        return Ok(node.json());
    }
    let mut rows = Vec::new();
    for row in document.board(key, true)? {
        let mut numbers = Vec::new();
        for (column, token) in row.tokens.iter().enumerate() {
            let number = number_of(token)
                .ok_or_else(|| document.bad_token(&row, column, "a number, a letter or a dot"))?;
            numbers.push(number);
        }
        rows.push(numbers);
    }
    Ok(rows.into())
}

/// A parameter as MiniZinc reads it, where lists below its dimensions are sets, whose names it wants marked.
fn with_sets(value: Json, dimensions: usize) -> Json {
    let marked = |item: Json| match item {
        Json::String(name) => json!({ "e": name }),
        other => other,
    };
    match (value, dimensions) {
        (Json::Array(items), 0) => {
            json!({ "set": items.into_iter().map(marked).collect::<Vec<Json>>() })
        }
        (Json::Array(items), _) => {
            let items = items.into_iter();
            items.map(|item| with_sets(item, dimensions - 1)).collect()
        }
        (other, _) => other,
    }
}

/// A value as it is written in a data file of MiniZinc: names become strings, and sets lists.
fn data_json(text: &str) -> Option<Json> {
    let text = text.trim();
    let rows = text
        .strip_prefix("[|")
        .and_then(|text| text.strip_suffix("|]"));
    let Some(rows) = rows else {
        return serde_json::from_str(&with_quotes(text)).ok();
    };
    let rows = rows
        .split('|')
        .map(|row| data_json(&format!("[{}]", row.trim())));
    rows.collect::<Option<Vec<Json>>>().map(Json::from)
}

/// The text with quotes around names, and brackets around sets.
fn with_quotes(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let length = match first {
            // A string stays as it is.
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if in_name(first) => rest.find(|letter| !in_name(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        let is_name = first.is_ascii_alphabetic() && !matches!(word, "true" | "false");
        match word {
            "{" => quoted.push('['),
            "}" => quoted.push(']'),
            name if is_name => quoted.push_str(&format!("\"{name}\"")),
            other => quoted.push_str(other),
        }
        rest = behind;
    }
    quoted
}

fn number_of(token: &str) -> Option<i64> {
    if let Ok(number) = token.parse() {
        return Some(number);
    }
    let mut chars = token.chars();
    match (chars.next()?, chars.next()) {
        ('.' | '_', None) => Some(0),
        (letter, None) if letter.is_ascii_alphabetic() => {
            Some(i64::from(letter.to_ascii_uppercase() as u8 - b'A') + 1)
        }
        _ => None,
    }
}
