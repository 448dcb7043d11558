//! Progress on a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::time::Duration;
use tantalizer::model::Progress;

/// A line on standard error that tells how far an engine is; nothing at all
/// unless a person watches.
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// The line, hidden unless `shown`.
    pub fn new(shown: bool) -> ProgressLine {
        if !shown {
            return ProgressLine {
                bar: ProgressBar::hidden(),
            };
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        ProgressLine { bar }
    }

    /// Shows where the engine is.
    pub fn update(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let done = match progress.fraction {
            Some(fraction) => format!("{:.1} % done, ", 100.0 * fraction),
            None => String::new(),
        };
        self.bar.set_message(format!(
            "{done}{} nodes, {} solutions",
            HumanCount(progress.nodes),
            HumanCount(progress.solutions)
        ));
    }

    /// Prints something else without the line in between.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() {
            print()
        } else {
            self.bar.suspend(print)
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
