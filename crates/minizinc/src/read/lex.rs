//! The tokens of FlatZinc text, each with its line.

use crate::FlatZincError;
use crate::syntax::Place;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float,
    /// A string, without its quotes.
    Text(String),
    /// `::`, `..`, or a single character.
    Sign(&'static str),
    /// The end of the file.
    End,
}

impl Token {
    /// How it is called in messages.
    pub fn shown(&self) -> String {
        match self {
            Token::Word(word) => format!("`{}`", shortened(word)),
            Token::Int(value) => format!("`{value}`"),
            Token::Float => "a floating-point number".into(),
            Token::Text(text) => format!("the string \"{}\"", shortened(text)),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the file".into(),
        }
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Signs, longer ones first.
const SIGNS: &[&str] = &["::", "..", ":", ";", ",", "=", "(", ")", "[", "]", "{", "}"];

/// Takes a text apart, token by token.
pub struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Lexer {
            rest: text,
            line: 1,
        }
    }

    /// The next token and its line.
    pub fn next(&mut self) -> Result<(Token, usize), FlatZincError> {
        self.skip_blanks()?;
        let line = self.line;
        let Some(first) = self.rest.chars().next() else {
            return Ok((Token::End, line));
        };
        let token = match first {
            'a'..='z' | 'A'..='Z' | '_' => Token::Word(self.word()),
            '\'' => Token::Word(self.quoted('\'')?),
            '"' => Token::Text(self.quoted('"')?),
            '0'..='9' | '-' | '+' => self.number()?,
            _ => match SIGNS.iter().find(|sign| self.rest.starts_with(**sign)) {
                Some(sign) => {
                    self.rest = &self.rest[sign.len()..];
                    Token::Sign(sign)
                }
                None => {
                    return self.fail(format!("unexpected character `{}`", first.escape_debug()));
                }
            },
        };
        Ok((token, line))
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, FlatZincError> {
        Err(FlatZincError::wrong(&Place::Line(self.line), message))
    }

    /// Takes so many bytes, counting lines.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) -> Result<(), FlatZincError> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            if self.rest.starts_with('%') {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
            } else if self.rest.starts_with("/*") {
                match self.rest.find("*/") {
                    Some(end) => self.take(end + 2),
                    None => return self.fail("this comment has no end"),
                };
            } else {
                return Ok(());
            }
        }
    }

    fn word(&mut self) -> String {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        self.take(end).to_string()
    }

    fn quoted(&mut self, quote: char) -> Result<String, FlatZincError> {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    let taken = self.take(at + 1);
                    return Ok(taken[1..at].to_string());
                }
                _ => {}
            }
        }
        self.fail("a quote is opened and not closed on the same line")
    }

    fn number(&mut self) -> Result<Token, FlatZincError> {
        let bytes = self.rest.as_bytes();
        let signed = usize::from(matches!(bytes[0], b'-' | b'+'));
        let radix = match bytes.get(signed..signed + 2) {
            Some(b"0x") => 16,
            Some(b"0o") => 8,
            _ => 10,
        };
        let start = if radix == 10 { signed } else { signed + 2 };
        let digits = |from: usize| {
            let rest = &self.rest[from..];
            let end = rest.find(|c: char| !c.is_digit(radix));
            from + end.unwrap_or(rest.len())
        };
        let mut end = digits(start);
        if end == start {
            return self.fail(format!("expected digits after `{}`", &self.rest[..start]));
        }
        let mut float = false;
        if radix == 10 {
            if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
                float = true;
                end = digits(end + 1);
            }
            if matches!(bytes.get(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
                let exponent = digits(end + 1 + sign);
                if exponent > end + 1 + sign {
                    float = true;
                    end = exponent;
                }
            }
        }
        if float {
            self.take(end);
            return Ok(Token::Float);
        }
        let negative = bytes[0] == b'-';
        let text = if negative {
            format!("-{}", &self.rest[start..end])
        } else {
            self.rest[start..end].to_string()
        };
        match i64::from_str_radix(&text, radix) {
            Ok(value) => {
                self.take(end);
                Ok(Token::Int(value))
            }
            Err(_) => self.fail(format!(
                "the number {} does not fit 64 bits",
                shortened(&self.rest[..end])
            )),
        }
    }
}
