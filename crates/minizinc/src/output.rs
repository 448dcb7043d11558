//! What is printed of a solution.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use tantalizer_model::{Solution, Var};

use crate::FlatZincError;
use crate::lower::names::{Arg, Atom, Kind, is_output};
use crate::lower::poster::{Poster, Term};
use crate::syntax::{Declaration, Expr, Place, Program};

/// A variable or an array that is printed of each solution.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// The index sets of an array; none for a single variable.
    pub indices: Option<Vec<(i64, i64)>>,
    /// Its values, in the order in which they are printed.
    pub entries: Vec<Entry>,
}

/// A printed value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The constant or variable.
    pub term: EntryTerm,
    /// Whether it is printed as a truth value.
    pub boolean: bool,
}

/// Where a printed value comes from.
#[derive(Clone, Debug)]
pub enum EntryTerm {
    /// It is always this.
    Constant(i64),
    /// It is this variable's value.
    Variable(Var),
    /// A constant set, as it is printed.
    Set(String),
}

impl Output {
    /// The variables among the entries.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.entries.iter().filter_map(|entry| match entry.term {
            EntryTerm::Variable(var) => Some(var),
            _ => None,
        })
    }

    /// How many entries there are along each dimension of an array; nothing for a single variable.
    pub fn sizes(&self) -> Vec<usize> {
        let indices = self.indices.iter().flatten();
        indices.map(|&range| size(range)).collect()
    }

    /// Writes it as an item of a data file: `x = 3;`.
    pub fn write(&self, solution: &Solution, out: &mut String) {
        let _ = write!(out, "{} = ", self.name);
        match &self.indices {
            None => {
                if let Some(entry) = self.entries.first() {
                    entry.write(solution, out);
                }
            }
            Some(indices) => {
                let _ = write!(out, "array{}d(", indices.len());
                for (low, high) in indices {
                    let _ = if low <= high {
                        write!(out, "{low}..{high}, ")
                    } else {
                        write!(out, "{{}}, ")
                    };
                }
                out.push('[');
                for (at, entry) in self.entries.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    entry.write(solution, out);
                }
                out.push_str("])");
            }
        }
        out.push_str(";\n");
    }

    /// The same as a JSON value, arrays nested.
    pub fn json(&self, solution: &Solution) -> Value {
        let mut values = self.entries.iter().map(|entry| entry.json(solution));
        match &self.indices {
            None => values.next().unwrap_or_default(),
            Some(_) => nested(&self.sizes(), &values.collect::<Vec<Value>>()),
        }
    }
}

impl Entry {
    fn value(&self, solution: &Solution) -> i64 {
        match self.term {
            EntryTerm::Constant(value) => value,
            EntryTerm::Variable(var) => solution[var].into(),
            EntryTerm::Set(_) => 0,
        }
    }

    fn write(&self, solution: &Solution, out: &mut String) {
        let _ = match &self.term {
            EntryTerm::Set(set) => write!(out, "{set}"),
            _ if self.boolean => write!(out, "{}", self.value(solution) == 1),
            _ => write!(out, "{}", self.value(solution)),
        };
    }

    fn json(&self, solution: &Solution) -> Value {
        match &self.term {
            EntryTerm::Set(set) => Value::from(set.as_str()),
            _ if self.boolean => Value::from(self.value(solution) == 1),
            _ => Value::from(self.value(solution)),
        }
    }
}

/// All outputs as one JSON object.
pub fn solution_json(output: &[Output], solution: &Solution) -> Value {
    let entries = output
        .iter()
        .map(|output| (output.name.clone(), output.json(solution)));
    Value::Object(entries.collect::<Map<String, Value>>())
}

/// How many indices a range has.
pub fn size((low, high): (i64, i64)) -> usize {
    high.checked_sub(low)
        .and_then(|last| usize::try_from(last).ok())
        .map_or(0, |last| last.saturating_add(1))
}

