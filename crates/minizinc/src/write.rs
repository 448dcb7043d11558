//! Any model as FlatZinc, for other solvers.
//!
//! What FlatZinc's builtins cannot say is rewritten first by the transformations that all engines share. Every variable is an integer; where
//! a constraint speaks of truth values, a Boolean variable is tied to it by `bool2int`. The answer variables are the output, and what
//! was added on the way is marked as introduced, so that solvers do not count with it.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use tantalizer_model::constraints::{
    Absolute, Arithm, Clause, Compare, Element, Linear, Maximum, Member, Minimum, Reified, Table,
    Xor,
};

use tantalizer_model::{
    Arithmetic, Constraint, Domain, Limits, Literal, Model, Objective, Rel, Var,
};
use tantalizer_rewrite::{Pace, RewriteError, decompose};

/// What writing a short constraint takes, in steps of some nanoseconds.
const STEPS_A_CONSTRAINT: usize = 500;

/// Writes the model as FlatZinc text.
///
/// ```
/// use tantalizer_model::{Limits, Model};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
/// let text = tantalizer_minizinc::write_flatzinc(&model, &Limits::none())?;
/// assert!(text.ends_with("satisfy;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_flatzinc(model: &Model, limits: &Limits) -> Result<String, RewriteError> {
    let watch = limits.start();
    let plain = decompose(model, &takes, &watch)?.model;
    let mut pace = Pace::new(&watch);
    let mut writer = Writer::new(&plain, model.var_count());
    for posted in plain.constraints() {
        pace.step(STEPS_A_CONSTRAINT)?;
        writer.constraint(&posted.constraint);
    }
    Ok(writer.finish())
}

/// What FlatZinc's builtins can say, and how: a name and the arguments, for constraints that can be reified as well.
fn takes(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Arithm(Arithm { rel, .. }) => *rel == Rel::Equal,
        Constraint::Element(_)
        | Constraint::Xor(_)
        | Constraint::Minimum(_)
        | Constraint::Maximum(_)
        | Constraint::Absolute(_) => true,
        Constraint::Table(Table {
            tuples, allowed, ..
        }) => *allowed && !tuples.is_empty(),
        Constraint::Reified(Reified { constraint, .. }) => is_relation(constraint),
        other => is_relation(other),
    }
}

fn is_relation(constraint: &Constraint) -> bool {
    matches!(
        constraint,
        Constraint::Member(_)
            | Constraint::Compare(_)
            | Constraint::Linear(_)
            | Constraint::Clause(_)
    )
}

struct Writer<'a> {
    model: &'a Model,
    names: Vec<String>,
    /// Declarations of variables that only this file has.
    declared: String,
    /// The Boolean variable of each variable that has one.
    booleans: HashMap<Var, String>,
    constraints: String,
    added: usize,
    originals: usize,
}

impl<'a> Writer<'a> {
    fn new(model: &'a Model, originals: usize) -> Self {
        let mut taken = HashSet::new();
        let names = model
            .vars()
            .map(|var| identifier(model.var_name(var), var, &mut taken));
        Writer {
            names: names.collect(),
            model,
            declared: String::new(),
            booleans: HashMap::new(),
            constraints: String::new(),
            added: 0,
            originals,
        }
    }

    fn finish(mut self) -> String {
        let answer = self.model.answer();
        let shown: HashSet<Var> = answer.iter().copied().collect();
        let mut text = format!("% {}\n", self.model.name().replace('\n', " "));
        let mut impossible = false;
        for var in self.model.vars() {
            let domain = self.model.domain(var);
            impossible |= domain.is_empty();
            let annotation = match (shown.contains(&var), var.index() >= self.originals) {
                (true, _) => " :: output_var",
                (false, true) => " :: var_is_introduced",
                (false, false) => "",
            };
            let name = &self.names[var.index()];
            let _ = writeln!(text, "var {}: {name}{annotation};", set(domain));
        }
        if impossible {
            self.line("bool_eq(false, true)");
        }
        let answer: Vec<&str> = answer.iter().map(|&var| self.name(var)).collect();
        let search = if answer.is_empty() {
            String::new()
        } else {
            format!(
                " :: int_search([{}], first_fail, indomain_min, complete)",
                answer.join(", ")
            )
        };
        let goal = match self.model.objective() {
            None => "satisfy".to_string(),
            Some(Objective::Minimise(var)) => format!("minimize {}", self.name(var)),
            Some(Objective::Maximise(var)) => format!("maximize {}", self.name(var)),
        };
        text + &self.declared + &self.constraints + &format!("solve{search} {goal};\n")
    }

