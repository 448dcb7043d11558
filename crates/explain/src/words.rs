//! Steps in sentences.

use tantalizer_model::{Model, Var};

use crate::Step;

/// A step as a sentence. `place` names a variable, `value` a value of it.
pub fn sentence(
    model: &Model,
    step: &Step,
    place: &dyn Fn(Var) -> String,
    value: &dyn Fn(Var, i32) -> String,
) -> String {
    let mut reasons: Vec<String> = step
        .because
        .iter()
        .map(|&id| {
            let posted = model.constraint(id);
            if posted.sentence.is_empty() {
                model.constraint_name(id)
            } else {
                posted.sentence.clone()
            }
        })
        .collect();
    let known = step.known.iter();
    reasons.extend(known.map(|&(var, v)| format!("{} is {}", place(var), value(var, v))));
    let excluded = step.excluded.iter();
    reasons.extend(excluded.map(|&(var, v)| format!("{} is not {}", place(var), value(var, v))));

    let mut results: Vec<String> = step
        .sets
        .iter()
        .map(|&(var, v)| format!("{} must be {}", place(var), value(var, v)))
        .collect();
    for (var, values) in &step.removes {
        let values: Vec<String> = values.iter().map(|&v| value(*var, v)).collect();
        results.push(format!("{} cannot be {}", place(*var), values.join(" or ")));
    }
    let results = listed(&results);
    match step.tried {
        None => format!("Because {}: {results}.", listed(&reasons)),
        Some((var, v)) => format!(
            "Suppose {} were {}: that leads to a contradiction after {} conditions ({}). So {results}.",
            place(var),
            value(var, v),
            step.size,
            listed(&reasons)
        ),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => "of the rules alone".to_string(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
