//! Lines of a certificate, one after another, with the digest of all read so far.

use std::io::BufRead;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::Refusal;

/// A stream of lines.
pub(crate) struct Lines<R> {
    reader: R,
    number: usize,
    digest: Sha256,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Lines {
            reader,
            number: 0,
            digest: Sha256::new(),
        }
    }

    /// A refusal at the current line.
    pub(crate) fn wrong(&self, reason: String) -> Refusal {
        Refusal {
            line: self.number,
            reason,
        }
    }

    /// The next line, which must end in a newline.
    pub(crate) fn next(&mut self) -> Result<String, Refusal> {
        let line = self.raw()?;
        self.digest.update(line.as_bytes());
        self.digest.update(b"\n");
        Ok(line)
    }

    /// A line that is this word.
    pub(crate) fn expect(&mut self, word: &str) -> Result<(), Refusal> {
        let line = self.next()?;
        if line == word {
            Ok(())
        } else {
            Err(self.wrong(format!("expected `{word}`, found `{}`", shortened(&line))))
        }
    }

    /// What follows this word and a space on the next line.
    pub(crate) fn after(&mut self, word: &str) -> Result<String, Refusal> {
        let line = self.next()?;
        match line
            .strip_prefix(word)
            .and_then(|rest| rest.strip_prefix(' '))
        {
            Some(rest) => Ok(rest.to_string()),
            None => Err(self.wrong(format!("expected `{word}`, found `{}`", shortened(&line)))),
        }
    }

    /// The number after this word.
    pub(crate) fn header<T: FromStr>(&mut self, word: &str) -> Result<T, Refusal> {
        let rest = self.after(word)?;
        self.parse(&rest)
    }

    /// The numbers after this word; there may be none.
    pub(crate) fn numbers<T: FromStr>(&mut self, word: &str) -> Result<Vec<T>, Refusal> {
        let line = self.next()?;
        match line.strip_prefix(word) {
            Some(rest) => self.parse_all(rest),
            None => Err(self.wrong(format!("expected `{word}`, found `{}`", shortened(&line)))),
        }
    }

    /// The literals after this word, up to a closing 0.
    pub(crate) fn clause(&mut self, word: &str) -> Result<Vec<i32>, Refusal> {
        let mut literals = self.numbers(word)?;
        self.close(&mut literals)?;
        Ok(literals)
    }

    /// As many lines of quoted text as announced after this word.
    pub(crate) fn quoted(&mut self, word: &str) -> Result<String, Refusal> {
        let count: usize = self.header(word)?;
        let mut text = Vec::new();
        for _ in 0..count {
            let line = self.next()?;
            match line.strip_prefix("| ") {
                Some(line) => text.push(line.to_string()),
                None => return Err(self.wrong("expected a line that starts with `| `".to_string())),
            }
        }
        Ok(text.join("\n"))
    }

    /// Takes the 0 off the end of a list of literals, which holds no other.
    pub(crate) fn close(&self, literals: &mut Vec<i32>) -> Result<(), Refusal> {
        let closed = literals.pop() == Some(0);
        if closed && !literals.contains(&0) && !literals.contains(&i32::MIN) {
            Ok(())
        } else {
            Err(self.wrong("expected literals and a closing 0".to_string()))
        }
    }

    /// The last line: the digest of all lines before it. Nothing may follow.
    pub(crate) fn digest(mut self) -> Result<(), Refusal> {
        let bytes = self.digest.clone().finalize();
        let expected: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let line = self.raw()?;
        if line.strip_prefix("digest sha256 ") != Some(&expected) {
            return Err(self.wrong("the digest does not fit: the file is damaged".to_string()));
        }
        match self.reader.fill_buf() {
            Ok([]) => Ok(()),
            _ => Err(self.wrong("nothing may follow the digest".to_string())),
        }
    }

    pub(crate) fn parse<T: FromStr>(&self, word: &str) -> Result<T, Refusal> {
        word.parse()
            .map_err(|_| self.wrong(format!("expected a number, found `{}`", shortened(word))))
    }

    pub(crate) fn parse_all<T: FromStr>(&self, words: &str) -> Result<Vec<T>, Refusal> {
        words
            .split_ascii_whitespace()
            .map(|word| self.parse(word))
            .collect()
    }

    fn raw(&mut self) -> Result<String, Refusal> {
        let mut bytes = Vec::new();
        self.number += 1;
        if let Err(error) = self.reader.read_until(b'\n', &mut bytes) {
            return Err(self.wrong(format!("cannot be read: {error}")));
        }
        if bytes.pop() != Some(b'\n') {
            return Err(self.wrong("the file ends too early".to_string()));
        }
        String::from_utf8(bytes).map_err(|_| self.wrong("this line is not UTF-8".to_string()))
    }
}

/// Enough of a line to recognise it in a message.
fn shortened(line: &str) -> String {
    const MOST: usize = 40;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_string(),
    }
}
