//! What is said of the distances of all states.

use crate::states::AllStates;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write;
use tantalizer_states::DistanceTable;

/// The object of `states FILE --json`.
#[derive(Debug, Serialize)]
pub struct StatesReport {
    /// Which kind of puzzle.
    pub puzzle: String,
    /// Which states.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
    /// How many there are.
    pub boards: String,
    /// How many of them can be solved.
    pub reachable: String,
    /// How far the farthest are.
    pub god_number: u32,
    /// How many there are at each distance.
    pub by_distance: Vec<String>,
    /// The mean distance.
    pub mean: f64,
    /// Some of the farthest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farthest: Option<Vec<Value>>,
    /// What the search works in.
    pub memory_bytes: u64,
    /// How long it took.
    pub seconds: f64,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    shown: Vec<String>,
}

impl StatesReport {
    /// What a table says, with the first few of the farthest states if wanted.
    pub fn new(
        puzzle: &str,
        states: &dyn AllStates,
        table: &DistanceTable,
        farthest: Option<usize>,
        seconds: f64,
    ) -> StatesReport {
        let some = farthest.map(|count| states.farthest(table, count));
        let (values, shown) = some.iter().flatten().cloned().unzip();
        let reachable = table.reachable().to_string();
        StatesReport {
            puzzle: puzzle.to_string(),
            fields: states.fields().clone(),
            boards: states
                .boards()
                .map_or(reachable.clone(), |boards| boards.to_string()),
            reachable,
            god_number: table.god_number(),
            by_distance: table.by_distance().iter().map(u64::to_string).collect(),
            mean: table.mean(),
            farthest: farthest.map(|_| values),
            memory_bytes: states.memory(),
            seconds,
            title: states.title().to_string(),
            shown,
        }
    }

    /// The same for people.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {} positions\n", self.title, self.boards);
        if self.reachable != self.boards {
            text += &format!("{} of them can be solved\n", self.reachable);
        }
        // Writing to a text cannot fail.
        let _ = writeln!(text, "\ndistance  positions");
        for (distance, boards) in self.by_distance.iter().enumerate() {
            let _ = writeln!(text, "{distance:8}  {boards}");
        }
        let (god_number, mean) = (self.god_number, self.mean);
        let _ = writeln!(text, "\nGod's number {god_number}, mean distance {mean:.4}");
        let megabytes = self.memory_bytes as f64 / f64::from(1 << 20);
        let _ = writeln!(text, "{:.2} s, {megabytes:.0} MB", self.seconds);
        for state in &self.shown {
            let _ = write!(text, "\n{state}");
        }
        text
    }
}
