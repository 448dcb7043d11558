//! Distance tables: true ones are accepted, spoiled ones are refused even where
//! their checksums have been put right.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_check::{check_pieces, check_table};
use tantalizer_states::{
    BuildOptions, NumberedPieces, Piece, PieceMove, PiecePuzzle, Signed, SignedForm, SignedPuzzle,
    StateSpace, load_or_build,
};

const SEED: u64 = 77;

/// Cards in a row, any stretch of which may be turned over as a whole.
struct Cards(SignedPuzzle);

impl Cards {
    fn new(n: u8) -> Cards {
        let mut moves = Vec::new();
        for first in 0..n {
            for last in first..n {
                let card = |i| {
                    if (first..=last).contains(&i) {
                        (first + last - i, true)
                    } else {
                        (i, false)
                    }
                };
                moves.push(Signed::new((0..n).map(card)).unwrap());
            }
        }
        let symmetries = [(0..n).collect(), (0..n).rev().collect()];
        Cards(SignedPuzzle::new(n.into(), moves, &symmetries).unwrap())
    }
}

impl StateSpace for Cards {
    type State = Signed;
    fn name(&self) -> String {
        "cards".into()
    }
    fn len(&self) -> u64 {
        self.0.boards()
    }
    fn goals(&self) -> Vec<Signed> {
        let n = self.0.tiles() as u8;
        vec![Signed::new((0..n).map(|i| (i, false))).unwrap()]
    }
    fn rank(&self, _: &Signed) -> u64 {
        unreachable!("no states are kept")
    }
    fn unrank(&self, _: u64) -> Signed {
        unreachable!("no states are kept")
    }
    fn moves(&self) -> usize {
        self.0.moves().len()
    }
    fn apply(&self, _: &Signed, _: usize) -> Option<Signed> {
        unreachable!("the table is by rows")
    }
    fn signed_form(&self) -> Option<&dyn SignedForm<Signed>> {
        Some(self)
    }
}

impl SignedForm<Signed> for Cards {
    fn puzzle(&self) -> &SignedPuzzle {
        &self.0
    }
    fn signed(&self, state: &Signed) -> Signed {
        *state
    }
    fn state(&self, signed: &Signed) -> Signed {
        *signed
    }
}

fn stored(n: u8) -> (Vec<u8>, Vec<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (table, _) = load_or_build(&Cards::new(n), &file, &BuildOptions::default()).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    (bytes, table.by_distance().to_vec())
}

#[test]
fn true_tables_are_accepted() {
    for n in 1..=7 {
        let (bytes, by_distance) = stored(n);
        let report = check_table(&bytes[..]).unwrap();
        assert_eq!(report.by_distance, by_distance);
        assert_eq!(report.tiles, usize::from(n));
        assert_eq!(report.god_number() + 1, by_distance.len());
    }
}

/// The stretches of a file that a checksum covers, with the place of the checksum.
fn summed(bytes: &[u8]) -> Vec<(std::ops::Range<usize>, usize)> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let header = 16..16 + word(12);
    let mut at = header.end + 4;
    let mut all = vec![(header.clone(), header.end)];
    while word(at) == 0x4c45_5645 {
        at += 8;
        while word(at) != 0 {
            let len = word(at);
            all.push((at + 8..at + 8 + len, at + 4));
            at += 8 + len;
        }
        all.push((at + 4..at + 24, at + 24));
        at += 28;
    }
    all
}

#[test]
fn any_spoiled_bit_is_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for n in [3, 4, 6] {
        let (sound, by_distance) = stored(n);
        let places = summed(&sound);
        for (covered, sum) in &places {
            for _ in 0..covered.len().min(60) {
                let mut spoiled = sound.clone();
                let at = rng.random_range(covered.clone());
                spoiled[at] ^= 1 << rng.random_range(0..8);
                assert!(check_table(&spoiled[..]).is_err(), "seed {SEED}: byte {at}");
                let crc = crc32fast::hash(&spoiled[covered.clone()]);
                spoiled[*sum..sum + 4].copy_from_slice(&crc.to_le_bytes());
                let checked = check_table(&spoiled[..]);
                // The name, and the number of orbits, say nothing that is checked here.
                match checked {
                    Ok(report) if covered.start == 16 => assert_ne!(report.name, "cards"),
                    Ok(report) => {
                        assert_eq!(report.by_distance, by_distance);
                        assert!(covered.len() == 20 && at >= covered.start + 12, "byte {at}");
                    }
                    Err(_) => {}
                }
            }
        }
        for cut in (0..sound.len()).step_by(1 + sound.len() / 200) {
            assert!(check_table(&sound[..cut]).is_err());
        }
    }
}

