//! The state of a rewriting, and the small moves that all decompositions are made of.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tantalizer_model::constraints::{Clause, Compare, Member, Reified, Table};
use tantalizer_model::{
    Constraint, ConstraintId, Domain, Literal, Model, Posted, Rel, Tuples, Var,
};

use crate::constraints::Rewrite;
use crate::{Pace, RewriteError, Rewritten};

/// A decomposition posts its parts or says which number did not fit.
pub(crate) type Done = Result<(), RewriteError>;

/// Tables with more rows than this are not written out; another form is chosen.
pub(crate) const MANY_ROWS: u64 = 10_000;

/// What posting a short constraint takes, in steps of some nanoseconds.
const STEPS_A_CONSTRAINT: usize = 100;

/// A model under construction.
pub(crate) struct Rewriter<'a> {
    model: Model,
    takes: &'a dyn Fn(&Constraint) -> bool,
    /// The original constraint being replaced; none inside a definition.
    origin: Option<ConstraintId>,
    name: String,
    sentence: String,
    origins: Vec<Option<ConstraintId>>,
    /// The literal of each constraint that was given one.
    literals: HashMap<Constraint, Literal>,
    /// Linear expressions that equal a product.
    pub(crate) products: HashMap<(Var, Var), Vec<(i64, Var)>>,
    /// Variables that equal a quotient.
    pub(crate) quotients: HashMap<(Var, Var), Var>,
    auxiliaries: usize,
    pace: Pace,
}

impl<'a> Rewriter<'a> {
    pub(crate) fn new(model: Model, takes: &'a dyn Fn(&Constraint) -> bool, pace: Pace) -> Self {
        Rewriter {
            model,
            takes,
            origin: None,
            name: String::new(),
            sentence: String::new(),
            origins: Vec::new(),
            literals: HashMap::new(),
            products: HashMap::new(),
            quotients: HashMap::new(),
            auxiliaries: 0,
            pace,
        }
    }

