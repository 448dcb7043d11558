//! A model under construction.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tantalizer_model::constraints::{Clause, Compare, Member, Reified};

use tantalizer_model::{Constraint, Domain, Literal, Model, ModelError, Rel, Tuples, Var};

use super::builtins::{Call, Mode, Posting};
use super::names::{self, Arg, Atom, Names};
use super::sentence::{self, Sentences};
use crate::FlatZincError;
use crate::syntax::{Expr, IntSet, Place, Program, to_domain};

/// A constant or a variable of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A constant; truth values are 0 and 1.
    Constant(i64),
    /// A variable.
    Variable(Var),
}

/// Posts the constraints of a file.
pub struct Poster<'a> {
    /// The model so far.
    pub model: &'a mut Model,
    /// Where the constraint at hand stands.
    pub place: Place,
    /// How the truth of the constraint at hand counts.
    pub mode: Mode,
    /// What the constraint at hand is called, and the variable that it is the meaning of.
    name: String,
    meaning: Option<Var>,
    /// The variables that have a definition.
    defined: HashSet<Var>,
    /// The variables that have a definition without a name.
    plainly_defined: HashSet<Var>,
    /// Variables of the file that a rule with this name says to be equal to another.
    made_equal: HashMap<usize, String>,
    sentences: Sentences,
    names: &'a Names,
    vars: Vec<Var>,
    auxiliaries: usize,
    /// The rows of tables, by where the array that they were read from lies, and by their width.
    tables: HashMap<(*const Atom, usize), Table>,
}

/// The rows that were read from an array; none if it has none. The array is kept, so that no other one comes to lie where it is.
struct Table {
    _cells: Arc<[Atom]>,
    rows: Option<Arc<Tuples>>,
}

impl<'a> Poster<'a> {
    /// The variables of the file, all of them bounded.
    pub fn new(names: &'a Names, program: &Program, model: &'a mut Model, calls: &[Call]) -> Self {
        let mut vars = Vec::with_capacity(names.cells.len());
        for (number, cell) in names.cells.iter().enumerate() {
            vars.push(match names.root(number) == number {
                true => {
                    let domain = cell.set.as_ref().map(to_domain);
                    model.int(&cell.name, domain.unwrap_or_default())
                }
                // Filled in below, once the one that stands for it exists.
                false => Var::from_index(0),
            });
        }
        for number in 0..vars.len() {
            vars[number] = vars[names.root(number)];
        }
        let (named, plain): (Vec<&Call>, Vec<&Call>) = calls
            .iter()
            .partition(|call| sentence::is_given(&call.name));
        let plain = plain.into_iter().filter(|call| !call.says_equal());
        let plain = plain.filter_map(|call| call.defines);
        let mut sentences = Sentences::default();
        for call in &named {
            sentences.add(&call.line, &call.name);
        }
        let mut made_equal = HashMap::new();
        for call in named.into_iter().filter(|call| call.says_equal()) {
            for arg in &call.args {
                if let Arg::One(Atom::Var(cell, _)) = arg {
                    made_equal.entry(*cell).or_insert_with(|| call.name.clone());
                }
            }
        }
        Poster {
            plainly_defined: plain.map(|cell| vars[cell]).collect(),
            made_equal,
            sentences,
            model,
            place: program.solve.place.clone(),
            mode: Mode::Plain,
            name: String::new(),
            meaning: None,
            defined: HashSet::new(),
            names,
            vars,
            auxiliaries: 0,
            tables: HashMap::new(),
        }
    }

