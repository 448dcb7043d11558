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
            let known = clause
                .iter()
                .filter_map(|literal| self.meanings.get(literal));
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
                    meanings
                        .entry(literal)
                        .or_insert((var, Restriction::Is, *value));
                }
                // At least this value, and not the next.
                [from, to] => {
                    if let Some(before) = before {
                        meanings
                            .entry(from)
                            .or_insert((var, Restriction::Above, before));
                    }
                    meanings
                        .entry(to)
                        .or_insert((var, Restriction::AtMost, *value));
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
