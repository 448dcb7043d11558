//! The nodes of one layer, their states in one flat array, and what a diagram may use.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use tantalizer_model::{Observer, Progress, Watch};

/// The nodes of one layer.
pub(crate) struct Layer {
    length: usize,
    states: Vec<u8>,
    /// How many nodes there are.
    pub(crate) nodes: usize,
    table: HashTable<u32>,
}

impl Layer {
    pub(crate) fn new(length: usize) -> Self {
        Layer {
            length,
            states: Vec::new(),
            nodes: 0,
            table: HashTable::new(),
        }
    }

    pub(crate) fn state(&self, node: usize) -> &[u8] {
        &self.states[node * self.length..][..self.length]
    }

    /// The node with this state, made if there is none.
    pub(crate) fn node(&mut self, state: &[u8]) -> u32 {
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

    pub(crate) fn bytes(&self) -> u64 {
        (self.states.capacity() + 5 * self.table.capacity()) as u64
    }
}

fn hash(state: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(state);
    hasher.finish()
}

/// Some bytes of a state.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) width: usize,
}

impl Place {
    pub(crate) fn read(self, state: &[u8]) -> u64 {
        let mut bytes = [0; 8];
        bytes[..self.width].copy_from_slice(&state[self.start..][..self.width]);
        u64::from_le_bytes(bytes)
    }

    pub(crate) fn write(self, state: &mut [u8], number: u64) {
        state[self.start..][..self.width].copy_from_slice(&number.to_le_bytes()[..self.width]);
    }
}

/// What a diagram may use, and has used.
pub(crate) struct Budget<'a> {
    pub(crate) watch: &'a Watch,
    /// Bytes in all.
    pub(crate) memory: u64,
    /// A constraint with more moves than this is not explored in advance.
    pub(crate) most_moves: usize,
    /// Whether nodes hold what is left of the model by the plain definition, as a certificate needs it: every constraint explored,
    /// no look at several masks.
    pub(crate) plain: bool,
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
    /// When progress was told last, in seconds.
    pub(crate) told: f64,
}

impl Budget<'_> {
    /// Tells how far the diagram is, a few times a second.
    pub(crate) fn tell(&mut self, done: usize, layers: usize, observer: &mut dyn Observer) {
        if self.watch.seconds() > self.told + 0.25 {
            self.told = self.watch.seconds();
            observer.progress(&Progress {
                nodes: self.nodes,
                failures: self.failures,
                solutions: 0,
                fraction: Some(done as f64 / layers.max(1) as f64),
            });
        }
    }
}
