//! `tantalizer serve`: the web page, on this machine alone.

use super::common;
use super::list::Folders;
use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};
use tantalizer::web::{Origin, Server};

/// The arguments of `serve`.
#[derive(Args, Debug)]
struct Serve {
    /// The port to listen on; 0 for any free one
    #[arg(long, value_name = "P", default_value_t = 8640)]
    port: u16,

    /// Also answer under this origin, that of a reverse proxy in front (https://puzzles.example.org); may be given several times
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<Origin>,

    #[command(flatten)]
    folders: Folders,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Write the page as plain files that need no server, with the engines in them, and serve nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "origin", "kinds", "open"])]
    export: Option<PathBuf>,
}

pub fn command() -> Command {
    let command =
        Command::new("serve").about("The web page: play, solve, design and understand the puzzles");
    common::with_arguments::<Serve>(command)
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let serve =
        Serve::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(folder) = &serve.export {
        return export(folder);
    }
    let failed = |error| Failure::Write(format!("127.0.0.1:{}", serve.port), error);
    let mut server = Server::bind(serve.port)
        .map_err(failed)?
        .with_kinds(&serve.folders.kinds);
    for origin in &serve.origin {
        server = server.known_as(origin.clone());
    }
    let url = server.url();
    common::print(&format!("{url}\n"))?;
    eprintln!("tantalizer: the page is at {url} (Ctrl-C stops)");
    if serve.open
        && let Err(error) = open::that_detached(&url)
    {
        eprintln!("tantalizer: no browser was opened: {error}");
    }
    server.run().map_err(failed)?;
    Ok(Outcome::Answered)
}

#[cfg(feature = "page")]
fn export(folder: &Path) -> Result<Outcome, Failure> {
    let failed = |error| Failure::Write(folder.display().to_string(), error);
    let files = tantalizer::web::export(folder).map_err(failed)?;
    common::print(&format!("{}: {files} files\n", folder.display()))?;
    Ok(Outcome::Answered)
}

#[cfg(not(feature = "page"))]
fn export(folder: &Path) -> Result<Outcome, Failure> {
    Err(Failure::Usage(format!(
        "this program was built without the page's files: `cargo xtask page {}` writes them, in a checkout of Tantalizer; `cargo xtask page target/page` \
         and then `cargo install --path crates/tantalizer --features page` put them into the program",
        folder.display()
    )))
}
