//! Writing certificates: what a stranger can check without trusting us.
//!
//! The solutions may come from any engine. That there are no others (or no better ones) is proved here: the
//! formula, with the solutions blocked, goes to a fresh solver whose every step is written out as LRAT while it
//! works, so that a long proof never lies in memory. The format is described in `docs/certificates.md`; the
//! checker is the crate `tantalizer-check`, which shares no code with this one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use pindakaas::solver::cadical::{ProofTracer, ProofTracerDefinition};
use sha2::{Digest, Sha256};
use tantalizer_model::{Limit, Limits, Model, Solution, Var, Watch};
use thiserror::Error;

use crate::cnf::{Cnf, Lit};
use crate::encode::{EncodeOptions, Encoded, Encoding, Refused, encode};
use crate::solver::{Solver, Verdict};

/// A certificate lists at most so many solutions.
pub const MOST_SOLUTIONS: usize = 10_000;

/// What a certificate claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There are solutions, at least those given.
    Satisfiable,
    /// The solutions given are all there are, up to variables that are not part of the answer. None given:
    /// the model is unsatisfiable.
    Exactly,
    /// The last solution given is as good as any.
    Optimal,
}

/// What goes into a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Certificate<'a> {
    /// The puzzle as it was given, for those who read the certificate.
    pub statement: &'a str,
    /// Its model.
    pub model: &'a Model,
    /// What is claimed.
    pub claim: Claim,
    /// The solutions.
    pub solutions: &'a [Solution],
    /// How integer variables become literals.
    pub encoding: Encoding,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// More solutions than a certificate lists.
    #[error("there are {0} solutions; a certificate lists at most {MOST_SOLUTIONS}")]
    TooMany(usize),
    /// The claim needs a solution, or an objective, that is not there.
    #[error("{0}")]
    Incomplete(&'static str),
    /// A listed solution that breaks a constraint.
    #[error("a solution to be certified is wrong: {0}")]
    WrongSolution(String),
    /// The claim is false: the proof turned up another solution.
    #[error("the claim is false: there is another solution")]
    False,
    /// The model cannot be encoded.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A limit was reached before the proof was complete.
    #[error("the proof was not finished: {0}")]
    Stopped(Limit),
    /// The file cannot be written.
    #[error("the certificate cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Certificate<'_> {
    /// Writes the certificate, proving on the way what is claimed.
    pub fn write<W: Write + 'static>(
        &self,
        out: W,
        limits: &Limits,
    ) -> Result<(), CertificateError> {
        let watch = limits.start();
        let mut out = self.write_body(&self.claim_words(), out, limits, &watch)?;
        out.line("end")?;
        out.finish()?;
        Ok(())
    }

    /// Everything but the end.
    pub(crate) fn write_body<W: Write + 'static>(
        &self,
        claim: &str,
        out: W,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<Digested<W>, CertificateError> {
        self.look_over()?;
        let mut out = Digested::new(out);
        out.line("tantalizer certificate 1")?;
        let formula = match self.claim {
            Claim::Satisfiable => None,
            Claim::Exactly | Claim::Optimal => {
                let options = EncodeOptions {
                    encoding: self.encoding,
                    memory: limits.memory,
                    watch: Some(watch.clone()),
                    selectors: false,
                };
                Some(encode(self.model, &options)?)
            }
        };
        out.line(&format!("claim {claim}"))?;
        out.quoted("statement", self.statement)?;
        out.quoted("model", &self.model.to_text())?;
        if let Some(encoded) = &formula {
            self.write_formula(&mut out, encoded)?;
        }
        let extra = self.write_solutions(&mut out, formula.as_ref())?;
        match &formula {
            None => Ok(out),
            Some(encoded) => {
                out.line("proof")?;
                prove(out, &encoded.cnf, &extra, |solver| {
                    solver.set_limits(watch, limits.nodes);
                })
            }
        }
    }

    /// What can be seen to be wrong before anything is written.
    fn look_over(&self) -> Result<(), CertificateError> {
        if self.solutions.len() > MOST_SOLUTIONS {
            return Err(CertificateError::TooMany(self.solutions.len()));
        }
        if self.claim != Claim::Exactly && self.solutions.is_empty() {
            return Err(CertificateError::Incomplete(
                "there is no solution to certify",
            ));
        }
        if self.claim == Claim::Optimal && self.model.objective().is_none() {
            return Err(CertificateError::Incomplete("the model has no objective"));
        }
        for solution in self.solutions {
            if let Some(violation) = self.model.violated(&solution.0) {
                let violation = self.model.describe_violation(violation);
                return Err(CertificateError::WrongSolution(violation));
            }
        }
        Ok(())
    }

    fn claim_words(&self) -> String {
        match (self.claim, self.solutions, self.model.objective()) {
            (Claim::Exactly, [], _) => "unsatisfiable".to_string(),
            (Claim::Exactly, all, _) => format!("exactly {}", all.len()),
            (Claim::Optimal, [.., best], Some(objective)) => {
                format!("optimal {}", best[objective.var()])
            }
            _ => "satisfiable".to_string(),
        }
    }

    fn write_formula<W: Write>(&self, out: &mut Digested<W>, encoded: &Encoded) -> io::Result<()> {
        out.line(&format!("encoding {}", self.encoding))?;
        let (variables, clauses) = (encoded.cnf.variables(), encoded.cnf.len());
        out.line(&format!("formula {variables} {clauses}"))?;
        for clause in encoded.cnf.clauses() {
            out.numbers("", clause)?;
        }
        let meanings = encoded.meanings(self.model);
        out.line(&format!("meanings {}", meanings.len()))?;
        for (var, value, literals) in meanings {
            out.numbers(&format!("{} {value}", var.index()), literals)?;
        }
        Ok(())
    }

    /// Writes the solutions and what the proof starts from besides the formula.
    fn write_solutions<W: Write>(
        &self,
        out: &mut Digested<W>,
        formula: Option<&Encoded>,
    ) -> io::Result<Vec<Vec<Lit>>> {
        let listed = match (self.claim, self.solutions) {
            (Claim::Optimal, [.., best]) => std::slice::from_ref(best),
            (_, all) => all,
        };
        out.line(&format!("solutions {}", listed.len()))?;
        let answer = self.model.answer();
        let mut extra = Vec::new();
        for solution in listed {
            let values: Vec<String> = solution.0.iter().map(i32::to_string).collect();
            out.line(&format!("solution {}", values.join(" ")))?;
            if let (Claim::Exactly, Some(encoded)) = (self.claim, formula) {
                let block = encoded
                    .map
                    .blocking_clause(&answer, &solution.project(&answer));
                out.numbers("block", &block)?;
                extra.push(block);
            }
        }
        if let (Claim::Optimal, Some(encoded), Some(objective), Some(best)) =
            (self.claim, formula, self.model.objective(), listed.last())
        {
            extra = encoded.better_than(objective, best[objective.var()]);
            out.line(&format!("bound {}", extra.len()))?;
            for clause in &extra {
                out.numbers("worse", clause)?;
            }
        }
        Ok(extra)
    }
}

