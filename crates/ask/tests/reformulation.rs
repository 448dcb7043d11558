//! Reformulated problems, asked of every engine: the answers are those of the
//! plain model.

use tantalizer_ask::engines;
use tantalizer_model::{Collect, Limits, Question, Request, Status};
use tantalizer_rewrite::multidimensional::Options;
use tantalizer_rewrite::multidimensional::timetable::{School, timetable};

fn school(courses: usize, seed: u64) -> School {
    School {
        courses,
        lessons: 3,
        rooms: 3,
        days: 5,
        hours: 4,
        teachers: courses.div_ceil(2),
        classes: courses.div_ceil(4),
        suitable_rooms: 3,
        away: 0.3,
        seed,
    }
}

#[test]
fn small_timetables_are_counted_alike() {
    for engine in engines() {
        for seed in 0..6 {
            let small = School {
                lessons: 3,
                rooms: 2,
                days: 3,
                hours: 3,
                suitable_rooms: 1,
                away: 0.4,
                ..school(2, seed)
            };
            let problem = timetable(&small).unwrap();
            let request = Request::new(Question::Count);
            let plain = engine.answer_model(problem.model(), &request, &mut Collect::default());
            for subproblems in [1, 5, 60] {
                let reformulated = problem
                    .reformulate(Options {
                        subproblems,
                        children: 16,
                    })
                    .unwrap();
                let split = reformulated.answer(*engine, &request, &mut Collect::default());
                let found = (split.status, split.complete, &split.count);
                let expected = (plain.status, plain.complete, &plain.count);
                assert_eq!(
                    found,
                    expected,
                    "{}, seed {seed}, {subproblems}",
                    engine.id()
                );
            }
        }
    }
}

#[test]
fn timetables_of_54_lessons_are_solved_alike_and_rightly() {
    let mut decided = 0;
    for seed in 0..4 {
        let problem = timetable(&school(18, seed)).unwrap();
        assert_eq!(problem.choices(), 54);
        let reformulated = problem
            .reformulate(Options {
                subproblems: 8,
                children: 8,
            })
            .unwrap();
        let mut known = None;
        for engine in engines() {
            let request = Request::new(Question::One).with_limits(Limits {
                memory: Some(256 << 20),
                ..Limits::seconds(5.0)
            });
            let mut kept = Collect::default();
            let answer = reformulated.answer(*engine, &request, &mut kept);
            for solution in &kept.solutions {
                assert_eq!(
                    problem.model().violated(&solution.0),
                    None,
                    "{}, seed {seed}",
                    engine.id()
                );
            }
            assert_eq!(
                answer.status == Status::Satisfiable,
                !kept.solutions.is_empty()
            );
            if answer.status != Status::Unknown {
                decided += 1;
                assert_eq!(
                    *known.get_or_insert(answer.status),
                    answer.status,
                    "{}, seed {seed}",
                    engine.id()
                );
            }
        }
    }
    assert!(decided > 0);
}
