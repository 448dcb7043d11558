//! The engines that puzzles bring along, held against a general engine on random instances: what they find is right, all of
//! it is found, and it is counted rightly. Copies that are wrong on purpose are refused by the judge, or caught by the
//! comparison where no judge can see the mistake.

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use tantalizer_ask::{AskError, Posed, ask};
use tantalizer_model::space::refuses;
use tantalizer_model::{
    Answer, Collect, Engine, EngineId, Observer, Problem, Question, Request, Solution, Status, Var,
};
use tantalizer_puzzle::{Flags, Puzzle};
use tantalizer_puzzles::colors::{Colors, Hint};
use tantalizer_puzzles::instant_insanity::{Instance, Recipe, Rule, Shape, generate};
use tantalizer_puzzles::read_text;
use tantalizer_puzzles::set::{Deal, Deck, SetPuzzle};
use tantalizer_puzzles::spinpossible::{Board, Rules, Spinpossible};

/// Instances for each way.
const INSTANCES: u64 = 25;

const ALL: Question = Question::All { limit: None };

/// The way of a puzzle's own that is tried, the general engine that it is held against, and random instances.
struct Case {
    way: EngineId,
    general: EngineId,
    /// Whether it answers no other question than for one solution.
    only_one: bool,
    instance: fn(&mut ChaCha8Rng) -> Box<dyn Puzzle>,
}

fn cases() -> Vec<Case> {
    let case = |name, general, instance| Case {
        way: EngineId::Own(name),
        general,
        only_one: name == "spinpossible-sat",
        instance,
    };
    vec![
        case("colors-lay", EngineId::Search, random_colors),
        case("colors-lay", EngineId::Sat, random_edges),
        case("instant-insanity-facings", EngineId::Search, random_cubes),
        case("moves-both-ends", EngineId::Search, random_moves),
        case("moves-table", EngineId::Sat, random_moves),
        case("set-lookup", EngineId::Search, random_deal),
        case("set-search", EngineId::Sat, random_deal),
        case("set-reformulation", EngineId::Search, random_deal),
        case("set-brute", EngineId::Sat, random_deal),
        case("spinpossible-states", EngineId::Sat, random_board),
        case("spinpossible-sat", EngineId::Search, random_board),
    ]
}

/// Pieces cut from a random picture, some with a spoiled corner.
fn random_colors(rng: &mut ChaCha8Rng) -> Box<dyn Puzzle> {
    let (rows, cols) = [(1, 1), (1, 2), (2, 2), (1, 4), (2, 3)][rng.random_range(0..5)];
    let colours = rng.random_range(1..=4u8);
    let corners: Vec<char> = (0..(rows + 1) * (cols + 1))
        .map(|_| char::from(b'A' + rng.random_range(0..colours)))
        .collect();
    let at = |row: usize, col: usize| corners[row * (cols + 1) + col];
    let mut pieces = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            pieces.push([
                at(row, col),
                at(row, col + 1),
                at(row + 1, col),
                at(row + 1, col + 1),
            ]);
        }
    }
    if rng.random_range(0..4) == 0 {
        pieces[0][0] = 'Z';
    }
    Box::new(Colors::new(rows, cols, &pieces))
}

/// Pieces that match at their sides, cut from a random board with a frame; one may lie already.
fn random_edges(rng: &mut ChaCha8Rng) -> Box<dyn Puzzle> {
    let (rows, cols) = [(1, 2), (2, 2), (2, 3), (3, 3)][rng.random_range(0..4)];
    let colours = rng.random_range(1..=4u8);
    let mut side = |edge: bool| {
        let inner = char::from(b'b' + rng.random_range(0..colours));
        if edge { 'a' } else { inner }
    };
    let level: Vec<char> = (0..(rows + 1) * cols)
        .map(|at| side(at < cols || at >= rows * cols))
        .collect();
    let upright: Vec<char> = (0..rows * (cols + 1))
        .map(|at| side([0, cols].contains(&(at % (cols + 1)))))
        .collect();
    let pieces: Vec<[char; 4]> = (0..rows * cols)
        .map(|place| {
            let before = place / cols * (cols + 1) + place % cols;
            [
                level[place],
                upright[before + 1],
                level[place + cols],
                upright[before],
            ]
        })
        .collect();
    let puzzle = Colors::by_sides(rows, cols, &pieces).with_frame('a');
    let first = Hint {
        piece: 0,
        row: 0,
        col: 0,
        turn: 0,
    };
    Box::new(puzzle.with_hints(vec![first; rng.random_range(0..2)]))
}

