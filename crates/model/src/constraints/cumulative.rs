//! Tasks that share a resource.

use super::prelude::*;

/// Task `i` runs from `starts[i]` for `durations[i]` units of time and takes `demands[i]` of the resource meanwhile; at no time
/// do the tasks together take more than `capacity`. No duration, no demand and no capacity is negative.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cumulative {
    /// When each task starts.
    pub starts: Vec<Var>,
    /// How long it takes.
    pub durations: Vec<Var>,
    /// What it takes of the resource.
    pub demands: Vec<Var>,
    /// How much there is of the resource.
    pub capacity: Var,
}

impl Definition for Cumulative {
    const NAME: &'static str = "cumulative";
    const MEANING: &'static str = "at no time do the tasks that run take more than the capacity; no duration, demand or capacity is negative";

    fn vars(&self) -> Vec<Var> {
        [
            &self.starts[..],
            &self.durations,
            &self.demands,
            &[self.capacity],
        ]
        .concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Cumulative {
            starts: renamed(&self.starts, to),
            durations: renamed(&self.durations, to),
            demands: renamed(&self.demands, to),
            capacity: to(self.capacity),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let starts = given.values(&self.starts);
        let durations = given.values(&self.durations);
        let demands = given.values(&self.demands);
        let capacity = i64::from(given.value(self.capacity));
        let runs = |task: usize, time: i32| {
            let end = i64::from(starts[task]) + i64::from(durations[task]);
            starts[task] <= time && i64::from(time) < end
        };
        let taken_at = |&time: &i32| -> i64 {
            let running = (0..starts.len()).filter(|&task| runs(task, time));
            running.map(|task| i64::from(demands[task])).sum()
        };
        // What is taken grows only when a task starts.
        let negative = durations.iter().chain(&demands).any(|&value| value < 0);
        !negative && capacity >= 0 && starts.iter().all(|time| taken_at(time) <= capacity)
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        let tasks = self.starts.len();
        same_length::<Self>("the list of durations", self.durations.len(), tasks)?;
        same_length::<Self>("the list of demands", self.demands.len(), tasks)
    }

    fn show(&self, model: &Model) -> String {
        let [starts, durations, demands] =
            [&self.starts, &self.durations, &self.demands].map(|vars| model.var_names(vars));
        let capacity = model.var_name(self.capacity);
        format!("cumulative from {starts} for {durations}, taking {demands} of {capacity}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.var(self.capacity).vars(&self.starts);
        line.vars(&self.durations).vars(&self.demands);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Cumulative {
            capacity: words.var()?,
            starts: words.vars()?,
            durations: words.vars()?,
            demands: words.vars()?,
        })
    }
}

impl Model {
    /// Tasks that start, take some time, and share a resource of which there is only so much.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let starts = model.array("start", 2, 0..=5);
    /// let two = model.constant(2);
    /// let three = model.constant(3);
    /// // Two tasks of three hours, each of which needs two of three machines.
    /// model.cumulative(&starts, &[three, three], &[two, two], three)?;
    /// assert_eq!(model.violated(&[0, 3, 2, 3]), None);
    /// assert!(model.violated(&[0, 2, 2, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn cumulative(
        &mut self,
        starts: &[Var],
        durations: &[Var],
        demands: &[Var],
        capacity: Var,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Cumulative {
            starts: starts.to_vec(),
            durations: durations.to_vec(),
            demands: demands.to_vec(),
            capacity,
        })
    }
}
