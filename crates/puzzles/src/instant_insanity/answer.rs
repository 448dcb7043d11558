//! How a question about a tower is answered: by its facings where it has some, otherwise by the engines.

use super::Instance;
use super::towers::Stack;
use crate::own_way::{self, Teller};
use crate::{Puzzle, PuzzleError, Request, ask_engines};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tantalizer_model::{Answer, Observer, Question, Silent};

pub(super) fn answer(
    instance: &Instance,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    match Stack::new(instance).filter(|_| own_way::is_free(request)) {
        None => ask_engines(instance, request, observer),
        Some(stack) => by_facings(instance, &stack, request, observer),
    }
}

fn by_facings(
    instance: &Instance,
    stack: &Stack<'_>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    let model = instance.model()?;
    let teller = Teller::new("facings", &model, request);
    let reason = "pairs of opposite faces were chosen for two sides of the tower at a time";
    teller.answer(reason, |teller| {
        stack.find(&request.limits, observer, &mut |facings, observer| {
            let chains = stack.chains(facings);
            let mut turned = vec![false; chains[0].count + chains[1].count];
            if teller.only_counts() {
                let towers = BigUint::from(1u8) << turned.len();
                let solution = stack.solution(facings, &chains, &turned);
                return teller.tell_for(&solution, &towers, observer);
            }
            loop {
                teller.tell(&stack.solution(facings, &chains, &turned), observer)?;
                if !advance(&mut turned) {
                    return ControlFlow::Continue(());
                }
            }
        })
    })
}

/// The next of all combinations; false after the last.
fn advance(turned: &mut [bool]) -> bool {
    for chain in turned {
        *chain = !*chain;
        if *chain {
            return true;
        }
    }
    false
}

/// The number of different pictures of the long sides, if limits allow.
pub(super) fn pictures(
    instance: &Instance,
    request: &Request,
) -> Result<Option<BigUint>, PuzzleError> {
    if own_way::is_free(request)
        && let Some(stack) = Stack::new(instance)
    {
        let mut pictures = BigUint::default();
        let ended = stack.find(&request.limits, &mut Silent, &mut |facings, _| {
            if stack.are_first_of_their_picture(facings) {
                pictures += stack.pictures(facings);
            }
            ControlFlow::Continue(())
        });
        return Ok(ended.stopped_by.is_none().then_some(pictures));
    }
    let model = instance.tower_model()?.pictures();
    let question = Question::Count;
    let (options, limits) = (&request.options, &request.limits);
    let answer = tantalizer_ask::ask(&model, question, options, limits, &mut Silent)?;
    Ok(answer.complete.then_some(answer.count))
}
