//! The order of the layers.
//!
//! Answer variables come first, so that below the last of them a node only has a completion or has not.
//! A variable that is no answer may come earlier if the ones before it leave it at most one value:
//! it multiplies nothing, and what it tells makes more nodes equal. Among several orders of the answer variables
//! the one with the smallest frontier is taken: the variables that are known and still matter. Some of these
//! orders put an answer variable, too, right behind those it follows from: on a board that must equal its own mirror
//! image, a cell and its image belong together.

use tantalizer_model::{Limit, Model, Var, Watch};
use tantalizer_rewrite::Pace;

use crate::constraints::taken;

/// The layers of a diagram.
pub(crate) struct Order {
    /// All variables, each once.
    pub(crate) vars: Vec<Var>,
    /// How many layers, from the top, belong to answer variables or to variables that follow from them.
    pub(crate) counted: usize,
}

/// What a look at a constraint takes, in steps of some nanoseconds.
const STEPS_A_CONSTRAINT: usize = 100;

/// So many starts before the middle are tried.
const STARTS: usize = 16;

/// The order with the smallest frontier of a few good ones.
pub(crate) fn best_order(model: &Model, watch: &Watch) -> Result<Order, Limit> {
    let mut pace = Pace::new(watch);
    let mut touching: Vec<Vec<usize>> = vec![Vec::new(); model.var_count()];
    for (id, posted) in model.constraints().iter().enumerate() {
        let mut vars = posted.constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        pace.step(STEPS_A_CONSTRAINT + 8 * vars.len())?;
        for var in vars {
            touching[var.index()].push(id);
        }
    }
    let mut asked = vec![false; model.var_count()];
    let mut listed: Vec<Var> = Vec::new();
    for var in model.answer() {
        if !std::mem::replace(&mut asked[var.index()], true) {
            listed.push(var);
        }
    }
    let mut by_index = listed.clone();
    by_index.sort_unstable();
    let mut candidates = vec![closest_first(model, &touching, &asked, &mut pace)?];
    let classes = classes(model);
    let tied = classes.iter().enumerate().any(|(var, &class)| var != class);
    if tied && by_index.len() <= 400 {
        // What a symmetry ties together meets in the middle, and is tightest there: start about it as well.
        let middle = by_index.len() / 2;
        for start in middle.saturating_sub(STARTS)..middle + 1 {
            let (before, after) = by_index.split_at(start);
            candidates.push(after.iter().chain(before).copied().collect());
        }
    }
    if by_index != listed {
        candidates.insert(0, by_index);
    }
    candidates.insert(0, listed);
    let mut best: Option<(Order, (u64, usize))> = None;
    for answer in candidates {
        for pull in [false, true] {
            let answer = answer.clone();
            let order = complete(model, &touching, &asked, answer, pull, &mut pace)?;
            let cost = frontier(model, &touching, &classes, &order);
            if best.as_ref().is_none_or(|best| cost < best.1) {
                best = Some((order, cost));
            }
            pace.look()?;
        }
    }
    Ok(best.map(|found| found.0).unwrap_or(Order {
        vars: Vec::new(),
        counted: 0,
    }))
}

/// Answer variables by how much they are tied to those before: most of their constraints already open.
fn closest_first(
    model: &Model,
    touching: &[Vec<usize>],
    asked: &[bool],
    pace: &mut Pace,
) -> Result<Vec<Var>, Limit> {
    let mut open = vec![false; model.constraints().len()];
    let mut left: Vec<Var> = model.vars().filter(|v| asked[v.index()]).collect();
    let mut order = Vec::with_capacity(left.len());
    // Quadratic, so only where that is quick.
    if left.len() > 2_000 {
        return Ok(left);
    }
    while !left.is_empty() {
        let looks: usize = left.iter().map(|v| touching[v.index()].len()).sum();
        pace.step(looks)?;
        let score = |var: &Var| {
            let ids = &touching[var.index()];
            let opened = ids.iter().filter(|&&id| open[id]).count();
            (ids.len() - opened, usize::MAX - opened, var.index())
        };
        let at = (0..left.len())
            .min_by_key(|&at| score(&left[at]))
            .unwrap_or(0);
        let var = left.remove(at);
        touching[var.index()].iter().for_each(|&id| open[id] = true);
        order.push(var);
    }
    Ok(order)
}

