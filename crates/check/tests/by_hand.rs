//! Certificates written by hand: a puzzle small enough to see through.

use sha2::{Digest, Sha256};
use tantalizer_check::{Claim, Report, check};

/// Two bits that differ: variable 1 of the formula is x, variable 2 is y.
const HEAD: &str = "\
statement 1
| two bits that differ
model 5
| model bits
| variable 0..1 x
| variable 0..1 y
| constraint compare 0 != 1
| answer 2 0 1
";

const FORMULA: &str = "\
encoding by hand
formula 2 2
1 2 0
-1 -2 0
meanings 4
0 0 -1 0
0 1 1 0
1 0 -2 0
1 1 2 0
";

const SOLUTIONS: &str = "\
solutions 2
solution 0 1
block 1 -2 0
solution 1 0
block -1 2 0
";

/// The formula with both solutions blocked: x follows from clauses 1 and 3, and contradicts 2 and 4.
const PROOF: &str = "\
proof
5 1 0 1 3 0
5 d 1 3 0
6 0 5 2 4 0
";

fn whole(claim: &str, parts: &[&str]) -> String {
    let parts = parts.concat();
    let text = format!("tantalizer certificate 1\nclaim {claim}\n{HEAD}{parts}end\n");
    let bytes = Sha256::digest(text.as_bytes());
    let digest: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{text}digest sha256 {digest}\n")
}

fn accepted(claim: &str, parts: &[&str]) -> Report {
    let text = whole(claim, parts);
    check(text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal} in\n{text}"))
}

fn refused(claim: &str, parts: &[&str], reason: &str) {
    let text = whole(claim, parts);
    match check(text.as_bytes()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(refusal) => assert!(refusal.reason.contains(reason), "{refusal}"),
    }
}

#[test]
fn exactly_two() {
    let report = accepted("exactly 2", &[FORMULA, SOLUTIONS, PROOF]);
    assert_eq!(report.claim, Claim::Exactly(2));
    assert_eq!((report.solutions, report.steps), (2, 3));
    assert_eq!(report.statement, "two bits that differ");
}

/// Every clause is held against the model, with and without variables that mean nothing by themselves; what says more than the model is not verified.
#[test]
fn formulas_are_verified_clause_by_clause() {
    let exact = accepted("exactly 2", &[FORMULA, SOLUTIONS, PROOF]);
    assert_eq!(exact.unverified, Some(Vec::new()));
    assert_eq!(exact.trusted.len(), 1);
    let with = |clauses: &str| {
        let (_, meanings) = FORMULA.split_once("-1 -2 0\n").expect("both parts");
        let count = clauses.lines().count();
        format!("encoding by hand\nformula 3 {count}\n{clauses}{meanings}")
    };
    // The third variable says that both are one.
    let helped = with("1 2 0\n-1 -2 3 0\n-3 0\n");
    let proof = "proof\n6 1 0 1 4 0\n7 0 6 5 2 3 0\n";
    let helped = accepted("exactly 2", &[&helped, SOLUTIONS, proof]);
    assert_eq!(helped.unverified, Some(Vec::new()));
    // That x is 0 is no rule, said at once or by way of the third variable.
    let one = "solutions 1\nsolution 0 1\nblock 1 -2 0\n";
    for (clauses, proof) in [
        ("1 2 0\n-1 -2 0\n-1 0\n", "proof\n5 0 3 1 4 0\n"),
        ("1 2 0\n-1 -2 0\n3 0\n-3 -1 0\n", "proof\n6 0 3 4 1 5 0\n"),
    ] {
        let report = accepted("exactly 1", &[&with(clauses), one, proof]);
        let unverified = report.unverified.expect("literals mean what is stated");
        assert_eq!(unverified.len(), 1, "{unverified:?}");
        assert_eq!(report.trusted.len(), 2);
    }
    // Literals that mean two values at once mean nothing, and nor does what is not stated.
    for meanings in [
        "0 0 -1 0\n0 1 -1 0\n1 0 -2 0\n1 1 2 0\n",
        "0 0 -1 0\n0 1 1 0\n1 1 2 0\n",
    ] {
        let count = meanings.lines().count();
        let formula =
            format!("encoding by hand\nformula 2 2\n1 0\n-1 0\nmeanings {count}\n{meanings}");
        let proof = "proof\n3 0 1 2 0\n";
        let report = accepted("unsatisfiable", &[&formula, "solutions 0\n", proof]);
        assert_eq!(report.unverified, None);
        assert_eq!(report.trusted.len(), 2);
    }
}

#[test]
fn at_least_one_or_two() {
    let one = accepted("satisfiable", &["solutions 1\nsolution 0 1\n"]);
    assert_eq!((one.solutions, one.trusted.len()), (1, 1));
    let two = accepted(
        "satisfiable",
        &["solutions 2\nsolution 0 1\nsolution 1 0\n"],
    );
    assert_eq!(two.solutions, 2);
    refused("satisfiable", &["solutions 0\n"], "1 solutions are claimed");
    refused(
        "satisfiable",
        &["solutions 1\nsolution 1 1\n"],
        "no solution",
    );
    refused("satisfiable", &["solutions 1\nsolution 0 2\n"], "domain");
    refused(
        "satisfiable",
        &["solutions 1\nsolution 0\n"],
        "one value for each",
    );
    let twice = "solutions 2\nsolution 0 1\nsolution 0 1\n";
    refused("satisfiable", &[twice], "listed before");
}

