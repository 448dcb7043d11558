//! The six relations between two integers.

use std::fmt;

/// A relation between two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rel {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Rel {
    /// All six relations.
    pub const ALL: [Rel; 6] = [
        Rel::Equal,
        Rel::NotEqual,
        Rel::Less,
        Rel::LessEqual,
        Rel::Greater,
        Rel::GreaterEqual,
    ];

    /// Whether `left` stands in this relation to `right`.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Rel::Equal => left == right,
            Rel::NotEqual => left != right,
            Rel::Less => left < right,
            Rel::LessEqual => left <= right,
            Rel::Greater => left > right,
            Rel::GreaterEqual => left >= right,
        }
    }

    /// The relation that holds exactly when this one does not.
    pub fn negated(self) -> Rel {
        match self {
            Rel::Equal => Rel::NotEqual,
            Rel::NotEqual => Rel::Equal,
            Rel::Less => Rel::GreaterEqual,
            Rel::LessEqual => Rel::Greater,
            Rel::Greater => Rel::LessEqual,
            Rel::GreaterEqual => Rel::Less,
        }
    }

    /// The relation with its two sides exchanged.
    pub fn mirrored(self) -> Rel {
        match self {
            Rel::Equal | Rel::NotEqual => self,
            Rel::Less => Rel::Greater,
            Rel::LessEqual => Rel::GreaterEqual,
            Rel::Greater => Rel::Less,
            Rel::GreaterEqual => Rel::LessEqual,
        }
    }

    /// How the relation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Rel::Equal => "=",
            Rel::NotEqual => "!=",
            Rel::Less => "<",
            Rel::LessEqual => "<=",
            Rel::Greater => ">",
            Rel::GreaterEqual => ">=",
        }
    }
}

impl fmt::Display for Rel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}
