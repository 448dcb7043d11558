//! A model in Huub's words.
//!
//! Every variable becomes an integer view; a 0/1 variable is a Boolean decision seen as an integer.
//! Posting may already find a contradiction, which is an answer and not an error.

use huub::Set;
use huub::lower::LoweringMap;
use huub::model::expressions::{BoolFormula, IntLinearExp};
use huub::model::{Model as HuubModel, View};
use huub::solver::Solver;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tantalizer_model::{Constraint, Domain, Limit, Literal, Model, Rel, Var, Watch};
use tantalizer_rewrite::Pace;

use crate::constraints::native;

/// Sums up to this length are gone through for each term.
const SHORT: usize = 16;

/// The model contradicts itself before any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// Posted, or found to contradict the rest.
pub(crate) type PostResult = Result<(), Contradiction>;

/// A Huub model under construction.
pub(crate) struct HuubBuilder {
    pub(crate) huub: HuubModel,
    pub(crate) views: Vec<View<i64>>,
    /// The values of each variable as the model has them.
    pub(crate) domains: Vec<Domain>,
    pub(crate) pace: Pace,
    /// The limit that was reached: what was posted last is not whole.
    pub(crate) stopped: Option<Limit>,
    /// What is said to the solver itself, once the model has become one.
    pub(crate) later: Vec<Later>,
}

/// Propagators that are added to the solver.
pub(crate) type Later = Box<dyn FnOnce(&mut Solver, &LoweringMap)>;

impl HuubBuilder {
    /// The variables of a model, whose domains must not be empty.
    pub(crate) fn new(model: &Model, watch: &Watch) -> Self {
        let mut huub = HuubModel::default();
        let views = model
            .vars()
            .map(|var| {
                let domain = model.domain(var);
                if *domain == Domain::boolean() {
                    huub.new_bool_decision().into()
                } else {
                    huub.new_int_decision(set(domain))
                }
            })
            .collect();
        let domains = model.vars().map(|var| model.domain(var).clone()).collect();
        HuubBuilder {
            huub,
            views,
            domains,
            pace: Pace::new(watch),
            stopped: None,
            later: Vec::new(),
        }
    }

    /// Posts a constraint that Huub takes.
    pub(crate) fn post(&mut self, constraint: &Constraint) -> PostResult {
        self.post_native(constraint, None)
    }

    /// The same, or that `by` tells whether it holds.
    pub(crate) fn post_native(
        &mut self,
        constraint: &Constraint,
        by: Option<View<bool>>,
    ) -> PostResult {
        let native = native(constraint).expect("what Huub does not take has been rewritten");
        native.post(by, self)
    }

    /// A sum of each open variable once; without any it is decided here, for Huub panics on a sum of constants
    /// that does not hold.
    pub(crate) fn linear(
        &mut self,
        terms: &[(i64, Var)],
        rel: Rel,
        constant: i64,
        by: Option<View<bool>>,
    ) -> PostResult {
        let mut collected: Vec<(i64, Var)> = Vec::with_capacity(terms.len());
        let mut places: HashMap<Var, usize> = HashMap::new();
        let mut constant = constant;
        for &(coefficient, var) in terms {
            if let Some(value) = self.domains[var.index()].fixed() {
                constant -= coefficient * i64::from(value);
                continue;
            }
            let place = match terms.len() {
                0..=SHORT => collected.iter().position(|term| term.1 == var),
                _ => match places.entry(var) {
                    Entry::Occupied(place) => Some(*place.get()),
                    Entry::Vacant(place) => {
                        place.insert(collected.len());
                        None
                    }
                },
            };
            match place {
                Some(place) => collected[place].0 += coefficient,
                None => collected.push((coefficient, var)),
            }
        }
        collected.retain(|term| term.0 != 0);
        if collected.is_empty() {
            return self.decided(rel.holds(0, constant), by);
        }
        // Huub makes the sides of an equation one variable, and does not come to an end where one of them is a condition on the
        // other; and it panics when an equation over two-valued variables has no solution, such as 2a + 2b = 3. In two
        // inequalities and what differs it propagates the same.
        match (rel, by) {
            (Rel::Equal, None) => self.equation(&collected, constant, When::Always),
            (Rel::Equal | Rel::NotEqual, Some(by)) => {
                let equal = if rel == Rel::Equal { by } else { !by };
                self.equation(&collected, constant, When::If(equal))?;
                self.sum(&collected, Rel::NotEqual, constant, When::If(!equal))
            }
            (_, None) => self.sum(&collected, rel, constant, When::Always),
            (_, Some(by)) => self.sum(&collected, rel, constant, When::Exactly(by)),
        }
    }

    fn equation(&mut self, terms: &[(i64, Var)], constant: i64, when: When) -> PostResult {
        self.sum(terms, Rel::LessEqual, constant, when)?;
        self.sum(terms, Rel::GreaterEqual, constant, when)
    }

    fn sum(&mut self, terms: &[(i64, Var)], rel: Rel, constant: i64, when: When) -> PostResult {
        let mut sum = IntLinearExp::from(0);
        for &(coefficient, var) in terms {
            sum += IntLinearExp::from(self.view(var)) * coefficient;
        }
        macro_rules! post {
            ($relation:ident) => {{
                let builder = self.huub.linear(sum).$relation(constant);
                match when {
                    When::Always => builder.post(),
                    When::If(by) => builder.implied_by(by).post(),
                    When::Exactly(by) => builder.reified_by(by).post(),
                }
            }};
        }
        let posted = match rel {
            Rel::Equal => post!(eq),
            Rel::NotEqual => post!(ne),
            Rel::Less => post!(lt),
            Rel::LessEqual => post!(le),
            Rel::Greater => post!(gt),
            Rel::GreaterEqual => post!(ge),
        };
        posted.map_err(|_| Contradiction)
    }

    /// What is known already, or `by` that tells it.
    pub(crate) fn decided(&mut self, holds: bool, by: Option<View<bool>>) -> PostResult {
        match by {
            None if holds => Ok(()),
            None => Err(Contradiction),
            Some(by) => {
                let by = if holds { by } else { !by };
                let fact = self.huub.proposition(BoolFormula::Atom(by));
                fact.post().map_err(|_| Contradiction)
            }
        }
    }

    pub(crate) fn view(&self, var: Var) -> View<i64> {
        self.views[var.index()]
    }

    pub(crate) fn views(&self, vars: &[Var]) -> Vec<View<i64>> {
        vars.iter().map(|&var| self.view(var)).collect()
    }

    /// At least one of these holds; there must be some.
    pub(crate) fn any(&mut self, of: impl IntoIterator<Item = View<bool>>) -> PostResult {
        let atoms = of.into_iter().map(BoolFormula::Atom).collect();
        let clause = self.huub.proposition(BoolFormula::Or(atoms));
        clause.post().map_err(|_| Contradiction)
    }

    pub(crate) fn truth(&self, literal: Literal) -> View<bool> {
        self.view(literal.var).eq(i64::from(literal.value()))
    }
}

/// When a sum has to hold.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// If this is true.
    If(View<bool>),
    /// If this is true, and not if it is false.
    Exactly(View<bool>),
}

/// Values for Huub.
pub(crate) fn set(domain: &Domain) -> Set<i64> {
    domain
        .ranges()
        .iter()
        .map(|&(low, high)| i64::from(low)..=i64::from(high))
        .collect()
}
