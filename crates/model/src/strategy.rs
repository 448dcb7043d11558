//! How a search picks its next variable and value, by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Var;

/// Which variable to branch on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableChoice {
    /// The first one that is not fixed.
    Leftmost,
    /// The one with the smallest lower bound.
    Min,
    /// The one with the largest upper bound.
    Max,
    /// First fail: the one with the fewest values.
    FirstFail,
    /// The fewest values, ties broken by the most constraints.
    FirstFailConstrained,
    /// The one with the most values.
    AntiFirstFail,
    /// The one with the largest difference between its two smallest values.
    MaxRegret,
    /// The fewest values per weight of the constraints that failed (Boussemart et al., 2004); with restarts
    /// unless all solutions are asked for.
    DomWdeg,
    /// Any, by the seed.
    Random,
}

/// Which value to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueChoice {
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The median.
    Middle,
    /// The lower half of the domain, then the upper half.
    Bisect,
    /// Any, by the seed.
    Random,
}

/// A variable choice and a value choice, written `ff` or `ff,max`.
///
/// ```
/// use tantalizer_model::{Strategy, ValueChoice, VariableChoice};
///
/// let strategy: Strategy = "ff,max".parse()?;
/// assert_eq!(strategy.variable, VariableChoice::FirstFail);
/// assert_eq!(strategy.value, ValueChoice::Max);
/// # Ok::<(), tantalizer_model::UnknownStrategy>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Which variable.
    pub variable: VariableChoice,
    /// Which value.
    pub value: ValueChoice,
}

impl Strategy {
    /// A strategy that tries values in increasing order.
    pub fn new(variable: VariableChoice) -> Self {
        Strategy {
            variable,
            value: ValueChoice::Min,
        }
    }
}

/// A part of a branching order: these variables first, picked by this strategy among themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The variables of this phase.
    pub vars: Vec<Var>,
    /// How the next one and its value are picked.
    pub strategy: Strategy,
}

/// The variable choices with their names, the first of each being the one that is printed;
/// the others are those of SICStus Prolog.
const VARIABLE_NAMES: &[(VariableChoice, &[&str])] = &[
    (VariableChoice::Leftmost, &["leftmost"]),
    (VariableChoice::Min, &["min"]),
    (VariableChoice::Max, &["max"]),
    (
        VariableChoice::FirstFail,
        &["ff", "first_fail", "first-fail"],
    ),
    (
        VariableChoice::FirstFailConstrained,
        &["ffc", "most_constrained"],
    ),
    (
        VariableChoice::AntiFirstFail,
        &["anti-first-fail", "anti_first_fail"],
    ),
    (VariableChoice::MaxRegret, &["max-regret", "max_regret"]),
    (
        VariableChoice::DomWdeg,
        &["dom-wdeg", "dom_w_deg", "dom/wdeg"],
    ),
    (VariableChoice::Random, &["random"]),
];

/// The value choices with their names, likewise.
const VALUE_NAMES: &[(ValueChoice, &[&str])] = &[
    (ValueChoice::Min, &["min", "up", "step"]),
    (ValueChoice::Max, &["max", "down"]),
    (ValueChoice::Middle, &["middle", "median"]),
    (ValueChoice::Bisect, &["bisect"]),
    (ValueChoice::Random, &["random"]),
];

impl VariableChoice {
    /// Every choice, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = VariableChoice> {
        VARIABLE_NAMES.iter().map(|entry| entry.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        name_of(VARIABLE_NAMES, self)
    }
}

impl ValueChoice {
    /// Every choice, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = ValueChoice> {
        VALUE_NAMES.iter().map(|entry| entry.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        name_of(VALUE_NAMES, self)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.variable.name())?;
        if self.value != ValueChoice::Min {
            write!(f, ",{}", self.value.name())?;
        }
        Ok(())
    }
}

/// No such strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown strategy `{found}`: expected a variable choice ({variables}), optionally followed by a comma and a value choice ({values})"
)]
pub struct UnknownStrategy {
    found: String,
    variables: String,
    values: String,
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let (variable, value) = match text.split_once(',') {
            Some((variable, value)) => (variable, by_name(VALUE_NAMES, value)),
            None => (text, Some(ValueChoice::Min)),
        };
        match (by_name(VARIABLE_NAMES, variable), value) {
            (Some(variable), Some(value)) => Ok(Strategy { variable, value }),
            _ => Err(UnknownStrategy {
                found: text.to_string(),
                variables: first_names(VARIABLE_NAMES),
                values: first_names(VALUE_NAMES),
            }),
        }
    }
}

fn by_name<T: Copy>(names: &[(T, &[&str])], wanted: &str) -> Option<T> {
    let wanted = wanted.trim();
    names
        .iter()
        .find(|entry| entry.1.contains(&wanted))
        .map(|entry| entry.0)
}

fn name_of<T: PartialEq>(names: &[(T, &[&'static str])], choice: T) -> &'static str {
    names
        .iter()
        .find(|entry| entry.0 == choice)
        .map_or("", |entry| entry.1[0])
}

fn first_names<T>(names: &[(T, &[&str])]) -> String {
    let names: Vec<&str> = names.iter().map(|entry| entry.1[0]).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_read_back() {
        for variable in VariableChoice::all() {
            for value in ValueChoice::all() {
                let strategy = Strategy { variable, value };
                assert_eq!(strategy.to_string().parse(), Ok(strategy));
            }
        }
        assert_eq!(
            "anti_first_fail, down".parse(),
            Ok(Strategy {
                variable: VariableChoice::AntiFirstFail,
                value: ValueChoice::Max
            })
        );
        let error = "fastest".parse::<Strategy>().unwrap_err().to_string();
        assert!(error.contains("`fastest`") && error.contains("max-regret"));
    }
}
