//! Units of work that know nothing of each other, handed out to several processes.
//!
//! The first process has the list. Each process asks it for as many units as it has threads, and
//! as many again to have at hand; what came of a unit goes back to the first process, and the next
//! unit to whoever did it, so that a slow machine gets fewer. When the first process has heard of
//! all, it says so to everybody, with what it made of them. The threads that work are not those of
//! the dataflow, which must answer while work is done.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use timely::worker::Worker;

use super::flow::{Ended, Flow};
use super::mesh::{self, Hosts, Shared};
use crate::rows::many::ManyError;

/// What one thread does: it asks for units until there are none, and tells what came of each.
pub type WorkOnUnits<'a> =
    dyn Fn(&mut dyn FnMut() -> Option<usize>, &mut dyn FnMut(usize, Vec<u8>)) + Sync + 'a;

/// How units are handed out, and what is done with them.
pub struct Handing<'a> {
    /// What all processes must agree on.
    pub stamp: String,
    /// The units to do; the list of the first process counts.
    pub open: Vec<usize>,
    /// How many threads work in this process.
    pub threads: usize,
    /// What one thread does.
    pub work: &'a WorkOnUnits<'a>,
    /// Hears, in the first process, what came of a unit.
    pub hear: &'a mut dyn FnMut(usize, &[u8]),
    /// What the first process made of all units, for everybody.
    pub sum: &'a mut dyn FnMut() -> Vec<u8>,
    /// Whether to stop, asked again and again.
    pub stopped: &'a dyn Fn() -> bool,
    /// Set when the threads are to stop in the middle of their work.
    pub stop: &'a AtomicBool,
}

impl std::fmt::Debug for Handing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} units: {}", self.open.len(), self.stamp)
    }
}

/// Does this process's part of the work. What the first process made of all of it; `None` if this
/// process was told to stop before.
pub fn hand_out(hosts: &Hosts, handing: Handing<'_>) -> Result<Option<Vec<u8>>, ManyError> {
    let shared = Arc::new(Shared::new());
    let stamp = crc32fast::hash(handing.stamp.as_bytes());
    let sockets = mesh::connect(hosts, stamp, &shared, handing.stopped)?;
    let threads = handing.threads.max(1);
    let (events, told) = channel();
    let (outgoing, to_send) = channel();
    let (units, at_hand) = channel();
    let office = Office {
        open: handing.open.iter().copied().collect(),
        wanted: 2 * threads,
        units,
        to_send,
        events,
    };
    let (office, ours) = (Mutex::new(Some(office)), shared.clone());
    let guards = mesh::start(sockets, hosts.process, 1, move |worker| {
        let office = office.lock().ok().and_then(|mut office| office.take());
        if let Some(office) = office {
            office.run(worker, &ours);
        }
    })
    .map_err(ManyError::Workers)?;

    let at_hand = Mutex::new(at_hand);
    let ended = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (outgoing, at_hand, work) = (outgoing.clone(), &at_hand, handing.work);
            scope.spawn(move || {
                let mut next = || at_hand.lock().ok()?.recv().ok();
                // Nobody hears of it if the others are lost.
                let mut tell = |unit, bytes| {
                    let _ = outgoing.send(Outgoing::Result(unit, bytes));
                };
                work(&mut next, &mut tell);
            });
        }
        let mut left = handing.open.len();
        let mut sum = None;
        if hosts.process == 0 && left == 0 {
            let _ = outgoing.send(Outgoing::Sum((handing.sum)()));
        }
        let ended = loop {
            if (handing.stopped)() {
                break Ok(None);
            }
            if let Some(process) = shared.lost() {
                let address = hosts.addresses[process].clone();
                break Err(ManyError::Lost { process, address });
            }
            match told.recv_timeout(Duration::from_millis(20)) {
                Ok(Event::Result(unit, bytes)) => {
                    (handing.hear)(unit, &bytes);
                    left -= 1;
                    if left == 0 {
                        let _ = outgoing.send(Outgoing::Sum((handing.sum)()));
                    }
                }
                Ok(Event::Sum(bytes)) => sum = Some(bytes),
                Ok(Event::Done) => break Ok(sum.take()),
                Err(_) => {}
            }
        };
        if !matches!(ended, Ok(Some(_))) {
            // The dataflow ends and with it the list of units at hand.
            handing.stop.store(true, Ordering::Relaxed);
            shared.stop.store(true, Ordering::Relaxed);
        }
        ended
    });
    if matches!(ended, Ok(Some(_))) {
        shared.finished.store(true, Ordering::Relaxed);
        drop(guards);
    } else {
        // There may be nobody to take leave of.
        std::mem::forget(guards);
    }
    ended
}

