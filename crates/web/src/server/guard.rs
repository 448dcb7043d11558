//! Who may ask, and what the browser is told to allow.
//!
//! A page of another site can make a browser send requests to 127.0.0.1. Two headers that such a page cannot forge tell
//! them apart: `Host` (another name that was pointed at this machine) and `Sec-Fetch-Site` or `Origin` (another site's script). Following
//! a link from elsewhere to one of our pages is fine.

use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::str::FromStr;
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

/// Scheme, name and port under which a browser sees a server: `https://puzzles.example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    text: String,
}

/// Not an origin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an origin such as https://puzzles.example.org, without a path: {0}")]
pub struct OriginError(String);

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Origin, OriginError> {
        let wrong = || OriginError(text.to_string());
        // Browsers write it in small letters and leave the usual port out.
        let text = text.to_ascii_lowercase();
        let (usual, host) = match text.split_once("://") {
            Some(("http", host)) => (":80", host),
            Some(("https", host)) => (":443", host),
            _ => return Err(wrong()),
        };
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_bare = uri.authority().is_some_and(|named| named == host);
        let text = match text.strip_suffix(usual) {
            Some(short) => short.to_string(),
            None => text.clone(),
        };
        if is_bare && !host.contains('@') {
            Ok(Origin { text })
        } else {
            Err(wrong())
        }
    }
}

impl Origin {
    /// The name with the port, as the header `Host` has it.
    fn host(&self) -> &str {
        self.text.split_once("://").map_or("", |parts| parts.1)
    }
}

/// The origins under which this server may be asked.
pub struct Guard {
    origins: Vec<Origin>,
}

impl Guard {
    /// The guard of a server on this port, which may have other names.
    pub fn new(port: u16, mut origins: Vec<Origin>) -> Guard {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        origins.extend(names.map(|name| Origin {
            text: format!("http://{name}:{port}"),
        }));
        Guard { origins }
    }

    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<ApiError> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let knows = |as_asked: &dyn Fn(&Origin) -> bool| self.origins.iter().any(as_asked);
        if !text(header::HOST).is_some_and(|host| knows(&|known| known.host() == host)) {
            return Some(ApiError::Foreign("asked under a foreign host name"));
        }
        if let Some(origin) = text(header::ORIGIN)
            && !knows(&|known| known.text == origin)
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
        let proxy = "https://puzzles.example".parse().expect("an origin");
        let guard = Guard::new(8080, vec![proxy]);
        guard.refusal(&method, &headers).is_some()
    }

    #[test]
    fn an_origin_is_a_scheme_a_name_and_a_port() {
        let origin = |text: &str| text.parse::<Origin>().map(|origin| origin.text);
        let same = |text: &str| assert_eq!(origin(text), Ok(text.to_string()));
        same("https://puzzles.example");
        same("http://[::1]:8080");
        let usual = Ok("https://puzzles.example".to_string());
        assert_eq!(origin("HTTPS://Puzzles.Example:443"), usual);
        for bad in [
            "",
            "puzzles.example",
            "ftp://puzzles.example",
            "https://",
            "https://puzzles.example/",
            "https://puzzles.example/page",
            "https://who@puzzles.example",
            "https://puzzles.example?x",
        ] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_named_proxy_may_hand_requests_on() {
        let host = ("host", "puzzles.example");
        let origin = ("origin", "https://puzzles.example");
        assert!(!refused(Method::POST, &[host, origin]));
        // A proxy may also ask under the name of this server.
        assert!(!refused(
            Method::POST,
            &[("host", "127.0.0.1:8080"), origin]
        ));
        assert!(refused(Method::POST, &[("host", "puzzles.example:8080")]));
        assert!(refused(
            Method::POST,
            &[host, ("origin", "http://puzzles.example")]
        ));
        assert!(refused(
            Method::POST,
            &[host, ("origin", "https://else.puzzles.example")]
        ));
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
