//! A watcher of resident memory, for work that cannot say beforehand how much it will need.
//!
//! A thread looks at what the process holds, and the processes that it has started, some fifty times a second, and turns the
//! switch of the limits once the purse is empty. It reads what Linux tells under `/proc`; on other systems it does nothing.

use std::fs;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::{Cancel, Limits};

/// How often the watcher looks.
const PAUSE: Duration = Duration::from_millis(20);

/// What a process may take beyond a limit that somebody gave: its threads, and what an allocator keeps in reserve.
const SPARE: u64 = 16 << 20;

/// Cancels the work of some limits once more memory is held than they allow, for as long as it lives.
///
/// ```
/// use tantalizer_model::{Limits, MemoryWatch};
///
/// let mut limits = Limits::none();
/// limits.memory = Some(1 << 30);
/// let watch = MemoryWatch::start(&limits, 1.0);
/// // ... work that looks at `limits.expired()` ...
/// drop(watch);
/// assert_eq!(limits.expired(), None);
/// ```
#[derive(Debug)]
pub struct MemoryWatch {
    /// The thread ends when this does.
    _alive: Option<Sender<()>>,
}

impl MemoryWatch {
    /// Watches from now on: what is held beyond the memory held now may be `share` (1.0 is all) of [`Limits::memory`], or of
    /// nine tenths of what the system has to offer. Where several questions are answered at a time, each gets a share.
    pub fn start(limits: &Limits, share: f64) -> MemoryWatch {
        let share = move |bytes: u64| (bytes as f64 * share.clamp(0.0, 1.0)) as u64;
        let beyond = |purse: u64| Some(held()?.saturating_add(purse));
        let mut most = limits
            .memory
            .and_then(|memory| beyond(share(memory).saturating_add(SPARE)));
        let cancel = limits.cancel.clone();
        let (alive, ended) = mpsc::channel::<()>();
        let watching = thread::Builder::new()
            .name("memory watch".into())
            .spawn(move || {
                while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                    // What is held and what is available are the same together a moment later: most work is over before the first look.
                    most = most.or_else(|| beyond(share(available()? / 10 * 9)));
                    if most.is_none_or(|most| stop_beyond(most, &cancel)) {
                        return;
                    }
                }
            });
        MemoryWatch {
            _alive: watching.is_ok().then_some(alive),
        }
    }
}

/// Turns the switch if more is held; tells whether it did.
fn stop_beyond(most: u64, cancel: &Cancel) -> bool {
    let beyond = held().is_some_and(|held| held > most);
    if beyond {
        cancel.out_of_memory();
    }
    beyond
}

/// The processes that were started and belong to the work.
static CHILDREN: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn children() -> MutexGuard<'static, Vec<u32>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process whose memory counts as ours, with that of its own children, for as long as this lives.
#[derive(Debug)]
pub struct ChildMemory(u32);

impl ChildMemory {
    /// Counts the process of this number from now on.
    pub fn count(process: u32) -> ChildMemory {
        children().push(process);
        ChildMemory(process)
    }

    /// Bytes that it holds, with its children; 0 where the system does not tell.
    pub fn held(&self) -> u64 {
        held_by(self.0)
    }
}

impl Drop for ChildMemory {
    fn drop(&mut self) {
        let mut children = children();
        if let Some(at) = children.iter().position(|&process| process == self.0) {
            children.swap_remove(at);
        }
    }
}

/// Bytes of memory that nobody uses, or that can be taken back at once; none where the system does not tell.
pub fn available_memory() -> Option<u64> {
    available()
}

fn available() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// Bytes held by this process and those that count as it.
fn held() -> Option<u64> {
    let own = resident("self")?;
    let children = children().clone();
    Some(own + children.into_iter().map(held_by).sum::<u64>())
}

/// Bytes held by a process and its children; 0 once it has ended.
fn held_by(process: u32) -> u64 {
    let own = resident(&process.to_string()).unwrap_or(0);
    let list = format!("/proc/{process}/task/{process}/children");
    let list = fs::read_to_string(list).unwrap_or_default();
    let children = list.split_whitespace().filter_map(|word| word.parse().ok());
    own + children.map(held_by).sum::<u64>()
}

fn resident(process: &str) -> Option<u64> {
    kilobytes(
        &fs::read_to_string(format!("/proc/{process}/status")).ok()?,
        "VmRSS:",
    )
}

/// The figure behind a name in one of the system's tables, as bytes.
fn kilobytes(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name))?;
    let figure: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(figure * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limit;
    use std::time::Instant;

    #[test]
    fn tables_are_read() {
        let table = "MemTotal:       24 kB\nMemAvailable:   16 kB\n";
        assert_eq!(kilobytes(table, "MemAvailable:"), Some(16 << 10));
        assert_eq!(kilobytes(table, "VmRSS:"), None);
        assert_eq!(kilobytes("VmRSS: many kB", "VmRSS:"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn who_fills_the_memory_is_stopped() {
        let mut limits = Limits::none();
        limits.memory = Some(64 << 20);
        let _watch = MemoryWatch::start(&limits, 1.0);
        let inner = limits.clone();
        let filling = thread::spawn(move || {
            let started = Instant::now();
            let mut pieces: Vec<Vec<u8>> = Vec::new();
            while inner.expired().is_none() && started.elapsed() < Duration::from_secs(20) {
                pieces.push(vec![1; 1 << 20]);
                thread::sleep(Duration::from_millis(1));
            }
            (pieces.len(), inner.expired())
        });
        let (pieces, stopped) = filling.join().expect("nothing to panic about");
        assert_eq!(stopped, Some(Limit::Memory));
        assert!((64..300).contains(&pieces), "stopped after {pieces} MB");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_child_counts_while_it_is_counted() {
        let counted = ChildMemory::count(std::process::id());
        assert!(children().contains(&std::process::id()));
        assert!(held_by(std::process::id()) > 0);
        drop(counted);
        assert!(!children().contains(&std::process::id()));
    }

    #[test]
    fn nothing_happens_within_the_limits() {
        let mut limits = Limits::none();
        limits.memory = Some(1 << 40);
        let watch = MemoryWatch::start(&limits, 0.5);
        thread::sleep(3 * PAUSE);
        drop(watch);
        assert_eq!(limits.expired(), None);
    }
}
