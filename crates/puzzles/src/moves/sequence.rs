//! Sequences of moves as people write them: `R U R' U2`, groups `(R U)3`, conjugates `[R: U]` and commutators `[R, U]`.
//!
//! A move is a name, perhaps followed by how often it is made and by an apostrophe for backwards. What is a name and what
//! is a number is for the puzzle to say: a name may well end in a digit.

use std::str::Chars;

/// A move by the word that stands for it, and whether it is undone.
pub(super) type Word = (String, bool);

/// No sequence is longer when it is written out.
const MOST_WORDS: usize = 100_000;
/// Brackets within brackets.
const MOST_DEPTH: usize = 50;

/// Reads a sequence; or says what is wrong with it.
pub(super) fn words(text: &str) -> Result<Vec<Word>, String> {
    let mut reader = Reader {
        rest: text.chars(),
        depth: 0,
    };
    let (words, end) = reader.sequence()?;
    match end {
        None => Ok(words),
        Some(end) => Err(format!("unexpected `{end}`")),
    }
}

/// A move with how often it is made, in either reading: the word as it is, or a name before a number and an apostrophe.
pub(super) fn readings(word: &str) -> Vec<(&str, i64)> {
    let mut readings = vec![(word, 1)];
    let (name, sign) = match word.strip_suffix(['\'', '’']) {
        Some(name) => (name, -1),
        None => (word, 1),
    };
    readings.push((name, sign));
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if let Ok(times) = name[stem.len()..].parse::<i32>() {
        readings.push((stem, sign * i64::from(times)));
    }
    readings
}

struct Reader<'a> {
    rest: Chars<'a>,
    depth: usize,
}

impl Reader<'_> {
    /// The moves up to the end, or up to what ends a bracket or parts its halves.
    fn sequence(&mut self) -> Result<(Vec<Word>, Option<char>), String> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err("too many brackets within brackets".into());
        }
        let mut all = Vec::new();
        let end = loop {
            let Some(next) = self.peek() else { break None };
            let mut words = match next {
                // Between moves a comma is as good as a blank, unless it parts a commutator.
                ',' if self.depth > 1 => break Some(next),
                _ if next.is_whitespace() || next == ',' => {
                    self.rest.next();
                    continue;
                }
                ')' | ']' | ':' => break Some(next),
                '(' => self.group()?,
                '[' => self.pair()?,
                _ => vec![(self.word(), false)],
            };
            all.append(&mut words);
            if all.len() > MOST_WORDS {
                return Err(format!("longer than {MOST_WORDS} moves"));
            }
        };
        self.depth -= 1;
        Ok((all, end))
    }

    fn group(&mut self) -> Result<Vec<Word>, String> {
        self.rest.next();
        let (words, end) = self.sequence()?;
        self.close(end, ')')?;
        self.repeated(words)
    }

    fn pair(&mut self) -> Result<Vec<Word>, String> {
        self.rest.next();
        let (first, parted_by) = self.sequence()?;
        if !matches!(parted_by, Some(',' | ':')) {
            return Err("expected `[A, B]` or `[A: B]`".into());
        }
        self.rest.next();
        let (second, end) = self.sequence()?;
        self.close(end, ']')?;
        let mut words = [&first[..], &second, &undone(&first)].concat();
        if parted_by == Some(',') {
            words.extend(undone(&second));
        }
        self.repeated(words)
    }

    fn close(&mut self, end: Option<char>, expected: char) -> Result<(), String> {
        if end != Some(expected) {
            return Err(format!("expected `{expected}` after what is in brackets"));
        }
        self.rest.next();
        Ok(())
    }

    /// What is in brackets, as often as the number after it says.
    fn repeated(&mut self, words: Vec<Word>) -> Result<Vec<Word>, String> {
        let mut times = String::new();
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            times.push(digit);
            self.rest.next();
        }
        let times: usize = match times.as_str() {
            "" => 1,
            digits => digits.parse().unwrap_or(usize::MAX),
        };
        if words.len().saturating_mul(times) > MOST_WORDS {
            return Err(format!("longer than {MOST_WORDS} moves"));
        }
        let words = vec![words; times].concat();
        if matches!(self.peek(), Some('\'' | '’')) {
            self.rest.next();
            return Ok(undone(&words));
        }
        Ok(words)
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        let ends = |c: char| c.is_whitespace() || "()[],:".contains(c);
        while let Some(next) = self.peek().filter(|&c| !ends(c)) {
            word.push(next);
            self.rest.next();
        }
        word
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }
}

/// The same backwards, each move undone.
fn undone(words: &[Word]) -> Vec<Word> {
    let words = words.iter().rev();
    words
        .map(|(word, undone)| (word.clone(), !undone))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        let word = |(word, undone): &Word| {
            if *undone {
                format!("-{word}")
            } else {
                word.clone()
            }
        };
        Ok(words(text)?.iter().map(word).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn sequences_are_written_out() {
        for (text, expected) in [
            ("R U  R'\tU2", "R U R' U2"),
            ("", ""),
            ("U,F,R", "U F R"),
            ("(R U)2 F", "R U R U F"),
            ("(R U)2'", "-U -R -U -R"),
            ("[R: U]", "R U -R"),
            ("[R, U F]", "R U F -R -F -U"),
            ("[[R: U], F]'", "F R U -R -F R -U -R"),
        ] {
            assert_eq!(written(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for text in [
            "R )",
            "(R U",
            "[R U]",
            "[R, U",
            "(R]",
            "(R)99999999",
            "[R: U: F]",
        ] {
            assert!(written(text).is_err(), "{text}");
        }
        let deep = "(".repeat(200);
        assert!(written(&deep).is_err());
        let long = "((((((R)99)99)99)99)99)99";
        assert!(written(long).is_err());
    }

    #[test]
    fn a_number_may_belong_to_the_name() {
        assert_eq!(readings("R"), [("R", 1), ("R", 1)]);
        assert_eq!(readings("R2'"), [("R2'", 1), ("R2", -1), ("R", -2)]);
        assert_eq!(readings("1H3"), [("1H3", 1), ("1H3", 1), ("1H", 3)]);
    }
}
