//! Random constraints of the kind regular.

use super::prelude::*;

impl Sampled for Regular {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=5);
        let states = rng.random_range(1..=4);
        let accepting: Vec<usize> = (0..states).filter(|_| rng.random_bool(0.5)).collect();
        let mut arcs = BTreeMap::new();
        for state in 0..states {
            for value in -1..=3 {
                if rng.random_bool(0.7) {
                    arcs.insert((state, value), rng.random_range(0..states));
                }
            }
        }
        let listed = arcs.iter().map(|(&(from, value), &to)| (from, value, to));
        let dfa = Dfa::new(states, 0, accepting.iter().copied(), listed);
        let dfa = Arc::new(dfa.expect("states are in range"));
        new(
            ints(rng, n),
            move |v| Regular {
                vars: v.to_vec(),
                automaton: dfa.clone(),
            },
            move |a| {
                let end = a
                    .iter()
                    .try_fold(0, |state, &value| arcs.get(&(state, value)).copied());
                end.is_some_and(|state| accepting.contains(&state))
            },
        )
    }
}
