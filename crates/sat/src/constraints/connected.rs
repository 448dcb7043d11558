//! Chosen vertices of a graph that are connected.

use super::prelude::*;

impl Encode for Connected {
    /// What is reached from the smallest chosen vertex, step by step, is all that is chosen.
    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let Connected { chosen, edges } = self;
        let n = chosen.len();
        let chosen: Vec<Lit> = chosen
            .iter()
            .map(|var| encoder.is(var.index(), 1))
            .collect();
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); n];
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let mut reached = encoder.first_true(&chosen);
        for _ in 1..n {
            encoder.reserve((4 * n + 2 * edges.len()) as u64)?;
            let mut next = Vec::new();
            for vertex in 0..n {
                let ways: Vec<Lit> = neighbours[vertex].iter().map(|&u| reached[u]).collect();
                let touched = encoder.or(&ways);
                let spread = encoder.and(&[chosen[vertex], touched]);
                next.push(encoder.or(&[reached[vertex], spread]));
            }
            reached = next;
        }
        let missed: Vec<Lit> = (0..n)
            .map(|vertex| encoder.and(&[chosen[vertex], -reached[vertex]]))
            .collect();
        Ok(-encoder.or(&missed))
    }
}
