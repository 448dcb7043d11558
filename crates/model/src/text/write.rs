//! From a model to its text.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use super::escape;
use crate::automaton::Dfa;
use crate::{Constraint, Domain, Model, Objective, Tuples, Var};

impl Model {
    /// The model as a text that [`Model::from_text`] reads back.
    pub fn to_text(&self) -> String {
        let mut writer = Writer::default();
        writer.line(format_args!("model {}", escape(self.name())));
        for var in self.vars() {
            match self.domain(var).fixed() {
                Some(value) if self.is_constant(var) && self.var_name(var) == value.to_string() => {
                    writer.line(format_args!("constant {value}"));
                }
                _ => {
                    let (domain, name) = (ranges(self.domain(var)), escape(self.var_name(var)));
                    writer.line(format_args!("variable {domain} {name}"));
                }
            }
        }
        for posted in self.constraints() {
            let words = writer.words(&posted.constraint);
            writer.line(format_args!("constraint {}", words.join(" ")));
            if !posted.name.is_empty() {
                writer.line(format_args!("name {}", escape(&posted.name)));
            }
        }
        match self.objective() {
            Some(Objective::Minimise(var)) => {
                writer.line(format_args!("minimise {}", var.index()));
            }
            Some(Objective::Maximise(var)) => {
                writer.line(format_args!("maximise {}", var.index()));
            }
            None => {}
        }
        let mut answer = vec!["answer".to_string()];
        list(&mut answer, self.answer());
        writer.line(format_args!("{}", answer.join(" ")));
        writer.text
    }
}

/// A domain as one word.
fn ranges(domain: &Domain) -> String {
    if domain.is_empty() {
        return "none".to_string();
    }
    let range = |&(low, high): &(i32, i32)| {
        if low == high {
            low.to_string()
        } else {
            format!("{low}..{high}")
        }
    };
    let words: Vec<String> = domain.ranges().iter().map(range).collect();
    words.join(",")
}

/// The text so far, and the numbers of what was written once for all.
#[derive(Default)]
struct Writer {
    text: String,
    tables: HashMap<*const Tuples, usize>,
    automata: HashMap<*const Dfa, usize>,
    graphs: HashMap<*const Vec<(usize, usize)>, usize>,
}

