//! Going through a whole family, unit by unit.
//!
//! The work is cut into *units*: the prefixes, of a length that gives about a thousand of them, that may begin the
//! smallest instance of an orbit. The cut depends on the family alone. So a survey can be continued by another process, other
//! threads or another machine: what is done is a set of unit numbers with the tally of their instances, and tallies of different units
//! are simply added.

#[cfg(feature = "many")]
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;
use tantalizer_model::clock::{Instant, THREADS};
use tantalizer_model::{Limit, Limits, Watch};
#[cfg(feature = "many")]
use tantalizer_states::{Handing, Hosts, hand_out};

use crate::{Family, Orbits, StoreError, Tally};

/// So many units are wanted, where the family is large enough.
const WANTED_UNITS: usize = 1000;
/// The checkpoint is written when this time has passed since the last writing, and at the end.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(1);

/// What is known of a family: which units are done, and the tally of their instances for each way of counting.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// The family's parameters.
    pub parameters: Value,
    /// The number of units.
    pub units: usize,
    /// The units that are done.
    pub done: BTreeSet<usize>,
    /// One tally for each convention of the family.
    pub tallies: Vec<Tally>,
}

/// One part out of several of a survey: the units whose number leaves the remainder `index - 1` by `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    /// How many parts there are.
    pub count: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Part `index` of `count`, written `index/count`; none if there is no such part.
    pub fn parse(text: &str) -> Option<Shard> {
        let (index, count) = text.split_once('/')?;
        let (index, count) = (index.trim().parse().ok()?, count.trim().parse().ok()?);
        (1..=count)
            .contains(&index)
            .then_some(Shard { index, count })
    }
}

/// How far a survey is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Units done, in earlier runs too.
    pub done: usize,
    /// Units there are to do in this shard and in earlier runs.
    pub units: usize,
    /// Orbits seen.
    pub orbits: u64,
}

/// How to go about it.
pub struct SurveyOptions<'a> {
    /// Time and cancellation.
    pub limits: Limits,
    /// How many threads count.
    pub threads: usize,
    /// Which part of the work.
    pub shard: Shard,
    /// Where to store what is done. If the file exists, it is continued.
    pub checkpoint: Option<PathBuf>,
    /// Hears of a checkpoint that cannot be written; the work goes on without it. If nobody hears, it ends the work.
    pub unsaved: Option<&'a mut dyn FnMut(StoreError)>,
    /// Hears of progress, from the calling thread.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

impl Default for SurveyOptions<'_> {
    fn default() -> Self {
        SurveyOptions {
            limits: Limits::none(),
            threads: 1,
            shard: Shard::WHOLE,
            checkpoint: None,
            unsaved: None,
            progress: None,
        }
    }
}

/// What came of one unit: its tallies, or why it was stopped.
type Counted = Result<Vec<Tally>, Option<Limit>>;

/// Goes through the family, or as much of it as the options allow; with what stopped it, if anything.
pub fn survey(
    family: &dyn Family,
    options: SurveyOptions<'_>,
) -> Result<(Survey, Option<Limit>), StoreError> {
    let orbits = Orbits::new(family.choices(), &family.symmetries());
    let units = cut(family, &orbits);
    let (mut course, open) = Course::begin(family, units.len(), options)?;
    let watch = course.options.limits.start();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let threads = course.options.threads.clamp(1, open.len().max(1));
    // What one worker does, as long as somebody hears of it.
    let work = |tell: &mut dyn FnMut(usize, Counted) -> bool| {
        let mut worker = Worker::new(family, &orbits);
        while !stop.load(Ordering::Relaxed) {
            let Some(&unit) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let result = worker.count(&units[unit], &watch, &stop);
            let stopping = result.is_err();
            if !tell(unit, result) || stopping {
                break;
            }
        }
    };
    let mut hear = |unit: usize, counted: Counted| {
        if !course.hear(unit, counted) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    if THREADS {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads {
                let (sender, work) = (sender.clone(), &work);
                scope
                    .spawn(move || work(&mut |unit, counted| sender.send((unit, counted)).is_ok()));
            }
            drop(sender);
            for (unit, counted) in receiver {
                hear(unit, counted);
            }
        });
    } else {
        work(&mut |unit, counted| {
            hear(unit, counted);
            true
        });
    }
    course.end(family)
}

