//! The kernels without a card: compiled as C++ and run by another process.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use super::orders::Table;
use super::{Device, GpuError, GpuOptions, plain_layers, search};
use crate::signed::{Signed, SignedForm, SignedPuzzle};
use crate::{BuildOptions, StateSpace, build};

/// The kernels, compiled for warps of `2^lane_bits` lanes.
struct Kernels {
    lane_bits: u32,
    folder: TempDir,
}

impl Kernels {
    fn compile(lane_bits: u32) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = tempfile::tempdir().unwrap();
        let kernels = Kernels { lane_bits, folder };
        let compiled = Command::new("c++")
            .args(["-std=c++17", "-O2", "-Wall", "-Werror", "-Wno-psabi"])
            .arg(format!("-DLANE_BITS={lane_bits}"))
            .arg("-I")
            .arg(here.join("src/rows/gpu"))
            .arg("-I")
            .arg(here.join("tests/gpu"))
            .arg(here.join("tests/gpu/emulate.cpp"))
            .arg("-o")
            .arg(kernels.program())
            .status();
        let compiled = compiled.expect("the tests need a C++ compiler, `c++`");
        assert!(compiled.success(), "the kernels do not compile as C++");
        kernels
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("emulate")
    }

    fn start(&self) -> Emulated {
        let mut child = Command::new(self.program())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Emulated {
            lane_bits: self.lane_bits,
            child,
            to,
            from,
        }
    }

    /// Rows are carried as is defined, whatever the lanes and the words of each.
    fn check_exchanges(&self) {
        let checked = Command::new(self.program()).arg("exchanges").status();
        assert!(checked.unwrap().success());
    }
}

/// A process that does what a card would.
struct Emulated {
    lane_bits: u32,
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
}

impl Emulated {
    fn order(&mut self, order: u8, numbers: &[u64]) {
        self.to.write_all(&[order]).unwrap();
        self.numbers(numbers);
    }

    fn numbers(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.to.write_all(&number.to_le_bytes()).unwrap();
        }
    }
}

impl Drop for Emulated {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Device for Emulated {
    fn name(&self) -> String {
        "emulated".into()
    }

    fn lanes(&self) -> u64 {
        1 << self.lane_bits
    }

    fn free(&mut self) -> Result<u64, GpuError> {
        Ok(1 << 30)
    }

    fn zeros(&mut self, bytes: u64) -> Result<u64, GpuError> {
        self.order(b'z', &[bytes]);
        let mut address = [0; 8];
        self.from.read_exact(&mut address).unwrap();
        Ok(u64::from_le_bytes(address))
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), GpuError> {
        self.order(b'w', &[address, bytes.len() as u64]);
        self.to.write_all(bytes).unwrap();
        Ok(())
    }

    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.order(b'r', &[address, bytes.len() as u64]);
        self.from.read_exact(bytes).unwrap();
        Ok(())
    }

    fn launch(&mut self, kernel: &str, warps: u64, table: &Table) -> Result<(), GpuError> {
        let mut name = [0; 16];
        name[..kernel.len()].copy_from_slice(kernel.as_bytes());
        self.order(b'k', &[]);
        self.to.write_all(&name).unwrap();
        // Fewer warps than rows: some do several.
        self.numbers(&[warps.div_ceil(3)]);
        self.numbers(&table.words());
        Ok(())
    }
}

/// A puzzle as a space.
struct Boards(SignedPuzzle);

impl StateSpace for Boards {
    type State = Signed;

    fn name(&self) -> String {
        "boards".into()
    }
    fn len(&self) -> u64 {
        self.0.boards()
    }
    fn goals(&self) -> Vec<Signed> {
        vec![Signed::identity(self.0.tiles())]
    }
    fn rank(&self, state: &Signed) -> u64 {
        let n = self.0.tiles();
        u64::from(state.tiles.rank(n)) << n | u64::from(state.turned)
    }
    fn unrank(&self, rank: u64) -> Signed {
        let n = self.0.tiles();
        Signed {
            tiles: crate::signed::Packed::unrank((rank >> n) as u32, n),
            turned: (rank & ((1 << n) - 1)) as u16,
        }
    }
    fn moves(&self) -> usize {
        self.0.moves().len()
    }
    fn apply(&self, state: &Signed, mv: usize) -> Option<Signed> {
        Some(state.then(&self.0.moves()[mv], self.0.tiles()))
    }
    fn signed_form(&self) -> Option<&dyn SignedForm<Signed>> {
        Some(self)
    }
}

