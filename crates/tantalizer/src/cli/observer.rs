//! Showing solutions as they are found.
//!
//! Text goes out through one large buffer, so that printing a hundred thousand
//! boards costs little; on a terminal each board is shown at once.

use super::outcome::{Failure, print_failure};
use super::progress::ProgressLine;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use tantalizer::draw::{Drawing, TextStyle};
use tantalizer::model::{Answer, Observer, Progress, Solution, Status};
use tantalizer::puzzle::{Printer, Puzzle, View};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Solutions that a picture shows at most.
const MOST_DRAWN: usize = 100;

/// What becomes of the solutions.
pub enum Show {
    /// Each is printed as it is found.
    Text(TextStyle),
    /// They are gathered as a JSON list.
    Json,
    /// They are only kept.
    Nothing,
}

/// Shows solutions, counts them, and keeps the first few.
pub struct Shower<'a> {
    puzzle: &'a dyn Puzzle,
    printer: Option<Printer<'a>>,
    json: bool,
    buffer: Vec<u8>,
    at_once: bool,
    progress: ProgressLine,
    keep: usize,
    count: u64,
    /// What is proven of every solution so far.
    bound: Option<i64>,
    failure: Option<Failure>,
    /// The first solutions, as many as were to be kept.
    pub kept: Vec<Solution>,
}

impl<'a> Shower<'a> {
    /// Shows the solutions of a puzzle; the first `keep` are kept.
    pub fn new(puzzle: &'a dyn Puzzle, show: Show, keep: usize, progress: ProgressLine) -> Self {
        let mut buffer = Vec::with_capacity(BUFFER);
        let (printer, json) = match show {
            Show::Text(style) => (Some(puzzle.printer(style)), false),
            Show::Json => (None, true),
            Show::Nothing => (None, false),
        };
        if json {
            buffer.push(b'[');
        }
        Shower {
            puzzle,
            printer,
            json,
            buffer,
            at_once: std::io::stdout().is_terminal(),
            progress,
            keep,
            count: 0,
            bound: None,
            failure: None,
            kept: Vec::new(),
        }
    }

    /// Writes what is left, takes the progress line away, and gives the JSON
    /// list (empty unless asked for) and the solutions that were kept.
    pub fn finish(mut self) -> Result<(String, Vec<Solution>), Failure> {
        if !self.json {
            self.flush();
        }
        self.progress.finish();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.json {
            self.buffer.push(b']');
        }
        let list = String::from_utf8_lossy(&self.buffer).into_owned();
        Ok((list, self.kept))
    }

    fn flush(&mut self) {
        let write = || {
            let mut out = std::io::stdout().lock();
            out.write_all(&self.buffer).and_then(|()| out.flush())
        };
        let written = self.progress.suspend(write);
        self.buffer.clear();
        if let Err(error) = written {
            self.failure.get_or_insert(print_failure(error));
        }
    }
}

impl Observer for Shower<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.count += 1;
        if self.kept.len() < self.keep {
            self.kept.push(solution.clone());
        }
        if self.json {
            if self.count > 1 {
                self.buffer.push(b',');
            }
            let value = self.puzzle.solution_json(solution, self.bound);
            if let Err(error) = serde_json::to_writer(&mut self.buffer, &value) {
                self.failure.get_or_insert(print_failure(error.into()));
            }
        } else if let Some(printer) = &mut self.printer {
            if self.count > 1 {
                self.buffer.push(b'\n');
            }
            printer(solution, &mut self.buffer);
            if self.at_once || self.buffer.len() >= BUFFER {
                self.flush();
            }
        }
        match self.failure {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn bound(&mut self, bound: i64) {
        self.bound = Some(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.update(progress);
    }
}

/// How many solutions must be kept to draw them.
pub const KEPT_FOR_DRAWING: usize = MOST_DRAWN + 1;

/// The solutions as one picture, four in a row.
pub fn drawn(puzzle: &dyn Puzzle, views: &[View], answer: &Answer) -> Drawing {
    if views.is_empty() {
        let title = match answer.status {
            Status::Unsatisfiable => "No solution",
            _ => "No solution was found so far",
        };
        return puzzle.draw(&View::blank()).titled(title);
    }
    let shown = &views[..views.len().min(MOST_DRAWN)];
    let rows = shown
        .chunks(4)
        .map(|row| Drawing::across(row.iter().map(|view| puzzle.draw(view)).collect()));
    let mut parts: Vec<Drawing> = rows.collect();
    if views.len() > shown.len() {
        let bound = if answer.complete { "" } else { "at least " };
        let (first, total) = (shown.len(), &answer.count);
        let more = format!("the first {first} of {bound}{total} solutions");
        parts.push(Drawing::Label(more));
    }
    Drawing::down(parts)
}
