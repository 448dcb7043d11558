//! FlatZinc written as JSON.
//!
//! Read into plain lists of entries first, so that a name that stands twice in
//! an object is seen and refused instead of overwriting the first.

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use tantalizer_model::Limit;
use tantalizer_rewrite::Pace;

use super::{DEEPEST, STEPS_A_TOKEN};
use crate::FlatZincError;
use crate::syntax::{Base, Declaration, Expr, Goal, IntSet, Item, Place, Program, Solve, Type};

type Read<T> = Result<T, FlatZincError>;

/// Reads a JSON file.
pub fn read(source: &str, pace: Pace) -> Read<Program> {
    let mut clock = Clock {
        pace,
        stopped: None,
    };
    let mut deserializer = serde_json::Deserializer::from_str(source);
    let file = FileOnTime(&mut clock).deserialize(&mut deserializer);
    let file = file.and_then(|file| deserializer.end().map(|()| file));
    if let Some(limit) = clock.stopped {
        return Err(limit.into());
    }
    let file = file.map_err(|error| {
        // The message ends with the place, which stands in front here.
        let message = error.to_string();
        let at = message.rfind(" at line ").unwrap_or(message.len());
        FlatZincError::wrong(&Place::Line(error.line()), &message[..at])
    })?;
    file.program(clock.pace)
}

/// The clock that is looked at while entries are read, and what it said.
struct Clock {
    pace: Pace,
    stopped: Option<Limit>,
}

impl Clock {
    /// An entry has been read.
    fn entry<E: serde::de::Error>(&mut self) -> Result<(), E> {
        // An entry has some ten tokens.
        self.pace.step(10 * STEPS_A_TOKEN).map_err(|limit| {
            let error = E::custom(&limit);
            self.stopped = Some(limit);
            error
        })
    }
}

struct File {
    variables: Vec<(String, Variable)>,
    arrays: Vec<(String, Array)>,
    constraints: Vec<Constraint>,
    output: Vec<String>,
    solve: SolveEntry,
}

/// Reads a [`File`], looking at the clock.
struct FileOnTime<'a>(&'a mut Clock);

impl<'de> DeserializeSeed<'de> for FileOnTime<'_> {
    type Value = File;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<File, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileOnTime<'_> {
    type Value = File;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
        let clock = self.0;
        let (mut variables, mut arrays, mut constraints) = (None, None, None);
        let (mut output, mut solve) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let again = match key.as_str() {
                "variables" => {
                    let entries = map.next_value_seed(Entries::on(clock))?;
                    variables.replace(entries).is_some()
                }
                "arrays" => {
                    let entries = map.next_value_seed(Entries::on(clock))?;
                    arrays.replace(entries).is_some()
                }
                "constraints" => {
                    let entries = map.next_value_seed(List::on(clock))?;
                    constraints.replace(entries).is_some()
                }
                "output" => output.replace(map.next_value()?).is_some(),
                "solve" => solve.replace(map.next_value()?).is_some(),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    false
                }
            };
            if again {
                return Err(A::Error::custom(format!("duplicate field `{key}`")));
            }
        }
        Ok(File {
            variables: variables.ok_or_else(|| A::Error::missing_field("variables"))?,
            arrays: arrays.unwrap_or_default(),
            constraints: constraints.ok_or_else(|| A::Error::missing_field("constraints"))?,
            output: output.unwrap_or_default(),
            solve: solve.ok_or_else(|| A::Error::missing_field("solve"))?,
        })
    }
}

#[derive(Deserialize)]
struct Variable {
    #[serde(rename = "type")]
    ty: String,
    domain: Option<Vec<Vec<Value>>>,
    rhs: Option<Value>,
    #[serde(default)]
    ann: Vec<Value>,
}

#[derive(Deserialize)]
struct Array {
    a: Vec<Value>,
    #[serde(default)]
    ann: Vec<Value>,
}

