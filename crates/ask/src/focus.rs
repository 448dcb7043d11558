//! Where some solutions are better than others, questions are about the best ones.
//!
//! The best is found once; after that its value is a part of the model, and the question is one about a model without an
//! objective. A space becomes the model of its shortest ways.

use std::ops::ControlFlow;
use std::sync::Arc;

use tantalizer_model::space::Ways;
use tantalizer_model::{
    Answer, Fact, Model, Observer, Problem, Progress, Question, Request, Silent, Solution, Status,
    space,
};

use crate::{AskError, Inquiry};

/// The best solutions.
pub(crate) struct Best {
    /// How good they are.
    value: i64,
    /// What is asked about them.
    pub(crate) inquiry: Inquiry,
}

impl Inquiry {
    /// Answers a question about the best solutions.
    pub(crate) fn among_the_best(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        let mut best = match self.best.take() {
            Some(best) => best,
            None => {
                let mut improving = Latest {
                    found: None,
                    observer,
                };
                let question = Request {
                    facts: Vec::new(),
                    ..request.with_question(Question::Best)
                };
                let answer = self.plain(&question, &mut improving)?;
                let Some(solution) = improving.found else {
                    return Ok(answer);
                };
                if answer.status != Status::Optimal {
                    return Ok(best_so_far(request, answer, &solution, observer));
                }
                let value = self.problem().value(&solution).unwrap_or_default();
                let best = Box::new(self.all_as_good_as(value)?);
                if request.question == Question::One && request.facts.is_empty() {
                    self.best = Some(best);
                    return Ok(best_so_far(request, answer, &solution, observer));
                }
                best
            }
        };
        let value = best.value;
        let answer = match self.problem() {
            Problem::Model(_) => best.inquiry.ask(request, observer),
            Problem::Space(_) => {
                let mut ways = Ways {
                    length: value as usize,
                    none: None,
                    observer,
                };
                best.inquiry.ask(request, &mut ways)
            }
        };
        self.best = Some(best);
        let mut answer = answer?;
        answer.best = Some(value);
        answer.bound = answer.best;
        Ok(answer)
    }

    /// The model that questions about single values are about: the problem itself, or the model of its best solutions. None
    /// if these are not found within the limits.
    pub fn model(&mut self, request: &Request) -> Result<Option<Arc<Model>>, AskError> {
        if !self.problem().has_objective() {
            return Ok(self.problem().model().cloned());
        }
        if self.has_none(request)? {
            return self.stated(1).map(Some);
        }
        let best = self.best.as_ref();
        Ok(best.and_then(|best| best.inquiry.problem().model().cloned()))
    }

    /// The model as it is put to people who do not know this program: with its objective; of a space, of the ways that are as long
    /// as its shortest. None if that length is not found within the limits.
    pub fn stated_model(&mut self, request: &Request) -> Result<Option<Arc<Model>>, AskError> {
        if let Problem::Model(model) = self.problem() {
            return Ok(Some(Arc::clone(model)));
        }
        if self.has_none(request)? {
            // Any length is right for a start from which no way leads to the goal.
            return self.stated(1).map(Some);
        }
        match self.best.as_ref().map(|best| best.value as usize) {
            Some(length) => self.stated(length).map(Some),
            None => Ok(None),
        }
    }

    /// Finds the best solutions, unless they are known; whether it is sure that there is none.
    fn has_none(&mut self, request: &Request) -> Result<bool, AskError> {
        if self.best.is_some() {
            return Ok(false);
        }
        let one = request.with_question(Question::One);
        let answer = self.among_the_best(&one, &mut Silent)?;
        Ok(answer.status == Status::Unsatisfiable)
    }

    fn stated(&self, most: usize) -> Result<Arc<Model>, AskError> {
        match self.problem() {
            Problem::Model(model) => Ok(Arc::clone(model)),
            Problem::Space(space) => Ok(Arc::new(space.within(most)?)),
        }
    }

    /// The inquiry into all solutions of this value.
    pub(crate) fn all_as_good_as(&self, value: i64) -> Result<Best, AskError> {
        let model = match self.problem() {
            Problem::Space(space) => space::exactly(&**space, value as usize)?,
            Problem::Model(model) => {
                let mut model = match model.objective() {
                    Some(objective) => model.with_facts(&[Fact::Is(objective.var(), value as i32)]),
                    None => (**model).clone(),
                };
                model.clear_objective();
                model
            }
        };
        Ok(Best {
            value,
            inquiry: Inquiry::new(model),
        })
    }
}

/// The answer that shows the best solution known; whether there are others as good is not.
fn best_so_far(
    request: &Request,
    mut answer: Answer,
    solution: &Solution,
    observer: &mut dyn Observer,
) -> Answer {
    let is_asked = request.facts.is_empty() && !matches!(request.question, Question::Count);
    if is_asked {
        let _ = observer.solution(solution);
    }
    answer.count = 1u32.into();
    answer.complete &= request.question == Question::One;
    answer
}

/// Keeps the last solution instead of showing it: the only one, or the best so far.
pub(crate) struct Latest<'a> {
    pub(crate) found: Option<Solution>,
    pub(crate) observer: &'a mut dyn Observer,
}

impl Observer for Latest<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.found = Some(solution.clone());
        ControlFlow::Continue(())
    }

    fn bound(&mut self, bound: i64) {
        self.observer.bound(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }
}
