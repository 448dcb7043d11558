//! New boards with exactly one solution.
//!
//! Black cells and a solved board are drawn at random; then clues are taken away in random order as long as one solution is
//! left. The fewer clues, the harder: a board of a wanted difficulty or number of clues is found along that way. The same
//! seed gives the same board, and there are only so many attempts.

use super::{Given, SYMBOLS, TrickyTriple};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;
use tantalizer_ask::ask;
use tantalizer_explain::Difficulty;
use tantalizer_model::{
    Collect, Fact, Limit, Limits, Question, Request, Solution, Strategy, ValueChoice, Var,
    VariableChoice,
};
use tantalizer_puzzle::PuzzleError;
use tantalizer_sat::{EncodeOptions, Incremental, Outcome};
use thiserror::Error;

/// After so many boards in vain, the wish is given up.
const MOST_ATTEMPTS: u32 = 2_000;

/// A board counts as too hard if a step costs more questions than this: boards on which one has to look far for the next
/// step are passed over.
const FEW_QUESTIONS: u64 = 2_000;

/// As many as an explanation asks.
const ALL_QUESTIONS: u64 = 20_000;

/// Boards with more white cells than this are large.
const LARGE: usize = 150;

/// What a board should be like.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Number of black cells.
    pub black: usize,
    /// Number of clues, if it matters.
    pub clues: Option<usize>,
    /// How hard, if it matters.
    pub difficulty: Option<Difficulty>,
    /// Whether clues and black cells keep their places when the board is turned upside down.
    pub symmetric: bool,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// Why there is no such board.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// No board can be like that.
    #[error("no board can be like that: {0}")]
    Impossible(String),
    /// None was found.
    #[error("none of {attempts} boards was as wanted{hint}")]
    NotFound {
        /// How many were tried.
        attempts: u32,
        /// What might help.
        hint: String,
    },
    /// A limit was reached first.
    #[error("{0} before a board was found")]
    Stopped(Limit),
    /// The puzzle gave no answer.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// A board that is as wished, with its only solution.
pub fn generate(wish: &Wish, limits: &Limits) -> Result<(TrickyTriple, Solution), GenerateError> {
    refuse_the_impossible(wish)?;
    let watch = limits.start();
    let mut rng = ChaCha8Rng::seed_from_u64(wish.seed);
    for _ in 0..MOST_ATTEMPTS {
        if let Some(limit) = watch.expired() {
            return Err(GenerateError::Stopped(limit));
        }
        if let Some(found) = attempt(wish, limits, &mut rng)? {
            return Ok(found);
        }
    }
    let hint = match (wish.clues, wish.difficulty) {
        (Some(clues), _) => format!("; {clues} clues may be too few for one solution"),
        (_, Some(level)) => format!("; a board of this size may never be {}", level.name()),
        _ => String::new(),
    };
    Err(GenerateError::NotFound {
        attempts: MOST_ATTEMPTS,
        hint,
    })
}

fn refuse_the_impossible(wish: &Wish) -> Result<(), GenerateError> {
    let cells = wish.rows * wish.cols;
    let refuse = |reason: String| Err(GenerateError::Impossible(reason));
    if cells == 0 {
        return refuse("a board has at least one row and one column".into());
    }
    if cells > super::MOST_CELLS {
        return refuse(format!("a board has at most {} cells", super::MOST_CELLS));
    }
    if wish.black >= cells {
        return refuse(format!(
            "{} black cells leave no white cell on a board of {cells} cells",
            wish.black
        ));
    }
    let white = cells - wish.black;
    if let Some(clues) = wish.clues
        && clues > white
    {
        return refuse(format!("there are {white} white cells for {clues} clues"));
    }
    let centre = cells % 2 == 1;
    if wish.symmetric && wish.black % 2 == 1 && !centre {
        return refuse(
            "an odd number of black cells is symmetric only around a central cell".into(),
        );
    }
    // An odd number of black cells takes the central cell.
    let white_centre = centre && wish.black.is_multiple_of(2);
    if wish.symmetric && !white_centre && wish.clues.is_some_and(|clues| clues % 2 == 1) {
        return refuse(
            "an odd number of clues is symmetric only around a white central cell".into(),
        );
    }
    Ok(())
}

