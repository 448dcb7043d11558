//! Pieces, their turns, and their kinds: pieces that are turns of each other
//! are one kind, so that equal and symmetric pieces never multiply a count.

use super::board::Match;
use std::collections::BTreeMap;

/// The fields of a piece, in the order of [`Match::field_names`].
pub(super) type Fields = [i32; 4];

/// All pieces of a set, sorted into kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    matched: Match,
    pieces: Vec<Fields>,
    /// The kind of each piece.
    kinds: Vec<usize>,
    /// The smallest turn of each kind.
    representatives: BTreeMap<Fields, usize>,
}

impl Pieces {
    pub fn new(matched: Match, pieces: Vec<Fields>) -> Pieces {
        let mut representatives = BTreeMap::new();
        let mut kinds = Vec::with_capacity(pieces.len());
        for &piece in &pieces {
            let next = representatives.len();
            let smallest = matched.smallest_turn(piece);
            kinds.push(*representatives.entry(smallest).or_insert(next));
        }
        Pieces {
            matched,
            pieces,
            kinds,
            representatives,
        }
    }

    /// The pieces as they were given.
    pub fn all(&self) -> &[Fields] {
        &self.pieces
    }

    /// How many pieces there are of each kind.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.representatives.len()];
        for &kind in &self.kinds {
            counts[kind] += 1;
        }
        counts
    }

    /// The pieces of each kind, the first one last.
    pub fn by_kind(&self) -> Vec<Vec<usize>> {
        let mut by_kind = vec![Vec::new(); self.representatives.len()];
        for (piece, &kind) in self.kinds.iter().enumerate().rev() {
            by_kind[kind].push(piece);
        }
        by_kind
    }

    /// The kind that can show these fields.
    pub fn kind_of(&self, fields: Fields) -> Option<usize> {
        let smallest = self.matched.smallest_turn(fields);
        self.representatives.get(&smallest).copied()
    }

    /// How many quarter turns clockwise bring a piece to show these fields.
    pub fn turns(&self, piece: usize, fields: Fields) -> usize {
        let turns = self.matched.turns_of(self.pieces[piece]);
        turns.iter().position(|&turn| turn == fields).unwrap_or(0)
    }

    /// What a piece shows after some quarter turns clockwise.
    pub fn turned(&self, piece: usize, turn: usize) -> Fields {
        self.matched.turns_of(self.pieces[piece])[turn % 4]
    }

    /// The kind of a piece.
    pub fn kind(&self, piece: usize) -> usize {
        self.kinds[piece]
    }

    /// Everything that a piece can show, each once: the fields and the kind.
    pub fn pictures(&self) -> Vec<[i32; 5]> {
        let mut pictures = Vec::new();
        for (&representative, &kind) in &self.representatives {
            let mut turns = self.matched.turns_of(representative).to_vec();
            turns.sort_unstable();
            turns.dedup();
            pictures.extend(
                turns
                    .into_iter()
                    .map(|[a, b, c, d]| [a, b, c, d, kind as i32]),
            );
        }
        pictures
    }
}
