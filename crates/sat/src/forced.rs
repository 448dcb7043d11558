//! The certificate of what holds in every solution: solutions that agree in nothing else, and a proof that no solution differs in it.
//!
//! One clause says all: "one of these variables has another value". Together with the formula it has no solution exactly if every solution gives all of
//! them these values. Whatever else is the answer is free, as two of the solutions show.

use std::io::Write;

use tantalizer_model::{Limits, Solution, Var, Watch};

use crate::certificate::{Certificate, CertificateError, Claim, prove};
use crate::cnf::Lit;
use crate::encode::Encoded;
use crate::solver::{Solver, Verdict};

impl Certificate<'_> {
    /// Writes the certificate that exactly these values hold in every solution. The solutions that show it are found here.
    pub fn write_forced<W: Write + 'static>(
        &self,
        forced: &[(Var, i32)],
        out: W,
        limits: &Limits,
    ) -> Result<(), CertificateError> {
        self.look_over()?;
        let (Claim::Satisfiable, Some(first)) = (self.claim, self.solutions.first()) else {
            return Err(CertificateError::Incomplete(
                "there is no solution to certify",
            ));
        };
        let watch = limits.start();
        let encoded = self.encoded(limits, &watch)?;
        let (solutions, common) = self.witnesses(&encoded, first, limits, &watch)?;
        let is_common = |fact: &(Var, i32)| common.contains(&fact.0) && first[fact.0] == fact.1;
        if common.len() != forced.len() || !forced.iter().all(is_common) {
            return Err(CertificateError::OtherForced(common.len()));
        }
        let claim = format!("forced {}", common.len());
        let mut out = self.begin(out, &claim)?;
        self.write_formula(&mut out, &encoded)?;
        out.line(&format!("solutions {}", solutions.len()))?;
        for solution in &solutions {
            out.solution("solution", solution)?;
        }
        let block = encoded.block(&common, first);
        out.numbers("block", &block)?;
        out.line("proof")?;
        let mut out = prove(out, &encoded.cnf, &[block], |solver| {
            solver.set_limits(&watch, limits.nodes);
        })?;
        out.line("end")?;
        out.finish()?;
        Ok(())
    }

    /// Solutions, and the answer variables in which all of them agree, as every solution does. Each one more takes some variables out.
    fn witnesses(
        &self,
        encoded: &Encoded,
        first: &Solution,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<(Vec<Solution>, Vec<Var>), CertificateError> {
        let mut solver = Solver::new();
        solver.set_limits(watch, limits.nodes);
        solver.add_formula(&encoded.cnf);
        let mut common = self.model.answer();
        common.sort_unstable();
        common.dedup();
        let mut solutions = vec![first.clone()];
        while !common.is_empty() {
            let block = encoded.block(&common, first);
            if block.is_empty() {
                // Each of them has only one value.
                break;
            }
            solver.add(&block);
            match solver.solve(&[]) {
                Verdict::Unsatisfiable(_) => break,
                Verdict::Unknown(limit) => return Err(CertificateError::Stopped(limit)),
                Verdict::Satisfiable(assignment) => {
                    let values = encoded.map.read(|literal| assignment.holds(literal));
                    let Some(other) = values.map(Solution) else {
                        return Err(CertificateError::Incomplete("a variable has no value"));
                    };
                    common.retain(|&var| other[var] == first[var]);
                    solutions.push(other);
                }
            }
        }
        Ok((solutions, common))
    }
}

impl Encoded {
    /// The clause that one of these variables has another value than in the solution.
    fn block(&self, vars: &[Var], solution: &Solution) -> Vec<Lit> {
        self.map.blocking_clause(vars, &solution.project(vars))
    }
}
