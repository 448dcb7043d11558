//! Designs of every kind by name: those in Rust have a designer, those that are models get clues.

use crate::files::{Failure, input, meant};
use crate::minizinc::kind::{self, ModelKind};
use crate::model::Request;
use crate::puzzle::Kind;
use crate::puzzle::design::{DesignError, DesignProgress, Designer, Made, Wishes};
use crate::puzzles::KINDS;
use std::path::{Path, PathBuf};

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
        let file = format!("{name}.mzn");
        let hint = if Path::new(&file).is_file() {
            format!("did you mean the model `{file}`?")
        } else {
            let known = designers().map(|(kind, _)| kind.name.to_string());
            let models = kind::kinds(folders).into_iter().map(|kind| kind.name);
            let expected = "expected a kind (tantalizer list tells them) or a .mzn model";
            meant(name, known.chain(models)).unwrap_or_else(|| expected.to_string())
        };
        Failure::Usage(format!("nothing called `{name}` can be designed; {hint}"))
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
    let blank = input::of_kind(kind.blank(data, assignments, &request.limits))?;
    input::of_kind(blank.design(wishes, request, head, told))
}