    pub(crate) fn finish(self) -> Rewritten<'static> {
        Rewritten {
            model: Cow::Owned(self.model),
            origins: self.origins,
        }
    }

    /// What is posted from now on stands for this original constraint.
    pub(crate) fn begin(&mut self, id: ConstraintId, posted: &Posted) {
        self.origin = Some(id);
        self.name = posted.name.clone();
        self.sentence = posted.sentence.clone();
    }

    /// What `body` posts only defines auxiliary variables, so it stands for no original constraint.
    pub(crate) fn define<T>(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<T, RewriteError>,
    ) -> Result<T, RewriteError> {
        let origin = self.origin.take();
        let result = body(self);
        self.origin = origin;
        result
    }

    /// Whether the engine takes the constraint as it is.
    pub(crate) fn takes(&self, constraint: &Constraint) -> bool {
        let floor =
            matches!(constraint, Constraint::Linear(linear) if linear.rel == Rel::LessEqual);
        floor || (self.takes)(constraint)
    }

    /// Demands a constraint: as it is if the engine takes it, or else what replaces it.
    pub(crate) fn post(&mut self, constraint: impl Into<Constraint>) -> Done {
        let constraint = constraint.into();
        self.pace.step(STEPS_A_CONSTRAINT)?;
        if self.takes(&constraint) {
            return self.keep(constraint);
        }
        constraint.replace(self)
    }

    /// Adds a constraint as it is.
    fn keep(&mut self, constraint: Constraint) -> Done {
        let id = self.model.post(constraint)?;
        if self.origin.is_some() {
            self.model.name_constraint(id, self.name.clone());
            self.model.explain_constraint(id, self.sentence.clone());
        }
        self.origins.push(self.origin);
        Ok(())
    }

    /// A literal that is true exactly when the constraint holds; asked for twice, it is the same.
    pub(crate) fn literal(
        &mut self,
        constraint: impl Into<Constraint>,
    ) -> Result<Literal, RewriteError> {
        let constraint = constraint.into();
        self.pace.step(STEPS_A_CONSTRAINT)?;
        if let Some(literal) = constraint.known(self) {
            return Ok(literal);
        }
        if let Some(&literal) = self.literals.get(&constraint) {
            return Ok(literal);
        }
        let by = self.fresh(Domain::boolean());
        let literal = Literal::yes(by);
        self.literals.insert(constraint.clone(), literal);
        self.define(|this| this.post(Reified::new(constraint, by)))?;
        Ok(literal)
    }

    /// Demands that the constraint's literal is true.
    pub(crate) fn demand_literal(&mut self, constraint: impl Into<Constraint>) -> Done {
        let literal = self.literal(constraint)?;
        self.clause(vec![literal])
    }

    /// The literal of `x = value`.
    pub(crate) fn is(&mut self, x: Var, value: i32) -> Result<Literal, RewriteError> {
        let domain = self.model.domain(x);
        // Of two values, one literal serves for both.
        if domain.len() == 2 && domain.max() == Some(value) {
            let other = domain.min().unwrap_or(value);
            return Ok(!self.is(x, other)?);
        }
        self.among(x, Domain::single(value))
    }

    /// The literal of `x` being one of `values`.
    pub(crate) fn among(&mut self, x: Var, values: Domain) -> Result<Literal, RewriteError> {
        // What lies outside the domain plays no role; without it more literals are the same.
        let values = self.model.domain(x).intersection(&values);
        self.literal(Member { x, values })
    }

    /// The literal of `x rel y`.
    pub(crate) fn relation(&mut self, x: Var, rel: Rel, y: Var) -> Result<Literal, RewriteError> {
        if let Some(value) = self.fixed(y) {
            return self.relation_to_value(x, rel, value);
        }
        if let Some(value) = self.fixed(x) {
            return self.relation_to_value(y, rel.mirrored(), value);
        }
        // `<` and `>=` are `>=` and `<=` negated or turned round: three forms are enough.
        match rel {
            Rel::Equal | Rel::LessEqual => self.literal(Compare { x, rel, y }),
            Rel::NotEqual | Rel::Greater => Ok(!self.relation(x, rel.negated(), y)?),
            Rel::GreaterEqual => self.relation(y, Rel::LessEqual, x),
            Rel::Less => Ok(!self.relation(y, Rel::LessEqual, x)?),
        }
    }

    fn relation_to_value(&mut self, x: Var, rel: Rel, value: i32) -> Result<Literal, RewriteError> {
        if rel == Rel::Equal {
            return self.is(x, value);
        }
        if rel == Rel::NotEqual {
            return Ok(!self.is(x, value)?);
        }
        let all = self.model.domain(x);
        let one = Domain::single(value);
        let below = Domain::range(i32::MIN, value).intersection(all);
        let values = match rel {
            Rel::LessEqual => below,
            Rel::Less => below.difference(&one),
            Rel::Greater => all.difference(&below),
            _ => all.difference(&below).union(&one),
        };
        self.among(x, values)
    }

    /// Demands that one of the literals is true.
    pub(crate) fn clause(&mut self, literals: Vec<Literal>) -> Done {
        self.pace.step(literals.len())?;
        let mut open: Vec<Literal> = Vec::with_capacity(literals.len());
        let mut seen = Seen::new(literals.len());
        for literal in literals {
            match self.value_of(literal) {
                Some(true) => return Ok(()),
                Some(false) => {}
                None if seen.contains(&open, !literal) => return Ok(()),
                None if seen.contains(&open, literal) => {}
                None => seen.push(&mut open, literal),
            }
        }
        self.post(Clause { literals: open })
    }

    /// Demands the constraint whenever all `conditions` are true.
    pub(crate) fn implies(
        &mut self,
        conditions: &[Literal],
        constraint: impl Into<Constraint>,
    ) -> Done {
        let mut clause: Vec<Literal> = conditions.iter().map(|&literal| !literal).collect();
        clause.push(self.literal(constraint)?);
        self.clause(clause)
    }

    /// Makes `result` true exactly when all `literals` are.
    pub(crate) fn all_of(&mut self, literals: &[Literal], result: Literal) -> Done {
        let mut some_fails: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        some_fails.push(result);
        self.clause(some_fails)?;
        literals
            .iter()
            .try_for_each(|&literal| self.clause(vec![!result, literal]))
    }

    /// Makes `result` true exactly when one of the `literals` is.
    pub(crate) fn any_of(&mut self, literals: &[Literal], result: Literal) -> Done {
        let negated: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        self.all_of(&negated, !result)
    }

    /// Makes two literals equal.
    pub(crate) fn equate(&mut self, a: Literal, b: Literal) -> Done {
        self.clause(vec![!a, b])?;
        self.clause(vec![a, !b])
    }

    /// A new 0/1 variable as a literal.
    pub(crate) fn fresh_literal(&mut self) -> Literal {
        Literal::yes(self.fresh(Domain::boolean()))
    }

    /// A new auxiliary variable.
    pub(crate) fn fresh(&mut self, domain: impl Into<Domain>) -> Var {
        self.auxiliaries += 1;
        let name = format!("auxiliary {}", self.auxiliaries);
        self.model.int(name, domain)
    }

    /// The variable that is always `value`.
    pub(crate) fn constant(&mut self, value: i32) -> Var {
        self.model.constant(value)
    }

    /// A literal that is always true, or always false.
    pub(crate) fn truth(&mut self, value: bool) -> Literal {
        let one = self.model.constant(1);
        Literal {
            var: one,
            positive: value,
        }
    }

    /// The literal's value if its variable is fixed.
    pub(crate) fn value_of(&self, literal: Literal) -> Option<bool> {
        self.fixed(literal.var)
            .map(|value| value == literal.value())
    }

    /// The only value of a variable, if it has just one.
    pub(crate) fn fixed(&self, var: Var) -> Option<i32> {
        self.model.domain(var).fixed()
    }

    /// The domain of a variable.
    pub(crate) fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    /// The smallest and the largest value of a variable. No domain is empty: such models are not rewritten.
    pub(crate) fn hull(&self, var: Var) -> (i64, i64) {
        let domain = self.model.domain(var);
        let bound = |value: Option<i32>| i64::from(value.unwrap_or(0));
        (bound(domain.min()), bound(domain.max()))
    }

    /// Demands that the variables form one of the rows. Rows outside the domains and columns of
    /// fixed variables are left out.
    pub(crate) fn allow(&mut self, vars: &[Var], rows: Vec<Vec<i32>>) -> Done {
        let fits = |row: &Vec<i32>| {
            row.iter()
                .zip(vars)
                .all(|(&value, &var)| self.model.domain(var).contains(value))
        };
        let open: Vec<usize> = (0..vars.len())
            .filter(|&column| self.fixed(vars[column]).is_none())
            .collect();
        let cut: Vec<Vec<i32>> = rows
            .into_iter()
            .filter(fits)
            .map(|row| open.iter().map(|&column| row[column]).collect())
            .collect();
        if cut.is_empty() {
            return self.clause(vec![]);
        }
        if open.is_empty() {
            return Ok(());
        }
        self.post(Table {
            vars: open.iter().map(|&column| vars[column]).collect(),
            tuples: Arc::new(Tuples::new(open.len(), cut)?),
            allowed: true,
        })
    }
}

/// Which literals are in a list already: short lists are gone through, long ones have a set beside them.
struct Seen(Option<HashSet<Literal>>);

impl Seen {
    /// Lists up to this length are gone through.
    const SHORT: usize = 16;

    fn new(length: usize) -> Seen {
        Seen((length > Seen::SHORT).then(|| HashSet::with_capacity(length)))
    }

    fn contains(&self, list: &[Literal], literal: Literal) -> bool {
        match &self.0 {
            Some(set) => set.contains(&literal),
            None => list.contains(&literal),
        }
    }

    fn push(&mut self, list: &mut Vec<Literal>, literal: Literal) {
        list.push(literal);
        if let Some(set) = &mut self.0 {
            set.insert(literal);
        }
    }
}
