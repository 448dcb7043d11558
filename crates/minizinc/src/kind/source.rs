//! The text of a model, item by item: what its annotations stand on.
//!
//! MiniZinc drops an annotation without a word where it means nothing: on a parameter, on a constraint, on the goal. So the text is
//! looked through before: strings and comments apart, an item ends with a semicolon.

use std::ops::Range;

/// An item of a model or of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line that it begins on, from 1.
    pub line: usize,
    /// Its text, without comments; of strings only the quotes are left.
    pub text: String,
    /// Its strings, in order.
    strings: Vec<String>,
    /// Where it stands in the text.
    pub span: Range<usize>,
}

/// The items of a text.
pub fn items(source: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut item = Item {
        line: 1,
        text: String::new(),
        strings: Vec::new(),
        span: 0..source.len(),
    };
    let mut line = 1;
    let mut chars = source.chars().peekable();
    let mut at = 0;
    while let Some(c) = chars.next() {
        at += c.len_utf8();
        if c == '\n' {
            line += 1;
        }
        match c {
            '%' => {
                while let Some(c) = chars.next_if(|&next| next != '\n') {
                    at += c.len_utf8();
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                for c in chars.by_ref() {
                    at += c.len_utf8();
                    line += usize::from(c == '\n');
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            '"' => {
                item.text.push_str("\"\"");
                let mut string = String::new();
                let mut escaped = false;
                for c in chars.by_ref() {
                    at += c.len_utf8();
                    if c == '"' && !escaped {
                        break;
                    }
                    escaped = c == '\\' && !escaped;
                    string.push(c);
                }
                item.strings.push(string);
            }
            ';' => {
                let next = Item {
                    line,
                    text: String::new(),
                    strings: Vec::new(),
                    span: at..source.len(),
                };
                item.span.end = at;
                items.push(std::mem::replace(&mut item, next));
            }
            c => {
                if item.text.trim().is_empty() && !c.is_whitespace() {
                    item.line = line;
                }
                item.text.push(c);
            }
        }
    }
    if !item.text.trim().is_empty() {
        items.push(item);
    }
    items
}

/// The parameters that a design reads off a solution: those that `tz_hint` names.
pub fn hints(source: &str) -> Vec<&str> {
    argument(source, "tz_hint").collect()
}

/// The strings that an annotation is given, wherever it stands.
pub fn argument<'s>(source: &'s str, annotation: &str) -> impl Iterator<Item = &'s str> + use<'s> {
    let opening = format!("{annotation}(");
    let named: Vec<&str> = source.split(&opening).skip(1).collect();
    let quoted = |rest: &'s str| rest.trim_start().strip_prefix('"')?.split_once('"');
    let quoted = named.into_iter().filter_map(quoted);
    quoted.map(|(text, _)| text)
}

/// The first file that a model includes and that is named by more than its name: the line, and the file.
pub fn foreign(source: &str) -> Option<(usize, String)> {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || c == '.';
    let is_foreign = |file: &String| !file.chars().all(is_plain) || file.starts_with('.');
    let mut items = items(source).into_iter();
    items.find_map(|item| {
        let includes = item.words().next() == Some("include");
        let file = item.strings.into_iter().find(is_foreign);
        file.filter(|_| includes).map(|file| (item.line, file))
    })
}

/// What is wrong with where annotations stand: the line and a message.
pub fn misplaced(source: &str) -> Option<(usize, String)> {
    items(source).into_iter().find_map(|item| {
        let annotation = item.annotation()?;
        let message = if item.text.trim_start().starts_with("constraint")
            || item.text.trim_start().starts_with("solve")
            || item.text.trim_start().starts_with("output")
        {
            format!("`{annotation}` belongs on an array of variables, not here")
        } else if !item.words().any(|word| word == "var") {
            format!("`{annotation}` stands on a parameter, expected an array of variables")
        } else if !item.text.trim_start().starts_with("array") {
            format!("`{annotation}` stands on a single variable, expected an array")
        } else if item.is_assigned() {
            format!("`{annotation}` stands on an array with a value: declare it without, and tie it by a constraint")
        } else {
            return None;
        };
        Some((item.line, message))
    })
}

/// An array of variables, and the smallest value that it is declared to take, where the text says so: in numbers, by a name that stands for such, by an
/// enumeration.
pub fn lowest<'i>(items: &[Item], array: &'i Item) -> Option<(&'i str, i64)> {
    let (_, declared) = array.text.split_once(" var ")?;
    let (values, rest) = declared.split_once(':')?;
    let name = rest.split("::").next()?.trim();
    Some((name, smallest(items, values, MOST_NAMES)?))
}

/// So many names may lead to a number.
const MOST_NAMES: usize = 8;

/// The smallest of some values, as an expression for them begins.
fn smallest(items: &[Item], values: &str, names: usize) -> Option<i64> {
    let values = values.trim();
    if let Some((low, _)) = values.split_once("..") {
        return smallest(items, low, names);
    }
    if let Some(list) = (values.strip_prefix('{')).and_then(|list| list.strip_suffix('}')) {
        let numbers = list.split(',').map(|number| number.trim().parse().ok());
        return numbers.collect::<Option<Vec<i64>>>()?.into_iter().min();
    }
    if values == "bool" {
        return Some(0);
    }
    if let Ok(number) = values.parse() {
        return Some(number);
    }
    let declared = |item: &Item| {
        let (before, value) = item.text.split_once('=').unwrap_or((&item.text, ""));
        let (kind, name) = match before.split_once(':') {
            Some((kind, name)) => (kind.trim(), name.trim()),
            None => ("", before.trim()),
        };
        match (name.strip_prefix("enum ").map(str::trim), kind) {
            (Some(name), "") if name == values => Some(1),
            (None, "int" | "set of int") if name == values && names > 0 => {
                smallest(items, value, names - 1)
            }
            _ => None,
        }
    };
    items.iter().find_map(declared)
}

impl Item {
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|word| !word.is_empty())
    }

    /// The first annotation of ours.
    fn annotation(&self) -> Option<&str> {
        self.words().find(|word| word.starts_with("tz_"))
    }

    /// Whether a declaration has a value: an equals sign outside of brackets.
    fn is_assigned(&self) -> bool {
        let mut depth = 0;
        let mut last = ' ';
        for c in self.text.chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                '=' if depth == 0 && !"<>!=".contains(last) => return true,
                _ => {}
            }
            last = c;
        }
        false
    }

    /// The name and the text of an assignment, as in a data file.
    pub fn assignment(&self) -> Option<(&str, &str)> {
        let (name, value) = self.text.split_once('=')?;
        Some((name.trim(), value.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_know_their_lines() {
        let source = "int: n; % a ; comment\n/* one\n more; */\narray[1..n] of var 0..1: x\n  :: tz_title(\"a;b\");\n";
        let items = items(source);
        assert_eq!(items.len(), 2);
        assert_eq!((items[0].line, items[1].line), (1, 4));
        assert_eq!(misplaced(source), None);
    }

    #[test]
    fn files_elsewhere_are_foreign() {
        let found = |source: &str| foreign(source).map(|(line, file)| format!("{line} {file}"));
        let source = "include \"globals.mzn\";\n% \"/a.mzn\" \"\ninclude /* ; \" */ \"../b.mzn\";";
        assert_eq!(found(source).as_deref(), Some("3 ../b.mzn"));
        let source = "int: n;% \"x.mzn\"\ninclude\"/etc/x\";";
        assert_eq!(found(source).as_deref(), Some("2 /etc/x"));
        assert_eq!(
            found("include \"alldifferent.mzn\"; string: s = \"/a\";"),
            None
        );
    }

    #[test]
    fn the_smallest_value_is_read_off_the_declaration() {
        let source = "enum Guest = { Ada, Ben };\nint: n;\nint: low = -1;\nset of int: N = 1..n;\n\
                      array[N] of var low..n: a :: tz_board;\narray[N] of var N: b;\narray[N] of var Guest: c;\n\
                      array[N] of var {3, 2}: d;\narray[N] of var bool: e;\narray[N] of var n..9: f;\narray[N] of var min(N)..n: g;\n";
        let items = items(source);
        let found: Vec<_> = items
            .iter()
            .filter_map(|item| lowest(&items, item))
            .collect();
        // What only the data say, or a calculation, is not known.
        let expected = [("a", -1), ("b", 1), ("c", 1), ("d", 2), ("e", 0)];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_means_nothing_is_told() {
        let line = |source: &str| misplaced(source).map(|(line, _)| line);
        assert_eq!(line("int: n;\nint: k :: tz_clue(0);"), Some(2));
        assert_eq!(line("solve :: tz_title(\"t\") satisfy;"), Some(1));
        assert_eq!(line("\n\nvar 0..1: x :: tz_board;"), Some(3));
        assert_eq!(
            line("array[1..2] of var 0..1: x :: tz_board = [a, b];"),
            Some(1)
        );
        assert_eq!(
            line("array[1..2] of var 0..1: x :: tz_shade(if n = 1 then 1 else 0 endif);"),
            None
        );
    }
}
