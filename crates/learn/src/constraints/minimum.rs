//! Huub's minimum, added to the solver itself: a model may make the result and a variable one, and does not come to an end where one of them is a
//! condition on the other.

use huub::constraints::int_array_minimum::IntArrayMinimumBounds;
use tantalizer_model::constraints::Minimum;

use super::prelude::*;

impl Post for Minimum {
    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let (result, vars) = (poster.view(self.result), poster.views(&self.vars));
        poster.later.push(Box::new(move |solver, map| {
            let vars = vars.iter().map(|&view| map.get(solver, view)).collect();
            let result = map.get(solver, result);
            IntArrayMinimumBounds::post(solver, vars, result);
        }));
        Ok(())
    }
}
