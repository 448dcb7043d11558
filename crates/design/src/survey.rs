//! Going through a whole family, unit by unit.
//!
//! The work is cut into *units*: the prefixes, of a length that gives about a thousand of them, that may begin the
//! smallest instance of an orbit. The cut depends on the family alone. So a survey can be continued by another process, other
//! threads or another machine: what is done is a set of unit numbers with the tally of their instances, and tallies of different units
//! are simply added.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;
use tantalizer_model::clock::{Instant, THREADS};
use tantalizer_model::{Limit, Limits, Watch};

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
    mut options: SurveyOptions<'_>,
) -> Result<(Survey, Option<Limit>), StoreError> {
    let orbits = Orbits::new(family.choices(), &family.symmetries());
    let units = cut(family, &orbits);
    let mut survey = Survey::new(family, units.len());
    if let Some(path) = &options.checkpoint
        && path.exists()
    {
        survey = Survey::load(path)?.continued_by(&survey, path)?;
    }
    let ours = |unit: &usize| {
        unit % options.shard.count == options.shard.index - 1 && !survey.done.contains(unit)
    };
    let open: Vec<usize> = (0..units.len()).filter(ours).collect();
    let goal = survey.done.len() + open.len();
    let watch = options.limits.start();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let mut stopped = None;
    let mut stored: Result<(), StoreError> = Ok(());
    let threads = options.threads.clamp(1, open.len().max(1));
    let mut written = Instant::now();
    let mut hear = |unit: usize, result: Counted| {
        match result {
            Ok(tallies) => survey.add(unit, tallies),
            Err(limit) => {
                stopped = limit.or(stopped.take());
                stop.store(true, Ordering::Relaxed);
            }
        }
        if let Some(progress) = &mut options.progress {
            progress(Progress {
                done: survey.done.len(),
                units: goal,
                orbits: survey.orbits(),
            });
        }
        if let Some(path) = &options.checkpoint
            && written.elapsed() >= BETWEEN_CHECKPOINTS
            && stored.is_ok()
        {
            stored = survey.save(path);
            if stored.is_err() && options.unsaved.is_none() {
                stop.store(true, Ordering::Relaxed);
            }
            written = Instant::now();
        }
    };
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
    if let (Ok(()), Some(path)) = (&stored, &options.checkpoint) {
        stored = survey.save(path);
    }
    match (stored, options.unsaved) {
        (Err(error), Some(hear)) => hear(error),
        (stored, _) => stored?,
    }
    survey.check(family)?;
    Ok((survey, stopped))
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
