//! Colors through the engines, against laying the pieces in every order and turn.

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tantalizer_model::{Collect, Question};
use tantalizer_puzzles::colors::Colors;
use tantalizer_puzzles::{Puzzle, Request};

type Piece = [char; 4];
/// The fields of a whole board, row by row.
type Fields = Vec<Vec<char>>;

fn turned([a, b, c, d]: Piece) -> Piece {
    [c, a, d, b]
}

/// All pictures by plain search: each piece on each place in each turn.
fn pictures(rows: usize, cols: usize, pieces: &[Piece]) -> BTreeSet<Fields> {
    fn lay(
        place: usize,
        cols: usize,
        pieces: &[Piece],
        used: &mut [bool],
        fields: &mut Fields,
        found: &mut BTreeSet<Fields>,
    ) {
        if place == pieces.len() {
            found.insert(fields.clone());
            return;
        }
        let (top, left) = (place / cols * 2, place % cols * 2);
        for index in 0..pieces.len() {
            if used[index] {
                continue;
            }
            let mut piece = pieces[index];
            for _ in 0..4 {
                piece = turned(piece);
                let [a, b, c, d] = piece;
                let fits_left =
                    left == 0 || (fields[top][left - 1] == a && fields[top + 1][left - 1] == c);
                let fits_top =
                    top == 0 || (fields[top - 1][left] == a && fields[top - 1][left + 1] == b);
                if fits_left && fits_top {
                    (fields[top][left], fields[top][left + 1]) = (a, b);
                    (fields[top + 1][left], fields[top + 1][left + 1]) = (c, d);
                    used[index] = true;
                    lay(place + 1, cols, pieces, used, fields, found);
                    used[index] = false;
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    let mut fields = vec![vec![' '; 2 * cols]; 2 * rows];
    lay(
        0,
        cols,
        pieces,
        &mut vec![false; pieces.len()],
        &mut fields,
        &mut found,
    );
    found
}

fn turned_fields(fields: &Fields) -> Fields {
    (0..fields[0].len())
        .map(|col| {
            (0..fields.len())
                .rev()
                .map(|row| fields[row][col])
                .collect()
        })
        .collect()
}

/// Pictures up to turns of the whole board that keep its shape.
fn up_to_turns(pictures: &BTreeSet<Fields>) -> usize {
    let smallest = |fields: &Fields| {
        let mut turns = vec![fields.clone()];
        for _ in 0..3 {
            turns.push(turned_fields(&turns[turns.len() - 1]));
        }
        turns.retain(|turn| turn.len() == fields.len());
        turns.into_iter().min()
    };
    pictures.iter().map(smallest).collect::<BTreeSet<_>>().len()
}

/// Pieces cut from a random picture, so that there is a solution, or random pieces.
fn random_pieces(random: &mut ChaCha8Rng, rows: usize, cols: usize) -> Vec<Piece> {
    let colours = random.random_range(1..=4u8);
    let mut colour = || char::from(b'A' + random.random_range(0..colours));
    let cut: Vec<Vec<char>> = (0..=rows)
        .map(|_| (0..=cols).map(|_| colour()).collect())
        .collect();
    let mut pieces = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let at = |down: usize, right: usize| cut[row + down][col + right];
            pieces.push([at(0, 0), at(0, 1), at(1, 0), at(1, 1)]);
        }
    }
    if random.random_range(0..3) == 0 {
        let index = random.random_range(0..pieces.len());
        pieces[index][0] = 'Z';
    }
    pieces
}

#[test]
fn counts_agree_with_laying_the_pieces_by_hand() {
    for seed in 0..80 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (2, 3)];
        let (rows, cols) = sizes[random.random_range(0..sizes.len())];
        let pieces = random_pieces(&mut random, rows, cols);
        let context = format!("seed {seed}: {rows} x {cols}, {pieces:?}");
        let expected = pictures(rows, cols, &pieces);
        let puzzle = Colors::new(rows, cols, &pieces);

        let mut found = Collect::default();
        let request = Request::new(Question::All { limit: None });
        puzzle.answer(&request, &mut found).unwrap();
        let lines = |solution| -> Fields {
            let json = puzzle.solution_json(solution);
            let lines = json["fields"].as_array().unwrap().iter();
            lines
                .map(|line| line.as_str().unwrap().chars().collect())
                .collect()
        };
        let laid: BTreeSet<Fields> = found.solutions.iter().map(lines).collect();
        assert_eq!(
            laid.len(),
            found.solutions.len(),
            "{context}: a picture twice"
        );
        assert_eq!(laid, expected, "{context}");

        let total = BigUint::from(expected.len());
        let orbits = puzzle.orbits(&request, &total).unwrap();
        let up_to_turns = BigUint::from(up_to_turns(&expected));
        assert_eq!(
            orbits,
            [("rotation".to_string(), Some(up_to_turns))],
            "{context}"
        );
    }
}
