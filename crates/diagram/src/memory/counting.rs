//! What constraints that count values need to know about the variables to come.

use std::rc::Rc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use tantalizer_model::Var;

use super::Scope;

/// For each position, the values that a variable from there on may still take, sorted. Positions with the same values share
/// the list.
pub(crate) fn values_to_come(vars: &[Var], scope: &Scope) -> Vec<Rc<[i32]>> {
    let vars: HashSet<Var, FxBuildHasher> = vars.iter().copied().collect();
    let mut to_come: Vec<Rc<[i32]>> = vec![Rc::from([]); scope.len() + 1];
    for position in (0..scope.len()).rev() {
        let later = &to_come[position + 1];
        let own = &scope.values[position];
        to_come[position] = if !vars.contains(&scope.vars[position]) || covers(later, own) {
            Rc::clone(later)
        } else {
            let mut values: Vec<i32> = later.iter().chain(own.iter()).copied().collect();
            values.sort_unstable();
            values.dedup();
            values.into()
        };
    }
    to_come
}

/// Whether all of `some`, which is sorted, is in the sorted list `all`.
fn covers(all: &[i32], some: &[i32]) -> bool {
    let (Some(first), Some(last)) = (some.first(), some.last()) else {
        return true;
    };
    let from = all.partition_point(|value| value < first);
    let to = all.partition_point(|value| value <= last);
    let span = i64::from(*last) - i64::from(*first) + 1;
    // Without gaps there is nothing to compare.
    (to - from) as i64 == span || some.iter().all(|value| all.binary_search(value).is_ok())
}

/// How many of the variables come from each position on, each as often as it occurs.
pub(crate) fn number_to_come(times: &[usize]) -> Vec<i32> {
    let mut to_come = vec![0; times.len() + 1];
    for position in (0..times.len()).rev() {
        to_come[position] = to_come[position + 1] + times[position] as i32;
    }
    to_come
}

/// Puts a value into a sorted list; false if it was there.
pub(crate) fn insert(list: &mut Vec<i32>, value: i32) -> bool {
    match list.binary_search(&value) {
        Ok(_) => false,
        Err(at) => {
            list.insert(at, value);
            true
        }
    }
}
