//! Distance tables: true ones are accepted, spoiled ones are refused even where
//! their checksums have been put right.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_check::check_table;
use tantalizer_states::{
    BuildOptions, Signed, SignedForm, SignedPuzzle, StateSpace, load_or_build,
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
