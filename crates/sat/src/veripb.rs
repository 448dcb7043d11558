//! Certificates for VeriPB, the independent checker of pseudo-Boolean proofs (Bogaerts, Gocht, McCreesh and Nordström, *Certified
//! dominance and symmetry breaking for combinatorial optimisation*, 2023), in version 3.0 of its format.
//!
//! The formula is written as OPB. A step of the SAT solver is one `rup` with its hints, so that
//! LRAT and this format say the same. VeriPB concludes SAT, UNSAT or BOUNDS and no number of solutions, so that "exactly N" needs two proofs: N solutions of
//! the formula, and that the formula with these N excluded has none.

use std::io::{self, Write};

use tantalizer_model::{Limits, Objective, Solution, Watch};

use crate::certificate::{Certificate, CertificateError, Claim, Steps, prove};
use crate::cnf::{Cnf, Lit};
use crate::encode::{EncodeOptions, Encoded, Encoding, encode};
use crate::opb::{self, constraint, words};
use crate::solver::{Solver, Verdict};

/// A certificate as files for VeriPB.
pub struct VeriPb<'a> {
    certificate: &'a Certificate<'a>,
    encoded: Encoded,
    limits: Limits,
    watch: Watch,
}

impl<'a> VeriPb<'a> {
    /// Encodes the model. An objective gets a literal for each of its values.
    pub fn new(
        certificate: &'a Certificate<'a>,
        limits: &Limits,
    ) -> Result<Self, CertificateError> {
        certificate.look_over()?;
        let watch = limits.start();
        let encoding = match certificate.claim {
            Claim::Optimal => Encoding::Both,
            Claim::Exactly | Claim::Satisfiable => certificate.encoding,
        };
        let options = EncodeOptions {
            encoding,
            memory: limits.memory,
            watch: Some(watch.clone()),
            selectors: false,
        };
        let encoded = encode(certificate.model, &options)?;
        let proofs = VeriPb {
            certificate,
            encoded,
            limits: limits.clone(),
            watch,
        };
        proofs.objective()?;
        Ok(proofs)
    }

    /// Whether there is a second formula with a proof of its own: that there are no others than the solutions of the first.
    pub fn has_rest(&self) -> bool {
        self.certificate.claim == Claim::Exactly && !self.certificate.solutions.is_empty()
    }

    /// Writes the formula.
    pub fn write_formula(&self, mut out: impl Write) -> Result<(), CertificateError> {
        let (model, objective) = (self.certificate.model, self.objective()?);
        opb::write_formula(model, &self.encoded, &objective, &[], &mut out)?;
        Ok(out.flush()?)
    }

