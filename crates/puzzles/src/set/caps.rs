//! Caps: the most cards without a set, found and proved.
//!
//! In a deck of three values and `d` attributes a cap is a collection of
//! points without a line. The proof goes one attribute at a time. Let a cap
//! have `m` points, and let `k` be the most it has in any hyperplane. Of three
//! parallel hyperplanes each then holds at least `m - 2k` and at most `k`
//! points, and `k` is at most the largest cap of one attribute less. So:
//! classify the caps of one attribute less up to affine maps; for each class
//! of `k` points put it into one hyperplane and search the rest of the space
//! for `m - k` more points within those bounds, which propagate strongly.
//! Maps that fix the hyperplane point by point move any point beside it to any
//! other, so that one more point can be given. The search is exhaustive:
//! finding none for every `k` and every class proves that there is none.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tantalizer_model::{Limit, Limits, Watch};
use thiserror::Error;

use super::affine::{MOST_ATTRIBUTES, Points, Space, members};

/// The largest cap of a deck with three values, and the proof of it.
#[derive(Clone, Debug)]
pub struct LargestCap {
    /// How many attributes.
    pub attributes: usize,
    /// The most cards without a set.
    pub size: usize,
    /// Such cards.
    pub witness: Points,
    /// The exhaustive searches for one card more, none of which found any.
    pub refutations: Vec<Refutation>,
}

/// An exhaustive search for caps of a size that found none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The size looked for.
    pub size: usize,
    /// The most points in any hyperplane.
    pub in_hyperplane: usize,
    /// How many classes of caps of that many points there are.
    pub classes: usize,
    /// How many nodes the searches had.
    pub nodes: u64,
}

/// Why there is no largest cap to show.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CapError {
    /// Attributes for which it is not looked for.
    #[error(
        "the largest cap for {0} attributes: expected 1 to {MOST_ATTRIBUTES} (for five the proof is beyond this method)"
    )]
    OutOfReach(usize),
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(Limit),
}

/// Finds the largest cap for this number of attributes and proves that there
/// is no larger one.
pub fn largest_cap(attributes: usize) -> Result<LargestCap, CapError> {
    largest_cap_within(attributes, &Limits::none().start())
}

/// The same, unless time runs out or somebody cancels.
pub fn largest_cap_within(attributes: usize, watch: &Watch) -> Result<LargestCap, CapError> {
    if !(1..=MOST_ATTRIBUTES).contains(&attributes) {
        return Err(CapError::OutOfReach(attributes));
    }
    // With no attribute there is one card, and it is a cap.
    let mut largest = LargestCap {
        attributes: 0,
        size: 1,
        witness: 1,
        refutations: Vec::new(),
    };
    for attributes in 1..=attributes {
        let classes = cap_classes(&Space::new(attributes - 1));
        debug_assert_eq!(classes.len(), largest.size + 1);
        largest = one_attribute_more(&Space::new(attributes), &classes, watch)
            .map_err(CapError::Stopped)?;
    }
    Ok(largest)
}

/// Calls `each` with caps of this size among which every cap of this size is, up to equivalence; the size is at least
/// the largest cap of one attribute less.
pub fn each_cap(
    space: &Space,
    size: usize,
    watch: &Watch,
    mut each: impl FnMut(Points),
) -> Result<(), Limit> {
    let classes = cap_classes(&Space::new(space.dimension() - 1));
    for (in_hyperplane, class) in classes.iter().enumerate().skip(size.div_ceil(3)) {
        for &cap in class {
            let mut search = Search::new(space, size, in_hyperplane, watch);
            let mut all = |found| {
                each(found);
                ControlFlow::Continue(())
            };
            // Nothing breaks off but the limit.
            if let ControlFlow::Break(Stop::Limit(limit)) = search.around(cap, &mut all) {
                return Err(limit);
            }
        }
    }
    Ok(())
}

