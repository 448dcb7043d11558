//! Variables compared with constants and with each other.

use tantalizer_model::{Domain, Rel};

use super::{Encoder, Refused};
use crate::cnf::{FALSE, Lit, TRUE};

impl Encoder {
    /// `x rel value`
    pub(crate) fn compare_constant(&mut self, x: usize, rel: Rel, value: i64) -> Lit {
        match rel {
            Rel::Equal => self.is(x, value),
            Rel::NotEqual => -self.is(x, value),
            Rel::GreaterEqual => self.at_least(x, value),
            Rel::Less => -self.at_least(x, value),
            Rel::Greater => self.at_least(x, value + 1),
            Rel::LessEqual => -self.at_least(x, value + 1),
        }
    }

    /// `truth` tells whether `x rel y`.
    pub(crate) fn compare(
        &mut self,
        x: usize,
        rel: Rel,
        y: usize,
        truth: Lit,
    ) -> Result<(), Refused> {
        match rel {
            Rel::Equal => self.equal_as(x, y, truth),
            Rel::NotEqual => self.equal_as(x, y, -truth),
            Rel::LessEqual => self.at_most_as(x, y, truth),
            Rel::Greater => self.at_most_as(x, y, -truth),
            Rel::GreaterEqual => self.at_most_as(y, x, truth),
            Rel::Less => self.at_most_as(y, x, -truth),
        }
    }

    /// `x rel y` as a literal.
    pub(crate) fn comparison(&mut self, x: usize, rel: Rel, y: usize) -> Result<Lit, Refused> {
        Ok(match rel {
            Rel::Equal => self.equal(x, y)?,
            Rel::NotEqual => -self.equal(x, y)?,
            Rel::LessEqual => self.at_most(x, y)?,
            Rel::Greater => -self.at_most(x, y)?,
            Rel::GreaterEqual => self.at_most(y, x)?,
            Rel::Less => -self.at_most(y, x)?,
        })
    }

    /// `x = y` as a literal.
    pub(crate) fn equal(&mut self, x: usize, y: usize) -> Result<Lit, Refused> {
        if x == y {
            return Ok(TRUE);
        }
        if let Some(value) = self.fixed(x) {
            return Ok(self.is(y, value));
        }
        if let Some(value) = self.fixed(y) {
            return Ok(self.is(x, value));
        }
        let key = (x.min(y), x.max(y));
        if let Some(&known) = self.equalities.get(&key) {
            return Ok(known);
        }
        let truth = self.fresh();
        self.defining(|encoder| encoder.equal_as(x, y, truth))?;
        self.equalities.insert(key, truth);
        Ok(truth)
    }

    /// `x <= y` as a literal.
    pub(crate) fn at_most(&mut self, x: usize, y: usize) -> Result<Lit, Refused> {
        if x == y {
            return Ok(TRUE);
        }
        if let Some(value) = self.fixed(x) {
            return Ok(self.at_least(y, value));
        }
        if let Some(value) = self.fixed(y) {
            return Ok(-self.at_least(x, value + 1));
        }
        if let Some(&known) = self.inequalities.get(&(x, y)) {
            return Ok(known);
        }
        let truth = self.fresh();
        self.defining(|encoder| encoder.at_most_as(x, y, truth))?;
        self.inequalities.insert((x, y), truth);
        Ok(truth)
    }

    /// `x` in `values`, as a literal: one for each run of values, by bounds where the run is long.
    pub(crate) fn member(&mut self, x: usize, values: &Domain) -> Lit {
        let mine = self.values(x);
        let allowed: Vec<bool> = mine.iter().map(|&v| values.contains(v as i32)).collect();
        let mut runs = Vec::new();
        let mut at = 0;
        while at < mine.len() {
            let end = (at..mine.len())
                .find(|&i| allowed[i] != allowed[at])
                .unwrap_or(mine.len());
            if allowed[at] {
                runs.push(if end == at + 1 {
                    self.is_at(x, at)
                } else {
                    let (from, to) = (self.at_least(x, mine[at]), mine[end - 1]);
                    let beyond = self.at_least(x, to + 1);
                    self.and(&[from, -beyond])
                });
            }
            at = end;
        }
        self.or(&runs)
    }

    fn equal_as(&mut self, x: usize, y: usize, truth: Lit) -> Result<(), Refused> {
        if x == y {
            self.clause([truth]);
            return Ok(());
        }
        let (left, right) = (self.values(x), self.values(y));
        self.reserve(3 * (left.len() + right.len()) as u64)?;
        for &value in &left {
            self.step(4)?;
            let (a, b) = (self.is(x, value), self.is(y, value));
            self.clause([-truth, -a, b]);
            self.clause([truth, -a, -b]);
        }
        for &value in &right {
            self.step(2)?;
            let (a, b) = (self.is(x, value), self.is(y, value));
            self.clause([-truth, -b, a]);
        }
        Ok(())
    }

    fn at_most_as(&mut self, x: usize, y: usize, truth: Lit) -> Result<(), Refused> {
        if x == y {
            self.clause([truth]);
            return Ok(());
        }
        let (left, right) = (self.values(x), self.values(y));
        self.reserve((left.len() + right.len()) as u64)?;
        if truth != FALSE {
            for &value in &left {
                self.step(2)?;
                let (a, b) = (self.at_least(x, value), self.at_least(y, value));
                self.clause([-truth, -a, b]);
            }
        }
        if truth != TRUE {
            for &value in &right {
                self.step(2)?;
                let (a, b) = (self.at_least(x, value + 1), self.at_least(y, value));
                self.clause([truth, -b, a]);
            }
        }
        Ok(())
    }
}
