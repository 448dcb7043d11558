//! FlatZinc written as text.
//!
//! A plain recursive-descent reader. Items are told apart by their first
//! word, as in the grammar; their order is not checked, except that a name must
//! not be declared twice and that there is exactly one solve item.

use tantalizer_rewrite::Pace;

use super::lex::{Lexer, Token};
use super::{DEEPEST, STEPS_A_TOKEN};
use crate::syntax::{Base, Declaration, Expr, Goal, IntSet, Item, Place, Program, Solve, Type};
use crate::{FlatZincError, leave_behind};

type Read<T> = Result<T, FlatZincError>;

/// Reads a text file.
pub fn read(source: &str, pace: Pace) -> Read<Program> {
    let mut lexer = Lexer::new(source);
    let (token, line) = lexer.next()?;
    let reader = Reader {
        lexer,
        token,
        line,
        pace,
    };
    reader.program()
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    token: Token,
    line: usize,
    pace: Pace,
}

impl Reader<'_> {
    fn program(mut self) -> Read<Program> {
        let (mut declarations, mut constraints) = (Vec::new(), Vec::new());
        match self.items(&mut declarations, &mut constraints) {
            Ok(solve) => Ok(Program {
                declarations,
                constraints,
                solve,
            }),
            Err(error) => {
                if let FlatZincError::Stopped(_) = error {
                    leave_behind((declarations, constraints));
                }
                Err(error)
            }
        }
    }

    fn items(
        &mut self,
        declarations: &mut Vec<Declaration>,
        constraints: &mut Vec<Item>,
    ) -> Read<Solve> {
        let mut solve: Option<Solve> = None;
        while self.token != Token::End {
            let place = Place::Line(self.line);
            match self.word_here() {
                Some("predicate") => {
                    while self.token != Token::Sign(";") {
                        if self.token == Token::End {
                            return self.expected("`;` after the predicate");
                        }
                        self.advance()?;
                    }
                }
                Some("constraint") => {
                    self.advance()?;
                    constraints.push(self.constraint(place)?);
                }
                Some("solve") => {
                    self.advance()?;
                    if solve.is_some() {
                        return Err(FlatZincError::wrong(&place, "a second solve item"));
                    }
                    solve = Some(self.solve(place)?);
                }
                Some("var" | "array" | "bool" | "int" | "float" | "set") => {
                    declarations.push(self.declaration(place)?);
                }
                _ if matches!(self.token, Token::Int(_) | Token::Sign("{")) => {
                    declarations.push(self.declaration(place)?);
                }
                _ => {
                    return self
                        .expected("an item: a declaration, `constraint`, `predicate` or `solve`");
                }
            }
            self.sign(";")?;
        }
        match solve {
            Some(solve) => Ok(solve),
            None => self.expected("a solve item"),
        }
    }

    fn declaration(&mut self, place: Place) -> Read<Declaration> {
        let mut array = None;
        if self.word_here() == Some("array") {
            self.advance()?;
            self.sign("[")?;
            array = Some(self.array_length()?);
            self.sign("]")?;
            self.keyword("of")?;
        }
        let var = self.word_here() == Some("var");
        if var {
            self.advance()?;
        }
        let base = self.base()?;
        self.sign(":")?;
        let name = self.name()?;
        let annotations = self.annotations()?;
        let mut value = None;
        if self.token == Token::Sign("=") {
            self.advance()?;
            value = Some(self.expr(0)?);
        }
        Ok(Declaration {
            place,
            name,
            ty: Type { array, var, base },
            annotations,
            value,
        })
    }

    /// `1..n`, or `int` in the signature of a predicate.
    fn array_length(&mut self) -> Read<usize> {
        let first = self.int("the array's first index, 1")?;
        self.sign("..")?;
        let last = self.int("the array's last index")?;
        match (first, usize::try_from(last)) {
            (1, Ok(length)) => Ok(length),
            _ => self.expected_instead("an array's indices 1..n", format!("`{first}..{last}`")),
        }
    }

    fn base(&mut self) -> Read<Base> {
        if let Token::Word(word) = &self.token {
            let base = match word.as_str() {
                "bool" => Base::Bool,
                "int" => Base::Int(None),
                "float" => Base::Float,
                "set" => {
                    self.advance()?;
                    self.keyword("of")?;
                    self.base()?;
                    return Ok(Base::Set);
                }
                _ => return self.expected("a type"),
            };
            self.advance()?;
            return Ok(base);
        }
        match self.expr(0)? {
            Expr::Set(set) => Ok(Base::Int(Some(set))),
            Expr::Float => Ok(Base::Float),
            other => self.expected_instead("a type", other.kind().into()),
        }
    }

    fn constraint(&mut self, place: Place) -> Read<Item> {
        let name = self.name()?;
        self.sign("(")?;
        let arguments = self.list(")", 0)?;
        let annotations = self.annotations()?;
        Ok(Item {
            place,
            name,
            arguments,
            annotations,
        })
    }

    fn solve(&mut self, place: Place) -> Read<Solve> {
        let annotations = self.annotations()?;
        let goal = match self.word_here() {
            Some("satisfy") => {
                self.advance()?;
                Goal::Satisfy
            }
            Some("minimize") => {
                self.advance()?;
                Goal::Minimize(self.expr(0)?)
            }
            Some("maximize") => {
                self.advance()?;
                Goal::Maximize(self.expr(0)?)
            }
            _ => return self.expected("`satisfy`, `minimize` or `maximize`"),
        };
        Ok(Solve {
            place,
            goal,
            annotations,
        })
    }

    fn annotations(&mut self) -> Read<Vec<Expr>> {
        let mut annotations = Vec::new();
        while self.token == Token::Sign("::") {
            self.advance()?;
            annotations.push(self.expr(0)?);
        }
        Ok(annotations)
    }

    fn expr(&mut self, depth: usize) -> Read<Expr> {
        if depth > DEEPEST {
            return Err(FlatZincError::wrong(
                &Place::Line(self.line),
                format!("expressions nested more than {DEEPEST} deep"),
            ));
        }
        match self.take()? {
            Token::Int(low) if self.token == Token::Sign("..") => {
                self.advance()?;
                let high = self.int("the range's last value")?;
                Ok(Expr::Set(IntSet::from_ranges([(low, high)])))
            }
            Token::Int(value) => Ok(Expr::Int(value)),
            Token::Float => {
                if self.token == Token::Sign("..") {
                    self.advance()?;
                    self.take()?;
                }
                Ok(Expr::Float)
            }
            Token::Text(text) => Ok(Expr::Text(text)),
            Token::Word(word) if word == "true" => Ok(Expr::Bool(true)),
            Token::Word(word) if word == "false" => Ok(Expr::Bool(false)),
            Token::Word(name) => match self.token {
                Token::Sign("(") => {
                    self.advance()?;
                    Ok(Expr::Call(name, self.list(")", depth + 1)?))
                }
                _ => Ok(Expr::Name(name)),
            },
            Token::Sign("[") => Ok(Expr::Array(self.list("]", depth + 1)?)),
            Token::Sign("{") => {
                let mut values = Vec::new();
                for entry in self.list("}", depth + 1)? {
                    match entry {
                        Expr::Int(value) => values.push(value),
                        Expr::Float => return Ok(Expr::Float),
                        other => {
                            return self
                                .expected_instead("an integer in the set", other.kind().into());
                        }
                    }
                }
                Ok(Expr::Set(IntSet::from_values(values)))
            }
            other => self.expected_instead("an expression", other.shown()),
        }
    }

    /// Expressions with commas between them; a comma may stand before the end as well.
    fn list(&mut self, end: &'static str, depth: usize) -> Read<Vec<Expr>> {
        let mut entries = Vec::new();
        while self.token != Token::Sign(end) {
            entries.push(self.expr(depth)?);
            if self.token != Token::Sign(end) {
                if self.token != Token::Sign(",") {
                    return self.expected(&format!("`,` or `{end}`"));
                }
                self.advance()?;
            }
        }
        self.advance()?;
        Ok(entries)
    }

    fn word_here(&self) -> Option<&str> {
        match &self.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn advance(&mut self) -> Read<()> {
        self.take().map(|_| ())
    }

    fn take(&mut self) -> Read<Token> {
        self.pace.step(STEPS_A_TOKEN)?;
        let (token, line) = self.lexer.next()?;
        self.line = line;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn sign(&mut self, sign: &'static str) -> Read<()> {
        if self.token == Token::Sign(sign) {
            self.advance()
        } else {
            self.expected(&format!("`{sign}`"))
        }
    }

    fn keyword(&mut self, word: &str) -> Read<()> {
        if self.word_here() == Some(word) {
            self.advance()
        } else {
            self.expected(&format!("`{word}`"))
        }
    }

    fn name(&mut self) -> Read<String> {
        match &self.token {
            Token::Word(_) => match self.take()? {
                Token::Word(name) => Ok(name),
                other => self.expected_instead("a name", other.shown()),
            },
            _ => self.expected("a name"),
        }
    }

    fn int(&mut self, what: &str) -> Read<i64> {
        match self.token {
            Token::Int(value) => {
                self.advance()?;
                Ok(value)
            }
            _ => self.expected(what),
        }
    }

    fn expected<T>(&self, what: &str) -> Read<T> {
        self.expected_instead(what, self.token.shown())
    }

    fn expected_instead<T>(&self, what: &str, found: String) -> Read<T> {
        Err(FlatZincError::wrong(
            &Place::Line(self.line),
            format!("expected {what}, found {found}"),
        ))
    }
}
