//! Loops, connected parts, inverse maps and counted paths.

use tantalizer_model::{PathArc, PathGraph, Rel, Var};

use super::binary::Buckets;
use super::sum::Term;
use super::{Encoder, Refused};
use crate::cnf::{FALSE, Lit, TRUE};

/// The literals that must be true, and the pairs that must agree, for two maps to be inverse.
pub(super) type InverseParts = (Vec<Lit>, Vec<(Lit, Lit)>);

impl Encoder {
    /// The literals "`successors[i]` is node `j`", and "`successors[i]` is some node".
    fn arcs(&mut self, successors: &[Var], offset: i32) -> (Vec<Vec<Lit>>, Vec<Lit>) {
        let n = successors.len();
        let mut rows = Vec::new();
        for var in successors {
            let row: Vec<Lit> = (0..n)
                .map(|j| self.is(var.index(), i64::from(offset) + j as i64))
                .collect();
            rows.push(row);
        }
        let inside = rows.iter().map(|row| self.or(row)).collect();
        (rows, inside)
    }

    /// One loop through all nodes: a permutation, and every arc but the one back to the first node leads to a
    /// later position.
    pub(super) fn enforce_circuit(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<(), Refused> {
        let n = successors.len();
        self.reserve((n * n * n) as u64)?;
        let (arcs, inside) = self.arcs(successors, offset);
        self.permutation(&arcs, &inside);
        for (i, row) in arcs.iter().enumerate() {
            if n > 1 {
                self.clause([-row[i]]);
            }
        }
        let positions: Vec<usize> = (0..n).map(|_| self.new_position(n)).collect();
        for i in 0..n {
            for j in (1..n).filter(|&j| j != i) {
                self.step(4 * n)?;
                self.later(arcs[i][j], positions[i], positions[j], n);
            }
        }
        Ok(())
    }

    /// One loop through the nodes that are not their own successors: the same, the loop being cut at its
    /// smallest node.
    pub(super) fn enforce_subcircuit(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<(), Refused> {
        let n = successors.len();
        self.reserve((n * n * n) as u64)?;
        let (arcs, inside) = self.arcs(successors, offset);
        self.permutation(&arcs, &inside);
        let moving: Vec<Lit> = (0..n).map(|i| -arcs[i][i]).collect();
        let first = self.first_true(&moving);
        let positions: Vec<usize> = (0..n).map(|_| self.new_position(n)).collect();
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i) {
                self.step(4 * n)?;
                let inner = self.and(&[arcs[i][j], -first[j]]);
                self.later(inner, positions[i], positions[j], n);
            }
        }
        Ok(())
    }

