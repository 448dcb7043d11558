//! The page as plain files, embedded in the program as `cargo xtask page` has written them.

use rust_embed::RustEmbed;
use std::fs;
use std::io;
use std::path::Path;

#[derive(RustEmbed)]
#[folder = "../../target/page"]
struct Files;

/// A file that only this page has.
const PROGRAM: &str = "tantalizer.wasm";

/// Writes all files; tells how many. A folder with other things in it is refused.
pub fn export(folder: &Path) -> io::Result<usize> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !folder.join(PROGRAM).exists() {
        let reason = "there are other files in this folder";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
    }
    for name in Files::iter() {
        let path = folder.join(&*name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let file = Files::get(&name).map(|file| file.data);
        fs::write(path, file.unwrap_or_default())?;
    }
    Ok(Files::iter().count())
}
