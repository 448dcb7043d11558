//! What simplification makes of FlatZinc files, step by step, and how long every engine then needs: the tables of
//! `docs/presolve.md`.
//!
//! `cargo run --release -p tantalizer-flatzinc --example presolve -- FILE.fzn|MODEL.mzn [DATA.dzn] [SECONDS]`

use std::path::PathBuf;
use std::time::Instant;

use tantalizer_ask::{ask_engine, engines};
use tantalizer_flatzinc::{compile, read_model};
use tantalizer_model::{Limits, Model, Question, Request, Silent};
use tantalizer_rewrite::simplify;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.last().and_then(|last| last.parse().ok());
    if seconds.is_some() {
        arguments.pop();
    }
    let Some((file, data)) = arguments.split_first() else {
        return Err("expected a file: a .fzn, or a .mzn and its .dzn".into());
    };
    // The seconds are for each engine; the steps before them take as long as they take.
    let limits = Limits::none();
    let source = match file.ends_with(".mzn") {
        true => {
            let data: Vec<PathBuf> = data.iter().map(PathBuf::from).collect();
            compile(file.as_ref(), &data, &limits)?
        }
        false => std::fs::read_to_string(file)?,
    };
    let model = read_model(&source, &limits)?.model;
    let start = Instant::now();
    let simplified = simplify(&model, &limits)?;
    println!("| after the step | variables | constraints |\n|---|---|---|");
    for step in &simplified.steps {
        println!(
            "| {} | {} | {} |",
            step.name, step.variables, step.constraints
        );
    }
    println!("\nAll steps: {:.3} s.\n", start.elapsed().as_secs_f64());
    println!(
        "| engine | as it is read, s | answers | simplified, s | answers |\n|---|---|---|---|---|"
    );
    for engine in engines() {
        print!("| {} |", engine.name());
        for model in [&model, &simplified.model] {
            print_answer(*engine, model, seconds.unwrap_or(60.0))?;
        }
        println!();
    }
    Ok(())
}

fn print_answer(
    engine: &dyn tantalizer_model::ModelEngine,
    model: &Model,
    seconds: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let question = match model.objective() {
        Some(_) => Question::Best,
        None => Question::All { limit: None },
    };
    let request = Request::new(question).with_limits(Limits::seconds(seconds));
    let start = Instant::now();
    let answer = ask_engine(engine, model, &request, &mut Silent)?;
    let taken = start.elapsed().as_secs_f64();
    match (&answer.stopped_by, answer.best) {
        (Some(limit), _) => print!(" {taken:.3} | {limit} |"),
        (None, Some(best)) => print!(" {taken:.3} | best {best} |"),
        (None, None) => print!(" {taken:.3} | {} |", answer.count),
    }
    Ok(())
}
