//! Variables of which each two differ are all different.
//!
//! "No two queens in a line" may be said pair by pair, `x != y` or `x - y != 3`. Where each two of several variables differ so, moved along by a number each,
//! that is one all-different, which sees when too few values are left. It is only worth it where values are scarce.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use tantalizer_model::constraints::{AllDifferent, Compare, Linear};
use tantalizer_model::{Constraint, Domain, Limit, Rel, Var};

use super::work::Work;
use crate::Pace;

/// Fewer are left as they are.
const FEWEST: usize = 3;

/// Two variables that are never so far apart: the first minus the second.
type Difference = (Var, Var, i64);

/// Variables that are all different, each moved along by a number.
type Clique = Vec<(Var, i64)>;

/// The difference that a constraint forbids.
pub(super) fn forbidden(constraint: &Constraint) -> Option<Difference> {
    match constraint {
        &Constraint::Compare(Compare {
            x,
            rel: Rel::NotEqual,
            y,
        }) => Some((x, y, 0)),
        Constraint::Linear(Linear {
            terms,
            rel: Rel::NotEqual,
            constant,
        }) => match terms[..] {
            [(1, x), (-1, y)] | [(-1, y), (1, x)] => Some((x, y, *constant)),
            _ => None,
        },
        _ => None,
    }
}

/// Puts variables of which each two differ together.
pub(super) fn collect(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    let (cliques, stopped) = cliques(work, pace);
    let mut said: BTreeSet<Difference> = BTreeSet::new();
    for clique in &cliques {
        said.extend(differences(clique));
    }
    let is_said = |constraint: &Constraint| {
        forbidden(constraint).is_some_and(|difference| said.contains(&difference))
    };
    work.constraints
        .retain(|posted| !is_said(&posted.constraint));
    for clique in cliques {
        let vars = clique.into_iter().map(|(x, by)| work.moved(x, by));
        let vars = vars.collect();
        let name = "each two differ";
        work.post(Constraint::AllDifferent(AllDifferent { vars }), name);
    }
    stopped
}

/// What is forbidden between each two of a clique, in both directions.
fn differences(clique: &Clique) -> impl Iterator<Item = Difference> + '_ {
    let pairs = clique
        .iter()
        .flat_map(move |one| clique.iter().map(move |other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one.0 != other.0);
    pairs.map(|(&(x, ox), &(y, oy))| (x, y, oy - ox))
}

/// Cliques that cover what is forbidden, as far as there is time to find them.
fn cliques(work: &Work, pace: &mut Pace) -> (Vec<Clique>, Result<(), Limit>) {
    let given = work.constraints.iter();
    let given = given.filter_map(|posted| forbidden(&posted.constraint));
    let given: Vec<Difference> = given.collect();
    let mut all: BTreeSet<Difference> = BTreeSet::new();
    let mut from: HashMap<Var, Vec<(Var, i64)>> = HashMap::new();
    for &(x, y, by) in &given {
        for (x, y, by) in [(x, y, by), (y, x, -by)] {
            if x != y && all.insert((x, y, by)) {
                from.entry(x).or_default().push((y, by));
            }
        }
    }
    let mut covered: BTreeSet<Difference> = BTreeSet::new();
    let mut found = Vec::new();
    for (x, y, by) in given {
        if x == y || covered.contains(&(x, y, by)) {
            continue;
        }
        let mut clique: Clique = vec![(x, 0), (y, by)];
        let apart =
            |&(w, ow): &(Var, i64), &(z, oz): &(Var, i64)| w != z && all.contains(&(w, z, oz - ow));
        let others = from[&x].iter().filter(|other| apart(&(y, by), other));
        let mut others: Vec<(Var, i64)> = others.copied().collect();
        if let Err(limit) = pace.step(32 * (from[&x].len() + others.len() * others.len())) {
            return (found, Err(limit));
        }
        // Those that differ from most others first: they belong to the largest clique, more often than not.
        let many = |one: &(Var, i64)| others.iter().filter(|other| apart(one, other)).count();
        let mut ranks: Vec<(usize, usize)> = others.iter().map(many).zip(0..).collect();
        ranks.sort_by_key(|&(many, at)| (usize::MAX - many, at));
        others = ranks.into_iter().map(|(_, at)| others[at]).collect();
        for other in others {
            if clique.iter().all(|one| apart(one, &other)) {
                clique.push(other);
            }
        }
        if clique.len() >= FEWEST && is_tight(work, &clique) {
            covered.extend(differences(&clique));
            found.push(clique);
        }
    }
    (found, Ok(()))
}

/// Whether more than half of all values are taken.
fn is_tight(work: &Work, clique: &Clique) -> bool {
    let mut values: BTreeSet<i64> = BTreeSet::new();
    for &(x, by) in clique {
        if work.domain(x).len() >= 2 * clique.len() as u64 {
            return false;
        }
        values.extend(work.domain(x).iter().map(|value| i64::from(value) + by));
    }
    values.len() < 2 * clique.len()
}

impl Work {
    /// A variable, moved along by a number.
    fn moved(&mut self, x: Var, by: i64) -> Var {
        if by == 0 {
            return x;
        }
        let values = self.domain(x).iter();
        let values = values.filter_map(|value| i32::try_from(i64::from(value) + by).ok());
        let domain = Domain::from_values(values);
        let moved = self.int(format!("{} {by:+}", self.model.var_name(x)), domain);
        let sum = Linear {
            terms: vec![(1, moved), (-1, x)],
            rel: Rel::Equal,
            constant: by,
        };
        self.post(Constraint::Linear(sum), "");
        moved
    }
}

/// The constraint that two variables are never so far apart.
pub(super) fn never(x: Var, y: Var, by: i64) -> Constraint {
    if by == 0 {
        let rel = Rel::NotEqual;
        return Constraint::Compare(Compare { x, rel, y });
    }
    Constraint::Linear(Linear {
        terms: vec![(1, x), (-1, y)],
        rel: Rel::NotEqual,
        constant: by,
    })
}

/// How far apart two variables never are, if these are all rows but for those.
pub(super) fn missing(work: &Work, scope: &[Var], rows: &BTreeSet<Vec<i32>>) -> Option<Difference> {
    let [x, y] = *scope else { return None };
    let (xs, ys) = (work.domain(x), work.domain(y));
    let all = xs.len().saturating_mul(ys.len());
    if rows.len() as u64 >= all || all > rows.len() as u64 + xs.len().min(ys.len()) {
        return None;
    }
    let mut missing: BTreeMap<i64, u64> = BTreeMap::new();
    for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y))) {
        if !rows.contains(&[x, y][..]) {
            *missing.entry(i64::from(x) - i64::from(y)).or_default() += 1;
        }
    }
    let (&by, &count) = missing.first_key_value()?;
    let apart = xs.iter().filter(|&x| {
        let y = i32::try_from(i64::from(x) - by);
        y.is_ok_and(|y| ys.contains(y))
    });
    (missing.len() == 1 && apart.count() as u64 == count).then_some((x, y, by))
}
