//! A look at the clock once in a while.

use tantalizer_model::{Limit, Watch};

/// So many steps pass between two looks.
const STEPS: usize = 1 << 15;

/// So many steps take a microsecond or so.
const STEPS_A_MICROSECOND: usize = 200;

/// Counts the steps of inner loops and looks at the clock every few thousand of them.
///
/// ```
/// use tantalizer_model::{Limit, Limits};
/// use tantalizer_rewrite::Pace;
///
/// let limits = Limits::none();
/// let mut pace = Pace::new(&limits.start());
/// limits.cancel.cancel();
/// let stopped = (0..1_000_000).find_map(|_| pace.step(1).err());
/// assert_eq!(stopped, Some(Limit::Cancelled));
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    watch: Watch,
    steps: usize,
}

impl Pace {
    /// Keeps this watch.
    pub fn new(watch: &Watch) -> Pace {
        Pace {
            watch: watch.clone(),
            steps: 0,
        }
    }

    /// So many steps of some nanoseconds each are about to be taken; says why not to.
    #[inline]
    pub fn step(&mut self, steps: usize) -> Result<(), Limit> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STEPS {
            return Ok(());
        }
        self.look()
    }

    /// Looks at the clock at once.
    pub fn look(&mut self) -> Result<(), Limit> {
        let microseconds = std::mem::take(&mut self.steps) / STEPS_A_MICROSECOND;
        self.watch
            .spend(u32::try_from(microseconds).unwrap_or(u32::MAX));
        match self.watch.expired() {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }
}
