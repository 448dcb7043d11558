//! What a constraint is called: the name that the model gives it, else the line that it comes from.
//!
//! MiniZinc says both in annotations: `mzn_expression_name` and `mzn_constraint_name` are names, `mzn_path` is the way from the
//! model's text to the constraint, one part a step: `file|line|column|line|column|what`. Where a step enters a loop, `what` is
//! `i=2`. All constraints that one sentence of the model became have one name.

use std::collections::HashMap;

use crate::annotations::plain;
use crate::syntax::Expr;

/// The name of a constraint with these annotations; empty if they say nothing.
pub(super) fn name(annotations: &[Expr]) -> String {
    let named = said(annotations, "mzn_expression_name");
    match named.or_else(|| said(annotations, "mzn_constraint_name")) {
        Some(name) => plain(name),
        None => line_of(annotations),
    }
}

/// The line that a constraint with these annotations comes from; empty if they do not say.
pub(super) fn line_of(annotations: &[Expr]) -> String {
    let path = said(annotations, "mzn_path");
    path.and_then(line).unwrap_or_default()
}

fn said<'e>(annotations: &'e [Expr], wanted: &str) -> Option<&'e str> {
    annotations.iter().find_map(|annotation| match annotation {
        Expr::Call(name, arguments) if name == wanted => match &arguments[..] {
            [Expr::Text(text)] => Some(text.as_str()),
            _ => None,
        },
        _ => None,
    })
}

/// The names that sentences of the model have, by line and loops.
#[derive(Default)]
pub(super) struct Sentences {
    /// None where there are several.
    names: HashMap<String, Option<String>>,
}

impl Sentences {
    /// A constraint of this name comes from this line.
    pub fn add(&mut self, line: &str, name: &str) {
        for part in parts(line) {
            let known = self.names.entry(part.into());
            let known = known.or_insert_with(|| Some(name.into()));
            known.take_if(|known| *known != name);
        }
    }

    /// The name of the sentence of which something that comes from this line is a part: of the same loops, or of those further out.
    pub fn name(&self, line: &str) -> Option<&str> {
        parts(line)
            .find_map(|part| self.names.get(part))?
            .as_deref()
    }
}

/// `line 6, i = 2, j = 3`, then `line 6, i = 2`, then `line 6`.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let first = (!line.is_empty()).then_some(line);
    std::iter::successors(first, |line| line.rsplit_once(", ").map(|part| part.0))
}

/// Whether a name is the model's own, and no line.
pub(super) fn is_given(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(LINE)
}

const LINE: &str = "line ";

/// `line 6, i = 2`.
pub(crate) fn line(path: &str) -> Option<String> {
    let mut steps = path.split(';').map(|step| step.split('|'));
    let mut first = steps.next()?;
    let (file, line) = (first.next()?, first.next()?);
    line.parse::<usize>().ok()?;
    let mut name = format!("{LINE}{line}");
    for mut step in steps {
        // Loops in files of the library are no business of the model's reader.
        if step.next() != Some(file) {
            break;
        }
        if let Some((index, value)) = step.nth(4).and_then(|what| what.split_once('='))
            && is_name(index)
        {
            name += &format!(", {index} = {value}");
        }
    }
    Some(name)
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, text: &str) -> Expr {
        Expr::Call(name.into(), vec![Expr::Text(text.into())])
    }

    #[test]
    fn names_come_before_lines() {
        let path = call(
            "mzn_path",
            "m.mzn|6|12|6|88|ca|forall;m.mzn|6|12|6|88|ac;m.mzn|6|19|6|19|i=1;m.mzn|6|31|6|53|bin|'=';\
             lib.mzn|3|1|3|2|j=7;m.mzn|9|1|9|2|k=7;",
        );
        assert_eq!(name(std::slice::from_ref(&path)), "line 6, i = 1");
        let named = [path, call("mzn_constraint_name", "rows")];
        assert_eq!(name(&named), "rows");
        let both = [&named[..], &[call("mzn_expression_name", "row \\\"1\\\"")]].concat();
        assert_eq!(name(&both), "row \"1\"");
        assert_eq!(name(&[Expr::Name("domain".into())]), "");
    }

    #[test]
    fn parts_of_a_sentence_have_its_name() {
        let mut sentences = Sentences::default();
        sentences.add("line 6, i = 1, k = 2", "row 1");
        sentences.add("line 6, i = 1, k = 3", "row 1");
        sentences.add("line 6, i = 2", "row 2");
        assert_eq!(sentences.name("line 6, i = 1, k = 2, m = 4"), Some("row 1"));
        assert_eq!(sentences.name("line 6, i = 1, k = 7"), Some("row 1"));
        // Which row it is of, nobody says.
        assert_eq!(sentences.name("line 6, i = 3"), None);
        assert_eq!(sentences.name("line 7"), None);
        assert_eq!(sentences.name(""), None);
    }
}
