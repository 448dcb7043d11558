//! One instance of each orbit, by orderly generation.
//!
//! Of each orbit the smallest instance in lexicographic order stands for all. A prefix
//! is dropped as soon as some symmetry makes every continuation smaller:
//!
//! - For a tuple, a symmetry sends the known prefix to known values at some places. If the image is known from the
//!   first place on until it is smaller than the prefix, every continuation has a smaller image.
//! - For a selection in increasing order: let `S` be a prefix and `gS < S` for a symmetry `g`. Adding elements to a sorted list
//!   never makes an entry at a given place larger. So for every `T` that extends `S` by larger elements, the first `|S|` entries of the
//!   sorted `gT` are at most those of `gS`, which are smaller than `S`: `T` is not the smallest of its orbit.
//!
//! So nothing smallest is lost; and a finished instance is only reported if no symmetry makes it smaller. The size of its orbit
//! is the size of the group divided by the number of symmetries that leave it as it is.

use crate::{Choices, Relabelling};

/// The enumeration of a family's orbits.
pub struct Orbits {
    choices: Choices,
    group: Vec<Action>,
}

/// What an orbit is told by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orbit<'a> {
    /// Its smallest instance.
    pub smallest: &'a [u32],
    /// How many instances it has.
    pub size: u64,
}

struct Action {
    /// Which slot comes to each place; empty for selections.
    from: Vec<usize>,
    options: Vec<Vec<u32>>,
}

/// What the symmetries say of a prefix or an instance.
enum Standing {
    /// Some symmetry makes it smaller.
    Beaten,
    /// None does; so many leave it as it is (meaningful for a whole instance).
    Smallest(u64),
}

impl Orbits {
    /// The orbits of these choices under a group that is listed whole.
    pub fn new(choices: Choices, group: &[Relabelling]) -> Self {
        let action = |symmetry: &Relabelling| {
            let mut from = vec![0; symmetry.slots.len()];
            for (i, &to) in symmetry.slots.iter().enumerate() {
                from[to] = i;
            }
            Action {
                from,
                options: symmetry.options.clone(),
            }
        };
        let group = group.iter().map(action).collect();
        Orbits { choices, group }
    }

    /// The prefixes of `length` choices that may begin a smallest instance, in order.
    pub fn prefixes(&self, length: usize) -> Vec<Vec<u32>> {
        let mut prefixes = vec![Vec::new()];
        for _ in 0..length {
            let mut longer = Vec::new();
            for prefix in &prefixes {
                for option in self.choices.next(prefix) {
                    let next = [&prefix[..], &[option]].concat();
                    if matches!(self.standing(&next), Standing::Smallest(_)) {
                        longer.push(next);
                    }
                }
            }
            prefixes = longer;
        }
        prefixes
    }

    /// Goes through the orbits whose smallest instance begins with `prefix`, in order. `step` hears of every choice that is made (`Some`) or
    /// taken back (`None`) below the prefix, `found` of every orbit; it says whether to go on. Returns whether it was
    /// never told to stop.
    pub fn visit(
        &self,
        prefix: &[u32],
        step: &mut dyn FnMut(Option<u32>),
        found: &mut dyn FnMut(Orbit<'_>) -> bool,
    ) -> bool {
        let mut instance = prefix.to_vec();
        match self.standing(&instance) {
            Standing::Beaten => true,
            Standing::Smallest(fixing) => self.extend(&mut instance, fixing, step, found),
        }
    }

    fn extend(
        &self,
        instance: &mut Vec<u32>,
        fixing: u64,
        step: &mut dyn FnMut(Option<u32>),
        found: &mut dyn FnMut(Orbit<'_>) -> bool,
    ) -> bool {
        if instance.len() == self.choices.len() {
            let size = self.group.len() as u64 / fixing;
            return found(Orbit {
                smallest: instance,
                size,
            });
        }
        for option in self.choices.next(instance) {
            instance.push(option);
            if let Standing::Smallest(fixing) = self.standing(instance) {
                step(Some(option));
                let go_on = self.extend(instance, fixing, step, found);
                step(None);
                if !go_on {
                    return false;
                }
            }
            instance.pop();
        }
        true
    }

    fn standing(&self, prefix: &[u32]) -> Standing {
        match &self.choices {
            Choices::Tuple(_) => self.standing_of_tuple(prefix),
            Choices::Selection { .. } => self.standing_of_selection(prefix),
        }
    }

    fn standing_of_tuple(&self, prefix: &[u32]) -> Standing {
        let mut fixing = 0;
        for action in &self.group {
            let mut equal = true;
            for (place, &option) in prefix.iter().enumerate() {
                let slot = action.from[place];
                let Some(&moved) = prefix.get(slot) else {
                    break;
                };
                let image = action.options[slot][moved as usize];
                if image < option {
                    return Standing::Beaten;
                }
                if image > option {
                    equal = false;
                    break;
                }
            }
            fixing += u64::from(equal);
        }
        Standing::Smallest(fixing)
    }

    fn standing_of_selection(&self, prefix: &[u32]) -> Standing {
        let mut fixing = 0;
        let mut image = [0u32; 64];
        debug_assert!(prefix.len() <= image.len());
        for action in &self.group {
            let renaming = &action.options[0];
            for (length, &kind) in prefix.iter().enumerate() {
                let renamed = renaming[kind as usize];
                let mut place = length;
                while place > 0 && image[place - 1] > renamed {
                    image[place] = image[place - 1];
                    place -= 1;
                }
                image[place] = renamed;
            }
            match image[..prefix.len()].cmp(prefix) {
                std::cmp::Ordering::Less => return Standing::Beaten,
                std::cmp::Ordering::Equal => fixing += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Standing::Smallest(fixing)
    }
}
