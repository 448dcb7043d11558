//! The learn room: lazy clause generation, the model handed to Huub.
//!
//! Lazy clause generation (Ohrimenko, Stuckey and Codish, *Propagation via Lazy Clause Generation*, 2009) lets
//! propagators explain what they remove in clauses, and a SAT solver learn from every dead end. Huub
//! does that on CaDiCaL. This room translates the model, asks one solution after another, and blocks
//! what it has seen: a solution on the answer variables alone, so that auxiliary variables never multiply a
//! count.
//!
//! No solution leaves this room unseen: each is put before the judge. One that the judge rejects is blocked,
//! not counted, and named in the statistics.
//!
//! ```
//! use tantalizer_learn::Learn;
//! use tantalizer_model::{Collect, Model, ModelEngine, Objective, Question, Rel, Request, Status};
//!
//! # fn main() -> Result<(), tantalizer_model::ModelError> {
//! let mut model = Model::new("two digits that add up to ten");
//! let x = model.int("x", 1..=9);
//! let y = model.int("y", 1..=9);
//! model.linear([(1, x), (1, y)], Rel::Equal, 10)?;
//! model.compare(x, Rel::Less, y)?;
//! model.set_objective(Objective::Maximise(x));
//!
//! let answer = Learn.answer_for(&model, &Request::new(Question::Best), &mut Collect::default());
//! assert_eq!(answer.status, Status::Optimal);
//! assert_eq!(answer.best, Some(4));
//! # Ok(())
//! # }
//! ```

mod branch;
mod constraints;
mod post;
mod probe;
mod run;

use tantalizer_model::constraints::{Reified, Table};
use tantalizer_model::{
    Answer, Constraint, ConstraintKind, EngineId, Limit, Model, ModelEngine, Observer, Question,
    Request, Support, available_memory,
};
use tantalizer_rewrite::{decompose, presolve};

pub use constraints::takes_in;
use post::{Contradiction, HuubBuilder};

/// The engine `learn`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learn;

const ID: EngineId = EngineId::Learn;

/// Huub keeps every row of a table several times over, so tables beyond this are refused.
const MANY_TABLE_CELLS: usize = 20_000_000;

/// What a cell of a table takes there, as measured.
const BYTES_A_CELL: u64 = 450;

impl ModelEngine for Learn {
    fn id(&self) -> EngineId {
        ID
    }

    fn support(&self, kind: ConstraintKind) -> Support {
        constraints::support(kind)
    }

    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer {
        let watch = request.limits.start();
        let nothing = || Answer::from_search(ID, request.question, 0, None);
        if model.vars().any(|var| model.domain(var).is_empty()) {
            return nothing();
        }
        if request.question == Question::Best && model.objective().is_none() {
            let reason = "the model has no objective".to_string();
            return Answer::unknown(ID, Limit::Unsupported(reason));
        }
        let cells: usize = model
            .constraints()
            .iter()
            .map(|c| cells(&c.constraint))
            .sum();
        let half = || available_memory().map(|all| all / 2);
        let memory = request.limits.memory.or_else(half);
        let needed = (cells as u64).saturating_mul(BYTES_A_CELL);
        if memory.is_some_and(|memory| needed > memory) {
            return Answer::unknown(ID, Limit::Memory);
        }
        if cells > MANY_TABLE_CELLS {
            let reason = format!("its tables have {cells} cells");
            return Answer::unknown(ID, Limit::Unsupported(reason));
        }
        let tight = match presolve(model, &watch) {
            Ok(tight) => tight,
            Err(error) => return Answer::unknown(ID, error.limit()),
        };
        let takes = |constraint: &_| takes_in(constraint, &tight);
        let rewritten = match decompose(&tight, &takes, &watch) {
            Ok(rewritten) => rewritten.model,
            Err(error) => return Answer::unknown(ID, error.limit()),
        };
        if rewritten.vars().any(|var| rewritten.domain(var).is_empty()) {
            return nothing();
        }
        let mut poster = HuubBuilder::new(&rewritten, &watch);
        for posted in rewritten.constraints() {
            if let Some(limit) = watch.expired() {
                return Answer::unknown(ID, limit);
            }
            if poster.post(&posted.constraint) == Err(Contradiction) {
                return nothing();
            }
            if let Some(limit) = poster.stopped {
                return Answer::unknown(ID, limit);
            }
        }
        run::run(model, poster, request, &watch, observer)
    }
}

fn cells(constraint: &Constraint) -> usize {
    match constraint {
        Constraint::Table(Table { tuples, .. }) => tuples.len() * tuples.width(),
        Constraint::Reified(Reified { constraint, .. }) => cells(constraint),
        _ => 0,
    }
}
