//! Surveys against plain enumeration without symmetry, and everything that may happen to a run.

use std::collections::BTreeMap;
use std::path::Path;

use tantalizer_conformance::brute;
use tantalizer_design::exercise::{Automata, AutomatonParameters};
use tantalizer_design::{
    Choices, Counter, Family, Goal, Relabelling, Shard, StoreError, Survey, SurveyOptions, Wish,
    survey,
};
use tantalizer_model::{Cancel, Limit, Limits, Model, ModelError};

fn automata(states: u32, letters: u32, lengths: &[u32]) -> Automata {
    Automata::new(AutomatonParameters {
        states,
        letters,
        lengths: lengths.to_vec(),
    })
    .unwrap()
}

/// Every instance of the family, symmetric ones too.
fn all_instances(choices: &Choices) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..choices.len() {
        let longer = |prefix: &Vec<u32>| {
            let next = choices.next(prefix);
            let prefix = prefix.clone();
            next.map(move |option| [&prefix[..], &[option]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The number of instances with each list of counts, without any use of symmetry.
fn plainly(family: &dyn Family) -> BTreeMap<Vec<u64>, u128> {
    let mut counter = family.counter();
    let mut counts = vec![0; family.questions().len() * family.conventions().len()];
    let mut classes = BTreeMap::new();
    for instance in all_instances(&family.choices()) {
        if family.admits(&instance) {
            instance.iter().for_each(|&option| counter.push(option));
            counter.counts(&mut counts);
            instance.iter().for_each(|_| counter.pop());
            *classes
                .entry(counts[..family.questions().len()].to_vec())
                .or_insert(0) += 1;
        }
    }
    classes
}

fn tallied(survey: &Survey) -> BTreeMap<Vec<u64>, u128> {
    let classes = survey.tallies[0].classes();
    let rows = classes.into_iter();
    rows.map(|(counts, class)| (counts.to_vec(), class.instances))
        .collect()
}

fn run(family: &dyn Family) -> Survey {
    survey(family, SurveyOptions::default()).unwrap().0
}

#[test]
fn a_survey_up_to_symmetry_counts_what_plain_enumeration_counts() {
    for (states, letters, lengths) in [
        (1, 2, &[3][..]),
        (2, 2, &[2, 4]),
        (3, 2, &[3]),
        (2, 3, &[0, 2]),
    ] {
        let family = automata(states, letters, lengths);
        assert_eq!(tallied(&run(&family)), plainly(&family));
    }
}

/// The languages over two letters whose minimal automaton has 1, 2, 3, 4 states are 2, 24, 1028, 56014 (Domaratzki, Kisman and
/// Shallit, On the Number of Distinct Languages Accepted by Finite Automata with n States, 2002); each has (n-1)! numberings of its states.
#[test]
fn minimal_automata_are_as_many_as_published() {
    for (states, languages) in [(1, 2), (2, 24), (3, 1028 * 2), (4, 56014 * 6)] {
        assert_eq!(run(&automata(states, 2, &[1])).instances(), languages);
    }
}

#[test]
fn the_counter_counts_what_the_models_say() {
    let family = automata(3, 2, &[2, 4]);
    let mut counter = family.counter();
    for instance in all_instances(&family.choices()).iter().step_by(97) {
        instance.iter().for_each(|&option| counter.push(option));
        let mut counts = [0; 2];
        counter.counts(&mut counts);
        instance.iter().for_each(|_| counter.pop());
        for (question, &count) in counts.iter().enumerate() {
            let model = family.model(instance, 0, question).unwrap();
            assert_eq!(brute::answers(&model).len() as u64, count, "{instance:?}");
        }
    }
}

#[test]
fn wishes_are_answered_from_the_tally() {
    let family = automata(3, 2, &[3]);
    let survey = run(&family);
    let plain = plainly(&family);
    let fewest = Wish::fewest([0]).answer(&survey.tallies[0]).unwrap();
    let least = plain.keys().map(|counts| counts[0]).filter(|&c| c > 0);
    assert_eq!(Some(fewest.value), least.min());
    assert_eq!(fewest.instances, plain[&vec![fewest.value]]);
    let most = Wish {
        conditions: Vec::new(),
        weighed: vec![0],
        goal: Goal::Maximise,
    };
    let most = most.answer(&survey.tallies[0]).unwrap();
    assert_eq!(Some(&vec![most.value]), plain.keys().max());
    let mut bars = Wish::fewest([0]).histogram(&survey.tallies[0]);
    assert_eq!(
        bars.remove(&None).map(|bar| bar.1),
        plain.get(&vec![0]).copied()
    );
    assert!(bars.values().all(|bar| bar.0 > 0));
}

#[test]
fn threads_and_shards_change_nothing() {
    let family = automata(3, 2, &[2, 3]);
    let whole = run(&family);
    let part = |index, count, threads| {
        let options = SurveyOptions {
            shard: Shard { index, count },
            threads,
            ..SurveyOptions::default()
        };
        survey(&family, options).unwrap().0
    };
    assert_eq!(part(1, 1, 3), whole);
    let shards = [part(2, 3, 1), part(3, 3, 2), part(1, 3, 1)];
    assert!(shards.iter().all(|shard| !shard.is_complete()));
    let [a, b, c] = shards;
    assert!(matches!(
        a.clone().merge(a.clone()),
        Err(StoreError::Overlap { .. })
    ));
    assert_eq!(a.merge(b).unwrap().merge(c).unwrap(), whole);
    assert!(matches!(
        whole.merge(run(&automata(2, 2, &[2, 3]))),
        Err(StoreError::Different { .. })
    ));
}

/// The family of `inner`, cancelled after so many counted instances.
struct Tiring<'a> {
    inner: &'a Automata,
    cancel: Cancel,
    after: u32,
}

impl Family for Tiring<'_> {
    fn parameters(&self) -> serde_json::Value {
        self.inner.parameters()
    }
    fn choices(&self) -> Choices {
        self.inner.choices()
    }
    fn symmetries(&self) -> Vec<Relabelling> {
        self.inner.symmetries()
    }
    fn questions(&self) -> Vec<String> {
        self.inner.questions()
    }
    fn conventions(&self) -> Vec<String> {
        self.inner.conventions()
    }
    fn admits(&self, instance: &[u32]) -> bool {
        self.inner.admits(instance)
    }
    fn instance_count(&self) -> Option<u128> {
        None
    }
    fn model(&self, instance: &[u32], a: usize, b: usize) -> Result<Model, ModelError> {
        self.inner.model(instance, a, b)
    }
    fn counter(&self) -> Box<dyn Counter + '_> {
        Box::new(TiringCounter {
            inner: self.inner.counter(),
            family: self,
            counted: 0,
        })
    }
    fn option(&self, slot: usize, option: u32) -> serde_json::Value {
        self.inner.option(slot, option)
    }
}

struct TiringCounter<'a> {
    inner: Box<dyn Counter + 'a>,
    family: &'a Tiring<'a>,
    counted: u32,
}

