//! Instant Insanity behind the interface of all puzzles.

use serde_json::{Value, json};
use tantalizer_ask::Posed;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Model, Request, Solution, Var};

use super::design::DESIGNER;
use super::file::NAME;
use super::recount::recount;
use super::way::{ByFacings, Counted, FACINGS};
use super::{Instance, Tower};
use tantalizer_puzzle::{Flags, Kind, OwnExplanation, OwnHint, Printer, Puzzle, PuzzleError, View};

/// How Instant Insanity is registered.
pub static KIND: Kind = Kind {
    ways: &[FACINGS],
    design: Some(&DESIGNER),
    recount: Some(recount),
    ..Kind::new(
        NAME,
        "cubes or prisms, stacked so that each long side shows every colour once, or one colour only",
        include_str!("../../../../examples/instant-insanity.toml"),
        |document| Ok(Box::new(Instance::read(document)?)),
    )
};

impl Instance {
    /// A model of the towers, or of their pictures, with the engine that is made for it.
    fn posed(&self, model: Model, counted: Counted) -> Posed {
        let mut posed = Posed::new(model);
        if let Some(facings) = ByFacings::new(self, counted) {
            posed = posed.with_way(facings);
        }
        posed
    }

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

    fn pose(&self, _: &Flags) -> Result<Posed, PuzzleError> {
        Ok(self.posed(self.tower_model()?.model, Counted::Towers))
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
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
    fn counts_beside(&self) -> Result<Vec<(&'static str, Posed)>, PuzzleError> {
        let pictures = self.tower_model()?.pictures();
        Ok(vec![("pictures", self.posed(pictures, Counted::Pictures))])
    }

    fn explanation(&self, request: &Request) -> Result<Option<OwnExplanation>, PuzzleError> {
        Ok(self.by_lines(request))
    }

    fn hint(
        &self,
        entries: &[(Var, i32)],
        request: &Request,
    ) -> Result<Option<OwnHint>, PuzzleError> {
        Ok(self.next_cube(entries, request))
    }

    fn value_json(&self, position: usize, value: i32) -> Value {
        let is_colour = !position.is_multiple_of(1 + self.shape.sides());
        match usize::try_from(value).ok().filter(|_| is_colour) {
            Some(colour) if colour < self.colours.len() => json!(self.colours[colour]),
            _ => json!(value),
        }
    }
}
