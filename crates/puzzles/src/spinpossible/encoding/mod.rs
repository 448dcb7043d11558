//! "Is there a solution of this length?" as a formula in conjunctive normal form.
//!
//! Three encodings. The first two are those of Marijn Heule and Valentin
//! Mayer-Eichberger, "Encoding the Spinpossible Puzzle in SAT" (2011), whose
//! equations the code names, generalised from 3x3 to any size; the third is
//! ours. Each takes the same symmetry breaking ([`Breaking`]) and the same two
//! kinds of length ([`Length`]), and knows how to read the spins off a model.
//!
//! The formulas are plain lists of clauses ([`Cnf`]): nothing here solves them.

mod cnf;
mod lines;
mod one;
mod order;
mod three;
mod two;

use super::board::Board;
use super::rules::{Rules, Spin};

pub use cnf::{Cnf, Literal};

/// Which encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Eq. 1-5: which symbol is at which position, one variable a spin.
    One,
    /// Eq. 8-18: rows and columns apart, lines instead of spins.
    Two,
    /// Ours: rows and columns apart, one variable an interval of lines and one
    /// whether a tile is turned.
    Three,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Encoding; 3] = [Encoding::One, Encoding::Two, Encoding::Three];
}

/// The length of the solutions that a formula describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Length {
    /// Of so many spins or fewer: idle steps may follow the last spin.
    AtMost(usize),
    /// Of exactly so many. That a shorter solution exists does not mean that
    /// there is one of this length.
    Exactly(usize),
}

impl Length {
    /// The number of steps of the formula.
    pub fn steps(self) -> usize {
        match self {
            Length::AtMost(steps) | Length::Exactly(steps) => steps,
        }
    }
}

/// Which pairs of consecutive spins are kept in one order only.
///
/// Two consecutive spins can change places, with the same result, if they are
/// disjoint, or if one contains the other (the inner one is then mirrored in
/// the outer one). One order of each such pair is forbidden. What makes this
/// sound: there is a linear order on spins in which every spin comes before all
/// that strictly contain it, and what is forbidden is a spin followed by a
/// smaller one in that order. Putting such a pair right makes the first of the
/// two steps smaller, so the lexicographically least of all equivalent solutions
/// has no forbidden pair. All our formulas, separately and together, use one
/// such order per encoding:
///
/// - Encoding 1 (Eq. 6, 7) orders by size, then by number. Without "by size"
///   Eq. 6 is unsound: it then forbids a small spin before a large one around
///   it, and the mirrored small one after it as well.
/// - Encodings 2 and 3 order by the top line, the lower first; then by the left
///   line, the right one first; then by bottom and right. Eq. 19 as printed
///   forbids, for rows and for columns, the upper or left one first. Of two
///   disjoint rectangles one of which lies above and to the right of the other,
///   that forbids both orders. So we keep it for rows, and for columns where the
///   rows do not decide.
///
/// A spin twice in a row is forbidden with `contain` (Eq. 6 has `n <= m`, Eq. 20
/// includes equal corners), but only for [`Length::AtMost`]: of an exact length
/// there may be no solution without such a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Breaking {
    /// Order consecutive disjoint spins.
    pub disjoint: bool,
    /// Order consecutive spins one of which contains the other.
    pub contain: bool,
}

impl Breaking {
    /// All combinations.
    pub const ALL: [Breaking; 4] = [
        Breaking::new(false, false),
        Breaking::new(true, false),
        Breaking::new(false, true),
        Breaking::new(true, true),
    ];

    /// Which of the two.
    pub const fn new(disjoint: bool, contain: bool) -> Self {
        Breaking { disjoint, contain }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match (self.disjoint, self.contain) {
            (false, false) => "none",
            (true, false) => "disjoint",
            (false, true) => "contain",
            (true, true) => "all",
        }
    }
}

/// A formula to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Formula {
    /// The encoding.
    pub encoding: Encoding,
    /// The symmetry breaking.
    pub breaking: Breaking,
    /// The length of the solutions.
    pub length: Length,
    /// With encoding 2: also say that every row and column holds as many
    /// numbers as it has places, which follows from the rest.
    pub cardinality: bool,
}

/// A formula, how to put a board in, and how to read spins off its models.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The formula.
    pub cnf: Cnf,
    start: Start,
    steps: Vec<SpinVariables>,
    rules: Rules,
}

/// The variables that tell the initial board.
#[derive(Debug, Clone)]
enum Start {
    /// For each position: upside down, then each number.
    Positions(Vec<Vec<Literal>>),
    /// For each number: its row, its column, upside down.
    Numbers(Vec<(Vec<Literal>, Vec<Literal>, Literal)>),
}

