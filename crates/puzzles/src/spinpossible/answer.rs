//! How a question about a board is answered: by two-sided search, from a stored
//! table, by SAT, or by the engines.

use std::path::Path;

use num_bigint::BigUint;
use tantalizer_ask::{EngineChoice, ask};
use tantalizer_model::{Answer, Flow, Limit, Observer, Question, Status, Watch};
use tantalizer_states::DistanceTable;

use super::encoding::{Breaking, Encoding, Formula, Length, encode};
use super::puzzle::Spinpossible;
use super::rules::Spin;
use super::sat::{Branching, Found, SatStatistics, shortest_by_sat, solve_formula};
use super::solver::{Solver, SolverError};
use super::space::SpinSpace;
use crate::{Flags, PuzzleError, Request};

/// The name of the way that is no engine: search over states.
const STATES: &str = "states";
const SAT: &str = "sat";

pub(super) fn answer(
    puzzle: &Spinpossible,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    let wish = Wish::read(&request.flags)?;
    let watch = request.limits.start();
    if wish.by_sat {
        return by_sat(puzzle, &wish, request, observer, &watch);
    }
    if let Some(file) = request.flags.get("table") {
        return by_table(puzzle, Path::new(file), request.question, observer);
    }
    if let EngineChoice::Named(engine) = request.options.engine {
        // The model needs the shortest length; finding it is part of the time.
        let Some(model) = puzzle.model_within(&watch)? else {
            let limit = watch.expired().unwrap_or(Limit::Time);
            return Ok(Answer::unknown(engine, limit));
        };
        let (options, limits) = (&request.options, &request.limits);
        return Ok(ask(&model, request.question, options, limits, observer)?);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(request.options.threads)
        .build()
        .map_err(|error| unfit(format!("cannot start threads: {error}")))?;
    pool.install(|| by_search(puzzle, request.question, observer, &watch))
}

fn unfit(reason: impl Into<String>) -> PuzzleError {
    PuzzleError::Unfit(reason.into())
}

/// What the flags ask for.
pub(super) struct Wish {
    encoding: Encoding,
    breaking: Breaking,
    branching: Branching,
    pub(super) length: Option<Length>,
    /// Any of the flags that mean SAT.
    pub(super) by_sat: bool,
}

impl Wish {
    /// The formula of this length.
    pub(super) fn formula(&self, length: Length) -> Formula {
        Formula {
            encoding: self.encoding,
            breaking: self.breaking,
            length,
            cardinality: false,
        }
    }

    pub(super) fn read(flags: &Flags) -> Result<Self, PuzzleError> {
        let flag = |name: &str| flags.get(name).map(String::as_str);
        let encoding = match flag("encoding") {
            Some("1") => Encoding::One,
            Some("2") => Encoding::Two,
            Some("3") | None => Encoding::Three,
            Some(_) => return Err(unfit("--encoding: expected 1, 2 or 3")),
        };
        let named = flag("break").unwrap_or("all");
        let breaking = Breaking::ALL.into_iter().find(|b| b.name() == named);
        let breaking =
            breaking.ok_or_else(|| unfit("--break: expected none, disjoint, contain or all"))?;
        let branching = match flag("branch") {
            Some("moves") => Branching::Moves,
            Some("free") | None => Branching::Free,
            Some(_) => return Err(unfit("--branch: expected free or moves")),
        };
        let spins = |name: &str| {
            let number = |text: &str| match text.parse() {
                Ok(number @ 0..=MOST_STEPS) => Ok(number),
                _ => Err(unfit(format!(
                    "--{name}: expected a number of spins from 0 to {MOST_STEPS}"
                ))),
            };
            flag(name).map(number).transpose()
        };
        let length = match (spins("at-most")?, spins("exactly")?) {
            (Some(_), Some(_)) => {
                return Err(unfit("--at-most and --exactly exclude each other"));
            }
            (Some(most), None) => Some(Length::AtMost(most)),
            (None, Some(exactly)) => Some(Length::Exactly(exactly)),
            (None, None) => None,
        };
        let by_sat = ["encoding", "break", "branch", "at-most", "exactly"];
        let by_sat = by_sat.iter().any(|name| flags.contains_key(*name));
        if by_sat && flags.contains_key("table") {
            return Err(unfit("--table and the flags of SAT exclude each other"));
        }
        Ok(Wish {
            encoding,
            breaking,
            branching,
            length,
            by_sat,
        })
    }
}

/// No formula has more steps.
const MOST_STEPS: usize = 1000;

/// The answer for one solution that is or is not known to be the shortest.
fn one(
    puzzle: &Spinpossible,
    engine: &'static str,
    spins: Option<&[Spin]>,
    lower_bound: usize,
    stopped_by: Option<Limit>,
    observer: &mut dyn Observer,
) -> Answer {
    let mut answer = Answer::from_search(engine, Question::One, 0, stopped_by);
    answer
        .statistics
        .more
        .insert("lower_bound".into(), lower_bound.to_string());
    if let Some(spins) = spins {
        observer.solution(&puzzle.pack(spins, lower_bound));
        let optimal = spins.len() == lower_bound;
        answer.status = match optimal {
            true => Status::Optimal,
            false => Status::Satisfiable,
        };
        answer.complete = optimal;
        answer.count = 1u32.into();
        answer.best = Some(spins.len() as i64);
    }
    answer
}

/// The answer that lists some or all shortest solutions.
fn all(
    puzzle: &Spinpossible,
    engine: &'static str,
    limit: Option<u64>,
    list: impl FnOnce(usize) -> Result<Vec<Vec<Spin>>, PuzzleError>,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    let wanted = limit.map_or(usize::MAX, |limit| {
        usize::try_from(limit).unwrap_or(usize::MAX)
    });
    // One more than wanted tells whether there are more.
    let found = list(wanted.saturating_add(1))?;
    let mut shown = 0;
    let mut stopped_by = (found.len() > wanted).then_some(Limit::Solutions);
    for spins in found.iter().take(wanted) {
        shown += 1;
        if observer.solution(&puzzle.pack(spins, spins.len())) == Flow::Stop {
            stopped_by = Some(Limit::Solutions);
            break;
        }
    }
    let question = Question::All { limit };
    Ok(Answer::from_search(engine, question, shown, stopped_by))
}

fn count(engine: &'static str, count: u128) -> Answer {
    let mut answer = Answer::from_search(engine, Question::Count, 1, None);
    answer.count = BigUint::from(count);
    answer
}

fn by_search(
    puzzle: &Spinpossible,
    question: Question,
    observer: &mut dyn Observer,
    watch: &Watch,
) -> Result<Answer, PuzzleError> {
    let mut solver = Solver::new(puzzle.rules());
    let board = puzzle.board();
    let result = match question {
        Question::One | Question::Best => solver.solve(board, watch, |_| ()).map(|outcome| {
            let spins = outcome.spins.as_deref();
            let limit = outcome.stopped_by.clone();
            one(puzzle, STATES, spins, outcome.lower_bound, limit, observer)
        }),
        Question::Count => solver
            .count(board, watch)
            .map(|(_, number)| count(STATES, number)),
        Question::All { limit } => {
            // The solver's own errors pass through the list.
            let mut failed = None;
            let listed = all(
                puzzle,
                STATES,
                limit,
                |most| {
                    solver.all(board, most, watch).map_err(|error| {
                        let reason = unfit(error.to_string());
                        failed = Some(error);
                        reason
                    })
                },
                observer,
            );
            match failed {
                Some(error) => Err(error),
                None => return listed,
            }
        }
    };
    match result {
        Ok(answer) => Ok(answer),
        Err(SolverError::Unsolvable) => Ok(Answer::from_search(STATES, question, 0, None)),
        Err(SolverError::Interrupted(interrupted)) => Ok(Answer::unknown(STATES, interrupted.0)),
        Err(error) => Err(unfit(error.to_string())),
    }
}

fn by_table(
    puzzle: &Spinpossible,
    file: &Path,
    question: Question,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    use tantalizer_states::StateSpace;

    let rules = puzzle.rules();
    let space = SpinSpace::new(rules)
        .ok_or_else(|| unfit(format!("there are no tables of {rules} boards")))?;
    let table = DistanceTable::load(file, &space.name()).map_err(|e| unfit(e.to_string()))?;
    let state = space.state(puzzle.board());
    let Some(path) = table.path(&space, &state) else {
        return Ok(Answer::from_search(STATES, question, 0, None));
    };
    match question {
        Question::One | Question::Best => {
            let spins = space.to_spins(&path);
            Ok(one(
                puzzle,
                STATES,
                Some(&spins),
                spins.len(),
                None,
                observer,
            ))
        }
        Question::Count => {
            let number = table.count_paths(&space, &state);
            number
                .map(|number| count(STATES, number))
                .ok_or_else(|| unfit("more shortest solutions than can be counted"))
        }
        Question::All { limit } => all(
            puzzle,
            STATES,
            limit,
            |most| {
                let paths = table.all_paths(&space, &state, most);
                Ok(paths.iter().map(|path| space.to_spins(path)).collect())
            },
            observer,
        ),
    }
}

fn by_sat(
    puzzle: &Spinpossible,
    wish: &Wish,
    request: &Request,
    observer: &mut dyn Observer,
    watch: &Watch,
) -> Result<Answer, PuzzleError> {
    if !matches!(request.question, Question::One | Question::Best) {
        return Err(unfit(
            "with --encoding, --break, --branch, --at-most or --exactly one solution can be asked for; \
             symmetry breaking would hide others",
        ));
    }
    if let EngineChoice::Named(engine) = request.options.engine
        && engine != SAT
    {
        return Err(unfit(format!(
            "--encoding, --break, --branch, --at-most and --exactly mean SAT, not the engine {engine}"
        )));
    }
    let single_spins = puzzle.rules().single_spins();
    let bad_model = |error: super::encoding::NotASpin| unfit(error.to_string());
    let Some(length) = wish.length else {
        let board = puzzle.board();
        let (encoding, breaking) = (wish.encoding, wish.breaking);
        let branching = wish.branching;
        let found = shortest_by_sat(board, single_spins, encoding, breaking, branching, watch)
            .map_err(bad_model)?;
        let spins = found.spins.as_deref();
        let bound = found.lower_bound;
        let mut answer = one(puzzle, SAT, spins, bound, found.limit, observer);
        tell(&mut answer, &found.statistics);
        return Ok(answer);
    };
    let encoded = encode(puzzle.board(), single_spins, &wish.formula(length));
    let (found, statistics) = solve_formula(&encoded, wish.branching, watch).map_err(bad_model)?;
    let (found, limit) = match found {
        Found::Solution(spins) => (Some(spins), None),
        Found::None => (None, None),
        Found::Unknown(limit) => (None, Some(limit)),
    };
    let mut answer = Answer::from_search(SAT, Question::One, found.is_some().into(), limit);
    if let Some(spins) = found {
        // No more is proven than that a board in order needs no spin.
        let bound = usize::from(!puzzle.board().is_solved());
        observer.solution(&puzzle.pack(&spins, bound));
        answer.best = Some(spins.len() as i64);
    }
    tell(&mut answer, &statistics);
    Ok(answer)
}

fn tell(answer: &mut Answer, statistics: &SatStatistics) {
    let more = &mut answer.statistics.more;
    more.insert("variables".into(), statistics.variables.to_string());
    more.insert("clauses".into(), statistics.clauses.to_string());
    answer.statistics.failures = Some(statistics.learned);
}
