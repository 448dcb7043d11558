//! What bins hold (Shaw, *A Constraint for Bin Packing*, 2004): loads lie between what must be in a bin and what may be, an item goes
//! where it must and does not go where it cannot, and what one bin does not hold the others do.

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::BinPacking {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(BinPacking {
            bins: indices(&self.bins),
            weights: self.weights.iter().map(|&weight| weight.into()).collect(),
            loads: indices(&self.loads),
            first: self.first,
        })]
    }
}

struct BinPacking {
    bins: Vec<V>,
    weights: Vec<i64>,
    loads: Vec<V>,
    first: i32,
}

impl Propagator for BinPacking {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let bins = self.bins.iter().map(|&v| (v, event::DOMAIN));
        let loads = self.loads.iter().map(|&v| (v, event::BOUNDS));
        bins.chain(loads).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        store.work(2 * self.bins.len() * self.loads.len())?;
        loop {
            let before = self.size(store);
            for (bin, &load) in (self.first..).zip(&self.loads) {
                self.one_bin(store, bin, load)?;
            }
            self.all_bins(store)?;
            if self.size(store) == before {
                return Ok(());
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}

impl BinPacking {
    /// How much is open; less once something was removed.
    fn size(&self, store: &Store) -> u64 {
        let all = self.bins.iter().chain(&self.loads);
        all.map(|&v| store.size(v)).sum()
    }

    /// The load lies between the least and the most that the items can weigh; an item that would take it out of the load's bounds
    /// goes elsewhere, and one without which they cannot be reached goes here.
    fn one_bin(&self, store: &mut Store, bin: i32, load: V) -> Narrowed {
        let (mut least, mut most) = (0, 0);
        for (&item, &weight) in self.bins.iter().zip(&self.weights) {
            if store.fixed(item) == Some(bin) {
                least += weight;
                most += weight;
            } else if store.contains(item, bin) {
                least += weight.min(0);
                most += weight.max(0);
            }
        }
        store.at_least(load, least)?;
        store.at_most(load, most)?;
        let (low, high) = (i64::from(store.min(load)), i64::from(store.max(load)));
        for (&item, &weight) in self.bins.iter().zip(&self.weights) {
            if store.is_fixed(item) || !store.contains(item, bin) {
                continue;
            }
            // With the item the sum is at least, without it at most, as much.
            let with = (
                least - weight.min(0) + weight,
                most - weight.max(0) + weight,
            );
            let without = (least - weight.min(0), most - weight.max(0));
            if with.0 > high || with.1 < low {
                store.remove(item, bin)?;
                (least, most) = without;
            } else if without.0 > high || without.1 < low {
                store.assign(item, bin)?;
                (least, most) = with;
            }
        }
        Ok(())
    }

    /// Where all items lie in these bins, the loads add up to the weight of all items.
    fn all_bins(&self, store: &mut Store) -> Narrowed {
        let last = i64::from(self.first) + self.loads.len() as i64 - 1;
        let inside = |&v: &V| store.min(v) >= self.first && i64::from(store.max(v)) <= last;
        if !self.bins.iter().all(inside) {
            return Ok(());
        }
        let total: i64 = self.weights.iter().sum();
        let mut least: i64 = self.loads.iter().map(|&v| i64::from(store.min(v))).sum();
        let mut most: i64 = self.loads.iter().map(|&v| i64::from(store.max(v))).sum();
        for &load in &self.loads {
            let (low, high) = (i64::from(store.min(load)), i64::from(store.max(load)));
            store.at_least(load, total - (most - high))?;
            store.at_most(load, total - (least - low))?;
            least += i64::from(store.min(load)) - low;
            most += i64::from(store.max(load)) - high;
        }
        Ok(())
    }
}
