//! How many solutions there are up to a symmetry.
//!
//! By Burnside's lemma: the orbits are as many as solutions are left as they are by an element of the group, on average over
//! the elements. Where a puzzle's own way lists its few solutions at once, each is held against each element; elsewhere,
//! one count is made for each class of elements that leave equally many, of a model whose solutions one of them leaves as they are.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;
use tantalizer_model::{
    Answer, Collect, EngineId, Limits, Model, Observer, Problem, Question, Request, Symmetry,
    symmetry,
};
use tantalizer_rewrite::automorphisms;

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
    let classes = group.classes(model.answer().len())?;
    let elements = classes.iter().map(Vec::len).sum::<usize>();
    // The identity comes first, and leaves all solutions as they are; many others cannot leave any.
    let open: Vec<&[Symmetry]> = (classes[1..].iter().map(Vec::as_slice))
        .filter(|class| class.iter().all(|element| element.may_keep_some(&model)))
        .collect();
    let lists = !inquiry.posed().ways.is_empty() && answer.count <= FEW.into();
    let kept = if open.is_empty() {
        Ok(BigUint::zero())
    } else if lists {
        by_listing(inquiry, &model, &open, request)?
    } else {
        by_counting(inquiry, &model, &open, request, observer)?
    };
    match kept {
        Ok(kept) => answer.count = (&answer.count + kept) / elements,
        Err(stopped) => {
            answer.complete = false;
            answer.stopped_by = stopped.stopped_by;
            answer.count = 1u32.into();
        }
    }
    Ok(answer)
}

impl Inquiry {
    /// Looks for symmetries of a model that nobody declared, and declares the group that it finds, unless that is too large to be of use.
    pub fn find_symmetries(&mut self, limits: &Limits) {
        const MOST_ELEMENTS: usize = 1_000;
        let Problem::Model(model) = self.problem_mut() else {
            return;
        };
        let Some(group) = automorphisms::find(model, &limits.start()) else {
            return;
        };
        let length = model.answer().len();
        let small = matches!(group.elements_within(length, MOST_ELEMENTS), Ok(Some(_)));
        if small {
            // It moves the positions of the answer, so it is never refused.
            let declared = Arc::make_mut(model).declare_symmetry(group);
            debug_assert!(declared.is_ok(), "{declared:?}");
        }
    }
}

/// How often one of the elements leaves a solution as it is, or the answer that was not complete.
type Kept = Result<BigUint, Answer>;

fn by_listing(
    inquiry: &mut Inquiry,
    model: &Model,
    classes: &[&[Symmetry]],
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
    let elements = || classes.iter().copied().flatten();
    let times = |tuple: &Vec<i32>| elements().filter(|g| g.keeps(tuple)).count();
    Ok(Ok(BigUint::from(answers.map(times).sum::<usize>())))
}

fn by_counting(
    inquiry: &mut Inquiry,
    model: &Model,
    classes: &[&[Symmetry]],
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Kept, AskError> {
    let count = request.with_question(Question::Count);
    let mut kept = BigUint::zero();
    // A renaming leaves those solutions as they are that have none of the values that it renames: the more it renames, the fewer.
    let renames = |class: &&[Symmetry]| class[0].renames_only().map(|values| values.len());
    let mut classes = classes.to_vec();
    classes.sort_by_key(renames);
    for class in classes {
        let known = inquiry.kept.iter().find_map(|(g, kept)| {
            let is_known = class.contains(g) || keeps_no_more(&class[0], g, kept);
            is_known.then(|| kept.clone())
        });
        let one = match known {
            Some(known) => known,
            None => {
                let mut fixed = Inquiry::new(symmetry::fixed_by(model, &class[0])?);
                let answer = fixed.ask(&count, &mut Unseen(observer))?;
                if !answer.complete {
                    return Ok(Err(answer));
                }
                inquiry.kept.push((class[0].clone(), answer.count.clone()));
                answer.count
            }
        };
        kept += one * class.len();
    }
    Ok(Ok(kept))
}

/// Whether a renaming keeps as many solutions as another one that is known to keep so many: it renames the same values, or more where
/// none were kept.
fn keeps_no_more(renaming: &Symmetry, known: &Symmetry, kept: &BigUint) -> bool {
    let (Some(values), Some(known)) = (renaming.renames_only(), known.renames_only()) else {
        return false;
    };
    known == values || kept.is_zero() && known.is_subset(&values)
}
