//! The published figures about the original cubes and about sets with few towers, again.

use std::time::Instant;

use serde_json::{Value, json};
use tantalizer_design::{SurveyOptions, survey};
use tantalizer_draw::Drawing;
use tantalizer_model::{Collect, Question, Request};

use crate::{Experiment, Reproduced, Row, Settings, Verdict};
use tantalizer_ask::ask;
use tantalizer_puzzle::{Flags, Puzzle};
use tantalizer_puzzles::instant_insanity::design::{PieceSets, SetParameters, Towers};
use tantalizer_puzzles::instant_insanity::{Instance, KIND, Rule};

/// How the experiments are registered.
pub static EXPERIMENT: Experiment = Experiment {
    puzzle: "instant-insanity",
    source: "Löffler, Liu and Hofstedt, Exploring Properties of the Instant Insanity Puzzle with Constraint \
             Satisfaction Approach, 2020",
    run: reproduce,
};

fn reproduce(settings: &Settings) -> Reproduced {
    let mut rows = Vec::new();
    let mut plots = Vec::new();
    original(&mut rows, &mut plots);
    (settings.progress)(0.1);
    // Section 3.3 gives what was found, modulo turns about the axis, and how soon.
    for (towers, published, time, done) in [
        (Towers::Adiis, &[4][..], "less than 5", 0.4),
        (Towers::Aeiis, &[2], "less than 3", 0.7),
        (Towers::Both, &[24, 2], "less than 4", 1.0),
    ] {
        fewest(&mut rows, towers, published, time, settings);
        (settings.progress)(done);
    }
    Reproduced { rows, plots }
}

/// Section 3.1: all towers of the original cubes, and Figure 4.
fn original(rows: &mut Vec<Row>, plots: &mut Vec<Drawing>) {
    let mut instance = Instance::original();
    for (rule, question, name, published) in [
        (Rule::AllDifferent, 1, "ADIIS", 8),
        (Rule::EQUAL, 2, "AEIIS", 0),
    ] {
        instance.rule = rule;
        let Ok(tower) = instance.tower_model() else {
            continue;
        };
        let start = Instant::now();
        let mut found = Collect::default();
        let all = Request::new(Question::All { limit: None });
        let asked = instance
            .pose(&Flags::new())
            .map_err(|error| error.to_string());
        let asked =
            asked.and_then(|posed| ask(posed, &all, &mut found).map_err(|error| error.to_string()));
        let seconds = start.elapsed().as_secs_f64();
        let measured = match asked {
            Ok(answer) if answer.complete => json!(found.solutions.len()),
            _ => Value::Null,
        };
        rows.push(row(
            format!("Question {question} (Section 3.1), original cubes: {name}"),
            json!(published),
            measured,
            "solutions",
            "",
        ));
        if rule == Rule::AllDifferent {
            rows.push(time(
                "Question 1 (Section 3.1), original cubes: time for all ADIIS",
                "less than 1",
                seconds,
                "another machine",
            ));
            // Turns about the axis keep the colours on opposite sides opposite; one tower of each orbit is drawn.
            let turn = instance
                .shape
                .acting_on_orientations(&instance.shape.axis_turn());
            let mut towers: Vec<Vec<usize>> = Vec::new();
            for solution in &found.solutions {
                let orientations = tower.tower(solution).orientations;
                let mut turned = orientations.clone();
                let known = (0..instance.shape.sides()).any(|_| {
                    turned = turned.iter().map(|&o| turn[o - 1] + 1).collect();
                    towers.contains(&turned)
                });
                if !known {
                    towers.push(orientations);
                }
            }
            rows.push(row(
                "Figure 4, original cubes: ADIIS modulo axis".to_string(),
                json!(2),
                json!(towers.len()),
                "solutions",
                "one tower, on its feet and on its head",
            ));
            let draw = |tower| instance.draw_tower(&instance.tower(tower));
            plots.push(Drawing::down(towers.into_iter().map(draw).collect()));
        }
    }
}