/// What this process has to send.
enum Outgoing {
    /// What came of a unit.
    Result(usize, Vec<u8>),
    /// What came of all of them.
    Sum(Vec<u8>),
}

/// What the dataflow tells.
enum Event {
    Result(usize, Vec<u8>),
    Sum(Vec<u8>),
    Done,
}

/// Kinds of messages: a process wants units; these units; what came of a unit; what came of all.
const WANTED: u8 = 0;
const UNITS: u8 = 1;
const RESULT: u8 = 2;
const SUM: u8 = 3;

/// The dataflow's side of a process.
struct Office {
    /// Units that nobody has yet; of the first process.
    open: VecDeque<usize>,
    /// How many this process wants at once.
    wanted: usize,
    units: Sender<usize>,
    to_send: Receiver<Outgoing>,
    events: Sender<Event>,
}

impl Office {
    fn run(mut self, worker: &mut Worker, shared: &Shared) {
        // Whoever stopped it knows.
        if self.serve(worker, shared).is_ok() {
            let _ = self.events.send(Event::Done);
        }
    }

    fn serve(&mut self, worker: &mut Worker, shared: &Shared) -> Result<(), Ended> {
        let me = worker.index();
        let received = Rc::new(RefCell::new(Vec::new()));
        let inbox = received.clone();
        let receive = move |bytes: &[u8]| inbox.borrow_mut().push(bytes.to_vec());
        let mut flow = Flow::new(worker, shared, receive);
        flow.send(0, message(WANTED, &[me, self.wanted], &[]));
        let mut done = false;
        while !done {
            flow.step()?;
            while let Ok(outgoing) = self.to_send.try_recv() {
                match outgoing {
                    Outgoing::Result(unit, bytes) => {
                        flow.send(0, message(RESULT, &[me, unit], &bytes));
                    }
                    Outgoing::Sum(bytes) => flow.send_to_all(&message(SUM, &[], &bytes)),
                }
            }
            let received = std::mem::take(&mut *received.borrow_mut());
            for received in received {
                done |= self.receive(&received, &mut flow).unwrap_or(false);
            }
        }
        flow.end_all_rounds()
    }

    /// Does what a message says; whether all is done. `None` of one that says nothing.
    fn receive(&mut self, bytes: &[u8], flow: &mut Flow<'_>) -> Option<bool> {
        let (&kind, mut rest) = bytes.split_first()?;
        let mut number = || {
            let (number, after) = rest.split_first_chunk()?;
            rest = after;
            Some(u64::from_le_bytes(*number) as usize)
        };
        match kind {
            WANTED => {
                let (to, wanted) = (number()?, number()?);
                self.give(to, wanted, flow);
            }
            UNITS => {
                while let Some(unit) = number() {
                    // The threads are gone if they were told to stop.
                    let _ = self.units.send(unit);
                }
            }
            RESULT => {
                let (from, unit) = (number()?, number()?);
                let _ = self.events.send(Event::Result(unit, rest.to_vec()));
                self.give(from, 1, flow);
            }
            _ => {
                // No more units: the threads end.
                self.units = channel().0;
                let _ = self.events.send(Event::Sum(rest.to_vec()));
                return Some(true);
            }
        }
        Some(false)
    }

    fn give(&mut self, to: usize, wanted: usize, flow: &mut Flow<'_>) {
        let units: Vec<usize> = self.open.drain(..wanted.min(self.open.len())).collect();
        if !units.is_empty() {
            flow.send(to, message(UNITS, &units, &[]));
        }
    }
}

fn message(kind: u8, numbers: &[usize], bytes: &[u8]) -> Vec<u8> {
    let numbers = numbers.iter().flat_map(|&n| (n as u64).to_le_bytes());
    let rest = numbers.chain(bytes.iter().copied());
    std::iter::once(kind).chain(rest).collect()
}
