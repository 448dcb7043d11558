//! Random constraints of the kind connected.

use super::prelude::*;

impl Sampled for Connected {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=6usize);
        let mut edges = Vec::new();
        for a in 0..n {
            for b in 0..a {
                if rng.random_bool(0.4) {
                    edges.push((a, b));
                }
            }
        }
        let edges = Arc::new(edges);
        let links = edges.clone();
        new(
            bools(n),
            move |v| Connected {
                chosen: v.to_vec(),
                edges: edges.clone(),
            },
            move |a| {
                // Merge labels along edges; all chosen vertices must end with one label.
                let mut label: Vec<usize> = (0..n).collect();
                for _ in 0..n {
                    for &(x, y) in links.iter() {
                        if a[x] == 1 && a[y] == 1 {
                            let low = label[x].min(label[y]);
                            label[x] = low;
                            label[y] = low;
                        }
                    }
                }
                let labels: BTreeSet<usize> =
                    (0..n).filter(|&i| a[i] == 1).map(|i| label[i]).collect();
                labels.len() <= 1
            },
        )
    }
}
