//! Names and shapes of arrays, put back into FlatZinc, and what their first symbols stand for.
//!
//! Newer versions of MiniZinc, 2.10 among them, write an array of several dimensions, or one that does not begin at 1, under a name of their own and as a plain list; what it was is
//! said in the model of its output, as in `array [N,N] of int: cell = array2d(1..3,1..3,X_INTRODUCED_0_);`.

use std::ops::Range;

use crate::kind::source::{Item, items, lowest};
use crate::lower::builtins::INTRODUCED;

/// FlatZinc in which the arrays that the output speaks of have their names and shapes again (older compilers have left them there), and boards with symbols
/// the value of the first one: the compiler leaves out of the domains what cannot be.
pub(crate) fn restored(mut flat: String, output: &str, model: &str) -> String {
    for (name, sets, introduced) in items(output).iter().filter_map(|item| shaped(&item.text)) {
        if let Some(range) = indices(&flat, introduced) {
            flat.replace_range(range, sets);
            flat = renamed(&flat, introduced, name);
        }
    }
    let model = items(model);
    let has_symbols = |item: &&Item| {
        let mut words = item.words();
        words.any(|word| word == "tz_symbols" || word == "tz_colours")
    };
    for (name, lowest) in (model.iter().filter(has_symbols)).filter_map(|item| lowest(&model, item))
    {
        for declared in [format!("var int: {name}::"), format!("var bool: {name}::")] {
            flat = flat.replacen(&declared, &format!("{declared} {LOWEST}({lowest})::"), 1);
        }
    }
    flat
}

/// The annotation that tells what the first symbol of a board stands for.
pub(crate) const LOWEST: &str = "tz_lowest_";

/// Where the declaration of an array says which indices it has in the output; its annotations come in any order.
fn indices(flat: &str, array: &str) -> Option<Range<usize>> {
    let declared = flat.find(&format!(": {array}::"))?;
    let line = flat[declared..].lines().next()?;
    let opening = "output_array([";
    let start = declared + line.find(opening)? + opening.len();
    let end = flat[start..].find(']')?;
    Some(start..start + end)
}

/// Of an item that gives an array its shape: its name, its index sets, and what it is called in FlatZinc.
fn shaped(item: &str) -> Option<(&str, &str, &str)> {
    let (declared, value) = item.split_once('=')?;
    let name = declared.rsplit(':').next()?.trim();
    let (function, rest) = value.trim().split_once('(')?;
    let dimensions = function.strip_prefix("array")?.strip_suffix('d')?;
    let (sets, introduced) = rest.trim_end().strip_suffix(')')?.rsplit_once(',')?;
    let introduced = introduced.trim();
    let is_range = |set: &str| {
        let ends = set.trim().split_once("..");
        ends.is_some_and(|(low, high)| low.parse::<i64>().is_ok() && high.parse::<i64>().is_ok())
    };
    let sets_count = sets.split(',').filter(|set| is_range(set)).count();
    let fits = dimensions.parse() == Ok(sets_count) && sets.split(',').count() == sets_count;
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_ours = introduced.starts_with(INTRODUCED) && is_name(introduced);
    (fits && is_ours && !name.is_empty() && is_name(name)).then_some((name, sets, introduced))
}

/// A text in which a name is another one, wherever it stands as a whole word.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        written.push_str(before);
        written.push_str(if is_whole { new } else { old });
        rest = after;
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::restored;

    #[test]
    fn an_array_gets_its_name_and_its_shape_again() {
        let flat = "var 1..2: X_INTRODUCED_01_;\narray [1..4] of var int: X_INTRODUCED_0_:: tz_clue(-1):: output_array([1..4]):: tz_board = [a,b,c,d];\n\
                    array [1..2] of var int: X_INTRODUCED_5_:: output_array([1..2]) = [a,b];\nconstraint f(X_INTRODUCED_0_,X_INTRODUCED_01_);\n";
        let output = "output [\"cell = \", show(cell)];\narray [1..4] of int: X_INTRODUCED_0_;\narray [N,N] of int: cell = array2d(1..2,1..2,X_INTRODUCED_0_);\n\
                      array [0..1] of int: top = array1d(0..1,X_INTRODUCED_5_);\nint: three = 3;\n";
        let expected = "var 1..2: X_INTRODUCED_01_;\narray [1..4] of var int: cell:: tz_clue(-1):: output_array([1..2,1..2]):: tz_board = [a,b,c,d];\n\
                        array [1..2] of var int: top:: output_array([0..1]) = [a,b];\nconstraint f(cell,X_INTRODUCED_01_);\n";
        assert_eq!(restored(flat.into(), output, ""), expected);
    }

    #[test]
    fn a_board_with_symbols_says_what_the_first_stands_for() {
        let flat = "array [1..2] of var int: cell:: tz_board:: tz_symbols_(\".¦A¦B\") = [a,b];\narray [1..2] of var int: cells:: tz_board = [c,d];\n";
        let model = "array[1..2] of var 0..2: cell :: tz_board :: tz_symbols([\".\", \"A\", \"B\"]);\narray[1..2] of var 0..2: cells :: tz_board;\n";
        let expected = flat.replace("cell::", "cell:: tz_lowest_(0)::");
        assert_eq!(restored(flat.into(), "", model), expected);
    }

    #[test]
    fn what_has_its_name_stays_as_it_is() {
        let flat = "array [1..4] of var int: cell:: output_array([1..2,1..2]) = [a,b,c,d];\n";
        let output = "array [1..2,1..2] of int: cell;\n";
        assert_eq!(restored(flat.into(), output, ""), flat);
    }
}
