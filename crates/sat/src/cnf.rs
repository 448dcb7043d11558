//! Plain formulas in conjunctive normal form: numbers in a row, no solver.

/// A literal in the way of DIMACS: a variable's number, negative when negated.
pub type Lit = i32;

/// The literal that is always true. It never reaches a formula: clauses are simplified on the way in.
pub(crate) const TRUE: Lit = i32::MAX;

/// The literal that is never true.
pub(crate) const FALSE: Lit = -TRUE;

/// A formula: clauses over variables numbered from 1.
///
/// No clause is a tautology or names a literal twice; literals are sorted by variable. Two encodings of one
/// model are equal clause by clause, which is what makes a certificate's formula comparable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    variables: usize,
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// The formula without clauses, which is true.
    pub fn new() -> Self {
        Cnf::default()
    }

    /// A new variable, as its positive literal.
    pub fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::try_from(self.variables).expect("a formula holds fewer than 2^31 variables")
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Clause number `index`, counted from 0.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// The clauses in the order they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// Adds a clause, unless it is true whatever the assignment. Constants vanish, repeated literals are
    /// written once. Variables that it names must exist.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        for literal in clause {
            match literal {
                TRUE => {
                    self.literals.truncate(start);
                    return;
                }
                FALSE => {}
                _ => self.literals.push(literal),
            }
        }
        let added = &mut self.literals[start..];
        added.sort_unstable_by_key(|&literal| (literal.unsigned_abs(), literal));
        let mut kept = start;
        for next in start..self.literals.len() {
            let literal = self.literals[next];
            if kept > start && self.literals[kept - 1] == -literal {
                self.literals.truncate(start);
                return;
            }
            if kept == start || self.literals[kept - 1] != literal {
                self.literals[kept] = literal;
                kept += 1;
            }
        }
        self.literals.truncate(kept);
        self.ends.push(kept);
    }

    /// Whether the assignment, `values[v - 1]` being the value of variable `v`, makes every clause true.
    pub fn is_satisfied_by(&self, values: &[bool]) -> bool {
        self.clauses().all(|clause| {
            clause
                .iter()
                .any(|&literal| values[literal.unsigned_abs() as usize - 1] == (literal > 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_simplified_on_the_way_in() {
        let mut cnf = Cnf::new();
        for _ in 0..3 {
            cnf.new_variable();
        }
        cnf.add([3, -1, 3, FALSE]);
        cnf.add([1, 2, -1]);
        cnf.add([2, TRUE]);
        cnf.add([FALSE]);
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        assert_eq!(clauses, [&[-1, 3][..], &[][..]]);
        assert!(!cnf.is_satisfied_by(&[false, false, false]));
    }
}
