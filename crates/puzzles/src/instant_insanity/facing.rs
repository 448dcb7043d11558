//! What two opposite sides of a tower of cubes can show.
//!
//! A cube shows a pair of opposite faces on two opposite sides of the tower. Where no side shows a colour twice, the pairs that
//! stand there show no colour more than twice. Such a choice of one pair a cube is a *facing*.
//!
//! The search for facings keeps, for each colour, how often it is shown already and how often it can still be shown. If
//! there are no more colours than cubes, every colour must come twice, so a colour that is running out decides pairs just
//! like one that is used up.

use std::ops::ControlFlow;

/// A pair of opposite faces, by number: the first and third long side, the second and fourth, the caps.
pub(super) type Pair = u8;

/// A cube has so many pairs of opposite faces.
pub(super) const PAIRS: usize = 3;

/// How often a colour may be shown on two sides.
const TWICE: usize = 2;

/// A set of pairs, one bit each.
pub(super) type Pairs = u8;

/// Every pair of a cube.
pub(super) const ALL_PAIRS: Pairs = 0b111;

/// The pairs in a set.
pub(super) fn in_set(pairs: Pairs) -> impl Iterator<Item = Pair> {
    (0..PAIRS as Pair).filter(move |pair| pairs & (1 << pair) != 0)
}

/// Cubes as pairs of opposite colours.
pub(super) struct Cubes {
    /// For each cube and pair the two colours.
    pub ends: Vec<[[u8; 2]; PAIRS]>,
    /// For each colour the cubes that have it.
    having: Vec<Vec<usize>>,
    /// How often colours may be missing in all: each may come twice, and each cube shows two.
    spare: isize,
}

impl Cubes {
    pub fn new(ends: Vec<[[u8; 2]; PAIRS]>, colours: usize) -> Cubes {
        let has = |cube: usize, colour: usize| {
            let mut faces = ends[cube].as_flattened().iter();
            faces.any(|&face| usize::from(face) == colour)
        };
        let having = |colour| (0..ends.len()).filter(|&cube| has(cube, colour)).collect();
        Cubes {
            having: (0..colours).map(having).collect(),
            spare: TWICE as isize * (colours as isize - ends.len() as isize),
            ends,
        }
    }

    /// How many colours there are.
    pub fn colours(&self) -> usize {
        self.having.len()
    }

    /// How often a pair of a cube shows a colour.
    fn shows(&self, cube: usize, pair: Pair, colour: usize) -> usize {
        let ends = self.ends[cube][usize::from(pair)];
        ends.iter()
            .filter(|&&end| usize::from(end) == colour)
            .count()
    }

    /// How often a cube can show a colour with one of the pairs.
    fn can_show(&self, cube: usize, pairs: Pairs, colour: usize) -> usize {
        let shows = in_set(pairs).map(|pair| self.shows(cube, pair, colour));
        shows.max().unwrap_or(0)
    }
}

/// What is heard of the search.
pub(super) trait Listener {
    /// Why the search stops.
    type Stop;

    /// A decision is about to be tried.
    fn node(&mut self) -> ControlFlow<Self::Stop>;

    /// A dead end.
    fn failure(&mut self);

    /// A facing: a pair for each cube.
    fn facing(&mut self, facing: &[Pair]) -> ControlFlow<Self::Stop>;
}

/// Finds every facing with the allowed pairs of each cube.
pub(super) fn facings<L: Listener>(
    cubes: &Cubes,
    allowed: &[Pairs],
    listener: &mut L,
) -> ControlFlow<L::Stop> {
    let mut root = State::new(cubes, allowed);
    match root.settle() {
        Ok(()) => descend(root, listener),
        Err(DeadEnd) => {
            listener.failure();
            ControlFlow::Continue(())
        }
    }
}

fn descend<L: Listener>(state: State<'_>, listener: &mut L) -> ControlFlow<L::Stop> {
    let Some(cube) = state.next_cube() else {
        let facing: Vec<Pair> = state
            .open
            .iter()
            .map(|open| open.trailing_zeros() as Pair)
            .collect();
        return listener.facing(&facing);
    };
    for pair in in_set(state.open[cube]) {
        listener.node()?;
        let mut below = state.clone();
        match below.keep(cube, 1 << pair).and_then(|()| below.settle()) {
            Ok(()) => descend(below, listener)?,
            Err(DeadEnd) => listener.failure(),
        }
    }
    ControlFlow::Continue(())
}

/// Nothing can be made of what was decided.
struct DeadEnd;

/// What is decided so far.
#[derive(Clone)]
struct State<'a> {
    cubes: &'a Cubes,
    /// For each cube the pairs that it may still show; with one of them it is decided.
    open: Vec<Pairs>,
    /// For each colour how often the decided cubes show it.
    shown: Vec<u16>,
    /// For each colour how often all cubes can show it.
    reach: Vec<u16>,
    /// How often colours will be missing, at least.
    missing: isize,
    /// Colours about which something has changed.
    changed: Vec<usize>,
}

