//! Two proofs for VeriPB that together say "exactly N": what ties them to each other.
//!
//! VeriPB accepts each by itself: that the first formula has the solutions that are logged, and that the second has none. What it cannot know is that
//! the second formula is the first with exactly these solutions excluded, as far as the answer goes. The first formula's comments say which literals mean the values of
//! answer variables; the clause that excludes a solution is the negation of those that are true in it.

use std::collections::{BTreeSet, HashSet};
use std::io::BufRead;

use crate::Refusal;

/// How many solutions there are, if VeriPB accepts both proofs. The readers are those of the first formula, its proof, and the second formula.
pub fn check_tied(
    formula: impl BufRead,
    proof: impl BufRead,
    rest: impl BufRead,
) -> Result<u64, Refusal> {
    let (meanings, constraints) = read_formula(formula)?;
    let (_, mut rest) = read_formula(rest)?;
    let first: Vec<&String> = constraints.iter().map(|entry| &entry.1).collect();
    let same = rest.iter().map(|entry| &entry.1).take(first.len());
    if !same.eq(first.iter().copied()) {
        return Err(wrong(0, "the second formula does not begin with the first"));
    }
    let blocks = rest.split_off(first.len());
    let mut blocks = blocks.iter();
    let mut seen = HashSet::new();
    for (number, line) in numbered(proof)? {
        let Some(solution) = line.strip_prefix("sol ") else {
            continue;
        };
        let truths: HashSet<&str> = solution.trim_end_matches(';').split(' ').collect();
        let holding = meanings
            .iter()
            .filter(|all| all.iter().all(|l| truths.contains(&**l)));
        let excluded: BTreeSet<String> =
            holding.flatten().map(|literal| negated(literal)).collect();
        let Some((at, block)) = blocks.next() else {
            return Err(wrong(
                number,
                "this solution is not excluded in the second formula",
            ));
        };
        let terms = block.strip_suffix(">= 1 ;").unwrap_or_default();
        let words: Vec<&str> = terms.split_ascii_whitespace().collect();
        let is_clause = words
            .chunks(2)
            .all(|term| term.len() == 2 && term[0] == "1");
        let found = words.chunks(2).filter_map(|term| term.get(1));
        let found: BTreeSet<String> = found.map(|literal| literal.to_string()).collect();
        if !is_clause || found != excluded {
            return Err(wrong(
                *at,
                "this does not exclude exactly the solution that it must",
            ));
        }
        if !seen.insert(excluded) {
            return Err(wrong(number, "this solution is logged before"));
        }
    }
    match blocks.next() {
        Some((at, _)) => Err(wrong(
            *at,
            "this excludes more than the solutions that are logged",
        )),
        None => Ok(seen.len() as u64),
    }
}

/// For each value of an answer variable the literals that mean it; and the constraints, with their lines.
type Formula = (Vec<Vec<String>>, Vec<(usize, String)>);

fn read_formula(reader: impl BufRead) -> Result<Formula, Refusal> {
    let (mut meanings, mut constraints) = (Vec::new(), Vec::new());
    for (number, line) in numbered(reader)? {
        if let Some(comment) = line.strip_prefix('*') {
            let meaning = comment
                .strip_prefix(" answer ")
                .and_then(|text| text.rsplit_once(':'));
            if let Some((_, literals)) = meaning {
                meanings.push(
                    literals
                        .split_ascii_whitespace()
                        .map(String::from)
                        .collect(),
                );
            }
        } else {
            constraints.push((number, line));
        }
    }
    Ok((meanings, constraints))
}

/// All lines with their numbers, from 1.
fn numbered(reader: impl BufRead) -> Result<Vec<(usize, String)>, Refusal> {
    let lines = reader.lines().zip(1..);
    let line = |(line, number): (std::io::Result<String>, usize)| match line {
        Ok(line) => Ok((number, line)),
        Err(error) => Err(wrong(number, &format!("cannot be read: {error}"))),
    };
    lines.map(line).collect()
}

fn negated(literal: &str) -> String {
    match literal.strip_prefix('~') {
        Some(variable) => variable.to_string(),
        None => format!("~{literal}"),
    }
}

fn wrong(line: usize, reason: &str) -> Refusal {
    Refusal {
        line,
        reason: reason.to_string(),
    }
}
