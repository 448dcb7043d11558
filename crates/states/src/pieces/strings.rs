//! Byte strings of one length, numbered in the order in which they come.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Different byte strings of one length, one after the other, and where each stands.
#[derive(Debug)]
pub(super) struct Strings {
    length: usize,
    bytes: Vec<u8>,
    places: HashTable<u32>,
}

impl Strings {
    pub(super) fn new(length: usize) -> Self {
        Strings {
            length,
            bytes: Vec::new(),
            places: HashTable::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn get(&self, number: usize) -> &[u8] {
        &self.bytes[number * self.length..][..self.length]
    }

    pub(super) fn find(&self, string: &[u8]) -> Option<usize> {
        let is_it = |&number: &u32| self.get(number as usize) == string;
        let found = self.places.find(hash(string), is_it);
        found.map(|&number| number as usize)
    }

    /// The number of a string, and whether it is new.
    pub(super) fn add(&mut self, string: &[u8]) -> (usize, bool) {
        if let Some(number) = self.find(string) {
            return (number, false);
        }
        let number = self.len();
        let (bytes, length) = (&self.bytes, self.length);
        let hash_of = |&number: &u32| hash(&bytes[number as usize * length..][..length]);
        self.places
            .insert_unique(hash(string), number as u32, hash_of);
        self.bytes.extend_from_slice(string);
        (number, true)
    }

    /// Keeps the first strings only.
    pub(super) fn keep(&mut self, strings: usize) {
        self.bytes.truncate(strings * self.length);
        self.places
            .retain(|&mut number| (number as usize) < strings);
    }

    /// The bytes that one string more takes, with room to grow.
    pub(super) fn bytes_of_one(length: usize) -> usize {
        2 * (length + size_of::<u32>() + 1)
    }
}

fn hash(string: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(string);
    // The table takes the highest bits, which this hash mixes least of short strings.
    let hash = hasher.finish();
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