    /// "One loop through all nodes" as a literal: walking from the first node, the first return is the last step.
    pub(super) fn circuit_truth(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<Lit, Refused> {
        let n = successors.len();
        let (arcs, _) = self.arcs(successors, offset);
        let mut here: Vec<Lit> = (0..n).map(|i| if i == 0 { TRUE } else { FALSE }).collect();
        let mut conditions = Vec::new();
        for step in 1..=n {
            here = self.walk(&arcs, &here)?;
            conditions.push(if step == n { here[0] } else { -here[0] });
        }
        Ok(self.and(&conditions))
    }

    /// "One loop through the nodes that move" as a literal: walking from the smallest of them comes back and
    /// has seen all.
    pub(super) fn subcircuit_truth(
        &mut self,
        successors: &[Var],
        offset: i32,
    ) -> Result<Lit, Refused> {
        let n = successors.len();
        let (arcs, _) = self.arcs(successors, offset);
        let moving: Vec<Lit> = (0..n).map(|i| -arcs[i][i]).collect();
        let first = self.first_true(&moving);
        let mut here = first.clone();
        let mut seen: Vec<Vec<Lit>> = first.iter().map(|&literal| vec![literal]).collect();
        let mut returns = Vec::new();
        for _ in 0..n {
            here = self.walk(&arcs, &here)?;
            for node in 0..n {
                seen[node].push(here[node]);
                returns.push(self.and(&[here[node], first[node]]));
            }
        }
        let mut conditions = vec![self.or(&returns)];
        for (node, times) in seen.iter().enumerate() {
            let seen = self.or(times);
            conditions.push(self.or(&[-moving[node], seen]));
        }
        let one_loop = self.and(&conditions);
        let some = self.or(&moving);
        Ok(self.or(&[-some, one_loop]))
    }

    /// What makes `forward` and `backward` inverse maps.
    pub(super) fn inverse_parts(
        &mut self,
        (forward, forward_offset): (&[Var], i32),
        (backward, backward_offset): (&[Var], i32),
    ) -> Result<InverseParts, Refused> {
        let n = forward.len();
        self.reserve(2 * (n * n) as u64)?;
        let (there, mut inside) = self.arcs(forward, backward_offset);
        let (back, more) = self.arcs(backward, forward_offset);
        inside.extend(more);
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let pairs = pairs.map(|(i, j)| (there[i][j], back[j][i])).collect();
        Ok((inside, pairs))
    }

    /// "The chosen vertices are connected" as a literal: what is reached from the smallest chosen vertex, step
    /// by step, is all that is chosen.
    pub(super) fn connected_truth(
        &mut self,
        chosen: &[Var],
        edges: &[(usize, usize)],
    ) -> Result<Lit, Refused> {
        let n = chosen.len();
        let chosen: Vec<Lit> = chosen.iter().map(|var| self.is(var.index(), 1)).collect();
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); n];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let mut reached = self.first_true(&chosen);
        for _ in 1..n {
            self.reserve((4 * n + 2 * edges.len()) as u64)?;
            let mut next = Vec::new();
            for vertex in 0..n {
                let ways: Vec<Lit> = neighbours[vertex].iter().map(|&u| reached[u]).collect();
                let touched = self.or(&ways);
                let spread = self.and(&[chosen[vertex], touched]);
                next.push(self.or(&[reached[vertex], spread]));
            }
            reached = next;
        }
        let missed: Vec<Lit> = (0..n)
            .map(|vertex| self.and(&[chosen[vertex], -reached[vertex]]))
            .collect();
        Ok(-self.or(&missed))
    }

    /// The terms of "the weighted number of accepted paths minus `total`"; the number is computed in binary,
    /// node by node.
    pub(super) fn path_terms(
        &mut self,
        graph: &PathGraph,
        total: Var,
    ) -> Result<Vec<Term>, Refused> {
        let mut counts: Vec<Vec<Lit>> = Vec::with_capacity(graph.nodes);
        let mut into: Vec<Vec<&PathArc>> = vec![Vec::new(); graph.nodes];
        graph.arcs.iter().for_each(|arc| into[arc.to].push(arc));
        for (node, arcs) in into.into_iter().enumerate() {
            let mut incoming = Buckets::default();
            if node == graph.start {
                incoming.add(0, TRUE);
            }
            for arc in arcs {
                let times = self.natural(arc.multiplicity.index())?;
                let before = counts[arc.from].clone();
                self.reserve((3 * times.len() * before.len()) as u64)?;
                self.add_product(&mut incoming, &before, &times);
            }
            counts.push(self.add_up(incoming)?);
        }
        let mut accepting = graph.accepting.clone();
        accepting.sort_unstable();
        accepting.dedup();
        let mut sum = Buckets::default();
        for node in accepting {
            for (position, &bit) in counts[node].iter().enumerate() {
                sum.add(position, bit);
            }
        }
        let bits = self.add_up(sum)?;
        let mut terms = vec![Term::Int(-1, total.index())];
        // A variable is less than 2^31: beyond, no bit may be set, and one weight says so for all.
        let beyond = self.or(bits.get(32..).unwrap_or(&[]));
        terms.push(Term::Literal(1 << 40, beyond));
        for (position, &bit) in bits.iter().take(32).enumerate() {
            terms.push(Term::Literal(1 << position, bit));
        }
        Ok(terms)
    }

    /// A variable that is never negative, in binary.
    fn natural(&mut self, x: usize) -> Result<Vec<Lit>, Refused> {
        let low = self.bounds(x).0;
        if low == 0 {
            return self.bits(x);
        }
        let mut sum = Buckets::default();
        for (position, bit) in self.bits(x)?.into_iter().enumerate() {
            sum.add(position, bit);
        }
        for position in (0..32).filter(|&position| low >> position & 1 == 1) {
            sum.add(position, TRUE);
        }
        self.add_up(sum)
    }

    /// Each node has one arc out and one arc in.
    fn permutation(&mut self, arcs: &[Vec<Lit>], inside: &[Lit]) {
        let n = arcs.len();
        for &literal in inside {
            self.clause([literal]);
        }
        for j in 0..n {
            let entering: Vec<Lit> = arcs.iter().map(|row| row[j]).collect();
            self.at_most_one(&entering);
            self.clause(entering);
        }
    }

    /// If `arc`, then `after` lies beyond `before`.
    fn later(&mut self, arc: Lit, before: usize, after: usize, n: usize) {
        for level in 0..n as i64 {
            let reached = self.at_least(before, level);
            let beyond = self.at_least(after, level + 1);
            self.clause([-arc, -reached, beyond]);
        }
    }

    /// For each literal: it is true and none before it is.
    fn first_true(&mut self, literals: &[Lit]) -> Vec<Lit> {
        let mut none_before = TRUE;
        let mut first = Vec::new();
        for &literal in literals {
            first.push(self.and(&[literal, none_before]));
            none_before = self.and(&[none_before, -literal]);
        }
        first
    }

    /// Where one is after one step.
    fn walk(&mut self, arcs: &[Vec<Lit>], here: &[Lit]) -> Result<Vec<Lit>, Refused> {
        let n = here.len();
        self.reserve(3 * (n * n) as u64)?;
        let mut next = Vec::new();
        for j in 0..n {
            self.step(4 * n)?;
            let mut ways = Vec::new();
            for (&start, row) in here.iter().zip(arcs) {
                ways.push(self.and(&[start, row[j]]));
            }
            next.push(self.or(&ways));
        }
        Ok(next)
    }

    /// "The number of paths is `total`" as a literal.
    pub(super) fn path_truth(&mut self, graph: &PathGraph, total: Var) -> Result<Lit, Refused> {
        let terms = self.path_terms(graph, total)?;
        self.sum_truth(&terms, Rel::Equal, 0)
    }
}
