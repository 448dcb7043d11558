//! Rooted trees: search trees, chains of deductions.

use crate::Colour;

/// A node with what hangs below it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Tree {
    /// What the node says, in one line or several; must tell by itself what
    /// the colour may add.
    pub label: String,
    /// Colour of the node.
    pub colour: Option<Colour>,
    /// The children, left to right.
    pub children: Vec<Tree>,
}

impl Tree {
    /// A node without children.
    pub fn leaf(label: impl Into<String>) -> Tree {
        Tree {
            label: label.into(),
            ..Tree::default()
        }
    }

    /// A node with children.
    pub fn node(label: impl Into<String>, children: Vec<Tree>) -> Tree {
        Tree {
            label: label.into(),
            colour: None,
            children,
        }
    }

    /// This node in a colour.
    pub fn coloured(mut self, colour: Colour) -> Tree {
        self.colour = Some(colour);
        self
    }
}
