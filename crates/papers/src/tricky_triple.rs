//! The published experiments, on boards of ours: the paper prints none of its nine.
//!
//! Its Fig. 7 gives the time to the first solution by size and level, its Fig. 8 by labelling strategy. A row here is one of
//! these figures beside ours, by the engine `search` with the same strategy; the note adds nodes and failures, and
//! the time of the paper's own way to state the rules.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tantalizer_ask::ask;
use tantalizer_draw::Plot;
use tantalizer_model::{Answer, Limits, Question, Request, Silent, Strategy, VariableChoice};

use crate::{Experiment, Reproduced, Row, Settings, Verdict};
use tantalizer_puzzles::tricky_triple::{Formulation, KIND, library};

/// How the experiments are registered.
pub static EXPERIMENT: Experiment = Experiment {
    puzzle: "tricky-triple",
    source: "Dantas and Cunha, Tricky Triple, 2021",
    run: reproduce,
};

/// Fig. 7: seconds for the first solution, by size and level; those beyond 6x6 are ours alone.
const BY_SIZE: [(&str, [Published; 3]); 5] = [
    ("4x4", [Published::Instantly; 3]),
    (
        "5x5",
        [
            Published::Seconds(2.55),
            Published::Seconds(9.82),
            Published::Seconds(6.76),
        ],
    ),
    ("6x6", [Published::OverFiveMinutes; 3]),
    ("10x10", [Published::Nothing; 3]),
    ("20x20", [Published::Nothing; 3]),
];

/// Fig. 8: seconds on the 5x5 boards of levels 1 to 3, by labelling strategy.
const BY_STRATEGY: [(VariableChoice, [f64; 3]); 7] = [
    (VariableChoice::Leftmost, [2.55, 9.82, 6.76]),
    (VariableChoice::Min, [2.72, 9.29, 6.58]),
    (VariableChoice::Max, [2.33, 9.22, 6.29]),
    (VariableChoice::FirstFail, [2.86, 8.88, 6.42]),
    (VariableChoice::FirstFailConstrained, [2.78, 9.41, 6.50]),
    (VariableChoice::AntiFirstFail, [2.65, 9.83, 6.24]),
    (VariableChoice::MaxRegret, [2.89, 9.02, 6.33]),
];

/// The levels of our boards, for levels 1 to 3.
const LEVELS: [&str; 3] = ["easy", "medium", "hard"];

/// A run is stopped after so many seconds.
const MOST_SECONDS: f64 = 10.0;

#[derive(Clone, Copy)]
enum Published {
    Instantly,
    Seconds(f64),
    OverFiveMinutes,
    Nothing,
}

impl Published {
    fn value(self) -> Value {
        match self {
            Published::Instantly => json!("inst."),
            Published::Seconds(seconds) => json!(seconds),
            Published::OverFiveMinutes => json!("> 300"),
            Published::Nothing => Value::Null,
        }
    }
}

fn reproduce(settings: &Settings) -> Reproduced {
    let watch = settings.limits.start();
    let mut jobs: Vec<(String, &str, &str, Published, VariableChoice)> = Vec::new();
    for (size, published) in BY_SIZE {
        for (level, published) in (1..).zip(published) {
            let name = format!("Fig. 7, {size}, level {level}");
            let board = LEVELS[level - 1];
            jobs.push((name, size, board, published, VariableChoice::Leftmost));
        }
    }
    for size in ["5x5", "6x6"] {
        for (strategy, seconds) in BY_STRATEGY {
            for (level, seconds) in (1..).zip(seconds) {
                // The larger boards are published for one strategy only, in Fig. 7.
                let published = match size {
                    "5x5" => Published::Seconds(seconds),
                    _ => Published::Nothing,
                };
                let name = format!("Fig. 8, {size}, level {level}, {}", strategy.name());
                jobs.push((name, size, LEVELS[level - 1], published, strategy));
            }
        }
    }
    let mut rows = Vec::new();
    let mut bars = Vec::new();
    let all = jobs.len() as f64;
    for (number, (experiment, size, level, published, strategy)) in jobs.into_iter().enumerate() {
        if watch.expired().is_some() {
            break;
        }
        let limits = settings.limits.clone();
        let board = format!("tricky-triple/{size}-{level}");
        if let Some(row) = row(
            experiment,
            &board,
            published,
            strategy,
            settings.seed,
            &limits,
        ) {
            if let (Some(seconds), "5x5") = (row.measured.as_f64(), size)
                && row.experiment.starts_with("Fig. 8")
            {
                bars.push((format!("{} {level}", strategy.name()), seconds));
            }
            rows.push(row);
        }
        (settings.progress)((number + 1) as f64 / all);
    }
    let mut plot = Plot::bars(
        "First solution of the 5x5 boards, by labelling strategy",
        bars,
    );
    plot.y.label = "seconds".into();
    Reproduced {
        rows,
        plots: vec![plot.into()],
    }
}

/// One figure; none if a limit of the whole was reached meanwhile.
fn row(
    experiment: String,
    board: &str,
    published: Published,
    strategy: VariableChoice,
    seed: u64,
    limits: &Limits,
) -> Option<Row> {
    let watch = limits.start();
    let first = |formulation| first_solution(board, formulation, strategy, seed, limits);
    let (seconds, answer) = first(Formulation::Table)?;
    let (their_seconds, theirs) = first(Formulation::ChoicePoints)?;
    if watch.expired().is_some() {
        return None;
    }
    let shown = |seconds: f64, answer: &Answer| match answer.count.bits() {
        0 => json!(format!("> {MOST_SECONDS}")),
        _ => json!((seconds * 1e6).round() / 1e6),
    };
    let figure = |value: Option<u64>| value.unwrap_or(0);
    let unpublished = match published {
        Published::Nothing => "no figure published; ",
        _ => "",
    };
    Some(Row {
        puzzle: KIND.name,
        experiment,
        published: published.value(),
        measured: shown(seconds, &answer),
        unit: "s",
        verdict: Verdict::NotComparable,
        note: format!(
            "{unpublished}board {board}; {} nodes, {} failures; with the rules as choice points {} s, {} nodes, {} failures",
            figure(answer.statistics.nodes),
            figure(answer.statistics.failures),
            shown(their_seconds, &theirs).to_string().trim_matches('"'),
            figure(theirs.statistics.nodes),
            figure(theirs.statistics.failures),
        ),
    })
}

/// The time to the first solution, as everybody asks for it.
fn first_solution(
    board: &str,
    formulation: Formulation,
    strategy: VariableChoice,
    seed: u64,
    limits: &Limits,
) -> Option<(f64, Answer)> {
    let puzzle = library::read(library::board(board)?).ok()?;
    let request = Request {
        strategy: Some(Strategy::new(strategy)),
        seed,
        limits: limits.within(Some(Duration::from_secs_f64(MOST_SECONDS))),
        // What is written is compared, and simplifying would make tables of all of it.
        presolve: false,
        ..Request::new(Question::One)
    };
    let start = Instant::now();
    let model = puzzle.formulated(formulation).ok()?;
    let answer = ask(model, &request, &mut Silent).ok()?;
    Some((start.elapsed().as_secs_f64(), answer))
}
