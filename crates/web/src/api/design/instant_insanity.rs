//! Sets of cubes or prisms: by chance, or with the fewest towers.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use serde_json::json;
use std::time::Instant;
use tantalizer_design::{Progress, SurveyOptions, Told as _, histogram_json, survey};
use tantalizer_puzzle::Puzzle;
use tantalizer_puzzles::instant_insanity::design::{PieceSets, SetParameters, Towers};
use tantalizer_puzzles::instant_insanity::{Recipe, Rule, generate};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let pieces = fields.size("cubes", 1..=1000, 4)?;
    let towers = fields.word("minimise", &["adiis", "aeiis", "both"])?;
    let recipe = fields.word("generate", &["solvable", "random", "balanced"])?;
    let parameters = SetParameters {
        pieces,
        colours: fields.size("colours", 1..=255, pieces)?,
        sides: fields.number("sides", 3..=1000)?.map(|n| n as usize),
        any_colouring: fields.flag("any_colouring")?,
        distinct: fields.flag("distinct")?,
        towers: match towers {
            Some("adiis") => Towers::Adiis,
            Some("aeiis") => Towers::Aeiis,
            _ => Towers::Both,
        },
    };
    let histogram = fields.flag("histogram")?;
    let limits = fields.limits(&told.cancel)?;
    let seed = fields.seed()?;
    fields.finish()?;
    let bad = |error: &dyn std::fmt::Display| ApiError::Bad(error.to_string());
    if let Some(recipe) = recipe {
        let rule = match towers {
            Some("aeiis") => Rule::EQUAL,
            _ => Rule::AllDifferent,
        };
        let recipe = match recipe {
            "solvable" => Recipe::Solvable,
            "random" => Recipe::Random,
            _ => Recipe::Balanced,
        };
        let shape = parameters.shape();
        let made = generate(shape, pieces, parameters.colours, rule, recipe, seed);
        return Ok(made.map_err(|error| bad(&error))?.to_json().to_string());
    }
    if towers.is_none() {
        return Err(ApiError::Bad("expected `minimise` or `generate`".into()));
    }
    let family = PieceSets::new(parameters).map_err(|error| bad(&error))?;
    let mut progress = |progress: Progress| {
        told.progress(|| {
            json!({
                "fraction": progress.done as f64 / progress.units.max(1) as f64,
                "orbits": progress.orbits,
            })
        });
    };
    let options = SurveyOptions {
        limits,
        progress: Some(&mut progress),
        ..SurveyOptions::default()
    };
    let (survey, _) = survey(&family, options).map_err(|error| bad(&error))?;
    let mut object = family.tell(&survey).json;
    if histogram {
        let bars = histogram_json(&family.histogram(&survey));
        object.insert("histogram".into(), bars);
    }
    if !survey.is_complete() {
        let part = json!({ "done": survey.done.len(), "units": survey.units });
        object.insert("part".into(), part);
    }
    object.insert("seconds".into(), json!(start.elapsed().as_secs_f64()));
    Ok(serde_json::to_string(&object)?)
}
