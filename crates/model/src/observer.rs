//! Who hears of solutions and progress while an engine works.

use crate::Solution;

/// What an observer wants after a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Stop as if the wanted number of solutions was reached.
    Stop,
}

/// How far an engine is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Dead ends so far.
    pub failures: u64,
    /// Solutions so far.
    pub solutions: u64,
    /// The part of the work that is done, between 0 and 1, if the engine can tell.
    pub fraction: Option<f64>,
}

/// Hears of solutions as they are found, and of progress now and then.
///
/// With several threads, calls come from any of them, one at a time.
pub trait Observer: Send {
    /// A solution: no two that are reported agree on all answer variables
    /// (for [`crate::Question::Best`]: each is better than the one before).
    fn solution(&mut self, solution: &Solution) -> Flow {
        let _ = solution;
        Flow::Continue
    }

    /// Where the engine is; called at most a few times a second.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
}

/// An observer that does not care.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// An observer that keeps all solutions.
#[derive(Clone, Debug, Default)]
pub struct Collect {
    /// The solutions so far.
    pub solutions: Vec<Solution>,
}

impl Observer for Collect {
    fn solution(&mut self, solution: &Solution) -> Flow {
        self.solutions.push(solution.clone());
        Flow::Continue
    }
}
