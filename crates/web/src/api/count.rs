//! `/api/count`: how many solutions, also up to symmetries.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use tantalizer_model::clock::Instant;
use tantalizer_model::{Observer, Progress, Question};
use tantalizer_puzzle::report::CountReport;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let puzzle = fields.puzzle(told)?;
    let request = fields.request(&*puzzle, Question::Count, told)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    fields.finish()?;
    let report = CountReport::new(&*puzzle, &mut inquiry, &request, &mut Counting(told))?;
    let object = report.object(&*puzzle, start.elapsed().as_secs_f64());
    Ok(serde_json::to_string(&object)?)
}

/// Hears of progress alone.
struct Counting<'a>(&'a Told);

impl Observer for Counting<'_> {
    fn progress(&mut self, progress: &Progress) {
        super::tell_progress(self.0, progress);
    }
}
