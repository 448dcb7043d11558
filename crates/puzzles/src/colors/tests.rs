use super::*;
use crate::read_text;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tantalizer_draw::TextStyle;
use tantalizer_puzzle::{Document, FileError};

fn colors(text: &str) -> Result<Colors, FileError> {
    Colors::read(&Document::parse("f.toml", text)?)
}

/// All pictures of a board by laying the pieces in every order and turn, and
/// how often each came up.
fn laid_by_hand(puzzle: &Colors) -> BTreeMap<Vec<i32>, usize> {
    fn lay(
        puzzle: &Colors,
        place: usize,
        used: &mut Vec<bool>,
        corners: &mut Vec<Option<i32>>,
        found: &mut BTreeMap<Vec<i32>, usize>,
    ) {
        if place == puzzle.board.places() {
            let picture: Option<Vec<i32>> = corners.iter().copied().collect();
            *found.entry(picture.unwrap()).or_default() += 1;
            return;
        }
        let at = puzzle
            .board
            .points_of(place / puzzle.cols(), place % puzzle.cols());
        for piece in 0..used.len() {
            if used[piece] {
                continue;
            }
            let mut fields = puzzle.pieces.all()[piece];
            for _ in 0..4 {
                fields = puzzle.board.matched.turned(fields);
                let before = corners.clone();
                let fits = at
                    .iter()
                    .zip(fields)
                    .all(|(&corner, colour)| *corners[corner].get_or_insert(colour) == colour);
                if fits {
                    used[piece] = true;
                    lay(puzzle, place + 1, used, corners, found);
                    used[piece] = false;
                }
                *corners = before;
            }
        }
    }
    let mut found = BTreeMap::new();
    let mut used = vec![false; puzzle.board.places()];
    let mut corners = vec![None; puzzle.board.points()];
    lay(puzzle, 0, &mut used, &mut corners, &mut found);
    found
}

/// A random picture of few colours, cut into pieces.
fn cut_from_a_picture(seed: u64) -> Colors {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (rows, cols) = [(2, 2), (1, 3), (2, 1), (1, 1)][seed as usize % 4];
    let colours = random.random_range(1..=3);
    let mut corner = || char::from(b'A' + random.random_range(0..colours));
    let picture: Vec<Vec<char>> = (0..=rows)
        .map(|_| (0..=cols).map(|_| corner()).collect())
        .collect();
    let mut pieces = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let at = |down: usize, right: usize| picture[row + down][col + right];
            pieces.push([at(0, 0), at(0, 1), at(1, 0), at(1, 1)]);
        }
    }
    Colors::new(rows, cols, &pieces)
}

#[test]
fn a_turn_is_clockwise() {
    assert_eq!(Match::Corners.turned([1, 2, 3, 4]), [3, 1, 4, 2]);
}

#[test]
fn equal_and_symmetric_pieces_are_one_kind() {
    let puzzle = colors("pieces = ['AAAA', 'ABCD', 'CADB', 'ABBA']").unwrap();
    assert_eq!(puzzle.pieces.counts(), [1, 2, 1]);
    // One picture of the first, four of the second, two of the third kind.
    assert_eq!(puzzle.pieces.pictures().len(), 7);
}

#[test]
fn pictures_laid_by_hand_are_solutions_with_placements() {
    for seed in 0..12 {
        let puzzle = cut_from_a_picture(seed);
        let model = model::build(&puzzle).unwrap();
        let pictures = laid_by_hand(&puzzle);
        assert!(!pictures.is_empty(), "seed {seed}");
        for (picture, _) in pictures {
            let mut assignment = picture.clone();
            for place in 0..puzzle.board.places() {
                let at = puzzle
                    .board
                    .points_of(place / puzzle.cols(), place % puzzle.cols());
                let kind = puzzle.pieces.kind_of(at.map(|corner| picture[corner]));
                assignment.push(kind.unwrap() as i32);
            }
            let constants = assignment.len()..model.var_count();
            let constant = |index| model.domain(tantalizer_model::Var::from_index(index)).min();
            assignment.extend(constants.filter_map(constant));
            assert_eq!(model.violated(&assignment), None);

            let placements = puzzle.placements(&assignment);
            assert_eq!(placements.len(), puzzle.board.places());
            for placement in placements {
                let mut fields = puzzle.pieces.all()[placement.piece];
                for _ in 0..placement.turn {
                    fields = puzzle.board.matched.turned(fields);
                }
                let at = puzzle.board.points_of(placement.row, placement.col);
                assert_eq!(fields, at.map(|corner| picture[corner]));
            }
        }
    }
}

#[test]
fn fields_repeat_the_corner_points_they_share() {
    let puzzle = colors("pieces = ['ABCD', 'BEDF']\nrows = 1\ncols = 2").unwrap();
    // Corner points: A B E over C D F.
    let solution = Solution(vec![0, 1, 4, 2, 3, 5, 0, 1]);
    let json = puzzle.solution_json(&solution, None);
    assert_eq!(json["fields"], json!(["ABBE", "CDDF"]));
    assert_eq!(
        json["placements"],
        json!([{"piece": 1, "row": 1, "col": 1, "turn": 0}, {"piece": 2, "row": 1, "col": 2, "turn": 0}])
    );
    let model = model::build(&puzzle).unwrap();
    assert_eq!(puzzle.places(&model, 1), ["r1c2", "r1c3"]);
    let text = puzzle
        .draw(&View::solution(&solution))
        .to_text(TextStyle::PLAIN);
    assert_eq!(
        text,
        "+-----+-----+\n| A B | B E |\n| C D | D F |\n+-----+-----+\n"
    );
    let pieces = puzzle.draw(&View::blank()).to_text(TextStyle::PLAIN);
    assert!(pieces.contains("| A B |   | B E |"), "{pieces}");
}

