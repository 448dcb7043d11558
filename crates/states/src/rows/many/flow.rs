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
pub(super) enum Ended {
    Failed(StoreError),
    Stopped,
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Ended::Failed(error)
    }
}

/// A message: for which worker, and what.
pub(super) type Message = (u64, Vec<u8>);

/// The dataflow of a worker.
pub(super) struct Flow<'a> {
    pub(super) worker: &'a mut Worker,
    shared: &'a Shared,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Message>>>,
    probe: ProbeHandle<u64>,
}

impl<'a> Flow<'a> {
    /// A dataflow whose messages are told to the worker that they are for.
    pub(super) fn new(
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
        }
    }

    pub(super) fn send(&mut self, to: usize, bytes: Vec<u8>) {
        self.input.send((to as u64, bytes));
    }

    pub(super) fn send_to_all(&mut self, bytes: &[u8]) {
        for to in 0..self.worker.peers() {
            self.send(to, bytes.to_vec());
        }
    }

    /// Waits until all that anyone sent in this round has been received. Others may
    /// be first and send what belongs to the next one already: before two rounds
    /// with messages of the same kind comes one with none or with another kind.
    pub(super) fn end_round(&mut self) -> Result<(), Ended> {
        let next = self.input.time() + 1;
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.worker.step_or_park(Some(Duration::from_millis(20)));
            self.go_on()?;
        }
        Ok(())
    }

    pub(super) fn go_on(&self) -> Result<(), Ended> {
        let stop = self.shared.stop.load(Ordering::Relaxed) || self.shared.lost().is_some();
        if stop { Err(Ended::Stopped) } else { Ok(()) }
    }
}
