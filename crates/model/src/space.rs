//! Spaces: states, moves between them, and a goal.
//!
//! A solution is a way: the numbers of the moves that lead from the start to the goal, one after the other. The judge of a
//! space is the replay of the moves, [`Space::replay`].
//!
//! Engines for models answer about a space too: [`Space::within`] puts "at most so many moves" as a model, and
//! the models of ever longer ways are asked one after another ([`answer_by_models`]), so that a way that is found is a
//! shortest one.

use crate::{
    Answer, DiagramLayer, Fact, Learnt, Limit, Model, ModelEngine, ModelError, Node, Observer,
    Progress, Question, Request, Solution, Status,
};
use std::ops::ControlFlow;

/// How long the ways are that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wanted {
    /// The shortest.
    #[default]
    Shortest,
    /// Any of at most so many moves.
    AtMost(usize),
    /// Any of exactly so many moves.
    Exactly(usize),
}

/// States, moves between them, and a goal, with a state to start from.
pub trait Space: Send + Sync {
    /// What it is called in messages.
    fn name(&self) -> &str;

    /// Which ways are solutions.
    fn wanted(&self) -> Wanted {
        Wanted::Shortest
    }

    /// The judge: whether these moves lead from the start to the goal; in words what is wrong if not.
    fn replay(&self, moves: &[usize]) -> Result<(), String>;

    /// The model whose solutions are the ways of at most `most` moves. Its first `most` variables are the moves, and what
    /// they are beyond the last move is the last value of their domain. Its objective is the length, to be made least.
    fn within(&self, most: usize) -> Result<Model, ModelError>;

    /// A way as a solution of the model of ways of at most its length.
    fn as_solution(&self, moves: &[usize]) -> Option<Solution>;

    /// A length that no way is below, known without searching.
    fn at_least(&self) -> usize {
        0
    }

    /// A length that no shortest way is above, if that is known without searching.
    fn at_most(&self) -> Option<usize> {
        None
    }
}

/// Why a solution is none, in words.
pub fn refuses(space: &dyn Space, solution: &Solution) -> Option<String> {
    let moves: Option<Vec<usize>> = moves(solution);
    let Some(moves) = moves else {
        return Some("a move has a negative number".into());
    };
    let length = moves.len();
    match space.wanted() {
        Wanted::AtMost(most) if length > most => {
            return Some(format!("it has {length} moves, more than {most}"));
        }
        Wanted::Exactly(wanted) if length != wanted => {
            return Some(format!("it has {length} moves, not {wanted}"));
        }
        _ => {}
    }
    space.replay(&moves).err()
}

/// The moves of a solution of a space.
pub fn moves(solution: &Solution) -> Option<Vec<usize>> {
    let number = |&value: &i32| usize::try_from(value).ok();
    solution.0.iter().map(number).collect()
}

/// The solution that these moves are.
pub fn solution(moves: &[usize]) -> Solution {
    Solution(moves.iter().map(|&number| number as i32).collect())
}

/// The model of the ways of exactly so many moves.
pub fn exactly(space: &dyn Space, length: usize) -> Result<Model, ModelError> {
    let model = space.within(length)?;
    let mut model = match model.objective() {
        Some(objective) => model.with_facts(&[Fact::Is(objective.var(), length as i32)]),
        None => model,
    };
    model.clear_objective();
    Ok(model)
}

/// Answers about a space with an engine for models: ways of one length after another are asked for.
pub fn answer_by_models(
    engine: &dyn ModelEngine,
    space: &dyn Space,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let id = engine.id();
    let refused = |error: ModelError| Answer::unknown(id, Limit::Unsupported(error.to_string()));
    // The best of the ways of one length is any of them.
    let question = match request.question {
        Question::Best => Question::One,
        question => question,
    };
    let request = request.with_question(question);
    let ask = |model: Result<Model, ModelError>, length: usize, observer: &mut dyn Observer| {
        let model = match model {
            Ok(model) => model,
            Err(error) => return refused(error),
        };
        let first = model.vars().next().filter(|_| length > 0);
        let mut ways = Ways {
            length,
            none: first.and_then(|var| model.domain(var).max()),
            observer,
        };
        engine.answer_for(&model, &request, &mut ways)
    };
    match space.wanted() {
        Wanted::Exactly(length) => return ask(exactly(space, length), length, observer),
        Wanted::AtMost(most) => {
            let model = space.within(most).map(|mut model| {
                model.clear_objective();
                model
            });
            return ask(model, most, observer);
        }
        Wanted::Shortest => {}
    }
    let mut length = space.at_least();
    let longest = space.at_most().unwrap_or(usize::MAX);
    while length <= longest {
        observer.bound(length as i64);
        if let Some(limit) = request.limits.expired() {
            return unfinished(Answer::unknown(id, limit), length);
        }
        let mut answer = ask(exactly(space, length), length, observer);
        match answer.status {
            Status::Unsatisfiable => length += 1,
            Status::Unknown => return unfinished(answer, length),
            Status::Satisfiable | Status::Optimal => {
                if question == Question::One {
                    answer.status = Status::Optimal;
                }
                answer.best = Some(length as i64);
                answer.bound = answer.best;
                return answer;
            }
        }
    }
    Answer::from_search(id, question, 0, None)
}

/// What is known when a limit is reached: all shorter lengths are refuted.
fn unfinished(mut answer: Answer, length: usize) -> Answer {
    answer.bound = Some(length as i64);
    answer
}

/// Turns solutions of the model of a length into ways.
pub struct Ways<'a> {
    /// How many of the first variables are moves.
    pub length: usize,
    /// The value that is no move.
    pub none: Option<i32>,
    /// Who hears of the ways.
    pub observer: &'a mut dyn Observer,
}

impl Observer for Ways<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let moves = solution.0.iter().copied().take(self.length);
        let moves = moves.take_while(|&number| Some(number) != self.none);
        self.observer.solution(&Solution(moves.collect()))
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        self.observer.node(node)
    }

    fn learnt(&mut self, clause: &Learnt<'_>) {
        self.observer.learnt(clause);
    }

    fn layer(&mut self, layer: &DiagramLayer<'_>) {
        self.observer.layer(layer);
    }
}