    fn name(&self, var: Var) -> &str {
        &self.names[var.index()]
    }

    fn list(&self, vars: &[Var]) -> String {
        let names: Vec<&str> = vars.iter().map(|&var| self.name(var)).collect();
        format!("[{}]", names.join(", "))
    }

    fn line(&mut self, call: &str) {
        let _ = writeln!(self.constraints, "constraint {call};");
    }

    /// The Boolean variable that says whether a 0/1 variable is 1.
    fn boolean(&mut self, var: Var) -> String {
        if let Some(name) = self.booleans.get(&var) {
            return name.clone();
        }
        let name = format!("{}_is_1", self.name(var));
        let _ = writeln!(self.declared, "var bool: {name} :: var_is_introduced;");
        let call = format!("bool2int({name}, {})", self.name(var));
        self.line(&call);
        self.booleans.insert(var, name.clone());
        name
    }

    /// A new integer variable.
    fn auxiliary(&mut self, low: i64, high: i64) -> String {
        self.added += 1;
        let name = format!("added_{}", self.added);
        let _ = writeln!(
            self.declared,
            "var {low}..{high}: {name} :: var_is_introduced;"
        );
        name
    }

    fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Arithm(Arithm { x, op, y, z, .. }) => {
                let name = match op {
                    Arithmetic::Plus => "int_plus",
                    Arithmetic::Minus => "int_minus",
                    Arithmetic::Times => "int_times",
                    Arithmetic::Divide => "int_div",
                };
                let (x, y, z) = (self.name(*x), self.name(*y), self.name(*z));
                let call = format!("{name}({x}, {y}, {z})");
                self.line(&call);
            }
            Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }) => self.element(array, *offset, *index, *value),
            Constraint::Table(Table { vars, tuples, .. }) => {
                let row = self.auxiliary(1, tuples.len() as i64);
                for (column, &var) in vars.iter().enumerate() {
                    let cells: Vec<String> =
                        tuples.rows().map(|row| row[column].to_string()).collect();
                    let cells = cells.join(", ");
                    let call = format!("array_int_element({row}, [{cells}], {})", self.name(var));
                    self.line(&call);
                }
            }
            Constraint::Xor(Xor { vars, parity }) => {
                let mut names: Vec<String> = vars.iter().map(|&var| self.boolean(var)).collect();
                if !parity {
                    names.push("true".into());
                }
                self.line(&format!("array_bool_xor([{}])", names.join(", ")));
            }
            Constraint::Minimum(Minimum { result, vars })
            | Constraint::Maximum(Maximum { result, vars }) => {
                let name = match constraint {
                    Constraint::Minimum(_) => "array_int_minimum",
                    _ => "array_int_maximum",
                };
                let call = format!("{name}({}, {})", self.name(*result), self.list(vars));
                self.line(&call);
            }
            Constraint::Absolute(Absolute { result, x }) => {
                let call = format!("int_abs({}, {})", self.name(*x), self.name(*result));
                self.line(&call);
            }
            Constraint::Reified(Reified { constraint, by }) => {
                let (name, arguments) = self.relation(constraint);
                let by = self.boolean(*by);
                self.line(&format!("{name}_reif({arguments}, {by})"));
            }
            other => {
                let (name, arguments) = self.relation(other);
                self.line(&format!("{name}({arguments})"));
            }
        }
    }

    /// Arrays of FlatZinc are counted from 1.
    fn element(&mut self, array: &[Var], offset: i32, index: Var, value: Var) {
        let place = match offset {
            1 => self.name(index).to_string(),
            _ => {
                let place = self.auxiliary(1, array.len() as i64);
                let call = format!(
                    "int_lin_eq([1, -1], [{}, {place}], {})",
                    self.name(index),
                    i64::from(offset) - 1
                );
                self.line(&call);
                place
            }
        };
        let (array, value) = (self.list(array), self.name(value));
        let call = format!("array_var_int_element({place}, {array}, {value})");
        self.line(&call);
    }

    /// The name and the arguments of a constraint that can also be reified.
    fn relation(&mut self, constraint: &Constraint) -> (&'static str, String) {
        match constraint {
            Constraint::Member(Member { x, values }) => {
                ("set_in", format!("{}, {}", self.name(*x), set(values)))
            }
            Constraint::Compare(Compare { x, rel, y }) => {
                let (name, x, y) = match rel {
                    Rel::Equal => ("int_eq", x, y),
                    Rel::NotEqual => ("int_ne", x, y),
                    Rel::Less => ("int_lt", x, y),
                    Rel::LessEqual => ("int_le", x, y),
                    Rel::Greater => ("int_lt", y, x),
                    Rel::GreaterEqual => ("int_le", y, x),
                };
                (name, format!("{}, {}", self.name(*x), self.name(*y)))
            }
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => {
                let (name, sign, constant) = match rel {
                    Rel::Equal => ("int_lin_eq", 1, *constant),
                    Rel::NotEqual => ("int_lin_ne", 1, *constant),
                    Rel::LessEqual => ("int_lin_le", 1, *constant),
                    Rel::Less => ("int_lin_le", 1, constant - 1),
                    Rel::GreaterEqual => ("int_lin_le", -1, -constant),
                    Rel::Greater => ("int_lin_le", -1, -constant - 1),
                };
                let weights: Vec<String> = terms
                    .iter()
                    .map(|term| (sign * term.0).to_string())
                    .collect();
                let vars: Vec<Var> = terms.iter().map(|term| term.1).collect();
                let arguments =
                    format!("[{}], {}, {constant}", weights.join(", "), self.list(&vars));
                (name, arguments)
            }
            Constraint::Clause(Clause { literals }) => {
                let mut side = |positive: bool| {
                    let of_side = literals
                        .iter()
                        .filter(|literal| literal.positive == positive);
                    let names: Vec<String> = of_side
                        .map(|&Literal { var, .. }| self.boolean(var))
                        .collect();
                    format!("[{}]", names.join(", "))
                };
                let (positive, negative) = (side(true), side(false));
                ("bool_clause", format!("{positive}, {negative}"))
            }
            // Everything else was rewritten; a file that says "never" is better than one that leaves something out.
            _ => ("bool_eq", "false, true".into()),
        }
    }
}

