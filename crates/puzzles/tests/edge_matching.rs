//! Edge matching: pieces that match at their sides, with frames and hints, through the engines and against laying the pieces in every order and turn; and the
//! forms by which its community shares puzzles.

mod common;

use common::{answer_plainly, counts};
use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::path::Path;
use tantalizer_model::{Collect, EngineId, Limits, Question, Request, Silent, Status};
use tantalizer_puzzle::Puzzle;
use tantalizer_puzzles::colors::generate::{PiecesWish, generate_as};
use tantalizer_puzzles::colors::{Colors, Hint, Match};
use tantalizer_puzzles::{from_document, of_link, open_document};

/// Top, right, bottom, left.
type Piece = [char; 4];

/// A puzzle before it is one.
#[derive(Clone, Debug)]
struct Plan {
    rows: usize,
    cols: usize,
    pieces: Vec<Piece>,
    frame: Option<char>,
    hints: Vec<Hint>,
}

impl Plan {
    /// Pieces cut from a small random board, so that there is a solution, some with a spoiled side; hints that are right, or not.
    fn random(random: &mut ChaCha8Rng, sizes: &[(usize, usize)]) -> Plan {
        let size = sizes[random.random_range(0..sizes.len())];
        let frame = random.random_bool(0.5).then_some('a');
        let colours = random.random_range(1..=3u8);
        let mut plan = Plan::cut(random, size, colours, frame);
        if random.random_range(0..5) == 0 {
            plan.pieces[0][0] = 'z';
        }
        plan.hints.retain(|_| random.random_range(0..5) == 0);
        for hint in &mut plan.hints {
            if random.random_range(0..6) == 0 {
                hint.turn = 0;
            }
        }
        plan
    }

    /// Pieces cut from a random board, turned and shuffled; the hints are the whole board.
    fn cut(
        random: &mut ChaCha8Rng,
        (rows, cols): (usize, usize),
        colours: u8,
        frame: Option<char>,
    ) -> Plan {
        let mut colour = |edge: bool| match frame {
            Some(frame) if edge => frame,
            _ => char::from(b'b' + random.random_range(0..colours)),
        };
        let level: Vec<Vec<char>> = (0..=rows)
            .map(|row| (0..cols).map(|_| colour(row == 0 || row == rows)).collect())
            .collect();
        let upright: Vec<Vec<char>> = (0..rows)
            .map(|_| {
                (0..=cols)
                    .map(|col| colour(col == 0 || col == cols))
                    .collect()
            })
            .collect();
        let mut laid = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                laid.push([
                    level[row][col],
                    upright[row][col + 1],
                    level[row + 1][col],
                    upright[row][col],
                ]);
            }
        }
        let mut hints = Vec::new();
        let mut order: Vec<usize> = (0..laid.len()).collect();
        order.shuffle(random);
        let mut pieces = Vec::new();
        for (piece, &place) in order.iter().enumerate() {
            let turn = random.random_range(0..4);
            // A piece that is turned back by as much.
            pieces.push((0..(4 - turn) % 4).fold(laid[place], |piece, _| turned(piece)));
            let (row, col) = (place / cols, place % cols);
            hints.push(Hint {
                piece,
                row,
                col,
                turn,
            });
        }
        Plan {
            rows,
            cols,
            pieces,
            frame,
            hints,
        }
    }

    fn puzzle(&self) -> Colors {
        let puzzle = Colors::by_sides(self.rows, self.cols, &self.pieces);
        let framed = self
            .frame
            .filter(|letter| self.pieces.iter().flatten().any(|l| l == letter));
        let puzzle = match framed {
            Some(frame) => puzzle.with_frame(frame),
            None => puzzle,
        };
        puzzle.with_hints(self.hints.clone())
    }

    /// All boards by plain search, each as the letters of its places.
    fn boards(&self) -> BTreeSet<Vec<String>> {
        let mut found = BTreeSet::new();
        self.lay(
            &mut Vec::new(),
            &mut vec![false; self.pieces.len()],
            &mut found,
        );
        found
    }

    fn lay(&self, board: &mut Vec<Piece>, used: &mut [bool], found: &mut BTreeSet<Vec<String>>) {
        if board.len() == self.pieces.len() {
            found.insert(board.iter().map(|piece| piece.iter().collect()).collect());
            return;
        }
        let place = board.len();
        for index in 0..self.pieces.len() {
            if used[index] {
                continue;
            }
            let mut piece = self.pieces[index];
            for _ in 0..4 {
                if self.fits(board, place, piece) {
                    used[index] = true;
                    board.push(piece);
                    self.lay(board, used, found);
                    board.pop();
                    used[index] = false;
                }
                piece = turned(piece);
            }
        }
    }

    fn fits(&self, board: &[Piece], place: usize, piece: Piece) -> bool {
        let (row, col) = (place / self.cols, place % self.cols);
        let [top, _, _, left] = piece;
        let edges = [
            row == 0,
            col + 1 == self.cols,
            row + 1 == self.rows,
            col == 0,
        ];
        let framed = self.frame.is_none_or(|frame| {
            let mut sides = piece.iter().zip(edges);
            sides.all(|(&side, edge)| (side == frame) == edge)
        });
        // A piece may lie in for one that looks like it.
        let shown = |hint: &Hint| (0..hint.turn).fold(self.pieces[hint.piece], |p, _| turned(p));
        let hinted = self
            .hints
            .iter()
            .all(|hint| (hint.row, hint.col) != (row, col) || shown(hint) == piece);
        framed
            && hinted
            && (row == 0 || board[place - self.cols][2] == top)
            && (col == 0 || board[place - 1][1] == left)
    }
}

