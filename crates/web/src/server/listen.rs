//! Connections: whoever takes too long to say what they want is let go.
//!
//! A connection has [`PATIENCE`] for the head of a request, also of the next one on the same connection, and as long again for its body. So
//! requests that are sent half or by drops hold nothing for long.

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
use std::pin::pin;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

/// How long the head and the body of a request may take each.
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
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
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
