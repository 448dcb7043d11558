//! One loop through all nodes.

use super::prelude::*;

impl Encode for Circuit {
    /// A permutation, and every arc but the one back to the first node leads to a later position.
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let Circuit { successors, offset } = self;
        let n = successors.len();
        encoder.reserve((n * n * n) as u64)?;
        let (arcs, inside) = encoder.arcs(successors, *offset);
        encoder.permutation(&arcs, &inside);
        for (i, row) in arcs.iter().enumerate() {
            if n > 1 {
                encoder.clause([-row[i]]);
            }
        }
        let positions: Vec<usize> = (0..n).map(|_| encoder.new_position(n)).collect();
        for i in 0..n {
            for j in (1..n).filter(|&j| j != i) {
                encoder.step(4 * n)?;
                encoder.later(arcs[i][j], positions[i], positions[j], n);
            }
        }
        Ok(())
    }

    /// Walking from the first node, the first return is the last step.
    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let Circuit { successors, offset } = self;
        let n = successors.len();
        let (arcs, _) = encoder.arcs(successors, *offset);
        let mut here: Vec<Lit> = (0..n).map(|i| if i == 0 { TRUE } else { FALSE }).collect();
        let mut conditions = Vec::new();
        for step in 1..=n {
            here = encoder.walk(&arcs, &here)?;
            conditions.push(if step == n { here[0] } else { -here[0] });
        }
        Ok(encoder.and(&conditions))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.successors);
    }
}
