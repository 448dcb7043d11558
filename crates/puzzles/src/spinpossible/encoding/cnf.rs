//! A formula as a list of clauses, with names for its variables.

/// A variable (positive) or its negation, as in DIMACS files.
pub type Literal = i32;

/// A conjunction of clauses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    names: Vec<String>,
    clauses: Vec<Vec<Literal>>,
}

impl Cnf {
    /// A new variable. The name is for comments.
    pub(crate) fn variable(&mut self, name: String) -> Literal {
        self.names.push(name);
        self.names.len() as Literal
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        self.clauses.push(clause.into_iter().collect());
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Vec<Literal>] {
        &self.clauses
    }

    /// The name of a variable, if there is one of that number.
    pub fn name(&self, variable: Literal) -> Option<&str> {
        let index = usize::try_from(variable).ok()?.checked_sub(1)?;
        self.names.get(index).map(String::as_str)
    }
}
