//! How puzz.link writes what stands in the cells of a board: short runs of characters, row by row, empty cells counted.
//!
//! In all codes but those of a fixed width a late letter of the alphabet stands for a run of empty cells, one code beginning earlier than another.
//! Reading takes from the front of a text what it needs, so that a link can have several parts one behind the other.

/// What stands in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Nothing.
    Empty,
    /// Something whose number is not told: a question mark, a wall, an island.
    Untold,
    /// A number; of circles 1 is white and 2 is black.
    Number(u32),
}

/// A code for the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// Numbers from 0 to 4, each telling how many empty cells follow, up to two.
    UpToFour,
    /// Any numbers, in hexadecimal.
    Numbers,
    /// White and black circles, three cells a character.
    Circles,
    /// Numbers to the base of 36, a character for each cell.
    Characters,
}

impl Mark {
    /// A clue, or none.
    pub fn of(value: Option<i64>) -> Mark {
        let number = value.and_then(|value| u32::try_from(value).ok());
        number.map_or(Mark::Empty, Mark::Number)
    }

    /// Its number, if it is told.
    pub fn number(self) -> Option<i64> {
        match self {
            Mark::Number(number) => Some(number.into()),
            Mark::Empty | Mark::Untold => None,
        }
    }
}

/// In front of hexadecimal numbers with more than one digit: how many there are, and what is to be added. The same for `%` as for `@`.
const LONGER: [(char, usize, u32); 5] = [
    ('-', 2, 0),
    ('+', 3, 0),
    ('=', 3, 4096),
    ('@', 3, 8192),
    ('*', 4, 12240),
];

/// In most codes `g` is one empty cell.
const BEFORE_G: u32 = 15;

/// What is left of a text.
#[derive(Debug)]
pub struct Rest<'a>(pub &'a str);

impl Rest<'_> {
    /// The next character, if there is one.
    pub fn next(&mut self) -> Option<char> {
        let mut chars = self.0.chars();
        let next = chars.next();
        self.0 = chars.as_str();
        next
    }

    /// The next character of a part that still needs some.
    pub fn expect(&mut self, found: usize, expected: usize) -> Result<char, String> {
        let ends = || format!("it ends after {found} of {expected} cells");
        self.next().ok_or_else(ends)
    }

    fn digits(&mut self, count: usize, base: u32) -> Option<u32> {
        (0..count).try_fold(0, |number, _| {
            Some(number * base + self.next()?.to_digit(base)?)
        })
    }
}

impl Code {
    /// Takes so many cells.
    pub fn read(self, rest: &mut Rest, count: usize) -> Result<Vec<Mark>, String> {
        match self {
            Code::UpToFour => with_gaps(rest, count, BEFORE_G, Mark::Empty, |c, _, missing| {
                if c == '.' {
                    return Some(vec![Mark::Untold]);
                }
                let digit = c.to_digit(15)?;
                let mut marks = vec![Mark::Number(digit % 5)];
                marks.resize(missing.min(1 + digit as usize / 5), Mark::Empty);
                Some(marks)
            }),
            Code::Numbers => with_gaps(rest, count, BEFORE_G, Mark::Empty, |c, rest, _| {
                Some(vec![number(c, rest)?])
            }),
            Code::Circles => {
                let circles = fixed(rest, count, 3, 3)?;
                let mark = |circle| {
                    if circle == 0 {
                        Mark::Empty
                    } else {
                        Mark::Number(circle)
                    }
                };
                Ok(circles.into_iter().map(mark).collect())
            }
            Code::Characters => (0..count).map(|at| character(rest, at, count)).collect(),
        }
    }

    /// Writes cells, if there is a way to write each of them.
    pub fn write(self, cells: &[Mark]) -> Result<String, String> {
        let text = self.written(cells);
        text.ok_or_else(|| "a number is too large for a link".into())
    }

