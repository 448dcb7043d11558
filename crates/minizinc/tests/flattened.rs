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
            let kept = flattened::kept(&kind.name).unwrap_or_default();
            if settled(&kept) == settled(&made) {
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

/// The same with annotations in order, and with what "and" and "or" and clauses join: MiniZinc writes either in a different order each time.
fn settled(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(parts).collect()
}

fn parts(line: &str) -> Vec<&str> {
    // The value of an array stands behind its annotations.
    let (item, value) = line.rsplit_once("= [").unwrap_or((line, ""));
    let mut annotations = item.split("::").map(|part| part.trim_matches([' ', ';']));
    let item = annotations.next().unwrap_or_default();
    let is_joined = ["constraint array_bool_", "constraint bool_clause("];
    let mut parts: Vec<&str> = Vec::new();
    if is_joined.iter().any(|start| item.starts_with(start)) {
        for list in item.split(['[', ']']) {
            let from = parts.len();
            parts.extend(list.split(','));
            parts[from..].sort_unstable();
        }
    } else {
        parts.push(item);
    }
    let joined = parts.len();
    parts.extend(annotations);
    parts[joined..].sort_unstable();
    parts.push(value);
    parts
}
