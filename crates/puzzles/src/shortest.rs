//! What the engines for shortest ways share: how one way, a list of them or their number becomes an answer.

use num_bigint::BigUint;
use serde_json::{Value, json};
use tantalizer_model::clock::THREADS;
use tantalizer_model::{
    Answer, EngineId, Limit, Observer, Question, Request, Solution, Status, space::solution,
};
use tantalizer_puzzle::design::DesignProgress;
use tantalizer_puzzle::{About, Flag};
use tantalizer_states::{DistanceTable, Progress, StateSpace};

/// The flag that names a stored table.
pub(crate) const TABLE_FLAG: Flag = Flag {
    name: "table",
    values: &[],
    placeholder: "FILE",
    help: "Look distances up in a table that `states --table` has stored",
    about: About::Answering,
};

/// Answers on as many threads as the request has.
pub(crate) fn on_threads(
    engine: EngineId,
    request: &Request,
    answer: impl FnOnce() -> Answer + Send,
) -> Answer {
    if !THREADS {
        return answer();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(request.threads);
    match pool.build() {
        Ok(pool) => pool.install(answer),
        Err(error) => unsupported(engine, format!("cannot start threads: {error}")),
    }
}

/// How far a table is while a position is designed.
pub(crate) fn levels(progress: &Progress) -> DesignProgress {
    DesignProgress::Levels {
        fraction: progress.found as f64 / progress.states as f64,
        distance: progress.level,
    }
}

/// The answer for one way that is or is not known to be the shortest.
pub(crate) fn one(
    engine: EngineId,
    way: Option<Solution>,
    lower_bound: usize,
    stopped_by: Option<Limit>,
    observer: &mut dyn Observer,
) -> Answer {
    let mut answer = Answer::from_search(engine, Question::One, 0, stopped_by);
    answer.bound = Some(lower_bound as i64);
    observer.bound(lower_bound as i64);
    if let Some(way) = way {
        let _ = observer.solution(&way);
        let optimal = way.0.len() == lower_bound;
        answer.status = if optimal {
            Status::Optimal
        } else {
            Status::Satisfiable
        };
        answer.complete = optimal;
        answer.count = 1u32.into();
        answer.best = Some(way.0.len() as i64);
    }
    answer
}

/// The answer that lists shortest ways, of which one more than wanted tells whether there are more.
pub(crate) fn list(
    engine: EngineId,
    question: Question,
    ways: &[Solution],
    observer: &mut dyn Observer,
) -> Answer {
    let wanted = wanted(question);
    let mut shown = 0;
    let mut stopped_by = (ways.len() > wanted).then_some(Limit::Solutions);
    let length = ways.first().map(|way| way.0.len() as i64);
    if let Some(length) = length {
        observer.bound(length);
    }
    for way in ways.iter().take(wanted) {
        shown += 1;
        if observer.solution(way).is_break() {
            stopped_by = Some(Limit::Solutions);
            break;
        }
    }
    let mut answer = Answer::from_search(engine, question, shown, stopped_by);
    (answer.best, answer.bound) = (length, length);
    answer
}

/// How many ways are asked for.
pub(crate) fn wanted(question: Question) -> usize {
    let most = question.enough().map(usize::try_from);
    most.and_then(Result::ok).unwrap_or(usize::MAX)
}

/// The answer that so many shortest ways have this length; `None` stands for more than can be counted.
pub(crate) fn count(engine: EngineId, length: usize, count: Option<u128>) -> Answer {
    let Some(count) = count else {
        return unsupported(engine, "more shortest solutions than can be counted");
    };
    let mut answer = Answer::from_search(engine, Question::Count, 1, None);
    answer.count = BigUint::from(count);
    answer.best = Some(length as i64);
    answer.bound = answer.best;
    answer
}

pub(crate) fn unsupported(engine: EngineId, reason: impl Into<String>) -> Answer {
    Answer::unknown(engine, Limit::Unsupported(reason.into()))
}

/// The answer about a state that a table gives.
pub(crate) fn by_table<S: StateSpace>(
    engine: EngineId,
    (table, space): (&DistanceTable, &S),
    state: &S::State,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let question = request.question;
    let Some(path) = table.path(space, state) else {
        return Answer::from_search(engine, question, 0, None);
    };
    match question {
        Question::One | Question::Best => {
            one(engine, Some(solution(&path)), path.len(), None, observer)
        }
        Question::Count => count(engine, path.len(), table.count_paths(space, state)),
        question => {
            let most = wanted(question).saturating_add(1);
            let paths = table.all_paths(space, state, most);
            let ways: Vec<Solution> = paths.iter().map(|path| solution(path)).collect();
            list(engine, question, &ways, observer)
        }
    }
}

/// What is said of the length of a way, as JSON: the moves under a name, the length, and what is proven of it.
pub(crate) fn way_json(name: &str, moves: Value, length: usize, bound: Option<i64>) -> Value {
    let length = length as i64;
    let bound = bound.unwrap_or(0).min(length);
    json!({
        (name): moves,
        "length": length,
        "optimal": length == bound,
        "lower_bound": bound,
    })
}
