//! Tables, automata and arrays.
//!
//! Enforced tables and automata follow Bacchus, *GAC via unit propagation* (2007): a literal for each row,
//! or for each transition in each step, supported from all sides, so that unit propagation alone removes
//! every value without support.

use std::collections::BTreeMap;

use tantalizer_model::Tuples;
use tantalizer_model::Var;
use tantalizer_model::automaton::Dfa;

use super::{Encoder, Refused, constant};
use crate::cnf::{FALSE, Lit, TRUE};

impl Encoder {
    /// The variables form one of the rows.
    pub(super) fn enforce_table(&mut self, vars: &[Var], tuples: &Tuples) -> Result<(), Refused> {
        let rows = self.live_rows(vars, tuples)?;
        // Two columns need no row literals: each value of one side wants a partner.
        let literals: Vec<Lit> = match vars.len() {
            2 => rows.iter().map(|_| TRUE).collect(),
            _ => rows.iter().map(|_| self.fresh()).collect(),
        };
        if rows.is_empty() {
            self.clause([]);
        }
        for column in 0..vars.len() {
            let mut support: BTreeMap<Lit, Vec<Lit>> = BTreeMap::new();
            for value in self.values(vars[column].index()) {
                support.insert(self.is(vars[column].index(), value), Vec::new());
            }
            for (row, &literal) in rows.iter().zip(&literals) {
                self.step(4)?;
                let entry = support.entry(row[column]).or_default();
                if vars.len() == 2 {
                    entry.push(row[1 - column]);
                } else {
                    entry.push(literal);
                    self.clause([-literal, row[column]]);
                }
            }
            for (value, supports) in support {
                self.clause(supports.into_iter().chain([-value]));
            }
        }
        Ok(())
    }

    /// The variables form none of the rows.
    pub(super) fn enforce_forbidden(
        &mut self,
        vars: &[Var],
        tuples: &Tuples,
    ) -> Result<(), Refused> {
        for row in self.live_rows(vars, tuples)? {
            self.clause(row.into_iter().map(|literal| -literal));
        }
        Ok(())
    }

    /// "The variables form one of the rows" as a literal.
    pub(super) fn table_truth(&mut self, vars: &[Var], tuples: &Tuples) -> Result<Lit, Refused> {
        let mut matches = Vec::new();
        for row in self.live_rows(vars, tuples)? {
            matches.push(self.and(&row));
        }
        Ok(self.or(&matches))
    }

    /// The rows that the domains leave, as literals, each once.
    fn live_rows(&mut self, vars: &[Var], tuples: &Tuples) -> Result<Vec<Vec<Lit>>, Refused> {
        self.reserve((tuples.len() * vars.len()) as u64)?;
        let mut rows: Vec<&[i32]> = tuples.rows().collect();
        rows.sort_unstable();
        rows.dedup();
        let mut live = Vec::new();
        for row in rows {
            self.step(4 * vars.len())?;
            let literals: Vec<Lit> = vars
                .iter()
                .zip(row)
                .map(|(var, &value)| self.is(var.index(), i64::from(value)))
                .collect();
            let contradicts = literals.iter().any(|&l| literals.contains(&-l));
            if !literals.contains(&FALSE) && !contradicts {
                live.push(literals);
            }
        }
        Ok(live)
    }

