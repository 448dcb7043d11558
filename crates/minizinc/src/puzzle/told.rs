//! Puzzles of an open form: the parameters that `tz_hint` names are variables there, and an instance tells their values.
//!
//! What they say of a single variable is known from the start, as if the model had been flattened with them: that a cell with a number is on
//! an island is no step of an explanation. Rules that are named "design" only help to draw hints, and hold no longer. A text of the model shows
//! what is told where it says `{number[2,3]}`.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use tantalizer_model::{Domain, Model, Posted, Var};

use super::FlatPuzzle;
use crate::annotations::{Hint, Looks};
use crate::output::EntryTerm;

/// The name of rules that hold for designs alone, to draw better hints.
const FOR_DESIGNS: &str = "design";

impl FlatPuzzle {
    /// The puzzle whose hints are these parameters; none if a hint has no such value, and the form does not fit.
    pub(crate) fn told(mut self, parameters: &Map<String, Value>) -> Option<FlatPuzzle> {
        if self.flat.looks.hints.is_empty() {
            return Some(self);
        }
        let model = Arc::make_mut(&mut self.flat.model);
        let looks = &mut self.flat.looks;
        let mut told = HashMap::new();
        for hint in &looks.hints {
            let parameter = parameters.get(&hint.parameter)?;
            let rows = rows(hint, looks, parameter)?;
            self.told.insert(hint.parameter.clone(), parameter.clone());
            for (entry, &value) in hint.array.entries.iter().zip(rows.iter().flatten()) {
                match entry.term {
                    EntryTerm::Variable(var) => {
                        let value = i32::try_from(value).ok()?;
                        model.domain(var).contains(value).then_some(())?;
                        model.set_domain(var, Domain::single(value));
                    }
                    EntryTerm::Constant(known) => (known == value).then_some(())?,
                    EntryTerm::Set(_) => return None,
                }
            }
            told.insert(
                hint.parameter.as_str(),
                Told {
                    rows,
                    dimensions: hint.array.sizes().len(),
                },
            );
        }
        let mut rules = model.without_constraints();
        for posted in model.constraints() {
            if posted.name == FOR_DESIGNS && posted.defines.is_none() {
                continue;
            }
            let id = rules.post(posted.constraint.clone()).ok()?;
            rules.name_constraint(id, filled_in(&posted.name, &told));
            if let Some(var) = posted.defines {
                rules.mark_definition(id, var);
            }
        }
        know_what_is_told(&mut rules);
        *model = rules;
        for board in &mut looks.boards {
            let outside = board.outside.iter_mut().flat_map(|(_, hints)| hints);
            for text in outside.chain(&mut board.labels) {
                *text = filled_in(text, &told);
            }
        }
        Some(self)
    }
}

/// The values of a hint, row by row.
struct Told {
    rows: Vec<Vec<i64>>,
    dimensions: usize,
}

/// Reads the values of a hint. Beside a board, rows may be filled up with zeros; an array of its shape has a value for each cell.
fn rows(hint: &Hint, looks: &Looks, parameter: &Value) -> Option<Vec<Vec<i64>>> {
    let sizes = hint.array.sizes();
    let (&width, rows) = sizes.split_last()?;
    let is_board = looks
        .boards
        .iter()
        .any(|board| board.array.sizes() == sizes);
    let row = |row: &Value| {
        let number = |value: &Value| value.as_i64().or(value.as_bool().map(i64::from));
        let numbers = row.as_array()?.iter().map(number);
        let mut numbers = numbers.collect::<Option<Vec<i64>>>()?;
        if !is_board {
            while numbers.len() > width && numbers.last() == Some(&0) {
                numbers.pop();
            }
            let length = numbers.len().max(width);
            numbers.resize(length, 0);
        }
        (numbers.len() == width).then_some(numbers)
    };
    match rows {
        [] => Some(vec![row(parameter)?]),
        [height] => {
            let rows = parameter.as_array()?.iter().map(row);
            let rows = rows.collect::<Option<Vec<_>>>()?;
            (rows.len() == *height).then_some(rows)
        }
        _ => None,
    }
}

