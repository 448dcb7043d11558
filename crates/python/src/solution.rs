//! A solution, and solutions one after the other.

use crate::convert::to_python;
use crate::failure::Failed;
use crate::work::GLANCE;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tantalizer::ask::{self, Inquiry, StillWorking};
use tantalizer::draw::TextStyle;
use tantalizer::model::{self, Request};
use tantalizer::puzzle::{self, View};

/// A solution of a puzzle, or a part of one; it draws itself.
#[pyclass(frozen, module = "tantalizer._native")]
pub struct Solution {
    puzzle: Arc<dyn puzzle::Puzzle>,
    solution: model::Solution,
    bound: Option<i64>,
    /// How it is drawn, where that is not simply all of it.
    view: Option<View>,
}

impl Solution {
    /// A solution, with the length that no way is below as far as was proven, and how it is drawn.
    pub fn new(
        puzzle: &Arc<dyn puzzle::Puzzle>,
        solution: model::Solution,
        bound: Option<i64>,
        view: Option<View>,
    ) -> Solution {
        Solution {
            puzzle: Arc::clone(puzzle),
            solution,
            bound,
            view,
        }
    }

    fn drawing(&self) -> tantalizer::draw::Drawing {
        match &self.view {
            Some(view) => self.puzzle.draw(view),
            None => self.puzzle.draw(&View::solution(&self.solution)),
        }
    }
}

#[pymethods]
impl Solution {
    /// Its fields, as in the JSON of the command line.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.puzzle.solution_json(&self.solution, self.bound))
    }

    /// The values of all variables, in the order of the model, or the moves.
    fn values(&self) -> Vec<i32> {
        self.solution.0.clone()
    }

    /// As a picture.
    fn svg(&self) -> String {
        self.drawing().to_svg()
    }

    /// As plain text.
    fn text(&self) -> String {
        self.drawing().to_text(TextStyle::PLAIN)
    }
}

/// Solutions as they are found, on a thread that stops when nobody wants more.
#[pyclass(frozen, module = "tantalizer._native")]
pub struct Solutions {
    puzzle: Arc<dyn puzzle::Puzzle>,
    found: Mutex<Option<ask::Solutions>>,
}

impl Solutions {
    /// Starts to look for them.
    pub fn start(
        puzzle: &Arc<dyn puzzle::Puzzle>,
        inquiry: Inquiry,
        request: &Request,
    ) -> Solutions {
        Solutions {
            puzzle: Arc::clone(puzzle),
            found: Mutex::new(Some(inquiry.solutions(request))),
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        // Usually one is there already; else the interpreter's lock is free while it is waited for.
        let mut next = self.look(Duration::ZERO);
        while next.is_err() {
            next = py.detach(|| self.look(GLANCE));
            py.check_signals().inspect_err(|_| self.close())?;
        }
        match next {
            Ok(Some(Ok((solution, bound)))) => {
                Ok(Some(Solution::new(&self.puzzle, solution, bound, None)))
            }
            Ok(Some(Err(error))) => Err(Failed::from(error).into()),
            Ok(None) | Err(StillWorking) => Ok(None),
        }
    }

    /// Wants no more: the search stops.
    fn close(&self) {
        drop(
            self.found
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
    }
}

type Next = Option<Result<(model::Solution, Option<i64>), ask::NoAnswer>>;

impl Solutions {
    fn look(&self, time: Duration) -> Result<Next, StillWorking> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(solutions) = &mut *found else {
            return Ok(None);
        };
        let next = solutions.next_within(time)?;
        Ok(next.map(|solution| Ok((solution?, solutions.bound()))))
    }
}
