//! Random constraints of the kind circuit.

use super::prelude::*;

impl Sampled for Circuit {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        loops(rng, true)
    }
}

/// Circuit (`whole`) or subcircuit.
pub(super) fn loops(rng: &mut ChaCha8Rng, whole: bool) -> Sample {
    let n = rng.random_range(1..=5usize);
    let offset = rng.random_range(-1..=1);
    let slots = (0..n)
        .map(|_| {
            let mut values: Vec<i32> = (0..n as i32).map(|i| i + offset).collect();
            values.retain(|_| rng.random_bool(0.8));
            if rng.random_bool(0.1) {
                values.push(offset + n as i32);
            }
            int(Domain::from(values))
        })
        .collect();
    new(
        slots,
        move |v| {
            let successors = v.to_vec();
            if whole {
                Constraint::Circuit(Circuit { successors, offset })
            } else {
                Constraint::Subcircuit(Subcircuit { successors, offset })
            }
        },
        move |a| {
            let next: Option<Vec<usize>> = a
                .iter()
                .map(|&x| usize::try_from(x - offset).ok().filter(|&i| i < n))
                .collect();
            let Some(next) = next else { return false };
            let images: BTreeSet<usize> = next.iter().copied().collect();
            if images.len() < n {
                return false;
            }
            // A permutation: count its cycles by their smallest members.
            let cycle = |start: usize| {
                let mut nodes = vec![start];
                while next[nodes[nodes.len() - 1]] != start {
                    nodes.push(next[nodes[nodes.len() - 1]]);
                }
                nodes
            };
            let cycles: BTreeSet<Vec<usize>> = (0..n)
                .map(|i| {
                    let mut nodes = cycle(i);
                    nodes.sort_unstable();
                    nodes
                })
                .collect();
            if whole {
                cycles.len() == 1
            } else {
                cycles.iter().filter(|nodes| nodes.len() > 1).count() <= 1
            }
        },
    )
}