/// All caps of a space up to equivalence, as canonical forms, by size.
pub fn cap_classes(space: &Space) -> Vec<Vec<Points>> {
    let mut by_size = vec![vec![0]];
    loop {
        let mut next = BTreeSet::new();
        for &cap in by_size.last().into_iter().flatten() {
            let excluded = members(cap).fold(cap, |all, point| all | space.completions(point, cap));
            for point in (0..space.size()).filter(|&point| excluded >> point & 1 == 0) {
                next.insert(space.canonical(cap | 1 << point).form);
            }
        }
        if next.is_empty() {
            return by_size;
        }
        by_size.push(next.into_iter().collect());
    }
}

/// The largest cap, given the classes of caps of one attribute less, by size.
fn one_attribute_more(
    space: &Space,
    classes: &[Vec<Points>],
    watch: &Watch,
) -> Result<LargestCap, Limit> {
    let most_in_hyperplane = classes.len() - 1;
    let mut best = LargestCap {
        attributes: space.dimension(),
        size: 0,
        witness: 0,
        refutations: Vec::new(),
    };
    loop {
        let size = best.size.max(most_in_hyperplane) + 1;
        let mut refutations = Vec::new();
        let mut found = None;
        for in_hyperplane in (size.div_ceil(3)..=most_in_hyperplane).rev() {
            let classes = &classes[in_hyperplane];
            let mut search = Search::new(space, size, in_hyperplane, watch);
            let mut first = |cap| ControlFlow::Break(Stop::Found(cap));
            match classes
                .iter()
                .try_for_each(|&cap| search.around(cap, &mut first))
            {
                ControlFlow::Break(Stop::Found(cap)) => {
                    found = Some(cap);
                    break;
                }
                ControlFlow::Break(Stop::Limit(limit)) => return Err(limit),
                ControlFlow::Continue(()) => {}
            }
            refutations.push(Refutation {
                size,
                in_hyperplane,
                classes: classes.len(),
                nodes: search.nodes,
            });
        }
        match found {
            Some(witness) => {
                best = LargestCap {
                    size,
                    witness,
                    ..best
                }
            }
            None => {
                return Ok(LargestCap {
                    refutations,
                    ..best
                });
            }
        }
    }
}

/// The search for caps of `size` points with at most `in_hyperplane` in any
/// hyperplane.
struct Search<'a> {
    space: &'a Space,
    size: usize,
    in_hyperplane: usize,
    nodes: u64,
    watch: &'a Watch,
}

/// Why a search is broken off.
enum Stop {
    Found(Points),
    Limit(Limit),
}

impl<'a> Search<'a> {
    fn new(space: &'a Space, size: usize, in_hyperplane: usize, watch: &'a Watch) -> Self {
        Search {
            space,
            size,
            in_hyperplane,
            nodes: 0,
            watch,
        }
    }

    /// The caps that have exactly these points where the first attribute has
    /// its first value, up to maps that fix them; `each` hears of every one.
    fn around(
        &mut self,
        cap: Points,
        each: &mut dyn FnMut(Points) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        // The map that swaps the two other values lets the second value be the
        // one with more points, so that it has some; a shear moves one of them
        // to the first place.
        let first = self.space.size() / 3;
        let all = (1 << self.space.size()) - 1;
        let mut state = State {
            chosen: 0,
            open: all & !((1 << first) - 1),
        };
        for point in members(cap) {
            state.choose(self.space, point);
        }
        state.choose(self.space, first);
        self.complete(state, each)
    }

