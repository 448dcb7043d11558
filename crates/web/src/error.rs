//! Errors as JSON: `{"error": {"kind": ..., "message": ...}}`.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tantalizer_puzzle::{FileError, PuzzleError};
use thiserror::Error;

/// Why a request is not answered.
#[derive(Debug, Error)]
pub enum ApiError {
    /// The request or the puzzle in it is not right.
    #[error("{0}")]
    Bad(String),
    /// There is no such thing.
    #[error("there is nothing at {0}")]
    Missing(String),
    /// The address knows another method.
    #[error("this address does not take that method")]
    Method,
    /// The body is not JSON by its type.
    #[error("expected a body of the type application/json")]
    Type,
    /// The body is too large.
    #[error("the body is larger than {0} bytes")]
    Large(usize),
    /// The body did not come.
    #[error("the body did not come within {0} seconds")]
    Slow(u64),
    /// Asked by or for somebody else.
    #[error("{0}")]
    Foreign(&'static str),
    /// Too much is being worked on.
    #[error("too much is being worked on: try again in a moment")]
    Busy,
    /// The limits were reached before there was anything to tell.
    #[error("not answered: {0}")]
    Unanswered(String),
    /// A program that is needed is not on this machine.
    #[error("{0}")]
    Without(String),
    /// Something that should not happen.
    #[error("{0}")]
    Inside(String),
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::Bad(_) => StatusCode::BAD_REQUEST,
            ApiError::Missing(_) => StatusCode::NOT_FOUND,
            ApiError::Method => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::Type => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::Large(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::Slow(_) => StatusCode::REQUEST_TIMEOUT,
            ApiError::Foreign(_) => StatusCode::FORBIDDEN,
            ApiError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Unanswered(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Without(_) => StatusCode::NOT_IMPLEMENTED,
            ApiError::Inside(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            ApiError::Bad(_) => "bad-request",
            ApiError::Missing(_) => "not-found",
            ApiError::Method => "method",
            ApiError::Type => "type",
            ApiError::Large(_) => "too-large",
            ApiError::Slow(_) => "slow",
            ApiError::Foreign(_) => "foreign",
            ApiError::Busy => "busy",
            ApiError::Unanswered(_) => "unanswered",
            ApiError::Without(_) => "no-minizinc",
            ApiError::Inside(_) => "internal",
        }
    }

    /// The JSON object.
    pub fn object(&self) -> Value {
        json!({ "error": { "kind": self.kind(), "message": self.to_string() } })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json_response(self.object().to_string());
        *response.status_mut() = self.status();
        if matches!(self, ApiError::Busy) {
            let soon = axum::http::HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        ApiError::Bad(error.to_string())
    }
}

impl From<PuzzleError> for ApiError {
    fn from(error: PuzzleError) -> Self {
        match error {
            PuzzleError::Ask(error) => ApiError::Inside(error.to_string()),
            other => ApiError::Bad(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        ApiError::Inside(error.to_string())
    }
}

/// A response of JSON text.
pub fn json_response(text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    let json = axum::http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// What a known address says to an unknown method.
pub async fn wrong_method() -> ApiError {
    ApiError::Method
}
