//! What was asked for of a design: the values of its parameters.

use super::{DesignError, Must, Parameter, Takes};
use crate::Document;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Wishes {
    parameters: &'static [Parameter],
    given: BTreeMap<&'static str, Setting>,
}

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum Setting {
    /// Of one that takes a number.
    Number(u64),
    /// Of one that takes a word.
    Word(String),
    /// Of a switch.
    Yes,
    /// Of one that takes a puzzle.
    Puzzle(Document),
}

impl Wishes {
    /// Nothing is asked for yet.
    pub fn new(parameters: &'static [Parameter]) -> Wishes {
        Wishes {
            parameters,
            given: BTreeMap::new(),
        }
    }

    /// What the fields of an object ask for, by the keys of the parameters; with the same rules as on the command line of what must stand
    /// together.
    pub fn from_json(
        parameters: &'static [Parameter],
        fields: &Map<String, Value>,
    ) -> Result<Wishes, DesignError> {
        let mut wishes = Wishes::new(parameters);
        for (key, value) in fields {
            let Some(parameter) = parameters.iter().find(|known| known.key() == *key) else {
                let known: Vec<String> = parameters.iter().map(Parameter::key).collect();
                let known = known.join(", ");
                return Err(DesignError::Bad(format!(
                    "unknown parameter `{key}`, expected some of {known}"
                )));
            };
            if let Some(setting) = parameter.setting(value)? {
                wishes.add(parameter, setting);
            }
        }
        for parameter in parameters {
            let key = parameter.key();
            let keyed = |name: &str| name.replace('-', "_");
            let has = |name: &&&str| wishes.has(name);
            let missing = match parameter.must {
                Must::Yes => !wishes.has(parameter.name),
                Must::Unless(other) => !wishes.has(parameter.name) && !wishes.has(other),
                Must::No | Must::WithOthers => false,
            };
            if missing {
                return Err(DesignError::Bad(format!(
                    "`{key}` is missing: {}",
                    parameter.help
                )));
            }
            if !wishes.has(parameter.name) {
                continue;
            }
            if let Some(other) = parameter.conflicts.iter().find(has) {
                let other = keyed(other);
                return Err(DesignError::Bad(format!(
                    "`{key}` cannot be asked for beside `{other}`"
                )));
            }
            if let Some(other) = parameter.requires.iter().find(|name| !wishes.has(name)) {
                let other = keyed(other);
                return Err(DesignError::Bad(format!(
                    "`{key}` needs `{other}` beside it"
                )));
            }
        }
        Ok(wishes)
    }

    /// Asks for something.
    pub fn add(&mut self, parameter: &Parameter, setting: Setting) {
        self.given.insert(parameter.name, setting);
    }

    /// The number of that name: as given, else the usual one.
    pub fn number(&self, name: &str) -> Option<u64> {
        match (self.given.get(name), self.takes(name)) {
            (Some(Setting::Number(number)), _) => Some(*number),
            (None, Some(Takes::Number { default, .. })) => default,
            _ => None,
        }
    }

    /// The same as a number of things; none of them where nothing is said.
    pub fn size(&self, name: &str) -> usize {
        self.number(name).unwrap_or_default() as usize
    }

    /// The word of that name: as given, else the usual one.
    pub fn word(&self, name: &str) -> Option<&str> {
        match (self.given.get(name), self.takes(name)) {
            (Some(Setting::Word(word)), _) => Some(word),
            (None, Some(Takes::Word { default, .. })) => default,
            _ => None,
        }
    }

    /// Whether it was asked for.
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// The puzzle of that name.
    pub fn puzzle(&self, name: &str) -> Option<&Document> {
        match self.given.get(name) {
            Some(Setting::Puzzle(document)) => Some(document),
            _ => None,
        }
    }

    fn takes(&self, name: &str) -> Option<Takes> {
        let known = self.parameters.iter().find(|known| known.name == name);
        known.map(|parameter| parameter.takes)
    }
}

impl Parameter {
    /// What a value in JSON asks for; nothing if it is null or false.
    fn setting(&self, value: &Value) -> Result<Option<Setting>, DesignError> {
        let key = self.key();
        let expected =
            |what: &str| DesignError::Bad(format!("`{key}`: expected {what}, found {value}"));
        Ok(Some(match (self.takes, value) {
            (_, Value::Null) | (Takes::Switch, Value::Bool(false)) => return Ok(None),
            (Takes::Switch, Value::Bool(true)) => Setting::Yes,
            (Takes::Switch, _) => return Err(expected("true or false")),
            (Takes::Number { .. }, value) => {
                let number = value.as_u64();
                Setting::Number(number.ok_or_else(|| expected("a whole number, not below 0"))?)
            }
            (Takes::Word { words, .. }, value) => {
                let word = value.as_str().filter(|word| words.contains(word));
                let one_of = || expected(&format!("one of {}", words.join(", ")));
                Setting::Word(word.ok_or_else(one_of)?.to_string())
            }
            (Takes::Puzzle, value) => {
                Setting::Puzzle(Document::parse(&format!("the {key}"), &value.to_string())?)
            }
        }))
    }
}
