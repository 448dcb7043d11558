//! How long SET takes: all sets of the whole deck, a million deals of twelve
//! cards, the three algorithms of the paper, and the proof of the largest cap.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_papers::set::experiment::Algorithm;
use tantalizer_puzzles::set::lookup::Lookup;
use tantalizer_puzzles::set::{Card, Deal, Deck, caps};

fn look_up(c: &mut Criterion) {
    let deal = Deal::whole(Deck::game());
    let lookup = Lookup::new(deal.deck());
    c.bench_function("set/all 1080 sets of the whole deck", |b| {
        b.iter(|| lookup.sets(black_box(deal.cards())))
    });
    let mut group = c.benchmark_group("set");
    group.sample_size(10);
    group.bench_function(
        "a million random deals of 12 cards, dealt and counted",
        |b| {
            b.iter_batched(
                || ChaCha8Rng::seed_from_u64(1),
                |mut rng| {
                    let mut deck: Vec<Card> = deal.cards().to_vec();
                    let mut sets = 0;
                    for _ in 0..1_000_000 {
                        let (dealt, _) = deck.partial_shuffle(&mut rng, 12);
                        sets += lookup.count(dealt);
                    }
                    sets
                },
                BatchSize::SmallInput,
            )
        },
    );
    group.finish();
}

fn algorithms(c: &mut Criterion) {
    let deal = Deal::whole(Deck::game());
    for algorithm in Algorithm::ALL {
        c.bench_function(&format!("set/81 cards by {}", algorithm.name()), |b| {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            b.iter(|| algorithm.solve(black_box(&deal), &mut rng))
        });
    }
}

fn largest_caps(c: &mut Criterion) {
    let mut group = c.benchmark_group("set");
    group.sample_size(10);
    group.bench_function("largest cap of 4 attributes, found and proved", |b| {
        b.iter(|| caps::largest_cap(black_box(4)))
    });
    group.finish();
}

criterion_group!(benches, look_up, algorithms, largest_caps);
criterion_main!(benches);
