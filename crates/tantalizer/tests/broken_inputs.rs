//! Every broken input gets one clear message and exit status 2, never a panic.

mod common;

use common::{file, run, run_with};

/// Runs both commands on the file; both must refuse it with this message.
fn refused(path: &str, parts: &[&str]) {
    for command in ["solve", "count"] {
        let run = run(&format!("{command} {path}"));
        assert_eq!(run.status, 2, "{command} {path}: {}", run.stderr);
        assert_eq!(run.stdout, "");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.len() < 500, "{}", run.stderr);
        for part in parts {
            assert!(run.stderr.contains(part), "`{part}` in: {}", run.stderr);
        }
    }
}

#[test]
fn a_missing_file_and_a_directory() {
    refused("no/such/file.toml", &["no/such/file.toml", "no such file"]);
    refused("sudok", &["sudok", "no such file; did you mean `sudoku`?"]);
    refused(
        "examples",
        &["examples", "a directory, expected a puzzle file"],
    );
}

#[test]
fn an_unknown_puzzle_name() {
    let path = file(
        "unknown.toml",
        b"# a comment\npuzzle = \"tricky-tripple\"\n",
    );
    refused(
        &path,
        &[
            "unknown.toml:2:",
            "unknown puzzle `tricky-tripple`",
            "tricky-triple",
        ],
    );
    let path = file("nameless.toml", b"board = \"1\"\n");
    refused(&path, &["nameless.toml:", "expected a key `puzzle`"]);
}

#[test]
fn a_design_of_nothing_known() {
    let path = file("of_ones_own.mzn", b"% A kind.\n");
    let name = path.strip_suffix(".mzn").expect("the file's ending");
    for (name, hint) in [
        ("sudoko", "did you mean `sudoku`?"),
        ("chess", "expected a kind (tantalizer list tells them)"),
        (name, "did you mean the model"),
    ] {
        let run = run(&format!("design {name}"));
        assert_eq!(run.status, 2, "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains(hint), "{}", run.stderr);
    }
}

#[test]
fn a_ragged_board() {
    let board = b"puzzle = \"tricky-triple\"\nboard = \"\"\"\n1 . .\n. .\n. . .\n\"\"\"\n";
    let path = file("ragged.toml", board);
    refused(&path, &["ragged.toml:4:", "2 cells", "expected 3"]);
}

#[test]
fn a_symbol_that_is_none() {
    let board = b"puzzle = \"tricky-triple\"\nboard = \"\"\"\n1 . .\n. 7 .\n\"\"\"\n";
    let path = file("symbol.toml", board);
    refused(&path, &["symbol.toml:4:", "`7` in column 2", "1, 2 or 3"]);
}

#[test]
fn a_piece_with_three_fields() {
    let pieces = b"puzzle = \"colors\"\npieces = [\n  \"ABCD\",\n  \"ABC\",\n]\n";
    let path = file("piece.toml", pieces);
    refused(
        &path,
        &["piece.toml:4:", "`ABC` has 3 fields", "four letters"],
    );
    let path = file(
        "piece.json",
        b"{\"puzzle\": \"colors\",\n \"pieces\": [\"ABC\"]}",
    );
    refused(&path, &["piece.json:2:", "`ABC` has 3 fields"]);
}

#[test]
fn an_empty_file() {
    refused(&file("empty.toml", b""), &["empty.toml", "empty"]);
    refused(&file("blank.toml", b"\n  \n"), &["blank.toml", "empty"]);
    refused(&file("empty.json", b""), &["empty.json", "no valid JSON"]);
}

#[test]
fn ten_megabytes_of_noise() {
    // A small generator of bits: the noise is the same in every run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut noise = Vec::with_capacity(10 << 20);
    while noise.len() < 10 << 20 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        noise.extend_from_slice(&state.to_le_bytes());
    }
    refused(&file("noise.toml", &noise), &["noise.toml", "not UTF-8"]);
    let text: Vec<u8> = noise.iter().map(|byte| b' ' + byte % 95).collect();
    refused(&file("text.toml", &text), &["text.toml", "no valid TOML"]);
    refused(&file("text.json", &text), &["text.json", "no valid JSON"]);
    refused(
        &file("depth.json", &vec![b'['; 10 << 20]),
        &["depth.json", "no valid JSON"],
    );
    let lines: Vec<u8> = text
        .chunks(60)
        .flat_map(|line| [line, b"\n"].concat())
        .collect();
    refused(
        &file("lines.toml", &lines),
        &["lines.toml", "no valid TOML"],
    );
    refused(
        &file("large.toml", &vec![b'#'; 17 << 20]),
        &["large.toml", "larger than 16 MB"],
    );
}

#[test]
fn a_file_that_is_not_utf8() {
    let path = file("latin1.toml", b"puzzle = \"colors\"\n# L\xf6sung\n");
    refused(&path, &["latin1.toml:2:", "not UTF-8"]);
}

#[test]
fn standard_input_is_named_in_messages() {
    let run = run_with("solve -", "puzzle = 'colors'\npieces = ['AB']\n");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("standard input:2:"), "{}", run.stderr);
    let run = run_with("solve -", " {\"puzzle\": \"colors\", \"pieces\": [1]}");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("standard input:1:"), "{}", run.stderr);
}

#[test]
fn wrong_usage() {
    for arguments in [
        "",
        "solve",
        "solve examples/colors.toml --all --unique",
        "solve examples/colors.toml --limit 0",
        "solve examples/colors.toml --engine fastest",
        "solve examples/colors.toml --strategy fastest",
        "solve examples/colors.toml --time-limit -1",
        "solve examples/colors.toml --time-limit nan",
        "solve examples/colors.toml --threads many",
        "count examples/colors.toml --all",
        "dance examples/colors.toml",
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments}: {}", run.stderr);
        assert!(
            !run.stderr.is_empty() && run.stdout.is_empty(),
            "{arguments}"
        );
    }
    let run = run("solve examples/colors.toml --strategy fastest");
    assert!(run.stderr.contains("max-regret"), "{}", run.stderr);
}

#[test]
fn a_picture_that_cannot_be_written() {
    let run = run("solve examples/colors.toml --svg no/such/folder/picture.svg --quiet");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("no/such/folder/picture.svg"),
        "{}",
        run.stderr
    );
}

#[test]
fn flags_of_designs_are_refused_as_those_of_other_commands() {
    let wrong = run("design sudoku --difficulty insane");
    assert_eq!(wrong.status, 2, "{}", wrong.stderr);
    let first = "error: invalid value 'insane' for '--difficulty <LEVEL>'";
    assert_eq!(wrong.stderr.lines().next(), Some(first), "{}", wrong.stderr);
}

#[test]
fn a_list_without_anything_says_so() {
    let listed = run("list nosuchword");
    assert_eq!((listed.status, listed.stdout.as_str()), (0, ""));
    assert!(
        listed.stderr.contains("no kind of puzzle"),
        "{}",
        listed.stderr
    );
}
