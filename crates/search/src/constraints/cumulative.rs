//! Tasks that share a resource: the time table, and the energy that is left in intervals of time.
//!
//! A task that must run at some time, wherever it starts, is a *compulsory part*; all of these together are the profile. No task
//! may start where the profile leaves too little for it. Beyond that, time-table edge finding (Vilím, *Timetable Edge
//! Finding Filtering Algorithm for Discrete Cumulative Resources*, 2011): in an interval of time, what the profile takes and
//! what the tasks take that lie inside it leaves so much energy, and a task that would need more of it starts later. Ends
//! of tasks are treated alike, with time running backwards.

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Cumulative {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(Cumulative {
            starts: indices(&self.starts),
            durations: indices(&self.durations),
            demands: indices(&self.demands),
            capacity: self.capacity.index(),
        })]
    }
}

struct Cumulative {
    starts: Vec<V>,
    durations: Vec<V>,
    demands: Vec<V>,
    capacity: V,
}

/// The least that a task is: its shortest duration and smallest demand, between its earliest start and its latest.
#[derive(Clone, Copy)]
struct Task {
    number: usize,
    earliest: i64,
    latest: i64,
    duration: i64,
    demand: i64,
}

impl Task {
    fn earliest_end(self) -> i64 {
        self.earliest + self.duration
    }

    fn latest_end(self) -> i64 {
        self.latest + self.duration
    }

    /// How long it surely runs, whenever it starts.
    fn compulsory(self) -> i64 {
        (self.earliest_end() - self.latest).max(0)
    }

    /// The energy that it takes besides its compulsory part.
    fn free_energy(self) -> i128 {
        i128::from(self.demand) * i128::from(self.duration - self.compulsory())
    }

    /// The same with time running backwards.
    fn mirrored(self) -> Task {
        Task {
            earliest: -self.latest_end(),
            latest: -self.earliest_end(),
            ..self
        }
    }
}

/// So much is taken between two times.
#[derive(Clone, Copy)]
struct Piece {
    from: i64,
    to: i64,
    height: i64,
}

/// With more tasks than this, intervals of time are not looked at: there is one for each pair of tasks.
const MANY_TASKS: usize = 400;

