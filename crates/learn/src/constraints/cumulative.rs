//! Huub's time table. Only where all sizes are known: with others it loses solutions (100.1.0).

use tantalizer_model::Model;
use tantalizer_model::constraints::Cumulative;

use super::prelude::*;

impl Post for Cumulative {
    fn takes(&self, model: &Model) -> bool {
        let sizes = self.durations.iter().chain(&self.demands);
        let mut sizes = sizes.chain([&self.capacity]);
        sizes.all(|&size| fixed(size, model).is_some_and(|size| size >= 0))
    }

    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let [starts, durations, usages] =
            [&self.starts, &self.durations, &self.demands].map(|vars| poster.views(vars));
        let capacity = poster.view(self.capacity);
        let cumulative = poster.huub.cumulative().start_times(starts);
        let cumulative = cumulative.durations(durations).usages(usages);
        let posted = cumulative.capacity(capacity).post();
        posted.map_err(|_| Contradiction)
    }
}
