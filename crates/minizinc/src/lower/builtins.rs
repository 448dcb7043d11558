//! All constraints that a file may use: their names, what they take, and who posts them.
//!
//! Each entry means a conjunction of the model's constraints, so the reified form (`_reif`: a last argument
//! that is true exactly if the constraint holds) and the implied form (`_imp`: if the last argument is
//! true, the constraint holds) of every entry follow from the entry itself. New variables must therefore be defined by constraints
//! that are added at once and can always be met; what is left says whether the constraint holds.

use std::collections::HashMap;

use tantalizer_model::Constraint;
use tantalizer_rewrite::Pace;

use super::names::{Arg, Atom, Kind, Names};
use super::poster::Poster;
use super::{arith, globals, logic, sentence};
use crate::FlatZincError;
use crate::syntax::{Expr, Place, Program};

/// What an argument must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// An integer or an integer variable.
    Int,
    /// A truth value or a Boolean variable.
    Bool,
    /// An array of [`Param::Int`].
    Ints,
    /// An array of [`Param::Bool`].
    Bools,
    /// An integer.
    Number,
    /// An array of integers.
    Numbers,
    /// A truth value.
    Truth,
    /// An array of truth values.
    Truths,
    /// A set of integers.
    Set,
    /// An array of sets of integers.
    Sets,
}

impl Param {
    /// How it is written in FlatZinc, for messages and documents.
    pub fn name(self) -> &'static str {
        match self {
            Param::Int => "var int",
            Param::Bool => "var bool",
            Param::Ints => "array of var int",
            Param::Bools => "array of var bool",
            Param::Number => "int",
            Param::Numbers => "array of int",
            Param::Truth => "bool",
            Param::Truths => "array of bool",
            Param::Set => "set of int",
            Param::Sets => "array of set of int",
        }
    }

    /// How it is declared in MiniZinc.
    pub(crate) fn in_minizinc(self) -> String {
        self.name().replace("array of", "array[int] of")
    }

    fn takes(self, arg: &Arg) -> bool {
        let one = |atom: &Atom, of: Param| match atom {
            Atom::Int(_) => matches!(of, Param::Int | Param::Number),
            Atom::Var(_, Kind::Int) => of == Param::Int,
            Atom::Bool(_) => matches!(of, Param::Bool | Param::Truth),
            Atom::Var(_, Kind::Bool) => of == Param::Bool,
            Atom::Set(_) => of == Param::Set,
            _ => false,
        };
        match arg {
            Arg::One(atom) => one(atom, self),
            Arg::Many(entries) => {
                let of = match self {
                    Param::Ints => Param::Int,
                    Param::Bools => Param::Bool,
                    Param::Numbers => Param::Number,
                    Param::Truths => Param::Truth,
                    Param::Sets => Param::Set,
                    _ => return false,
                };
                entries.iter().all(|entry| one(entry, of))
            }
        }
    }
}

/// What posting gives: constraints that must all hold.
pub type Posting = Result<Vec<Constraint>, FlatZincError>;

/// A constraint by name.
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub params: &'static [Param],
    /// What it means.
    pub(crate) post: fn(&mut Poster, &[Arg]) -> Posting,
    /// For a global constraint: the predicate of MiniZinc's standard library that stands for it, and with which
    /// arguments that calls it.
    pub(crate) library: Option<(&'static str, &'static str)>,
    /// What it says about the bounds of its variables.
    pub(crate) bounds: fn(Args<'_>, Keep<'_>),
}

/// The arguments of a call, which are known to be what the built-in takes.
#[derive(Clone, Copy)]
pub(crate) struct Args<'a>(pub(crate) &'a [Arg]);

/// Called with variables and the bounds between which they lie.
pub(crate) type Keep<'a> = &'a mut dyn FnMut(&[Atom], i128, i128);

impl<'a> Args<'a> {
    /// The entries of an array.
    pub(crate) fn many(self, at: usize) -> &'a [Atom] {
        match self.0.get(at) {
            Some(Arg::Many(atoms)) => atoms,
            _ => &[],
        }
    }

    /// A single value or variable.
    pub(crate) fn one(self, at: usize) -> &'a [Atom] {
        match self.0.get(at) {
            Some(Arg::One(atom)) => std::slice::from_ref(atom),
            _ => &[],
        }
    }

    /// A number.
    pub(crate) fn number(self, at: usize) -> i128 {
        match self.one(at) {
            [Atom::Int(value)] => i128::from(*value),
            _ => 0,
        }
    }

    /// How long an array is.
    pub(crate) fn length(self, at: usize) -> i128 {
        self.many(at).len() as i128
    }
}

impl Builtin {
    /// An entry of a table.
    pub(crate) const fn new(
        name: &'static str,
        params: &'static [Param],
        post: fn(&mut Poster, &[Arg]) -> Posting,
    ) -> Builtin {
        Builtin {
            name,
            params,
            post,
            library: None,
            bounds: |_, _| {},
        }
    }

    /// The same, called by this predicate with these arguments, where `FIRST(x)` is the first index of `x`.
    pub(crate) const fn library(self, predicate: &'static str, call: &'static str) -> Builtin {
        Builtin {
            library: Some((predicate, call)),
            ..self
        }
    }

