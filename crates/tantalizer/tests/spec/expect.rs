//! What a specification test expects, compared with what a solver printed as JSON.

use serde_json::Value as Json;

use crate::yaml::{Node, Value};

/// What a solver said.
#[derive(Debug)]
pub enum Said {
    /// Solutions and how it ended.
    Result {
        /// In the order of printing.
        solutions: Vec<Json>,
        /// In the words of the tests.
        status: &'static str,
        /// Whether all were asked for.
        all: bool,
    },
    /// An error.
    Error(String),
}

/// How well what was said fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It is expected.
    Yes,
    /// It is a solution, but another one than those that are listed.
    OtherSolution,
    /// It is wrong.
    No,
}

/// Compares.
pub fn fits(expected: &Node, said: &Said) -> Fit {
    if expected.tag.is_empty() {
        // A list of possibilities.
        let each: Vec<Fit> = expected.list().iter().map(|one| fits(one, said)).collect();
        let has = |fit: Fit| each.contains(&fit);
        return match (has(Fit::Yes), has(Fit::OtherSolution)) {
            (true, _) => Fit::Yes,
            (false, true) => Fit::OtherSolution,
            _ => Fit::No,
        };
    }
    match (expected.tag.as_str(), said) {
        ("Error", Said::Error(_)) => Fit::Yes,
        (
            "Result",
            Said::Result {
                solutions,
                status,
                all,
            },
        ) => result(expected, solutions, status, *all),
        _ => Fit::No,
    }
}

fn result(expected: &Node, solutions: &[Json], status: &str, all: bool) -> Fit {
    let wanted = expected.get("status").and_then(Node::text);
    if wanted.is_some_and(|wanted| wanted != status) {
        return Fit::No;
    }
    let Some(node) = expected.get("solution") else {
        return Fit::Yes;
    };
    if node
        .text()
        .is_some_and(|text| text.is_empty() || text == "null")
    {
        return Fit::Yes;
    }
    match node.tag.as_str() {
        "Solution" => match solutions.last() {
            Some(last) if solution(node, last) => Fit::Yes,
            // Which one of several comes first is the solver's choice, unless it must be the best.
            Some(_) if status == "SATISFIED" && !all => Fit::OtherSolution,
            _ => Fit::No,
        },
        // A set of solutions, or a list of them in the order of the solver that wrote it.
        _ => {
            let listed = node.list();
            let known = |found: &Json| listed.iter().any(|one| solution(one, found));
            if listed.len() == solutions.len() && solutions.iter().all(known) {
                Fit::Yes
            } else {
                Fit::No
            }
        }
    }
}

/// Whether every listed value is as printed; more may be printed.
fn solution(expected: &Node, found: &Json) -> bool {
    let Value::Map(entries) = &expected.value else {
        // A solution of which nothing is said.
        return true;
    };
    entries.iter().all(|(name, node)| {
        let key = if name == "objective" {
            "_objective"
        } else {
            name
        };
        found.get(key).is_some_and(|found| same(node, found))
    })
}

fn same(expected: &Node, found: &Json) -> bool {
    match (expected.tag.as_str(), &expected.value) {
        ("Range", Value::Scalar(text, _)) => {
            let range = text.split_once("..");
            let range = range.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
            range.is_some_and(|(low, high): (i64, i64)| {
                members(found) == Some((low..=high).collect())
            })
        }
        ("set", value) => {
            let entries: Vec<&str> = match value {
                Value::List(entries) => entries.iter().filter_map(Node::text).collect(),
                Value::Map(entries) => entries.iter().map(|entry| entry.0.as_str()).collect(),
                Value::Scalar(..) => Vec::new(),
            };
            let numbers: Option<Vec<i64>> = entries.iter().map(|text| text.parse().ok()).collect();
            match numbers {
                Some(mut numbers) => {
                    numbers.sort_unstable();
                    members(found) == Some(numbers)
                }
                None => {
                    let mut names = names(found);
                    let mut wanted: Vec<String> =
                        entries.iter().map(|name| name.to_string()).collect();
                    names.sort();
                    wanted.sort();
                    names == wanted
                }
            }
        }
        (_, Value::List(entries)) => found.as_array().is_some_and(|found| {
            found.len() == entries.len() && entries.iter().zip(found).all(|(a, b)| same(a, b))
        }),
        (_, Value::Map(entries)) => entries
            .iter()
            .all(|(name, node)| found.get(name).is_some_and(|found| same(node, found))),
        (tag, Value::Scalar(text, quoted)) => scalar(tag, text, *quoted, found),
    }
}

fn scalar(tag: &str, text: &str, quoted: bool, found: &Json) -> bool {
    match found {
        Json::String(found) => tag == "Trim" && found.trim() == text.trim() || found == text,
        Json::Object(object) => object.get("e").and_then(Json::as_str) == Some(text),
        _ if quoted => false,
        Json::Bool(found) => text == if *found { "true" } else { "false" },
        Json::Null => text == "null" || text.is_empty(),
        Json::Number(number) => match (text.parse::<f64>(), number.as_f64()) {
            (Ok(wanted), Some(found)) => (wanted - found).abs() <= 1e-6 * wanted.abs().max(1.0),
            _ => false,
        },
        Json::Array(_) => false,
    }
}

/// The members of a set of integers, in order.
fn members(found: &Json) -> Option<Vec<i64>> {
    let mut members = Vec::new();
    for entry in found.get("set")?.as_array()? {
        match entry {
            Json::Array(range) => {
                let (low, high) = (range.first()?.as_i64()?, range.get(1)?.as_i64()?);
                members.extend(low..=high);
            }
            other => members.push(other.as_i64()?),
        }
    }
    members.sort_unstable();
    Some(members)
}

/// The members of a set of names.
fn names(found: &Json) -> Vec<String> {
    let entries = found.get("set").and_then(Json::as_array);
    let name = |entry: &Json| {
        let name = entry.get("e").unwrap_or(entry);
        name.as_str().map(str::to_string)
    };
    entries.into_iter().flatten().filter_map(name).collect()
}
