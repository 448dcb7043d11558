//! The automata of towers, the way of branch and bound, and the element model, against plain definitions.

use tantalizer_design::{Counter, Family, SurveyOptions, survey};
use tantalizer_model::{Collect, ModelEngine, Question, Request, Silent, Status};
use tantalizer_puzzles::instant_insanity::design::{
    PieceSets, PieceTypes, SetParameters, Towers, element_model, fewest_by_automata, towers,
};
use tantalizer_puzzles::instant_insanity::{Rule, Shape};

/// All lists of `length` numbers below `values`.
fn lists(length: usize, values: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|list| (0..values).map(|value| [&list[..], &[value]].concat()))
            .collect();
    }
    all
}

#[test]
fn the_automaton_accepts_exactly_the_towers() {
    for (sides, colours, pieces) in [(3, 3, 2), (3, 2, 3), (4, 3, 2), (3, 4, 2)] {
        let types = PieceTypes::new(Shape::Prism(sides), colours, true);
        for rule in [Rule::AllDifferent, Rule::EQUAL] {
            let short = towers(&types, pieces, rule).unwrap();
            for tower in lists(pieces, types.ring_count()) {
                let rings: Vec<Vec<u8>> = tower.iter().map(|&r| types.ring_colours(r)).collect();
                let column = |side: usize| rings.iter().map(move |ring| ring[side]);
                let different = |list: &mut dyn Iterator<Item = u8>| {
                    let list: Vec<u8> = list.collect();
                    (0..list.len()).all(|i| !list[..i].contains(&list[i]))
                };
                let right = match rule {
                    Rule::AllDifferent => (0..sides).all(|side| different(&mut column(side))),
                    Rule::AllEqual { .. } => {
                        (0..sides).all(|side| column(side).all(|c| c == rings[0][side]))
                            && different(&mut rings[0].iter().copied())
                    }
                };
                let letter = |ring: &Vec<u8>| {
                    let word: Vec<i32> = ring.iter().map(|&c| i32::from(c)).collect();
                    short.words.iter().position(|known| *known == word)
                };
                let word: Option<Vec<i32>> = rings
                    .iter()
                    .map(|ring| Some(letter(ring)? as i32))
                    .collect();
                let accepted = word.is_some_and(|word| short.automaton.accepts(&word));
                assert_eq!(accepted, right, "{rule:?} {rings:?}");
            }
        }
    }
}

/// The states after j cubes of the automaton for four cubes are the choices of j used colours on each of four sides.
#[test]
fn the_automaton_of_four_cubes_has_the_expected_size() {
    let types = PieceTypes::new(Shape::Cube, 4, false);
    let different = towers(&types, 4, Rule::AllDifferent).unwrap();
    assert_eq!(different.automaton.state_count(), 1 + 256 + 1296 + 256 + 1);
    let equal = towers(&types, 4, Rule::EQUAL).unwrap();
    assert_eq!(equal.automaton.state_count(), 1 + 24 * 3 + 1);
    assert_eq!(equal.words.len(), 24);
}

#[test]
fn both_ways_find_the_same_minimum() {
    for (pieces, colours, sides, any_colouring, distinct) in [
        (2, 2, None, false, false),
        (2, 2, None, true, true),
        (3, 3, None, false, false),
        (2, 4, None, false, false),
        (3, 3, Some(3), false, false),
        (3, 3, Some(3), true, true),
        (2, 4, Some(4), true, false),
        (3, 3, Some(5), false, false),
    ] {
        for towers in [Towers::Adiis, Towers::Aeiis, Towers::Both] {
            let parameters = SetParameters {
                pieces,
                colours,
                sides,
                any_colouring,
                distinct,
                towers,
            };
            let family = PieceSets::new(parameters).unwrap();
            let (survey, _) = survey(&family, SurveyOptions::default()).unwrap();
            let orbits = parameters.wish().answer(&survey.tallies[0]);
            let request = Request::new(Question::Best);
            let found = fewest_by_automata(&parameters, family.types(), &request).unwrap();
            match orbits {
                None => {
                    assert_eq!(found.answer.status, Status::Unsatisfiable, "{parameters:?}");
                    assert_eq!(found.witness, None);
                }
                Some(best) => {
                    assert_eq!(found.answer.status, Status::Optimal, "{parameters:?}");
                    let value: u64 = found.counts.iter().sum();
                    assert_eq!(value, best.value, "{parameters:?}");
                }
            }
        }
    }
}

