//! From a model to a diagram, one layer after another.
//!
//! A node of a layer is the numbers of the memories of all constraints that have begun and not ended there, packed
//! into bytes. Each constraint has its place in the bytes as long as it is under way, so that a move copies
//! the parent and changes only the places of the constraints on the layer's variable.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use tantalizer_model::{Limit, Model, Var, Watch};

use crate::machine::{DEAD, Machine};
use crate::memory::{Scope, memory_of};
use crate::order::{Order, best_order};

/// How a constraint takes part in a layer.
#[derive(Clone, Copy)]
struct Step {
    machine: usize,
    position: usize,
    /// Where its number lies in a state, and in how many bytes.
    place: usize,
    width: usize,
    first: bool,
    last: bool,
}

/// A model ready to be expanded.
pub(crate) struct Layers {
    /// The variable of each layer.
    pub(crate) vars: Vec<Var>,
    /// Its values.
    pub(crate) values: Vec<Vec<i32>>,
    /// How many layers are counted; below them a completion is all that is asked for.
    pub(crate) counted: usize,
    steps: Vec<Vec<Step>>,
    machines: Vec<Machine>,
    /// Bytes of a state.
    length: usize,
    /// Whether a constraint without variables fails.
    contradiction: bool,
}

/// Bytes a value list may take before its variable is refused.
const BYTES_A_VALUE: u64 = 16;

impl Layers {
    /// Orders the variables and numbers the memories; refuses a variable whose values alone fill the memory.
    pub(crate) fn new(model: &Model, memory: u64, watch: &Watch) -> Result<Self, Limit> {
        for var in model.vars() {
            if model.domain(var).len().saturating_mul(BYTES_A_VALUE) > memory {
                let name = model.var_name(var);
                let size = model.domain(var).len();
                return Err(Limit::Unsupported(format!(
                    "variable `{name}` has {size} values, too many for a layer within {memory} bytes"
                )));
            }
        }
        let Order { vars, counted } = best_order(model);
        let mut layer_of = vec![0; model.var_count()];
        for (layer, var) in vars.iter().enumerate() {
            layer_of[var.index()] = layer;
        }
        let values: Vec<Vec<i32>> = vars
            .iter()
            .map(|&v| model.domain(v).iter().collect())
            .collect();
        let mut layers = Layers {
            counted,
            steps: vec![Vec::new(); vars.len()],
            machines: Vec::new(),
            length: 0,
            contradiction: false,
            vars,
            values,
        };
        for posted in model.constraints() {
            if let Some(limit) = watch.expired() {
                return Err(limit);
            }
            let mut scope = posted.constraint.vars();
            scope.sort_unstable_by_key(|var| layer_of[var.index()]);
            scope.dedup();
            if scope.is_empty() {
                layers.contradiction |= !posted.constraint.holds(&[]);
                continue;
            }
            let on: Vec<usize> = scope.iter().map(|var| layer_of[var.index()]).collect();
            let scope = Scope {
                vars: scope,
                values: on.iter().map(|&l| layers.values[l].clone()).collect(),
            };
            let machine = Machine::new(memory_of(&posted.constraint, &scope), scope);
            for (position, &layer) in on.iter().enumerate() {
                layers.steps[layer].push(Step {
                    machine: layers.machines.len(),
                    position,
                    place: 0,
                    width: machine.width(),
                    first: position == 0,
                    last: position + 1 == on.len(),
                });
            }
            layers.machines.push(machine);
        }
        layers.place();
        Ok(layers)
    }

    /// Gives each constraint its bytes for as long as it is under way.
    fn place(&mut self) {
        let mut free: [Vec<usize>; 5] = Default::default();
        let mut places = vec![0; self.machines.len()];
        for steps in &mut self.steps {
            for step in steps.iter_mut() {
                if step.first && !step.last {
                    places[step.machine] = free[step.width].pop().unwrap_or_else(|| {
                        self.length += step.width;
                        self.length - step.width
                    });
                }
                step.place = places[step.machine];
            }
            for step in steps.iter().filter(|step| step.last && !step.first) {
                free[step.width].push(step.place);
            }
        }
    }

    /// The bytes of the constraints' tables that grow.
    fn machine_bytes(&self) -> u64 {
        self.machines.iter().map(Machine::bytes).sum()
    }

    /// The layer above all variables: one node, or none if the model contradicts itself.
    pub(crate) fn root(&self) -> Layer {
        let mut root = Layer::new(self.length);
        if !self.contradiction {
            root.states = vec![0; self.length];
            root.nodes = 1;
        }
        root
    }
}

/// The nodes of one layer.
pub(crate) struct Layer {
    length: usize,
    states: Vec<u8>,
    /// How many nodes there are.
    pub(crate) nodes: usize,
    table: HashTable<u32>,
}

