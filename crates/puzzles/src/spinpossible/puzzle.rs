//! Spinpossible as one of the puzzles: files, JSON, drawings, answers.
//!
//! A solution that is proven to be a shortest one is given as the values of the
//! variables of the [model](super::model), like those that engines find. Any
//! other is its spins by number (as [`Rules::spins`] lists them), then `-1`,
//! which no variable of the model can be, then the proven lower bound on the
//! length.

use serde_json::{Value, json};
use tantalizer_draw::Drawing;
use tantalizer_model::{Answer, Limits, Model, Observer, Solution, Watch};

use super::answer;
use super::board::{Board, BoardError};
use super::draw::strip;
use super::encoding::encode;
use super::model;
use super::rules::{Rules, Spin};
use super::solver::{Solver, SolverError};
use crate::{
    Document, FileError, Flag, Flags, Kind, OwnFormula, Puzzle, PuzzleEncoding, PuzzleError,
    Request, View,
};

/// How Spinpossible is registered.
pub static KIND: Kind = Kind {
    name: "spinpossible",
    summary: "spin rectangles through 180 degrees until the numbers are in order and upright",
    flags: &[
        Flag {
            name: "encoding",
            values: &["1", "2", "3"],
            placeholder: "E",
            help: "Answer by SAT with this encoding",
            of_formula: true,
        },
        Flag {
            name: "break",
            values: &["none", "disjoint", "contain", "all"],
            placeholder: "WHICH",
            help: "With --encoding: which consecutive spins are put in order",
            of_formula: true,
        },
        Flag {
            name: "branch",
            values: &["free", "moves"],
            placeholder: "ON",
            help: "With --encoding: branch freely, or on the spins alone",
            of_formula: false,
        },
        Flag {
            name: "at-most",
            values: &[],
            placeholder: "K",
            help: "A solution of at most K spins, by SAT",
            of_formula: true,
        },
        Flag {
            name: "exactly",
            values: &[],
            placeholder: "K",
            help: "A solution of exactly K spins, by SAT",
            of_formula: true,
        },
        Flag {
            name: "table",
            values: &[],
            placeholder: "FILE",
            help: "Look distances up in a table that `states --table` has stored",
            of_formula: false,
        },
    ],
    read: |document| Ok(Box::new(Spinpossible::read(document)?)),
};

/// The model is that of the shortest length; this long it is looked for.
const MODEL_SECONDS: f64 = 20.0;

/// A board to be put in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spinpossible {
    board: Board,
    single_spins: bool,
}

impl Spinpossible {
    /// The puzzle of a board.
    pub fn new(board: Board, single_spins: bool) -> Self {
        Spinpossible {
            board,
            single_spins,
        }
    }

    /// Reads a board from a puzzle file.
    pub fn read(document: &Document) -> Result<Self, FileError> {
        document.only_keys(&["board", "single-spins"])?;
        let single_spins = document.boolean("single-spins")?.unwrap_or(true);
        let rows = document.board("board", false)?;
        let mut numbers: Vec<Vec<i64>> = Vec::new();
        for row in &rows {
            let mut line = Vec::new();
            for (column, token) in row.tokens.iter().enumerate() {
                let number = token.parse();
                line.push(number.map_err(|_| {
                    document.bad_token(row, column, "a number such as 3, or -3 for upside down")
                })?);
            }
            numbers.push(line);
        }
        let board = Board::from_rows(&numbers).map_err(|error| {
            // The last row with the number at fault, or the first row.
            let at = |number: i64| {
                numbers.iter().rposition(|row| {
                    row.iter()
                        .any(|n| n.unsigned_abs() == number.unsigned_abs())
                })
            };
            let row = match error {
                BoardError::OutOfRange { number, .. } => at(number),
                BoardError::Twice(number) => at(number as i64),
                _ => None,
            };
            document.error(Some(rows[row.unwrap_or(0)].line), error.to_string())
        })?;
        Ok(Spinpossible::new(board, single_spins))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.board.rules(self.single_spins)
    }

    /// Packs spins and a proven lower bound into a solution.
    pub(super) fn pack(&self, spins: &[Spin], lower_bound: usize) -> Solution {
        let rules = self.rules();
        if spins.len() == lower_bound
            && let Some(values) = model::values(&self.board, &rules, spins)
        {
            return Solution(values);
        }
        let all = rules.spins();
        let number = |spin: &Spin| all.iter().position(|other| other == spin);
        let numbers = spins.iter().filter_map(number).map(|number| number as i32);
        Solution(numbers.chain([-1, lower_bound as i32]).collect())
    }

    /// The model, if the shortest length is found in time.
    pub(super) fn model_within(&self, watch: &Watch) -> Result<Option<Model>, PuzzleError> {
        let rules = self.rules();
        let length = match Solver::new(rules).shortest(&self.board, watch) {
            Ok(spins) => spins.len(),
            // Any length is right for a board without solutions.
            Err(SolverError::Unsolvable) => 1,
            Err(_) => return Ok(None),
        };
        Ok(Some(model::build(&self.board, &rules, length)?))
    }

