//! The files that are written.
//!
//! Each is made sure of before the work: a folder that is not there is told at once, not after an hour. What was found is printed
//! before any file is written, so that a full disk costs the file and never the result. A file is written beside its place and then
//! moved there, so that it is whole or not there at all; only what is no regular file, such as `/dev/stdout`, is written directly.

use super::Failure;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that can be written, as far as can be told beforehand.
#[derive(Debug)]
pub struct Output {
    /// As the user wrote it.
    path: PathBuf,
    /// Where the file comes to lie; none if it is written directly.
    place: Option<PathBuf>,
}

/// Makes sure of the files that these flags name, and that no two of them are the same.
pub fn make_sure_of<const N: usize>(
    wanted: [(&str, &Option<PathBuf>); N],
) -> Result<[Option<Output>; N], Failure> {
    let mut outputs = [const { None }; N];
    let mut places: Vec<(&str, PathBuf)> = Vec::new();
    for (slot, (flag, path)) in outputs.iter_mut().zip(wanted) {
        let Some(path) = path else { continue };
        let output = Output::at(path)?;
        if let Some(place) = &output.place {
            if let Some((other, _)) = places.iter().find(|entry| entry.1 == *place) {
                let path = path.display();
                let message = format!("{path}: both {other} and {flag} would write this file");
                return Err(Failure::Usage(message));
            }
            places.push((flag, place.clone()));
        }
        *slot = Some(output);
    }
    Ok(outputs)
}

/// Makes sure of a file that is written again and again and read back, by code that moves it into its place.
pub fn make_sure_of_store(path: &Path) -> Result<(), Failure> {
    match Output::at(path)?.place {
        Some(_) => Ok(()),
        None => Err(refused(path, "no regular file")),
    }
}

impl Output {
    /// Tells that a file was not written because there is nothing to put into it.
    pub fn stays_empty(&self) {
        let path = self.path().display();
        eprintln!("tantalizer: {path} was not written: there is nothing to show");
    }

    /// Makes sure of a file.
    pub fn at(path: &Path) -> Result<Output, Failure> {
        let place = match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(refused(path, "a directory, expected a file to write"));
            }
            Ok(found) if found.is_file() => {
                // A file that may not be written is not replaced either. Opening it so changes nothing.
                let opened = OpenOptions::new().append(true).open(path);
                opened.map_err(|error| failed(path, error))?;
                let place = fs::canonicalize(path).map_err(|error| failed(path, error))?;
                Some(place)
            }
            Ok(_) => None,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(new_place(path)?),
            Err(error) => return Err(failed(path, error)),
        };
        if let Some(place) = &place {
            let beside = beside(place);
            File::create(&beside).map_err(|error| failed(path, error))?;
            fs::remove_file(&beside).map_err(|error| failed(path, error))?;
        }
        Ok(Output {
            path: path.to_path_buf(),
            place,
        })
    }

    /// Where it is, as the user wrote it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a text.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes what is no text.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.write_by(|mut file| {
            file.write_all(bytes)?;
            file.flush()
        })?;
        written.map_err(|error| failed(&self.path, error))
    }

    /// Lets somebody else write it; if that fails, there is no file.
    pub fn write_by<E>(
        &self,
        write: impl FnOnce(BufWriter<File>) -> Result<(), E>,
    ) -> Result<Result<(), E>, Failure> {
        let failed = |error| failed(&self.path, error);
        let Some(place) = &self.place else {
            let file = OpenOptions::new().write(true).open(&self.path);
            return Ok(write(BufWriter::new(file.map_err(failed)?)));
        };
        let beside = beside(place);
        let file = File::create(&beside).map_err(failed)?;
        let written = write(BufWriter::new(file));
        if written.is_err() {
            // Half a file is none; that it cannot be removed changes nothing.
            let _ = fs::remove_file(&beside);
            return Ok(written);
        }
        if let Ok(earlier) = fs::metadata(place) {
            // Who may read it stays as it was, where the system lets us.
            let _ = fs::set_permissions(&beside, earlier.permissions());
        }
        fs::rename(&beside, place).map_err(failed)?;
        Ok(written)
    }
}

