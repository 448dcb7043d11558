//! `/api/solve`: one solution, some, all; whether there is one only; what holds in all.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use std::time::Instant;
use tantalizer_model::{Flow, Observer, Progress, Question, Solution};
use tantalizer_puzzles::Puzzle;
use tantalizer_puzzles::report::SolveReport;

/// No answer lists more solutions.
const MOST_SOLUTIONS: u64 = 10_000;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let puzzle = fields.puzzle()?;
    let limit = fields.number("limit", 1..=MOST_SOLUTIONS)?;
    let (all, unique, forced) = (
        fields.flag("all")?,
        fields.flag("unique")?,
        fields.flag("forced")?,
    );
    if [all, unique, forced, limit.is_some()]
        .iter()
        .filter(|&&given| given)
        .count()
        > 1
    {
        return Err(ApiError::Bad(
            "`all`, `limit`, `unique` and `forced` exclude each other".into(),
        ));
    }
    let question = match (all, limit, unique) {
        (true, ..) => Question::All {
            limit: Some(MOST_SOLUTIONS),
        },
        (_, Some(limit), _) => Question::All { limit: Some(limit) },
        (_, _, true) => Question::All { limit: Some(2) },
        _ => Question::One,
    };
    let request = fields.request(&*puzzle, question, &told.cancel)?;
    fields.finish()?;
    let report = if forced {
        SolveReport::of_forced(&*puzzle, &request)?
    } else {
        let mut gather = Gather {
            puzzle: &*puzzle,
            told,
            list: String::from("["),
            kept: Vec::new(),
        };
        let answer = puzzle.answer(&request, &mut gather)?;
        let (list, kept) = (gather.list + "]", gather.kept);
        SolveReport::of_solutions(&*puzzle, question, unique, answer, list, kept)?
    };
    let object = report.object(&*puzzle, start.elapsed().as_secs_f64())?;
    Ok(serde_json::to_string(&object)?)
}

/// Gathers solutions as JSON and tells of each.
struct Gather<'a> {
    puzzle: &'a dyn Puzzle,
    told: &'a Told,
    list: String,
    /// The first two, to be compared.
    kept: Vec<Solution>,
}

impl Observer for Gather<'_> {
    fn solution(&mut self, solution: &Solution) -> Flow {
        if self.list.len() > 1 {
            self.list.push(',');
        }
        let value = self.puzzle.solution_json(solution);
        self.list.push_str(&value.to_string());
        self.told.found("solution", &value);
        if self.kept.len() < 2 {
            self.kept.push(solution.clone());
        }
        match self.told.cancel.is_cancelled() {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }

    fn progress(&mut self, progress: &Progress) {
        super::tell_progress(self.told, progress);
    }
}