    fn written(self, cells: &[Mark]) -> Option<String> {
        match self {
            Code::UpToFour => {
                let mut words = Vec::new();
                let mut at = 0;
                while let Some(&cell) = cells.get(at) {
                    let word = match cell {
                        Mark::Number(number) if number > 4 => return None,
                        Mark::Number(number) => {
                            let after = cells[at + 1..].iter();
                            let empty = after.take_while(|&&cell| cell == Mark::Empty).count();
                            let following = empty.min(2);
                            at += following;
                            // Behind the last number of a board there is always room.
                            let following = if at + 1 == cells.len() { 2 } else { following };
                            Some(digit(number + 5 * following as u32))
                        }
                        Mark::Untold => Some(".".into()),
                        Mark::Empty => None,
                    };
                    words.push(word);
                    at += 1;
                }
                Some(close_up(words, BEFORE_G))
            }
            Code::Numbers => {
                let word = |cell: &Mark| {
                    Some(match *cell {
                        Mark::Number(number) => Some(hexadecimal(number)?),
                        Mark::Untold => Some(".".into()),
                        Mark::Empty => None,
                    })
                };
                let words = cells.iter().map(word).collect::<Option<Vec<_>>>()?;
                Some(close_up(words, BEFORE_G))
            }
            Code::Circles => {
                let circle = |cell: &Mark| match *cell {
                    Mark::Empty => Some(0),
                    Mark::Number(circle) if circle < 3 => Some(circle),
                    Mark::Number(_) | Mark::Untold => None,
                };
                let circles = cells.iter().map(circle).collect::<Option<Vec<_>>>()?;
                Some(write_fixed(&circles, 3, 3))
            }
            Code::Characters => {
                let word = |cell: &Mark| match *cell {
                    Mark::Empty => Some(".".to_string()),
                    Mark::Untold => Some("@".into()),
                    Mark::Number(number) if number < 36 => Some(digit(number)),
                    Mark::Number(number) if number < 36 * 36 => {
                        Some(format!("-{}{}", digit(number / 36), digit(number % 36)))
                    }
                    Mark::Number(_) => None,
                };
                cells.iter().map(word).collect()
            }
        }
    }
}

/// Takes so many cells of a code in which letters behind a place of the alphabet are runs of empty ones. `read` makes cells of any other character and
/// what follows it, knowing how many cells are still missing.
pub fn with_gaps<T: Clone>(
    rest: &mut Rest,
    count: usize,
    before: u32,
    empty: T,
    read: impl Fn(char, &mut Rest, usize) -> Option<Vec<T>>,
) -> Result<Vec<T>, String> {
    let mut cells = Vec::with_capacity(count);
    while cells.len() < count {
        let from = rest.0;
        let c = rest.expect(cells.len(), count)?;
        let gap = c
            .to_digit(36)
            .filter(|&digit| c.is_ascii_lowercase() && digit > before);
        match gap {
            Some(digit) => cells.resize(cells.len() + (digit - before) as usize, empty.clone()),
            None => {
                let more = read(c, rest, count - cells.len());
                let taken = &from[..from.len() - rest.0.len()];
                let wrong = || format!("`{taken}` stands for nothing here");
                cells.extend(more.ok_or_else(wrong)?);
            }
        }
    }
    if cells.len() > count {
        return Err(format!("it has more than {count} cells"));
    }
    Ok(cells)
}

/// Joins words, runs of missing ones written as letters behind a place of the alphabet.
pub fn close_up(words: impl IntoIterator<Item = Option<String>>, before: u32) -> String {
    let longest = 35 - before;
    let mut text = String::new();
    let mut gap = 0;
    for word in words {
        match word {
            None => gap += 1,
            Some(word) => {
                text += &gap_letter(gap, before);
                text += &word;
                gap = 0;
            }
        }
        if gap == longest {
            text += &gap_letter(gap, before);
            gap = 0;
        }
    }
    text + &gap_letter(gap, before)
}