/// Questions 3 to 5: sets of four cubes with the fewest towers, of each kind that is asked for. The survey for question 5 also
/// knows how many sets have towers of both kinds, which is the second part of question 2.
fn fewest(
    rows: &mut Vec<Row>,
    towers: Towers,
    published: &[u64],
    published_seconds: &'static str,
    settings: &Settings,
) {
    let start = Instant::now();
    let parameters = SetParameters::four_cubes(towers);
    let options = SurveyOptions {
        threads: settings.threads,
        ..SurveyOptions::default()
    };
    let surveyed = PieceSets::new(parameters)
        .ok()
        .and_then(|family| survey(&family, options).ok());
    let tally = surveyed.as_ref().map(|(survey, _)| &survey.tallies[0]);
    let found = tally.and_then(|tally| parameters.wish().answer(tally));
    let seconds = start.elapsed().as_secs_f64();
    if let (Towers::Both, Some(tally)) = (towers, tally) {
        let classes = tally.classes();
        let with_both = classes.iter().filter(|(counts, _)| !counts.contains(&0));
        let sets: u128 = with_both.map(|(_, class)| class.instances).sum();
        rows.push(Row {
            verdict: Verdict::NotComparable,
            ..row(
                "Question 2 (Section 3.2), sets of cubes with ADIIS and AEIIS".to_string(),
                json!("a huge number"),
                json!(u64::try_from(sets).ok()),
                "sets",
                &format!(
                    "of {} sets of four cubes with every colour on each",
                    tally.instances()
                ),
            )
        });
    }
    let question = match towers {
        Towers::Adiis => 3,
        Towers::Aeiis => 4,
        Towers::Both => 5,
    };
    let names = match towers {
        Towers::Adiis => vec!["ADIIS"],
        Towers::Aeiis => vec!["AEIIS"],
        Towers::Both => vec!["ADIIS", "AEIIS"],
    };
    for (i, (name, &published)) in names.iter().zip(published).enumerate() {
        let measured = found.as_ref().map(|found| found.counts[i] / 4);
        let note = match measured {
            Some(least) if least < published => {
                "proved minimal; the published set had more, the original cubes attain the minimum"
            }
            _ => "proved minimal, which the paper could not",
        };
        let mut row = row(
            format!(
                "Question {question}, fewest {}: {name} modulo axis",
                towers.name()
            ),
            json!(published),
            json!(measured),
            "solutions",
            note,
        );
        if measured.is_some_and(|least| least < published) {
            row.verdict = Verdict::Better;
        }
        rows.push(row);
    }
    rows.push(time(
        &format!("Question {question}, fewest {}: time", towers.name()),
        published_seconds,
        seconds,
        "theirs to find the set, without proof after two days; ours with the proof, on another machine",
    ));
}

/// A time, which never compares.
fn time(experiment: &str, published: &'static str, seconds: f64, note: &str) -> Row {
    Row {
        verdict: Verdict::NotComparable,
        ..row(
            experiment.to_string(),
            json!(published),
            json!((seconds * 1e5).round() / 1e5),
            "s",
            note,
        )
    }
}

fn row(
    experiment: String,
    published: Value,
    measured: Value,
    unit: &'static str,
    note: &str,
) -> Row {
    let verdict = if published == measured {
        Verdict::Same
    } else {
        Verdict::Different
    };
    Row {
        puzzle: KIND.name,
        experiment,
        published,
        measured,
        unit,
        verdict,
        note: note.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Limits;

    #[test]
    fn every_published_figure_but_the_one_of_question_3_is_found_again() {
        let settings = Settings {
            seed: 0,
            threads: 1,
            full: false,
            limits: &Limits::none(),
            progress: &|_| {},
        };
        let found = reproduce(&settings);
        assert_eq!(found.plots.len(), 1);
        let verdict = |part: &str| {
            let row = found.rows.iter().find(|row| row.experiment.contains(part));
            row.unwrap_or_else(|| panic!("{part}")).verdict
        };
        assert_eq!(found.rows.len(), 12);
        for question in 1..=5 {
            verdict(&format!("Question {question}"));
        }
        assert_eq!(verdict("original cubes: ADIIS"), Verdict::Same);
        assert_eq!(verdict("original cubes: AEIIS"), Verdict::Same);
        assert_eq!(verdict("Figure 4"), Verdict::Same);
        assert_eq!(verdict("Question 3"), Verdict::Better);
        assert_eq!(verdict("Question 4"), Verdict::Same);
        assert_eq!(verdict("fewest both: ADIIS"), Verdict::Same);
        assert_eq!(verdict("fewest both: AEIIS"), Verdict::Same);
    }
}
