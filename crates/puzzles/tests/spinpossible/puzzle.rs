//! Spinpossible through the interface that all puzzles share.

use serde_json::json;
use tantalizer_ask::Inquiry;
use tantalizer_draw::TextStyle;
use tantalizer_model::{Collect, Limits, Problem, Question, Request, Status, space};
use tantalizer_puzzle::{Document, Flags, Puzzle, PuzzleError, View};
use tantalizer_puzzles::read_text;
use tantalizer_puzzles::spinpossible::{Board, Spinpossible};

use crate::common::{answer, answer_plainly, flags};
use crate::plain::{distances, rules};

const EXAMPLE: &str = "puzzle = 'spinpossible'\nboard = '''\n9 2 3\n4 5 6\n7 8 1\n'''\n";

fn example() -> Box<dyn Puzzle> {
    read_text("example", EXAMPLE).unwrap()
}

#[test]
fn a_file_is_read_and_written_back() {
    let puzzle = example();
    assert_eq!(
        puzzle.to_json(),
        json!({"puzzle": "spinpossible", "board": ["9 2 3", "4 5 6", "7 8 1"]})
    );
    let again = read_text("again", &puzzle.to_json().to_string()).unwrap();
    assert_eq!(again.to_json(), puzzle.to_json());
    let variant = "puzzle = 'spinpossible'\nsingle-spins = false\nboard = '-2 -1'";
    let document = Document::parse("variant", variant).unwrap();
    let variant = Spinpossible::read(&document).unwrap();
    assert!(!variant.rules().single_spins());
    assert_eq!(variant.to_json()["single-spins"], json!(false));
}

#[test]
fn mistakes_are_told_with_their_line() {
    for (board, line, word) in [
        ("1 2\n3 x", 4, "expected a number"),
        ("1 2\n3 7", 4, "found 7"),
        ("1 2\n2 3", 4, "twice"),
        ("1 2\n3", 4, "ragged"),
    ] {
        let text = format!("puzzle = 'spinpossible'\nboard = '''\n{board}\n'''\n");
        let error = read_text("board.toml", &text).err().unwrap().to_string();
        assert!(error.contains(word), "{error}");
        assert!(error.contains(&format!("board.toml:{line}")), "{error}");
    }
    let unknown = "puzzle = 'spinpossible'\nboard = '1'\nspins = 3";
    assert!(read_text("board.toml", unknown).is_err());
}

#[test]
fn one_all_and_how_many() {
    let puzzle = example();
    let board: Board = "9 2 3\n4 5 6\n7 8 1".parse().unwrap();
    let mut found = Collect::default();
    let answer = answer_plainly(&*puzzle, &Request::new(Question::One), &mut found).unwrap();
    assert_eq!(answer.status, Status::Optimal);
    assert!(answer.complete);
    let shown = puzzle.solution_json(&found.solutions[0], answer.bound);
    assert_eq!(shown["length"], json!(3));
    assert_eq!(shown["optimal"], json!(true));
    assert_eq!(shown["lower_bound"], json!(3));

    let count = Request::new(Question::Count);
    let counted = answer_plainly(&*puzzle, &count, &mut Collect::default()).unwrap();
    assert!(counted.complete);
    let mut all = Collect::default();
    let question = Question::All { limit: None };
    let listed = answer_plainly(&*puzzle, &Request::new(question), &mut all).unwrap();
    assert!(listed.complete);
    assert_eq!(listed.count, counted.count);
    assert_eq!(counted.count, all.solutions.len().into());
    for solution in &all.solutions {
        let json = puzzle.solution_json(solution, listed.bound);
        let spins = json["spins"].as_array().unwrap().iter().map(|spin| {
            let ends: Vec<u8> = spin
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap() as u8 - 1)
                .collect();
            tantalizer_puzzles::spinpossible::Spin {
                top: ends[0],
                left: ends[1],
                bottom: ends[2],
                right: ends[3],
            }
        });
        assert!(board.is_solved_by(&spins.collect::<Vec<_>>()));
    }
    let mut two = Collect::default();
    let question = Question::All { limit: Some(2) };
    let some = answer_plainly(&*puzzle, &Request::new(question), &mut two).unwrap();
    assert_eq!(two.solutions.len(), 2);
    assert!(!some.complete, "there are more");
}

#[test]
fn shortest_solutions_solve_the_model() {
    for text in ["2 -1", "-1 2\n4 3", "1", "1 2 3"] {
        let board: Board = text.parse().unwrap();
        let puzzle = Spinpossible::new(board.clone(), true);
        let request = Request::new(Question::All { limit: None });
        let mut inquiry = Inquiry::new(puzzle.pose(&Flags::new()).unwrap());
        let model = inquiry.stated_model(&request).unwrap().unwrap();
        let Problem::Space(problem) = inquiry.problem().clone() else {
            panic!("a space is posed");
        };
        let mut all = Collect::default();
        let answer = inquiry.ask(&request, &mut all).unwrap();
        let (distance, ways) = distances(&rules(board.rows(), board.cols(), true))[&board];
        assert_eq!(all.solutions.len() as u128, ways);
        for solution in &all.solutions {
            let moves = space::moves(solution).unwrap();
            let values = problem.as_solution(&moves).unwrap();
            assert_eq!(model.violated(&values.0), None, "{text}");
            let shown = puzzle.solution_json(solution, answer.bound);
            assert_eq!(shown["length"], json!(distance));
        }
    }
}