fn turned([top, right, bottom, left]: Piece) -> Piece {
    [left, top, right, bottom]
}

fn boards_found(puzzle: &Colors, engine: EngineId) -> Vec<Vec<String>> {
    let request = Request::new(Question::All { limit: None }).by(engine);
    let mut found = Collect::default();
    let answer = answer_plainly(puzzle, &request, &mut found).unwrap();
    assert!(answer.complete);
    let board = |solution| {
        let json = puzzle.solution_json(solution, None);
        let rows = json["sides"].as_array().unwrap().iter();
        let places = rows.flat_map(|row| row.as_array().unwrap());
        places
            .map(|place| place.as_str().unwrap().to_string())
            .collect()
    };
    found.solutions.iter().map(board).collect()
}

#[test]
fn boards_agree_with_laying_the_pieces_by_hand() {
    let sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (2, 3), (3, 2)];
    let mut some = 0;
    for seed in 0..120 {
        let plan = Plan::random(&mut ChaCha8Rng::seed_from_u64(seed), &sizes);
        let expected = plan.boards();
        let puzzle = plan.puzzle();
        some += usize::from(!expected.is_empty());
        for engine in [EngineId::Own("colors-lay"), EngineId::Search, EngineId::Sat] {
            let found = boards_found(&puzzle, engine);
            let distinct: BTreeSet<Vec<String>> = found.iter().cloned().collect();
            let context = format!("seed {seed}, {engine:?}: {plan:?}");
            assert_eq!(distinct.len(), found.len(), "a board twice, {context}");
            assert_eq!(distinct, expected, "{context}");
        }
    }
    assert!(some > 60, "{some} with a solution");
}

/// A position is a side of two places; placements say which piece lies where.
#[test]
fn placements_name_each_piece_once_and_keep_the_hints() {
    for seed in 0..40 {
        let plan = Plan::random(&mut ChaCha8Rng::seed_from_u64(seed), &[(2, 3), (3, 3)]);
        let puzzle = plan.puzzle();
        let mut found = Collect::default();
        answer_plainly(&puzzle, &Request::new(Question::One), &mut found).unwrap();
        for solution in &found.solutions {
            let json = puzzle.solution_json(solution, None);
            let placements = json["placements"].as_array().unwrap();
            let number = |placement: &serde_json::Value, key: &str| {
                placement[key].as_u64().unwrap() as usize
            };
            let pieces: BTreeSet<usize> = placements.iter().map(|p| number(p, "piece")).collect();
            assert_eq!(pieces.len(), plan.pieces.len());
            for placement in placements {
                let (row, col) = (number(placement, "row") - 1, number(placement, "col") - 1);
                let piece = plan.pieces[number(placement, "piece") - 1];
                let shown = (0..number(placement, "turn")).fold(piece, |piece, _| turned(piece));
                assert_eq!(json["sides"][row][col], String::from_iter(shown));
                let hint = plan
                    .hints
                    .iter()
                    .find(|hint| (hint.row, hint.col) == (row, col));
                assert!(hint.is_none_or(|hint| hint.piece + 1 == number(placement, "piece")));
            }
        }
    }
}

