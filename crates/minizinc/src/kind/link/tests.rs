use super::codes::{self, Code, Mark, Rest};
use super::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// The sheet that a link stands for.
fn sheet(link: &str) -> Value {
    parse(link)
        .unwrap_or_else(|reason| panic!("{link}: {reason}"))
        .to_json()
}

#[test]
fn codes_are_read_as_they_are_written() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for round in 0..400 {
        let full = [0.0, 0.03, 0.3, 1.0][round % 4];
        let count = random.random_range(1..90);
        for (code, lowest, largest) in [
            (Code::UpToFour, 0, 4_u32),
            (Code::Numbers, 0, 70_000),
            (Code::Circles, 1, 2),
            (Code::Characters, 0, 1295),
        ] {
            let mut cell = || {
                if !random.random_bool(full) {
                    return Mark::Empty;
                }
                if code != Code::Circles && random.random_bool(0.1) {
                    return Mark::Untold;
                }
                // Small numbers are written in another way than large ones.
                let most = largest >> random.random_range(0..16).min(largest.ilog2());
                Mark::Number(random.random_range(lowest..=most.max(lowest)))
            };
            let cells: Vec<Mark> = (0..count).map(|_| cell()).collect();
            let text = code.write(&cells).expect("a text");
            let mut rest = Rest(&text);
            assert_eq!(code.read(&mut rest, count).expect(&text), cells, "{text}");
            assert_eq!(rest.0, "", "{text}");
        }
        let marks: Vec<bool> = (0..count).map(|_| random.random_bool(full)).collect();
        let text = codes::write_sparse(&marks);
        assert_eq!(codes::sparse(&mut Rest(&text), count).expect(&text), marks);
    }
    assert!(Code::UpToFour.write(&[Mark::Number(5)]).is_err());
}

/// What a link of a kind may have behind its sizes.
fn body(kind: &str, rows: usize, cols: usize, random: &mut ChaCha8Rng) -> String {
    let cells = rows * cols;
    let full = [0.05, 0.5, 1.0][random.random_range(0..3)];
    let mut marks = |code: Code, count: usize, lowest: u32, most: u32, untold: bool| {
        let mut mark = || match random.random_range(0..10) {
            _ if !random.random_bool(full) => Mark::Empty,
            0 if untold => Mark::Untold,
            _ => Mark::Number(random.random_range(lowest..=most)),
        };
        let marks: Vec<Mark> = (0..count).map(|_| mark()).collect();
        code.write(&marks).expect("a text")
    };
    let columns: Vec<u32> = (0..cells - rows)
        .map(|at| u32::from((at % (cols - 1)).is_multiple_of(2)))
        .collect();
    let striped = codes::write_fixed(&columns, 2, 5);
    let lines = |line: u32| codes::write_fixed(&vec![line; cells - cols], 2, 5);
    match kind {
        "akari" | "slitherlink" => marks(Code::UpToFour, cells, 0, 4, true),
        "battleships" => {
            let sums = marks(Code::Numbers, rows + cols, 0, 9, false);
            sums + &marks(Code::Numbers, cells, 0, 0, true) + "/3/21o/11g/61vg"
        }
        "futoshiki" => {
            let signs = (0..cells * 2 - rows - cols)
                .map(|at| (at % 5 < 2).then(|| "gh"[at % 2..][..1].to_string()));
            codes::close_up(signs, 17)
        }
        "heyawake" => {
            striped + &lines(0) + &marks(Code::Numbers, 1 + (cols - 1).div_ceil(2), 0, 30, false)
        }
        "hitori" => marks(Code::Characters, cells, 1, 300, false),
        "kakuro" => {
            // All white: every column and row has a sum outside.
            codes::close_up(vec![None; cells], 19) + &"-9Zj".repeat(cells)[..rows + cols]
        }
        "masyu" | "yin-yang" => marks(Code::Circles, cells, 1, 2, false),
        "minesweeper" => marks(Code::Numbers, cells, 0, 8, false),
        "nonogram" => marks(
            Code::Numbers,
            cols * rows.div_ceil(2) + rows * cols.div_ceil(2),
            1,
            9,
            false,
        ),
        "nurikabe" | "shikaku" => marks(Code::Numbers, cells, 1, 300, true),
        "skyscrapers" => {
            marks(Code::Numbers, 4 * rows, 1, 9, false) + &marks(Code::Numbers, cells, 1, 9, false)
        }
        "star-battle" => {
            "2/".to_string() + &codes::write_fixed(&vec![0; cells - rows], 2, 5) + &lines(1)
        }
        "tents" => {
            let trees: Vec<bool> = (0..cells).map(|at| at % 7 == 3).collect();
            marks(Code::Numbers, rows + cols, 0, 9, false) + &codes::write_sparse(&trees)
        }
        _ => marks(Code::Numbers, cells, 1, 9, true),
    }
}

