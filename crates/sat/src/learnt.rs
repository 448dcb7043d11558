//! What a solver learns, told in the words of the model.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use tantalizer_model::{Learnt, Model, Observer, Restriction, Var, WATCHED_CLAUSES};

use crate::cnf::Lit;
use crate::encode::VariableMap;
use crate::solver::Solver;

/// The first clauses that a solver learns, until somebody is told.
pub(crate) struct Lessons {
    heard: Rc<RefCell<Vec<Vec<Lit>>>>,
    told: usize,
    meanings: HashMap<Lit, (Var, Restriction, i32)>,
}

impl Lessons {
    /// Begins to listen.
    pub(crate) fn new(solver: &mut Solver, model: &Model, map: &VariableMap) -> Self {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hears = Rc::clone(&heard);
        solver.listen(move |clause| {
            let mut heard = hears.borrow_mut();
            if heard.len() < WATCHED_CLAUSES {
                heard.push(clause.to_vec());
            }
        });
        Lessons {
            heard,
            told: 0,
            meanings: meanings(model, map),
        }
    }

    /// Tells what is new.
    pub(crate) fn tell(&mut self, observer: &mut dyn Observer) {
        let heard = self.heard.borrow();
        for clause in &heard[self.told..] {
            let known = clause.iter().filter_map(|literal| self.meanings.get(literal));
            let literals: Vec<_> = known.copied().collect();
            observer.learnt(&Learnt {
                literals: &literals,
                others: clause.len() - literals.len(),
            });
        }
        self.told = heard.len();
    }
}

/// What literals say about variables of the model. One that says something about several is that of an answer variable, if there is one.
fn meanings(model: &Model, map: &VariableMap) -> HashMap<Lit, (Var, Restriction, i32)> {
    let vars: Vec<Var> = model.answer().into_iter().chain(model.vars()).collect();
    let mut meanings = HashMap::new();
    for &var in &vars {
        let mut before = None;
        for (value, literals) in map.values(var) {
            match literals[..] {
                [literal] => {
                    meanings.entry(literal).or_insert((var, Restriction::Is, *value));
                }
                // At least this value, and not the next.
                [from, to] => {
                    if let Some(before) = before {
                        meanings.entry(from).or_insert((var, Restriction::Above, before));
                    }
                    meanings.entry(to).or_insert((var, Restriction::AtMost, *value));
                }
                _ => {}
            }
            before = Some(*value);
        }
    }
    // "It is not 3" only where there is no better word, as there is for one of two values.
    for &var in &vars {
        for (value, literals) in map.values(var) {
            if let [literal] = literals[..] {
                let is_not = (var, Restriction::IsNot, *value);
                meanings.entry(-literal).or_insert(is_not);
            }
        }
    }
    meanings
}

#[cfg(test)]
mod tests {
    use tantalizer_model::{ModelEngine, Question, Rel, Request, Solution};

    use super::*;
    use crate::Sat;
    use crate::encode::Encoding;

    /// Keeps what is learnt.
    #[derive(Default)]
    struct Pupil(Vec<(Vec<(Var, Restriction, i32)>, usize)>);

    impl Observer for Pupil {
        fn watches(&self) -> bool {
            true
        }

        fn learnt(&mut self, clause: &Learnt<'_>) {
            self.0.push((clause.literals.to_vec(), clause.others));
        }
    }

    fn holds((var, restriction, value): (Var, Restriction, i32), solution: &Solution) -> bool {
        let is = solution[var];
        match restriction {
            Restriction::Is => is == value,
            Restriction::IsNot => is != value,
            Restriction::AtMost => is <= value,
            Restriction::Above => is > value,
        }
    }

    /// Latin squares with a knight's move between equal numbers forbidden, so that there is something to learn.
    fn squares(n: i32) -> Model {
        let mut model = Model::new("squares");
        let cells: Vec<Vec<Var>> = (0..n)
            .map(|row| (0..n).map(|col| model.int(format!("x{row}{col}"), 1..=n)).collect())
            .collect();
        for at in 0..n as usize {
            model.all_different(cells[at].clone()).expect("valid");
            let column: Vec<Var> = cells.iter().map(|row| row[at]).collect();
            model.all_different(column).expect("valid");
        }
        let n = n as usize;
        for (row, col) in (0..n).flat_map(|row| (0..n).map(move |col| (row, col))) {
            for (down, right) in [(1, 2), (2, 1)] {
                if row + down < n && col + right < n {
                    let other = cells[row + down][col + right];
                    let rule = model.compare(cells[row][col], Rel::NotEqual, other);
                    rule.expect("valid");
                }
            }
        }
        model
    }

    #[test]
    fn what_is_learnt_holds_in_every_solution_and_is_told_in_the_words_of_the_model() {
        let model = squares(5);
        let mut all = tantalizer_model::Collect::default();
        let every = Request::new(Question::All { limit: None });
        Sat::new().answer_model(&model, &every, &mut all);
        for encoding in Encoding::ALL {
            let mut pupil = Pupil::default();
            let one = Request::new(Question::One);
            Sat::with_encoding(encoding).answer_model(&model, &one, &mut pupil);
            assert!(!pupil.0.is_empty(), "{encoding} learns something");
            assert!(
                pupil.0.iter().any(|(literals, _)| !literals.is_empty()),
                "{encoding} tells something about the model"
            );
            for (literals, others) in &pupil.0 {
                let kept = |solution: &Solution| literals.iter().any(|&one| holds(one, solution));
                assert!(
                    *others > 0 || all.solutions.iter().all(kept),
                    "{encoding}: {literals:?}"
                );
            }
        }
    }
}
