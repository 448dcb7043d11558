//! Following what is told, by another engine than those that found it.

use tantalizer_diagram::Diagram;
use tantalizer_explain::{Link, Told};
use tantalizer_model::{
    ConstraintId, Domain, Fact, Model, ModelEngine, Question, Request, Silent, Status, Var,
};
use tantalizer_search::SearchEngine;

/// The constraints of the rules, with what holds of variables outside the answer anyhow: definitions and clues.
fn members(model: &Model, rules: &[ConstraintId]) -> Vec<ConstraintId> {
    let answer = model.answer();
    let named = |id: ConstraintId| {
        let posted = model.constraint(id);
        let same = |rule: &ConstraintId| {
            let name = &model.constraint(*rule).name;
            *rule == id || (!name.is_empty() && *name == posted.name)
        };
        let mut vars = posted.constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        let hidden = vars.len() == 1 && !answer.contains(&vars[0]);
        hidden || posted.defines.is_some() || rules.iter().any(same)
    };
    let all = (0..model.constraints().len()).map(ConstraintId);
    all.filter(|&id| named(id)).collect()
}

/// Whether rules have a solution with these facts and nothing else.
fn possible(model: &Model, rules: &[ConstraintId], facts: &[Fact]) -> bool {
    let mut alone = model.without_constraints().with_facts(facts);
    for id in members(model, rules) {
        let constraint = model.constraint(id).constraint.clone();
        alone.post(constraint).expect("it was posted before");
    }
    let request = Request::new(Question::One);
    // The diagram of many rules over many cells outgrows the machine.
    let answer = if rules.len() > 1 {
        SearchEngine::default().answer_for(&alone, &request, &mut Silent)
    } else {
        Diagram.answer_for(&alone, &request, &mut Silent)
    };
    answer.status != Status::Unsatisfiable
}

/// What is known while a deduction is followed.
struct Known(Vec<Domain>);

impl Known {
    fn of(model: &Model, values: &[(Var, i32)]) -> Known {
        let mut known = Known(model.vars().map(|var| model.domain(var).clone()).collect());
        for &(var, value) in values {
            known.0[var.index()] = Domain::single(value);
        }
        known
    }

    fn holds(&self, fact: &Fact) -> bool {
        let left = &self.0[fact.var().index()];
        fact.narrow(left) == *left
    }

    fn follow(&mut self, model: &Model, link: &Link, context: &str) {
        for fact in &link.uses {
            assert!(self.holds(fact), "{fact:?} is not known: {context}");
        }
        for &(var, value) in &link.gone {
            let facts = [&link.uses[..], &[Fact::Is(var, value)]].concat();
            assert!(
                !possible(model, &link.rules, &facts),
                "does not follow: {link:?}\n{context}"
            );
            let left = &mut self.0[var.index()];
            *left = left.difference(&Domain::single(value));
        }
        for &(var, value) in &link.sets {
            assert_eq!(
                self.0[var.index()].fixed(),
                Some(value),
                "{link:?}\n{context}"
            );
        }
    }
}

/// What was told so far.
pub struct Board {
    /// The values that are fixed.
    pub sets: Vec<(Var, i32)>,
    /// Those that were excluded of variables that are still open.
    gone: Vec<(Var, i32)>,
}

impl Board {
    pub fn of(sets: Vec<(Var, i32)>) -> Board {
        let gone = Vec::new();
        Board { sets, gone }
    }
}

/// Follows a deduction from the board; notes on it what it says.
pub fn follow(model: &Model, board: &mut Board, told: &Told, context: &str) {
    let context = format!("{context}: {told:?}\n{model}");
    let mut known = Known::of(model, &board.sets);
    for &(var, value) in &board.gone {
        let left = &mut known.0[var.index()];
        *left = left.difference(&Domain::single(value));
    }
    // What clues exclude without fixing anything is known as well.
    for (at, posted) in model.constraints().iter().enumerate() {
        let mut vars = posted.constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        if let [var] = vars[..] {
            let id = ConstraintId(at);
            let left = model.domain(var).iter();
            let left = left.filter(|&value| possible(model, &[id], &[Fact::Is(var, value)]));
            let left = Domain::from_values(left.collect::<Vec<_>>());
            known.0[var.index()] = known.0[var.index()].intersection(&left);
        }
    }
    for link in &told.links {
        let mut supposed = Known(known.0.clone());
        if let (Some((last, before)), Some(&(var, value))) =
            (link.chain.split_last(), link.gone.first())
        {
            supposed.0[var.index()] = Domain::single(value);
            for step in before {
                assert_eq!(step.rules.len(), 1, "{context}");
                assert!(!step.gone.is_empty(), "{context}");
                supposed.follow(model, step, &context);
            }
            for fact in &last.uses {
                assert!(supposed.holds(fact), "{fact:?} is not known: {context}");
            }
            assert!(
                last.gone.is_empty() && !possible(model, &last.rules, &last.uses),
                "{context}"
            );
        }
        known.follow(model, link, &context);
    }
    for &(var, value) in &told.sets {
        assert_eq!(known.0[var.index()].fixed(), Some(value), "{context}");
        assert!(
            board.sets.iter().all(|set| set.0 != var),
            "told twice: {context}"
        );
        board.sets.push((var, value));
    }
    for (var, values) in &told.removes {
        for &value in values {
            assert!(!known.0[var.index()].contains(value), "{context}");
            board.gone.push((*var, value));
        }
    }
}
