//! The page's interface for a worker of the browser, as a WebAssembly program.
//!
//! Four functions cross the border, and bytes that lie in the program's memory: the worker asks for room ([`room`](wasm::room)), writes an address and a body there, and
//! calls [`ask`](wasm::ask), which tells line after line through `tantalizer_tell` and returns when the question is answered. With so little, fifty lines of JavaScript
//! (`crates/web/assets/js/worker.js`) are the whole other side, and no tool is needed that writes them. Nothing can interrupt a question: who wants
//! no more ends the worker.

#[cfg(target_family = "wasm")]
#[allow(unsafe_code)]
mod wasm;
