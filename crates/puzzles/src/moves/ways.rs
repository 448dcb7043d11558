//! The engines of puzzles by moves: search from both ends of a way, and a table of all positions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tantalizer_model::space::solution;
use tantalizer_model::{
    Answer, Engine, EngineId, Limit, Observer, Problem, Question, Request, Solution, Watch,
};
use tantalizer_states::{
    BothEnds, BuildError, BuildOptions, DistanceTable, NumberedPieces, Progress, StateSpace,
    Stopped, TooMany, build,
};

use super::definition::Definition;
use crate::shortest::{by_table, count, list, on_threads, one, unsupported, wanted};

/// Search from both ends.
pub(super) const BOTH_ENDS: EngineId = EngineId::Own("moves-both-ends");
/// A table of all positions.
pub(super) const TABLE: EngineId = EngineId::Own("moves-table");

/// The bytes of patterns that search from both ends keeps, where nothing else is said.
const MEMORY: u64 = 1 << 29;

/// Shortest ways by search from both ends.
pub(super) struct ByBothEnds {
    pub definition: Arc<Definition>,
    pub start: Vec<u8>,
}

impl ByBothEnds {
    fn search(
        &self,
        request: &Request,
        watch: &Watch,
        observer: &mut dyn Observer,
    ) -> Result<Answer, (Stopped, usize)> {
        let stop = || watch.expired().is_some();
        let memory = request.limits.memory.unwrap_or(MEMORY);
        let mut search = BothEnds::new(&self.definition.puzzle, &self.start, memory, &stop);
        let mut bound = 0;
        let distance = search.distance(&mut |refuted| {
            bound = refuted;
            observer.bound(refuted as i64);
        });
        let Some(length) = distance.map_err(|stopped| (stopped, bound))? else {
            return Ok(Answer::from_search(BOTH_ENDS, request.question, 0, None));
        };
        let stopped = |stopped| (stopped, length);
        Ok(match request.question {
            Question::One | Question::Best => {
                let way = search.ways(1).map_err(stopped)?.pop();
                let way = way.map(|way| solution(&way));
                one(BOTH_ENDS, way, length, None, observer)
            }
            Question::Count => count(BOTH_ENDS, length, search.count().map_err(stopped)?),
            question => {
                let most = wanted(question).saturating_add(1);
                let mut ways = search.ways(most).map_err(stopped)?;
                ways.sort_unstable();
                let ways: Vec<Solution> = ways.iter().map(|way| solution(way)).collect();
                list(BOTH_ENDS, question, &ways, observer)
            }
        })
    }
}

impl Engine for ByBothEnds {
    fn id(&self) -> EngineId {
        BOTH_ENDS
    }

    fn counts_unseen(&self) -> bool {
        true
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let watch = request.limits.start();
        on_threads(BOTH_ENDS, request, || {
            let found = self.search(request, &watch, observer);
            found.unwrap_or_else(|(_, bound)| {
                let mut answer = Answer::unknown(BOTH_ENDS, expired(&watch));
                answer.bound = Some(bound as i64);
                answer
            })
        })
    }
}

fn expired(watch: &Watch) -> Limit {
    watch.expired().unwrap_or(Limit::Cancelled)
}

/// Shortest ways from a table of all positions: a stored one, or one that is built for the question.
pub(super) struct ByTable {
    pub definition: Arc<Definition>,
    pub start: Vec<u8>,
    pub file: Option<PathBuf>,
}

impl ByTable {
    fn table(
        &self,
        space: &NumberedPieces,
        request: &Request,
        watch: &Watch,
    ) -> Result<DistanceTable, Limit> {
        let unsupported = |error: &dyn std::fmt::Display| Limit::Unsupported(error.to_string());
        if let Some(file) = &self.file {
            return DistanceTable::load(file, &space.name()).map_err(|error| unsupported(&error));
        }
        let stop = AtomicBool::new(false);
        let look = |_: &Progress| stop.store(watch.expired().is_some(), Ordering::Relaxed);
        let options = BuildOptions {
            threads: Some(request.threads),
            progress: Some(&look),
            cancel: Some(&stop),
            memory_limit: request.limits.memory,
            ..BuildOptions::default()
        };
        build(space, &options).map_err(|error| match error {
            BuildError::Cancelled(_) => expired(watch),
            BuildError::TooLarge { .. } | BuildError::NotThere { .. } => Limit::Memory,
            error @ BuildError::Threads(_) => unsupported(&error),
        })
    }
}

impl Engine for ByTable {
    fn id(&self) -> EngineId {
        TABLE
    }

    fn counts_unseen(&self) -> bool {
        true
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let watch = request.limits.start();
        let stop = || watch.expired().is_some();
        let puzzle = Arc::clone(&self.definition.puzzle);
        let space = match NumberedPieces::new(self.definition.space_name(), puzzle, &stop) {
            Ok(space) => space,
            Err(TooMany::Stopped) => return Answer::unknown(TABLE, expired(&watch)),
            Err(error) => return unsupported(TABLE, error.to_string()),
        };
        let table = match self.table(&space, request, &watch) {
            Ok(table) => table,
            Err(limit) => return Answer::unknown(TABLE, limit),
        };
        match space.state(&self.start) {
            Some(state) => by_table(TABLE, (&table, &space), &state, request, observer),
            None => Answer::from_search(TABLE, request.question, 0, None),
        }
    }
}
