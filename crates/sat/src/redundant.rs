//! The certificate of which clues can go: a proof for each that can, and for each that cannot a solution without it.
//!
//! All proofs are about one formula, that of the model without its clues; the clues are unit clauses.

use std::io::Write;

use tantalizer_model::{ConstraintId, Limits, Solution, Var, Watch};

use crate::certificate::{Certificate, CertificateError, Claim, prove};
use crate::cnf::Lit;
use crate::encode::Encoded;
use crate::solver::{Solver, Verdict};

impl Certificate<'_> {
    /// Writes the certificate that there is one solution and which of these clues, constraints that leave a variable one value, can go while
    /// the others stay.
    pub fn write_redundant<W: Write + 'static>(
        &self,
        clues: &[(ConstraintId, Var)],
        out: W,
        limits: &Limits,
    ) -> Result<(), CertificateError> {
        self.look_over()?;
        let (Claim::Exactly, [solution]) = (self.claim, self.solutions) else {
            return Err(CertificateError::Incomplete("there is not one solution"));
        };
        let watch = limits.start();
        let ids: Vec<ConstraintId> = clues.iter().map(|clue| clue.0).collect();
        let mut without = self.model.without(&ids);
        let mut spoken_of = self.model.answer();
        spoken_of.extend(clues.iter().map(|clue| clue.1));
        without.set_answer(spoken_of);
        let of_rules = Certificate {
            model: &without,
            ..*self
        };
        let encoded = of_rules.encoded(limits, &watch)?;
        let search = Search {
            clues,
            solution,
            encoded: &encoded,
            limits,
            watch: &watch,
        };
        let needed = (0..clues.len()).map(|at| search.without(at));
        let needed = needed.collect::<Result<Vec<Option<Solution>>, _>>()?;
        let free = needed.iter().filter(|other| other.is_none()).count();
        let mut out = self.begin(out, &format!("redundant {free}"))?;
        let numbers: Vec<String> = ids.iter().map(|id| format!(" {}", id.0)).collect();
        out.line(&format!("clues{}", numbers.concat()))?;
        of_rules.write_formula(&mut out, &encoded)?;
        out.line("solutions 1")?;
        out.solution("solution", solution)?;
        let answer = self.model.answer();
        let block = encoded
            .map
            .blocking_clause(&answer, &solution.project(&answer));
        out.numbers("block", &block)?;
        out.line("proof")?;
        let limit = |solver: &mut Solver| solver.set_limits(&watch, limits.nodes);
        let mut start = search.told(None);
        start.push(block);
        out = prove(out, &encoded.cnf, &start, limit)?;
        for (at, other) in needed.iter().enumerate() {
            if let Some(other) = other {
                out.solution("needed", other)?;
            } else {
                out.line("free")?;
                out = prove(out, &encoded.cnf, &search.another_at(at), limit)?;
            }
        }
        out.line("end")?;
        Ok(out.finish()?)
    }
}

struct Search<'a> {
    clues: &'a [(ConstraintId, Var)],
    solution: &'a Solution,
    encoded: &'a Encoded,
    limits: &'a Limits,
    watch: &'a Watch,
}

impl Search<'_> {
    /// The clues as unit clauses, all but one of them.
    fn told(&self, but: Option<usize>) -> Vec<Vec<Lit>> {
        let clues = self.clues.iter().enumerate();
        clues
            .filter(|clue| Some(clue.0) != but)
            .filter_map(|(_, &(_, var))| self.encoded.map.is(var, self.solution[var]))
            .flat_map(|literals| literals.iter().map(|&literal| vec![literal]))
            .collect()
    }

    /// The other clues, and another value in the place of this one.
    fn another_at(&self, at: usize) -> Vec<Vec<Lit>> {
        let var = self.clues[at].1;
        let other = self
            .encoded
            .map
            .blocking_clause(&[var], &[self.solution[var]]);
        let mut clauses = self.told(Some(at));
        clauses.push(other);
        clauses
    }

    /// A solution without the clue that has another value there.
    fn without(&self, at: usize) -> Result<Option<Solution>, CertificateError> {
        let clauses = self.another_at(at);
        if clauses.iter().any(Vec::is_empty) {
            // The variable has no other value.
            return Ok(None);
        }
        let mut solver = Solver::new();
        solver.set_limits(self.watch, self.limits.nodes);
        solver.add_formula(&self.encoded.cnf);
        clauses.iter().for_each(|clause| solver.add(clause));
        match solver.solve(&[]) {
            Verdict::Unsatisfiable(_) => Ok(None),
            Verdict::Unknown(limit) => Err(CertificateError::Stopped(limit)),
            Verdict::Satisfiable(assignment) => {
                let values = self.encoded.map.read(|literal| assignment.holds(literal));
                let other = values.map(Solution);
                other
                    .map(Some)
                    .ok_or(CertificateError::Incomplete("a variable has no value"))
            }
        }
    }
}
