//! The independent checker of certificates.
//!
//! A certificate states a model, a formula that is said to encode it, solutions, and a proof. This crate reads
//! it line by line and believes nothing it can find out by itself:
//!
//! 1. every listed solution is held against the judge, [`Model::violated`];
//! 2. no two of them agree on all answer variables;
//! 3. the clauses that exclude them (or, for an optimum, all values that are no better) say exactly that, in the
//!    literals whose meaning is stated;
//! 4. for a claim about the fewest clues, other solutions without them are judged too, and what they show is worked
//!    out here;
//! 5. the same for a claim about clues that can go: each that can has a proof of its own, each that cannot a solution without it;
//! 6. the proof, in the LRAT format (Cruz-Filipe et al., *Efficient certified RAT verification*, 2017), is
//!    replayed step by step from the formula and these clauses to the empty clause.
//!
//! A count that lists nothing comes with a diagram instead: layers of nodes and arcs, of which every arc that is there and every
//! one that is not is held against the constraints, whose futures are worked out here from the judge (`diagram.rs`). Numbers of solutions up to a
//! symmetry follow, if there are any (`orbits.rs`).
//!
//! An explanation comes with its deductions, each of which is tried out (`steps.rs`).
//!
//! That every solution of the model satisfies the formula is verified clause by clause where that does not take too long (`encoded.rs`).
//!
//! What is left to trust is listed in [`Report::trusted`]. The format is described in `docs/certificates.md`.
//! It depends on the model alone and shares no code with what writes certificates.

mod cover;
mod diagram;
mod encoded;
mod futures;
mod key;
mod label;
mod lines;
mod lrat;
mod moves;
mod orbits;
mod pieces;
mod redundant;
mod stated;
mod steps;
mod table;
mod tied;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::BufRead;

use tantalizer_model::{Model, Objective, Var};

use lines::Lines;
use lrat::Proof;
pub use moves::{Moves, is_symmetry};
use orbits::Shown;
pub use orbits::UpTo;
pub use pieces::{PIECES_MAGIC, PiecesReport, check_pieces};
pub use stated::{Claim, Meaning, Stated};
pub use steps::{Deduction, Known};
pub use table::{TABLE_MAGIC, TRUSTED_MOVES, TableReport, check_table};
pub use tied::check_tied;

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Refusal {}

/// What an accepted certificate shows.
#[derive(Debug, Clone)]
pub struct Report {
    /// What it claims, and shows.
    pub claim: Claim,
    /// The puzzle, as it was given.
    pub statement: String,
    /// The model that is said to be the puzzle's.
    pub model: Model,
    /// How many solutions are listed; each was judged, and no two agree on all answer variables.
    pub solutions: u64,
    /// The least and the greatest objective of these, if the model has an objective.
    pub objective: Option<(i32, i32)>,
    /// How many other solutions without clues are listed, where the claim is about clues.
    pub alternatives: u64,
    /// How many steps the proofs have, or how many deductions there are.
    pub steps: u64,
    /// How many answer variables have one value left after all deductions.
    pub fixed: u64,
    /// How many arcs the diagram has, where the claim is a count without a list.
    pub arcs: u64,
    /// The numbers of solutions up to symmetries.
    pub modulo: Vec<UpTo>,
    /// Of a formula whose literals were verified to mean what is stated: the constraints whose clauses were not verified to hold in every solution.
    pub unverified: Option<Vec<String>>,
    /// What is taken on trust, in sentences.
    pub trusted: Vec<String>,
}

/// Trusted by every certificate.
pub const TRUSTED_MODEL: &str = "the stated model is the model of the stated puzzle";

/// Trusted by certificates with a proof whose formula was not verified.
pub const TRUSTED_FORMULA: &str =
    "the stated formula encodes the stated model, its literals meaning what is stated";

