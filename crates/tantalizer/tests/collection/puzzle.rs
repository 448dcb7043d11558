//! A puzzle file, read without the program.

use serde_json::Value;
use std::path::Path;

pub struct Puzzle {
    /// The name of its file.
    pub name: String,
    /// The name of its model.
    pub kind: String,
    /// What a comment says of how hard it is.
    pub difficulty: Option<String>,
    entries: toml::Table,
}

/// An array of one or two dimensions as a board; one dimension is a row.
pub fn board(value: &Value) -> Vec<Vec<i64>> {
    let rows = value.as_array().expect("an array");
    let numbers = |row: &Value| -> Vec<i64> {
        let cells = row.as_array().expect("a row").iter();
        cells.map(|cell| cell.as_i64().expect("a number")).collect()
    };
    if rows.first().is_some_and(Value::is_array) {
        rows.iter().map(numbers).collect()
    } else {
        vec![numbers(value)]
    }
}

/// Row and column of a place such as `r2c13`, from 0.
pub fn place(name: &str) -> Option<(usize, usize)> {
    let (row, col) = name.strip_prefix('r')?.split_once('c')?;
    Some((
        row.parse::<usize>().ok()?.checked_sub(1)?,
        col.parse::<usize>().ok()?.checked_sub(1)?,
    ))
}

/// What a symbol stands for in an array of clues.
fn symbol(kind: &str, array: &str, word: &str) -> Option<i64> {
    let words: &[&str] = match (kind, array) {
        ("futoshiki", "across") => &[">", "0", "<"],
        ("futoshiki", "down") => &["v", "0", "^"],
        ("battleships", _) => &["~", "■"],
        ("tents", "camp") => &[".", "▲", "♣"],
        ("n-queens", _) => &[".", "♛"],
        ("star-battle", _) => &[".", "★"],
        ("thermometers", "filled") => &[".", "█"],
        ("heyawake" | "nurikabe" | "nonogram", "cell" | "sea") => &[".", "#"],
        ("hitori", _) => &["○", "#"],
        ("yin-yang", _) => &["○", "●"],
        ("masyu" | "kropki", "pearl" | "across" | "down") => &[".", "○", "●"],
        ("minesweeper", _) => &["*", "0", "1", "2", "3", "4", "5", "6", "7", "8"],
        ("triples", _) => &["", "▲", "■", "●"],
        ("pentominoes", "piece") => &[
            "#", "F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z",
        ],
        _ => &[],
    };
    let lowest = match kind {
        "futoshiki" | "minesweeper" => -1,
        _ => 0,
    };
    let at = words.iter().position(|other| *other == word)?;
    Some(lowest + at as i64)
}

/// The value of a word; none for a cell without a clue.
fn value(kind: &str, array: &str, word: &str) -> Option<i64> {
    if let Some(value) = symbol(kind, array, word) {
        return Some(value);
    }
    match word {
        "_" | "?" => None,
        "." if matches!(kind, "sudoku" | "slitherlink") => None,
        "." => Some(0),
        _ => Some(word.parse().unwrap_or_else(|_| {
            let letter = word.chars().next().expect("a letter");
            i64::from(letter as u32) - i64::from('A' as u32) + 1
        })),
    }
}

impl Puzzle {
    pub fn read(folder: &Path, name: &str) -> Puzzle {
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml")));
        let text = text.expect("a file");
        let mut said = text
            .lines()
            .filter_map(|line| line.strip_prefix("# Difficulty: "));
        let mut entries: toml::Table = text.parse().expect("TOML");
        let kind = entries.remove("puzzle").expect("a kind");
        let kind = kind.as_str().expect("a name").to_string();
        Puzzle {
            name: name.into(),
            kind,
            difficulty: said.next().map(str::to_string),
            entries,
        }
    }

    pub fn number(&self, key: &str) -> usize {
        let number = self.entries[key].as_integer();
        number.expect("a number").try_into().expect("not negative")
    }