impl Encoded {
    /// What the literals mean for the variables that a certificate speaks of: those of the answer, and the
    /// objective.
    pub fn meanings(&self, model: &Model) -> Vec<(Var, i32, &[Lit])> {
        let mut vars = model.answer();
        vars.extend(model.objective().map(|objective| objective.var()));
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter()
            .flat_map(|var| {
                let values = self.map.values(var).iter();
                values.map(move |(value, literals)| (var, *value, &literals[..]))
            })
            .collect()
    }
}

/// Refutes the formula with the extra clauses and writes every step.
pub(crate) fn prove<W: Write + 'static>(
    out: Digested<W>,
    formula: &Cnf,
    extra: &[Vec<Lit>],
    limit: impl FnOnce(&mut Solver),
) -> Result<Digested<W>, CertificateError> {
    let mut start = formula.clauses().chain(extra.iter().map(Vec::as_slice));
    if start.any(<[Lit]>::is_empty) {
        // The empty clause is there from the start: nothing is left to prove.
        return Ok(out);
    }
    let tracer = Rc::new(RefCell::new(Tracer {
        out: Some(out),
        numbers: HashMap::new(),
        originals: 0,
        last: (formula.len() + extra.len()) as u64,
        refuted: false,
        failure: None,
    }));
    let mut solver = Solver::with_tracer(Rc::clone(&tracer));
    limit(&mut solver);
    solver.add_formula(formula);
    for clause in extra {
        solver.add(clause);
    }
    let verdict = solver.solve(&[]);
    drop(solver);
    let mut tracer = tracer.borrow_mut();
    if let Some(error) = tracer.failure.take() {
        return Err(error.into());
    }
    match verdict {
        Verdict::Unsatisfiable(_) => {}
        Verdict::Satisfiable(_) => return Err(CertificateError::False),
        Verdict::Unknown(limit) => return Err(CertificateError::Stopped(limit)),
    }
    match tracer.out.take() {
        Some(out) if tracer.refuted => Ok(out),
        _ => Err(CertificateError::Incomplete(
            "the solver wrote no complete proof",
        )),
    }
}

