//! Clauses in one flat array, and literals as small numbers.

use crate::cnf::Lit;

/// A literal as an index: twice its variable, and one more when it is negated.
pub(super) type Code = u32;

pub(super) fn code(literal: Lit) -> Code {
    2 * (literal.unsigned_abs() - 1) + u32::from(literal < 0)
}

pub(super) fn literal(code: Code) -> Lit {
    let variable = (code / 2 + 1) as Lit;
    if code & 1 == 0 { variable } else { -variable }
}

/// Where a clause begins in the array.
pub(super) type Place = u32;

/// No clause.
pub(super) const NONE: Place = Place::MAX;

/// What stands before the literals of a clause: their number, how many levels they came from when the clause was learned (0 for one that was
/// given), and its activity.
const HEAD: usize = 3;

/// All clauses of at least two literals. Those that are dropped leave gaps until [`Clauses::pack`].
#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Where the given and the learned ones begin.
    pub(super) given: Vec<Place>,
    pub(super) learned: Vec<Place>,
}

impl Clauses {
    /// Keeps a clause; `levels` is 0 for one that was given.
    pub(super) fn keep(&mut self, literals: &[Code], levels: u32) -> Place {
        let place = self.words.len() as Place;
        self.words
            .extend([literals.len() as u32, levels, 0f32.to_bits()]);
        self.words.extend_from_slice(literals);
        let list = if levels == 0 {
            &mut self.given
        } else {
            &mut self.learned
        };
        list.push(place);
        place
    }

    pub(super) fn literals(&self, place: Place) -> &[Code] {
        let at = place as usize;
        &self.words[at + HEAD..at + HEAD + self.words[at] as usize]
    }

    pub(super) fn literals_mut(&mut self, place: Place) -> &mut [Code] {
        let at = place as usize;
        let end = at + HEAD + self.words[at] as usize;
        &mut self.words[at + HEAD..end]
    }

    /// From how many levels the literals of a learned clause came; 0 for one that was given.
    pub(super) fn levels(&self, place: Place) -> u32 {
        self.words[place as usize + 1]
    }

    pub(super) fn activity(&self, place: Place) -> f32 {
        f32::from_bits(self.words[place as usize + 2])
    }

    pub(super) fn set_activity(&mut self, place: Place, activity: f32) {
        self.words[place as usize + 2] = activity.to_bits();
    }

    /// Writes the clauses of both lists anew, without gaps; tells where each went.
    pub(super) fn pack(&mut self, mut moved: impl FnMut(Place, Place)) {
        let old = std::mem::take(self);
        self.words.reserve(old.words.len());
        for list in [&old.given, &old.learned] {
            for &place in list {
                let new = self.keep(old.literals(place), old.levels(place));
                self.set_activity(new, old.activity(place));
                moved(place, new);
            }
        }
    }
}