#[test]
fn hints_take_turns_of_the_board_away() {
    let pieces =
        ["abba", "aabb", "bbaa", "baab"].map(|p| p.chars().collect::<Vec<_>>().try_into().unwrap());
    let puzzle = Colors::by_sides(2, 2, &pieces).with_frame('a');
    // Four corners that are alike: one picture, and turning it changes nothing.
    assert_eq!(
        up_to_turns(&puzzle),
        [("rotation".to_string(), Some(1u32.into()))]
    );
    let hinted = |turn| {
        let hint = Hint {
            piece: 2,
            row: 1,
            col: 1,
            turn,
        };
        puzzle.clone().with_hints(vec![hint])
    };
    assert_eq!(up_to_turns(&hinted(3)), [], "it lies at one corner alone");
    let count = Request::new(Question::Count);
    let answer = answer_plainly(&hinted(1), &count, &mut Silent).unwrap();
    assert_eq!(
        answer.count,
        BigUint::from(0u8),
        "a corner turned inside out"
    );
}

fn up_to_turns(puzzle: &Colors) -> Vec<(String, Option<BigUint>)> {
    counts(puzzle, &Request::new(Question::Count)).orbits
}

#[test]
fn boards_of_sixteen_rows_are_laid_from_their_hints() {
    let mut plan = Plan::cut(&mut ChaCha8Rng::seed_from_u64(5), (16, 16), 22, Some('a'));
    plan.hints.retain(|hint| hint.row < 13);
    let request = Request::new(Question::Count).by(EngineId::Own("colors-lay"));
    let answer = answer_plainly(&plan.puzzle(), &request, &mut Silent).unwrap();
    assert!(
        answer.complete && answer.count == BigUint::from(1u8),
        "{answer:?}"
    );
}

/// Begun anew in another order until one is lucky: the same for the same seed.
#[test]
fn one_solution_depends_on_the_seed_alone() {
    let mut plan = Plan::cut(&mut ChaCha8Rng::seed_from_u64(1), (6, 6), 4, Some('a'));
    plan.hints.clear();
    let puzzle = plan.puzzle();
    let first = |seed| {
        let mut request = Request::new(Question::One).by(EngineId::Own("colors-lay"));
        request.seed = seed;
        let mut found = Collect::default();
        let answer = answer_plainly(&puzzle, &request, &mut found).unwrap();
        assert_eq!(answer.status, Status::Satisfiable);
        (found.solutions, answer.statistics.nodes)
    };
    assert_eq!(first(3), first(3));
}

#[test]
fn designs_have_one_solution_up_to_turns() {
    for (matched, framed, rows, cols, colours) in [
        (Match::Sides, true, 3, 3, 4),
        (Match::Sides, true, 4, 4, 5),
        (Match::Sides, false, 2, 2, 6),
        (Match::Sides, false, 2, 3, 9),
        (Match::Corners, true, 3, 3, 4),
    ] {
        let wish = PiecesWish {
            rows,
            cols,
            colours,
            seed: 1,
        };
        let made = generate_as(&wish, matched, framed, &Limits::none()).unwrap();
        let expected = [("rotation".to_string(), Some(1u32.into()))];
        assert_eq!(up_to_turns(&made.puzzle), expected, "{wish:?}");
    }
}

/// What two puzzles have in common that are the same but for turns of their pieces.
#[derive(Debug, PartialEq)]
struct Look {
    size: serde_json::Value,
    /// Each in all its turns.
    pieces: Vec<BTreeSet<String>>,
    /// Where, and what is shown.
    hints: BTreeSet<(u64, u64, String)>,
}

fn look(puzzle: &dyn Puzzle) -> Look {
    let file = puzzle.to_json();
    let letters = |value: &serde_json::Value| -> Piece {
        let text = value.as_str().unwrap();
        text.chars().collect::<Vec<_>>().try_into().unwrap()
    };
    let turns = |piece: Piece| {
        let next = |piece: &Piece| Some(turned(*piece));
        let turns = std::iter::successors(Some(piece), next).take(4);
        turns.map(String::from_iter).collect()
    };
    let pieces = file["pieces"].as_array().unwrap();
    let hint = |hint: &serde_json::Value| {
        let number = |key: &str| hint[key].as_u64().unwrap();
        let piece = letters(&pieces[number("piece") as usize - 1]);
        let shown = (0..number("turn")).fold(piece, |piece, _| turned(piece));
        (number("row"), number("col"), String::from_iter(shown))
    };
    let hints = file["hints"].as_array().map_or(&[][..], Vec::as_slice);
    Look {
        size: serde_json::json!([file["rows"], file["cols"], file["frame"], file["match"]]),
        pieces: pieces.iter().map(|piece| turns(letters(piece))).collect(),
        hints: hints.iter().map(hint).collect(),
    }
}