/// Checks a certificate.
///
/// ```
/// let refusal = tantalizer_check::check(&b"anything else"[..]).unwrap_err();
/// assert_eq!(refusal.line, 1);
/// ```
pub fn check(reader: impl BufRead) -> Result<Report, Refusal> {
    let mut lines = Lines::new(reader);
    let mut stated = Stated::read(&mut lines)?;
    let mut trusted = vec![TRUSTED_MODEL.to_string()];
    let mut unverified = None;
    let (mut steps, mut alternatives, mut arcs, mut fixed) = (0, 0, 0, 0);
    let listed;
    if let Claim::Count(claimed) = &stated.claim {
        let counted = diagram::read(&mut lines, &stated.model)?;
        if counted.solutions != *claimed {
            let found = counted.solutions;
            let reason = format!("the diagram holds {found} solutions, {claimed} are claimed");
            return Err(lines.wrong(reason));
        }
        arcs = counted.arcs;
        listed = Listed::default();
    } else if !stated.claim.has_formula() {
        listed = solutions(&mut lines, &stated, None)?;
        if let Claim::Explained(count) = stated.claim {
            fixed = steps::read(&mut lines, &stated.model, count)?;
            steps = count;
        }
    } else {
        unverified = encoded::not_verified(&stated);
        match unverified.as_deref() {
            None => trusted.push(TRUSTED_FORMULA.to_string()),
            Some([]) => {}
            Some(names) => trusted.push(format!(
                "the clauses of these constraints hold in every solution: {}",
                names.join(", ")
            )),
        }
        let mut proof = Proof::new(stated.variables);
        let formula = std::mem::take(&mut stated.formula);
        let is_about_clues = matches!(stated.claim, Claim::Redundant(_));
        let again = if is_about_clues {
            formula.clone()
        } else {
            Vec::new()
        };
        formula.into_iter().for_each(|clause| proof.axiom(clause));
        for literal in redundant::literals(&lines, &stated, None)? {
            proof.axiom(vec![literal]);
        }
        listed = solutions(&mut lines, &stated, Some(&mut proof))?;
        match stated.claim {
            Claim::Optimal(value) => bound(&mut lines, &stated, value, &listed, &mut proof)?,
            Claim::Forced(values) => forced(&mut lines, &stated, values, &listed, &mut proof)?,
            _ => {}
        }
        lines.expect("proof")?;
        steps = proof.replay(&mut lines)?;
        if let &Claim::Redundant(claimed) = &stated.claim {
            let shown = redundant::read(&mut lines, &stated, &again)?;
            if shown.free != claimed {
                let found = shown.free;
                let reason = format!("{claimed} clues that can go are claimed, {found} are shown");
                return Err(lines.wrong(reason));
            }
            alternatives = shown.needed;
            steps += shown.steps;
        }
        if let (&Claim::Fewest(clues), Some(solution)) = (&stated.claim, &listed.last) {
            let (shown, more) = cover::fewest(&mut lines, &stated.model, solution, clues)?;
            alternatives = shown;
            steps += more;
        }
    }
    let modulo = match &stated.claim {
        Claim::Count(count) => {
            let (modulo, more) = orbits::read(&mut lines, &stated.model, &Shown::Counted(count))?;
            arcs += more;
            modulo
        }
        Claim::Exactly(_) => {
            orbits::read(&mut lines, &stated.model, &Shown::Listed(&listed.answers))?.0
        }
        _ => {
            lines.expect("end")?;
            Vec::new()
        }
    };
    lines.digest()?;
    Ok(Report {
        claim: stated.claim,
        statement: stated.statement,
        model: stated.model,
        solutions: listed.count,
        objective: listed.objective,
        alternatives,
        steps,
        fixed,
        arcs,
        modulo,
        unverified,
        trusted,
    })
}

/// Reads what a certificate states, up to the solutions, without checking anything: for comparing the formula
/// with an encoding of one's own.
pub fn read_stated(reader: impl BufRead) -> Result<Stated, Refusal> {
    Stated::read(&mut Lines::new(reader))
}

/// What was listed.
#[derive(Default)]
struct Listed {
    count: u64,
    /// The least and the greatest objective.
    objective: Option<(i32, i32)>,
    last: Option<Vec<i32>>,
    /// The values of the answer variables in each.
    answers: HashSet<Vec<i32>>,
    /// The answer variables in which all agree, and their values.
    common: BTreeMap<Var, i32>,
}

