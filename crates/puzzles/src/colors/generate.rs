//! New sets of pieces with exactly one solution, up to turns of the whole board.
//!
//! A random picture is cut into pieces, so there is a solution; laying the pieces shows whether there is another. If so, the picture is
//! changed at one point, and the change is kept unless it makes more solutions: the same pieces are laid in fewer and fewer ways until one is left.
//! Small boards have so few pictures that all of them are looked at: either a set is drawn from those that are as wanted, or there is none
//! and that is proved. The same seed gives the same set, and the work is bounded by the number of pieces laid, not by a clock.

use super::board::{Board, Match};
use super::lay::lay;
use super::pieces::{Fields, Pieces};
use super::{Colors, MOST_PIECES};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use tantalizer_draw::Colour;
use tantalizer_model::{Limit, Limits, Watch};
use thiserror::Error;

/// After so many laid pieces the wish is given up.
const MOST_NODES: u64 = 2_000_000_000;

/// A picture whose pieces can be laid in more ways is not improved but replaced.
const MOST_SOLUTIONS: u64 = 20_000;

/// So many changes in a row that make nothing better, and another picture is tried.
const MOST_VAIN_CHANGES: u32 = 300;

/// With no more pictures than this, all of them are looked at.
const FEW_PICTURES: u64 = 300_000;

/// What a set of pieces should be like.
#[derive(Clone, Debug)]
pub struct PiecesWish {
    /// Rows of pieces.
    pub rows: usize,
    /// Columns of pieces.
    pub cols: usize,
    /// How many colours the pieces show, exactly.
    pub colours: usize,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// Why there is no such set.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No set can be like that.
    #[error("no set of pieces can be like that: {0}")]
    Impossible(String),
    /// There is none: all were looked at.
    #[error("no set of pieces has exactly one solution: {0}")]
    None(String),
    /// None was found.
    #[error(
        "no set with exactly one solution was found after laying {nodes} pieces, and none was excluded; more colours make it easier"
    )]
    NotFound {
        /// How many pieces were laid.
        nodes: u64,
    },
    /// A limit was reached first.
    #[error("{0} before a set was found")]
    Stopped(Limit),
}

/// A set that is as wished, and how it was found.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The pieces, turned and shuffled.
    pub puzzle: Colors,
    /// The one picture: the colours of the points where pieces match, as in a solution of the puzzle's model.
    pub corners: Vec<i32>,
    /// How many of its turns are different pictures.
    pub turns: usize,
    /// How many pictures were looked at.
    pub pictures: u64,
    /// How many pieces were laid.
    pub nodes: u64,
}

/// A set of pieces that match at their corners, with exactly one solution up to turns of the whole board.
pub fn generate(wish: &PiecesWish, limits: &Limits) -> Result<Generated, GenerateError> {
    generate_as(wish, Match::Corners, false, limits)
}

/// The same for pieces that match as is said here, with a frame or without; its colour counts beside the others.
pub fn generate_as(
    wish: &PiecesWish,
    matched: Match,
    framed: bool,
    limits: &Limits,
) -> Result<Generated, GenerateError> {
    let board = Board::new(wish.rows, wish.cols, matched);
    refuse_the_impossible(wish, board, framed)?;
    let free = 0..board.points();
    let free: Vec<usize> = free
        .filter(|&point| !framed || !board.on_the_edge(point))
        .collect();
    let pictures = u32::try_from(free.len())
        .ok()
        .and_then(|free| (wish.colours as u64).checked_pow(free));
    let mut letters = letters();
    if framed {
        let grey = Colour::Grey.letter();
        letters.retain(|&letter| letter != grey);
        letters.truncate(wish.colours);
        letters.push(grey);
    }
    let mut maker = Maker {
        wish,
        board,
        letters,
        frame: framed.then_some(wish.colours),
        free,
        turns: board.turns(),
        random: ChaCha8Rng::seed_from_u64(wish.seed),
        watch: limits.start(),
        limits: limits.clone(),
        pictures: 0,
        nodes: 0,
    };
    match pictures {
        Some(pictures) if pictures <= FEW_PICTURES => maker.look_at_all_pictures(pictures),
        _ => maker.improve_random_pictures(),
    }
}