#[test]
fn an_optimum() {
    let maximise = |parts: &[&str]| {
        let text = whole("optimal 1", parts);
        let text = text.replace("model 5\n", "model 6\n");
        let text = text.replace("| answer", "| maximise 0\n| answer");
        let kept = &text[..text.rfind("digest").unwrap_or(0)];
        let bytes = Sha256::digest(kept.as_bytes());
        let digest: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        check(format!("{kept}digest sha256 {digest}\n").as_bytes())
    };
    // Neither 0 nor 1 is better than 1: both are excluded.
    let solution = "solutions 1\nsolution 1 0\n";
    let bound = "bound 2\nworse 1 0\nworse -1 0\n";
    let proof = "proof\n5 0 3 4 0\n";
    let report = maximise(&[FORMULA, solution, bound, proof]).expect("it is true");
    assert_eq!(report.claim, Claim::Optimal(1));
    let worse = "solutions 1\nsolution 0 1\n";
    let refusal = maximise(&[FORMULA, worse, bound, proof]).expect_err("not 1");
    assert!(refusal.reason.contains("objective is not 1"), "{refusal}");
    let bound = "bound 1\nworse 1 0\n";
    let refusal = maximise(&[FORMULA, solution, bound, proof]).expect_err("one missing");
    assert!(
        refusal.reason.contains("2 values are no better"),
        "{refusal}"
    );
    let bound = "bound 2\nworse 1 0\nworse 2 0\n";
    let refusal = maximise(&[FORMULA, solution, bound, proof]).expect_err("another");
    assert!(refusal.reason.contains("exactly"), "{refusal}");
    // Without an objective there is nothing to be optimal.
    let bound = "bound 2\nworse 1 0\nworse -1 0\n";
    refused(
        "optimal 1",
        &[FORMULA, solution, bound, proof],
        "no objective",
    );
}

#[test]
fn proofs_that_prove_nothing() {
    let proof = |steps: &str, reason: &str| {
        let proof = format!("proof\n{steps}");
        refused("exactly 2", &[FORMULA, SOLUTIONS, &proof], reason);
    };
    proof("", "without the empty clause");
    proof("5 1 0 1 3 0\n", "without the empty clause");
    proof("5 0 1 2 3 4 0\n", "more than one possibility");
    proof("5 1 0 1 0\n", "do not lead to a contradiction");
    proof("5 1 0 1 7 0\n", "hint 7 is no clause");
    proof("5 1 0 -1 3 0\n", "unit propagation");
    proof("4 1 0 1 3 0\n", "comes after");
    proof("5 1 -1 0 1 3 0\n", "contradicts itself");
    proof("5 3 0 1 3 0\n", "no variable");
    proof("5 1 0 1 3 0\n5 d 9 0\n", "no clause 9 to forget");
    proof("5 1 0 1 3 0\n5 d 2 0\n6 0 5 2 4 0\n", "hint 2 is no clause");
    proof("5 1 0 1 3\n", "expected");
    proof("5 1 1 3 0\n", "expected");
    proof("x 1 0 1 3 0\n", "expected a number");
    proof("5 1 0 1 3 0\n6 0 5 2 4 0\n7 0 5 2 4 0\n", "expected `end`");
    // The claim that there is none does not follow from the formula alone.
    let unsat = [FORMULA, "solutions 0\n", PROOF];
    refused("unsatisfiable", &unsat, "");
}

#[test]
fn what_is_stated_must_make_sense() {
    let exactly = |from: &str, to: &str, reason: &str| {
        let formula = FORMULA.replacen(from, to, 1);
        assert_ne!(formula, FORMULA);
        refused("exactly 2", &[&formula, SOLUTIONS, PROOF], reason);
    };
    exactly("formula 2 2", "formula 1 2", "no variable of 2");
    exactly(
        "formula 2 2",
        "formula 2",
        "numbers of variables and clauses",
    );
    exactly("1 2 0", "1 2", "closing 0");
    exactly("1 2 0", "1 0 2 0", "closing 0");
    exactly("0 1 1 0", "0 0 1 0", "stated twice");
    exactly("0 1 1 0", "7 1 1 0", "no variable 7");
    exactly("0 1 1 0", "0 5 1 0", "not in the variable's domain");
    exactly("meanings 4\n0 0 -1 0\n", "meanings 3\n", "is not stated");
    refused("roughly 2", &[FORMULA, SOLUTIONS, PROOF], "unknown claim");
    refused(
        "exactly two",
        &[FORMULA, SOLUTIONS, PROOF],
        "expected a number",
    );
}
