//! From a text back to a model.

use std::str::{FromStr, SplitAsciiWhitespace};
use std::sync::Arc;

use super::{TextError, unescape};
use crate::automaton::Dfa;
use crate::{
    Arithmetic, Constraint, ConstraintKind, Domain, Literal, Model, Objective, PathArc, PathGraph,
    Rel, Tuples, Var,
};

impl Model {
    /// Reads the text that [`Model::to_text`] writes.
    pub fn from_text(text: &str) -> Result<Model, TextError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            let at = |message| TextError {
                line: index + 1,
                message,
            };
            reader.line(line).map_err(at)?;
        }
        let complete = reader.model.is_some() && reader.answered && reader.rows == 0;
        match reader.model {
            Some(model) if complete => Ok(model),
            _ => Err(TextError {
                line: text.lines().count(),
                message: "the model ends too early".to_string(),
            }),
        }
    }
}

/// Automata and graphs have fewer states and nodes than this, so that a damaged number asks for no absurd memory.
const LARGEST: usize = 1 << 24;

/// Reified constraints are nested less deeply than this.
const DEEPEST: usize = 100;

type Read<T> = Result<T, String>;

#[derive(Default)]
struct Reader {
    model: Option<Model>,
    answered: bool,
    /// Rows of the last table that are still to come, its width, and its cells so far.
    rows: usize,
    width: usize,
    cells: Vec<Vec<i32>>,
    tables: Vec<Arc<Tuples>>,
    automata: Vec<Arc<Dfa>>,
    graphs: Vec<Arc<Vec<(usize, usize)>>>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Read<()> {
        if self.answered {
            return Err("nothing may follow the answer".to_string());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "model" && self.model.is_none() {
            self.model = Some(Model::new(name(rest)?));
            return Ok(());
        }
        let Some(mut model) = self.model.take() else {
            return Err("expected `model` and its name first".to_string());
        };
        if (self.rows > 0) != (word == "row") {
            return Err(format!("expected {} more rows, found `{word}`", self.rows));
        }
        let mut words = Words(rest.split_ascii_whitespace());
        match word {
            "variable" => {
                let (domain, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let domain = parse_domain(domain)?;
                model.int(name(text)?, domain);
                self.model = Some(model);
                return Ok(());
            }
            "name" => {
                let id = model.constraints().len().checked_sub(1);
                let id = id.ok_or("a name without a constraint")?;
                model.name_constraint(crate::ConstraintId(id), name(rest)?);
                self.model = Some(model);
                return Ok(());
            }
            "constant" => {
                let (value, before) = (words.number()?, model.var_count());
                model.constant(value);
                if model.var_count() == before {
                    return Err(format!("constant {value} is declared twice"));
                }
            }
            "table" => {
                (self.width, self.rows) = (words.number()?, words.number()?);
                self.cells = Vec::new();
                self.finish_table()?;
            }
            "row" => {
                let row: Vec<i32> = (0..self.width)
                    .map(|_| words.number())
                    .collect::<Read<_>>()?;
                self.cells.push(row);
                self.rows -= 1;
                self.finish_table()?;
            }
            "automaton" => self.automata.push(Arc::new(words.automaton()?)),
            "graph" => {
                let edges: Read<Vec<_>> = (0..words.number()?)
                    .map(|_| Ok((words.number()?, words.number()?)))
                    .collect();
                self.graphs.push(Arc::new(edges?));
            }
            "constraint" => {
                let constraint = self.constraint(&mut words, 0)?;
                model.post(constraint).map_err(|error| error.to_string())?;
            }
            "minimise" => model.set_objective(Objective::Minimise(words.known(&model)?)),
            "maximise" => model.set_objective(Objective::Maximise(words.known(&model)?)),
            "answer" => {
                let length: usize = words.number()?;
                let vars: Read<Vec<Var>> = (0..length).map(|_| words.known(&model)).collect();
                model.set_answer(vars?);
                self.answered = true;
            }
            other => return Err(format!("unknown line `{other}`")),
        }
        words.end()?;
        self.model = Some(model);
        Ok(())
    }

    fn finish_table(&mut self) -> Read<()> {
        if self.rows == 0 {
            let rows = std::mem::take(&mut self.cells);
            let tuples = Tuples::new(self.width, rows).map_err(|error| error.to_string())?;
            self.tables.push(Arc::new(tuples));
        }
        Ok(())
    }

    fn constraint(&self, words: &mut Words<'_>, depth: usize) -> Read<Constraint> {
        use ConstraintKind as K;
        let kind = words.word()?;
        let kind = K::ALL
            .into_iter()
            .find(|candidate| candidate.name() == kind)
            .ok_or_else(|| format!("unknown constraint `{kind}`"))?;
        Ok(match kind {
            K::Member => Constraint::Member {
                x: words.var()?,
                values: parse_domain(words.word()?)?,
            },
            K::Compare => Constraint::Compare {
                x: words.var()?,
                rel: words.relation()?,
                y: words.var()?,
            },
            K::Arithm => Constraint::Arithm {
                x: words.var()?,
                op: words.operation()?,
                y: words.var()?,
                rel: words.relation()?,
                z: words.var()?,
            },
            K::Linear => Constraint::Linear {
                rel: words.relation()?,
                constant: words.number()?,
                terms: words.many(|words| Ok((words.number()?, words.var()?)))?,
            },
            K::AllDifferent => Constraint::AllDifferent {
                vars: words.vars()?,
            },
            K::AllEqual => Constraint::AllEqual {
                vars: words.vars()?,
            },
            K::Count => Constraint::Count {
                value: words.var()?,
                count: words.var()?,
                vars: words.vars()?,
            },
            K::GlobalCardinality => {
                let closed = words.either("closed", "open")?;
                let vars = words.vars()?;
                let pairs = words.many(|words| Ok((words.number::<i32>()?, words.var()?)))?;
                let (values, counts) = pairs.into_iter().unzip();
                Constraint::GlobalCardinality {
                    vars,
                    values,
                    counts,
                    closed,
                }
            }
            K::Element => Constraint::Element {
                offset: words.number()?,
                index: words.var()?,
                value: words.var()?,
                array: words.vars()?,
            },
            K::Table => Constraint::Table {
                allowed: words.either("allowed", "forbidden")?,
                tuples: words.shared(&self.tables)?,
                vars: words.vars()?,
            },
            K::Regular => Constraint::Regular {
                automaton: words.shared(&self.automata)?,
                vars: words.vars()?,
            },
            K::Lex => Constraint::Lex {
                strict: words.either("<", "<=")?,
                left: words.vars()?,
                right: words.vars()?,
            },
            K::Inverse => Constraint::Inverse {
                forward_offset: words.number()?,
                forward: words.vars()?,
                backward_offset: words.number()?,
                backward: words.vars()?,
            },
            K::Circuit => Constraint::Circuit {
                offset: words.number()?,
                successors: words.vars()?,
            },
            K::Subcircuit => Constraint::Subcircuit {
                offset: words.number()?,
                successors: words.vars()?,
            },
            K::Connected => Constraint::Connected {
                edges: words.shared(&self.graphs)?,
                chosen: words.vars()?,
            },
            K::Clause => Constraint::Clause {
                literals: words.many(Words::literal)?,
            },
            K::Xor => Constraint::Xor {
                parity: words.either("odd", "even")?,
                vars: words.vars()?,
            },
            K::Reified if depth == DEEPEST => return Err("nested too deeply".to_string()),
            K::Reified => Constraint::Reified {
                by: words.var()?,
                constraint: Box::new(self.constraint(words, depth + 1)?),
            },
            K::Minimum => Constraint::Minimum {
                result: words.var()?,
                vars: words.vars()?,
            },
            K::Maximum => Constraint::Maximum {
                result: words.var()?,
                vars: words.vars()?,
            },
            K::Absolute => Constraint::Absolute {
                result: words.var()?,
                x: words.var()?,
            },
            K::NValue => Constraint::NValue {
                count: words.var()?,
                vars: words.vars()?,
            },
            K::PathCount => Constraint::PathCount {
                total: words.var()?,
                graph: Arc::new(PathGraph {
                    nodes: words.number().and_then(|nodes| match nodes {
                        ..LARGEST => Ok(nodes),
                        _ => Err(format!("{nodes} nodes are too many")),
                    })?,
                    start: words.number()?,
                    accepting: words.many(Words::number)?,
                    arcs: words.many(|words| {
                        Ok(PathArc {
                            from: words.number()?,
                            to: words.number()?,
                            multiplicity: words.var()?,
                        })
                    })?,
                }),
            },
        })
    }
}

/// The words of a line, one after another.
struct Words<'a>(SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn word(&mut self) -> Read<&'a str> {
        self.0
            .next()
            .ok_or_else(|| "the line ends too early".to_string())
    }

    fn number<T: FromStr>(&mut self) -> Read<T> {
        parse(self.word()?)
    }

    /// A variable; whether the model has it is seen when the constraint is posted.
    fn var(&mut self) -> Read<Var> {
        Ok(Var::from_index(self.number::<u32>()? as usize))
    }

    /// A variable that the model has.
    fn known(&mut self, model: &Model) -> Read<Var> {
        let var = self.var()?;
        if var.index() < model.var_count() {
            Ok(var)
        } else {
            Err(format!("there is no variable {}", var.index()))
        }
    }

    fn vars(&mut self) -> Read<Vec<Var>> {
        self.many(Words::var)
    }

    /// A list that starts with its length.
    fn many<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let length: usize = self.number()?;
        (0..length).map(|_| one(self)).collect()
    }

