//! The published experiment: all solutions of a set of 16 pieces, and the proof that a changed set has none.

use crate::{Experiment, Reproduced, Row, Settings, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Instant;
use tantalizer_ask::Inquiry;
use tantalizer_model::{Collect, Question, Request, Silent};
use tantalizer_puzzle::{Document, Flags, Puzzle};
use tantalizer_puzzles::colors::{Colors, KIND};

/// How the experiment of Colors is registered.
pub static EXPERIMENT: Experiment = Experiment {
    puzzle: "colors",
    source: "Patrick Wenger, Colors Revisited: ein Lösungsansatz, 2022",
    run: reproduce,
};

const PUBLISHED_SET: &str = include_str!("../../../examples/colors.toml");
const CHANGED_SET: &str = include_str!("../../../examples/colors-refuted.toml");

/// The four printed solutions, in the order of printing.
const PRINTED: [[&str; 8]; 4] = [
    [
        "ORRYYRRN", "GGGBBOOR", "GGGBBOOR", "NOOGGRRY", "NOOGGRRY", "NYYNNBBO", "NYYNNBBO",
        "RBBGGGGN",
    ],
    [
        "RNNNNGGO", "BYYOOGGR", "BYYOOGGR", "GNNGGBBY", "GNNGGBBY", "GBBRROOR", "GBBRROOR",
        "NOOYYRRN",
    ],
    [
        "NGGGGBBR", "OBBNNYYN", "OBBNNYYN", "YRRGGOON", "YRRGGOON", "ROOBBGGG", "ROOBBGGG",
        "NRRYYRRO",
    ],
    [
        "NRRYYOON", "ROORRBBG", "ROORRBBG", "YBBGGNNG", "YBBGGNNG", "RGGOOYYB", "RGGOOYYB",
        "OGGNNNNR",
    ],
];

/// Seconds with Chuffed, as printed: until the first solution, the last, the end, and until the changed set was refuted.
const PRINTED_SECONDS: [f64; 4] = [28.26, 60.45, 70.10, 96.46];

fn reproduce(settings: &Settings) -> Reproduced {
    let mut rows = Vec::new();
    let text = |row: &&str| row.to_string();
    let printed: BTreeSet<Vec<String>> = PRINTED
        .iter()
        .map(|rows| rows.iter().map(text).collect())
        .collect();
    if let Some(found) = ask(PUBLISHED_SET, settings) {
        let shared = found.fields.intersection(&printed).count();
        rows.push(counted(
            "solutions of the published set",
            4,
            found.fields.len(),
            "solutions",
        ));
        if let Some(up_to_turns) = found.up_to_turns {
            rows.push(counted(
                "solutions up to turns of the board",
                1,
                up_to_turns,
                "solutions",
            ));
        }
        rows.push(counted(
            "printed solutions that are among ours",
            printed.len(),
            shared,
            "solutions",
        ));
        let first = found.first_seconds.unwrap_or(found.seconds);
        let last = found.last_seconds.unwrap_or(found.seconds);
        rows.push(timed(
            "time to the first solution",
            PRINTED_SECONDS[0],
            first,
        ));
        rows.push(timed("time to the last solution", PRINTED_SECONDS[1], last));
        rows.push(timed(
            "time to all solutions",
            PRINTED_SECONDS[2],
            found.seconds,
        ));
    }
    (settings.progress)(0.5);
    if let Some(found) = ask(CHANGED_SET, settings) {
        rows.push(counted(
            "solutions of the changed set",
            0,
            found.fields.len(),
            "solutions",
        ));
        rows.push(timed(
            "time to refute the changed set",
            PRINTED_SECONDS[3],
            found.seconds,
        ));
    }
    (settings.progress)(1.0);
    Reproduced {
        rows,
        plots: Vec::new(),
    }
}

/// What laying the pieces gave.
struct Found {
    fields: BTreeSet<Vec<String>>,
    up_to_turns: Option<usize>,
    first_seconds: Option<f64>,
    last_seconds: Option<f64>,
    seconds: f64,
}

/// All solutions of a set, as `tantalizer solve --all` finds them; nothing if a limit came first.
fn ask(file: &str, settings: &Settings) -> Option<Found> {
    let document = Document::parse("published set", file).ok()?;
    let puzzle = Colors::read(&document).ok()?;
    let request = Request {
        limits: settings.limits.clone(),
        ..Request::new(Question::All { limit: None })
    };
    let mut found = Collect::default();
    let start = Instant::now();
    let mut inquiry = Inquiry::new(puzzle.pose(&Flags::new()).ok()?);
    let answer = inquiry.ask(&request, &mut found).ok()?;
    let seconds = start.elapsed().as_secs_f64();
    if !answer.complete {
        return None;
    }
    let up_to = request.with_question(Question::UpTo { symmetry: 0 });
    let up_to = inquiry.ask(&up_to, &mut Silent).ok();
    let up_to_turns = up_to
        .filter(|answer| answer.complete)
        .map(|answer| answer.count);
    let fields = |solution| -> Vec<String> {
        let json = puzzle.solution_json(solution, None);
        let rows = json["fields"].as_array().cloned().unwrap_or_default();
        rows.iter()
            .filter_map(Value::as_str)
            .map(str::to_string)
            .collect()
    };
    Some(Found {
        fields: found.solutions.iter().map(fields).collect(),
        up_to_turns: up_to_turns.and_then(|count| usize::try_from(count).ok()),
        first_seconds: answer.statistics.first_solution_seconds,
        last_seconds: answer.statistics.last_solution_seconds,
        seconds,
    })
}

fn counted(experiment: &str, published: usize, measured: usize, unit: &'static str) -> Row {
    Row {
        puzzle: KIND.name,
        experiment: experiment.into(),
        published: json!(published),
        measured: json!(measured),
        unit,
        verdict: if published == measured {
            Verdict::Same
        } else {
            Verdict::Different
        },
        note: String::new(),
    }
}

fn timed(experiment: &str, published: f64, measured: f64) -> Row {
    Row {
        puzzle: KIND.name,
        experiment: experiment.into(),
        published: json!(published),
        // Microseconds are enough.
        measured: json!((measured * 1e6).round() / 1e6),
        unit: "s",
        verdict: Verdict::NotComparable,
        note: "another machine, and the pieces laid instead of the MiniZinc model given to Chuffed; for that model see \
               examples/colors_revisited.mzn"
            .into(),
    }
}
