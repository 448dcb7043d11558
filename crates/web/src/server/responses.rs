//! Answers and errors in the words of HTTP.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

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
            ApiError::Without(..) => StatusCode::NOT_IMPLEMENTED,
            ApiError::Inside(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json_response(self.object().to_string());
        *response.status_mut() = self.status();
        if matches!(self, ApiError::Busy) {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// A response of JSON text.
pub fn json_response(text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// What a known address says to an unknown method.
pub async fn wrong_method() -> ApiError {
    ApiError::Method
}
