//! That a diagram holds exactly the solutions of a model, and how many they are.
//!
//! The argument is short. A *label* is what is left of the model once some variables are fixed: the future of every constraint with
//! two or more variables to go, and for every variable the values that the constraints with no other one to go leave it. Assignments with
//! equal labels can be completed in the same ways. The checker works out the label behind every arc by itself, and sees that
//!
//! - an arc is missing exactly where a constraint has no future, or a variable no value, behind it;
//! - arcs that lead to one node have equal labels;
//! - a variable that is no answer has at most one arc from each node as long as solutions are counted.
//!
//! By the first two, the ways through the diagram are the solutions, layer by layer; by the third, different ways are different answers.
//! Then it adds up. Only the labels of two layers are in memory, and below the last answer variable the arcs.

use std::collections::HashSet;
use std::io::BufRead;

use num_bigint::BigUint;
use tantalizer_model::{ConstraintId, Model, Var};

use crate::Refusal;
use crate::futures::Futures;
use crate::label::{Dead, Labels, Layout};
use crate::lines::Lines;

/// So many moves of constraints are looked at, all together, to find their futures.
pub(crate) const MOST_MOVES: usize = 1 << 25;

/// What the layers say.
pub(crate) struct Counted {
    /// How many solutions the diagram holds.
    pub(crate) solutions: BigUint,
    /// How many arcs it has.
    pub(crate) arcs: u64,
}

/// Reads the layers of a diagram and holds each against the model.
pub(crate) fn read<R: BufRead>(lines: &mut Lines<R>, model: &Model) -> Result<Counted, Refusal> {
    let order: Vec<usize> = lines.numbers("diagram")?;
    let Some((&counted, order)) = order.split_first() else {
        return Err(lines.wrong("expected how many layers are counted".to_string()));
    };
    let order = variables(lines, model, order, counted)?;
    let mut layout = Layout::new(model, &order, futures(lines, model, &order)?);
    let answer: HashSet<Var> = model.answer().into_iter().collect();
    let mut above = layout.top();
    let mut ways = vec![BigUint::from(1u32); above.len()];
    let mut arcs = 0;
    // Below the counted layers: the arcs of each, as pairs of nodes.
    let mut tail: Vec<Vec<(u32, u32)>> = Vec::new();
    for (layer, &var) in order.iter().enumerate() {
        if above.len() == 0 {
            break;
        }
        let header: Vec<usize> = lines.numbers("layer")?;
        if header != [var.index(), above.len()] {
            let (name, nodes) = (model.var_name(var), above.len());
            return Err(lines.wrong(format!("expected the layer of `{name}` with {nodes} nodes")));
        }
        layout.enter(layer);
        let single = layer < counted && !answer.contains(&var);
        // Ways to the nodes above, as long as they are counted.
        let counts = if layer < counted {
            std::mem::take(&mut ways)
        } else {
            Vec::new()
        };
        let mut below = layout.labels();
        let mut pairs = Vec::new();
        for node in 0..above.len() {
            let row = lines.next()?;
            let mut children = 0;
            let from = above.label(node);
            for_each_arc(lines, model, &layout, from, &row, &mut below, |child| {
                children += 1;
                arcs += 1;
                match counts.get(node) {
                    None => pairs.push((node as u32, child as u32)),
                    Some(count) if child == ways.len() => ways.push(count.clone()),
                    Some(count) => ways[child] += count,
                }
            })?;
            if single && children > 1 {
                let name = model.var_name(var);
                return Err(lines.wrong(format!(
                    "`{name}` is no answer and has {children} values here: answers would be counted more than once"
                )));
            }
        }
        if layer >= counted {
            tail.push(pairs);
        }
        above = below;
    }
    let completed = completed(&tail, above.len());
    let ways = ways.iter().zip(completed);
    let solutions = ways.filter(|pair| pair.1).map(|pair| pair.0).sum();
    Ok(Counted { solutions, arcs })
}

/// Which of the nodes below the counted layers lead to one of the nodes at the bottom.
fn completed(tail: &[Vec<(u32, u32)>], bottom: usize) -> Vec<bool> {
    let mut completed = vec![true; bottom];
    for arcs in tail.iter().rev() {
        let nodes = arcs.iter().map(|arc| arc.0 as usize + 1).max();
        let mut parents = vec![false; nodes.unwrap_or(0)];
        for &(parent, child) in arcs {
            parents[parent as usize] |= completed.get(child as usize) == Some(&true);
        }
        completed = parents;
    }
    completed
}

