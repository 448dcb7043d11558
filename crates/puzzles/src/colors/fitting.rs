//! Which piece can lie where, as far as one sees by looking at what lies there already.
//!
//! Everything follows from a list of claims ("piece 7 lies at r1c2, turned once"), so that a conclusion can be drawn again from some
//! of them alone.

use super::{Colors, Hint};

/// A piece of this kind lies at this place, and perhaps how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub place: usize,
    pub kind: usize,
    /// What it shows, as a number into [`Fitting::pictures`].
    pub picture: Option<usize>,
}

/// What one sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// No other piece fits the place, or it fits in no other way.
    OnlyPiece(Claim),
    /// The piece fits no other place.
    OnlyPlace(Claim),
    /// No piece fits the place.
    NoPiece(usize),
    /// Pieces of the kind fit fewer places than there are of them.
    NoPlace(usize),
}

impl Seen {
    /// What is known by it; nothing if it is a dead end.
    pub fn claim(self) -> Option<Claim> {
        match self {
            Seen::OnlyPiece(claim) | Seen::OnlyPlace(claim) => Some(claim),
            Seen::NoPiece(_) | Seen::NoPlace(_) => None,
        }
    }
}

/// A kind with one piece that is laid into one part of the board, as the board may be turned.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub kind: usize,
    /// The places where it may lie.
    pub places: Vec<usize>,
    /// The place that turns leave where it is; there they turn the piece.
    pub middle: Option<usize>,
}

/// A set of pieces and where they may lie.
pub(super) struct Fitting<'a> {
    puzzle: &'a Colors,
    /// Everything that a piece can show: the fields and the kind.
    pub pictures: Vec<[i32; 5]>,
    counts: Vec<usize>,
    /// The points of each place.
    points: Vec<[usize; 4]>,
    /// The colours of the points that are known before any piece is laid.
    given: Vec<Option<i32>>,
    start: Option<Start>,
}

impl<'a> Fitting<'a> {
    pub fn new(puzzle: &'a Colors, given: Vec<Option<i32>>, start: Option<Start>) -> Self {
        Fitting {
            puzzle,
            pictures: puzzle.pieces.pictures(),
            counts: puzzle.pieces.counts(),
            points: puzzle.board.points_of_all(),
            given,
            start,
        }
    }

    /// The pieces that lie already.
    pub fn hints(&self) -> Vec<Claim> {
        let hint = |hint: &Hint| {
            let shown = self.puzzle.shown(hint);
            let picture = (0..self.pictures.len()).find(|&p| self.fields(p) == shown);
            Claim {
                place: hint.row * self.puzzle.cols() + hint.col,
                kind: self.puzzle.pieces.kind(hint.piece),
                picture,
            }
        };
        self.puzzle.hints.iter().map(hint).collect()
    }

    /// The points of a place.
    pub fn points(&self, place: usize) -> [usize; 4] {
        self.points[place]
    }

    /// What a picture of the whole board shows at a place.
    pub fn shown_at(&self, place: usize, colours: &[i32]) -> [i32; 4] {
        self.points[place].map(|point| colours[point])
    }

    /// A picture of the whole board, turned so that the piece to begin with lies where it may.
    pub fn turned_to_start(&self, colours: &[i32]) -> Option<Vec<i32>> {
        let turned = |turn: &Vec<usize>| {
            let mut turned = vec![0; colours.len()];
            for (&colour, &to) in colours.iter().zip(turn) {
                turned[to] = colour;
            }
            turned
        };
        let starts = |turned: &Vec<i32>| {
            (0..self.places()).all(|place| {
                let shown = self.shown_at(place, turned);
                let picture = (0..self.pictures.len()).find(|&p| self.fields(p) == shown);
                picture.is_some_and(|picture| self.may_start(place, picture))
            })
        };
        let turns = self.puzzle.board.turns();
        turns.iter().map(turned).find(starts)
    }

    pub fn places(&self) -> usize {
        self.points.len()
    }

    pub fn kind(&self, picture: usize) -> usize {
        self.pictures[picture][4] as usize
    }

    /// The fields of a picture.
    pub fn fields(&self, picture: usize) -> [i32; 4] {
        let [a, b, c, d, _] = self.pictures[picture];
        [a, b, c, d]
    }

    /// The colours that are known by the pieces that lie there.
    pub fn colours(&self, claims: &[Claim]) -> Vec<Option<i32>> {
        let mut colours = self.given.clone();
        for claim in claims {
            if let Some(picture) = claim.picture {
                for (point, colour) in self.points[claim.place]
                    .into_iter()
                    .zip(self.fields(picture))
                {
                    colours[point] = Some(colour);
                }
            }
        }
        colours
    }

    /// The colours that a place must show, field by field.
    pub fn needs(&self, claims: &[Claim], place: usize) -> [Option<i32>; 4] {
        let colours = self.colours(claims);
        self.points[place].map(|point| colours[point])
    }

