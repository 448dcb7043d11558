//! The files of the page, embedded in the binary.
//!
//! Every puzzle has an address of its own (`/tricky-triple`), at which the one document is found; its scripts see from the address which
//! puzzle to show.

use crate::error::ApiError;
use crate::shelf::Shelf;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use percent_encoding::percent_decode_str;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Files;

/// The document of all pages.
const DOCUMENT: &str = "index.html";

/// Finds the file of an address that is no question.
pub fn answer(shelf: &Shelf, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_page = |name: &str| {
        // The name of a kind is that of a file, which may have blanks and letters of any alphabet.
        let name = percent_decode_str(name).decode_utf8_lossy();
        name.is_empty() || shelf.knows(&name)
    };
    if let Some(name) = path.strip_suffix('/').filter(|&name| is_page(name)) {
        return Redirect::permanent(&format!("/{name}")).into_response();
    }
    let name = if is_page(path) { DOCUMENT } else { path };
    let Some(file) = Files::get(name) else {
        return missing(uri, headers);
    };
    if *method != Method::GET && *method != Method::HEAD {
        return ApiError::Method.into_response();
    }
    let digest = file.metadata.sha256_hash();
    let digest: String = digest[..8].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{digest}\"");
    let known = headers.get(header::IF_NONE_MATCH);
    let mut response = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = HeaderValue::from_static(content_type(name));
        let mut response = Response::new(Body::from(file.data));
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    // Ask each time whether it is still the same: another version may run at this address tomorrow.
    let ask = HeaderValue::from_static("no-cache");
    headers.insert(header::CACHE_CONTROL, ask);
    response
}

/// What is said where there is nothing: the document says so to people, JSON to programs.
fn missing(uri: &Uri, headers: &HeaderMap) -> Response {
    let accepted = headers
        .get(header::ACCEPT)
        .and_then(|kinds| kinds.to_str().ok());
    let by_person = accepted.is_some_and(|kinds| kinds.contains("text/html"));
    match Files::get(DOCUMENT).filter(|_| by_person) {
        None => ApiError::Missing(uri.path().to_string()).into_response(),
        Some(document) => {
            let kind = [(header::CONTENT_TYPE, content_type(DOCUMENT))];
            (StatusCode::NOT_FOUND, kind, document.data).into_response()
        }
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|parts| parts.1) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
