//! The automata operations against brute force over all short words.

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::ModelError;
use tantalizer_model::automaton::{Dfa, Nfa};

const ALPHABET: [i32; 3] = [-1, 0, 2];

/// All words over the alphabet with at most `longest` letters.
fn words(longest: usize) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = all.len();
        for i in begin..end {
            for value in ALPHABET {
                all.push([&all[i][..], &[value]].concat());
            }
        }
        begin = end;
    }
    all
}

fn random_nfa(rng: &mut ChaCha8Rng) -> Nfa {
    let states = rng.random_range(1..6);
    let transitions: Vec<_> = (0..rng.random_range(0..12))
        .map(|_| {
            let value = rng.random_range(0..4);
            let value = ALPHABET.get(value).copied();
            (
                rng.random_range(0..states),
                value,
                rng.random_range(0..states),
            )
        })
        .collect();
    let some = |rng: &mut ChaCha8Rng| -> Vec<usize> {
        (0..states).filter(|_| rng.random_bool(0.4)).collect()
    };
    let (starts, ends) = (some(rng), some(rng));
    Nfa::new(states, starts, ends, transitions).unwrap()
}

fn random_dfa(rng: &mut ChaCha8Rng) -> Dfa {
    random_nfa(rng).determinise().unwrap()
}

#[test]
fn determinising_and_minimising_keep_the_language() {
    for seed in 0..200 {
        let nfa = random_nfa(&mut ChaCha8Rng::seed_from_u64(seed));
        let dfa = nfa.determinise().unwrap();
        let small = dfa.minimise();
        for word in words(6) {
            let expected = nfa.accepts(&word);
            assert_eq!(dfa.accepts(&word), expected, "seed {seed}, word {word:?}");
            assert_eq!(small.accepts(&word), expected, "seed {seed}, word {word:?}");
        }
    }
}

/// By Myhill and Nerode: as many states as there are different sets of accepted continuations,
/// the empty set left out unless the language is empty.
#[test]
fn a_minimal_automaton_has_one_state_for_each_set_of_continuations() {
    for seed in 0..60 {
        let dfa = random_dfa(&mut ChaCha8Rng::seed_from_u64(seed));
        let small = dfa.minimise();
        let mut reached = vec![dfa.start()];
        let mut next = 0;
        while next < reached.len() {
            for (_, to) in dfa.from_state(reached[next]) {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            next += 1;
        }
        let run = |from: usize, word: &[i32]| {
            word.iter()
                .try_fold(from, |state, &value| dfa.next(state, value))
                .is_some_and(|state| dfa.is_accepting(state))
        };
        // Words as long as there are states tell any two states apart; the random automata are small enough.
        let tests = words(reached.len().min(7));
        let mut rows: Vec<Vec<bool>> = reached
            .iter()
            .map(|&state| tests.iter().map(|word| run(state, word)).collect())
            .collect();
        rows.sort();
        rows.dedup();
        rows.retain(|row| row.contains(&true));
        assert_eq!(small.state_count(), rows.len().max(1), "seed {seed}");
        assert_eq!(small.minimise(), small, "seed {seed}");
    }
}

#[test]
fn equal_languages_minimise_to_equal_automata() {
    let minimal = |text| {
        Nfa::parse(text, &ALPHABET)
            .and_then(|nfa| nfa.determinise())
            .map(|dfa| dfa.minimise())
            .unwrap()
    };
    assert_eq!(minimal("(0 2)* 0"), minimal("0 (2 0)*"));
    assert_eq!(minimal("[^0]"), minimal("-1 | 2"));
    assert_eq!(minimal(".{2,3}"), minimal("(..) | . . ."));
    assert_ne!(minimal("0+"), minimal("0*"));
    assert_eq!(minimal("[]").state_count(), 1);
}

#[test]
fn an_intersection_accepts_what_both_accept() {
    for seed in 0..100 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let (a, b) = (random_dfa(rng), random_dfa(rng));
        let both = a.intersect(&b).unwrap();
        for word in words(5) {
            let expected = a.accepts(&word) && b.accepts(&word);
            assert_eq!(both.accepts(&word), expected, "seed {seed}, word {word:?}");
        }
    }
}

#[test]
fn shortening_reads_pieces_as_letters() {
    for seed in 0..100 {
        let dfa = random_dfa(&mut ChaCha8Rng::seed_from_u64(seed));
        for letters in 1..=3 {
            let short = dfa.shorten(letters).unwrap();
            for word in words(6)
                .into_iter()
                .filter(|word| word.len() % letters == 0)
            {
                let pieces: Option<Vec<i32>> = word
                    .chunks(letters)
                    .map(|piece| Some(short.words.iter().position(|known| known == piece)? as i32))
                    .collect();
                let accepted = pieces.is_some_and(|pieces| short.automaton.accepts(&pieces));
                assert_eq!(
                    accepted,
                    dfa.accepts(&word),
                    "seed {seed}, {letters} letters, word {word:?}"
                );
            }
        }
    }
    assert!(
        random_dfa(&mut ChaCha8Rng::seed_from_u64(0))
            .shorten(0)
            .is_err()
    );
}

#[test]
fn spreading_frees_the_other_positions() {
    for seed in 0..60 {
        let dfa = random_dfa(&mut ChaCha8Rng::seed_from_u64(seed));
        for (period, offset) in [(1, 0), (2, 0), (2, 1), (3, 1)] {
            let spread = dfa.spread(period, offset, &ALPHABET).unwrap();
            for word in words(6) {
                let picked: Vec<i32> = word.iter().copied().skip(offset).step_by(period).collect();
                let expected = word.len() % period == 0 && dfa.accepts(&picked);
                assert_eq!(
                    spread.accepts(&word),
                    expected,
                    "seed {seed}, word {word:?}"
                );
            }
        }
        assert!(dfa.spread(2, 2, &ALPHABET).is_err());
    }
}

