//! Writes a board of Tricky Triple with black cells at random places and no clues: large boards to try engines on.
//!
//!     cargo run --release -p tantalizer-puzzles --example black_cells ROWS COLS BLACK SEED

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_puzzles::tricky_triple::{Given, TrickyTriple};

fn main() {
    let numbers: Option<Vec<u64>> = std::env::args().skip(1).map(|n| n.parse().ok()).collect();
    let Some([rows, cols, black, seed]) = numbers.as_deref() else {
        eprintln!("usage: black_cells ROWS COLS BLACK SEED");
        std::process::exit(2);
    };
    let size = (rows * cols) as usize;
    let mut cells = vec![Given::Empty; size];
    cells[..(*black as usize).min(size)].fill(Given::Black);
    cells.shuffle(&mut ChaCha8Rng::seed_from_u64(*seed));
    let board = TrickyTriple::new(*rows as usize, *cols as usize, cells);
    println!(
        "# cargo run --release -p tantalizer-puzzles --example black_cells {rows} {cols} {black} {seed}"
    );
    print!("{}", board.to_toml());
}
