//! Instant Insanity behind the interface of all puzzles.

use num_bigint::BigUint;
use serde_json::{Value, json};
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Answer, Model, Observer, Solution};

use super::file::NAME;
use super::{Instance, Tower, answer};
use crate::{Kind, Printer, Puzzle, PuzzleError, Request, View};

/// How Instant Insanity is registered.
pub static KIND: Kind = Kind {
    name: NAME,
    summary: "cubes or prisms, stacked so that each long side shows every colour once, or one colour only",
    flags: &[],
    read: |document| Ok(Box::new(Instance::read(document)?)),
};

impl Instance {
    /// The tower of a view that knows all orientations.
    fn tower_of(&self, view: &View) -> Option<Tower> {
        let step = 1 + self.shape.sides();
        let orientations = (0..self.pieces.len()).map(|piece| {
            let number = usize::try_from(view.value(piece * step)?).ok()?;
            (1..=self.shape.orientation_count())
                .contains(&number)
                .then_some(number)
        });
        Some(self.tower(orientations.collect::<Option<Vec<usize>>>()?))
    }
}

impl Puzzle for Instance {
    fn name(&self) -> &str {
        NAME
    }

    fn to_json(&self) -> Value {
        self.to_file()
    }

    fn model(&self) -> Result<Model, PuzzleError> {
        Ok(self.tower_model()?.model)
    }

    fn answer(
        &self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, PuzzleError> {
        answer::answer(self, request, observer)
    }

    /// Rotations of the tower leave no tuple of orientations as it is, so all orbits are as large as the group.
    fn orbits(
        &self,
        request: &Request,
        total: &BigUint,
    ) -> Result<Vec<(String, Option<BigUint>)>, PuzzleError> {
        let _ = request;
        let turns = self.shape.sides();
        let orbits = [("axis", turns), ("tower", 2 * turns)];
        Ok(orbits
            .map(|(name, size)| (name.to_string(), Some(total / size)))
            .into())
    }

    fn solution_json(&self, solution: &Solution) -> Value {
        match self.tower_of(&View::solution(solution)) {
            None => Value::Null,
            Some(tower) => {
                let name = |&colour: &u8| self.colours[colour as usize].as_str();
                let row = |ring: &Vec<u8>| ring.iter().map(name).collect::<Vec<_>>();
                let sides: Vec<Vec<&str>> = tower.sides.iter().map(row).collect();
                json!({ "orientations": tower.orientations, "sides": sides })
            }
        }
    }

    fn draw(&self, view: &View) -> Drawing {
        match self.tower_of(view) {
            None => self.draw_nets(),
            Some(tower) => Drawing::down(vec![
                self.draw_tower(&tower),
                self.draw_sides(&tower).into(),
            ]),
        }
    }

    /// On a terminal the long sides side by side say more than a perspective.
    fn printer(&self, style: TextStyle) -> Printer<'_> {
        Box::new(move |solution, out| {
            if let Some(tower) = self.tower_of(&View::solution(solution)) {
                let drawing = Drawing::from(self.draw_sides(&tower));
                out.extend_from_slice(drawing.to_text(style).as_bytes());
            }
        })
    }

    /// The number of different pictures of the long sides.
    fn more_counts(
        &self,
        request: &Request,
    ) -> Result<Vec<(String, Option<BigUint>)>, PuzzleError> {
        let count = answer::pictures(self, request)?;
        Ok(vec![("pictures".to_string(), count)])
    }

    fn value_json(&self, position: usize, value: i32) -> Value {
        let is_colour = !position.is_multiple_of(1 + self.shape.sides());
        match usize::try_from(value).ok().filter(|_| is_colour) {
            Some(colour) if colour < self.colours.len() => json!(self.colours[colour]),
            _ => json!(value),
        }
    }
}