#[test]
fn the_element_model_finds_sets_with_both_kinds_of_towers() {
    for (parameters, possible) in [
        (SetParameters::four_cubes(Towers::Both), true),
        (
            SetParameters {
                pieces: 3,
                colours: 3,
                sides: Some(3),
                ..SetParameters::four_cubes(Towers::Both)
            },
            true,
        ),
        (
            // Four sides of different colours need four colours.
            SetParameters {
                pieces: 3,
                colours: 3,
                ..SetParameters::four_cubes(Towers::Both)
            },
            false,
        ),
    ] {
        let built = element_model(&parameters).unwrap();
        let mut found = Collect::default();
        let one = Request::new(Question::One);
        let answer = tantalizer_ask::ask(&built.model, &one, &mut found).unwrap();
        assert!(answer.complete);
        assert_eq!(!found.solutions.is_empty(), possible, "{parameters:?}");
        for solution in &found.solutions {
            let pieces = built.pieces(solution, parameters.shape().faces());
            for rule in [Rule::AllDifferent, Rule::EQUAL] {
                let instance = tantalizer_puzzles::instant_insanity::Instance::with_letters(
                    parameters.shape(),
                    parameters.colours,
                    pieces.clone(),
                    rule,
                );
                let model = instance.tower_model().unwrap().model;
                let mut towers = Collect::default();
                let answer = tantalizer_ask::ask(&model, &one, &mut towers);
                assert_eq!(answer.unwrap().status, Status::Satisfiable, "{rule:?}");
            }
        }
    }
}

/// Asks an engine how many solutions each model has.
struct Asking<'a> {
    family: &'a PieceSets,
    engine: &'a dyn ModelEngine,
    instance: Vec<u32>,
}

impl Counter for Asking<'_> {
    fn push(&mut self, option: u32) {
        self.instance.push(option);
    }

    fn pop(&mut self) {
        self.instance.pop();
    }

    fn counts(&mut self, counts: &mut [u64]) {
        let questions = self.family.questions().len();
        for (i, count) in counts.iter_mut().enumerate() {
            let model = self
                .family
                .model(&self.instance, i / questions, i % questions)
                .expect("the family's own models are sound");
            let answer =
                self.engine
                    .answer_for(&model, &Request::new(Question::Count), &mut Silent);
            assert!(answer.complete, "without limits, an engine finishes");
            *count = u64::try_from(&answer.count).expect("counts of designs fit into 64 bits");
        }
    }
}

/// The inner questions are models: an engine that counts their solutions says what the look-ups say.
#[test]
fn an_engine_counts_what_the_look_ups_count() {
    let search = tantalizer_ask::engines()
        .iter()
        .find(|engine| engine.id() == "search")
        .unwrap();
    for (pieces, colours, sides) in [(3, 3, None), (3, 4, Some(5)), (4, 4, None)] {
        let family = PieceSets::new(SetParameters {
            pieces,
            colours,
            sides,
            any_colouring: true,
            distinct: false,
            towers: Towers::Both,
        })
        .unwrap();
        let mut asking = Asking {
            family: &family,
            engine: *search,
            instance: Vec::new(),
        };
        let mut look_ups = family.counter();
        let kinds = family.types().types.len() as u32;
        for seed in 0..12u32 {
            let mut counts = [[0; 4]; 2];
            let counters: [&mut dyn Counter; 2] = [&mut asking, &mut *look_ups];
            for (counter, counts) in counters.into_iter().zip(&mut counts) {
                let set: Vec<u32> = (1..=pieces as u32)
                    .map(|i| seed * 31 * i * i % kinds)
                    .collect();
                set.iter().for_each(|&kind| counter.push(kind));
                counter.counts(counts);
                set.iter().for_each(|_| counter.pop());
            }
            assert_eq!(counts[0], counts[1], "seed {seed}, {pieces} pieces");
        }
    }
}