/// This process's part of a survey that several go through together: the first of them hands out the units and
/// adds up what comes back, keeps the checkpoint and hears of progress. In the end all of them know what it knows.
#[cfg(feature = "many")]
pub fn survey_with_many(
    family: &dyn Family,
    hosts: &Hosts,
    mut options: SurveyOptions<'_>,
) -> Result<(Survey, Option<Limit>), SharedError> {
    let first = hosts.process == 0;
    if !first {
        options.checkpoint = None;
    }
    let orbits = Orbits::new(family.choices(), &family.symmetries());
    let units = cut(family, &orbits);
    let threads = options.threads;
    let (course, open) = Course::begin(family, units.len(), options)?;
    let watch = course.options.limits.start();
    let stop = AtomicBool::new(false);
    let of_none = Survey::new(family, units.len());
    let from = |process: &str| PathBuf::from(format!("what {process} sent"));
    let course = RefCell::new(course);
    let mut damaged = None;
    let summed = hand_out(
        hosts,
        Handing {
            stamp: format!("{}, {} units", of_none.parameters, units.len()),
            open,
            threads,
            work: &|next, tell| {
                let mut worker = Worker::new(family, &orbits);
                while let Some(unit) = next() {
                    // Who stops, and why, is seen by the watch of every process.
                    let Ok(tallies) = worker.count(&units[unit], &watch, &stop) else {
                        break;
                    };
                    let mut part = of_none.clone();
                    part.add(unit, tallies);
                    tell(unit, part.to_json().to_string().into_bytes());
                }
            },
            hear: &mut |unit, bytes| {
                let told = Survey::from_bytes(&from("another process"), bytes);
                let mut course = course.borrow_mut();
                let same = |told: Survey| told.continued_by(&of_none, &from("another process"));
                match told.and_then(same) {
                    Ok(told) => {
                        let go_on = course.hear(unit, Ok(told.tallies));
                        if !go_on {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(error) => damaged = Some(error),
                }
            },
            sum: &mut || course.borrow().survey.to_json().to_string().into_bytes(),
            stopped: &|| watch.expired().is_some() || stop.load(Ordering::Relaxed),
            stop: &stop,
        },
    );
    let mut course = course.into_inner();
    match summed {
        Ok(Some(bytes)) if !first => {
            course.survey = Survey::from_bytes(&from("the first process"), &bytes)?
                .continued_by(&of_none, &from("the first process"))?;
        }
        Ok(_) => course.stopped = watch.expired(),
        Err(error) => {
            // What was heard is kept for the next time.
            course.end(family)?;
            return Err(error.into());
        }
    }
    if let Some(error) = damaged {
        return Err(error.into());
    }
    Ok(course.end(family)?)
}

/// Why several processes did not finish a survey.
#[cfg(feature = "many")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SharedError {
    /// The survey or its file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The other processes.
    #[error(transparent)]
    Many(#[from] tantalizer_states::ManyError),
}

/// A survey under way: what is known, and who hears of it.
struct Course<'a> {
    survey: Survey,
    options: SurveyOptions<'a>,
    /// So many units will be done in the end.
    goal: usize,
    stopped: Option<Limit>,
    stored: Result<(), StoreError>,
    written: Instant,
}

impl<'a> Course<'a> {
    /// Begins a survey or goes on with a stored one; with the units to do.
    fn begin(
        family: &dyn Family,
        units: usize,
        options: SurveyOptions<'a>,
    ) -> Result<(Self, Vec<usize>), StoreError> {
        let mut survey = Survey::new(family, units);
        if let Some(path) = &options.checkpoint
            && path.exists()
        {
            survey = Survey::load(path)?.continued_by(&survey, path)?;
        }
        let ours = |unit: &usize| {
            unit % options.shard.count == options.shard.index - 1 && !survey.done.contains(unit)
        };
        let open: Vec<usize> = (0..units).filter(ours).collect();
        let course = Course {
            goal: survey.done.len() + open.len(),
            survey,
            options,
            stopped: None,
            stored: Ok(()),
            written: Instant::now(),
        };
        Ok((course, open))
    }

    /// Hears of a unit; whether to go on.
    fn hear(&mut self, unit: usize, counted: Counted) -> bool {
        let mut go_on = true;
        match counted {
            Ok(tallies) => self.survey.add(unit, tallies),
            Err(limit) => {
                self.stopped = limit.or(self.stopped.take());
                go_on = false;
            }
        }
        if let Some(progress) = &mut self.options.progress {
            progress(Progress {
                done: self.survey.done.len(),
                units: self.goal,
                orbits: self.survey.orbits(),
            });
        }
        if let Some(path) = &self.options.checkpoint
            && self.written.elapsed() >= BETWEEN_CHECKPOINTS
            && self.stored.is_ok()
        {
            self.stored = self.survey.save(path);
            go_on &= self.stored.is_ok() || self.options.unsaved.is_some();
            self.written = Instant::now();
        }
        go_on
    }

    /// Stores what is known, and tells it.
    fn end(mut self, family: &dyn Family) -> Result<(Survey, Option<Limit>), StoreError> {
        if let (Ok(()), Some(path)) = (&self.stored, &self.options.checkpoint) {
            self.stored = self.survey.save(path);
        }
        match (self.stored, self.options.unsaved) {
            (Err(error), Some(hear)) => hear(error),
            (stored, _) => stored?,
        }
        self.survey.check(family)?;
        Ok((self.survey, self.stopped))
    }
}

impl Survey {
    fn new(family: &dyn Family, units: usize) -> Self {
        Survey {
            parameters: family.parameters(),
            units,
            done: BTreeSet::new(),
            tallies: vec![Tally::default(); family.conventions().len()],
        }
    }

    /// Whether every instance of the family has been looked at.
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.units
    }

    /// How many orbits have been looked at.
    pub fn orbits(&self) -> u64 {
        self.tallies.first().map_or(0, Tally::orbits)
    }

    /// How many instances they hold.
    pub fn instances(&self) -> u128 {
        self.tallies.first().map_or(0, Tally::instances)
    }

    /// Both parts of one survey together; they must not overlap.
    pub fn merge(mut self, other: Survey) -> Result<Survey, StoreError> {
        if self.parameters != other.parameters
            || self.units != other.units
            || self.tallies.len() != other.tallies.len()
        {
            return Err(StoreError::Different {
                left: self.parameters.to_string(),
                right: other.parameters.to_string(),
            });
        }
        if let Some(&unit) = self.done.intersection(&other.done).next() {
            return Err(StoreError::Overlap { unit });
        }
        self.done.extend(other.done);
        for (mine, theirs) in self.tallies.iter_mut().zip(other.tallies) {
            mine.merge(theirs);
        }
        Ok(self)
    }

    /// The exhaustiveness of a complete survey, as a number: the orbits' sizes add up to the instances of the family.
    pub fn check(&self, family: &dyn Family) -> Result<(), StoreError> {
        match family.instance_count() {
            Some(expected) if self.is_complete() => {
                match self.tallies.iter().find(|t| t.instances() != expected) {
                    None => Ok(()),
                    Some(tally) => Err(StoreError::NotExhaustive {
                        expected,
                        found: tally.instances(),
                    }),
                }
            }
            _ => Ok(()),
        }
    }

    fn add(&mut self, unit: usize, tallies: Vec<Tally>) {
        self.done.insert(unit);
        for (mine, theirs) in self.tallies.iter_mut().zip(tallies) {
            mine.merge(theirs);
        }
    }
}

