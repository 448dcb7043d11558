//! Every step of an explanation follows, by another engine than the one that found it; and nothing smaller would do.

use std::collections::BTreeSet;
use tantalizer_conformance::brute;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_diagram::Diagram;
use tantalizer_explain::{Difficulty, Explanation, Options, explain, within};
use tantalizer_model::{
    ConstraintId, Domain, Model, ModelEngine, Question, Request, Silent, Status, Tuples, Var,
};

/// The values left of every variable while the steps are followed.
struct Followed<'a> {
    model: &'a Model,
    left: Vec<Domain>,
}

impl<'a> Followed<'a> {
    fn start(model: &'a Model) -> Self {
        let left = model.vars().map(|var| model.domain(var).clone()).collect();
        let mut followed = Followed { model, left };
        for id in followed.clues() {
            let (var, values) = followed.meaning(id);
            followed.left[var.index()] = followed.left[var.index()].intersection(&values);
        }
        followed
    }

    fn ids(&self) -> impl Iterator<Item = ConstraintId> + use<> {
        (0..self.model.constraints().len()).map(ConstraintId)
    }

    fn vars(&self, id: ConstraintId) -> Vec<Var> {
        let mut vars = self.model.constraint(id).constraint.vars();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn clues(&self) -> Vec<ConstraintId> {
        self.ids().filter(|&id| self.vars(id).len() == 1).collect()
    }

    fn rules(&self) -> Vec<ConstraintId> {
        self.ids().filter(|&id| self.vars(id).len() > 1).collect()
    }

    /// The values that a constraint on one variable leaves it.
    fn meaning(&self, id: ConstraintId) -> (Var, Domain) {
        let var = self.vars(id)[0];
        let mut assignment = vec![0; self.model.var_count()];
        let values = self.model.domain(var).iter().filter(|&value| {
            assignment[var.index()] = value;
            self.model.constraint(id).constraint.holds(&assignment)
        });
        (var, Domain::from_values(values.collect::<Vec<_>>()))
    }

    /// Whether these rules, with what is left, exclude a value.
    fn excludes(&self, rules: &[ConstraintId], var: Var, value: i32) -> bool {
        let mut model = self.model.without_constraints();
        for (index, domain) in self.left.iter().enumerate() {
            model.set_domain(Var::from_index(index), domain);
        }
        model.set_domain(var, Domain::single(value));
        for &id in rules {
            let constraint = self.model.constraint(id).constraint.clone();
            model.post(constraint).expect("it was posted before");
        }
        let answer = Diagram.answer_for(&model, &Request::new(Question::One), &mut Silent);
        answer.status == Status::Unsatisfiable
    }

    /// Whether these rules exclude any value that is left of an answer variable.
    fn forces_anything(&self, rules: &[ConstraintId]) -> bool {
        self.model.answer().iter().any(|&var| {
            let left = self.left[var.index()].clone();
            left.len() > 1 && left.iter().any(|value| self.excludes(rules, var, value))
        })
    }
}

/// Follows all steps; with `smallest`, tries all smaller sets of rules too.
fn follow(model: &Model, explanation: &Explanation, smallest: bool, label: &str) {
    let mut followed = Followed::start(model);
    let rules = followed.rules();
    for (number, step) in explanation.steps.iter().enumerate() {
        let context = format!("{label}, step {number}: {step:?}\n{model}");
        assert_eq!(step.size, step.because.len(), "{context}");
        assert!(
            !step.sets.is_empty() || !step.removes.is_empty(),
            "{context}"
        );
        if smallest && step.smallest && step.size > 1 {
            let mut subset = Vec::new();
            assert!(
                !any_subset(&followed, &rules, 0, step.size - 1, &mut subset),
                "smaller: {subset:?} in {context}"
            );
        }
        for &(var, value) in &step.known {
            assert_eq!(followed.left[var.index()].fixed(), Some(value), "{context}");
        }
        let mut gone: Vec<(Var, i32)> = Vec::new();
        for &(var, value) in &step.sets {
            let left = followed.left[var.index()].clone();
            assert!(left.len() > 1, "set before: {context}");
            gone.extend(left.iter().filter(|&v| v != value).map(|v| (var, v)));
        }
        for (var, values) in &step.removes {
            gone.extend(values.iter().map(|&value| (*var, value)));
        }
        for &(var, value) in &gone {
            assert!(followed.left[var.index()].contains(value), "{context}");
            assert!(
                followed.excludes(&step.because, var, value),
                "does not follow: {context}"
            );
        }
        for (var, value) in gone {
            let left = &mut followed.left[var.index()];
            *left = left.difference(&Domain::single(value));
        }
    }
    if explanation.status == Status::Satisfiable && explanation.differ.is_empty() {
        let solution = explanation.solution.as_ref().expect("there is one");
        for var in model.answer() {
            let left = followed.left[var.index()].fixed();
            assert_eq!(
                left,
                Some(solution[var]),
                "{label}: not to the end\n{model}"
            );
        }
    }
}

fn any_subset(
    followed: &Followed,
    rules: &[ConstraintId],
    from: usize,
    most: usize,
    subset: &mut Vec<ConstraintId>,
) -> bool {
    if !subset.is_empty() && followed.forces_anything(subset) {
        return true;
    }
    if subset.len() == most {
        return false;
    }
    for at in from..rules.len() {
        subset.push(rules[at]);
        if any_subset(followed, rules, at + 1, most, subset) {
            return true;
        }
        subset.pop();
    }
    false
}

/// Deductions of a level suffice exactly from the puzzle's own on.
fn levels_agree(model: &Model, explanation: &Explanation, label: &str) {
    let solution = explanation.solution.as_ref().expect("there is one");
    for level in Difficulty::ALL {
        let found = within(model, solution, level, &Options::default());
        let enough = explanation.difficulty.is_some_and(|own| own <= level);
        assert_eq!(found, Ok(enough), "{label}, {level:?}");
    }
    let by_size = explanation
        .steps
        .iter()
        .map(|step| Difficulty::of(step.size));
    let by_size = by_size.max().unwrap_or(Difficulty::Easy);
    // Of one rule at a time some are seen at a glance, and some are not.
    let at_least = explanation.difficulty.expect("it was explained");
    assert!(
        at_least == by_size || (by_size, at_least) == (Difficulty::Easy, Difficulty::Medium),
        "{label}"
    );
}

#[test]
fn random_models_are_explained_by_steps_that_follow() {
    let (mut explained, mut clashes, mut several, mut long) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let model = random_model(seed);
        let explanation = explain(&model, &Options::default()).expect("small enough");
        let label = format!("seed {seed}");
        let count = Diagram.answer_for(&model, &Request::new(Question::Count), &mut Silent);
        let one = num_bigint::BigUint::from(1u32);
        match explanation.status {
            Status::Unsatisfiable => {
                assert_eq!(count.status, Status::Unsatisfiable, "{label}");
                clashes += 1;
            }
            _ => {
                assert_eq!(count.count == one, explanation.differ.is_empty(), "{label}");
                several += u32::from(count.count > one);
                explained += 1;
                long += u32::from(explanation.steps.iter().any(|step| step.size > 1));
                follow(&model, &explanation, true, &label);
                if explanation.differ.is_empty() {
                    levels_agree(&model, &explanation, &label);
                }
            }
        }
    }
    assert!(
        explained > 50 && clashes > 20 && several > 20 && long > 3,
        "{explained} explained, {clashes} clashes, {several} with several solutions, {long} with long steps"
    );
}

