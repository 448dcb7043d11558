//! Solutions one after the other, as an iterator: the engine works on a thread of its own and waits for whoever takes them.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tantalizer_model::{Answer, Cancel, Limit, MemoryWatch, Observer, Request, Solution};

use crate::about::complete;
use crate::{AskError, Inquiry, NoAnswer};

/// How many solutions an engine may be ahead of whoever takes them.
const AHEAD: usize = 64;

/// No solution came in time, and the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StillWorking;

/// The solutions of a problem as they are found; see [`Inquiry::solutions`].
///
/// If a limit ends the search, the last item is an error, so that an end is never mistaken for "no more".
pub struct Solutions {
    found: Receiver<Solution>,
    engine: Option<JoinHandle<Result<Answer, AskError>>>,
    cancel: Cancel,
    bound: Arc<Mutex<Option<i64>>>,
    _memory: Option<MemoryWatch>,
}

impl Inquiry {
    /// The solutions that the question of `request` shows, found on a thread that stops when the iterator is dropped.
    ///
    /// ```
    /// use tantalizer_ask::Inquiry;
    /// use tantalizer_model::{Model, Question, Request, expression::all_different};
    ///
    /// let mut model = Model::new("three different");
    /// let x = model.array("x", 3, 1..=9);
    /// model.require(all_different(&x))?;
    ///
    /// let all = Request::new(Question::All { limit: None });
    /// for solution in Inquiry::new(model).solutions(&all).take(5) {
    ///     println!("{:?}", solution?.project(&x));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(mut self, request: &Request) -> Solutions {
        let limits = request.limits.child();
        let memory = limits.memory.map(|_| MemoryWatch::start(&limits, 1.0));
        let cancel = limits.cancel.clone();
        let request = request.clone().with_limits(limits);
        let (taker, found) = sync_channel(AHEAD);
        let bound = Arc::new(Mutex::new(None));
        let mut taken = Taken {
            taker,
            bound: Arc::clone(&bound),
        };
        let engine = std::thread::spawn(move || self.ask(&request, &mut taken));
        Solutions {
            found,
            engine: Some(engine),
            cancel,
            bound,
            _memory: memory,
        }
    }
}

impl Solutions {
    /// The next solution if it comes within this time, as [`Iterator::next`] gives it; no time at all looks only at what is there already.
    pub fn next_within(
        &mut self,
        time: Duration,
    ) -> Result<Option<<Self as Iterator>::Item>, StillWorking> {
        let found = match self.found.try_recv() {
            Err(TryRecvError::Empty) if !time.is_zero() => self.found.recv_timeout(time),
            Err(TryRecvError::Empty) => Err(RecvTimeoutError::Timeout),
            Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
            Ok(solution) => Ok(solution),
        };
        match found {
            Ok(solution) => Ok(Some(Ok(solution))),
            Err(RecvTimeoutError::Timeout) => Err(StillWorking),
            Err(RecvTimeoutError::Disconnected) => Ok(self.end()),
        }
    }

    /// What is proven so far of every solution: none is better, no way is shorter.
    pub fn bound(&self) -> Option<i64> {
        *self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What comes after the last solution: nothing, or once the reason why it was the last.
    fn end(&mut self) -> Option<<Self as Iterator>::Item> {
        match self.engine.take()?.join() {
            Ok(Ok(answer)) if answer.stopped_by == Some(Limit::Solutions) => None,
            Ok(Ok(answer)) => complete(answer).err().map(Err),
            Ok(Err(error)) => Some(Err(error.into())),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Wants no more; the thread, which is about to end.
    #[cfg(test)]
    pub(crate) fn dismiss(mut self) -> JoinHandle<Result<Answer, AskError>> {
        self.engine.take().expect("it was not asked to its end")
    }
}

impl Iterator for Solutions {
    type Item = Result<Solution, NoAnswer>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.found.recv() {
            Ok(solution) => Some(Ok(solution)),
            Err(_) => self.end(),
        }
    }
}

/// Whoever wants no more stops the engine.
impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Hands solutions over as long as somebody takes them.
struct Taken {
    taker: SyncSender<Solution>,
    bound: Arc<Mutex<Option<i64>>>,
}

impl Observer for Taken {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        match self.taker.send(solution.clone()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn bound(&mut self, bound: i64) {
        *self.bound.lock().unwrap_or_else(PoisonError::into_inner) = Some(bound);
    }
}
