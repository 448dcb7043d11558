//! Builtins against their definitions, and reified and implied forms against the plain ones.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_ask::ask;
use tantalizer_minizinc::{Param, read_model, tables};
use tantalizer_model::{Collect, Question, Request};

const DOMAINS: [(&str, i32, i32); 3] = [("x", -2, 3), ("y", -1, 2), ("z", -4, 9)];
const BOOLS: [&str; 2] = ["a", "b"];

/// All solutions over x, y, z, a and b; none if the file is refused.
fn solutions(constraint: &str) -> Option<Vec<[i32; 5]>> {
    let mut text = String::new();
    for (name, low, high) in DOMAINS {
        text.push_str(&format!("var {low}..{high}: {name} :: output_var;\n"));
    }
    for name in BOOLS {
        text.push_str(&format!("var bool: {name} :: output_var;\n"));
    }
    text.push_str(&format!("constraint {constraint};\nsolve satisfy;\n"));
    let flat = read_model(&text, &tantalizer_model::Limits::none()).ok()?;
    let vars: Vec<_> = flat
        .output
        .iter()
        .flat_map(|output| output.vars())
        .collect();
    let mut found = Collect::default();
    let all = Request::new(Question::All { limit: None });
    let answer = ask(&*flat.model, &all, &mut found);
    assert!(answer.expect("a right answer").complete, "{text}");
    let row = |solution: &tantalizer_model::Solution| [0, 1, 2, 3, 4].map(|at| solution[vars[at]]);
    let mut rows: Vec<[i32; 5]> = found.solutions.iter().map(row).collect();
    rows.sort_unstable();
    Some(rows)
}

fn everything() -> Vec<[i32; 5]> {
    let mut rows = Vec::new();
    for x in -2..=3 {
        for y in -1..=2 {
            for z in -4..=9 {
                for bits in 0..4 {
                    rows.push([x, y, z, bits / 2, bits % 2]);
                }
            }
        }
    }
    rows
}

#[test]
fn builtins_mean_what_the_specification_says() {
    let pow = |x: i32, y: i32| match (x, y) {
        (_, 0..) => Some(x.pow(y as u32)),
        (0, _) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        _ => Some(0),
    };
    type Definition = Box<dyn Fn([i32; 5]) -> bool>;
    let definitions: Vec<(&str, Definition)> = vec![
        (
            "int_pow(x, y, z)",
            Box::new(move |[x, y, z, ..]| pow(x, y) == Some(z)),
        ),
        (
            "int_mod(z, x, y)",
            Box::new(|[x, y, z, ..]| x != 0 && z % x == y),
        ),
        (
            "int_div(z, x, y)",
            Box::new(|[x, y, z, ..]| x != 0 && z / x == y),
        ),
        ("int_negate(x, y)", Box::new(|[x, y, ..]| y == -x)),
        ("int_ge(x, y)", Box::new(|[x, y, ..]| x >= y)),
        ("int_gt(x, y)", Box::new(|[x, y, ..]| x > y)),
        ("bool_ne(a, b)", Box::new(|[.., a, b]| a != b)),
        (
            "bool_lin_eq([2, -1], [a, b], y)",
            Box::new(|[_, y, _, a, b]| 2 * a - b == y),
        ),
        (
            "bool_lin_le([2, 3], [a, b], 3)",
            Box::new(|[.., a, b]| 2 * a + 3 * b <= 3),
        ),
        (
            "array_bool_xor([a, b, true])",
            Box::new(|[.., a, b]| a == b),
        ),
        ("bool_xor(a, b, true)", Box::new(|[.., a, b]| a != b)),
        (
            "array_int_element(x, [3, 1], z)",
            Box::new(|[x, _, z, ..]| (x == 1 && z == 3) || (x == 2 && z == 1)),
        ),
        (
            "array_int_maximum(z, [x, y])",
            Box::new(|[x, y, z, ..]| z == x.max(y)),
        ),
        (
            "set_in_reif(x, {-2, 0, 3}, a)",
            Box::new(|[x, _, _, a, _]| [-2, 0, 3].contains(&x) == (a == 1)),
        ),
        ("int_times(x, x, z)", Box::new(|[x, _, z, ..]| x * x == z)),
        (
            "int_lin_ne([1, 1, 1], [x, x, y], 3)",
            Box::new(|[x, y, ..]| 2 * x + y != 3),
        ),
        ("tantalizer_all_different([x, y, x])", Box::new(|_| false)),
        (
            "tantalizer_count([x, y, 1], y, z)",
            Box::new(|[x, y, z, ..]| {
                z == [x, y, 1].iter().filter(|&&value| value == y).count() as i32
            }),
        ),
        (
            "tantalizer_global_cardinality([x, y], [1, 2, 1], [z, a0, z])",
            Box::new(|_| true),
        ),
        (
            "tantalizer_nvalue(z, [x, y, x])",
            Box::new(|[x, y, z, ..]| z == if x == y { 1 } else { 2 }),
        ),
        (
            "tantalizer_lex_less([x], [y, z])",
            Box::new(|[x, y, ..]| x <= y),
        ),
        (
            "tantalizer_lex_lesseq([y, z], [x])",
            Box::new(|[x, y, ..]| y < x),
        ),
        (
            "tantalizer_table([x, y], [1, 1, 2, 0, 9, 9])",
            Box::new(|[x, y, ..]| (x, y) == (1, 1) || (x, y) == (2, 0)),
        ),
    ];
    for (constraint, holds) in definitions {
        let Some(found) = solutions(constraint) else {
            assert!(constraint.contains("a0"), "{constraint} is refused");
            continue;
        };
        let expected: Vec<[i32; 5]> = everything().into_iter().filter(|&row| holds(row)).collect();
        assert_eq!(found, expected, "{constraint}");
    }
}

