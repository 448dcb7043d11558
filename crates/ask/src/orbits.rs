//! How many solutions there are up to a symmetry.
//!
//! By Burnside's lemma: the orbits are as many as solutions are left as they are by an element of the group, on average over
//! the elements. Where a puzzle's own way lists its few solutions at once, each is held against each element; elsewhere,
//! one count is made for each element, of a model whose solutions the element leaves as they are.

use num_bigint::BigUint;
use num_traits::Zero;
use tantalizer_model::{
    Answer, Flow, Model, Observer, Question, Request, Silent, Solution, Symmetry, SymmetryGroup,
    Var, symmetry,
};

use crate::{AskError, Inquiry};

/// So many solutions are listed rather than counted once more for each element.
const FEW: u32 = 10_000;

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
                tantalizer_model::EngineId::Search,
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
    let lists = !inquiry.posed().ways.is_empty() && answer.count <= FEW.into();
    let orbits = match lists {
        true => by_listing(inquiry, &model, group, request)?,
        false => by_counting(&model, group, &answer.count, request, observer)?,
    };
    match orbits {
        Ok(orbits) => answer.count = orbits,
        Err(stopped) => {
            answer.complete = false;
            answer.stopped_by = stopped.stopped_by;
            answer.count = u32::from(!answer.count.is_zero()).into();
        }
    }
    Ok(answer)
}

/// The orbits, or the answer that was not complete.
type Orbits = Result<BigUint, Answer>;

fn by_listing(
    inquiry: &mut Inquiry,
    model: &Model,
    group: &SymmetryGroup,
    request: &Request,
) -> Result<Orbits, AskError> {
    let elements = group.elements(model.answer().len())?;
    if inquiry.answers.is_none() {
        let mut answers = Answers {
            vars: model.answer(),
            list: Vec::new(),
        };
        let all = request.with_question(Question::All { limit: None });
        let answer = inquiry.plain(&all, &mut answers)?;
        if !answer.complete {
            return Ok(Err(answer));
        }
        inquiry.answers = Some(answers.list);
    }
    let mut kept = 0u64;
    for tuple in inquiry.answers.iter().flatten() {
        let keeps = |element: &&Symmetry| element.keeps(tuple);
        kept += elements.iter().filter(keeps).count() as u64;
    }
    Ok(Ok(BigUint::from(kept / elements.len() as u64)))
}

/// Lists the answers.
struct Answers {
    vars: Vec<Var>,
    list: Vec<Vec<i32>>,
}

impl Observer for Answers {
    fn solution(&mut self, solution: &Solution) -> Flow {
        self.list.push(solution.project(&self.vars));
        Flow::Continue
    }
}

fn by_counting(
    model: &Model,
    group: &SymmetryGroup,
    total: &BigUint,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Orbits, AskError> {
    let count = request.with_question(Question::Count);
    let mut ended = Ok(None);
    // The identity comes first, and leaves all solutions as they are.
    let mut known = Some(total.clone());
    let orbits = symmetry::orbits_by_burnside(model, group, |fixed| {
        if let Some(total) = known.take() {
            return Some(total);
        }
        if fixed.vars().any(|var| fixed.domain(var).is_empty()) {
            return Some(BigUint::zero());
        }
        observer.progress(&Default::default());
        match Inquiry::new(fixed).ask(&count, &mut Silent) {
            Ok(answer) if answer.complete => Some(answer.count),
            Ok(answer) => {
                ended = Ok(Some(answer));
                None
            }
            Err(error) => {
                ended = Err(error);
                None
            }
        }
    })?;
    Ok(match (orbits, ended?) {
        (Some(orbits), _) => Ok(orbits),
        (None, Some(answer)) => Err(answer),
        (None, None) => Err(Answer::unknown(
            tantalizer_model::EngineId::Search,
            tantalizer_model::Limit::Cancelled,
        )),
    })
}
