//! Simplification: what a model says in many small Boolean steps, said at once.
//!
//! Modelling languages flatten a sentence such as "this piece lies somewhere" into hundreds of truth values that define
//! each other. Engines then see the parts and not the sentence. The steps here, one module each, put it together
//! again:
//!
//! * `aliases`: variables that must be equal are one variable;
//! * `definitions`: which truth value stands for which condition;
//! * `numbers`: which number only helps, and follows from which others;
//! * `implied`: a truth value that only ever implies something stands for it;
//! * `groups`: disjuncts about the same variables belong together, whatever the nesting;
//! * `tables`: conditions over the same few variables are one table;
//! * `choices`: truth values over the same few variables are one choice;
//! * `assignment`: values that must all appear on as many variables are an assignment;
//! * `differences`: variables of which each two differ are all different;
//! * `hidden`: a number that is spoken of with the same few variables only goes;
//! * `local`: what a sentence with variables of its own says of few others is a table of these;
//! * `swallow`: a truth value that is used once is replaced by what it stands for;
//! * `unused`: what nobody uses is left out.
//!
//! Unlike the rest of this room, a simplified model has other variables: [`Simplified::restore`] gives a
//! solution of the original. Each answer of the original has exactly one counterpart.

mod aliases;
mod assignment;
mod choices;
mod definitions;
mod differences;
mod groups;
mod hidden;
mod implied;
mod local;
mod numbers;
mod relations;
mod swallow;
mod tables;
mod unused;
mod work;

use tantalizer_model::constraints::Compare;
use tantalizer_model::{Constraint, Limits, Model, Rel, Solution, Var, Watch};

use crate::presolve::tighten;
use crate::{Pace, RewriteError};
use work::{Undo, Work};

/// A simplified model, and the way back.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The simplified model.
    pub model: Model,
    /// What each step left.
    pub steps: Vec<Stage>,
    /// For each variable of the simplified model, the one it was before.
    kept: Vec<Var>,
    /// How the others follow, the last one to go first.
    undo: Vec<Undo>,
    /// How many variables the original had.
    original: usize,
    /// How many variables there were in all.
    all: usize,
}

/// The size of a model after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The name of the step.
    pub name: &'static str,
    /// Variables left.
    pub variables: usize,
    /// Constraints left.
    pub constraints: usize,
}

/// Larger models are asked as they are: looking at them takes longer than most questions.
const MOST_CONSTRAINTS: usize = 1_000_000;

/// Simplifying may take so large a part of the time that is left.
const SHARE: u32 = 4;

/// Whether there is anything to simplify: truth values that stand for something, equal variables, numbers that only help, or what is said pair by
/// pair.
pub fn can_simplify(model: &Model) -> bool {
    if model.constraints().len() > MOST_CONSTRAINTS {
        return false;
    }
    let stays = Work::new(model, &model.without_constraints()).stays;
    let only_helps = |var: &Var| !stays[var.index()] && model.domain(*var).len() > 1;
    let promising = |constraint: &Constraint| {
        differences::forbidden(constraint).is_some()
            || constraint.vars().iter().any(only_helps)
            || matches!(
                constraint,
                Constraint::Reified(_)
                    | Constraint::Clause(_)
                    | Constraint::Xor(_)
                    | Constraint::AllEqual(_)
                    | Constraint::Compare(Compare {
                        rel: Rel::Equal,
                        ..
                    })
            )
    };
    let mut constraints = model.constraints().iter();
    constraints.any(|posted| promising(&posted.constraint))
}