/// Writes files after the result was printed, also if nobody reads what is printed.
pub fn after(
    printed: Result<(), Failure>,
    write: impl FnOnce() -> Result<(), Failure>,
) -> Result<(), Failure> {
    write().and(printed)
}

/// A form of puzzle files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON.
    Json,
    /// TOML.
    Toml,
}

impl Form {
    /// The form that the ending of a file's name says, else the usual one.
    pub fn of(path: &Path, usual: Form) -> Form {
        match path.extension().and_then(OsStr::to_str) {
            Some("json") => Form::Json,
            Some("toml") => Form::Toml,
            _ => usual,
        }
    }
}

impl Output {
    /// Writes what is given as JSON in the form that the file's name says.
    pub fn write_value(&self, value: &Value, usual: Form) -> Result<(), Failure> {
        match Form::of(&self.path, usual) {
            Form::Json => self.write(&format!("{value:#}\n")),
            Form::Toml => {
                let text = toml::to_string_pretty(&without_nulls(value));
                let text = text.map_err(|error| failed(&self.path, io::Error::other(error)))?;
                self.write(&text)
            }
        }
    }
}

/// TOML has no word for nothing: what is null is left out.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name.clone(), without_nulls(value)))
            .collect(),
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        plain => plain.clone(),
    }
}

/// The place of a file that is not there yet.
fn new_place(path: &Path) -> Result<PathBuf, Failure> {
    let Some(name) = path.file_name() else {
        return Err(refused(path, "expected the name of a file"));
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match fs::canonicalize(folder) {
        Ok(folder) => Ok(folder.join(name)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let reason = format!("there is no folder {}", folder.display());
            Err(refused(path, &reason))
        }
        Err(error) => Err(failed(path, error)),
    }
}

/// Where a file is written until it is whole.
fn beside(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    place.with_file_name(name)
}

fn refused(path: &Path, reason: &str) -> Failure {
    Failure::Usage(format!("{}: {reason}", path.display()))
}

fn failed(path: &Path, error: io::Error) -> Failure {
    let error = match error.kind() {
        io::ErrorKind::PermissionDenied => {
            io::Error::new(error.kind(), "no permission to write it")
        }
        _ => error,
    };
    Failure::Write(path.display().to_string(), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tantalizer-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_cannot_be_written_is_told_and_nothing_is_left_behind() {
        let folder = folder("refused");
        let told = |path: &Path| Output::at(path).unwrap_err().to_string();
        assert!(told(&folder).contains("a directory"));
        assert!(told(&folder.join("none/x")).contains("there is no folder"));
        fs::write(folder.join("file"), "").expect("a file");
        Output::at(&folder.join("file/x")).unwrap_err();
        Output::at(&folder.join("new")).expect("a file that can be written");
        assert_eq!(names(&folder), ["file"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_file_is_whole_or_stays_as_it_was() {
        let folder = folder("whole");
        let path = folder.join("file");
        fs::write(&path, "before").expect("a file");
        let output = Output::at(&path).expect("a file");
        let spoiled = output.write_by(|mut file| {
            file.write_all(b"half").expect("written");
            Err("no more")
        });
        assert_eq!(spoiled.expect("a failure of the writer"), Err("no more"));
        assert_eq!(fs::read_to_string(&path).expect("the file"), "before");
        output.write("after").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "after");
        assert_eq!(names(&folder), ["file"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn two_flags_do_not_write_one_file() {
        let folder = folder("same");
        let (one, other) = (folder.join("x"), folder.join(".").join("x"));
        let clash = make_sure_of([("--svg", &Some(one.clone())), ("--out", &Some(other))]);
        assert!(clash.unwrap_err().to_string().contains("--svg and --out"));
        let [svg, none] = make_sure_of([("--svg", &Some(one)), ("--out", &None)]).expect("a file");
        assert!(svg.is_some() && none.is_none());
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn toml_leaves_out_what_is_null() {
        let value = json!({"a": null, "b": [1, 2], "c": {"d": null, "e": "x\ny"}});
        let text = toml::to_string_pretty(&without_nulls(&value)).expect("TOML");
        let read: Value = toml::from_str(&text).expect("TOML");
        assert_eq!(read, json!({"b": [1, 2], "c": {"e": "x\ny"}}));
    }
}