    /// What a name stands for.
    pub fn name(&self, name: &str) -> Option<&'a Arg> {
        self.names.get(name)
    }

    /// What an expression stands for.
    pub fn argument(&self, expr: &Expr) -> Result<Arg, FlatZincError> {
        self.names.arg(expr, &self.place)
    }

    /// Posts a constraint of the file.
    pub fn post(&mut self, call: &Call) -> Result<(), FlatZincError> {
        self.place = call.place.clone();
        self.mode = call.mode;
        self.name.clone_from(&call.name);
        self.meaning = self.meaning(call);
        self.defined.extend(self.meaning);
        // What says more than what a variable means, since that is equal to another or cut, is part of the rule that says so.
        if self.meaning.is_none()
            && !sentence::is_given(&call.name)
            && let Some(cell) = call.defines
        {
            let equal = self.made_equal.get(&cell).map(String::as_str);
            if let Some(name) = equal.or_else(|| self.sentences.name(&call.line)) {
                self.name = name.into();
            }
        }
        // What is now one variable needs no constraint.
        if call.says_equal()
            && call
                .args
                .iter()
                .any(|arg| matches!(arg, Arg::One(Atom::Var(..))))
        {
            return Ok(());
        }
        let parts = (call.builtin.post)(self, &call.args)?;
        let parts = match (call.mode, call.args.last()) {
            (Mode::Plain, _) | (_, None) => parts,
            (Mode::Reified, Some(last)) => {
                let by = self.term(last)?;
                self.reified(parts, by)?
            }
            (Mode::Implied, Some(last)) => {
                let by = self.term(last)?;
                self.implied(parts, by)?
            }
        };
        for constraint in parts {
            self.add(constraint)?;
        }
        Ok(())
    }

    /// Adds a constraint to the model, whatever becomes of the one at hand: for the definition of a new variable it must
    /// hold for some value of that variable, whatever the others are.
    pub fn add(&mut self, constraint: Constraint) -> Result<(), FlatZincError> {
        let id = match self.model.post(constraint) {
            Ok(id) => id,
            Err(error) => return Err(self.trouble(error)),
        };
        if !self.name.is_empty() {
            self.model.name_constraint(id, self.name.clone());
        }
        if let Some(var) = self.meaning {
            self.model.mark_definition(id, var);
        }
        Ok(())
    }

    /// The variable that a constraint defines, if it forbids nothing else. What MiniZinc says to be a definition may forbid something
    /// where the values of the defined variable were cut; so only truth values that are open are taken, and sums that fit.
    fn meaning(&self, call: &Call) -> Option<Var> {
        let cell = call.defines?;
        let var = self.vars[cell];
        // It may have become one with a variable that people see, or that has a definition already.
        if self.names.cells[self.names.root(cell)].shown || self.defined.contains(&var) {
            return None;
        }
        // Of two definitions of one variable the one with a name is a rule.
        if sentence::is_given(&call.name) && self.plainly_defined.contains(&var) {
            return None;
        }
        let domain = self.model.domain(var);
        let free = match &call.args[..] {
            [Arg::Many(factors), Arg::Many(terms), _] if call.builtin.name == "int_lin_eq" => {
                call.mode == Mode::Plain && self.any_sum_fits(cell, factors, terms, call)
            }
            _ => {
                let at = call.args.iter().position(
                    |arg| matches!(arg, Arg::One(Atom::Var(other, names::Kind::Bool)) if *other == cell),
                );
                at == Some(call.args.len() - 1) && domain.len() == 2
            }
        };
        free.then_some(var)
    }

    /// Whether a defined variable has a value for every value of the other terms.
    fn any_sum_fits(&self, cell: usize, factors: &[Atom], terms: &[Atom], call: &Call) -> bool {
        let Some(Arg::One(Atom::Int(total))) = call.args.last() else {
            return false;
        };
        let (mut low, mut high, mut own) = (*total, *total, 0);
        for (factor, term) in factors.iter().zip(terms) {
            let (&Atom::Int(factor), Atom::Var(other, _)) = (factor, term) else {
                return false;
            };
            if *other == cell {
                own += factor;
                continue;
            }
            let domain = self.model.domain(self.vars[*other]);
            let (Some(least), Some(most)) = (domain.min(), domain.max()) else {
                return false;
            };
            let ends = [least, most].map(|end| factor.saturating_mul(end.into()));
            low = low.saturating_sub(ends[0].max(ends[1]));
            high = high.saturating_sub(ends[0].min(ends[1]));
        }
        let domain = self.model.domain(self.vars[cell]);
        let (low, high) = if own == -1 {
            (-high, -low)
        } else {
            (low, high)
        };
        own.abs() == 1
            && domain.min().is_some_and(|min| i64::from(min) <= low)
            && domain.max().is_some_and(|max| high <= i64::from(max))
            && domain.ranges().len() == 1
    }

    /// An error of the model, at the constraint at hand.
    pub fn trouble(&self, error: ModelError) -> FlatZincError {
        FlatZincError::Model {
            place: self.place.clone(),
            error,
        }
    }

    /// `by` is true exactly if all parts hold.
    pub fn reified(&mut self, mut parts: Vec<Constraint>, by: Term) -> Posting {
        if parts.iter().any(is_never) {
            return self.compare(by, Rel::Equal, Term::Constant(0));
        }
        let by = match by {
            Term::Constant(0) => self.model.constant(0),
            Term::Constant(_) => return Ok(parts),
            Term::Variable(var) => var,
        };
        match parts.len() {
            0 => self.compare(Term::Variable(by), Rel::Equal, Term::Constant(1)),
            1 => Ok(vec![Constraint::Reified(Reified {
                constraint: Box::new(parts.remove(0)),
                by,
            })]),
            _ => {
                let mut all = Vec::new();
                let mut truths = Vec::new();
                for part in parts {
                    let truth = self.new_bool();
                    truths.push(truth);
                    all.push(Constraint::Reified(Reified {
                        constraint: Box::new(part),
                        by: truth,
                    }));
                }
                all.extend(conjunction(&truths, by));
                Ok(all)
            }
        }
    }

    /// If `by` is true, all parts hold.
    pub fn implied(&mut self, mut parts: Vec<Constraint>, by: Term) -> Posting {
        let by = match by {
            Term::Constant(0) => return Ok(Vec::new()),
            Term::Constant(_) => return Ok(parts),
            Term::Variable(var) => var,
        };
        if let [Constraint::Clause(Clause { literals })] = &mut parts[..] {
            literals.push(Literal::no(by));
            return Ok(parts);
        }
        let truth = self.new_bool();
        let mut all = self.reified(parts, Term::Variable(truth))?;
        all.push(Constraint::Clause(Clause {
            literals: vec![Literal::no(by), Literal::yes(truth)],
        }));
        Ok(all)
    }

    /// `x rel y`.
    pub fn compare(&mut self, x: Term, rel: Rel, y: Term) -> Posting {
        Ok(match (x, y) {
            (Term::Constant(x), Term::Constant(y)) => truth(rel.holds(x, y)),
            (Term::Variable(x), Term::Constant(y)) => self.bounded(x, rel, y),
            (Term::Constant(x), Term::Variable(y)) => self.bounded(y, rel.mirrored(), x),
            (Term::Variable(x), Term::Variable(y)) => {
                vec![Constraint::Compare(Compare { x, rel, y })]
            }
        })
    }

    /// `x rel constant`, as the set of values that fit.
    fn bounded(&self, x: Var, rel: Rel, constant: i64) -> Vec<Constraint> {
        let (low, high) = (i64::MIN, i64::MAX);
        let (before, after) = (constant.saturating_sub(1), constant.saturating_add(1));
        let ranges = match rel {
            Rel::Equal => vec![(constant, constant)],
            Rel::NotEqual => vec![(low, before), (after, high)],
            Rel::Less => vec![(low, before)],
            Rel::LessEqual => vec![(low, constant)],
            Rel::Greater => vec![(after, high)],
            Rel::GreaterEqual => vec![(constant, high)],
        };
        self.member(x, &to_domain(&IntSet::from_ranges(ranges)))
    }

    /// `x` is in the set.
    pub fn member(&self, x: Var, set: &Domain) -> Vec<Constraint> {
        let values = self.model.domain(x).intersection(set);
        if values.is_empty() {
            return truth(false);
        }
        vec![Constraint::Member(Member { x, values })]
    }

    /// A single argument.
    pub fn term(&self, arg: &Arg) -> Result<Term, FlatZincError> {
        match arg {
            Arg::One(atom) => self.atom(atom),
            Arg::Many(_) => Err(self.mistyped()),
        }
    }

    /// The entries of an array.
    pub fn terms(&self, arg: &Arg) -> Result<Vec<Term>, FlatZincError> {
        match arg {
            Arg::Many(entries) => entries.iter().map(|atom| self.atom(atom)).collect(),
            Arg::One(_) => Err(self.mistyped()),
        }
    }

    /// A constant or a variable.
    pub fn atom(&self, atom: &Atom) -> Result<Term, FlatZincError> {
        match atom {
            Atom::Int(value) => Ok(Term::Constant(*value)),
            Atom::Bool(truth) => Ok(Term::Constant(i64::from(*truth))),
            Atom::Var(cell, _) => Ok(Term::Variable(self.vars[*cell])),
            Atom::Set(_) | Atom::Float | Atom::Text => Err(self.mistyped()),
        }
    }

    /// A single argument as a variable; a constant becomes one.
    pub fn var(&mut self, arg: &Arg) -> Result<Var, FlatZincError> {
        let term = self.term(arg)?;
        self.variable(term)
    }

    /// The entries of an array as variables.
    pub fn vars(&mut self, arg: &Arg) -> Result<Vec<Var>, FlatZincError> {
        let terms = self.terms(arg)?;
        terms.into_iter().map(|term| self.variable(term)).collect()
    }

    /// A term as a variable.
    pub fn variable(&mut self, term: Term) -> Result<Var, FlatZincError> {
        match term {
            Term::Variable(var) => Ok(var),
            Term::Constant(value) => match i32::try_from(value) {
                Ok(value) => Ok(self.model.constant(value)),
                Err(_) => Err(FlatZincError::unsupported(
                    &self.place,
                    format!(
                        "the number {value}, which does not fit 32 bits, outside of a sum or comparison"
                    ),
                )),
            },
        }
    }

    /// An integer.
    pub fn number(&self, arg: &Arg) -> Result<i64, FlatZincError> {
        match self.term(arg)? {
            Term::Constant(value) => Ok(value),
            Term::Variable(_) => Err(self.mistyped()),
        }
    }

    /// An array of integers.
    pub fn numbers(&self, arg: &Arg) -> Result<Vec<i64>, FlatZincError> {
        let constant = |term| match term {
            Term::Constant(value) => Ok(value),
            Term::Variable(_) => Err(self.mistyped()),
        };
        self.terms(arg)?.into_iter().map(constant).collect()
    }

    /// An array of integers as rows; none if there are none. Tables that name the same array share them.
    pub fn rows(&mut self, arg: &Arg, width: usize) -> Result<Option<Arc<Tuples>>, FlatZincError> {
        let Arg::Many(cells) = arg else {
            return Err(self.mistyped());
        };
        let key = (cells.as_ptr(), width);
        if let Some(known) = self.tables.get(&key) {
            return Ok(known.rows.clone());
        }
        if !cells.len().is_multiple_of(width) {
            let message = format!("{} entries are no rows of {width}", cells.len());
            return Err(FlatZincError::wrong(&self.place, message));
        }
        let numbers = self.numbers(arg)?;
        let row = |row: &[i64]| {
            let row = row.iter().map(|&value| i32::try_from(value).ok());
            row.collect::<Option<Vec<i32>>>()
        };
        // A row with a number that no variable takes is never met.
        let rows: Vec<Vec<i32>> = numbers.chunks(width).filter_map(row).collect();
        let tuples = Tuples::new(width, rows).map_err(|error| self.trouble(error))?;
        let tuples = (!tuples.is_empty()).then(|| Arc::new(tuples));
        let table = Table {
            _cells: Arc::clone(cells),
            rows: tuples.clone(),
        };
        self.tables.insert(key, table);
        Ok(tuples)
    }

    /// A set.
    pub fn set<'b>(&self, arg: &'b Arg) -> Result<&'b IntSet, FlatZincError> {
        match arg {
            Arg::One(Atom::Set(set)) => Ok(set),
            _ => Err(self.mistyped()),
        }
    }

    /// The smallest and the largest value of a term.
    pub fn bounds(&self, term: Term) -> (i64, i64) {
        match term {
            Term::Constant(value) => (value, value),
            Term::Variable(var) => {
                let domain = self.model.domain(var);
                let (low, high) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
                (low.into(), high.into())
            }
        }
    }

    /// A new Boolean variable.
    pub fn new_bool(&mut self) -> Var {
        self.new_var(Domain::boolean())
    }

    /// A new variable.
    pub fn new_var(&mut self, domain: Domain) -> Var {
        self.auxiliaries += 1;
        self.model
            .int(format!("auxiliary {}", self.auxiliaries), domain)
    }

    /// The arguments were checked before: nobody sees this unless a table of builtins is wrong.
    fn mistyped(&self) -> FlatZincError {
        FlatZincError::wrong(&self.place, "an argument is not of the expected type")
    }
}

/// The constraints that always, or never, hold.
pub fn truth(holds: bool) -> Vec<Constraint> {
    if holds {
        Vec::new()
    } else {
        vec![Constraint::Clause(Clause {
            literals: Vec::new(),
        })]
    }
}

fn is_never(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Clause(Clause { literals }) if literals.is_empty())
}

/// `by` is 1 exactly if all of `truths` are.
pub fn conjunction(truths: &[Var], by: Var) -> Vec<Constraint> {
    let mut all = vec![Literal::yes(by)];
    let mut clauses = Vec::with_capacity(truths.len() + 1);
    for &truth in truths {
        all.push(Literal::no(truth));
        clauses.push(Constraint::Clause(Clause {
            literals: vec![Literal::no(by), Literal::yes(truth)],
        }));
    }
    clauses.push(Constraint::Clause(Clause { literals: all }));
    clauses
}
