//! Trees as indented text. Iterative, because search trees can be deep.

use super::{RESET, TextStyle, ink_code};
use crate::Tree;

pub(super) fn write(tree: &Tree, style: TextStyle, out: &mut String) {
    let [tee, elbow, pipe, blank] = if style.unicode {
        ["├── ", "└── ", "│   ", "    "]
    } else {
        ["|-- ", "`-- ", "|   ", "    "]
    };
    // For each node still to be written: its depth, and whether it is the last
    // child of its parent.
    let mut waiting = vec![(tree, 0, true)];
    let mut last_on_path: Vec<bool> = Vec::new();
    while let Some((node, depth, last)) = waiting.pop() {
        last_on_path.truncate(depth);
        for &ended in last_on_path.iter().skip(1) {
            out.push_str(if ended { blank } else { pipe });
        }
        if depth > 0 {
            out.push_str(if last { elbow } else { tee });
        }
        for (index, line) in node.label.split('\n').enumerate() {
            if index > 0 {
                // Further lines stand under the first, beside the lines that go on.
                let ended = last_on_path.iter().copied().chain([last]).skip(1);
                out.extend(ended.map(|ended| if ended { blank } else { pipe }));
                out.push_str(if node.children.is_empty() {
                    blank
                } else {
                    pipe
                });
            }
            match node.colour.filter(|_| style.colour) {
                Some(colour) => {
                    out.push_str(&ink_code(colour));
                    out.push_str(line);
                    out.push_str(RESET);
                }
                None => out.push_str(line),
            }
            out.push('\n');
        }
        last_on_path.push(last);
        let children = node.children.iter().enumerate().rev();
        waiting.extend(
            children.map(|(index, child)| (child, depth + 1, index + 1 == node.children.len())),
        );
    }
}
