//! The fields of a question: a JSON object, each field asked for by name and type, unknown ones refused.

use crate::bounds::{LONGEST, MEMORY, QUICK};
use crate::error::ApiError;
use crate::told::Told;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tantalizer_ask::{Inquiry, choice};
use tantalizer_minizinc::kind::{is_flat, is_model, link};
use tantalizer_model::{EngineChoice, Limits, Question, Request, Var};
use tantalizer_puzzle::file::DistinctKeys;
use tantalizer_puzzle::report::filled_in;
use tantalizer_puzzle::{Document, Flags, Puzzle};
use tantalizer_puzzles::{kind, of_link, parse_document};

/// A question as it came.
pub struct Fields {
    object: Map<String, Value>,
    known: RefCell<Vec<String>>,
}

impl Fields {
    /// Reads a body.
    pub fn parse(body: &[u8]) -> Result<Fields, ApiError> {
        let distinct = serde_json::from_slice::<DistinctKeys>(body);
        match distinct.and_then(|_| serde_json::from_slice(body)) {
            Ok(Value::Object(object)) => Ok(Fields {
                object,
                known: RefCell::default(),
            }),
            Ok(_) => Err(ApiError::Bad("expected a JSON object".into())),
            Err(error) => Err(ApiError::Bad(format!("no JSON: {error}"))),
        }
    }

