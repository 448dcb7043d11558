//! Links of the viewer that the edge-matching community shares boards by, [e2.bucas.name](https://e2.bucas.name).
//!
//! A link is a full board: `board_w` and `board_h`, `board_edges` with four letters a place (top, right, bottom, left; `a` is the grey of the frame), and if
//! wanted `board_pieces` with three digits a place and `board_types` with one letter, of which `e` is a piece that is fixed. Such a board need not match: the puzzle
//! is to lay its pieces anew. So an unsolved puzzle has a link too, with its pieces in the order of the file.

use super::board::Match;
use super::e2pieces::numbers;
use super::{Colors, Hint, MOST_PIECES};
use serde_json::json;
use std::collections::BTreeMap;
use tantalizer_puzzle::file::quoted;
use tantalizer_puzzle::{Document, FileError};

/// `a` to `z`.
const MOST_COLOURS: usize = 26;

/// Three digits.
const MOST_NUMBERED: usize = 999;

pub(super) fn is_link(text: &str) -> bool {
    text.contains("board_edges=") || text.contains("e2.bucas.name")
}

/// The link of a puzzle: hints where they lie, all other pieces in their order.
pub(super) fn link_of_puzzle(puzzle: &Colors) -> Result<String, String> {
    let cols = puzzle.cols();
    let mut places = vec![None; puzzle.board.places()];
    for hint in &puzzle.hints {
        places[hint.row * cols + hint.col] = Some(*hint);
    }
    let hinted = |piece: &usize| puzzle.hints.iter().any(|hint| hint.piece == *piece);
    let mut others = (0..places.len()).filter(|piece| !hinted(piece));
    let placements = places.into_iter().enumerate().filter_map(|(place, hint)| {
        let other = |piece| Hint {
            piece,
            row: place / cols,
            col: place % cols,
            turn: 0,
        };
        hint.or_else(|| others.next().map(other))
    });
    link(puzzle, &placements.collect::<Vec<_>>())
}

/// The link of a board on which all pieces lie, in reading order.
pub(super) fn link(puzzle: &Colors, placements: &[Hint]) -> Result<String, String> {
    if puzzle.board.matched != Match::Sides {
        return Err(
            "links have pieces that match at their sides, these match at their corners".into(),
        );
    }
    if placements.len() > MOST_NUMBERED {
        return Err(format!("a link numbers {MOST_NUMBERED} pieces at most"));
    }
    let numbers = numbers(puzzle);
    if numbers.iter().any(|&number| number >= MOST_COLOURS) {
        return Err(format!(
            "a link has {MOST_COLOURS} colours at most, the frame's grey included"
        ));
    }
    let letter = |colour: i32| char::from(b'a' + numbers[colour as usize] as u8);
    let edges = placements
        .iter()
        .flat_map(|placement| puzzle.shown(placement).map(letter));
    let edges: String = edges.collect();
    let pieces = placements
        .iter()
        .map(|placement| format!("{:03}", placement.piece + 1));
    let pieces: String = pieces.collect();
    let (rows, cols) = (puzzle.rows(), puzzle.cols());
    let mut link = format!(
        "https://e2.bucas.name/#puzzle=tantalizer&board_w={cols}&board_h={rows}&board_edges={edges}&board_pieces={pieces}"
    );
    if !puzzle.hints.is_empty() {
        let lies_already = |placement: &Hint| {
            let place = (placement.row, placement.col);
            puzzle
                .hints
                .iter()
                .any(|hint| (hint.row, hint.col) == place)
        };
        let types = placements.iter().map(|placement| {
            let shown = puzzle.shown(placement);
            let framed = shown.iter().filter(|&&colour| Some(colour) == puzzle.frame);
            match framed.count() {
                _ if lies_already(placement) => 'e',
                0 => 'd',
                1 => 'c',
                _ => 'b',
            }
        });
        link += "&board_types=";
        link.extend(types);
    }
    Ok(link)
}

/// The puzzle file that a link stands for.
pub(super) fn parse(link: &str) -> Result<Document, FileError> {
    let file = file_of(link).map_err(|reason| FileError::new(&quoted_start(link), None, reason))?;
    Document::parse(&quoted_start(link), &file.to_string())
}

