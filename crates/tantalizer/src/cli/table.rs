//! A table of text, written in columns, as Markdown, or as comma-separated values.

use std::fmt::Write as _;

/// A table: headings, and rows of as many cells.
pub struct Table {
    headings: Vec<Heading>,
    rows: Vec<Vec<String>>,
}

struct Heading {
    name: &'static str,
    figures: bool,
}

impl Table {
    /// A table without rows. A heading that ends in `>` is over figures, which are aligned to the right.
    pub fn new(headings: &[&'static str]) -> Table {
        let heading = |name: &&'static str| Heading {
            name: name.trim_end_matches('>'),
            figures: name.ends_with('>'),
        };
        Table {
            headings: headings.iter().map(heading).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty.
    pub fn push(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().take(self.headings.len()).collect();
        row.resize(self.headings.len(), String::new());
        self.rows.push(row);
    }

    /// In columns, for reading on a terminal.
    pub fn to_text(&self) -> String {
        let widths = self.widths();
        let names: Vec<String> = self.names().map(String::from).collect();
        let mut text = String::new();
        for row in std::iter::once(&names).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, heading), &width) in row.iter().zip(&self.headings).zip(&widths) {
                let _ = if heading.figures {
                    write!(line, "{cell:>width$}  ")
                } else {
                    write!(line, "{cell:<width$}  ")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// As a table of Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            for cell in cells {
                let _ = write!(text, "| {} ", cell.replace('|', "\\|"));
            }
            text.push_str("|\n");
        };
        line(&mut self.names().map(String::from));
        line(&mut self.headings.iter().map(|heading| {
            if heading.figures {
                "---:".into()
            } else {
                "---".into()
            }
        }));
        for row in &self.rows {
            line(&mut row.iter().cloned());
        }
        text
    }

    /// As comma-separated values (RFC 4180).
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            let quoted: Vec<String> = cells.map(quote).collect();
            text.push_str(&quoted.join(","));
            text.push_str("\r\n");
        };
        line(&mut self.names());
        for row in &self.rows {
            line(&mut row.iter().map(String::as_str));
        }
        text
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.headings.iter().map(|heading| heading.name)
    }

    fn widths(&self) -> Vec<usize> {
        let column = |(i, heading): (usize, &Heading)| {
            let cells = self.rows.iter().map(|row| row[i].chars().count());
            cells
                .chain([heading.name.chars().count()])
                .max()
                .unwrap_or(0)
        };
        self.headings.iter().enumerate().map(column).collect()
    }
}

fn quote(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    fn example() -> Table {
        let mut table = Table::new(&["name", "seconds>"]);
        table.push(["a, b".into(), "1".into()]);
        table.push(["say \"x|y\"".into(), "12.5".into()]);
        table.push(["short".into()]);
        table
    }

    #[test]
    fn columns_are_aligned() {
        let lines = "name       seconds\na, b             1\nsay \"x|y\"     12.5\nshort\n";
        assert_eq!(example().to_text(), lines);
    }

    #[test]
    fn markdown_and_csv_keep_what_a_cell_says() {
        let markdown = example().to_markdown();
        assert!(markdown.starts_with("| name | seconds |\n| --- | ---: |\n| a, b | 1 |\n"));
        assert!(markdown.contains("x\\|y"));
        let csv = "name,seconds\r\n\"a, b\",1\r\n\"say \"\"x|y\"\"\",12.5\r\nshort,\r\n";
        assert_eq!(example().to_csv(), csv);
    }
}
