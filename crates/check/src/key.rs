//! What a constraint must remember of the values fixed so far.
//!
//! One rule: *beginnings with equal keys have the same future*, so that it is enough to follow one of them. What follows is
//! said by the judge, never by a key. A constraint without a better idea remembers all values, for which the rule is plain; so
//! a key only saves work, and each states in a line why it is enough. No key means that the constraint can no longer hold.
//!
//! Variables are numbered in the order in which they are fixed: number `i` is known if there is a value `i`. So how many are
//! known need not be remembered.

use std::collections::BTreeSet;

use tantalizer_model::constraints::{Lex, Regular, Table};
use tantalizer_model::{Constraint, Var};

/// The key of a beginning, or none if the constraint cannot hold any more.
pub(crate) fn key(constraint: &Constraint, known: &[i32]) -> Option<Vec<i64>> {
    let value = |var: Var| known.get(var.index()).copied().map(i64::from);
    let values = |vars: &[Var]| -> Vec<i64> { vars.iter().filter_map(|&var| value(var)).collect() };
    let sorted = |vars: &[Var]| {
        let mut values = values(vars);
        values.sort_unstable();
        values
    };
    match constraint {
        // The rest of the sum needs only the sum so far.
        Constraint::Linear(linear) => {
            let terms = linear.terms.iter();
            let sum = terms.filter_map(|&(factor, var)| Some(factor * value(var)?));
            Some(vec![sum.sum()])
        }
        // Which values are taken, not by whom.
        Constraint::AllDifferent(all) => {
            let taken = sorted(&all.vars);
            taken.is_sorted_by(|a, b| a < b).then_some(taken)
        }
        // One value stands for all.
        Constraint::AllEqual(all) => {
            let mut values = sorted(&all.vars);
            values.dedup();
            (values.len() <= 1).then_some(values)
        }
        // How often the value occurred; how often each did, as long as it is not known which is meant.
        Constraint::Count(count) => Some(match value(count.value) {
            Some(meant) => {
                let found = values(&count.vars).iter().filter(|&&v| v == meant).count();
                [vec![meant, found as i64], values(&[count.count])].concat()
            }
            None => [sorted(&count.vars), values(&[count.count])].concat(),
        }),
        // How often each value occurred, and the counts that are known.
        Constraint::GlobalCardinality(all) => {
            let seen = values(&all.vars);
            let is_counted = |value: &i64| all.values.iter().any(|&v| i64::from(v) == *value);
            if all.closed && !seen.iter().all(is_counted) {
                return None;
            }
            let often = |&v: &i32| seen.iter().filter(|&&s| s == i64::from(v)).count() as i64;
            let mut key: Vec<i64> = all.values.iter().map(often).collect();
            key.extend(values(&all.counts));
            Some(key)
        }
        // Which different values occurred, and the count if it is known.
        Constraint::NValue(nvalue) => {
            let seen: BTreeSet<i64> = values(&nvalue.vars).into_iter().collect();
            Some(seen.into_iter().chain(values(&[nvalue.count])).collect())
        }
        // The largest so far, and the result if it is known.
        Constraint::Maximum(largest) => {
            let most = values(&largest.vars).into_iter().max();
            Some(most.into_iter().chain(value(largest.result)).collect())
        }
        Constraint::Minimum(smallest) => {
            let least = values(&smallest.vars).into_iter().min();
            Some(least.into_iter().chain(value(smallest.result)).collect())
        }
        // Once one literal is true nothing else matters; until then all were false.
        Constraint::Clause(clause) => {
            let is_true = |value: Option<i64>, positive| value == Some(i64::from(positive));
            let mut literals = clause.literals.iter();
            let holds = literals.any(|literal| is_true(value(literal.var), literal.positive));
            Some(vec![i64::from(holds)])
        }
        // The parity so far.
        Constraint::Xor(xor) => Some(vec![values(&xor.vars).iter().sum::<i64>() % 2]),
        // Only the entry that the index names, once it is known.
        Constraint::Element(element) => match value(element.index) {
            None => Some(all(known)),
            Some(index) => {
                let place = usize::try_from(index - i64::from(element.offset)).ok()?;
                let entry = *element.array.get(place)?;
                Some([vec![index], values(&[entry]), values(&[element.value])].concat())
            }
        },
        Constraint::Table(table) => rows(table, known),
        Constraint::Regular(regular) => runs(regular, known),
        Constraint::Lex(lex) => order(lex, known),
        // Its own variable, and what the inner constraint remembers; one that cannot hold any more is just false.
        Constraint::Reified(reified) => {
            let mut kept = values(&[reified.by]);
            match key(&reified.constraint, known) {
                None => kept.push(0),
                Some(inner) => kept.extend([vec![1], inner].concat()),
            }
            Some(kept)
        }
        Constraint::Member(_)
        | Constraint::Compare(_)
        | Constraint::Arithm(_)
        | Constraint::Absolute(_)
        | Constraint::Inverse(_)
        | Constraint::Circuit(_)
        | Constraint::Subcircuit(_)
        | Constraint::Connected(_)
        | Constraint::PathCount(_)
        | Constraint::Cumulative(_)
        | Constraint::NoOverlap(_)
        | Constraint::BinPacking(_) => Some(all(known)),
    }
}