/// The board of 1 2 3 cells in which each line of three holds exactly two symbols, with clues.
fn board(rows: usize, cols: usize, clues: &[(usize, usize, i32)]) -> Model {
    let mut model = Model::new("board");
    let cell: Vec<Vec<Var>> = (0..rows)
        .map(|r| {
            (0..cols)
                .map(|c| model.int(format!("r{r}c{c}"), 1..=3))
                .collect()
        })
        .collect();
    for &(r, c, value) in clues {
        let id = model.member(cell[r][c], [value]).expect("fits");
        model.name_constraint(id, format!("clue r{r}c{c}"));
    }
    let mut triples = Vec::new();
    for code in 0..27 {
        let triple = [code / 9 + 1, code / 3 % 3 + 1, code % 3 + 1];
        let different: std::collections::BTreeSet<i32> = triple.into_iter().collect();
        if different.len() == 2 {
            triples.push(triple);
        }
    }
    let triples = std::sync::Arc::new(Tuples::new(3, triples).expect("threes"));
    for r in 0..rows {
        for c in 0..cols {
            for (down, right) in [(0i64, 1i64), (1, 0), (1, 1), (1, -1)] {
                let at = |step: i64| {
                    let row = usize::try_from(r as i64 + down * step).ok()?;
                    let col = usize::try_from(c as i64 + right * step).ok()?;
                    cell.get(row)?.get(col).copied()
                };
                if let (Some(a), Some(b), Some(c)) = (at(0), at(1), at(2)) {
                    model.table(&[a, b, c], triples.clone()).expect("fits");
                }
            }
        }
    }
    model
}

