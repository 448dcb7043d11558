//! The diagram room: multi-valued decision diagrams, layer by layer.
//!
//! A diagram is a graph with one layer for each variable; a path from top to bottom is a solution. Each constraint
//! says what it must still remember once a prefix of the variables is fixed, and prefixes with equal memories
//! become one node, so that a board with 10^20 solutions may have a few thousand nodes (see Bergman, Cire, van
//! Hoeve and Hooker, *Decision Diagrams for Optimization*, 2016). From a diagram the exact number of
//! solutions follows without listing them, as do uniform random solutions, the solutions in order, and the best.
//!
//! Answer variables come first. Below the last of them a node only has a completion or has not, so
//! that auxiliary variables never multiply a count.
//!
//! The price is memory: a diagram that outgrows its limit is given up, with the limit named.
//!
//! ```
//! use tantalizer_diagram::Diagram;
//! use tantalizer_model::{Model, ModelEngine, Question, Rel, Request, Silent};
//!
//! # fn main() -> Result<(), tantalizer_model::ModelError> {
//! let mut model = Model::new("two digits that add up to ten");
//! let x = model.int("x", 1..=9);
//! let y = model.int("y", 1..=9);
//! model.linear([(1, x), (1, y)], Rel::Equal, 10)?;
//! model.compare(x, Rel::Less, y)?;
//!
//! let answer = Diagram.answer_for(&model, &Request::new(Question::Count), &mut Silent);
//! assert_eq!(answer.count, 4u32.into());
//! # Ok(())
//! # }
//! ```

mod certificate;
mod compile;
mod compiled;
mod constraints;
mod layer;
mod machine;
mod memory;
mod order;
mod sample;
mod tally;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use tantalizer_model::{
    Answer, Constraint, ConstraintKind, EngineId, Limit, Limits, Model, ModelEngine, Objective,
    Observer, Question, Request, Solution, Status, Strategy, Support, VariableChoice, Watch,
};
use tantalizer_rewrite::{decompose, presolve};

pub use certificate::{CountError, write_count};

use compile::Layers;
use compiled::Compiled;
use layer::Budget;

/// The engine `diagram`. With the strategy `random` its solutions are a uniform sample without
/// repetition; otherwise they come in the order of the layers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Diagram;

const ID: EngineId = EngineId::Diagram;

/// What a diagram may use if nobody says: 512 MiB.
pub const DEFAULT_MEMORY: u64 = 512 << 20;

impl ModelEngine for Diagram {
    fn id(&self) -> EngineId {
        ID
    }

    /// Samples too: a diagram counts the solutions below each of its nodes.
    fn answers(&self, question: Question) -> bool {
        question.is_plain() || matches!(question, Question::Sample { .. })
    }

    fn support(&self, kind: ConstraintKind) -> Support {
        constraints::support(kind)
    }

    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer {
        let watch = request.limits.start();
        answer(model, request, budget(&request.limits, &watch), observer)
    }
}

fn answer(
    model: &Model,
    request: &Request,
    mut budget: Budget,
    observer: &mut dyn Observer,
) -> Answer {
    let mut answer = match ask(model, request, &mut budget, observer) {
        Ok(answer) => answer,
        Err(limit) => Answer::unknown(ID, limit),
    };
    let statistics = &mut answer.statistics;
    statistics.nodes = Some(budget.nodes);
    statistics.failures = Some(budget.failures);
    statistics.peak_depth = Some(model.var_count() as u64);
    let widest = budget.widest.to_string();
    statistics.more.insert("widest_layer".to_string(), widest);
    answer
}

fn budget<'a>(limits: &Limits, watch: &'a Watch) -> Budget<'a> {
    Budget {
        watch,
        memory: limits.memory.unwrap_or(DEFAULT_MEMORY),
        most_moves: machine::MANY_MOVES,
        plain: false,
        most_nodes: limits.nodes,
        kept: 0,
        nodes: 0,
        failures: 0,
        widest: 0,
        told: 0.0,
    }
}

/// The layers of the model once the easy things are done; none if that shows there is no solution.
fn layers(model: &Model, budget: &Budget) -> Result<Option<Layers>, Limit> {
    let empty = |model: &Model| model.vars().any(|var| model.domain(var).is_empty());
    if empty(model) {
        return Ok(None);
    }
    let tight = presolve(model, budget.watch).map_err(|error| error.limit())?;
    let takes = |constraint: &Constraint| constraints::remembers(constraint, &tight);
    let taken = decompose(&tight, &takes, budget.watch);
    let taken = taken.map_err(|error| error.limit())?.model;
    if empty(&taken) {
        return Ok(None);
    }
    Layers::new(&taken, model.var_count(), budget).map(Some)
}