fn refuse_the_impossible(
    wish: &PiecesWish,
    board: Board,
    framed: bool,
) -> Result<(), GenerateError> {
    let refuse = |reason: String| Err(GenerateError::Impossible(reason));
    let &PiecesWish {
        rows,
        cols,
        colours,
        ..
    } = wish;
    if rows == 0 || cols == 0 {
        return refuse("a board has at least one row and one column".into());
    }
    if rows.saturating_mul(cols) > MOST_PIECES {
        return refuse(format!("a board has at most {MOST_PIECES} pieces"));
    }
    if colours == 0 {
        return refuse("there is at least one colour".into());
    }
    let points = (0..board.points()).filter(|&point| !framed || !board.on_the_edge(point));
    let points = points.count();
    if colours > points {
        let what = match board.matched {
            Match::Corners => "corner points",
            Match::Sides => "sides",
        };
        let inside = if framed { " inside its frame" } else { "" };
        return refuse(format!(
            "the fields of a {rows} x {cols} board meet{inside} in {points} {what} of one colour each, too few for {colours} colours"
        ));
    }
    let letters = letters().len() - usize::from(framed);
    if colours > letters {
        return refuse(format!("there are letters for {letters} colours"));
    }
    Ok(())
}

/// The letters that stand for colours: those with a colour of their own first.
fn letters() -> Vec<char> {
    let mut letters: Vec<char> = Colour::ALL.iter().map(|colour| colour.letter()).collect();
    for letter in ('A'..='Z').chain('a'..='z') {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters
}

/// The colours of the points.
type Picture = Vec<usize>;

struct Maker<'a> {
    wish: &'a PiecesWish,
    board: Board,
    /// Those of the colours, the frame's behind all others.
    letters: Vec<char>,
    frame: Option<usize>,
    /// The points whose colour can be chosen.
    free: Vec<usize>,
    turns: Vec<Vec<usize>>,
    random: ChaCha8Rng,
    watch: Watch,
    limits: Limits,
    pictures: u64,
    nodes: u64,
}

