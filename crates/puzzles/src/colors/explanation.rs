//! Why the pieces lie as they do, by pieces and places.
//!
//! The board is turned so that one piece lies in one part of it. From there everything is said that one sees by looking
//! ([`super::fitting`]): the only piece for a place, the only place for a piece. Where nothing is to be seen, the fewest ways to go on are told
//! as cases. In a case that comes to nothing only what it takes is said. Of all pieces to begin with, the one with the shortest
//! explanation is taken.

use std::ops::ControlFlow;
use tantalizer_draw::Drawing;
use tantalizer_model::{Limit, Request, Solution, Status, Var, Watch};
use tantalizer_puzzle::{OwnExplanation, OwnHint, Puzzle, Sentence, View, listed};

use super::fitting::{Claim, Fitting, Seen, Start};
use super::lay::lay_once;
use super::way::Lay;
use super::{Colors, Hint};

/// Nobody reads more sentences.
const MOST_SENTENCES: usize = 1000;

/// A hint tells so many ways that come to nothing one by one.
const FEW: usize = 3;

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

    /// What comes next where these points are known: a piece that can only lie so. Nothing if the position leads nowhere.
    pub(super) fn next_piece(
        &self,
        entries: &[(Var, i32)],
        request: &Request,
        lay: &Lay,
    ) -> Option<OwnHint> {
        let laid = self.with_laid(entries)?;
        if laid.hints.len() == laid.board.places() {
            return None;
        }
        let mut solution = None;
        lay_once(&laid, &request.limits, request.seed, &mut |colours| {
            solution = Some(colours.to_vec());
            ControlFlow::Break(())
        });
        let start = laid.starts().into_iter().next()?;
        let watch = request.limits.start();
        let telling = Telling {
            puzzle: &laid,
            fitting: Fitting::new(&laid, laid.given()?, start.clone()),
            watch: &watch,
            most: MOST_SENTENCES,
            told: Told::default(),
        };
        let solution = telling.fitting.turned_to_start(&solution?)?;
        let (sentences, sets) = telling.next(start.as_ref(), &solution);
        Some(OwnHint {
            sentences,
            sets,
            solution: lay.solution(&solution),
        })
    }

    /// The puzzle with a piece wherever these points tell what lies there; nothing if they tell of other places, or of pieces that are not there.
    fn with_laid(&self, entries: &[(Var, i32)]) -> Option<Colors> {
        let mut known = self.given()?;
        for &(var, colour) in entries {
            let point = known.get_mut(var.index())?;
            if *point.get_or_insert(colour) != colour {
                return None;
            }
        }
        let mut free = self.pieces.by_kind();
        for hint in &self.hints {
            free[self.pieces.kind(hint.piece)].retain(|&piece| piece != hint.piece);
        }
        let mut hints = self.hints.clone();
        let mut told = vec![false; known.len()];
        for (place, points) in self.board.points_of_all().into_iter().enumerate() {
            let fields = points.map(|point| known[point]);
            let [Some(a), Some(b), Some(c), Some(d)] = fields else {
                continue;
            };
            for point in points {
                told[point] = true;
            }
            let (row, col) = (place / self.cols(), place % self.cols());
            if self
                .hints
                .iter()
                .any(|hint| (hint.row, hint.col) == (row, col))
            {
                continue;
            }
            let fields = [a, b, c, d];
            let piece = free[self.pieces.kind_of(fields)?].pop()?;
            let turn = self.pieces.turns(piece, fields);
            hints.push(Hint {
                piece,
                row,
                col,
                turn,
            });
        }
        let all_told = entries.iter().all(|&(var, _)| told[var.index()]);
        all_told.then(|| self.clone().with_hints(hints))
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
        self.begin_with(start);
    }

    fn begin_with(&mut self, start: Option<&Start>) {
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

    /// The next piece that can only lie so, with the sentences that lead to it, and what it sets; without such a piece, what is known of
    /// the fewest ways to go on, of which the solution takes one.
    fn next(mut self, start: Option<&Start>, solution: &[i32]) -> (Vec<String>, Vec<(Var, i32)>) {
        let mut claims = self.fitting.hints();
        let before = claims.len();
        let mut seen = Vec::new();
        while let Some(next) = self.fitting.look(&claims) {
            let Some(claim) = next.claim() else { break };
            seen.push(next);
            claims.push(claim);
            if claim.picture.is_some() {
                claims.truncate(before);
                self.tell_dead_end(&claims, &seen, 0);
                let sets = self.sets(claim);
                return (self.said(), sets);
            }
        }
        self.begin_with(start);
        let mut sets = Vec::new();
        if let Some((what, ways)) = self.fewest_ways(&claims) {
            self.say(0, format!("There are {} ways to {what}.", ways.len()));
            let left = self.tell_what_is_left(&mut claims, &ways);
            let taken = |way: &&Claim| {
                let picture = way.picture.map(|picture| self.fitting.fields(picture));
                picture == Some(self.fitting.shown_at(way.place, solution))
            };
            if let Some(&way) = left.iter().find(taken) {
                let lies = format!("{} lies at {}", self.lying(way), self.place(way.place));
                if left.len() == 1 {
                    self.say(0, format!("So {lies}."));
                    sets = self.sets(way);
                } else {
                    self.say(0, format!("A solution is there if {lies}."));
                }
            }
        }
        (self.said(), sets)
    }

    /// Tells which of these ways come to nothing, at a glance or later; the others.
    fn tell_what_is_left(&mut self, claims: &mut Vec<Claim>, ways: &[Claim]) -> Vec<Claim> {
        let before = claims.len();
        let mut dead = Vec::new();
        let mut left = Vec::new();
        for &way in ways {
            claims.push(way);
            let mut seen = Vec::new();
            while let Some(next) = self.fitting.look(claims) {
                seen.push(next);
                match next.claim() {
                    Some(claim) => claims.push(claim),
                    None => break,
                }
            }
            claims.truncate(before);
            match seen.last() {
                Some(last) if last.claim().is_none() => dead.push((way, seen)),
                _ => left.push(way),
            }
        }
        if dead.len() > FEW {
            let count = dead.len();
            self.say(0, format!("{count} of them soon leave a place without a piece, or a piece without a place."));
        } else {
            for (way, seen) in dead {
                let supposed = self.supposed(way);
                self.say(0, supposed);
                claims.push(way);
                self.tell_dead_end(claims, &seen, 0);
                claims.pop();
            }
        }
        let open = left.len();
        if open > 1 {
            left.retain(|&way| self.may_lead_on(claims, way));
            let gone = open - left.len();
            if gone > 0 {
                self.say(0, format!("{gone} of them lead nowhere in the end."));
            }
        }
        left
    }

    /// Whether this way is not known to come to nothing.
    fn may_lead_on(&mut self, claims: &mut Vec<Claim>, way: Claim) -> bool {
        let before = claims.len();
        let told = std::mem::take(&mut self.told);
        claims.push(way);
        let ended = self.tell(claims, 0);
        claims.truncate(before);
        let told = std::mem::replace(&mut self.told, told);
        ended.is_err() || !told.solutions.is_empty()
    }

    fn said(self) -> Vec<String> {
        self.told
            .sentences
            .into_iter()
            .map(|said| said.text)
            .collect()
    }

    /// The points of a piece that lies so.
    fn sets(&self, claim: Claim) -> Vec<(Var, i32)> {
        let fields = claim.picture.map(|picture| self.fitting.fields(picture));
        let points = self.fitting.points(claim.place).map(Var::from_index);
        points
            .into_iter()
            .zip(fields.into_iter().flatten())
            .collect()
    }

    fn supposed(&self, way: Claim) -> String {
        format!(
            "Suppose {} lies at {}.",
            self.lying(way),
            self.place(way.place)
        )
    }

    fn is_complete(&self, claims: &[Claim]) -> bool {
        let lies = |place| {
            let mut own = claims.iter().filter(|claim| claim.place == place);
            own.any(|claim| claim.picture.is_some())
        };
        (0..self.fitting.places()).all(lies)
    }

    /// What can be done in the fewest ways, and these.
    fn fewest_ways(&self, claims: &[Claim]) -> Option<(String, Vec<Claim>)> {
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
        choices
            .filter(|(_, ways)| ways.len() > 1)
            .min_by_key(|(_, ways)| ways.len())
    }

    /// The fewest ways to go on, one after another.
    fn tell_cases(&mut self, claims: &mut Vec<Claim>, under: usize) -> Result<(), Limit> {
        let Some((what, ways)) = self.fewest_ways(claims) else {
            return Ok(());
        };
        self.say(under, format!("There are {} ways to {what}.", ways.len()));
        let found = self.told.solutions.len();
        for &way in &ways {
            let supposed = self.supposed(way);
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
