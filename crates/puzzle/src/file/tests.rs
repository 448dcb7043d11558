use super::*;

fn message(text: &str, read: impl Fn(&Document) -> Result<(), FileError>) -> String {
    match Document::parse("f.toml", text).and_then(|document| read(&document)) {
        Ok(()) => "no error".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn toml_and_json_give_the_same_values() {
    let toml = Document::parse("f", "a = 1\nb = [\"x\", \"y\"]\nc = true\nd = \"text\"\n").unwrap();
    let json = "{\"a\": 1,\n \"b\": [\"x\", \"y\"],\n \"c\": true,\n \"d\": \"text\"}";
    let json = Document::parse("f", json).unwrap();
    for document in [toml, json] {
        assert_eq!(document.integer("a", 0..=9), Ok(Some(1)));
        assert_eq!(document.texts("b"), Ok(vec![(2, "x"), (2, "y")]));
        assert_eq!(document.boolean("c"), Ok(Some(true)));
        assert_eq!(document.text("d"), Ok("text"));
        assert_eq!(document.boolean("e"), Ok(None));
        assert_eq!(document.get("d").map(Node::line), Some(4));
    }
}

#[test]
fn rows_of_a_board_know_their_lines() {
    let lines = |text: &str| -> Vec<usize> {
        let document = Document::parse("f", text).unwrap();
        let rows = document.board("board", true).unwrap();
        rows.iter().map(|row| row.line).collect()
    };
    assert_eq!(lines("x = 1\nboard = \"\"\"\n1 2\n\n3 4\n\"\"\"\n"), [3, 5]);
    assert_eq!(lines("board = \"\"\"1 2\n3 4\"\"\"\n"), [1, 2]);
    assert_eq!(lines("board = '''\r\n1 2\r\n3 4\r\n'''\r\n"), [2, 3]);
    assert_eq!(lines("board = \"1 2\\n3 4\"\n"), [1, 1]);
    assert_eq!(lines("board = [\n\"12\",\n\"34\"]\n"), [2, 3]);
    assert_eq!(lines("{\"board\": [\n\"12\",\n\"34\"]}"), [2, 3]);
}

#[test]
fn messages_name_the_place_and_what_was_expected() {
    let board = |document: &Document| document.board("board", true).map(drop);
    assert_eq!(
        message("board = \"\"\"\n1 2\n3\n\"\"\"", board),
        "f.toml:3: ragged board: this row has 1 cells, expected 2 as in the first row"
    );
    assert_eq!(
        message("\nboard = 7", board),
        "f.toml:2: `board` must be a board of rows, found 7"
    );
    assert_eq!(
        message("board = \" \"", board),
        "f.toml:1: `board` has no rows"
    );
    assert_eq!(message("a = 1", board), "f.toml: expected a key `board`");
    let rows = |document: &Document| document.integer("rows", 1..=9).map(drop);
    assert_eq!(
        message("rows = 10", rows),
        "f.toml:1: `rows` must be a whole number from 1 to 9, found 10"
    );
    let keys = |document: &Document| document.only_keys(&["board", "rows"]);
    assert_eq!(
        message("puzzle = 'x'\nboards = 1", keys),
        "f.toml:2: unknown key `boards`, expected `board`, `rows`"
    );
}

#[test]
fn files_that_are_none() {
    let any = |_: &Document| Ok(());
    assert!(message("", any).starts_with("f.toml: the file is empty"));
    assert!(message("# nothing\n", any).starts_with("f.toml: the file is empty"));
    assert!(message("a = \n", any).starts_with("f.toml:1: no valid TOML"));
    assert!(message("a = 1\nb = [1,\n", any).contains("no valid TOML"));
    assert!(message("{\"a\": 1,\n}", any).starts_with("f.toml:2: no valid JSON"));
    assert!(message("{\"a\": 1} // no", any).contains("no valid JSON"));
    let deep = "[".repeat(100_000);
    assert!(message(&format!("{{\"a\": {deep}"), any).contains("no valid JSON"));
    assert!(message(&format!("a = {deep}"), any).contains("no valid TOML"));
    let long = format!("a = {}", "x".repeat(1 << 20));
    assert!(message(&long, any).len() < 400);
}

#[test]
fn a_comment_says_how_hard_a_puzzle_is() {
    let text = "# 4 clues.\n# Difficulty: medium\npuzzle = \"sudoku\"\n";
    assert_eq!(stated_difficulty(text), Some("medium"));
    assert_eq!(stated_difficulty("puzzle = \"sudoku\"\n"), None);
}
