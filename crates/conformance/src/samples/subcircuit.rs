//! Random constraints of the kind subcircuit.

use super::prelude::*;

impl Sampled for Subcircuit {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        super::circuit::loops(rng, false)
    }
}
