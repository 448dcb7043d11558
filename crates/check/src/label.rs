//! Labels: what is left of a model once the variables of some layers are fixed, packed into bytes.
//!
//! A constraint that has begun and has two or more variables to go has a slot for the number of its future. A constraint with
//! one variable to go says only which values it leaves to that one; the variable has a slot for those that nobody excludes. (A
//! variable with more than 64 values has none, and the constraint keeps its number to the end.) All labels of a layer have the same slots.

use std::sync::Arc;

use tantalizer_model::{ConstraintId, Model, Var};

use crate::futures::{DEAD, Futures};

/// A variable with more values has no slot for them.
const MOST_VALUES: usize = 64;

/// Why there is nothing behind an arc.
pub(crate) enum Dead {
    /// The constraint has no future.
    Constraint(ConstraintId),
    /// The variable has no value.
    Variable(Var),
}

/// The labels of the nodes of a layer.
pub(crate) struct Labels {
    length: usize,
    nodes: usize,
    bytes: Vec<u8>,
}

impl Labels {
    pub(crate) fn len(&self) -> usize {
        self.nodes
    }

    pub(crate) fn label(&self, node: usize) -> &[u8] {
        &self.bytes[node * self.length..][..self.length]
    }

    /// Adds a node and tells its number.
    pub(crate) fn push(&mut self, label: &[u8]) -> usize {
        self.bytes.extend_from_slice(label);
        self.nodes += 1;
        self.nodes - 1
    }
}

/// Some bytes of a label.
#[derive(Clone, Copy)]
struct Slot {
    start: usize,
    width: usize,
}

impl Slot {
    fn read(self, bytes: &[u8]) -> u64 {
        let mut number = [0; 8];
        number[..self.width].copy_from_slice(&bytes[self.start..][..self.width]);
        u64::from_le_bytes(number)
    }

    fn write(self, bytes: &mut [u8], number: u64) {
        bytes[self.start..][..self.width].copy_from_slice(&number.to_le_bytes()[..self.width]);
    }
}

/// What a slot is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Constraint(usize),
    /// The values left to the variable of a layer.
    Values(usize),
}

/// A constraint on the variable of the layer.
struct Move {
    constraint: usize,
    position: usize,
    /// Its number before, unless it begins here.
    before: Option<Slot>,
    then: Then,
}

/// What comes after a move.
enum Then {
    /// Its new number is kept.
    Keep(Slot),
    /// What it leaves to the variable of a later layer, which is its last.
    Leave(usize, Slot),
    /// It holds.
    End,
}

/// The slots of the layer that is read, and how labels go on from it.
pub(crate) struct Layout {
    vars: Vec<Var>,
    values: Vec<Arc<[i32]>>,
    /// The layers of each constraint's variables, and its futures.
    constraints: Vec<(Vec<usize>, Futures)>,
    /// The constraints on each layer.
    touching: Vec<Vec<usize>>,
    /// A constraint without variables that fails.
    contradiction: bool,
    layer: usize,
    slots: Vec<(Owner, Slot)>,
    /// The values left to the layer's own variable, before it is fixed.
    own: Option<Slot>,
    /// Slots that are carried over, before and after.
    carried: Vec<(Slot, Slot)>,
    /// Slots that begin as "all values".
    fresh: Vec<(Slot, u64)>,
    moves: Vec<Move>,
    /// Bytes of a label behind the layer.
    length: usize,
}

impl Layout {
    pub(crate) fn new(
        model: &Model,
        order: &[Var],
        constraints: Vec<(Vec<usize>, Futures)>,
    ) -> Self {
        let mut touching = vec![Vec::new(); order.len()];
        let mut contradiction = false;
        for (id, (on, _)) in constraints.iter().enumerate() {
            on.iter().for_each(|&layer| touching[layer].push(id));
            let constraint = &model.constraints()[id].constraint;
            contradiction |= on.is_empty() && !constraint.holds(&[]);
        }
        Layout {
            vars: order.to_vec(),
            values: order
                .iter()
                .map(|&var| model.domain(var).iter().collect())
                .collect(),
            constraints,
            touching,
            contradiction,
            layer: 0,
            slots: Vec::new(),
            own: None,
            carried: Vec::new(),
            fresh: Vec::new(),
            moves: Vec::new(),
            length: 0,
        }
    }

    /// The label before anything is fixed; none if a constraint fails by itself.
    pub(crate) fn top(&self) -> Labels {
        Labels {
            length: 0,
            nodes: usize::from(!self.contradiction),
            bytes: Vec::new(),
        }
    }

    /// The variable of the layer.
    pub(crate) fn var(&self) -> Var {
        self.vars[self.layer]
    }

    /// The values of the layer's variable.
    pub(crate) fn values(&self) -> Arc<[i32]> {
        Arc::clone(&self.values[self.layer])
    }

