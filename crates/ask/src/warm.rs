//! A solver that keeps the model and assumes facts: many questions that differ in a few facts only are asked of it.
//!
//! Without the SAT engine there is none, and each question is about a model of its own.

use tantalizer_model::{Fact, Request};

use crate::forced::Another;
use crate::{AskError, Inquiry};

#[cfg(feature = "sat")]
pub(crate) use with_sat::Warm;

#[cfg(feature = "sat")]
mod with_sat {
    use super::{Another, AskError, Fact, Inquiry, Request};
    use tantalizer_model::EngineId;
    use tantalizer_sat::{Incremental, Reply};

    /// A solver at work on one model.
    pub(crate) struct Warm(Incremental);

    impl Warm {
        /// A solver for the model of the inquiry, if it takes it.
        pub(crate) fn start(inquiry: &mut Inquiry, request: &Request) -> Option<Warm> {
            let model = inquiry.problem().model()?;
            let solver = Incremental::within(model, &request.limits).ok()?;
            inquiry.preparations += 1;
            Some(Warm(solver))
        }

        /// A solution in which one of the facts holds.
        pub(crate) fn another(
            &mut self,
            inquiry: &mut Inquiry,
            facts: &[Fact],
        ) -> Result<Another, AskError> {
            Ok(match self.0.solve_any(&[], facts) {
                Reply::Clash(_) => Another::None,
                Reply::Unknown(limit) => Another::Stopped(limit),
                Reply::Solution(solution) => match inquiry.judge().refuses(&solution) {
                    None => Another::Found(solution),
                    Some(violation) => {
                        return Err(AskError::WrongSolution {
                            engine: EngineId::Sat,
                            violation,
                        });
                    }
                },
            })
        }
    }
}

/// There is none.
#[cfg(not(feature = "sat"))]
pub(crate) enum Warm {}

#[cfg(not(feature = "sat"))]
impl Warm {
    pub(crate) fn start(_: &mut Inquiry, _: &Request) -> Option<Warm> {
        None
    }

    pub(crate) fn another(&mut self, _: &mut Inquiry, _: &[Fact]) -> Result<Another, AskError> {
        match *self {}
    }
}
