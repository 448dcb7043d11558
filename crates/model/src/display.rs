//! A model as text that people can read.

use std::fmt;

use crate::{Constraint, Model, Objective, Rel, Var};

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "model {}", self.name())?;
        let answer = self.answer();
        for var in self.vars().filter(|&var| !self.is_constant(var)) {
            let role = if answer.contains(&var) {
                ""
            } else {
                "  (auxiliary)"
            };
            writeln!(f, "  {} in {}{role}", self.var_name(var), self.domain(var))?;
        }
        for posted in self.constraints() {
            f.write_str("  ")?;
            if !posted.name.is_empty() {
                write!(f, "{}: ", posted.name)?;
            }
            writeln!(f, "{}", Shown(self, &posted.constraint))?;
        }
        match self.objective() {
            Some(Objective::Minimise(var)) => writeln!(f, "  minimise {}", self.var_name(var)),
            Some(Objective::Maximise(var)) => writeln!(f, "  maximise {}", self.var_name(var)),
            None => Ok(()),
        }
    }
}

impl Model {
    /// A constraint with the names of this model's variables.
    pub fn show<'a>(&'a self, constraint: &'a Constraint) -> impl fmt::Display + 'a {
        Shown(self, constraint)
    }
}

struct Shown<'a>(&'a Model, &'a Constraint);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = self.0;
        let name = |var: &Var| model.var_name(*var);
        let list = |vars: &[Var]| {
            let names: Vec<&str> = vars.iter().map(name).collect();
            format!("[{}]", names.join(", "))
        };
        match self.1 {
            Constraint::Member { x, values } => write!(f, "{} in {values}", name(x)),
            Constraint::Compare { x, rel, y } => {
                write!(f, "{} {} {}", name(x), rel.symbol(), name(y))
            }
            Constraint::Arithm { x, op, y, rel, z } => write!(
                f,
                "{} {} {} {} {}",
                name(x),
                op.symbol(),
                name(y),
                rel.symbol(),
                name(z)
            ),
            Constraint::Linear {
                terms,
                rel,
                constant,
            } => linear(f, model, terms, *rel, *constant),
            Constraint::AllDifferent { vars } => write!(f, "all-different {}", list(vars)),
            Constraint::AllEqual { vars } => write!(f, "all-equal {}", list(vars)),
            Constraint::Count { vars, value, count } => write!(
                f,
                "count of {} in {} = {}",
                name(value),
                list(vars),
                name(count)
            ),
            Constraint::GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            } => write!(
                f,
                "{}global-cardinality {}: {values:?} occur {} times",
                if *closed { "closed " } else { "" },
                list(vars),
                list(counts)
            ),
            Constraint::Element {
                array,
                offset,
                index,
                value,
            } => write!(
                f,
                "{}[{} - {offset}] = {}",
                list(array),
                name(index),
                name(value)
            ),
            Constraint::Table {
                vars,
                tuples,
                allowed,
            } => write!(
                f,
                "table {} {} {} rows",
                list(vars),
                if *allowed { "is one of" } else { "is none of" },
                tuples.len()
            ),
            Constraint::Regular { vars, automaton } => write!(
                f,
                "regular {} by an automaton of {} states",
                list(vars),
                automaton.state_count()
            ),
            Constraint::Lex {
                left,
                right,
                strict,
            } => write!(
                f,
                "{} {} {}",
                list(left),
                if *strict { "lex<" } else { "lex<=" },
                list(right)
            ),
            Constraint::Inverse {
                forward, backward, ..
            } => write!(f, "inverse {} and {}", list(forward), list(backward)),
            Constraint::Circuit { successors, .. } => write!(f, "circuit {}", list(successors)),
            Constraint::Subcircuit { successors, .. } => {
                write!(f, "subcircuit {}", list(successors))
            }
            Constraint::Connected { chosen, edges } => {
                write!(f, "connected {} by {} edges", list(chosen), edges.len())
            }
            Constraint::Clause { literals } => {
                let words: Vec<String> = literals
                    .iter()
                    .map(|literal| {
                        let not = if literal.positive { "" } else { "not " };
                        format!("{not}{}", name(&literal.var))
                    })
                    .collect();
                f.write_str(&words.join(" or "))
            }
            Constraint::Xor { vars, parity } => write!(
                f,
                "an {} number of {} is 1",
                if *parity { "odd" } else { "even" },
                list(vars)
            ),
            Constraint::Reified { constraint, by } => {
                write!(f, "{} <=> ({})", name(by), Shown(model, constraint))
            }
            Constraint::Minimum { result, vars } => {
                write!(f, "{} = minimum {}", name(result), list(vars))
            }
            Constraint::Maximum { result, vars } => {
                write!(f, "{} = maximum {}", name(result), list(vars))
            }
            Constraint::Absolute { result, x } => write!(f, "{} = |{}|", name(result), name(x)),
            Constraint::NValue { vars, count } => {
                write!(f, "{} = nvalue {}", name(count), list(vars))
            }
            Constraint::PathCount { graph, total } => write!(
                f,
                "{} = path-count of a graph of {} nodes and {} arcs",
                name(total),
                graph.nodes,
                graph.arcs.len()
            ),
        }
    }
}

fn linear(
    f: &mut fmt::Formatter<'_>,
    model: &Model,
    terms: &[(i64, Var)],
    rel: Rel,
    constant: i64,
) -> fmt::Result {
    if terms.is_empty() {
        f.write_str("0")?;
    }
    for (position, &(coefficient, var)) in terms.iter().enumerate() {
        match (position, coefficient < 0) {
            (0, true) => f.write_str("-")?,
            (0, false) => {}
            (_, true) => f.write_str(" - ")?,
            (_, false) => f.write_str(" + ")?,
        }
        if coefficient.abs() != 1 {
            write!(f, "{}*", coefficient.unsigned_abs())?;
        }
        f.write_str(model.var_name(var))?;
    }
    write!(f, " {} {constant}", rel.symbol())
}