impl SignedForm<Signed> for Boards {
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

/// Rectangles of a board are turned half around, and their tiles over.
fn spins(rows: u8, cols: u8, smallest: u8) -> SignedPuzzle {
    let cells = || (0..rows).flat_map(move |r| (0..cols).map(move |c| (r, c)));
    let corners = cells().flat_map(|a| cells().map(move |b| (a, b)));
    let moves = corners
        .filter(|&((t, l), (b, r))| t <= b && l <= r && (b - t + 1) * (r - l + 1) >= smallest)
        .map(|((t, l), (b, r))| {
            let turned = cells().map(|(i, j)| {
                let inside = (t..=b).contains(&i) && (l..=r).contains(&j);
                let (i, j) = if inside {
                    (t + b - i, l + r - j)
                } else {
                    (i, j)
                };
                (i * cols + j, inside)
            });
            Signed::new(turned).unwrap()
        });
    let map = |to: &dyn Fn(u8, u8) -> (u8, u8)| -> Vec<u8> {
        let image = |(r, c)| {
            let (r, c) = to(r, c);
            r * cols + c
        };
        cells().map(image).collect()
    };
    let (bottom, right) = (rows - 1, cols - 1);
    let mut maps = vec![
        map(&|r, c| (r, c)),
        map(&|r, c| (bottom - r, c)),
        map(&|r, c| (r, right - c)),
        map(&|r, c| (bottom - r, right - c)),
    ];
    if rows == cols {
        maps.extend([
            map(&|r, c| (c, r)),
            map(&|r, c| (bottom - c, r)),
            map(&|r, c| (c, right - r)),
            map(&|r, c| (bottom - c, right - r)),
        ]);
    }
    let mut different: Vec<Vec<u8>> = Vec::new();
    for map in maps {
        if !different.contains(&map) {
            different.push(map);
        }
    }
    SignedPuzzle::new(usize::from(rows * cols), moves.collect(), &different).unwrap()
}

/// Moves that are not their own inverses: all positions go round, a tile turns as
/// it comes to the front, and three positions go round.
fn round(n: u8) -> SignedPuzzle {
    let all = Signed::new((0..n).map(|i| ((i + 1) % n, i == 0))).unwrap();
    let three = Signed::new((0..n).map(|i| (if i < 3 { (i + 1) % 3 } else { i }, i == 1))).unwrap();
    let tiles = usize::from(n);
    let moves = vec![all, all.inverse(tiles), three, three.inverse(tiles)];
    SignedPuzzle::new(tiles, moves, &[(0..n).collect()]).unwrap()
}

/// The levels of a board as the emulated kernels and as the processor find them.
fn same_as_the_processor(kernels: &Kernels, puzzle: SignedPuzzle, name: &str) {
    let options = GpuOptions {
        examples: 5,
        ..GpuOptions::default()
    };
    let found = search(&mut kernels.start(), &puzzle, &options).unwrap();
    let space = Boards(puzzle);
    let table = build(&space, &BuildOptions::default()).unwrap();
    let boards: Vec<u64> = found.levels.iter().map(|level| level.boards).collect();
    let orbits: Vec<u64> = found.levels.iter().map(|level| level.orbits).collect();
    assert_eq!(boards, table.by_distance(), "{name}");
    assert_eq!(orbits, table.orbits_by_distance(), "{name}");
    for (distance, level) in found.levels.iter().enumerate() {
        assert!(!level.examples.is_empty());
        for board in &level.examples {
            let way = table.path(&space, board).unwrap();
            assert_eq!(way.len(), distance, "{name}: {board:?}");
        }
    }
    let plain = plain_layers(&space.0, 4, &|| false);
    assert_eq!(plain[..], boards[..plain.len()], "{name}");
}

#[test]
fn emulated_kernels_find_the_levels_of_the_processor() {
    let kernels = Kernels::compile(5);
    kernels.check_exchanges();
    for cols in 1..=9 {
        same_as_the_processor(&kernels, spins(1, cols, 1), &format!("1x{cols}"));
    }
    for (rows, cols) in [(2, 2), (2, 3), (2, 4), (3, 3)] {
        let name = format!("{rows}x{cols}");
        same_as_the_processor(&kernels, spins(rows, cols, 1), &name);
        let name = format!("{name} without single spins");
        same_as_the_processor(&kernels, spins(rows, cols, 2), &name);
    }
    for n in 3..=8 {
        same_as_the_processor(&kernels, round(n), &format!("round {n}"));
    }
    // Memory that is not there is told before any is taken.
    let refused = search(
        &mut kernels.start(),
        &spins(3, 4, 1),
        &GpuOptions::default(),
    );
    assert!(matches!(refused, Err(GpuError::NotThere { .. })));
}

/// With four lanes a board of eight tiles takes two words a lane, and one of nine
/// four, as eleven and twelve tiles do on a card.
#[test]
fn several_words_a_lane_find_the_levels_of_the_processor() {
    let kernels = Kernels::compile(2);
    kernels.check_exchanges();
    for (rows, cols) in [(1, 8), (2, 4), (3, 3)] {
        let name = format!("{rows}x{cols}, four lanes");
        same_as_the_processor(&kernels, spins(rows, cols, 1), &name);
        let name = format!("{name}, without single spins");
        same_as_the_processor(&kernels, spins(rows, cols, 2), &name);
    }
    same_as_the_processor(&kernels, round(8), "round 8, four lanes");
}

#[test]
#[ignore = "slow"]
fn emulated_kernels_find_the_levels_of_ten_tiles() {
    same_as_the_processor(&Kernels::compile(5), spins(2, 5, 1), "2x5");
}
