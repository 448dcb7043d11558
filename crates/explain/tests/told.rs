//! What is told follows: every link of every deduction, by another engine than those that found it, from what is on the board and what earlier
//! links say. And hints are right wherever they are asked for.

use tantalizer_conformance::whole_models::random_model;
use tantalizer_diagram::Diagram;
use tantalizer_explain::{Guide, Hint, Link, Options, Told, explain, given};
use tantalizer_model::{
    ConstraintId, Domain, Fact, Model, ModelEngine, Question, Request, Silent, Solution, Status,
    Var,
};

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
    let answer = Diagram.answer_model(&alone, &Request::new(Question::One), &mut Silent);
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

/// Follows a deduction from the board; puts on it what it fixes.
fn follow(model: &Model, board: &mut Vec<(Var, i32)>, told: &Told, context: &str) {
    let context = format!("{context}: {told:?}\n{model}");
    let mut known = Known::of(model, board);
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
            board.iter().all(|set| set.0 != var),
            "told twice: {context}"
        );
        board.push((var, value));
    }
    for (var, values) in &told.removes {
        for &value in values {
            assert!(!known.0[var.index()].contains(value), "{context}");
        }
    }
}

#[test]
fn every_link_of_what_is_told_follows() {
    let (mut deductions, mut chains) = (0, 0);
    for seed in 0..1500 {
        let model = random_model(seed);
        let explanation = explain(&model, &Options::default()).expect("small enough");
        let mut board = given(&model);
        for told in &explanation.told {
            follow(&model, &mut board, told, &format!("seed {seed}"));
            deductions += 1;
            chains += told
                .links
                .iter()
                .filter(|link| !link.chain.is_empty())
                .count();
        }
        if let (Some(solution), true) = (&explanation.solution, explanation.differ.is_empty()) {
            for var in model.answer() {
                let told = board.iter().find(|set| set.0 == var).map(|set| set.1);
                let known = told.or(model.domain(var).fixed());
                assert_eq!(
                    known,
                    Some(solution[var]),
                    "seed {seed}: not told to the end\n{model}"
                );
            }
        }
    }
    assert!(
        deductions > 150 && chains > 3,
        "{deductions} deductions, {chains} chains"
    );
}

fn solve(model: &Model, entries: &[(Var, i32)]) -> Option<Solution> {
    let facts: Vec<Fact> = entries
        .iter()
        .map(|&(var, value)| Fact::Is(var, value))
        .collect();
    let mut found = tantalizer_model::Collect::default();
    Diagram.answer_model(
        &model.with_facts(&facts),
        &Request::new(Question::One),
        &mut found,
    );
    found.solutions.into_iter().next()
}

/// One guide for all positions of a model: some values of a solution, and then a wrong one.
#[test]
fn hints_are_right_from_any_position() {
    let (mut next, mut wrong, mut broken) = (0, 0, 0);
    for seed in 0..400 {
        let model = random_model(seed);
        let Some(solution) = solve(&model, &[]) else {
            continue;
        };
        let options = Options::default();
        let mut guide = Guide::new(&model, &options).expect("small enough");
        let answer = model.answer();
        for filled in 0..=answer.len() {
            let entries: Vec<(Var, i32)> = answer[..filled]
                .iter()
                .map(|&var| (var, solution[var]))
                .collect();
            let context = format!("seed {seed}, {filled} filled in");
            match guide.hint(&entries, &options).expect("no limits") {
                Hint::Next(told) => {
                    let mut board = given(&model);
                    board.retain(|one| !entries.contains(one));
                    board.extend(&entries);
                    follow(&model, &mut board, &told, &context);
                    next += 1;
                }
                Hint::Solved | Hint::Several(_) => {}
                other => panic!("{context}: {other:?}\n{model}"),
            }
            let Some((&(var, value), rest)) = entries.split_last() else {
                continue;
            };
            for other in model.domain(var).iter().filter(|&other| other != value) {
                let entries = [rest, &[(var, other)]].concat();
                let possible = solve(&model, &entries).is_some();
                match guide.hint(&entries, &options).expect("no limits") {
                    Hint::Wrong(found) => {
                        assert!(!possible, "{context}: {other} is not wrong\n{model}");
                        assert!(!found.entries.is_empty(), "{context}\n{model}");
                        let blamed = solve(&model, &found.entries);
                        assert!(
                            blamed.is_none(),
                            "{context}: {found:?} can be right\n{model}"
                        );
                        wrong += 1;
                        broken += u32::from(found.links.len() == 1);
                    }
                    other => assert!(possible, "{context}: {other:?}, but it is wrong\n{model}"),
                }
            }
        }
    }
    assert!(
        next > 100 && wrong > 100 && broken > 20,
        "{next} next, {wrong} wrong, {broken} broken"
    );
}