#[test]
fn clashing_clues_are_named_and_none_can_be_dropped() {
    let clues = [(0, 0, 1), (0, 1, 1), (0, 2, 1), (2, 2, 3), (3, 0, 2)];
    let model = board(4, 4, &clues);
    let explanation = explain(&model, &Options::default()).expect("small enough");
    assert_eq!(explanation.status, Status::Unsatisfiable);
    let names: Vec<String> = explanation.clashes[0]
        .clues
        .iter()
        .map(|&id| model.constraint_name(id))
        .collect();
    assert_eq!(names, ["clue r0c0", "clue r0c1", "clue r0c2"]);
}

/// All smallest sets of clues that clash, against trying every set of clues.
#[test]
fn every_clash_is_found() {
    let mut several = 0;
    for last in 1..=3 {
        let clues = [
            (0, 0, 1),
            (0, 1, 1),
            (0, 2, 1),
            (1, 1, 2),
            (2, 2, last),
            (1, 0, 1),
            (2, 0, 1),
        ];
        let names = |set: u32| {
            let chosen = (0..clues.len()).filter(move |at| set >> at & 1 == 1);
            chosen.map(|at| clues[at])
        };
        let clashes = |set: u32| {
            let model = board(3, 3, &names(set).collect::<Vec<_>>());
            brute::answers(&model).is_empty()
        };
        let all: Vec<u32> = (0..1 << clues.len()).filter(|&set| clashes(set)).collect();
        let smallest = |set: &&u32| {
            !all.iter()
                .any(|other| other != *set && other & *set == *other)
        };
        let expected: BTreeSet<Vec<String>> = (all.iter().filter(smallest))
            .map(|&set| {
                names(set)
                    .map(|(r, c, _)| format!("clue r{r}c{c}"))
                    .collect()
            })
            .collect();
        let model = board(3, 3, &clues);
        let options = Options {
            every_clash: true,
            ..Options::default()
        };
        let explanation = explain(&model, &options).expect("small enough");
        let found = explanation.clashes.iter().map(|clash| {
            assert!(!clash.rules.is_empty());
            let mut clues = clash.clues.clone();
            clues.sort_unstable();
            clues.iter().map(|&id| model.constraint_name(id)).collect()
        });
        let found: Vec<Vec<String>> = found.collect();
        assert_eq!(found.len(), expected.len(), "each once");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        several += usize::from(expected.len() > 1);
    }
    assert!(several > 0);
}

#[test]
fn a_board_is_explained_to_its_end() {
    // Two of these clues leave one solution only by looking at several lines at once.
    let mut explained = 0;
    for (a, b, c) in [(1, 2, 3), (1, 1, 2), (2, 1, 3), (3, 3, 1)] {
        let model = board(
            4,
            4,
            &[(0, 0, a), (0, 1, b), (1, 1, c), (3, 2, a), (2, 0, b)],
        );
        let explanation = explain(&model, &Options::default()).expect("small enough");
        follow(&model, &explanation, false, &format!("{a} {b} {c}"));
        explained += explanation.steps.len();
    }
    assert!(explained > 0);
}
