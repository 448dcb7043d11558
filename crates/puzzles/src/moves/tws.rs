//! Definitions in the form of Tomas Rokicki's twsearch (`.tws`), read as puzzle files.
//!
//! Words on lines, `#` begins a line that is skipped: a `Name`, a `Set` for each orbit (name, pieces, orientations), `Solved`
//! with the pieces of the sets (from 1) and how they are turned (`?` where it does not matter), and `Move` after `Move`, each up
//! to `End`. The turns of a `Move` belong to the places that its pieces leave; in a puzzle file, and in `StartState` and
//! `MoveTransformation`, which count from 0, to those that they reach.

use tantalizer_puzzle::file::{Node, Value, quoted};
use tantalizer_puzzle::{Document, FileError};

/// Whether a text is a definition: it begins with a name or a set.
pub(super) fn is(text: &str) -> bool {
    let first = lines(text).next();
    first.is_some_and(|(_, words)| match words[..] {
        ["Name", _] => true,
        ["Set", _, pieces, turns] => [pieces, turns]
            .iter()
            .all(|word| word.parse::<u64>().is_ok()),
        _ => false,
    })
}

/// The lines that say something.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'));
    let lines = lines.map(|(line, text)| (line, text.split_whitespace().collect::<Vec<_>>()));
    lines.filter(|(_, words)| !words.is_empty())
}

/// Reads a definition; `file` is its name in messages.
pub(super) fn parse(file: &str, text: &str) -> Result<Document, FileError> {
    let mut reader = Reader {
        file,
        lines: lines(text).collect(),
        next: 0,
        sets: Vec::new(),
    };
    reader.definition()
}

/// A line: its number and its words.
type Line<'a> = (usize, Vec<&'a str>);

struct Reader<'a> {
    file: &'a str,
    lines: Vec<Line<'a>>,
    next: usize,
    /// The name and the number of pieces of each set.
    sets: Vec<(&'a str, usize)>,
}

/// How the numbers of a block count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    /// From 1, and turns belong to the places that pieces leave.
    FromOne,
    /// From 0, and turns belong to the places that pieces reach.
    FromZero,
}

/// What a block says of a set.
struct SetLines<'a> {
    name: &'a str,
    line: usize,
    pieces: Vec<Node>,
    turns: Option<Vec<Node>>,
}

impl<'a> Reader<'a> {
    fn definition(&mut self) -> Result<Document, FileError> {
        let mut entries = vec![("puzzle".to_string(), text("moves", 1))];
        let (mut orbits, mut moves, mut illegal) = (vec![], vec![], vec![]);
        let (mut sequences, mut aliases) = (vec![], vec![]);
        let mut first_move = None;
        while let Some((line, words)) = self.line() {
            match (words[0], &words[1..]) {
                ("Name", [name]) => entries.push(("name".into(), text(name, line))),
                ("Set", [name, pieces, orientations]) => {
                    let (pieces, orientations) =
                        (self.number(pieces, line)?, self.number(orientations, line)?);
                    self.sets.push((name, usize::try_from(pieces).unwrap_or(0)));
                    let orbit = vec![
                        ("orbitName".to_string(), text(name, line)),
                        ("numPieces".to_string(), integer(pieces, line)),
                        ("numOrientations".to_string(), integer(orientations, line)),
                    ];
                    orbits.push(Node::new(Value::Map(orbit), line));
                }
                ("Solved", []) => {
                    entries.push(("defaultPattern".into(), self.pattern(line, Count::FromOne)?))
                }
                ("StartState", []) => {
                    entries.push((
                        "defaultPattern".into(),
                        self.pattern(line, Count::FromZero)?,
                    ));
                }
                ("Move", [name]) => {
                    first_move.get_or_insert(line);
                    moves.push((name.to_string(), self.one_move(line, Count::FromOne)?));
                }
                ("MoveTransformation", [name]) => {
                    first_move.get_or_insert(line);
                    moves.push((name.to_string(), self.one_move(line, Count::FromZero)?));
                }
                ("MoveSequence", [name, rest @ ..]) if !rest.is_empty() => {
                    sequences.push((name.to_string(), text(&rest.join(" "), line)));
                }
                ("MoveAlias", [name, other]) => {
                    aliases.push((name.to_string(), text(other, line)));
                }
                ("Illegal", [set, place, pieces @ ..]) if !pieces.is_empty() => {
                    illegal.push(self.illegal(line, set, place, pieces)?);
                }
                (word, _) => return Err(self.unexpected(line, word)),
            }
        }
        let line = first_move.unwrap_or(1);
        entries.push(("orbits".into(), Node::new(Value::List(orbits), 1)));
        entries.push(("moves".into(), Node::new(Value::Map(moves), line)));
        for (key, said) in [("derivedMoves", sequences), ("aliases", aliases)] {
            if !said.is_empty() {
                entries.push((key.into(), Node::new(Value::Map(said), line)));
            }
        }
        if !illegal.is_empty() {
            entries.push(("illegal".into(), Node::new(Value::List(illegal), line)));
        }
        Document::from_entries(self.file, entries)
    }

