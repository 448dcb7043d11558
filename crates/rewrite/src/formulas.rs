//! Formulas over literals: what several decompositions are made of.

use tantalizer_model::constraints::{Clause, Compare, Reified};
use tantalizer_model::{Constraint, Domain, Literal, Rel, Var};

use crate::RewriteError;
use crate::rewriter::{Done, Rewriter};

impl Rewriter<'_> {
    /// A new literal that is true exactly when all of these are.
    pub(crate) fn conjunction(&mut self, literals: Vec<Literal>) -> Result<Literal, RewriteError> {
        self.define(|this| {
            let all = this.fresh_literal();
            this.all_of(&literals, all)?;
            Ok(all)
        })
    }

    /// A literal that is true exactly when one of these is.
    pub(crate) fn disjunction(&mut self, literals: &[Literal]) -> Result<Literal, RewriteError> {
        if literals.iter().any(|&l| self.value_of(l) == Some(true)) {
            return Ok(self.truth(true));
        }
        let open: Vec<Literal> = literals
            .iter()
            .copied()
            .filter(|&literal| self.value_of(literal).is_none())
            .collect();
        self.literal(Clause { literals: open })
    }

    /// The literal of "exactly one of `a` and `b`".
    pub(crate) fn parity(&mut self, a: Literal, b: Literal) -> Result<Literal, RewriteError> {
        match (self.value_of(a), self.value_of(b)) {
            (Some(value), _) => return Ok(if value { !b } else { b }),
            (_, Some(value)) => return Ok(if value { !a } else { a }),
            _ => {}
        }
        self.define(|this| {
            let odd = this.fresh_literal();
            this.clause(vec![!odd, a, b])?;
            this.clause(vec![!odd, !a, !b])?;
            this.clause(vec![odd, !a, b])?;
            this.clause(vec![odd, a, !b])?;
            Ok(odd)
        })
    }

    /// For each literal, one that says it is the first true one.
    pub(crate) fn first_of(&mut self, literals: &[Literal]) -> Result<Vec<Literal>, RewriteError> {
        let mut none_before = self.truth(true);
        let mut first = Vec::new();
        for &literal in literals {
            first.push(self.conjunction(vec![literal, none_before])?);
            none_before = self.conjunction(vec![none_before, !literal])?;
        }
        Ok(first)
    }

    /// The literals of each variable being `value`.
    pub(crate) fn occurrences(
        &mut self,
        vars: &[Var],
        value: i32,
    ) -> Result<Vec<Literal>, RewriteError> {
        vars.iter().map(|&x| self.is(x, value)).collect()
    }

    /// All values that one of the variables can take.
    pub(crate) fn values_of(&self, vars: &[Var]) -> Domain {
        Domain::from_ranges(
            vars.iter()
                .flat_map(|&var| self.domain(var).ranges().iter().copied()),
        )
    }

    /// Makes `by` the literal of a constraint of a simpler kind.
    pub(crate) fn reify_by(&mut self, constraint: impl Into<Constraint>, by: Literal) -> Done {
        if by.positive {
            return self.post(Reified::new(constraint, by.var));
        }
        let literal = self.literal(constraint)?;
        self.equate(by, literal)
    }

    /// Demands every one of these.
    pub(crate) fn post_all(&mut self, parts: Vec<Constraint>) -> Done {
        parts.into_iter().try_for_each(|part| self.post(part))
    }

    /// Makes `by` true exactly when all of these hold.
    pub(crate) fn reify_all(&mut self, parts: Vec<Constraint>, by: Literal) -> Done {
        let parts: Result<Vec<Literal>, _> =
            parts.into_iter().map(|part| self.literal(part)).collect();
        self.all_of(&parts?, by)
    }

    /// Minimum (`<=`) or maximum (`>=`): `result` stands in the relation to all and equals one.
    pub(crate) fn extremum(&mut self, result: Var, vars: &[Var], rel: Rel) -> Done {
        for &y in vars {
            self.post(Compare { x: result, rel, y })?;
        }
        let attained = self.attained(result, vars, rel)?;
        self.clause(attained)
    }

    pub(crate) fn reify_extremum(
        &mut self,
        result: Var,
        vars: &[Var],
        rel: Rel,
        by: Literal,
    ) -> Done {
        let mut parts = Vec::new();
        for &y in vars {
            parts.push(self.relation(result, rel, y)?);
        }
        let literals = self.attained(result, vars, rel)?;
        parts.push(self.literal(Clause { literals })?);
        self.all_of(&parts, by)
    }

    fn attained(
        &mut self,
        result: Var,
        vars: &[Var],
        rel: Rel,
    ) -> Result<Vec<Literal>, RewriteError> {
        vars.iter()
            .map(|&y| self.relation(result, rel.mirrored(), y))
            .collect()
    }
}
