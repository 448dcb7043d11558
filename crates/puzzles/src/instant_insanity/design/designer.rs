//! Designing sets of pieces: parameters, and which way is gone for them.

use super::{AutomataError, PieceSets, SetParameters, Towers, element_model, fewest_by_automata};
use crate::instant_insanity::puzzle::KIND;
use crate::instant_insanity::{Instance, Recipe, Rule, generate};
use serde_json::{Value, json};
use std::sync::Arc;
use tantalizer_ask::ask;
use tantalizer_design::Account;
use tantalizer_model::{Answer, Collect, Question, Request, Status};
use tantalizer_puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Made, Parameter, Shown, Surveys, Wishes,
};
use tantalizer_puzzle::{Puzzle, PuzzleError, View};

/// How sets of pieces are designed.
pub(in crate::instant_insanity) static DESIGNER: Designer = Designer {
    about: "Sets of cubes or prisms with as few towers as possible",
    noun: "set",
    parameters: &[
        Parameter::word(
            "minimise",
            "TOWERS",
            "Which towers are to be few, but at least one: sides of all different colours (adiis), of one colour each (aeiis), or \
             both kinds; without it, one set with both kinds of towers is looked for",
            None,
            &["adiis", "aeiis", "both"],
        ),
        Parameter::word(
            "generate",
            "RECIPE",
            "One instance by chance instead, from --seed: with a tower hidden in it, with every face at random, or with each colour equally \
             often; --minimise aeiis asks for the rule all-equal",
            None,
            &["solvable", "random", "balanced"],
        ),
        Parameter::word(
            "way",
            "WAY",
            "How: through all sets up to symmetry, or by path counts in automata under branch and bound",
            Some("orbits"),
            &["orbits", "automata"],
        ),
        Parameter::number("cubes", "N", "Pieces in a set", 4, (1, 1000)),
        Parameter::optional_number(
            "colours",
            "N",
            "Colours; as many as there are pieces if left out",
            (1, 255),
        ),
        Parameter::optional_number(
            "sides",
            "K",
            "Prisms with so many sides instead of cubes",
            (3, 1000),
        ),
        Parameter::switch("any-colouring", "Pieces need not show every colour"),
        Parameter::switch("distinct", "No two pieces of a set are alike"),
    ],
    examples: &[
        (
            "chance",
            r#"{ "generate": "solvable", "cubes": 4, "colours": 4, "seed": 1 }"#,
        ),
        (
            "prisms",
            r#"{ "generate": "random", "cubes": 3, "sides": 5 }"#,
        ),
        (
            "fewest",
            r#"{ "minimise": "adiis", "cubes": 3, "colours": 3, "histogram": true }"#,
        ),
    ],
    draws: true,
    certifies: false,
    objective: |wishes| format!("minimise {}", parameters(wishes).towers.name()),
    keeps_time: false,
    make,
    surveys: Some(Surveys {
        not_for,
        stored: |parameters| Ok(Box::new(PieceSets::from_stored(parameters)?)),
        unbegun: "not finished: no set was looked at so far\n",
    }),
};

/// Only `--minimise` by orbits is a survey.
fn not_for(wishes: &Wishes) -> Option<String> {
    let when = if wishes.has("generate") {
        "with --generate"
    } else if !wishes.has("minimise") {
        "without --minimise"
    } else if wishes.word("way") == Some("automata") {
        "with --way automata"
    } else {
        return None;
    };
    Some(format!(
        "needs --minimise with --way orbits, and means nothing {when}"
    ))
}

fn parameters(wishes: &Wishes) -> SetParameters {
    let size = |name| wishes.number(name).map(|number| number as usize);
    let pieces = wishes.size("cubes");
    SetParameters {
        pieces,
        colours: size("colours").unwrap_or(pieces),
        sides: size("sides"),
        any_colouring: wishes.has("any-colouring"),
        distinct: wishes.has("distinct"),
        towers: match wishes.word("minimise") {
            Some("adiis") => Towers::Adiis,
            Some("aeiis") => Towers::Aeiis,
            _ => Towers::Both,
        },
    }
}

