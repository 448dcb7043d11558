//! The reformulation tree as indented text.

use std::fmt::{self, Write as _};

use super::{Node, TableBlock, Tree};

impl fmt::Display for Tree {
    /// The tree as indented text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.root {
            None => writeln!(f, "too few cards for a set: nothing to reformulate")?,
            Some(root) => write_node(f, root, "", "")?,
        }
        writeln!(
            f,
            "{} and {} for search: {}, {} and {}",
            plural(self.subproblems, "subproblem", "subproblems"),
            plural(self.leaves, "leaf", "leaves"),
            plural(self.sets.len(), "set", "sets"),
            plural(
                self.checks as usize,
                "constraint check",
                "constraint checks"
            ),
            plural(self.nodes as usize, "node", "nodes"),
        )
    }
}

/// Writes a node: its first line after `lead`, all others after `margin`.
fn write_node(f: &mut fmt::Formatter<'_>, node: &Node, lead: &str, margin: &str) -> fmt::Result {
    let name = node.branch.as_deref().unwrap_or("all cards");
    writeln!(f, "{lead}{name}: {}", node.cards_in_words())?;
    let has_more = !node.children.is_empty();
    let bar = format!("{margin}{}", if has_more { "│    " } else { "     " });
    for line in node.details() {
        writeln!(f, "{bar}{line}")?;
    }
    for (place, child) in node.children.iter().enumerate() {
        let last = place + 1 == node.children.len();
        let (lead, next) = if last {
            ("└─ ", "   ")
        } else {
            ("├─ ", "│  ")
        };
        write_node(
            f,
            child,
            &format!("{margin}{lead}"),
            &format!("{margin}{next}"),
        )?;
    }
    Ok(())
}

impl Node {
    /// `5 cards 1rfo ...`, or the cards of each variable.
    pub fn cards_in_words(&self) -> String {
        let one = |cards: &Vec<String>| cards.join(" ");
        if self.shared {
            return format!(
                "{} {}",
                plural(self.domains[0].len(), "card", "cards"),
                one(&self.domains[0])
            );
        }
        let each: Vec<String> = (1..)
            .zip(&self.domains)
            .map(|(place, cards)| format!("V{place} {}", one(cards)))
            .collect();
        each.join(" | ")
    }

    /// The sums of one block of the table: `filling s0 f5 e4`, or with the
    /// count in each domain `filling s1+0+2 f..., h 12`.
    pub fn sums_in_words(block: &TableBlock) -> String {
        let mut text = block.attribute.clone();
        for row in &block.rows {
            let counts: Vec<String> = row.counts.iter().map(u64::to_string).collect();
            let _ = write!(text, " {}:{}", row.code, counts.join("+"));
        }
        if let Some(product) = block.product_of_sums {
            let _ = write!(text, " (h {product})");
        }
        text
    }

    /// All there is to say about the node beyond its cards, line by line.
    pub fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.table.is_empty() {
            let sums: Vec<String> = self.table.iter().map(Self::sums_in_words).collect();
            lines.push(format!("domain table: {}", sums.join("; ")));
        }
        if let Some(chosen) = &self.chosen {
            lines.push(format!(
                "branch on {} by heuristic {} ({}), as {}{}",
                chosen.attribute,
                chosen.heuristic,
                chosen.reason,
                chosen.test,
                if chosen.tied.is_empty() {
                    String::new()
                } else {
                    format!("; tied: {}", chosen.tied.join(", "))
                }
            ));
        }
        for not_made in &self.not_made {
            lines.push(format!(
                "not made: {}, as {}",
                not_made.branch, not_made.because
            ));
        }
        if let Some(leaf) = &self.leaf {
            let sets: Vec<String> = leaf.sets.iter().map(|set| set.join(" ")).collect();
            let found = if sets.is_empty() {
                "no set".to_owned()
            } else {
                sets.join(", ")
            };
            lines.push(format!(
                "search finds {found} ({} checks, {} nodes)",
                leaf.checks, leaf.nodes
            ));
        }
        lines
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
