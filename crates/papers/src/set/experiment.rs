//! The experiment of the paper: the three algorithms on random deals of every
//! size, mean constraint checks and nodes visited.
//!
//! Every instance has a random stream of its own, derived from the seed, its
//! size and its number, and the sums are whole numbers: the figures are the
//! same from any number of threads. (The times are not, and are no part of
//! what is compared.)

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::Serialize;
use tantalizer_draw::{Axis, Drawing, Plot, PlotKind, Series};
use tantalizer_model::Watch;
use tantalizer_puzzles::set::{Deal, Deck, Solved, backtrack, brute, reformulation};

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The deck dealt from.
    pub deck: Deck,
    /// How many cards are dealt: every size of this range.
    pub sizes: RangeInclusive<usize>,
    /// How many instances of each size.
    pub instances: usize,
    /// The seed of the random streams.
    pub seed: u64,
}

impl Plan {
    /// The published experiment: all sizes from 3 to 81, 1000 instances each.
    pub fn published(seed: u64) -> Self {
        Self {
            deck: Deck::game(),
            sizes: 3..=81,
            instances: 1000,
            seed,
        }
    }

    /// The deal of one instance, and the random stream for the ties of its
    /// reformulation.
    pub fn instance(&self, cards: usize, number: usize) -> (Deal, ChaCha8Rng) {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream((cards as u64) << 32 | number as u64);
        let cards = cards.min(self.deck.size());
        let deal = Deal::random(self.deck.clone(), cards, &mut rng)
            .expect("no more cards than the deck has");
        (deal, rng)
    }
}

/// The three algorithms that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// All combinations of cards.
    Brute,
    /// Backtrack search on the plain model.
    Search,
    /// Reformulation followed by search.
    Reformulation,
}

impl Algorithm {
    /// All of them, in the order of the paper's table.
    pub const ALL: [Self; 3] = [Self::Brute, Self::Search, Self::Reformulation];

    /// Its name in the paper.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brute => "brute force",
            Self::Search => "search",
            Self::Reformulation => "reformulation",
        }
    }

    /// Runs it.
    pub fn solve(self, deal: &Deal, rng: &mut ChaCha8Rng) -> Solved {
        match self {
            Self::Brute => brute::solve(deal),
            Self::Search => backtrack::solve(deal),
            Self::Reformulation => reformulation::solve(deal, rng),
        }
    }
}

/// The sum and the spread of a whole-numbered quantity over the instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    count: u64,
    sum: u128,
    sum_of_squares: u128,
}

impl Sample {
    fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += u128::from(value);
        self.sum_of_squares += u128::from(value).pow(2);
    }

    fn merge(mut self, other: Self) -> Self {
        self.count += other.count;
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
        self
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The standard deviation of a single instance.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        // In whole numbers, so that a quantity without spread has exactly none.
        let count = u128::from(self.count);
        let scaled = count * self.sum_of_squares - self.sum * self.sum;
        (scaled as f64 / (count * (count - 1)) as f64).sqrt()
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        self.deviation() / (self.count.max(1) as f64).sqrt()
    }
}

/// What one algorithm cost on the deals of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Constraint checks, `#CC`.
    pub checks: Sample,
    /// Nodes visited, `#NV`.
    pub nodes: Sample,
    /// The time of all runs together.
    pub time: Duration,
}

impl Cost {
    /// The mean time of a run, in milliseconds.
    pub fn mean_milliseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.checks.count.max(1) as f64
    }
}

/// The figures of one size.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// How many cards were dealt.
    pub cards: usize,
    /// How many sets there were.
    pub sets: Sample,
    /// What each algorithm cost, in the order of [`Algorithm::ALL`].
    pub costs: [Cost; 3],
}

impl Row {
    fn empty(cards: usize) -> Self {
        Self {
            cards,
            sets: Sample::default(),
            costs: [Cost::default(); 3],
        }
    }

    /// What this algorithm cost.
    pub fn cost(&self, algorithm: Algorithm) -> &Cost {
        &self.costs[algorithm as usize]
    }

    fn merge(mut self, other: Self) -> Self {
        self.sets = self.sets.merge(other.sets);
        for (cost, other) in self.costs.iter_mut().zip(other.costs) {
            cost.checks = cost.checks.merge(other.checks);
            cost.nodes = cost.nodes.merge(other.nodes);
            cost.time += other.time;
        }
        self
    }

    fn add(&mut self, plan: &Plan, number: usize) {
        let (deal, mut rng) = plan.instance(self.cards, number);
        for algorithm in Algorithm::ALL {
            let start = Instant::now();
            let solved = algorithm.solve(&deal, &mut rng);
            let cost = &mut self.costs[algorithm as usize];
            cost.time += start.elapsed();
            cost.checks.add(solved.effort.checks);
            cost.nodes.add(solved.effort.nodes);
            if algorithm == Algorithm::Brute {
                self.sets.add(solved.sets.len() as u64);
            }
        }
    }
}

/// Runs the plan on the current rayon pool and calls `progress` with the
/// number of instances done, from any thread. When the watch says so it stops;
/// then only the sizes of which all instances were done are there.
pub fn run(plan: &Plan, watch: &Watch, progress: impl Fn(usize) + Sync) -> Vec<Row> {
    let done = AtomicUsize::new(0);
    // Large deals first: the cheap ones fill the gaps at the end.
    let sizes: Vec<usize> = plan.sizes.clone().rev().collect();
    let mut rows: Vec<Row> = sizes
        .into_par_iter()
        .map(|cards| {
            (0..plan.instances)
                .into_par_iter()
                .fold(
                    || Row::empty(cards),
                    |mut row, number| {
                        if watch.expired().is_none() {
                            row.add(plan, number);
                            progress(1 + done.fetch_add(1, Ordering::Relaxed));
                        }
                        row
                    },
                )
                .reduce(|| Row::empty(cards), Row::merge)
        })
        .collect();
    rows.reverse();
    rows.retain(|row| row.sets.count == plan.instances as u64);
    rows
}

