//! Limits on an engine's work, and how a running engine keeps them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use crate::clock::Instant;

/// What stopped an engine early.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Limit {
    /// The time ran out.
    Time,
    /// The number of nodes was reached.
    Nodes,
    /// The wanted number of solutions was reached.
    Solutions,
    /// More memory would have been needed.
    Memory,
    /// Somebody cancelled the work.
    Cancelled,
    /// The engine cannot represent this model; the text says what is in the way.
    Unsupported(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time => f.write_str("the time limit was reached"),
            Limit::Nodes => f.write_str("the node limit was reached"),
            Limit::Solutions => f.write_str("the wanted number of solutions was reached"),
            Limit::Memory => f.write_str("the memory limit was reached"),
            Limit::Cancelled => f.write_str("the work was cancelled"),
            Limit::Unsupported(what) => write!(f, "this engine cannot take the model: {what}"),
        }
    }
}

/// A switch that one thread turns and another obeys whenever it looks. Clones share the switch; a [`Cancel::child`] also
/// obeys the switch that it was made from.
///
/// Whoever looks at a switch that is set to *pause* waits there until it is set to go on again, or to stop. Work that is done in
/// turns ([`Cancel::in_turns`]) is measured by what it says it has done, never in seconds, so that the same work always takes the same turns.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    switch: Arc<Switch>,
    parent: Option<Arc<Cancel>>,
}

#[derive(Debug, Default)]
struct Switch {
    position: AtomicU8,
    paused: AtomicBool,
    /// Guards `paused` for those who wait.
    waiting: Mutex<()>,
    changed: Condvar,
    turn: Option<Turn>,
}

/// How much work is left until somebody else has their turn.
struct Turn {
    units: AtomicI64,
    /// Hears that the turn is over; if nobody wants to hear of it, there is no other turn.
    over: Option<Box<dyn Fn() + Send + Sync>>,
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({:?})", self.units)
    }
}

/// The positions of the switch.
const GO_ON: u8 = 0;
const CANCELLED: u8 = 1;
const OUT_OF_MEMORY: u8 = 2;

impl Cancel {
    /// A switch that nobody has turned.
    pub fn new() -> Self {
        Cancel::default()
    }

    /// A switch for a part of the work: turned alone, or together with this one.
    pub fn child(&self) -> Cancel {
        Cancel {
            switch: Arc::default(),
            parent: Some(Arc::new(self.clone())),
        }
    }

    /// A switch for a part of the work that is done in turns: its holder waits whenever it has done as much as [`Cancel::allow`]
    /// gave it, and `over` hears of it.
    pub fn in_turns(&self, over: impl Fn() + Send + Sync + 'static) -> Cancel {
        self.with_turn(0, Some(Box::new(over)))
    }

    /// A switch for a part of the work that turns itself when so much is done.
    pub fn after_work(&self, units: u32) -> Cancel {
        self.with_turn(units, None)
    }

    fn with_turn(&self, units: u32, over: Option<Box<dyn Fn() + Send + Sync>>) -> Cancel {
        let turn = Turn {
            units: AtomicI64::new(units.into()),
            over,
        };
        let switch = Switch {
            turn: Some(turn),
            ..Switch::default()
        };
        Cancel {
            switch: Arc::new(switch),
            parent: Some(Arc::new(self.clone())),
        }
    }

    /// Lets work that is done in turns go on for so many units.
    pub fn allow(&self, units: u32) {
        if let Some(turn) = &self.switch.turn {
            turn.units.store(units.into(), Ordering::Relaxed);
        }
        self.resume();
    }

    /// So much was done, in units of about a microsecond; the same work must always tell the same.
    pub fn spend(&self, units: u32) {
        let Some(turn) = &self.switch.turn else {
            return;
        };
        let units = i64::from(units);
        let left = turn.units.fetch_sub(units, Ordering::Relaxed);
        match &turn.over {
            None if left <= units => self.cancel(),
            // Several threads may spend: it is over once.
            Some(over) if left > 0 && left <= units => {
                self.pause();
                over();
            }
            _ => {}
        }
    }

    /// Asks every holder of a clone to stop soon.
    pub fn cancel(&self) {
        self.turn(CANCELLED);
    }

    /// The same, because the memory is used up.
    pub fn out_of_memory(&self) {
        self.turn(OUT_OF_MEMORY);
    }

