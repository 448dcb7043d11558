//! Random models, counted by us and by Gecode.
//!
//! FlatZinc with every standard builtin, built from the very table that says what each takes; and MiniZinc with the globals of our
//! library, which Gecode gets decomposed by the standard library. `TANTALIZER_DIFFERENTIAL` is the number of cases of each.

use crate::{common, gecode, install};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer::minizinc::{Builtin, Param, tables};

/// Builtins that this Gecode does not know, or has otherwise.
const NOT_IN_GECODE: &[&str] = &[
    "int_negate",
    "int_pow",
    "bool_ne",
    "bool_lin_eq",
    "bool_lin_le",
    "int_ge",
    "int_gt",
];

fn cases(usual: u64) -> u64 {
    let given = std::env::var("TANTALIZER_DIFFERENTIAL").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_flatzinc_has_as_many_solutions_as_gecode_finds() {
    let known: Vec<&Builtin> = tables()
        .iter()
        .flat_map(|(_, table)| table.iter())
        .filter(|builtin| !builtin.name.starts_with("tantalizer_"))
        .filter(|builtin| !NOT_IN_GECODE.contains(&builtin.name))
        .collect();
    let mut satisfiable = 0;
    for seed in 0..cases(250) {
        let text = random_flatzinc(&known, seed);
        let file = common::file("random.fzn", text.as_bytes());
        let theirs =
            gecode::solutions(&file).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let ours = common::run(&format!("fzn -a {file}"));
        assert_eq!(ours.status, 0, "seed {seed}: {}\n{text}", ours.stderr);
        assert_eq!(gecode::split(&ours.stdout), theirs, "seed {seed}\n{text}");
        satisfiable += u64::from(!theirs.is_empty());
    }
    assert!(
        satisfiable > cases(250) / 4,
        "only {satisfiable} cases have solutions"
    );
}

const INTS: [&str; 4] = ["x", "y", "z", "w"];
const BOOLS: [&str; 3] = ["a", "b", "c"];

fn random_flatzinc(known: &[&Builtin], seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = String::new();
    for name in INTS {
        let low = rng.random_range(-3..=1);
        let high = low + rng.random_range(1..=4);
        text.push_str(&format!("var {low}..{high}: {name} :: output_var;\n"));
    }
    for name in BOOLS {
        text.push_str(&format!("var bool: {name} :: output_var;\n"));
    }
    for _ in 0..rng.random_range(1..=3) {
        let builtin = known.choose(&mut rng).expect("builtins");
        let mut length = rng.random_range(1..=3);
        // Gecode gives these no meaning without entries or with other lengths.
        if builtin.name == "array_bool_xor" {
            length = 2;
        }
        let mut arguments: Vec<String> = builtin
            .params
            .iter()
            .map(|&param| argument(param, length, &mut rng))
            .collect();
        let reifiable = [
            "int_eq",
            "int_ne",
            "int_le",
            "int_lt",
            "int_lin_eq",
            "int_lin_le",
            "int_lin_ne",
            "set_in",
            "bool_eq",
            "bool_le",
            "bool_lt",
            "bool_clause",
        ];
        let mut name = builtin.name.to_string();
        if reifiable.contains(&builtin.name) && rng.random_bool(0.6) {
            name.push_str("_reif");
            arguments.push(argument(Param::Bool, 1, &mut rng));
        }
        text.push_str(&format!("constraint {name}({});\n", arguments.join(", ")));
    }
    text + "solve satisfy;\n"
}

fn argument(param: Param, length: usize, rng: &mut ChaCha8Rng) -> String {
    let list = |of: Param, rng: &mut ChaCha8Rng| {
        let entries: Vec<String> = (0..length).map(|_| argument(of, 1, rng)).collect();
        format!("[{}]", entries.join(", "))
    };
    match param {
        Param::Int if rng.random_bool(0.85) => INTS.choose(rng).expect("names").to_string(),
        Param::Int | Param::Number => rng.random_range(-3..=4).to_string(),
        Param::Bool if rng.random_bool(0.9) => BOOLS.choose(rng).expect("names").to_string(),
        Param::Bool | Param::Truth => rng.random_bool(0.5).to_string(),
        Param::Ints => list(Param::Int, rng),
        Param::Bools => list(Param::Bool, rng),
        Param::Numbers => list(Param::Number, rng),
        Param::Truths => list(Param::Truth, rng),
        Param::Set | Param::Sets => {
            if rng.random_bool(0.5) {
                format!("{}..{}", rng.random_range(-2..=0), rng.random_range(0..=3))
            } else {
                "{-2, 0, 3}".to_string()
            }
        }
    }
}

#[test]
fn random_globals_have_as_many_solutions_as_gecode_finds() {
    let solver = install::solver("differential");
    for seed in 0..cases(36) {
        let text = random_minizinc(seed);
        let model = common::file("random.mzn", text.as_bytes());
        let (ours, theirs) = (
            common::file("ours.fzn", b""),
            common::file("theirs.fzn", b""),
        );
        gecode::compile(&model, Some(&solver), &ours);
        gecode::compile(&model, None, &theirs);
        let theirs = gecode::solutions(&theirs)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let run = common::run(&format!("fzn -a {ours}"));
        assert_eq!(run.status, 0, "seed {seed}: {}\n{text}", run.stderr);
        assert_eq!(
            gecode::split(&run.stdout).len(),
            theirs.len(),
            "seed {seed}\n{text}"
        );
    }
}

/// Two or three globals of our library over the same few variables; reified where the standard library can.
fn random_minizinc(seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let both = [
        "all_different(x)",
        "all_equal([x[1], x[2], x[4]])",
        "table(x, [|1,2,3,4|2,2,1,1|4,3,2,1|1,1,1,1|3,1,4,2|2,1,4,3|])",
        "count(x, k, n)",
        "nvalue(n, x)",
        "lex_less(x, y)",
        "lex_lesseq(y, [x[4], x[3]])",
        "lex_lesseq(b, [b[3], b[1], b[2]])",
        "cumulative(x, y, [2, 1, 2, 1], n)",
        "cumulative([x[1], x[2], y[1]], [2, 1, 3], [2, 1, 2], 3)",
        "diffn(x, y, [1, 2, 1, 2], [2, 1, 1, 1])",
        "diffn_nonstrict(x, y, [n, 1, 0, 2], [1, 1, 2, k])",
        "bin_packing(4, x, [1, 2, 3, 1])",
        "bin_packing_capa([3, 4, 2, 1], x, [2, 1, 1, 2])",
        "bin_packing_load([n, k, 2, 0], x, [1, 2, 1, 2])",
        "max(x) = k",
        "min(y) > n",
    ];
    let plain = [
        "regular(x, 3, 4, [|1,2,0,3|2,3,1,0|3,3,1,1|], 1, {1, 3})",
        "regular_nfa(x, 2, 4, [|{1},{1,2},{},{2}|{2},{1},{2},{}|], 1, {2})",
        "global_cardinality(x, [1, 3], [n, k])",
        "global_cardinality_closed(x, [1, 2, k0], [n, k, 1])",
        "global_cardinality_low_up(x, [1, 2], [0, 1], [2, 1])",
        "inverse(x, y)",
        "inverse(x, x)",
        "circuit(x)",
        "subcircuit(y)",
        "connected([1, 2, 3], [2, 3, 4], [x[i] > 2 | i in 1..4], [b[i] | i in 1..3])",
        "reachable([1, 2, 3, 4], [2, 3, 4, 1], k, [y[i] > 1 | i in 1..4], [b[1], b[2], b[3], true])",
        "table(b, [|true, false, true|false, false, false|true, true, false|])",
        "at_least(2, x, 3) /\\ at_most(1, y, 2) /\\ exactly(1, x, 4)",
    ];
    let mut text = "include \"globals.mzn\";\narray[1..4] of var 1..4: x;\narray[1..4] of var 1..4: y;\narray[1..3] of var bool: b;\n\
        var 1..4: k;\nvar 0..4: n;\nint: k0 = 4;\n\
        constraint y[1] <= y[2] + 1 /\\ x[3] != y[4];\n"
        .to_string();
    for _ in 0..2 {
        let constraint = match rng.random_range(0..3) {
            0 => both.choose(&mut rng).expect("some").to_string(),
            1 => format!(
                "b[{}] <-> {}",
                rng.random_range(1..=3),
                both.choose(&mut rng).expect("some")
            ),
            _ => plain.choose(&mut rng).expect("some").to_string(),
        };
        text.push_str(&format!("constraint {constraint};\n"));
    }
    // Few enough solutions to list.
    text + "constraint sum(x) = 10 /\\ y[3] = 2 /\\ k + n = 4;\nsolve satisfy;\n"
}
