//! Surveys in files: JSON with a checksum, written whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use crate::{Class, Survey, Tally};

/// The kind and version of the file.
const FORMAT: &str = "tantalizer-survey-1";

/// What can go wrong between a survey and its file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file is no survey, or not one that was written whole.
    #[error("{path}: not a usable survey: {reason}")]
    Damaged {
        /// Which file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// The file belongs to another question.
    #[error("{path}: this survey is of {found}, expected {expected}")]
    Other {
        /// Which file.
        path: String,
        /// The parameters in the file.
        found: String,
        /// The parameters that were asked for.
        expected: String,
    },
    /// Surveys of different families cannot be merged.
    #[error("surveys of different families: {left} and {right}")]
    Different {
        /// The one.
        left: String,
        /// The other.
        right: String,
    },
    /// Surveys that did the same work twice cannot be merged.
    #[error("unit {unit} was counted in two of the surveys")]
    Overlap {
        /// The first such unit.
        unit: usize,
    },
    /// A complete survey whose orbits do not add up to the family.
    #[error("the orbits hold {found} instances, but the family has {expected}")]
    NotExhaustive {
        /// The size of the family.
        expected: u128,
        /// The instances that were tallied.
        found: u128,
    },
}

#[derive(Deserialize)]
struct Stored {
    format: String,
    checksum: String,
    survey: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    parameters: Value,
    units: usize,
    /// Runs of units that are done, first and last.
    done: Vec<(usize, usize)>,
    tallies: Vec<Vec<Row>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    counts: Vec<u64>,
    orbits: u64,
    instances: String,
    first: Vec<u32>,
}

impl Survey {
    /// Writes the survey beside `path` and then moves it there, so that the file is never half written.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| StoreError::File {
            path: path.display().to_string(),
            error,
        };
        let text = self.to_json().to_string();
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let beside = Path::new(&name);
        let write = || {
            let mut file = fs::File::create(beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        if let Err(error) = write() {
            // The reason to report is the failed write, not a failed clean-up.
            let _ = fs::remove_file(beside);
            return Err(failed(error));
        }
        fs::rename(beside, path).map_err(failed)
    }

    /// The survey with its checksum, as it stands in files.
    pub fn to_json(&self) -> Value {
        let survey = self.to_value();
        json!({"format": FORMAT, "checksum": checksum(&survey), "survey": survey})
    }

    /// Reads a survey; a file that is damaged in any way is refused.
    pub fn load(path: &Path) -> Result<Survey, StoreError> {
        let bytes = fs::read(path).map_err(|error| StoreError::File {
            path: path.display().to_string(),
            error,
        })?;
        Survey::from_bytes(path, &bytes)
    }

    /// Reads the text of a survey; the path is for messages.
    pub(crate) fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Survey, StoreError> {
        let text = std::str::from_utf8(bytes).map_err(|_| damaged(path, "it is not text"))?;
        let value = serde_json::from_str(text).map_err(|error| damaged(path, error))?;
        Survey::from_json(path, value)
    }

    /// Reads what [`Survey::to_json`] gave; the path is for messages.
    pub fn from_json(path: &Path, value: Value) -> Result<Survey, StoreError> {
        let stored: Stored = serde_json::from_value(value).map_err(|error| damaged(path, error))?;
        if stored.format != FORMAT {
            let message = format!("its format is `{}`, expected `{FORMAT}`", stored.format);
            return Err(damaged(path, message));
        }
        if stored.checksum != checksum(&stored.survey) {
            return Err(damaged(
                path,
                "its checksum is wrong, it was changed or damaged",
            ));
        }
        let body: Body =
            serde_json::from_value(stored.survey).map_err(|error| damaged(path, error))?;
        Survey::from_body(body).map_err(|reason| damaged(path, reason))
    }

    /// This survey as the start of the work on `fresh`, if it is of the same family.
    pub(crate) fn continued_by(self, fresh: &Survey, path: &Path) -> Result<Survey, StoreError> {
        if self.parameters != fresh.parameters {
            return Err(StoreError::Other {
                path: path.display().to_string(),
                found: self.parameters.to_string(),
                expected: fresh.parameters.to_string(),
            });
        }
        if self.units != fresh.units || self.tallies.len() != fresh.tallies.len() {
            return Err(damaged(path, "its units are not those of this version"));
        }
        Ok(self)
    }

    fn to_value(&self) -> Value {
        let row = |(counts, class): (&[u64], &Class)| Row {
            counts: counts.to_vec(),
            orbits: class.orbits,
            instances: class.instances.to_string(),
            first: class.first.clone(),
        };
        let body = Body {
            parameters: self.parameters.clone(),
            units: self.units,
            done: runs(&self.done),
            tallies: self
                .tallies
                .iter()
                .map(|tally| tally.classes().into_iter().map(row).collect())
                .collect(),
        };
        serde_json::to_value(body).expect("plain data becomes JSON")
    }

    fn from_body(body: Body) -> Result<Survey, String> {
        let mut done = BTreeSet::new();
        for (first, last) in body.done {
            if first > last || last >= body.units {
                return Err(format!("units {first} to {last} of {}", body.units));
            }
            done.extend(first..=last);
        }
        let mut tallies = Vec::new();
        for rows in body.tallies {
            let mut tally = Tally::default();
            for row in rows {
                let instances = row
                    .instances
                    .parse()
                    .map_err(|_| format!("`{}` is no number of instances", row.instances))?;
                tally.merge_class(
                    row.counts,
                    Class {
                        orbits: row.orbits,
                        instances,
                        first: row.first,
                    },
                );
            }
            tallies.push(tally);
        }
        Ok(Survey {
            parameters: body.parameters,
            units: body.units,
            done,
            tallies,
        })
    }
}

fn damaged(path: &Path, reason: impl ToString) -> StoreError {
    StoreError::Damaged {
        path: path.display().to_string(),
        reason: reason.to_string(),
    }
}

/// The checksum of the compact text with sorted keys, so that it depends on the content alone.
fn checksum(value: &Value) -> String {
    let text = sorted(value).to_string();
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let ordered: BTreeMap<&String, Value> =
                fields.iter().map(|(k, v)| (k, sorted(v))).collect();
            ordered.into_iter().map(|(k, v)| (k.clone(), v)).collect()
        }
        plain => plain.clone(),
    }
}

fn runs(units: &BTreeSet<usize>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &unit in units {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == unit => *last = unit,
            _ => runs.push((unit, unit)),
        }
    }
    runs
}