impl Layer {
    fn new(length: usize) -> Self {
        Layer {
            length,
            states: Vec::new(),
            nodes: 0,
            table: HashTable::new(),
        }
    }

    fn state(&self, node: usize) -> &[u8] {
        &self.states[node * self.length..][..self.length]
    }

    /// The node with this state, made if there is none.
    fn node(&mut self, state: &[u8]) -> u32 {
        let length = self.length;
        let hash = hash(state);
        let states = &self.states;
        let same = |&node: &u32| &states[node as usize * length..][..length] == state;
        if let Some(&node) = self.table.find(hash, same) {
            return node;
        }
        let node = self.nodes as u32;
        self.states.extend_from_slice(state);
        self.nodes += 1;
        let states = &self.states;
        self.table.insert_unique(hash, node, |&node| {
            self::hash(&states[node as usize * length..][..length])
        });
        node
    }

    fn bytes(&self) -> u64 {
        (self.states.capacity() + 5 * self.table.capacity()) as u64
    }
}

fn hash(state: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(state);
    hasher.finish()
}

/// What a diagram may use, and has used.
pub(crate) struct Budget<'a> {
    pub(crate) watch: &'a Watch,
    /// Bytes in all.
    pub(crate) memory: u64,
    /// Nodes in all.
    pub(crate) most_nodes: Option<u64>,
    /// Bytes of finished layers that are kept.
    pub(crate) kept: u64,
    /// Nodes made.
    pub(crate) nodes: u64,
    /// Moves that led nowhere.
    pub(crate) failures: u64,
    /// The most nodes in a layer.
    pub(crate) widest: u64,
}

/// So many moves pass between two looks at the clock.
const MOVES_BETWEEN_LOOKS: usize = 4096;

impl Layers {
    /// The layer below. `edge(parent, value number, child)` hears of every edge.
    pub(crate) fn expand(
        &mut self,
        layer: usize,
        above: &Layer,
        budget: &mut Budget,
        mut edge: impl FnMut(u32, u32, u32) -> u64,
    ) -> Result<Layer, Limit> {
        let mut below = Layer::new(self.length);
        let mut state = vec![0; self.length];
        let mut look = 0;
        let steps = std::mem::take(&mut self.steps[layer]);
        let mut result = Ok(());
        'nodes: for node in 0..above.nodes {
            for value in 0..self.values[layer].len() {
                look += 1;
                if look >= MOVES_BETWEEN_LOOKS {
                    look = 0;
                    if let Some(limit) = self.exceeded(budget, above, &below) {
                        result = Err(limit);
                        break 'nodes;
                    }
                }
                state.copy_from_slice(above.state(node));
                if !self.advance(&steps, &mut state, value) {
                    budget.failures += 1;
                    continue;
                }
                let child = below.node(&state);
                budget.kept += edge(node as u32, value as u32, child);
            }
        }
        self.steps[layer] = steps;
        result?;
        budget.nodes += below.nodes as u64;
        budget.widest = budget.widest.max(below.nodes as u64);
        match self.exceeded(budget, above, &below) {
            Some(limit) => Err(limit),
            None => Ok(below),
        }
    }

    /// Moves every constraint on the layer's variable; false if one of them fails.
    fn advance(&mut self, steps: &[Step], state: &mut [u8], value: usize) -> bool {
        for step in steps {
            let number = if step.first {
                0
            } else {
                read(&state[step.place..], step.width)
            };
            let next = self.machines[step.machine].next(step.position, number, value);
            if next == DEAD {
                return false;
            }
            if !(step.first && step.last) {
                // After the last variable the place is clean again: the number is 0.
                write(&mut state[step.place..], step.width, next);
            }
        }
        true
    }

    fn exceeded(&self, budget: &Budget, above: &Layer, below: &Layer) -> Option<Limit> {
        if let Some(limit) = budget.watch.expired() {
            return Some(limit);
        }
        let nodes = budget.nodes + below.nodes as u64;
        if budget.most_nodes.is_some_and(|most| nodes > most) {
            return Some(Limit::Nodes);
        }
        let bytes = budget.kept + above.bytes() + below.bytes() + self.machine_bytes();
        // Node numbers must fit 32 bits, and a count goes with each node.
        let counts = 16 * (above.nodes + below.nodes) as u64;
        if bytes + counts > budget.memory || below.nodes >= u32::MAX as usize {
            return Some(Limit::Memory);
        }
        None
    }
}

fn read(bytes: &[u8], width: usize) -> u32 {
    match width {
        1 => u32::from(bytes[0]),
        2 => u32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
        _ => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
    }
}

fn write(bytes: &mut [u8], width: usize, number: u32) {
    bytes[..width].copy_from_slice(&number.to_le_bytes()[..width]);
}
