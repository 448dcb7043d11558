//! What a certificate states: the claim, the puzzle, the model, the formula and what its literals mean.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use num_bigint::BigUint;
use tantalizer_model::{ConstraintId, Model, Var};

use crate::lines::Lines;
use crate::{Refusal, redundant};

/// What a certificate claims of its model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// There are solutions: at least those listed.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// There are exactly so many that differ on the answer variables.
    Exactly(u64),
    /// There are exactly so many that differ on the answer variables; a diagram shows it without listing them.
    Count(BigUint),
    /// No solution has a better objective than this.
    Optimal(i32),
    /// There are solutions, and so many of the answer variables have the same value in all of them.
    Forced(u64),
    /// So many deductions follow one after another from the clues.
    Explained(u64),
    /// There is exactly one, and so many of the stated clues can go, one at a time.
    Redundant(u64),
    /// There is exactly one, and with fewer clues than this there would be others as well.
    Fewest(u64),
}

impl Claim {
    /// The word for it.
    pub fn kind(&self) -> &'static str {
        match self {
            Claim::Satisfiable => "satisfiable",
            Claim::Unsatisfiable => "unsatisfiable",
            Claim::Exactly(_) => "exactly",
            Claim::Count(_) => "count",
            Claim::Optimal(_) => "optimal",
            Claim::Forced(_) => "forced",
            Claim::Explained(_) => "explained",
            Claim::Redundant(_) => "redundant",
            Claim::Fewest(_) => "fewest",
        }
    }

    /// Whether its certificate has a formula, which is said to encode the model.
    pub fn has_formula(&self) -> bool {
        !matches!(
            self,
            Claim::Satisfiable | Claim::Count(_) | Claim::Explained(_)
        )
    }
}

/// For a variable and a value, the literals that are all true exactly when the variable has the value.
pub type Meaning = HashMap<(Var, i32), Vec<i32>>;

/// The head of a certificate.
#[derive(Debug, Clone)]
pub struct Stated {
    /// The claim.
    pub claim: Claim,
    /// The puzzle, as it was given.
    pub statement: String,
    /// The model.
    pub model: Model,
    /// The clues of which it is told whether they can go.
    pub clues: Vec<ConstraintId>,
    /// How the model is said to have been encoded; empty if there is no formula.
    pub encoding: String,
    /// How many variables the formula has.
    pub variables: usize,
    /// The formula.
    pub formula: Vec<Vec<i32>>,
    /// What its literals mean.
    pub meanings: Meaning,
}

impl Stated {
    pub(crate) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Stated, Refusal> {
        lines.expect("tantalizer certificate 1")?;
        let claim = lines.after("claim")?;
        let claim = match claim.split_once(' ').unwrap_or((&claim, "")) {
            ("satisfiable", "") => Claim::Satisfiable,
            ("unsatisfiable", "") => Claim::Unsatisfiable,
            ("exactly", count) => Claim::Exactly(lines.parse(count)?),
            ("count", count) => Claim::Count(lines.parse(count)?),
            ("optimal", value) => Claim::Optimal(lines.parse(value)?),
            ("forced", values) => Claim::Forced(lines.parse(values)?),
            ("explained", steps) => Claim::Explained(lines.parse(steps)?),
            ("redundant", clues) => Claim::Redundant(lines.parse(clues)?),
            ("fewest", clues) => Claim::Fewest(lines.parse(clues)?),
            _ => return Err(lines.wrong(format!("unknown claim `{claim}`"))),
        };
        let statement = lines.quoted("statement")?;
        let model = lines.quoted("model")?;
        let model = Model::from_text(&model).map_err(|error| lines.wrong(error.to_string()))?;
        let has_formula = claim.has_formula();
        let mut stated = Stated {
            claim,
            statement,
            model,
            clues: Vec::new(),
            encoding: String::new(),
            variables: 0,
            formula: Vec::new(),
            meanings: Meaning::new(),
        };
        if let Claim::Redundant(_) = stated.claim {
            stated.read_clues(lines)?;
        }
        if has_formula {
            stated.encoding = lines.after("encoding")?;
            stated.read_formula(lines)?;
            stated.read_meanings(lines)?;
        }
        Ok(stated)
    }

    /// The model that the formula encodes: without the clues of which it is told whether they can go, whose variables it speaks of.
    pub fn encoded_model(&self) -> Model {
        let mut model = self.model.without(&self.clues);
        let told = self
            .clues
            .iter()
            .filter_map(|&clue| redundant::told(&self.model, clue));
        let mut answer = self.model.answer();
        answer.extend(told.map(|(var, _)| var));
        model.set_answer(answer);
        model
    }

    fn read_clues<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), Refusal> {
        let clues: Vec<usize> = lines.numbers("clues")?;
        self.clues = clues.into_iter().map(ConstraintId).collect();
        let different: HashSet<&ConstraintId> = self.clues.iter().collect();
        let is_clue = |&clue: &ConstraintId| redundant::told(&self.model, clue).is_some();
        if different.len() == self.clues.len() && self.clues.iter().all(is_clue) {
            Ok(())
        } else {
            Err(lines.wrong("not every one of these is a clue".to_string()))
        }
    }

    fn read_formula<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), Refusal> {
        let sizes = lines.numbers("formula")?;
        let [variables, clauses] = sizes[..] else {
            return Err(lines.wrong("expected the numbers of variables and clauses".to_string()));
        };
        if variables > i32::MAX as usize {
            return Err(lines.wrong("there are too many variables".to_string()));
        }
        self.variables = variables;
        for _ in 0..clauses {
            let clause = lines.clause("")?;
            self.within(lines, &clause)?;
            self.formula.push(clause);
        }
        Ok(())
    }

    /// Lines `VARIABLE VALUE LITERALS 0`.
    fn read_meanings<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<(), Refusal> {
        let count: usize = lines.header("meanings")?;
        for _ in 0..count {
            let mut numbers: Vec<i32> = lines.numbers("")?;
            if numbers.len() < 3 {
                return Err(lines.wrong("expected a variable, a value and literals".to_string()));
            }
            let mut literals = numbers.split_off(2);
            lines.close(&mut literals)?;
            self.within(lines, &literals)?;
            let known = usize::try_from(numbers[0]).ok();
            let Some(index) = known.filter(|&index| index < self.model.var_count()) else {
                return Err(lines.wrong(format!("there is no variable {}", numbers[0])));
            };
            let (var, value) = (Var::from_index(index), numbers[1]);
            if !self.model.domain(var).contains(value) {
                return Err(lines.wrong(format!("{value} is not in the variable's domain")));
            }
            if self.meanings.insert((var, value), literals).is_some() {
                return Err(lines.wrong("this meaning is stated twice".to_string()));
            }
        }
        Ok(())
    }

    fn within<R: BufRead>(&self, lines: &Lines<R>, literals: &[i32]) -> Result<(), Refusal> {
        let beyond = |literal: &&i32| literal.unsigned_abs() as usize > self.variables;
        match literals.iter().find(beyond) {
            Some(literal) => Err(lines.wrong(format!("the formula has no variable of {literal}"))),
            None => Ok(()),
        }
    }
}