    /// The words of a board, or numbers of a list of lists, as values.
    pub fn cells(&self, key: &str) -> Option<Vec<Vec<Option<i64>>>> {
        let word = |word: &str| value(&self.kind, key, word);
        match self.entries.get(key)? {
            toml::Value::String(text) => {
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                let row = |line: &str| line.split_whitespace().map(word).collect();
                Some(lines.map(row).collect())
            }
            toml::Value::Array(rows) => {
                let number = |cell: &toml::Value| cell.as_integer();
                let row = |row: &toml::Value| match row.as_array() {
                    Some(row) => row.iter().map(number).collect(),
                    None => vec![number(row)],
                };
                Some(rows.iter().map(row).collect())
            }
            _ => None,
        }
    }

    /// A parameter of two dimensions.
    pub fn grid(&self, key: &str) -> Vec<Vec<i64>> {
        let cells = self.cells(key).expect("a board");
        let row = |row: &Vec<Option<i64>>| row.iter().map(|cell| cell.unwrap_or(0)).collect();
        cells.iter().map(row).collect()
    }

    /// The clues of an array of two dimensions: row, column, value.
    pub fn clues(&self, key: &str) -> Vec<(usize, usize, i64)> {
        let mut clues = Vec::new();
        for (i, row) in self.cells(key).unwrap_or_default().iter().enumerate() {
            for (j, cell) in row.iter().enumerate() {
                clues.extend(cell.map(|value| (i, j, value)));
            }
        }
        clues
    }

    /// The clues of an array of one dimension.
    pub fn line(&self, key: &str) -> Vec<Option<i64>> {
        let cells = self.cells(key).unwrap_or_default();
        cells.into_iter().flatten().collect()
    }

    pub fn words(&self, key: &str) -> Vec<Vec<String>> {
        let rows = self.entries[key].as_array().expect("a list").iter();
        let word = |word: &toml::Value| word.as_str().expect("a word").to_string();
        let row = |row: &toml::Value| match row.as_array() {
            Some(row) => row.iter().map(word).collect(),
            None => vec![word(row)],
        };
        rows.map(row).collect()
    }

    /// The file as data for MiniZinc.
    pub fn data(&self) -> String {
        let mut data = String::new();
        for (key, value) in &self.entries {
            let flat = match value {
                toml::Value::Array(rows) if rows.iter().all(|row| !row.is_array()) => true,
                // A board of one line may be an array of one dimension: what stands beside a board.
                toml::Value::String(text) => {
                    let beside = ["top", "bottom", "left", "right", "in_row", "in_col"];
                    text.lines().count() <= 1 && beside.contains(&key.as_str())
                }
                _ => false,
            };
            let text = match value {
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Array(rows) if flat && rows.iter().all(toml::Value::is_str) => {
                    value.to_string()
                }
                toml::Value::Array(rows) if rows.iter().any(holds_text) => {
                    let rows = rows.iter().map(|row| row.to_string());
                    let rows = rows.map(|row| row.trim_matches(['[', ']']).to_string());
                    format!("[|{}|]", rows.collect::<Vec<_>>().join("|"))
                }
                _ => {
                    let shown = |cell: &Option<i64>| cell.map_or("_".into(), |n| n.to_string());
                    let cells = self.cells(key).expect("a board");
                    let rows = cells.iter().map(|row| {
                        let cells: Vec<String> = row.iter().map(shown).collect();
                        cells.join(",")
                    });
                    let rows: Vec<String> = rows.collect();
                    if flat {
                        format!("[{}]", rows.join(","))
                    } else {
                        format!("[|{}|]", rows.join("|"))
                    }
                }
            };
            data += &format!("{key} = {text};\n");
        }
        data
    }
}

fn holds_text(value: &toml::Value) -> bool {
    match value {
        toml::Value::Array(items) => items.iter().any(holds_text),
        toml::Value::String(_) => true,
        _ => false,
    }
}
