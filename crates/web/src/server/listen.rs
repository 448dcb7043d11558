//! Connections: whoever takes too long to say what they want is let go.
//!
//! A connection has [`PATIENCE`] for the head of a request, also of the next one on the same connection, and as long again for its body; and whoever takes
//! nothing of an answer for so long is let go, too. So requests that are sent half or by drops, and answers that nobody reads, hold nothing for long.

use crate::bounds::MOST_BYTES;
use crate::error::ApiError;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep, timeout};

/// How long the head and the body of a request may take each, and a reader to take more of an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait when no connection can be taken, for want of file handles say.
const BREATH: Duration = Duration::from_millis(50);

/// Answers until the future is done; then waits this long for what is still being answered.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    stop: impl Future<Output = ()>,
    farewell: Duration,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let connections = GracefulShutdown::new();
    let service = TowerToHyperService::new(app);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            // First, so that signals are heard before the first connection is taken.
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        let connection = http.serve_connection(TokioIo::new(Patient::new(stream)), service.clone());
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks is the client's affair.
            let _ = connection.await;
        });
    }
    drop(listener);
    // Connections that linger are left behind.
    let _ = timeout(farewell, connections.shutdown()).await;
}

/// A connection whose other side must take what is sent.
struct Patient {
    stream: TcpStream,
    /// Since something could not be sent.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream) -> Self {
        Patient {
            stream,
            waiting: None,
        }
    }

    /// What a write came to; one that waits too long fails.
    fn within_patience<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        waiting.as_mut().poll(context).map(|()| {
            let reason = "nobody takes the answer";
            Err(io::Error::new(io::ErrorKind::TimedOut, reason))
        })
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within_patience(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.within_patience(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Reads the whole body of a request before anything else is done for it.
pub async fn whole_body(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let refusal = match timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => return next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(error)) => unread(&error),
        Err(_) => ApiError::Slow(PATIENCE.as_secs()),
    };
    let mut response = refusal.into_response();
    // What is left of the body is not waited for.
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    response
}

/// Why a body could not be read.
fn unread(error: &axum::Error) -> ApiError {
    let mut source = std::error::Error::source(error);
    while let Some(reason) = source {
        if reason.is::<http_body_util::LengthLimitError>() {
            return ApiError::Large(MOST_BYTES);
        }
        source = reason.source();
    }
    ApiError::Bad(format!("the body cannot be read: {error}"))
}
