//! All states of a puzzle that is played by moves, whichever it is: how far each of them is from the goal.

use serde_json::{Map, Value};
use std::path::Path;
use tantalizer_states::{
    BuildOptions, DistanceTable, Keep, KeepLevel, KeepOrder, Source, StateSpace, StoreError, build,
    load_or_build, memory_needed,
};

/// All states of a puzzle.
pub trait AllStates: Send + Sync {
    /// Which states these are, in a few words.
    fn title(&self) -> &str;

    /// The same as fields of JSON.
    fn fields(&self) -> &Map<String, Value>;

    /// How many there are, also those that cannot be solved, where that is known.
    fn boards(&self) -> Option<u64>;

    /// The bytes that the search for all distances works in.
    fn memory(&self) -> u64;

    /// The distances: found, or read from a file if they are stored there, else stored there.
    fn table(
        &self,
        file: Option<&Path>,
        options: &BuildOptions<'_>,
    ) -> Result<(DistanceTable, Source), StoreError>;

    /// What to keep so that so many of the farthest states can be shown.
    fn keep_farthest(&self, count: usize) -> Keep;

    /// Some of the farthest states, one of each set of mirror images, as JSON and as text.
    fn farthest(&self, table: &DistanceTable, count: usize) -> Vec<(Value, String)>;
}

/// How a state of a space is shown: as JSON and as text.
pub type ShowState<S> = Box<dyn Fn(&S, &<S as StateSpace>::State) -> (Value, String) + Send + Sync>;

/// All states of a space.
pub struct StatesOf<S: StateSpace> {
    /// The space.
    pub space: S,
    /// Which states these are, in a few words.
    pub title: String,
    /// The same as fields of JSON.
    pub fields: Map<String, Value>,
    /// How many there are, also those that cannot be solved, where that is known.
    pub boards: Option<u64>,
    /// The bytes that the space itself takes.
    pub bytes: u64,
    /// How a state is shown.
    pub show: ShowState<S>,
}

impl<S: StateSpace + Send> AllStates for StatesOf<S> {
    fn title(&self) -> &str {
        &self.title
    }

    fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    fn boards(&self) -> Option<u64> {
        self.boards
    }

    fn memory(&self) -> u64 {
        memory_needed(&self.space) + self.bytes
    }

    fn table(
        &self,
        file: Option<&Path>,
        options: &BuildOptions<'_>,
    ) -> Result<(DistanceTable, Source), StoreError> {
        let rest = |limit: u64| limit.saturating_sub(self.bytes);
        let options = BuildOptions {
            memory_limit: options.memory_limit.map(rest),
            ..*options
        };
        match file {
            None => Ok((build(&self.space, &options)?, Source::Built)),
            Some(file) => load_or_build(&self.space, file, &options),
        }
    }

    fn keep_farthest(&self, count: usize) -> Keep {
        Keep {
            level: KeepLevel::Farthest,
            // Enough for as many orbits.
            count: count.saturating_mul(self.space.symmetries()),
            order: KeepOrder::Rank,
        }
    }

    fn farthest(&self, table: &DistanceTable, count: usize) -> Vec<(Value, String)> {
        let ranks = table.kept_up_to_symmetry(&self.space).into_iter();
        let show = |rank| (self.show)(&self.space, &self.space.unrank(rank));
        ranks.take(count).map(show).collect()
    }
}
