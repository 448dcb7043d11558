//! What the names of a file stand for.

use std::collections::HashMap;
use std::sync::Arc;

use tantalizer_rewrite::Pace;

use super::builtins::Call;
use crate::FlatZincError;
use crate::syntax::{Base, Declaration, Expr, Goal, IntSet, Place, Program};

/// What a variable's values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Integers.
    Int,
    /// Truth values.
    Bool,
}

/// A variable of the file.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub place: Place,
    /// The values it may take; none if nobody says.
    pub set: Option<IntSet>,
    /// Whether somebody outside will see it, so that its name is the one to keep.
    pub shown: bool,
}

/// A constant or a variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Atom {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A set of integers.
    Set(Arc<IntSet>),
    /// A variable.
    Var(usize, Kind),
    /// A floating-point number.
    Float,
    /// A string.
    Text,
}

/// What a name or an argument stands for.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A single value or variable.
    One(Atom),
    /// An array of them.
    Many(Arc<[Atom]>),
}

/// All names of a file.
#[derive(Default)]
pub struct Names {
    bound: HashMap<String, Arg>,
    /// The variables. Those that were merged into another one are no longer used.
    pub cells: Vec<Cell>,
    /// For each variable, itself or one that it is equal to.
    parents: Vec<usize>,
}

type Resolved<T> = Result<T, FlatZincError>;

impl Names {
    /// Resolves all declarations, in order. One that speaks of later ones, as MiniZinc writes them now and then, waits for them.
    pub fn resolve(&mut self, program: &Program, pace: &mut Pace) -> Resolved<()> {
        let mut waiting: Vec<&Declaration> = program.declarations.iter().collect();
        loop {
            let before = waiting.len();
            let mut failed = None;
            let mut still_waiting = Vec::new();
            for declaration in waiting {
                let entries = declaration.ty.array.unwrap_or(0);
                pace.step(entries.saturating_mul(10).saturating_add(100))?;
                match self.declare(declaration) {
                    Ok(arg) => self.bind(declaration, arg)?,
                    Err(error) => {
                        if self.knows_names_of(declaration.value.as_ref()) {
                            return Err(error);
                        }
                        failed.get_or_insert(error);
                        still_waiting.push(declaration);
                    }
                }
            }
            waiting = still_waiting;
            match failed {
                Some(error) if waiting.len() == before => return Err(error),
                Some(_) => {}
                None => break,
            }
        }
        if let Goal::Minimize(objective) | Goal::Maximize(objective) = &program.solve.goal
            && let Arg::One(atom) = self.arg(objective, &program.solve.place)?
        {
            self.show(&[atom]);
        }
        Ok(())
    }

    fn bind(&mut self, declaration: &Declaration, arg: Arg) -> Resolved<()> {
        if let (Arg::Many(entries), true) = (&arg, declaration.annotations.iter().any(is_output)) {
            self.show(entries);
        }
        let name = declaration.name.clone();
        if self.bound.insert(name, arg).is_some() {
            let message = format!("`{}` is declared twice", declaration.name);
            return Err(FlatZincError::wrong(&declaration.place, message));
        }
        Ok(())
    }

    /// Whether everything that a value speaks of is declared.
    fn knows_names_of(&self, value: Option<&Expr>) -> bool {
        match value {
            Some(Expr::Name(name)) => self.bound.contains_key(name),
            Some(Expr::Array(entries)) => {
                (entries.iter()).all(|entry| self.knows_names_of(Some(entry)))
            }
            _ => true,
        }
    }