fn random_cubes(rng: &mut ChaCha8Rng) -> Box<dyn Puzzle> {
    let (pieces, colours) = [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4)][rng.random_range(0..5)];
    let recipe = [Recipe::Solvable, Recipe::Random, Recipe::Balanced][rng.random_range(0..3)];
    let made: Instance = generate(
        Shape::Cube,
        pieces,
        colours,
        Rule::AllDifferent,
        recipe,
        rng.random(),
    )
    .expect("a possible recipe");
    Box::new(made)
}

fn random_deal(rng: &mut ChaCha8Rng) -> Box<dyn Puzzle> {
    let decks = [(4, 3), (4, 3), (2, 3), (3, 2), (2, 4)];
    let (attributes, values) = decks[rng.random_range(0..decks.len())];
    let deck = Deck::new(attributes, values).expect("a small deck");
    let cards = rng.random_range(0..=deck.size().min(12));
    let deal = Deal::random(deck, cards, rng).expect("no more cards than there are");
    Box::new(SetPuzzle::new(deal))
}

/// A board a few spins away from being in order.
fn random_board(rng: &mut ChaCha8Rng) -> Box<dyn Puzzle> {
    let (rows, cols) = [(1, 2), (1, 3), (2, 2), (2, 3)][rng.random_range(0..4)];
    let rules = Rules::new(rows, cols, true).expect("a small board");
    let spins = rules.spins();
    let mut board = Board::solved(&rules);
    for _ in 0..rng.random_range(1..=3) {
        board.spin(&spins[rng.random_range(0..spins.len())]);
    }
    Box::new(Spinpossible::new(board, true))
}

/// Pieces on a ring that is turned and has a switch, after a few moves or in some order; the first two may be alike.
fn random_moves(rng: &mut ChaCha8Rng) -> Box<dyn Puzzle> {
    let places = rng.random_range(3..=4);
    let from = (0..places).map(|place| (place + 1) % places);
    let mut switch: Vec<usize> = (0..places).collect();
    switch.swap(0, 1);
    let mut turns = vec![0; places];
    turns[0] = 1;
    let mut pieces: Vec<usize> = (0..places).collect();
    pieces[1] = rng.random_range(0..=1);
    let mut pattern = pieces.clone();
    let mut scramble = String::new();
    if rng.random_range(0..3) == 0 {
        pattern.swap(0, places - 1);
    } else {
        for _ in 0..rng.random_range(1..=5) {
            scramble += ["ring ", "ring' ", "switch "][rng.random_range(0..3)];
        }
    }
    let orientations = rng.random_range(1..=2);
    let metric = ["half", "quarter"][rng.random_range(0..2)];
    if orientations == 1 {
        turns[0] = 0;
    }
    let puzzle = serde_json::json!({
        "puzzle": "moves",
        "metric": metric,
        "orbits": [{ "orbitName": "P", "numPieces": places, "numOrientations": orientations }],
        "defaultPattern": { "P": { "pieces": pieces } },
        "moves": {
            "ring": { "P": { "permutation": from.collect::<Vec<usize>>() } },
            "switch": { "P": { "permutation": switch, "orientationDelta": turns } },
        },
        "pattern": { "P": { "pieces": pattern } },
        "scramble": scramble,
    });
    read_text("a ring", &puzzle.to_string()).expect("a small puzzle")
}

/// What is known of a problem: by the general engine.
struct Known {
    problem: Problem,
    answers: BTreeSet<Vec<i32>>,
    count: BigUint,
    unique: Option<bool>,
    /// Of a space: the length of the shortest ways.
    best: Option<i64>,
}

fn known(posed: &Posed, general: EngineId) -> Known {
    let problem = posed.problem.clone();
    let ask = |question: Question| {
        let mut found = Collect::default();
        let request = Request::new(question).by(general);
        let answer = ask(Posed::new(problem.clone()), &request, &mut found);
        let answer = answer.expect("an engine that is right");
        let ended = answer.complete || answer.unique(question) == Some(false);
        assert!(ended, "{general}, {question:?}: {answer:?}");
        (answer, found.solutions)
    };
    let (all, solutions) = ask(ALL);
    let answers = solutions.iter().map(|solution| problem.answer_of(solution));
    Known {
        answers: answers.collect(),
        count: ask(Question::Count).0.count,
        unique: ask(Question::Unique).0.unique(Question::Unique),
        best: all.best,
        problem,
    }
}