/// The model, simplified by all steps.
///
/// At most a quarter of the time that is left goes into it: what has not begun by then is left out, and what comes of it
/// is as good, only longer. It fails when the limits themselves are reached.
///
/// ```
/// use tantalizer_model::constraints::Compare;
/// use tantalizer_model::{Limits, Literal, Model, Rel};
/// use tantalizer_rewrite::simplify;
///
/// let mut model = Model::new("equal, or both at the end");
/// let [x, y, end] = [0, 1, 2].map(|i| model.int(format!("x{i}"), 1..=3));
/// let equal = model.boolean("equal");
/// model.reified(Compare { x, rel: Rel::Equal, y }, equal)?;
/// model.clause([Literal::yes(equal)])?;
/// model.set_answer([x, y, end]);
///
/// // The truth value is gone, and what was equal is one variable.
/// let simplified = simplify(&model, &Limits::none())?;
/// assert!(simplified.model.var_count() < model.var_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simplify(model: &Model, limits: &Limits) -> Result<Simplified, RewriteError> {
    let share = limits.within(limits.remaining().map(|left| left / SHARE));
    let watch = share.start();
    let (tight, _) = tighten(model, &watch)?;
    let mut work = Work::new(model, &tight);
    drop(tight);
    let mut steps = vec![work.step("as it is read")];
    steps[0].constraints = model.constraints().len();
    steps.push(work.step("tighter domains"));
    match run(&mut work, &mut steps, &watch) {
        // Each step is sound wherever it is left; only when nothing may be done any more is it all in vain.
        Err(RewriteError::Stopped(_)) if limits.expired().is_none() => {}
        done => done?,
    }
    let mut whole = Pace::new(&limits.start());
    whole.look()?;
    let rewritten = work.take_model(&mut whole)?;
    let (tight, stopped) = tighten(&rewritten, &watch)?;
    drop(rewritten);
    finish(
        tight,
        stopped.is_none(),
        work,
        steps,
        model.var_count(),
        whole,
    )
}

/// The steps one after another, until no time is left for them.
fn run(work: &mut Work, steps: &mut Vec<Stage>, watch: &Watch) -> Result<(), RewriteError> {
    let pace = &mut Pace::new(watch);
    aliases::merge(work, pace)?;
    steps.push(work.step("equal variables are one"));
    definitions::find(work, pace)?;
    numbers::find(work, pace)?;
    implied::settle(work, pace)?;
    groups::form(work, pace)?;
    tables::collect(work, pace)?;
    unused::drop(work)?;
    steps.push(work.step("conditions over few variables are tables"));
    assignment::deduce(work, pace)?;
    unused::drop(work)?;
    steps.push(work.step("as many values as variables are an assignment"));
    tables::gather(work, pace)?;
    hidden::project(work, pace)?;
    steps.push(work.step("conditions that share variables are tables"));
    local::tabulate(work, watch, pace)?;
    steps.push(work.step("sentences with variables of their own are tables"));
    swallow::inline(work, pace)?;
    unused::drop(work)?;
    steps.push(work.step("truth values used once are swallowed"));
    differences::collect(work, pace)?;
    steps.push(work.step("what differs pair by pair is all different"));
    Ok(())
}

/// The steps' result as a model of its own, its variables numbered anew.
fn finish(
    tight: Model,
    goes_on: bool,
    earlier: Work,
    mut steps: Vec<Stage>,
    original: usize,
    mut pace: Pace,
) -> Result<Simplified, RewriteError> {
    let mut work = Work::new(&tight, &tight).with_undo(earlier);
    drop(tight);
    if goes_on {
        definitions::find(&mut work, &mut pace)?;
        numbers::find(&mut work, &mut pace)?;
        unused::drop(&mut work)?;
    }
    steps.push(work.step("tighter domains once more"));
    let all = work.model.var_count();
    let (model, kept, undo) = work.compact(&mut pace)?;
    Ok(Simplified {
        model,
        steps,
        kept,
        original,
        all,
        undo,
    })
}

impl Simplified {
    /// The solution of the original model that belongs to one of the simplified model.
    pub fn restore(&self, solution: &Solution) -> Solution {
        let mut values = vec![0; self.all];
        for (var, &value) in self.kept.iter().zip(&solution.0) {
            values[var.index()] = value;
        }
        for undo in self.undo.iter().rev() {
            undo.apply(&mut values);
        }
        values.truncate(self.original);
        Solution(values)
    }
}
