//! Values that must all appear on as many variables are an assignment.
//!
//! "Some variable is 1, some variable is 2, ..., some variable is n", said of n variables, leaves each value to one variable:
//! they are all different, and have no other values. The same counting works for values that must appear several times, as a
//! sum of truth values says, or a count. And where no value may appear twice, the variables are all different, however many values there are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use tantalizer_model::constraints::{AllDifferent, Clause, Count, GlobalCardinality, Linear};

use tantalizer_model::{Constraint, Domain, Limit, Rel, Var};

use super::aliases::Classes;
use super::work::{Meaning, Work};
use crate::Pace;

/// So many of these variables have this value.
struct Demand {
    /// The constraint that says so.
    at: usize,
    value: i32,
    vars: Vec<Var>,
    least: u64,
    most: u64,
    /// Whether nothing is left to say once exactly the least number of them have the value.
    whole: bool,
}

/// Finds assignments by counting.
pub(super) fn deduce(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    let mut dropped = vec![false; work.constraints.len()];
    let mut stopped = Ok(());
    let mut alike: BTreeMap<Vec<Var>, Vec<Demand>> = BTreeMap::new();
    for demand in demands(work) {
        alike.entry(demand.vars.clone()).or_default().push(demand);
    }
    // What is said of the same variables comes first; the rest may be an assignment together.
    let mut rest = Vec::new();
    for group in alike.into_values() {
        if !assign(work, &group, &mut dropped) && !none_twice(work, &group, &mut dropped) {
            rest.extend(group.into_iter().filter(|demand| demand.least > 0));
        }
    }
    rest.sort_by_key(|demand| demand.at);
    for group in connected(work, rest) {
        stopped = pace.look();
        if stopped.is_err() {
            break;
        }
        assign(work, &group, &mut dropped);
    }
    let mut dropped = dropped.into_iter();
    work.constraints
        .retain(|_| !dropped.next().unwrap_or_default());
    stopped
}

fn demands(work: &Work) -> Vec<Demand> {
    let equalities: BTreeMap<Var, (Var, i32)> = work
        .definitions
        .iter()
        .filter_map(|(&by, meaning)| match meaning {
            Meaning::Member { x, values } => {
                let value = values.intersection(work.domain(*x)).fixed()?;
                Some((by, (*x, value)))
            }
            Meaning::Any { .. } | Meaning::Holds(_) | Meaning::Number { .. } => None,
        })
        .collect();
    // One value of different variables.
    let common = |truths: Vec<Var>| -> Option<(i32, Vec<Var>)> {
        let equalities: Option<Vec<(Var, i32)>> = truths
            .iter()
            .map(|by| equalities.get(by).copied())
            .collect();
        let equalities = equalities?;
        let value = equalities.first()?.1;
        let mut vars: Vec<Var> = equalities.iter().map(|equality| equality.0).collect();
        vars.sort_unstable();
        vars.dedup();
        let same = equalities.iter().all(|equality| equality.1 == value);
        (same && vars.len() == truths.len()).then_some((value, vars))
    };
    let mut demands = Vec::new();
    for (at, posted) in work.constraints.iter().enumerate() {
        let any = u64::MAX;
        let (found, least, most, whole) = match &posted.constraint {
            Constraint::Clause(Clause { literals })
                if literals.iter().all(|literal| literal.positive) =>
            {
                let truths = literals.iter().map(|literal| literal.var).collect();
                (common(truths), 1, any, true)
            }
            Constraint::Linear(Linear {
                terms,
                rel: rel @ (Rel::Equal | Rel::GreaterEqual | Rel::LessEqual),
                constant: constant @ 1..,
            }) if terms.iter().all(|term| term.0 == 1) => {
                let truths = terms.iter().map(|term| term.1).collect();
                let number = *constant as u64;
                let least = if *rel == Rel::LessEqual { 0 } else { number };
                let most = if *rel == Rel::GreaterEqual {
                    any
                } else {
                    number
                };
                (common(truths), least, most, true)
            }
            Constraint::Count(Count { vars, value, count }) => {
                let counts = work.domain(*count);
                let (Some(value), Some(least @ 0..), Some(most)) =
                    (work.domain(*value).fixed(), counts.min(), counts.max())
                else {
                    continue;
                };
                let mut vars = vars.clone();
                vars.sort_unstable();
                let before = vars.len();
                vars.dedup();
                let found = (vars.len() == before).then_some((value, vars));
                (found, least as u64, most as u64, counts.len() == 1)
            }
            _ => continue,
        };
        if let Some((value, vars)) = found {
            demands.push(Demand {
                at,
                value,
                vars,
                least,
                most,
                whole,
            });
        }
    }
    demands
}

