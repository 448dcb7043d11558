//! From a model to a diagram, one layer after another.
//!
//! A node of a layer is the numbers of the memories of all constraints that have begun and not ended there, packed
//! into bytes. Each constraint has its place in the bytes as long as it is under way, so that a move copies
//! the parent and changes only the places of the constraints on the layer's variable.
//!
//! A constraint with one variable to go has nothing to say but which values of that variable fail. So it
//! gives up its place and adds these to a mask of the variable: what several constraints forbid together is one
//! memory, however they came to forbid it, and a variable without a value left shows at once. Where a mask has
//! changed, constraints between several masked variables look whether they leave a way, and which values are part of
//! none: propagation, one step deep, with every result kept in a table.

use std::rc::Rc;
use std::sync::Arc;

use tantalizer_model::{Limit, Model, Var};
use tantalizer_rewrite::Pace;

use crate::certificate;
use crate::constraints::taken;
use crate::layer::{Budget, Layer, Place};
use crate::machine::{DEAD, Machine, Purse};
use crate::memory::Scope;
use crate::order::{Order, best_order};

/// How a constraint takes part in a layer.
#[derive(Clone, Copy)]
struct Involvement {
    machine: usize,
    position: usize,
    /// Whether its first variable is that of the layer, so that it has no number yet.
    first: bool,
    /// Where its number lies, if it has one before or after the layer.
    number: Place,
    then: Then,
}

/// What a constraint does after a move.
#[derive(Clone, Copy)]
enum Then {
    /// It keeps its new number.
    Keep,
    /// One variable is left, that of this layer: it says which of its values fail.
    Narrow(usize),
    /// Nothing: it holds.
    End,
}

/// A constraint that looks at the masks of several of its variables.
struct Look {
    machine: usize,
    /// How many of its variables are known.
    position: usize,
    /// Where its number lies, if it has begun.
    number: Option<Place>,
    /// For each variable to come, how many values it has and where its mask lies, if it has one yet.
    masks: Vec<(usize, Option<Place>)>,
}

/// About as long takes what is done between two looks at the clock.
const MICROSECONDS_BETWEEN_LOOKS: u32 = 500;

/// A variable with more values has no mask.
const WIDEST_MASK: usize = 64;

/// A model ready to be expanded.
pub(crate) struct Layers {
    /// The variable of each layer.
    pub(crate) vars: Vec<Var>,
    /// Its values.
    pub(crate) values: Vec<Arc<[i32]>>,
    /// How many layers are counted; below them a completion is all that is asked for.
    pub(crate) counted: usize,
    steps: Vec<Vec<Involvement>>,
    /// The mask of each layer's variable, if constraints end in it: bits of values that fail.
    masks: Vec<Option<Place>>,
    /// The constraints that look at masks which change on a layer.
    looks: Vec<Vec<Look>>,
    machines: Vec<Machine>,
    /// So many variables, from the first, are shown in solutions.
    pub(crate) shown: usize,
    /// Bytes of a state.
    length: usize,
    /// Whether a constraint without variables fails.
    contradiction: bool,
    /// What the machines may still take.
    purse: Rc<Purse>,
}

/// Bytes a value list may take before its variable is refused.
const BYTES_A_VALUE: u64 = 16;

