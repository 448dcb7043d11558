//! Why the pieces lie as they do, by pieces and places.
//!
//! The board is turned so that one piece lies in one part of it. From there everything is said that one sees by looking
//! ([`super::fitting`]): the only piece for a place, the only place for a piece. Where nothing is to be seen, the fewest ways to go on are told
//! as cases. In a case that comes to nothing only what it takes is said. Of all pieces to begin with, the one with the shortest
//! explanation is taken.

use tantalizer_draw::Drawing;
use tantalizer_model::{Limit, Request, Solution, Status, Watch};
use tantalizer_puzzle::{OwnExplanation, Puzzle, Sentence, View, listed};

use super::Colors;
use super::fitting::{Claim, Fitting, Seen, Start};
use super::way::Lay;

/// Nobody reads more sentences.
const MOST_SENTENCES: usize = 1000;

impl Colors {
    /// The explanation with the fewest sentences; `lay` knows how a picture is a solution.
    pub(super) fn by_pieces(&self, request: &Request, lay: &Lay) -> Option<OwnExplanation> {
        let watch = request.limits.start();
        // What clashes is told in general words.
        let given = self.given()?;
        let mut best: Option<Told> = None;
        let mut stopped_by = None;
        for start in self.starts() {
            let most = best
                .as_ref()
                .map_or(MOST_SENTENCES, |told| told.sentences.len() - 1);
            let mut telling = Telling {
                puzzle: self,
                fitting: Fitting::new(self, given.clone(), start.clone()),
                watch: &watch,
                most,
                told: Told::default(),
            };
            telling.begin(start.as_ref());
            let mut claims = telling.fitting.hints();
            match telling.tell(&mut claims, 0) {
                Ok(()) => best = Some(telling.told),
                Err(limit) => stopped_by = Some(limit),
            }
            if watch.expired().is_some() {
                break;
            }
        }
        match (best, stopped_by) {
            (Some(told), _) => Some(self.explained(told, lay)),
            (None, Some(limit)) => {
                let drawing = self.draw(&View::blank());
                let mut own =
                    OwnExplanation::in_sentences(Status::Unknown, Vec::new(), &[], drawing);
                own.stopped_by = Some(limit);
                Some(own)
            }
            (None, None) => None,
        }
    }

    /// The pieces to begin with: all of which there is one. Without any, or with pieces that lie already, the board is not turned.
    fn starts(&self) -> Vec<Option<Start>> {
        if !self.hints.is_empty() {
            return vec![None];
        }
        let counts = self.pieces.counts();
        let kinds = (0..counts.len()).filter(|&kind| counts[kind] == 1);
        let (places, middle) = part_of_the_board(self.rows(), self.cols());
        let starts = kinds.map(|kind| {
            Some(Start {
                kind,
                places: places.clone(),
                middle,
            })
        });
        let starts: Vec<Option<Start>> = starts.collect();
        if starts.is_empty() {
            vec![None]
        } else {
            starts
        }
    }

    fn explained(&self, told: Told, lay: &Lay) -> OwnExplanation {
        let solutions: Vec<Solution> = told.solutions.iter().map(|c| lay.solution(c)).collect();
        let status = if solutions.is_empty() {
            Status::Unsatisfiable
        } else {
            Status::Satisfiable
        };
        let pictures = solutions
            .iter()
            .map(|solution| self.draw(&View::solution(solution)));
        let pictures = Drawing::down(pictures.collect());
        let pieces = self.draw(&View::blank()).titled("the pieces");
        let drawing = Drawing::down(vec![pieces, pictures.clone()]);
        let mut own = OwnExplanation::in_sentences(status, solutions, &told.sentences, drawing);
        own.below = Some(pictures);
        own
    }
}

/// The places into one of which every place of the board comes by a turn, and the one in the middle that stays where it is.
fn part_of_the_board(rows: usize, cols: usize) -> (Vec<usize>, Option<usize>) {
    let all = rows * cols;
    let middle = (rows % 2 == 1 && cols % 2 == 1).then_some(all / 2);
    let part = |place: &usize| {
        let (row, col) = (place / cols, place % cols);
        let in_part = if rows == cols {
            row < rows / 2 && col < cols.div_ceil(2)
        } else {
            *place < all / 2
        };
        in_part || middle == Some(*place)
    };
    ((0..all).filter(part).collect(), middle)
}

/// What was said, and the pictures that it led to.
#[derive(Default)]
struct Told {
    sentences: Vec<Sentence>,
    solutions: Vec<Vec<i32>>,
}

