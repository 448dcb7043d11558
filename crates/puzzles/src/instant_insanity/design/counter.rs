//! Counting the towers of a set of pieces by look-ups.
//!
//! The pieces come one after another. What matters of those that are already placed is, for *all-different*, which
//! colours each side has used (a bit each), and for *all-equal*, which ring they all show; with every such state goes the number of
//! ways to reach it. A further piece combines each state with each of its rings. If there are as many colours as pieces, the
//! last piece is a look-up: the colours that the sides still miss are one ring.
//!
//! Rotations of the tower do not change the number of ways to finish it. So of the first piece one ring of
//! each orbit is enough, counted as often as the orbit has orientations (or, for pictures, rings).

use tantalizer_design::Counter;

use super::family::PieceSets;
use super::types::PieceTypes;

/// What the look-ups need of the types; made once for all threads.
#[derive(Debug)]
pub(super) struct Tables {
    /// For each type: the used colours of each of its rings and how many orientations show it.
    rings: Vec<Vec<Ring>>,
    /// For each type: of each orbit of rings one, with the orientations and rings of the orbit.
    first: Vec<Vec<State>>,
    /// How many orientations of a type show a ring: `multiplicity[kind * ring_count + ring]`.
    multiplicity: Vec<u8>,
    ring_count: usize,
    /// Whether a ring has no colour twice.
    colourful: Vec<bool>,
    /// The number of colours.
    colours: usize,
    sides: usize,
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    used: u64,
    orientations: u64,
}

/// The pieces so far: what they have used or show, and in how many ways.
#[derive(Clone, Copy, Debug)]
struct State {
    used: u64,
    ring: usize,
    orientations: u64,
    pictures: u64,
}

impl Tables {
    pub(super) fn new(types: &PieceTypes) -> Self {
        let (colours, sides) = (types.colours, types.shape.sides());
        let used = |ring: usize| {
            let shown = types.ring_colours(ring);
            let bits = shown.iter().enumerate();
            bits.fold(0u64, |bits, (side, &c)| {
                bits | 1 << (side * colours + c as usize)
            })
        };
        let orbit = types.ring_orbits();
        let ring_count = types.ring_count();
        let mut tables = Tables {
            rings: Vec::new(),
            first: Vec::new(),
            multiplicity: vec![0; types.types.len() * ring_count],
            ring_count,
            colourful: (0..ring_count)
                .map(|ring| {
                    let mut shown = types.ring_colours(ring);
                    shown.sort_unstable();
                    shown.windows(2).all(|pair| pair[0] != pair[1])
                })
                .collect(),
            colours,
            sides,
        };
        for (kind, piece) in types.types.iter().enumerate() {
            let mut rings = Vec::new();
            let mut first: Vec<State> = Vec::new();
            for &(number, orientations) in &piece.rings {
                tables.multiplicity[kind * ring_count + number] = orientations as u8;
                let orientations = u64::from(orientations);
                rings.push(Ring {
                    used: used(number),
                    orientations,
                });
                match first.iter_mut().find(|state| state.ring == orbit[number]) {
                    Some(state) => {
                        state.orientations += orientations;
                        state.pictures += 1;
                    }
                    None => first.push(State {
                        used: used(orbit[number]),
                        ring: orbit[number],
                        orientations,
                        pictures: 1,
                    }),
                }
            }
            tables.rings.push(rings);
            tables.first.push(first);
        }
        tables
    }

    /// The one ring that uses exactly the colours that `used` does not; there is one if each side misses one colour.
    fn missing_ring(&self, used: u64) -> usize {
        let side_mask = (1u64 << self.colours) - 1;
        (0..self.sides).fold(0, |number, side| {
            let missing = !(used >> (side * self.colours)) & side_mask;
            number * self.colours + missing.trailing_zeros() as usize
        })
    }
}

/// The counter of [`PieceSets`].
pub(super) struct TowerCounter<'a> {
    sets: &'a PieceSets,
    tables: &'a Tables,
    depth: usize,
    /// For each depth, the states after so many pieces; the buffers are kept.
    different: Vec<Vec<State>>,
    equal: Vec<Vec<State>>,
    /// The counts after the last piece: orientations and pictures of each rule.
    totals: [[u64; 2]; 2],
}