fn ask(
    model: &Model,
    request: &Request,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Limit> {
    let objective = model.objective();
    if request.question == Question::Best && objective.is_none() {
        let reason = "the model has no objective".to_string();
        return Err(Limit::Unsupported(reason));
    }
    let none = Answer::from_search(ID, request.question, 0, None);
    let Some(mut layers) = layers(model, budget)? else {
        return Ok(none);
    };
    if request.question == Question::Count {
        let count = compiled::count(&mut layers, budget, observer, &mut compiled::Unheard)?;
        let found = u64::from(!count.is_zero());
        let mut answer = Answer::from_search(ID, request.question, found, None);
        answer.count = count;
        return Ok(answer);
    }
    let compiled = Compiled::new(layers, budget, observer)?;
    if observer.watches() {
        compiled.show(observer);
    }
    let count = compiled.count();
    if count.is_zero() {
        return Ok(none);
    }
    if let (Question::Best, Some(objective)) = (request.question, objective) {
        return Ok(best(&compiled, objective, budget, observer));
    }
    let wanted = request.question.enough();
    let is_random = |strategy: Strategy| strategy.variable == VariableChoice::Random;
    let random = matches!(request.question, Question::Sample { .. })
        || request.strategy.is_some_and(is_random);
    let mut told = Told::new(observer, budget.watch, wanted);
    if random {
        for rank in sample::ranks(&count, wanted, request.seed) {
            if !told.tell(compiled.solution(rank)) {
                break;
            }
        }
    } else {
        compiled.each(|solution| told.tell(solution));
    }
    let stopped = match told.stopped.take() {
        // All there are, even if no more were wanted.
        Some(Limit::Solutions) if BigUint::from(told.found) == count => None,
        stopped => stopped,
    };
    let mut answer = Answer::from_search(ID, request.question, told.found, stopped);
    answer.status = Status::Satisfiable;
    answer.statistics.first_solution_seconds = told.first;
    answer.statistics.last_solution_seconds = told.last;
    let exact = count.to_string();
    answer
        .statistics
        .more
        .insert("solutions".to_string(), exact);
    Ok(answer)
}

fn best(
    compiled: &Compiled,
    objective: Objective,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer {
    let largest = matches!(objective, Objective::Maximise(_));
    let layer = compiled.layer_of(objective.var());
    let Some(solution) = layer.and_then(|layer| compiled.best(layer, largest)) else {
        return Answer::from_search(ID, Question::Best, 0, None);
    };
    let _ = observer.solution(&solution);
    let mut answer = Answer::from_search(ID, Question::Best, 1, None);
    answer.best = Some(i64::from(solution[objective.var()]));
    answer.statistics.first_solution_seconds = Some(budget.watch.seconds());
    answer.statistics.last_solution_seconds = Some(budget.watch.seconds());
    answer
}

/// Tells an observer of solutions until somebody has enough.
struct Told<'a> {
    observer: &'a mut dyn Observer,
    watch: &'a Watch,
    wanted: Option<u64>,
    found: u64,
    first: Option<f64>,
    last: Option<f64>,
    stopped: Option<Limit>,
}

impl<'a> Told<'a> {
    fn new(observer: &'a mut dyn Observer, watch: &'a Watch, wanted: Option<u64>) -> Self {
        Told {
            observer,
            watch,
            wanted,
            found: 0,
            first: None,
            last: None,
            stopped: None,
        }
    }

    /// False once nothing more is wanted.
    fn tell(&mut self, solution: Solution) -> bool {
        if self.wanted == Some(0) {
            self.stopped = Some(Limit::Solutions);
            return false;
        }
        self.found += 1;
        self.first.get_or_insert(self.watch.seconds());
        self.last = Some(self.watch.seconds());
        let enough = self.observer.solution(&solution).is_break()
            || self.wanted.is_some_and(|wanted| self.found >= wanted);
        self.stopped = if enough {
            Some(Limit::Solutions)
        } else {
            self.watch.expired()
        };
        self.stopped.is_none()
    }
}

/// A number as a `u64`, if it fits.
fn small(number: &BigUint) -> Option<u64> {
    number.to_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_conformance::{conforms, whole_models};

    /// The same engine, finding memories only as they come up.
    struct Unexplored;

    impl ModelEngine for Unexplored {
        fn id(&self) -> EngineId {
            EngineId::Own("diagram without exploring")
        }

        fn support(&self, kind: ConstraintKind) -> Support {
            Diagram.support(kind)
        }

        fn answer_for(
            &self,
            model: &Model,
            request: &Request,
            observer: &mut dyn Observer,
        ) -> Answer {
            let watch = request.limits.start();
            let mut budget = budget(&request.limits, &watch);
            budget.most_moves = 0;
            super::answer(model, request, budget, observer)
        }
    }

    #[test]
    fn memories_found_on_the_way_give_the_same_answers() {
        conforms(&Unexplored);
        whole_models::fuzz(&[&Unexplored], 0..300);
    }
}