/// The variables that tell the spin of one step.
#[derive(Debug, Clone)]
enum SpinVariables {
    /// One variable a spin.
    Spins(Vec<(Spin, Literal)>),
    /// One variable a row and a column of the rectangle.
    Lines {
        rows: Vec<Literal>,
        cols: Vec<Literal>,
    },
}

/// A model that does not describe a sequence of spins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("step {0} of the model is not a spin")]
pub struct NotASpin(usize);

/// The formula that a board has a solution.
pub fn encode(board: &Board, single_spins: bool, formula: &Formula) -> Encoded {
    let mut encoded = encode_any(&board.rules(single_spins), formula);
    for literal in encoded.board_literals(board) {
        encoded.cnf.add([literal]);
    }
    encoded
}

/// The formula that some board has a solution: [`encode`] without the board,
/// which [`Encoded::board_literals`] adds as assumptions. Without them the
/// initial state need not be a board at all.
pub fn encode_any(rules: &Rules, formula: &Formula) -> Encoded {
    match formula.encoding {
        Encoding::One => one::encode(*rules, formula),
        Encoding::Two => two::encode(*rules, formula),
        Encoding::Three => three::encode(*rules, formula),
    }
}

impl Encoded {
    /// The literals that say that this is the initial board.
    pub fn board_literals(&self, board: &Board) -> Vec<Literal> {
        let holds = |variable: Literal, holds| if holds { variable } else { -variable };
        let mut literals = Vec::new();
        for (position, &tile) in board.tiles().iter().enumerate() {
            let number = usize::from(tile.unsigned_abs());
            match &self.start {
                Start::Positions(positions) => {
                    let variables = &positions[position];
                    literals.push(holds(variables[0], tile < 0));
                    let numbers = variables[1..].iter().zip(1..);
                    literals.extend(numbers.map(|(&x, j)| holds(x, j == number)));
                }
                Start::Numbers(numbers) => {
                    let (rows, cols, down) = &numbers[number - 1];
                    literals.push(rows[position / board.cols()]);
                    literals.push(cols[position % board.cols()]);
                    literals.push(holds(*down, tile < 0));
                }
            }
        }
        literals
    }

    /// The spins of a model, given as the truth of every variable.
    pub fn spins(&self, is_true: impl Fn(Literal) -> bool) -> Result<Vec<Spin>, NotASpin> {
        let mut spins = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            let spin = match step {
                SpinVariables::Spins(choices) => {
                    let mut chosen = choices.iter().filter(|(_, var)| is_true(*var));
                    let spin = chosen.next().map(|(spin, _)| *spin);
                    if chosen.next().is_some() {
                        return Err(NotASpin(number + 1));
                    }
                    spin
                }
                SpinVariables::Lines { rows, cols } => {
                    let ends = |lines: &[Literal]| {
                        let first = lines.iter().position(|&line| is_true(line))?;
                        let last = lines.iter().rposition(|&line| is_true(line))?;
                        Some((first as u8, last as u8))
                    };
                    ends(rows).zip(ends(cols)).map(|(rows, cols)| Spin {
                        top: rows.0,
                        left: cols.0,
                        bottom: rows.1,
                        right: cols.1,
                    })
                }
            };
            if spin.is_some_and(|s| s.size() == 1 && !self.rules.single_spins()) {
                return Err(NotASpin(number + 1));
            }
            // No spin at all is an idle step.
            spins.extend(spin);
        }
        Ok(spins)
    }

    /// The literals that say that a step (from 0) is this spin.
    pub fn spin_literals(&self, step: usize, spin: &Spin) -> Vec<Literal> {
        match &self.steps[step] {
            SpinVariables::Spins(choices) => {
                let chosen = choices.iter().filter(|(other, _)| other == spin);
                chosen.map(|&(_, variable)| variable).collect()
            }
            SpinVariables::Lines { rows, cols } => {
                let within = |lines: &[Literal], first: u8, last: u8| {
                    let inside = usize::from(first)..=usize::from(last);
                    let literal = |(c, &line): (usize, &Literal)| {
                        if inside.contains(&c) { line } else { -line }
                    };
                    lines.iter().enumerate().map(literal).collect::<Vec<_>>()
                };
                [
                    within(rows, spin.top, spin.bottom),
                    within(cols, spin.left, spin.right),
                ]
                .concat()
            }
        }
    }

    /// The variables that say which spins are done: what to branch on when
    /// branching is restricted to moves.
    pub fn move_variables(&self) -> Vec<Literal> {
        self.steps
            .iter()
            .flat_map(|step| match step {
                SpinVariables::Spins(choices) => choices.iter().map(|&(_, var)| var).collect(),
                SpinVariables::Lines { rows, cols } => [rows.as_slice(), cols].concat(),
            })
            .collect()
    }
}
