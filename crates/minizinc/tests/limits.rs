//! Reading and lowering keep their limits, as text and as JSON.

use std::fmt::Write as _;
use std::time::{Duration, Instant};
use tantalizer_model::constraints::Table;

use tantalizer_minizinc::{FlatZincError, read_model};
use tantalizer_model::{Limit, Limits};

/// Far beyond the limit that is given, far below what the work would take.
const SOON: Duration = Duration::from_secs(10);

#[track_caller]
fn stops(source: &str) {
    let started = Instant::now();
    let stopped = read_model(source, &Limits::seconds(0.05)).err();
    assert_eq!(stopped, Some(FlatZincError::Stopped(Limit::Time)));
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn a_long_text_is_left() {
    let mut text = String::new();
    for i in 0..400_000 {
        let _ = writeln!(text, "var 0..9: x{i} :: output_var;");
    }
    for i in 1..400_000 {
        let _ = writeln!(text, "constraint int_le(x{}, x{i});", i - 1);
    }
    text.push_str("solve satisfy;\n");
    stops(&text);
}

#[test]
fn long_json_is_left() {
    let mut text = String::from("{\"variables\": {");
    for i in 0..200_000 {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}\"x{i}\": {{\"type\": \"int\", \"domain\": [[0, 9]]}}"
        );
    }
    text.push_str("}, \"constraints\": [");
    for i in 1..200_000 {
        let comma = if i > 1 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}{{\"id\": \"int_le\", \"args\": [\"x{}\", \"x{i}\"]}}",
            i - 1
        );
    }
    text.push_str("], \"output\": [], \"solve\": {\"method\": \"satisfy\"}}");
    stops(&text);
}

/// Small to read, long to lower: bounds are looked for again and again.
#[test]
fn lowering_is_left() {
    let mut text = String::new();
    let width = 200_000;
    for i in 0..60 {
        let _ = writeln!(text, "var int: x{i} :: output_var;");
    }
    let zeros = vec!["0"; width].join(",");
    let _ = writeln!(text, "array [1..{width}] of int: t = [{zeros}];");
    for i in 1..60 {
        let _ = writeln!(text, "constraint array_int_element(x{i}, t, x{});", i - 1);
        let _ = writeln!(text, "constraint int_lin_le([1,-1],[x{},x{i}],0);", i - 1);
    }
    text.push_str("solve satisfy;\n");
    let started = Instant::now();
    let stopped = read_model(&text, &Limits::seconds(0.1)).err();
    assert_eq!(stopped, Some(FlatZincError::Stopped(Limit::Time)));
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

/// Tables that name one array share its rows.
#[test]
fn tables_of_one_array_are_one_table() {
    let mut text = String::from("array [1..6] of int: t = [1,2,2,3,3,1];\n");
    text.push_str("var 1..3: x :: output_var; var 1..3: y :: output_var; var 1..3: z;\n");
    text.push_str(
        "constraint tantalizer_table([x,y], t); constraint tantalizer_table([y,z], t);\n",
    );
    text.push_str("solve satisfy;\n");
    let flat = read_model(&text, &Limits::none()).expect("a valid file");
    let tables = flat.model.constraints().iter();
    let tables: Vec<_> = tables
        .filter_map(|posted| match &posted.constraint {
            tantalizer_model::Constraint::Table(Table { tuples, .. }) => Some(tuples.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(tables.len(), 2);
    assert!(std::sync::Arc::ptr_eq(&tables[0], &tables[1]));
}
