//! Files that are wrong: a clear message with the line, never a panic, never a guess.

use tantalizer_minizinc::{FlatZincError, read_model};

fn complaint(text: &str) -> String {
    match read_model(text, &tantalizer_model::Limits::none()) {
        Ok(_) => panic!("taken without complaint:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn says(text: &str, expected: &str) {
    assert_eq!(complaint(text), expected, "for\n{text}");
}

#[test]
fn grammar() {
    says(
        "",
        "line 1: expected a solve item, found the end of the file",
    );
    says(
        "var 1..3: x;\n",
        "line 2: expected a solve item, found the end of the file",
    );
    says(
        "var 1..3: x;\nsolve satisf",
        "line 2: expected `satisfy`, `minimize` or `maximize`, found `satisf`",
    );
    says(
        "solve satisfy",
        "line 1: expected `;`, found the end of the file",
    );
    says(
        "solve satisfy;\nsolve satisfy;",
        "line 2: a second solve item",
    );
    says(
        "var 1..: x;\nsolve satisfy;",
        "line 1: expected the range's last value, found `:`",
    );
    says("var 1..3 x;", "line 1: expected `:`, found `x`");
    says(
        "constraint int_le(1, 2;\nsolve satisfy;",
        "line 1: expected `,` or `)`, found `;`",
    );
    says(
        "constraint int_le(1, 2\n",
        "line 2: expected `,` or `)`, found the end of the file",
    );
    says(
        "% fine\n\nvar 1..3: x\nsolve satisfy;",
        "line 4: expected `;`, found `solve`",
    );
    says(
        "array [0..2] of int: a = [1, 2];",
        "line 1: expected an array's indices 1..n, found `0..2`",
    );
    says("var 1..3: #;", "line 1: unexpected character `#`");
    says(
        "/* no end\nsolve satisfy;",
        "line 1: this comment has no end",
    );
    says(
        "solve :: \"open\n satisfy;",
        "line 1: a quote is opened and not closed on the same line",
    );
    says(
        "predicate p(var int: x)\nsolve satisfy",
        "line 2: expected `;` after the predicate, found the end of the file",
    );
    says(
        "hello world;",
        "line 1: expected an item: a declaration, `constraint`, `predicate` or `solve`, found `hello`",
    );
}

#[test]
fn names_and_types() {
    says(
        "var 1..3: x;\nvar 1..3: x;\nsolve satisfy;",
        "line 2: `x` is declared twice",
    );
    says(
        "constraint int_le(x, 2);\nsolve satisfy;",
        "line 1: `x` is not declared",
    );
    says(
        "var 1..3: x = y;\nvar 1..3: y = x;\nsolve satisfy;",
        "line 1: `y` is not declared",
    );
    says("solve minimize x;", "line 1: `x` is not declared");
    says(
        "array [1..3] of int: a = [1, 2];\nsolve satisfy;",
        "line 1: the array `a` is declared with 3 entries and has 2",
    );
    says(
        "array [1..1] of int: a = [true];\nsolve satisfy;",
        "line 1: entry 1 of the array `a` is not of its type",
    );
    says(
        "array [1..1] of var int: a;\nsolve satisfy;",
        "line 1: the array `a` has no value",
    );
    says(
        "int: n;\nsolve satisfy;",
        "line 1: the parameter `n` has no value",
    );
    says(
        "var bool: b = 3;\nsolve satisfy;",
        "line 1: the value of `b` is not of its type",
    );
    says(
        "array [1..1] of int: a = [1];\narray [1..1] of int: c = [a];\nsolve satisfy;",
        "line 2: an array inside an array",
    );
    says(
        "var 1..2: x :: output_array([1..2, 1..3]);\narray [1..1] of var int: a :: output_array([1..2]) = [x];\nsolve satisfy;",
        "line 2: the index sets of the output array `a` do not fit its 1 entries",
    );
}

#[test]
fn constraints() {
    says(
        "constraint int_frobnicate(1);\nsolve satisfy;",
        "line 1: not supported: constraint `int_frobnicate`",
    );
    says(
        "constraint int_le(1);\nsolve satisfy;",
        "line 1: `int_le` takes 2 arguments, found 1",
    );
    says(
        "constraint int_le_reif(1, 2);\nsolve satisfy;",
        "line 1: `int_le_reif` takes 3 arguments, found 2",
    );
    says(
        "constraint int_le(1, true);\nsolve satisfy;",
        "line 1: argument 2 of `int_le` must be of type var int",
    );
    says(
        "constraint int_le(1, [2]);\nsolve satisfy;",
        "line 1: argument 2 of `int_le` must be of type var int",
    );
    says(
        "constraint int_lin_eq([1, 2], [3], 4);\nsolve satisfy;",
        "line 1: 2 weights for 1 variables",
    );
    says(
        "constraint int_le(f(1), 2);\nsolve satisfy;",
        "line 1: expected a value, found the call `f(...)`",
    );
    says(
        "var float: x;\nsolve satisfy;",
        "line 1: not supported: float variables (`x`)",
    );
    says(
        "var 1.5..2.5: x;\nsolve satisfy;",
        "line 1: not supported: float variables (`x`)",
    );
    says(
        "var set of 1..3: s;\nsolve satisfy;",
        "line 1: not supported: set variables (`s`)",
    );
    says(
        "var 1..2: x;\nconstraint tantalizer_table([x, x], [1, 2, 3]);\nsolve satisfy;",
        "line 2: 3 entries are no rows of 2",
    );
    says(
        "var 1..2: x;\nconstraint tantalizer_regular([x], 2, 2, [1, 2, 3, 0], 1, {1});\nsolve satisfy;",
        "line 2: 3 is not one of the states 1..2",
    );
    says(
        "var 1..2: x;\nconstraint tantalizer_regular([x], 2000000000, 2000000000, [1], 1, {1});\nsolve satisfy;",
        "line 2: 1 transitions of 2000000000 states and 2000000000 letters",
    );
}

#[test]
fn sizes() {
    says(
        "var 1..99999999999999999999: x;",
        "line 1: the number 99999999999999999999 does not fit 64 bits",
    );
    says(
        "var 0..9000000000: x :: output_var;\nsolve satisfy;",
        "line 1: not supported: the values of `x`, 0..9000000000, do not fit 32 bits",
    );
    says(
        "var int: x :: output_var;\nsolve satisfy;",
        "line 1: not supported: the variable `x` has no finite bounds: give it a domain",
    );
    says(
        "var int: x;\nconstraint int_ne(x, 3);\nsolve satisfy;",
        "line 1: not supported: the variable `x` has no finite bounds: give it a domain",
    );
    says(
        "array [1..9000000000] of int: a = [1];\nsolve satisfy;",
        "line 1: the array `a` is declared with 9000000000 entries and has 1",
    );
    let deep = format!(
        "solve :: {}x{} satisfy;",
        "f(".repeat(100_000),
        ")".repeat(100_000)
    );
    says(&deep, "line 1: expressions nested more than 100 deep");
    let deep = format!("solve :: {}x satisfy;", "[".repeat(100_000));
    says(&deep, "line 1: expressions nested more than 100 deep");
}

#[test]
fn numbers_that_only_a_sum_can_hold_are_right() {
    let text = "var 0..3: x :: output_var;\nconstraint int_lin_le([4000000000], [x], 9000000000);\nsolve satisfy;";
    let flat = read_model(text, &tantalizer_model::Limits::none()).expect("a sum of large numbers");
    assert!(flat.model.violated(&[2]).is_none() && flat.model.violated(&[3]).is_some());
    let too_large = "var 0..3: x;\nvar 0..3: y;\nconstraint int_lin_le([9000000000000000000, 9000000000000000000], [x, y], 3);\nsolve satisfy;";
    assert!(matches!(
        read_model(too_large, &tantalizer_model::Limits::none()),
        Err(FlatZincError::Model { .. })
    ));
}

#[test]
fn unbounded_integers_are_bounded_by_what_must_hold() {
    let text = "var int: x;\nvar int: y :: output_var;\nvar -3..4: z;\nvar int: w;\nvar int: u;\n\
        constraint int_lin_eq([1, -2, 1], [x, z, y], 7);\nconstraint int_abs(z, x);\nconstraint int_times(w, w, x);\n\
        constraint array_int_element(u, [3, 4], x);\nsolve maximize y;";
    let flat = read_model(text, &tantalizer_model::Limits::none()).expect("bounds are found");
    let bounds: Vec<String> = flat
        .model
        .vars()
        .map(|var| flat.model.domain(var).to_string())
        .collect();
    assert_eq!(bounds[..5], ["3..4", "-3..12", "-3..4", "-2..2", "1..2"]);
}

#[test]
fn json() {
    let wrong = |text: &str, expected: &str| assert_eq!(complaint(text), expected, "for {text}");
    wrong("{", "line 1: EOF while parsing an object");
    wrong(
        "{\n\"variables\": {}}",
        "line 2: missing field `constraints`",
    );
    let with = |variables: &str, constraints: &str, solve: &str| {
        format!(
            "{{\"variables\": {{{variables}}}, \"arrays\": {{}}, \"constraints\": [{constraints}], \"output\": [], \"solve\": {solve}, \"version\": \"1.0\"}}"
        )
    };
    let satisfy = "{\"method\": \"satisfy\"}";
    let int = "\"x\": {\"type\": \"int\", \"domain\": [[1, 3]]}";
    assert!(read_model(&with(int, "", satisfy), &tantalizer_model::Limits::none()).is_ok());
    wrong(
        &with(&format!("{int}, {int}"), "", satisfy),
        "variable `x`: `x` is declared twice",
    );
    wrong(
        &with("\"x\": {\"type\": \"int\", \"domain\": [[1]]}", "", satisfy),
        "variable `x`: expected a set as a list of pairs of integers",
    );
    wrong(
        &with("\"x\": {\"type\": \"real\"}", "", satisfy),
        "variable `x`: expected the type of a variable, found `real`",
    );
    wrong(
        &with(int, "{\"id\": \"int_le\", \"args\": [\"x\"]}", satisfy),
        "constraint 1: `int_le` takes 2 arguments, found 1",
    );
    wrong(
        &with(
            int,
            "{\"id\": \"int_le\", \"args\": [\"x\", null]}",
            satisfy,
        ),
        "constraint 1: expected a value, found null",
    );
    wrong(
        &with(
            int,
            "{\"id\": \"int_le\", \"args\": [\"x\", 18446744073709551615]}",
            satisfy,
        ),
        "constraint 1: the number 18446744073709551615 does not fit 64 bits",
    );
    wrong(
        &with(int, "", "{\"method\": \"minimize\"}"),
        "solve: expected an objective",
    );
    wrong(
        &with(int, "", "{\"method\": \"guess\"}"),
        "solve: expected the method `satisfy`, `minimize` or `maximize`, found `guess`",
    );
    wrong(
        &with(int, "", satisfy).replace("\"output\": []", "\"output\": [\"y\"]"),
        "output: `y` is neither a variable nor an array",
    );
}

/// Arrays and equal variables may come before what they speak of.
#[test]
fn declarations_may_speak_of_later_ones() {
    let text = "array [1..2] of var int: xs = [x, y];\nvar 1..3: x = y;\nvar 2..5: y :: output_var;\n\
                constraint int_lin_eq([1, 1], xs, 6);\nsolve satisfy;\n";
    let flat = read_model(text, &tantalizer_model::Limits::none())
        .expect("everything is declared somewhere");
    let y = flat.output[0].vars().next().expect("one variable");
    assert_eq!(flat.model.domain(y).iter().collect::<Vec<_>>(), [2, 3]);
}
