//! All boards within a few spins of the solved one.
//!
//! Because boards form a group, the boards within `j` spins of a board `b` are
//! `b` followed by each element of this very ball. One ball therefore serves
//! both ends of a two-sided search, for every board of the size.

use hashbrown::HashTable;
use tantalizer_model::{Limits, Watch};

use super::limits::{Interrupted, check};
use super::rules::{Rules, Spin};
use super::signed::Signed;

/// How many boards are spun in every way between two looks at the clock.
const BOARDS_BETWEEN_LOOKS: usize = 1 << 10;

/// How many boards there are at each distance up to the radius, found one by one.
pub fn levels_by_plain_search(rules: &Rules, radius: usize) -> Vec<u64> {
    let mut ball = Ball::<16>::new(rules);
    while ball.radius() < radius {
        ball.grow();
    }
    let level = |distance: usize| ball.sphere(distance).len() as u64;
    (0..=radius).map(level).collect()
}

/// The spheres around the solved board, with an index to find boards in them.
pub(crate) struct Ball<const CAP: usize> {
    pub(crate) spins: Vec<Spin>,
    pub(crate) generators: Vec<Signed<CAP>>,
    /// Boards in order of distance.
    boards: Vec<Signed<CAP>>,
    /// How many shortest sequences of spins make each board.
    ways: Vec<u64>,
    /// Where each sphere begins in `boards`, and where the last one ends.
    starts: Vec<usize>,
    /// Where each board stands in `boards`.
    places: HashTable<u32>,
}

impl<const CAP: usize> Ball<CAP> {
    /// The ball of radius 0.
    pub(crate) fn new(rules: &Rules) -> Self {
        let spins = rules.spins();
        let mut ball = Ball {
            generators: spins.iter().map(|s| Signed::from_spin(rules, s)).collect(),
            spins,
            boards: Vec::new(),
            ways: Vec::new(),
            starts: vec![0],
            places: HashTable::new(),
        };
        ball.add(Signed::identity(), 1);
        ball.starts.push(1);
        ball
    }

    /// The radius.
    pub(crate) fn radius(&self) -> usize {
        self.starts.len() - 2
    }

    /// The boards at a distance of at most the radius.
    pub(crate) fn sphere(&self, distance: usize) -> &[Signed<CAP>] {
        &self.boards[self.starts[distance]..self.starts[distance + 1]]
    }

    /// How many shortest sequences make each board of a sphere, in its order.
    pub(crate) fn ways_in_sphere(&self, distance: usize) -> &[u64] {
        &self.ways[self.starts[distance]..self.starts[distance + 1]]
    }

    /// Whether no board lies beyond the last sphere.
    pub(crate) fn is_everything(&self) -> bool {
        self.starts[self.radius()] == self.starts[self.radius() + 1]
    }

    /// How many boards the ball would have at most with one more sphere.
    pub(crate) fn size_if_grown(&self) -> usize {
        self.boards.len() + self.sphere(self.radius()).len() * self.generators.len()
    }

    /// Adds a sphere.
    pub(crate) fn grow(&mut self) {
        let unlimited = Limits::none().start();
        // Nothing stops it.
        let _ = self.grow_within(&unlimited);
    }

    /// Adds a sphere, as long as the watch lets it; half a sphere is taken away again.
    pub(crate) fn grow_within(&mut self, watch: &Watch) -> Result<(), Interrupted> {
        let (first, last) = (self.starts[self.radius()], self.boards.len());
        for at in first..last {
            if (at - first).is_multiple_of(BOARDS_BETWEEN_LOOKS)
                && let Err(interrupted) = check(watch)
            {
                self.keep(last);
                return Err(interrupted);
            }
            let (board, ways) = (self.boards[at], self.ways[at]);
            for mv in 0..self.generators.len() {
                let next = board.then(&self.generators[mv]);
                match self.index(&next) {
                    None => self.add(next, ways),
                    Some(found) if found >= last => {
                        self.ways[found] = self.ways[found].saturating_add(ways);
                    }
                    Some(_) => {}
                }
            }
        }
        self.starts.push(self.boards.len());
        Ok(())
    }

    /// The distance of a board, if it lies in the ball.
    pub(crate) fn distance(&self, board: &Signed<CAP>) -> Option<usize> {
        let at = self.index(board)?;
        Some(self.starts.partition_point(|&start| start <= at) - 1)
    }

    /// How many shortest sequences make a board of the ball.
    pub(crate) fn ways(&self, board: &Signed<CAP>) -> u64 {
        self.index(board).map_or(0, |at| self.ways[at])
    }

    /// Whether the board lies in the ball.
    #[inline]
    pub(crate) fn contains(&self, board: &Signed<CAP>) -> bool {
        self.index(board).is_some()
    }

    /// The spins (by number) that solve a board of the ball, shortest first way.
    pub(crate) fn solution(&self, board: &Signed<CAP>) -> Option<Vec<usize>> {
        let mut board = *board;
        let mut distance = self.distance(&board)?;
        let mut moves = Vec::with_capacity(distance);
        while distance > 0 {
            let (mv, next) = self.nearer(&board, distance).next()?;
            moves.push(mv);
            board = next;
            distance -= 1;
        }
        Some(moves)
    }

    /// All shortest solutions of a board of the ball, at most `limit`.
    pub(crate) fn solutions(&self, board: &Signed<CAP>, limit: usize) -> Vec<Vec<usize>> {
        let Some(distance) = self.distance(board) else {
            return Vec::new();
        };
        if distance == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (mv, next) in self.nearer(board, distance) {
            for rest in self.solutions(&next, limit - all.len()) {
                all.push([&[mv], rest.as_slice()].concat());
            }
            if all.len() >= limit {
                break;
            }
        }
        all
    }

    /// The spins that bring a board at this distance one nearer.
    fn nearer(
        &self,
        board: &Signed<CAP>,
        distance: usize,
    ) -> impl Iterator<Item = (usize, Signed<CAP>)> {
        let board = *board;
        self.generators
            .iter()
            .enumerate()
            .map(move |(mv, spin)| (mv, board.then(spin)))
            .filter(move |(_, next)| self.distance(next) == Some(distance - 1))
    }

    /// Keeps the first boards only.
    fn keep(&mut self, boards: usize) {
        self.boards.truncate(boards);
        self.ways.truncate(boards);
        self.places.retain(|&mut at| (at as usize) < boards);
    }

    fn add(&mut self, board: Signed<CAP>, ways: u64) {
        let (at, boards) = (self.boards.len() as u32, &self.boards);
        let hash = |&at: &u32| boards[at as usize].hash_word();
        self.places.insert_unique(board.hash_word(), at, hash);
        self.boards.push(board);
        self.ways.push(ways);
    }

    #[inline]
    fn index(&self, board: &Signed<CAP>) -> Option<usize> {
        let is_it = |&at: &u32| self.boards[at as usize] == *board;
        let at = self.places.find(board.hash_word(), is_it);
        at.map(|&at| at as usize)
    }
}
