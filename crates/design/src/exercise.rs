//! A family to exercise with: deterministic automata, and how many words they accept.
//!
//! Who teaches or tests automata wants small ones with just so many accepted words of some lengths: the test-case generation that
//! Löffler, Liu and Hofstedt (2020) name as a use of constraints over solutions. Here an instance is an automaton, every
//! choice a transition or whether a state accepts, and the symmetries rename states and letters. An instance is
//! admitted if the automaton is minimal: every state is reached from the start, and any two states accept different
//! words. The questions ask for the words of given lengths; their models are regular constraints.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tantalizer_draw::{Cell, Grid};
use tantalizer_model::automaton::Dfa;
use tantalizer_model::{Model, ModelError};
use thiserror::Error;

use crate::{Account, Choices, Counter, Family, Relabelling, Survey, Told, Wish, counted};

/// Which automata, and which words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AutomatonParameters {
    /// How many states, the start being state 0.
    pub states: u32,
    /// How many letters.
    pub letters: u32,
    /// The lengths of the words that are counted, one question each.
    pub lengths: Vec<u32>,
}

/// Parameters that make no family.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// Too few or too many states, letters or lengths.
    #[error("{what}: {found}, expected {least} to {most}")]
    OutOfRange {
        /// What was given.
        what: &'static str,
        /// What it was.
        found: u32,
        /// The least that makes sense.
        least: u32,
        /// The most that this family takes.
        most: u32,
    },
}

/// The family of all minimal complete automata with some states and letters.
#[derive(Clone, Debug)]
pub struct Automata {
    parameters: AutomatonParameters,
}

impl Automata {
    /// The family, or what is wrong with the parameters.
    pub fn new(parameters: AutomatonParameters) -> Result<Self, AutomatonError> {
        let lengths = parameters.lengths.len() as u32;
        let longest = parameters.lengths.iter().copied().max().unwrap_or(0);
        for (what, found, least, most) in [
            ("states", parameters.states, 1, 8),
            ("letters", parameters.letters, 1, 6),
            ("number of lengths", lengths, 1, 8),
            // 6^24 words still fit into 64 bits.
            ("length", longest, 0, 24),
        ] {
            if !(least..=most).contains(&found) {
                return Err(AutomatonError::OutOfRange {
                    what,
                    found,
                    least,
                    most,
                });
            }
        }
        Ok(Automata { parameters })
    }

    /// The family whose parameters were stored with a survey.
    pub fn from_stored(parameters: &Value) -> Result<Self, String> {
        let mut parameters = parameters.clone();
        if let Some(fields) = parameters.as_object_mut() {
            fields.remove("puzzle");
        }
        let parameters = serde_json::from_value(parameters).map_err(|error| error.to_string())?;
        Automata::new(parameters).map_err(|error| error.to_string())
    }

    /// What is wished for: words of every length, and as few as possible.
    pub fn wish(&self) -> Wish {
        Wish::fewest(0..self.parameters.lengths.len())
    }

    /// The transitions of an instance, one row a state: where each letter leads, and whether the state accepts.
    fn table(&self, instance: &[u32]) -> Grid {
        let (states, letters) = self.size();
        let mut grid = Grid::new(states, letters + 1);
        for state in 0..states {
            for letter in 0..letters {
                let to = instance[state * letters + letter];
                grid[(state, letter)] = Cell::text(to.to_string());
            }
            let accepts = instance[states * letters + state] == 1;
            grid[(state, letters)] = Cell::text(if accepts { "yes" } else { "no" });
        }
        grid.row_labels = (0..states).map(|state| format!("state {state}")).collect();
        grid.col_labels = (0..letters).map(|letter| letter.to_string()).collect();
        grid.col_labels.push("accepts".into());
        grid
    }

    /// The automaton of an instance.
    pub fn automaton(&self, instance: &[u32]) -> Result<Dfa, ModelError> {
        let (states, letters) = self.size();
        let transitions = (0..states * letters).map(|slot| {
            let (from, letter) = (slot / letters, slot % letters);
            (from, letter as i32, instance[slot] as usize)
        });
        let accepting = (0..states).filter(|state| instance[states * letters + state] == 1);
        Dfa::new(states, 0, accepting, transitions)
    }

    /// An instance for people: the accepting states, and for each state where each letter leads.
    pub fn witness(&self, instance: &[u32]) -> Value {
        let (states, letters) = self.size();
        let (steps, accepts) = instance.split_at(states * letters);
        let accepting: Vec<usize> = (0..states).filter(|&state| accepts[state] == 1).collect();
        json!({
            "states": states,
            "letters": letters,
            "start": 0,
            "accepting": accepting,
            "transitions": steps.chunks(letters).collect::<Vec<_>>(),
        })
    }

    fn size(&self) -> (usize, usize) {
        (
            self.parameters.states as usize,
            self.parameters.letters as usize,
        )
    }
}

