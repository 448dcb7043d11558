//! Certificates to accept and to spoil.

#![allow(dead_code)] // Not every test program uses all of it.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use sha2::{Digest, Sha256};
use tantalizer_model::{Collect, Limits, Model, ModelEngine, Question, Rel, Request, Solution};
use tantalizer_sat::{Certificate, CertificateError, Claim, Encoding, Sat};

/// The puzzle that all certificates here state.
pub const STATEMENT: &str = "a puzzle\n\n  with \"lines\"\r\nand an end";

/// A graph with a triangle, some edges more, three colours, and an auxiliary variable: 8 colourings.
pub fn colouring() -> Model {
    let mut model = Model::new("a colouring");
    let nodes = model.array("node", 7, 1..=3);
    for (a, b) in [
        (0, 1),
        (0, 2),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (3, 5),
        (4, 6),
        (5, 6),
    ] {
        model
            .compare(nodes[a], Rel::NotEqual, nodes[b])
            .expect("valid");
    }
    let sum = model.int("sum", 0..=30);
    let terms = nodes.iter().map(|&node| (1, node)).chain([(-1, sum)]);
    model.linear(terms, Rel::Equal, 0).expect("valid");
    model.member(sum, 14..=14).expect("valid");
    model.set_answer(nodes);
    model
}

/// All solutions of a model.
pub fn solutions(model: &Model) -> Vec<Solution> {
    let mut found = Collect::default();
    let answer = Sat::new().answer_for(
        model,
        &Request::new(Question::All { limit: None }),
        &mut found,
    );
    assert!(answer.complete);
    found.solutions
}

/// The certificate of a claim with its solutions found by the engine.
pub fn text_of(
    model: &Model,
    claim: Claim,
    encoding: Encoding,
) -> Result<String, CertificateError> {
    certificate(model, claim, encoding, usize::MAX)
}

/// The same with at most `limit` solutions.
pub fn certificate(
    model: &Model,
    claim: Claim,
    encoding: Encoding,
    limit: usize,
) -> Result<String, CertificateError> {
    let mut found = solutions(model);
    if let (Claim::Optimal, Some(objective)) = (claim, model.objective()) {
        found.sort_by(|a, b| {
            let (a, b) = (a[objective.var()], b[objective.var()]);
            objective.improves(a, b).cmp(&objective.improves(b, a))
        });
    }
    found.truncate(limit);
    write(model, claim, encoding, &found)
}

/// A certificate as text.
pub fn write(
    model: &Model,
    claim: Claim,
    encoding: Encoding,
    solutions: &[Solution],
) -> Result<String, CertificateError> {
    let out = Shared::default();
    Certificate {
        statement: STATEMENT,
        model,
        claim,
        solutions,
        encoding,
    }
    .write(out.clone(), &Limits::none())?;
    Ok(out.text())
}

/// The text with its last line replaced by the right digest, as a careful forger would.
pub fn redigest(text: &str) -> String {
    let kept = text.rfind("digest sha256 ").map_or(text, |at| &text[..at]);
    let bytes = Sha256::digest(kept.as_bytes());
    let digest: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{kept}digest sha256 {digest}\n")
}

/// Bytes that can be read after they were written.
#[derive(Clone, Default)]
pub struct Shared(Rc<RefCell<Vec<u8>>>);

impl Shared {
    /// What was written.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.take()).expect("certificates are UTF-8")
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
