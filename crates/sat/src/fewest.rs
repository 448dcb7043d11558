//! The part of a certificate that says that fewer clues are not enough: the alternatives, and a proof that no fewer variables
//! meet all their differences. `docs/certificates.md` says which formula that is; the checker makes it by itself.

use std::io::Write;

use tantalizer_model::{Limits, Solution, Var, Watch};

use crate::certificate::{Certificate, CertificateError, Claim, Digested, prove};
use crate::cnf::{Cnf, Lit};

impl Certificate<'_> {
    /// Writes the certificate that the one solution is the only one and that as many clues as the model has are needed for
    /// it, as these solutions of the model without its clues show. Only the variables `among` may be clues.
    pub fn write_fewest<W: Write + 'static>(
        &self,
        clues: usize,
        among: &[Var],
        alternatives: &[Solution],
        out: W,
        limits: &Limits,
    ) -> Result<(), CertificateError> {
        let [solution] = self.solutions else {
            return Err(CertificateError::Incomplete("there is not one solution"));
        };
        if self.claim != Claim::Exactly {
            return Err(CertificateError::Incomplete("the claim is not `exactly 1`"));
        }
        let watch = limits.start();
        let words = format!("fewest {clues}");
        let mut out = self.write_body(&words, out, limits, &watch)?;
        let mut head = format!("alternatives {}", alternatives.len());
        if among != self.model.answer() {
            let vars: Vec<String> = among.iter().map(|var| var.index().to_string()).collect();
            head += &format!(" among {}", vars.join(" "));
        }
        out.line(&head)?;
        for other in alternatives {
            out.solution("alternative", other)?;
        }
        out.line("cover")?;
        if clues > 0 {
            let formula = cover(among, solution, alternatives, clues - 1);
            out = refute(out, &formula, limits, &watch)?;
        }
        out.line("end")?;
        out.finish()?;
        Ok(())
    }
}

fn refute<W: Write + 'static>(
    out: Digested<W>,
    formula: &Cnf,
    limits: &Limits,
    watch: &Watch,
) -> Result<Digested<W>, CertificateError> {
    prove(out, formula, &[], |solver| {
        solver.set_limits(watch, limits.nodes);
    })
}

/// "At most `most` of the variables `among` are shown, and one that differs in each alternative is among them."
fn cover(among: &[Var], solution: &Solution, alternatives: &[Solution], most: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let shown: Vec<Lit> = among.iter().map(|_| cnf.new_variable()).collect();
    // Of those up to here, at least this many are shown.
    let counted: Vec<Vec<Lit>> = shown
        .iter()
        .map(|_| (0..most).map(|_| cnf.new_variable()).collect())
        .collect();
    for other in alternatives {
        let differs = among.iter().zip(&shown);
        let differs = differs.filter(|(var, _)| other[**var] != solution[**var]);
        cnf.add(differs.map(|(_, &literal)| literal));
    }
    for (at, &literal) in shown.iter().enumerate() {
        let Some(&first) = counted[at].first() else {
            cnf.add([-literal]);
            continue;
        };
        cnf.add([-literal, first]);
        let Some(before) = at.checked_sub(1).map(|at| &counted[at]) else {
            continue;
        };
        for (j, &now) in counted[at].iter().enumerate() {
            cnf.add([-before[j], now]);
            if j > 0 {
                cnf.add([-literal, -before[j - 1], now]);
            }
        }
        cnf.add([-literal, -before[most - 1]]);
    }
    cnf
}
