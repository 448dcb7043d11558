//! A chain of deductions as pictures, one a step.

use super::{Steps, unfinished};
use crate::View;
use std::collections::BTreeMap;
use tantalizer_draw::{Accent, Drawing};
use tantalizer_explain::{Hint, Told};
use tantalizer_model::Var;

impl Steps<'_> {
    /// The board after each step, with its sentence: what is set is framed, what it hangs on is marked, and values that were excluded on the
    /// way stand small in their cells.
    pub fn picture(&self) -> Drawing {
        let first = self.view_after(0).with_coordinates();
        let mut parts = vec![self.puzzle.draw(&first)];
        for (number, told) in self.explanation.told.iter().enumerate() {
            let mut view = self.view_after(number + 1).with_coordinates();
            self.mark(told, &mut view);
            let sentence = format!("{}. {}", number + 1, self.sentence(told));
            parts.push(Drawing::Label(in_lines(&sentence)));
            parts.push(self.puzzle.draw(&view));
        }
        match &self.hint {
            Some(Hint::Wrong(wrong)) => {
                let mut view = self.view_after(0).with_coordinates();
                for fact in wrong.links.iter().flat_map(|link| &link.uses) {
                    view.accentuate(fact.var().index(), Accent::Reason);
                }
                for &(var, _) in &wrong.entries {
                    view.accentuate(var.index(), Accent::Differs);
                }
                let sentence = self.worded(|words| words.wrong(wrong));
                parts = vec![Drawing::Label(in_lines(&sentence)), self.puzzle.draw(&view)];
            }
            Some(_) if parts.len() > 1 => drop(parts.remove(0)),
            _ => {}
        }
        if let Some(limit) = &self.explanation.stopped_by {
            let status = self.explanation.status;
            parts.push(Drawing::Label(unfinished(status, limit)));
        }
        Drawing::down(parts)
    }

    /// Marks what a step sets, excludes and uses.
    fn mark(&self, told: &Told, view: &mut View) {
        let mut gone: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let is_set = |var: Var| told.sets.iter().any(|set| set.0 == var);
        for link in &told.links {
            for fact in &link.uses {
                view.accentuate(fact.var().index(), Accent::Reason);
            }
            for &(var, value) in link.gone.iter().filter(|goal| !is_set(goal.0)) {
                let marks = gone.entry(var.index()).or_default();
                marks.push(self.puzzle.value_mark(var.index(), value));
            }
        }
        for (position, marks) in gone {
            view.accentuate(position, Accent::Reason);
            view.annotate(position, format!("×{}", marks.concat()));
        }
        for &(var, _) in &told.sets {
            view.accentuate(var.index(), Accent::Focus);
        }
        for (var, _) in &told.removes {
            view.accentuate(var.index(), Accent::Focus);
        }
    }
}

/// A sentence in lines that fit below a board.
pub(super) fn in_lines(sentence: &str) -> String {
    const WIDTH: usize = 90;
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + word.chars().count() > WIDTH {
            lines.push(word.to_string());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
