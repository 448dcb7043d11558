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

use num_bigint::BigUint;
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
#[non_exhaustive]
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
    /// A diagram holds another number of solutions than is claimed.
    #[error("the claim is false: a diagram holds {0} solutions")]
    OtherCount(BigUint),
    /// Other values hold in every solution than is claimed.
    #[error("the claim is false: {0} values hold in every solution")]
    OtherForced(usize),
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

/// Writes a certificate whose evidence is written by somebody else, line by line: `body` gets what takes a line.
pub fn write_around<W: Write, E: From<io::Error>>(
    out: W,
    claim: &str,
    statement: &str,
    model: &Model,
    body: impl FnOnce(&mut dyn FnMut(&str) -> io::Result<()>) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = begin(out, claim, statement, model)?;
    body(&mut |line| out.line(line))?;
    out.line("end")?;
    Ok(out.finish()?)
}

/// What every certificate begins with.
fn begin<W: Write>(out: W, claim: &str, statement: &str, model: &Model) -> io::Result<Digested<W>> {
    let mut out = Digested::new(out);
    out.line("tantalizer certificate 1")?;
    out.line(&format!("claim {claim}"))?;
    out.quoted("statement", statement)?;
    out.quoted("model", &model.to_text())?;
    Ok(out)
}

impl Certificate<'_> {
    /// Writes the certificate, proving on the way what is claimed.
    pub fn write<W: Write + 'static>(
        &self,
        out: W,
        limits: &Limits,
    ) -> Result<(), CertificateError> {
        self.write_and(out, limits, |_| Ok(()))
    }

    /// Writes the certificate, and before its end what follows from the solutions: `more` gets what takes a line.
    pub fn write_and<W: Write + 'static>(
        &self,
        out: W,
        limits: &Limits,
        more: impl FnOnce(&mut dyn FnMut(&str) -> io::Result<()>) -> Result<(), CertificateError>,
    ) -> Result<(), CertificateError> {
        let watch = limits.start();
        let mut out = self.write_body(&self.claim_words(), out, limits, &watch)?;
        more(&mut |line| out.line(line))?;
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
        let formula = match self.claim {
            Claim::Satisfiable => None,
            Claim::Exactly | Claim::Optimal => Some(self.encoded(limits, watch)?),
        };
        let mut out = self.begin(out, claim)?;
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

    /// The model as a formula.
    pub(crate) fn encoded(&self, limits: &Limits, watch: &Watch) -> Result<Encoded, Refused> {
        let options = EncodeOptions {
            encoding: self.encoding,
            memory: limits.memory,
            watch: Some(watch.clone()),
            selectors: false,
        };
        encode(self.model, &options)
    }

    /// What every certificate begins with.
    pub(crate) fn begin<W: Write>(&self, out: W, claim: &str) -> io::Result<Digested<W>> {
        begin(out, claim, self.statement, self.model)
    }

    /// What can be seen to be wrong before anything is written.
    pub(crate) fn look_over(&self) -> Result<(), CertificateError> {
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

    pub(crate) fn write_formula<W: Write>(
        &self,
        out: &mut Digested<W>,
        encoded: &Encoded,
    ) -> io::Result<()> {
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
            out.solution("solution", solution)?;
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
    /// What the literals mean for every value of every variable.
    pub fn meanings(&self, model: &Model) -> Vec<(Var, i32, &[Lit])> {
        model
            .vars()
            .flat_map(|var| {
                let values = self.map.values(var).iter();
                values.map(move |(value, literals)| (var, *value, &literals[..]))
            })
            .collect()
    }
}

/// Where the steps of a proof go. The formula's clauses have the numbers of their places, from 1, and derived ones follow.
pub(crate) trait Steps {
    /// A clause that follows by unit propagation on the clauses named by the hints, in their order.
    fn derived(&mut self, number: u64, clause: &[Lit], hints: &[u64]) -> io::Result<()>;

    /// A clause that is no longer needed, when `last` is the last number given.
    fn deleted(&mut self, last: u64, number: u64) -> io::Result<()>;
}

impl<W: Write> Steps for Digested<W> {
    fn derived(&mut self, number: u64, clause: &[Lit], hints: &[u64]) -> io::Result<()> {
        let mut line = number.to_string();
        for literal in clause {
            line.push_str(&format!(" {literal}"));
        }
        line.push_str(" 0");
        for hint in hints {
            line.push_str(&format!(" {hint}"));
        }
        line.push_str(" 0");
        self.line(&line)
    }

    fn deleted(&mut self, last: u64, number: u64) -> io::Result<()> {
        self.line(&format!("{last} d {number} 0"))
    }
}

/// Refutes the formula with the extra clauses and writes every step.
pub(crate) fn prove<S: Steps + 'static>(
    out: S,
    formula: &Cnf,
    extra: &[Vec<Lit>],
    limit: impl FnOnce(&mut Solver),
) -> Result<S, CertificateError> {
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

/// Hands on the steps of a solver. The solver numbers clauses as it likes; here the formula's clauses have
/// the numbers of their places, and derived ones follow.
struct Tracer<S> {
    out: Option<S>,
    /// The solver's numbers, and ours.
    numbers: HashMap<u64, u64>,
    originals: u64,
    last: u64,
    refuted: bool,
    failure: Option<io::Error>,
}

impl<S: Steps> Tracer<S> {
    fn write(&mut self, write: impl FnOnce(&mut S) -> io::Result<()>) {
        if let (Some(out), None) = (&mut self.out, &self.failure) {
            self.failure = write(out).err();
        }
    }
}

impl<S: Steps> ProofTracer for Tracer<S> {
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
        let clause: Vec<Lit> = clause.iter().map(|&literal| literal.into()).collect();
        // A number that the solver never gave would be its mistake; the checker would refuse it.
        let hint = |antecedent| self.numbers.get(antecedent).copied().unwrap_or(0);
        let hints: Vec<u64> = antecedents.iter().map(hint).collect();
        let number = self.last;
        self.write(|out| out.derived(number, &clause, &hints));
        self.refuted = clause.is_empty();
    }

    fn delete_clause(&mut self, id: u64, _: bool, _: &[pindakaas::Lit]) {
        if self.refuted {
            return;
        }
        if let Some(number) = self.numbers.remove(&id) {
            let last = self.last;
            self.write(|out| out.deleted(last, number));
        }
    }
}

impl<S: Steps> ProofTracerDefinition for Tracer<S> {
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

    /// A line of a first word and the values of a solution.
    pub(crate) fn solution(&mut self, first: &str, solution: &Solution) -> io::Result<()> {
        let values: Vec<String> = solution.0.iter().map(i32::to_string).collect();
        self.line(&format!("{first} {}", values.join(" ")))
    }

    /// A line of a first word, literals and a closing 0.
    pub(crate) fn numbers(&mut self, first: &str, literals: &[Lit]) -> io::Result<()> {
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
