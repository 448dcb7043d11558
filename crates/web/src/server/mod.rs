//! The server: it listens on 127.0.0.1, hands out the page, and answers questions about puzzles.
//!
//! Everything that takes time runs on threads of its own, within limits; whoever goes away has their work cancelled. Only the page itself may ask: requests for
//! another host or from another site are refused.
//!
//! * `assets`: the files of the page;
//! * `guard`: who may ask, and what the browser is told to allow;
//! * `listen`: connections, and how long they may take to say what they want;
//! * `lanes`: how much is worked on at once;
//! * `work`: a question as a job on a thread, answered at once or streamed;
//! * `responses`: answers and errors in the words of HTTP.

mod assets;
mod guard;
mod lanes;
mod listen;
mod responses;
mod work;

pub use guard::{Origin, OriginError};

use crate::api::{FETCHED, JOBS};
use crate::shelf::Shelf;
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use responses::json_response;
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
        let shelf = Arc::new(Shelf::new(&self.folders));
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
    router(desk)
        .fallback(page)
        .method_not_allowed_fallback(responses::wrong_method)
        .layer(from_fn(listen::whole_body))
        .layer(from_fn_with_state(Arc::new(guard), guard::check))
}

/// The routes of all questions.
fn router(desk: Arc<work::Desk>) -> Router {
    let mut router = Router::new();
    for (path, job) in &*JOBS {
        let desk = Arc::clone(&desk);
        let answer = move |headers: HeaderMap, body: Bytes| {
            let (desk, job) = (Arc::clone(&desk), Arc::clone(job));
            async move { desk.answer(job, headers, body).await }
        };
        router = router.route(path, post(answer));
    }
    for &(path, answer) in FETCHED {
        // What there is does not change while the server runs.
        let text: Arc<str> = answer(&desk.shelf).into();
        let answer = move || async move { json_response(text.to_string()) };
        router = router.route(path, get(answer));
    }
    router
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
