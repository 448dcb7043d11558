//! Gates: literals that are functions of other literals.

use super::Encoder;
use crate::cnf::{FALSE, Lit, TRUE};

/// Up to so many literals, at most one is said for each pair; beyond, by a chain.
const PAIRWISE: usize = 6;

impl Encoder {
    /// True exactly when all of the literals are.
    pub(crate) fn and(&mut self, literals: &[Lit]) -> Lit {
        let mut parts: Vec<Lit> = literals.iter().copied().filter(|&l| l != TRUE).collect();
        parts.sort_unstable_by_key(|&literal| (literal.unsigned_abs(), literal));
        parts.dedup();
        let clash = parts.windows(2).any(|pair| pair[0] == -pair[1]);
        if clash || parts.contains(&FALSE) {
            return FALSE;
        }
        match parts[..] {
            [] => TRUE,
            [only] => only,
            _ => {
                let all = self.fresh();
                for &part in &parts {
                    self.define([-all, part]);
                }
                self.define(parts.iter().map(|&part| -part).chain([all]));
                all
            }
        }
    }

    /// True exactly when one of the literals is.
    pub(crate) fn or(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|&literal| -literal).collect();
        -self.and(&negated)
    }

    /// True exactly when the two literals differ.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (a, b) {
            (FALSE, other) | (other, FALSE) => other,
            (TRUE, other) | (other, TRUE) => -other,
            _ if a == b => FALSE,
            _ if a == -b => TRUE,
            _ => {
                let odd = self.fresh();
                self.define([-odd, a, b]);
                self.define([-odd, -a, -b]);
                self.define([odd, -a, b]);
                self.define([odd, a, -b]);
                odd
            }
        }
    }

    /// True exactly when the two literals agree.
    pub(crate) fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        -self.xor(a, b)
    }

    /// The two literals agree.
    pub(crate) fn equate(&mut self, a: Lit, b: Lit) {
        self.clause([-a, b]);
        self.clause([a, -b]);
    }

    /// At most one of the literals is true: pair by pair, or by a chain of "one so far"
    /// (Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, 2005).
    pub(crate) fn at_most_one(&mut self, literals: &[Lit]) {
        let literals: Vec<Lit> = literals.iter().copied().filter(|&l| l != FALSE).collect();
        if literals.len() <= PAIRWISE {
            for (i, &a) in literals.iter().enumerate() {
                for &b in &literals[i + 1..] {
                    self.clause([-a, -b]);
                }
            }
            return;
        }
        let mut before = literals[0];
        for (i, &literal) in literals.iter().enumerate().skip(1) {
            self.clause([-before, -literal]);
            if i + 1 < literals.len() {
                let so_far = self.fresh();
                self.clause([-before, so_far]);
                self.clause([-literal, so_far]);
                before = so_far;
            }
        }
    }
}
