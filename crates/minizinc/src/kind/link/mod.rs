//! Links of puzz.link and of Penpa: the text of a link is a puzzle, and nothing is fetched.
//!
//! One of puzz.link names a kind, the columns and rows of the board, and what is given: `https://puzz.link/p?slither/4/4/dgdh2c71`. The codes are those that the
//! editor pzpr.js publishes with its source. Both ways lead over a [`Sheet`], a puzzle file in plain numbers, so that it does not matter how
//! a puzzle file spells its boards.

mod codes;
mod forms;
pub mod penpa;
mod sheet;

#[cfg(test)]
mod tests;

use std::path::Path;

use tantalizer_puzzle::file::quoted;
use tantalizer_puzzle::{Document, FileError};

use codes::Rest;
use forms::{FORMS, Form};

pub use sheet::Sheet;

/// No board has more rows or columns.
const LONGEST_SIDE: usize = 200;

/// The kinds that links know.
fn kinds() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|form| form.kind)
}

/// Whether a text is a link, not the name of a file.
pub fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    let starts = ["https://", "http://", "puzz.link/"];
    starts.iter().any(|start| text.starts_with(start))
}

/// The puzzle file that a link stands for. The site does not matter: many have the editor.
pub fn read(link: &str) -> Result<Document, FileError> {
    let link = link.trim();
    let sheet = if penpa::is_ours(link) {
        penpa::parse(link)
    } else {
        parse(link)
    };
    let sheet = sheet.map_err(|reason| FileError::new(link, None, reason))?;
    Document::parse(link, &sheet.to_json().to_string())
}

/// Reads a puzzle file, or a link in its place.
pub fn open(path: &Path) -> Result<Document, FileError> {
    match path.to_str().filter(|text| is_link(text)) {
        Some(link) => read(link),
        None => Document::open(path),
    }
}

/// The link that stands for a puzzle of a kind.
pub fn write(kind: &str, sheet: &Sheet) -> Result<String, String> {
    let form = FORMS.iter().find(|form| form.kind == kind).ok_or_else(|| {
        let known: Vec<&str> = kinds().collect();
        let known = known.join(", ");
        format!("puzzles of the kind {kind} have no links, expected one of {known}")
    })?;
    if let Some(key) = sheet.keys().find(|key| !form.keys().contains(key)) {
        return Err(format!("a link cannot tell `{key}` of {kind}"));
    }
    let (rows, cols, body) = form.write(sheet)?;
    let text = format!("https://puzz.link/p?{}/{cols}/{rows}/{body}", form.names[0]);
    // Some programs drop a sign at the end of a link.
    let ends_well = text.ends_with(|c: char| c.is_ascii_alphanumeric());
    Ok(if ends_well { text } else { text + "/" })
}

fn parse(link: &str) -> Result<Sheet, String> {
    const EXPECTED: &str = "expected a link such as https://puzz.link/p?slither/4/4/dgdh2c71";
    let (_, query) = link.split_once('?').ok_or(EXPECTED)?;
    // The editor may be told how to start.
    let query = query.rsplit_once('&').map_or(query, |(_, query)| query);
    let (name, rest) = query.split_once('/').ok_or(EXPECTED)?;
    let name = name.trim_end_matches("_edit").trim_end_matches("_play");
    let form: &Form = FORMS
        .iter()
        .find(|form| form.names.contains(&name))
        .ok_or_else(|| {
            let known: Vec<&str> = FORMS.iter().map(|form| form.names[0]).collect();
            let name = quoted(name);
            format!(
                "no kind here is called {name} in links, expected one of {}",
                known.join(", ")
            )
        })?;
    let mut parts = rest.splitn(3, '/');
    let mut side = |what: &str| {
        let text = parts.next().unwrap_or_default();
        // A letter before the sizes changes the rules.
        if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(format!(
                "{} is a variant of the rules that is not known here",
                quoted(text)
            ));
        }
        let number = text.parse::<usize>().ok();
        let number = number.filter(|number| (1..=LONGEST_SIDE).contains(number));
        let text = quoted(text);
        number.ok_or_else(|| format!("{text}: expected the number of {what}, up to {LONGEST_SIDE}"))
    };
    let (cols, rows) = (side("columns")?, side("rows")?);
    let mut rest = Rest(parts.next().unwrap_or_default().trim_end_matches('/'));
    let sheet = form.read(rows, cols, &mut rest)?;
    match rest.0 {
        "" => Ok(sheet),
        more => Err(format!(
            "{} is more than a link of this kind has",
            quoted(more)
        )),
    }
}
