//! A strategy as one of Huub's branchers: it is asked for a literal each time Huub has to decide.
//!
//! Huub's own branchers know five ways to pick a variable and four to split its domain; this one knows all of
//! ours but `dom-wdeg`, for which Huub's conflict-driven activities stand in.

use std::cmp::Reverse;

use huub::actions::{
    DecisionActions, IntDecisionActions, IntInspectionActions, ReasoningContext, Trailed,
};
use huub::solver::branchers::{Brancher, Directive};
use huub::solver::{IntLitMeaning, View};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Strategy, ValueChoice, VariableChoice};

/// How good a variable is, smaller being better, and what decides between equals.
type Score = (i64, Reverse<usize>);

/// Picks a variable and a value by the words of a [`Strategy`].
#[derive(Clone, Debug)]
pub(crate) struct StrategyBrancher {
    /// The variables, each with the number of constraints on it.
    vars: Vec<(View<i64>, usize)>,
    /// Where the first open one can be at the earliest.
    from: Trailed<usize>,
    strategy: Strategy,
    rng: ChaCha8Rng,
}

/// Values are counted one by one where all open variables have no more together; elsewhere a domain is as large as it is wide.
const FEW_VALUES: i64 = 20_000;

impl StrategyBrancher {
    pub(crate) fn new(
        vars: Vec<(View<i64>, usize)>,
        from: Trailed<usize>,
        strategy: Strategy,
        seed: u64,
    ) -> Self {
        StrategyBrancher {
            vars,
            from,
            strategy,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl<D> Brancher<D> for StrategyBrancher
where
    D: DecisionActions + ReasoningContext<Atom = View<bool>>,
    View<i64>: IntDecisionActions<D>,
{
    fn decide(&mut self, actions: &mut D) -> Directive {
        let mut from = actions.trailed(self.from);
        let is_open = |&(view, _): &(View<i64>, usize)| {
            let (low, high) = view.bounds(actions);
            low < high
        };
        from += self.vars[from..]
            .iter()
            .take_while(|var| !is_open(var))
            .count();
        actions.set_trailed(self.from, from);
        let left = &self.vars[from..];
        let by_size = matches!(
            self.strategy.variable,
            VariableChoice::FirstFail
                | VariableChoice::FirstFailConstrained
                | VariableChoice::AntiFirstFail
        );
        let counts = by_size && {
            let widths = left.iter().map(|(view, _)| {
                let (low, high) = view.bounds(actions);
                high - low
            });
            widths.sum::<i64>() <= FEW_VALUES
        };
        let mut best: Option<(View<i64>, Score)> = None;
        let mut open = 0;
        for &(view, degree) in left {
            let (low, high) = view.bounds(actions);
            if low == high {
                continue;
            }
            open += 1;
            let size = || -> i64 {
                if !counts {
                    return high - low + 1;
                }
                let values = view.domain(actions);
                values.iter().map(|r| r.end() - r.start() + 1).sum()
            };
            let score = match self.strategy.variable {
                VariableChoice::Leftmost => 0,
                VariableChoice::Min => low,
                VariableChoice::Max => -high,
                VariableChoice::FirstFail
                | VariableChoice::FirstFailConstrained
                | VariableChoice::DomWdeg => size(),
                VariableChoice::AntiFirstFail => -size(),
                VariableChoice::MaxRegret => {
                    let next = |value: &i64| view.in_domain(actions, *value);
                    low - (low + 1..=high).find(next).unwrap_or(high)
                }
                VariableChoice::Random => 0,
            };
            let ties = match self.strategy.variable {
                VariableChoice::FirstFailConstrained => Reverse(degree),
                _ => Reverse(0),
            };
            let taken = match &best {
                None => true,
                // The k-th open variable takes the place with probability 1/k.
                Some(_) if self.strategy.variable == VariableChoice::Random => {
                    self.rng.random_range(0..open) == 0
                }
                Some((_, other)) => (score, ties) < *other,
            };
            if taken {
                best = Some((view, (score, ties)));
            }
            if self.strategy.variable == VariableChoice::Leftmost {
                break;
            }
        }
        let Some((view, _)) = best else {
            return Directive::Exhausted;
        };
        let (low, high) = view.bounds(actions);
        let values = || -> Vec<i64> { view.domain(actions).iter().flatten().collect() };
        let chosen = match self.strategy.value {
            ValueChoice::Min => low,
            ValueChoice::Max => high,
            ValueChoice::Middle => {
                let values = values();
                values[(values.len() - 1) / 2]
            }
            ValueChoice::Random => {
                let values = values();
                values[self.rng.random_range(0..values.len())]
            }
            ValueChoice::Bisect => {
                let middle = low + (high - low) / 2;
                return Directive::Select(view.lit(actions, IntLitMeaning::Less(middle + 1)));
            }
        };
        // A bound is fixed by one order literal.
        let meaning = if chosen == low {
            IntLitMeaning::Less(low + 1)
        } else if chosen == high {
            IntLitMeaning::GreaterEq(high)
        } else {
            IntLitMeaning::Eq(chosen)
        };
        Directive::Select(view.lit(actions, meaning))
    }
}
