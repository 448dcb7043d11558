//! `docs/benchmarks.md`: what stands at its top, and sections, each of which is written anew in its place.

use crate::run::root;
use std::fs;
use std::path::PathBuf;

/// The document in parts: its top, then sections, which begin with their titles.
pub struct Report {
    parts: Vec<String>,
}

impl Report {
    /// The document as it is.
    pub fn read() -> Report {
        Report::of(&fs::read_to_string(path()).unwrap_or_default())
    }

    fn of(text: &str) -> Report {
        let mut parts = vec![String::new()];
        for line in text.lines() {
            if line.starts_with("## ") {
                parts.push(String::new());
            }
            if let Some(part) = parts.last_mut() {
                part.push_str(line);
                part.push('\n');
            }
        }
        Report { parts }
    }

    /// Another top.
    pub fn begin(&mut self, top: String) {
        self.parts[0] = top;
    }

    /// Takes the place of the sections with the same titles; those that are new come last.
    pub fn put(&mut self, sections: &str) {
        for section in Report::of(sections).parts.split_off(1) {
            let title = section.lines().next();
            let old = self
                .parts
                .iter_mut()
                .find(|part| part.lines().next() == title);
            match old {
                Some(old) => *old = section,
                None => self.parts.push(section),
            }
        }
    }

    fn text(&self) -> String {
        let parts = self.parts.iter().map(|part| part.trim_end());
        parts.collect::<Vec<_>>().join("\n\n") + "\n"
    }

    /// Writes the document.
    pub fn write(&self) -> Result<(), String> {
        fs::write(path(), self.text()).map_err(|error| format!("{}: {error}", path().display()))
    }
}

fn path() -> PathBuf {
    root().join("docs/benchmarks.md")
}

#[cfg(test)]
mod tests {
    use super::Report;

    #[test]
    fn a_section_takes_the_place_of_the_old_one() {
        let mut report = Report::of("# All\n\n## One\n\n1\n\n## Two\n\n### Half\n\n2\n");
        report.put("\n## Two\n\nnew\n\n\n## Three\n\n3\n");
        let expected = "# All\n\n## One\n\n1\n\n## Two\n\nnew\n\n## Three\n\n3\n";
        assert_eq!(report.text(), expected);
        report.begin("# Top\n".into());
        assert_eq!(report.text(), expected.replace("All", "Top"));
    }
}
