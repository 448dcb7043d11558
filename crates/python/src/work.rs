//! Work on a thread of its own, while the interpreter's lock is free.
//!
//! The thread that asked waits for it, looks for Ctrl-C, and hands progress on. An interrupt cancels the work and does not wait for its end.

use crate::asked::Asked;
use crate::failure::{Failed, defect};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tantalizer::model::{MemoryWatch, Observer, Progress, Solution};

/// How often the one who waits looks for signals.
pub const GLANCE: Duration = Duration::from_millis(20);

/// Progress is told no more often.
const PROGRESS: Duration = Duration::from_millis(100);

/// What the work says.
enum Word<T> {
    Progress(String),
    Done(T),
}

/// Whom the work tells how it goes.
pub struct Told {
    last: Mutex<Option<Instant>>,
    say: Option<Box<dyn Fn(String) + Send + Sync>>,
}

impl Told {
    /// How far the work is; told a few times a second, if anybody listens.
    pub fn progress(&self, progress: impl FnOnce() -> Value) {
        let (Some(say), Ok(mut last)) = (&self.say, self.last.lock()) else {
            return;
        };
        if last.is_none_or(|last| last.elapsed() >= PROGRESS) {
            *last = Some(Instant::now());
            say(progress().to_string());
        }
    }
}

/// Does some work and waits for it.
pub fn done<T: Send + 'static>(
    py: Python<'_>,
    asked: &Asked,
    work: impl FnOnce(&Told) -> Result<T, Failed> + Send + 'static,
) -> PyResult<T> {
    let limits = asked.limits();
    let _memory = limits.memory.map(|_| MemoryWatch::start(&limits, 1.0));
    let (sender, mut words) = channel();
    let told = Told {
        last: Mutex::new(None),
        say: asked.progress.as_ref().map(|_| {
            let sender = Mutex::new(Sender::clone(&sender));
            let say = move |text| {
                if let Ok(sender) = sender.lock() {
                    // Nobody hears it if the work was left behind.
                    let _ = sender.send(Word::Progress(text));
                }
            };
            Box::new(say) as Box<dyn Fn(String) + Send + Sync>
        }),
    };
    std::thread::spawn(move || {
        let done = work(&told);
        let _ = sender.send(Word::Done(done));
    });
    loop {
        let heard = py.detach(move || (words.recv_timeout(GLANCE), words));
        words = heard.1;
        let told = match heard.0 {
            Ok(Word::Done(done)) => return Ok(done?),
            Ok(Word::Progress(text)) => match &asked.progress {
                Some(progress) => progress.call1(py, (text,)).map(|_| ()),
                None => Ok(()),
            },
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(defect("the work ended without an answer").into());
            }
        };
        if let Err(error) = told.and_then(|()| py.check_signals()) {
            limits.cancel.cancel();
            return Err(error);
        }
    }
}

/// Keeps the first solutions, with what was proven when each was found, and tells progress.
pub struct Keeping<'a> {
    told: &'a Told,
    most: usize,
    /// What is proven of every solution so far.
    pub bound: Option<i64>,
    /// The solutions.
    pub kept: Vec<(Solution, Option<i64>)>,
}

impl<'a> Keeping<'a> {
    /// Keeps so many.
    pub fn new(told: &'a Told, most: usize) -> Keeping<'a> {
        Keeping {
            told,
            most,
            bound: None,
            kept: Vec::new(),
        }
    }
}

impl Observer for Keeping<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.kept.len() < self.most {
            self.kept.push((solution.clone(), self.bound));
        }
        ControlFlow::Continue(())
    }

    fn bound(&mut self, bound: i64) {
        self.bound = Some(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.told.progress(|| {
            json!({
                "nodes": progress.nodes,
                "failures": progress.failures,
                "solutions": progress.solutions,
                "fraction": progress.fraction,
            })
        });
    }
}