#[test]
fn a_puzzle_survives_its_own_file() {
    let puzzle = colors("pieces = ['ABCD', 'BEDF']\nrows = 1").unwrap();
    assert_eq!(colors(&puzzle.to_json().to_string()), Ok(puzzle.clone()));
    assert!(read_text("f", &puzzle.to_json().to_string()).is_ok());
}

#[test]
fn mistakes_are_named_with_their_line() {
    let message = |text: &str| colors(text).unwrap_err().to_string();
    assert_eq!(
        message("pieces = [\n  'ABCD',\n  'ABC',\n]"),
        "f.toml:3: piece `ABC` has 3 fields, expected four letters: top left, top right, bottom left, bottom right"
    );
    assert!(message("pieces = ['AB1D']").starts_with("f.toml:1: piece `AB1D`: `1` is no letter"));
    assert!(message("pieces = []").starts_with("f.toml:1: `pieces` is empty"));
    assert!(message("pieces = ['ABCD', 'ABCD']").contains("fill no square"));
    assert!(message("pieces = ['ABCD', 'ABCD']\nrows = 3").contains("do not fill 3 rows"));
    assert!(message("pieces = 'ABCD'").contains("`pieces` must be a list of texts"));
}

/// The explanation comes to the pictures that laying by hand finds, up to turns, and its sentences are short.
#[test]
fn explanations_come_to_all_pictures() {
    for seed in 0..80 {
        let puzzle = cut_from_a_picture(seed);
        let request = tantalizer_model::Request::new(tantalizer_model::Question::One);
        let own = puzzle
            .explanation(&request)
            .unwrap()
            .expect("one that ends");
        assert_eq!(own.stopped_by, None, "seed {seed}");
        let corners = puzzle.board.points();
        let mut pictures = std::collections::BTreeSet::new();
        for solution in &own.solutions {
            for turn in puzzle.board.turns() {
                let mut turned = vec![0; corners];
                for (from, &to) in turn.iter().enumerate() {
                    turned[to] = solution.0[from];
                }
                pictures.insert(turned);
            }
        }
        let by_hand: std::collections::BTreeSet<Vec<i32>> =
            laid_by_hand(&puzzle).into_keys().collect();
        assert_eq!(pictures, by_hand, "seed {seed}:\n{}", own.text);
        let lines = own.text.lines().filter_map(|line| line.split_once(". "));
        let longest = lines.map(|(_, sentence)| sentence.chars().count()).max();
        assert!(longest <= Some(160), "seed {seed}:\n{}", own.text);
    }
}

/// From hint to hint the board fills up: what a hint sets holds in every picture that has what lies there, up to turns of an empty board, and a
/// position that no picture has gets none.
#[test]
fn hints_lay_pieces_that_can_lie_nowhere_else() {
    let request = tantalizer_model::Request::new(tantalizer_model::Question::One);
    let (mut followed, mut refused) = (0, 0);
    for seed in 0..40 {
        let puzzle = cut_from_a_picture(seed);
        let pictures: Vec<Vec<i32>> = laid_by_hand(&puzzle).into_keys().collect();
        let mut entries: Vec<(tantalizer_model::Var, i32)> = Vec::new();
        while let Some(hint) = puzzle.hint(&entries, &request).unwrap() {
            let has = |picture: &Vec<i32>, what: &[(tantalizer_model::Var, i32)]| {
                what.iter()
                    .all(|&(var, colour)| picture[var.index()] == colour)
            };
            let picture = hint.solution.0[..puzzle.board.points()].to_vec();
            assert!(pictures.contains(&picture), "seed {seed}");
            let mut agreeing = pictures.iter().filter(|picture| has(picture, &entries));
            let holds = agreeing.all(|picture| has(picture, &hint.sets));
            let empty_board = entries.is_empty() && has(&picture, &hint.sets);
            assert!(holds || empty_board, "seed {seed}: {:?}", hint.sentences);
            let longest = hint.sentences.iter().map(|said| said.chars().count()).max();
            assert!(longest <= Some(160), "seed {seed}: {:?}", hint.sentences);
            followed += usize::from(holds && !entries.is_empty());
            // Where nothing is forced a player takes a piece of the solution.
            let next = if hint.sets.is_empty() {
                let known = |point: &usize| entries.iter().any(|entry| entry.0.index() == *point);
                let all = puzzle.board.points_of_all();
                let place = all.into_iter().find(|points| !points.iter().all(known));
                let points = place.expect("a place where nothing lies");
                points
                    .map(|point| (tantalizer_model::Var::from_index(point), picture[point]))
                    .to_vec()
            } else {
                hint.sets
            };
            entries.extend(next);
            entries.sort_unstable();
            entries.dedup();
            if let Some(wrong) = entries
                .first()
                .map(|&(var, colour)| (var, (colour + 1) % 2))
            {
                let mut position = entries.clone();
                position[0] = wrong;
                if !pictures.iter().any(|picture| has(picture, &position)) {
                    refused += 1;
                    let hint = puzzle.hint(&position, &request).unwrap();
                    assert!(hint.is_none(), "seed {seed}: {hint:?}");
                }
            }
        }
        assert_eq!(entries.len(), puzzle.board.points(), "seed {seed}");
    }
    assert!(followed > 40 && refused > 40, "{followed} {refused}");
}