#[derive(Deserialize)]
struct Constraint {
    id: String,
    args: Vec<Value>,
    #[serde(default)]
    ann: Vec<Value>,
}

#[derive(Deserialize)]
struct SolveEntry {
    method: String,
    objective: Option<Value>,
    #[serde(default)]
    ann: Vec<Value>,
}

impl File {
    fn program(self, mut pace: Pace) -> Read<Program> {
        let shown: HashSet<&str> = self.output.iter().map(String::as_str).collect();
        let mut known = HashSet::new();
        let mut declarations = Vec::new();
        for (name, variable) in &self.variables {
            pace.step(10 * STEPS_A_TOKEN)?;
            known.insert(name.as_str());
            let place = Place::Entry(format!("variable `{name}`"));
            let mut annotations = annotations(&variable.ann, &place)?;
            if shown.contains(name.as_str()) {
                annotations.push(Expr::Name("output_var".into()));
            }
            let ty = Type {
                array: None,
                var: true,
                base: base(variable, &place)?,
            };
            let value = variable.rhs.as_ref();
            let value = value.map(|value| expr(value, &place, 0)).transpose()?;
            declarations.push(Declaration {
                place,
                name: name.clone(),
                ty,
                annotations,
                value,
            });
        }
        for (name, array) in &self.arrays {
            pace.step(STEPS_A_TOKEN * (10 + array.a.len()))?;
            known.insert(name.as_str());
            let place = Place::Entry(format!("array `{name}`"));
            let mut annotations = annotations(&array.ann, &place)?;
            if shown.contains(name.as_str()) {
                let all = IntSet::from_ranges([(1, array.a.len() as i64)]);
                let sizes = Expr::Array(vec![Expr::Set(all)]);
                annotations.push(Expr::Call("output_array".into(), vec![sizes]));
            }
            let entries = array.a.iter().map(|entry| expr(entry, &place, 0));
            let ty = Type {
                array: Some(array.a.len()),
                var: true,
                base: Base::Any,
            };
            declarations.push(Declaration {
                name: name.clone(),
                ty,
                annotations,
                value: Some(Expr::Array(entries.collect::<Read<_>>()?)),
                place,
            });
        }
        if let Some(name) = self
            .output
            .iter()
            .find(|name| !known.contains(name.as_str()))
        {
            let place = Place::Entry("output".into());
            let message = format!("`{name}` is neither a variable nor an array");
            return Err(FlatZincError::wrong(&place, message));
        }
        let mut constraints = Vec::new();
        for (number, constraint) in self.constraints.iter().enumerate() {
            pace.step(10 * STEPS_A_TOKEN)?;
            let place = Place::Entry(format!("constraint {}", number + 1));
            let arguments = constraint.args.iter().map(|value| expr(value, &place, 0));
            constraints.push(Item {
                name: constraint.id.clone(),
                arguments: arguments.collect::<Read<_>>()?,
                annotations: annotations(&constraint.ann, &place)?,
                place,
            });
        }
        Ok(Program {
            declarations,
            constraints,
            solve: self.solve.solve()?,
        })
    }
}

impl SolveEntry {
    fn solve(&self) -> Read<Solve> {
        let place = Place::Entry("solve".into());
        let objective = || match &self.objective {
            Some(value) => expr(value, &place, 0),
            None => Err(FlatZincError::wrong(&place, "expected an objective")),
        };
        let goal = match self.method.as_str() {
            "satisfy" => Goal::Satisfy,
            "minimize" => Goal::Minimize(objective()?),
            "maximize" => Goal::Maximize(objective()?),
            other => {
                let message = format!(
                    "expected the method `satisfy`, `minimize` or `maximize`, found `{other}`"
                );
                return Err(FlatZincError::wrong(&place, message));
            }
        };
        Ok(Solve {
            goal,
            annotations: annotations(&self.ann, &place)?,
            place,
        })
    }
}

