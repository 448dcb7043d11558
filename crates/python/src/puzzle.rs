//! A puzzle and the questions about it.

use crate::asked::Asked;
use crate::failure::{Failed, bad, unanswered};
use crate::solution::{Solution, Solutions};
use crate::watch::watched;
use crate::work::{self, Keeping, Told};
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tantalizer::ask::Inquiry;
use tantalizer::certificates::{self, Certified, certify, make_sure_of_parts};
use tantalizer::draw::TextStyle;
use tantalizer::files::{Beside, Output, input};
use tantalizer::model::{Question, Request};
use tantalizer::puzzle::report::{
    self, CountReport, SolveReport, StatesReport, explain, filled_in,
};
use tantalizer::puzzle::{self, Flags, View};
use tantalizer::puzzles::{KINDS, kind};
use tantalizer::states::{BuildError, BuildOptions, Progress, StoreError};

/// A puzzle.
#[pyclass(frozen, module = "tantalizer._native")]
pub struct Puzzle {
    puzzle: Arc<dyn puzzle::Puzzle>,
    flags: Flags,
    /// Prepared by an earlier question.
    inquiry: Arc<Mutex<Option<Inquiry>>>,
}

impl Puzzle {
    /// A puzzle that is posed with these flags.
    pub fn new(puzzle: Arc<dyn puzzle::Puzzle>, flags: Flags) -> Puzzle {
        Puzzle {
            puzzle,
            flags,
            inquiry: Arc::default(),
        }
    }

    /// Works on a question with an inquiry, which is kept for the next one.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        asked: &Asked,
        question: Question,
        work: impl FnOnce(&Arc<dyn puzzle::Puzzle>, &mut Inquiry, &Request, &Told) -> Result<T, Failed>
        + Send
        + 'static,
    ) -> PyResult<T> {
        let request = asked.request(question, self.puzzle.name())?;
        let (puzzle, flags) = (Arc::clone(&self.puzzle), self.flags.clone());
        let kept = Arc::clone(&self.inquiry);
        work::done(py, asked, move |told| {
            let prepared = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut inquiry = match prepared {
                Some(inquiry) => inquiry,
                None => Inquiry::new(puzzle.pose(&flags)?),
            };
            let done = work(&puzzle, &mut inquiry, &request, told);
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(inquiry);
            done
        })
    }
}

/// An answer with solutions.
#[pyclass(frozen, get_all, module = "tantalizer._native")]
pub struct Answer {
    /// The object of `solve --json`, as text.
    json: String,
    /// How many solutions were found or counted.
    count: BigUint,
    /// Whether everything that was asked for is known.
    answered: bool,
    /// Why not.
    reason: Option<String>,
    /// The solutions.
    solutions: Vec<Py<Solution>>,
    /// What holds in every solution, as far as it is known.
    forced: Option<Py<Solution>>,
}

/// An explanation, or a hint.
#[pyclass(frozen, get_all, module = "tantalizer._native")]
pub struct Explanation {
    /// The object of `explain --json`, as text.
    json: String,
    /// For people.
    text: String,
    /// As a picture.
    svg: String,
    /// What stopped it early.
    reason: Option<String>,
}

/// Opens a puzzle: a file, or a text.
#[pyfunction]
#[pyo3(signature = (source, text, data, kinds, assignments, flags, keywords=None))]
#[allow(clippy::too_many_arguments)]
pub fn load(
    py: Python<'_>,
    source: String,
    text: bool,
    data: Vec<PathBuf>,
    kinds: Vec<PathBuf>,
    assignments: Vec<String>,
    flags: Flags,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let asked = Asked::new(keywords)?;
    let limits = asked.limits();
    work::done(py, &asked, move |_| {
        let beside = Beside {
            kinds,
            assignments,
            data,
            flags: flags.clone(),
        };
        let puzzle = if text {
            input::of_text("the text", source, &beside, &limits)?
        } else {
            input::open(source.as_ref(), &beside, &limits)?
        };
        let own = kind(puzzle.name()).map_or(&[][..], |kind| kind.flags);
        match flags
            .keys()
            .find(|flag| own.iter().all(|known| known.name != **flag))
        {
            Some(flag) => {
                let name = puzzle.name();
                Err(bad(format!(
                    "{flag} means nothing for a puzzle of the kind {name}"
                )))
            }
            None => Ok(Puzzle::new(puzzle.into(), flags)),
        }
    })
}

