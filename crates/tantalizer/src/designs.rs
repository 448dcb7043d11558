//! Designs of every kind by name: those in Rust have a designer, those that are models get clues.

use crate::files::{Failure, input};
use crate::minizinc::kind::{self, ModelKind};
use crate::model::Request;
use crate::puzzle::Kind;
use crate::puzzle::clued::{FEWEST, SOLUTION, Task};
use crate::puzzle::design::{DesignError, DesignProgress, Designer, Made, Wishes};
use crate::puzzles::KINDS;
use std::path::{Path, PathBuf};

/// After so many solutions in vain, the wish is given up.
const MOST_ATTEMPTS: u64 = 500;

/// The kinds that have a designer of their own.
pub fn designers() -> impl Iterator<Item = (&'static Kind, &'static Designer)> {
    KINDS.iter().filter_map(|kind| Some((*kind, kind.design?)))
}

/// The kind that is a model: by its name, or by its file.
pub fn model_kind(name: &str, folders: &[PathBuf]) -> Result<ModelKind, Failure> {
    if name.ends_with(".mzn") {
        return Ok(ModelKind::open(Path::new(name))?);
    }
    kind::find(name, folders).ok_or_else(|| {
        let known = designers().map(|(kind, _)| kind.name.to_string());
        let models = kind::kinds(folders).into_iter().map(|kind| kind.name);
        let known: Vec<String> = known.chain(models).collect();
        let known = known.join(", ");
        Failure::Usage(format!(
            "nothing called `{name}` can be designed, expected one of {known}, or a .mzn model"
        ))
    })
}

/// Designs clues for a kind that is a model, such that there is exactly one solution. `head` is the command that makes the same puzzle.
pub fn clues(
    kind: &ModelKind,
    (data, assignments): (&[PathBuf], &[String]),
    wishes: &Wishes,
    request: &Request,
    head: &str,
    told: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Result<Made, DesignError>, Failure> {
    let name = &kind.name;
    let blank = input::of_kind(kind.blank(data, assignments, &request.limits))?;
    if !blank.has_clues() {
        let message = format!("{name} has no clues to design: its model never says `tz_clue`");
        return Err(Failure::Usage(message));
    }
    if blank.has_hints() && wishes.has(FEWEST.name) {
        let message = format!("--fewest-clues: the hints of {name} are always told in full");
        return Err(Failure::Usage(message));
    }
    let solution = wishes
        .puzzle(SOLUTION.name)
        .map(|document| blank.solution(document, &request.limits));
    let task = Task {
        blank: &blank,
        solution: solution.map(input::of_kind).transpose()?,
        wishes,
        request,
        attempts: 0..MOST_ATTEMPTS,
    };
    Ok(task.make(head, told))
}
