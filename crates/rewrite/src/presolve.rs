//! Simple presolve: tighter domains, fewer constraints, the same solutions.
//!
//! Each constraint looks at the domains once, may remove values that no solution has, and may
//! find that it holds whatever happens or that something simpler says the same. Those with a variable that lost values look
//! again, until nothing changes. Every variable stays, so solutions need no translation.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tantalizer_model::constraints::{
    AllDifferent, AllEqual, Clause, Compare, Element, Linear, Member, Reified, Table,
};

use tantalizer_model::{
    Constraint, Domain, Limit, Literal, Model, Posted, Rel, Tuples, Var, Watch,
};

use crate::{Pace, RewriteError};

/// A round looks at every constraint at most once; a long chain of small steps is left to the engines.
const ROUNDS: usize = 20;

/// So many ranges are gathered before they are brought in order.
const MANY_RANGES: usize = 100_000;

/// The same model with tighter domains and without what always holds.
pub fn presolve(model: &Model, watch: &Watch) -> Result<Model, RewriteError> {
    let (tight, stopped) = tighten(model, watch)?;
    match stopped {
        Some(limit) => Err(limit.into()),
        None => Ok(tight),
    }
}

/// The same as far as it goes until the watch expires, and why it went no further. What comes of it has the same solutions,
/// however early it was stopped.
pub(crate) fn tighten(
    model: &Model,
    watch: &Watch,
) -> Result<(Model, Option<Limit>), RewriteError> {
    let mut tight = model.without_constraints();
    tight.set_answer(model.answer());
    let mut work = Presolve {
        is_changed: vec![false; tight.var_count()],
        changed: Vec::new(),
        again: false,
        model: tight,
        pace: Pace::new(watch),
    };
    let mut open: Vec<Option<Posted>> = model.constraints().iter().cloned().map(Some).collect();
    let stopped = work.rounds(&mut open).err();
    let mut result = work.model;
    if result.vars().any(|var| result.domain(var).is_empty()) {
        return Ok((result, stopped));
    }
    for posted in open.into_iter().flatten() {
        let id = result.post(posted.constraint)?;
        result.name_constraint(id, posted.name);
        result.explain_constraint(id, posted.sentence);
    }
    Ok((result, stopped))
}

/// Which constraints speak of each variable, in one list.
struct Touching {
    starts: Vec<usize>,
    ids: Vec<usize>,
}

impl Touching {
    fn new(variables: usize, constraints: &[Option<Posted>]) -> Touching {
        let each = || constraints.iter().flatten().map(|p| p.constraint.vars());
        let mut starts = vec![0; variables + 1];
        for var in each().flatten() {
            starts[var.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut ids = vec![0; starts[variables]];
        for (id, posted) in constraints.iter().enumerate() {
            let vars = posted.as_ref().map(|posted| posted.constraint.vars());
            for var in vars.into_iter().flatten() {
                ids[next[var.index()]] = id;
                next[var.index()] += 1;
            }
        }
        Touching { starts, ids }
    }

    fn of(&self, var: Var) -> &[usize] {
        &self.ids[self.starts[var.index()]..self.starts[var.index() + 1]]
    }
}

struct Presolve {
    model: Model,
    /// Variables that lost values in this round, each once.
    changed: Vec<Var>,
    is_changed: Vec<bool>,
    /// Whether the constraint at hand became another one, which has not looked yet.
    again: bool,
    pace: Pace,
}

impl Presolve {
    /// Lets the constraints look at the domains, round by round; what is dropped leaves an empty place.
    fn rounds(&mut self, open: &mut [Option<Posted>]) -> Result<(), Limit> {
        let mut looks = vec![true; open.len()];
        let mut touching = None;
        for _ in 0..ROUNDS {
            let mut any = false;
            for (id, place) in open.iter_mut().enumerate() {
                if !std::mem::take(&mut looks[id]) {
                    continue;
                }
                let Some(mut posted) = place.take() else {
                    continue;
                };
                if let Err(limit) = self.pace.step(cost(&posted.constraint)) {
                    *place = Some(posted);
                    return Err(limit);
                }
                self.again = false;
                if let Some(left) = self.simplify(posted.constraint) {
                    posted.constraint = left;
                    *place = Some(posted);
                }
                looks[id] = self.again;
                any |= self.again;
            }
            let dead = self.changed.iter().any(|&var| self.domain(var).is_empty());
            if dead || (self.changed.is_empty() && !any) {
                break;
            }
            let touching: &Touching =
                touching.get_or_insert_with(|| Touching::new(self.model.var_count(), open));
            for var in std::mem::take(&mut self.changed) {
                self.is_changed[var.index()] = false;
                self.pace.step(touching.of(var).len())?;
                touching.of(var).iter().for_each(|&id| looks[id] = true);
            }
        }
        Ok(())
    }

    /// What is left of a constraint once it has tightened the domains.
    fn simplify(&mut self, constraint: Constraint) -> Option<Constraint> {
        if constraint.vars().iter().any(|&v| self.domain(v).is_empty()) {
            return Some(constraint);
        }
        match constraint {
            Constraint::Member(Member { x, ref values }) => {
                self.keep(x, values);
                None
            }
            Constraint::Compare(Compare { x, rel, y }) => self.compare(x, rel, y),
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => self.linear(terms, rel, constant),
            Constraint::AllDifferent(AllDifferent { ref vars }) => {
                self.all_different(vars);
                Some(constraint)
            }
            Constraint::AllEqual(AllEqual { ref vars }) => {
                let common = vars.iter().fold(None, |common: Option<Domain>, &var| {
                    let domain = self.domain(var);
                    Some(common.map_or_else(|| domain.clone(), |set| set.intersection(domain)))
                });
                if let Some(common) = common {
                    vars.iter().for_each(|&var| self.keep(var, &common));
                }
                Some(constraint)
            }
            Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }) => self.element(array, offset, index, value),
            Constraint::Table(Table {
                vars,
                tuples,
                allowed: true,
            }) => self.table(vars, tuples),
            Constraint::Clause(Clause { literals }) => self.clause(literals),
            Constraint::Reified(Reified { constraint, by }) => self.reified(*constraint, by),
            other => Some(other),
        }
    }