/// A random expression with what it matches, written without any automaton.
enum Plain {
    Letter(Vec<i32>),
    Then(Box<Plain>, Box<Plain>),
    Or(Box<Plain>, Box<Plain>),
    Times(Box<Plain>, usize, Option<usize>),
}

impl Plain {
    fn random(rng: &mut ChaCha8Rng, depth: usize) -> Plain {
        let inner = |rng: &mut ChaCha8Rng| Box::new(Plain::random(rng, depth - 1));
        match if depth == 0 {
            0
        } else {
            rng.random_range(0..4)
        } {
            0 => Plain::Letter(
                ALPHABET
                    .into_iter()
                    .filter(|_| rng.random_bool(0.5))
                    .collect(),
            ),
            1 => Plain::Then(inner(rng), inner(rng)),
            2 => Plain::Or(inner(rng), inner(rng)),
            _ => {
                let least = rng.random_range(0..3);
                let most = rng
                    .random_bool(0.5)
                    .then(|| least + rng.random_range(0..3usize));
                Plain::Times(inner(rng), least, most)
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Plain::Letter(values) => {
                let list: Vec<String> = values.iter().map(i32::to_string).collect();
                format!("[{}]", list.join(" "))
            }
            Plain::Then(a, b) => format!("({})({})", a.text(), b.text()),
            Plain::Or(a, b) => format!("({}|{})", a.text(), b.text()),
            Plain::Times(a, 0, None) => format!("({})*", a.text()),
            Plain::Times(a, 1, None) => format!("({})+", a.text()),
            Plain::Times(a, 0, Some(1)) => format!("({})?", a.text()),
            Plain::Times(a, least, None) => format!("({}){{{least},}}", a.text()),
            Plain::Times(a, least, Some(most)) => format!("({}){{{least},{most}}}", a.text()),
        }
    }

    fn matches(&self, word: &[i32]) -> bool {
        let cuts = 0..=word.len();
        match self {
            Plain::Letter(values) => word.len() == 1 && values.contains(&word[0]),
            Plain::Then(a, b) => cuts
                .into_iter()
                .any(|i| a.matches(&word[..i]) && b.matches(&word[i..])),
            Plain::Or(a, b) => a.matches(word) || b.matches(word),
            Plain::Times(a, least, most) => {
                if *least == 0 && word.is_empty() {
                    return true;
                }
                if *most == Some(0) {
                    return false;
                }
                // A first round that takes nothing is only needed to reach the least number.
                let rest = Plain::Times(
                    Box::new(a.copy()),
                    least.saturating_sub(1),
                    most.map(|most| most - 1),
                );
                let shortest = usize::from(*least == 0);
                (shortest..=word.len()).any(|i| a.matches(&word[..i]) && rest.matches(&word[i..]))
            }
        }
    }

    fn copy(&self) -> Plain {
        match self {
            Plain::Letter(values) => Plain::Letter(values.clone()),
            Plain::Then(a, b) => Plain::Then(Box::new(a.copy()), Box::new(b.copy())),
            Plain::Or(a, b) => Plain::Or(Box::new(a.copy()), Box::new(b.copy())),
            Plain::Times(a, least, most) => Plain::Times(Box::new(a.copy()), *least, *most),
        }
    }
}

#[test]
fn expressions_match_what_they_say() {
    for seed in 0..150 {
        let plain = Plain::random(&mut ChaCha8Rng::seed_from_u64(seed), 3);
        let nfa = Nfa::parse(&plain.text(), &ALPHABET).unwrap();
        for word in words(4) {
            assert_eq!(
                nfa.accepts(&word),
                plain.matches(&word),
                "seed {seed}, expression {}, word {word:?}",
                plain.text()
            );
        }
    }
}

#[test]
fn the_written_forms() {
    let accepts = |text: &str, word: &[i32]| Nfa::parse(text, &ALPHABET).unwrap().accepts(word);
    assert!(accepts("12 -3", &[12, -3]));
    assert!(accepts("[1-3 5]", &[2]) && accepts("[1-3 5]", &[5]) && !accepts("[1-3 5]", &[4]));
    assert!(accepts("[-3--1]", &[-2]) && !accepts("[-3--1]", &[1]));
    assert!(accepts(".", &[-1]) && !accepts(".", &[1]));
    assert!(accepts("", &[]) && accepts("()", &[]) && accepts("1|", &[]));
    assert!(accepts("\t1\n{ 2 , 3 }", &[1, 1, 1]));
}

#[test]
fn wrong_expressions_are_refused_with_the_place() {
    for (text, place) in [
        ("(1", 2),
        ("1)", 1),
        ("a", 0),
        ("1 |* 2", 3),
        ("[3-1]", 4),
        ("1{2", 3),
        ("1{3,2}", 5),
        ("99999999999", 0),
        ("[1-", 3),
        ("é", 0),
    ] {
        match Nfa::parse(text, &ALPHABET) {
            Err(ModelError::Expression { position, .. }) => assert_eq!(position, place, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let deep = "(".repeat(100_000);
    assert!(Nfa::parse(&deep, &ALPHABET).is_err());
    let huge = "1{1000}{1000}{1000}";
    assert!(matches!(
        Nfa::parse(huge, &ALPHABET),
        Err(ModelError::AutomatonTooLarge { .. })
    ));
}
