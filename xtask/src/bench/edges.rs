//! Edge matching: sets of Colors with one solution, from easy to where it gets hard.
//!
//! Few colours make the set hard: with about one picture in all that can be laid from random pieces, nothing prunes the search.
//! A board of side n is hardest near the smallest number of colours that still leaves one solution.

use super::ours::{ENGINES, binary};
use super::peers::Peer;
use super::process::{output_of, seconds};
use super::question::Ask;
use super::{Settings, side_by_side};
use crate::run::{root, timed};
use std::fmt::Write as _;

/// Board side and colours.
const SETS: [(usize, usize); 11] = [
    (4, 6),
    (5, 6),
    (6, 8),
    (6, 6),
    (7, 8),
    (7, 7),
    (8, 10),
    (8, 8),
    (8, 7),
    (10, 10),
    (12, 12),
];

/// The table: ours, our engines on the plain model, and the peers.
pub fn table(settings: Settings) -> Result<String, String> {
    let engines = ENGINES.join(" | ");
    let peers: Vec<&str> = Peer::ALL.iter().map(|peer| peer.name()).collect();
    let columns = ENGINES.len() + peers.len();
    let mut text = format!(
        "\n## Edge matching\n\nSets of `tantalizer design colors --rows N --cols N --colours C --seed 1`, all solutions: the four turns \
         of one. `auto` lays the pieces; the other columns solve the model. A dash: not within the limit, or not asked for all solutions.\n\n\
         | side | colours | {engines} | {} |\n|---:|---:|{}\n",
        peers.join(" | "),
        "---:|".repeat(columns),
    );
    for (side, colours) in SETS {
        let name = format!("edges {side}x{side}, {colours} colours");
        let row = timed(&name, || set(side, colours, settings))?;
        let ours = ENGINES.iter().map(|name| row.engines.get(*name));
        let theirs = row.peers.iter().map(|(_, answer)| answer.as_ref());
        let cells: Vec<String> = ours
            .chain(theirs)
            .map(|answer| answer.map_or("-".into(), |answer| seconds(answer.seconds)))
            .collect();
        let missing = " | -".repeat(columns - cells.len());
        let _ = writeln!(
            text,
            "| {side} | {colours} | {}{missing} |",
            cells.join(" | ")
        );
    }
    Ok(text)
}

fn set(side: usize, colours: usize, settings: Settings) -> Result<side_by_side::Row, String> {
    let file = root().join(format!("bench/results/edges-{side}-{colours}.json"));
    let (out, side, colours) = (
        file.display().to_string(),
        side.to_string(),
        colours.to_string(),
    );
    let size = ["--rows", &side, "--cols", &side, "--colours", &colours];
    let how = ["--seed", "1", "--quiet", "--out", &out];
    output_of(&[&[&*binary(), "design", "colors"][..], &size, &how].concat())?;
    side_by_side::row(&file, Ask::All, &ENGINES, settings)
}