    fn relation(&mut self) -> Read<Rel> {
        let word = self.word()?;
        let found = Rel::ALL.into_iter().find(|rel| rel.symbol() == word);
        found.ok_or_else(|| format!("expected a relation, found `{word}`"))
    }

    fn operation(&mut self) -> Read<Arithmetic> {
        let word = self.word()?;
        let found = Arithmetic::ALL.into_iter().find(|op| op.symbol() == word);
        found.ok_or_else(|| format!("expected an operation, found `{word}`"))
    }

    fn either(&mut self, yes: &str, no: &str) -> Read<bool> {
        match self.word()? {
            word if word == yes => Ok(true),
            word if word == no => Ok(false),
            word => Err(format!("expected `{yes}` or `{no}`, found `{word}`")),
        }
    }

    fn shared<T>(&mut self, all: &[Arc<T>]) -> Read<Arc<T>> {
        let index: usize = self.number()?;
        let found = all.get(index).cloned();
        found.ok_or_else(|| format!("number {index} was not written before"))
    }

    fn literal(&mut self) -> Read<Literal> {
        let word = self.word()?;
        let (positive, index) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(index), _) => (true, index),
            (_, Some(index)) => (false, index),
            _ => return Err(format!("expected a sign before `{word}`")),
        };
        let var = Var::from_index(parse::<u32>(index)? as usize);
        Ok(Literal { var, positive })
    }

    fn automaton(&mut self) -> Read<Dfa> {
        let (states, start) = (self.number()?, self.number()?);
        let accepting: Vec<usize> = self.many(Words::number)?;
        let transitions =
            self.many(|words| Ok((words.number()?, words.number()?, words.number()?)))?;
        if states > LARGEST {
            return Err(format!("{states} states are too many"));
        }
        Dfa::new(states, start, accepting, transitions).map_err(|error| error.to_string())
    }

    fn end(&mut self) -> Read<()> {
        match self.0.next() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is too much")),
        }
    }
}

fn parse<T: FromStr>(word: &str) -> Read<T> {
    word.parse()
        .map_err(|_| format!("expected a number, found `{word}`"))
}

fn name(text: &str) -> Read<String> {
    unescape(text).ok_or_else(|| format!("a wrong escape in `{text}`"))
}

fn parse_domain(word: &str) -> Read<Domain> {
    if word == "none" {
        return Ok(Domain::empty());
    }
    let range = |part: &str| match part.split_once("..") {
        Some((low, high)) => Ok((parse(low)?, parse(high)?)),
        None => parse(part).map(|value| (value, value)),
    };
    let ranges: Read<Vec<(i32, i32)>> = word.split(',').map(range).collect();
    Ok(Domain::from_ranges(ranges?))
}