fn base(variable: &Variable, place: &Place) -> Read<Base> {
    Ok(match variable.ty.as_str() {
        "bool" => Base::Bool,
        "int" => Base::Int(match &variable.domain {
            Some(ranges) => Some(set(ranges, place)?),
            None => None,
        }),
        "float" => Base::Float,
        "set of int" => Base::Set,
        other => {
            let message = format!("expected the type of a variable, found `{other}`");
            return Err(FlatZincError::wrong(place, message));
        }
    })
}

fn set(ranges: &[Vec<Value>], place: &Place) -> Read<IntSet> {
    let range = |range: &Vec<Value>| match range[..] {
        [ref low, ref high] => Some((low.as_i64()?, high.as_i64()?)),
        _ => None,
    };
    let ranges: Option<Vec<(i64, i64)>> = ranges.iter().map(range).collect();
    match ranges {
        Some(ranges) => Ok(IntSet::from_ranges(ranges)),
        None => Err(FlatZincError::wrong(
            place,
            "expected a set as a list of pairs of integers",
        )),
    }
}

fn annotations(values: &[Value], place: &Place) -> Read<Vec<Expr>> {
    values.iter().map(|value| expr(value, place, 0)).collect()
}

fn expr(value: &Value, place: &Place, depth: usize) -> Read<Expr> {
    if depth > DEEPEST {
        let message = format!("expressions nested more than {DEEPEST} deep");
        return Err(FlatZincError::wrong(place, message));
    }
    let all = |values: &[Value]| {
        let entries = values.iter().map(|entry| expr(entry, place, depth + 1));
        entries.collect::<Read<Vec<Expr>>>()
    };
    match value {
        Value::Bool(truth) => Ok(Expr::Bool(*truth)),
        Value::Number(number) => match number.as_i64() {
            Some(value) => Ok(Expr::Int(value)),
            None if number.is_f64() => Ok(Expr::Float),
            None => Err(FlatZincError::wrong(
                place,
                format!("the number {number} does not fit 64 bits"),
            )),
        },
        Value::String(name) => Ok(Expr::Name(name.clone())),
        Value::Array(values) => Ok(Expr::Array(all(values)?)),
        Value::Object(object) => {
            if let (Some(Value::String(name)), arguments) = (object.get("id"), object.get("args")) {
                return match arguments {
                    Some(Value::Array(values)) => Ok(Expr::Call(name.clone(), all(values)?)),
                    _ => Ok(Expr::Name(name.clone())),
                };
            }
            if let Some(Value::String(text)) = object.get("string") {
                return Ok(Expr::Text(text.clone()));
            }
            if let Some(ranges) = object.get("set") {
                let ranges: Option<Vec<Vec<Value>>> = serde_json::from_value(ranges.clone()).ok();
                let ranges = ranges.unwrap_or_else(|| vec![Vec::new()]);
                let floats = ranges.iter().flatten().any(Value::is_f64);
                return if floats {
                    Ok(Expr::Float)
                } else {
                    set(&ranges, place).map(Expr::Set)
                };
            }
            let message = "expected an object with `set`, `string` or `id`";
            Err(FlatZincError::wrong(place, message))
        }
        Value::Null => Err(FlatZincError::wrong(place, "expected a value, found null")),
    }
}

/// The entries of an object, in order.
struct Entries<'a, T>(&'a mut Clock, PhantomData<T>);

impl<'a, T> Entries<'a, T> {
    fn on(clock: &'a mut Clock) -> Self {
        Entries(clock, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Entries<'_, T> {
    type Value = Vec<(String, T)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<'_, T> {
    type Value = Vec<(String, T)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            self.0.entry()?;
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// The entries of a list.
struct List<'a, T>(&'a mut Clock, PhantomData<T>);

impl<'a, T> List<'a, T> {
    fn on(clock: &'a mut Clock) -> Self {
        List(clock, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for List<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            self.0.entry()?;
            entries.push(entry);
        }
        Ok(entries)
    }
}