impl<'a> State<'a> {
    fn new(cubes: &'a Cubes, allowed: &[Pairs]) -> State<'a> {
        let colours = cubes.colours();
        let mut state = State {
            cubes,
            open: allowed.to_vec(),
            shown: vec![0; colours],
            reach: vec![0; colours],
            missing: 0,
            changed: (0..colours).collect(),
        };
        for colour in 0..colours {
            let having = cubes.having[colour].iter();
            let reach: usize = having
                .map(|&cube| cubes.can_show(cube, allowed[cube], colour))
                .sum();
            state.reach[colour] = reach as u16;
            state.missing += TWICE.saturating_sub(reach) as isize;
        }
        for cube in 0..allowed.len() {
            state.count_if_decided(cube);
        }
        state
    }

    fn count_if_decided(&mut self, cube: usize) {
        if self.open[cube].count_ones() == 1 {
            let pair = self.open[cube].trailing_zeros() as usize;
            for end in self.cubes.ends[cube][pair] {
                self.shown[usize::from(end)] += 1;
                self.changed.push(usize::from(end));
            }
        }
    }

    /// Takes all other pairs from a cube.
    fn keep(&mut self, cube: usize, pairs: Pairs) -> Result<(), DeadEnd> {
        let before = self.open[cube];
        let after = before & pairs;
        if after == before {
            return Ok(());
        }
        if after == 0 {
            return Err(DeadEnd);
        }
        self.open[cube] = after;
        let mut seen = [None; 2 * PAIRS];
        for (place, pair) in in_set(before & !after).enumerate() {
            for (end, &colour) in self.cubes.ends[cube][usize::from(pair)].iter().enumerate() {
                if !seen.contains(&Some(colour)) {
                    seen[2 * place + end] = Some(colour);
                    self.lose(cube, before, after, usize::from(colour));
                }
            }
        }
        self.count_if_decided(cube);
        Ok(())
    }

    /// The cube can show the colour less often than before.
    fn lose(&mut self, cube: usize, before: Pairs, after: Pairs, colour: usize) {
        let lost =
            self.cubes.can_show(cube, before, colour) - self.cubes.can_show(cube, after, colour);
        if lost > 0 {
            let reach = usize::from(self.reach[colour]);
            let left = reach - lost;
            self.reach[colour] = left as u16;
            self.changed.push(colour);
            let missing = TWICE.saturating_sub(left) - TWICE.saturating_sub(reach);
            if missing > 0 {
                self.missing += missing as isize;
                let running_out: Vec<usize> = self.running_out().collect();
                self.changed.extend(running_out);
            }
        }
    }

    /// The colours of which nothing more may be lost, because no more may be missing.
    fn running_out(&self) -> impl Iterator<Item = usize> {
        let colours = 0..self.reach.len();
        colours.filter(|&colour| self.is_needed(colour))
    }

    fn is_needed(&self, colour: usize) -> bool {
        self.missing == self.cubes.spare && usize::from(self.reach[colour]) <= TWICE
    }

    /// Draws conclusions until there are no more.
    fn settle(&mut self) -> Result<(), DeadEnd> {
        while let Some(colour) = self.changed.pop() {
            if self.missing > self.cubes.spare || usize::from(self.shown[colour]) > TWICE {
                return Err(DeadEnd);
            }
            let room = TWICE - usize::from(self.shown[colour]);
            let is_needed = self.is_needed(colour);
            if room == TWICE && !is_needed {
                continue;
            }
            let cubes = self.cubes;
            for &cube in &cubes.having[colour] {
                let open = self.open[cube];
                if open.count_ones() < 2 {
                    continue;
                }
                let least = if is_needed {
                    self.cubes.can_show(cube, open, colour)
                } else {
                    0
                };
                let fits =
                    |pair: &Pair| (least..=room).contains(&self.cubes.shows(cube, *pair, colour));
                let pairs = in_set(open)
                    .filter(fits)
                    .fold(0, |set, pair| set | 1 << pair);
                self.keep(cube, pairs)?;
            }
        }
        Ok(())
    }

    /// The cube to decide next: one with few pairs, of colours that are running out.
    fn next_cube(&self) -> Option<usize> {
        let undecided = (0..self.open.len()).filter(|&cube| self.open[cube].count_ones() > 1);
        undecided.min_by_key(|&cube| {
            let ends =
                in_set(self.open[cube]).flat_map(|pair| self.cubes.ends[cube][usize::from(pair)]);
            let reach = ends
                .map(|end| u32::from(self.reach[usize::from(end)]))
                .min();
            (self.open[cube].count_ones(), reach)
        })
    }
}
