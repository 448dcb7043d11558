//! Simple presolve: tighter domains, fewer constraints, the same solutions.
//!
//! Each constraint looks at the domains once, may remove values that no solution has, and may
//! find that it holds whatever happens or that something simpler says the same. This is
//! repeated until nothing changes. Every variable stays, so solutions need no translation.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use tantalizer_model::{Constraint, Domain, Literal, Model, ModelError, Posted, Rel, Tuples, Var};

/// A round looks at every constraint once; a long chain of small steps is left to the engines.
const ROUNDS: usize = 20;

/// The same model with tighter domains and without what always holds.
pub fn presolve(model: &Model) -> Result<Model, ModelError> {
    let mut tight = model.without_constraints();
    tight.set_answer(model.answer());
    let mut work = Presolve {
        model: tight,
        changed: false,
    };
    let mut open: Vec<Posted> = model.constraints().to_vec();
    for _ in 0..ROUNDS {
        work.changed = false;
        let mut left = Vec::with_capacity(open.len());
        for posted in open {
            for constraint in work.simplify(posted.constraint)? {
                left.push(Posted {
                    constraint,
                    name: posted.name.clone(),
                    sentence: posted.sentence.clone(),
                });
            }
        }
        open = left;
        let dead = |var: Var| work.model.domain(var).is_empty();
        if !work.changed || work.model.vars().any(dead) {
            break;
        }
    }
    let mut result = work.model;
    if result.vars().any(|var| result.domain(var).is_empty()) {
        return Ok(result);
    }
    for posted in open {
        let id = result.post(posted.constraint)?;
        result.name_constraint(id, posted.name);
        result.explain_constraint(id, posted.sentence);
    }
    Ok(result)
}

struct Presolve {
    model: Model,
    changed: bool,
}

impl Presolve {
    /// What is left of a constraint once it has tightened the domains.
    fn simplify(&mut self, constraint: Constraint) -> Result<Vec<Constraint>, ModelError> {
        if constraint.vars().iter().any(|&v| self.domain(v).is_empty()) {
            return Ok(vec![constraint]);
        }
        match constraint {
            Constraint::Member { x, ref values } => {
                self.keep(x, values);
                Ok(vec![])
            }
            Constraint::Compare { x, rel, y } => Ok(self.compare(x, rel, y)),
            Constraint::Linear {
                terms,
                rel,
                constant,
            } => Ok(self.linear(terms, rel, constant)),
            Constraint::AllDifferent { ref vars } => {
                for &fixed in vars {
                    let Some(value) = self.domain(fixed).fixed() else {
                        continue;
                    };
                    for &other in vars.iter().filter(|&&other| other != fixed) {
                        self.remove(other, &Domain::single(value));
                    }
                }
                Ok(vec![constraint])
            }
            Constraint::AllEqual { ref vars } => {
                let common = vars.iter().fold(None, |common: Option<Domain>, &var| {
                    let domain = self.domain(var);
                    Some(common.map_or_else(|| domain.clone(), |set| set.intersection(domain)))
                });
                if let Some(common) = common {
                    vars.iter().for_each(|&var| self.keep(var, &common));
                }
                Ok(vec![constraint])
            }
            Constraint::Element {
                array,
                offset,
                index,
                value,
            } => Ok(self.element(array, offset, index, value)),
            Constraint::Table {
                vars,
                tuples,
                allowed: true,
            } => self.table(vars, &tuples),
            Constraint::Clause { literals } => Ok(self.clause(literals)),
            Constraint::Reified { constraint, by } => Ok(self.reified(*constraint, by)),
            other => Ok(vec![other]),
        }
    }

    fn compare(&mut self, x: Var, rel: Rel, y: Var) -> Vec<Constraint> {
        if x == y {
            return self.decided(rel.holds(0, 0));
        }
        match rel {
            Rel::Equal => {
                let common = self.domain(x).intersection(self.domain(y));
                self.keep(x, &common);
                self.keep(y, &common);
                if common.len() <= 1 {
                    return vec![];
                }
            }
            Rel::NotEqual => {
                for (a, b) in [(x, y), (y, x)] {
                    if let Some(value) = self.domain(a).fixed() {
                        self.remove(b, &Domain::single(value));
                        return vec![];
                    }
                }
                if self.domain(x).intersection(self.domain(y)).is_empty() {
                    return vec![];
                }
            }
            _ => return self.linear(vec![(1, x), (-1, y)], rel, 0),
        }
        vec![Constraint::Compare { x, rel, y }]
    }