    /// Marks variables that somebody outside will see.
    fn show(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            if let Atom::Var(cell, _) = atom {
                let root = self.find(*cell);
                self.cells[root].shown = true;
            }
        }
    }

    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.bound.get(name)
    }

    /// The one among equal variables that stands for all of them.
    pub fn root(&self, mut cell: usize) -> usize {
        while self.parents[cell] != cell {
            cell = self.parents[cell];
        }
        cell
    }

    /// The same; the way there is shortened.
    fn find(&mut self, mut cell: usize) -> usize {
        while self.parents[cell] != cell {
            self.parents[cell] = self.parents[self.parents[cell]];
            cell = self.parents[cell];
        }
        cell
    }

    /// What an argument stands for.
    pub fn arg(&self, expr: &Expr, place: &Place) -> Resolved<Arg> {
        match expr {
            Expr::Name(name) => match self.get(name) {
                Some(arg) => Ok(arg.clone()),
                None => Err(FlatZincError::wrong(
                    place,
                    format!("`{name}` is not declared"),
                )),
            },
            Expr::Array(entries) => {
                let entries = entries.iter().map(|entry| self.atom(entry, place));
                Ok(Arg::Many(entries.collect::<Resolved<_>>()?))
            }
            other => self.atom(other, place).map(Arg::One),
        }
    }

    fn atom(&self, expr: &Expr, place: &Place) -> Resolved<Atom> {
        Ok(match expr {
            Expr::Bool(truth) => Atom::Bool(*truth),
            Expr::Int(value) => Atom::Int(*value),
            Expr::Float => Atom::Float,
            Expr::Set(set) => Atom::Set(Arc::new(set.clone())),
            Expr::Text(_) => Atom::Text,
            Expr::Name(_) => match self.arg(expr, place)? {
                Arg::One(atom) => atom,
                Arg::Many(_) => {
                    return Err(FlatZincError::wrong(place, "an array inside an array"));
                }
            },
            Expr::Array(_) => return Err(FlatZincError::wrong(place, "an array inside an array")),
            Expr::Call(name, _) => {
                let message = format!("expected a value, found the call `{name}(...)`");
                return Err(FlatZincError::wrong(place, message));
            }
        })
    }

    fn declare(&mut self, declaration: &Declaration) -> Resolved<Arg> {
        let Declaration { place, ty, .. } = declaration;
        if let Some(length) = ty.array {
            return self.declare_array(declaration, length);
        }
        let value = declaration.value.as_ref();
        let value = value.map(|value| self.atom(value, place)).transpose()?;
        if !ty.var {
            return match value {
                Some(value) => Ok(Arg::One(value)),
                None => Err(FlatZincError::wrong(
                    place,
                    format!("the parameter `{}` has no value", declaration.name),
                )),
            };
        }
        let (kind, set) = match &ty.base {
            Base::Bool => (Kind::Bool, Some(IntSet::from_ranges([(0, 1)]))),
            Base::Int(set) => (Kind::Int, set.clone()),
            Base::Float | Base::Set | Base::Any => {
                let what = match ty.base {
                    Base::Set => "set variables",
                    _ => "float variables",
                };
                let what = format!("{what} (`{}`)", declaration.name);
                return Err(FlatZincError::unsupported(place, what));
            }
        };
        let shown = declaration.annotations.iter().any(is_output);
        let cell = self.new_cell(&declaration.name, place, set, shown);
        match (&value, kind) {
            (None, _) => {}
            (Some(Atom::Var(other, same)), kind) if *same == kind => self.merge(cell, *other),
            (Some(Atom::Int(value)), Kind::Int) => self.restrict(cell, *value),
            (Some(Atom::Bool(truth)), Kind::Bool) => self.restrict(cell, i64::from(*truth)),
            _ => {
                let message = format!("the value of `{}` is not of its type", declaration.name);
                return Err(FlatZincError::wrong(place, message));
            }
        }
        Ok(Arg::One(Atom::Var(cell, kind)))
    }

    fn declare_array(&mut self, declaration: &Declaration, length: usize) -> Resolved<Arg> {
        let Declaration { place, ty, .. } = declaration;
        let entries = match &declaration.value {
            Some(value) => match self.arg(value, place)? {
                Arg::Many(entries) => entries,
                Arg::One(_) => {
                    let message =
                        format!("expected an array as the value of `{}`", declaration.name);
                    return Err(FlatZincError::wrong(place, message));
                }
            },
            None => {
                let message = format!("the array `{}` has no value", declaration.name);
                return Err(FlatZincError::wrong(place, message));
            }
        };
        if entries.len() != length {
            let message = format!(
                "the array `{}` is declared with {length} entries and has {}",
                declaration.name,
                entries.len()
            );
            return Err(FlatZincError::wrong(place, message));
        }
        let fits = |entry: &Atom| match &ty.base {
            Base::Any => true,
            Base::Int(_) => matches!(entry, Atom::Int(_) | Atom::Var(_, Kind::Int)),
            Base::Bool => matches!(entry, Atom::Bool(_) | Atom::Var(_, Kind::Bool)),
            Base::Float => matches!(entry, Atom::Float | Atom::Int(_)),
            Base::Set => matches!(entry, Atom::Set(_)),
        };
        if let Some(at) = entries.iter().position(|entry| !fits(entry)) {
            let message = format!(
                "entry {} of the array `{}` is not of its type",
                at + 1,
                declaration.name
            );
            return Err(FlatZincError::wrong(place, message));
        }
        // A domain in the type of an array holds for all its entries.
        if let Base::Int(Some(set)) = &ty.base {
            for entry in entries.iter() {
                match entry {
                    Atom::Var(cell, _) => self.intersect(*cell, set),
                    Atom::Int(value) if !set.contains(*value) => {
                        let message = format!(
                            "{value} is not among the values of the array `{}`",
                            declaration.name
                        );
                        return Err(FlatZincError::wrong(place, message));
                    }
                    _ => {}
                }
            }
        }
        Ok(Arg::Many(entries))
    }

    fn new_cell(&mut self, name: &str, place: &Place, set: Option<IntSet>, shown: bool) -> usize {
        self.cells.push(Cell {
            name: name.to_string(),
            place: place.clone(),
            set,
            shown,
        });
        self.parents.push(self.parents.len());
        self.cells.len() - 1
    }

    /// Leaves a variable one value, or none.
    fn restrict(&mut self, cell: usize, value: i64) {
        self.intersect(cell, &IntSet::from_values([value]));
    }

    fn intersect(&mut self, cell: usize, set: &IntSet) {
        let root = self.find(cell);
        let old = &mut self.cells[root].set;
        *old = Some(match old {
            Some(old) => old.intersection(set),
            None => set.clone(),
        });
    }

    /// Makes two variables one. The name that is shown to people stays.
    fn merge(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return;
        }
        let keep_other = match (self.cells[one].shown, self.cells[other].shown) {
            (true, false) => false,
            (false, true) => true,
            _ => other < one,
        };
        let (stays, goes) = if keep_other {
            (other, one)
        } else {
            (one, other)
        };
        if let Some(set) = self.cells[goes].set.take() {
            self.intersect(stays, &set);
        }
        self.cells[stays].shown |= self.cells[goes].shown;
        self.parents[goes] = stays;
    }

    /// Makes variables one that a constraint says to be equal, and fixes those it says to have a value.
    pub fn merge_equal(&mut self, calls: &[Call]) {
        for call in calls.iter().filter(|call| call.says_equal()) {
            if let [Arg::One(left), Arg::One(right)] = &call.args[..] {
                match (left, right) {
                    (Atom::Var(one, _), Atom::Var(other, _)) => self.merge(*one, *other),
                    (Atom::Var(cell, _), constant) | (constant, Atom::Var(cell, _)) => {
                        match constant {
                            Atom::Int(value) => self.restrict(*cell, *value),
                            Atom::Bool(truth) => self.restrict(*cell, i64::from(*truth)),
                            _ => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        self.shorten();
    }

    /// Makes every variable point to the one that stands for it, so that long chains are walked once.
    fn shorten(&mut self) {
        for cell in 0..self.parents.len() {
            let root = self.root(cell);
            let mut at = cell;
            while at != root {
                at = std::mem::replace(&mut self.parents[at], root);
            }
        }
    }
}

/// Whether an annotation says that a variable or array is printed.
pub fn is_output(annotation: &Expr) -> bool {
    match annotation {
        Expr::Name(name) => name == "output_var",
        Expr::Call(name, _) => name == "output_array",
        _ => false,
    }
}
