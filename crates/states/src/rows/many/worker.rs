//! One worker: the course of a search, from what is stored already to the gathered table.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;

use timely::worker::Worker;

use super::Event;
use super::files::{gather, share_levels};
use super::share::Share;
use crate::many::flow::{Ended, Flow};
use crate::many::mesh::Shared;
use crate::rows::Orbits;
use crate::rows::count::Found;
use crate::rows::log::partial;

/// What all workers of a process are to do.
pub(super) struct Job {
    pub(super) name: String,
    pub(super) orbits: Arc<Orbits>,
    pub(super) file: Option<PathBuf>,
    pub(super) shared: Arc<Shared>,
    pub(super) threads: usize,
}

/// Works until the table is complete, and tells how it went.
pub(super) fn work(worker: &mut Worker, job: &Job, events: &Sender<Event>) {
    let event = match search(worker, job, events) {
        Ok(()) => Event::Done,
        Err(Ended::Failed(error)) => Event::Failed(error),
        // Whoever stopped us knows.
        Err(Ended::Stopped) => return,
    };
    // Nobody listens any more if the search was given up.
    let _ = events.send(event);
}

/// Finds level after level together with the other workers.
fn search(worker: &mut Worker, job: &Job, events: &Sender<Event>) -> Result<(), Ended> {
    let (me, workers) = (worker.index(), worker.peers());
    let orbits = &job.orbits;
    let stopped = || job.shared.stop.load(Ordering::Relaxed);
    let share = Share::new(orbits, (me, workers), stopped).ok_or(Ended::Stopped)?;
    let share = Rc::new(RefCell::new(share));
    let receiver = share.clone();
    let receive = move |bytes: &[u8]| receiver.borrow_mut().receive(bytes);
    let mut flow = Flow::new(worker, &job.shared, receive);
    let tells = me % job.threads == 0;
    let tell = |found: Found| {
        if tells {
            let _ = events.send(Event::Level(found));
        }
    };
    let file = job.file.as_ref().map(|file| {
        let mut own = file.as_os_str().to_owned();
        own.push(format!(".worker-{me}-of-{workers}"));
        PathBuf::from(own)
    });
    let mut levels = Vec::new();
    let mut log = match &file {
        None => None,
        Some(file) => {
            let log = share_levels(&share, file, &job.name, &mut flow, &mut levels)?;
            Some(log)
        }
    };
    levels.iter().for_each(|&found| tell(found));
    if levels.is_empty() {
        share.borrow_mut().gain_goal();
    }
    let mut reached: u64 = levels.iter().map(|found| found.boards).sum();
    while reached < orbits.puzzle.boards() {
        let distance = levels.len() as u32;
        if distance > 0 {
            Share::send_level(&share, distance, &mut flow)?;
            flow.end_round()?;
        }
        let found = share
            .borrow_mut()
            .settle(distance, log.as_mut(), file.as_deref())?;
        let found = Share::agree(&share, found, &mut flow)?;
        if found.boards == 0 {
            break;
        }
        tell(found);
        reached += found.boards;
        levels.push(found);
    }
    if let (Some(file), Some(own)) = (&job.file, &file) {
        drop(log);
        gather(&share, file, own, &job.name, &levels, &mut flow)?;
        // What is gathered is no longer needed; it does no harm either.
        let _ = std::fs::remove_file(partial(own));
    }
    flow.end_round()
}