impl Family for Automata {
    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(&self.parameters).unwrap_or_default();
        value["puzzle"] = json!("automaton");
        value
    }

    fn choices(&self) -> Choices {
        let (states, letters) = self.size();
        let mut options = vec![states as u32; states * letters];
        options.extend(vec![2; states]);
        Choices::Tuple(options)
    }

    /// Other names for the states but the start, and for the letters.
    fn symmetries(&self) -> Vec<Relabelling> {
        let (states, letters) = self.size();
        let mut group = Vec::new();
        for state_names in permutations(states).iter().filter(|names| names[0] == 0) {
            for letter_names in permutations(letters) {
                let step = |slot: usize| {
                    let (from, letter) = (slot / letters, slot % letters);
                    state_names[from] as usize * letters + letter_names[letter] as usize
                };
                let accept = |state: usize| states * letters + state_names[state] as usize;
                let slots = (0..states * letters).map(step);
                let mut options = vec![state_names.clone(); states * letters];
                options.extend(vec![vec![0, 1]; states]);
                group.push(Relabelling {
                    slots: slots.chain((0..states).map(accept)).collect(),
                    options,
                });
            }
        }
        group
    }

    fn questions(&self) -> Vec<String> {
        let lengths = self.parameters.lengths.iter();
        lengths
            .map(|length| format!("words of length {length}"))
            .collect()
    }

    fn conventions(&self) -> Vec<String> {
        vec!["words".to_string()]
    }

    fn admits(&self, instance: &[u32]) -> bool {
        let all = self.parameters.states as usize;
        self.automaton(instance)
            .is_ok_and(|automaton| is_minimal(&automaton, self.size().1, all))
    }

    fn instance_count(&self) -> Option<u128> {
        None
    }

    fn model(&self, instance: &[u32], _: usize, question: usize) -> Result<Model, ModelError> {
        let mut model = Model::new("accepted words");
        let length = self.parameters.lengths[question] as usize;
        let most = self.parameters.letters as i32 - 1;
        let word = model.array("letter", length, 0..=most);
        model.regular(&word, self.automaton(instance)?.into())?;
        Ok(model)
    }

    fn counter(&self) -> Box<dyn Counter + '_> {
        Box::new(WordCounter {
            family: self,
            instance: Vec::new(),
        })
    }

    fn option(&self, slot: usize, option: u32) -> Value {
        let (states, letters) = self.size();
        match slot.checked_sub(states * letters) {
            None => json!({"from": slot / letters, "letter": slot % letters, "to": option}),
            Some(state) => json!({"state": state, "accepting": option == 1}),
        }
    }
}

impl Told for Automata {
    fn tell(&self, survey: &Survey) -> Account {
        let finding = self.wish().answer(&survey.tallies[0]);
        let mut fields = Map::new();
        fields.insert("puzzle".into(), json!("automaton"));
        fields.insert(
            "objective".into(),
            json!(format!("minimise {}", self.questions().join(" + "))),
        );
        let minimum = finding.as_ref().map(|finding| finding.value.to_string());
        fields.insert("minimum".into(), json!(minimum));
        fields.insert("proved".into(), json!(survey.is_complete()));
        let witness = finding.as_ref().map(|found| self.witness(&found.witness));
        fields.insert("witness".into(), json!(witness));
        fields.extend(counted(survey, finding.as_ref(), "names"));
        let text = match &finding {
            None if survey.is_complete() => {
                "no automaton of this family accepts words of every length (proved)\n".to_string()
            }
            None => "not finished: no automaton of this family that accepts words of every length was found so far\n".to_string(),
            Some(found) => {
                let words = self.questions().into_iter().zip(&found.counts);
                let words: Vec<String> = words
                    .map(|(name, count)| format!("{name}: {count}"))
                    .collect();
                format!(
                    "{}{}\nattained by {} of {} automata ({} of {} up to names)\n",
                    words.join(", "),
                    if survey.is_complete() { "" } else { " (so far, not proved)" },
                    found.instances,
                    survey.instances(),
                    found.orbits,
                    survey.orbits(),
                )
            }
        };
        Account {
            json: fields,
            text,
            drawing: finding.map(|found| self.table(&found.witness).into()),
        }
    }

    fn histogram(&self, survey: &Survey) -> BTreeMap<Option<u64>, (u64, u128)> {
        self.wish().histogram(&survey.tallies[0])
    }
}

/// Whether all states are reached and no two accept the same words, by telling states apart round after round.
fn is_minimal(automaton: &Dfa, letters: usize, states: usize) -> bool {
    let step = |state: usize, letter: usize| automaton.next(state, letter as i32).unwrap_or(0);
    let mut reached = vec![false; states];
    let mut open = vec![0];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state], true) {
            open.extend((0..letters).map(|letter| step(state, letter)));
        }
    }
    let mut apart = vec![vec![false; states]; states];
    loop {
        let mut changed = false;
        for a in 0..states {
            for b in 0..a {
                let now = automaton.is_accepting(a) != automaton.is_accepting(b)
                    || (0..letters).any(|letter| apart[step(a, letter)][step(b, letter)]);
                if now && !apart[a][b] {
                    apart[a][b] = true;
                    apart[b][a] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    reached.iter().all(|&yes| yes) && (0..states).all(|a| (0..a).all(|b| apart[a][b]))
}

/// Counts words by the number of ways to reach each state, letter after letter.
struct WordCounter<'a> {
    family: &'a Automata,
    instance: Vec<u32>,
}

impl Counter for WordCounter<'_> {
    fn push(&mut self, option: u32) {
        self.instance.push(option);
    }

    fn pop(&mut self) {
        self.instance.pop();
    }

    fn counts(&mut self, counts: &mut [u64]) {
        let (states, letters) = self.family.size();
        let (steps, accepts) = self.instance.split_at(states * letters);
        for (count, &length) in counts.iter_mut().zip(&self.family.parameters.lengths) {
            let mut ways = vec![0u64; states];
            ways[0] = 1;
            for _ in 0..length {
                let mut next = vec![0; states];
                for (slot, &to) in steps.iter().enumerate() {
                    next[to as usize] += ways[slot / letters];
                }
                ways = next;
            }
            *count = (0..states)
                .filter(|&state| accepts[state] == 1)
                .map(|state| ways[state])
                .sum();
        }
    }
}

fn permutations(count: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|prefix: &Vec<u32>| {
                let free = (0..count as u32).filter(|next| !prefix.contains(next));
                free.map(|next| [&prefix[..], &[next]].concat())
            })
            .collect();
    }
    all
}
