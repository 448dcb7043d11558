//! Is a certificate true?
//!
//! Two steps, told apart. First the independent checker: solutions judged, blocks exact, proof replayed. Then
//! this program reads the stated puzzle, makes its model and formula again, and compares them with those stated.
//! The certificate of a design is JSON and holds no proof: it is counted again. A distance table is its own certificate.

use super::{modulo, veripb};
use crate::ask::Inquiry;
use crate::check::{
    Claim, PIECES_MAGIC, Report, Stated, TABLE_MAGIC, TRUSTED_FORMULA, TRUSTED_MOVES, UpTo, check,
    check_pieces, check_table, read_stated,
};
use crate::files::Failure;
use crate::files::input::from_statement;
use crate::model::{Limits, Model, Question, Request};
use crate::puzzle::{Flags, Recounted};
use crate::puzzles::{KINDS, kind};
use crate::sat::{Encoding, Mismatch, compare_formula};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;

/// The model of a space is that of its shortest length; this long it is looked for.
const LENGTH_SECONDS: f64 = 20.0;

/// What came of checking a certificate: the object of `check --json`.
#[derive(Serialize, Debug, Default)]
pub struct Verdict {
    /// What kind of certificate it is, where that can be told.
    pub kind: Option<&'static str>,
    /// Whether it is true.
    pub accepted: bool,
    /// Why it is refused.
    pub reason: Option<String>,
    /// What has to be trusted beside it.
    pub trusted: Vec<String>,
    /// What it shows, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Solutions that were judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Solutions without the clues that were judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<u64>,
    /// Steps of the proof that were replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_steps: Option<u64>,
    /// Deductions that were tried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deductions: Option<u64>,
    /// Arcs of the diagram that were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arcs: Option<u64>,
    /// How many solutions there are up to symmetries.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub modulo: Map<String, Value>,
    /// How the stated formula compares with ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<&'static str>,
    /// Whether every clause of the formula was verified to hold in every solution, so that no encoder is trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    /// Of a distance table: how far the farthest are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub god_number: Option<usize>,
    /// Of a distance table: how many there are at each distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_distance: Option<Vec<String>>,
}

/// Checks a certificate, as it was written for an answer or a design, or a distance table. A file that cannot be read is a failure, and one
/// that is not true a verdict.
pub fn verify(path: &Path) -> Result<Verdict, Failure> {
    match first_bytes(path)? {
        [b'{', ..] => design(path),
        bytes if bytes == *b"pseudo-B" => veripb::check(path),
        bytes if bytes == *TABLE_MAGIC => table(path),
        bytes if bytes == *PIECES_MAGIC => pieces(path),
        _ => proof(path),
    }
}

/// A certificate with a proof.
fn proof(path: &Path) -> Result<Verdict, Failure> {
    Ok(match check(open(path)?) {
        Ok(report) => second_step(&report, &read_again(path)?),
        Err(refusal) => Verdict {
            kind: read_stated(open(path)?)
                .ok()
                .map(|stated| stated.claim.kind()),
            reason: Some(refusal.to_string()),
            ..Verdict::default()
        },
    })
}

/// The beginning of a file, which tells what it is; zeros where it is shorter.
fn first_bytes(path: &Path) -> Result<[u8; 8], Failure> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(8).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    bytes.resize(8, 0);
    Ok(bytes.first_chunk().copied().unwrap_or_default())
}

/// A distance table: every level is worked out again from the one before. The stated moves are compared with
/// those of the puzzle that the table names.
fn table(path: &Path) -> Result<Verdict, Failure> {
    let report = match check_table(open(path)?) {
        Ok(report) => report,
        Err(reason) => {
            return Ok(Verdict {
                kind: Some("table"),
                reason: Some(reason),
                ..Verdict::default()
            });
        }
    };
    let boards: u64 = report.by_distance.iter().sum();
    let (name, god_number) = (&report.name, report.god_number());
    let mut object = Verdict {
        kind: Some("table"),
        accepted: true,
        claim: Some(format!(
            "{name}: {boards} boards have the distances stated, the farthest {god_number}"
        )),
        god_number: Some(god_number),
        by_distance: Some(report.by_distance.iter().map(u64::to_string).collect()),
        ..Verdict::default()
    };
    match KINDS.iter().find_map(|kind| (kind.moves?)(name)) {
        None => object.trusted.push(TRUSTED_MOVES.to_string()),
        Some(moves) if moves == report.moves => {
            let trusted = "this program's spins: made again, they were the stated moves";
            object.trusted.push(trusted.to_string());
        }
        Some(_) => object.refuse("the stated moves are not those of the puzzle".to_string()),
    }
    Ok(object)
}

