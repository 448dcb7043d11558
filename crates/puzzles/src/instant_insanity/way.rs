//! The engine `instant-insanity-facings`: pairs of opposite faces are chosen for two sides of the tower at a time.
//!
//! It answers about the towers of a set of cubes, or about the pictures of their long sides, of which several towers may show
//! the same.

use super::Instance;
use super::towers::{Chains, Facings, Stack};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tantalizer_model::{Answer, Engine, EngineId, Observer, Problem, Request};
use tantalizer_puzzle::own_way::Teller;

/// Its name.
pub(super) const FACINGS: EngineId = EngineId::Own("instant-insanity-facings");

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// Towers: how each cube stands.
    Towers,
    /// Pictures: what the long sides show.
    Pictures,
}

/// Finds the towers of one set of cubes.
pub(super) struct ByFacings {
    instance: Instance,
    counted: Counted,
}

impl ByFacings {
    /// For cubes of which no side may show a colour twice; there is none for other instances.
    pub(super) fn new(instance: &Instance, counted: Counted) -> Option<ByFacings> {
        Stack::new(instance).map(|_| ByFacings {
            instance: instance.clone(),
            counted,
        })
    }

    /// All solutions that two facings make.
    fn tell(
        &self,
        stack: &Stack<'_>,
        facings: Facings<'_>,
        teller: &mut Teller<'_>,
    ) -> ControlFlow<()> {
        if self.counted == Counted::Pictures && !stack.are_first_of_their_picture(facings) {
            return ControlFlow::Continue(());
        }
        let chains = stack.chains(facings);
        let mut turned = vec![false; chains[0].count + chains[1].count];
        let free: Vec<usize> = match self.counted {
            Counted::Towers => (0..turned.len()).collect(),
            Counted::Pictures => stack.differing(facings, &chains),
        };
        let solution =
            |turned: &[bool], chains: &[Chains; 2]| stack.solution(facings, chains, turned);
        if teller.only_counts() {
            let number = BigUint::from(1u8) << free.len();
            return teller.tell_for(&solution(&turned, &chains), &number);
        }
        loop {
            teller.tell(&solution(&turned, &chains))?;
            if !advance(&mut turned, &free) {
                return ControlFlow::Continue(());
            }
        }
    }
}

impl Engine for ByFacings {
    fn id(&self) -> EngineId {
        FACINGS
    }

    fn counts_unseen(&self) -> bool {
        true
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        let teller = Teller::new(FACINGS, request, observer);
        let reason = "pairs of opposite faces were chosen for two sides of the tower at a time";
        teller.answer(reason, |teller| {
            // It was made for an instance that is such a stack.
            let stack = Stack::new(&self.instance);
            stack.map_or_else(Default::default, |stack| {
                stack.find(&request.limits, teller, &mut |facings, teller| {
                    self.tell(&stack, facings, teller)
                })
            })
        })
    }
}

/// The next of all combinations of the chains that may be turned; false after the last.
fn advance(turned: &mut [bool], free: &[usize]) -> bool {
    for &chain in free {
        turned[chain] = !turned[chain];
        if turned[chain] {
            return true;
        }
    }
    false
}
