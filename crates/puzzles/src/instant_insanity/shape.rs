//! Pieces as solids: their faces, their orientations, and how the tower's rotations act on these.
//!
//! An orientation is written as the list of faces found at the places of the tower: first the long sides in
//! order around the axis, then the two caps. A rotation of the tower permutes the places. It therefore maps
//! orientations to orientations in the same way for every piece, whatever its colours.

/// What all pieces of a tower are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Cubes: four long sides, and any face may be a cap.
    Cube,
    /// Prisms over a regular polygon with so many sides; the polygons are always the caps.
    Prism(usize),
}

/// The orientations of a cube as Löffler, Liu and Hofstedt (2020) number them in their Figure 3:
/// faces 1 and 3, 2 and 4, 5 and 6 are opposite.
const CUBE: [[usize; 6]; 24] = [
    [1, 2, 3, 4, 5, 6],
    [1, 5, 3, 6, 4, 2],
    [1, 4, 3, 2, 6, 5],
    [1, 6, 3, 5, 2, 4],
    [2, 3, 4, 1, 5, 6],
    [2, 5, 4, 6, 1, 3],
    [2, 1, 4, 3, 6, 5],
    [2, 6, 4, 5, 3, 1],
    [3, 2, 1, 4, 6, 5],
    [3, 5, 1, 6, 2, 4],
    [3, 4, 1, 2, 5, 6],
    [3, 6, 1, 5, 4, 2],
    [4, 3, 2, 1, 6, 5],
    [4, 6, 2, 5, 1, 3],
    [4, 1, 2, 3, 5, 6],
    [4, 5, 2, 6, 3, 1],
    [5, 2, 6, 4, 3, 1],
    [5, 3, 6, 1, 4, 2],
    [5, 4, 6, 2, 1, 3],
    [5, 1, 6, 3, 2, 4],
    [6, 2, 5, 4, 1, 3],
    [6, 3, 5, 1, 2, 4],
    [6, 4, 5, 2, 3, 1],
    [6, 1, 5, 3, 4, 2],
];

impl Shape {
    /// How many long sides the tower has.
    pub fn sides(self) -> usize {
        match self {
            Shape::Cube => 4,
            Shape::Prism(sides) => sides,
        }
    }

    /// How many faces a piece has, caps included.
    pub fn faces(self) -> usize {
        self.sides() + 2
    }

    /// How many faces of a piece can ever show on a long side: all six of a cube, the sides of a prism.
    pub fn showing_faces(self) -> usize {
        match self {
            Shape::Cube => 6,
            Shape::Prism(sides) => sides,
        }
    }

    /// How many orientations a piece has: 24, or twice the number of sides.
    pub fn orientation_count(self) -> usize {
        match self {
            Shape::Cube => 24,
            Shape::Prism(sides) => 2 * sides,
        }
    }

    /// How many rotations the tower has: twice the number of its sides.
    pub fn tower_rotation_count(self) -> usize {
        2 * self.sides()
    }

    /// The orientations in their order; each lists, place by place, the face (from 0) found there. Orientation number
    /// 1 of a solution is the first. A prism's are first its turns about the axis,
    /// then those upside down.
    pub fn orientations(self) -> Vec<Vec<usize>> {
        match self {
            Shape::Cube => CUBE
                .iter()
                .map(|faces| faces.iter().map(|face| face - 1).collect())
                .collect(),
            Shape::Prism(_) => self.tower_rotations(),
        }
    }

    /// The quarter (or k-th) turn of the tower about its axis, as a permutation of places: what was at place
    /// `turn[p]` comes to place `p`.
    pub fn axis_turn(self) -> Vec<usize> {
        let sides = self.sides();
        let mut places: Vec<usize> = (0..sides).map(|place| (place + 1) % sides).collect();
        places.extend([sides, sides + 1]);
        places
    }

