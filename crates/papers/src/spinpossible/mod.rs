//! What Heule and Mayer-Eichberger's draft leaves as headings: its table of
//! bounds (section 7) and its experiments (section 6), filled.
//!
//! The draft publishes no figures of its own but three: the number of boards,
//! the number of spins, and the length of its example.

mod benchmark;
mod bounds;
mod card;

use serde_json::{Value, json};
use tantalizer_model::Limits;

use self::bounds::god_number_bounds;
use self::card::{COMPUTED, Computed};
use crate::{Experiment, Reproduced, Row, Settings, Verdict};
use tantalizer_puzzles::spinpossible::{Board, KIND, Rules, Solver, SpinSpace};
use tantalizer_states::{BuildOptions, StateSpace, build};

/// How the experiments of Spinpossible are registered.
pub static EXPERIMENT: Experiment = Experiment {
    puzzle: "spinpossible",
    source: "Heule and Mayer-Eichberger, Encoding the Spinpossible Puzzle in SAT, 2011",
    run: reproduce,
};

/// The sizes of the table of bounds.
const SIZES: [(usize, usize); 15] = [
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (1, 7),
    (1, 8),
    (1, 9),
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 3),
    (2, 6),
    (3, 4),
    (4, 4),
];
/// The distances of the benchmark, and those of the full one.
const DISTANCES: std::ops::RangeInclusive<usize> = 3..=5;
const ALL_DISTANCES: std::ops::RangeInclusive<usize> = 1..=7;
/// Random boards of 4x4, and how many in full.
const FOUR_BY_FOUR: usize = 1;
const ALL_FOUR_BY_FOUR: usize = 5;

fn reproduce(settings: &Settings) -> Reproduced {
    let watch = settings.limits.start();
    let (distances, large) = if settings.full {
        (ALL_DISTANCES, ALL_FOUR_BY_FOUR)
    } else {
        (DISTANCES, FOUR_BY_FOUR)
    };
    let mut rows = vec![
        boards_of_three_by_three(),
        spins_of_three_by_three(),
        example(),
    ];
    let steps = (SIZES.len() + COMPUTED.len() + distances.clone().count() + 2) as f64;
    let mut done = 0.0;
    let mut step = || {
        done += 1.0;
        (settings.progress)(done / steps);
    };
    for (size_rows, size_cols) in SIZES {
        if watch.expired().is_some() {
            break;
        }
        rows.extend(bounds(size_rows, size_cols));
        step();
    }
    for computed in COMPUTED {
        if watch.expired().is_some() {
            break;
        }
        rows.push(by_a_card(computed, settings.full));
        step();
    }
    rows.extend(benchmark::random_three_by_three(settings.seed, &watch));
    step();
    for distance in distances {
        rows.extend(benchmark::rows(distance, settings.seed, &watch));
        step();
    }
    rows.extend(benchmark::random_four_by_four(large, settings.seed, &watch));
    step();
    Reproduced {
        rows,
        plots: Vec::new(),
    }
}

/// A God's number beyond what a table here can hold: computed once, checked as far as can be done in a moment.
fn by_a_card(computed: &Computed, full: bool) -> Row {
    let radius = if full { 4 } else { 3 };
    let god_number = computed.checked_god_number(radius);
    let farthest = computed.by_distance.last().copied().unwrap_or_default();
    Row {
        note: format!(
            "computed once, by `states spinpossible --gpu`, on an NVIDIA H200; checked now: the levels add up to all boards, and \
             those up to distance {radius} are those of plain search; {farthest} boards are that far"
        ),
        ..row(
            format!("section 7: God's number of {}", computed.name()),
            Value::Null,
            json!(god_number),
            "spins",
        )
    }
}

fn row(experiment: String, published: Value, measured: Value, unit: &'static str) -> Row {
    let verdict = match (&published, &measured) {
        (Value::Null, _) => Verdict::NotComparable,
        (published, measured) if published == measured => Verdict::Same,
        _ => Verdict::Different,
    };
    Row {
        puzzle: KIND.name,
        experiment,
        published,
        measured,
        unit,
        verdict,
        note: String::new(),
    }
}

fn three_by_three() -> Option<Rules> {
    Rules::new(3, 3, true).ok()
}

/// "There are 2^9 · 9! different boards."
fn boards_of_three_by_three() -> Row {
    let boards = three_by_three().and_then(SpinSpace::new).map(|s| s.len());
    let published = (512u64 * 362_880).to_string();
    Row {
        note: "its general formula should read 2^(nm) (nm)!".into(),
        ..row(
            "section 8: boards of 3x3".into(),
            json!(published),
            json!(boards.map(|boards| boards.to_string())),
            "boards",
        )
    }
}

fn spins_of_three_by_three() -> Row {
    let spins = three_by_three().map(|rules| rules.spins().len());
    row(
        "section 3: spins of 3x3".into(),
        json!(36),
        json!(spins),
        "spins",
    )
}

fn example() -> Row {
    let watch = Limits::none().start();
    let counted = "9 2 3\n4 5 6\n7 8 1"
        .parse::<Board>()
        .ok()
        .and_then(|board| Solver::new(board.rules(true)).count(&board, &watch).ok());
    let mut row = row(
        "section 1: shortest solution of the example".into(),
        json!(3),
        json!(counted.map(|(length, _)| length)),
        "spins",
    );
    if let Some((_, ways)) = counted {
        row.note = format!("one of {ways}");
    }
    row
}

/// A row of the table of bounds.
fn bounds(rows: usize, cols: usize) -> Option<Row> {
    let found = god_number_bounds(rows, cols)?;
    let (measured, note) = if found.lower == found.upper {
        (json!(found.lower), String::from("all boards"))
    } else {
        (
            json!(format!("{} to {}", found.lower, found.upper)),
            String::from("below: sequences counted; above: line by line"),
        )
    };
    let name = format!("section 7: farthest boards of {rows}x{cols}");
    let mut row = row(name, Value::Null, measured, "spins");
    row.note = note;
    if found.lower == found.upper
        && let Some(more) = without_single_spins(rows, cols)
    {
        row.note += &more;
    }
    row.note = format!("no figure published; {}", row.note);
    Some(row)
}

/// The same without single spins.
fn without_single_spins(rows: usize, cols: usize) -> Option<String> {
    let space = SpinSpace::new(Rules::new(rows, cols, false).ok()?)?;
    let table = build(&space, &BuildOptions::default()).ok()?;
    let mut note = format!("; {} without single spins", table.god_number());
    if table.reachable() < table.states() {
        note += &format!(
            ", where {} of {} can be solved",
            table.reachable(),
            table.states()
        );
    }
    Some(note)
}