#[test]
fn a_level_that_is_left_out_or_cut_off_is_refused() {
    let (sound, _) = stored(4);
    // The last level taken away, with everything else as it should be.
    let level = 0x4c45_5645u32.to_le_bytes();
    let last = sound.windows(4).rposition(|bytes| bytes == level).unwrap();
    let end = 0x454e_4421u32.to_le_bytes();
    let end = sound.windows(4).rposition(|bytes| bytes == end).unwrap();
    let without = [&sound[..last], &sound[end..]].concat();
    let refused = check_table(&without[..]).unwrap_err();
    assert!(refused.contains("in no level"), "{refused}");
}

/// Five pieces in a ring, some of which are seen to be turned; three neighbours change places and are turned.
fn ring() -> (Vec<u8>, Vec<u64>) {
    let orientations = vec![4; 5];
    let mut moves = Vec::new();
    for first in [0, 2] {
        let mut mv = PieceMove::identity(5);
        for (i, to) in [first, first + 1, first + 2].into_iter().enumerate() {
            mv.from[to] = (first + (i + 1) % 3) as u16;
            mv.turn[to] = i as u8 + 1;
        }
        moves.extend([mv.inverse(&orientations), mv]);
    }
    let piece = |number, turn, of| Piece { number, turn, of };
    let solved = [(0, 1, 4), (1, 0, 2), (2, 0, 1), (2, 0, 1), (3, 0, 4)];
    let solved = solved.map(|(number, turn, of)| piece(number, turn, of));
    let puzzle = PiecePuzzle::new(orientations, &solved, moves, vec![(4, 1)]).unwrap();
    let space = NumberedPieces::new("ring".into(), Arc::new(puzzle), &|| false).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (table, _) = load_or_build(&space, &file, &BuildOptions::default()).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    (bytes, table.by_distance().to_vec())
}

#[test]
fn tables_of_pieces_are_accepted_and_spoiled_ones_refused() {
    let (sound, by_distance) = ring();
    let report = check_pieces(&sound[..]).unwrap();
    assert_eq!(
        (&report.name[..], &report.by_distance),
        ("ring", &by_distance)
    );
    assert!(by_distance.len() > 4, "{by_distance:?}");
    let word = |at: usize| u32::from_le_bytes(sound[at..at + 4].try_into().unwrap()) as usize;
    let head = 16..16 + word(12);
    let states = u64::from_le_bytes(sound[28..36].try_into().unwrap()) as usize;
    assert!(states > 100, "{states}");
    let plane = 8 * states.div_ceil(64);
    let repaired = |mut bytes: Vec<u8>, part: std::ops::Range<usize>| {
        let sum = crc32fast::hash(&bytes[part.clone()]);
        bytes[part.end..part.end + 4].copy_from_slice(&sum.to_le_bytes());
        bytes
    };
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for _ in 0..300 {
        // Of some state one bit of what the table says.
        let (state, first) = (rng.random_range(0..states), rng.random_range(0..2));
        let from = head.end + 4 + first * (plane + 4);
        let mut bytes = sound.clone();
        bytes[from + state / 8] ^= 1 << (state % 8);
        let refused = check_pieces(&repaired(bytes, from..from + plane)[..]).unwrap_err();
        let expected = format!("pattern {state} does not have the distance that the table says");
        assert_eq!(refused, expected, "seed {SEED}");
    }
    let mut accepted = 0;
    for _ in 0..700 {
        // A bit of the head: what is accepted nevertheless says the same of a puzzle that looks the same.
        let mut bytes = sound.clone();
        bytes[rng.random_range(head.clone())] ^= 1 << rng.random_range(0..8);
        if let Ok(report) = check_pieces(&repaired(bytes, head.clone())[..]) {
            assert_eq!(report.by_distance, by_distance, "seed {SEED}");
            accepted += 1;
        }
    }
    assert!(accepted < 350, "{accepted} of 700 accepted, seed {SEED}");
    let cut = &sound[..sound.len() - 1];
    assert_eq!(check_pieces(cut).unwrap_err(), "the file is cut short");
    let more = [&sound[..], &[0]].concat();
    assert_eq!(
        check_pieces(&more[..]).unwrap_err(),
        "there is more after the end"
    );
}