    /// The spins and the lower bound of a solution.
    fn unpack(&self, values: &[i32]) -> (Vec<Spin>, usize) {
        let all = self.rules().spins();
        let spin = |&number: &i32| all.get(usize::try_from(number).ok()?).copied();
        match values.iter().position(|&value| value == -1) {
            Some(end) => {
                let bound = values.get(end + 1).copied().unwrap_or(0);
                let spins = values[..end].iter().filter_map(spin).collect();
                (spins, bound as usize)
            }
            None => {
                let most = model::most(&self.rules(), values.len());
                // The number after the last spin means "none" and is no spin.
                (values[..most].iter().filter_map(spin).collect(), most)
            }
        }
    }
}

impl Puzzle for Spinpossible {
    fn name(&self) -> &str {
        KIND.name
    }

    fn to_json(&self) -> Value {
        let board: Vec<String> = self.board.to_string().lines().map(String::from).collect();
        let mut json = json!({ "puzzle": KIND.name, "board": board });
        if !self.single_spins {
            json["single-spins"] = Value::from(false);
        }
        json
    }

    fn model(&self) -> Result<Model, PuzzleError> {
        let watch = Limits::seconds(MODEL_SECONDS).start();
        self.model_within(&watch)?.ok_or_else(|| {
            PuzzleError::Unfit(
                "the model needs the length of the shortest solution, which is not known for \
                 this board"
                    .into(),
            )
        })
    }

    fn solution_json(&self, solution: &Solution) -> Value {
        let (spins, lower_bound) = self.unpack(&solution.0);
        let list: Vec<[usize; 4]> = spins.iter().map(Spin::one_based).collect();
        json!({
            "spins": list,
            "length": spins.len(),
            "optimal": spins.len() == lower_bound,
            "lower_bound": lower_bound,
        })
    }

    fn draw(&self, view: &View) -> Drawing {
        let known: Vec<i32> = (0..).map_while(|position| view.value(position)).collect();
        if known.is_empty() {
            return strip(&self.board, &[]);
        }
        strip(&self.board, &self.unpack(&known).0)
    }

    fn answer(
        &self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        answer::answer(self, request, observer)
    }

    /// Formulas for SAT, such as `1/all`: the encoding, and which consecutive spins are put in order; `1/all/moves` branches on
    /// the spins alone.
    fn encodings(&self) -> Vec<PuzzleEncoding> {
        let values = |name: &str| {
            let flag = KIND.flags.iter().find(|flag| flag.name == name);
            flag.map_or(&[][..], |flag| flag.values)
        };
        let mut encodings = Vec::new();
        for encoding in values("encoding") {
            for breaking in values("break") {
                for branching in ["", "/moves"] {
                    encodings.push(PuzzleEncoding {
                        name: format!("{encoding}/{breaking}{branching}"),
                        engine: Some("sat"),
                        note: "",
                    });
                }
            }
        }
        encodings
    }

    fn answer_encoded(
        &self,
        encoding: &str,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        let mut request = request.clone();
        for (flag, value) in ["encoding", "break", "branch"]
            .iter()
            .zip(encoding.split('/'))
        {
            request.flags.insert(flag.to_string(), value.into());
        }
        answer::answer(self, &request, observer)
    }

    fn own_formula(&self, flags: &Flags) -> Result<Option<OwnFormula<'_>>, PuzzleError> {
        let wish = answer::Wish::read(flags)?;
        if !wish.by_sat {
            return Ok(None);
        }
        let Some(length) = wish.length else {
            let reason = "a formula has a length: expected --at-most K or --exactly K as well";
            return Err(PuzzleError::Unfit(reason.into()));
        };
        let encoded = encode(&self.board, self.single_spins, &wish.formula(length));
        let names = (1..).map_while(|variable| encoded.cnf.name(variable).map(String::from));
        Ok(Some(OwnFormula {
            names: names.collect(),
            clauses: encoded.cnf.clauses().to_vec(),
            read: Box::new(move |holds| {
                let spins = encoded.spins(holds);
                let spins = spins.map_err(|error| PuzzleError::Unfit(error.to_string()))?;
                if !self.board.is_solved_by(&spins) {
                    let reason = "the assignment does not put the board in order";
                    return Err(PuzzleError::Unfit(reason.into()));
                }
                // No more is proven than that a board in order needs no spin.
                Ok(self.pack(&spins, usize::from(!self.board.is_solved())))
            }),
        }))
    }

    /// Different shortest solutions of a board are not images of each other.
    fn orbits(
        &self,
        _: &Request,
        _: &num_bigint::BigUint,
    ) -> Result<Vec<(String, Option<num_bigint::BigUint>)>, PuzzleError> {
        Ok(Vec::new())
    }

    fn value_json(&self, _: usize, value: i32) -> Value {
        let all = self.rules().spins();
        let spin = usize::try_from(value).ok().and_then(|n| all.get(n));
        spin.map_or(Value::from(value), |spin| json!(spin.one_based()))
    }
}