impl Counter for TiringCounter<'_> {
    fn push(&mut self, option: u32) {
        self.inner.push(option);
    }
    fn pop(&mut self) {
        self.inner.pop();
    }
    fn counts(&mut self, counts: &mut [u64]) {
        self.counted += 1;
        if self.counted == self.family.after {
            self.family.cancel.cancel();
        }
        self.inner.counts(counts);
    }
}

fn checkpointed(family: &dyn Family, path: &Path, cancel: Cancel) -> (Survey, Option<Limit>) {
    let options = SurveyOptions {
        limits: Limits {
            cancel,
            ..Limits::none()
        },
        checkpoint: Some(path.to_path_buf()),
        ..SurveyOptions::default()
    };
    survey(family, options).unwrap()
}

#[test]
fn an_interrupted_survey_is_continued_to_the_same_result() {
    let family = automata(3, 2, &[2, 3]);
    let whole = run(&family);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let mut rounds = 0;
    loop {
        let cancel = Cancel::new();
        let tiring = Tiring {
            inner: &family,
            cancel: cancel.clone(),
            after: 100,
        };
        let (part, stopped) = checkpointed(&tiring, &path, cancel);
        rounds += 1;
        assert_eq!(Survey::load(&path).unwrap(), part);
        if part.is_complete() {
            assert_eq!(stopped, None);
            assert_eq!(part, whole);
            break;
        }
        assert_eq!(stopped, Some(Limit::Cancelled));
    }
    assert!(rounds > 2, "{rounds} rounds");
    // Once more from the finished file: nothing is counted again.
    let (again, _) = checkpointed(&family, &path, Cancel::new());
    assert_eq!(again, whole);
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let family = automata(2, 2, &[2]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    checkpointed(&family, &path, Cancel::new());
    let text = std::fs::read_to_string(&path).unwrap();
    let options = || SurveyOptions {
        checkpoint: Some(path.clone()),
        ..SurveyOptions::default()
    };
    let other = automata(2, 2, &[3]);
    assert!(matches!(
        survey(&other, options()),
        Err(StoreError::Other { .. })
    ));
    let spoiled = [
        text[..text.len() / 2].to_string(),
        text.replacen("\"orbits\":2", "\"orbits\":3", 1),
        text.replacen("tantalizer-survey-1", "tantalizer-survey-0", 1),
        String::new(),
        "[]".to_string(),
    ];
    for wrong in spoiled {
        assert_ne!(wrong, text);
        std::fs::write(&path, &wrong).unwrap();
        assert!(
            matches!(survey(&family, options()), Err(StoreError::Damaged { .. })),
            "{wrong}"
        );
    }
    std::fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(matches!(
        survey(&family, options()),
        Err(StoreError::Damaged { .. })
    ));
}

/// Any single flipped bit in a stored survey is noticed.
#[test]
fn every_flipped_digit_is_noticed() {
    let family = automata(2, 2, &[2]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    checkpointed(&family, &path, Cancel::new());
    let text = std::fs::read_to_string(&path).unwrap();
    for (at, digit) in text
        .char_indices()
        .filter(|(_, sign)| sign.is_ascii_digit())
    {
        let other = if digit == '7' { "3" } else { "7" };
        let mut wrong = text.clone();
        wrong.replace_range(at..at + 1, other);
        std::fs::write(&path, &wrong).unwrap();
        assert!(Survey::load(&path).is_err(), "digit at {at}");
    }
}

#[test]
fn selections_are_counted() {
    let count = |size, kinds, repeats| {
        let choices = Choices::Selection {
            size,
            kinds,
            repeats,
        };
        assert_eq!(
            choices.count(),
            Some(all_instances(&choices).len() as u128),
            "{choices:?}"
        );
    };
    for size in 0..4 {
        for kinds in 0..6 {
            count(size, kinds, true);
            count(size, kinds, false);
        }
    }
}

#[test]
fn shards_are_read_and_refused() {
    assert_eq!(Shard::parse("2/3"), Some(Shard { index: 2, count: 3 }));
    for wrong in ["0/3", "4/3", "1/0", "1", "a/b", "-1/2"] {
        assert_eq!(Shard::parse(wrong), None);
    }
}
