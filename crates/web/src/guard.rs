//! Who may ask, and what the browser is told to allow.
//!
//! A page of another site can make a browser send requests to 127.0.0.1. Two headers that such a page cannot forge tell
//! them apart: `Host` (another name that was pointed at this machine) and `Sec-Fetch-Site` or `Origin` (another site's script). Following
//! a link from elsewhere to one of our pages is fine.

use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What every answer says to the browser.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The names under which this server may be asked.
pub struct Guard {
    hosts: [String; 3],
}

impl Guard {
    /// The guard of a server on this port.
    pub fn new(port: u16) -> Guard {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        Guard {
            hosts: names.map(|name| format!("{name}:{port}")),
        }
    }

    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<ApiError> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let ours = |host: &str| self.hosts.iter().any(|known| known == host);
        if !text(header::HOST).is_some_and(ours) {
            return Some(ApiError::Foreign("asked under a foreign host name"));
        }
        if let Some(origin) = text(header::ORIGIN)
            && !origin.strip_prefix("http://").is_some_and(ours)
        {
            return Some(ApiError::Foreign("asked by another site"));
        }
        let fetch = |part: &'static str| text(HeaderName::from_static(part));
        let follows_link = method == Method::GET
            && fetch("sec-fetch-mode") == Some("navigate")
            && fetch("sec-fetch-dest") == Some("document");
        match fetch("sec-fetch-site") {
            None | Some("same-origin" | "none") => None,
            Some(_) if follows_link => None,
            Some(_) => Some(ApiError::Foreign("asked by another site")),
        }
    }
}

/// Lets a request through or refuses it.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.refusal(request.method(), request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: Method, headers: &[(&'static str, &'static str)]) -> bool {
        let pairs = headers.iter().map(|&(name, value)| {
            let name = HeaderName::from_static(name);
            (name, HeaderValue::from_static(value))
        });
        let headers: HeaderMap = pairs.collect();
        Guard::new(8080).refusal(&method, &headers).is_some()
    }

    #[test]
    fn only_the_page_itself_may_ask() {
        let host = ("host", "127.0.0.1:8080");
        assert!(!refused(Method::POST, &[host]));
        assert!(!refused(Method::GET, &[("host", "localhost:8080")]));
        assert!(!refused(
            Method::POST,
            &[host, ("origin", "http://127.0.0.1:8080")]
        ));
        assert!(!refused(
            Method::POST,
            &[host, ("sec-fetch-site", "same-origin")]
        ));
        for bad in [
            &[][..],
            &[("host", "127.0.0.1")],
            &[("host", "127.0.0.1:8081")],
            &[("host", "evil.example:8080")],
            &[host, ("origin", "http://evil.example")],
            &[host, ("origin", "https://127.0.0.1:8080")],
            &[host, ("origin", "null")],
            &[host, ("sec-fetch-site", "cross-site")],
            &[host, ("sec-fetch-site", "same-site")],
        ] {
            assert!(refused(Method::POST, bad), "{bad:?}");
            assert!(refused(Method::GET, bad), "{bad:?}");
        }
    }

    #[test]
    fn a_link_from_elsewhere_may_be_followed() {
        let link = [
            ("host", "127.0.0.1:8080"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert!(!refused(Method::GET, &link));
        assert!(refused(Method::POST, &link));
        let frame = [link[0], link[1], link[2], ("sec-fetch-dest", "iframe")];
        assert!(refused(Method::GET, &frame));
    }
}
