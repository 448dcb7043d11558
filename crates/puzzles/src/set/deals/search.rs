//! A deal with a wanted number of sets, by local search from a seed.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Limit, Watch};

use super::Bounds;
use crate::set::affine::{Points, Space};

/// Local search: swaps a card of the deal for one outside it, towards the
/// wanted number of sets and, by chance, sometimes away from it.
pub(super) fn search(
    space: &Space,
    cards: usize,
    sets: u64,
    seed: u64,
    steps: u64,
    bounds: &Bounds,
    watch: &Watch,
) -> Result<Option<Points>, Limit> {
    const STEPS_PER_START: u64 = 20_000;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let off = |has: i64| (has - sets as i64).abs();
    let mut left = steps;
    for start in 0.. {
        // By turns at random, as the deck is ordered (rich in sets), or as a
        // largest cap with more (poor in sets).
        let mut order: Vec<usize> = (0..space.size()).collect();
        order.shuffle(&mut rng);
        match start % 3 {
            1 => order.sort_unstable(),
            2 => order.sort_by_key(|&point| bounds.cap >> point & 1 == 0),
            _ => (),
        }
        // The deal is the first cards of the order.
        let mut deal: Points = order[..cards]
            .iter()
            .fold(0, |deal, &point| deal | 1 << point);
        let mut has = i64::from(space.lines(deal));
        for step in 0..STEPS_PER_START {
            if off(has) == 0 {
                return Ok(Some(deal));
            }
            if left == 0 || cards == 0 || cards == space.size() {
                return Ok(None);
            }
            if left.is_multiple_of(1 << 12)
                && let Some(limit) = watch.expired()
            {
                return Err(limit);
            }
            left -= 1;
            let (out, into) = (
                rng.random_range(0..cards),
                rng.random_range(cards..space.size()),
            );
            let without = deal & !(1 << order[out]);
            let lost = space.lines_through(order[out], deal);
            let won = space.lines_through(order[into], without);
            let after = has - i64::from(lost) + i64::from(won);
            let worse = off(after) - off(has);
            let heat = 1.5 * (1.0 - step as f64 / STEPS_PER_START as f64);
            if worse <= 0 || rng.random::<f64>() < (-(worse as f64) / heat).exp() {
                deal = without | 1 << order[into];
                order.swap(out, into);
                has = after;
            }
        }
    }
    Ok(None)
}
