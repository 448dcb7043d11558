//! Graphs whose arcs are literals.

use tantalizer_model::Var;

use super::{Encoder, Refused};
use crate::cnf::{Lit, TRUE};

impl Encoder {
    /// The literals "`successors[i]` is node `j`", and "`successors[i]` is some node".
    pub(crate) fn arcs(&mut self, successors: &[Var], offset: i32) -> (Vec<Vec<Lit>>, Vec<Lit>) {
        let n = successors.len();
        let mut rows = Vec::new();
        for var in successors {
            let row: Vec<Lit> = (0..n)
                .map(|j| self.is(var.index(), i64::from(offset) + j as i64))
                .collect();
            rows.push(row);
        }
        let inside = rows.iter().map(|row| self.or(row)).collect();
        (rows, inside)
    }

    /// Each node has one arc out and one arc in.
    pub(crate) fn permutation(&mut self, arcs: &[Vec<Lit>], inside: &[Lit]) {
        let n = arcs.len();
        for &literal in inside {
            self.clause([literal]);
        }
        for j in 0..n {
            let entering: Vec<Lit> = arcs.iter().map(|row| row[j]).collect();
            self.at_most_one(&entering);
            self.clause(entering);
        }
    }

    /// If `arc`, then `after` lies beyond `before`.
    pub(crate) fn later(&mut self, arc: Lit, before: usize, after: usize, n: usize) {
        for level in 0..n as i64 {
            let reached = self.at_least(before, level);
            let beyond = self.at_least(after, level + 1);
            self.clause([-arc, -reached, beyond]);
        }
    }

    /// For each literal: it is true and none before it is.
    pub(crate) fn first_true(&mut self, literals: &[Lit]) -> Vec<Lit> {
        let mut none_before = TRUE;
        let mut first = Vec::new();
        for &literal in literals {
            first.push(self.and(&[literal, none_before]));
            none_before = self.and(&[none_before, -literal]);
        }
        first
    }

    /// Where one is after one step.
    pub(crate) fn walk(&mut self, arcs: &[Vec<Lit>], here: &[Lit]) -> Result<Vec<Lit>, Refused> {
        let n = here.len();
        self.reserve(3 * (n * n) as u64)?;
        let mut next = Vec::new();
        for j in 0..n {
            self.step(4 * n)?;
            let mut ways = Vec::new();
            for (&start, row) in here.iter().zip(arcs) {
                ways.push(self.and(&[start, row[j]]));
            }
            next.push(self.or(&ways));
        }
        Ok(next)
    }
}