/// A domain as FlatZinc writes sets; an empty one gets a value, and the file a contradiction.
fn set(domain: &Domain) -> String {
    match domain.ranges() {
        [] => "0..0".into(),
        [(low, high)] => format!("{low}..{high}"),
        _ => {
            let values: Vec<String> = domain.iter().map(|value| value.to_string()).collect();
            format!("{{{}}}", values.join(", "))
        }
    }
}

/// A name of its own that FlatZinc takes, as near to the variable's name as can be.
fn identifier(name: &str, var: Var, taken: &mut HashSet<String>) -> String {
    let part = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut word: String = name.chars().map(part).collect();
    while word.ends_with('_') {
        word.pop();
    }
    // A prefix keeps clear of keywords; what this file adds itself begins otherwise.
    if !word.starts_with(|c: char| c.is_ascii_alphabetic())
        || is_keyword(&word)
        || word.starts_with("added_")
        || word.ends_with("_is_1")
    {
        word = format!("v_{word}_");
    }
    if !taken.insert(word.clone()) {
        word = format!("{word}_v{}", var.index());
        taken.insert(word.clone());
    }
    word
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &str = "ann annotation any array bool case constraint default diff div else elseif endif enum exists false \
        float forall function if in include int intersect let list maximize minimize mod not of op opt output par predicate \
        record satisfy set solve string subset superset symdiff test then true tuple type union var where xor";
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}
