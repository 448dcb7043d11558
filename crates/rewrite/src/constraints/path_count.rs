//! The number of paths to each node, from the numbers of the nodes before it.

use tantalizer_model::constraints::{Arithm, Compare, Linear, PathCount};
use tantalizer_model::{Arithmetic, ModelError, PathArc, PathGraph};

use super::at_most;
use super::prelude::*;

impl Rewrite for PathCount {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let (x, rel) = (paths(&self, work)?, Rel::Equal);
        work.post(Compare {
            x,
            rel,
            y: self.total,
        })
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let paths = paths(&self, work)?;
        let equal = work.relation(paths, Rel::Equal, self.total)?;
        work.equate(by, equal)
    }
}

/// A variable that equals the number of accepted paths, or is larger than `total` can be if that is.
///
/// Numbers above the largest possible total need not be told apart: sums and products of numbers that are
/// not negative stay above it, unless a zero makes them vanish. So all of them are one number.
fn paths(
    PathCount { graph, total }: &PathCount,
    work: &mut Rewriter<'_>,
) -> Result<Var, RewriteError> {
    let cap = work.hull(*total).1.max(0) + 1;
    let overflow = ModelError::Overflow {
        constraint: "path count",
    };
    let cap = i32::try_from(cap).map_err(|_| overflow)?;
    work.define(|work| {
        let through = numbers_of_paths(graph, cap, work)?;
        let mut accepting = graph.accepting.clone();
        accepting.sort_unstable();
        accepting.dedup();
        let ends: Vec<Var> = accepting.iter().map(|&node| through[node]).collect();
        capped_sum(&ends, cap, work)
    })
}

/// For each node the number of paths that lead there.
fn numbers_of_paths(
    graph: &PathGraph,
    cap: i32,
    work: &mut Rewriter<'_>,
) -> Result<Vec<Var>, RewriteError> {
    let mut through = vec![work.constant(0); graph.nodes];
    let mut into: Vec<Vec<&PathArc>> = vec![Vec::new(); graph.nodes];
    graph.arcs.iter().for_each(|arc| into[arc.to].push(arc));
    for node in 0..graph.nodes {
        let mut parts = Vec::new();
        if node == graph.start {
            parts.push(work.constant(1));
        }
        for arc in &into[node] {
            let before = through[arc.from];
            parts.push(capped_product(before, arc.multiplicity, cap, work)?);
        }
        through[node] = capped_sum(&parts, cap, work)?;
    }
    Ok(through)
}

/// A variable that equals the smaller of `x * y` and `cap`.
fn capped_product(x: Var, y: Var, cap: i32, work: &mut Rewriter<'_>) -> Result<Var, RewriteError> {
    let (x_high, y_high) = (work.hull(x).1, work.hull(y).1);
    if work.fixed(x) == Some(1) && y_high <= i64::from(cap) {
        return Ok(y);
    }
    if x_high == 0 || y_high == 0 {
        return Ok(work.constant(0));
    }
    let most = x_high.saturating_mul(y_high);
    let product = work.fresh(0..=most.min(i64::from(cap)) as i32);
    let times = |rel: Rel, z: Var| Arithm {
        x,
        op: Arithmetic::Times,
        y,
        rel,
        z,
    };
    let exact = times(Rel::Equal, product);
    if most <= i64::from(cap) {
        work.post(exact)?;
        return Ok(product);
    }
    let largest = work.constant(cap);
    let above = work.literal(times(Rel::GreaterEqual, largest))?;
    at_cap(product, cap, above, exact.into(), work)
}

/// A variable that equals the smaller of the sum and `cap`.
fn capped_sum(parts: &[Var], cap: i32, work: &mut Rewriter<'_>) -> Result<Var, RewriteError> {
    match parts[..] {
        [] => return Ok(work.constant(0)),
        [only] if work.hull(only).1 <= i64::from(cap) => return Ok(only),
        _ => {}
    }
    let most: i64 = parts.iter().map(|&part| work.hull(part).1).sum();
    let sum = work.fresh(0..=most.min(i64::from(cap)) as i32);
    let terms = |coefficient: i64| -> Vec<(i64, Var)> {
        parts.iter().map(|&part| (coefficient, part)).collect()
    };
    let mut balance = terms(1);
    balance.push((-1, sum));
    let exact = Linear {
        terms: balance,
        rel: Rel::Equal,
        constant: 0,
    };
    if most <= i64::from(cap) {
        work.post(exact)?;
        return Ok(sum);
    }
    let above = work.literal(at_most(terms(-1), -i64::from(cap)))?;
    at_cap(sum, cap, above, exact.into(), work)
}

/// `result` is `cap` if `above`, else what `exact` says.
fn at_cap(
    result: Var,
    cap: i32,
    above: Literal,
    exact: Constraint,
    work: &mut Rewriter<'_>,
) -> Result<Var, RewriteError> {
    let capped = work.among(result, Domain::single(cap))?;
    work.clause(vec![!above, capped])?;
    let exact = work.literal(exact)?;
    work.clause(vec![above, exact])?;
    Ok(result)
}