impl Propagator for Cumulative {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let tasks = self.starts.iter().chain(&self.durations);
        let all = tasks.chain(&self.demands).chain([&self.capacity]);
        all.map(|&v| (v, event::BOUNDS)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let sizes = self.durations.iter().chain(&self.demands);
        for &v in sizes.chain([&self.capacity]) {
            store.at_least(v, 0)?;
        }
        loop {
            let tasks = self.tasks(store);
            let profile = profile(&tasks);
            store.work(8 * tasks.len() * (1 + profile.len()))?;
            let height = profile.iter().map(|piece| piece.height).max();
            store.at_least(self.capacity, height.unwrap_or(0))?;
            self.bound_demands(store, &profile)?;
            let capacity = i64::from(store.max(self.capacity));
            let mut changed = self.shift(store, &tasks, &profile, capacity)?;
            if !changed && (2..=MANY_TASKS).contains(&tasks.len()) {
                changed = self.edge_finding(store, &tasks, &profile, capacity)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}

impl Cumulative {
    /// The tasks that take time and resource in any case.
    fn tasks(&self, store: &Store) -> Vec<Task> {
        let task = |number: usize| Task {
            number,
            earliest: store.min(self.starts[number]).into(),
            latest: store.max(self.starts[number]).into(),
            duration: store.min(self.durations[number]).into(),
            demand: store.min(self.demands[number]).into(),
        };
        let all = (0..self.starts.len()).map(task);
        all.filter(|task| task.duration > 0 && task.demand > 0)
            .collect()
    }

    /// A task that surely runs somewhere takes no more than the others leave there.
    fn bound_demands(&self, store: &mut Store, profile: &[Piece]) -> Narrowed {
        let capacity = i64::from(store.max(self.capacity));
        for number in 0..self.starts.len() {
            let (start, duration) = (self.starts[number], self.durations[number]);
            let (from, least) = (i64::from(store.max(start)), store.min(duration));
            let to = i64::from(store.min(start)) + i64::from(least);
            let demand = self.demands[number];
            if least == 0 || store.is_fixed(demand) {
                continue;
            }
            // A task that need not take anything has no part in the profile.
            let own = i64::from(store.min(demand));
            let overlaps = |piece: &&Piece| from < to && from < piece.to && piece.from < to;
            let heights = profile.iter().filter(overlaps).map(|piece| piece.height);
            let others = heights.max().map_or(0, |height| height - own);
            store.at_most(demand, capacity - others)?;
        }
        Ok(())
    }

    /// Starts and ends go to where the profile leaves enough; tells whether one did.
    fn shift(
        &self,
        store: &mut Store,
        tasks: &[Task],
        profile: &[Piece],
        capacity: i64,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        let backwards: Vec<Piece> = profile.iter().rev().map(|piece| piece.mirrored()).collect();
        for task in tasks {
            let start = self.starts[task.number];
            let earliest = earliest_fit(*task, profile, capacity);
            if earliest > task.earliest {
                store.at_least(start, earliest)?;
                changed = true;
            }
            let mirrored = earliest_fit(task.mirrored(), &backwards, capacity);
            let latest = -mirrored - task.duration;
            if latest < task.latest {
                store.at_most(start, latest)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The same by the energy that is left in intervals of time.
    fn edge_finding(
        &self,
        store: &mut Store,
        tasks: &[Task],
        profile: &[Piece],
        capacity: i64,
    ) -> Result<bool, Conflict> {
        store.work(8 * tasks.len() * tasks.len())?;
        let mut changed = false;
        for (number, earliest) in later_starts(tasks, profile, capacity)? {
            store.at_least(self.starts[number], earliest)?;
            changed = true;
        }
        let mirrored: Vec<Task> = tasks.iter().map(|task| task.mirrored()).collect();
        let backwards: Vec<Piece> = profile.iter().rev().map(|piece| piece.mirrored()).collect();
        for (number, earliest) in later_starts(&mirrored, &backwards, capacity)? {
            let duration = i64::from(store.min(self.durations[number]));
            store.at_most(self.starts[number], -earliest - duration)?;
            changed = true;
        }
        Ok(changed)
    }
}

impl Piece {
    /// The same with time running backwards.
    fn mirrored(&self) -> Piece {
        Piece {
            from: -self.to,
            to: -self.from,
            height: self.height,
        }
    }
}

/// All compulsory parts together, in the order of time; pieces begin and end where one of them does.
fn profile(tasks: &[Task]) -> Vec<Piece> {
    let mut events: Vec<(i64, i64)> = Vec::with_capacity(2 * tasks.len());
    for task in tasks.iter().filter(|task| task.compulsory() > 0) {
        events.push((task.latest, task.demand));
        events.push((task.earliest_end(), -task.demand));
    }
    events.sort_unstable();
    let mut pieces: Vec<Piece> = Vec::with_capacity(events.len());
    let mut height = 0;
    for pair in events.windows(2) {
        height += pair[0].1;
        if pair[0].0 < pair[1].0 && height > 0 {
            pieces.push(Piece {
                from: pair[0].0,
                to: pair[1].0,
                height,
            });
        }
    }
    pieces
}

/// The first time from its earliest start on at which the task fits over the profile.
fn earliest_fit(task: Task, profile: &[Piece], capacity: i64) -> i64 {
    let mut start = task.earliest;
    let first = profile.partition_point(|piece| piece.to <= start);
    for piece in &profile[first..] {
        // Over its own compulsory part it runs already, so that there is place for it.
        if piece.from >= start + task.duration {
            break;
        }
        let own = task.latest <= piece.from && piece.to <= task.earliest_end();
        if !own && piece.height + task.demand > capacity {
            start = start.max(piece.to);
        }
    }
    start
}

/// Which tasks start later than they might, since the energy of some interval of time would not be enough.
fn later_starts(
    tasks: &[Task],
    profile: &[Piece],
    capacity: i64,
) -> Result<Vec<(usize, i64)>, Conflict> {
    let mut by_earliest: Vec<Task> = tasks.to_vec();
    by_earliest.sort_unstable_by_key(|task| -task.earliest);
    let mut ends: Vec<i64> = tasks.iter().map(|task| task.latest_end()).collect();
    ends.sort_unstable();
    ends.dedup();
    let taken = Taken::new(profile);
    let mut later = Vec::new();
    for &end in &ends {
        let mut inside = 0;
        // The task that needs most of the free energy of the interval, of those that reach beyond its end.
        let mut reaching: Option<(i128, Task)> = None;
        for &task in &by_earliest {
            let begin = task.earliest;
            if begin >= end {
                continue;
            }
            if task.latest_end() <= end {
                inside += task.free_energy();
            } else {
                let free = needed_until(task, end) - compulsory_until(task, end);
                let needed = i128::from(task.demand) * i128::from(free);
                if reaching.is_none_or(|(most, _)| needed > most) {
                    reaching = Some((needed, task));
                }
            }
            let all = i128::from(capacity) * i128::from(end - begin);
            let left = all - inside - taken.between(begin, end);
            if left < 0 {
                return Err(Conflict);
            }
            if let Some((needed, task)) = reaching
                && needed > left
            {
                // Less than the task needs, so that it is a number of 64 bits.
                let allowed = (left / i128::from(task.demand)) as i64;
                later.push((task.number, end - allowed - compulsory_until(task, end)));
            }
        }
    }
    Ok(later)
}

/// How long a task runs before `end` if it starts as early as it may.
fn needed_until(task: Task, end: i64) -> i64 {
    task.earliest_end().min(end) - task.earliest
}

/// How long it surely runs before `end`.
fn compulsory_until(task: Task, end: i64) -> i64 {
    (task.earliest_end().min(end) - task.latest).max(0)
}

/// The energy of a profile up to each time.
struct Taken<'a> {
    profile: &'a [Piece],
    /// Before each piece.
    before: Vec<i128>,
}

impl<'a> Taken<'a> {
    fn new(profile: &'a [Piece]) -> Self {
        let mut before = Vec::with_capacity(profile.len() + 1);
        let mut sum = 0;
        before.push(sum);
        for piece in profile {
            sum += i128::from(piece.height) * i128::from(piece.to - piece.from);
            before.push(sum);
        }
        Taken { profile, before }
    }

    fn until(&self, time: i64) -> i128 {
        let at = self.profile.partition_point(|piece| piece.to <= time);
        let inside = self.profile.get(at).map_or(0, |piece| {
            i128::from(piece.height) * i128::from((time - piece.from).max(0))
        });
        self.before[at] + inside
    }

    fn between(&self, from: i64, to: i64) -> i128 {
        self.until(to) - self.until(from)
    }
}