    fn complete(
        &mut self,
        mut state: State,
        each: &mut dyn FnMut(Points) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256)
            && let Some(limit) = self.watch.expired()
        {
            return ControlFlow::Break(Stop::Limit(limit));
        }
        let point = match self.propagate(&mut state) {
            None => return ControlFlow::Continue(()),
            Some(Next::Done) => return each(state.chosen),
            Some(Next::Branch(point)) => point,
        };
        let mut with = state;
        with.choose(self.space, point);
        self.complete(with, each)?;
        state.open &= !(1 << point);
        self.complete(state, each)
    }

    /// Draws all conclusions from the bounds of the hyperplanes; nothing if
    /// they cannot be met. Otherwise the point to branch on: one of the
    /// hyperplane with the fewest points to spare.
    fn propagate(&self, state: &mut State) -> Option<Next> {
        let (most, size) = (self.in_hyperplane as u32, self.size as u32);
        loop {
            let before = *state;
            let mut tightest: Option<(u32, Points)> = None;
            for parallel in self.space.hyperplanes() {
                let reach = parallel
                    .map(|plane| most.min((plane & (state.chosen | state.open)).count_ones()));
                let reach_of_all: u32 = reach.iter().sum();
                if reach_of_all < size {
                    return None;
                }
                for (plane, reach) in parallel.iter().zip(reach) {
                    let chosen = (plane & state.chosen).count_ones();
                    let open = plane & state.open;
                    // What the two others cannot hold.
                    let least = size.saturating_sub(reach_of_all - reach);
                    if chosen > most {
                        return None;
                    } else if chosen == most {
                        state.open &= !open;
                    } else if open != 0 {
                        let spare =
                            (chosen + open.count_ones()) - least.min(chosen + open.count_ones());
                        if spare == 0 {
                            state.choose_all(self.space, open)?;
                        } else if least > chosen
                            && tightest.is_none_or(|(least_spare, _)| spare < least_spare)
                        {
                            tightest = Some((spare, open));
                        }
                    }
                }
            }
            if *state == before {
                if state.chosen.count_ones() >= size {
                    return Some(Next::Done);
                }
                let from = tightest.map_or(state.open, |(_, open)| open & state.open);
                return Some(Next::Branch(from.trailing_zeros() as usize));
            }
        }
    }
}

enum Next {
    Done,
    Branch(usize),
}

/// A cap in the making: the points chosen, and those that can still be.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    chosen: Points,
    open: Points,
}

impl State {
    fn choose(&mut self, space: &Space, point: usize) {
        self.open &= !(1 << point) & !space.completions(point, self.chosen);
        self.chosen |= 1 << point;
    }

    /// Chooses all these points; nothing if they cannot all be.
    fn choose_all(&mut self, space: &Space, points: Points) -> Option<()> {
        for point in members(points) {
            if self.open >> point & 1 == 0 {
                return None;
            }
            self.choose(space, point);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts all caps by size, without any symmetry.
    fn count_caps(space: &Space, chosen: Points, open: Points, counts: &mut Vec<u64>) {
        let size = chosen.count_ones() as usize;
        if counts.len() <= size {
            counts.resize(size + 1, 0);
        }
        counts[size] += 1;
        let mut open = open;
        for point in members(open) {
            open &= !(1 << point);
            count_caps(
                space,
                chosen | 1 << point,
                open & !space.completions(point, chosen),
                counts,
            );
        }
    }

    #[test]
    fn the_classes_of_caps_hold_all_caps() {
        for dimension in 0..=3 {
            let space = Space::new(dimension);
            let mut counts = Vec::new();
            count_caps(&space, 0, (1 << space.size()) - 1, &mut counts);
            let classes = cap_classes(&space);
            let by_orbits: Vec<u64> = classes
                .iter()
                .map(|classes| {
                    classes
                        .iter()
                        .map(|&cap| space.orbit(&space.canonical(cap)))
                        .sum()
                })
                .collect();
            assert_eq!(by_orbits, counts, "dimension {dimension}");
            if dimension > 0 {
                assert_eq!(largest_cap(dimension).unwrap().size, counts.len() - 1);
            }
        }
    }

    #[test]
    fn the_largest_cap_of_four_attributes_is_found_and_proved() {
        let largest = largest_cap(4).unwrap();
        assert_eq!(largest.size, 20);
        assert_eq!(largest.witness.count_ones(), 20);
        assert_eq!(Space::new(4).lines(largest.witness), 0);
        let sizes: Vec<_> = largest
            .refutations
            .iter()
            .map(|refuted| (refuted.size, refuted.in_hyperplane))
            .collect();
        assert_eq!(sizes, [(21, 9), (21, 8), (21, 7)]);
    }

    #[test]
    fn other_numbers_of_attributes_are_refused() {
        assert_eq!(largest_cap(0).unwrap_err(), CapError::OutOfReach(0));
        assert!(largest_cap(5).unwrap_err().to_string().contains("1 to 4"));
    }
}