fn nested(sizes: &[usize], values: &[Value]) -> Value {
    match sizes {
        [] => Value::Null,
        [_] => Value::from(values.to_vec()),
        [first, rest @ ..] => {
            let width = values.len().checked_div(*first).unwrap_or(0).max(1);
            Value::from(
                values
                    .chunks(width)
                    .map(|part| nested(rest, part))
                    .collect::<Vec<Value>>(),
            )
        }
    }
}

/// What the annotations of a file say is printed.
pub(crate) fn outputs(program: &Program, poster: &Poster) -> Result<Vec<Output>, FlatZincError> {
    let mut outputs = Vec::new();
    for declaration in &program.declarations {
        let Some(annotation) = declaration.annotations.iter().find(|ann| is_output(ann)) else {
            continue;
        };
        let indices = match annotation {
            Expr::Call(_, arguments) => Some(index_sets(arguments, declaration, poster)?),
            _ => None,
        };
        let Some(arg) = poster.name(&declaration.name) else {
            continue;
        };
        let (atoms, single) = match arg {
            Arg::One(atom) => (std::slice::from_ref(atom), true),
            Arg::Many(atoms) => (&atoms[..], false),
        };
        // An array that says `output_var` is printed as a plain list.
        let indices = match (indices, single) {
            (_, true) => None,
            (Some(indices), false) => Some(indices),
            (None, false) => Some(vec![(1, atoms.len() as i64)]),
        };
        if let Some(indices) = &indices {
            let mut places = indices.iter().map(|&range| size(range) as u128);
            if places.try_fold(1u128, u128::checked_mul) != Some(atoms.len() as u128) {
                let message = format!(
                    "the index sets of the output array `{}` do not fit its {} entries",
                    declaration.name,
                    atoms.len()
                );
                return Err(FlatZincError::wrong(&declaration.place, message));
            }
        }
        let entries = atoms
            .iter()
            .map(|atom| entry(atom, &declaration.place, poster));
        outputs.push(Output {
            name: declaration.name.clone(),
            indices,
            entries: entries.collect::<Result<_, _>>()?,
        });
    }
    Ok(outputs)
}

fn entry(atom: &Atom, place: &Place, poster: &Poster) -> Result<Entry, FlatZincError> {
    let boolean = matches!(atom, Atom::Bool(_) | Atom::Var(_, Kind::Bool));
    let term = match atom {
        Atom::Set(set) => {
            let ranges: Vec<String> = set
                .ranges()
                .iter()
                .map(|(low, high)| format!("{low}..{high}"))
                .collect();
            match &ranges[..] {
                [] => EntryTerm::Set("{}".into()),
                [range] => EntryTerm::Set(range.clone()),
                _ => EntryTerm::Set(ranges.join(" union ")),
            }
        }
        Atom::Float | Atom::Text => {
            return Err(FlatZincError::unsupported(
                place,
                "printing a float or a string",
            ));
        }
        _ => match poster.atom(atom)? {
            Term::Constant(value) => EntryTerm::Constant(value),
            Term::Variable(var) => EntryTerm::Variable(var),
        },
    };
    Ok(Entry { term, boolean })
}

fn index_sets(
    arguments: &[Expr],
    declaration: &Declaration,
    poster: &Poster,
) -> Result<Vec<(i64, i64)>, FlatZincError> {
    let wrong = || {
        let message = format!(
            "expected a list of index sets in the output_array annotation of `{}`",
            declaration.name
        );
        FlatZincError::wrong(&declaration.place, message)
    };
    let [Expr::Array(sets)] = arguments else {
        return Err(wrong());
    };
    let range = |set: &Expr| {
        let set = match set {
            Expr::Set(set) => set.clone(),
            Expr::Name(name) => match poster.name(name) {
                Some(Arg::One(Atom::Set(set))) => set.as_ref().clone(),
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        };
        match set.ranges() {
            [] => Ok((1, 0)),
            [range] => Ok(*range),
            _ => Err(wrong()),
        }
    };
    if sets.is_empty() {
        Err(wrong())
    } else {
        sets.iter().map(range).collect()
    }
}
