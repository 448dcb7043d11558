//! What simplification makes of FlatZinc files, step by step, and how long every engine then needs: the tables of
//! `docs/presolve.md`.
//!
//! `cargo run --release -p tantalizer-minizinc --example presolve -- FILE.fzn|MODEL.mzn [DATA.dzn] [SECONDS]`

use std::path::PathBuf;
use std::time::Instant;

use tantalizer_ask::{Inquiry, engines};
use tantalizer_minizinc::{Sources, compile, read_model};
use tantalizer_model::{EngineId, Limits, Model, Question, Request, Silent};
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
    let source = if file.ends_with(".mzn") {
        let data: Vec<PathBuf> = data.iter().map(PathBuf::from).collect();
        let sources = Sources {
            model: file.into(),
            data,
            ..Sources::default()
        };
        compile(&sources, &tantalizer_model::Limits::none())?
    } else {
        std::fs::read_to_string(file)?
    };
    let model = read_model(&source, &tantalizer_model::Limits::none())?.model;
    let start = Instant::now();
    let simplified = simplify(&model, &tantalizer_model::Limits::none())?;
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
        print!("| {} |", engine.id());
        for model in [&model, &simplified.model] {
            print_answer(engine.id(), model, seconds.unwrap_or(60.0))?;
        }
        println!();
    }
    Ok(())
}

fn print_answer(
    engine: EngineId,
    model: &Model,
    seconds: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let question = match model.objective() {
        Some(_) => Question::Best,
        None => Question::All { limit: None },
    };
    let mut request = Request::new(question)
        .by(engine)
        .with_limits(Limits::seconds(seconds));
    request.presolve = false;
    let start = Instant::now();
    let answer = Inquiry::new(model).ask(&request, &mut Silent)?;
    let taken = start.elapsed().as_secs_f64();
    match (&answer.stopped_by, answer.best) {
        (Some(limit), _) => print!(" {taken:.3} | {limit} |"),
        (None, Some(best)) => print!(" {taken:.3} | best {best} |"),
        (None, None) => print!(" {taken:.3} | {} |", answer.count),
    }
    Ok(())
}
