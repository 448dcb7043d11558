//! Laying the pieces one after the other.
//!
//! The one idea is the order of the places: a square that grows from the top left corner. All but two places of each
//! new layer then have three of their corner points given by the pieces laid before, and the few pieces that show three given
//! colours stand in a list. So a step is a look-up and a comparison, and dead ends end early. Edge-matching puzzles that cost the
//! engines minutes are answered in well under a second, because nothing else is propagated.

use super::Colors;
use std::ops::ControlFlow;
use tantalizer_model::{Limit, Limits, Watch};
use tantalizer_puzzle::own_way::Ended;

/// How many steps lie between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// Lays the pieces in every way; each picture is handed over once, as the colours of the corner points.
pub(super) fn lay(
    puzzle: &Colors,
    limits: &Limits,
    found: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
) -> Ended {
    let mut laying = Laying::new(puzzle, limits, found);
    let stopped_by = match laying.run() {
        ControlFlow::Continue(()) => None,
        ControlFlow::Break(limit) => Some(limit),
    };
    Ended {
        nodes: laying.nodes,
        failures: laying.failures,
        stopped_by,
    }
}

/// A piece as it can lie: its fields and its kind.
#[derive(Clone, Copy)]
struct Lie {
    fields: [i32; 4],
    kind: usize,
}

/// Which corner points of a place are given by the pieces laid before.
#[derive(Clone, Copy)]
enum Given {
    Nothing,
    /// Top left and bottom left.
    Left,
    /// Top left and top right.
    Top,
    /// All but the bottom right.
    Both,
}

/// Everything that can be laid, sorted by the given colours.
struct Sorted {
    lies: Vec<Lie>,
    /// Where the lies with each combination of given colours begin.
    starts: Vec<usize>,
}

impl Sorted {
    fn new(lies: &[Lie], given: Given, colours: usize) -> Sorted {
        let places = (0..given.fields().len()).map(|_| colours).product();
        let mut starts = vec![0; places + 1];
        let mut lies = lies.to_vec();
        lies.sort_by_key(|lie| given.number(lie.fields, colours));
        for lie in &lies {
            starts[given.number(lie.fields, colours) + 1] += 1;
        }
        for place in 0..places {
            starts[place + 1] += starts[place];
        }
        Sorted { lies, starts }
    }
}

impl Given {
    const ALL: [Given; 4] = [Given::Nothing, Given::Left, Given::Top, Given::Both];

    fn fields(self) -> &'static [usize] {
        match self {
            Given::Nothing => &[],
            Given::Left => &[0, 2],
            Given::Top => &[0, 1],
            Given::Both => &[0, 1, 2],
        }
    }

    /// The given colours as one number.
    fn number(self, fields: [i32; 4], colours: usize) -> usize {
        let given = self.fields().iter();
        given.fold(0, |number, &field| {
            number * colours + fields[field] as usize
        })
    }
}

/// A place of the board in the order of laying.
#[derive(Clone, Copy)]
struct Place {
    corners: [usize; 4],
    given: Given,
}

/// What was tried at a place so far.
struct Try {
    given: Given,
    /// What is tried next, among what shows the given colours.
    next: usize,
    end: usize,
    /// The kind of the piece that lies here.
    lies: Option<usize>,
    /// Whether any piece fitted.
    fitted: bool,
}

struct Laying<'a> {
    colours: usize,
    places: Vec<Place>,
    /// By what is given, in the order of [`Given::ALL`].
    sorted: [Sorted; 4],
    /// How many pieces of each kind are left.
    left: Vec<usize>,
    corners: Vec<i32>,
    watch: Watch,
    most_nodes: u64,
    nodes: u64,
    failures: u64,
    found: &'a mut dyn FnMut(&[i32]) -> ControlFlow<()>,
}

impl<'a> Laying<'a> {
    fn new(
        puzzle: &Colors,
        limits: &Limits,
        found: &'a mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> Self {
        let colours = puzzle.letters.len();
        let pictures = puzzle.pieces.pictures();
        let lies: Vec<Lie> = pictures
            .iter()
            .map(|&[a, b, c, d, kind]| Lie {
                fields: [a, b, c, d],
                kind: kind as usize,
            })
            .collect();
        Laying {
            colours,
            places: places(puzzle),
            sorted: Given::ALL.map(|given| Sorted::new(&lies, given, colours)),
            left: puzzle.pieces.counts(),
            corners: vec![0; (puzzle.rows + 1) * (puzzle.cols + 1)],
            watch: limits.start(),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            failures: 0,
            found,
        }
    }

    /// Depth first, without recursion: a board may have thousands of places.
    fn run(&mut self) -> ControlFlow<Limit> {
        let mut tries: Vec<Try> = Vec::with_capacity(self.places.len());
        tries.push(self.open(0));
        while let Some(current) = tries.last_mut() {
            if let Some(kind) = current.lies.take() {
                self.left[kind] += 1;
            }
            let lies = &self.sorted[current.given as usize].lies;
            let rest = &lies[current.next..current.end];
            let Some(skipped) = rest.iter().position(|lie| self.left[lie.kind] > 0) else {
                self.failures += u64::from(!current.fitted);
                tries.pop();
                continue;
            };
            let Lie { fields, kind } = rest[skipped];
            current.next += skipped + 1;
            current.fitted = true;
            current.lies = Some(kind);
            self.count_node()?;
            self.left[kind] -= 1;
            for (corner, colour) in self.places[tries.len() - 1].corners.into_iter().zip(fields) {
                self.corners[corner] = colour;
            }
            if tries.len() < self.places.len() {
                tries.push(self.open(tries.len()));
            } else {
                (self.found)(&self.corners).map_break(|()| Limit::Solutions)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn open(&self, place: usize) -> Try {
        let Place { corners, given } = self.places[place];
        let fields = corners.map(|corner| self.corners[corner]);
        let number = given.number(fields, self.colours);
        let starts = &self.sorted[given as usize].starts;
        Try {
            given,
            next: starts[number],
            end: starts[number + 1],
            lies: None,
            fitted: false,
        }
    }

    fn count_node(&mut self) -> ControlFlow<Limit> {
        if self.nodes == self.most_nodes {
            return ControlFlow::Break(Limit::Nodes);
        }
        if self.nodes.is_multiple_of(STEPS_BETWEEN_LOOKS)
            && let Some(limit) = self.watch.expired()
        {
            return ControlFlow::Break(limit);
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }
}

/// The places, by row and column, in the order of laying: layer after layer, down the new column and then along the new row.
fn laying_order(rows: usize, cols: usize) -> Vec<(usize, usize)> {
    let mut order: Vec<(usize, usize)> = (0..rows)
        .flat_map(|row| (0..cols).map(move |col| (row, col)))
        .collect();
    order.sort_by_key(|&(row, col)| (row.max(col), row >= col, row, col));
    order
}

fn places(puzzle: &Colors) -> Vec<Place> {
    let place = |(row, col)| Place {
        corners: puzzle.corners_of_piece(row, col),
        given: match (row, col) {
            (0, 0) => Given::Nothing,
            (0, _) => Given::Left,
            (_, 0) => Given::Top,
            _ => Given::Both,
        },
    };
    let order = laying_order(puzzle.rows, puzzle.cols);
    order.into_iter().map(place).collect()
}