#[test]
fn reified_and_implied_forms_follow_from_the_plain_one() {
    let mut tested = 0;
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for builtin in tables().iter().flat_map(|(_, table)| table.iter()) {
            let length = rng.random_range(1..=3);
            let arguments: Vec<String> = builtin
                .params
                .iter()
                .map(|&param| argument(param, length, &mut rng))
                .collect();
            let arguments = arguments.join(", ");
            let name = builtin.name;
            let Some(holds) = solutions(&format!("{name}({arguments})")) else {
                continue;
            };
            let label = format!("{name}({arguments}), seed {seed}");
            let reified = solutions(&format!("{name}_reif({arguments}, b)"))
                .expect("the reified form is taken");
            let implied = solutions(&format!("{name}_imp({arguments}, b)"))
                .expect("the implied form is taken");
            for row in everything() {
                let (true_here, by) = (holds.binary_search(&row).is_ok(), row[4] == 1);
                assert_eq!(
                    reified.binary_search(&row).is_ok(),
                    true_here == by,
                    "{label}: reified at {row:?}"
                );
                assert_eq!(
                    implied.binary_search(&row).is_ok(),
                    true_here || !by,
                    "{label}: implied at {row:?}"
                );
            }
            tested += 1;
        }
    }
    assert!(tested > 200, "only {tested} were taken");
}

fn argument(param: Param, length: usize, rng: &mut ChaCha8Rng) -> String {
    let list = |of: Param, rng: &mut ChaCha8Rng| {
        let entries: Vec<String> = (0..length).map(|_| argument(of, 1, rng)).collect();
        format!("[{}]", entries.join(", "))
    };
    let ints = ["x", "y", "z"];
    match param {
        Param::Int if rng.random_bool(0.8) => ints.choose(rng).expect("names").to_string(),
        Param::Int => rng.random_range(-2..=3).to_string(),
        Param::Number => "1".to_string(),
        Param::Bool if rng.random_bool(0.8) => BOOLS.choose(rng).expect("names").to_string(),
        Param::Bool | Param::Truth => rng.random_bool(0.5).to_string(),
        Param::Ints => list(Param::Int, rng),
        Param::Bools => list(Param::Bool, rng),
        Param::Numbers => list(Param::Number, rng),
        Param::Truths => list(Param::Truth, rng),
        Param::Sets => list(Param::Set, rng),
        Param::Set => ["1..1", "{1}", "{-2, 0, 3}"]
            .choose(rng)
            .expect("sets")
            .to_string(),
    }
}