    fn pattern(&mut self, line: usize, count: Count) -> Result<Node, FileError> {
        let sets = self.block(count)?.into_iter().map(|set| {
            let mut said = vec![(
                "pieces".to_string(),
                Node::new(Value::List(set.pieces), set.line),
            )];
            if let Some(turns) = set.turns {
                let unseen = |node: &Node| i64::from(*node.value() == Value::Integer(UNSEEN));
                if turns.iter().any(|node| unseen(node) == 1) {
                    let of = turns.iter().map(|node| integer(unseen(node), set.line));
                    said.push((
                        "orientationMod".into(),
                        Node::new(Value::List(of.collect()), set.line),
                    ));
                }
                let shown = turns.into_iter().map(|node| match node.value() {
                    Value::Integer(UNSEEN) => integer(0, set.line),
                    _ => node,
                });
                said.push((
                    "orientation".into(),
                    Node::new(Value::List(shown.collect()), set.line),
                ));
            }
            (set.name.to_string(), Node::new(Value::Map(said), set.line))
        });
        Ok(Node::new(Value::Map(sets.collect()), line))
    }

    fn one_move(&mut self, line: usize, count: Count) -> Result<Node, FileError> {
        let mut sets = Vec::new();
        for set in self.block(count)? {
            let turns = match (set.turns, count) {
                (Some(turns), Count::FromOne) => {
                    Some(self.as_reached(&set.pieces, &turns, set.line)?)
                }
                (turns, _) => turns,
            };
            let list = |items| Node::new(Value::List(items), set.line);
            let mut said = vec![("permutation".to_string(), list(set.pieces))];
            if let Some(turns) = turns {
                if turns
                    .iter()
                    .any(|node| *node.value() == Value::Integer(UNSEEN))
                {
                    return Err(self.error(
                        set.line,
                        "`?` says how a piece lies, not how a move turns it",
                    ));
                }
                said.push(("orientationDelta".into(), list(turns)));
            }
            sets.push((set.name.to_string(), Node::new(Value::Map(said), set.line)));
        }
        Ok(Node::new(Value::Map(sets), line))
    }

    /// Turns by the places that pieces leave as turns by those that they reach.
    fn as_reached(
        &self,
        from: &[Node],
        turns: &[Node],
        line: usize,
    ) -> Result<Vec<Node>, FileError> {
        let turn = |node: &Node| match node.value() {
            Value::Integer(from) => turns.get(usize::try_from(*from).ok()?).cloned(),
            _ => None,
        };
        let turns: Option<Vec<Node>> = from.iter().map(turn).collect();
        turns.ok_or_else(|| {
            let last = from.len();
            self.error(
                line,
                format!("expected a permutation of the numbers from 1 to {last}"),
            )
        })
    }

