//! Tables by rows on random puzzles, against plain search over plain boards.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_states::{
    BuildOptions, Signed, SignedForm, SignedPuzzle, StateSpace, build, inspect,
};

const SEED: u64 = 4_131;

/// A puzzle as a space: boards are lists of signed numbers from 1.
struct Boards(SignedPuzzle);

type Board = Vec<i8>;

fn signed(board: &Board) -> Signed {
    let tile = |&tile: &i8| (tile.unsigned_abs() - 1, tile < 0);
    Signed::new(board.iter().map(tile)).unwrap()
}

fn board(signed: &Signed, n: usize) -> Board {
    let number = |(tile, over): (u8, bool)| {
        if over {
            -(tile as i8) - 1
        } else {
            tile as i8 + 1
        }
    };
    (0..n).map(|i| number(signed.at(i))).collect()
}

fn after(board: &Board, mv: &Board) -> Board {
    let at = |&from: &i8| board[usize::from(from.unsigned_abs()) - 1] * from.signum();
    mv.iter().map(at).collect()
}

fn inverse(board: &Board) -> Board {
    let mut inverse = board.clone();
    for (i, &tile) in board.iter().enumerate() {
        inverse[usize::from(tile.unsigned_abs()) - 1] = (i as i8 + 1) * tile.signum();
    }
    inverse
}

fn renamed(board: &Board, map: &[u8]) -> Board {
    let mut image = board.clone();
    for (i, &tile) in board.iter().enumerate() {
        let to = map[usize::from(tile.unsigned_abs()) - 1] as i8 + 1;
        image[usize::from(map[i])] = to * tile.signum();
    }
    image
}

impl StateSpace for Boards {
    type State = Board;

    fn name(&self) -> String {
        "random".into()
    }
    fn len(&self) -> u64 {
        self.0.boards()
    }
    fn goals(&self) -> Vec<Board> {
        vec![(1..=self.0.tiles() as i8).collect()]
    }
    fn rank(&self, board: &Board) -> u64 {
        let n = board.len();
        let order: Vec<u8> = board.iter().map(|t| t.unsigned_abs()).collect();
        let number = (0..n).fold(0, |rank, i| {
            let smaller = order[i + 1..].iter().filter(|&&x| x < order[i]).count();
            rank * (n - i) as u64 + smaller as u64
        });
        let over = board.iter().filter(|t| **t < 0);
        number << n | over.map(|t| 1 << (t.unsigned_abs() - 1)).sum::<u64>()
    }
    fn unrank(&self, rank: u64) -> Board {
        let n = self.0.tiles();
        let (mut number, signs) = (rank >> n, rank & ((1 << n) - 1));
        let mut digits = Vec::new();
        for radix in 1..=n as u64 {
            digits.push((number % radix) as usize);
            number /= radix;
        }
        let mut left: Vec<i8> = (1..=n as i8).collect();
        let tiles = digits.into_iter().rev().map(|d| left.remove(d));
        tiles
            .map(|t| if signs >> (t - 1) & 1 == 1 { -t } else { t })
            .collect()
    }
    fn moves(&self) -> usize {
        self.0.moves().len()
    }
    fn apply(&self, state: &Board, mv: usize) -> Option<Board> {
        Some(after(state, &board(&self.0.moves()[mv], state.len())))
    }
    fn signed_form(&self) -> Option<&dyn SignedForm<Board>> {
        Some(self)
    }
}

impl SignedForm<Board> for Boards {
    fn puzzle(&self) -> &SignedPuzzle {
        &self.0
    }
    fn signed(&self, state: &Board) -> Signed {
        signed(state)
    }
    fn state(&self, signed: &Signed) -> Board {
        board(signed, self.0.tiles())
    }
}

/// Groups of symmetries of up to seven positions.
fn groups(n: u8) -> Vec<Vec<Vec<u8>>> {
    let identity: Vec<u8> = (0..n).collect();
    let mirror: Vec<u8> = (0..n).rev().collect();
    let mut groups = vec![vec![identity.clone()], vec![identity.clone(), mirror]];
    if n >= 3 {
        let turn = |by: u8| {
            (0..n)
                .map(|i| if i < 3 { (i + by) % 3 } else { i })
                .collect()
        };
        groups.push((0..3).map(turn).collect());
    }
    if n >= 4 {
        let (mut a, mut b) = (identity.clone(), identity.clone());
        a.swap(0, 1);
        b.swap(2, 3);
        let mut both = a.clone();
        both.swap(2, 3);
        groups.push(vec![identity, a, b, both]);
    }
    groups
}

#[test]
fn random_puzzles_agree_with_plain_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for n in 1..=6u8 {
        for symmetries in groups(n) {
            for _ in 0..3 {
                random_puzzle(n, &symmetries, &mut rng);
            }
        }
    }
    let seven = groups(7);
    random_puzzle(7, &seven[3], &mut rng);
}

fn random_puzzle(n: u8, symmetries: &[Vec<u8>], rng: &mut ChaCha8Rng) {
    // Some moves, their inverses, and what the symmetries make of them.
    let mut moves = BTreeSet::new();
    for _ in 0..rng.random_range(1..=2) {
        let mut mv: Board = (1..=n as i8).collect();
        mv.shuffle(rng);
        mv.iter_mut()
            .for_each(|t| *t *= if rng.random() { 1 } else { -1 });
        for map in symmetries {
            moves.insert(renamed(&mv, map));
            moves.insert(renamed(&inverse(&mv), map));
        }
    }
    let moves: Vec<Signed> = moves.iter().map(signed).collect();
    let puzzle = SignedPuzzle::new(n.into(), moves, symmetries).unwrap();
    let space = Boards(puzzle);
    let sample: Vec<u64> = (0..20).map(|_| rng.random_range(0..space.len())).collect();
    inspect(&space, sample).unwrap();

    let mut distances: BTreeMap<Board, u32> = BTreeMap::new();
    let mut queue = VecDeque::from(space.goals());
    distances.insert(space.goals()[0].clone(), 0);
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state];
        for next in (0..space.moves()).filter_map(|mv| space.apply(&state, mv)) {
            distances.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    let last = *distances.values().max().unwrap() as usize;
    let (mut boards, mut orbits) = (vec![0; last + 1], vec![0; last + 1]);
    for (state, &distance) in &distances {
        boards[distance as usize] += 1;
        // One of each orbit: the least of its images.
        let images = symmetries
            .iter()
            .flat_map(|map| [renamed(state, map), renamed(&inverse(state), map)]);
        orbits[distance as usize] += u64::from(images.min().as_ref() == Some(state));
    }
    let table = build(&space, &BuildOptions::default()).unwrap();
    assert_eq!(table.by_distance(), boards, "seed {SEED}, {n} tiles");
    assert_eq!(table.orbits_by_distance(), orbits, "seed {SEED}, {n} tiles");
    for rank in (0..space.len()).step_by(1 + space.len() as usize / 3000) {
        let state = space.unrank(rank);
        let expected = distances.get(&state).copied();
        assert_eq!(table.distance(&space, &state), expected, "seed {SEED}");
    }
}
