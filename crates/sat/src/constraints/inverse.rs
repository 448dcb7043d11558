//! Two maps that are inverse to each other.

use super::prelude::*;

impl Encode for Inverse {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let (inside, pairs) = parts(encoder, self)?;
        inside
            .into_iter()
            .for_each(|literal| encoder.clause([literal]));
        pairs.into_iter().for_each(|(a, b)| encoder.equate(a, b));
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let (mut parts, pairs) = parts(encoder, self)?;
        for (a, b) in pairs {
            parts.push(encoder.iff(a, b));
        }
        Ok(encoder.and(&parts))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.forward);
        needs.direct(&self.backward);
    }
}

/// The literals that must be true, and the pairs that must agree, for two maps to be inverse.
type Parts = (Vec<Lit>, Vec<(Lit, Lit)>);

fn parts(encoder: &mut Encoder, maps: &Inverse) -> Result<Parts, Refused> {
    let Inverse {
        forward,
        forward_offset,
        backward,
        backward_offset,
    } = maps;
    let n = forward.len();
    encoder.reserve(2 * (n * n) as u64)?;
    let (there, mut inside) = encoder.arcs(forward, *backward_offset);
    let (back, more) = encoder.arcs(backward, *forward_offset);
    inside.extend(more);
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let pairs = pairs.map(|(i, j)| (there[i][j], back[j][i])).collect();
    Ok((inside, pairs))
}
