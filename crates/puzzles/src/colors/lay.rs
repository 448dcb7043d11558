//! Laying the pieces one after the other.
//!
//! The one idea is that what can be laid stands in lists, one for each combination of colours that a place may have to show at the points that are
//! known when its turn comes: from the frame, from hints, from the pieces laid before. So a step is a look-up, and nothing else is propagated. Which
//! points these are depends on the order of the places alone, so all of it is prepared.
//!
//! The order keeps the pieces that lie in one lump with a short border. Where pieces match at their corners it is a square that grows from the top left corner: all but two places
//! of each new layer then have three points known. Where they match at their sides it goes along the shorter side of the board, one line after the other.

use super::Colors;
use super::board::Match;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use tantalizer_model::{Limit, Limits, Watch};
use tantalizer_puzzle::own_way::Ended;

/// How many steps lie between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// No more lists for the places with the same points known; with more colours some are compared instead.
const MOST_LISTS: usize = 1 << 20;

/// So many steps before all is begun anew for the first time.
const FIRST_STEPS: u64 = 1 << 20;

/// Lays the pieces in every way; each picture is handed over once, as the colours of the points.
pub(super) fn lay(
    puzzle: &Colors,
    limits: &Limits,
    found: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
) -> Ended {
    match puzzle.given() {
        Some(given) => Laying::new(puzzle, &given, limits).run(found),
        None => Ended::default(),
    }
}