/// Constraint checks by size for all three algorithms: the paper's Figure 18.
pub fn checks_by_size(rows: &[Row]) -> Vec<Series> {
    series(rows, &Algorithm::ALL, |cost| cost.checks.mean())
}

/// Nodes visited by size for search and reformulation, as brute force would
/// overwhelm them: the paper's Figure 19.
pub fn nodes_by_size(rows: &[Row]) -> Vec<Series> {
    series(rows, &Algorithm::ALL[1..], |cost| cost.nodes.mean())
}

fn series(rows: &[Row], algorithms: &[Algorithm], of: impl Fn(&Cost) -> f64) -> Vec<Series> {
    let line = |&algorithm: &Algorithm| Series {
        name: algorithm.name().to_owned(),
        points: rows
            .iter()
            .map(|row| (row.cards as f64, of(row.cost(algorithm))))
            .collect(),
    };
    algorithms.iter().map(line).collect()
}

/// A plot by the number of cards.
pub fn plot(title: &str, label: &str, series: Vec<Series>) -> Drawing {
    let mut plot = Plot::new(PlotKind::Lines, title);
    plot.x = Axis::numbers("cards");
    plot.y = Axis::numbers(label);
    plot.series = series;
    plot.into()
}

/// A figure of the paper's Table 5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// How many cards.
    pub cards: usize,
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// Mean constraint checks.
    pub checks: f64,
    /// Mean nodes visited.
    pub nodes: f64,
    /// Mean time in milliseconds, on the authors' machine.
    pub milliseconds: f64,
}

/// Table 5 of the paper.
pub const TABLE_5: [Published; 6] = {
    const fn row(
        cards: usize,
        algorithm: Algorithm,
        checks: f64,
        nodes: f64,
        milliseconds: f64,
    ) -> Published {
        Published {
            cards,
            algorithm,
            checks,
            nodes,
            milliseconds,
        }
    }
    [
        row(12, Algorithm::Brute, 1956.80, 220.0, 0.0),
        row(12, Algorithm::Search, 1726.653, 80.77, 62.46),
        row(12, Algorithm::Reformulation, 85.08, 12.65, 5.85),
        row(81, Algorithm::Brute, 758_808.0, 85_320.0, 0.0),
        row(81, Algorithm::Search, 553_365.0, 4401.0, 101.04),
        row(81, Algorithm::Reformulation, 31_158.0, 2565.0, 39.44),
    ]
};

/// The mean number of sets in Table 5, for 12 and for 81 cards.
pub const TABLE_5_SETS: [(usize, f64); 2] = [(12, 2.77), (81, 1080.0)];

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Limits;

    #[test]
    fn a_size_that_was_cut_short_is_left_out() {
        let limits = Limits::none();
        let watch = limits.start();
        let plan = Plan {
            sizes: 3..=5,
            instances: 10,
            ..Plan::published(7)
        };
        // Alone, so that the sizes come one after the other, large ones first.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let rows = pool.unwrap().install(|| {
            run(&plan, &watch, |done| {
                if done == 15 {
                    limits.cancel.cancel();
                }
            })
        });
        assert!(rows.len() < 3);
        assert!(rows.iter().all(|row| row.sets.count == 10));
    }

    /// The published means are those of one sample of 1000, ours of another:
    /// the difference of two such means has the variance of both.
    fn agrees(published: f64, sample: &Sample) -> bool {
        let difference = (published - sample.mean()).abs();
        difference <= 3.0 * (2.0f64).sqrt() * sample.deviation() / 1000f64.sqrt() + 0.005
    }

    #[test]
    fn twelve_cards_agree_with_the_published_means() {
        let plan = Plan {
            sizes: 12..=12,
            ..Plan::published(1)
        };
        let row = run(&plan, &Limits::none().start(), |_| ())[0];
        assert!(agrees(2.77, &row.sets), "{:?}", row.sets);
        for published in TABLE_5.iter().filter(|published| published.cards == 12) {
            let cost = row.cost(published.algorithm);
            assert!(
                agrees(published.checks, &cost.checks),
                "{published:?} {}",
                cost.checks.mean()
            );
            assert!(
                agrees(published.nodes, &cost.nodes),
                "{published:?} {}",
                cost.nodes.mean()
            );
        }
    }

    #[test]
    fn the_figures_are_the_same_from_any_number_of_threads() {
        let plan = Plan {
            sizes: 3..=24,
            instances: 40,
            ..Plan::published(7)
        };
        let figures = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let rows = pool.install(|| run(&plan, &Limits::none().start(), |_| ()));
            let all = |row: &Row| {
                (
                    row.cards,
                    row.sets,
                    row.costs.map(|cost| (cost.checks, cost.nodes)),
                )
            };
            rows.iter().map(all).collect::<Vec<_>>()
        };
        let alone = figures(1);
        assert_eq!(alone.len(), 22);
        assert_eq!(alone, figures(2));
        assert_eq!(alone, figures(5));
    }

    #[test]
    fn progress_counts_every_instance_once() {
        let plan = Plan {
            sizes: 3..=6,
            instances: 10,
            ..Plan::published(7)
        };
        let most = AtomicUsize::new(0);
        let rows = run(&plan, &Limits::none().start(), |done| {
            most.fetch_max(done, Ordering::Relaxed);
        });
        assert_eq!(most.into_inner(), 40);
        assert_eq!(checks_by_size(&rows).len(), 3);
        assert_eq!(nodes_by_size(&rows)[1].points.len(), 4);
    }
}
