//! A model in Huub's words.
//!
//! Every variable becomes an integer view; a 0/1 variable is a Boolean decision seen as an integer.
//! Posting may already find a contradiction, which is an answer and not an error.

use huub::Set;
use huub::model::expressions::{BoolFormula, IntLinearExp};
use huub::model::{Model as HuubModel, View};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tantalizer_model::constraints::{
    Absolute, AllDifferent, Arithm, Clause, Compare, Element, Linear, Member, Reified, Table,
};
use tantalizer_model::{Arithmetic, Constraint, Domain, Limit, Literal, Model, Rel, Var, Watch};
use tantalizer_rewrite::Pace;

/// Sums up to this length are gone through for each term.
const SHORT: usize = 16;

/// What a disequality takes, in steps of some nanoseconds.
const STEPS_A_PAIR: usize = 500;

/// The model contradicts itself before any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

type Posted = Result<(), Contradiction>;

/// What Huub takes as it is; the rest is rewritten.
pub fn takes(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Arithm(Arithm { op, rel, .. }) => match op {
            Arithmetic::Plus | Arithmetic::Minus => true,
            Arithmetic::Times | Arithmetic::Divide => *rel == Rel::Equal,
        },
        Constraint::Table(Table { allowed, .. }) => *allowed,
        Constraint::Reified(Reified { constraint, .. }) => matches!(
            **constraint,
            Constraint::Member(_)
                | Constraint::Compare(_)
                | Constraint::Linear(_)
                | Constraint::Clause(_)
        ),
        Constraint::Member(_)
        | Constraint::Compare(_)
        | Constraint::Linear(_)
        | Constraint::AllDifferent(_)
        | Constraint::Element(_)
        | Constraint::Clause(_)
        | Constraint::Absolute(_) => true,
        // Minimum and maximum too: Huub panics when they fix themselves before the search.
        _ => false,
    }
}

/// A Huub model under construction.
pub(crate) struct Poster {
    pub(crate) huub: HuubModel,
    pub(crate) views: Vec<View<i64>>,
    /// The value of each variable that has only one.
    fixed: Vec<Option<i32>>,
    pace: Pace,
    /// The limit that was reached: what was posted last is not whole.
    pub(crate) stopped: Option<Limit>,
}