/// Everything.
fn all(known: &[i32]) -> Vec<i64> {
    known.iter().copied().map(i64::from).collect()
}

/// Which rows agree with the values so far: the others are out, whatever comes.
fn rows(table: &Table, known: &[i32]) -> Option<Vec<i64>> {
    let agrees = |row: &[i32]| {
        let mut columns = table.vars.iter().zip(row);
        columns.all(|(var, cell)| known.get(var.index()).is_none_or(|value| value == cell))
    };
    let rows = table.tuples.rows().zip(0..);
    let left: Vec<i64> = rows.filter(|row| agrees(row.0)).map(|row| row.1).collect();
    (!table.allowed || !left.is_empty()).then_some(left)
}

/// Where each run of known letters leads from every state in which it can be entered, the start for a run at the beginning, and for one
/// at the end only whether it is accepted: the letters between them need no more. None if nothing is left to enter.
fn runs(regular: &Regular, known: &[i32]) -> Option<Vec<i64>> {
    let (automaton, vars) = (&regular.automaton, &regular.vars);
    let mut key = Vec::new();
    let mut run: Option<Vec<Option<usize>>> = None;
    for (place, var) in vars.iter().enumerate() {
        let Some(&value) = known.get(var.index()) else {
            key.extend(run.take().into_iter().flatten().map(number));
            continue;
        };
        let entered = run.unwrap_or_else(|| {
            let from_anywhere = (0..automaton.state_count()).map(Some).collect();
            let from_start = vec![Some(automaton.start())];
            if place == 0 {
                from_start
            } else {
                from_anywhere
            }
        });
        let left: Vec<Option<usize>> = entered
            .into_iter()
            .map(|state| automaton.next(state?, value))
            .collect();
        left.iter().any(Option::is_some).then_some(())?;
        run = Some(left);
    }
    let accepted =
        |state: Option<usize>| i64::from(state.is_some_and(|s| automaton.is_accepting(s)));
    key.extend(run.into_iter().flatten().map(accepted));
    Some(key)
}

fn number(state: Option<usize>) -> i64 {
    state.map_or(-1, |state| state as i64)
}

/// Whether the order is decided; if not, all that is known from the first place on where it may be.
fn order(lex: &Lex, known: &[i32]) -> Option<Vec<i64>> {
    let value = |var: &Var| known.get(var.index()).copied();
    for (place, (left, right)) in lex.left.iter().zip(&lex.right).enumerate() {
        match (value(left), value(right)) {
            (Some(left), Some(right)) if left < right => return Some(vec![-1]),
            (Some(left), Some(right)) if left > right => return None,
            (Some(_), Some(_)) => {}
            _ => {
                let rest = lex.left[place..].iter().chain(&lex.right[place..]);
                let rest = rest.filter_map(value).map(i64::from);
                return Some([place as i64].into_iter().chain(rest).collect());
            }
        }
    }
    // Equal as far as both go: their lengths decide, which the judge knows.
    Some(vec![lex.left.len() as i64])
}
