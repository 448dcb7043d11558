//! A small complete search, to tell whether an assignment of the original variables can be completed.
//!
//! It knows two things: a constraint with one open variable decides each of its values by the judge, and a
//! sum bounds each of its terms. That is plenty for auxiliary variables, which follow from the others.

use tantalizer_model::constraints::{Compare, Linear, Member, Reified};
use tantalizer_model::{Constraint, Domain, Model, Rel, Var};

/// Whether values for the remaining variables exist such that `start` becomes a solution.
pub fn completes(model: &Model, start: &[i32]) -> bool {
    let mut domains: Vec<Domain> = model.vars().map(|v| model.domain(v).clone()).collect();
    for (domain, &value) in domains.iter_mut().zip(start) {
        if !domain.contains(value) {
            return false;
        }
        *domain = Domain::single(value);
    }
    let scopes: Vec<Vec<Var>> = model
        .constraints()
        .iter()
        .map(|posted| {
            let mut vars = posted.constraint.vars();
            vars.sort_unstable();
            vars.dedup();
            vars
        })
        .collect();
    search(model, &scopes, domains)
}

fn search(model: &Model, scopes: &[Vec<Var>], mut domains: Vec<Domain>) -> bool {
    if !propagate(model, scopes, &mut domains) {
        return false;
    }
    let open = (0..domains.len()).filter(|&i| domains[i].len() > 1);
    // Numbers before truth values: the latter mostly follow from the former.
    let Some(next) = open.max_by_key(|&i| domains[i].len()) else {
        let assignment: Vec<i32> = domains.iter().filter_map(Domain::fixed).collect();
        assert_eq!(model.violated(&assignment), None);
        return true;
    };
    let values: Vec<i32> = domains[next].iter().take(10_000).collect();
    values.into_iter().any(|value| {
        let mut branch = domains.clone();
        branch[next] = Domain::single(value);
        search(model, scopes, branch)
    })
}

fn propagate(model: &Model, scopes: &[Vec<Var>], domains: &mut [Domain]) -> bool {
    let mut watching: Vec<Vec<usize>> = vec![Vec::new(); domains.len()];
    for (id, scope) in scopes.iter().enumerate() {
        scope.iter().for_each(|var| watching[var.index()].push(id));
    }
    let mut queue: Vec<usize> = (0..scopes.len()).collect();
    let mut queued = vec![true; scopes.len()];
    while let Some(id) = queue.pop() {
        queued[id] = false;
        let constraint = &model.constraints()[id].constraint;
        let open: Vec<Var> = scopes[id]
            .iter()
            .copied()
            .filter(|var| domains[var.index()].len() > 1)
            .collect();
        let mut tightened = by_bounds(constraint, domains);
        let mut assignment: Vec<i32> = domains.iter().map(|d| d.min().unwrap_or(0)).collect();
        match open[..] {
            [] if !constraint.holds(&assignment) => return false,
            [only] if domains[only.index()].len() <= 10_000 => {
                let supported = domains[only.index()].iter().filter(|&value| {
                    assignment[only.index()] = value;
                    constraint.holds(&assignment)
                });
                tightened.push((only, Domain::from_values(supported)));
            }
            _ => {}
        }
        for (var, values) in tightened {
            let left = domains[var.index()].intersection(&values);
            if left.is_empty() {
                return false;
            }
            if left.len() < domains[var.index()].len() {
                domains[var.index()] = left;
                for &other in &watching[var.index()] {
                    if !std::mem::replace(&mut queued[other], true) {
                        queue.push(other);
                    }
                }
            }
        }
    }
    true
}

/// What follows without trying values; domains may be huge.
fn by_bounds(constraint: &Constraint, domains: &[Domain]) -> Vec<(Var, Domain)> {
    match constraint {
        Constraint::Linear(Linear {
            terms,
            rel,
            constant,
        }) => bounds(terms, *rel, *constant, domains),
        Constraint::Compare(Compare { x, rel, y }) => {
            let strict = i64::from(matches!(rel, Rel::Less | Rel::Greater));
            match rel {
                Rel::Less | Rel::LessEqual => {
                    bounds(&[(1, *x), (-1, *y)], Rel::LessEqual, -strict, domains)
                }
                Rel::Greater | Rel::GreaterEqual => {
                    bounds(&[(1, *y), (-1, *x)], Rel::LessEqual, -strict, domains)
                }
                Rel::Equal => bounds(&[(1, *x), (-1, *y)], Rel::Equal, 0, domains),
                Rel::NotEqual => vec![],
            }
        }
        Constraint::Member(Member { x, values }) => vec![(*x, values.clone())],
        Constraint::Reified(Reified { constraint, by }) => {
            match (&**constraint, domains[by.index()].fixed()) {
                (inner, Some(1)) => by_bounds(inner, domains),
                (Constraint::Member(Member { x, values }), Some(_)) => {
                    vec![(*x, domains[x.index()].difference(values))]
                }
                (&Constraint::Compare(Compare { x, rel, y }), Some(_)) => {
                    let rel = rel.negated();
                    by_bounds(&Constraint::Compare(Compare { x, rel, y }), domains)
                }
                (inner, None) => {
                    let mut tightened = by_bounds(inner, domains).into_iter();
                    let dies = |(var, left): (Var, Domain)| {
                        domains[var.index()].intersection(&left).is_empty()
                    };
                    if tightened.any(dies) {
                        return vec![(*by, Domain::single(0))];
                    }
                    vec![]
                }
                _ => vec![],
            }
        }
        _ => vec![],
    }
}

fn bounds(terms: &[(i64, Var)], rel: Rel, constant: i64, domains: &[Domain]) -> Vec<(Var, Domain)> {
    let reach = |&(c, var): &(i64, Var)| {
        let domain = &domains[var.index()];
        let (a, b) = (
            c * i64::from(domain.min().unwrap_or(0)),
            c * i64::from(domain.max().unwrap_or(0)),
        );
        (a.min(b), a.max(b))
    };
    let (low, high) = terms
        .iter()
        .map(reach)
        .fold((0, 0), |s, r| (s.0 + r.0, s.1 + r.1));
    let mut result = Vec::new();
    for term in terms.iter().filter(|term| term.0 != 0) {
        let (least, most) = reach(term);
        let upper = matches!(rel, Rel::LessEqual | Rel::Equal).then(|| constant - (low - least));
        let lower = matches!(rel, Rel::GreaterEqual | Rel::Equal).then(|| constant - (high - most));
        let fits = |value: i32| {
            let part = term.0 * i64::from(value);
            upper.is_none_or(|u| part <= u) && lower.is_none_or(|l| part >= l)
        };
        // What fits is one interval: find its ends by bisection from the middle of the bounds.
        let domain = &domains[term.1.index()];
        if domain.len() <= 64 {
            result.push((
                term.1,
                Domain::from_values(domain.iter().filter(|&v| fits(v))),
            ));
            continue;
        }
        let c = term.0;
        let mut range = (i64::from(i32::MIN), i64::from(i32::MAX));
        for (bound, above) in [(upper, c > 0), (lower, c < 0)] {
            let Some(bound) = bound else { continue };
            let quotient = bound.div_euclid(c);
            // Close to the quotient; one to spare on either side.
            if above {
                range.1 = range.1.min(quotient + 1);
            } else {
                range.0 = range.0.max(quotient - 1);
            }
        }
        let clip = |v: i64| v.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        result.push((term.1, Domain::range(clip(range.0), clip(range.1))));
    }
    result
}