/// A distance table of a puzzle that was given by its moves: all distances are found again. The moves are those of
/// a file that the table knows by name only.
fn pieces(path: &Path) -> Result<Verdict, Failure> {
    Ok(match check_pieces(open(path)?) {
        Err(reason) => Verdict {
            kind: Some("table"),
            reason: Some(reason),
            ..Verdict::default()
        },
        Ok(report) => {
            let positions: u64 = report.by_distance.iter().sum();
            let (name, god_number) = (&report.name, report.god_number());
            Verdict {
                kind: Some("table"),
                accepted: true,
                claim: Some(format!(
                    "{name}: {positions} positions have the distances stated, the farthest {god_number}"
                )),
                trusted: vec![TRUSTED_MOVES.to_string()],
                god_number: Some(god_number),
                by_distance: Some(report.by_distance.iter().map(u64::to_string).collect()),
                ..Verdict::default()
            }
        }
    })
}

/// The certificate of a design, which is JSON: the whole family is counted again.
fn design(path: &Path) -> Result<Verdict, Failure> {
    let reader = open(path)?;
    let checked = serde_json::from_reader(reader)
        .map_err(|error| format!("no JSON: {error}"))
        .and_then(|certificate| recount(&certificate));
    Ok(match checked {
        Ok(recounted) => Verdict {
            kind: Some("design"),
            accepted: true,
            claim: Some(recounted.claim),
            trusted: vec![recounted.trusted.to_string()],
            ..Verdict::default()
        },
        Err(reason) => Verdict {
            kind: Some("design"),
            reason: Some(reason),
            ..Verdict::default()
        },
    })
}

/// What a design's certificate shows, or why it is refused: its kind of puzzle counts again.
fn recount(certificate: &Value) -> Result<Recounted, String> {
    if certificate["kind"] != "design" {
        return Err("its kind is not `design`".to_string());
    }
    let puzzle = &certificate["family"]["puzzle"];
    let Some(recount) = puzzle.as_str().and_then(|name| kind(name)?.recount) else {
        return Err(format!("no recount is known for {puzzle}"));
    };
    if certificate["complete"] != true {
        return Err("the survey is not complete".to_string());
    }
    recount(certificate)
}

pub(super) fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    let failed = |error: std::io::Error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            _ => error.to_string(),
        };
        Failure::Usage(format!("{}: {reason}", path.display()))
    };
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        Err(Failure::Usage(format!(
            "{}: a directory, expected a certificate",
            path.display()
        )))
    } else {
        Ok(BufReader::new(file))
    }
}

fn read_again(path: &Path) -> Result<Stated, Failure> {
    read_stated(open(path)?).map_err(|refusal| Failure::Usage(refusal.to_string()))
}

/// Makes model and formula again from the stated puzzle and compares.
fn second_step(report: &Report, stated: &Stated) -> Verdict {
    let mut object = Verdict {
        kind: Some(report.claim.kind()),
        accepted: true,
        claim: Some(claim(report)),
        ..Verdict::default()
    };
    let has_formula = report.claim.has_formula();
    if let Claim::Explained(_) = report.claim {
        object.deductions = Some(report.steps);
    } else if has_formula {
        object.proof_steps = Some(report.steps);
    }
    match report.claim {
        Claim::Count(_) => object.arcs = Some(report.arcs),
        Claim::Fewest(_) | Claim::Redundant(_) => object.alternatives = Some(report.alternatives),
        _ => {}
    }
    if object.arcs.is_none() {
        object.solutions = Some(report.solutions);
    }
    let modulo = report.modulo.iter();
    object.modulo = modulo
        .map(|up_to| (up_to.name.clone(), up_to.orbits.to_string().into()))
        .collect();
    let model = match same_model(report) {
        Ok(model) => model,
        Err(reason) => {
            object.refuse(reason);
            return object;
        }
    };
    object.trusted = vec![
        "this program's reader of puzzle files and its models: read again, the puzzle gave the stated model"
            .to_string(),
    ];
    if model.symmetries().is_empty() && !report.modulo.is_empty() {
        let names = "that the symmetries are those that are meant: the stated puzzle, a model alone, names none";
        object.trusted.push(names.to_string());
    }
    if !has_formula {
        return object;
    }
    match same_formula(stated) {
        Ok(()) => {
            object.formula = Some("as encoded again");
            let encoder = "this program's encoder: run again, it gave the stated formula, clause by clause; no symmetry breaking";
            match report.unverified.as_deref() {
                None => object.trusted.push(encoder.to_string()),
                Some([]) => object.verified = Some(true),
                Some(names) => object.trusted.push(format!(
                    "{encoder}; all clauses but those of these constraints were verified: {}",
                    names.join(", ")
                )),
            }
        }
        Err(Mismatch::Refused(_)) => {
            object.formula = Some("not compared");
            object.trusted.push(TRUSTED_FORMULA.to_string());
        }
        Err(difference) => object.refuse(difference.to_string()),
    }
    object
}

