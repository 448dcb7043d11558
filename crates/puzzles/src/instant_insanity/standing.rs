//! As few cubes as possible that cannot stand in one tower, and the colours that are to blame.

use tantalizer_model::Watch;

use super::facing::{Cubes, PAIRS};

/// Cubes that cannot stand together.
pub(super) struct Trouble {
    /// The cubes, from 0.
    pub cubes: Vec<usize>,
    /// The colours of which one is always too often there.
    pub colours: Vec<usize>,
    /// Whether two opposite sides are trouble enough.
    pub on_two_sides: bool,
    /// Whether fewer cubes are known to stand.
    pub smallest: bool,
}

/// The trouble of cubes of which no tower can be made: one cube after another is put aside while the others cannot stand; then all smaller
/// sets are tried, as long as there is time.
pub(super) fn smallest_trouble(cubes: &Cubes, watch: &Watch) -> Trouble {
    let all: Vec<usize> = (0..cubes.ends.len()).collect();
    let colours: Vec<usize> = (0..cubes.colours()).collect();
    let mut tried = Tried { cubes, watch };
    let mut left = fewer(&all, |rest| {
        tried.cannot_stand(rest, &colours, 2) == Some(true)
    });
    let mut smallest = true;
    for size in 1..left.len() {
        match tried.first_of_size(&all, &colours, size) {
            Some(Some(found)) => {
                left = found;
                break;
            }
            Some(None) => {}
            None => {
                smallest = false;
                break;
            }
        }
    }
    let on_two_sides = tried.cannot_stand(&left, &colours, 1) == Some(true);
    let facings = if on_two_sides { 1 } else { 2 };
    let colours = fewer(&colours, |rest| {
        tried.cannot_stand(&left, rest, facings) == Some(true)
    });
    Trouble {
        cubes: left,
        colours,
        on_two_sides,
        smallest,
    }
}

/// What is left when one after another is taken away for which the rest will do.
fn fewer(all: &[usize], mut enough: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    let mut left = all.to_vec();
    for one in all {
        let rest: Vec<usize> = left.iter().copied().filter(|other| other != one).collect();
        if enough(&rest) {
            left = rest;
        }
    }
    left
}

struct Tried<'a> {
    cubes: &'a Cubes,
    watch: &'a Watch,
}

impl Tried<'_> {
    /// The first set of so many cubes that cannot stand, if there is one; nothing if the time is over.
    fn first_of_size(
        &mut self,
        all: &[usize],
        colours: &[usize],
        size: usize,
    ) -> Option<Option<Vec<usize>>> {
        let mut picked: Vec<usize> = (0..size).collect();
        loop {
            let some: Vec<usize> = picked.iter().map(|&at| all[at]).collect();
            if self.cannot_stand(&some, colours, 2)? {
                return Some(Some(some));
            }
            // The next set in order.
            let Some(at) = (0..size).rfind(|&at| picked[at] < all.len() - size + at) else {
                return Some(None);
            };
            picked[at] += 1;
            for later in at + 1..size {
                picked[later] = picked[later - 1] + 1;
            }
        }
    }

    /// Whether no different pairs of these cubes, one for each facing, show each of these colours at most twice;
    /// nothing if the time is over.
    fn cannot_stand(&mut self, some: &[usize], colours: &[usize], facings: usize) -> Option<bool> {
        let mut room = vec![vec![i32::MAX; self.cubes.colours()]; facings];
        for room in &mut room {
            colours.iter().for_each(|&colour| room[colour] = 2);
        }
        self.can_stand(some, &mut room).map(|stands| !stands)
    }

    fn can_stand(&mut self, some: &[usize], room: &mut [Vec<i32>]) -> Option<bool> {
        let Some((&cube, others)) = some.split_first() else {
            return Some(true);
        };
        if self.watch.expired().is_some() {
            return None;
        }
        for first in 0..PAIRS {
            for second in 0..PAIRS {
                // With one facing the second pair plays no part.
                let is_new = room.len() == 1 && second == 0 || room.len() == 2 && first != second;
                let pairs = &[first, second][..room.len()];
                if !is_new || !self.take(cube, pairs, room) {
                    continue;
                }
                let stands = self.can_stand(others, room);
                self.give_back(cube, pairs, room);
                if stands? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    fn take(&self, cube: usize, pairs: &[usize], room: &mut [Vec<i32>]) -> bool {
        let mut fits = true;
        for (&pair, room) in pairs.iter().zip(&mut *room) {
            for end in self.cubes.ends[cube][pair] {
                let left = &mut room[usize::from(end)];
                *left -= 1;
                fits &= *left >= 0;
            }
        }
        if !fits {
            self.give_back(cube, pairs, room);
        }
        fits
    }

    fn give_back(&self, cube: usize, pairs: &[usize], room: &mut [Vec<i32>]) {
        for (&pair, room) in pairs.iter().zip(room) {
            for end in self.cubes.ends[cube][pair] {
                room[usize::from(end)] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant_insanity::towers::Stack;
    use crate::instant_insanity::{Instance, Recipe, Rule, Shape, generate};
    use tantalizer_ask::ask;
    use tantalizer_model::{Limits, Question, Request, Silent, Status};
    use tantalizer_puzzle::{Flags, Puzzle};

    fn status(instance: &Instance, cubes: &[usize]) -> Status {
        let pieces = cubes.iter().map(|&cube| instance.pieces[cube].clone());
        let some = Instance {
            pieces: pieces.collect(),
            ..instance.clone()
        };
        let posed = some.pose(&Flags::new()).unwrap();
        let request = Request::new(Question::One);
        ask(posed, &request, &mut Silent).unwrap().status
    }

    /// The cubes that are told cannot stand by the engines' word, and any fewer of them can.
    #[test]
    fn the_fewest_cubes_cannot_stand() {
        let mut troubles = 0;
        for seed in 0..60 {
            let recipe = Recipe::Random;
            let rule = Rule::AllDifferent;
            let instance = generate(Shape::Cube, 5, 5, rule, recipe, seed).unwrap();
            let all: Vec<usize> = (0..5).collect();
            let stands = status(&instance, &all) != Status::Unsatisfiable;
            let told = instance.by_lines(&Request::new(Question::One)).unwrap();
            assert_eq!(
                told.solutions.is_empty(),
                !stands,
                "seed {seed}: {}",
                told.text
            );
            if stands {
                continue;
            }
            troubles += 1;
            let stack = Stack::new(&instance).unwrap();
            let trouble = smallest_trouble(stack.cubes(), &Limits::none().start());
            assert!(trouble.smallest);
            assert_eq!(
                status(&instance, &trouble.cubes),
                Status::Unsatisfiable,
                "seed {seed}"
            );
            for left_out in &trouble.cubes {
                let fewer: Vec<usize> = all
                    .iter()
                    .copied()
                    .filter(|cube| cube != left_out && trouble.cubes.contains(cube))
                    .collect();
                if !fewer.is_empty() {
                    assert_ne!(
                        status(&instance, &fewer),
                        Status::Unsatisfiable,
                        "seed {seed}"
                    );
                }
            }
        }
        assert!(troubles > 5, "{troubles}");
    }
}