    /// Bounds of each term from the bounds of the others; fixed terms move to the right side.
    fn linear(&mut self, terms: Vec<(i64, Var)>, rel: Rel, constant: i64) -> Vec<Constraint> {
        let mut open: Vec<(i64, Var)> = Vec::new();
        let mut right = i128::from(constant);
        for (coefficient, var) in terms {
            match self.domain(var).fixed() {
                Some(value) => right -= i128::from(coefficient) * i128::from(value),
                None => open.push((coefficient, var)),
            }
        }
        let mut open = without_repeats(open);
        open.retain(|term| term.0 != 0);
        // At most `upper`, at least `lower`.
        let (lower, upper) = match rel {
            Rel::Equal => (Some(right), Some(right)),
            Rel::NotEqual => (None, None),
            Rel::Less => (None, Some(right - 1)),
            Rel::LessEqual => (None, Some(right)),
            Rel::Greater => (Some(right + 1), None),
            Rel::GreaterEqual => (Some(right), None),
        };
        let (low, high) = self.reach(&open);
        let never = upper.is_some_and(|upper| low > upper)
            || lower.is_some_and(|lower| high < lower)
            || (rel == Rel::NotEqual && low == high && low == right);
        let always = match rel {
            Rel::NotEqual => right < low || right > high,
            _ => upper.is_none_or(|upper| high <= upper) && lower.is_none_or(|lower| low >= lower),
        };
        if never || always {
            return self.decided(always);
        }
        let (mut low, mut high) = (low, high);
        for &(coefficient, var) in &open {
            let (least, most) = self.reach(&[(coefficient, var)]);
            // coefficient * var lies between these.
            let from = lower.map(|lower| lower - (high - most));
            let to = upper.map(|upper| upper - (low - least));
            let (from, to) = if coefficient > 0 {
                (from, to)
            } else {
                (to, from)
            };
            let c = i128::from(coefficient);
            let floor = |value: i128| value.div_euclid(c.abs()) * c.signum();
            let ceiling = |value: i128| -((-value).div_euclid(c.abs())) * c.signum();
            let (from, to) = if coefficient > 0 {
                (from.map(ceiling), to.map(floor))
            } else {
                (from.map(floor), to.map(ceiling))
            };
            self.bound(var, from, to);
            if self.domain(var).is_empty() {
                return vec![];
            }
            let (new_least, new_most) = self.reach(&[(coefficient, var)]);
            (low, high) = (low + new_least - least, high + new_most - most);
        }
        match (&open[..], i64::try_from(right)) {
            (&[(1, _)] | &[(-1, _)], _) if rel != Rel::NotEqual => vec![],
            (&[(1, x), (-1, y)], Ok(0)) => vec![Constraint::Compare { x, rel, y }],
            (_, Ok(constant)) => vec![Constraint::Linear {
                terms: open,
                rel,
                constant,
            }],
            // Cannot be: validation keeps sums far from the ends of 64 bits, and so are their parts.
            (_, Err(_)) => vec![],
        }
    }

    fn reach(&self, terms: &[(i64, Var)]) -> (i128, i128) {
        let mut reach = (0, 0);
        for &(coefficient, var) in terms {
            let domain = self.domain(var);
            let end = |value: Option<i32>| i128::from(coefficient) * i128::from(value.unwrap_or(0));
            let (a, b) = (end(domain.min()), end(domain.max()));
            reach = (reach.0 + a.min(b), reach.1 + a.max(b));
        }
        reach
    }

    fn bound(&mut self, var: Var, from: Option<i128>, to: Option<i128>) {
        let clip = |value: i128| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let beyond = |value: Option<i128>, end: i32, above: bool| match value {
            Some(value) if above => value > i128::from(end),
            Some(value) => value < i128::from(end),
            None => false,
        };
        if beyond(from, i32::MAX, true) || beyond(to, i32::MIN, false) {
            return self.keep(var, &Domain::empty());
        }
        let range = Domain::range(from.map_or(i32::MIN, clip), to.map_or(i32::MAX, clip));
        self.keep(var, &range);
    }

    fn element(&mut self, array: Vec<Var>, offset: i32, index: Var, value: Var) -> Vec<Constraint> {
        let last = offset + (array.len() as i32 - 1);
        self.keep(index, &Domain::range(offset, last));
        let entry = |at: i32| array[(i64::from(at) - i64::from(offset)) as usize];
        let mut found = Domain::empty();
        let mut possible = Vec::new();
        for at in self.domain(index).iter() {
            let here = self.domain(entry(at)).intersection(self.domain(value));
            if !here.is_empty() {
                possible.push(at);
                found = found.union(&here);
            }
        }
        self.keep(index, &Domain::from(possible));
        self.keep(value, &found);
        match self.domain(index).fixed() {
            Some(at) => vec![Constraint::Compare {
                x: entry(at),
                rel: Rel::Equal,
                y: value,
            }],
            None => vec![Constraint::Element {
                array,
                offset,
                index,
                value,
            }],
        }
    }

