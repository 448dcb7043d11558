//! Reified loops and connectedness, and the number of paths: walks that are defined whatever the graph is.
//!
//! To say that a constraint does *not* hold, nothing may be assumed about the
//! successors. So each walk takes as many steps as there are nodes, wherever it leads, and the
//! literal looks at where it came along.

use tantalizer_model::constraints::{AllDifferent, Arithm, Compare, Element, Linear};
use tantalizer_model::{
    Arithmetic, Constraint, Domain, Literal, ModelError, PathArc, PathGraph, Rel, Var,
};

use crate::RewriteError;
use crate::graphs::{neighbours, node_numbers};
use crate::lists::positions;
use crate::rewriter::{Done, Rewriter};

impl Rewriter<'_> {
    /// A walk from node 0 of as many steps as there are nodes meets all of them and ends where it began.
    pub(crate) fn reified_circuit(&mut self, successors: &[Var], offset: i32, by: Literal) -> Done {
        let (steps, mut parts) = self.total_successors(successors, offset)?;
        let start = self.constant(0);
        let walk = self.walk(&steps, start)?;
        parts.push(self.is(walk[steps.len()], 0)?);
        parts.push(self.literal(Constraint::AllDifferent(AllDifferent {
            vars: walk[..steps.len()].to_vec(),
        }))?);
        self.all_of(&parts, by)
    }

    /// All successors differ, and a walk from the first node that moves meets all that move.
    pub(crate) fn reified_subcircuit(
        &mut self,
        successors: &[Var],
        offset: i32,
        by: Literal,
    ) -> Done {
        let moving = self.moving(successors, offset)?;
        let first = self.first_of(&moving)?;
        let (steps, mut parts) = self.total_successors(successors, offset)?;
        parts.push(self.literal(Constraint::AllDifferent(AllDifferent {
            vars: successors.to_vec(),
        }))?);
        let start = self.define(|this| {
            let start = this.fresh(node_numbers(successors.len()));
            for (node, &is_first) in first.iter().enumerate() {
                let here = this.is(start, node as i32)?;
                this.clause(vec![!is_first, here])?;
            }
            // Where nothing moves, the walk begins at node 0.
            let mut nothing_moves = moving.clone();
            nothing_moves.push(this.is(start, 0)?);
            this.clause(nothing_moves)?;
            Ok(start)
        })?;
        let walk = self.walk(&steps, start)?;
        for (node, &moves) in moving.iter().enumerate() {
            let mut met = self.occurrences(&walk, node as i32)?;
            met.push(!moves);
            parts.push(self.disjunction(&met)?);
        }
        self.all_of(&parts, by)
    }

    /// For each node, numbered from 0, the variable of the next node, which is the node itself where the successor
    /// is no node; with the literals of the successors being nodes.
    fn total_successors(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<(Vec<Var>, Vec<Literal>), RewriteError> {
        let nodes = positions(successors, offset);
        let mut steps = Vec::new();
        let mut inside = Vec::new();
        for (node, &successor) in successors.iter().enumerate() {
            let is_node = self.among(successor, nodes.clone())?;
            let step = self.define(|this| {
                let step = this.fresh(node_numbers(successors.len()));
                for next in 0..successors.len() as i32 {
                    let goes = this.is(successor, offset + next)?;
                    let to = this.is(step, next)?;
                    this.clause(vec![!goes, to])?;
                }
                let stays = this.is(step, node as i32)?;
                this.clause(vec![is_node, stays])?;
                Ok(step)
            })?;
            steps.push(step);
            inside.push(is_node);
        }
        Ok((steps, inside))
    }

    /// Where a walk is after 0, 1, ... steps, as many as there are nodes.
    fn walk(&mut self, steps: &[Var], start: Var) -> Result<Vec<Var>, RewriteError> {
        self.define(|this| {
            let mut walk = vec![start];
            for step in 0..steps.len() {
                let next = this.fresh(node_numbers(steps.len()));
                this.post(Constraint::Element(Element {
                    array: steps.to_vec(),
                    offset: 0,
                    index: walk[step],
                    value: next,
                }))?;
                walk.push(next);
            }
            Ok(walk)
        })
    }

    /// What is reached from the first chosen vertex, step by step, is all that is chosen.
    pub(crate) fn reified_connected(
        &mut self,
        chosen: &[Var],
        edges: &[(usize, usize)],
        by: Literal,
    ) -> Done {
        let chosen: Vec<Literal> = chosen.iter().map(|&var| Literal::yes(var)).collect();
        let neighbours = neighbours(chosen.len(), edges);
        let mut reached = self.first_of(&chosen)?;
        for _ in 1..chosen.len() {
            let mut further = Vec::new();
            for vertex in 0..chosen.len() {
                let mut sources = vec![reached[vertex]];
                sources.extend(neighbours[vertex].iter().map(|&other| reached[other]));
                let touched = self.disjunction(&sources)?;
                further.push(self.conjunction(vec![touched, chosen[vertex]])?);
            }
            reached = further;
        }
        let mut parts = Vec::new();
        for (&vertex, &met) in chosen.iter().zip(&reached) {
            parts.push(self.disjunction(&[!vertex, met])?);
        }
        self.all_of(&parts, by)
    }

    /// The number of paths to each node, from the numbers of the nodes before it.
    pub(crate) fn path_count(&mut self, graph: &PathGraph, total: Var) -> Done {
        let x = self.paths(graph, total)?;
        self.post(Constraint::Compare(Compare {
            x,
            rel: Rel::Equal,
            y: total,
        }))
    }

    /// A variable that equals the number of accepted paths, or is larger than `total` can be if that is.
    ///
    /// Numbers above the largest possible total need not be told apart: sums and products of numbers that are
    /// not negative stay above it, unless a zero makes them vanish. So all of them are one number.
    pub(crate) fn paths(&mut self, graph: &PathGraph, total: Var) -> Result<Var, RewriteError> {
        let cap = self.hull(total).1.max(0) + 1;
        let overflow = ModelError::Overflow {
            constraint: "path count",
        };
        let cap = i32::try_from(cap).map_err(|_| overflow)?;
        self.define(|this| {
            let mut through = vec![this.constant(0); graph.nodes];
            let mut into: Vec<Vec<&PathArc>> = vec![Vec::new(); graph.nodes];
            graph.arcs.iter().for_each(|arc| into[arc.to].push(arc));
            for node in 0..graph.nodes {
                let mut parts = Vec::new();
                if node == graph.start {
                    parts.push(this.constant(1));
                }
                for arc in &into[node] {
                    parts.push(this.capped_product(through[arc.from], arc.multiplicity, cap)?);
                }
                through[node] = this.capped_sum(&parts, cap)?;
            }
            let mut accepting = graph.accepting.clone();
            accepting.sort_unstable();
            accepting.dedup();
            let ends: Vec<Var> = accepting.iter().map(|&node| through[node]).collect();
            this.capped_sum(&ends, cap)
        })
    }

    /// A variable that equals the smaller of `x * y` and `cap`.
    fn capped_product(&mut self, x: Var, y: Var, cap: i32) -> Result<Var, RewriteError> {
        let (x_high, y_high) = (self.hull(x).1, self.hull(y).1);
        if self.fixed(x) == Some(1) && y_high <= i64::from(cap) {
            return Ok(y);
        }
        if x_high == 0 || y_high == 0 {
            return Ok(self.constant(0));
        }
        let high = x_high.saturating_mul(y_high).min(i64::from(cap)) as i32;
        let product = self.fresh(0..=high);
        let exact = Constraint::Arithm(Arithm {
            x,
            op: Arithmetic::Times,
            y,
            rel: Rel::Equal,
            z: product,
        });
        if x_high.saturating_mul(y_high) <= i64::from(cap) {
            self.post(exact)?;
            return Ok(product);
        }
        let z = self.constant(cap);
        let above = self.literal(Constraint::Arithm(Arithm {
            x,
            op: Arithmetic::Times,
            y,
            rel: Rel::GreaterEqual,
            z,
        }))?;
        self.at_cap(product, cap, above, exact)
    }

    /// A variable that equals the smaller of the sum and `cap`.
    fn capped_sum(&mut self, parts: &[Var], cap: i32) -> Result<Var, RewriteError> {
        match parts[..] {
            [] => return Ok(self.constant(0)),
            [only] if self.hull(only).1 <= i64::from(cap) => return Ok(only),
            _ => {}
        }
        let most: i64 = parts.iter().map(|&part| self.hull(part).1).sum();
        let sum = self.fresh(0..=most.min(i64::from(cap)) as i32);
        let terms = |coefficient: i64| -> Vec<(i64, Var)> {
            parts.iter().map(|&part| (coefficient, part)).collect()
        };
        let mut balance = terms(1);
        balance.push((-1, sum));
        let exact = Constraint::Linear(Linear {
            terms: balance,
            rel: Rel::Equal,
            constant: 0,
        });
        if most <= i64::from(cap) {
            self.post(exact)?;
            return Ok(sum);
        }
        let above = self.literal(crate::arithmetic::at_most(terms(-1), -i64::from(cap)))?;
        self.at_cap(sum, cap, above, exact)
    }

    /// `result` is `cap` if `above`, else what `exact` says.
    fn at_cap(
        &mut self,
        result: Var,
        cap: i32,
        above: Literal,
        exact: Constraint,
    ) -> Result<Var, RewriteError> {
        let capped = self.among(result, Domain::single(cap))?;
        self.clause(vec![!above, capped])?;
        let exact = self.literal(exact)?;
        self.clause(vec![above, exact])?;
        Ok(result)
    }
}