/// Asks a way about the problem that it was made for.
fn ask_way(
    known: &Known,
    way: &Arc<dyn Engine>,
    question: Question,
) -> Result<(Answer, Vec<Solution>), AskError> {
    let posed = Posed {
        problem: known.problem.clone(),
        ways: vec![Arc::clone(way)],
        chosen: None,
    };
    let mut found = Collect::default();
    let answer = ask(posed, &Request::new(question).by(way.id()), &mut found)?;
    Ok((answer, found.solutions))
}

/// How the way differs from what is known, in words.
fn compare(known: &Known, way: &Arc<dyn Engine>, only_one: bool) -> Result<(), String> {
    let words = |what: &str, question: Question, answer: &Answer| {
        format!("{what}: {}, {question:?}, {answer:?}", way.id())
    };
    let differs = |what: &str, question: Question, answer: &Answer| -> Result<(), String> {
        Err(words(what, question, answer))
    };
    let ask = |question: Question| {
        let asked = ask_way(known, way, question);
        let (answer, solutions) = asked.map_err(|error| error.to_string())?;
        if answer.engine != way.id() {
            return Err(words("another engine answered", question, &answer));
        }
        if !answer.complete && answer.unique(question) != Some(false) {
            return Err(words("it is not complete", question, &answer));
        }
        Ok((answer, solutions))
    };
    let none = known.answers.is_empty();
    let is_none = |answer: &Answer| answer.status == Status::Unsatisfiable;

    let (answer, solutions) = ask(Question::One)?;
    let is_known = |solution| known.answers.contains(&known.problem.answer_of(solution));
    let as_many = solutions.len() == usize::from(!none);
    if !as_many || answer.count != solutions.len().into() || is_none(&answer) != none {
        return differs("one, where there is one", Question::One, &answer);
    }
    if !solutions.iter().all(is_known) {
        return differs("one that is none of the known", Question::One, &answer);
    }
    if known.best.is_some() && answer.best != known.best {
        return differs("another length", Question::One, &answer);
    }
    if only_one {
        return Ok(());
    }

    let (answer, solutions) = ask(ALL)?;
    let found = solutions.iter().map(|each| known.problem.answer_of(each));
    let found: BTreeSet<Vec<i32>> = found.collect();
    if found != known.answers || is_none(&answer) != none {
        return differs("other solutions", ALL, &answer);
    }
    if found.len() != solutions.len() || answer.count != found.len().into() {
        return differs("as many as are told, each once", ALL, &answer);
    }
    let (answer, solutions) = ask(Question::Count)?;
    if answer.count != known.count || is_none(&answer) != none || !solutions.is_empty() {
        return differs("another count", Question::Count, &answer);
    }
    let (answer, _) = ask(Question::Unique)?;
    if answer.unique(Question::Unique) != known.unique {
        return differs("unique or not", Question::Unique, &answer);
    }
    Ok(())
}

/// Runs `check` on the random instances of each case.
fn on_instances(check: impl Fn(&Case, &Known, &Arc<dyn Engine>, &str)) {
    for case in cases() {
        for seed in 0..INSTANCES {
            let puzzle = (case.instance)(&mut ChaCha8Rng::seed_from_u64(seed));
            let context = format!("{}, seed {seed}: {}", case.way, puzzle.to_json());
            let posed = puzzle.pose(&Flags::new()).expect("it can be posed");
            let way = posed.ways.iter().find(|way| way.id() == case.way);
            let way = way.unwrap_or_else(|| panic!("{context}: no such way"));
            check(&case, &known(&posed, case.general), way, &context);
        }
    }
}

#[test]
fn every_way_of_a_puzzle_agrees_with_a_general_engine() {
    let counted = std::cell::Cell::new([0; 3]);
    on_instances(|case, known, way, context| {
        if let Err(difference) = compare(known, way, case.only_one) {
            panic!("{context}: {difference}");
        }
        let mut numbers = counted.get();
        numbers[known.answers.len().min(2)] += 1;
        counted.set(numbers);
    });
    // None, one and several solutions all came up.
    assert!(counted.get().iter().all(|&times| times > 5), "{counted:?}");
}

/// An engine whose answers pass through somebody's hands.
struct Changed<F> {
    way: Arc<dyn Engine>,
    change: F,
}

/// What somebody does to solutions and answer.
type Change = fn(&Problem, Question, &mut Vec<Solution>, &mut Answer);

