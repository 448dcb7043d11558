//! The constraint model of a tower, and reading its solutions back.
//!
//! For each piece one answer variable, its orientation, and one variable for the colour it shows on each long side,
//! tied together by a table (Eq. 8 and 9 of Löffler, Liu and Hofstedt, 2020; the caps constrain
//! nothing and are left out). Each long side is an allDifferent (Eq. 10) or an allEqual (Eq. 11).

use tantalizer_model::symmetry::{Symmetry, SymmetryGroup};
use tantalizer_model::{Model, ModelError, Solution, Tuples, Var};

use super::{Instance, Rule, Shape};

/// A model with its variables by what they mean.
#[derive(Clone, Debug)]
pub struct TowerModel {
    /// The model; its answer is the orientations.
    pub model: Model,
    /// The orientation of each piece, numbered from 1 as in [`Shape::orientations`].
    pub orientations: Vec<Var>,
    /// The colour that each piece shows on each long side.
    pub colours: Vec<Vec<Var>>,
}

/// A solution in the puzzle's own words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tower {
    /// The orientation of each piece, from 1.
    pub orientations: Vec<usize>,
    /// The colours that show, one row a piece, one column a long side.
    pub sides: Vec<Vec<u8>>,
}

impl Instance {
    /// The model of the puzzle, with its symmetries `axis` and `tower`.
    pub fn tower_model(&self) -> Result<TowerModel, ModelError> {
        let mut model = Model::new("instant-insanity");
        let turned = self.shape.orientations();
        let (sides, last) = (self.shape.sides(), turned.len() as i32);
        let most = self.colours.len() as i32 - 1;
        let mut orientations = Vec::new();
        let mut colours = Vec::new();
        for piece in 0..self.pieces.len() {
            let name = format!("piece {}", piece + 1);
            let orientation = model.int(format!("orientation of {name}"), 1..=last);
            let shown: Vec<Var> = (0..sides)
                .map(|side| model.int(format!("{name}, side {}", side + 1), 0..=most))
                .collect();
            let rows = turned.iter().zip(1..).map(|(faces, number)| {
                let ring = self.ring(piece, faces).into_iter().map(i32::from);
                [number].into_iter().chain(ring).collect::<Vec<i32>>()
            });
            let columns = [&[orientation], &shown[..]].concat();
            let id = model.table(&columns, Tuples::new(sides + 1, rows)?.into())?;
            model.name_constraint(id, format!("turns of {name}"));
            model.explain_constraint(
                id,
                format!("{name} shows the colours of one of its {last} orientations"),
            );
            orientations.push(orientation);
            colours.push(shown);
        }
        for side in 0..sides {
            let column: Vec<Var> = colours.iter().map(|shown| shown[side]).collect();
            let (id, asked) = match self.rule {
                Rule::AllDifferent => (model.all_different(&column)?, "no colour twice"),
                Rule::AllEqual { .. } => (model.all_equal(&column)?, "one colour only"),
            };
            model.name_constraint(id, format!("side {}", side + 1));
            model.explain_constraint(id, format!("side {} shows {asked}", side + 1));
        }
        if self.rule == Rule::EQUAL {
            // One piece speaks for the tower: every piece shows the same.
            let id = model.all_different(&colours[0])?;
            model.name_constraint(id, "different sides");
            model.explain_constraint(id, "no two sides have the same colour");
        }
        model.set_answer(orientations.clone());
        for group in symmetries(self.shape, self.pieces.len()) {
            model.declare_symmetry(group)?;
        }
        Ok(TowerModel {
            model,
            orientations,
            colours,
        })
    }

    /// The tower with the given orientations, numbered from 1.
    pub fn tower(&self, orientations: Vec<usize>) -> Tower {
        let turned = self.shape.orientations();
        let sides = orientations
            .iter()
            .enumerate()
            .map(|(piece, &number)| self.ring(piece, &turned[number - 1]))
            .collect();
        Tower {
            orientations,
            sides,
        }
    }
}

impl TowerModel {
    /// The same model with the pictures of the long sides as its answer: its count is the number of pictures.
    pub fn pictures(&self) -> Model {
        let mut model = self.model.without_symmetries();
        model.set_answer(self.colours.concat());
        model
    }

    /// A solution in the puzzle's own words.
    pub fn tower(&self, solution: &Solution) -> Tower {
        let number = |&var: &Var| solution[var] as usize;
        let colour = |&var: &Var| solution[var] as u8;
        Tower {
            orientations: self.orientations.iter().map(number).collect(),
            sides: self
                .colours
                .iter()
                .map(|shown| shown.iter().map(colour).collect())
                .collect(),
        }
    }
}

/// The groups `axis` and `tower`, acting on tuples of orientations.
fn symmetries(shape: Shape, pieces: usize) -> [SymmetryGroup; 2] {
    let renaming = |rotation: &[usize]| {
        let action = shape.acting_on_orientations(rotation);
        let values = action.into_iter().enumerate();
        Symmetry::of_values(
            pieces,
            values.map(|(from, to)| (from as i32 + 1, to as i32 + 1)),
        )
    };
    let turn = renaming(&shape.axis_turn());
    let flip = renaming(&shape.flip());
    [
        SymmetryGroup::new("axis", vec![turn.clone()]),
        SymmetryGroup::new("tower", vec![turn, flip]),
    ]
}