/// The model of the stated puzzle, made again, if it is the stated one.
fn same_model(report: &Report) -> Result<Arc<Model>, String> {
    let puzzle = from_statement(&report.statement)?;
    let posed = puzzle.pose(&Flags::new());
    let mut inquiry = Inquiry::new(posed.map_err(|error| error.to_string())?);
    let request = Request::new(Question::Best).with_limits(Limits::seconds(LENGTH_SECONDS));
    let model = inquiry.stated_model(&request);
    let model = model.map_err(|error| error.to_string())?;
    let model = model.ok_or("the model of the stated puzzle was not found in time")?;
    let stated = report.model.to_text();
    let same_groups = |up_to: &UpTo| {
        let groups = model.symmetries().iter();
        let mut named = groups.filter(|group| group.name == up_to.name);
        named.any(|group| modulo::is_group(&model, group, &up_to.generators))
    };
    // A model that a program made is stated as it is, without the names of its symmetries.
    let names_none = model.symmetries().is_empty();
    if !names_none && !report.modulo.iter().all(same_groups) {
        return Err("the stated symmetries are not those of the stated puzzle".to_string());
    }
    if model.to_text() == stated || as_good_as_the_best(&model, report) == Some(stated) {
        Ok(model)
    } else {
        Err("the stated model is not that of the stated puzzle".to_string())
    }
}

/// For a claim about all best solutions: the puzzle's model without the solutions that are worse than those listed. Whoever lists all
/// of its solutions, none better than another, lists the best ones.
fn as_good_as_the_best(model: &Model, report: &Report) -> Option<String> {
    let objective = model.objective()?;
    let (least, greatest) = report.objective?;
    let is_about_the_best = matches!(report.claim, Claim::Exactly(_)) && least == greatest;
    let narrowed =
        is_about_the_best.then(|| model.with_facts(&[objective.at_least_as_good_as(least)]));
    narrowed.map(|model| model.to_text())
}

fn same_formula(stated: &Stated) -> Result<(), Mismatch> {
    let encoding = stated.encoding.parse().unwrap_or(Encoding::Auto);
    let (variables, formula) = (stated.variables, &stated.formula);
    compare_formula(
        &stated.encoded_model(),
        encoding,
        variables,
        formula,
        &stated.meanings,
    )
}

/// What was shown, in words.
fn claim(report: &Report) -> String {
    match (&report.claim, report.solutions) {
        (Claim::Satisfiable, 1) => "there is a solution".to_string(),
        (Claim::Satisfiable, count) => format!("there are at least {count} solutions"),
        (Claim::Unsatisfiable, _) => "there is no solution".to_string(),
        (Claim::Exactly(1), _) => "there is exactly 1 solution".to_string(),
        (Claim::Count(count), _) if *count == 1u32.into() => {
            "there is exactly 1 solution".to_string()
        }
        (Claim::Count(count), _) => format!("there are exactly {count} solutions"),
        (Claim::Exactly(count), _) => format!("there are exactly {count} solutions"),
        (Claim::Optimal(value), _) => format!("no solution is better than {value}"),
        (Claim::Forced(values), _) => {
            let all = report.model.answer().len();
            format!("{values} of {all} values are the same in every solution, and no others")
        }
        (Claim::Explained(steps), _) => {
            let (fixed, all) = (report.fixed, report.model.answer().len());
            let only = if fixed == all as u64 {
                "; there is exactly 1 solution"
            } else {
                ""
            };
            format!(
                "{steps} deductions follow from the clues and fix {fixed} of {all} values{only}"
            )
        }
        (Claim::Redundant(clues), _) => {
            let all = clues + report.alternatives;
            format!("there is exactly 1 solution, and {clues} of {all} clues can go, one at a time")
        }
        (Claim::Fewest(clues), _) => {
            format!(
                "there is exactly 1 solution, and for it fewer than {clues} clues are not enough"
            )
        }
    }
}

impl Verdict {
    fn refuse(&mut self, reason: String) {
        self.accepted = false;
        self.reason = Some(reason);
        self.trusted.clear();
    }

    /// In words.
    pub fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("Refused: {reason}.\n");
        }
        let mut text = format!("Accepted: {}.\n", self.claim.as_deref().unwrap_or_default());
        if let Some(count) = self.solutions.filter(|&count| count > 0) {
            text.push_str(&format!("Solutions judged: {count}.\n"));
        }
        if let Some(count) = self.alternatives {
            text.push_str(&format!(
                "Alternatives without the clues judged: {count}.\n"
            ));
        }
        if let Some(steps) = self.proof_steps {
            text.push_str(&format!("Steps of the proof replayed: {steps}.\n"));
        }
        if let Some(count) = self.deductions {
            text.push_str(&format!("Deductions tried out: {count}.\n"));
        }
        if let Some(arcs) = self.arcs {
            text.push_str(&format!("Arcs of the diagram checked: {arcs}.\n"));
        }
        for (name, orbits) in &self.modulo {
            let orbits = orbits.as_str().unwrap_or_default();
            text.push_str(&format!("Solutions up to {name}: {orbits}.\n"));
        }
        if let Some(formula) = self.formula {
            let verified = self.verified.map_or("", |_| ", and every clause verified");
            text.push_str(&format!("The formula: {formula}{verified}.\n"));
        }
        for trusted in &self.trusted {
            text.push_str(&format!("Trusted: {trusted}.\n"));
        }
        text
    }
}
