//! How a question is to be answered: the keywords that every question takes.

use crate::failure::{Failed, bad};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;
use tantalizer::ask::choice;
use tantalizer::model::{EngineChoice, EngineId, Limits, Question, Request, Strategy};
use tantalizer::puzzles::kind;

/// The keywords of one call.
#[derive(Default)]
pub struct Asked {
    engine: Option<String>,
    strategy: Option<String>,
    threads: Option<usize>,
    seed: u64,
    limits: Limits,
    /// Hears how far the work is: called with a JSON object.
    pub progress: Option<Py<PyAny>>,
}

impl Asked {
    /// Reads the keywords; the clock starts now.
    pub fn new(keywords: Option<&Bound<'_, PyDict>>) -> Result<Asked, Failed> {
        let mut asked = Asked::default();
        for (key, value) in keywords.into_iter().flatten() {
            if value.is_none() {
                continue;
            }
            match &*key.extract::<String>()? {
                "engine" => asked.engine = Some(value.extract()?),
                "strategy" => asked.strategy = Some(value.extract()?),
                "threads" => asked.threads = Some(value.extract()?),
                "seed" => asked.seed = value.extract()?,
                "time_limit" => {
                    let seconds: f64 = value.extract()?;
                    let time = Duration::try_from_secs_f64(seconds);
                    let expected = |_| {
                        bad(format!(
                            "time_limit: {seconds}, expected a positive number of seconds"
                        ))
                    };
                    asked.limits = asked.limits.within(Some(time.map_err(expected)?));
                }
                "memory_limit" => {
                    let megabytes: u64 = value.extract()?;
                    asked.limits.memory = Some(megabytes.saturating_mul(1 << 20));
                }
                "progress" => asked.progress = Some(value.unbind()),
                other => {
                    let message = format!("unexpected keyword argument '{other}'");
                    return Err(PyTypeError::new_err(message).into());
                }
            }
        }
        Ok(asked)
    }

    /// The limits of the work.
    pub fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// How many threads are wanted; as many as there are cores if nothing is said.
    pub fn threads(&self) -> Option<usize> {
        self.threads.filter(|&threads| threads > 0)
    }

    /// The question about a puzzle of this kind, asked so.
    pub fn request(&self, question: Question, name: &str) -> Result<Request, Failed> {
        let ways: &[EngineId] = kind(name).map_or(&[], |kind| kind.ways);
        let engine = match &self.engine {
            None => EngineChoice::Auto,
            Some(name) => choice(name, ways).map_err(bad)?,
        };
        let strategy = match &self.strategy {
            None => None,
            Some(name) => Some(name.parse::<Strategy>().map_err(bad)?),
        };
        let threads = match self.threads {
            Some(0) => std::thread::available_parallelism().map_or(1, usize::from),
            Some(threads) => threads,
            None => 1,
        };
        Ok(Request {
            engine,
            strategy,
            threads,
            seed: self.seed,
            limits: self.limits.clone(),
            ..Request::new(question)
        })
    }
}
