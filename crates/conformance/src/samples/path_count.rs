//! Random constraints of the kind path-count.

use super::prelude::*;

impl Sampled for PathCount {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let nodes = rng.random_range(1..=4usize);
        let accepting: Vec<usize> = (0..nodes).filter(|_| rng.random_bool(0.5)).collect();
        let mut arcs = Vec::new();
        for from in 0..nodes {
            for to in from + 1..nodes {
                for _ in 0..rng.random_range(0..=1) {
                    arcs.push((from, to));
                }
            }
        }
        let m = arcs.len();
        let mut slots: Vec<Slot> = (0..m)
            .map(|_| Slot {
                natural: true,
                ..int(Domain::range(
                    rng.random_range(0..=1),
                    rng.random_range(1..=2),
                ))
            })
            .collect();
        slots.push(Slot {
            natural: true,
            ..int(Domain::range(0, rng.random_range(0..=8)))
        });
        let steps = arcs.clone();
        let ends = accepting.clone();
        new(
            slots,
            move |v| PathCount {
                graph: Arc::new(PathGraph {
                    nodes,
                    start: 0,
                    accepting: accepting.clone(),
                    arcs: arcs
                        .iter()
                        .zip(v)
                        .map(|(&(from, to), &multiplicity)| PathArc {
                            from,
                            to,
                            multiplicity,
                        })
                        .collect(),
                }),
                total: v[m],
            },
            move |a| walk(0, &steps, &ends, a) == i64::from(a[m]),
        )
    }
}

/// The weighted number of accepted paths from `node`, by walking all of them.
fn walk(node: usize, arcs: &[(usize, usize)], ends: &[usize], weights: &[i32]) -> i64 {
    let onward: i64 = arcs
        .iter()
        .zip(weights)
        .filter(|(arc, _)| arc.0 == node)
        .map(|(arc, &weight)| i64::from(weight) * walk(arc.1, arcs, ends, weights))
        .sum();
    onward + i64::from(ends.contains(&node))
}