/// Lays the pieces until the first picture. What is tried first decides whether that takes a thousand steps or a thousand million, so everything is begun anew, in
/// another order and with twice as many steps, until one try is lucky or complete (Gomes, Selman and Kautz, *Boosting Combinatorial Search through
/// Randomization*, 1998).
pub(super) fn lay_once(
    puzzle: &Colors,
    limits: &Limits,
    seed: u64,
    found: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
) -> Ended {
    let Some(given) = puzzle.given() else {
        return Ended::default();
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Ended::default();
    let mut steps = FIRST_STEPS;
    loop {
        let left = limits.nodes.map(|most| most.saturating_sub(all.nodes));
        let limits = Limits {
            nodes: Some(left.map_or(steps, |left| left.min(steps))),
            ..limits.clone()
        };
        let mut laying = Laying::new(puzzle, &given, &limits);
        if steps > FIRST_STEPS {
            laying.shuffle(&mut random);
        }
        let ended = laying.run(found);
        all.nodes += ended.nodes;
        all.failures += ended.failures;
        let again = ended.stopped_by == Some(Limit::Nodes) && left.is_none_or(|left| left > steps);
        if !again {
            all.stopped_by = ended.stopped_by;
            return all;
        }
        steps *= 2;
    }
}

/// A piece as it can lie: its fields and its kind.
#[derive(Clone, Copy)]
struct Lie {
    fields: [u16; 4],
    kind: u16,
}

/// A place of the board in the order of laying.
#[derive(Clone, Copy)]
struct Place {
    points: [u32; 4],
    /// The lists of places like this begin here.
    lists: u32,
    /// By how much the colour of each field counts in the number of a list; 0 for a field that is not known.
    weights: [u32; 4],
    /// Whether a field is known but has no weight.
    compared: [bool; 4],
    compares: bool,
}

/// What was tried at a place so far.
#[derive(Clone, Copy, Default)]
struct Try {
    /// What is tried next, and where the list ends.
    next: u32,
    end: u32,
    /// Whether any piece fitted.
    fitted: bool,
    /// The kind of the piece that lies here.
    kind: u16,
}

struct Laying {
    places: Vec<Place>,
    lies: Vec<Lie>,
    /// Where each list begins; it ends where the next one begins.
    starts: Vec<u32>,
    /// How many pieces of each kind are left.
    left: Vec<u16>,
    /// The colours of the points.
    colours: Vec<u16>,
    watch: Watch,
    most_nodes: u64,
}

impl Laying {
    fn new(puzzle: &Colors, given: &[Option<i32>], limits: &Limits) -> Self {
        let counts = puzzle.pieces.counts();
        let mut laying = Laying {
            places: Vec::new(),
            lies: Vec::new(),
            starts: Vec::new(),
            left: counts.into_iter().map(|count| count as u16).collect(),
            colours: given.iter().map(|g| g.unwrap_or(0) as u16).collect(),
            watch: limits.start(),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
        };
        laying.prepare(puzzle, given);
        laying
    }

    /// The places with the points that will be known, and the lists for these.
    fn prepare(&mut self, puzzle: &Colors, given: &[Option<i32>]) {
        let colours = puzzle.letters.len();
        let lie = |&[a, b, c, d, kind]: &[i32; 5]| Lie {
            fields: [a, b, c, d].map(|colour| colour as u16),
            kind: kind as u16,
        };
        let all: Vec<Lie> = puzzle.pieces.pictures().iter().map(lie).collect();
        let frame = puzzle.frame.map(|colour| colour as u16);
        let mut known: Vec<bool> = given.iter().map(Option::is_some).collect();
        let mut prepared: Vec<([bool; 4], Place)> = Vec::new();
        for (row, col) in laying_order(puzzle) {
            let points = puzzle.board.points_of(row, col);
            let fields = points.map(|point| known[point]);
            let alike = prepared.iter().find(|(like, _)| *like == fields);
            let place = match alike {
                Some((_, place)) => *place,
                None => {
                    // All points of the edge are known if there is a frame, so the others are inside.
                    let inside = |lie: &&Lie| {
                        let mut shown = lie.fields.iter().zip(fields);
                        shown.all(|(&colour, known)| known || Some(colour) != frame)
                    };
                    let place = Place::new(fields, colours, self.starts.len());
                    self.add_lists(&place, all.iter().filter(inside), colours);
                    prepared.push((fields, place));
                    place
                }
            };
            self.places.push(Place {
                points: points.map(|point| point as u32),
                ..place
            });
            for point in points {
                known[point] = true;
            }
        }
    }

    fn add_lists<'a>(
        &mut self,
        place: &Place,
        lies: impl Iterator<Item = &'a Lie>,
        colours: usize,
    ) {
        let highest = (colours - 1) as u32;
        let lists = 1 + place
            .weights
            .iter()
            .map(|weight| weight * highest)
            .sum::<u32>();
        let mut sorted: Vec<(u32, Lie)> = lies.map(|lie| (place.list(lie.fields), *lie)).collect();
        sorted.sort_by_key(|entry| entry.0);
        let mut next = 0;
        for list in 0..lists {
            self.starts.push((self.lies.len() + next) as u32);
            next += sorted[next..]
                .iter()
                .take_while(|entry| entry.0 == list)
                .count();
        }
        self.lies.extend(sorted.into_iter().map(|entry| entry.1));
        self.starts.push(self.lies.len() as u32);
    }

    /// Puts what can be laid into another order.
    fn shuffle(&mut self, random: &mut ChaCha8Rng) {
        for bounds in self.starts.windows(2) {
            self.lies[bounds[0] as usize..bounds[1] as usize].shuffle(random);
        }
    }

    /// Depth first, without recursion: a board may have thousands of places. This is the loop that all time is spent in, so it works on slices and numbers of
    /// its own.
    fn run(mut self, found: &mut dyn FnMut(&[i32]) -> ControlFlow<()>) -> Ended {
        let (places, lies, starts) = (&self.places[..], &self.lies[..], &self.starts[..]);
        let (left, colours) = (&mut self.left[..], &mut self.colours[..]);
        let open = |place: &Place, colours: &[u16]| {
            let shown = place.points.map(|point| colours[point as usize]);
            let list = (place.lists + place.list(shown)) as usize;
            Try {
                next: starts[list],
                end: starts[list + 1],
                ..Try::default()
            }
        };
        let (mut nodes, mut failures, mut look) = (0, 0, 0);
        let mut tries = vec![Try::default(); places.len()];
        let mut depth = 0;
        tries[0] = open(&places[0], colours);
        let stopped_by = loop {
            let place = &places[depth];
            let current = &mut tries[depth];
            let list = &lies[current.next as usize..current.end as usize];
            let fits = |lie: &Lie| {
                left[usize::from(lie.kind)] > 0 && (!place.compares || place.matches(lie, colours))
            };
            let Some(skipped) = list.iter().position(fits) else {
                failures += u64::from(!current.fitted);
                if depth == 0 {
                    break None;
                }
                depth -= 1;
                left[usize::from(tries[depth].kind)] += 1;
                continue;
            };
            if nodes >= look {
                if nodes == self.most_nodes {
                    break Some(Limit::Nodes);
                }
                if let Some(limit) = self.watch.expired() {
                    break Some(limit);
                }
                look = (nodes + STEPS_BETWEEN_LOOKS).min(self.most_nodes);
            }
            nodes += 1;
            let Lie { fields, kind } = list[skipped];
            current.next += skipped as u32 + 1;
            current.fitted = true;
            current.kind = kind;
            for (point, colour) in place.points.into_iter().zip(fields) {
                colours[point as usize] = colour;
            }
            if depth + 1 < places.len() {
                left[usize::from(kind)] -= 1;
                depth += 1;
                tries[depth] = open(&places[depth], colours);
            } else {
                let picture: Vec<i32> = colours.iter().map(|&c| i32::from(c)).collect();
                if found(&picture).is_break() {
                    break Some(Limit::Solutions);
                }
            }
        };
        Ended {
            nodes,
            failures,
            stopped_by,
        }
    }
}