/// Puts the other variables into an order of the answer variables; with `pull`, what follows from the variables before
/// comes at once, be it an answer variable or not.
fn complete(
    model: &Model,
    touching: &[Vec<usize>],
    asked: &[bool],
    answer: Vec<Var>,
    pull: bool,
    pace: &mut Pace,
) -> Result<Order, Limit> {
    let mut placed = vec![false; model.var_count()];
    let mut vars = Vec::with_capacity(model.var_count());
    // How many variables of each constraint have no place yet: from most constraints nothing follows before the last.
    let mut missing = vec![0; model.constraints().len()];
    for ids in touching {
        ids.iter().for_each(|&id| missing[id] += 1);
    }
    let place = |var: Var, vars: &mut Vec<Var>, placed: &mut [bool], missing: &mut [usize]| {
        placed[var.index()] = true;
        vars.push(var);
        touching[var.index()]
            .iter()
            .for_each(|&id| missing[id] -= 1);
    };
    // What has only one value costs nothing and is best known early.
    for var in model.vars().filter(|&v| model.domain(v).fixed().is_some()) {
        place(var, &mut vars, &mut placed, &mut missing);
    }
    let mut next = 0;
    let mut answer = answer.into_iter();
    loop {
        while next < vars.len() {
            let var = vars[next];
            next += 1;
            for &id in &touching[var.index()] {
                pace.step(8)?;
                let constraint = &model.constraints()[id].constraint;
                let taken = taken(constraint);
                if missing[id] == 0 || (missing[id] > 1 && !taken.determines_early()) {
                    continue;
                }
                let others = constraint.vars();
                for other in others.iter().copied() {
                    if !placed[other.index()] && (pull || !asked[other.index()]) {
                        pace.step(taken.cost(others.len()))?;
                        if taken.determines(other, &|v| placed[v.index()]) {
                            place(other, &mut vars, &mut placed, &mut missing);
                        }
                    }
                }
            }
        }
        let Some(var) = answer.find(|var| !placed[var.index()]) else {
            break;
        };
        place(var, &mut vars, &mut placed, &mut missing);
    }
    let counted = vars.len();
    // The rest: each as close as possible to what it is tied to.
    let mut open = vec![false; model.constraints().len()];
    for var in &vars {
        touching[var.index()].iter().for_each(|&id| open[id] = true);
    }
    let mut left: Vec<Var> = model.vars().filter(|v| !placed[v.index()]).collect();
    if left.len() > 2_000 {
        vars.append(&mut left);
    }
    while !left.is_empty() {
        let looks: usize = left.iter().map(|v| touching[v.index()].len()).sum();
        pace.step(looks)?;
        let unopened = |var: &Var| {
            touching[var.index()]
                .iter()
                .filter(|&&id| !open[id])
                .count()
        };
        let at = (0..left.len())
            .min_by_key(|&at| unopened(&left[at]))
            .unwrap_or(0);
        let var = left.remove(at);
        touching[var.index()].iter().for_each(|&id| open[id] = true);
        vars.push(var);
    }
    Ok(Order { vars, counted })
}

/// The largest frontier, in hundredths of bits, and, to decide between equals, how late constraints are done on the
/// whole: the earlier, the sooner dead ends show. Variables of one class tell the same, so they count once.
fn frontier(
    model: &Model,
    touching: &[Vec<usize>],
    classes: &[usize],
    order: &Order,
) -> (u64, usize) {
    let mut position = vec![0; model.var_count()];
    for (at, var) in order.vars.iter().enumerate() {
        position[var.index()] = at;
    }
    let last: Vec<usize> = model
        .constraints()
        .iter()
        .map(|posted| {
            let vars = posted.constraint.vars();
            vars.iter().map(|v| position[v.index()]).max().unwrap_or(0)
        })
        .collect();
    // When each class becomes known, and until when it matters.
    let mut span = vec![(usize::MAX, 0); model.var_count()];
    for (at, var) in order.vars.iter().enumerate() {
        let until = touching[var.index()].iter().map(|&id| last[id]).max();
        let (from, to) = &mut span[classes[var.index()]];
        *from = at.min(*from);
        *to = until.unwrap_or(at).max(at).max(*to);
    }
    let mut change = vec![0.0; order.vars.len() + 1];
    for var in &order.vars {
        let (from, to) = span[classes[var.index()]];
        // Each class once, at its first variable.
        if from == position[var.index()] {
            let bits = (model.domain(*var).len().max(1) as f64).log2();
            change[from] += bits;
            change[to] -= bits;
        }
    }
    let (mut now, mut most) = (0.0f64, 0.0f64);
    for bits in change {
        now += bits;
        most = most.max(now);
    }
    ((most * 100.0).round() as u64, last.iter().sum())
}

/// For each variable the representative of its class: variables that follow from one another by a single constraint.
fn classes(model: &Model) -> Vec<usize> {
    let mut above: Vec<usize> = (0..model.var_count()).collect();
    fn top(above: &mut [usize], mut var: usize) -> usize {
        while above[var] != var {
            above[var] = above[above[var]];
            var = above[var];
        }
        var
    }
    for posted in model.constraints() {
        let mut vars = posted.constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        if taken(&posted.constraint).is_bijection(&vars) {
            for two in vars.windows(2) {
                let (a, b) = (
                    top(&mut above, two[0].index()),
                    top(&mut above, two[1].index()),
                );
                above[a] = b;
            }
        }
    }
    (0..model.var_count())
        .map(|var| top(&mut above, var))
        .collect()
}