#[test]
fn links_and_lists_of_pieces_come_back() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..60 {
        let plan = Plan::random(
            &mut ChaCha8Rng::seed_from_u64(seed),
            &[(1, 1), (2, 2), (3, 2), (4, 5)],
        );
        if plan
            .pieces
            .iter()
            .any(|piece| piece.iter().all(|&side| side == 'a'))
        {
            continue;
        }
        let puzzle = plan.puzzle();
        let link = puzzle.link().unwrap();
        let back = from_document(&of_link(&link).unwrap().unwrap()).unwrap();
        assert_eq!(look(&*back), look(&puzzle), "seed {seed}: {link}");
        assert_eq!(back.link().unwrap(), link);

        let bare = puzzle.with_hints(Vec::new());
        let list = bare.written_as("e2pieces").unwrap().unwrap();
        let path = folder.path().join("pieces");
        std::fs::write(&path, &list).unwrap();
        let back = from_document(&open_document(&path).unwrap()).unwrap();
        assert_eq!(back.to_json(), bare.to_json(), "seed {seed}:\n{list}");
    }
}

/// Letters of one's own are numbered, the frame 0.
#[test]
fn other_letters_are_numbered() {
    let pieces = ["EREE", "EEER"].map(|p| p.chars().collect::<Vec<_>>().try_into().unwrap());
    let puzzle = Colors::by_sides(1, 2, &pieces).with_frame('E');
    assert_eq!(
        puzzle.written_as("e2pieces").unwrap().unwrap(),
        "1 2\n0 1 0 0\n0 0 0 1\n"
    );
    assert!(
        puzzle
            .link()
            .unwrap()
            .contains("board_w=2&board_h=1&board_edges=abaaaaab&")
    );
}

#[test]
fn a_board_that_was_shared_is_read() {
    let link = "https://e2.bucas.name/#puzzle=JoeBloggs&board_w=2&board_h=2&board_edges=abcaaadbcdaadaab&board_types=badc&motifs_order=jblackwood";
    let puzzle = from_document(&of_link(link).unwrap().unwrap()).unwrap();
    let file = puzzle.to_json();
    assert_eq!(
        file["pieces"],
        serde_json::json!(["abca", "aadb", "cdaa", "daab"])
    );
    assert_eq!(
        (&file["frame"], &file["hints"]),
        (&"a".into(), &serde_json::Value::Null)
    );
}

#[test]
fn damaged_links_say_what_is_wrong() {
    let message = |rest: &str| {
        let link = format!("https://e2.bucas.name/#puzzle=x&{rest}");
        of_link(&link).unwrap().unwrap_err().to_string()
    };
    let start = "board_w=2&board_h=1&board_edges=";
    for (rest, expected) in [
        ("board_w=2&board_h=1", "there is no `board_edges`"),
        ("board_h=1&board_edges=abba", "there is no `board_w`"),
        (
            "board_w=0&board_h=1&board_edges=",
            "`board_w` is `0`, expected a number from 1 on",
        ),
        (
            "board_w=9999&board_h=9999&board_edges=",
            "more than 10000 pieces",
        ),
        (
            &format!("{start}abbaab"),
            "`board_edges` has 6 signs, expected 8: 4 for each of 1 x 2 places",
        ),
        (
            &format!("{start}abbaabB1"),
            "`board_edges` holds `B`, expected letters from a to z",
        ),
        (&format!("{start}abbaaaaa"), "nothing lies at r1c2"),
        (
            &format!("{start}abaaaaab&board_pieces=00"),
            "`board_pieces` has 2 signs, expected 6",
        ),
        (
            &format!("{start}abaaaaab&board_pieces=0010x2"),
            "`board_pieces` holds `0x2`, expected numbers of three digits",
        ),
        (
            &format!("{start}abaaaaab&board_pieces=002002"),
            "`board_pieces` names piece 002 twice",
        ),
        (
            &format!("{start}abaaaaab&board_types=e"),
            "`board_types` has 1 signs, expected 2",
        ),
    ] {
        let found = message(rest);
        assert!(found.contains(expected), "{rest}: {found}");
    }
}

