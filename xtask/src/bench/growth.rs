//! How the cost grows with the size: ours and the best peer's, puzzle by puzzle.

use super::ours::binary;
use super::process::{output_of, seconds};
use super::question::Ask;
use super::{Settings, side_by_side};
use crate::run::{root, timed};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use tantalizer_draw::{Drawing, Plot, PlotKind, Series};

/// A puzzle at growing sizes.
struct Curve {
    /// The name of the picture.
    name: &'static str,
    title: &'static str,
    /// What grows.
    size: &'static str,
    sizes: &'static [usize],
    ask: Ask,
    /// The puzzle file of a size.
    instance: fn(usize) -> Result<String, String>,
}

const CURVES: &[Curve] = &[
    Curve {
        name: "tricky-triple",
        title: "Tricky Triple: counting the empty board",
        size: "board side",
        sizes: &[3, 4, 5, 6, 7, 8, 9, 10, 11],
        ask: Ask::Count,
        instance: |side| {
            let row = vec!["."; side].join(" ") + "\n";
            Ok(toml("tricky-triple", &row.repeat(side)))
        },
    },
    Curve {
        name: "instant-insanity",
        title: "Instant Insanity: cubes with a hidden tower, first solution",
        size: "number of cubes",
        sizes: &[4, 8, 12, 16, 20, 24, 28, 40, 50, 60],
        ask: Ask::One,
        instance: |cubes| {
            let (binary, cubes) = (binary(), cubes.to_string());
            let recipe = ["--generate", "solvable", "--seed", "1", "--cubes", &cubes];
            output_of(&[&[&*binary, "design", "instant-insanity"][..], &recipe].concat())
        },
    },
    Curve {
        name: "spinpossible",
        title: "Spinpossible: shortest solution of a board at distance 4",
        size: "tiles",
        sizes: &[4, 6, 8, 9, 10, 12],
        ask: Ask::One,
        instance: |tiles| {
            let (rows, cols) = match tiles {
                4 => ("2", "2"),
                6 => ("2", "3"),
                8 => ("2", "4"),
                9 => ("3", "3"),
                10 => ("2", "5"),
                _ => ("3", "4"),
            };
            let size = ["--rows", rows, "--cols", cols, "--distance", "4"];
            design(&[&["spinpossible"][..], &size].concat())
        },
    },
    Curve {
        name: "colors",
        title: "Colors: a set with one solution, all solutions",
        size: "board side",
        sizes: &[3, 4, 5, 6, 7, 8],
        ask: Ask::All,
        instance: |side| {
            let side = side.to_string();
            // Ten colours leave a set of any of these sizes a single solution, and the search something to do.
            let size = ["--rows", &side, "--cols", &side, "--colours", "10"];
            design(&[&["colors"][..], &size].concat())
        },
    },
    Curve {
        name: "set",
        title: "SET: all sets of a deal",
        size: "cards",
        sizes: &[9, 12, 21, 30, 45, 60, 81],
        ask: Ask::All,
        instance: |cards| {
            let deck: Vec<String> = (0..81usize)
                // Multiplying by 52, which has no factor 3, deals the deck in another order.
                .map(|card| format!("{:?}", card_name(card * 52 % 81)))
                .take(cards)
                .collect();
            Ok(format!(
                "{{\"puzzle\":\"set\",\"cards\":[{}]}}",
                deck.join(",")
            ))
        },
    },
];

/// All curves: a table and a picture each.
pub fn curves(settings: Settings) -> Result<String, String> {
    let mut text = String::from(
        "\n## Growth\n\nOurs with `auto`, beside the best of the peers at each size. A curve ends where the limit is reached.\n",
    );
    for curve in CURVES {
        text.push_str(&timed(curve.name, || draw(curve, settings))?);
    }
    Ok(text)
}

fn draw(curve: &Curve, settings: Settings) -> Result<String, String> {
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut text = format!(
        "\n### {}\n\n| {} | answers | ours | best peer | ratio |\n|---:|---:|---:|---:|---:|\n",
        curve.title, curve.size
    );
    for &size in curve.sizes {
        let file = instance_file(curve, size)?;
        let row = side_by_side::row(&file, curve.ask, &["auto"], settings)?;
        let Some(answer) = row.engines.get("auto") else {
            break;
        };
        let peer = row.best_peer_seconds();
        ours.push((size as f64, answer.seconds));
        theirs.extend(peer.map(|seconds| (size as f64, seconds)));
        let _ = writeln!(
            text,
            "| {size} | {} | {} | {} | {} |",
            answer.count,
            seconds(answer.seconds),
            peer.map_or("-".into(), seconds),
            peer.map_or("-".into(), |peer| format!("{:.1}", peer / answer.seconds)),
        );
    }
    let mut plot = Plot::new(PlotKind::Lines, curve.title);
    plot.x.label = curve.size.into();
    plot.y.label = "seconds".into();
    plot.y.logarithmic = true;
    for (name, points) in [("Tantalizer", ours), ("best peer", theirs)] {
        plot.series.push(Series {
            name: name.into(),
            points,
        });
    }
    let picture = format!("images/growth-{}.svg", curve.name);
    let path = root().join("docs").join(&picture);
    fs::create_dir_all(root().join("docs/images")).map_err(|error| error.to_string())?;
    fs::write(&path, Drawing::Plot(plot).to_svg())
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let _ = writeln!(text, "\n![{}]({picture})", curve.title);
    Ok(text)
}

fn instance_file(curve: &Curve, size: usize) -> Result<PathBuf, String> {
    let text = (curve.instance)(size)?;
    let extension = if text.starts_with('{') {
        "json"
    } else {
        "toml"
    };
    let name = format!("bench/results/{}-{size}.{extension}", curve.name);
    let path = root().join(name);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn toml(puzzle: &str, board: &str) -> String {
    format!("puzzle = \"{puzzle}\"\nboard = \"\"\"\n{board}\"\"\"\n")
}

/// An instance made by our own designer, always the same.
fn design(what: &[&str]) -> Result<String, String> {
    let out = root().join("bench/results/instance.toml");
    let out = out.display().to_string();
    let binary = binary();
    let how = ["--seed", "1", "--quiet", "--out", &out];
    output_of(&[&[&*binary, "design"][..], what, &how].concat())?;
    fs::read_to_string(&out).map_err(|error| format!("{out}: {error}"))
}

fn card_name(card: usize) -> String {
    let letter = |letters: &str, place: usize| letters.chars().nth(card / place % 3);
    [("123", 27), ("rgp", 9), ("sfe", 3), ("sod", 1)]
        .iter()
        .filter_map(|&(letters, place)| letter(letters, place))
        .collect()
}