impl Layers {
    /// Orders the variables and numbers the memories; refuses a variable whose values alone fill the memory.
    ///
    /// Only the first `shown` variables are the asker's; others came with a rewriting.
    pub(crate) fn new(model: &Model, shown: usize, budget: &Budget) -> Result<Self, Limit> {
        let memory = budget.memory;
        for var in model.vars() {
            if model.domain(var).len().saturating_mul(BYTES_A_VALUE) > memory {
                let name = model.var_name(var);
                let size = model.domain(var).len();
                return Err(Limit::Unsupported(format!(
                    "variable `{name}` has {size} values, too many for a layer within {memory} bytes"
                )));
            }
        }
        let values = model.vars().map(|var| model.domain(var).len());
        let values = values.fold(0, u64::saturating_add);
        if values.saturating_mul(BYTES_A_VALUE) > memory {
            return Err(Limit::Memory);
        }
        let Order { vars, counted } = best_order(model, budget.watch)?;
        let mut layer_of = vec![0; model.var_count()];
        for (layer, var) in vars.iter().enumerate() {
            layer_of[var.index()] = layer;
        }
        let values: Vec<Arc<[i32]>> = vars
            .iter()
            .map(|&v| model.domain(v).iter().collect())
            .collect();
        let mut layers = Layers {
            counted,
            steps: vec![Vec::new(); vars.len()],
            masks: vec![None; vars.len()],
            looks: Vec::new(),
            machines: Vec::new(),
            length: 0,
            contradiction: false,
            purse: Purse::new(memory),
            shown,
            vars,
            values,
        };
        let mut layers_of = Vec::new();
        for (id, posted) in model.constraints().iter().enumerate() {
            if let Some(limit) = budget.watch.expired() {
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
            let values = on.iter().map(|&l| Arc::clone(&layers.values[l]));
            let scope = Scope::new(scope, values.collect());
            let machine = Machine::new(
                taken(&posted.constraint).memory(&scope),
                scope,
                budget.most_moves,
                &layers.purse,
                budget.watch,
            );
            if layers.purse.is_empty() {
                return Err(Limit::Memory);
            }
            if budget.plain && !machine.is_explored() {
                let reason = match budget.watch.expired() {
                    Some(limit) => limit,
                    None => Limit::Unsupported(certificate::too_many(model, id)),
                };
                return Err(reason);
            }
            let last = on[on.len() - 1];
            let masked = on.len() > 1 && layers.values[last].len() <= WIDEST_MASK;
            // What ends in a mask has no step at its last variable: the mask has the last word.
            for (position, &layer) in on[..on.len() - usize::from(masked)].iter().enumerate() {
                let then = match on.len() - position {
                    1 => Then::End,
                    2 if masked => Then::Narrow(last),
                    _ => Then::Keep,
                };
                layers.steps[layer].push(Involvement {
                    machine: layers.machines.len(),
                    position,
                    first: position == 0,
                    number: Place {
                        start: 0,
                        width: machine.width(),
                    },
                    then,
                });
            }
            layers.machines.push(machine);
            layers_of.push(on);
        }
        layers.place(&layers_of, budget)?;
        Ok(layers)
    }

    /// Gives each constraint its bytes for as long as it is under way, and each mask.
    fn place(&mut self, layers_of: &[Vec<usize>], budget: &Budget) -> Result<(), Limit> {
        let mut pace = Pace::new(budget.watch);
        let mut free: [Vec<usize>; 9] = Default::default();
        let mut length = 0;
        let mut take = |free: &mut [Vec<usize>; 9], width: usize| Place {
            start: free[width].pop().unwrap_or_else(|| {
                length += width;
                length - width
            }),
            width,
        };
        let mut numbers = vec![Place::default(); self.machines.len()];
        let mut touching: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        for (machine, on) in layers_of.iter().enumerate() {
            on.iter().for_each(|&layer| touching[layer].push(machine));
        }
        for layer in 0..self.steps.len() {
            pace.step(STEPS_A_LAYER * (1 + self.steps[layer].len()))?;
            let mut left = Vec::new();
            for step in &mut self.steps[layer] {
                let keeps = matches!(step.then, Then::Keep);
                if step.first && keeps {
                    numbers[step.machine] = take(&mut free, step.number.width);
                }
                step.number = numbers[step.machine];
                if !step.first && !keeps {
                    left.push(step.number);
                }
                if let Then::Narrow(to) = step.then
                    && self.masks[to].is_none()
                {
                    let width = self.values[to].len().div_ceil(8).next_power_of_two();
                    self.masks[to] = Some(take(&mut free, width));
                }
            }
            let looks = if budget.plain {
                Vec::new()
            } else {
                self.looks_after(layer, &touching, layers_of, &numbers)
            };
            self.looks.push(looks);
            left.extend(self.masks[layer]);
            for place in left {
                free[place.width].push(place.start);
            }
        }
        self.length = length;
        Ok(())
    }

    /// The constraints with two masks to look at, one of which changes on the layer.
    fn looks_after(
        &self,
        layer: usize,
        touching: &[Vec<usize>],
        layers_of: &[Vec<usize>],
        numbers: &[Place],
    ) -> Vec<Look> {
        let changed = self.steps[layer].iter().filter_map(|step| match step.then {
            Then::Narrow(to) => Some(to),
            _ => None,
        });
        let mut machines: Vec<usize> = changed
            .flat_map(|to| touching[to].iter().copied())
            .collect();
        machines.sort_unstable();
        machines.dedup();
        let look = |machine: usize| {
            let on = &layers_of[machine];
            let position = on.partition_point(|&other| other <= layer);
            let masks: Vec<(usize, Option<Place>)> = on[position..]
                .iter()
                .map(|&other| (self.values[other].len(), self.masks[other]))
                .collect();
            let masked = masks.iter().filter(|mask| mask.1.is_some()).count();
            (masked >= 2 && self.machines[machine].filters_from(position)).then(|| Look {
                machine,
                position,
                number: (position > 0).then(|| numbers[machine]),
                masks,
            })
        };
        machines.into_iter().filter_map(look).collect()
    }

    /// The bytes of the constraints' tables that grow.
    fn machine_bytes(&self) -> u64 {
        self.machines.iter().map(Machine::bytes).sum()
    }

    /// The layer above all variables: one node, or none if the model contradicts itself.
    pub(crate) fn root(&self) -> Layer {
        let mut root = Layer::new(self.length);
        if !self.contradiction {
            root.node(&vec![0; self.length]);
        }
        root
    }
}

/// What the steps of a layer take, in steps of some nanoseconds.
const STEPS_A_LAYER: usize = 200;

/// A state of so many bytes is copied in the time of a move.
const BYTES_A_MOVE: usize = 1024;

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
        let looks = std::mem::take(&mut self.looks[layer]);
        let mut result = Ok(());
        let mut parent = vec![0; self.length];
        'nodes: for node in 0..above.nodes {
            parent.copy_from_slice(above.state(node));
            let mut forbidden = 0;
            if let Some(mask) = self.masks[layer] {
                forbidden = mask.read(&parent);
                mask.write(&mut parent, 0);
            }
            for value in 0..self.values[layer].len() {
                look += 1 + self.length / BYTES_A_MOVE;
                if look >= MOVES_BETWEEN_LOOKS {
                    look = 0;
                    if let Some(limit) = self.exceeded(budget, above, &below) {
                        result = Err(limit);
                        break 'nodes;
                    }
                }
                if value < WIDEST_MASK && forbidden >> value & 1 == 1 {
                    continue;
                }
                state.copy_from_slice(&parent);
                let alive =
                    self.advance(&steps, &mut state, value) && self.look(&looks, &mut state);
                if self.purse.is_empty() {
                    result = Err(Limit::Memory);
                    break 'nodes;
                }
                if !alive {
                    budget.failures += 1;
                    continue;
                }
                let child = below.node(&state);
                budget.kept += edge(node as u32, value as u32, child);
            }
        }
        self.steps[layer] = steps;
        self.looks[layer] = looks;
        result?;
        budget.nodes += below.nodes as u64;
        budget.widest = budget.widest.max(below.nodes as u64);
        match self.exceeded(budget, above, &below) {
            Some(limit) => Err(limit),
            None => Ok(below),
        }
    }

    /// Moves every constraint on the layer's variable; false if one of them fails.
    fn advance(&mut self, steps: &[Involvement], state: &mut [u8], value: usize) -> bool {
        for step in steps {
            let number = if step.first {
                0
            } else {
                step.number.read(state) as u32
            };
            let machine = &mut self.machines[step.machine];
            let next = machine.next(step.position, number, value);
            if next == DEAD {
                return false;
            }
            if matches!(step.then, Then::Keep) {
                step.number.write(state, u64::from(next));
                continue;
            }
            // The place is clean again for the next constraint.
            if !step.first {
                step.number.write(state, 0);
            }
            if let Then::Narrow(to) = step.then
                && let Some(mask) = self.masks[to]
            {
                let forbidden = mask.read(state) | machine.forbids(next);
                if forbidden.count_ones() as usize == self.values[to].len() {
                    return false;
                }
                mask.write(state, forbidden);
            }
        }
        true
    }

    /// Takes from the masks what the constraints between them exclude; false if one of them has no way left.
    fn look(&mut self, looks: &[Look], state: &mut [u8]) -> bool {
        for look in looks {
            let number = look.number.map_or(0, |place| place.read(state) as u32);
            let (mut masks, mut shift) = (0, 0);
            for &(values, place) in &look.masks {
                masks |= place.map_or(0, |place| place.read(state)) << shift;
                shift += values;
            }
            let machine = &mut self.machines[look.machine];
            let Some(found) = machine.filter(look.position, number, masks) else {
                return false;
            };
            if found == masks {
                continue;
            }
            shift = 0;
            for &(values, place) in &look.masks {
                if let Some(place) = place {
                    place.write(state, found >> shift & ((1 << values) - 1));
                }
                shift += values;
            }
        }
        true
    }

    fn exceeded(&self, budget: &Budget, above: &Layer, below: &Layer) -> Option<Limit> {
        budget.watch.spend(MICROSECONDS_BETWEEN_LOOKS);
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
