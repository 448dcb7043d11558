//! A chain of deductions in the words of its puzzle.

use super::json::Clash;
use super::unfinished;
use crate::{Puzzle, View};
use std::fmt::Write as _;
use std::sync::Arc;
use tantalizer_draw::TextStyle;
use tantalizer_explain::{Clashing, Explanation, Hint, Told, Words};
use tantalizer_model::{ConstraintId, Model, Status, Var};

/// A chain of deductions about a puzzle.
pub struct Steps<'a> {
    pub(super) puzzle: &'a dyn Puzzle,
    pub(super) model: Arc<Model>,
    pub(super) explanation: Explanation,
    /// What was found, if only a hint was asked for.
    pub(super) hint: Option<Hint>,
    /// Whether everything that clashes was asked for.
    pub(super) every_clash: bool,
}

impl Steps<'_> {
    /// The explanation itself.
    pub fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// The model that it is about.
    pub fn model(&self) -> &Model {
        &self.model
    }

    pub(super) fn place(&self, var: Var) -> String {
        self.puzzle.places(&self.model, var.index()).join(", ")
    }

    pub(super) fn value(&self, var: Var, value: i32) -> String {
        self.puzzle.value_word(var.index(), value)
    }

    /// Does something with the words of the puzzle.
    pub(super) fn worded<T>(&self, say: impl FnOnce(&Words<'_>) -> T) -> T {
        let place = |var| self.place(var);
        let value = |var, value| self.value(var, value);
        say(&Words {
            model: &self.model,
            place: &place,
            value: &value,
        })
    }

    pub(super) fn sentence(&self, told: &Told) -> String {
        self.worded(|words| words.told(told))
    }

    pub(super) fn clash(&self, clashing: &Clashing) -> Clash {
        let mut clues = self.names(&clashing.clues);
        let entries = clashing.entries.iter();
        clues.extend(
            entries
                .map(|&(var, value)| format!("{} = {}", self.place(var), self.value(var, value))),
        );
        Clash {
            clues,
            rules: self.names(&clashing.rules),
        }
    }

    pub(super) fn clashes(&self) -> impl Iterator<Item = Clash> {
        let clashes = self.explanation.clashes.iter();
        clashes.map(|clashing| self.clash(clashing))
    }

    /// What a hint says.
    pub(super) fn hint(&self) -> Option<String> {
        Some(match self.hint.as_ref()? {
            Hint::Next(told) => self.worded(|words| words.hint(told)),
            Hint::Wrong(wrong) => self.worded(|words| words.wrong(wrong)),
            Hint::Solved => "Everything is as it should be.".to_string(),
            Hint::Several(_) => format!("Nothing more is forced: {}", self.several()),
            Hint::Hopeless { .. } => self.no_solution(),
        })
    }

    pub(super) fn several(&self) -> String {
        let places = self.differ().join(", ");
        format!("there are several solutions. Two of them differ in {places}.")
    }

    /// Why there is none.
    pub(super) fn no_solution(&self) -> String {
        let clashes: Vec<Clash> = self.clashes().collect();
        let is_short = |clash: &Clash| {
            let sizes = (clash.clues.len(), clash.rules.len());
            matches!(sizes, (2, 0 | 1) | (0, 1))
        };
        let mut text = String::from("There is no solution");
        text.push_str(match clashes.first() {
            Some(clash) if is_short(clash) => ": ",
            Some(_) => ". ",
            None => ".",
        });
        let clashes = clashes
            .iter()
            .map(|clash| match (&clash.clues[..], &clash.rules[..]) {
                ([one, other], []) => format!("{one} and {other} cannot both hold."),
                ([one, other], [rule]) => format!("{one} and {other} cannot both hold ({rule})."),
                ([], [rule]) => format!("{rule} cannot hold."),
                ([], rules) => format!("These rules clash:\n  {}", rules.join("\n  ")),
                (clues, []) => format!("These clues clash:\n  {}", clues.join("\n  ")),
                (clues, rules) => {
                    let (clues, rules) = (clues.join("\n  "), rules.join("\n  "));
                    format!("These clues clash:\n  {clues}\nwith\n  {rules}")
                }
            });
        text + &clashes.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn names(&self, constraints: &[ConstraintId]) -> Vec<String> {
        let constraints = constraints.iter();
        constraints
            .map(|&id| self.model.constraint_name(id))
            .collect()
    }

    pub(super) fn differ(&self) -> Vec<String> {
        let differ = self.explanation.differ.iter();
        differ.map(|&(var, ..)| self.place(var)).collect()
    }

    /// The places that the constraints of a step speak of, each once.
    pub(super) fn places(&self, told: &Told) -> Vec<String> {
        let mut places = Vec::new();
        let said = told.because().into_iter();
        let said = said.flat_map(|id| self.model.constraint(id).constraint.vars());
        let used = told
            .links
            .iter()
            .flat_map(|link| &link.uses)
            .map(|fact| fact.var());
        for var in said.chain(used) {
            if self.model.is_constant(var) {
                continue;
            }
            for place in self.puzzle.places(&self.model, var.index()) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    pub(super) fn techniques(&self) -> Vec<(&'static str, usize)> {
        let times = self.explanation.techniques().into_iter();
        times
            .map(|(technique, times)| (technique.name(), times))
            .collect()
    }

    /// As text for people.
    pub fn text(&self, style: TextStyle) -> String {
        let explanation = &self.explanation;
        if let Some(hint) = self.hint() {
            return hint + "\n";
        }
        if explanation.status == Status::Unsatisfiable {
            let mut text = self.no_solution() + "\n";
            if let Some(limit) = &explanation.stopped_by {
                let _ = writeln!(text, "Not finished: {limit}; there may be other clashes.");
            }
            return text;
        }
        let mut text = String::new();
        for (number, told) in explanation.told.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", number + 1, self.sentence(told));
        }
        text.push('\n');
        let last = self.view_after(explanation.told.len()).with_coordinates();
        let last = self.puzzle.draw(&last);
        text.push_str(&last.to_text(style));
        if let Some(limit) = &explanation.stopped_by {
            text.push('\n');
            if !explanation.differ.is_empty() {
                let _ = writeln!(text, "So far: {}", self.several());
            }
            let _ = writeln!(text, "{}", unfinished(explanation.status, limit));
        } else if let Some(level) = explanation.difficulty {
            let _ = writeln!(text, "\nDifficulty: {}.", level.name());
            let needed = self.techniques().into_iter();
            let needed: Vec<String> = needed
                .map(|(name, times)| format!("{name} ({times})"))
                .collect();
            if !needed.is_empty() {
                let _ = writeln!(text, "Techniques: {}.", needed.join(", "));
            }
        } else if !explanation.differ.is_empty() {
            let _ = writeln!(text, "\nNothing more is forced: {}", self.several());
        }
        text
    }

    /// What is known after so many steps.
    pub(super) fn view_after(&self, steps: usize) -> View {
        let positions = self.model.answer().into_iter().map(Var::index);
        let mut values = vec![None; positions.max().map_or(0, |last| last + 1)];
        let known = self.explanation.told[..steps].iter();
        let sets = known.flat_map(|told| &told.sets);
        for &(var, value) in self.explanation.given.iter().chain(sets) {
            if let Some(place) = values.get_mut(var.index()) {
                *place = Some(value);
            }
        }
        View::partial(values)
    }
}
