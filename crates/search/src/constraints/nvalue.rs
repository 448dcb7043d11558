//! How many different values occur.
//!
//! Up to four variables it is domain-consistent: there are at most fifteen ways to say which of them are equal, and for each the
//! blocks of equal variables need different values. With more variables it bounds the number and stops new values
//! once the number is reached.

use super::all_different::ValueGraph;
use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::NValue {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn stronger(&self, _: &Model) -> Option<Consistency> {
        (self.vars.len() <= FEW).then_some(Consistency::Domain)
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        let counted = NValue::new(&poster.store, indices(&self.vars), self.count.index());
        vec![Box::new(counted)]
    }

    fn worth_tabulating(&self) -> bool {
        true
    }
}

/// The most variables for which all partitions are tried.
pub const FEW: usize = 4;

/// Exactly `count` different values occur in `vars`.
pub struct NValue {
    vars: Vec<V>,
    count: V,
    few: bool,
}

impl NValue {
    /// The number of different values among the variables.
    pub fn new(store: &Store, vars: Vec<V>, count: V) -> Self {
        let listable = vars.iter().all(|&v| store.size(v) < 1 << 10);
        NValue {
            few: vars.len() <= FEW && listable,
            vars,
            count,
        }
    }
}

impl Propagator for NValue {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.vars.iter().chain([&self.count]);
        all.map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        if self.few {
            self.all_partitions(store)
        } else {
            self.bounds(store)
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}

impl NValue {
    /// Keeps what some partition into equal variables supports.
    fn all_partitions(&self, store: &mut Store) -> Narrowed {
        let n = self.vars.len();
        let mut supported: Vec<Vec<i32>> = vec![Vec::new(); n];
        let mut counts: Vec<i32> = Vec::new();
        let mut blocks_of = vec![0; n];
        partitions(&mut blocks_of, 0, 0, &mut |blocks_of, blocks| {
            if !store.contains(self.count, blocks as i32) {
                return;
            }
            let common: Vec<Vec<i32>> = (0..blocks)
                .map(|block| self.common_values(store, blocks_of, block))
                .collect();
            let mut possible = false;
            for (block, values) in common.iter().enumerate() {
                for &value in values {
                    if representatives(&common, 0, &mut vec![value], block) {
                        possible = true;
                        for x in (0..n).filter(|&x| blocks_of[x] == block) {
                            supported[x].push(value);
                        }
                    }
                }
            }
            if possible || n == 0 {
                counts.push(blocks as i32);
            }
        });
        store.retain(self.count, |count| counts.contains(&count))?;
        for (x, values) in supported.iter_mut().enumerate() {
            values.sort_unstable();
            store.retain(self.vars[x], |value| values.binary_search(&value).is_ok())?;
        }
        Ok(())
    }

    /// The values that all variables of a block have.
    fn common_values(&self, store: &Store, blocks_of: &[usize], block: usize) -> Vec<i32> {
        let members: Vec<V> = (0..self.vars.len())
            .filter(|&x| blocks_of[x] == block)
            .map(|x| self.vars[x])
            .collect();
        let first = store.values(members[0]);
        first
            .filter(|&value| members.iter().all(|&v| store.contains(v, value)))
            .collect()
    }

    fn bounds(&self, store: &mut Store) -> Narrowed {
        let mut fixed: Vec<i32> = self.vars.iter().filter_map(|&v| store.fixed(v)).collect();
        fixed.sort_unstable();
        fixed.dedup();
        let apart = self.disjoint_ranges(store);
        store.at_least(self.count, fixed.len().max(apart) as i64)?;
        store.at_most(self.count, self.most_different(store) as i64)?;
        if i64::from(store.max(self.count)) == fixed.len() as i64 {
            for &v in &self.vars {
                store.keep_within(v, &fixed[..].into())?;
            }
        }
        Ok(())
    }

    /// Variables whose ranges do not overlap are all different: pick as many as possible, by their upper ends.
    fn disjoint_ranges(&self, store: &Store) -> usize {
        let mut ranges: Vec<(i32, i32)> = self
            .vars
            .iter()
            .map(|&v| (store.max(v), store.min(v)))
            .collect();
        ranges.sort_unstable();
        let mut last = None;
        let mut picked = 0;
        for (high, low) in ranges {
            if last.is_none_or(|end| low > end) {
                picked += 1;
                last = Some(high);
            }
        }
        picked
    }

    /// The most variables that can be pairwise different.
    fn most_different(&self, store: &Store) -> usize {
        match ValueGraph::new(store, self.vars.clone()) {
            Some(mut graph) => graph.match_most(store),
            None => self.vars.len(),
        }
    }
}

/// Calls `visit` with every partition of `blocks_of.len()` things, as block numbers, and the number of blocks.
fn partitions(
    blocks_of: &mut [usize],
    at: usize,
    blocks: usize,
    visit: &mut impl FnMut(&[usize], usize),
) {
    if at == blocks_of.len() {
        visit(blocks_of, blocks);
        return;
    }
    for block in 0..=blocks {
        blocks_of[at] = block;
        partitions(blocks_of, at + 1, blocks.max(block + 1), visit);
    }
}

/// Whether all blocks but `given` can take values that differ from each other and from those used.
fn representatives(common: &[Vec<i32>], at: usize, used: &mut Vec<i32>, given: usize) -> bool {
    if at == common.len() {
        return true;
    }
    if at == given {
        return representatives(common, at + 1, used, given);
    }
    for &value in &common[at] {
        if !used.contains(&value) {
            used.push(value);
            let fits = representatives(common, at + 1, used, given);
            used.pop();
            if fits {
                return true;
            }
        }
    }
    false
}