impl Engine for Changed<Change> {
    fn id(&self) -> EngineId {
        self.way.id()
    }

    fn keeps_time(&self) -> bool {
        self.way.keeps_time()
    }

    fn counts_unseen(&self) -> bool {
        self.way.counts_unseen()
    }

    fn answer(&self, problem: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let mut found = Collect::default();
        let mut answer = self.way.answer(problem, request, &mut found);
        (self.change)(problem, request.question, &mut found.solutions, &mut answer);
        for solution in &found.solutions {
            if observer.solution(solution).is_break() {
                break;
            }
        }
        answer
    }
}

fn changed(way: &Arc<dyn Engine>, change: Change) -> Arc<dyn Engine> {
    let way = Arc::clone(way);
    Arc::new(Changed { way, change })
}

/// The same with one value changed, within its domain, so that it is no solution any more; if there is such a value.
fn spoiled(problem: &Problem, solution: &Solution) -> Option<Solution> {
    let is_wrong = |other: &Solution| match problem {
        Problem::Model(model) => model.violated(&other.0).is_some(),
        Problem::Space(space) => refuses(&**space, other).is_some(),
    };
    for position in 0..solution.0.len() {
        let values: Vec<i32> = match problem {
            Problem::Model(model) => model.domain(Var::from_index(position)).iter().collect(),
            Problem::Space(_) => vec![0, 1],
        };
        for value in values {
            let mut other = solution.clone();
            other.0[position] = value;
            if is_wrong(&other) {
                return Some(other);
            }
        }
    }
    None
}

fn spoil(problem: &Problem, _: Question, solutions: &mut Vec<Solution>, _: &mut Answer) {
    for solution in solutions {
        if let Some(other) = spoiled(problem, solution) {
            *solution = other;
        }
    }
}

#[test]
fn a_wrong_copy_of_each_way_is_refused_by_name() {
    let refused = std::cell::RefCell::new(BTreeSet::new());
    on_instances(|case, known, way, context| {
        let questions = [Question::One, ALL, Question::Unique];
        let asked = if case.only_one { 1 } else { questions.len() };
        for &question in &questions[..asked] {
            let (_, right) = ask_way(known, way, question).expect("it is right");
            let mut first = right.iter().take(1);
            if first.all(|solution| spoiled(&known.problem, solution).is_none()) {
                continue;
            }
            match ask_way(known, &changed(way, spoil), question) {
                Err(AskError::WrongSolution { engine, violation }) => {
                    assert_eq!(engine, case.way, "{context}");
                    assert!(!violation.is_empty(), "{context}");
                    refused.borrow_mut().insert(case.way);
                }
                other => panic!("{context}, {question:?}: not refused: {other:?}"),
            }
        }
    });
    let ways: BTreeSet<EngineId> = cases().iter().map(|case| case.way).collect();
    assert_eq!(refused.into_inner(), ways);
}

/// The last solution is forgotten.
fn drop_last(_: &Problem, question: Question, solutions: &mut Vec<Solution>, answer: &mut Answer) {
    if solutions.pop().is_some() && question != Question::Count {
        answer.count = solutions.len().into();
        if solutions.is_empty() {
            answer.status = Status::Unsatisfiable;
            answer.complete = true;
        }
    }
}

/// One solution more is counted than there is.
fn count_one_more(_: &Problem, question: Question, _: &mut Vec<Solution>, answer: &mut Answer) {
    if question == Question::Count || question == Question::One {
        answer.count += 1u8;
    }
}

/// A move, and the same move again, which undoes it: a way, though not a shortest one.
fn make_a_detour(
    problem: &Problem,
    _: Question,
    solutions: &mut Vec<Solution>,
    answer: &mut Answer,
) {
    if problem.model().is_none() {
        for solution in solutions {
            solution.0.extend([0, 0]);
        }
        answer.best = answer.best.map(|length| length + 2);
    }
}

#[test]
fn a_copy_of_each_way_that_miscounts_is_caught_by_the_comparison() {
    on_instances(|case, known, way, context| {
        let is_caught = |change: Change| {
            let copy = changed(way, change);
            compare(known, &copy, case.only_one).is_err()
        };
        assert!(is_caught(count_one_more), "{context}: one more");
        if !known.answers.is_empty() {
            assert!(is_caught(drop_last), "{context}: the last one dropped");
            if known.problem.model().is_none() {
                assert!(is_caught(make_a_detour), "{context}: a detour");
            }
        }
    });
}