#[test]
fn by_sat_at_most_and_exactly() {
    let puzzle = example();
    for encoding in ["1", "2", "3"] {
        let ask = |given: &[(&str, &str)]| {
            let mut given = given.to_vec();
            given.push(("encoding", encoding));
            let mut found = Collect::default();
            let one = Request::new(Question::One);
            let answer = answer(&*puzzle, &flags(&given), &one, &mut found).unwrap();
            assert_eq!(answer.engine, "sat");
            let shown = found.solutions.iter();
            let shown = shown.map(|solution| puzzle.solution_json(solution, answer.bound));
            (answer.status, shown.collect::<Vec<_>>())
        };
        assert_eq!(ask(&[]).0, Status::Optimal);
        assert_eq!(ask(&[("at-most", "2")]).0, Status::Unsatisfiable);
        assert_eq!(ask(&[("exactly", "2")]).0, Status::Unsatisfiable);
        let (status, found) = ask(&[("at-most", "4"), ("break", "disjoint")]);
        assert_eq!(status, Status::Satisfiable);
        assert_eq!(found[0]["optimal"], json!(false));
    }
    for given in [
        &[("at-most", "3"), ("exactly", "3")][..],
        &[("at-most", "-1")],
        &[("exactly", "many")],
        &[("encoding", "4")],
        &[("encoding", "1"), ("table", "somewhere")],
        &[("table", "/no/such/file")],
    ] {
        let one = Request::new(Question::One);
        let refused = answer(&*puzzle, &flags(given), &one, &mut Collect::default());
        assert!(matches!(refused, Err(PuzzleError::Flag(_))), "{given:?}");
    }
    let count = Request::new(Question::Count);
    let by_formula = flags(&[("encoding", "1")]);
    assert!(answer(&*puzzle, &by_formula, &count, &mut Collect::default()).is_err());
}

#[test]
fn from_a_stored_table() {
    use tantalizer_puzzles::spinpossible::SpinSpace;
    use tantalizer_states::{BuildOptions, load_or_build};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("2x2");
    let rules = rules(2, 2, true);
    load_or_build(
        &SpinSpace::new(rules).unwrap(),
        &file,
        &BuildOptions::default(),
    )
    .unwrap();
    let flags = flags(&[("table", file.to_str().unwrap())]);
    for (board, (distance, ways)) in distances(&rules).into_iter().take(40) {
        let puzzle = Spinpossible::new(board, true);
        let mut found = Collect::default();
        let ask = |question: Question, found: &mut Collect| {
            answer(&puzzle, &flags, &Request::new(question), found).unwrap()
        };
        let answer = ask(Question::One, &mut found);
        assert_eq!(answer.status, Status::Optimal);
        let shown = puzzle.solution_json(&found.solutions[0], answer.bound);
        assert_eq!(shown["length"], json!(distance));
        let answer = ask(Question::Count, &mut Collect::default());
        assert_eq!(answer.count, ways.into());
    }
}

#[test]
fn a_limit_is_not_an_answer() {
    let board = "16 15 14 13\n12 11 10 9\n8 7 6 5\n4 3 2 1";
    let puzzle = Spinpossible::new(board.parse().unwrap(), true);
    let mut request = Request::new(Question::One);
    request.limits = Limits::seconds(0.0);
    let answer = answer_plainly(&puzzle, &request, &mut Collect::default()).unwrap();
    assert!(!answer.complete);
    assert_ne!(answer.status, Status::Unsatisfiable);
    request.question = Question::Count;
    let answer = answer_plainly(&puzzle, &request, &mut Collect::default()).unwrap();
    assert_eq!(answer.status, Status::Unknown);

    let hopeless = Spinpossible::new("2 1".parse().unwrap(), false);
    let request = Request::new(Question::One);
    let answer = answer_plainly(&hopeless, &request, &mut Collect::default()).unwrap();
    assert_eq!(answer.status, Status::Unsatisfiable);
    assert!(answer.complete);
}

#[test]
fn a_solution_is_drawn_as_a_strip() {
    let puzzle = example();
    let blank = puzzle.draw(&View::blank()).to_text(TextStyle::PLAIN);
    assert!(blank.contains('9') && !blank.contains('('), "{blank}");
    let mut found = Collect::default();
    answer_plainly(&*puzzle, &Request::new(Question::One), &mut found).unwrap();
    let drawing = puzzle.draw(&View::solution(&found.solutions[0]));
    let text = drawing.to_text(TextStyle::PLAIN);
    assert_eq!(
        text.matches('(').count(),
        6,
        "three spins are named:\n{text}"
    );
    assert!(text.contains("-6"), "some numbers are upside down:\n{text}");
    assert!(drawing.to_svg().contains("<svg"));
}
