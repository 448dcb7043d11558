//! Plain and reformulated side by side: one timetable for a school, by every
//! engine, and all sets of a SET deck. The table of `docs/reformulation.md`.
//!
//! `cargo run --release -p tantalizer-ask --example reformulation [SECONDS]`

use std::time::Instant;

use tantalizer_ask::engines;
use tantalizer_model::{Answer, Limits, ModelEngine, Question, Request, Silent, Status};
use tantalizer_rewrite::multidimensional::timetable::{School, timetable};
use tantalizer_rewrite::multidimensional::{
    Choice, MultiDimensional, MultiDimensionalError, Options,
};

fn main() -> Result<(), MultiDimensionalError> {
    let seconds = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(20.0);
    println!(
        "| problem | choices | question | engine | way | models | reformulating s | all s | nodes | answer |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, school) in schools() {
        compare(&name, &timetable(&school)?, Question::One, seconds)?;
    }
    for attributes in [4, 5] {
        compare(
            &format!("SET, {attributes} attributes, all cards"),
            &set(attributes)?,
            Question::Count,
            seconds,
        )?;
    }
    Ok(())
}

/// Schools of 18 courses of three lessons, from roomy to overfull.
fn schools() -> Vec<(String, School)> {
    let school = |rooms, suitable_rooms, teachers, classes, away, seed| School {
        courses: 18,
        lessons: 3,
        rooms,
        days: 5,
        hours: 4,
        teachers,
        classes,
        suitable_rooms,
        away,
        seed,
    };
    let kinds = [
        ("roomy", school(6, 2, 7, 5, 0.3, 2)),
        ("tight", school(3, 3, 9, 5, 0.2, 1)),
        ("tight", school(3, 3, 18, 6, 0.35, 2)),
        ("tight", school(3, 3, 18, 6, 0.35, 3)),
        ("overfull", school(4, 1, 7, 4, 0.2, 2)),
        ("overfull", school(3, 1, 7, 4, 0.2, 2)),
    ];
    kinds
        .map(|(kind, school)| {
            (
                format!(
                    "{kind} school, {} rooms, seed {}",
                    school.rooms, school.seed
                ),
                school,
            )
        })
        .into()
}

/// All cards of a SET deck with three values.
fn set(attributes: usize) -> Result<MultiDimensional, MultiDimensionalError> {
    let cards = 3i32.pow(attributes as u32);
    let values = |card: i32| {
        (0..attributes as u32)
            .map(|attribute| card / 3i32.pow(attribute) % 3)
            .collect()
    };
    let names: Vec<String> = (1..=attributes)
        .map(|attribute| format!("attribute {attribute}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut problem = MultiDimensional::new("set", &names, (0..cards).map(values).collect())?;
    let choices = (1..=3)
        .map(|place| problem.choice(format!("card{place}"), 0..cards as usize))
        .collect::<Result<Vec<Choice>, _>>()?;
    for attribute in 0..attributes {
        problem.equal_or_different(&choices, attribute)?;
    }
    problem.distinct(&choices)?;
    problem.unordered()?;
    Ok(problem)
}

/// A row for the plain model and one for each of some numbers of subproblems.
fn compare(
    name: &str,
    problem: &MultiDimensional,
    question: Question,
    seconds: f64,
) -> Result<(), MultiDimensionalError> {
    let row = |engine: &dyn ModelEngine,
               way: &str,
               models: usize,
               before: f64,
               start: Instant,
               answer: &Answer| {
        let question = if question == Question::Count {
            "how many"
        } else {
            "one"
        };
        let nodes = answer
            .statistics
            .nodes
            .map_or("-".to_owned(), |nodes| nodes.to_string());
        let said = match (question, answer.status) {
            ("how many", Status::Satisfiable) if answer.complete => answer.count.to_string(),
            ("how many", Status::Satisfiable) => format!("at least {}", answer.count),
            (_, status) => status.name().to_owned(),
        };
        println!(
            "| {name} | {} | {question} | {} | {way} | {models} | {before:.3} | {:.3} | {nodes} | {said} |",
            problem.choices(),
            engine.id(),
            start.elapsed().as_secs_f64(),
        );
    };
    for engine in engines() {
        let request = Request::new(question).with_limits(Limits::seconds(seconds));
        let start = Instant::now();
        let answer = engine.answer_model(problem.model(), &request, &mut Silent);
        row(*engine, "plain", 1, 0.0, start, &answer);
        for subproblems in [1, 16, 128] {
            let start = Instant::now();
            let reformulated = problem.reformulate(Options {
                subproblems,
                children: 16,
            })?;
            let before = start.elapsed().as_secs_f64();
            let answer = reformulated.answer(*engine, &request, &mut Silent);
            let way = format!("up to {subproblems}");
            row(
                *engine,
                &way,
                reformulated.models.len(),
                before,
                start,
                &answer,
            );
        }
    }
    Ok(())
}