/// The units: prefixes of the smallest length that gives enough of them.
fn cut(family: &dyn Family, orbits: &Orbits) -> Vec<Vec<u32>> {
    let mut units = vec![Vec::new()];
    for length in 1..family.choices().len() {
        if units.len() >= WANTED_UNITS {
            break;
        }
        units = orbits.prefixes(length);
    }
    units
}

struct Worker<'a> {
    family: &'a dyn Family,
    orbits: &'a Orbits,
    counter: Box<dyn crate::Counter + 'a>,
    counts: Vec<u64>,
    questions: usize,
}

impl<'a> Worker<'a> {
    fn new(family: &'a dyn Family, orbits: &'a Orbits) -> Self {
        let questions = family.questions().len();
        Worker {
            family,
            orbits,
            counter: family.counter(),
            counts: vec![0; questions * family.conventions().len()],
            questions,
        }
    }

    /// The tallies of one unit, or what stopped the work (`None`: another thread did).
    fn count(&mut self, prefix: &[u32], watch: &Watch, stop: &AtomicBool) -> Counted {
        let conventions = self.counts.len() / self.questions;
        let mut tallies = vec![Tally::default(); conventions];
        let mut steps = 0u32;
        let mut stopped = Ok(());
        for &option in prefix {
            self.counter.push(option);
        }
        // The counter is told of steps by one closure and asked for counts by the other.
        let counter = std::cell::RefCell::new(&mut self.counter);
        self.orbits.visit(
            prefix,
            &mut |choice| match choice {
                Some(option) => counter.borrow_mut().push(option),
                None => counter.borrow_mut().pop(),
            },
            &mut |orbit| {
                steps = steps.wrapping_add(1);
                if steps % 64 == 1 {
                    if let Some(limit) = watch.expired() {
                        stopped = Err(Some(limit));
                    } else if stop.load(Ordering::Relaxed) {
                        stopped = Err(None);
                    }
                }
                if stopped.is_err() {
                    return false;
                }
                if self.family.admits(orbit.smallest) {
                    counter.borrow_mut().counts(&mut self.counts);
                    for (tally, counts) in tallies
                        .iter_mut()
                        .zip(self.counts.chunks_exact(self.questions))
                    {
                        tally.add(counts, orbit.size, orbit.smallest);
                    }
                }
                true
            },
        );
        for _ in prefix {
            self.counter.pop();
        }
        stopped.map(|()| tallies)
    }
}
