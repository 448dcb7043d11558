//! Counted paths.

use super::prelude::*;
use crate::encode::{Buckets, Term};

impl Encode for PathCount {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let terms = terms(self, encoder)?;
        encoder.enforce_sum(&terms, Rel::Equal, 0)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let terms = terms(self, encoder)?;
        encoder.sum_truth(&terms, Rel::Equal, 0)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.order(&[self.total]);
        self.graph
            .arcs
            .iter()
            .for_each(|arc| needs.order(&[arc.multiplicity]));
    }
}

/// The weighted number of accepted paths minus `total`; the number is computed in binary, node by node.
fn terms(constraint: &PathCount, encoder: &mut Encoder) -> Result<Vec<Term>, Refused> {
    let PathCount { graph, total } = constraint;
    let mut counts: Vec<Vec<Lit>> = Vec::with_capacity(graph.nodes);
    let mut into: Vec<Vec<&PathArc>> = vec![Vec::new(); graph.nodes];
    graph.arcs.iter().for_each(|arc| into[arc.to].push(arc));
    for (node, arcs) in into.into_iter().enumerate() {
        let mut incoming = Buckets::default();
        if node == graph.start {
            incoming.add(0, TRUE);
        }
        for arc in arcs {
            let times = natural(encoder, arc.multiplicity.index())?;
            let before = counts[arc.from].clone();
            encoder.reserve((3 * times.len() * before.len()) as u64)?;
            encoder.add_product(&mut incoming, &before, &times);
        }
        counts.push(encoder.add_up(incoming)?);
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
    let bits = encoder.add_up(sum)?;
    let mut terms = vec![Term::Int(-1, total.index())];
    // A variable is less than 2^31: beyond, no bit may be set, and one weight says so for all.
    let beyond = encoder.or(bits.get(32..).unwrap_or(&[]));
    terms.push(Term::Literal(1 << 40, beyond));
    for (position, &bit) in bits.iter().take(32).enumerate() {
        terms.push(Term::Literal(1 << position, bit));
    }
    Ok(terms)
}

/// A variable that is never negative, in binary.
fn natural(encoder: &mut Encoder, x: usize) -> Result<Vec<Lit>, Refused> {
    let low = encoder.bounds(x).0;
    if low == 0 {
        return encoder.bits(x);
    }
    let mut sum = Buckets::default();
    for (position, bit) in encoder.bits(x)?.into_iter().enumerate() {
        sum.add(position, bit);
    }
    for position in (0..32).filter(|&position| low >> position & 1 == 1) {
        sum.add(position, TRUE);
    }
    encoder.add_up(sum)
}
