//! The engines of SET: the published algorithms, and the look-up.

use num_bigint::BigUint;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{
    Answer, Engine, EngineId, Limit, Observer, Problem, Question, Request, Solution, Watch,
};

use super::deck::{Card, Deal};
use super::lookup::Lookup;
use super::{backtrack, brute, model, reformulation};
use tantalizer_puzzle::own_way::{Ended, Teller};

/// The engines, the one to try first in front.
pub(super) const IDS: [EngineId; 4] = [
    EngineId::Own("set-lookup"),
    EngineId::Own("set-search"),
    EngineId::Own("set-reformulation"),
    EngineId::Own("set-brute"),
];

/// The most combinations of cards that the published algorithms are let loose on.
const MOST_COMBINATIONS: u64 = 200_000_000;

/// So many cards are looked through within the blink of an eye.
const QUICKLY_LOOKED_UP: usize = 5_000;

/// How many steps of the look-up lie between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 10;

/// How sets are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Algorithm {
    Lookup,
    Search,
    Reformulation,
    Brute,
}

impl Algorithm {
    /// All of them, in the order of [`IDS`].
    pub(super) const ALL: [Algorithm; 4] = [
        Algorithm::Lookup,
        Algorithm::Search,
        Algorithm::Reformulation,
        Algorithm::Brute,
    ];

    pub(super) fn id(self) -> EngineId {
        IDS[self as usize]
    }

    /// Its name in `--algorithm`.
    pub(super) fn name(self) -> &'static str {
        self.id().name().trim_start_matches("set-")
    }
}

/// In words, why an algorithm would take too long, if it would.
pub(super) fn refuse_too_many(deal: &Deal, algorithm: Algorithm) -> Result<(), String> {
    let combinations = combinations(deal);
    if algorithm == Algorithm::Lookup || combinations <= MOST_COMBINATIONS {
        return Ok(());
    }
    let name = algorithm.name();
    Err(format!(
        "algorithm `{name}` on {combinations} combinations of cards would take too long; \
         `--algorithm lookup` is made for so many"
    ))
}

/// How many combinations of cards brute force would try.
fn combinations(deal: &Deal) -> u64 {
    let (cards, size) = (deal.cards().len() as u64, deal.deck().values() as u64);
    (0..size.min(cards + 1)).fold(1, |count: u64, place| {
        count.saturating_mul(cards - place) / (place + 1)
    })
}

/// Finds the sets of one deal.
pub(super) struct Way {
    deal: Deal,
    algorithm: Algorithm,
}

impl Way {
    pub(super) fn new(deal: &Deal, algorithm: Algorithm) -> Way {
        Way {
            deal: deal.clone(),
            algorithm,
        }
    }

    /// Sets are told as they are looked up.
    fn look_up(&self, request: &Request, observer: &mut dyn Observer) -> Answer {
        let lookup = Lookup::new(self.deal.deck());
        let cards = self.deal.cards();
        let watch = request.limits.start();
        if request.question == Question::Count {
            return count(&lookup, cards, &watch);
        }
        let teller = Teller::new(self.id(), request, observer);
        teller.answer("the last card of each set was looked up", |teller| {
            let shown = lookup.visit(cards, |set| teller.tell(&self.solution(set)));
            Ended {
                stopped_by: shown.is_break().then_some(Limit::Solutions),
                ..Ended::default()
            }
        })
    }

    /// One of the published algorithms: all sets are found, then told.
    fn by_algorithm(&self, request: &Request, observer: &mut dyn Observer) -> Answer {
        if let Err(reason) = refuse_too_many(&self.deal, self.algorithm) {
            return Answer::unknown(self.id(), Limit::Unsupported(reason));
        }
        let solved = match self.algorithm {
            Algorithm::Brute => brute::solve(&self.deal),
            Algorithm::Search => backtrack::solve(&self.deal),
            Algorithm::Reformulation | Algorithm::Lookup => {
                let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
                reformulation::solve(&self.deal, &mut rng)
            }
        };
        let teller = Teller::new(self.id(), request, observer);
        let reason = "the algorithm as it was published";
        let mut answer = teller.answer(reason, |teller| {
            let mut sets = solved.sets.iter();
            let told = sets.try_for_each(|set| teller.tell(&self.solution(set)));
            Ended {
                nodes: solved.effort.nodes,
                failures: 0,
                stopped_by: told.is_break().then_some(Limit::Solutions),
            }
        });
        answer.statistics.failures = None;
        let checks = solved.effort.checks.to_string();
        let more = &mut answer.statistics.more;
        more.insert("constraint_checks".into(), checks);
        answer
    }

    fn solution(&self, set: &[Card]) -> Solution {
        Solution(model::solution(&self.deal, set))
    }
}

fn count(lookup: &Lookup, cards: &[Card], watch: &Watch) -> Answer {
    let mut asked = 0u64;
    let mut stopped = None;
    let (count, _) = lookup.count_while(cards, || {
        asked += 1;
        if asked.is_multiple_of(STEPS_BETWEEN_LOOKS) {
            stopped = watch.expired();
        }
        stopped.is_none()
    });
    let found = u64::from(count > 0);
    let id = Algorithm::Lookup.id();
    let mut answer = Answer::from_search(id, Question::Count, found, stopped);
    answer.count = BigUint::from(count);
    answer
}

impl Engine for Way {
    fn id(&self) -> EngineId {
        self.algorithm.id()
    }

    fn counts_unseen(&self) -> bool {
        true
    }

    fn keeps_time(&self) -> bool {
        self.algorithm == Algorithm::Lookup && self.deal.cards().len() <= QUICKLY_LOOKED_UP
    }

    fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        match self.algorithm {
            Algorithm::Lookup => self.look_up(request, observer),
            _ => self.by_algorithm(request, observer),
        }
    }
}