    /// For each place the pictures that fit.
    pub fn open(&self, claims: &[Claim]) -> Vec<Vec<usize>> {
        let colours = self.colours(claims);
        let mut left = self.counts.clone();
        let mut claimed: Vec<Option<Claim>> = vec![None; self.places()];
        for claim in claims {
            if claimed[claim.place].is_none() {
                left[claim.kind] = left[claim.kind].saturating_sub(1);
            }
            claimed[claim.place] = Some(*claim);
        }
        let fits = |place: usize, picture: usize| {
            let kind = self.kind(picture);
            let free = match claimed[place] {
                Some(claim) => {
                    claim.kind == kind && claim.picture.is_none_or(|known| known == picture)
                }
                None => left[kind] > 0,
            };
            let shown = self.points[place].into_iter().zip(self.fields(picture));
            free && self.may_start(place, picture)
                && self.keeps_the_frame(place, picture)
                && shown
                    .into_iter()
                    .all(|(point, colour)| colours[point].is_none_or(|known| known == colour))
        };
        let pictures =
            |place| (0..self.pictures.len()).filter(move |&picture| fits(place, picture));
        (0..self.places())
            .map(|place| pictures(place).collect())
            .collect()
    }

    /// Whether the frame's colour is shown at the edge of the board alone.
    fn keeps_the_frame(&self, place: usize, picture: usize) -> bool {
        let shown = self.points[place].into_iter().zip(self.fields(picture));
        let mut framed = shown.filter(|&(_, colour)| self.puzzle.frame == Some(colour));
        framed.all(|(point, _)| self.puzzle.board.on_the_edge(point))
    }

    fn may_start(&self, place: usize, picture: usize) -> bool {
        let Some(start) = &self.start else {
            return true;
        };
        let kind = self.kind(picture);
        if start.kind != kind {
            return true;
        }
        start.places.contains(&place)
            && (start.middle != Some(place) || self.is_first_of_its_turns(picture))
    }

    /// Whether no turn of the board makes a smaller picture of this one.
    fn is_first_of_its_turns(&self, picture: usize) -> bool {
        let own = self.fields(picture);
        let turn = |fields: &[i32; 4]| Some(self.puzzle.board.turned_along(*fields));
        let mut images = std::iter::successors(Some(own), turn).take(4);
        images.all(|image| own <= image)
    }

    /// The first thing that one sees: dead ends, then pieces that can lie in one way only.
    pub fn look(&self, claims: &[Claim]) -> Option<Seen> {
        let open = self.open(claims);
        if let Some(place) = open.iter().position(Vec::is_empty) {
            return Some(Seen::NoPiece(place));
        }
        let fitting: Vec<Vec<usize>> = (0..self.counts.len())
            .map(|kind| self.places_for(&open, kind))
            .collect();
        let short = |kind: &usize| fitting[*kind].len() < self.counts[*kind];
        if let Some(kind) = (0..self.counts.len()).find(short) {
            return Some(Seen::NoPlace(kind));
        }
        let known = |place: usize| claims.iter().rev().find(|claim| claim.place == place);
        let news = |claim: &Claim| {
            known(claim.place)
                .is_none_or(|known| known.picture.is_none() && claim.picture.is_some())
        };
        for exactly in [true, false] {
            for (place, pictures) in open.iter().enumerate() {
                let claim = self.claim(place, pictures);
                let claim = claim.filter(|claim| claim.picture.is_some() == exactly && news(claim));
                if let Some(claim) = claim {
                    return Some(Seen::OnlyPiece(claim));
                }
            }
        }
        for (kind, places) in fitting.iter().enumerate() {
            if places.len() > self.counts[kind] {
                continue;
            }
            for &place in places {
                let own = open[place].iter().copied();
                let own: Vec<usize> = own.filter(|&picture| self.kind(picture) == kind).collect();
                if let Some(claim) = self.claim(place, &own).filter(news) {
                    return Some(Seen::OnlyPlace(claim));
                }
            }
        }
        None
    }

    fn places_for(&self, open: &[Vec<usize>], kind: usize) -> Vec<usize> {
        let has = |place: &usize| {
            open[*place]
                .iter()
                .any(|&picture| self.kind(picture) == kind)
        };
        (0..self.places()).filter(has).collect()
    }

    /// What these pictures have in common, if they are of one kind.
    fn claim(&self, place: usize, pictures: &[usize]) -> Option<Claim> {
        let kind = self.kind(*pictures.first()?);
        let alike = pictures.iter().all(|&picture| self.kind(picture) == kind);
        let picture = (pictures.len() == 1).then(|| pictures[0]);
        alike.then_some(Claim {
            place,
            kind,
            picture,
        })
    }

    /// Whether this can be seen from these claims as well.
    pub fn follows(&self, claims: &[Claim], seen: Seen) -> bool {
        let open = self.open(claims);
        let shows = |claim: Claim, pictures: &[usize]| {
            self.claim(claim.place, pictures).is_some_and(|found| {
                found.kind == claim.kind
                    && (claim.picture.is_none() || found.picture == claim.picture)
            })
        };
        match seen {
            Seen::NoPiece(place) => open[place].is_empty(),
            Seen::NoPlace(kind) => self.places_for(&open, kind).len() < self.counts[kind],
            Seen::OnlyPiece(claim) => shows(claim, &open[claim.place]),
            Seen::OnlyPlace(claim) => {
                let places = self.places_for(&open, claim.kind);
                let own = open[claim.place].iter().copied();
                let own: Vec<usize> = own.filter(|&p| self.kind(p) == claim.kind).collect();
                places.len() <= self.counts[claim.kind] && shows(claim, &own)
            }
        }
    }
}
