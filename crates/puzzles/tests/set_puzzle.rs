//! SET as a puzzle: files, questions, and the model that the engines get.

mod common;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tantalizer_ask::{AskError, engines};
use tantalizer_draw::TextStyle;
use tantalizer_model::{Collect, EngineId, Observer, Question, Request, Silent, Solution, Status};
use tantalizer_puzzle::{Flags, Puzzle, PuzzleError, View};
use tantalizer_puzzles::read_text;
use tantalizer_puzzles::set::{Deal, Deck, SetPuzzle, lookup};

use common::{answer, answer_plainly, flags, model};

const FILE: &str = r#"
puzzle = "set"
cards = ["1rfo", "2rfo", "three red full ovals", "3gsd", "1pes"]
"#;

fn ask(puzzle: &dyn Puzzle, question: Question, algorithm: Option<&str>) -> (u64, Vec<Solution>) {
    let flags = algorithm.map_or_else(Flags::new, |name| flags(&[("algorithm", name)]));
    let mut kept = Collect::default();
    let answer = answer(puzzle, &flags, &Request::new(question), &mut kept).unwrap();
    assert!(answer.complete, "{answer:?}");
    (answer.count.try_into().unwrap(), kept.solutions)
}

#[test]
fn a_file_is_read_and_its_sets_are_told() {
    let puzzle = read_text("f", FILE).unwrap();
    assert_eq!(puzzle.name(), "set");
    let (count, sets) = ask(&*puzzle, Question::All { limit: None }, None);
    assert_eq!(count, 2);
    let set = puzzle.solution_json(&sets[0], None);
    assert_eq!(set, json!({ "set": ["1rfo", "2rfo", "3rfo"] }));
    let set = puzzle.solution_json(&sets[1], None);
    assert_eq!(set, json!({ "set": ["1pes", "2rfo", "3gsd"] }));
    assert_eq!(puzzle.value_json(0, 0), "1rfo");
    let again = read_text("f", &puzzle.to_json().to_string()).unwrap();
    assert_eq!(again.to_json(), puzzle.to_json());
}

#[test]
fn a_deal_is_written_as_a_file_and_read_again() {
    for seed in 0..50 {
        let puzzle = random_puzzle(&mut ChaCha8Rng::seed_from_u64(seed));
        for file in [puzzle.to_toml(), puzzle.to_json().to_string()] {
            let again = read_text("f", &file).unwrap();
            assert_eq!(again.to_json(), puzzle.to_json(), "seed {seed}");
        }
    }
}

#[test]
fn wrong_files_are_refused_with_line_and_reason() {
    let message = |text: &str| match read_text("f", text) {
        Ok(_) => panic!("read: {text}"),
        Err(error) => error.to_string(),
    };
    let text = message("puzzle = \"set\"\ncards = [\"1rfo\",\n \"1xfo\"]");
    assert_eq!(
        text,
        "f:3: card `1xfo`: `x` at place 2 is no colour (expected r, g, p)"
    );
    let text = message("puzzle = \"set\"\ncards = [\"1rfo\",\n \"1rfo\"]");
    assert_eq!(text, "f:3: card `1rfo` is dealt twice; a deck has it once");
    assert!(message("puzzle = \"set\"").contains("`cards`"));
    assert!(
        message("puzzle = \"set\"\nattributes = 9\ncards = []").starts_with("f:2: a deck of 9")
    );
    assert!(message("puzzle = \"set\"\nvalues = 1\ncards = []").contains("from 2 to 9"));
    assert!(message("puzzle = \"set\"\ncard = []").contains("unknown key"));
    assert!(message("puzzle = \"set\"\nattributes = 2\ncards = [\"14\"]").contains("attribute 2"));
}

#[test]
fn decks_of_digits_are_told_as_they_were_written() {
    for cards in [["11", "22", "33", "12"], ["00", "11", "22", "01"]] {
        let text = format!("puzzle = \"set\"\nattributes = 2\ncards = {cards:?}");
        let puzzle = read_text("f", &text).unwrap();
        let (_, sets) = ask(&*puzzle, Question::All { limit: None }, None);
        assert_eq!(
            puzzle.solution_json(&sets[0], None),
            json!({ "set": cards[..3] })
        );
    }
}

/// Every kind of deck the model is tried on, with few enough cards for it.
fn random_puzzle(rng: &mut ChaCha8Rng) -> SetPuzzle {
    let decks = [(4, 3), (4, 3), (4, 3), (2, 3), (3, 2), (2, 4), (2, 6)];
    let (attributes, values) = decks[rng.random_range(0..decks.len())];
    let deck = match (attributes, values) {
        (4, 3) => Deck::game(),
        _ => Deck::new(attributes, values).unwrap(),
    };
    let cards = rng.random_range(0..=deck.size().min(21));
    SetPuzzle::new(Deal::random(deck, cards, rng).unwrap())
}