/// Narrows the domains to what follows from the told values by one constraint that has one variable left.
fn know_what_is_told(model: &mut Model) {
    let posted = model.constraints().iter();
    let (definitions, rules): (Vec<&Posted>, Vec<&Posted>) =
        posted.partition(|posted| posted.defines.is_some());
    let mut known = Known::of(model);
    // A variable that says something about told values alone has a value as well.
    let mut before = usize::MAX;
    let mut left = definitions.clone();
    while left.len() < before {
        before = left.len();
        left.retain(|definition| match known.open(definition)[..] {
            [var] => !known.learn(definition, var),
            _ => true,
        });
    }
    let meaning: HashMap<Option<Var>, &Posted> = left
        .into_iter()
        .map(|definition| (definition.defines, definition))
        .collect();
    let mut narrowed: Vec<(Var, Domain)> = Vec::new();
    for rule in rules {
        let [var] = known.open(rule)[..] else {
            continue;
        };
        let values = known.fitting(rule, var);
        // What says something about one other variable narrows that one.
        let (var, values) = match meaning.get(&Some(var)) {
            None => (var, values),
            Some(definition) => {
                let mut others = known.open(definition);
                others.retain(|&other| other != var);
                let [other] = others[..] else {
                    continue;
                };
                let of = |value: i32| {
                    known.assignment[var.index()] = value;
                    known.fitting(definition, other)
                };
                (other, values.into_iter().flat_map(of).collect())
            }
        };
        narrowed.push((var, Domain::from_values(values)));
    }
    let values = known.values.into_iter().enumerate();
    let values =
        values.filter_map(|(at, value)| Some((Var::from_index(at), Domain::single(value?))));
    for (var, domain) in values.chain(narrowed).collect::<Vec<_>>() {
        let domain = model.domain(var).intersection(&domain);
        model.set_domain(var, domain);
    }
}

/// What is known of the variables of a model.
struct Known<'a> {
    model: &'a Model,
    values: Vec<Option<i32>>,
    /// The same, with anything for a variable without a value.
    assignment: Vec<i32>,
}

impl Known<'_> {
    fn of(model: &Model) -> Known<'_> {
        let values = model.vars().map(|var| model.domain(var).fixed());
        let values: Vec<Option<i32>> = values.collect();
        Known {
            model,
            assignment: values.iter().map(|value| value.unwrap_or(0)).collect(),
            values,
        }
    }

    /// The variables of a constraint that have no value.
    fn open(&self, posted: &Posted) -> Vec<Var> {
        let mut vars = posted.constraint.vars();
        vars.retain(|var| self.values[var.index()].is_none());
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The values of a variable with which a constraint holds, as the others are.
    fn fitting(&mut self, posted: &Posted, var: Var) -> Vec<i32> {
        let mut holds = |value: &i32| {
            self.assignment[var.index()] = *value;
            posted.constraint.holds(&self.assignment)
        };
        let values = self.model.domain(var).iter();
        values.filter(|value| holds(value)).collect()
    }

    /// Learns the only value that a definition leaves, if it is the one that is defined.
    fn learn(&mut self, definition: &Posted, var: Var) -> bool {
        let [value] = self.fitting(definition, var)[..] else {
            return false;
        };
        let defines = definition.defines == Some(var);
        if defines {
            self.values[var.index()] = Some(value);
            self.assignment[var.index()] = value;
        }
        defines
    }
}

/// A text with what is told in place of `{number[2,3]}`, or of `{runs[2]}` for a whole row. Zeros are left out; a row of nothing else is one zero.
fn filled_in(text: &str, told: &HashMap<&str, Told>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        rest = behind;
        let said = behind.split_once('}');
        let said = said.and_then(|(place, behind)| Some((value_at(place, told)?, behind)));
        match said {
            Some((value, behind)) => {
                filled.push_str(&value);
                rest = behind;
            }
            None => filled.push('{'),
        }
    }
    filled + rest
}

fn value_at(place: &str, told: &HashMap<&str, Told>) -> Option<String> {
    let (name, indices) = place.strip_suffix(']')?.split_once('[')?;
    let told = told.get(name)?;
    let index = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    let indices = indices.split(',').map(index).collect::<Option<Vec<_>>>()?;
    let shown = |value: &i64| (*value != 0).then(|| value.to_string());
    let (row, column) = match (&indices[..], told.dimensions) {
        (&[column], 1) => (0, Some(column)),
        (&[row], 2) => (row, None),
        (&[row, column], 2) => (row, Some(column)),
        _ => return None,
    };
    let row = told.rows.get(row)?;
    if let Some(column) = column {
        return Some(shown(row.get(column)?).unwrap_or_default());
    }
    let words: Vec<String> = row.iter().filter_map(shown).collect();
    let is_empty = words.is_empty();
    Some(if is_empty {
        "0".into()
    } else {
        words.join(" ")
    })
}
