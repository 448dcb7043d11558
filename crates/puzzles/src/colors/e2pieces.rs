//! Lists of pieces as the edge-matching community writes them (`e2pieces.txt`): a line for each piece, four numbers clockwise from its top side, 0 for the grey of
//! the frame. A first line of two numbers is the size of the board, rows and columns, which is square otherwise.

use super::board::Match;
use super::{Colors, KIND, MOST_PIECES};
use tantalizer_puzzle::file::{Node, Value, quoted};
use tantalizer_puzzle::{Document, FileError};

/// The name of the form.
pub(super) const NAME: &str = "e2pieces";

/// The letter of a number: `a` is 0, then on to `z` and from `A` to `Z`.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z')
}

/// The number of each colour, 0 for the frame alone: the place of its letter, if the letters are used so, or one number after the other.
pub(super) fn numbers(puzzle: &Colors) -> Vec<usize> {
    let place = |letter: char| letters().position(|known| known == letter);
    let colours = puzzle.letters.iter().enumerate();
    let as_written = colours.clone().map(|(colour, &letter)| {
        let number = place(letter)?;
        ((number == 0) == (puzzle.frame == Some(colour as i32))).then_some(number)
    });
    let one_by_one = || {
        let mut next = 0;
        let number = |(colour, _): (usize, &char)| {
            if puzzle.frame == Some(colour as i32) {
                return 0;
            }
            next += 1;
            next
        };
        colours.clone().map(number).collect()
    };
    as_written.collect::<Option<_>>().unwrap_or_else(one_by_one)
}

/// The pieces as such a list.
pub(super) fn write(puzzle: &Colors) -> Result<String, String> {
    if puzzle.board.matched != Match::Sides {
        return Err("a list of pieces has sides, these pieces match at their corners".into());
    }
    if !puzzle.hints.is_empty() {
        return Err("a list of pieces has no hints; a link has".into());
    }
    let numbers = numbers(puzzle);
    let mut text = format!("{} {}\n", puzzle.rows(), puzzle.cols());
    for piece in puzzle.pieces.all() {
        let written = piece.map(|colour| numbers[colour as usize].to_string());
        text += &(written.join(" ") + "\n");
    }
    Ok(text)
}

/// Whether a text is such a list: its second line, whatever the first is, has four numbers.
pub(super) fn is(text: &str) -> bool {
    let second = lines(text).nth(1);
    second.is_some_and(|(_, text)| {
        words(text).count() == 4 && words(text).all(|word| word.parse::<usize>().is_ok())
    })
}

/// The lines that say something.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    let lines = lines.map(|(line, text)| (line, text.split('#').next().unwrap_or("").trim()));
    lines.filter(|(_, text)| !text.is_empty())
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t', ',', ';'])
        .filter(|word| !word.is_empty())
}

/// Reads such a list, or a puzzle file whose name ends so; `file` is its name in messages.
pub(super) fn parse(file: &str, text: &str) -> Result<Document, FileError> {
    let is_list = lines(text).next();
    let is_list = is_list.is_some_and(|(_, text)| text.starts_with(|c: char| c.is_ascii_digit()));
    if !is_list {
        return Document::parse(file, text);
    }
    let fail = |line: usize, reason: String| Err(FileError::new(file, Some(line), reason));
    let mut entries = vec![
        (
            "puzzle".to_string(),
            Node::new(Value::Text(KIND.name.into()), 1),
        ),
        (
            "match".to_string(),
            Node::new(Value::Text("sides".into()), 1),
        ),
    ];
    let letters: Vec<char> = letters().collect();
    let mut pieces: Vec<Node> = Vec::new();
    let mut size = None;
    for (line, text) in lines(text) {
        let mut numbers = Vec::new();
        for word in words(text) {
            match word.parse::<usize>() {
                Ok(number) => numbers.push(number),
                Err(_) => return fail(line, format!("{} is no number", quoted(word))),
            }
        }
        if pieces.is_empty() && size.is_none() && matches!(numbers[..], [_] | [_, _]) {
            size = Some((line, numbers[0], *numbers.last().unwrap_or(&numbers[0])));
            continue;
        }
        let [top, right, bottom, left] = numbers[..] else {
            return fail(
                line,
                format!(
                    "a piece has {} numbers, expected four: top, right, bottom, left",
                    numbers.len()
                ),
            );
        };
        let mut sides = String::new();
        for number in [top, right, bottom, left] {
            match letters.get(number) {
                Some(letter) => sides.push(*letter),
                None => {
                    return fail(
                        line,
                        format!("{number} is no colour, expected 0 to {}", letters.len() - 1),
                    );
                }
            }
        }
        pieces.push(Node::new(Value::Text(sides), line));
    }
    let first = lines(text).next().map_or(1, |line| line.0);
    let last = lines(text).last().map_or(first, |line| line.0);
    if pieces.len() > MOST_PIECES {
        return fail(last, format!("more than {MOST_PIECES} pieces"));
    }
    let framed = pieces
        .iter()
        .any(|piece| matches!(piece.value(), Value::Text(sides) if sides.contains('a')));
    if framed {
        entries.push(("frame".into(), Node::new(Value::Text("a".into()), 1)));
    }
    match size {
        Some((line, rows, cols)) if rows.checked_mul(cols) == Some(pieces.len()) && rows > 0 => {
            let number = |number: usize| Node::new(Value::Integer(number as i64), line);
            entries.extend([("rows".into(), number(rows)), ("cols".into(), number(cols))]);
        }
        Some((line, rows, cols)) => {
            let found = pieces.len();
            return fail(
                line,
                format!("{found} pieces do not fill {rows} rows and {cols} columns"),
            );
        }
        None if pieces.len().isqrt().pow(2) != pieces.len() => {
            let found = pieces.len();
            return fail(
                last,
                format!(
                    "{found} pieces fill no square, expected a first line with the numbers of rows and columns"
                ),
            );
        }
        None => {}
    }
    entries.push(("pieces".into(), Node::new(Value::List(pieces), first)));
    Document::from_entries(file, entries)
}
