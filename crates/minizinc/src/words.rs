//! What a model says of a solution in its own words.
//!
//! The `output` of a model is evaluated by the MiniZinc that compiled it, which waits: solutions go in, words come out. One item is added to
//! it, which writes the values as JSON, the way MiniZinc does: enumerations by name, sets as sets. (MiniZinc can also write the output into a
//! file and evaluate that later, but 2.6 forgets the names of enumerations in `"\\(x)"` then.)

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Mutex;

use serde_json::{Map, Value};
use tantalizer_model::{Limits, Solution};

use crate::compile::{CompileError, Interface, interface};
use crate::kind::source::{Item, items};
use crate::output::Output;
use crate::waiting::Waiting;

/// What divides the model's own words from the values.
const DIVIDER: &str = "\n%%%values ";

/// What MiniZinc writes behind a solution.
const END: &str = "----------";

/// What a model says of its solutions.
pub(crate) struct Words {
    /// Whether the model has an `output` of its own.
    pub own: bool,
    speaker: Mutex<Waiting>,
}

/// What is said of one solution.
pub(crate) struct Said {
    /// The model's own words.
    pub text: String,
    /// Its values.
    pub values: Map<String, Value>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Words(own: {})", self.own)
    }
}

/// The item that writes the values of a model's output as JSON.
pub(crate) struct OutputItem {
    /// The item.
    pub text: String,
    /// Whether the model has an `output` of its own.
    pub own: bool,
}

/// The item for this model; none if numbers are all there is to say.
pub(crate) fn item(
    model: &Path,
    source: &str,
    limits: &Limits,
) -> Result<Option<OutputItem>, CompileError> {
    let items = items(source);
    let starts = |item: &Item, word: &str| item.text.trim_start().starts_with(word);
    let has = |word: &str| {
        items
            .iter()
            .any(|item| item.words().any(|other| other == word))
    };
    if !has("output") && !has("enum") && !has("set") {
        return Ok(None);
    }
    let Interface { output, .. } = interface(model, limits)?;
    let own: Vec<&Item> = items.iter().filter(|item| starts(item, "output")).collect();
    let spoken: Vec<&str> = own
        .iter()
        .flat_map(|item| words_of(&source[item.span.clone()]))
        .collect();
    let names = output.keys().map(String::as_str);
    let names = names.filter(|name| own.is_empty() || spoken.contains(name));
    let values: Vec<String> = names
        .map(|name| format!("\"\\\"{name}\\\": \", showJSON({name})"))
        .collect();
    let values = values.join(", \", \", ");
    let divider = DIVIDER.replace('\n', "\\n");
    let text = if values.is_empty() {
        format!("output [\"{divider}{{}}\"];\n")
    } else {
        format!("output [\"{divider}{{\", {values}, \"}}\"];\n")
    };
    let own = !own.is_empty();
    Ok(Some(OutputItem { text, own }))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

impl Words {
    pub fn new(waiting: Waiting, own: bool) -> Words {
        Words {
            own,
            speaker: Mutex::new(waiting),
        }
    }

    /// What is said of a solution; nothing if MiniZinc does not answer.
    pub fn say(&self, output: &[Output], solution: &Solution) -> Option<Said> {
        let mut text = String::new();
        for output in output {
            output.write(solution, &mut text);
        }
        let said = self.speaker.lock().ok()?.say(&text).ok()?;
        let (text, values) = said.rsplit_once(DIVIDER)?;
        Some(Said {
            text: text.to_string(),
            values: serde_json::from_str(values).ok()?,
        })
    }
}

impl Waiting {
    fn say(&mut self, solution: &str) -> io::Result<String> {
        writeln!(self.solutions, "{solution}{END}")?;
        let mut said = String::new();
        loop {
            let start = said.len();
            if self.words.read_line(&mut said)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if said[start..].trim_end() == END {
                said.truncate(start);
                return Ok(said);
            }
        }
    }
}

/// A value of MiniZinc's JSON as MiniZinc writes it elsewhere.
pub(crate) fn plain(value: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(plain).collect::<Vec<_>>().join(", ");
    match value {
        Value::Null => "<>".into(),
        Value::String(text) => text.clone(),
        Value::Array(values) => format!("[{}]", list(values)),
        Value::Object(fields) => match (fields.get("e"), fields.get("set")) {
            (Some(name), _) => plain(name),
            (_, Some(Value::Array(members))) => {
                let member = |member: &Value| match member {
                    Value::Array(range) if range.len() == 2 => {
                        format!("{}..{}", plain(&range[0]), plain(&range[1]))
                    }
                    other => plain(other),
                };
                let members: Vec<String> = members.iter().map(member).collect();
                format!("{{{}}}", members.join(", "))
            }
            _ => value.to_string(),
        },
        other => other.to_string(),
    }
}
