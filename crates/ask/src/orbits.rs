//! How many solutions there are up to a symmetry.
//!
//! By Burnside's lemma: the orbits are as many as solutions are left as they are by an element of the group, on average over
//! the elements. Where a puzzle's own way lists its few solutions at once, each is held against each element; elsewhere,
//! one count is made for each element, of a model whose solutions the element leaves as they are.

use num_bigint::BigUint;
use num_traits::Zero;
use tantalizer_model::{
    Answer, Collect, EngineId, Model, Observer, Question, Request, Symmetry, symmetry,
};

use crate::inquiry::{FEW, Unseen};
use crate::{AskError, Inquiry};

pub(crate) fn count(
    inquiry: &mut Inquiry,
    number: usize,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, AskError> {
    let Some(model) = inquiry.problem().model().cloned() else {
        return Err(AskError::NoSymmetry(number));
    };
    let group = model.symmetries().get(number);
    let group = group.ok_or(AskError::NoSymmetry(number))?;
    let mut answer = match &inquiry.count {
        Some(count) => Answer {
            count: count.clone(),
            ..Answer::from_search(
                EngineId::Search,
                Question::Count,
                u64::from(!count.is_zero()),
                None,
            )
        },
        None => inquiry.plain(&request.with_question(Question::Count), observer)?,
    };
    if !answer.complete || answer.count.is_zero() {
        return Ok(answer);
    }
    let elements = group.elements(model.answer().len())?;
    // The identity comes first, and leaves all solutions as they are; many others cannot leave any.
    let open: Vec<&Symmetry> = elements[1..]
        .iter()
        .filter(|element| element.may_keep_some(&model))
        .collect();
    let lists = !inquiry.posed().ways.is_empty() && answer.count <= FEW.into();
    let kept = if open.is_empty() {
        Ok(BigUint::zero())
    } else if lists {
        by_listing(inquiry, &model, &open, request)?
    } else {
        by_counting(&model, &open, request, observer)?
    };
    match kept {
        Ok(kept) => answer.count = (&answer.count + kept) / elements.len(),
        Err(stopped) => {
            answer.complete = false;
            answer.stopped_by = stopped.stopped_by;
            answer.count = 1u32.into();
        }
    }
    Ok(answer)
}

/// How often one of the elements leaves a solution as it is, or the answer that was not complete.
type Kept = Result<BigUint, Answer>;

fn by_listing(
    inquiry: &mut Inquiry,
    model: &Model,
    elements: &[&Symmetry],
    request: &Request,
) -> Result<Kept, AskError> {
    if inquiry.answers.is_none() {
        let mut listed = Collect::default();
        let all = request.with_question(Question::All { limit: None });
        let answer = inquiry.plain(&all, &mut listed)?;
        if !answer.complete {
            return Ok(Err(answer));
        }
        let (vars, solutions) = (model.answer(), listed.solutions.iter());
        inquiry.answers = Some(solutions.map(|solution| solution.project(&vars)).collect());
    }
    let answers = inquiry.answers.iter().flatten();
    let times = |tuple: &Vec<i32>| elements.iter().filter(|g| g.keeps(tuple)).count();
    Ok(Ok(BigUint::from(answers.map(times).sum::<usize>())))
}

fn by_counting(
    model: &Model,
    elements: &[&Symmetry],
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Kept, AskError> {
    let count = request.with_question(Question::Count);
    let mut kept = BigUint::zero();
    for element in elements {
        let mut fixed = Inquiry::new(symmetry::fixed_by(model, element)?);
        let answer = fixed.ask(&count, &mut Unseen(observer))?;
        if !answer.complete {
            return Ok(Err(answer));
        }
        kept += answer.count;
    }
    Ok(Ok(kept))
}
