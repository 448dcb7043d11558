//! Spinpossible as one of the puzzles: files, JSON, drawings, and which engines its flags ask for.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tantalizer_ask::Posed;
use tantalizer_draw::Drawing;
use tantalizer_model::space::{Wanted, solution};
use tantalizer_model::{EngineId, Limits, Problem, Solution};
use tantalizer_states::{DistanceTable, StateSpace};

use super::board::{Board, BoardError};
use super::design::DESIGNER;
use super::draw::strip;
use super::encoding::{Breaking, Encoding, Length, encode};
use super::problem::SpinProblem;
use super::rules::{Rules, Spin};
use super::sat::Branching;
use super::smaller::Smaller;
use super::space::{SpinSpace, moves_of};
use super::ways::{ByFormulas, ByStates, ByTable, FORMULAS, STATES, TABLE};
use crate::shortest::{TABLE_FLAG, way_json};
use tantalizer_puzzle::states::{AllStates, StatesOf};
use tantalizer_puzzle::{
    About, Document, ENCODING, FileError, Flag, Flags, Kind, OwnFormula, Puzzle, PuzzleEncoding,
    PuzzleError, View,
};

/// How Spinpossible is registered.
pub static KIND: Kind = Kind {
    ways: &[STATES, FORMULAS, TABLE],
    flags: &[
        Flag {
            name: ENCODING,
            values: &["1", "2", "3"],
            placeholder: "E",
            help: "Answer by SAT with this encoding",
            about: About::Formula,
        },
        Flag {
            name: "break",
            values: &["none", "disjoint", "contain", "all"],
            placeholder: "WHICH",
            help: "With --encoding: which consecutive spins are put in order",
            about: About::Formula,
        },
        Flag {
            name: "branch",
            values: &["free", "moves"],
            placeholder: "ON",
            help: "With --encoding: branch freely, or on the spins alone",
            about: About::Answering,
        },
        Flag {
            name: "at-most",
            values: &[],
            placeholder: "K",
            help: "A solution of at most K spins, by SAT",
            about: About::Formula,
        },
        Flag {
            name: "exactly",
            values: &[],
            placeholder: "K",
            help: "A solution of exactly K spins, by SAT",
            about: About::Formula,
        },
        TABLE_FLAG,
    ],
    moves: Some(moves_of),
    design: Some(&DESIGNER),
    ..Kind::new(
        "spinpossible",
        "spin rectangles through 180 degrees until the numbers are in order and upright",
        include_str!("../../../../examples/spinpossible.toml"),
        |document| Ok(Box::new(Spinpossible::read(document)?)),
    )
};

/// No formula has more steps.
const MOST_STEPS: usize = 1000;

fn bad_flag(reason: impl Into<String>) -> PuzzleError {
    PuzzleError::Flag(reason.into())
}

/// What the flags say about formulas.
struct FormulaFlags {
    encoding: Encoding,
    breaking: Breaking,
    branching: Branching,
    wanted: Wanted,
    /// Whether there are any.
    given: bool,
}

