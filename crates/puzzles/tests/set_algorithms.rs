//! The algorithms of SET against each other, the rule of the game, and the
//! published counts.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_puzzles::set::effort::is_set;
use tantalizer_puzzles::set::{Deal, Deck, Effort, Sets, backtrack, brute, lookup, reformulation};

/// Every algorithm finds the sets that the rule of the game gives.
fn all_agree(deal: &Deal, seed: u64) -> Sets {
    let sets = lookup::solve(deal);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    assert_eq!(
        brute::solve(deal).sets,
        sets,
        "brute force, seed {seed}: {deal}"
    );
    assert_eq!(
        backtrack::solve(deal).sets,
        sets,
        "search, seed {seed}: {deal}"
    );
    assert_eq!(
        reformulation::solve(deal, &mut rng).sets,
        sets,
        "reformulation, seed {seed}: {deal}"
    );
    assert_eq!(
        lookup::Lookup::new(deal.deck()).count(deal.cards()),
        sets.len() as u64,
        "count, seed {seed}: {deal}"
    );
    for set in sets.iter() {
        assert!(is_set(deal.deck(), set), "seed {seed}: {deal}");
    }
    sets
}

#[test]
fn the_whole_deck_costs_exactly_what_was_published() {
    let deal = Deal::whole(Deck::game());
    let sets = all_agree(&deal, 1);
    assert_eq!(sets.len(), 1080);
    assert_eq!(
        brute::solve(&deal).effort,
        Effort {
            checks: 758_808,
            nodes: 85_320
        }
    );
    assert_eq!(
        backtrack::solve(&deal).effort,
        Effort {
            checks: 553_365,
            nodes: 4_401
        }
    );
    for seed in 0..20 {
        let effort = reformulation::solve(&deal, &mut ChaCha8Rng::seed_from_u64(seed)).effort;
        assert_eq!(
            effort,
            Effort {
                checks: 31_158,
                nodes: 2_565
            },
            "seed {seed}"
        );
    }
}

#[test]
fn thousands_of_deals_of_the_game_have_the_same_sets_by_every_algorithm() {
    for seed in 0..4000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cards = rng.random_range(3..=81);
        all_agree(&Deal::random(Deck::game(), cards, &mut rng).unwrap(), seed);
    }
}

#[test]
fn other_decks_have_the_same_sets_by_every_algorithm() {
    let decks = [
        (1, 3),
        (2, 3),
        (3, 3),
        (5, 3),
        (6, 3),
        (1, 2),
        (5, 2),
        (2, 4),
        (3, 4),
        (2, 5),
        (4, 4),
        (1, 9),
    ];
    for (attributes, values) in decks {
        for seed in 0..30 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let deck = Deck::new(attributes, values).unwrap();
            let most = deck.size().min([0, 0, 40, 60, 32, 22][values.min(5)]);
            let cards = rng.random_range(0..=most);
            all_agree(&Deal::random(deck, cards, &mut rng).unwrap(), seed);
        }
    }
}

#[test]
fn whole_decks_have_as_many_sets_as_counting_gives() {
    // Ordered sets: a first card, then for each attribute all equal or one of
    // the (v - 1)! orders of the other values, not all of them equal.
    for (attributes, values) in [(3, 3), (5, 3), (4, 2), (2, 4), (3, 4), (2, 5)] {
        let deck = Deck::new(attributes, values).unwrap();
        let orders: u64 = (1..values as u64).product();
        let all: u64 = (1..=values as u64).product();
        let expected = deck.size() as u64 * ((1 + orders).pow(attributes as u32) - 1) / all;
        let deal = Deal::whole(deck);
        let lookup = lookup::Lookup::new(deal.deck());
        assert_eq!(
            lookup.count(deal.cards()),
            expected,
            "{attributes} attributes, {values} values"
        );
        assert_eq!(lookup.sets(deal.cards()).len() as u64, expected);
    }
}