#[test]
fn every_algorithm_gives_solutions_of_the_model() {
    for seed in 0..200 {
        let puzzle = random_puzzle(&mut ChaCha8Rng::seed_from_u64(seed));
        let model = model(&puzzle);
        let expected = lookup::solve(puzzle.deal()).len() as u64;
        for algorithm in [
            None,
            Some("brute"),
            Some("search"),
            Some("reformulation"),
            Some("lookup"),
        ] {
            let (count, sets) = ask(&puzzle, Question::All { limit: None }, algorithm);
            assert_eq!(
                (count, sets.len() as u64),
                (expected, expected),
                "seed {seed}, {algorithm:?}"
            );
            assert_eq!(
                ask(&puzzle, Question::Count, algorithm).0,
                expected,
                "seed {seed}, {algorithm:?}"
            );
            for set in &sets {
                assert_eq!(model.violated(&set.0), None, "seed {seed}, {algorithm:?}");
            }
        }
    }
}

#[test]
fn engines_find_the_sets_that_look_up_finds() {
    for engine in engines() {
        for seed in 0..200 {
            let puzzle = random_puzzle(&mut ChaCha8Rng::seed_from_u64(seed));
            let vars = model(&puzzle).answer();
            let places = |sets: &[Solution]| -> BTreeSet<Vec<i32>> {
                sets.iter().map(|set| set.project(&vars)).collect()
            };
            let (_, expected) = ask(&puzzle, Question::All { limit: None }, Some("lookup"));
            let request = Request::new(Question::All { limit: None }).by(engine.id());
            let mut kept = Collect::default();
            let found = answer_plainly(&puzzle, &request, &mut kept).unwrap();
            assert!(found.complete, "{}, seed {seed}: {found:?}", engine.id());
            assert_eq!(
                places(&kept.solutions),
                places(&expected),
                "{}, seed {seed}",
                engine.id()
            );
            let count = request.with_question(Question::Count);
            let count = answer_plainly(&puzzle, &count, &mut Silent).unwrap().count;
            assert_eq!(count, expected.len().into(), "{}, seed {seed}", engine.id());
        }
    }
}

struct First;

impl Observer for First {
    fn solution(&mut self, _: &Solution) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn limits_and_observers_stop_the_listing() {
    let puzzle = SetPuzzle::new(Deal::whole(Deck::game()));
    for algorithm in ["brute", "lookup"] {
        let request = Request::new(Question::All { limit: Some(7) });
        let ask = |request: &Request, observer: &mut dyn Observer| {
            answer(
                &puzzle,
                &flags(&[("algorithm", algorithm)]),
                request,
                observer,
            )
            .unwrap()
        };
        let mut kept = Collect::default();
        let answer = ask(&request, &mut kept);
        assert_eq!(
            (kept.solutions.len(), answer.complete, answer.status),
            (7, false, Status::Satisfiable)
        );
        let answer = ask(&request, &mut First);
        assert_eq!(answer.count, 1u32.into());
        let answer = ask(&request.with_question(Question::One), &mut Silent);
        assert!(answer.complete);
    }
}

#[test]
fn unfit_requests_are_refused() {
    let large = SetPuzzle::new(Deal::whole(Deck::new(8, 3).unwrap()));
    let request = Request::new(Question::Count);
    let ask = |algorithm: &str, request: &Request| {
        let flags = flags(&[("algorithm", algorithm)]);
        answer(&large, &flags, request, &mut Silent)
    };
    let refused = |algorithm: &str| match ask(algorithm, &request) {
        Err(PuzzleError::Flag(reason) | PuzzleError::TooLarge(reason)) => reason,
        other => panic!("{other:?}"),
    };
    assert!(refused("brute").contains("too long"));
    assert!(refused("guess").contains("`guess`"));
    let both = ask("lookup", &request.clone().by(EngineId::Search)).unwrap_err();
    assert!(both.to_string().contains("exclude each other"), "{both}");
    assert!(matches!(both, PuzzleError::Ask(AskError::TwoEngines(..))));
}

#[test]
fn cards_are_drawn_with_their_codes() {
    let puzzle = read_text("f", FILE).unwrap();
    let drawing = puzzle.draw(&View::blank());
    let text = drawing.to_text(TextStyle::PLAIN);
    for code in ["1rfo", "2rfo", "3rfo", "3gsd", "1pes"] {
        assert!(text.contains(code), "{text}");
        assert!(drawing.to_svg().contains(code));
    }
    let (_, sets) = ask(&*puzzle, Question::One, None);
    let text = puzzle
        .draw(&View::solution(&sets[0]))
        .to_text(TextStyle::PLAIN);
    assert!(text.contains("2rfo") && !text.contains("3gsd"), "{text}");
}
