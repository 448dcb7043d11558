//! How the findings of a family are told: to programs, to people, and as a picture.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};
use tantalizer_draw::{Axis, Drawing, Plot};
use tantalizer_model::Limits;

use crate::{Choices, Family, Finding, Progress, StoreError, Survey, SurveyOptions, survey};

/// What is told of a survey.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// For programs: the fields of one JSON object.
    pub json: Map<String, Value>,
    /// For people: some lines.
    pub text: String,
    /// The best instance, drawn.
    pub drawing: Option<Drawing>,
}

/// A family that can tell what was found.
pub trait Told: Family {
    /// What a survey of it says; an unfinished one says what is known so far.
    fn tell(&self, survey: &Survey) -> Account;

    /// How many orbits and instances have how many solutions; those with none, or not all, of the wanted kinds under `None`.
    fn histogram(&self, survey: &Survey) -> BTreeMap<Option<u64>, (u64, u128)>;
}

/// Surveys a family within the limits, and gives what it says to programs. Progress is told in their words too.
pub fn survey_json(
    family: &dyn Told,
    histogram: bool,
    limits: Limits,
    told: &dyn Fn(Value),
) -> Result<Value, StoreError> {
    let mut progress = |progress: Progress| {
        let fraction = progress.done as f64 / progress.units.max(1) as f64;
        told(json!({ "fraction": fraction, "orbits": progress.orbits }));
    };
    let options = SurveyOptions {
        limits,
        progress: Some(&mut progress),
        ..SurveyOptions::default()
    };
    let (survey, _) = survey(family, options)?;
    let mut object = Value::Object(family.tell(&survey).json);
    if histogram {
        object["histogram"] = histogram_json(&family.histogram(&survey));
    }
    if !survey.is_complete() {
        object["part"] = json!({ "done": survey.done.len(), "units": survey.units });
    }
    Ok(object)
}

/// The fields about how many instances there are and how many attain the best, symmetric ones counted each and once.
/// `up_to` names the symmetry.
pub fn counted(survey: &Survey, finding: Option<&Finding>, up_to: &str) -> Map<String, Value> {
    let text = |number: u128| json!(number.to_string());
    let attained = finding.map(|finding| (finding.instances, u128::from(finding.orbits)));
    let mut fields = Map::new();
    fields.insert("instances".into(), text(survey.instances()));
    fields.insert(
        "attained_by".into(),
        text(attained.map_or(0, |numbers| numbers.0)),
    );
    fields.insert(
        format!("instances_up_to_{up_to}"),
        text(survey.orbits().into()),
    );
    fields.insert(
        format!("attained_by_up_to_{up_to}"),
        text(attained.map_or(0, |numbers| numbers.1)),
    );
    fields
}

/// A histogram as rows of JSON; `solutions` is null where not all wanted kinds of solutions exist.
pub fn histogram_json(bars: &BTreeMap<Option<u64>, (u64, u128)>) -> Value {
    let row = |(solutions, (orbits, instances)): (&Option<u64>, &(u64, u128))| {
        json!({
            "solutions": solutions.map(|count| count.to_string()),
            "instances": instances.to_string(),
            "up_to_symmetry": orbits.to_string(),
        })
    };
    bars.iter().map(row).collect()
}

/// A histogram as a table.
pub fn histogram_text(bars: &BTreeMap<Option<u64>, (u64, u128)>) -> String {
    let mut text = format!(
        "{:>12} {:>16} {:>16}\n",
        "solutions", "instances", "up to symmetry"
    );
    for (solutions, (orbits, instances)) in bars {
        let solutions = solutions.map_or("none".to_string(), |count| count.to_string());
        let _ = writeln!(text, "{solutions:>12} {instances:>16} {orbits:>16}");
    }
    text
}

/// A histogram as bars; logarithmic, since the numbers differ by orders of magnitude.
pub fn histogram_plot(title: &str, bars: &BTreeMap<Option<u64>, (u64, u128)>) -> Drawing {
    let heights = bars.iter().map(|(solutions, (_, instances))| {
        let name = solutions.map_or("none".to_string(), |count| count.to_string());
        (name, *instances as f64)
    });
    let mut plot = Plot::bars(title, heights);
    plot.x.label = "solutions".into();
    plot.y = Axis::logarithmic("instances");
    plot.into()
}

/// A certificate of a finished survey: everything an independent program needs to recount it, and the findings. It lists the
/// options in words, the size of the symmetry group, and for each way of counting the classes of instances with their counts,
/// sizes and first members.
pub fn certificate(family: &dyn Told, survey: &Survey) -> Value {
    let choices = family.choices();
    let slots = match &choices {
        Choices::Tuple(options) => options.clone(),
        Choices::Selection { kinds, .. } => vec![*kinds],
    };
    let options: Vec<Vec<Value>> = slots
        .iter()
        .enumerate()
        .map(|(slot, &count)| {
            (0..count)
                .map(|option| family.option(slot, option))
                .collect()
        })
        .collect();
    let kind = match &choices {
        Choices::Tuple(_) => json!({"tuple": options}),
        Choices::Selection { size, repeats, .. } => {
            json!({"selection": options[0], "size": size, "repeats": repeats})
        }
    };
    let conventions = family.conventions();
    let classes: Map<String, Value> = conventions
        .iter()
        .zip(&survey.tallies)
        .map(|(name, tally)| {
            let rows = tally.classes().into_iter().map(|(counts, class)| {
                json!({
                    "counts": counts,
                    "orbits": class.orbits.to_string(),
                    "instances": class.instances.to_string(),
                    "first": class.first,
                })
            });
            (name.clone(), rows.collect())
        })
        .collect();
    json!({
        "kind": "design",
        "family": survey.parameters,
        "choices": kind,
        "symmetries": family.symmetries().len(),
        "questions": family.questions(),
        "instances": survey.instances().to_string(),
        "orbits": survey.orbits().to_string(),
        "complete": survey.is_complete(),
        "classes": classes,
        "finding": family.tell(survey).json,
    })
}
