//! The engines of Spinpossible: search from both ends of a way, a stored table, and the formulas of "so many spins".

use std::sync::Arc;

use tantalizer_model::space::{Wanted, solution};
use tantalizer_model::{Answer, Engine, EngineId, Observer, Problem, Question, Request, Solution};
use tantalizer_states::DistanceTable;

use super::board::Board;
use super::encoding::{Breaking, Encoding, Formula, Length, encode};
use super::rules::{Rules, Spin};
use super::sat::{Branching, Found, SatStatistics, shortest_by_sat, solve_formula};
use super::smaller::Smaller;
use super::solver::{Solver, SolverError};
use super::space::SpinSpace;
use crate::shortest::{by_table, count, list, on_threads, one, unsupported, wanted};

/// Search from both ends.
pub(super) const STATES: EngineId = EngineId::Own("spinpossible-states");
/// A stored table.
pub(super) const TABLE: EngineId = EngineId::Own("spinpossible-table");
/// Formulas.
pub(super) const FORMULAS: EngineId = EngineId::Own("spinpossible-sat");

/// Spins as the moves of the space.
fn moves(rules: &Rules, spins: &[Spin]) -> Solution {
    let all = rules.spins();
    let number = |spin: &Spin| all.iter().position(|other| other == spin);
    solution(&spins.iter().filter_map(number).collect::<Vec<_>>())
}

/// What search from both ends takes for a board it keeps, with room to grow.
pub const BYTES_OF_A_BOARD: usize = 80;

/// Shortest ways by search from both ends; where the next length would take long, good ways by beam search.
pub(super) struct ByStates {
    pub board: Board,
    pub rules: Rules,
    /// A table of smaller boards, which ends ways.
    pub smaller: Option<Arc<Smaller>>,
}

impl ByStates {
    fn search(
        &self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolverError> {
        // The more boards around the goal are kept, the farther the search reaches.
        let memory = request.limits.memory.map(usize::try_from);
        let mut solver = match memory {
            Some(bytes) => {
                let boards = bytes.unwrap_or(usize::MAX) / BYTES_OF_A_BOARD;
                Solver::with_ball_limit(self.rules, boards)
            }
            None => Solver::new(self.rules),
        };
        if let Some(smaller) = &self.smaller {
            solver = solver.with_smaller(smaller.clone());
        }
        let watch = request.limits.start();
        Ok(match request.question {
            Question::One | Question::Best => {
                let outcome = solver.solve(&self.board, &watch, |known| {
                    observer.bound(known.lower_bound as i64);
                })?;
                if outcome.unsolvable {
                    return Err(SolverError::Unsolvable);
                }
                let way = outcome.spins.map(|spins| moves(&self.rules, &spins));
                one(
                    STATES,
                    way,
                    outcome.lower_bound,
                    outcome.stopped_by,
                    observer,
                )
            }
            Question::Count => {
                let (length, number) = solver.count(&self.board, &watch)?;
                count(STATES, length, Some(number))
            }
            question => {
                let most = wanted(question).saturating_add(1);
                let ways = solver.all(&self.board, most, &watch)?;
                let ways: Vec<Solution> =
                    ways.iter().map(|spins| moves(&self.rules, spins)).collect();
                list(STATES, question, &ways, observer)
            }
        })
    }
}

impl Engine for ByStates {
    fn id(&self) -> EngineId {
        STATES
    }

    fn counts_unseen(&self) -> bool {
        true
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        on_threads(STATES, request, || match self.search(request, observer) {
            Ok(answer) => answer,
            Err(SolverError::Unsolvable) => Answer::from_search(STATES, request.question, 0, None),
            Err(SolverError::Interrupted(interrupted)) => Answer::unknown(STATES, interrupted.0),
            Err(error) => unsupported(STATES, error.to_string()),
        })
    }
}

/// Shortest ways from a table of all distances.
pub(super) struct ByTable {
    pub board: Board,
    pub space: SpinSpace,
    pub table: DistanceTable,
}

impl Engine for ByTable {
    fn id(&self) -> EngineId {
        TABLE
    }

    fn counts_unseen(&self) -> bool {
        true
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let state = self.space.state(&self.board);
        by_table(TABLE, (&self.table, &self.space), &state, request, observer)
    }
}

/// One way by SAT: of the wanted length, or the shortest, all shorter lengths refuted one after another.
pub(super) struct ByFormulas {
    /// Flags that ask for a formula mean the engine `sat`; otherwise it is called by its own name.
    pub id: EngineId,
    pub board: Board,
    pub rules: Rules,
    pub encoding: Encoding,
    pub breaking: Breaking,
    pub branching: Branching,
}

impl ByFormulas {
    /// The formula of this length.
    pub(super) fn formula(&self, length: Length) -> Formula {
        Formula {
            encoding: self.encoding,
            breaking: self.breaking,
            length,
            cardinality: false,
        }
    }

    fn of_length(&self, length: Length, request: &Request, observer: &mut dyn Observer) -> Answer {
        let watch = request.limits.start();
        let encoded = encode(
            &self.board,
            self.rules.single_spins(),
            &self.formula(length),
        );
        let (found, statistics) = match solve_formula(&encoded, self.branching, &watch) {
            Ok(found) => found,
            Err(error) => return unsupported(self.id, error.to_string()),
        };
        let (way, limit) = match found {
            Found::Solution(spins) => (Some(moves(&self.rules, &spins)), None),
            Found::None => (None, None),
            Found::Unknown(limit) => (None, Some(limit)),
        };
        let found = u64::from(way.is_some());
        let mut answer = Answer::from_search(self.id, Question::One, found, limit);
        if let Some(way) = way {
            // No more is proven than that a board in order needs no spin.
            observer.bound(i64::from(!self.board.is_solved()));
            let _ = observer.solution(&way);
            answer.best = Some(way.0.len() as i64);
        }
        tell(&mut answer, &statistics);
        answer
    }

    fn shortest(&self, request: &Request, observer: &mut dyn Observer) -> Answer {
        let found = shortest_by_sat(
            &self.board,
            self.rules.single_spins(),
            self.encoding,
            self.breaking,
            self.branching,
            &request.limits.start(),
        );
        let found = match found {
            Ok(found) => found,
            Err(error) => return unsupported(self.id, error.to_string()),
        };
        let way = found.spins.map(|spins| moves(&self.rules, &spins));
        let mut answer = one(self.id, way, found.lower_bound, found.limit, observer);
        tell(&mut answer, &found.statistics);
        answer
    }
}

impl Engine for ByFormulas {
    fn id(&self) -> EngineId {
        self.id
    }

    fn refuses(&self, question: Question) -> Option<&'static str> {
        let one = matches!(question, Question::One | Question::Best);
        (!one).then_some(
            "with --encoding, --break, --branch, --at-most or --exactly one solution can be asked for; \
             symmetry breaking would hide others",
        )
    }

    fn answer(&self, problem: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let wanted = match problem {
            Problem::Space(space) => space.wanted(),
            Problem::Model(_) => Wanted::Shortest,
        };
        match wanted {
            Wanted::Shortest => self.shortest(request, observer),
            Wanted::AtMost(most) => self.of_length(Length::AtMost(most), request, observer),
            Wanted::Exactly(length) => self.of_length(Length::Exactly(length), request, observer),
        }
    }
}

fn tell(answer: &mut Answer, statistics: &SatStatistics) {
    let more = &mut answer.statistics.more;
    more.insert("variables".into(), statistics.variables.to_string());
    more.insert("clauses".into(), statistics.clauses.to_string());
    answer.statistics.failures = Some(statistics.learned);
}