impl Writer {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn words(&mut self, constraint: &Constraint) -> Vec<String> {
        let mut words = vec![constraint.kind().name().to_string()];
        match constraint {
            Constraint::Member { x, values } => {
                words.extend([number(*x), ranges(values)]);
            }
            Constraint::Compare { x, rel, y } => {
                words.extend([number(*x), rel.symbol().to_string(), number(*y)]);
            }
            Constraint::Arithm { x, op, y, rel, z } => words.extend([
                number(*x),
                op.symbol().to_string(),
                number(*y),
                rel.symbol().to_string(),
                number(*z),
            ]),
            Constraint::Linear {
                terms,
                rel,
                constant,
            } => {
                words.extend([rel.symbol().to_string(), constant.to_string()]);
                words.push(terms.len().to_string());
                for &(coefficient, var) in terms {
                    words.extend([coefficient.to_string(), number(var)]);
                }
            }
            Constraint::AllDifferent { vars } | Constraint::AllEqual { vars } => {
                list(&mut words, vars.iter().copied());
            }
            Constraint::Count { vars, value, count } => {
                words.extend([number(*value), number(*count)]);
                list(&mut words, vars.iter().copied());
            }
            Constraint::GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            } => {
                words.push(if *closed { "closed" } else { "open" }.to_string());
                list(&mut words, vars.iter().copied());
                words.push(values.len().to_string());
                for (value, &count) in values.iter().zip(counts) {
                    words.extend([value.to_string(), number(count)]);
                }
            }
            Constraint::Element {
                array,
                offset,
                index,
                value,
            } => {
                words.extend([offset.to_string(), number(*index), number(*value)]);
                list(&mut words, array.iter().copied());
            }
            Constraint::Table {
                vars,
                tuples,
                allowed,
            } => {
                words.push(if *allowed { "allowed" } else { "forbidden" }.to_string());
                words.push(self.table(tuples).to_string());
                list(&mut words, vars.iter().copied());
            }
            Constraint::Regular { vars, automaton } => {
                words.push(self.automaton(automaton).to_string());
                list(&mut words, vars.iter().copied());
            }
            Constraint::Lex {
                left,
                right,
                strict,
            } => {
                words.push(if *strict { "<" } else { "<=" }.to_string());
                list(&mut words, left.iter().copied());
                list(&mut words, right.iter().copied());
            }
            Constraint::Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            } => {
                words.push(forward_offset.to_string());
                list(&mut words, forward.iter().copied());
                words.push(backward_offset.to_string());
                list(&mut words, backward.iter().copied());
            }
            Constraint::Circuit { successors, offset }
            | Constraint::Subcircuit { successors, offset } => {
                words.push(offset.to_string());
                list(&mut words, successors.iter().copied());
            }
            Constraint::Connected { chosen, edges } => {
                words.push(self.graph(edges).to_string());
                list(&mut words, chosen.iter().copied());
            }
            Constraint::Clause { literals } => {
                words.push(literals.len().to_string());
                for literal in literals {
                    let sign = if literal.positive { '+' } else { '-' };
                    words.push(format!("{sign}{}", literal.var.index()));
                }
            }
            Constraint::Xor { vars, parity } => {
                words.push(if *parity { "odd" } else { "even" }.to_string());
                list(&mut words, vars.iter().copied());
            }
            Constraint::Reified { constraint, by } => {
                words.push(number(*by));
                words.extend(self.words(constraint));
            }
            Constraint::Minimum { result, vars } | Constraint::Maximum { result, vars } => {
                words.push(number(*result));
                list(&mut words, vars.iter().copied());
            }
            Constraint::Absolute { result, x } => words.extend([number(*result), number(*x)]),
            Constraint::NValue { vars, count } => {
                words.push(number(*count));
                list(&mut words, vars.iter().copied());
            }
            Constraint::PathCount { graph, total } => {
                words.extend([number(*total), graph.nodes.to_string()]);
                words.push(graph.start.to_string());
                words.push(graph.accepting.len().to_string());
                words.extend(graph.accepting.iter().map(usize::to_string));
                words.push(graph.arcs.len().to_string());
                for arc in &graph.arcs {
                    words.extend([arc.from.to_string(), arc.to.to_string()]);
                    words.push(number(arc.multiplicity));
                }
            }
        }
        words
    }

    /// The number of a table; writes it if it is new: `table WIDTH ROWS`, then the rows.
    fn table(&mut self, tuples: &Arc<Tuples>) -> usize {
        let known = self.tables.len();
        if let Some(&known) = self.tables.get(&Arc::as_ptr(tuples)) {
            return known;
        }
        self.tables.insert(Arc::as_ptr(tuples), known);
        self.line(format_args!("table {} {}", tuples.width(), tuples.len()));
        for row in tuples.rows() {
            let cells: Vec<String> = row.iter().map(i32::to_string).collect();
            self.line(format_args!("row {}", cells.join(" ")));
        }
        known
    }

    /// The number of an automaton; writes it if it is new: states, start, the accepting states, the transitions.
    fn automaton(&mut self, automaton: &Arc<Dfa>) -> usize {
        let known = self.automata.len();
        if let Some(&known) = self.automata.get(&Arc::as_ptr(automaton)) {
            return known;
        }
        self.automata.insert(Arc::as_ptr(automaton), known);
        let states = automaton.state_count();
        let mut words = vec!["automaton".to_string()];
        words.extend([states.to_string(), automaton.start().to_string()]);
        let accepting: Vec<usize> = (0..states).filter(|&s| automaton.is_accepting(s)).collect();
        words.push(accepting.len().to_string());
        words.extend(accepting.iter().map(usize::to_string));
        words.push(automaton.transitions().count().to_string());
        for (from, value, to) in automaton.transitions() {
            words.extend([from.to_string(), value.to_string(), to.to_string()]);
        }
        self.line(format_args!("{}", words.join(" ")));
        known
    }

    /// The number of a graph; writes it if it is new: its edges.
    fn graph(&mut self, edges: &Arc<Vec<(usize, usize)>>) -> usize {
        let known = self.graphs.len();
        if let Some(&known) = self.graphs.get(&Arc::as_ptr(edges)) {
            return known;
        }
        self.graphs.insert(Arc::as_ptr(edges), known);
        let mut words = vec!["graph".to_string(), edges.len().to_string()];
        for (a, b) in edges.iter() {
            words.extend([a.to_string(), b.to_string()]);
        }
        self.line(format_args!("{}", words.join(" ")));
        known
    }
}

fn number(var: Var) -> String {
    var.index().to_string()
}

fn list(words: &mut Vec<String>, vars: impl IntoIterator<Item = Var>) {
    let vars: Vec<String> = vars.into_iter().map(number).collect();
    words.push(vars.len().to_string());
    words.extend(vars);
}