impl FormulaFlags {
    fn read(flags: &Flags) -> Result<Self, PuzzleError> {
        let flag = |name: &str| flags.get(name).map(String::as_str);
        // An encoding may bring the other two along, as in `1/all/moves`.
        let mut parts = flag(ENCODING).unwrap_or_default().split('/');
        let encoding = match parts.next().unwrap_or_default() {
            "1" => Encoding::One,
            "2" => Encoding::Two,
            "3" | "" => Encoding::Three,
            _ => return Err(bad_flag("--encoding: expected 1, 2 or 3")),
        };
        let named = parts.next().or(flag("break")).unwrap_or("all");
        let breaking = Breaking::ALL.into_iter().find(|b| b.name() == named);
        let breaking =
            breaking.ok_or_else(|| bad_flag("--break: expected none, disjoint, contain or all"))?;
        let branching = match parts.next().or(flag("branch")) {
            Some("moves") => Branching::Moves,
            Some("free") | None => Branching::Free,
            Some(_) => return Err(bad_flag("--branch: expected free or moves")),
        };
        let spins = |name: &str| {
            let number = |text: &str| match text.parse() {
                Ok(number @ 0..=MOST_STEPS) => Ok(number),
                _ => Err(bad_flag(format!(
                    "--{name}: expected a number of spins from 0 to {MOST_STEPS}"
                ))),
            };
            flag(name).map(number).transpose()
        };
        let wanted = match (spins("at-most")?, spins("exactly")?) {
            (Some(_), Some(_)) => {
                return Err(bad_flag("--at-most and --exactly exclude each other"));
            }
            (Some(most), None) => Wanted::AtMost(most),
            (None, Some(exactly)) => Wanted::Exactly(exactly),
            (None, None) => Wanted::Shortest,
        };
        let names = [ENCODING, "break", "branch", "at-most", "exactly"];
        let given = names.iter().any(|name| flags.contains_key(*name));
        if given && flags.contains_key("table") {
            return Err(bad_flag("--table and the flags of SAT exclude each other"));
        }
        Ok(FormulaFlags {
            encoding,
            breaking,
            branching,
            wanted,
            given,
        })
    }
}

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

    /// The engine for formulas that the flags ask for.
    fn by_formulas(&self, flags: &FormulaFlags) -> ByFormulas {
        ByFormulas {
            id: if flags.given { EngineId::Sat } else { FORMULAS },
            board: self.board.clone(),
            rules: self.rules(),
            encoding: flags.encoding,
            breaking: flags.breaking,
            branching: flags.branching,
        }
    }

    fn by_table(&self, file: &Path) -> Result<ByTable, PuzzleError> {
        let rules = self.rules();
        let space = SpinSpace::new(rules).ok_or_else(|| {
            PuzzleError::TooLarge(format!("there are no tables of {rules} boards"))
        })?;
        let table =
            DistanceTable::load(file, &space.name()).map_err(|e| bad_flag(e.to_string()))?;
        Ok(ByTable {
            board: self.board.clone(),
            space,
            table,
        })
    }

    /// The spins that the first positions stand for, as far as they are known.
    fn spins(&self, values: impl IntoIterator<Item = i32>) -> Vec<Spin> {
        let all = self.rules().spins();
        let spin = |number: i32| all.get(usize::try_from(number).ok()?).copied();
        values.into_iter().map_while(spin).collect()
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

    fn pose(&self, flags: &Flags) -> Result<Posed, PuzzleError> {
        let formulas = FormulaFlags::read(flags)?;
        let rules = self.rules();
        let problem = SpinProblem::new(&self.board, rules, formulas.wanted);
        let mut posed = Posed::new(Problem::Space(Arc::new(problem)));
        let table = flags.get("table").map(Path::new);
        let smaller = table.map(|file| Smaller::read(file, &rules)).transpose();
        let smaller = smaller.map_err(|error| bad_flag(error.to_string()))?;
        let smaller = smaller.flatten().map(Arc::new);
        if formulas.wanted == Wanted::Shortest {
            posed = posed.with_way(ByStates {
                board: self.board.clone(),
                rules,
                smaller: smaller.clone(),
            });
        }
        posed = posed.with_way(self.by_formulas(&formulas));
        if formulas.given {
            posed.chosen = Some(EngineId::Sat);
        }
        if smaller.is_some() {
            posed.chosen = Some(STATES);
        } else if let Some(file) = table {
            posed = posed.with_way(self.by_table(file)?);
            posed.chosen = Some(TABLE);
        }
        Ok(posed)
    }

    fn solution_json(&self, solution: &Solution, bound: Option<i64>) -> Value {
        let spins = self.spins(solution.0.iter().copied());
        let list: Vec<[usize; 4]> = spins.iter().map(Spin::one_based).collect();
        way_json("spins", json!(list), spins.len(), bound)
    }

    fn draw(&self, view: &View) -> Drawing {
        let known = (0..).map_while(|position| view.value(position));
        strip(&self.board, &self.spins(known))
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
                        engine: Some(EngineId::Sat),
                        note: "",
                    });
                }
            }
        }
        encodings
    }

    fn formula(&self, flags: &Flags) -> Result<Option<OwnFormula<'_>>, PuzzleError> {
        let flags = FormulaFlags::read(flags)?;
        if !flags.given {
            return Ok(None);
        }
        let length = match flags.wanted {
            Wanted::AtMost(most) => Length::AtMost(most),
            Wanted::Exactly(length) => Length::Exactly(length),
            Wanted::Shortest => {
                let reason = "a formula has a length: expected --at-most K or --exactly K as well";
                return Err(bad_flag(reason));
            }
        };
        let formula = self.by_formulas(&flags).formula(length);
        let encoded = encode(&self.board, self.single_spins, &formula);
        let names = (1..).map_while(|variable| encoded.cnf.name(variable).map(String::from));
        let all = self.rules().spins();
        Ok(Some(OwnFormula {
            names: names.collect(),
            clauses: encoded.cnf.clauses().to_vec(),
            read: Box::new(move |holds| {
                let spins = encoded.spins(holds);
                let spins = spins.map_err(|error| PuzzleError::Unreadable(error.to_string()))?;
                let number = |spin: &Spin| all.iter().position(|other| other == spin);
                Ok(solution(
                    &spins.iter().filter_map(number).collect::<Vec<_>>(),
                ))
            }),
        }))
    }

    fn states(&self, _: &Limits) -> Result<Option<Box<dyn AllStates>>, PuzzleError> {
        let rules = self.rules();
        let space = SpinSpace::new(rules).ok_or_else(|| {
            PuzzleError::TooLarge(format!("boards of {rules} are too many to be numbered"))
        })?;
        let fields = json!({
            "rows": rules.rows(),
            "cols": rules.cols(),
            "single_spins": rules.single_spins(),
        });
        let Value::Object(fields) = fields else {
            return Ok(None);
        };
        Ok(Some(Box::new(StatesOf {
            title: format!("boards of {rules}"),
            fields,
            boards: Some(space.len()),
            bytes: 0,
            show: Box::new(|space: &SpinSpace, state| {
                let board = space.board(state).to_string();
                let lines: Vec<&str> = board.lines().collect();
                (json!(lines), format!("{}\n", lines.join("\n")))
            }),
            space,
        })))
    }

    fn value_json(&self, _: usize, value: i32) -> Value {
        let all = self.rules().spins();
        let spin = usize::try_from(value).ok().and_then(|n| all.get(n));
        spin.map_or(Value::from(value), |spin| json!(spin.one_based()))
    }

    fn value_word(&self, _: usize, value: i32) -> String {
        match self.spins([value])[..] {
            [spin] => {
                let [top, left, bottom, right] = spin.one_based();
                if (top, left) == (bottom, right) {
                    format!("Turn r{top}c{left} alone")
                } else {
                    format!("Spin r{top}c{left} to r{bottom}c{right}")
                }
            }
            _ => value.to_string(),
        }
    }
}
