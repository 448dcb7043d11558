//! Regular expressions over integers, parsed straight into an automaton.
//!
//! The parser builds a tree first; Thompson's construction then gives each part of the tree one
//! entry and one exit state, so that parts are joined by free steps alone.

use super::{Nfa, check_size};
use crate::ModelError;

/// Deeper brackets are refused, so that the recursion stays shallow.
const DEEPEST: usize = 500;
/// Larger repetition counts are refused.
const MOST_REPEATS: usize = 100_000;

/// Parses the expression; see [`Nfa::parse`] for what it may hold.
pub(super) fn parse(expression: &str, alphabet: &[i32]) -> Result<Nfa, ModelError> {
    let mut parser = Parser {
        text: expression.as_bytes(),
        at: 0,
        depth: 0,
        alphabet,
    };
    let tree = parser.alternatives()?;
    if parser.peek().is_some() {
        return Err(parser.error("expected an integer, `.`, `[`, `(`, `|` or the end"));
    }
    let mut parts = Thompson::default();
    let (entry, exit) = parts.add(&tree)?;
    Nfa::new(parts.states, [entry], [exit], parts.transitions)
}

enum Tree {
    /// One letter out of these.
    Letter(Vec<i32>),
    Sequence(Vec<Tree>),
    Choice(Vec<Tree>),
    Repeat {
        what: Box<Tree>,
        least: usize,
        most: Option<usize>,
    },
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    alphabet: &'a [i32],
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Result<Tree, ModelError> {
        let mut choices = vec![self.sequence()?];
        while self.take(b'|') {
            choices.push(self.sequence()?);
        }
        Ok(match choices.len() {
            1 => choices.remove(0),
            _ => Tree::Choice(choices),
        })
    }

    fn sequence(&mut self) -> Result<Tree, ModelError> {
        let mut parts = Vec::new();
        while let Some(sign) = self.peek() {
            if sign == b'|' || sign == b')' {
                break;
            }
            let part = self.atom()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Tree::Sequence(parts))
    }

    fn atom(&mut self) -> Result<Tree, ModelError> {
        match self.peek() {
            Some(b'(') => {
                self.at += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.error(&format!("more than {DEEPEST} brackets are open")));
                }
                let inner = self.alternatives()?;
                if !self.take(b')') {
                    return Err(self.error("expected `)`"));
                }
                self.depth -= 1;
                Ok(inner)
            }
            Some(b'[') => {
                self.at += 1;
                self.class()
            }
            Some(b'.') => {
                self.at += 1;
                Ok(Tree::Letter(self.alphabet.to_vec()))
            }
            _ => Ok(Tree::Letter(vec![self.integer()?])),
        }
    }

    /// What stands between `[` and `]`.
    fn class(&mut self) -> Result<Tree, ModelError> {
        let but = self.take(b'^');
        let mut listed = Vec::new();
        while !self.take(b']') {
            let low = self.integer()?;
            let high = if self.take(b'-') {
                self.integer()?
            } else {
                low
            };
            if high < low {
                return Err(self.error(&format!("the range {low}-{high} is empty")));
            }
            if (i64::from(high) - i64::from(low)) as usize >= MOST_REPEATS {
                return Err(self.error(&format!("a range of more than {MOST_REPEATS} letters")));
            }
            listed.extend(low..=high);
        }
        if but {
            let others = self.alphabet.iter().filter(|value| !listed.contains(value));
            return Ok(Tree::Letter(others.copied().collect()));
        }
        Ok(Tree::Letter(listed))
    }

    fn repeated(&mut self, mut tree: Tree) -> Result<Tree, ModelError> {
        loop {
            let (least, most) = match self.peek() {
                Some(b'*') => (0, None),
                Some(b'+') => (1, None),
                Some(b'?') => (0, Some(1)),
                Some(b'{') => {
                    self.at += 1;
                    let least = self.times()?;
                    let most = match self.take(b',') {
                        false => Some(least),
                        true if self.peek() == Some(b'}') => None,
                        true => Some(self.times()?),
                    };
                    if self.peek() != Some(b'}') {
                        return Err(self.error("expected `}`"));
                    }
                    if most.is_some_and(|most| most < least) {
                        return Err(self.error("the second number is smaller than the first"));
                    }
                    (least, most)
                }
                _ => return Ok(tree),
            };
            self.at += 1;
            tree = Tree::Repeat {
                what: Box::new(tree),
                least,
                most,
            };
        }
    }

    fn times(&mut self) -> Result<usize, ModelError> {
        match usize::try_from(self.integer()?) {
            Ok(times) if times <= MOST_REPEATS => Ok(times),
            _ => Err(self.error(&format!("expected a number from 0 to {MOST_REPEATS}"))),
        }
    }

    fn integer(&mut self) -> Result<i32, ModelError> {
        let expected = "expected an integer, `.`, `[` or `(`";
        let begin = match self.peek() {
            Some(b'-' | b'0'..=b'9') => self.at,
            _ => return Err(self.error(expected)),
        };
        self.at += 1;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.text[begin..self.at]).unwrap_or("");
        digits.parse().map_err(|_| ModelError::Expression {
            position: begin,
            message: format!("`{digits}` is no integer of 32 bits"),
        })
    }

    /// The next sign that is not blank, without taking it.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn error(&self, message: &str) -> ModelError {
        ModelError::Expression {
            position: self.at,
            message: message.to_string(),
        }
    }
}

#[derive(Default)]
struct Thompson {
    states: usize,
    transitions: Vec<(usize, Option<i32>, usize)>,
}

impl Thompson {
    fn state(&mut self) -> Result<usize, ModelError> {
        self.states += 1;
        check_size(self.states)?;
        Ok(self.states - 1)
    }

    fn free(&mut self, from: usize, to: usize) {
        self.transitions.push((from, None, to));
    }

    /// Adds the part and gives its entry and its exit; nothing leads into the entry or out of the exit.
    fn add(&mut self, tree: &Tree) -> Result<(usize, usize), ModelError> {
        let entry = self.state()?;
        let mut exit = entry;
        match tree {
            Tree::Letter(values) => {
                exit = self.state()?;
                for &value in values {
                    self.transitions.push((entry, Some(value), exit));
                }
                check_size(self.transitions.len())?;
            }
            Tree::Sequence(parts) => {
                for part in parts {
                    exit = self.after(exit, part)?;
                }
            }
            Tree::Choice(choices) => {
                exit = self.state()?;
                for choice in choices {
                    let end = self.after(entry, choice)?;
                    self.free(end, exit);
                }
            }
            Tree::Repeat { what, least, most } => {
                for _ in 0..*least {
                    exit = self.after(exit, what)?;
                }
                let end = self.state()?;
                self.free(exit, end);
                match most {
                    None => {
                        let again = self.state()?;
                        self.free(exit, again);
                        let done = self.after(again, what)?;
                        self.free(done, again);
                        self.free(again, end);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            exit = self.after(exit, what)?;
                            self.free(exit, end);
                        }
                    }
                }
                exit = end;
            }
        }
        Ok((entry, exit))
    }

    fn after(&mut self, state: usize, tree: &Tree) -> Result<usize, ModelError> {
        let (entry, exit) = self.add(tree)?;
        self.free(state, entry);
        Ok(exit)
    }
}
