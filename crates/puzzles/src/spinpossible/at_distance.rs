//! Boards that are exactly so many spins from solved.

use std::sync::atomic::AtomicBool;

use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Limit, Limits, Watch};
use tantalizer_states::{
    BuildError, BuildOptions, Keep, KeepLevel, KeepOrder, Progress, StateSpace, build,
    memory_needed,
};

use super::ball::Ball;
use super::board::Board;
use super::limits::Interrupted;
use super::rules::Rules;
use super::solver::{Solver, SolverError};
use super::space::SpinSpace;

/// How to look for boards at a distance.
#[derive(Clone, Copy, Default)]
pub struct AtDistance<'a> {
    /// Makes the choice repeatable.
    pub seed: u64,
    /// When to give up.
    pub watch: Option<&'a Watch>,
    /// The bytes that a table may take; 2 GiB if not given.
    pub memory_limit: Option<u64>,
    /// Told how the table comes along, if one is needed.
    pub progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// Why there are no boards at the distance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AtDistanceError {
    /// All boards are nearer.
    #[error("no board of {rules} is {distance} spins away: the farthest are {farthest} away")]
    TooFar {
        /// The rules.
        rules: String,
        /// The distance asked for.
        distance: usize,
        /// The greatest distance there is.
        farthest: usize,
    },
    /// None was found in time; there may be some.
    #[error("no board at this distance was found: {0}")]
    NotFound(#[from] Interrupted),
    /// The table could not be built.
    #[error(transparent)]
    Table(#[from] BuildError),
}

/// The default for [`AtDistance::memory_limit`].
const MEMORY: u64 = 2 << 30;
/// A ball with at most so many boards is tried before anything else.
const BALL: usize = 1 << 20;

/// Up to `count` different boards at exactly this distance: a uniform sample of
/// all such boards if they can be listed, else those that random spins lead to
/// and a search proves to be that far.
pub fn boards_at_distance(
    rules: &Rules,
    distance: usize,
    count: usize,
    how: &AtDistance<'_>,
) -> Result<Vec<Board>, AtDistanceError> {
    if let Some(boards) = from_ball(rules, distance, count, how.seed)? {
        return Ok(boards);
    }
    match SpinSpace::new(*rules) {
        Some(space) if memory_needed(&space) <= how.memory_limit.unwrap_or(MEMORY) => {
            from_table(&space, distance, count, how)
        }
        _ => from_walks(rules, distance, count, how),
    }
}

/// From the sphere itself, if the ball is small.
fn from_ball(
    rules: &Rules,
    distance: usize,
    count: usize,
    seed: u64,
) -> Result<Option<Vec<Board>>, AtDistanceError> {
    let mut ball = Ball::<64>::new(rules);
    while ball.radius() < distance {
        if ball.is_everything() {
            return Err(AtDistanceError::TooFar {
                rules: rules.to_string(),
                distance,
                farthest: ball.radius() - 1,
            });
        }
        if ball.size_if_grown() > BALL {
            return Ok(None);
        }
        ball.grow();
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = ball
        .sphere(distance)
        .iter()
        .choose_multiple(&mut rng, count);
    if boards.is_empty() && count > 0 {
        return Err(AtDistanceError::TooFar {
            rules: rules.to_string(),
            distance,
            farthest: distance - 1,
        });
    }
    boards.sort_unstable();
    Ok(Some(boards.iter().map(|b| b.to_board(rules)).collect()))
}

/// From a breadth-first search over all boards.
fn from_table(
    space: &SpinSpace,
    distance: usize,
    count: usize,
    how: &AtDistance<'_>,
) -> Result<Vec<Board>, AtDistanceError> {
    let stop = AtomicBool::new(false);
    let watch = |progress: &Progress| {
        if how.watch.and_then(Watch::expired).is_some() {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        if let Some(report) = how.progress {
            report(progress);
        }
    };
    let options = BuildOptions {
        keep: Some(Keep {
            level: KeepLevel::At(distance as u32),
            count,
            order: KeepOrder::Sample(how.seed),
        }),
        progress: Some(&watch),
        cancel: Some(&stop),
        ..Default::default()
    };
    let table = match build(space, &options) {
        Err(BuildError::Cancelled(_)) => {
            let limit = how
                .watch
                .and_then(Watch::expired)
                .unwrap_or(Limit::Cancelled);
            return Err(Interrupted(limit).into());
        }
        built => built?,
    };
    if table.god_number() < distance as u32 {
        return Err(AtDistanceError::TooFar {
            rules: space.rules().to_string(),
            distance,
            farthest: table.god_number() as usize,
        });
    }
    let board = |&rank: &u64| space.board(&space.unrank(rank));
    Ok(table.kept().iter().map(board).collect())
}

/// From random spins, each result proven.
fn from_walks(
    rules: &Rules,
    distance: usize,
    count: usize,
    how: &AtDistance<'_>,
) -> Result<Vec<Board>, AtDistanceError> {
    let unlimited = Limits::none().start();
    let watch = how.watch.unwrap_or(&unlimited);
    let spins = rules.spins();
    let mut rng = ChaCha8Rng::seed_from_u64(how.seed);
    let mut solver = Solver::new(*rules);
    let mut boards: Vec<Board> = Vec::new();
    while boards.len() < count {
        let mut board = Board::solved(rules);
        for _ in 0..distance {
            board.spin(&spins[rng.random_range(0..spins.len())]);
        }
        match solver.shortest(&board, watch) {
            Ok(solution) if solution.len() == distance && !boards.contains(&board) => {
                boards.push(board);
            }
            Ok(_) => {}
            Err(_) if !boards.is_empty() => break,
            Err(SolverError::Interrupted(interrupted)) => return Err(interrupted.into()),
            Err(_) => return Err(Interrupted(Limit::Cancelled).into()),
        }
    }
    Ok(boards)
}