    /// The values of fixed variables go from all others, and so do those of variables that become fixed by that.
    fn all_different(&mut self, vars: &[Var]) {
        let mut taken: BTreeSet<i32> = BTreeSet::new();
        let mut open: Vec<Var> = Vec::with_capacity(vars.len());
        for &var in vars {
            match self.domain(var).fixed() {
                // A second one with that value.
                Some(value) if !taken.insert(value) => return self.keep(var, &Domain::empty()),
                Some(_) => {}
                None => open.push(var),
            }
        }
        let mut fresh = taken;
        while !fresh.is_empty() {
            let mut next = BTreeSet::new();
            let mut left = Vec::with_capacity(open.len());
            for var in open {
                let ranges = self.domain(var).ranges().iter();
                let gone = ranges.flat_map(|&(low, high)| fresh.range(low..=high));
                let gone = Domain::from_values(gone.copied());
                if !gone.is_empty() {
                    self.remove(var, &gone);
                }
                match self.domain(var).fixed() {
                    Some(value) if !next.insert(value) => return self.keep(var, &Domain::empty()),
                    Some(_) => {}
                    None => left.push(var),
                }
            }
            open = left;
            fresh = next;
        }
    }

    fn compare(&mut self, x: Var, rel: Rel, y: Var) -> Option<Constraint> {
        if x == y {
            return self.decided(rel.holds(0, 0));
        }
        match rel {
            Rel::Equal => {
                let common = self.domain(x).intersection(self.domain(y));
                self.keep(x, &common);
                self.keep(y, &common);
                if common.len() <= 1 {
                    return None;
                }
            }
            Rel::NotEqual => {
                for (a, b) in [(x, y), (y, x)] {
                    if let Some(value) = self.domain(a).fixed() {
                        self.remove(b, &Domain::single(value));
                        return None;
                    }
                }
                if self.domain(x).intersection(self.domain(y)).is_empty() {
                    return None;
                }
            }
            _ => return self.linear(vec![(1, x), (-1, y)], rel, 0),
        }
        Some(Constraint::Compare(Compare { x, rel, y }))
    }

