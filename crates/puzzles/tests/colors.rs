//! Colors through the engines, against laying the pieces in every order and turn.

mod common;

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tantalizer_model::{
    Collect, EngineChoice, EngineId, Limit, Limits, Question, Request, Silent, Solution, Status,
};
use tantalizer_puzzle::Puzzle;
use tantalizer_puzzles::colors::Colors;
use tantalizer_puzzles::colors::generate::{GenerateError, PiecesWish, generate};

use common::{answer_plainly, counts};

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

        for engine in ways() {
            let context = format!("{context}, {engine:?}");
            let mut request = Request::new(Question::All { limit: None });
            request.engine = engine;
            let mut found = Collect::default();
            answer_plainly(&puzzle, &request, &mut found).unwrap();
            let laid: BTreeSet<Fields> = found
                .solutions
                .iter()
                .map(|solution| fields_of(&puzzle, solution))
                .collect();
            assert_eq!(
                laid.len(),
                found.solutions.len(),
                "{context}: a picture twice"
            );
            assert_eq!(laid, expected, "{context}");

            let total = BigUint::from(expected.len());
            let count = request.with_question(Question::Count);
            let counted = answer_plainly(&puzzle, &count, &mut Silent).unwrap();
            assert_eq!(counted.count, total, "{context}");
            let orbits = counts(&puzzle, &count).orbits;
            let up_to_turns = BigUint::from(up_to_turns(&expected));
            assert_eq!(
                orbits,
                [("rotation".to_string(), Some(up_to_turns))],
                "{context}"
            );
        }
    }
}

/// Laying the pieces, and one engine that knows nothing but the model.
fn ways() -> [EngineChoice; 2] {
    [EngineChoice::Auto, EngineChoice::Only(EngineId::Search)]
}

fn fields_of(puzzle: &Colors, solution: &Solution) -> Fields {
    let json = puzzle.solution_json(solution, None);
    let lines = json["fields"].as_array().unwrap().iter();
    lines
        .map(|line| line.as_str().unwrap().chars().collect())
        .collect()
}

fn pieces_of(puzzle: &Colors) -> Vec<Piece> {
    let json = puzzle.to_json();
    let pieces = json["pieces"].as_array().unwrap().iter();
    pieces
        .map(|piece| {
            let fields: Vec<char> = piece.as_str().unwrap().chars().collect();
            fields.try_into().unwrap()
        })
        .collect()
}

#[test]
fn generated_sets_have_one_solution_laid_by_hand() {
    let mut sizes = vec![(1, 1, 1), (1, 1, 4), (2, 3, 12), (3, 2, 4)];
    sizes.extend((2..=4).map(|colours| (2, 2, colours)));
    sizes.extend((2..=6).map(|colours| (1, 2, colours)));
    sizes.extend((3..=5).map(|colours| (1, 4, colours)));
    for (rows, cols, colours) in sizes {
        for seed in 0..4 {
            let context = format!("{rows} x {cols}, {colours} colours, seed {seed}");
            let wish = PiecesWish {
                rows,
                cols,
                colours,
                seed,
            };
            let made = generate(&wish, &Limits::none()).expect(&context);
            let pieces = pieces_of(&made.puzzle);
            let letters: BTreeSet<char> = pieces.iter().flatten().copied().collect();
            assert_eq!(letters.len(), colours, "{context}");
            let found = pictures(rows, cols, &pieces);
            assert_eq!(up_to_turns(&found), 1, "{context}");
            assert_eq!(found.len(), made.turns, "{context}");
            let solution = fields_of(&made.puzzle, &Solution(made.corners.clone()));
            assert!(found.contains(&solution), "{context}");
            let again = generate(&wish, &Limits::none()).unwrap();
            assert_eq!(again.puzzle, made.puzzle, "{context}");
        }
    }
}