    /// Writes the proof.
    pub fn write_proof<W: Write + 'static>(&self, mut out: W) -> Result<(), CertificateError> {
        let formula = &self.encoded.cnf;
        if self.certificate.claim == Claim::Exactly && !self.has_rest() {
            return self.refute(out, &[]);
        }
        begin(&mut out, formula.len())?;
        let best = self.certificate.solutions.last();
        match (
            self.certificate.claim,
            self.certificate.model.objective(),
            best,
        ) {
            (Claim::Optimal, Some(objective), Some(best)) => self.prove_best(out, objective, best),
            _ => {
                let mut solver = self.solver();
                for solution in self.certificate.solutions {
                    let literals = self.assignment(&mut solver, solution)?;
                    writeln!(out, "sol{literals};")?;
                }
                end(&mut out, "SAT")?;
                Ok(())
            }
        }
    }

    /// Writes the formula with all solutions excluded: the clauses of the first one, then one for each solution.
    pub fn write_rest_formula(&self, mut out: impl Write) -> Result<(), CertificateError> {
        let model = self.certificate.model;
        opb::write_formula(model, &self.encoded, &[], &self.blocks(), &mut out)?;
        Ok(out.flush()?)
    }

    /// Writes the proof that it has no solution.
    pub fn write_rest_proof<W: Write + 'static>(&self, out: W) -> Result<(), CertificateError> {
        self.refute(out, &self.blocks())
    }

    fn blocks(&self) -> Vec<Vec<Lit>> {
        let answer = self.certificate.model.answer();
        let block = |solution: &Solution| {
            let values = solution.project(&answer);
            self.encoded.map.blocking_clause(&answer, &values)
        };
        self.certificate.solutions.iter().map(block).collect()
    }

    /// What is to be made small, if the claim is about that.
    fn objective(&self) -> Result<Vec<(i64, Lit)>, CertificateError> {
        if self.certificate.claim != Claim::Optimal {
            return Ok(Vec::new());
        }
        opb::objective(self.certificate.model, &self.encoded).ok_or(CertificateError::Incomplete(
            "the objective has no literal of its own for each value",
        ))
    }

    /// A proof that the formula with more clauses has no solution.
    fn refute<W: Write + 'static>(
        &self,
        mut out: W,
        more: &[Vec<Lit>],
    ) -> Result<(), CertificateError> {
        let formula = &self.encoded.cnf;
        let originals = (formula.len() + more.len()) as u64;
        begin(&mut out, originals as usize)?;
        let mut out = self.derive(out, formula, more, originals, 0)?;
        end(&mut out, "UNSAT")?;
        Ok(())
    }

    /// The best solution, which asks for a better one; that values no better are out; and the contradiction.
    fn prove_best<W: Write + 'static>(
        &self,
        mut out: W,
        objective: Objective,
        best: &Solution,
    ) -> Result<(), CertificateError> {
        let formula = &self.encoded.cnf;
        let literals = self.assignment(&mut self.solver(), best)?;
        writeln!(out, "soli{literals};")?;
        let better = self.encoded.better_than(objective, best[objective.var()]);
        for clause in &better {
            writeln!(out, "rup {};", constraint(clause))?;
        }
        let (first, originals) = (formula.len() as u64, (formula.len() + better.len()) as u64);
        let mut out = self.derive(out, formula, &better, originals, first)?;
        let best = i64::from(best[objective.var()]);
        let value = match objective {
            Objective::Minimise(_) => best,
            Objective::Maximise(_) => -best,
        };
        end(&mut out, &format!("BOUNDS {value} {value}"))?;
        Ok(())
    }

    /// The steps to the contradiction. What comes after the `formula` has a number one higher if a `soli` stands between (`shift` is then the
    /// formula's length, else 0).
    fn derive<W: Write + 'static>(
        &self,
        out: W,
        formula: &Cnf,
        more: &[Vec<Lit>],
        originals: u64,
        shift: u64,
    ) -> Result<W, CertificateError> {
        let steps = Rup {
            out,
            originals,
            shifted_from: (shift > 0).then_some(shift),
        };
        let steps = prove(steps, formula, more, |solver| {
            solver.set_limits(&self.watch, self.limits.nodes);
        })?;
        Ok(steps.out)
    }

    fn solver(&self) -> Solver {
        let mut solver = Solver::new();
        solver.set_limits(&self.watch, self.limits.nodes);
        solver.add_formula(&self.encoded.cnf);
        solver
    }

    /// A value for every variable of the formula that means this solution.
    fn assignment(
        &self,
        solver: &mut Solver,
        solution: &Solution,
    ) -> Result<String, CertificateError> {
        let model = self.certificate.model;
        let meant = model
            .vars()
            .flat_map(|var| self.encoded.map.is(var, solution[var]).unwrap_or(&[]));
        let meant: Vec<Lit> = meant.copied().collect();
        match solver.solve(&meant) {
            Verdict::Satisfiable(assignment) => {
                let literals = (1..=self.encoded.cnf.variables() as Lit).map(|variable| {
                    if assignment.holds(variable) {
                        variable
                    } else {
                        -variable
                    }
                });
                Ok(words(&literals.collect::<Vec<Lit>>()))
            }
            Verdict::Unsatisfiable(_) => Err(CertificateError::Incomplete(
                "a solution is none of the formula",
            )),
            Verdict::Unknown(limit) => Err(CertificateError::Stopped(limit)),
        }
    }
}

/// Steps as `rup` with hints.
struct Rup<W> {
    out: W,
    /// So many clauses were there before the first step.
    originals: u64,
    /// Clauses after this number have the next one.
    shifted_from: Option<u64>,
}

impl<W> Rup<W> {
    fn number(&self, number: u64) -> u64 {
        number + u64::from(self.shifted_from.is_some_and(|from| number > from))
    }
}

impl<W: Write> Steps for Rup<W> {
    fn derived(&mut self, _: u64, clause: &[Lit], hints: &[u64]) -> io::Result<()> {
        write!(self.out, "rup {} : ~", constraint(clause))?;
        for &hint in hints {
            write!(self.out, " {}", self.number(hint))?;
        }
        writeln!(self.out, ";")
    }

    /// The formula itself is kept: to delete from it would have to be justified.
    fn deleted(&mut self, _: u64, number: u64) -> io::Result<()> {
        if number > self.originals {
            writeln!(self.out, "del id {};", self.number(number))?;
        }
        Ok(())
    }
}

fn begin(out: &mut impl Write, constraints: usize) -> io::Result<()> {
    writeln!(out, "pseudo-Boolean proof version 3.0")?;
    writeln!(out, "f {constraints};")
}

fn end(out: &mut impl Write, conclusion: &str) -> io::Result<()> {
    writeln!(out, "output NONE;")?;
    writeln!(out, "conclusion {conclusion};")?;
    writeln!(out, "end pseudo-Boolean proof;")?;
    out.flush()
}