/// Checks a certificate: the object of `check --json`, and the same in words.
#[pyfunction]
#[pyo3(signature = (path, keywords=None))]
pub fn check(
    py: Python<'_>,
    path: PathBuf,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<(String, String)> {
    let asked = Asked::new(keywords)?;
    work::done(py, &asked, move |_| {
        let verdict = certificates::verify(&path)?;
        Ok((serde_json::to_string(&verdict)?, verdict.text()))
    })
}

/// The kinds of puzzles, as JSON: name, rules and a puzzle file to start from.
#[pyfunction]
pub fn kinds(folders: Vec<PathBuf>) -> String {
    let own = KINDS
        .iter()
        .map(|kind| json!({ "name": kind.name, "summary": kind.summary, "example": kind.example }));
    let models = tantalizer::minizinc::kind::kinds(&folders);
    let models = models.iter().map(
        |kind| json!({ "name": kind.name, "summary": kind.summary(), "example": kind.example }),
    );
    Value::from_iter(own.chain(models)).to_string()
}

#[pymethods]
impl Puzzle {
    /// The name of its kind.
    #[getter]
    fn name(&self) -> String {
        self.puzzle.name().to_string()
    }

    /// As a puzzle file in JSON.
    fn json(&self) -> String {
        self.puzzle.to_json().to_string()
    }

    /// As it stands, unsolved.
    fn svg(&self) -> String {
        self.puzzle.draw(&View::blank()).to_svg()
    }

    /// The same as plain text.
    fn text(&self) -> String {
        self.puzzle.draw(&View::blank()).to_text(TextStyle::PLAIN)
    }

    /// As a picture with some values filled in (JSON, values by place).
    fn draw(&self, position: &str) -> Result<String, Failed> {
        let position: Map<String, Value> = serde_json::from_str(position).map_err(bad)?;
        let posed = self.puzzle.pose(&self.flags)?;
        let view = match posed.problem.model() {
            Some(model) => {
                let mut known = vec![None; model.var_count()];
                for (var, value) in filled_in(&*self.puzzle, model, &position)? {
                    known[var.index()] = Some(value);
                }
                View::partial(known)
            }
            None if position.is_empty() => View::blank(),
            None => return Err(bad("this puzzle has no places to fill in")),
        };
        Ok(self.puzzle.draw(&view).to_svg())
    }

    /// Solutions, by the name of a question: `one`, `all`, `unique`, `forced`, `sample` or `redundant`.
    #[pyo3(signature = (question, number=None, keywords=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        number: Option<u64>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let asked = Asked::new(keywords)?;
        let redundant = question == "redundant";
        let question = named(question, number)?;
        let start = Instant::now();
        let found = self.work(
            py,
            &asked,
            question,
            move |puzzle, inquiry, request, told| {
                let mut keeping = Keeping::new(told, usize::MAX);
                let answer = inquiry.ask(request, &mut keeping)?;
                let bounds: Vec<Option<i64>> = keeping.kept.iter().map(|kept| kept.1).collect();
                let kept = keeping.kept.into_iter().map(|kept| kept.0).collect();
                let list = "[]".to_string();
                let mut report = SolveReport::new(&**puzzle, inquiry, request, answer, list, kept)?;
                if redundant {
                    report.tell_redundant(&**puzzle, inquiry, request)?;
                }
                let object = report.object(&**puzzle, start.elapsed().as_secs_f64())?;
                let object = serde_json::to_string(&object)?;
                Ok((report, bounds, object))
            },
        );
        let (report, bounds, json) = found?;
        let drawn = |view: &View| Some(view.clone());
        let solution = |((solution, bound), view)| {
            Py::new(py, Solution::new(&self.puzzle, solution, bound, view))
        };
        let forced = match (&report.forced, report.views.first()) {
            (Some(_), Some(view)) => {
                let none = tantalizer::model::Solution::default();
                Some(solution(((none, None), drawn(view)))?)
            }
            _ => None,
        };
        let solutions = report.kept.iter().cloned().zip(bounds);
        let solutions: Vec<Py<Solution>> = if report.forced.is_some() {
            solutions
                .map(|found| solution((found, None)))
                .collect::<PyResult<_>>()?
        } else {
            let views = report.views.iter().map(drawn);
            solutions
                .zip(views)
                .map(solution)
                .collect::<PyResult<_>>()?
        };
        Ok(Answer {
            json,
            count: report.answer.count.clone(),
            answered: report.answered,
            reason: report.answer.stopped_by.as_ref().map(ToString::to_string),
            solutions,
            forced,
        })
    }

    /// Solutions one after the other as they are found, by the name of a question: `one`, `all`, or `best`, where each is better than
    /// the one before.
    #[pyo3(signature = (question, number=None, keywords=None))]
    fn solutions(
        &self,
        py: Python<'_>,
        question: &str,
        number: Option<u64>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solutions> {
        let asked = Asked::new(keywords)?;
        let request = asked.request(named(question, number)?, self.puzzle.name())?;
        let (puzzle, flags) = (Arc::clone(&self.puzzle), self.flags.clone());
        let posed = work::done(py, &asked, move |_| Ok(puzzle.pose(&flags)?))?;
        Ok(Solutions::start(
            &self.puzzle,
            Inquiry::new(posed),
            &request,
        ))
    }

    /// How many solutions there are, and how many up to each symmetry: the object of `count --json` as text, the count, whether it is complete,
    /// and why not.
    #[pyo3(signature = (symmetries, find, keywords=None))]
    fn count(
        &self,
        py: Python<'_>,
        symmetries: bool,
        find: bool,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Counts> {
        let asked = Asked::new(keywords)?;
        let start = Instant::now();
        let counted = self.work(
            py,
            &asked,
            Question::Count,
            move |puzzle, inquiry, request, told| {
                let mut keeping = Keeping::new(told, 0);
                if find {
                    inquiry.find_symmetries(&request.limits);
                }
                if !symmetries {
                    let answer = inquiry.ask(request, &mut keeping)?;
                    return Ok((
                        CountReport {
                            answer,
                            orbits: Vec::new(),
                            more: Vec::new(),
                        },
                        String::new(),
                    ));
                }
                let report = CountReport::new(&**puzzle, inquiry, request, &mut keeping)?;
                let object = report.object(&**puzzle, start.elapsed().as_secs_f64());
                let object = serde_json::to_string(&object)?;
                Ok((report, object))
            },
        );
        let (report, json) = counted?;
        Ok((
            report.answer.count,
            report.answer.complete,
            report.answer.stopped_by.map(|limit| limit.to_string()),
            report.orbits.into_iter().chain(report.more).collect(),
            json,
        ))
    }

    /// Why: the solution one deduction after another, or the next one only, from what is filled in (JSON, values by place).
    #[pyo3(signature = (hint, position, keywords=None))]
    fn explain(
        &self,
        py: Python<'_>,
        hint: bool,
        position: &str,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        let asked = Asked::new(keywords)?;
        let position: Map<String, Value> = serde_json::from_str(position).map_err(bad)?;
        self.work(
            py,
            &asked,
            Question::One,
            move |puzzle, inquiry, request, _| {
                let entries = match inquiry.model(request)? {
                    Some(model) if !position.is_empty() => filled_in(&**puzzle, &model, &position)?,
                    _ => Vec::new(),
                };
                let wanted = report::Asked {
                    hint,
                    entries,
                    ..report::Asked::default()
                };
                let explained = explain(&**puzzle, inquiry, request, &wanted)?;
                Ok(Explanation {
                    json: explained.object(&**puzzle)?.to_string(),
                    text: explained.text(TextStyle::PLAIN),
                    svg: explained.picture().to_svg(),
                    reason: explained.stopped_by().map(ToString::to_string),
                })
            },
        )
    }

    /// A search for one solution or for all, node by node: the nodes as JSON, and a picture of the tree.
    #[pyo3(signature = (all, nodes, keywords=None))]
    fn search_tree(
        &self,
        py: Python<'_>,
        all: bool,
        nodes: usize,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(String, String)> {
        let asked = Asked::new(keywords)?;
        let question = if all {
            Question::All { limit: None }
        } else {
            Question::One
        };
        self.work(
            py,
            &asked,
            question,
            move |puzzle, inquiry, request, told| watched(&**puzzle, inquiry, request, nodes, told),
        )
    }

    /// Answers a question and writes the answer down with its proof.
    #[pyo3(signature = (path, question, number=None, keywords=None))]
    fn certificate(
        &self,
        py: Python<'_>,
        path: PathBuf,
        question: &str,
        number: Option<u64>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let asked = Asked::new(keywords)?;
        let redundant = question == "redundant";
        let question = named(question, number)?;
        self.work(
            py,
            &asked,
            question,
            move |puzzle, inquiry, request, told| {
                let output = Output::at(&path)?;
                make_sure_of_parts(Some(&output))?;
                let mut keeping = Keeping::new(told, certificates::KEPT);
                let answer = inquiry.ask(request, &mut keeping)?;
                let kept = keeping.kept.into_iter().map(|kept| kept.0).collect();
                let mut certified = Certified {
                    puzzle: &**puzzle,
                    inquiry,
                    request,
                    redundant,
                };
                let written = certify(&output, &mut certified, &answer, kept)?;
                let written = written.map(|_| ());
                written.map_err(|reason| unanswered(format!("no certificate: {reason}")))
            },
        )
    }

    /// How far every state of a puzzle that is played by moves is from solved: the object of `states --json`.
    #[pyo3(signature = (farthest=None, table=None, keywords=None))]
    fn states(
        &self,
        py: Python<'_>,
        farthest: Option<usize>,
        table: Option<PathBuf>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let asked = Asked::new(keywords)?;
        let (limits, threads) = (asked.limits(), asked.threads());
        let puzzle = Arc::clone(&self.puzzle);
        work::done(py, &asked, move |told| {
            let start = Instant::now();
            let Some(states) = puzzle.states(&limits)? else {
                let name = puzzle.name();
                return Err(bad(format!(
                    "a puzzle of the kind {name} is not played by moves"
                )));
            };
            let (stop, watch) = (AtomicBool::new(false), limits.start());
            let progress = |progress: &Progress| {
                if watch.expired().is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
                told.progress(|| {
                    let fraction = progress.found as f64 / progress.states as f64;
                    json!({ "fraction": fraction, "distance": progress.level })
                });
            };
            let options = BuildOptions {
                threads,
                keep: farthest.map(|count| states.keep_farthest(count)),
                progress: Some(&progress),
                cancel: Some(&stop),
                memory_limit: limits.memory,
            };
            let table = match states.table(table.as_deref(), &options) {
                Ok((table, _)) => table,
                Err(StoreError::Build(BuildError::Cancelled(_))) => {
                    let limit = limits
                        .expired()
                        .unwrap_or(tantalizer::model::Limit::Cancelled);
                    return Err(limit.into());
                }
                Err(error) => return Err(bad(error)),
            };
            let seconds = start.elapsed().as_secs_f64();
            let report = StatesReport::new(puzzle.name(), &*states, &table, farthest, seconds);
            Ok(serde_json::to_string(&report)?)
        })
    }
}

/// A count, whether it is complete, why not, counts by name, and all of it as JSON.
type Counts = (
    BigUint,
    bool,
    Option<String>,
    Vec<(String, Option<BigUint>)>,
    String,
);

/// The question of this name.
fn named(name: &str, number: Option<u64>) -> Result<Question, Failed> {
    Ok(match name {
        "one" => Question::One,
        "best" => Question::Best,
        "all" => Question::All { limit: number },
        "unique" | "redundant" => Question::Unique,
        "forced" => Question::Forced,
        "count" => Question::Count,
        "sample" => Question::Sample {
            wanted: number.unwrap_or(1),
        },
        other => {
            let known = "one, best, all, unique, forced, count, sample or redundant";
            return Err(bad(format!(
                "no question is called `{other}`, expected {known}"
            )));
        }
    })
}
