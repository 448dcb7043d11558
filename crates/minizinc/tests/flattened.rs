//! What is kept of the kinds that come with the program is what MiniZinc makes of their models.
//!
//! After a change of a model, `cargo xtask kinds` makes it anew.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tantalizer_minizinc::kind::{flattened, kinds};
use tantalizer_model::Limits;

/// Set where the files are to be written.
const WRITE: &str = "TANTALIZER_WRITE_KINDS";

#[test]
fn forms_are_what_minizinc_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kinds/flattened");
    let writes = std::env::var_os(WRITE).is_some();
    let kinds = kinds(&[]);
    let next = AtomicUsize::new(0);
    let different = Mutex::new(Vec::new());
    let work = || {
        while let Some(kind) = kinds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = flattened::flatten(kind, &Limits::none());
            let made = made.unwrap_or_else(|error| panic!("{}: {error}", kind.name));
            if flattened::kept(&kind.name).as_deref() == Some(&made) {
                continue;
            }
            if writes {
                let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
                packed.write_all(made.as_bytes()).expect("memory");
                let packed = packed.finish().expect("memory");
                println!("{}: {} bytes of {}", kind.name, packed.len(), made.len());
                let file = folder.join(format!("{}.fzn.z", kind.name));
                std::fs::write(file, packed).expect("the folder of the kinds");
            } else {
                different
                    .lock()
                    .expect("nobody panics here")
                    .push(kind.name.clone());
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let different = different.into_inner().expect("nobody panics here");
    assert!(
        different.is_empty(),
        "`cargo xtask kinds` makes these anew: {different:?}"
    );
}
