//! The web room: the local page, and the JSON interface behind it.
//!
//! A server on 127.0.0.1 that hands out the page (plain files, embedded in the binary) and answers questions about puzzles with the same JSON as
//! the command line. Everything that takes time runs on threads of its own, within limits; whoever goes away has their work
//! cancelled. Only the page itself may ask: requests for another host or from another site are refused.
//!
//! * `assets`: the files of the page;
//! * `guard`: who may ask, and what the browser is told to allow;
//! * `listen`: connections, and how long they may take to say what they want;
//! * `lanes`: how much is worked on at once;
//! * `shelf`: the kinds of puzzles;
//! * `work`: a question as a job on a thread, answered at once or streamed;
//! * `api`: one module a question, one line each in its table.
//!
//! The interface is documented in `docs/web.md` and in `openapi.json`.

mod api;
mod assets;
mod error;
mod fields;
mod guard;
mod lanes;
mod listen;
mod shelf;
mod work;

pub use api::{OPEN_API, routes};
pub use guard::{Origin, OriginError};
pub use lanes::{LONGEST, MOST_BYTES, QUICK};

use axum::Router;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long connections may linger once the server is to stop.
const FAREWELL: Duration = Duration::from_secs(3);

/// A server that listens but does not answer yet.
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    origins: Vec<Origin>,
    folders: Vec<PathBuf>,
}

impl Server {
    /// Listens on 127.0.0.1; port 0 takes any free one.
    pub fn bind(port: u16) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server {
            listener,
            address,
            origins: Vec::new(),
            folders: Vec::new(),
        })
    }

    /// Also knows the kinds of puzzles in these folders, each a .mzn model.
    pub fn with_kinds(mut self, folders: &[PathBuf]) -> Server {
        self.folders.extend_from_slice(folders);
        self
    }

    /// Also answers under another origin, that of a reverse proxy which hands requests on to this server.
    pub fn known_as(mut self, origin: Origin) -> Server {
        self.origins.push(origin);
        self
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to type into a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers until an interrupt or a termination signal.
    pub fn run(self) -> io::Result<()> {
        self.run_until(interrupted())
    }

    /// Answers until the future is done; then running work is cancelled, and what was asked is still answered.
    pub fn run_until(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let served = runtime.block_on(self.serve(stop));
        // Work that was cancelled ends soon; nobody waits for its answer.
        runtime.shutdown_timeout(FAREWELL);
        served
    }

    async fn serve(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let shelf = Arc::new(shelf::Shelf::new(&self.folders));
        let desk = Arc::new(work::Desk::new(lanes::Lanes::new(), shelf));
        let guard = guard::Guard::new(self.address.port(), self.origins);
        let app = app(guard, Arc::clone(&desk));
        let listener = TcpListener::from_std(self.listener)?;
        let stopped = async move {
            stop.await;
            desk.close();
        };
        listen::serve(listener, app, stopped, FAREWELL).await;
        Ok(())
    }
}

/// The whole application.
fn app(guard: guard::Guard, desk: Arc<work::Desk>) -> Router {
    let shelf = Arc::clone(&desk.shelf);
    let page = move |method: Method, uri: Uri, headers: HeaderMap| async move {
        assets::answer(&shelf, &method, &uri, &headers)
    };
    api::router(desk)
        .fallback(page)
        .method_not_allowed_fallback(error::wrong_method)
        .layer(from_fn(listen::whole_body))
        .layer(from_fn_with_state(Arc::new(guard), guard::check))
}

async fn interrupted() {
    let interrupt = async {
        // Without a handler the interrupt ends the program by itself.
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