/// Cells that are black, white, shown or hidden together.
fn orbits(wish: &Wish) -> Vec<Vec<usize>> {
    let cells = wish.rows * wish.cols;
    if !wish.symmetric {
        return (0..cells).map(|cell| vec![cell]).collect();
    }
    let pairs = (0..cells.div_ceil(2)).map(|cell| {
        let mut pair = vec![cell, cells - 1 - cell];
        pair.dedup();
        pair
    });
    pairs.collect()
}

fn attempt(
    wish: &Wish,
    limits: &Limits,
    rng: &mut ChaCha8Rng,
) -> Result<Option<(TrickyTriple, Solution)>, GenerateError> {
    let mut orbits = orbits(wish);
    orbits.shuffle(rng);
    let Some(black) = black_cells(&orbits, wish.black) else {
        return Ok(None);
    };
    let mut cells = vec![Given::Empty; wish.rows * wish.cols];
    black.iter().for_each(|&cell| cells[cell] = Given::Black);
    let blank = TrickyTriple::new(wish.rows, wish.cols, cells);
    let Some(solution) = random_solution(&blank, limits, rng)? else {
        return Ok(None);
    };
    orbits.retain(|orbit| !black.contains(&orbit[0]));
    orbits.shuffle(rng);
    let removed = dig(&blank, &solution, &orbits, limits)?;
    let Some(count) = enough_removed(wish, &blank, &solution, &removed, limits)? else {
        return Ok(None);
    };
    let board = shown(&blank, &solution, &removed[..count]);
    Ok(Some((board, solution)))
}

/// Whole orbits from the front with exactly `black` cells together.
fn black_cells(orbits: &[Vec<usize>], black: usize) -> Option<Vec<usize>> {
    let mut chosen = Vec::new();
    for orbit in orbits {
        if chosen.len() + orbit.len() <= black {
            chosen.extend(orbit);
        }
    }
    (chosen.len() == black).then_some(chosen)
}

fn random_solution(
    blank: &TrickyTriple,
    limits: &Limits,
    rng: &mut ChaCha8Rng,
) -> Result<Option<Solution>, GenerateError> {
    use rand::Rng;
    let request = Request {
        strategy: Some(Strategy {
            variable: VariableChoice::FirstFail,
            value: ValueChoice::Random,
        }),
        seed: rng.random(),
        limits: limits.clone(),
        ..Request::new(Question::One)
    };
    let mut found = Collect::default();
    let model = blank.model().map_err(PuzzleError::from)?;
    let answer = ask(model, &request, &mut found).map_err(PuzzleError::from)?;
    if let Some(limit) = answer.stopped_by
        && found.solutions.is_empty()
    {
        return Err(GenerateError::Stopped(limit));
    }
    Ok(found.solutions.pop())
}

/// Takes clues away, orbit by orbit, as long as one solution is left; gives the orbits taken, in order.
fn dig(
    blank: &TrickyTriple,
    solution: &Solution,
    orbits: &[Vec<usize>],
    limits: &Limits,
) -> Result<Vec<Vec<usize>>, GenerateError> {
    let model = blank.model().map_err(PuzzleError::from)?;
    let mut others = Incremental::new(&model, &EncodeOptions::default())
        .map_err(|refused| PuzzleError::Unfit(refused.to_string()))?;
    others.set_limits(limits);
    others.block(solution, &model.answer());
    let mut kept: Vec<bool> = vec![true; blank.white.len()];
    let mut removed = Vec::new();
    for orbit in orbits {
        let positions: Vec<usize> = orbit.iter().filter_map(|&c| blank.position[c]).collect();
        positions.iter().for_each(|&at| kept[at] = false);
        let facts: Vec<Fact> = (0..kept.len())
            .filter(|&at| kept[at])
            .map(|at| Fact::Is(Var::from_index(at), solution.0[at]))
            .collect();
        match others.solve(&facts) {
            Outcome::Clash(_) => removed.push(orbit.clone()),
            Outcome::Solution(_) => positions.iter().for_each(|&at| kept[at] = true),
            Outcome::Unknown(limit) => return Err(GenerateError::Stopped(limit)),
        }
    }
    Ok(removed)
}

