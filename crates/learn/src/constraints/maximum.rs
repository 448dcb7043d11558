//! The opposite of a minimum.

use huub::constraints::int_array_minimum::IntArrayMinimumBounds;
use tantalizer_model::constraints::Maximum;

use super::prelude::*;

impl Post for Maximum {
    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let (result, vars) = (poster.view(self.result), poster.views(&self.vars));
        poster.later.push(Box::new(move |solver, map| {
            let vars = vars.iter().map(|&view| -map.get(solver, view)).collect();
            let result = -map.get(solver, result);
            IntArrayMinimumBounds::post(solver, vars, result);
        }));
        Ok(())
    }
}
