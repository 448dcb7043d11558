//! The web room: what the page asks, and the page itself.
//!
//! The interface is one, and its carriers are two. [`Interface`] answers a question, told by the name of its address and one JSON object, with the same JSON as
//! the command line, and tells on the way how it goes. A server on 127.0.0.1 ([`Server`], feature `server`) carries questions and answers over HTTP, and hands out
//! the page, plain files that are embedded in the binary; a worker of the browser carries them as messages, where the engines run in the page.
//!
//! * `api`: one module a question, one line each in its table;
//! * `fields`: the fields of a question;
//! * `told`: who hears how it goes;
//! * `shelf`: the kinds of puzzles;
//! * `bounds`: how much one question may take;
//! * `server`: who may ask, how much at once, and the files of the page.
//!
//! The interface is documented in `docs/web.md` and in `openapi.json`.

mod api;
mod bounds;
mod error;
#[cfg(feature = "page")]
mod export;
mod fields;
mod interface;
#[cfg(feature = "server")]
mod server;
mod shelf;
mod told;

pub use api::{OPEN_API, routes};
pub use bounds::{LONGEST, MOST_BYTES, QUICK};
pub use error::ApiError;
#[cfg(feature = "page")]
pub use export::export;
pub use interface::Interface;
#[cfg(feature = "server")]
pub use server::{Origin, OriginError, Server};
