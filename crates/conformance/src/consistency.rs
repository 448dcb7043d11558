//! Whether the domains that a propagator leaves are as small as it promises, and hold every solution.

use tantalizer_model::constraints::{Arithm, Linear, PathCount};
use tantalizer_model::{Arithmetic, Consistency, Constraint, Domain, Model, Rel, Var};

use crate::brute;

/// A solution that propagation has lost: one with values from the domains `before`, which are not all among those `after` it.
/// `None` as the latter says that propagation found no solution to be possible.
pub fn lost(model: &Model, before: &[Domain], after: Option<&[Domain]>) -> Option<Vec<i32>> {
    let mut lost = None;
    let kept = |assignment: &[i32], domains: &[Domain]| {
        let mut pairs = assignment.iter().zip(domains);
        pairs.all(|(&value, domain)| domain.contains(value))
    };
    brute::for_each_assignment(&with_domains(model, before), |assignment| {
        let holds = || model.constraints()[0].constraint.holds(assignment);
        if lost.is_none() && !after.is_some_and(|after| kept(assignment, after)) && holds() {
            lost = Some(assignment.to_vec());
        }
    });
    lost
}

/// What is wrong with the domains left after propagation, or none: a value (domain consistency) or bound (bounds consistency)
/// without support was left.
///
/// `domains` are those of all variables of `model` (within its own), which has one constraint and
/// is propagated to its end.
pub fn complaint(model: &Model, domains: &[Domain], level: Consistency) -> Option<String> {
    let narrowed = with_domains(model, domains);
    let mut supported: Vec<Vec<i32>> = vec![Vec::new(); domains.len()];
    brute::for_each_assignment(&narrowed, |assignment| {
        if model.constraints()[0].constraint.holds(assignment) {
            for (seen, &value) in supported.iter_mut().zip(assignment) {
                seen.push(value);
            }
        }
    });
    for (index, domain) in domains.iter().enumerate() {
        let seen = Domain::from_values(supported[index].iter().copied());
        let excess = match level {
            Consistency::Domain => *domain != seen,
            Consistency::Bounds => {
                !bound_supported(model, domains, index, domain.min())
                    || !bound_supported(model, domains, index, domain.max())
            }
            Consistency::Checking => domains.iter().all(|d| d.fixed().is_some()) && seen.is_empty(),
        };
        if excess {
            return Some(format!(
                "{} is left with {domain}, supported are {seen}",
                model.var_name(Var::from_index(index))
            ));
        }
    }
    None
}

/// Whether a bound has a support when the other variables may take any value between their bounds: any real
/// value for sums, products and path counts, any integer for the rest.
fn bound_supported(model: &Model, domains: &[Domain], index: usize, bound: Option<i32>) -> bool {
    let Some(bound) = bound else { return false };
    let relaxed: Vec<Domain> = domains
        .iter()
        .enumerate()
        .map(
            |(i, domain)| match (i == index, domain.min(), domain.max()) {
                (true, ..) => Domain::single(bound),
                (_, Some(min), Some(max)) => Domain::range(min, max),
                _ => Domain::empty(),
            },
        )
        .collect();
    let constraint = &model.constraints()[0].constraint;
    if let Some(supported) = real_support(model, constraint, &relaxed) {
        return supported;
    }
    let mut found = false;
    brute::for_each_assignment(&with_domains(model, &relaxed), |assignment| {
        found = found || constraint.holds(assignment);
    });
    found
}

/// The left side of a constraint, at a corner.
type Function<'a> = Box<dyn Fn(&[i32]) -> i128 + 'a>;

/// For a constraint `f(vars) rel z` whose `f` is linear in each variable: whether it can hold over the reals. The
/// extremes of such an `f` lie at the corners of the box.
fn real_support(model: &Model, constraint: &Constraint, bounds: &[Domain]) -> Option<bool> {
    let at = |corner: &[i32], var: &Var| i128::from(corner[var.index()]);
    let left: Function = match constraint {
        Constraint::Linear(Linear { terms, .. }) => Box::new(move |corner| {
            let products = terms
                .iter()
                .map(|(c, var)| i128::from(*c) * at(corner, var));
            products.sum()
        }),
        Constraint::Arithm(Arithm { x, op, y, .. }) => match op {
            Arithmetic::Plus => Box::new(move |corner| at(corner, x) + at(corner, y)),
            Arithmetic::Minus => Box::new(move |corner| at(corner, x) - at(corner, y)),
            Arithmetic::Times => Box::new(move |corner| at(corner, x) * at(corner, y)),
            Arithmetic::Divide => return None,
        },
        Constraint::PathCount(PathCount { graph, .. }) => Box::new(move |corner| {
            let mut paths = vec![0; graph.nodes];
            paths[graph.start] = 1;
            let mut arcs = graph.arcs.clone();
            arcs.sort_by_key(|arc| arc.from);
            for arc in arcs {
                paths[arc.to] += paths[arc.from] * at(corner, &arc.multiplicity);
            }
            let mut ends = graph.accepting.clone();
            ends.sort_unstable();
            ends.dedup();
            ends.iter().map(|&node| paths[node]).sum()
        }),
        _ => return None,
    };
    let (rel, right) = match constraint {
        Constraint::Linear(Linear { rel, constant, .. }) => (*rel, Err(i128::from(*constant))),
        Constraint::Arithm(Arithm { rel, z, .. }) => (*rel, Ok(*z)),
        Constraint::PathCount(PathCount { total, .. }) => (Rel::Equal, Ok(*total)),
        _ => return None,
    };
    let ends: Vec<Domain> = bounds
        .iter()
        .map(|domain| Domain::from_values(domain.min().into_iter().chain(domain.max())))
        .collect();
    let (mut low, mut high) = (i128::MAX, i128::MIN);
    brute::for_each_assignment(&with_domains(model, &ends), |corner| {
        low = low.min(left(corner));
        high = high.max(left(corner));
    });
    let (from, to) = match right {
        Err(constant) => (constant, constant),
        Ok(var) => {
            let domain = &bounds[var.index()];
            (i128::from(domain.min()?), i128::from(domain.max()?))
        }
    };
    Some(match rel {
        Rel::Equal => low <= to && from <= high,
        Rel::NotEqual => !(low == high && from == to && low == from),
        Rel::Less => low < to,
        Rel::LessEqual => low <= to,
        Rel::Greater => high > from,
        Rel::GreaterEqual => high >= from,
    })
}

/// The model with other domains.
pub fn with_domains(model: &Model, domains: &[Domain]) -> Model {
    let mut narrowed = model.clone();
    for (index, domain) in domains.iter().enumerate() {
        narrowed.set_domain(Var::from_index(index), domain);
    }
    narrowed
}
