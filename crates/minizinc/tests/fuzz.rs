//! Spoiled files: whatever is done to a FlatZinc file, reading it ends with a model or a message, and asking the model ends as well.
//!
//! `TANTALIZER_FUZZ_SECONDS` makes it go on for longer.

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};
use tantalizer_ask::ask;
use tantalizer_minizinc::read_model;
use tantalizer_model::{Limits, Question, Request, Silent};

const FILES: &[&str] = &[
    "predicate p(var int: x);\narray [1..3] of int: w = [1, -2, 3];\nvar 1..4: x :: output_var;\nvar {1,3,7}: y;\nvar bool: b :: output_var;\n\
     var int: t :: is_defined_var;\narray [1..2] of var int: a :: output_array([1..1, 0..1]) = [x, y];\n\
     constraint int_lin_eq([1, 1, -1], [x, y, t], 0) :: defines_var(t);\nconstraint int_le_reif(x, 3, b) :: domain;\n\
     constraint array_bool_or([b, true], b);\nconstraint set_in(x, {1, 2, 4});\nconstraint array_int_element(x, [4, 3, 2, 1], y);\n\
     constraint tantalizer_table([x, y], [1, 3, 2, 7, 4, 1]);\n\
     solve :: seq_search([int_search(a, first_fail, indomain_min, complete), bool_search([b], input_order, indomain_max)]) minimize t;\n",
    "var -5..5: x :: output_var;\nvar -2..2: y :: output_var;\nvar -9..9: z :: output_var;\nvar 0..1: i;\nvar bool: b;\n\
     constraint int_mod(x, y, z);\nconstraint bool2int(b, i);\nconstraint int_div_reif(x, y, 1, b);\nconstraint int_pow(y, 2, 4);\n\
     constraint tantalizer_regular([i, y], 2, 2, [1, 2, 2, 0], 1, 1..2);\nconstraint tantalizer_connected([1], [2], [b, true], [b]);\n\
     constraint tantalizer_circuit([i, y], 1);\nconstraint bool_clause([b], [b]);\nsolve satisfy;\n",
    "{\"variables\": {\"x\": {\"type\": \"int\", \"domain\": [[1, 3]]}, \"b\": {\"type\": \"bool\", \"ann\": [\"is_defined_var\"]}},\n\
     \"arrays\": {\"a\": {\"a\": [\"x\", 2]}},\n\"constraints\": [{\"id\": \"int_le_reif\", \"args\": [\"x\", 2, \"b\"], \"defines\": \"b\"},\n\
     {\"id\": \"set_in\", \"args\": [\"x\", {\"set\": [[1, 2], [5, 9]]}]}, {\"id\": \"tantalizer_all_different\", \"args\": [\"a\"]}],\n\
     \"output\": [\"x\", \"a\"],\n\"solve\": {\"method\": \"maximize\", \"objective\": \"x\", \"ann\": [{\"id\": \"int_search\", \"args\": [\"a\", \"first_fail\", \"indomain_min\"]}]}, \"version\": \"1.0\"}\n",
];

/// What is put into files now and then.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "2147483647",
    "-2147483648",
    "true",
    "[]",
    "{}",
    "1..0",
    "x",
    "b",
    "y",
    "var",
    "array [1..0] of",
    ";",
    "::",
    "..",
    "(",
    ")",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "%",
    "/*",
    "é",
    "\u{0}",
    "1e9",
    "1.5",
    "null",
    "constraint int_times(x, x, x);\n",
    "var int: q :: output_var;\n",
    "solve satisfy;\n",
];

#[test]
fn spoiled_files_do_no_harm() {
    let seconds: f64 = std::env::var("TANTALIZER_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(3.0);
    let start = Instant::now();
    let mut seed = 0;
    let (mut taken, mut refused) = (0, 0);
    while start.elapsed() < Duration::from_secs_f64(seconds) || seed < 300 {
        let text = spoiled(seed);
        let outcome = std::panic::catch_unwind(|| try_out(&text));
        match outcome {
            Ok(true) => taken += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("seed {seed}: a panic on\n{text}"),
        }
        seed += 1;
    }
    println!("{seed} files: {taken} taken, {refused} refused");
    assert!(taken > 0 && refused > 0);
}

/// Whether the file is taken; if it is, its model is asked for a moment.
fn try_out(text: &str) -> bool {
    let Ok(flat) = read_model(text, &tantalizer_model::Limits::none()) else {
        return false;
    };
    let question = match flat.model.objective() {
        Some(_) => Question::Best,
        None => Question::All { limit: Some(3) },
    };
    let request = Request::new(question).with_limits(Limits::seconds(0.05));
    let answer = ask(&*flat.model, &request, &mut Silent);
    // Every solution was judged; a wrong one would be an error.
    answer.expect("a right answer, or none");
    true
}

fn spoiled(seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = FILES[rng.random_range(0..FILES.len())].to_string();
    for _ in 0..rng.random_range(1..5) {
        let cut = |rng: &mut ChaCha8Rng, text: &str| {
            let mut at = rng.random_range(0..=text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (from, to) = (cut(&mut rng, &text), cut(&mut rng, &text));
        let (from, to) = (from.min(to), from.max(to));
        match rng.random_range(0..6) {
            0 => text.truncate(to),
            1 => text.replace_range(
                from..to.min(from + 8).max(from).min(boundary(&text, from + 8)),
                "",
            ),
            2 => text.insert_str(from, WORDS[rng.random_range(0..WORDS.len())]),
            3 => {
                let piece = text[from..to].chars().take(30).collect::<String>();
                text.insert_str(to, &piece);
            }
            // A number or name becomes another word.
            4 => {
                let end = text[from..].find(|c: char| !c.is_ascii_alphanumeric());
                let end = end.map_or(text.len(), |end| from + end);
                text.replace_range(from..end, WORDS[rng.random_range(0..WORDS.len())]);
            }
            _ => {
                let mut lines: Vec<&str> = text.lines().collect();
                if lines.len() > 1 {
                    let (a, b) = (
                        rng.random_range(0..lines.len()),
                        rng.random_range(0..lines.len()),
                    );
                    lines.swap(a, b);
                }
                text = lines.join("\n");
            }
        }
    }
    text
}

/// The place of a character at or before this one.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
