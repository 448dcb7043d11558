//! The words of all rows, one after another, from where a line of the processor's cache begins: a
//! row of eight words or more then lies in as few lines as it can.

use std::ops::{Deref, DerefMut};

/// The words of a line of the cache.
pub(super) const LINE: usize = 8;

/// As many words as all rows have.
#[derive(Clone)]
pub(crate) struct Plane {
    words: Vec<u64>,
    /// Where the first line begins.
    from: usize,
}

impl Plane {
    /// So many words of zero; `None` if told to stop. Memory comes when it is written to, which
    /// takes a while.
    pub(super) fn new(words: usize, stopped: impl Fn() -> bool) -> Option<Self> {
        let mut plane: Vec<u64> = Vec::with_capacity(words + LINE);
        let line = LINE * size_of::<u64>();
        let from = plane.as_ptr().align_offset(line).min(LINE);
        while plane.len() < from + words {
            if stopped() {
                return None;
            }
            plane.resize((from + words).min(plane.len() + (1 << 22)), 0);
        }
        Some(Plane { words: plane, from })
    }
}

impl Deref for Plane {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.words[self.from..]
    }
}

impl DerefMut for Plane {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.from..]
    }
}

impl PartialEq for Plane {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