/// Writes the steps of a solver as LRAT. The solver numbers clauses as it likes; here the formula's clauses have
/// the numbers of their places, and derived ones follow.
struct Tracer<W: Write> {
    out: Option<Digested<W>>,
    /// The solver's numbers, and ours.
    numbers: HashMap<u64, u64>,
    originals: u64,
    last: u64,
    refuted: bool,
    failure: Option<io::Error>,
}

impl<W: Write> Tracer<W> {
    fn write(&mut self, line: &str) {
        if let (Some(out), None) = (&mut self.out, &self.failure) {
            self.failure = out.line(line).err();
        }
    }
}

impl<W: Write> ProofTracer for Tracer<W> {
    fn add_original_clause(&mut self, id: u64, _: bool, _: &[pindakaas::Lit], restored: bool) {
        // A clause that the solver had set aside and takes back keeps its number.
        if !restored {
            self.originals += 1;
            self.numbers.insert(id, self.originals);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: u64,
        _: bool,
        clause: &[pindakaas::Lit],
        antecedents: &[u64],
    ) {
        if self.refuted {
            return;
        }
        self.last += 1;
        self.numbers.insert(id, self.last);
        let mut line = self.last.to_string();
        for &literal in clause {
            line.push(' ');
            line.push_str(&i32::from(literal).to_string());
        }
        line.push_str(" 0");
        for antecedent in antecedents {
            line.push(' ');
            // A number that the solver never gave would be its mistake; the checker would refuse it.
            let known = self.numbers.get(antecedent).copied().unwrap_or(0);
            line.push_str(&known.to_string());
        }
        line.push_str(" 0");
        self.write(&line);
        self.refuted = clause.is_empty();
    }

    fn delete_clause(&mut self, id: u64, _: bool, _: &[pindakaas::Lit]) {
        if self.refuted {
            return;
        }
        if let Some(number) = self.numbers.remove(&id) {
            let line = format!("{} d {number} 0", self.last);
            self.write(&line);
        }
    }
}

impl<W: Write> ProofTracerDefinition for Tracer<W> {
    const ANTECEDENTS: bool = true;
}

/// An output with the digest of all that was written.
pub(crate) struct Digested<W: Write> {
    out: W,
    digest: Sha256,
}

impl<W: Write> Digested<W> {
    fn new(out: W) -> Self {
        Digested {
            out,
            digest: Sha256::new(),
        }
    }

    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        self.digest.update(line.as_bytes());
        self.digest.update(b"\n");
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// A line of a first word, literals and a closing 0.
    fn numbers(&mut self, first: &str, literals: &[Lit]) -> io::Result<()> {
        let mut words: Vec<String> = Vec::with_capacity(literals.len() + 2);
        if !first.is_empty() {
            words.push(first.to_string());
        }
        words.extend(literals.iter().map(Lit::to_string));
        words.push("0".to_string());
        self.line(&words.join(" "))
    }

    /// Text of any kind, each line marked.
    fn quoted(&mut self, word: &str, text: &str) -> io::Result<()> {
        let count = text.split('\n').count();
        self.line(&format!("{word} {count}"))?;
        for line in text.split('\n') {
            self.line(&format!("| {line}"))?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        let bytes = self.digest.clone().finalize();
        let digest: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(self.out, "digest sha256 {digest}")?;
        self.out.flush()
    }
}