/// Few colours on a board of some size: the first picture hardly ever does, and changing it leads there.
#[test]
fn pictures_are_changed_until_one_solution_is_left() {
    let wish = PiecesWish {
        rows: 4,
        cols: 4,
        colours: 3,
        seed: 1,
    };
    let made = generate(&wish, &Limits::none()).unwrap();
    assert!(made.pictures > 1);
    let request = Request::new(Question::Count).by(EngineId::Sat);
    let counted = answer_plainly(&made.puzzle, &request, &mut Silent).unwrap();
    assert_eq!(counted.count, BigUint::from(made.turns));
}

#[test]
fn impossible_wishes_are_refused_and_limits_kept() {
    let wish = |rows, cols, colours| PiecesWish {
        rows,
        cols,
        colours,
        seed: 0,
    };
    for (wish, reason) in [
        (wish(0, 3, 2), "at least one row"),
        (wish(2, 2, 0), "at least one colour"),
        (wish(2, 2, 10), "9 corner points"),
        (wish(101, 100, 5), "at most 10000 pieces"),
        (wish(usize::MAX, 2, 5), "at most 10000 pieces"),
        (wish(20, 20, 60), "letters for 52 colours"),
    ] {
        let error = generate(&wish, &Limits::none()).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let limits = Limits::none();
    limits.cancel.cancel();
    for wish in [wish(8, 8, 5), wish(2, 2, 3)] {
        let error = generate(&wish, &limits).unwrap_err();
        assert!(
            matches!(error, GenerateError::Stopped(Limit::Cancelled)),
            "{error}"
        );
    }
}

#[test]
fn laying_keeps_its_limits() {
    let wish = PiecesWish {
        rows: 5,
        cols: 5,
        colours: 6,
        seed: 0,
    };
    let puzzle = generate(&wish, &Limits::none()).unwrap().puzzle;
    let mut request = Request::new(Question::All { limit: Some(2) });
    let answer = answer_plainly(&puzzle, &request, &mut Silent).unwrap();
    assert_eq!(answer.count, 2u32.into());
    assert_eq!(
        (answer.complete, answer.stopped_by),
        (false, Some(Limit::Solutions))
    );
    request.limits.nodes = Some(10);
    let answer = answer_plainly(&puzzle, &request, &mut Silent).unwrap();
    assert_eq!(
        (answer.status, answer.stopped_by),
        (Status::Unknown, Some(Limit::Nodes))
    );
    assert_eq!(answer.statistics.nodes, Some(10));
    request.question = Question::One;
    request.limits = Limits::none();
    let answer = answer_plainly(&puzzle, &request, &mut Silent).unwrap();
    assert_eq!(
        (answer.status, answer.complete),
        (Status::Satisfiable, true)
    );
}

/// Where pictures are plenty they are counted without being seen, and the count is right, as it is where they are laid.
#[test]
fn many_pictures_are_counted_by_the_diagram() {
    for (half, engine) in [(2, "colors-lay"), (4, "colors-lay"), (20, "diagram")] {
        let plain = std::iter::repeat_n(['A', 'A', 'A', 'A'], half);
        let marked = std::iter::repeat_n(['A', 'A', 'A', 'B'], half);
        let pieces: Vec<Piece> = plain.chain(marked).collect();
        let puzzle = Colors::new(1, 2 * half, &pieces);
        let request = Request::new(Question::Count);
        let counted = answer_plainly(&puzzle, &request, &mut Silent).unwrap();
        assert!(counted.complete);
        assert_eq!(counted.count, strips(half), "{half} pieces of each");
        assert_eq!(counted.engine, engine);
    }
}

/// How many pictures a strip has of as many plain pieces as pieces with one corner of another colour, an even number `half` of each.
/// The odd corners lie together two by two, up or down; or one looks out of each end, up or down, and the others lie together.
fn strips(half: usize) -> BigUint {
    let choose =
        |n: usize, k: usize| (0..k).fold(BigUint::from(1u32), |all, i| all * (n - i) / (i + 1));
    let pairs = half / 2;
    let within = choose(half + pairs, pairs) << pairs;
    let at_both_ends = choose(half + pairs - 1, pairs - 1) << (pairs + 1);
    within + at_both_ends
}
