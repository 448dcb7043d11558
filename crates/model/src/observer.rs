//! Who hears of solutions and progress while an engine works.

use std::ops::ControlFlow;

use crate::{Domain, Solution, Var};

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

/// How a decision restricts its variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restriction {
    /// It takes the value.
    Is,
    /// It does not take the value.
    IsNot,
    /// It is at most the value.
    AtMost,
    /// It is above the value.
    Above,
}

/// A node of a search tree, after propagation.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// Its depth; its parent is the last node before it that is one less deep. A root after other nodes is a restart.
    pub depth: usize,
    /// The decision that leads to it from its parent; none at the root, nor where it is about a variable that the model does not have
    /// (rewriting it may have brought some along).
    pub decision: Option<(Var, Restriction, i32)>,
    /// Whether it is its parent's second branch.
    pub second: bool,
    /// The domains that differ from those of its parent.
    pub changed: &'a [(Var, Domain)],
    /// For a dead end: the variables of the constraint that found it, if one did.
    pub failed: Option<&'a [Var]>,
}

/// A clause that an engine has learnt from a conflict: at least one of its literals holds in every solution that was not found before.
#[derive(Clone, Copy, Debug)]
pub struct Learnt<'a> {
    /// What it says about variables of the model.
    pub literals: &'a [(Var, Restriction, i32)],
    /// How many more literals it has, about variables that the engine has made for itself.
    pub others: usize,
}

/// So many clauses an engine tells, at most: who watches wants to read them.
pub const WATCHED_CLAUSES: usize = 1000;

/// A layer of a decision diagram, with what leads from its nodes to a solution.
#[derive(Clone, Copy, Debug)]
pub struct DiagramLayer<'a> {
    /// Its variable, if that is one of the model.
    pub var: Option<Var>,
    /// How many nodes it has.
    pub nodes: usize,
    /// The arcs on ways to solutions: node, value, and node of the next layer. The nodes of a layer are counted from 0.
    pub arcs: &'a [(usize, i32, usize)],
}

/// Hears of solutions as they are found, and of progress now and then. To break off at a solution is to have enough of them: the engine
/// stops as if the wanted number was reached.
///
/// With several threads, calls come from any of them, one at a time.
///
/// ```
/// use std::ops::ControlFlow;
/// use tantalizer_model::{Observer, Solution};
///
/// /// Prints solutions until there are enough.
/// struct FirstFew {
///     left: usize,
/// }
///
/// impl Observer for FirstFew {
///     fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
///         println!("{:?}", solution.0);
///         self.left -= 1;
///         match self.left {
///             0 => ControlFlow::Break(()),
///             _ => ControlFlow::Continue(()),
///         }
///     }
/// }
/// ```
pub trait Observer: Send {
    /// A solution: no two that are reported agree on all answer variables
    /// (for [`crate::Question::Best`]: each is better than the one before).
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let _ = solution;
        ControlFlow::Continue(())
    }

    /// No solution has a better objective than this, no way is shorter: proven so far.
    fn bound(&mut self, bound: i64) {
        let _ = bound;
    }

    /// Where the engine is; called at most a few times a second.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Whether every node of the search tree is to be told, which slows a search down; of engines that build no tree, what they learn or the layers of
    /// their diagram. Searches on several threads tell nothing of that kind.
    fn watches(&self) -> bool {
        false
    }

    /// A node of the search tree, if [`Observer::watches`].
    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        let _ = node;
        ControlFlow::Continue(())
    }

    /// A clause that was learnt, if [`Observer::watches`]; the first [`WATCHED_CLAUSES`] of them.
    fn learnt(&mut self, clause: &Learnt<'_>) {
        let _ = clause;
    }

    /// A layer of a diagram, if [`Observer::watches`], from the first to the last.
    fn layer(&mut self, layer: &DiagramLayer<'_>) {
        let _ = layer;
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
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.solutions.push(solution.clone());
        ControlFlow::Continue(())
    }
}