    /// Rows outside the domains go; a value that is in no row goes.
    fn table(
        &mut self,
        vars: Vec<Var>,
        tuples: &Arc<Tuples>,
    ) -> Result<Vec<Constraint>, ModelError> {
        let fits = |row: &&[i32]| {
            let mut cells = row.iter().zip(&vars);
            cells.all(|(&value, &var)| self.domain(var).contains(value))
        };
        let rows: Vec<&[i32]> = tuples.rows().filter(fits).collect();
        let columns: Vec<Domain> = (0..vars.len())
            .map(|column| Domain::from_values(rows.iter().map(|row| row[column])))
            .collect();
        for (&var, column) in vars.iter().zip(&columns) {
            self.keep(var, column);
        }
        let tuples = if rows.len() == tuples.len() {
            Arc::clone(tuples)
        } else {
            Arc::new(Tuples::new(vars.len(), &rows)?)
        };
        let repeated = (1..vars.len()).any(|i| vars[..i].contains(&vars[i]));
        // A column that is fixed says no more; one open column is its domain.
        let open = vars
            .iter()
            .filter(|&&var| self.domain(var).len() > 1)
            .count();
        if open <= 1 && !repeated {
            return Ok(vec![]);
        }
        Ok(vec![Constraint::Table {
            vars,
            tuples,
            allowed: true,
        }])
    }

    fn clause(&mut self, literals: Vec<Literal>) -> Vec<Constraint> {
        let value = |literal: &Literal| {
            self.domain(literal.var)
                .fixed()
                .map(|v| v == literal.value())
        };
        if literals.iter().any(|literal| value(literal) == Some(true)) {
            return vec![];
        }
        let open: Vec<Literal> = literals
            .into_iter()
            .filter(|literal| value(literal).is_none())
            .collect();
        match open[..] {
            [] => self.decided(false),
            [only] => {
                self.keep(only.var, &Domain::single(only.value()));
                vec![]
            }
            _ => vec![Constraint::Clause { literals: open }],
        }
    }

    /// A reification whose truth is known is the constraint itself, or the opposite.
    fn reified(&mut self, constraint: Constraint, by: Var) -> Vec<Constraint> {
        let fixed = self.domain(by).fixed();
        if fixed == Some(1) {
            self.changed = true;
            return vec![constraint];
        }
        match (&constraint, fixed) {
            (Constraint::Member { x, values }, _) => {
                let left = self.domain(*x).intersection(values);
                if left.is_empty() || left.len() == self.domain(*x).len() {
                    let truth = i32::from(!left.is_empty());
                    self.keep(by, &Domain::single(truth));
                    return vec![];
                }
                if fixed == Some(0) {
                    self.remove(*x, &left);
                    return vec![];
                }
            }
            (&Constraint::Compare { x, rel, y }, Some(0)) => {
                self.changed = true;
                let rel = rel.negated();
                return vec![Constraint::Compare { x, rel, y }];
            }
            (
                Constraint::Linear {
                    terms,
                    rel,
                    constant,
                },
                Some(0),
            ) => {
                self.changed = true;
                return vec![Constraint::Linear {
                    terms: terms.clone(),
                    rel: rel.negated(),
                    constant: *constant,
                }];
            }
            _ => {}
        }
        vec![Constraint::Reified {
            constraint: Box::new(constraint),
            by,
        }]
    }

    /// Nothing, or what never holds.
    fn decided(&mut self, holds: bool) -> Vec<Constraint> {
        if holds {
            vec![]
        } else {
            vec![Constraint::Clause { literals: vec![] }]
        }
    }

    fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    fn keep(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).intersection(values);
        if left.len() < self.domain(var).len() {
            self.model.set_domain(var, left);
            self.changed = true;
        }
    }

    fn remove(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).difference(values);
        if left.len() < self.domain(var).len() {
            self.model.set_domain(var, left);
            self.changed = true;
        }
    }
}

/// The terms with those of one variable added up, where it stands first.
fn without_repeats(terms: Vec<(i64, Var)>) -> Vec<(i64, Var)> {
    let mut place: HashMap<Var, usize> = HashMap::with_capacity(terms.len());
    let mut sums: Vec<(i64, Var)> = Vec::with_capacity(terms.len());
    for (coefficient, var) in terms {
        match place.entry(var) {
            Entry::Occupied(at) => sums[*at.get()].0 += coefficient,
            Entry::Vacant(at) => {
                at.insert(sums.len());
                sums.push((coefficient, var));
            }
        }
    }
    sums
}