impl Poster {
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
        let fixed = model.vars().map(|var| model.domain(var).fixed()).collect();
        Poster {
            huub,
            views,
            fixed,
            pace: Pace::new(watch),
            stopped: None,
        }
    }

    /// Posts a constraint that Huub takes.
    pub(crate) fn post(&mut self, constraint: &Constraint) -> Posted {
        match constraint {
            Constraint::Member(Member { x, values }) => {
                let member = self.view(*x);
                let posted = self.huub.contains(set(values)).member(member).result(true);
                posted.post().map_err(|_| Contradiction)
            }
            Constraint::Compare(Compare { x, rel, y }) => {
                self.linear(&[(1, *x), (-1, *y)], *rel, 0, None)
            }
            Constraint::Arithm(Arithm { x, op, y, rel, z }) => self.arithm(*x, *op, *y, *rel, *z),
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => self.linear(terms, *rel, *constant, None),
            Constraint::AllDifferent(AllDifferent { vars }) => self.all_different(vars),
            Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }) => {
                let offset = i64::from(*offset);
                let index = self.view(*index);
                let inside = Set::from(offset..=offset + array.len() as i64 - 1);
                let within = self.huub.contains(inside).member(index).result(true);
                within.post().map_err(|_| Contradiction)?;
                let array: Vec<View<i64>> = self.views(array);
                let result = self.view(*value);
                let element = self.huub.element(array).index(index - offset);
                element.result(result).post().map_err(|_| Contradiction)
            }
            Constraint::Table(Table { vars, tuples, .. }) => {
                if tuples.is_empty() {
                    return Err(Contradiction);
                }
                let rows: Vec<Vec<i64>> = tuples
                    .rows()
                    .map(|row| row.iter().map(|&cell| i64::from(cell)).collect())
                    .collect();
                let vars = self.views(vars);
                let table = self.huub.table(vars).values(rows);
                table.post().map_err(|_| Contradiction)
            }
            Constraint::Clause(Clause { literals }) => self.clause(literals, None),
            Constraint::Absolute(Absolute { result, x }) => {
                let (result, origin) = (self.view(*result), self.view(*x));
                let absolute = self.huub.abs(origin).result(result);
                absolute.post().map_err(|_| Contradiction)
            }
            Constraint::Reified(Reified { constraint, by }) => self.reified(constraint, *by),
            // Everything else has been rewritten.
            _ => Ok(()),
        }
    }

    fn reified(&mut self, constraint: &Constraint, by: Var) -> Posted {
        let truth = self.truth(Literal::yes(by));
        match constraint {
            Constraint::Member(Member { x, values }) => {
                let member = self.view(*x);
                let posted = self.huub.contains(set(values)).member(member).result(truth);
                posted.post().map_err(|_| Contradiction)
            }
            Constraint::Compare(Compare { x, rel, y }) => {
                self.linear(&[(1, *x), (-1, *y)], *rel, 0, Some(truth))
            }
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => self.linear(terms, *rel, *constant, Some(truth)),
            Constraint::Clause(Clause { literals }) => self.clause(literals, Some(truth)),
            _ => Ok(()),
        }
    }

    fn arithm(&mut self, x: Var, op: Arithmetic, y: Var, rel: Rel, z: Var) -> Posted {
        match op {
            Arithmetic::Plus => self.linear(&[(1, x), (1, y), (-1, z)], rel, 0, None),
            Arithmetic::Minus => self.linear(&[(1, x), (-1, y), (-1, z)], rel, 0, None),
            Arithmetic::Times => {
                let (x, y, z) = (self.view(x), self.view(y), self.view(z));
                let product = self.huub.mul(x, y).result(z);
                product.post().map_err(|_| Contradiction)
            }
            Arithmetic::Divide => {
                let (x, y, z) = (self.view(x), self.view(y), self.view(z));
                let quotient = self.huub.div(x, y).result(z);
                quotient.post().map_err(|_| Contradiction)
            }
        }
    }

    /// A sum of each open variable once; without any it is decided here, for Huub panics on a sum of constants
    /// that does not hold.
    fn linear(
        &mut self,
        terms: &[(i64, Var)],
        rel: Rel,
        constant: i64,
        by: Option<View<bool>>,
    ) -> Posted {
        let mut collected: Vec<(i64, Var)> = Vec::with_capacity(terms.len());
        let mut places: HashMap<Var, usize> = HashMap::new();
        let mut constant = constant;
        for &(coefficient, var) in terms {
            if let Some(value) = self.fixed[var.index()] {
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
        // Huub panics when it lowers an equation over two-valued variables that has no solution, such as
        // 2a + 2b = 3. As two inequalities it propagates the same.
        if rel == Rel::Equal && by.is_none() {
            self.linear(&collected, Rel::LessEqual, constant, None)?;
            return self.linear(&collected, Rel::GreaterEqual, constant, None);
        }
        let mut sum = IntLinearExp::from(0);
        for (coefficient, var) in collected {
            sum += IntLinearExp::from(self.view(var)) * coefficient;
        }
        macro_rules! post {
            ($relation:ident) => {{
                let builder = self.huub.linear(sum).$relation(constant);
                match by {
                    Some(by) => builder.reified_by(by).post(),
                    None => builder.post(),
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

    /// Huub's all-different forgets variables that are fixed before search, so every pair is
    /// posted as a disequality as well.
    fn all_different(&mut self, vars: &[Var]) -> Posted {
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[i + 1..] {
                if let Err(limit) = self.pace.step(STEPS_A_PAIR) {
                    self.stopped = Some(limit);
                    return Ok(());
                }
                self.linear(&[(1, x), (-1, y)], Rel::NotEqual, 0, None)?;
            }
        }
        let views = self.views(vars);
        let unique = self.huub.unique(views);
        unique.post().map_err(|_| Contradiction)
    }

    fn clause(&mut self, literals: &[Literal], by: Option<View<bool>>) -> Posted {
        let atoms: Vec<BoolFormula> = literals
            .iter()
            .map(|&literal| BoolFormula::Atom(self.truth(literal)))
            .collect();
        if atoms.is_empty() {
            return self.decided(false, by);
        }
        let builder = self.huub.proposition(BoolFormula::Or(atoms));
        let posted = match by {
            Some(by) => builder.reified_by(by).post(),
            None => builder.post(),
        };
        posted.map_err(|_| Contradiction)
    }

    /// What is known already, or `by` that tells it.
    fn decided(&mut self, holds: bool, by: Option<View<bool>>) -> Posted {
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

    fn view(&self, var: Var) -> View<i64> {
        self.views[var.index()]
    }

    fn views(&self, vars: &[Var]) -> Vec<View<i64>> {
        vars.iter().map(|&var| self.view(var)).collect()
    }

    fn truth(&self, literal: Literal) -> View<bool> {
        self.view(literal.var).eq(i64::from(literal.value()))
    }
}

fn set(domain: &Domain) -> Set<i64> {
    domain
        .ranges()
        .iter()
        .map(|&(low, high)| i64::from(low)..=i64::from(high))
        .collect()
}