    fn turn(&self, position: u8) {
        // The first reason stays the reason.
        let _ = self.switch.position.compare_exchange(
            GO_ON,
            position,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        self.resume();
    }

    /// Lets every holder of a clone wait where it looks next.
    pub fn pause(&self) {
        self.set_paused(true);
    }

    /// Lets those go on who wait.
    pub fn resume(&self) {
        self.set_paused(false);
    }

    fn set_paused(&self, paused: bool) {
        let guard = self.switch.waiting.lock();
        self.switch.paused.store(paused, Ordering::Relaxed);
        drop(guard);
        self.switch.changed.notify_all();
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.reason().is_some()
    }

    /// Why somebody asked to stop, if somebody did.
    pub fn reason(&self) -> Option<Limit> {
        if self.switch.paused.load(Ordering::Relaxed) {
            self.wait();
        }
        match self.switch.position.load(Ordering::Relaxed) {
            CANCELLED => Some(Limit::Cancelled),
            OUT_OF_MEMORY => Some(Limit::Memory),
            _ => self.parent.as_ref()?.reason(),
        }
    }

    /// Waits until it goes on, looking now and then whether the whole work was stopped meanwhile.
    fn wait(&self) {
        let stopped = || {
            self.parent
                .as_ref()
                .is_some_and(|parent| parent.is_cancelled())
        };
        let Ok(mut guard) = self.switch.waiting.lock() else {
            return;
        };
        let waits = || {
            let switch = &self.switch;
            switch.paused.load(Ordering::Relaxed)
                && switch.position.load(Ordering::Relaxed) == GO_ON
        };
        while waits() && !stopped() {
            match self.switch.changed.wait_timeout(guard, GLANCE) {
                Ok((again, _)) => guard = again,
                Err(_) => return,
            }
        }
    }
}

/// How often one who waits looks around.
const GLANCE: Duration = Duration::from_millis(20);

/// How much a question may use. The clock runs from the moment the limits are made, through everything that is done to
/// answer: reading, preparing, solving, proving. Clones share the deadline and the switch.
///
/// ```
/// use tantalizer_model::{Limit, Limits};
///
/// let limits = Limits::seconds(60.0);
/// assert_eq!(limits.expired(), None);
///
/// // A clone of the switch may be turned by another thread, or by Ctrl-C.
/// limits.cancel.cancel();
/// assert_eq!(limits.expired(), Some(Limit::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When the time is over.
    pub deadline: Option<Instant>,
    /// Search nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory: an engine that knows what it will need refuses beforehand.
    pub memory: Option<u64>,
    /// Cancellation from outside.
    pub cancel: Cancel,
}

impl Limits {
    /// No limit, never cancelled.
    pub fn none() -> Self {
        Limits::default()
    }

    /// A limit of wall-clock time alone. A negative number of seconds is no time at all, and more than the clock can count is no limit.
    pub fn seconds(seconds: f64) -> Self {
        let time = Duration::try_from_secs_f64(seconds.max(0.0)).ok();
        Limits::none().within(time)
    }

    /// The same with at most so much time from now on; `None` and what is too long for the clock change nothing.
    pub fn within(&self, time: Option<Duration>) -> Limits {
        let sooner = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = match (self.deadline, sooner) {
            (Some(deadline), Some(sooner)) => Some(deadline.min(sooner)),
            (deadline, sooner) => deadline.or(sooner),
        };
        Limits {
            deadline,
            ..self.clone()
        }
    }

    /// The same for a part of the work that can be cancelled by itself.
    pub fn child(&self) -> Limits {
        Limits {
            cancel: self.cancel.child(),
            ..self.clone()
        }
    }

    /// A watch that tells when these limits are reached.
    pub fn start(&self) -> Watch {
        Watch {
            started: Instant::now(),
            deadline: self.deadline,
            cancel: self.cancel.clone(),
        }
    }

    /// Why to stop now, if there is a reason.
    pub fn expired(&self) -> Option<Limit> {
        expired(&self.cancel, self.deadline)
    }

    /// The time left, if time is limited.
    pub fn remaining(&self) -> Option<Duration> {
        remaining(self.deadline)
    }
}

fn expired(cancel: &Cancel, deadline: Option<Instant>) -> Option<Limit> {
    cancel.reason().or_else(|| {
        deadline
            .filter(|&deadline| Instant::now() >= deadline)
            .map(|_| Limit::Time)
    })
}

fn remaining(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

/// A running clock that knows when to stop.
#[derive(Clone, Debug)]
pub struct Watch {
    started: Instant,
    deadline: Option<Instant>,
    cancel: Cancel,
}

impl Watch {
    /// Why to stop now, if there is a reason. Reads the clock: call it every few hundred steps.
    pub fn expired(&self) -> Option<Limit> {
        expired(&self.cancel, self.deadline)
    }

    /// Seconds since the watch was started.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The time left, if time is limited.
    pub fn remaining(&self) -> Option<Duration> {
        remaining(self.deadline)
    }

    /// So much was done ([`Cancel::spend`]).
    pub fn spend(&self, units: u32) {
        self.cancel.spend(units);
    }

    /// Whether anybody wants to know what was done.
    pub fn is_metered(&self) -> bool {
        self.cancel.switch.turn.is_some()
    }

    /// The switch that cancels this work.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn work_in_turns_waits_when_its_turn_is_over() {
        let (say, heard) = channel();
        let over = say.clone();
        let cancel = Cancel::new().in_turns(move || over.send("over").unwrap());
        let worker = cancel.clone();
        cancel.allow(10);
        let work = std::thread::spawn(move || {
            for _ in 0..5 {
                worker.spend(4);
                if worker.is_cancelled() {
                    break;
                }
                say.send("worked").unwrap();
            }
        });
        assert_eq!(heard.recv(), Ok("worked"));
        assert_eq!(heard.recv(), Ok("worked"));
        assert_eq!(heard.recv(), Ok("over"));
        assert!(heard.recv_timeout(3 * GLANCE).is_err());
        cancel.allow(4);
        // The third stretch is done now, and the fourth uses the turn up.
        assert_eq!(heard.recv(), Ok("worked"));
        assert_eq!(heard.recv(), Ok("over"));
        cancel.cancel();
        work.join().unwrap();
        // Nobody is left who could say anything.
        drop(cancel);
        assert!(heard.recv().is_err());
    }

    #[test]
    fn a_switch_turns_itself_when_enough_is_done() {
        let cancel = Cancel::new().after_work(10);
        cancel.spend(9);
        assert_eq!(cancel.reason(), None);
        cancel.spend(1);
        assert_eq!(cancel.reason(), Some(Limit::Cancelled));
    }
}