struct Telling<'a> {
    puzzle: &'a Colors,
    fitting: Fitting<'a>,
    watch: &'a Watch,
    /// No more sentences.
    most: usize,
    told: Told,
}

impl Telling<'_> {
    fn say(&mut self, under: usize, text: String) {
        self.told.sentences.push(Sentence { under, text });
    }

    fn begin(&mut self, start: Option<&Start>) {
        let hints = self.fitting.hints();
        if !hints.is_empty() {
            let lies = |&hint: &Claim| {
                let place = self.place(hint.place);
                format!("{} at {place}", self.lying(hint).trim_end_matches(','))
            };
            let hints: Vec<String> = hints.iter().map(lies).collect();
            self.say(0, format!("These lie already: {}.", hints.join("; ")));
        }
        if let Some(start) = start
            && self.fitting.places() > 1
        {
            let piece = self.piece(start.kind);
            let where_ = if self.puzzle.board.is_square() {
                "the upper left quarter"
            } else {
                "the first half"
            };
            let places = self.listed(&start.places);
            self.say(
                0,
                format!("Turn the board so that {piece} lies in {where_}: {places}."),
            );
        }
    }

    /// Everything that follows from these claims.
    fn tell(&mut self, claims: &mut Vec<Claim>, under: usize) -> Result<(), Limit> {
        if self.told.sentences.len() > self.most {
            return Err(Limit::Nodes);
        }
        if let Some(limit) = self.watch.expired() {
            return Err(limit);
        }
        let before = claims.len();
        let mut seen = Vec::new();
        while let Some(next) = self.fitting.look(claims) {
            seen.push(next);
            match next.claim() {
                Some(claim) => claims.push(claim),
                None => {
                    claims.truncate(before);
                    self.tell_dead_end(claims, &seen, under);
                    return Ok(());
                }
            }
        }
        for (step, &seen) in seen.iter().enumerate() {
            let text = self.seen(&claims[..before + step], seen);
            self.say(under, text);
        }
        if self.is_complete(claims) {
            let colours = self.fitting.colours(claims).into_iter();
            self.told
                .solutions
                .push(colours.map(|colour| colour.unwrap_or(0)).collect());
            self.say(under, "All pieces lie: that is a solution.".into());
        } else {
            self.tell_cases(claims, under)?;
        }
        claims.truncate(before);
        Ok(())
    }

    fn is_complete(&self, claims: &[Claim]) -> bool {
        let lies = |place| {
            let mut own = claims.iter().filter(|claim| claim.place == place);
            own.any(|claim| claim.picture.is_some())
        };
        (0..self.fitting.places()).all(lies)
    }

    /// The fewest ways to go on, one after another.
    fn tell_cases(&mut self, claims: &mut Vec<Claim>, under: usize) -> Result<(), Limit> {
        let open = self.fitting.open(claims);
        let claim = |place: usize, picture: usize| Claim {
            place,
            kind: self.fitting.kind(picture),
            picture: Some(picture),
        };
        let ways = open.iter().enumerate().flat_map(|(place, pictures)| {
            pictures.iter().map(move |&picture| claim(place, picture))
        });
        let ways: Vec<Claim> = ways.collect();
        let at = |place: usize| {
            let here = ways.iter().copied().filter(move |way| way.place == place);
            (
                format!("fill {}", self.place(place)),
                here.collect::<Vec<_>>(),
            )
        };
        let with = |kind: usize| {
            let own = ways.iter().copied().filter(move |way| way.kind == kind);
            (format!("lay {}", self.piece(kind)), own.collect::<Vec<_>>())
        };
        let counts = self.puzzle.pieces.counts();
        let single = (0..counts.len()).filter(|&kind| counts[kind] == 1);
        let choices = (0..open.len()).map(at).chain(single.map(with));
        let choice = choices
            .filter(|(_, ways)| ways.len() > 1)
            .min_by_key(|(_, ways)| ways.len());
        let Some((what, ways)) = choice else {
            return Ok(());
        };
        self.say(under, format!("There are {} ways to {what}.", ways.len()));
        let found = self.told.solutions.len();
        for &way in &ways {
            let supposed = format!(
                "Suppose {} lies at {}.",
                self.lying(way),
                self.place(way.place)
            );
            self.say(under, supposed);
            claims.push(way);
            self.tell(claims, under + 1)?;
            claims.pop();
        }
        if self.told.solutions.len() == found {
            let so = if under == 0 {
                "So there is no solution"
            } else {
                "So it cannot be"
            };
            self.say(under, format!("{so}: none of these ways is left."));
        }
        Ok(())
    }

    /// What leads to a dead end, without what it does not take.
    fn tell_dead_end(&mut self, claims: &[Claim], seen: &[Seen], under: usize) {
        let mut kept = seen.to_vec();
        for step in (0..seen.len().saturating_sub(1)).rev() {
            let mut fewer = kept.clone();
            fewer.remove(step);
            if self.holds(claims, &fewer) {
                kept = fewer;
            }
        }
        let mut known = claims.to_vec();
        for seen in kept {
            let text = self.seen(&known, seen);
            self.say(under, text);
            known.extend(seen.claim());
        }
    }

    /// Whether each of these follows from those before it.
    fn holds(&self, claims: &[Claim], seen: &[Seen]) -> bool {
        let mut known = claims.to_vec();
        seen.iter().all(|&seen| {
            let follows = self.fitting.follows(&known, seen);
            known.extend(seen.claim());
            follows
        })
    }

    fn seen(&self, claims: &[Claim], seen: Seen) -> String {
        match seen {
            Seen::OnlyPiece(claim) => {
                let (place, lying) = (self.place(claim.place), self.lying(claim));
                match self.needs(claims, claim.place) {
                    Some(needs) => format!("{place} needs {needs}: only {lying} is left for it."),
                    None => format!("For {place} only {lying} is left."),
                }
            }
            Seen::OnlyPlace(claim) => {
                let lying = capital(&self.lying(claim));
                format!("{lying} fits nowhere but at {}.", self.place(claim.place))
            }
            Seen::NoPiece(place) => {
                let name = self.place(place);
                match self.needs(claims, place) {
                    Some(needs) => format!("But {name} needs {needs}, and no such piece is left."),
                    None => format!("But no piece is left for {name}."),
                }
            }
            Seen::NoPlace(kind) => format!("But {} fits nowhere any more.", self.piece(kind)),
        }
    }

    fn place(&self, place: usize) -> String {
        let cols = self.puzzle.cols();
        format!("r{}c{}", place / cols + 1, place % cols + 1)
    }

    fn listed(&self, places: &[usize]) -> String {
        let names: Vec<String> = places.iter().map(|&place| self.place(place)).collect();
        match &names[..] {
            [first, _, _, _, _, _, .., last] => format!("{first} to {last}"),
            few => listed(few, "or"),
        }
    }

    /// A piece by number and letters; of pieces that are alike the first.
    fn piece(&self, kind: usize) -> String {
        let alike = &self.puzzle.pieces.by_kind()[kind];
        let first = alike.last().copied().unwrap_or(0);
        let fields = self.puzzle.pieces.all()[first];
        let letters = self.puzzle.written(fields);
        if alike.len() > 1 {
            format!("a piece like {} ({letters})", first + 1)
        } else {
            format!("piece {} ({letters})", first + 1)
        }
    }

    /// The piece, and how it is turned.
    fn lying(&self, claim: Claim) -> String {
        let piece = self.piece(claim.kind);
        let Some(picture) = claim.picture else {
            return piece;
        };
        let first = self.puzzle.pieces.by_kind()[claim.kind].last().copied();
        let fields = self.fitting.fields(picture);
        let turned = match self.puzzle.pieces.turns(first.unwrap_or(0), fields) {
            0 => "as it is",
            1 => "turned once",
            2 => "turned twice",
            _ => "turned three times",
        };
        format!("{piece}, {turned},")
    }

    /// "R at the top left and G at the bottom left", if anything is known.
    fn needs(&self, claims: &[Claim], place: usize) -> Option<String> {
        let names = self.puzzle.board.matched.field_names();
        let needs = self.fitting.needs(claims, place);
        if let [Some(a), Some(b), Some(c), Some(d)] = needs {
            let letters = self.puzzle.written([a, b, c, d]);
            return Some(format!("the fields {letters}"));
        }
        let needs = needs.into_iter().zip(names);
        let needs: Vec<String> = needs
            .filter_map(|(colour, field)| {
                Some(format!("{} at the {field}", self.puzzle.letter(colour?)))
            })
            .collect();
        let (last, first) = needs.split_last()?;
        if first.is_empty() {
            return Some(last.clone());
        }
        Some(format!("{} and {last}", first.join(", ")))
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
