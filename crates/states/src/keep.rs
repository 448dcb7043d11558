//! Some states of one level, kept while the search passes by.
//!
//! A uniform sample is the states with the smallest scrambled numbers, so it
//! does not depend on the number of threads or the order of their work.

/// Which states to list in [`crate::DistanceTable::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// The level they come from.
    pub level: KeepLevel,
    /// At most so many.
    pub count: usize,
    /// Which of the level, if it has more.
    pub order: KeepOrder,
}

/// A level to keep states of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepLevel {
    /// The last one.
    Farthest,
    /// That of a distance.
    At(u32),
}

/// Which states of a level to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepOrder {
    /// Those with the smallest numbers.
    Rank,
    /// A uniform sample, the same for the same seed.
    Sample(u64),
}

/// The states of a level that are worth keeping, smallest key first.
pub(crate) struct Keeper {
    pub(crate) wanted: bool,
    count: usize,
    order: KeepOrder,
    heap: std::collections::BinaryHeap<(u64, u64)>,
}

impl Keeper {
    pub(crate) fn new(keep: Option<Keep>, level: u32) -> Self {
        let wanted = keep.is_some_and(|keep| match keep.level {
            KeepLevel::Farthest => true,
            KeepLevel::At(distance) => distance == level,
        });
        Keeper {
            wanted,
            count: keep.map_or(0, |keep| keep.count),
            order: keep.map_or(KeepOrder::Rank, |keep| keep.order),
            heap: Default::default(),
        }
    }

    pub(crate) fn offer(&mut self, rank: u64) {
        if !self.wanted || self.count == 0 {
            return;
        }
        let key = match self.order {
            KeepOrder::Rank => rank,
            KeepOrder::Sample(seed) => scramble(seed ^ scramble(rank)),
        };
        self.insert((key, rank));
    }

    /// Whether one of the `2^bits` states from this number on might be kept.
    pub(crate) fn has_room_for(&self, first: u64, bits: usize) -> bool {
        match (self.order, self.heap.peek()) {
            (KeepOrder::Rank, Some(&(last, _))) if self.heap.len() >= self.count => {
                first >> bits <= last >> bits
            }
            _ => self.count > 0,
        }
    }

    fn insert(&mut self, entry: (u64, u64)) {
        if self.heap.len() < self.count {
            self.heap.push(entry);
        } else if self.heap.peek().is_some_and(|last| entry < *last) {
            self.heap.pop();
            self.heap.push(entry);
        }
    }

    pub(crate) fn merge(mut self, other: Keeper) -> Keeper {
        other.heap.into_iter().for_each(|entry| self.insert(entry));
        self
    }

    pub(crate) fn states(self) -> Vec<u64> {
        self.heap.into_iter().map(|(_, rank)| rank).collect()
    }
}

/// A bijection of 64-bit words that looks random (the finaliser of SplitMix64).
fn scramble(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
