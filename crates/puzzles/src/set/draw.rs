//! Cards and reformulation trees as drawings.
//!
//! A card shows its symbols and below them its code, so that cards that differ
//! in colour alone can be told apart without it. In plain text the form of a
//! symbol is its ends and the filling is what stands between them: `<#>` is a
//! full diamond, `(/)` a striped oval, `~ ~` an empty squiggle.

use tantalizer_draw::{Accent, Cell, Colour, Drawing, Filling, Grid, Shape, Symbol, Tree};

use super::deck::{Card, Deck};
use super::tree;

/// Cards in rows; those of `marked` are marked.
pub fn cards(deck: &Deck, cards: &[Card], marked: &[Card]) -> Drawing {
    if cards.is_empty() {
        return Drawing::Label("no cards".to_owned());
    }
    let columns = columns(deck, cards.len());
    let rows = cards.len().div_ceil(columns);
    // A card is a block of two cells: its symbols, and its code.
    let lines = if deck.is_game() { 2 } else { 1 };
    let mut grid = Grid::new(lines * rows, columns).with_blocks(lines, 1);
    for place in 0..rows * columns {
        let (row, column) = (lines * (place / columns), place % columns);
        let Some(&card) = cards.get(place) else {
            for line in 0..lines {
                grid[(row + line, column)] = Cell::absent();
            }
            continue;
        };
        let accent = if marked.contains(&card) {
            Accent::Focus
        } else {
            Accent::None
        };
        if deck.is_game() {
            grid[(row, column)] = Cell::symbol(symbol(deck, card)).with_accent(accent);
        }
        grid[(row + lines - 1, column)] = Cell::text(deck.code(card)).with_accent(accent);
    }
    grid.into()
}

/// As on a table: three rows for the game's twelve cards, more for more.
fn columns(deck: &Deck, cards: usize) -> usize {
    match cards {
        _ if cards <= deck.values().max(3) => cards,
        4..=12 => cards.div_ceil(3),
        13..=27 => cards.div_ceil(3),
        _ => 9,
    }
}

/// The symbols of a card of the game.
fn symbol(deck: &Deck, card: Card) -> Symbol {
    let value = |attribute: usize| deck.value(card, attribute);
    let shape = [Shape::Squiggle, Shape::Oval, Shape::Diamond][value(3)];
    let colour = [Colour::Red, Colour::Green, Colour::Purple][value(1)];
    let filling = [Filling::Striped, Filling::Full, Filling::Empty][value(2)];
    let count = 1 + value(0);
    let [left, right] = [['~', '~'], ['(', ')'], ['<', '>']][value(3)];
    let inside = ['/', '#', ' '][value(2)];
    let plain = format!("{left}{inside}{right}").repeat(count);
    Symbol::new(shape, colour, plain)
        .with_filling(filling)
        .times(count as u8)
}

/// A reformulation tree; a line a fact in every node.
pub fn reformulation(tree: &tree::Tree) -> Drawing {
    match &tree.root {
        Some(root) => node(root).into(),
        None => Drawing::Label("too few cards for a set".to_owned()),
    }
}

fn node(node: &tree::Node) -> Tree {
    let mut lines = vec![
        node.branch
            .clone()
            .unwrap_or_else(|| "all cards".to_owned()),
    ];
    if node.shared {
        lines.extend(wrapped(&node.domains[0]));
    } else {
        for (number, cards) in (1..).zip(&node.domains) {
            lines.extend(
                wrapped(cards)
                    .into_iter()
                    .map(|line| format!("V{number}: {line}")),
            );
        }
    }
    lines.extend(node.table.iter().map(tree::Node::sums_in_words));
    if let Some(chosen) = &node.chosen {
        lines.push(format!(
            "branch on {} (heuristic {})",
            chosen.attribute, chosen.heuristic
        ));
    }
    if let Some(leaf) = &node.leaf {
        let sets: Vec<String> = leaf.sets.iter().map(|set| set.join(" ")).collect();
        lines.push(if sets.is_empty() {
            "no set".to_owned()
        } else {
            format!("sets: {}", sets.join(", "))
        });
    }
    let made = node.children.iter().map(self::node);
    // All that was not made, in one box beside what was.
    let not_made = (!node.not_made.is_empty()).then(|| {
        let mut lines = vec!["not made:".to_owned()];
        let reasons = node.not_made.iter();
        lines.extend(reasons.map(|not_made| format!("{}: {}", not_made.branch, not_made.because)));
        Tree::leaf(lines.join("\n")).coloured(Colour::Grey)
    });
    let drawn = Tree::node(lines.join("\n"), made.chain(not_made).collect());
    match &node.leaf {
        Some(leaf) if !leaf.sets.is_empty() => drawn.coloured(Colour::Yellow),
        _ => drawn,
    }
}

/// Card codes in lines of a readable length.
fn wrapped(codes: &[String]) -> Vec<String> {
    codes.chunks(9).map(|line| line.join(" ")).collect()
}
