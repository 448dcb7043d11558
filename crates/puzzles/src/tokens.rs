//! The ways of a puzzle that is played by moves as a constraint model.
//!
//! Things move about on places: tiles, pieces. A variable for each step, the last value meaning "no move", and one for each
//! thing and time: its place, which says how it is turned as well. Where a thing is after a step is a function of where it
//! was and the move, so one table, shared by all things of a sort and all steps, says what moves do. The number of moves is
//! to be least.

use std::sync::Arc;

use tantalizer_model::{Domain, Model, ModelError, Objective, Rel, Tuples, Var};

/// Things that moves carry about.
pub(crate) struct Tokens<'a> {
    /// What the model is called.
    pub name: &'a str,
    /// What a move is called.
    pub noun: &'a str,
    /// How many moves there are.
    pub moves: usize,
    /// For each sort of things, how many places it has.
    pub places: Vec<i32>,
    /// Where a move takes a thing of a sort from a place.
    pub taken: &'a dyn Fn(usize, usize, i32) -> i32,
    /// The things.
    pub tokens: Vec<Token>,
}

/// A thing.
pub(crate) struct Token {
    /// What it is called.
    pub name: String,
    /// Its sort.
    pub sort: usize,
    /// Where it is.
    pub start: i32,
    /// Where it may be on the way.
    pub may: Domain,
    /// Where it must come.
    pub homes: Domain,
}

impl Tokens<'_> {
    /// The model whose solutions are the ways of at most so many moves, those with the fewest the best.
    pub(crate) fn model(&self, most: usize) -> Result<Model, ModelError> {
        let mut model = Model::new(self.name);
        let (noun, none) = (self.noun, self.moves as i32);
        let steps: Vec<Var> = (1..=most)
            .map(|step| model.int(format!("{noun} {step}"), 0..=none))
            .collect();
        let mut places: Vec<Vec<Var>> = Vec::new();
        for token in &self.tokens {
            let name = &token.name;
            let mut over_time = Vec::new();
            for time in 0..=most {
                let domain = match time {
                    0 => Domain::single(token.start),
                    _ => token.may.clone(),
                };
                over_time.push(model.int(format!("{name} after {time}"), domain));
            }
            let id = model.member(over_time[most], token.homes.clone())?;
            model.name_constraint(id, format!("{name} comes home"));
            places.push(over_time);
        }
        let done: Vec<Var> = (1..=most)
            .map(|step| model.boolean(format!("step {step} is a {noun}")))
            .collect();
        let length = model.int("length", 0..=most as i32);

        let tables: Vec<Arc<Tuples>> = (0..self.places.len())
            .map(|sort| self.table(sort).map(Arc::new))
            .collect::<Result<_, _>>()?;
        let is_move = (0..=none).map(|mv| [mv, i32::from(mv < none)]);
        let is_move = Arc::new(Tuples::new(2, is_move)?);
        for (token, places) in self.tokens.iter().zip(&places) {
            for (step, &mv) in steps.iter().enumerate() {
                let table = Arc::clone(&tables[token.sort]);
                let id = model.table(&[places[step], mv, places[step + 1]], table)?;
                model.name_constraint(id, format!("{} in step {}", token.name, step + 1));
            }
        }
        for (&mv, &done) in steps.iter().zip(&done) {
            model.table(&[mv, done], Arc::clone(&is_move))?;
        }
        // Steps without a move come last, so that a sequence of moves is one solution.
        for pair in done.windows(2) {
            model.compare(pair[0], Rel::GreaterEqual, pair[1])?;
        }
        let sum = done.iter().map(|&done| (1, done)).chain([(-1, length)]);
        model.linear(sum.collect::<Vec<_>>(), Rel::Equal, 0)?;
        model.set_answer(steps);
        model.set_objective(Objective::Minimise(length));
        Ok(model)
    }

    /// The values of the variables of the model for a way with the most moves allowed.
    pub(crate) fn values(&self, way: &[usize]) -> Vec<i32> {
        let mut values: Vec<i32> = way.iter().map(|&mv| mv as i32).collect();
        for token in &self.tokens {
            let mut place = token.start;
            values.push(place);
            for &mv in way {
                place = (self.taken)(token.sort, mv, place);
                values.push(place);
            }
        }
        values.extend(way.iter().map(|_| 1));
        values.push(way.len() as i32);
        values
    }

    fn table(&self, sort: usize) -> Result<Tuples, ModelError> {
        let mut rows = Vec::new();
        for place in 0..self.places[sort] {
            for mv in 0..self.moves {
                rows.push([place, mv as i32, (self.taken)(sort, mv, place)]);
            }
            rows.push([place, self.moves as i32, place]);
        }
        Tuples::new(3, rows)
    }
}
