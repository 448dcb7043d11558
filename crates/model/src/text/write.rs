//! From a model to its text.

use std::collections::HashMap;
use std::fmt::{Display, Write};
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
            let mut line = Line::new(&mut writer, "constraint");
            line.constraint(&posted.constraint);
            line.end();
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
        let mut line = Line::new(&mut writer, "answer");
        line.vars(&self.answer());
        line.end();
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
pub struct Writer {
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

/// A line in the making; what it shares with others is written before it.
pub struct Line<'a> {
    writer: &'a mut Writer,
    line: String,
}

impl<'a> Line<'a> {
    fn new(writer: &'a mut Writer, first: &str) -> Self {
        Line {
            writer,
            line: first.to_string(),
        }
    }

    fn end(self) {
        let Line { writer, line } = self;
        writer.line(format_args!("{line}"));
    }

    /// A word.
    pub fn word(&mut self, word: impl Display) -> &mut Self {
        // Writing to a string does not fail.
        let _ = write!(self.line, " {word}");
        self
    }

    /// A variable.
    pub fn var(&mut self, var: Var) -> &mut Self {
        self.word(var.index())
    }

    /// A list of variables.
    pub fn vars(&mut self, vars: &[Var]) -> &mut Self {
        self.many(vars, |line, &var| {
            line.var(var);
        })
    }

    /// A list, which starts with its length.
    pub fn many<T>(&mut self, items: &[T], one: impl Fn(&mut Self, &T)) -> &mut Self {
        self.word(items.len());
        items.iter().for_each(|item| one(self, item));
        self
    }

    /// A set of values.
    pub fn domain(&mut self, values: &Domain) -> &mut Self {
        self.word(ranges(values))
    }

    /// A table, by its number.
    pub fn table(&mut self, tuples: &Arc<Tuples>) -> &mut Self {
        let number = self.writer.table(tuples);
        self.word(number)
    }

    /// An automaton, by its number.
    pub fn automaton(&mut self, automaton: &Arc<Dfa>) -> &mut Self {
        let number = self.writer.automaton(automaton);
        self.word(number)
    }

    /// A graph, by its number.
    pub fn graph(&mut self, edges: &Arc<Vec<(usize, usize)>>) -> &mut Self {
        let number = self.writer.graph(edges);
        self.word(number)
    }

    /// A constraint: its name and its parts.
    pub fn constraint(&mut self, constraint: &Constraint) -> &mut Self {
        self.word(constraint.kind().name());
        constraint.write(self);
        self
    }
}
