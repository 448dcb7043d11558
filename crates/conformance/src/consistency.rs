//! Whether the domains that a propagator leaves are as small as it promises.

use tantalizer_model::{Consistency, Domain, Model, Var};

use crate::brute;

/// What is wrong with the domains left after propagation, or none: a value of a solution was removed, or
/// a value (domain consistency) or bound (bounds consistency) without support was left.
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

/// Whether a bound has a support when the other variables may take any value between their bounds.
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
    let mut found = false;
    brute::for_each_assignment(&with_domains(model, &relaxed), |assignment| {
        found = found || model.constraints()[0].constraint.holds(assignment);
    });
    found
}

/// The model with other domains.
pub fn with_domains(model: &Model, domains: &[Domain]) -> Model {
    let mut narrowed = model.clone();
    for (index, domain) in domains.iter().enumerate() {
        narrowed.set_domain(Var::from_index(index), domain);
    }
    narrowed
}
