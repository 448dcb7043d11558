//! Much better solutions, looked for at once.
//!
//! Where the objective gets better in small steps, each of them is a search of its own. So after every solution one twice as much better as the
//! step before is looked for, under an assumption, and not for long: what is found is a large step, what is refuted is a bound, and where neither
//! is known soon the search goes on with any better solution. What the assumptions taught is kept, and in vain is at most half of the work.

use tantalizer_model::{Domain, Objective};

/// Looks at the clock that every probe has.
const LEAST_PATIENCE: u64 = 100;

/// A probe may take such a part of all that was done so far.
const SHARE: u64 = 8;

/// What is looked for next.
pub(crate) struct Probe {
    objective: Objective,
    /// No cost is less; the cost is the objective, or its opposite where that is maximised.
    least: i64,
    /// How much less the next cost is to be.
    stride: i64,
    at_present: Option<Attempt>,
    /// Looks at the clock that came to nothing.
    in_vain: u64,
}

/// A cost that is assumed, and between which looks at the clock.
#[derive(Clone, Copy)]
struct Attempt {
    cost: i64,
    from: u64,
    until: u64,
}

impl Probe {
    pub(crate) fn new(objective: Objective, domain: &Domain) -> Probe {
        let ends = [domain.min(), domain.max()].into_iter().flatten();
        let costs = ends.map(|value| cost(objective, value.into()));
        Probe {
            objective,
            least: costs.min().unwrap_or(i64::MIN),
            stride: 1,
            at_present: None,
            in_vain: 0,
        }
    }

    /// The value to assume at least as good as, where the best that is known is this and so many looks were taken; none if any better one
    /// will do.
    pub(crate) fn next(&mut self, best: Option<i64>, looks: u64) -> Option<i64> {
        let best = cost(self.objective, best?);
        let known = self.at_present.filter(|attempt| attempt.cost < best);
        match known {
            Some(attempt) if looks >= attempt.until => {
                self.in_vain += looks - attempt.from;
                self.stride = 1;
            }
            Some(attempt) => return Some(cost(self.objective, attempt.cost)),
            None => {}
        }
        let middle = self.least + (best - self.least) / 2;
        let attempt = Attempt {
            cost: (best - self.stride).max(middle),
            from: looks,
            until: looks + LEAST_PATIENCE.max(looks / SHARE),
        };
        let worth_it = self.stride > 1
            && attempt.cost < best - 1
            && 2 * self.in_vain <= looks + LEAST_PATIENCE;
        self.at_present = worth_it.then_some(attempt);
        self.at_present
            .map(|attempt| cost(self.objective, attempt.cost))
    }

    /// At this look an attempt is given up.
    pub(crate) fn until(&self) -> u64 {
        self.at_present.map_or(u64::MAX, |attempt| attempt.until)
    }

    /// A better solution was found.
    pub(crate) fn found(&mut self) {
        self.at_present = None;
        self.stride = self.stride.saturating_mul(2);
    }

    /// Nothing is as good as was assumed.
    pub(crate) fn refuted(&mut self) {
        if let Some(attempt) = self.at_present.take() {
            self.least = self.least.max(attempt.cost + 1);
        }
        self.stride = (self.stride / 2).max(1);
    }
}

/// What a value costs, and the value of a cost.
fn cost(objective: Objective, value: i64) -> i64 {
    match objective {
        Objective::Minimise(_) => value,
        Objective::Maximise(_) => -value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Model;

    /// A best value is closed in on from both sides in few steps, and never passed over.
    #[test]
    fn the_best_is_found_in_few_steps() {
        let mut model = Model::new("large");
        let x = model.int("x", -1000..=100_000);
        for (objective, best) in [
            (Objective::Minimise(x), 37),
            (Objective::Maximise(x), 99_000),
            (Objective::Minimise(x), -1000),
        ] {
            let mut probe = Probe::new(objective, model.domain(x));
            let mut known = if best == 99_000 { -1000 } else { 100_000 };
            let mut steps = 0;
            while known != best {
                steps += 1;
                match probe.next(Some(known), steps) {
                    None => {
                        known += (best - known).signum();
                        probe.found();
                    }
                    Some(target) if (best - target) * (best - known) < 0 => probe.refuted(),
                    Some(target) => {
                        known = target;
                        probe.found();
                    }
                }
            }
            assert!(steps < 200, "{steps} steps to {best}");
        }
    }

    #[test]
    fn what_comes_to_nothing_is_not_tried_forever() {
        let mut model = Model::new("large");
        let x = model.int("x", 0..=1_000_000);
        let mut probe = Probe::new(Objective::Minimise(x), model.domain(x));
        let (mut looks, mut vain) = (0, 0);
        for known in (0..2000).rev() {
            if probe.next(Some(1000 + known), looks).is_some() {
                vain += probe.until() - looks;
                looks = probe.until();
                probe.next(Some(1000 + known), looks);
            }
            looks += 10;
            probe.found();
        }
        assert!(
            2 * vain < looks + 2 * LEAST_PATIENCE + looks / SHARE,
            "{vain} of {looks}"
        );
    }
}
