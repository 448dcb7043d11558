//! What holds in every solution.
//!
//! Start from one solution: only its values can be forced. Then ask, for some candidates after the others, for a solution in which one
//! of them is different; each such solution strikes out every candidate that it contradicts, so that far fewer questions are
//! asked than there are variables. The questions differ in a few facts only, so they go to a solver that keeps the model
//! and assumes them; an engine that was asked for by name gets a model for each.
//!
//! Where a puzzle's own way lists its few solutions at once, these are compared instead.

use std::ops::ControlFlow;
use tantalizer_model::{
    Answer, EngineChoice, EngineId, Fact, Limit, Observer, Progress, Question, Request, Solution,
    Status, Var,
};

use crate::focus::Latest;
use crate::inquiry::FEW;
use crate::warm::Warm;
use crate::{AskError, Inquiry};

/// So many candidates are asked about at a time.
const TOGETHER: usize = 64;

/// What came of looking for another solution.
pub(crate) enum Another {
    Found(Solution),
    None,
    Stopped(Limit),
}

pub(crate) fn forced(
    inquiry: &mut Inquiry,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, AskError> {
    let mut kept = Latest {
        found: None,
        observer,
    };
    let one = request.with_question(Question::One);
    let mut answer = inquiry.plain(&one, &mut kept)?;
    let Some(first) = kept.found else {
        return Ok(answer);
    };
    let _ = observer.solution(&first);
    answer.complete = true;
    answer.stopped_by = None;
    let Some(model) = inquiry.problem().model().cloned() else {
        return Ok(answer);
    };
    let mut candidates: Vec<(Var, i32)> = Vec::new();
    for var in model.answer() {
        match model.domain(var).fixed() {
            Some(value) => answer.forced.push((var, value)),
            None => candidates.push((var, first[var])),
        }
    }
    let mut warm = match request.engine {
        EngineChoice::Auto | EngineChoice::Only(EngineId::Sat) => Warm::start(inquiry, request),
        EngineChoice::Only(_) => None,
    };
    while !candidates.is_empty() {
        // A solver that assumes facts is asked about many at once; each model holds one.
        let size = if warm.is_some() { TOGETHER } else { 1 };
        let chunk = candidates.split_off(candidates.len().saturating_sub(size));
        let facts: Vec<Fact> = chunk
            .iter()
            .map(|&(var, value)| Fact::IsNot(var, value))
            .collect();
        let another = match &mut warm {
            Some(solver) => {
                answer.engine = EngineId::Sat;
                solver.another(inquiry, &facts)?
            }
            None => by_model(inquiry, facts, &one, observer)?,
        };
        match another {
            Another::None => answer.forced.extend(chunk),
            Another::Found(other) => {
                candidates.extend(chunk);
                candidates.retain(|&(var, value)| other[var] == value);
            }
            Another::Stopped(limit) => {
                answer.complete = false;
                answer.stopped_by = Some(limit);
                break;
            }
        }
    }
    answer.forced.sort_unstable();
    answer.solutions = vec![first];
    Ok(answer)
}

/// What all solutions share, where an engine that is made for the problem lists them and they are few, or soon share nothing.
pub(crate) fn by_listing(
    inquiry: &mut Inquiry,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Option<Answer>, AskError> {
    let is_free = request.engine == EngineChoice::Auto && request.strategy.is_none();
    if inquiry.posed().ways.is_empty() || !is_free {
        return Ok(None);
    }
    let mut shared = Shared {
        answer: inquiry.problem().model().map(|model| model.answer()),
        first: None,
        values: Vec::new(),
        observer,
    };
    let all = request.with_question(Question::All { limit: Some(FEW) });
    let mut answer = inquiry.plain(&all, &mut shared)?;
    let (first, values) = (shared.first, shared.values);
    let Some(first) = first else {
        return Ok(Some(answer));
    };
    if values.is_empty() {
        answer.complete = true;
        answer.stopped_by = None;
    }
    if answer.stopped_by == Some(Limit::Solutions) {
        return Ok(None);
    }
    if answer.complete {
        answer.forced = values;
    }
    let _ = observer.solution(&first);
    answer.count = 1u32.into();
    answer.solutions = vec![first];
    Ok(Some(answer))
}

/// Keeps what all solutions share.
struct Shared<'a> {
    /// The answer variables; the moves of a way all count.
    answer: Option<Vec<Var>>,
    first: Option<Solution>,
    values: Vec<(Var, i32)>,
    observer: &'a mut dyn Observer,
}

impl Observer for Shared<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.first.is_none() {
            let all = || (0..solution.0.len()).map(Var::from_index).collect();
            let mut vars = self.answer.clone().unwrap_or_else(all);
            vars.sort_unstable();
            vars.dedup();
            self.values = vars.iter().map(|&var| (var, solution[var])).collect();
            self.first = Some(solution.clone());
        }
        self.values.retain(|&(var, value)| solution[var] == value);
        if self.values.is_empty() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn bound(&mut self, bound: i64) {
        self.observer.bound(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }
}

fn by_model(
    inquiry: &mut Inquiry,
    facts: Vec<Fact>,
    one: &Request,
    observer: &mut dyn Observer,
) -> Result<Another, AskError> {
    let request = Request {
        facts,
        ..one.clone()
    };
    let mut kept = Latest {
        found: None,
        observer,
    };
    let answer = inquiry.ask(&request, &mut kept)?;
    Ok(match (kept.found, answer.status) {
        (Some(other), _) => Another::Found(other),
        (None, Status::Unsatisfiable) => Another::None,
        (None, _) => Another::Stopped(answer.stopped_by.unwrap_or(Limit::Cancelled)),
    })
}