/// Judges the solutions and, if there is a proof to come, takes the clauses that block them.
fn solutions<R: BufRead>(
    lines: &mut Lines<R>,
    stated: &Stated,
    mut proof: Option<&mut Proof>,
) -> Result<Listed, Refusal> {
    let count: u64 = lines.header("solutions")?;
    let wanted = match stated.claim {
        Claim::Satisfiable | Claim::Forced(_) => count.max(1),
        Claim::Count(_) => 0,
        Claim::Optimal(_) | Claim::Fewest(_) | Claim::Redundant(_) | Claim::Explained(_) => 1,
        Claim::Unsatisfiable => 0,
        Claim::Exactly(count) => count,
    };
    if count != wanted {
        return Err(lines.wrong(format!("{wanted} solutions are claimed, {count} announced")));
    }
    let answer = stated.model.answer();
    let mut answers = HashSet::new();
    let mut range: Option<(i32, i32)> = None;
    let mut last = None;
    let mut common = BTreeMap::new();
    for _ in 0..count {
        let solution: Vec<i32> = lines.numbers("solution")?;
        if let Some(violation) = stated.model.violated(&solution) {
            let violation = stated.model.describe_violation(violation);
            return Err(lines.wrong(format!("this is no solution: {violation}")));
        }
        if last.is_none() {
            common.extend(answer.iter().map(|&var| (var, solution[var.index()])));
        }
        common.retain(|var, value| solution[var.index()] == *value);
        let projected: Vec<i32> = answer.iter().map(|var| solution[var.index()]).collect();
        if !answers.insert(projected) {
            return Err(lines.wrong("this solution is listed before".to_string()));
        }
        let excludes = matches!(
            stated.claim,
            Claim::Exactly(_) | Claim::Fewest(_) | Claim::Redundant(_)
        );
        if let (true, Some(proof)) = (excludes, proof.as_deref_mut()) {
            let block = lines.clause("block")?;
            let mut expected = Vec::new();
            for &var in &answer {
                expected.extend(negated(lines, stated, var, solution[var.index()])?);
            }
            same_literals(lines, &block, expected)?;
            proof.axiom(block);
        }
        if let Some(objective) = stated.model.objective() {
            let value = solution[objective.var().index()];
            let (least, greatest) = range.unwrap_or((value, value));
            range = Some((least.min(value), greatest.max(value)));
        }
        last = Some(solution);
    }
    Ok(Listed {
        count,
        objective: range,
        last,
        answers,
        common,
    })
}

/// Takes the clauses that exclude every value of the objective that is no better than the one claimed.
fn bound<R: BufRead>(
    lines: &mut Lines<R>,
    stated: &Stated,
    value: i32,
    listed: &Listed,
    proof: &mut Proof,
) -> Result<(), Refusal> {
    let Some(objective) = stated.model.objective() else {
        return Err(lines.wrong("the model has no objective".to_string()));
    };
    let var = objective.var();
    let best = listed.last.as_ref();
    if best.map(|solution| solution[var.index()]) != Some(value) {
        return Err(lines.wrong(format!("the solution's objective is not {value}")));
    }
    if stated.model.domain(var).len() > stated.meanings.len() as u64 {
        return Err(lines.wrong("not every value of the objective has a meaning".to_string()));
    }
    let no_better: Vec<i32> = stated
        .model
        .domain(var)
        .iter()
        .filter(|&other| !Objective::improves(objective, other, value))
        .collect();
    let count: usize = lines.header("bound")?;
    if count != no_better.len() {
        let expected = no_better.len();
        return Err(lines.wrong(format!(
            "{expected} values are no better, {count} are excluded"
        )));
    }
    for other in no_better {
        let clause = lines.clause("worse")?;
        let expected = negated(lines, stated, var, other)?;
        same_literals(lines, &clause, expected)?;
        proof.axiom(clause);
    }
    Ok(())
}

/// Takes the clause that one of the answer variables in which all listed solutions agree has another value.
fn forced<R: BufRead>(
    lines: &mut Lines<R>,
    stated: &Stated,
    values: u64,
    listed: &Listed,
    proof: &mut Proof,
) -> Result<(), Refusal> {
    let clause = lines.clause("block")?;
    if listed.common.len() as u64 != values {
        let common = listed.common.len();
        return Err(lines.wrong(format!(
            "{values} values are claimed, the solutions agree in {common}"
        )));
    }
    let mut expected = Vec::new();
    for (&var, &value) in &listed.common {
        expected.extend(negated(lines, stated, var, value)?);
    }
    same_literals(lines, &clause, expected)?;
    proof.axiom(clause);
    Ok(())
}

/// The literals one of which is true when `var` is not `value`.
fn negated<R: BufRead>(
    lines: &Lines<R>,
    stated: &Stated,
    var: Var,
    value: i32,
) -> Result<Vec<i32>, Refusal> {
    match stated.meanings.get(&(var, value)) {
        Some(literals) => Ok(literals.iter().map(|literal| -literal).collect()),
        None => {
            let name = stated.model.var_name(var);
            Err(lines.wrong(format!(
                "which literals mean `{name}` = {value} is not stated"
            )))
        }
    }
}

/// A clause must have exactly these literals, in any order.
fn same_literals<R: BufRead>(
    lines: &Lines<R>,
    clause: &[i32],
    mut expected: Vec<i32>,
) -> Result<(), Refusal> {
    let mut found = clause.to_vec();
    found.sort_unstable();
    found.dedup();
    expected.sort_unstable();
    expected.dedup();
    if found == expected {
        Ok(())
    } else {
        Err(lines.wrong("this clause does not exclude exactly what it must".to_string()))
    }
}