#[test]
fn random_boards_of_every_kind_come_back() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for form in FORMS {
        for round in 0..60 {
            let (mut rows, mut cols) = (random.random_range(2..20), random.random_range(2..20));
            if ["futoshiki", "hitori", "skyscrapers", "star-battle"].contains(&form.kind) {
                cols = rows;
            }
            if form.kind == "sudoku" {
                (rows, cols) = [(4, 4), (6, 6), (9, 9), (16, 16)][round % 4];
            }
            let body = body(form.kind, rows, cols, &mut random);
            let link = format!("https://puzz.link/p?{}/{cols}/{rows}/{body}", form.names[0]);
            let read = parse(&link).unwrap_or_else(|reason| panic!("{link}: {reason}"));
            let mut told = read.to_json();
            told.as_object_mut().expect("an object").remove("puzzle");
            let told = Sheet::new(told.as_object().cloned().unwrap_or_default());
            let again = write(form.kind, &told).unwrap_or_else(|reason| panic!("{link}: {reason}"));
            assert_eq!(sheet(&again), read.to_json(), "{link} {again}");
        }
    }
}

#[test]
fn links_say_what_their_editor_shows() {
    let expected = json!({
        "puzzle": "kakuro", "rows": 6, "cols": 6,
        "wall": [[1,1,1,1,1,1], [1,1,0,0,1,1], [1,0,0,0,0,1], [1,0,0,1,0,0], [1,1,0,0,0,0], [1,1,1,0,0,1]],
        "across": [[null,null,null,null,null,null], [null,8,null,null,null,null], [10,null,null,null,null,null],
            [3,null,null,3,null,null], [null,21,null,null,null,null], [null,null,12,null,null,null]],
        "down": [[null,null,12,4,null,null], [null,4,null,null,10,null], [null,null,null,null,null,10],
            [null,null,null,17,null,null], [null,null,null,null,null,null], [null,null,null,null,null,null]],
    });
    assert_eq!(
        sheet("https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"),
        expected
    );
    let rooms = sheet("https://puzz.link/p?heyawake/6/6/lll155007rs12222j");
    let expected = json!([
        [1, 2, 2, 3, 3, 4],
        [1, 2, 2, 3, 3, 4],
        [1, 2, 2, 3, 3, 4],
        [5, 5, 5, 5, 5, 4],
        [6, 6, 6, 7, 7, 4],
        [6, 6, 6, 7, 7, 8]
    ]);
    assert_eq!(rooms["room"], expected);
    // Numbers stand in the first cells of their rooms.
    assert_eq!(rooms["number"][0], json!([2, 2, null, 2, null, 2]));
    let runs = sheet("http://pzv.jp/p.html?nonogram/6/6/12g1111h11112j12g11g21j11g3h");
    assert_eq!(runs["row_runs"][0], json!([2, 1, 0]));
    assert_eq!(runs["col_runs"][1], json!([1, 1, 1]));
    let ships = sheet("https://puzz.link/p?battleship_edit/6/6/g12h2g30g3gk0r3w//c/");
    assert_eq!(ships["fleet"], json!([3, 2, 1]));
    assert_eq!(ships["in_col"], json!([null, 1, 2, null, null, 2]));
    // The left end of a ship: it goes on to the right, and there is water on its other sides.
    assert_eq!(ships["sea"][2], json!([0, null, null, null, null, null]));
    assert_eq!(ships["sea"][3], json!([1, 1, null, null, null, null]));
    assert_eq!(ships["sea"][0][5], json!(0));
}

