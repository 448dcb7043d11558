//! Links of Penpa: one that was drawn in the editor, grids there and back, and what is refused.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use tantalizer_minizinc::kind::link::{self, Sheet, penpa};

/// A sudoku of six rows with the borders of its boxes, and a title that names no kind.
const DRAWN: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVPb5tOFLz7U1h73oP5szjhlqZJL4l/TeMqipAVrR2SWMYmXeCXCMvfPfMeJCyYqmqrqjlUiNUwPGbnLcySfSu0iWWAwzuQI+ngcIOAT8f3+RzVx3SZJ3E4nMZZPgyeA3lU5A+pCYfn2qzAru70RspJOjRFEmfyv9NTeaeTLB5EtcBssC0Pw/JClp/CSDhCChenI2ayvAi35XlYTmR5iVtCOuDOqiIX8KSBV3yf0HFFOiPgSY0BrwEXS7NI4puzivkcRuVUCprnAz9NUKzT/2NR+6DrRbqeL4mY6xx9Zg/Lx/pOVtymq6KudWY7WR5Vdi977HqNXYKVXUI9dqmLP2z3cLbbYdm/wPBNGJH3rw08aOBluMU4CbfCdelRBS/VuxFuQETQEJ5HhG8R6nVxXokxEV5D+CxqVfh+t4JnsUQVV+ALeSO4wtII2IdN8COWRsDGLOsBG7OaG7OGVTHmR940sCgOL801j6c8ujxOsXKy9Hj8yOOIR8XjGdecYEEdBzFyYc2Fogvs1djjeFWYokYdE1bA1ArhAHj8Wo9welhIxi4wvDP22pr0OhgrYCwaY8SZ3grrQ0fVOgo6qtZR0LE9qFpHQYcWnzF0FOmguStu8ZhHn8eAWx/TJ/VTH93vr/IP7UQuOn070NGv4tkgwkYmsjS5yQpzpxeIJe9zSB64TbGex6ZFJWn6mCw37brl/SY1ce8tIuPb+776eWpuO+pPOklaRLWlt6hqg2lRucHuYV1rY9KnFrPW+UOLsHaallK8ydsGct22qFe6M9u66Xk3EM+Cz8ijH9C/38Tf+k3QOxi9t9y+Nzv8+aamN/uge+IPtjfmNb+XdPB7maYJ92MNtifZYLvhBrWfb5B7EQf3nZSTajfo5KqbdZpqL+40lZ147KCMXgA=";

/// The puzzle file that a link stands for.
fn read(link: &str) -> Result<Value, String> {
    let document = link::read(link).map_err(|error| error.to_string())?;
    let entries = document.entries();
    Ok(Value::Object(
        entries
            .map(|(key, node)| (key.to_string(), node.json()))
            .collect(),
    ))
}

#[test]
fn a_link_of_the_editor_is_read() {
    let rows = [
        [5, 0, 0, 0, 6, 0],
        [0, 4, 0, 1, 0, 3],
        [1, 0, 3, 0, 4, 0],
        [0, 0, 2, 0, 1, 0],
        [0, 1, 4, 6, 0, 5],
        [0, 6, 0, 4, 0, 0],
    ];
    let cells = rows.map(|row| row.map(|cell| (cell > 0).then_some(cell)));
    let expected = json!({ "puzzle": "sudoku", "box_rows": 2, "box_cols": 3, "cell": cells });
    assert_eq!(read(DRAWN).expect("a sudoku"), expected);
}

#[test]
fn grids_are_read_as_they_are_written() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let kinds = [
        ("diagonal-sudoku", "boxes"),
        ("latin-square", "n"),
        ("magic-square", "n"),
        ("minesweeper", "rectangle"),
        ("sudoku", "boxes"),
        ("takuzu", "n"),
    ];
    for (kind, size) in kinds {
        for round in 0..20 {
            let (parameters, rows, cols) = match size {
                "boxes" => {
                    let (high, wide) = [(2, 2), (2, 3), (3, 3), (4, 4)][round % 4];
                    let side = high * wide;
                    (json!({ "box_rows": high, "box_cols": wide }), side, side)
                }
                "n" => (json!({ "n": round % 9 + 1 }), round % 9 + 1, round % 9 + 1),
                _ => {
                    let (rows, cols) = (round % 5 + 1, round % 7 + 2);
                    (json!({ "rows": rows, "cols": cols }), rows, cols)
                }
            };
            let mut cell = || random.random_bool(0.4).then(|| random.random_range(0..30));
            let row = |_| (0..cols).map(|_| cell()).collect();
            let cells: Vec<Vec<Option<i32>>> = (0..rows).map(row).collect();
            let mut sheet: Map<String, Value> = parameters.as_object().expect("a map").clone();
            sheet.insert("cell".into(), json!(cells));
            let link = penpa::write(kind, &Sheet::new(sheet.clone())).expect("a link");
            sheet.insert("puzzle".into(), kind.into());
            assert_eq!(read(&link).expect(&link), Value::Object(sheet), "{link}");
        }
    }
    let unfit = penpa::write("tents", &Sheet::default()).expect_err("no digits");
    assert!(unfit.contains("tents"), "{unfit}");
}

/// The text of the link, in which long words are two letters.
fn text() -> String {
    let code = DRAWN.split_once("p=").expect("a code").1;
    let packed = STANDARD.decode(code).expect("base64");
    let mut text = String::new();
    let mut reader = DeflateDecoder::new(&packed[..]);
    reader.read_to_string(&mut text).expect("a text");
    text
}

/// The link whose text was changed.
fn changed(from: &str, to: &str) -> String {
    let text = text();
    assert!(text.contains(from), "{from} in {text}");
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
    let text = text.replacen(from, to, 1);
    packed.write_all(text.as_bytes()).expect("memory");
    let code = STANDARD.encode(packed.finish().expect("memory"));
    format!("https://swaroopg92.github.io/penpa-edit/#m=solve&p={code}")
}

#[test]
fn what_is_no_grid_of_digits_is_refused_with_the_reason() {
    let text = text();
    let lines = text.split_once("zE:{").expect("lines").1;
    let lines = format!("zE:{{{}}}", lines.split_once('}').expect("an end").0);
    let site = "https://swaroopg92.github.io/penpa-edit/";
    for (link, reason) in [
        (site.to_string(), "expected a link such as"),
        (format!("{site}#m=edit&p=%%%"), "damaged"),
        (format!("{site}#m=edit&p=AAAA"), "damaged"),
        (DRAWN[..DRAWN.len() - 80].to_string(), "damaged"),
        (changed("square,6", "hex,6"), "expected squares"),
        (changed("square,6,6", "square,6,900"), "expected a size"),
        (changed("square,6,6", "square,5,5"), "5 rows"),
        (changed("[0,0,0,0]", "[3,3,0,0]"), "no cell"),
        (changed("[0,0,0,0]", "[0,0,x]"), "space"),
        (
            changed("\"22\":[\"5\"", "\"22\":[\"A\""),
            "expected a number",
        ),
        (changed("\"22\":[", "\"2\":["), "outside"),
        (changed("zT:[]", "zT:[[22,23]]"), "`thermo`"),
        (changed("\"114,124\"", "\"113,123\""), "no border of a box"),
        (changed("Test 6x6", "A Latin square"), "no border of a box"),
        (changed(&lines, "zE:{}"), "names no kind"),
        (changed("{zR:", "{zR"), "damaged"),
    ] {
        let told = read(&link).expect_err(&link);
        assert!(told.contains(reason), "{told}, expected {reason}");
    }
}
