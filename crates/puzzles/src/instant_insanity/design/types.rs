//! Piece types: colourings of a piece up to its own rotations.
//!
//! All that matters of a type is its *rings*: the colours it can show around the tower, each with the number of orientations
//! that show it. The rotations of the tower turn and reverse rings, and the rings of a type are closed under them.

use std::collections::BTreeMap;

use crate::instant_insanity::{Piece, Shape};

/// A colouring that stands for all its rotations, and what it can show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceType {
    /// The smallest of its colourings: the long sides, then the caps. The caps of a prism never show; they have colour 0.
    pub faces: Piece,
    /// Each ring it can show, by its number, with how many orientations show it; ordered.
    pub rings: Vec<(usize, u32)>,
}

/// All piece types of a shape in some colours.
#[derive(Clone, Debug)]
pub struct PieceTypes {
    /// The shape.
    pub shape: Shape,
    /// The number of colours.
    pub colours: usize,
    /// The types, ordered by their colourings.
    pub types: Vec<PieceType>,
    orientations: Vec<Vec<usize>>,
    number: BTreeMap<Piece, usize>,
}

impl PieceTypes {
    /// All types in `colours` colours; unless `any_colouring`, only those that show every colour on some face that
    /// can be seen.
    pub fn new(shape: Shape, colours: usize, any_colouring: bool) -> Self {
        let mut all = PieceTypes {
            shape,
            colours,
            types: Vec::new(),
            orientations: shape.orientations(),
            number: BTreeMap::new(),
        };
        let mut faces = vec![0u8; shape.faces()];
        loop {
            let shows_all = || {
                let seen = &faces[..shape.showing_faces()];
                (0..colours).all(|colour| seen.contains(&(colour as u8)))
            };
            if all.smallest(&faces) == faces && (any_colouring || shows_all()) {
                all.number.insert(faces.clone(), all.types.len());
                let rings = all.rings(&faces);
                all.types.push(PieceType {
                    faces: faces.clone(),
                    rings,
                });
            }
            let showing = &mut faces[..shape.showing_faces()];
            let Some(place) = showing.iter().rposition(|&c| (c as usize) < colours - 1) else {
                return all;
            };
            showing[place] += 1;
            showing[place + 1..].fill(0);
        }
    }

    /// The number of a ring: its colours as digits.
    pub fn ring_number(&self, ring: &[u8]) -> usize {
        ring.iter()
            .fold(0, |number, &colour| number * self.colours + colour as usize)
    }

    /// The colours of a ring.
    pub fn ring_colours(&self, mut ring: usize) -> Vec<u8> {
        let mut colours = vec![0; self.shape.sides()];
        for colour in colours.iter_mut().rev() {
            *colour = (ring % self.colours) as u8;
            ring /= self.colours;
        }
        colours
    }

    /// How many rings there are.
    pub fn ring_count(&self) -> usize {
        self.colours.pow(self.shape.sides() as u32)
    }

    /// For each ring, the smallest ring that a rotation of the tower makes of it.
    pub fn ring_orbits(&self) -> Vec<usize> {
        let rotations = self.shape.tower_rotations();
        let sides = self.shape.sides();
        (0..self.ring_count())
            .map(|ring| {
                let colours = self.ring_colours(ring);
                let turned = rotations.iter().map(|places| {
                    let ring: Vec<u8> = places[..sides].iter().map(|&p| colours[p]).collect();
                    self.ring_number(&ring)
                });
                turned.min().unwrap_or(ring)
            })
            .collect()
    }

    /// Which type each type becomes when colour `c` is called `names[c]`.
    pub fn renamed(&self, names: &[u8]) -> Vec<u32> {
        let rename = |piece: &PieceType| {
            let mut faces: Piece = piece.faces.iter().map(|&c| names[c as usize]).collect();
            if let Shape::Prism(sides) = self.shape {
                faces[sides..].fill(0);
            }
            self.number[&self.smallest(&faces)] as u32
        };
        self.types.iter().map(rename).collect()
    }

    /// The smallest colouring among the rotations of a piece.
    fn smallest(&self, faces: &[u8]) -> Piece {
        self.orientations
            .iter()
            .map(|places| places.iter().map(|&face| faces[face]).collect::<Piece>())
            .min()
            .unwrap_or_default()
    }

    fn rings(&self, faces: &[u8]) -> Vec<(usize, u32)> {
        let mut rings = BTreeMap::new();
        for places in &self.orientations {
            let shown: Vec<u8> = places[..self.shape.sides()]
                .iter()
                .map(|&face| faces[face])
                .collect();
            *rings.entry(self.ring_number(&shown)).or_insert(0) += 1;
        }
        rings.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Burnside's lemma on the cycles of faces: (c^6 + 3c^4 + 12c^3 + 8c^2) / 24 colourings of a cube up to rotation,
    /// and of those the ones that use all colours by inclusion and exclusion.
    #[test]
    fn the_number_of_cube_types_is_burnsides() {
        let any = |c: i64| (c.pow(6) + 3 * c.pow(4) + 12 * c.pow(3) + 8 * c.pow(2)) / 24;
        let choose = |n: i64, k: i64| (0..k).fold(1, |b, i| b * (n - i) / (i + 1));
        for colours in 1..=6 {
            let count = |any_colouring| {
                PieceTypes::new(Shape::Cube, colours as usize, any_colouring)
                    .types
                    .len() as i64
            };
            assert_eq!(count(true), any(colours));
            let all_shown: i64 = (0..colours)
                .map(|left_out| {
                    let sign = if left_out % 2 == 0 { 1 } else { -1 };
                    sign * choose(colours, left_out) * any(colours - left_out)
                })
                .sum();
            assert_eq!(count(false), all_shown);
        }
        assert_eq!(PieceTypes::new(Shape::Cube, 4, false).types.len(), 68);
    }

    #[test]
    fn prism_types_are_bracelets() {
        for (sides, colours, bracelets) in [(3, 2, 4), (4, 4, 55), (5, 3, 39), (6, 4, 430)] {
            let types = PieceTypes::new(Shape::Prism(sides), colours, true);
            assert_eq!(types.types.len(), bracelets);
            for piece in &types.types {
                let shown: u32 = piece.rings.iter().map(|ring| ring.1).sum();
                assert_eq!(shown as usize, 2 * sides);
            }
        }
    }
}