#[test]
fn what_is_wrong_is_told() {
    for (link, expected) in [
        ("https://example.org/puzzles", "expected a link such as"),
        ("https://puzz.link/p?slither", "expected a link such as"),
        (
            "https://puzz.link/p?snake/3/2/g8c",
            "no kind here is called `snake`",
        ),
        ("https://puzz.link/p?slither/3", "the number of rows"),
        (
            "https://puzz.link/p?slither/3/2000000/g",
            "the number of rows",
        ),
        ("https://puzz.link/p?slither/0/2/g", "the number of columns"),
        (
            "https://puzz.link/p?slither/f/3/3/gdk",
            "a variant of the rules",
        ),
        (
            "https://puzz.link/p?slither/v:x/3/3/gdk",
            "a variant of the rules",
        ),
        (
            "https://puzz.link/p?slither/3/2/g8",
            "it ends after 3 of 6 cells",
        ),
        ("https://puzz.link/p?slither/3/2/z", "more than 6 cells"),
        ("https://puzz.link/p?slither/3/2/l8", "`8` is more"),
        (
            "https://puzz.link/p?slither/3/2/gf",
            "`f` stands for nothing",
        ),
        (
            "https://puzz.link/p?slither/3/2/gG",
            "`G` stands for nothing",
        ),
        (
            "https://puzz.link/p?slither/3/2/gé",
            "`é` stands for nothing",
        ),
        (
            "https://puzz.link/p?nurikabe/3/2/-1",
            "`-1` stands for nothing",
        ),
        ("https://puzz.link/p?masyu/2/1/1", "more than 2 cells"),
        ("https://puzz.link/p?sudoku/5/5/zk", "5 rows, expected 4, 6"),
        ("https://puzz.link/p?hitori/2/3/123123", "expected a square"),
        ("https://puzz.link/p?mines/2/1/1.", "question mark"),
        ("https://puzz.link/p?minarism/2/2/2k", "difference"),
        (
            "https://puzz.link/p?battleship/2/5/m7hai89g/2/22u/22u",
            "straight ships",
        ),
        (
            "https://puzz.link/p?battleship/3/3/lj5j//c",
            "of which the direction",
        ),
        (
            "https://puzz.link/p?starbattle/3/3/1/0000",
            "1 regions, expected 3",
        ),
        ("https://puzz.link/p?kakuro/2/2/n", "before the sums"),
        (
            "https://puzz.link/p?fillomino/2/2/jg0",
            "lines between cells",
        ),
    ] {
        let told = read(link).expect_err(link).to_string();
        assert!(told.contains(expected), "{told}");
        assert!(told.starts_with(link), "{told}");
    }
}

#[test]
fn what_a_link_cannot_say_is_told() {
    let sheet = |value: Value| Sheet::new(value.as_object().cloned().unwrap_or_default());
    for (kind, value, expected) in [
        ("zebra", json!({}), "zebra have no links"),
        (
            "heyawake",
            json!({"rows": 1, "cols": 1, "cell": [[1]]}),
            "cannot tell `cell`",
        ),
        (
            "sudoku",
            json!({"box_rows": 3, "box_cols": 2}),
            "boxes of 3 rows",
        ),
        (
            "star-battle",
            json!({"n": 3, "stars": 1, "region": [[1, 2, 1], [2, 2, 2], [3, 3, 3]]}),
            "several pieces",
        ),
        (
            "fillomino",
            json!({"rows": 2, "cols": 2, "most": 2}),
            "no region has more than 2",
        ),
        (
            "kakuro",
            json!({"rows": 2, "cols": 2, "wall": [[1, 0], [1, 0]]}),
            "must be black",
        ),
        (
            "slitherlink",
            json!({"rows": 1, "cols": 1, "number": [[7]]}),
            "too large",
        ),
        (
            "nonogram",
            json!({"rows": 1, "cols": 2, "row_runs": [[1, 1]], "col_runs": [[1], [1]]}),
            "more runs",
        ),
    ] {
        let told = write(kind, &sheet(value)).expect_err(kind);
        assert!(told.contains(expected), "{told}");
    }
}