impl Place {
    /// A place with these fields known, not yet on the board.
    fn new(known: [bool; 4], colours: usize, lists: usize) -> Place {
        let mut place = Place {
            points: [0; 4],
            lists: lists as u32,
            weights: [0; 4],
            compared: [false; 4],
            compares: false,
        };
        let mut weight = 1;
        for field in (0..4).filter(|&field| known[field]) {
            if weight * colours <= MOST_LISTS {
                place.weights[field] = weight as u32;
                weight *= colours;
            } else {
                place.compared[field] = true;
                place.compares = true;
            }
        }
        place
    }

    /// The number of the list for these colours.
    fn list(&self, fields: [u16; 4]) -> u32 {
        let [a, b, c, d] = fields.map(u32::from);
        let [e, f, g, h] = self.weights;
        a * e + b * f + c * g + d * h
    }

    /// Whether the fields that are compared match.
    fn matches(&self, lie: &Lie, colours: &[u16]) -> bool {
        let mut fields = 0..4;
        fields.all(|field| {
            !self.compared[field] || lie.fields[field] == colours[self.points[field] as usize]
        })
    }
}

/// The places, by row and column, in the order of laying: those with hints, and then all others.
fn laying_order(puzzle: &Colors) -> Vec<(usize, usize)> {
    let board = puzzle.board;
    let places = 0..board.places();
    let mut order: Vec<(usize, usize)> = places
        .map(|place| (place / board.cols, place % board.cols))
        .collect();
    match board.matched {
        // Layer after layer, down the new column and then along the new row.
        Match::Corners => order.sort_by_key(|&(row, col)| (row.max(col), row >= col, row, col)),
        Match::Sides if board.cols > board.rows => order.sort_by_key(|&(row, col)| (col, row)),
        Match::Sides => {}
    }
    let hinted = |place: &(usize, usize)| {
        let mut hints = puzzle.hints.iter();
        hints.any(|hint| (hint.row, hint.col) == *place)
    };
    let (mut first, others): (Vec<_>, Vec<_>) = order.into_iter().partition(hinted);
    first.extend(others);
    first
}
