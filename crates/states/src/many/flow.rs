//! The dataflow of a worker: messages to other workers, and rounds that end when all of them have arrived.

use std::sync::atomic::Ordering;
use std::time::Duration;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::vec::Map as _;
use timely::dataflow::operators::{Exchange as _, Input as _, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::mesh::Shared;
use crate::store::StoreError;

/// Why a worker ends early.
pub(crate) enum Ended {
    Failed(StoreError),
    Stopped,
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Ended::Failed(error)
    }
}

/// A message: for which worker, and what.
pub(crate) type Message = (u64, Vec<u8>);

/// The dataflow of a worker.
pub(crate) struct Flow<'a> {
    pub(crate) worker: &'a mut Worker,
    shared: &'a Shared,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Message>>>,
    probe: ProbeHandle<u64>,
    /// Whether something was sent since the last round.
    sending: bool,
}

impl<'a> Flow<'a> {
    /// A dataflow whose messages are told to the worker that they are for.
    pub(crate) fn new(
        worker: &'a mut Worker,
        shared: &'a Shared,
        receive: impl Fn(&[u8]) + 'static,
    ) -> Self {
        let mut input = InputHandle::new();
        let probe = worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .container::<Vec<Message>>()
                .exchange(|message: &Message| message.0)
                .map(move |(_, bytes): Message| receive(&bytes))
                .probe()
                .0
        });
        Flow {
            worker,
            shared,
            input,
            probe,
            sending: false,
        }
    }

    pub(crate) fn send(&mut self, to: usize, bytes: Vec<u8>) {
        self.input.send((to as u64, bytes));
        self.sending = true;
    }

    pub(crate) fn send_to_all(&mut self, bytes: &[u8]) {
        for to in 0..self.worker.peers() {
            self.send(to, bytes.to_vec());
        }
    }

    /// Waits until all that anyone sent in this round has been received. Others may
    /// be first and send what belongs to the next one already: before two rounds
    /// with messages of the same kind comes one with none or with another kind.
    pub(crate) fn end_round(&mut self) -> Result<(), Ended> {
        self.wait_for(self.input.time() + 1)
    }

    /// Waits until all that anyone sends has been received: nobody sends anything after this.
    pub(crate) fn end_all_rounds(&mut self) -> Result<(), Ended> {
        self.wait_for(u64::MAX)
    }

    fn wait_for(&mut self, next: u64) -> Result<(), Ended> {
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.worker.step_or_park(Some(Duration::from_millis(20)));
            self.go_on()?;
        }
        Ok(())
    }

    /// Sends what there is to send, and receives what has come or comes within a moment. Messages are on their way
    /// when their round is over, so each step that sends is one; then only [`Flow::end_all_rounds`] waits for others.
    pub(crate) fn step(&mut self) -> Result<(), Ended> {
        if std::mem::take(&mut self.sending) {
            let next = self.input.time() + 1;
            self.input.advance_to(next);
        }
        self.worker.step_or_park(Some(Duration::from_millis(5)));
        self.go_on()
    }

    pub(crate) fn go_on(&self) -> Result<(), Ended> {
        let stop = self.shared.stop.load(Ordering::Relaxed) || self.shared.lost().is_some();
        if stop { Err(Ended::Stopped) } else { Ok(()) }
    }
}