/// Takes so many small numbers, several a character.
pub fn fixed(rest: &mut Rest, count: usize, values: u32, each: u32) -> Result<Vec<u32>, String> {
    let mut numbers = Vec::with_capacity(count);
    while numbers.len() < count {
        let c = rest.expect(numbers.len(), count)?;
        let packed = c.to_digit(values.pow(each));
        let packed = packed.ok_or_else(|| format!("`{c}` stands for nothing here"))?;
        let unpacked = (0..each)
            .rev()
            .map(|place| packed / values.pow(place) % values);
        numbers.extend(unpacked);
    }
    if numbers[count..].iter().any(|&number| number != 0) {
        return Err(format!("it has more than {count} cells"));
    }
    numbers.truncate(count);
    Ok(numbers)
}

/// Writes small numbers, several a character.
pub fn write_fixed(numbers: &[u32], values: u32, each: u32) -> String {
    let packed = numbers.chunks(each as usize).map(|chunk| {
        let places = (0..each).rev().map(|place| values.pow(place));
        chunk
            .iter()
            .zip(places)
            .map(|(number, place)| number * place)
            .sum()
    });
    packed.map(digit).collect()
}

/// Takes so many cells of which few have a mark: a character below `i` is a marked cell with so many empty ones behind it, another one empty cells alone.
pub fn sparse(rest: &mut Rest, count: usize) -> Result<Vec<bool>, String> {
    let mut cells = Vec::with_capacity(count);
    while cells.len() < count {
        let c = rest.expect(cells.len(), count)?;
        let digit = c.to_digit(36).filter(|_| !c.is_ascii_uppercase());
        let digit = digit.ok_or_else(|| format!("`{c}` stands for nothing here"))? as usize;
        let (marked, empty) = if digit < SPARSE {
            (true, digit)
        } else {
            (false, digit + 1 - SPARSE)
        };
        cells.extend(marked.then_some(true));
        cells.resize(cells.len() + empty, false);
    }
    if cells.len() > count {
        return Err(format!("it has more than {count} cells"));
    }
    Ok(cells)
}

/// Writes cells of which few have a mark.
pub fn write_sparse(cells: &[bool]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < cells.len() {
        let marked = usize::from(cells[at]);
        let empty = cells[at + marked..]
            .iter()
            .take_while(|&&cell| !cell)
            .count();
        // As many as one character tells of.
        let empty = empty.min(SPARSE - marked);
        let number = if cells[at] { empty } else { empty + SPARSE - 1 };
        text += &digit(number as u32);
        at += marked + empty;
    }
    text
}

const SPARSE: usize = 18;

/// A digit to the base of 36.
pub fn digit(number: u32) -> String {
    let digit = char::from_digit(number, 36);
    digit.map(String::from).unwrap_or_default()
}

fn hexadecimal(number: u32) -> Option<String> {
    if number < 16 {
        return Some(digit(number));
    }
    LONGER.iter().find_map(|&(sign, digits, more)| {
        let rest = number.checked_sub(more)?;
        (rest < 1 << (4 * digits)).then(|| format!("{sign}{rest:0digits$x}"))
    })
}

fn character(rest: &mut Rest, at: usize, count: usize) -> Result<Mark, String> {
    let c = rest.expect(at, count)?;
    let number = match c {
        '.' => return Ok(Mark::Empty),
        '@' | '%' => return Ok(Mark::Untold),
        '-' => rest.digits(2, 36),
        _ => c.to_digit(36),
    };
    let number = number.ok_or_else(|| format!("`{c}` stands for nothing here"))?;
    Ok(Mark::Number(number))
}

/// A hexadecimal number of the code, or a question mark.
pub fn number(c: char, rest: &mut Rest) -> Option<Mark> {
    if c == '.' {
        return Some(Mark::Untold);
    }
    let mut longer = LONGER.iter();
    let longer = longer.find(|entry| entry.0 == c || (c, entry.0) == ('%', '@'));
    Some(Mark::Number(match longer {
        Some(&(_, digits, more)) => rest.digits(digits, 16)? + more,
        None => c.to_digit(16)?,
    }))
}

fn gap_letter(gap: u32, before: u32) -> String {
    if gap == 0 {
        String::new()
    } else {
        digit(before + gap)
    }
}
