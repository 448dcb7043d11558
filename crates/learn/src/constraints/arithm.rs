//! Sums with every relation; products and quotients where they are equal to something.

use tantalizer_model::constraints::Arithm;
use tantalizer_model::{Arithmetic, Model};

use super::prelude::*;

impl Post for Arithm {
    fn takes(&self, _: &Model) -> bool {
        match self.op {
            Arithmetic::Plus | Arithmetic::Minus => true,
            // Once a factor is fixed, Huub makes the result one with a multiple of the other; where these are the same
            // variable, as in x * y = x, it never ends.
            Arithmetic::Times | Arithmetic::Divide => {
                self.rel == Rel::Equal && self.z != self.x && self.z != self.y
            }
        }
    }

    fn post(&self, by: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let (x, y, z) = (self.x, self.y, self.z);
        let views = (poster.view(x), poster.view(y), poster.view(z));
        let posted = match self.op {
            Arithmetic::Plus => return poster.linear(&[(1, x), (1, y), (-1, z)], self.rel, 0, by),
            Arithmetic::Minus => {
                return poster.linear(&[(1, x), (-1, y), (-1, z)], self.rel, 0, by);
            }
            Arithmetic::Times => poster.huub.mul(views.0, views.1).result(views.2).post(),
            Arithmetic::Divide => poster.huub.div(views.0, views.1).result(views.2).post(),
        };
        posted.map_err(|_| Contradiction)
    }
}