impl Maker<'_> {
    /// Looks at all pictures: those with the same pieces are the solutions of one set.
    fn look_at_all_pictures(&mut self, pictures: u64) -> Result<Generated, GenerateError> {
        let colours = self.wish.colours;
        let mut sets: BTreeMap<Vec<Fields>, Option<Picture>> = BTreeMap::new();
        let mut sets_seen: BTreeSet<Picture> = BTreeSet::new();
        for number in 0..pictures {
            if number.is_multiple_of(1024)
                && let Some(limit) = self.watch.expired()
            {
                return Err(GenerateError::Stopped(limit));
            }
            let mut rest = number as usize;
            let chosen = self.free.iter().map(|_| {
                let colour = rest % colours;
                rest /= colours;
                colour
            });
            let chosen: Vec<usize> = chosen.collect();
            let used: BTreeSet<usize> = chosen.iter().copied().collect();
            let picture = self.picture(chosen);
            if used.len() < colours || !sets_seen.insert(self.smallest_turn(&picture)) {
                continue;
            }
            let mut set: Vec<Fields> = self
                .cut(&picture)
                .into_iter()
                .map(|piece| self.board.matched.smallest_turn(piece))
                .collect();
            set.sort_unstable();
            sets.entry(set)
                .and_modify(|only| *only = None)
                .or_insert(Some(picture));
        }
        self.pictures = sets_seen.len() as u64;
        let unique: Vec<Picture> = sets.into_values().flatten().collect();
        let Some(picture) = unique.choose(&mut self.random) else {
            return Err(GenerateError::None(format!(
                "each of the {} pictures of {} x {} pieces in exactly {colours} colours, counted up to turns, was cut into pieces, and another \
                 picture has the same pieces",
                self.pictures, self.wish.rows, self.wish.cols
            )));
        };
        Ok(self.finish(picture))
    }

    fn improve_random_pictures(&mut self) -> Result<Generated, GenerateError> {
        loop {
            let mut picture = self.random_picture();
            let mut solutions = self.count_solutions(&picture, MOST_SOLUTIONS)?;
            let mut vain = 0;
            while solutions > 1 && solutions < MOST_SOLUTIONS && vain < MOST_VAIN_CHANGES {
                let changed = self.changed(&picture);
                let after = self.count_solutions(&changed, solutions + 1)?;
                vain = if after < solutions { 0 } else { vain + 1 };
                if after <= solutions {
                    (picture, solutions) = (changed, after);
                }
            }
            if solutions == 1 {
                return Ok(self.finish(&picture));
            }
        }
    }

    /// Each colour once, the others by chance.
    fn random_picture(&mut self) -> Picture {
        let mut chosen: Vec<usize> = (0..self.wish.colours).collect();
        while chosen.len() < self.free.len() {
            chosen.push(self.random.random_range(0..self.wish.colours));
        }
        chosen.shuffle(&mut self.random);
        self.picture(chosen)
    }

    /// The picture with these colours at the free points.
    fn picture(&self, chosen: Vec<usize>) -> Picture {
        let mut picture = vec![self.frame.unwrap_or(0); self.board.points()];
        for (&point, colour) in self.free.iter().zip(chosen) {
            picture[point] = colour;
        }
        picture
    }

    /// The picture with another colour at one point, all colours still there.
    fn changed(&mut self, picture: &Picture) -> Picture {
        let mut changed = picture.clone();
        // Where each point has its own colour, two change places.
        let uses = |picture: &Picture, colour| picture.iter().filter(|&&c| c == colour).count();
        let at = self.free[self.random.random_range(0..self.free.len())];
        let colour = self.random.random_range(0..self.wish.colours);
        if uses(picture, picture[at]) > 1 {
            changed[at] = colour;
        } else {
            let other = self.free[self.random.random_range(0..self.free.len())];
            changed.swap(at, other);
        }
        changed
    }

    /// In how many ways, up to turns, the pieces of a picture can be laid; no more than `most` are told apart.
    fn count_solutions(&mut self, picture: &Picture, most: u64) -> Result<u64, GenerateError> {
        self.pictures += 1;
        let puzzle = self.puzzle(&self.cut(picture));
        let limits = Limits {
            nodes: Some(MOST_NODES.saturating_sub(self.nodes)),
            ..self.limits.clone()
        };
        let mut found: BTreeSet<Picture> = BTreeSet::new();
        let laid = lay(&puzzle, &limits, &mut |picture| {
            let colours: Picture = picture.iter().map(|&colour| colour as usize).collect();
            found.insert(self.smallest_turn(&colours));
            if found.len() as u64 >= most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.nodes += laid.nodes;
        match laid.stopped_by {
            None | Some(Limit::Solutions) => Ok(found.len() as u64),
            Some(Limit::Nodes) => Err(GenerateError::NotFound { nodes: self.nodes }),
            Some(limit) => Err(GenerateError::Stopped(limit)),
        }
    }

    fn cut(&self, picture: &Picture) -> Vec<Fields> {
        let places = self.board.points_of_all().into_iter();
        places
            .map(|points| points.map(|point| picture[point] as i32))
            .collect()
    }

    fn puzzle(&self, pieces: &[Fields]) -> Colors {
        let colours = self.wish.colours + usize::from(self.frame.is_some());
        Colors {
            board: self.board,
            letters: self.letters[..colours].to_vec(),
            pieces: Pieces::new(self.board.matched, pieces.to_vec()),
            frame: self.frame.map(|frame| frame as i32),
            hints: Vec::new(),
        }
    }

    /// The picture in all turns that keep the board's shape.
    fn turns(&self, picture: &Picture) -> Vec<Picture> {
        let turned = |turn: &Vec<usize>| turn.iter().map(|&point| picture[point]).collect();
        self.turns.iter().map(turned).collect()
    }

    fn smallest_turn(&self, picture: &Picture) -> Picture {
        self.turns(picture).into_iter().min().unwrap_or_default()
    }

    /// The pieces of a picture, turned and shuffled so that they do not tell how they lie.
    fn finish(&mut self, picture: &Picture) -> Generated {
        let mut cut = self.cut(picture);
        for piece in &mut cut {
            for _ in 0..self.random.random_range(0..4) {
                *piece = self.board.matched.turned(*piece);
            }
        }
        cut.shuffle(&mut self.random);
        let written: Vec<[char; 4]> = cut
            .iter()
            .map(|piece| piece.map(|colour| self.letters[colour as usize]))
            .collect();
        let mut puzzle = Colors::on(self.board, &written);
        if let Some(frame) = self.frame {
            puzzle = puzzle.with_frame(self.letters[frame]);
        }
        let colour = |&colour: &usize| {
            let known = puzzle
                .letters
                .iter()
                .position(|&letter| letter == self.letters[colour]);
            known.unwrap_or(0) as i32
        };
        let corners = picture.iter().map(colour).collect();
        let turns: BTreeSet<Picture> = self.turns(picture).into_iter().collect();
        Generated {
            puzzle,
            corners,
            turns: turns.len(),
            pictures: self.pictures,
            nodes: self.nodes,
        }
    }
}