    /// The same, with what it says about bounds.
    pub(crate) const fn bounds(self, bounds: fn(Args<'_>, Keep<'_>)) -> Builtin {
        Builtin { bounds, ..self }
    }
}

/// A table of constraints.
pub type Builtins = &'static [Builtin];

/// The tables of all constraints, by subject.
pub fn tables() -> [(&'static str, Builtins); 3] {
    [
        ("Integers", arith::BUILTINS),
        ("Truth values", logic::BUILTINS),
        ("Globals of the library", globals::BUILTINS),
    ]
}

/// How the truth of a constraint counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// It must hold.
    Plain,
    /// The last argument tells whether it holds.
    Reified,
    /// It must hold if the last argument is true.
    Implied,
}

/// A constraint of the file with its arguments resolved.
pub struct Call {
    /// Where it stands.
    pub place: Place,
    /// Which one it is.
    pub builtin: &'static Builtin,
    /// How its truth counts; the argument that tells is the last one.
    pub mode: Mode,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// What the model calls it; empty if it says nothing.
    pub name: String,
    /// The line of the model that it comes from, with the values of the loops around it; empty if that is not said.
    pub line: String,
    /// The variable that it is said to define.
    pub defines: Option<usize>,
}

impl Call {
    /// What it takes to go through its arguments, in steps of some nanoseconds.
    pub fn cost(&self) -> usize {
        let length = |arg: &Arg| match arg {
            Arg::One(_) => 1,
            Arg::Many(entries) => entries.len(),
        };
        100 + 4 * self.args.iter().map(length).sum::<usize>()
    }

    /// Whether it says that its two arguments are equal.
    pub fn says_equal(&self) -> bool {
        self.mode == Mode::Plain && matches!(self.builtin.name, "int_eq" | "bool_eq" | "bool2int")
    }
}

/// The entry of that name, and how its truth counts.
pub fn builtin(name: &str) -> Option<(&'static Builtin, Mode)> {
    let exact = |name: &str| {
        let mut tables = tables().into_iter();
        tables.find_map(|(_, table)| table.iter().find(|builtin| builtin.name == name))
    };
    if let Some(builtin) = exact(name) {
        return Some((builtin, Mode::Plain));
    }
    if let Some(builtin) = name.strip_suffix("_reif").and_then(exact) {
        return Some((builtin, Mode::Reified));
    }
    let builtin = name.strip_suffix("_imp").and_then(exact)?;
    Some((builtin, Mode::Implied))
}

/// All constraints of a file, resolved and checked against what they take.
pub fn calls(
    program: &Program,
    names: &Names,
    calls: &mut Vec<Call>,
    pace: &mut Pace,
) -> Result<(), FlatZincError> {
    calls.reserve(program.constraints.len());
    // A file has many constraints of few names.
    let mut known: HashMap<&str, Option<(&'static Builtin, Mode)>> = HashMap::new();
    for item in &program.constraints {
        let found = known
            .entry(&item.name)
            .or_insert_with(|| builtin(&item.name));
        let Some((builtin, mode)) = *found else {
            let what = format!("constraint `{}`", item.name);
            return Err(FlatZincError::unsupported(&item.place, what));
        };
        let last: &[Param] = match mode {
            Mode::Plain => &[],
            Mode::Reified | Mode::Implied => &[Param::Bool],
        };
        let expected = builtin.params.len() + last.len();
        if item.arguments.len() != expected {
            let message = format!(
                "`{}` takes {expected} arguments, found {}",
                item.name,
                item.arguments.len()
            );
            return Err(FlatZincError::wrong(&item.place, message));
        }
        let mut args = Vec::with_capacity(expected);
        let params = builtin.params.iter().chain(last);
        for (at, (expr, param)) in item.arguments.iter().zip(params).enumerate() {
            let arg = names.arg(expr, &item.place)?;
            if !param.takes(&arg) {
                let message = format!(
                    "argument {} of `{}` must be of type {}",
                    at + 1,
                    item.name,
                    param.name()
                );
                return Err(FlatZincError::wrong(&item.place, message));
            }
            args.push(arg);
        }
        let call = Call {
            place: item.place.clone(),
            builtin,
            mode,
            args,
            name: sentence::name(&item.annotations),
            line: sentence::line_of(&item.annotations),
            defines: defined(&item.annotations, names),
        };
        pace.step(call.cost())?;
        calls.push(call);
    }
    Ok(())
}

/// The variable that the constraint with these annotations is said to define, if MiniZinc has introduced it.
fn defined(annotations: &[Expr], names: &Names) -> Option<usize> {
    let named = annotations.iter().find_map(|annotation| match annotation {
        Expr::Call(name, arguments) if name == "defines_var" => match &arguments[..] {
            [Expr::Name(var)] => Some(var),
            _ => None,
        },
        _ => None,
    })?;
    match names.get(named)? {
        Arg::One(Atom::Var(cell, _)) if named.starts_with(INTRODUCED) => Some(*cell),
        _ => None,
    }
}

/// How the names of variables begin that MiniZinc has introduced.
pub(crate) const INTRODUCED: &str = "X_INTRODUCED_";
