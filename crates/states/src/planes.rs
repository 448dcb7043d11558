//! The working memory of a breadth-first search: three bits a state.
//!
//! Plane `c` holds the states found so far whose distance is `c` modulo 3. The
//! search for distance `d + 1` reads plane `d mod 3` and writes plane
//! `(d + 1) mod 3`, which are different, so every thread may read what it likes
//! while it alone writes its part, and nothing need be locked. That plane
//! `d mod 3` also holds the states at distance `d - 3`, `d - 6`, ... does no
//! harm: their neighbours have all been found.

/// Three bit sets over the states.
pub(crate) struct Planes {
    planes: [Vec<u64>; 3],
    len: u64,
}

impl Planes {
    pub(crate) fn new(len: u64) -> Self {
        let words = len.div_ceil(64) as usize;
        Planes {
            planes: [vec![0; words], vec![0; words], vec![0; words]],
            len,
        }
    }

    pub(crate) fn has(&self, rank: u64) -> bool {
        let (word, bit) = (rank as usize / 64, rank % 64);
        self.planes.iter().any(|plane| plane[word] >> bit & 1 == 1)
    }

    pub(crate) fn set(&mut self, rank: u64, distance: u32) {
        self.planes[distance as usize % 3][rank as usize / 64] |= 1 << (rank % 64);
    }

    /// The planes as one level needs them: that of distance `level - 1` to
    /// read, that of `level` to write, and the third.
    pub(crate) fn split(&mut self, level: u32) -> (&[u64], &mut [u64], &[u64]) {
        let [a, b, c] = &mut self.planes;
        match level % 3 {
            0 => (c, a, b),
            1 => (a, b, c),
            _ => (b, c, a),
        }
    }

    /// Two planes of the codes 0, 1, 2 (distance modulo 3) and 3 (not
    /// reached), made in place.
    pub(crate) fn into_codes(self) -> (Vec<u64>, Vec<u64>) {
        let [zero, mut low, mut high] = self.planes;
        for ((zero, low), high) in zero.iter().zip(&mut low).zip(&mut high) {
            let unreached = !(*zero | *low | *high);
            *low |= unreached;
            *high |= unreached;
        }
        debug_assert_eq!(low.len() as u64, self.len.div_ceil(64));
        (low, high)
    }
}
