//! Replaying an LRAT proof.
//!
//! Clauses have numbers: the formula's own from 1 on, in their order. A step adds a clause that follows by unit
//! propagation: suppose that all its literals are false; then each clause that the step names as a hint has, at its
//! turn, one literal left that is not false, which must therefore be true, until the last hint has none left.
//! Other steps forget clauses. The proof ends with the empty clause.

use std::collections::HashMap;
use std::io::BufRead;

use crate::Refusal;
use crate::lines::Lines;

/// The clauses known at a point of a proof.
pub(crate) struct Proof {
    clauses: HashMap<u64, Vec<i32>>,
    last: u64,
    refuted: bool,
    /// For each variable, whether it is supposed true, false or nothing (1, -1, 0).
    supposed: Vec<i8>,
    /// The variables about which something is supposed.
    trail: Vec<usize>,
}

impl Proof {
    /// No clauses yet, over variables `1..=variables`.
    pub(crate) fn new(variables: usize) -> Self {
        Proof {
            clauses: HashMap::new(),
            last: 0,
            refuted: false,
            supposed: vec![0; variables + 1],
            trail: Vec::new(),
        }
    }

    /// A clause to start from; numbered in the order of these calls.
    pub(crate) fn axiom(&mut self, clause: Vec<i32>) {
        self.refuted |= clause.is_empty();
        self.last += 1;
        self.clauses.insert(self.last, clause);
    }

    /// Reads steps until the empty clause is there; gives back how many.
    pub(crate) fn replay<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<u64, Refusal> {
        let mut steps = 0;
        while !self.refuted {
            let line = lines.next()?;
            let (number, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if number == "end" {
                return Err(lines.wrong("the proof ends without the empty clause".to_string()));
            }
            match rest.strip_prefix("d ") {
                Some(numbers) => self.forget(lines, numbers)?,
                None => {
                    let number = lines.parse(number)?;
                    self.add(lines, number, rest)?;
                }
            }
            steps += 1;
        }
        Ok(steps)
    }

    fn forget<R: BufRead>(&mut self, lines: &Lines<R>, numbers: &str) -> Result<(), Refusal> {
        let mut numbers: Vec<u64> = lines.parse_all(numbers)?;
        if numbers.pop() != Some(0) {
            return Err(lines.wrong("expected clause numbers and a closing 0".to_string()));
        }
        for number in numbers {
            if self.clauses.remove(&number).is_none() {
                return Err(lines.wrong(format!("there is no clause {number} to forget")));
            }
        }
        Ok(())
    }

    /// A step `LITERALS 0 HINTS 0`.
    fn add<R: BufRead>(
        &mut self,
        lines: &Lines<R>,
        number: u64,
        rest: &str,
    ) -> Result<(), Refusal> {
        if number <= self.last {
            return Err(lines.wrong(format!("clause {number} comes after clause {}", self.last)));
        }
        let mut numbers: Vec<i64> = lines.parse_all(rest)?;
        let zero = numbers.iter().position(|&number| number == 0);
        let Some(zero) = zero.filter(|_| numbers.last() == Some(&0)) else {
            return Err(lines.wrong("expected literals, 0, hints, 0".to_string()));
        };
        let hints = numbers.split_off(zero + 1);
        let [hints @ .., 0] = &hints[..] else {
            return Err(lines.wrong("expected hints and a closing 0".to_string()));
        };
        numbers.pop();
        let mut clause = Vec::with_capacity(numbers.len());
        for number in numbers {
            match i32::try_from(number) {
                Ok(literal) if (literal.unsigned_abs() as usize) < self.supposed.len() => {
                    clause.push(literal);
                }
                _ => return Err(lines.wrong(format!("the formula has no variable of {number}"))),
            }
        }
        let follows = self.follows(&clause, hints);
        for variable in self.trail.drain(..) {
            self.supposed[variable] = 0;
        }
        follows.map_err(|reason| lines.wrong(reason))?;
        self.refuted = clause.is_empty();
        self.last = number;
        self.clauses.insert(number, clause);
        Ok(())
    }

    /// Whether the clause follows from the hints by unit propagation.
    fn follows(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), String> {
        for &literal in clause {
            match self.value(literal) {
                0 => self.suppose(-literal),
                1 => return Err("the clause contradicts itself".to_string()),
                _ => {}
            }
        }
        for &hint in hints {
            let number = u64::try_from(hint)
                .map_err(|_| "only steps by unit propagation are accepted".to_string())?;
            let clause = self.clauses.get(&number);
            let clause = clause.ok_or_else(|| format!("hint {number} is no clause"))?;
            let mut left = clause.iter().filter(|&&literal| self.value(literal) >= 0);
            match (left.next(), left.next()) {
                (None, _) => return Ok(()),
                (Some(&literal), None) if self.value(literal) == 0 => self.suppose(literal),
                _ => return Err(format!("hint {number} leaves more than one possibility")),
            }
        }
        Err("the hints do not lead to a contradiction".to_string())
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.supposed[literal.unsigned_abs() as usize];
        if literal > 0 { value } else { -value }
    }

    fn suppose(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.supposed[variable] = if literal > 0 { 1 } else { -1 };
        self.trail.push(variable);
    }
}
