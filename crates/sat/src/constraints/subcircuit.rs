//! One loop through the nodes that are not their own successors.

use super::prelude::*;

impl Encode for Subcircuit {
    /// As for a circuit, the loop being cut at its smallest node.
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let Subcircuit { successors, offset } = self;
        let n = successors.len();
        encoder.reserve((n * n * n) as u64)?;
        let (arcs, inside) = encoder.arcs(successors, *offset);
        encoder.permutation(&arcs, &inside);
        let moving: Vec<Lit> = (0..n).map(|i| -arcs[i][i]).collect();
        let first = encoder.first_true(&moving);
        let positions: Vec<usize> = (0..n).map(|_| encoder.new_position(n)).collect();
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i) {
                encoder.step(4 * n)?;
                let inner = encoder.and(&[arcs[i][j], -first[j]]);
                encoder.later(inner, positions[i], positions[j], n);
            }
        }
        Ok(())
    }

    /// Walking from the smallest node that moves comes back and has seen all that move.
    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let Subcircuit { successors, offset } = self;
        let n = successors.len();
        let (arcs, _) = encoder.arcs(successors, *offset);
        let moving: Vec<Lit> = (0..n).map(|i| -arcs[i][i]).collect();
        let first = encoder.first_true(&moving);
        let mut here = first.clone();
        let mut seen: Vec<Vec<Lit>> = first.iter().map(|&literal| vec![literal]).collect();
        let mut returns = Vec::new();
        for _ in 0..n {
            here = encoder.walk(&arcs, &here)?;
            for node in 0..n {
                seen[node].push(here[node]);
                returns.push(encoder.and(&[here[node], first[node]]));
            }
        }
        let mut conditions = vec![encoder.or(&returns)];
        for (node, times) in seen.iter().enumerate() {
            let seen = encoder.or(times);
            conditions.push(encoder.or(&[-moving[node], seen]));
        }
        let one_loop = encoder.and(&conditions);
        let some = encoder.or(&moving);
        Ok(encoder.or(&[-some, one_loop]))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.successors);
    }
}