/// Demands that share variables, together.
fn connected(work: &Work, demands: Vec<Demand>) -> Vec<Vec<Demand>> {
    let mut classes = Classes::new(work.model.var_count());
    for demand in &demands {
        for pair in demand.vars.windows(2) {
            classes.unite(pair[0], pair[1], &work.stays);
        }
    }
    let mut place: HashMap<Var, usize> = HashMap::new();
    let mut groups: Vec<Vec<Demand>> = Vec::new();
    for demand in demands {
        let Some(&var) = demand.vars.first() else {
            continue;
        };
        let here = *place.entry(classes.find(var)).or_insert(groups.len());
        if here == groups.len() {
            groups.push(Vec::new());
        }
        groups[here].push(demand);
    }
    // In the order of their last demands.
    groups.sort_by_key(|group| group.last().map(|demand| demand.at));
    groups
}

/// Variables of which no two have the same value are all different. Says whether they are.
fn none_twice(work: &mut Work, group: &[Demand], dropped: &mut [bool]) -> bool {
    let vars = &group[0].vars;
    let mut once: BTreeSet<i32> = BTreeSet::new();
    for demand in group.iter().filter(|demand| demand.most == 1) {
        once.insert(demand.value);
    }
    let mut seen: BTreeSet<i32> = BTreeSet::new();
    let differ = vars.len() > 1
        && vars.iter().all(|&var| {
            let mut values = work.domain(var).iter();
            values.all(|value| once.contains(&value) || seen.insert(value))
        });
    if differ {
        // Those that say no more than this.
        for demand in group.iter().filter(|demand| demand.most == 1) {
            dropped[demand.at] = demand.least == 0 && demand.whole;
        }
        let vars = vars.clone();
        work.post(
            Constraint::AllDifferent(AllDifferent { vars }),
            "no value twice",
        );
    }
    differ
}

/// Whether counting settles all: then it is carried out.
fn assign(work: &mut Work, group: &[Demand], dropped: &mut [bool]) -> bool {
    let group = || group.iter().filter(|demand| demand.least > 0);
    let mut vars: Vec<Var> = group().flat_map(|demand| &demand.vars).copied().collect();
    vars.sort_unstable();
    vars.dedup();
    // Of several demands for a value the strongest one counts.
    let mut demanded: BTreeMap<i32, u64> = BTreeMap::new();
    for demand in group() {
        let least = demanded.entry(demand.value).or_default();
        *least = demand.least.max(*least);
    }
    let total: u64 = demanded
        .values()
        .fold(0, |sum, &least| sum.saturating_add(least));
    if total > vars.len() as u64 {
        let never = Constraint::Clause(Clause { literals: vec![] });
        work.post(never, "more values are asked for than there are variables");
        return true;
    }
    if total < vars.len() as u64 || vars.len() < 2 {
        return false;
    }
    let values = Domain::from_values(demanded.keys().copied());
    for &var in &vars {
        work.keep(var, &values);
    }
    // Each value appears exactly as often as its strongest demand says, and so only among the variables of that demand.
    for demand in group().filter(|demand| demand.least == demanded[&demand.value]) {
        let own = Domain::single(demand.value);
        for &var in vars
            .iter()
            .filter(|var| demand.vars.binary_search(var).is_err())
        {
            let others = work.domain(var).difference(&own);
            work.keep(var, &others);
        }
        dropped[demand.at] = demand.whole;
    }
    let name = "as many values as variables";
    if demanded.values().all(|&least| least == 1) {
        work.post(Constraint::AllDifferent(AllDifferent { vars }), name);
        return true;
    }
    let mut constants: BTreeMap<u64, Var> = BTreeMap::new();
    let mut counts = Vec::new();
    for &least in demanded.values() {
        let count = *constants.entry(least).or_insert_with(|| {
            let value = i32::try_from(least).unwrap_or(i32::MAX);
            work.int(least.to_string(), Domain::single(value))
        });
        counts.push(count);
    }
    let constraint = Constraint::GlobalCardinality(GlobalCardinality {
        vars,
        values: demanded.keys().copied().collect(),
        counts,
        closed: true,
    });
    work.post(constraint, name);
    true
}
