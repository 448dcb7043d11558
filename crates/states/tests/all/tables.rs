//! Tables against plain breadth-first search, on two unlike spaces.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use crate::spaces::{BurntPancakes, EightPuzzle, plain_distances};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_states::{
    BuildError, BuildOptions, DistanceTable, Keep, KeepLevel, KeepOrder, StateSpace, build, inspect,
};

const SEED: u64 = 20_110_607;

fn agrees_with_plain_search<S: StateSpace>(space: &S) {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let sample: Vec<u64> = (0..300).map(|_| rng.random_range(0..space.len())).collect();
    inspect(space, sample.iter().copied()).unwrap();

    let distances = plain_distances(space);
    let mut expected = vec![0u64; 1 + *distances.values().max().unwrap() as usize];
    distances
        .values()
        .for_each(|&distance| expected[distance as usize] += 1);
    let table = build(space, &BuildOptions::default()).unwrap();
    assert_eq!(table.by_distance(), expected, "{}", space.name());
    assert_eq!(table.reachable(), distances.len() as u64);
    for rank in sample {
        let state = space.unrank(rank);
        let found = table.distance(space, &state);
        assert_eq!(found, distances.get(&rank).copied(), "seed {SEED}: {rank}");
        if let Some(path) = table.path(space, &state) {
            assert!(reaches_goal(space, &state, &path));
        }
    }
}

fn reaches_goal<S: StateSpace>(space: &S, state: &S::State, path: &[usize]) -> bool {
    let end = path.iter().fold(state.clone(), |state, &mv| {
        space.apply(&state, mv).expect("a possible move")
    });
    space.goals().contains(&end)
}

#[test]
fn eight_puzzle() {
    agrees_with_plain_search(&EightPuzzle);
    let table = build(&EightPuzzle, &BuildOptions::default()).unwrap();
    assert_eq!(table.reachable(), 181_440);
    assert_eq!(table.god_number(), 31);
}

#[test]
fn burnt_pancakes_plain_and_by_rows() {
    for n in 1..=7 {
        agrees_with_plain_search(&BurntPancakes(n));
    }
}

#[test]
fn one_thread_and_many_give_the_same_table() {
    let with = |threads| {
        let options = BuildOptions {
            threads: Some(threads),
            keep: Some(Keep {
                level: KeepLevel::At(6),
                count: 50,
                order: KeepOrder::Sample(SEED),
            }),
            ..Default::default()
        };
        build(&BurntPancakes(7), &options).unwrap()
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn all_shortest_paths_are_counted_and_listed() {
    let space = BurntPancakes(5);
    let table = build(&space, &BuildOptions::default()).unwrap();
    let distances = plain_distances(&space);
    // Ways to a state, by adding up over neighbours one nearer.
    let mut ranks: Vec<u64> = distances.keys().copied().collect();
    ranks.sort_by_key(|rank| distances[rank]);
    let mut ways: HashMap<u64, u128> = HashMap::new();
    for &rank in &ranks {
        let state = space.unrank(rank);
        let sum = match distances[&rank] {
            0 => 1,
            distance => (0..space.moves())
                .filter_map(|mv| space.apply(&state, mv))
                .map(|next| space.rank(&next))
                .filter(|next| distances[next] == distance - 1)
                .map(|next| ways[&next])
                .sum(),
        };
        ways.insert(rank, sum);
    }
    for &rank in &ranks {
        let state = space.unrank(rank);
        assert_eq!(table.count_paths(&space, &state), Some(ways[&rank]));
        let all = table.all_paths(&space, &state, usize::MAX);
        assert_eq!(all.len() as u128, ways[&rank]);
        assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(all.iter().all(|path| reaches_goal(&space, &state, path)));
        assert_eq!(table.all_paths(&space, &state, 1).len(), 1);
    }
}

#[test]
fn kept_states_are_of_the_level_asked_for() {
    let space = BurntPancakes(6);
    let distances = plain_distances(&space);
    let of = |keep| {
        let options = BuildOptions {
            keep: Some(keep),
            ..Default::default()
        };
        build(&space, &options).unwrap()
    };
    let level = |distance| {
        let mut ranks: Vec<u64> = distances
            .iter()
            .filter(|&(_, &d)| d == distance)
            .map(|(&rank, _)| rank)
            .collect();
        ranks.sort_unstable();
        ranks
    };
    let farthest = *distances.values().max().unwrap();
    let table = of(Keep {
        level: KeepLevel::Farthest,
        count: usize::MAX,
        order: KeepOrder::Rank,
    });
    assert_eq!(table.kept(), level(farthest));
    for distance in 0..=farthest {
        let first = of(Keep {
            level: KeepLevel::At(distance),
            count: 3,
            order: KeepOrder::Rank,
        });
        let mut expected = level(distance);
        expected.truncate(3);
        assert_eq!(first.kept(), expected);
        let sample = of(Keep {
            level: KeepLevel::At(distance),
            count: 10,
            order: KeepOrder::Sample(distance.into()),
        });
        assert_eq!(sample.kept().len(), level(distance).len().min(10));
        assert!(sample.kept().iter().all(|r| distances[r] == distance));
    }
}

#[test]
fn progress_is_reported_and_the_search_can_be_stopped() {
    let cancel = AtomicBool::new(true);
    let options = BuildOptions {
        cancel: Some(&cancel),
        ..Default::default()
    };
    let stopped = build(&EightPuzzle, &options);
    assert!(matches!(stopped, Err(BuildError::Cancelled(_))));

    let seen = Mutex::new(Vec::new());
    let note = |progress: &tantalizer_states::Progress| seen.lock().unwrap().push(*progress);
    let options = BuildOptions {
        progress: Some(&note),
        threads: Some(1),
        ..Default::default()
    };
    build(&EightPuzzle, &options).unwrap();
    for progress in seen.into_inner().unwrap() {
        assert!((0.0..=1.0).contains(&progress.level_done));
        assert!(progress.found <= progress.states);
    }
}

#[test]
fn a_search_over_the_memory_limit_is_refused() {
    let options = BuildOptions {
        memory_limit: Some(1000),
        ..Default::default()
    };
    let refused = build(&EightPuzzle, &options);
    assert!(matches!(
        refused,
        Err(BuildError::TooLarge { limit: 1000, .. })
    ));
}

#[test]
fn a_space_that_breaks_its_promises_is_found_out() {
    /// A ring that can be walked one way only.
    struct OneWay;
    impl StateSpace for OneWay {
        type State = u64;
        fn name(&self) -> String {
            "one way".into()
        }
        fn len(&self) -> u64 {
            5
        }
        fn goals(&self) -> Vec<u64> {
            vec![0]
        }
        fn rank(&self, state: &u64) -> u64 {
            *state
        }
        fn unrank(&self, rank: u64) -> u64 {
            rank
        }
        fn moves(&self) -> usize {
            1
        }
        fn apply(&self, state: &u64, _: usize) -> Option<u64> {
            Some((state + 1) % 5)
        }
    }
    assert!(inspect(&OneWay, 0..5).is_err());
}

#[test]
fn mean_and_counts() {
    let table: DistanceTable = build(&BurntPancakes(2), &BuildOptions::default()).unwrap();
    assert_eq!(table.states(), 8);
    assert_eq!(table.by_distance(), [1, 2, 2, 2, 1]);
    assert_eq!(table.mean(), 2.0);
}