fn make(
    wishes: &Wishes,
    request: &Request,
    _: &(dyn Fn(DesignProgress) + Sync),
) -> Result<Design, DesignError> {
    let parameters = parameters(wishes);
    let bad = |error: &dyn std::fmt::Display| DesignError::Bad(error.to_string());
    if let Some(recipe) = wishes.word("generate") {
        let recipe = match recipe {
            "solvable" => Recipe::Solvable,
            "random" => Recipe::Random,
            _ => Recipe::Balanced,
        };
        let rule = match parameters.towers {
            Towers::Aeiis => Rule::EQUAL,
            Towers::Adiis | Towers::Both => Rule::AllDifferent,
        };
        let (pieces, colours) = (parameters.pieces, parameters.colours);
        let made = generate(
            parameters.shape(),
            pieces,
            colours,
            rule,
            recipe,
            request.seed,
        );
        return Ok(Design::Chance(Box::new(made.map_err(|error| bad(&error))?)));
    }
    let family = PieceSets::new(parameters).map_err(|error| bad(&error))?;
    if !wishes.has("minimise") {
        return one_set(&parameters, request);
    }
    if wishes.word("way") != Some("automata") {
        return Ok(Design::Family(Arc::new(family)));
    }
    // The paper's way: path counts under branch and bound.
    let best = request.with_question(Question::Best);
    let found = fewest_by_automata(&parameters, family.types(), &best);
    let found = found.map_err(|error| match error {
        AutomataError::Ask(error) => PuzzleError::from(error).into(),
        other => bad(&other),
    })?;
    let account = family.tell_automata(&found);
    Ok(told(account, &found.answer, found.answer.complete))
}

/// A set with both kinds of towers, by the element model.
fn one_set(parameters: &SetParameters, request: &Request) -> Result<Design, DesignError> {
    if parameters.distinct {
        return Err(DesignError::Bad(
            "--distinct needs --minimise: one set alone is found as it comes".into(),
        ));
    }
    let built = element_model(parameters).map_err(PuzzleError::from)?;
    let mut found = Collect::default();
    let one = request.with_question(Question::One);
    let answer = ask(&built.model, &one, &mut found).map_err(PuzzleError::from)?;
    let witness = found.solutions.first().map(|solution| {
        let shape = parameters.shape();
        let pieces = built.pieces(solution, shape.faces());
        Instance::with_letters(shape, parameters.colours, pieces, Rule::AllDifferent)
    });
    let object = json!({
        "puzzle": KIND.name,
        "objective": "adiis and aeiis",
        "status": answer.status.name(),
        "proved": answer.complete,
        "witness": witness.as_ref().map(Puzzle::to_json),
        "engine": answer.engine.name(),
    });
    let text = match &witness {
        Some(instance) => {
            let pieces = 0..instance.pieces.len();
            let texts: Vec<String> = pieces.map(|i| instance.piece_text(i)).collect();
            format!("both kinds of towers: {}\n", texts.join(", "))
        }
        None if answer.complete => "no set has both kinds of towers (proved)\n".to_string(),
        None => "not finished: no set with both kinds of towers was found so far\n".to_string(),
    };
    let account = Account {
        json: object.as_object().cloned().unwrap_or_default(),
        text,
        drawing: witness.map(|instance| instance.draw(&View::blank())),
    };
    let answered = answer.complete || answer.status == Status::Satisfiable;
    Ok(told(account, &answer, answered))
}

fn told(account: Account, answer: &Answer, answered: bool) -> Design {
    let limit = answer.stopped_by.as_ref();
    let reason = limit.map_or("a limit was reached".to_string(), ToString::to_string);
    Design::Made(Box::new(Made {
        witness: account.json["witness"].clone(),
        json: Value::Object(account.json),
        shown: vec![Shown::Text(account.text), Shown::Drawing],
        drawing: account.drawing,
        unproved: (!answered).then_some(reason),
        ..Made::default()
    }))
}
