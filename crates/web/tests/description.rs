//! The description of the interface is true: its addresses are the server's, and every example in it is asked and its answer
//! held against the described form.

mod client;
mod serving;

use client::{get, post};
use jsonschema::Validator;
use serde_json::{Value, json};
use serving::serve;
use tantalizer_web::{OPEN_API, routes};

fn description() -> Value {
    serde_json::from_str(&OPEN_API).expect("the description is JSON")
}

/// The form of that name, with all the forms it refers to.
fn form(description: &Value, schema: &Value) -> Validator {
    let whole = json!({ "components": description["components"], "allOf": [schema] });
    jsonschema::validator_for(&whole).expect("a form")
}

fn hold(validator: &Validator, value: &Value, what: &str) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{} at {}", error, error.instance_path))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:?}\n{value}");
}

const JSON: &str = "application/json";

#[test]
fn the_addresses_are_those_of_the_server() {
    let description = description();
    let paths = description["paths"].as_object().unwrap();
    let mut described: Vec<(&str, &str)> = Vec::new();
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            described.push((path, method));
        }
    }
    let mut served = routes();
    described.sort_unstable();
    served.sort_unstable();
    assert_eq!(described, served);
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_example_is_answered_as_described() {
    let server = serve();
    let description = description();
    let mut asked = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(question) = methods.get("post") else {
            let answer = get(server.address, path).send();
            assert_eq!(answer.status, 200, "{path}");
            let content = &methods["get"]["responses"]["200"]["content"][JSON];
            hold(
                &form(&description, &content["schema"]),
                &answer.json(),
                path,
            );
            continue;
        };
        let body = &question["requestBody"]["content"][JSON];
        let asks = form(&description, &body["schema"]);
        let content = &question["responses"]["200"]["content"];
        let answers = form(&description, &content[JSON]["schema"]);
        let lines = form(&description, &content["application/x-ndjson"]["schema"]);
        for (name, example) in body["examples"].as_object().expect("examples") {
            let what = format!("{path} {name}");
            let example = &example["value"];
            hold(&asks, example, &what);
            let request = post(server.address, path, example);
            let answer = request.send();
            assert_eq!(answer.status, 200, "{what}: {}", answer.body);
            assert_eq!(answer.header("content-type"), JSON);
            hold(&answers, &answer.json(), &what);
            // The same streamed: the last line is the answer.
            let streamed = request.with("Accept", "application/x-ndjson").send();
            assert_eq!(streamed.status, 200, "{what}: {}", streamed.body);
            let mut last = Value::Null;
            for line in streamed.body.lines() {
                last = serde_json::from_str(line).expect("a line of JSON");
                hold(&lines, &last, &what);
            }
            hold(&answers, &last["answer"], &what);
            asked += 1;
        }
    }
    assert!(asked > 25, "{asked} examples");
}

#[test]
fn a_wrong_answer_would_be_noticed() {
    let description = description();
    let schema = json!({ "$ref": "#/components/schemas/CountAnswer" });
    let counts = form(&description, &schema);
    let right = json!({
        "puzzle": "set", "status": "satisfiable", "complete": true, "count": "3", "modulo": {},
        "engine": "search", "statistics": {}, "seconds": 0.1,
    });
    hold(&counts, &right, "a right answer");
    for (field, value) in [
        ("count", json!(3)),
        ("status", json!("yes")),
        ("more", json!(1)),
    ] {
        let mut wrong = right.clone();
        wrong[field] = value;
        assert!(!counts.is_valid(&wrong), "{field}");
    }
}
