//! Timetables: a multi-dimensional problem that is not SET.
//!
//! A lesson chooses a record (room, day, hour, slot), where the slot is day
//! and hour as one. Every course has several lessons: in one room, on
//! different days in the order of their numbers, and at the same hour on all
//! of them or at a different hour on each, so that no class gets used to two
//! habits. A teacher, and a class, has one lesson in a slot; a room at an hour
//! of a day is used once. Courses need certain rooms, teachers are away at
//! certain slots.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::constraints::Compare;
use tantalizer_model::{Constraint, Rel};

use super::{Choice, MultiDimensional, MultiDimensionalError};

/// The size of a random timetable, and how hard it is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct School {
    /// Courses.
    pub courses: usize,
    /// Lessons of each course.
    pub lessons: usize,
    /// Rooms.
    pub rooms: usize,
    /// Days in a week.
    pub days: usize,
    /// Hours in a day.
    pub hours: usize,
    /// Teachers, to whom the courses are dealt in turn.
    pub teachers: usize,
    /// Classes, to whom the courses are dealt at random.
    pub classes: usize,
    /// Rooms that a course can use.
    pub suitable_rooms: usize,
    /// The part of all slots at which a teacher is away.
    pub away: f64,
    /// Where all that is random comes from.
    pub seed: u64,
}

const ROOM: usize = 0;
const DAY: usize = 1;
const HOUR: usize = 2;
const SLOT: usize = 3;

/// The problem of finding a timetable: a choice for each lesson.
pub fn timetable(school: &School) -> Result<MultiDimensional, MultiDimensionalError> {
    let mut rng = ChaCha8Rng::seed_from_u64(school.seed);
    let mut records = Vec::new();
    for room in 0..school.rooms {
        for day in 0..school.days {
            for hour in 0..school.hours {
                let slot = day * school.hours + hour;
                records.push([room, day, hour, slot].map(|value| value as i32).to_vec());
            }
        }
    }
    let slots = school.days * school.hours;
    let mut problem =
        MultiDimensional::new("timetable", &["room", "day", "hour", "slot"], records)?;
    let mut of_teacher: Vec<Vec<Choice>> = vec![Vec::new(); school.teachers.max(1)];
    let mut of_class: Vec<Vec<Choice>> = vec![Vec::new(); school.classes.max(1)];
    let present: Vec<Vec<bool>> = of_teacher
        .iter()
        .map(|_| (0..slots).map(|_| !rng.random_bool(school.away)).collect())
        .collect();
    let mut all = Vec::new();
    for course in 0..school.courses {
        let teacher = course % of_teacher.len();
        let class = rng.random_range(0..of_class.len());
        let mut rooms: Vec<usize> = (0..school.rooms).collect();
        rooms.shuffle(&mut rng);
        rooms.truncate(school.suitable_rooms);
        let fits =
            |&record: &usize| rooms.contains(&(record / slots)) && present[teacher][record % slots];
        let possible: Vec<usize> = (0..school.rooms * slots).filter(fits).collect();
        let lessons = (1..=school.lessons)
            .map(|number| {
                problem.choice(
                    format!("course{}_{number}", course + 1),
                    possible.iter().copied(),
                )
            })
            .collect::<Result<Vec<Choice>, _>>()?;
        problem.all_equal(&lessons, ROOM)?;
        problem.equal_or_different(&lessons, HOUR)?;
        let days = problem.attributes_of(&lessons, DAY)?;
        for pair in days.windows(2) {
            problem.post(Constraint::Compare(Compare {
                x: pair[0],
                rel: Rel::Less,
                y: pair[1],
            }))?;
        }
        of_teacher[teacher].extend(&lessons);
        of_class[class].extend(&lessons);
        all.extend(lessons);
    }
    for lessons in of_teacher
        .iter()
        .chain(&of_class)
        .filter(|lessons| lessons.len() > 1)
    {
        problem.all_different(lessons, SLOT)?;
    }
    problem.distinct(&all)?;
    Ok(problem)
}
