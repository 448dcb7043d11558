//! From a text back to a model.

use std::str::{FromStr, SplitAsciiWhitespace};
use std::sync::Arc;

use super::{TextError, unescape};
use crate::automaton::Dfa;
use crate::{
    Arithmetic, Constraint, ConstraintKind, Domain, Literal, Model, Objective, Rel, Tuples, Var,
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

/// What was read, or what is wrong with it.
pub type Read<T> = Result<T, String>;

#[derive(Default)]
struct Reader {
    model: Option<Model>,
    answered: bool,
    /// Rows of the last table that are still to come, its width, and its cells so far.
    rows: usize,
    width: usize,
    cells: Vec<Vec<i32>>,
    shared: Shared,
}

/// What was written once for all.
#[derive(Default)]
struct Shared {
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
        let mut words = Words::new(rest, &self.shared);
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
            "table" | "row" | "automaton" | "graph" => {
                self.share(word, rest)?;
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
            "constraint" => {
                let constraint = words.constraint()?;
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

    /// Reads what later constraints call by number; it refers to nothing itself.
    fn share(&mut self, word: &str, rest: &str) -> Read<()> {
        let nothing = Shared::default();
        let mut words = Words::new(rest, &nothing);
        match word {
            "table" => {
                (self.width, self.rows) = (words.number()?, words.number()?);
                self.cells = Vec::new();
                self.finish_table()?;
            }
            "row" => {
                let row = (0..self.width).map(|_| words.number());
                self.cells.push(row.collect::<Read<_>>()?);
                self.rows -= 1;
                self.finish_table()?;
            }
            "automaton" => self.shared.automata.push(Arc::new(words.new_automaton()?)),
            _ => {
                let edges = words.many(|words| Ok((words.number()?, words.number()?)))?;
                self.shared.graphs.push(Arc::new(edges));
            }
        }
        words.end()
    }

    fn finish_table(&mut self) -> Read<()> {
        if self.rows == 0 {
            let rows = std::mem::take(&mut self.cells);
            let tuples = Tuples::new(self.width, rows).map_err(|error| error.to_string())?;
            self.shared.tables.push(Arc::new(tuples));
        }
        Ok(())
    }
}

/// The words of a line, one after another.
pub struct Words<'a> {
    words: SplitAsciiWhitespace<'a>,
    shared: &'a Shared,
    /// How deeply the constraint at hand is nested.
    depth: usize,
}

impl<'a> Words<'a> {
    fn new(line: &'a str, shared: &'a Shared) -> Self {
        Words {
            words: line.split_ascii_whitespace(),
            shared,
            depth: 0,
        }
    }

    /// The next word.
    pub fn word(&mut self) -> Read<&'a str> {
        let word = self.words.next();
        word.ok_or_else(|| "the line ends too early".to_string())
    }

    /// A number of any type.
    pub fn number<T: FromStr>(&mut self) -> Read<T> {
        parse(self.word()?)
    }

    /// How many there are of what takes memory.
    pub fn size(&mut self, what: &str) -> Read<usize> {
        match self.number()? {
            size @ ..LARGEST => Ok(size),
            size => Err(format!("{size} {what} are too many")),
        }
    }

    /// A variable; whether the model has it is seen when the constraint is posted.
    pub fn var(&mut self) -> Read<Var> {
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

    /// A list of variables.
    pub fn vars(&mut self) -> Read<Vec<Var>> {
        self.many(Words::var)
    }

    /// A list that starts with its length.
    pub fn many<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let length: usize = self.number()?;
        (0..length).map(|_| one(self)).collect()
    }

    /// A set of values.
    pub fn domain(&mut self) -> Read<Domain> {
        parse_domain(self.word()?)
    }

    /// A constraint: its name and its parts.
    fn constraint(&mut self) -> Read<Constraint> {
        let word = self.word()?;
        let mut kinds = ConstraintKind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name() == word);
        let kind = kind.ok_or_else(|| format!("unknown constraint `{word}`"))?;
        kind.read(self)
    }

    /// A constraint within another one.
    pub fn nested_constraint(&mut self) -> Read<Constraint> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("nested too deeply".to_string());
        }
        self.constraint()
    }

    /// A relation.
    pub fn relation(&mut self) -> Read<Rel> {
        let word = self.word()?;
        let found = Rel::ALL.into_iter().find(|rel| rel.symbol() == word);
        found.ok_or_else(|| format!("expected a relation, found `{word}`"))
    }

    /// An operation.
    pub fn operation(&mut self) -> Read<Arithmetic> {
        let word = self.word()?;
        let found = Arithmetic::ALL.into_iter().find(|op| op.symbol() == word);
        found.ok_or_else(|| format!("expected an operation, found `{word}`"))
    }

    /// One of two words, the first of which is true.
    pub fn either(&mut self, yes: &str, no: &str) -> Read<bool> {
        match self.word()? {
            word if word == yes => Ok(true),
            word if word == no => Ok(false),
            word => Err(format!("expected `{yes}` or `{no}`, found `{word}`")),
        }
    }

    /// A table that was written before.
    pub fn table(&mut self) -> Read<Arc<Tuples>> {
        find(&self.shared.tables, self.number()?)
    }

    /// An automaton that was written before.
    pub fn automaton(&mut self) -> Read<Arc<Dfa>> {
        find(&self.shared.automata, self.number()?)
    }

    /// A graph that was written before.
    pub fn graph(&mut self) -> Read<Arc<Vec<(usize, usize)>>> {
        find(&self.shared.graphs, self.number()?)
    }

    /// A literal.
    pub fn literal(&mut self) -> Read<Literal> {
        let word = self.word()?;
        let (positive, index) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(index), _) => (true, index),
            (_, Some(index)) => (false, index),
            _ => return Err(format!("expected a sign before `{word}`")),
        };
        let var = Var::from_index(parse::<u32>(index)? as usize);
        Ok(Literal { var, positive })
    }

    fn new_automaton(&mut self) -> Read<Dfa> {
        let (states, start) = (self.size("states")?, self.number()?);
        let accepting: Vec<usize> = self.many(Words::number)?;
        let transitions =
            self.many(|words| Ok((words.number()?, words.number()?, words.number()?)))?;
        Dfa::new(states, start, accepting, transitions).map_err(|error| error.to_string())
    }

    fn end(&mut self) -> Read<()> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is too much")),
        }
    }
}

fn find<T>(all: &[Arc<T>], index: usize) -> Read<Arc<T>> {
    let found = all.get(index).cloned();
    found.ok_or_else(|| format!("number {index} was not written before"))
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
