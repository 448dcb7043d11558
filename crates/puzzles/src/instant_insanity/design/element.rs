//! One set of pieces with both kinds of towers, by the paper's element model.
//!
//! Question 2 of Löffler, Liu and Hofstedt (2020, Section 3.2): the colours of the faces are variables, each colour occurs on
//! each piece (Eq. 12), and for each kind of tower an index variable a piece picks one row of the matrix of
//! its orientations, whose entries are face variables (Eq. 13: element constraints).

use tantalizer_model::constraints::Element;
use tantalizer_model::{Constraint, Model, ModelError, Solution, Var};

use super::family::SetParameters;
use crate::instant_insanity::{Piece, Rule};

/// The model, with the variables that are the pieces.
#[derive(Clone, Debug)]
pub struct ElementModel {
    /// The model; its answer is the faces.
    pub model: Model,
    /// The colour of each face that can show, piece by piece.
    pub faces: Vec<Vec<Var>>,
}

impl ElementModel {
    /// The pieces of a solution; caps that never show have colour 0.
    pub fn pieces(&self, solution: &Solution, faces: usize) -> Vec<Piece> {
        let piece = |vars: &Vec<Var>| {
            let mut piece: Piece = vars.iter().map(|&var| solution[var] as u8).collect();
            piece.resize(faces, 0);
            piece
        };
        self.faces.iter().map(piece).collect()
    }
}

/// Sets of pieces with at least one tower of each kind that the parameters ask for. Whether pieces of a set may be equal is not
/// part of this model.
pub fn element_model(parameters: &SetParameters) -> Result<ElementModel, ModelError> {
    let shape = parameters.shape();
    let (sides, showing) = (shape.sides(), shape.showing_faces());
    let orientations = shape.orientations();
    let most = parameters.colours as i32 - 1;
    let mut model = Model::new("a set of pieces with towers");
    let faces: Vec<Vec<Var>> = (1..=parameters.pieces)
        .map(|piece| model.array(&format!("piece {piece}, face"), showing, 0..=most))
        .collect();
    if !parameters.any_colouring {
        let spare = (showing + 1).saturating_sub(parameters.colours) as i32;
        for piece in &faces {
            for colour in 0..=most {
                let times = model.int(format!("uses of colour {colour}"), 1..=spare);
                let colour = model.constant(colour);
                model.count(piece, colour, times)?;
            }
        }
    }
    for rule in parameters.towers.rules() {
        let mut shown: Vec<Vec<Var>> = Vec::new();
        for (piece, colours) in faces.iter().enumerate() {
            let last = orientations.len() as i32;
            let index = model.int(format!("orientation of piece {}", piece + 1), 1..=last);
            let ring = model.array(&format!("piece {} shows", piece + 1), sides, 0..=most);
            for (side, &value) in ring.iter().enumerate() {
                let row = orientations.iter().map(|places| colours[places[side]]);
                model.post(Constraint::Element(Element {
                    array: row.collect(),
                    offset: 1,
                    index,
                    value,
                }))?;
            }
            shown.push(ring);
        }
        for side in 0..sides {
            let column: Vec<Var> = shown.iter().map(|ring| ring[side]).collect();
            match rule {
                Rule::AllDifferent => model.all_different(&column)?,
                Rule::AllEqual { .. } => model.all_equal(&column)?,
            };
        }
        if rule == Rule::EQUAL {
            model.all_different(&shown[0])?;
        }
    }
    model.set_answer(faces.concat());
    Ok(ElementModel { model, faces })
}