#[test]
fn damaged_lists_say_where() {
    let folder = tempfile::tempdir().unwrap();
    let message = |text: &str| {
        let path = folder.path().join("pieces.txt");
        std::fs::write(&path, text).unwrap();
        let read = open_document(Path::new(&path)).and_then(|document| from_document(&document));
        read.err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    for (text, expected) in [
        (
            "1 2 0 0\n1 0 0\n",
            ":2: a piece has 3 numbers, expected four: top, right, bottom, left",
        ),
        ("1 2 0 x\n", ":1: `x` is no number"),
        ("1 2 0 99\n", ":1: 99 is no colour, expected 0 to 51"),
        (
            "1 2 0 0\n\n1 2 0 0\n",
            ":3: 2 pieces fill no square, expected a first line with the numbers of rows and columns",
        ),
        (
            "# two by two\n2 2\n1 2 0 0\n",
            ":2: 1 pieces do not fill 2 rows and 2 columns",
        ),
    ] {
        let found = message(text);
        assert!(found.ends_with(expected), "{text:?}: {found}");
    }
    assert_eq!(
        message("2\n1 1 0 0 # a corner\n0,1,1,0\n0;0;1;1\n1\t0\t0\t1\n"),
        ""
    );
    assert_eq!(
        message("puzzle = 'colors'\npieces = ['abba']\n"),
        "",
        "a puzzle file by another name"
    );
}

#[test]
fn mistakes_in_files_are_named_with_their_line() {
    let message = |rest: &str| {
        let text = format!(
            "puzzle = 'colors'\nmatch = 'sides'\npieces = ['abba', 'aabb', 'bbaa', 'baab']\n{rest}"
        );
        tantalizer_puzzles::read_text("f.toml", &text)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(message("frame = 'a'"), "");
    for (rest, expected) in [
        (
            "frame = 'x'",
            "f.toml:4: `frame` must be the letter of a colour of the pieces, found the text `x`",
        ),
        (
            "frame = 'ab'",
            "f.toml:4: `frame` must be the letter of a colour of the pieces, found the text `ab`",
        ),
        (
            "hints = [{ piece = 5, row = 1, col = 1 }]",
            "f.toml:4: `piece` must be a whole number from 1 to 4, found 5",
        ),
        (
            "hints = [{ piece = 1, row = 1 }]",
            "f.toml:4: a hint without `col`",
        ),
        (
            "hints = [{ piece = 1, row = 1, col = 1, turn = 4 }]",
            "f.toml:4: `turn` must be a whole number from 0 to 3, found 4",
        ),
        (
            "hints = [{ piece = 1, row = 1, col = 1 }, { piece = 1, row = 2, col = 1 }]",
            "f.toml:4: piece 1 lies at two places",
        ),
        (
            "hints = [{ piece = 1, row = 1, col = 1 }, { piece = 2, row = 1, col = 1 }]",
            "f.toml:4: two pieces lie at r1c1",
        ),
        (
            "hints = [1]",
            "f.toml:4: `hints` must be a list of tables such as { piece = 3, row = 1, col = 2, turn = 0 }, found 1",
        ),
    ] {
        assert_eq!(message(rest), expected);
    }
    let sides =
        tantalizer_puzzles::read_text("f", "puzzle = 'colors'\nmatch = 'edges'\npieces = ['abba']");
    assert_eq!(
        sides.err().unwrap().to_string(),
        "f:2: `match` must be \"corners\" or \"sides\", found the text `edges`"
    );
}

#[test]
fn what_has_no_link_says_why() {
    let corners = Colors::new(1, 1, &[['a', 'b', 'c', 'd']]);
    let message =
        |result: Result<String, tantalizer_puzzle::PuzzleError>| result.unwrap_err().to_string();
    assert!(message(corners.link()).contains("these match at their corners"));
    let hinted = Colors::by_sides(1, 1, &[['a', 'b', 'c', 'd']]).with_hints(vec![Hint {
        piece: 0,
        row: 0,
        col: 0,
        turn: 0,
    }]);
    let list = hinted
        .written_as("e2pieces")
        .map(|text| text.unwrap_or_default());
    assert!(message(list).contains("has no hints"));
}
