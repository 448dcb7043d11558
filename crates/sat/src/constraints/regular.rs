//! A word that an automaton accepts.
//!
//! Enforced automata follow Bacchus, *GAC via unit propagation* (2007): a literal for each transition in each step,
//! supported from all sides, so that unit propagation alone removes every value without support.

use std::collections::BTreeMap;

use super::prelude::*;

impl Encode for Regular {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let Regular { vars, automaton } = self;
        if vars.is_empty() {
            let empty = automaton.is_accepting(automaton.start());
            encoder.clause([constant(empty)]);
            return Ok(());
        }
        let layers = layers(encoder, self)?;
        let Some(layers) = layers else {
            encoder.clause([]);
            return Ok(());
        };
        // States by layer; the only state of a layer needs no literal.
        let mut states: Vec<BTreeMap<usize, Lit>> = Vec::new();
        for layer in 0..=vars.len() {
            let mut names: Vec<usize> = match layers.get(layer) {
                Some(steps) => steps.iter().map(|step| step.0).collect(),
                None => layers[layer - 1].iter().map(|step| step.2).collect(),
            };
            names.sort_unstable();
            names.dedup();
            let single = names.len() == 1;
            let named = names.into_iter();
            let literal = |state| (state, if single { TRUE } else { encoder.fresh() });
            states.push(named.map(literal).collect());
        }
        for (layer, steps) in layers.iter().enumerate() {
            encoder.reserve(4 * steps.len() as u64)?;
            let x = vars[layer].index();
            let mut leaving: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
            let mut entering: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
            let mut reading: BTreeMap<i64, Vec<Lit>> = encoder
                .values(x)
                .into_iter()
                .map(|v| (v, Vec::new()))
                .collect();
            for &(from, value, to) in steps {
                let parts = [
                    states[layer][&from],
                    encoder.is(x, value),
                    states[layer + 1][&to],
                ];
                // With one literal of the three left, the step needs no literal of its own.
                let open: Vec<Lit> = parts.into_iter().filter(|&part| part != TRUE).collect();
                let step = match open[..] {
                    [] => TRUE,
                    [only] => only,
                    _ => {
                        let step = encoder.fresh();
                        for part in open {
                            encoder.clause([-step, part]);
                        }
                        step
                    }
                };
                leaving.entry(from).or_default().push(step);
                entering.entry(to).or_default().push(step);
                reading.entry(value).or_default().push(step);
            }
            for (state, steps) in leaving {
                encoder.clause(steps.into_iter().chain([-states[layer][&state]]));
            }
            for (state, steps) in entering {
                encoder.clause(steps.into_iter().chain([-states[layer + 1][&state]]));
            }
            for (value, steps) in reading {
                let literal = encoder.is(x, value);
                encoder.clause(steps.into_iter().chain([-literal]));
            }
        }
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let Regular { vars, automaton } = self;
        let count = automaton.state_count();
        let mut states: Vec<Lit> = (0..count)
            .map(|state| constant(state == automaton.start()))
            .collect();
        for var in vars {
            let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); count];
            let values = encoder.values(var.index());
            encoder.reserve((count * values.len()) as u64)?;
            for (state, &here) in states.iter().enumerate().filter(|entry| *entry.1 != FALSE) {
                for &value in &values {
                    if let Some(to) = automaton.next(state, value as i32) {
                        let read = encoder.is(var.index(), value);
                        ways[to].push(encoder.and(&[here, read]));
                    }
                }
            }
            states = ways.iter().map(|ways| encoder.or(ways)).collect();
        }
        let accepted: Vec<Lit> = (0..count)
            .filter(|&state| automaton.is_accepting(state))
            .map(|state| states[state])
            .collect();
        Ok(encoder.or(&accepted))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.vars);
    }
}

/// The transitions `(from, value, to)` of each step that lie on an accepted path; none if there is no
/// such path. The word must not be empty.
#[allow(clippy::type_complexity)] // three numbers in a row are easier to read than another type
fn layers(
    encoder: &mut Encoder,
    word: &Regular,
) -> Result<Option<Vec<Vec<(usize, i64, usize)>>>, Refused> {
    let Regular { vars, automaton } = word;
    let mut reached = vec![false; automaton.state_count()];
    reached[automaton.start()] = true;
    let mut layers: Vec<Vec<(usize, i64, usize)>> = Vec::new();
    for var in vars {
        let mut steps = Vec::new();
        let mut next = vec![false; automaton.state_count()];
        let values = encoder.values(var.index());
        for state in (0..reached.len()).filter(|&state| reached[state]) {
            encoder.step(4 * values.len())?;
            for &value in &values {
                if let Some(to) = automaton.next(state, value as i32) {
                    steps.push((state, value, to));
                    next[to] = true;
                }
            }
        }
        layers.push(steps);
        reached = next;
    }
    let mut useful: Vec<bool> = (0..reached.len())
        .map(|state| automaton.is_accepting(state))
        .collect();
    for steps in layers.iter_mut().rev() {
        steps.retain(|step| useful[step.2]);
        let mut before = vec![false; useful.len()];
        steps.iter().for_each(|step| before[step.0] = true);
        useful = before;
    }
    let possible = layers.iter().all(|steps| !steps.is_empty());
    Ok(possible.then_some(layers))
}
