//! Which levels there can be at all.
//!
//! Rules that do not go round, each sharing one place with the next and none with the first, say together what they say one by one: where every
//! value that each of them allows is left, the places can be filled in from rule to rule (Freuder, *A sufficient condition for backtrack-free search*,
//! 1982). So if no circle has as few rules as a level takes together, no puzzle is of that level. A nonogram is an example: a row and a
//! column share one cell, and the smallest circle is two rows and two columns.

use std::collections::{BTreeMap, VecDeque};

use tantalizer_model::Var;

use crate::Difficulty;
use crate::steps::Explainer;

impl Explainer<'_> {
    /// Whether a puzzle of these rules, whatever is given, may need a deduction of this level and none that is harder.
    pub fn may_be(&self, level: Difficulty) -> bool {
        let (Some(easier), Some(most)) = (level.easier(), level.largest_step()) else {
            return true;
        };
        let grouped = &self.reasons.grouped;
        let rules = &self.reasons.rules;
        // What is more than a glance at one rule.
        let looks_closely = rules
            .iter()
            .any(|&rule| grouped.group(rule).is_some_and(|group| group.differs));
        if easier == Difficulty::Easy && looks_closely {
            return true;
        }
        let mut by_var: BTreeMap<Var, Vec<usize>> = BTreeMap::new();
        for (number, &rule) in rules.iter().enumerate() {
            for &var in grouped.vars(rule) {
                if !self.model.is_constant(var) {
                    by_var.entry(var).or_default().push(number);
                }
            }
        }
        by_var.retain(|_, rules| rules.len() > 1);
        // Of what is not a part of the answer nobody notes what is left.
        if by_var.keys().any(|&var| !grouped.is_answer(var)) {
            return true;
        }
        let shared: Vec<Vec<usize>> = by_var.into_values().collect();
        shortest_circle(rules.len(), &shared).is_some_and(|length| length <= most)
    }
}

/// How many rules the smallest circle has, given the rules that share each variable.
fn shortest_circle(rules: usize, shared: &[Vec<usize>]) -> Option<usize> {
    // Rules come first, then variables; each knows its neighbours.
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); rules + shared.len()];
    for (var, sharing) in shared.iter().enumerate() {
        for &rule in sharing {
            next[rule].push(rules + var);
            next[rules + var].push(rule);
        }
    }
    let mut shortest: Option<usize> = None;
    for start in 0..rules {
        let mut far: Vec<Option<usize>> = vec![None; next.len()];
        far[start] = Some(0);
        let mut open = VecDeque::from([(start, None)]);
        while let Some((node, from)) = open.pop_front() {
            let here = far[node].unwrap_or(0);
            for &other in next[node].iter().filter(|&&other| Some(other) != from) {
                match far[other] {
                    // Half of the edges lead from a rule to a variable.
                    Some(there) => {
                        let length = (here + there).div_ceil(2);
                        shortest = Some(shortest.map_or(length, |known| known.min(length)));
                    }
                    None => {
                        far[other] = Some(here + 1);
                        open.push_back((other, Some(node)));
                    }
                }
            }
        }
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found() {
        // Two rules that share two variables; three in a triangle; a line; two rows and two columns.
        for (rules, shared, expected) in [
            (2, vec![vec![0, 1], vec![0, 1]], Some(2)),
            (3, vec![vec![0, 1], vec![1, 2], vec![0, 2]], Some(3)),
            (3, vec![vec![0, 1], vec![1, 2]], None),
            (3, vec![vec![0, 1, 2]], None),
            (
                4,
                vec![vec![0, 2], vec![0, 3], vec![1, 2], vec![1, 3]],
                Some(4),
            ),
        ] {
            assert_eq!(shortest_circle(rules, &shared), expected, "{shared:?}");
        }
    }
}