    /// The lines up to `End`: the name of a set, its pieces or where they come from, and perhaps turns.
    fn block(&mut self, count: Count) -> Result<Vec<SetLines<'a>>, FileError> {
        let mut sets: Vec<SetLines<'a>> = Vec::new();
        loop {
            let Some((line, words)) = self.line() else {
                let last = self.lines.last().map_or(1, |line| line.0);
                return Err(self.error(last, "the file ends before `End`"));
            };
            let is_number =
                |word: &str| word == "?" || word.starts_with(|c: char| c.is_ascii_digit());
            if words == ["End"] {
                break;
            }
            if !is_number(words[0]) {
                let known = self.sets.iter().any(|set| set.0 == words[0]);
                if words.len() > 1 || !known {
                    return Err(self.unexpected(line, words[0]));
                }
                if sets.iter().any(|set| set.name == words[0]) {
                    return Err(self.error(
                        line,
                        format!("the set {} stands here twice", quoted(words[0])),
                    ));
                }
                sets.push(SetLines {
                    name: words[0],
                    line,
                    pieces: Vec::new(),
                    turns: None,
                });
                continue;
            }
            let Some(set) = sets.last_mut().filter(|set| set.turns.is_none()) else {
                return Err(self.error(line, "expected the name of a set, or `End`"));
            };
            let pieces = set.pieces.is_empty();
            let expected = self
                .sets
                .iter()
                .find(|known| known.0 == set.name)
                .map_or(0, |known| known.1);
            if words.len() != expected {
                let found = words.len();
                let message = format!(
                    "expected {expected} numbers for the set {}, found {found}",
                    quoted(set.name)
                );
                return Err(FileError::new(self.file, Some(line), message));
            }
            let less = i64::from(pieces && count == Count::FromOne);
            let mut numbers = Vec::new();
            for word in words {
                let number = if word == "?" && !pieces {
                    UNSEEN
                } else {
                    let number: Result<i64, _> = word.parse();
                    match number {
                        Ok(number) if number >= less => number - less,
                        _ => {
                            let message =
                                format!("expected a number from {less}, found {}", quoted(word));
                            return Err(FileError::new(self.file, Some(line), message));
                        }
                    }
                };
                numbers.push(integer(number, line));
            }
            if pieces {
                set.pieces = numbers;
                set.line = line;
            } else {
                set.turns = Some(numbers);
            }
        }
        match sets.iter().find(|set| set.pieces.is_empty()) {
            Some(set) => Err(self.error(
                set.line,
                format!("nothing is said of the set {}", quoted(set.name)),
            )),
            None => Ok(sets),
        }
    }

    fn illegal(
        &self,
        line: usize,
        set: &str,
        place: &str,
        pieces: &[&str],
    ) -> Result<Node, FileError> {
        let less = |word: &str| Ok(integer(self.number(word, line)?.saturating_sub(1), line));
        let pieces: Vec<Node> = pieces
            .iter()
            .map(|word| less(word))
            .collect::<Result<_, FileError>>()?;
        let said = vec![
            ("orbit".to_string(), text(set, line)),
            ("place".to_string(), less(place)?),
            ("pieces".to_string(), Node::new(Value::List(pieces), line)),
        ];
        Ok(Node::new(Value::Map(said), line))
    }

    fn number(&self, word: &str, line: usize) -> Result<i64, FileError> {
        let number: Option<i64> = word.parse().ok().filter(|&number| number >= 1);
        number.ok_or_else(|| {
            self.error(
                line,
                format!("expected a number from 1, found {}", quoted(word)),
            )
        })
    }

    fn line(&mut self) -> Option<Line<'a>> {
        let line = self.lines.get(self.next).cloned();
        self.next += 1;
        line
    }

    fn unexpected(&self, line: usize, word: &str) -> FileError {
        let known = "Name, Set, Solved, StartState, Move, MoveTransformation, MoveSequence, MoveAlias, Illegal";
        let message = format!(
            "unexpected {}, or not with these words; expected one of {known}",
            quoted(word)
        );
        self.error(line, message)
    }

    fn error(&self, line: usize, message: impl Into<String>) -> FileError {
        FileError::new(self.file, Some(line), message)
    }
}

/// Stands for `?`.
const UNSEEN: i64 = -1;

fn text(text: &str, line: usize) -> Node {
    Node::new(Value::Text(text.to_string()), line)
}

fn integer(number: i64, line: usize) -> Node {
    Node::new(Value::Integer(number), line)
}