    /// Bounds of each term from the bounds of the others; fixed terms move to the right side.
    fn linear(&mut self, terms: Vec<(i64, Var)>, rel: Rel, constant: i64) -> Option<Constraint> {
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
                return None;
            }
            let (new_least, new_most) = self.reach(&[(coefficient, var)]);
            (low, high) = (low + new_least - least, high + new_most - most);
        }
        match (&open[..], i64::try_from(right)) {
            (&[(1, _)] | &[(-1, _)], _) if rel != Rel::NotEqual => None,
            (&[(1, x), (-1, y)], Ok(0)) => Some(Constraint::Compare(Compare { x, rel, y })),
            (_, Ok(constant)) => Some(Constraint::Linear(Linear {
                terms: open,
                rel,
                constant,
            })),
            // Cannot be: validation keeps sums far from the ends of 64 bits, and so are their parts.
            (_, Err(_)) => None,
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

    fn element(
        &mut self,
        array: Vec<Var>,
        offset: i32,
        index: Var,
        value: Var,
    ) -> Option<Constraint> {
        let last = offset + (array.len() as i32 - 1);
        self.keep(index, &Domain::range(offset, last));
        let entry = |at: i32| array[(i64::from(at) - i64::from(offset)) as usize];
        let mut found: Vec<(i32, i32)> = Vec::new();
        let mut possible = Vec::new();
        let mut many = MANY_RANGES;
        for at in self.domain(index).iter() {
            let here = self.domain(entry(at)).intersection(self.domain(value));
            if !here.is_empty() {
                possible.push(at);
                found.extend(here.ranges());
                // What many entries have in common is kept once.
                if found.len() > many {
                    found = Domain::from_ranges(found).ranges().to_vec();
                    many = MANY_RANGES.max(2 * found.len());
                }
            }
        }
        self.keep(index, &Domain::from(possible));
        self.keep(value, &Domain::from_ranges(found));
        Some(match self.domain(index).fixed() {
            Some(at) => {
                self.again = true;
                Constraint::Compare(Compare {
                    x: entry(at),
                    rel: Rel::Equal,
                    y: value,
                })
            }
            None => Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }),
        })
    }

    /// Rows outside the domains go; a value that is in no row goes.
    fn table(&mut self, vars: Vec<Var>, tuples: Arc<Tuples>) -> Option<Constraint> {
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
        let fewer = (rows.len() < tuples.len()).then(|| Tuples::new(vars.len(), &rows));
        let tuples = match fewer {
            Some(Ok(fewer)) => Arc::new(fewer),
            _ => tuples,
        };
        let mut seen = HashSet::with_capacity(vars.len());
        let repeated = !vars.iter().all(|var| seen.insert(var));
        // A column that is fixed says no more; one open column is its domain.
        let open = vars
            .iter()
            .filter(|&&var| self.domain(var).len() > 1)
            .count();
        if open <= 1 && !repeated {
            return None;
        }
        Some(Constraint::Table(Table {
            vars,
            tuples,
            allowed: true,
        }))
    }

    fn clause(&mut self, literals: Vec<Literal>) -> Option<Constraint> {
        let value = |literal: &Literal| {
            self.domain(literal.var)
                .fixed()
                .map(|v| v == literal.value())
        };
        if literals.iter().any(|literal| value(literal) == Some(true)) {
            return None;
        }
        let open: Vec<Literal> = literals
            .into_iter()
            .filter(|literal| value(literal).is_none())
            .collect();
        match open[..] {
            [] => self.decided(false),
            [only] => {
                self.keep(only.var, &Domain::single(only.value()));
                None
            }
            _ => Some(Constraint::Clause(Clause { literals: open })),
        }
    }

    /// A reification whose truth is known is the constraint itself, or the opposite.
    fn reified(&mut self, constraint: Constraint, by: Var) -> Option<Constraint> {
        let fixed = self.domain(by).fixed();
        if fixed == Some(1) {
            self.again = true;
            return Some(constraint);
        }
        match (&constraint, fixed) {
            (Constraint::Member(Member { x, values }), _) => {
                let left = self.domain(*x).intersection(values);
                if left.is_empty() || left.len() == self.domain(*x).len() {
                    let truth = i32::from(!left.is_empty());
                    self.keep(by, &Domain::single(truth));
                    return None;
                }
                if fixed == Some(0) {
                    self.remove(*x, &left);
                    return None;
                }
            }
            (&Constraint::Compare(Compare { x, rel, y }), Some(0)) => {
                self.again = true;
                let rel = rel.negated();
                return Some(Constraint::Compare(Compare { x, rel, y }));
            }
            (
                Constraint::Linear(Linear {
                    terms,
                    rel,
                    constant,
                }),
                Some(0),
            ) => {
                self.again = true;
                return Some(Constraint::Linear(Linear {
                    terms: terms.clone(),
                    rel: rel.negated(),
                    constant: *constant,
                }));
            }
            _ => {}
        }
        Some(Constraint::Reified(Reified {
            constraint: Box::new(constraint),
            by,
        }))
    }

    /// Nothing, or what never holds.
    fn decided(&mut self, holds: bool) -> Option<Constraint> {
        (!holds).then(|| Constraint::Clause(Clause { literals: vec![] }))
    }

    fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    fn keep(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).intersection(values);
        if left.len() < self.domain(var).len() {
            self.narrow(var, left);
        }
    }

    fn narrow(&mut self, var: Var, left: Domain) {
        self.model.set_domain(var, left);
        if !std::mem::replace(&mut self.is_changed[var.index()], true) {
            self.changed.push(var);
        }
    }

    fn remove(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).difference(values);
        if left.len() < self.domain(var).len() {
            self.narrow(var, left);
        }
    }
}

/// How many steps a look takes, more or less.
fn cost(constraint: &Constraint) -> usize {
    /// What the shortest constraint takes.
    const LEAST: usize = 16;
    LEAST
        + match constraint {
            Constraint::Linear(Linear { terms, .. }) => 4 * terms.len(),
            Constraint::AllDifferent(AllDifferent { vars })
            | Constraint::AllEqual(AllEqual { vars }) => 8 * vars.len(),
            Constraint::Element(Element { array, .. }) => 8 * array.len(),
            Constraint::Table(Table { tuples, vars, .. }) => tuples.len() * vars.len(),
            Constraint::Clause(Clause { literals }) => literals.len(),
            _ => 0,
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
