//! Patterns: which piece lies where, and how it is turned.

use tantalizer_puzzle::FileError;
use tantalizer_puzzle::file::{Node, quoted};
use tantalizer_states::Piece;

use super::nodes::{Entries, field, map, only};
use super::{Orbit, Reader};

impl Reader<'_> {
    /// Pieces at all places; what is not said is as in `solved`, or in order.
    pub(super) fn pattern(
        &self,
        key: &str,
        node: &Node,
        solved: Option<&[Piece]>,
    ) -> Result<Vec<Piece>, FileError> {
        self.known_orbits(map(self.document, key, node)?)?;
        self.pattern_of(map(self.document, key, node)?, solved)
    }

    pub(super) fn pattern_of(
        &self,
        said: &Entries,
        solved: Option<&[Piece]>,
    ) -> Result<Vec<Piece>, FileError> {
        let mut all = Vec::new();
        for orbit in &self.orbits {
            let home = solved.map(|solved| &solved[orbit.first..][..orbit.places]);
            let Some(node) = field(said, &orbit.name) else {
                match home {
                    Some(home) => all.extend(home),
                    None => all.extend(self.in_order(orbit)?),
                }
                continue;
            };
            all.extend(self.pieces(orbit, node, home)?);
        }
        Ok(all)
    }

    fn in_order(&self, orbit: &Orbit) -> Result<Vec<Piece>, FileError> {
        let number = |place: usize| u8::try_from(place).ok();
        let numbers: Option<Vec<u8>> = (0..orbit.places).map(number).collect();
        let line = self.document.get("orbits").map(Node::line);
        let Some(numbers) = numbers else {
            let name = quoted(&orbit.name);
            return Err(self.document.error(
                line,
                format!("the orbit {name} has more than 256 different pieces"),
            ));
        };
        let piece = |number| Piece {
            number,
            turn: 0,
            of: orbit.orientations,
        };
        Ok(numbers.into_iter().map(piece).collect())
    }

    /// The pieces of an orbit: those of a solved pattern, or a rearrangement of these.
    fn pieces(
        &self,
        orbit: &Orbit,
        node: &Node,
        home: Option<&[Piece]>,
    ) -> Result<Vec<Piece>, FileError> {
        let entries = map(self.document, &orbit.name, node)?;
        only(
            self.document,
            entries,
            &["pieces", "orientation", "orientationMod"],
        )?;
        let (places, most) = (orbit.places, i64::from(orbit.orientations));
        let list = |key: &str, below: i64| {
            let node = field(entries, key);
            node.map(|node| self.numbers(key, node, places, below))
                .transpose()
        };
        let numbers = match list("pieces", 256)? {
            Some(numbers) => numbers,
            None => self
                .in_order(orbit)?
                .iter()
                .map(|piece| u16::from(piece.number))
                .collect(),
        };
        let turns = list("orientation", most)?.unwrap_or_else(|| vec![0; places]);
        let of = list("orientationMod", most + 1)?.unwrap_or_else(|| vec![0; places]);
        let wrong = |message: String| {
            self.document
                .error(Some(node.line()), format!("{}: {message}", orbit.name))
        };
        let mut pieces = Vec::new();
        for place in 0..places {
            let number = numbers[place] as u8;
            let of = match home {
                None if of[place] == 0 => orbit.orientations,
                None => of[place] as u8,
                Some(home) => match home.iter().find(|piece| piece.number == number) {
                    Some(piece) => piece.of,
                    None => return Err(wrong(format!("there is no piece {number}"))),
                },
            };
            if !orbit.orientations.is_multiple_of(of) {
                return Err(wrong(format!(
                    "`orientationMod` {of} does not divide {most}"
                )));
            }
            let turn = turns[place] as u8 % of;
            pieces.push(Piece { number, turn, of });
        }
        let alike = |a: &Piece| pieces.iter().all(|b| a.number != b.number || a.of == b.of);
        if !pieces.iter().all(alike) {
            return Err(wrong(
                "of pieces that are alike, it must matter of all or of none how they are turned"
                    .into(),
            ));
        }
        if let Some(home) = home {
            let sorted = |pieces: &[Piece]| {
                let mut numbers: Vec<u8> = pieces.iter().map(|piece| piece.number).collect();
                numbers.sort_unstable();
                numbers
            };
            if sorted(&pieces) != sorted(home) {
                return Err(wrong("other pieces than in the solved pattern".into()));
            }
        }
        Ok(pieces)
    }
}
