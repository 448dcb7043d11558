//! What a solver says to MiniZinc.
//!
//! Every solution is written as it is found, closed by `----------`; then what is known: `==========` if there are no others (or
//! none better), `=====UNSATISFIABLE=====`, or `=====UNKNOWN=====`. Statistics are lines
//! `%%%mzn-stat: key=value`, closed by `%%%mzn-stat-end`, whether the search came to its end or ran out of time.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use tantalizer_ask::{AskError, ask};
use tantalizer_model::clock::Instant;
use tantalizer_model::{Answer, Observer, Problem, Question, Request, Solution, Status};
use thiserror::Error;

use crate::FlatModel;

/// What MiniZinc asks a solver for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// All solutions, not only one.
    pub all: bool,
    /// So many solutions.
    pub solutions: Option<u64>,
    /// Statistics.
    pub statistics: bool,
}

/// Why a question from MiniZinc has no answer.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// No engine gave a right answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// Nobody listens.
    #[error("cannot write the solutions: {0}")]
    Write(#[from] io::Error),
}

/// Answers MiniZinc's question; the request says how.
pub fn serve(
    flat: &FlatModel,
    wanted: Wanted,
    how: &Request,
    out: &mut (dyn Write + Send),
) -> Result<Answer, ProtocolError> {
    let question = match (flat.model.objective(), wanted.all, wanted.solutions) {
        (Some(_), ..) => Question::Best,
        (None, true, limit) => Question::All {
            limit: limit.filter(|&limit| limit > 0),
        },
        (None, false, Some(limit)) if limit != 1 => Question::All {
            limit: Some(limit).filter(|&limit| limit > 0),
        },
        (None, false, _) => Question::One,
    };
    let start = Instant::now();
    let mut teller = Teller {
        flat,
        out,
        text: String::new(),
        last: String::new(),
        told: 0,
        failure: None,
    };
    let problem = Problem::Model(Arc::clone(&flat.model));
    let answer = ask(problem, &how.with_question(question), &mut teller);
    let (told, failure) = (teller.told, teller.failure.take());
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    let answer = answer?;
    let verdict = match (answer.status, question) {
        (Status::Unsatisfiable, _) => "=====UNSATISFIABLE=====\n",
        (Status::Optimal, _) => "==========\n",
        (Status::Satisfiable, Question::All { .. }) if answer.complete => "==========\n",
        (Status::Unknown, _) => "=====UNKNOWN=====\n",
        (Status::Satisfiable, _) => "",
    };
    out.write_all(verdict.as_bytes())?;
    if wanted.statistics {
        let seconds = start.elapsed().as_secs_f64();
        out.write_all(statistics(flat, &answer, told, seconds).as_bytes())?;
    }
    out.flush()?;
    Ok(answer)
}

/// Writes solutions as they come.
struct Teller<'a> {
    flat: &'a FlatModel,
    out: &'a mut (dyn Write + Send),
    text: String,
    last: String,
    told: u64,
    failure: Option<io::Error>,
}

impl Observer for Teller<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.text.clear();
        for output in &self.flat.output {
            output.write(solution, &mut self.text);
        }
        self.text.push_str("----------\n");
        // A better solution may look like the one before if the objective is not part of the output.
        if self.told > 0 && self.text == self.last {
            return ControlFlow::Continue(());
        }
        let written = self.out.write_all(self.text.as_bytes());
        if let Err(error) = written.and_then(|()| self.out.flush()) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        std::mem::swap(&mut self.text, &mut self.last);
        self.told += 1;
        ControlFlow::Continue(())
    }
}

/// The statistics, in the names that MiniZinc uses, and then our own.
fn statistics(flat: &FlatModel, answer: &Answer, told: u64, seconds: f64) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut line = |key: &str, value: String| lines.push((key.into(), value));
    line("nSolutions", told.to_string());
    if let Some(best) = answer.best {
        line("objective", best.to_string());
    }
    line("solveTime", format!("{seconds:.6}"));
    line("variables", flat.model.var_count().to_string());
    line("constraints", flat.model.constraints().len().to_string());
    let figures = &answer.statistics;
    let counted = [
        ("nodes", figures.nodes),
        ("failures", figures.failures),
        ("propagations", figures.propagations),
        ("peakDepth", figures.peak_depth),
    ];
    for (key, value) in counted {
        if let Some(value) = value {
            line(key, value.to_string());
        }
    }
    line("engine", quoted(answer.engine.name()));
    if let Some(reason) = &figures.engine_reason {
        line("engineReason", quoted(reason));
    }
    if let Some(limit) = &answer.stopped_by {
        line("stoppedBy", quoted(&limit.to_string()));
    }
    let mut text = String::new();
    for (key, value) in lines {
        text.push_str(&format!("%%%mzn-stat: {key}={value}\n"));
    }
    text.push_str("%%%mzn-stat-end\n");
    text
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}
