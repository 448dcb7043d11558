//! What is told follows: every link of every deduction, by another engine than those that found it, from what is on the board and what earlier
//! links say. And hints are right wherever they are asked for.

mod common;

use common::{Board, follow};
use tantalizer_conformance::whole_models::random_model;
use tantalizer_diagram::Diagram;
use tantalizer_explain::{Guide, Hint, Options, Words, explain, given};
use tantalizer_model::expression::all_different;
use tantalizer_model::{Fact, Model, ModelEngine, Question, Request, Solution, Var};

#[test]
fn every_link_of_what_is_told_follows() {
    let (mut deductions, mut chains) = (0, 0);
    for seed in 0..1500 {
        let model = random_model(seed);
        let explanation = explain(&model, &Options::default()).expect("small enough");
        let mut board = Board::of(given(&model));
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
                let told = board.sets.iter().find(|set| set.0 == var).map(|set| set.1);
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
    Diagram.answer_for(
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
                    let mut sets = given(&model);
                    sets.retain(|one| !entries.contains(one));
                    sets.extend(&entries);
                    let mut board = Board::of(sets);
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

/// A way of numbers over a grid, from neighbour to neighbour: rules that each exclude a little, which together takes many sentences to tell.
#[test]
fn what_takes_many_sentences_is_told_in_parts() {
    const SIDE: usize = 4;
    let mut model = Model::new("a way of numbers");
    let most = (SIDE * SIDE) as i32;
    let way = model.array("way", SIDE * SIDE, 1..=most);
    let once = all_different(&way).named("every number once");
    model.require(once).expect("a rule");
    for (here, &cell) in way.iter().enumerate() {
        let is_beside = |&there: &usize| {
            let far = |one: usize, other: usize| one.abs_diff(other) <= 1;
            there != here && far(there / SIDE, here / SIDE) && far(there % SIDE, here % SIDE)
        };
        let next = (0..way.len()).filter(is_beside);
        let next = next.map(|there| way[there].eq(cell + 1));
        let rule = next.fold(cell.eq(most), |any, next| any.or(next));
        let name = format!("the number after cell {here} is beside it");
        model.require(rule.named(name)).expect("a rule");
    }
    for (cell, value) in [(4, 2), (5, 6), (6, 14), (8, 7), (10, 15)] {
        model.require(way[cell].eq(value)).expect("a clue");
    }
    let explanation = explain(&model, &Options::default()).expect("small enough");
    let mut board = Board::of(given(&model));
    for told in &explanation.told {
        follow(&model, &mut board, told, "way");
    }
    assert_eq!(board.sets.len(), way.len());
    let parts = explanation.told.iter().filter(|told| told.sets.is_empty());
    assert!(parts.count() >= 3);
    let place = |var: Var| model.var_name(var).to_string();
    let value = |_: Var, value: i32| value.to_string();
    let words = Words {
        model: &model,
        place: &place,
        value: &value,
    };
    for told in &explanation.told {
        let sentence = words.told(told);
        assert!(sentence.len() < 1_500, "{sentence}");
    }
}
