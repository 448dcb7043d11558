//! A socket to every other process, opened by ourselves: each process connects to
//! those before it in the list and is connected to by those after it, within a
//! time limit and with an introduction, so that strangers are told apart.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};
use timely::worker::Worker;

/// The processes of a search, and which of them this is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    /// Where each process listens, `host:port`.
    pub addresses: Vec<String>,
    /// The number of this one, from 0.
    pub process: usize,
}

/// Why the processes do not come together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// The list cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// A line that is no address.
    #[error("{path}, line {line}: expected `host:port`, found `{found}`")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What it says.
        found: String,
    },
    /// A number of a process that is not in the list.
    #[error("process {process}: the list has processes 0 to {last}")]
    NoSuchProcess {
        /// The number.
        process: usize,
        /// The greatest in the list.
        last: usize,
    },
    /// The address of this process cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: String,
        /// What the system said.
        error: io::Error,
    },
    /// A process did not come.
    #[error("process {process} ({address}) did not come within {seconds} s")]
    Absent {
        /// The number.
        process: usize,
        /// Where it should listen.
        address: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// A process that does something else.
    #[error(
        "process {process} was started with another puzzle, another list of hosts or another number of threads"
    )]
    Disagrees {
        /// Its number.
        process: usize,
    },
    /// The caller asked to stop.
    #[error("stopped before all processes had come")]
    Stopped,
    /// A socket broke.
    #[error("while connecting: {0}")]
    Socket(#[from] io::Error),
}

impl Hosts {
    /// Reads a list of hosts: `host:port`, one a line; blank lines and what
    /// follows a `#` are skipped.
    pub fn read(path: &Path, process: usize) -> Result<Self, HostsError> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| HostsError::Read {
            path: shown.clone(),
            error,
        })?;
        let mut addresses = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let port = line.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
            match port {
                Some(Ok(_)) => addresses.push(line.to_owned()),
                _ if line.is_empty() => {}
                _ => {
                    return Err(HostsError::Line {
                        path: shown,
                        line: number + 1,
                        found: line.to_owned(),
                    });
                }
            }
        }
        if process >= addresses.len() {
            let last = addresses.len().saturating_sub(1);
            return Err(HostsError::NoSuchProcess { process, last });
        }
        Ok(Hosts { addresses, process })
    }
}

/// What sockets and workers of a process know together.
pub(crate) struct Shared {
    /// The number of a lost process, plus one.
    lost: AtomicUsize,
    sent: AtomicU64,
    /// All is done: others may take their leave.
    pub(crate) finished: AtomicBool,
    /// Something failed: workers end.
    pub(crate) stop: AtomicBool,
}

impl Shared {
    pub(crate) fn new() -> Self {
        Shared {
            lost: AtomicUsize::new(0),
            sent: AtomicU64::new(0),
            finished: AtomicBool::new(false),
            stop: AtomicBool::new(false),
        }
    }

    pub(crate) fn lost(&self) -> Option<usize> {
        self.lost.load(Ordering::Relaxed).checked_sub(1)
    }

