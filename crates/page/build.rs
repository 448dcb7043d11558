//! How much memory the WebAssembly program may take.

/// Bytes that it may take altogether; what needs more is told that there is not enough.
const MEMORY: u64 = 1 << 30;

/// Bytes of the stack: as deep as that of a program's first thread elsewhere.
const STACK: u64 = 8 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MEMORY}");
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