/// The board that shows the solution except in the removed cells.
fn shown(blank: &TrickyTriple, solution: &Solution, removed: &[Vec<usize>]) -> TrickyTriple {
    let mut cells = blank.cells.clone();
    for (position, &cell) in blank.white.iter().enumerate() {
        debug_assert!(SYMBOLS.contains(&solution.0[position]));
        cells[cell] = Given::Clue(solution.0[position]);
    }
    for &cell in removed.iter().flatten() {
        cells[cell] = Given::Empty;
    }
    TrickyTriple::new(blank.rows, blank.cols, cells)
}

/// How many of the removed orbits stay removed so that the board is as wished; none if no number will do.
fn enough_removed(
    wish: &Wish,
    blank: &TrickyTriple,
    solution: &Solution,
    removed: &[Vec<usize>],
    limits: &Limits,
) -> Result<Option<usize>, GenerateError> {
    let white = blank.white.len();
    let clues_left = |count: usize| white - removed[..count].iter().map(Vec::len).sum::<usize>();
    let within = |count: usize, level: Option<Difficulty>, questions: u64| {
        let board = shown(blank, solution, &removed[..count]);
        is_within(&board, solution, level, questions, limits)
    };
    // Exactly of the wanted level: no harder, and not within the level below, where no effort is spared.
    let is = |count: usize, wanted: Difficulty| -> Result<bool, GenerateError> {
        Ok(within(count, Some(wanted), FEW_QUESTIONS)?
            && !within(count, wanted.easier(), ALL_QUESTIONS)?)
    };
    if let Some(clues) = wish.clues {
        let Some(count) = (0..=removed.len()).find(|&count| clues_left(count) == clues) else {
            return Ok(None);
        };
        return match wish.difficulty {
            Some(wanted) if !is(count, wanted)? => Ok(None),
            _ => Ok(Some(count)),
        };
    }
    let Some(wanted) = wish.difficulty else {
        return Ok(Some(removed.len()));
    };
    // Taking a clue away never makes a board easier, so the right place is found by halving: the last one that is not harder
    // than wanted. For a large board with hard steps it is the first one that is hard enough: nearly everything then
    // follows by easier steps, and there is little to look at.
    let last = removed.len();
    let count = match wanted.easier() {
        Some(easier) if white > LARGE && easier > Difficulty::Easy => first(0..=last, |count| {
            within(count, Some(easier), FEW_QUESTIONS).map(|is_easier| !is_easier)
        })?,
        _ => {
            let too_hard = first(1..=last, |count| {
                within(count, Some(wanted), FEW_QUESTIONS).map(|is_within| !is_within)
            })?;
            too_hard - 1
        }
    };
    Ok((count <= last && is(count, wanted)?).then_some(count))
}

/// The first of the numbers for which it is so, as it is for all after it; the one after the last if for none.
fn first<E>(
    numbers: RangeInclusive<usize>,
    mut is_so: impl FnMut(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut low, mut high) = (*numbers.start(), numbers.end() + 1);
    while low < high {
        let middle = (low + high - 1) / 2;
        if is_so(middle)? {
            high = middle
        } else {
            low = middle + 1
        }
    }
    Ok(low)
}

/// Whether the board is of this level or easier; nothing is easier than the first.
fn is_within(
    board: &TrickyTriple,
    solution: &Solution,
    level: Option<Difficulty>,
    questions_per_step: u64,
    limits: &Limits,
) -> Result<bool, GenerateError> {
    let Some(level) = level else { return Ok(false) };
    let Some(most) = level.largest_step() else {
        return Ok(true);
    };
    let options = tantalizer_explain::Options {
        limits: limits.clone(),
        questions_per_step,
        ..tantalizer_explain::Options::default()
    };
    let model = board.model().map_err(PuzzleError::from)?;
    tantalizer_explain::within(&model, solution, most, &options)
        .map_err(|error| PuzzleError::Unfit(error.to_string()))?
        .map_err(GenerateError::Stopped)
}