    /// The bytes sent to other processes so far.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// How long processes wait for each other at the start.
const PATIENCE: Duration = Duration::from_secs(60);
/// After so much silence the other end is asked whether it is still there, ...
const SILENCE: Duration = Duration::from_secs(4);
/// ... so often, this long after each other. A machine that vanishes closes no socket; it is lost when it
/// answers none of these.
const ASKED: (u32, Duration) = (3, Duration::from_secs(2));
/// How long a closed socket may mean that the other was finished a little earlier.
const LEAVE: Duration = Duration::from_secs(2);

/// A socket that counts what is sent, and notices when the other end is gone. Then
/// it waits for ever instead of failing: the dataflow would panic, and whoever
/// started it is told in another way ([`Shared::lost`]).
pub(crate) struct Watched {
    socket: TcpStream,
    remote: usize,
    shared: Arc<Shared>,
}

impl Watched {
    /// The other end has closed the socket.
    fn closed(&self) {
        let since = Instant::now();
        while !self.shared.finished.load(Ordering::Relaxed) {
            if since.elapsed() > LEAVE {
                let lost = &self.shared.lost;
                // The first that is lost is the one to tell of.
                let _ =
                    lost.compare_exchange(0, self.remote + 1, Ordering::Relaxed, Ordering::Relaxed);
                loop {
                    std::thread::park();
                }
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.socket.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(0) | Err(_) => {
                self.closed();
                Ok(0)
            }
            read => read,
        }
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.socket.write(bytes) {
            Ok(written) => {
                self.shared
                    .sent
                    .fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(_) => {
                self.closed();
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Watched {
            socket: self.socket.try_clone()?,
            remote: self.remote,
            shared: self.shared.clone(),
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other end may be gone already, which is no failure.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

/// Who is speaking: the process and what it is about to do.
struct Introduction {
    process: u32,
    stamp: u32,
}

impl Introduction {
    fn send(&self, socket: &mut TcpStream) -> io::Result<()> {
        socket.write_all(b"TNTLMESH")?;
        socket.write_all(&self.process.to_le_bytes())?;
        socket.write_all(&self.stamp.to_le_bytes())
    }

    /// What the other end says, or `None` if it is a stranger.
    fn receive(socket: &mut TcpStream) -> Option<Self> {
        let mut bytes = [0; 16];
        socket.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
        socket.read_exact(&mut bytes).ok()?;
        socket.set_read_timeout(None).ok()?;
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        (bytes[..8] == *b"TNTLMESH").then(|| Introduction {
            process: word(8),
            stamp: word(12),
        })
    }
}

/// A socket to each other process; none to this one.
pub(crate) fn connect(
    hosts: &Hosts,
    stamp: u32,
    shared: &Arc<Shared>,
    stopped: &dyn Fn() -> bool,
) -> Result<Vec<Option<Watched>>, HostsError> {
    let me = hosts.process;
    let own = &hosts.addresses[me];
    let listener = TcpListener::bind(own.as_str());
    let listener = listener.and_then(|l| l.set_nonblocking(true).map(|()| l));
    let listener = listener.map_err(|error| HostsError::Listen {
        address: own.clone(),
        error,
    })?;
    let introduction = Introduction {
        process: me as u32,
        stamp: stamp ^ crc32fast::hash(hosts.addresses.join(" ").as_bytes()),
    };
    let mut sockets: Vec<Option<Watched>> = hosts.addresses.iter().map(|_| None).collect();
    let since = Instant::now();
    loop {
        let missing: Vec<usize> = (0..sockets.len())
            .filter(|&process| process != me && sockets[process].is_none())
            .collect();
        let Some(&first_missing) = missing.first() else {
            return Ok(sockets);
        };
        if stopped() {
            return Err(HostsError::Stopped);
        }
        if since.elapsed() > PATIENCE {
            return Err(HostsError::Absent {
                process: first_missing,
                address: hosts.addresses[first_missing].clone(),
                seconds: PATIENCE.as_secs(),
            });
        }
        let mut arrived = Vec::new();
        for &process in missing.iter().filter(|&&process| process < me) {
            // Not there yet: tried again.
            if let Ok(mut socket) = TcpStream::connect(hosts.addresses[process].as_str()) {
                introduction.send(&mut socket)?;
                arrived.push((Some(process), socket));
            }
        }
        while let Ok((mut socket, _)) = listener.accept() {
            socket.set_nonblocking(false)?;
            introduction.send(&mut socket)?;
            arrived.push((None, socket));
        }
        let none = arrived.is_empty();
        for (process, mut socket) in arrived {
            // A stranger, or one that ended at once: closed again, and waited for.
            let Some(other) = Introduction::receive(&mut socket) else {
                continue;
            };
            let remote = other.process as usize;
            let expected = process.unwrap_or(remote);
            let agrees = other.stamp == introduction.stamp && remote == expected;
            if !agrees || remote >= sockets.len() || remote == me {
                return Err(HostsError::Disagrees { process: expected });
            }
            socket.set_nodelay(true)?;
            keep_alive(&socket)?;
            sockets[remote] = Some(Watched {
                socket,
                remote,
                shared: shared.clone(),
            });
        }
        if none {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Has the system notice when the machine at the other end vanishes, whether it is heard or spoken to.
fn keep_alive(socket: &TcpStream) -> io::Result<()> {
    let (times, between) = ASKED;
    let asking = TcpKeepalive::new().with_time(SILENCE);
    let asking = asking.with_interval(between).with_retries(times);
    let socket = SockRef::from(socket);
    socket.set_tcp_keepalive(&asking)?;
    // What was sent and is not acknowledged keeps the system from asking.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE + times * between))?;
    Ok(())
}

/// Starts the workers of this process.
pub(crate) fn start(
    sockets: Vec<Option<Watched>>,
    process: usize,
    threads: usize,
    work: impl Fn(&mut Worker) + Send + Sync + 'static,
) -> Result<WorkerGuards<()>, String> {
    let hooks = Hooks::default();
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(inside, sockets, process, threads, hooks)
            .map_err(|error| error.to_string())?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    timely::execute::execute_from(
        builders,
        Box::new(guard),
        timely::WorkerConfig::default(),
        work,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_asks_after_machines_that_are_silent() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let socket = TcpStream::connect(address).expect("a connection");
        assert!(!SockRef::from(&socket).keepalive().expect("an option"));
        keep_alive(&socket).expect("options that the system knows");
        let options = SockRef::from(&socket);
        assert!(options.keepalive().expect("an option"));
        #[cfg(target_os = "linux")]
        {
            let (times, between) = ASKED;
            let silence = options.tcp_user_timeout().expect("an option");
            assert_eq!(silence, Some(SILENCE + times * between));
            assert_eq!(options.tcp_keepalive_time().expect("an option"), SILENCE);
            assert_eq!(
                options.tcp_keepalive_interval().expect("an option"),
                between
            );
            assert_eq!(options.tcp_keepalive_retries().expect("an option"), times);
        }
    }
}