    /// No labels yet, for the nodes below the layer.
    pub(crate) fn labels(&self) -> Labels {
        Labels {
            length: self.length,
            nodes: 0,
            bytes: Vec::new(),
        }
    }

    /// Goes on to a layer: which slots there are behind it, and how they come about.
    pub(crate) fn enter(&mut self, layer: usize) {
        self.layer = layer;
        let before = std::mem::take(&mut self.slots);
        let mut length = 0;
        let mut slot = |slots: &mut Vec<(Owner, Slot)>, owner, width| {
            let slot = Slot {
                start: length,
                width,
            };
            length += width;
            slots.push((owner, slot));
            slot
        };
        let slot_of = |slots: &[(Owner, Slot)], owner| {
            slots.iter().find(|slot| slot.0 == owner).map(|slot| slot.1)
        };
        let mut slots = Vec::new();
        (self.carried, self.fresh, self.moves) = Default::default();
        self.own = slot_of(&before, Owner::Values(layer));
        for &(owner, from) in &before {
            let stays = match owner {
                Owner::Values(of) => of != layer,
                Owner::Constraint(id) => !self.touching[layer].contains(&id),
            };
            if stays {
                self.carried
                    .push((from, slot(&mut slots, owner, from.width)));
            }
        }
        for &id in &self.touching[layer] {
            let (on, futures) = &self.constraints[id];
            let Some(position) = on.iter().position(|&other| other == layer) else {
                continue;
            };
            let last = on[on.len() - 1];
            let leaves = on.len() > 1 && self.values[last].len() <= MOST_VALUES;
            let then = match on.len() - position {
                // What it left to this variable was said before.
                1 if leaves => continue,
                1 => Then::End,
                2 if leaves => {
                    let owner = Owner::Values(last);
                    let known = slot_of(&slots, owner);
                    let to = known.unwrap_or_else(|| {
                        let count = self.values[last].len();
                        let to = slot(&mut slots, owner, count.div_ceil(8));
                        let all = (1u128 << count) - 1;
                        self.fresh.push((to, all as u64));
                        to
                    });
                    Then::Leave(last, to)
                }
                _ => {
                    let width = match futures.count(position + 1) {
                        0..=0x100 => 1,
                        0x101..=0x1_0000 => 2,
                        _ => 4,
                    };
                    Then::Keep(slot(&mut slots, Owner::Constraint(id), width))
                }
            };
            self.moves.push(Move {
                constraint: id,
                position,
                before: slot_of(&before, Owner::Constraint(id)),
                then,
            });
        }
        self.slots = slots;
        self.length = length;
    }

    /// Makes the label behind value number `value`, or says why there is none.
    pub(crate) fn after(
        &self,
        from: &[u8],
        value: usize,
        behind: &mut Vec<u8>,
    ) -> Result<(), Dead> {
        if let Some(own) = self.own
            && own.read(from) >> value & 1 == 0
        {
            return Err(Dead::Variable(self.vars[self.layer]));
        }
        behind.clear();
        behind.resize(self.length, 0);
        for &(before, after) in &self.carried {
            after.write(behind, before.read(from));
        }
        for &(slot, all) in &self.fresh {
            slot.write(behind, all);
        }
        for step in &self.moves {
            let (on, futures) = &self.constraints[step.constraint];
            let future = step.before.map_or(0, |slot| slot.read(from) as u32);
            let next = futures.after(step.position, future, value);
            if next == DEAD {
                return Err(Dead::Constraint(ConstraintId(step.constraint)));
            }
            match step.then {
                Then::Keep(slot) => slot.write(behind, next.into()),
                Then::End => {}
                Then::Leave(last, slot) => {
                    let mut left = slot.read(behind);
                    for other in 0..self.values[last].len() {
                        if futures.after(on.len() - 1, next, other) == DEAD {
                            left &= !(1 << other);
                        }
                    }
                    if left == 0 {
                        return Err(Dead::Variable(self.vars[last]));
                    }
                    slot.write(behind, left);
                }
            }
        }
        Ok(())
    }

    /// In what two labels differ.
    pub(crate) fn difference(&self, one: &[u8], other: &[u8], model: &Model) -> String {
        let mut slots = self.slots.iter();
        let owner = slots.find(|slot| slot.1.read(one) != slot.1.read(other));
        match owner {
            Some(&(Owner::Constraint(id), _)) => {
                let name = model.constraint_name(ConstraintId(id));
                format!("what {name} asks of the variables to come")
            }
            Some(&(Owner::Values(layer), _)) => {
                let name = model.var_name(self.vars[layer]);
                format!("the values left to `{name}`")
            }
            None => "nothing".to_string(),
        }
    }
}