    /// The value of a field; null is the same as none.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.known.borrow_mut().push(name.to_string());
        self.object.get(name).filter(|value| !value.is_null())
    }

    fn wrong(name: &str, expected: impl std::fmt::Display) -> ApiError {
        ApiError::Bad(format!("`{name}`: expected {expected}"))
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<Option<&str>, ApiError> {
        let text = |value: &'_ Value| value.is_string();
        match self.get(name) {
            Some(value) if !text(value) => Err(Self::wrong(name, "a text")),
            value => Ok(value.and_then(Value::as_str)),
        }
    }

    /// One of some words.
    pub fn word<'w>(&self, name: &str, words: &[&'w str]) -> Result<Option<&'w str>, ApiError> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let word = words.iter().copied().find(|&word| word == text);
        let expected = || Self::wrong(name, format!("one of {}", words.join(", ")));
        word.map(Some).ok_or_else(expected)
    }

    /// A text that is read as something else.
    pub fn parsed<T: FromStr<Err: std::fmt::Display>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, ApiError> {
        let parse = |text: &str| text.parse();
        let parsed = self.text(name)?.map(parse).transpose();
        parsed.map_err(|error| ApiError::Bad(format!("`{name}`: {error}")))
    }

    /// Yes or no; no if it is not there.
    pub fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.get(name) {
            None => Ok(false),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| Self::wrong(name, "true or false")),
        }
    }

    /// A whole number within bounds.
    pub fn number(&self, name: &str, bounds: RangeInclusive<u64>) -> Result<Option<u64>, ApiError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let number = value.as_u64().filter(|number| bounds.contains(number));
        let (low, high) = (bounds.start(), bounds.end());
        let expected = || Self::wrong(name, format!("a number from {low} to {high}"));
        number.map(Some).ok_or_else(expected)
    }

    /// A number of things, with a default.
    pub fn size(
        &self,
        name: &str,
        bounds: RangeInclusive<u64>,
        default: usize,
    ) -> Result<usize, ApiError> {
        let number = self.number(name, bounds)?;
        Ok(number.map_or(default, |number| number as usize))
    }

    /// Where all randomness comes from.
    pub fn seed(&self) -> Result<u64, ApiError> {
        Ok(self.number("seed", 0..=u64::MAX)?.unwrap_or(0))
    }

    /// The limit of time, in seconds.
    pub fn seconds(&self) -> Result<f64, ApiError> {
        let Some(value) = self.get("time_limit") else {
            return Ok(QUICK);
        };
        let seconds = value.as_f64().filter(|s| (0.0..=LONGEST).contains(s));
        let expected = || Self::wrong("time_limit", format!("seconds from 0 to {LONGEST}"));
        seconds.ok_or_else(expected)
    }

    /// The limits of the work.
    pub fn limits(&self, told: &Told) -> Result<Limits, ApiError> {
        Ok(Limits {
            deadline: Some(told.started + Duration::from_secs_f64(self.seconds()?)),
            nodes: None,
            memory: Some(MEMORY),
            cancel: told.cancel.clone(),
        })
    }

    /// The puzzle, of which flags may say something.
    pub fn puzzle(&self, told: &Told) -> Result<Arc<dyn Puzzle>, ApiError> {
        let given = self.get("flags").and_then(Value::as_object);
        let texts = given.into_iter().flatten();
        let texts = texts.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.into())));
        let limits = self.limits(told)?;
        told.shelf
            .read(&self.document()?, &texts.collect(), &limits)
    }

    /// The puzzle file: as JSON in `puzzle`, or as text in `file`, perhaps with the file's `name`.
    pub fn document(&self) -> Result<Document, ApiError> {
        match (self.get("puzzle"), self.text("file")?) {
            (Some(puzzle), None) => Ok(Document::parse("the puzzle", &puzzle.to_string())?),
            (None, Some(text)) => of_text(self.text("name")?.unwrap_or("the file"), text),
            _ => Err(ApiError::Bad(
                "expected a puzzle, either as JSON in `puzzle` or as the text of a file in `file`"
                    .into(),
            )),
        }
    }

    /// Values by place.
    pub fn values(&self, name: &str) -> Result<Option<&Map<String, Value>>, ApiError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Object(values)) => Ok(Some(values)),
            Some(_) => Err(Self::wrong(name, "values by place")),
        }
    }

    /// What is filled in, in `from`.
    pub fn filled_in(
        &self,
        puzzle: &dyn Puzzle,
        inquiry: &mut Inquiry,
        request: &Request,
    ) -> Result<Vec<(Var, i32)>, ApiError> {
        match (self.values("from")?, inquiry.model(request)) {
            (Some(values), Ok(Some(model))) => Ok(filled_in(puzzle, &model, values)?),
            _ => Ok(Vec::new()),
        }
    }

    /// How to answer a question about a puzzle.
    pub fn request(
        &self,
        puzzle: &dyn Puzzle,
        question: Question,
        told: &Told,
    ) -> Result<Request, ApiError> {
        Ok(Request {
            engine: self.engine(puzzle)?,
            strategy: self.parsed("strategy")?,
            seed: self.seed()?,
            limits: self.limits(told)?,
            ..Request::new(question)
        })
    }

    /// The engine that was asked for, which may be one of the puzzle's own.
    fn engine(&self, puzzle: &dyn Puzzle) -> Result<EngineChoice, ApiError> {
        let own = kind(puzzle.name()).map_or(&[][..], |kind| kind.ways);
        match self.text("engine")? {
            None => Ok(EngineChoice::Auto),
            Some(name) => choice(name, own).map_err(|error| ApiError::Bad(error.to_string())),
        }
    }

    /// The puzzle posed as the flags say, ready to be asked.
    pub fn inquiry(&self, puzzle: &dyn Puzzle) -> Result<Inquiry, ApiError> {
        Ok(Inquiry::new(puzzle.pose(&self.flags(puzzle)?)?))
    }

    /// The flags that only some puzzles understand. None of them may name a file.
    fn flags(&self, puzzle: &dyn Puzzle) -> Result<Flags, ApiError> {
        let mut flags = Flags::new();
        let given = match self.get("flags") {
            None => return Ok(flags),
            Some(Value::Object(given)) => given,
            Some(_) => return Err(Self::wrong("flags", "an object of texts")),
        };
        let own = kind(puzzle.name()).map_or(&[][..], |kind| kind.flags);
        for (name, value) in given {
            let known = own.iter().find(|flag| flag.name == name);
            let (Some(flag), Some(text)) = (known, value.as_str()) else {
                let name = puzzle.name();
                return Err(Self::wrong(
                    "flags",
                    format!("texts, of flags that {name} knows"),
                ));
            };
            if flag.placeholder == "FILE" {
                return Err(ApiError::Bad(format!("`{}` names a file", flag.name)));
            }
            if !flag.values.is_empty() && !flag.values.contains(&text) {
                return Err(Self::wrong(flag.name, flag.values.join(", ")));
            }
            flags.insert(name.clone(), text.to_string());
        }
        Ok(flags)
    }

    /// Refuses fields that nobody asked for: most are typing errors.
    pub fn finish(&self) -> Result<(), ApiError> {
        let known = self.known.borrow();
        let unknown = self.object.keys().find(|key| !known.contains(key));
        match unknown {
            None => Ok(()),
            Some(key) => {
                let mut known: Vec<String> = known.clone();
                known.sort_unstable();
                known.dedup();
                let known = known.join(", ");
                Err(ApiError::Bad(format!(
                    "unknown field `{key}`, expected some of {known}"
                )))
            }
        }
    }
}

/// What a text says, whichever form it has: a model, flattened or not, a link, or a puzzle file.
fn of_text(name: &str, text: &str) -> Result<Document, ApiError> {
    let is_flat = name.ends_with(".fzn") || is_flat(text);
    if is_flat || is_model(text) {
        let key = if is_flat { "flatzinc" } else { "mzn" };
        let brought = json!({ "puzzle": tantalizer_minizinc::NAME, key: text });
        return Ok(Document::parse(name, &brought.to_string())?);
    }
    if link::is_link(text) {
        return Ok(of_link(text).unwrap_or_else(|| link::read(text))?);
    }
    Ok(parse_document(name, text)?)
}