/// The order of the layers: every variable once, and no answer below the counted ones.
fn variables<R: BufRead>(
    lines: &Lines<R>,
    model: &Model,
    order: &[usize],
    counted: usize,
) -> Result<Vec<Var>, Refusal> {
    let mut missing: HashSet<usize> = (0..model.var_count()).collect();
    for &index in order {
        if !missing.remove(&index) {
            return Err(lines.wrong(format!(
                "there is no variable {index}, or it has a layer before"
            )));
        }
    }
    if let Some(&index) = missing.iter().min() {
        let name = model.var_name(Var::from_index(index));
        return Err(lines.wrong(format!("`{name}` has no layer")));
    }
    let order: Vec<Var> = order.iter().map(|&index| Var::from_index(index)).collect();
    let answer: HashSet<Var> = model.answer().into_iter().collect();
    match order.iter().skip(counted).find(|var| answer.contains(var)) {
        Some(&var) => {
            let name = model.var_name(var);
            Err(lines.wrong(format!("the answer `{name}` is not in the counted layers")))
        }
        None if counted > order.len() => {
            Err(lines.wrong("more layers are counted than there are".to_string()))
        }
        None => Ok(order),
    }
}

/// The futures of every constraint, its variables in the order of the layers.
fn futures<R: BufRead>(
    lines: &Lines<R>,
    model: &Model,
    order: &[Var],
) -> Result<Vec<(Vec<usize>, Futures)>, Refusal> {
    let mut layer_of = vec![0; order.len()];
    for (layer, var) in order.iter().enumerate() {
        layer_of[var.index()] = layer;
    }
    let mut left = MOST_MOVES;
    let constraints = model.constraints().iter().enumerate();
    let futures = constraints.map(|(id, posted)| {
        let vars = posted.constraint.vars();
        let mut on: Vec<usize> = vars.iter().map(|var| layer_of[var.index()]).collect();
        on.sort_unstable();
        on.dedup();
        let scope: Vec<Var> = on.iter().map(|&layer| order[layer]).collect();
        let values: Vec<Vec<i32>> = scope
            .iter()
            .map(|&v| model.domain(v).iter().collect())
            .collect();
        match Futures::new(&posted.constraint, &scope, &values, &mut left) {
            Some(futures) => Ok((on, futures)),
            None => {
                let name = model.constraint_name(ConstraintId(id));
                Err(lines.wrong(format!("{name}: more futures than this checker looks at")))
            }
        }
    });
    futures.collect()
}

/// Reads the arcs of a node, holds each against the label behind it, and tells the children of those that are there.
fn for_each_arc<R: BufRead>(
    lines: &Lines<R>,
    model: &Model,
    layout: &Layout,
    from: &[u8],
    row: &str,
    below: &mut Labels,
    mut arc: impl FnMut(usize),
) -> Result<(), Refusal> {
    let var = layout.var();
    let mut behind = Vec::new();
    let mut words = row.split(' ').filter(|word| !word.is_empty());
    for (number, value) in layout.values().iter().enumerate() {
        let wrong = |reason: String| {
            let name = model.var_name(var);
            Err(lines.wrong(format!("`{name}` = {value}: {reason}")))
        };
        let Some(word) = words.next() else {
            return wrong("neither an arc nor a `-` is written".to_string());
        };
        match (layout.after(from, number, &mut behind), word) {
            (Err(_), "-") => continue,
            (Err(Dead::Constraint(id)), _) => {
                let name = model.constraint_name(id);
                return wrong(format!(
                    "there is an arc, but {name} has no way to hold behind it"
                ));
            }
            (Err(Dead::Variable(other)), _) => {
                let other = model.var_name(other);
                return wrong(format!(
                    "there is an arc, but `{other}` has no value left behind it"
                ));
            }
            (Ok(()), "-") => {
                return wrong("there is no arc, but no constraint excludes it".to_string());
            }
            (Ok(()), _) => {}
        }
        if word == "+" {
            arc(below.push(&behind));
            continue;
        }
        let child: usize = lines.parse(word)?;
        if child >= below.len() {
            return wrong(format!("there is no node {child} yet"));
        }
        if below.label(child) != behind {
            let difference = layout.difference(below.label(child), &behind, model);
            return wrong(format!("node {child} has another future: {difference}"));
        }
        arc(child);
    }
    if words.next().is_some() {
        return Err(lines.wrong("there are more arcs than values".to_string()));
    }
    Ok(())
}