impl<'a> TowerCounter<'a> {
    pub(super) fn new(sets: &'a PieceSets, tables: &'a Tables) -> Self {
        let pieces = sets.parameters().pieces;
        TowerCounter {
            sets,
            tables,
            depth: 0,
            different: vec![Vec::new(); pieces],
            equal: vec![Vec::new(); pieces],
            totals: [[0; 2]; 2],
        }
    }

    /// The last piece, for the rule all-different.
    fn finish_different(&self, kind: usize, states: &[State], pieces: usize) -> [u64; 2] {
        let mut total = [0, 0];
        if pieces == self.tables.colours {
            let shown = &self.tables.multiplicity[kind * self.tables.ring_count..];
            for state in states {
                // Prepared when the state was made: the ring that is still missing.
                let times = u64::from(shown[state.ring]);
                total[0] += state.orientations * times;
                total[1] += state.pictures * u64::from(times > 0);
            }
        } else {
            for state in states {
                for ring in &self.tables.rings[kind] {
                    if state.used & ring.used == 0 {
                        total[0] += state.orientations * ring.orientations;
                        total[1] += state.pictures;
                    }
                }
            }
        }
        total
    }
}

impl Counter for TowerCounter<'_> {
    fn push(&mut self, option: u32) {
        let kind = option as usize;
        let tables = self.tables;
        let parameters = self.sets.parameters();
        let (pieces, towers) = (parameters.pieces, parameters.towers);
        let depth = self.depth;
        self.depth += 1;
        let last = self.depth == pieces;
        if towers.asks_different() {
            if last {
                self.totals[0] = match depth {
                    // A single piece: every ring will do.
                    0 => first_alone(&tables.first[kind]),
                    _ => self.finish_different(kind, &self.different[depth], pieces),
                };
            } else {
                let mut next = std::mem::take(&mut self.different[depth + 1]);
                next.clear();
                if depth == 0 {
                    next.extend_from_slice(&tables.first[kind]);
                } else {
                    for state in &self.different[depth] {
                        for ring in &tables.rings[kind] {
                            if state.used & ring.used == 0 {
                                next.push(State {
                                    used: state.used | ring.used,
                                    ring: 0,
                                    orientations: state.orientations * ring.orientations,
                                    pictures: state.pictures,
                                });
                            }
                        }
                    }
                    join(&mut next);
                }
                if self.depth + 1 == pieces && pieces == tables.colours {
                    for state in &mut next {
                        state.ring = tables.missing_ring(state.used);
                    }
                }
                self.different[depth + 1] = next;
            }
        }
        if towers.asks_equal() {
            let mut next = if last {
                Vec::new()
            } else {
                std::mem::take(&mut self.equal[depth + 1])
            };
            next.clear();
            if depth == 0 {
                let colourful = |state: &&State| tables.colourful[state.ring];
                next.extend(tables.first[kind].iter().filter(colourful));
            } else {
                let shown = &tables.multiplicity[kind * tables.ring_count..];
                for state in &self.equal[depth] {
                    let times = u64::from(shown[state.ring]);
                    if times > 0 {
                        next.push(State {
                            orientations: state.orientations * times,
                            ..*state
                        });
                    }
                }
            }
            if last {
                self.totals[1] = first_alone(&next)
            } else {
                self.equal[depth + 1] = next
            }
        }
    }

    fn pop(&mut self) {
        self.depth -= 1;
    }

    fn counts(&mut self, counts: &mut [u64]) {
        let towers = self.sets.parameters().towers;
        let asked = [towers.asks_different(), towers.asks_equal()];
        let rules: Vec<usize> = (0..2).filter(|&rule| asked[rule]).collect();
        for convention in 0..2 {
            for (i, &rule) in rules.iter().enumerate() {
                counts[convention * rules.len() + i] = self.totals[rule][convention];
            }
        }
    }
}

/// The sums of the ways to reach some state.
fn first_alone(states: &[State]) -> [u64; 2] {
    states.iter().fold([0, 0], |sum, state| {
        [sum[0] + state.orientations, sum[1] + state.pictures]
    })
}

/// Joins states that have used the same colours.
fn join(states: &mut Vec<State>) {
    states.sort_unstable_by_key(|state| state.used);
    states.dedup_by(|next, kept| {
        let same = next.used == kept.used;
        if same {
            kept.orientations += next.orientations;
            kept.pictures += next.pictures;
        }
        same
    });
}
