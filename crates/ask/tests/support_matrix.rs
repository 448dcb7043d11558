//! The table in `docs/constraints.md` is what the constraints say of themselves, and what the engines have a file for.
//! `TANTALIZER_WRITE_DOCS=1` writes it.

use std::fmt::Write as _;
use std::path::PathBuf;

use tantalizer_ask::engines;
use tantalizer_model::{Consistency, ConstraintKind, Support};

const START: &str = "<!-- constraints -->\n";
const END: &str = "<!-- end of constraints -->\n";

fn matrix() -> String {
    let mut table = String::from("\n| constraint | holds when |");
    for engine in engines() {
        let _ = write!(table, " `{}` |", engine.id());
    }
    table.push_str("\n|---|---|");
    table.push_str(&"---|".repeat(engines().len()));
    table.push('\n');
    for kind in ConstraintKind::ALL {
        let _ = write!(table, "| {} | {} |", kind.name(), kind.meaning());
        for engine in engines() {
            let word = match engine.support(kind) {
                Support::Native(None) => "native",
                Support::Native(Some(Consistency::Domain)) => "native, domain",
                Support::Native(Some(Consistency::Bounds)) => "native, bounds",
                Support::Native(Some(Consistency::Checking)) => "native, checking",
                Support::Rewritten => "rewritten",
            };
            let _ = write!(table, " {word} |");
        }
        table.push('\n');
    }
    table.push('\n');
    table
}

#[test]
fn the_documented_table_is_what_constraints_and_engines_say() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/constraints.md");
    let text = std::fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = text.split_once(START).expect("the matrix has a start");
    let (documented, after) = rest.split_once(END).expect("the matrix has an end");
    let matrix = matrix();
    if std::env::var_os("TANTALIZER_WRITE_DOCS").is_some() {
        let written = format!("{before}{START}{matrix}{END}{after}");
        std::fs::write(&path, written).expect("the document can be written");
        return;
    }
    assert_eq!(
        documented, matrix,
        "run with TANTALIZER_WRITE_DOCS=1 to write it anew"
    );
}
