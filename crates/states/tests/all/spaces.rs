//! Two unlike spaces to hold the tables against: the eight puzzle, half of
//! whose states cannot be reached, and burnt pancakes, which are signed permutations.

use std::collections::{HashMap, VecDeque};
use std::sync::OnceLock;

use tantalizer_states::{Signed, SignedForm, SignedPuzzle, StateSpace};

/// Tiles `0..9` on a 3x3 board, 0 the gap; every permutation is a state.
pub struct EightPuzzle;

impl StateSpace for EightPuzzle {
    type State = Vec<u8>;

    fn name(&self) -> String {
        "eight puzzle".into()
    }
    fn len(&self) -> u64 {
        362_880
    }
    fn goals(&self) -> Vec<Vec<u8>> {
        vec![(0..9).collect()]
    }
    fn rank(&self, state: &Vec<u8>) -> u64 {
        rank_permutation(state)
    }
    fn unrank(&self, rank: u64) -> Vec<u8> {
        unrank_permutation(rank, 9)
    }
    fn moves(&self) -> usize {
        4
    }
    fn apply(&self, state: &Vec<u8>, mv: usize) -> Option<Vec<u8>> {
        let gap = state.iter().position(|&tile| tile == 0)?;
        let (row, col) = (gap / 3, gap % 3);
        let other = match mv {
            0 if row > 0 => gap - 3,
            1 if row < 2 => gap + 3,
            2 if col > 0 => gap - 1,
            3 if col < 2 => gap + 1,
            _ => return None,
        };
        let mut next = state.clone();
        next.swap(gap, other);
        Some(next)
    }
}

/// Prefix reversals of `n` pancakes that also turn them over.
pub struct BurntPancakes(pub u8);

/// The pancakes from the top, and the set of those that lie burnt side up.
pub type Stack = (Vec<u8>, u32);

impl StateSpace for BurntPancakes {
    type State = Stack;

    fn name(&self) -> String {
        format!("burnt pancakes {}", self.0)
    }
    fn len(&self) -> u64 {
        (1..=u64::from(self.0)).product::<u64>() << self.0
    }
    fn goals(&self) -> Vec<Stack> {
        vec![((0..self.0).collect(), 0)]
    }
    fn rank(&self, (order, burnt): &Stack) -> u64 {
        rank_permutation(order) << self.0 | u64::from(*burnt)
    }
    fn unrank(&self, rank: u64) -> Stack {
        let burnt = rank & ((1 << self.0) - 1);
        (unrank_permutation(rank >> self.0, self.0), burnt as u32)
    }
    fn moves(&self) -> usize {
        self.0.into()
    }
    fn apply(&self, (order, burnt): &Stack, mv: usize) -> Option<Stack> {
        let mut order = order.clone();
        order[..=mv].reverse();
        let turned: u32 = order[..=mv].iter().map(|&cake| 1 << cake).sum();
        Some((order, burnt ^ turned))
    }
    // Undoing a stack's solution and doing it backwards: the inverse signed
    // permutation is equally far, but its neighbours are not the images of the
    // neighbours, so it is no symmetry in the sense of the trait.
    fn signed_form(&self) -> Option<&dyn SignedForm<Stack>> {
        (self.0 >= 6).then_some(self as _)
    }
}

/// From six pancakes on the tables are by rows.
impl SignedForm<Stack> for BurntPancakes {
    fn puzzle(&self) -> &SignedPuzzle {
        static PUZZLES: [OnceLock<SignedPuzzle>; 13] = [const { OnceLock::new() }; 13];
        PUZZLES[usize::from(self.0)].get_or_init(|| {
            let moves = (0..self.0)
                .map(|last| {
                    let cake = |i| {
                        if i <= last {
                            (last - i, true)
                        } else {
                            (i, false)
                        }
                    };
                    Signed::new((0..self.0).map(cake)).expect("a permutation")
                })
                .collect();
            let identity: Vec<u8> = (0..self.0).collect();
            SignedPuzzle::new(self.0.into(), moves, &[identity]).expect("involutions")
        })
    }
    fn signed(&self, (order, burnt): &Stack) -> Signed {
        let cake = |&cake: &u8| (cake, burnt >> cake & 1 == 1);
        Signed::new(order.iter().map(cake)).expect("a permutation")
    }
    fn state(&self, signed: &Signed) -> Stack {
        let cakes = (0..self.0.into()).map(|i| signed.at(i));
        cakes.fold((Vec::new(), 0), |(mut order, burnt), (cake, over)| {
            order.push(cake);
            (order, burnt | u32::from(over) << cake)
        })
    }
}

fn rank_permutation(order: &[u8]) -> u64 {
    let n = order.len();
    (0..n).fold(0, |rank, i| {
        let smaller = order[i + 1..].iter().filter(|&&x| x < order[i]).count();
        rank * (n - i) as u64 + smaller as u64
    })
}

fn unrank_permutation(mut rank: u64, n: u8) -> Vec<u8> {
    let mut digits = Vec::new();
    for radix in 1..=u64::from(n) {
        digits.push((rank % radix) as usize);
        rank /= radix;
    }
    let mut left: Vec<u8> = (0..n).collect();
    digits.into_iter().rev().map(|d| left.remove(d)).collect()
}

/// Distances by the plainest possible search.
pub fn plain_distances<S: StateSpace>(space: &S) -> HashMap<u64, u32> {
    let mut distances = HashMap::new();
    let mut queue = VecDeque::new();
    for goal in space.goals() {
        distances.insert(space.rank(&goal), 0);
        queue.push_back(goal);
    }
    while let Some(state) = queue.pop_front() {
        let distance = distances[&space.rank(&state)];
        for next in (0..space.moves()).filter_map(|mv| space.apply(&state, mv)) {
            distances.entry(space.rank(&next)).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    distances
}