/// Links are long: in messages their beginning stands for them.
fn quoted_start(link: &str) -> String {
    let start: String = link.chars().take(60).collect();
    if start.len() < link.len() {
        start + "..."
    } else {
        start
    }
}

fn file_of(link: &str) -> Result<serde_json::Value, String> {
    let keys: BTreeMap<&str, &str> = link
        .split(['#', '?', '&'])
        .filter_map(|part| part.split_once('='))
        .collect();
    let value = |key: &str| {
        let expected = "expected a link such as https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abbaaabbbbaabaab";
        let value = keys.get(key).copied();
        value.ok_or_else(|| format!("there is no `{key}`: {expected}"))
    };
    let side = |key: &str| {
        let text = value(key)?;
        let number = text.parse::<usize>().ok();
        let number = number.filter(|number| (1..=MOST_PIECES).contains(number));
        number.ok_or_else(|| format!("`{key}` is {}, expected a number from 1 on", quoted(text)))
    };
    let (cols, rows) = (side("board_w")?, side("board_h")?);
    let places = rows * cols;
    if places > MOST_PIECES {
        return Err(format!("more than {MOST_PIECES} pieces"));
    }
    let edges: Vec<char> = value("board_edges")?.chars().collect();
    if let Some(other) = edges.iter().find(|edge| !edge.is_ascii_lowercase()) {
        let other = quoted(&other.to_string());
        return Err(format!(
            "`board_edges` holds {other}, expected letters from a to z"
        ));
    }
    let length = |key: &str, found: usize, each: usize| {
        let expected = each * places;
        if found == expected {
            return Ok(());
        }
        Err(format!(
            "`{key}` has {found} signs, expected {expected}: {each} for each of {rows} x {cols} places"
        ))
    };
    length("board_edges", edges.len(), 4)?;
    let pieces: Vec<String> = edges
        .chunks(4)
        .map(|piece| piece.iter().collect())
        .collect();
    if let Some(empty) = pieces.iter().position(|piece| piece == "aaaa") {
        let (row, col) = (empty / cols + 1, empty % cols + 1);
        return Err(format!(
            "nothing lies at r{row}c{col}, and a link does not tell which pieces are left: expected a full board"
        ));
    }
    let mut order: Vec<usize> = (0..places).collect();
    if let Some(numbers) = keys.get("board_pieces") {
        let digits: Vec<char> = numbers.chars().collect();
        length("board_pieces", digits.len(), 3)?;
        let number = |place: &usize| digits[3 * place..3 * place + 3].iter().collect::<String>();
        order.sort_by_key(number);
        if let Some(bad) = order
            .iter()
            .map(number)
            .find(|number| number.parse::<u16>().is_err())
        {
            return Err(format!(
                "`board_pieces` holds {}, expected numbers of three digits",
                quoted(&bad)
            ));
        }
        if let Some(pair) = order
            .windows(2)
            .find(|pair| number(&pair[0]) == number(&pair[1]))
        {
            return Err(format!(
                "`board_pieces` names piece {} twice",
                number(&pair[0])
            ));
        }
    }
    let types: Vec<char> = keys.get("board_types").unwrap_or(&"").chars().collect();
    if !types.is_empty() {
        length("board_types", types.len(), 1)?;
    }
    let hints = order
        .iter()
        .enumerate()
        .filter(|(_, place)| types.get(**place) == Some(&'e'));
    let hints: Vec<serde_json::Value> = hints
        .map(|(piece, place)| {
            let (row, col) = (place / cols, place % cols);
            Hint {
                piece,
                row,
                col,
                turn: 0,
            }
            .json()
        })
        .collect();
    let pieces: Vec<&String> = order.iter().map(|&place| &pieces[place]).collect();
    let mut file = json!({ "puzzle": super::KIND.name, "match": "sides", "rows": rows, "cols": cols, "pieces": pieces, "hints": hints });
    if edges.contains(&'a') {
        file["frame"] = "a".into();
    }
    Ok(file)
}
