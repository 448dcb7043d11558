//! The engines in a browser beside the same engines in the program.

use super::{Settings, ours};
use crate::browser;

/// The section.
pub fn table(_: Settings) -> Result<String, String> {
    let rows = browser::speeds(&ours::binary())?;
    Ok(format!(
        "\n## In the browser\n\nThe interface of the page, asked over HTTP of the program and of the exported page's worker (in Node, whose engine is Chromium's): medians of three runs, one thread each. The browser has no `learn`, and \
         another solver in `sat`; the questions are answered by whichever engine `auto` takes there.\n\n{rows}\n"
    ))
}