    /// The automaton accepts the variables' values.
    pub(super) fn enforce_regular(&mut self, vars: &[Var], automaton: &Dfa) -> Result<(), Refused> {
        let layers = self.layers(vars, automaton)?;
        let Some(layers) = layers else {
            self.clause([]);
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
            let literal = |state| (state, if single { TRUE } else { self.fresh() });
            states.push(named.map(literal).collect());
        }
        for (layer, steps) in layers.iter().enumerate() {
            self.reserve(4 * steps.len() as u64)?;
            let x = vars[layer].index();
            let mut leaving: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
            let mut entering: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
            let mut reading: BTreeMap<i64, Vec<Lit>> = self
                .values(x)
                .into_iter()
                .map(|v| (v, Vec::new()))
                .collect();
            for &(from, value, to) in steps {
                let parts = [
                    states[layer][&from],
                    self.is(x, value),
                    states[layer + 1][&to],
                ];
                // With one literal of the three left, the step needs no literal of its own.
                let open: Vec<Lit> = parts.into_iter().filter(|&part| part != TRUE).collect();
                let step = match open[..] {
                    [] => TRUE,
                    [only] => only,
                    _ => {
                        let step = self.fresh();
                        for part in open {
                            self.clause([-step, part]);
                        }
                        step
                    }
                };
                leaving.entry(from).or_default().push(step);
                entering.entry(to).or_default().push(step);
                reading.entry(value).or_default().push(step);
            }
            for (state, steps) in leaving {
                self.clause(steps.into_iter().chain([-states[layer][&state]]));
            }
            for (state, steps) in entering {
                self.clause(steps.into_iter().chain([-states[layer + 1][&state]]));
            }
            for (value, steps) in reading {
                let literal = self.is(x, value);
                self.clause(steps.into_iter().chain([-literal]));
            }
        }
        Ok(())
    }

    /// The transitions `(from, value, to)` of each step that lie on an accepted path; none if there is no
    /// such path. The word must not be empty.
    #[allow(clippy::type_complexity)] // three numbers in a row are easier to read than another type
    fn layers(
        &mut self,
        vars: &[Var],
        automaton: &Dfa,
    ) -> Result<Option<Vec<Vec<(usize, i64, usize)>>>, Refused> {
        let mut reached = vec![false; automaton.state_count()];
        reached[automaton.start()] = true;
        let mut layers: Vec<Vec<(usize, i64, usize)>> = Vec::new();
        for var in vars {
            let mut steps = Vec::new();
            let mut next = vec![false; automaton.state_count()];
            let values = self.values(var.index());
            for state in (0..reached.len()).filter(|&state| reached[state]) {
                self.step(4 * values.len())?;
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

    /// "The automaton accepts" as a literal: the state after each step is a function of the word.
    pub(super) fn regular_truth(&mut self, vars: &[Var], automaton: &Dfa) -> Result<Lit, Refused> {
        let count = automaton.state_count();
        let mut states: Vec<Lit> = (0..count)
            .map(|state| constant(state == automaton.start()))
            .collect();
        for var in vars {
            let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); count];
            let values = self.values(var.index());
            self.reserve((count * values.len()) as u64)?;
            for (state, &here) in states.iter().enumerate().filter(|entry| *entry.1 != FALSE) {
                for &value in &values {
                    if let Some(to) = automaton.next(state, value as i32) {
                        let read = self.is(var.index(), value);
                        ways[to].push(self.and(&[here, read]));
                    }
                }
            }
            states = ways.iter().map(|ways| self.or(ways)).collect();
        }
        let accepted: Vec<Lit> = (0..count)
            .filter(|&state| automaton.is_accepting(state))
            .map(|state| states[state])
            .collect();
        Ok(self.or(&accepted))
    }

    /// `truth` tells whether `array[index - offset] = value`.
    pub(super) fn element_as(
        &mut self,
        (array, offset): (&[Var], i32),
        index: Var,
        value: Var,
        truth: Lit,
    ) -> Result<(), Refused> {
        let mut holders: BTreeMap<i64, Vec<Lit>> = self
            .values(value.index())
            .into_iter()
            .map(|value| (value, Vec::new()))
            .collect();
        for position in self.values(index.index()) {
            let chosen = self.is(index.index(), position);
            let entry = usize::try_from(position - i64::from(offset))
                .ok()
                .and_then(|at| array.get(at));
            let Some(entry) = entry else {
                self.clause([-chosen, -truth]);
                continue;
            };
            self.reserve(0)?;
            let same = self.equal(entry.index(), value.index())?;
            self.clause([-chosen, -truth, same]);
            self.clause([-chosen, truth, -same]);
            let values = self.values(entry.index());
            self.step(4 * values.len())?;
            for held in values {
                if let Some(list) = holders.get_mut(&held) {
                    list.push(chosen);
                }
            }
        }
        if truth == TRUE {
            // A value that no entry can hold any more is gone.
            for (held, list) in holders {
                let literal = self.is(value.index(), held);
                self.clause(list.into_iter().chain([-literal]));
            }
        }
        Ok(())
    }
}
