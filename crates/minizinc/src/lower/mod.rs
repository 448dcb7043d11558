//! From FlatZinc's words to a model.
//!
//! Three passes. The *names* are resolved: parameters and arrays disappear, and variables that a
//! file says to be equal (`var int: x = y`, `int_eq`, `bool2int`) become one, since a truth value
//! of a model is a variable over {0, 1}. Then *bounds* are found for integers that have none, by looking at the
//! constraints over them; one that stays unbounded is refused by name, because an engine would otherwise
//! have to guess. Last, every constraint is *posted* by the entry of [`builtins`] that has its name.

pub mod arith;
mod automata;
mod bins;
mod bounds;
pub mod builtins;
pub mod globals;
pub mod logic;
pub(crate) mod names;
pub(crate) mod poster;
pub(crate) mod sentence;

use std::collections::HashSet;
use std::sync::Arc;

use tantalizer_model::{Model, Objective, Var, Watch};
use tantalizer_rewrite::Pace;

use crate::annotations::{Looks, looks};
use crate::output::{Output, outputs};
use crate::search_annotations::phases;
use crate::syntax::{Goal, Program};
use crate::{FlatZincError, leave_behind};
use builtins::Call;
use names::Names;
use poster::Poster;

/// What a FlatZinc file means.
#[derive(Clone, Debug)]
pub struct FlatModel {
    /// The model; its answer variables are those of the output.
    pub model: Arc<Model>,
    /// What is printed of a solution, in the order of the file.
    pub output: Vec<Output>,
    /// What it says about how it looks.
    pub looks: Looks,
}

/// Gives a file its meaning, as long as the watch lets it.
pub fn lower(program: &Program, watch: &Watch) -> Result<FlatModel, FlatZincError> {
    let mut names = Names::default();
    let mut calls = Vec::new();
    let mut model = Model::new("flatzinc");
    let pace = Pace::new(watch);
    match fill(&mut model, &mut names, &mut calls, program, pace) {
        Ok((output, looks)) => Ok(FlatModel {
            model: Arc::new(model),
            output,
            looks,
        }),
        Err(error) => {
            if let FlatZincError::Stopped(_) = error {
                leave_behind((model, names, calls));
            }
            Err(error)
        }
    }
}

fn fill(
    model: &mut Model,
    names: &mut Names,
    calls: &mut Vec<Call>,
    program: &Program,
    mut pace: Pace,
) -> Result<(Vec<Output>, Looks), FlatZincError> {
    names.resolve(program, &mut pace)?;
    builtins::calls(program, names, calls, &mut pace)?;
    names.merge_equal(calls);
    bounds::find(names, calls, &mut pace)?;
    let mut poster = Poster::new(names, program, model, calls);
    for call in calls.iter() {
        pace.step(call.cost())?;
        poster.post(call)?;
    }
    pace.look()?;
    let output = outputs(program, &poster)?;
    let looks = looks(program, &output, &poster)?;
    let search = phases(&program.solve, &poster)?;
    let objective = objective(program, &mut poster)?;
    model.set_answer(answer(&output, &looks));
    model.set_branching(search);
    if let Some(objective) = objective {
        model.set_objective(objective);
    }
    Ok((output, looks))
}

/// The variables of the boards, or of the output where there are none, each once.
pub fn answer(output: &[Output], looks: &Looks) -> Vec<Var> {
    let mut seen = HashSet::new();
    let drawn = looks.boards.iter();
    let drawn = drawn.filter(|board| board.is_filled_in());
    let mut vars: Vec<Var> = drawn.flat_map(|board| board.array.vars()).collect();
    if vars.is_empty() {
        vars = output.iter().flat_map(Output::vars).collect();
    }
    let vars = vars.into_iter();
    vars.filter(|&var| seen.insert(var)).collect()
}

fn objective(program: &Program, poster: &mut Poster) -> Result<Option<Objective>, FlatZincError> {
    let place = &program.solve.place;
    let (expr, smallest) = match &program.solve.goal {
        Goal::Satisfy => return Ok(None),
        Goal::Minimize(expr) => (expr, true),
        Goal::Maximize(expr) => (expr, false),
    };
    poster.place = place.clone();
    let arg = poster.argument(expr)?;
    let var = poster.var(&arg)?;
    Ok(Some(if smallest {
        Objective::Minimise(var)
    } else {
        Objective::Maximise(var)
    }))
}
