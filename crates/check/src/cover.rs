//! That fewer clues do not do.
//!
//! Clues are the constraints that leave one variable a single value, be it one of the answer or one of those that the certificate says
//! may be told. The certificate lists other solutions of the model without its clues. Each of them differs from the certified solution in some
//! of these variables, and whoever wants to exclude it must show one of them. That no smaller number of variables meets all these differences is a formula: it is made here from the
//! listed solutions alone, with a counter (Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, 2005), and the
//! proof that it has no solution is replayed. So nothing about it is taken on trust.

use std::collections::HashSet;
use std::io::BufRead;
use tantalizer_model::constraints::Member;

use tantalizer_model::{Constraint, Model, Var};

use crate::Refusal;
use crate::lines::Lines;
use crate::lrat::Proof;

/// The variable of a clue. What tells the value of any other variable is a rule.
fn clue(constraint: &Constraint, among: &HashSet<Var>) -> Option<Var> {
    match constraint {
        Constraint::Member(Member { x, values }) if values.len() == 1 && among.contains(x) => {
            Some(*x)
        }
        _ => None,
    }
}

/// The clues of a model: their variables, each once.
fn clues(model: &Model, among: &HashSet<Var>) -> Option<Vec<Var>> {
    let posted = model.constraints().iter();
    let vars: Vec<Var> = posted
        .filter_map(|posted| clue(&posted.constraint, among))
        .collect();
    let different: HashSet<Var> = vars.iter().copied().collect();
    (different.len() == vars.len()).then_some(vars)
}

/// Whether the assignment fits the domains and all constraints but the clues.
fn solves_without_clues(model: &Model, among: &HashSet<Var>, assignment: &[i32]) -> bool {
    let is_clue = |constraint: &Constraint| clue(constraint, among).is_some();
    assignment.len() == model.var_count()
        && model
            .vars()
            .all(|var| model.domain(var).contains(assignment[var.index()]))
        && model
            .constraints()
            .iter()
            .all(|posted| is_clue(&posted.constraint) || posted.constraint.holds(assignment))
}

/// Checks the part of a certificate that says that `fewest` clues are as few as possible for this solution; gives
/// back the number of alternatives and of steps.
pub(crate) fn fewest<R: BufRead>(
    lines: &mut Lines<R>,
    model: &Model,
    solution: &[i32],
    fewest: u64,
) -> Result<(u64, u64), Refusal> {
    let head = lines.after("alternatives")?;
    let (count, among) = match head.split_once(" among ") {
        None => (&head[..], model.answer()),
        Some((count, vars)) => {
            let vars: Vec<usize> = lines.parse_all(vars)?;
            let different: HashSet<&usize> = vars.iter().collect();
            let known = |var: &usize| *var < model.var_count();
            if different.len() != vars.len() || !vars.iter().all(known) {
                return Err(lines.wrong("these are not variables of the model".to_string()));
            }
            (count, vars.into_iter().map(Var::from_index).collect())
        }
    };
    let count: u64 = lines.parse(count)?;
    let may_be_clues: HashSet<Var> = among.iter().copied().collect();
    let Some(clues) = clues(model, &may_be_clues) else {
        return Err(lines.wrong("a clue is given twice".to_string()));
    };
    if clues.len() as u64 != fewest {
        let found = clues.len();
        return Err(lines.wrong(format!("{fewest} clues are claimed, the model has {found}")));
    }
    let mut differences = Vec::new();
    for _ in 0..count {
        let other: Vec<i32> = lines.numbers("alternative")?;
        if !solves_without_clues(model, &may_be_clues, &other) {
            return Err(lines.wrong("this is no solution without the clues".to_string()));
        }
        let differs = (1..).zip(&among).filter(|(_, var)| {
            let at = var.index();
            other[at] != solution[at]
        });
        let differs: Vec<i32> = differs.map(|(number, _)| number).collect();
        if differs.is_empty() {
            return Err(lines.wrong("this is the certified solution again".to_string()));
        }
        differences.push(differs);
    }
    lines.expect("cover")?;
    if fewest == 0 {
        // Nothing is fewer than none.
        return Ok((count, 0));
    }
    let most = clues.len() - 1;
    if among.len() * (most + 1) > i32::MAX as usize {
        return Err(lines.wrong("there are too many variables".to_string()));
    }
    let mut proof = Proof::new(among.len() * (most + 1));
    differences
        .into_iter()
        .for_each(|clause| proof.axiom(clause));
    at_most(among.len(), most, |clause| proof.axiom(clause));
    let steps = proof.replay(lines)?;
    Ok((count, steps))
}

/// The clauses that at most `most` of the variables 1 to `of` are true. Variable `of + (i - 1) * most + j` is true if at least
/// `j` of the first `i` are.
fn at_most(of: usize, most: usize, mut clause: impl FnMut(Vec<i32>)) {
    let counted = |i: usize, j: usize| (of + (i - 1) * most + j) as i32;
    for i in 1..=of {
        let shown = i as i32;
        if most == 0 {
            clause(vec![-shown]);
            continue;
        }
        clause(vec![-shown, counted(i, 1)]);
        if i == 1 {
            continue;
        }
        for j in 1..=most {
            clause(vec![-counted(i - 1, j), counted(i, j)]);
            if j > 1 {
                clause(vec![-shown, -counted(i - 1, j - 1), counted(i, j)]);
            }
        }
        clause(vec![-shown, -counted(i - 1, most)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every choice of the counted variables: the counter can be completed exactly when they are few enough.
    #[test]
    fn the_counter_counts() {
        for of in 1..=4usize {
            for most in 0..=3usize {
                let mut clauses: Vec<Vec<i32>> = Vec::new();
                at_most(of, most, |clause| clauses.push(clause));
                let all = of + of * most;
                for chosen in 0u32..1 << of {
                    let completed = (0u32..1 << (all - of)).any(|rest| {
                        let bits = chosen | rest << of;
                        let holds = |&literal: &i32| {
                            (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
                        };
                        clauses.iter().all(|clause| clause.iter().any(holds))
                    });
                    let few = chosen.count_ones() as usize <= most;
                    assert_eq!(completed, few, "{of} {most} {chosen:b}");
                }
            }
        }
    }
}