    /// The half turn that puts the tower on its head and keeps its first side: sides in reverse order, caps exchanged.
    pub fn flip(self) -> Vec<usize> {
        let sides = self.sides();
        let mut places: Vec<usize> = (0..sides).map(|place| (sides - place) % sides).collect();
        places.extend([sides + 1, sides]);
        places
    }

    /// All rotations of the tower as permutations of places: turns about the axis first, then those upside down.
    pub fn tower_rotations(self) -> Vec<Vec<usize>> {
        let (turn, flip) = (self.axis_turn(), self.flip());
        let mut turns = vec![(0..self.faces()).collect::<Vec<_>>()];
        for i in 1..self.sides() {
            turns.push(composed(&turns[i - 1], &turn));
        }
        let upside_down: Vec<_> = turns.iter().map(|turned| composed(turned, &flip)).collect();
        turns.into_iter().chain(upside_down).collect()
    }

    /// How a rotation of the tower renames the orientations (both counted from 0) of every piece.
    pub fn acting_on_orientations(self, rotation: &[usize]) -> Vec<usize> {
        let orientations = self.orientations();
        let find = |faces: Vec<usize>| orientations.iter().position(|known| *known == faces);
        orientations
            .iter()
            .map(|faces| {
                find(composed(faces, rotation)).expect("orientations are closed under rotation")
            })
            .collect()
    }
}

/// What is found at each place of `what` after the places were permuted.
fn composed(what: &[usize], places: &[usize]) -> Vec<usize> {
    places.iter().map(|&place| what[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Where the faces of a cube sit in space, numbered as in Figure 3.
    const NORMALS: [[i32; 3]; 6] = [
        [1, 0, 0],
        [0, 1, 0],
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
    ];

    /// The figure against geometry: the 24 tuples are exactly the permutations of faces that a matrix with determinant 1 makes.
    #[test]
    fn the_published_orientations_are_the_rotations_of_a_cube() {
        let mut rotations = BTreeSet::new();
        for ex in NORMALS {
            for ey in NORMALS {
                if (0..3).map(|i| ex[i] * ey[i]).sum::<i32>() != 0 {
                    continue;
                }
                let ez = [
                    ex[1] * ey[2] - ex[2] * ey[1],
                    ex[2] * ey[0] - ex[0] * ey[2],
                    ex[0] * ey[1] - ex[1] * ey[0],
                ];
                let image = |normal: [i32; 3]| {
                    [0, 1, 2].map(|i| normal[0] * ex[i] + normal[1] * ey[i] + normal[2] * ez[i])
                };
                let faces: Vec<usize> = NORMALS
                    .iter()
                    .map(|&n| NORMALS.iter().position(|&m| m == image(n)).unwrap())
                    .collect();
                rotations.insert(faces);
            }
        }
        let published: BTreeSet<_> = Shape::Cube.orientations().into_iter().collect();
        assert_eq!(published.len(), 24);
        assert_eq!(published, rotations);
    }

    #[test]
    fn rotations_of_the_tower_act_freely_on_orientations() {
        for shape in [
            Shape::Cube,
            Shape::Prism(3),
            Shape::Prism(4),
            Shape::Prism(7),
        ] {
            let rotations = shape.tower_rotations();
            let different: BTreeSet<_> = rotations.iter().collect();
            assert_eq!(different.len(), shape.tower_rotation_count());
            assert_eq!(shape.orientations().len(), shape.orientation_count());
            for (i, rotation) in rotations.iter().enumerate() {
                let action = shape.acting_on_orientations(rotation);
                let images: BTreeSet<_> = action.iter().collect();
                assert_eq!(images.len(), shape.orientation_count());
                let fixed = action.iter().enumerate().filter(|(o, to)| o == *to).count();
                let expected = if i == 0 { shape.orientation_count() } else { 0 };
                assert_eq!(fixed, expected, "{shape:?}, rotation {rotation:?}");
            }
        }
    }
}
