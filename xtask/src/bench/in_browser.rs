//! The engines in a browser beside the same engines in the program.

use super::{Settings, ours};
use crate::browser;
use crate::run::root;
use std::fs;

const HEADING: &str = "## In the browser";

/// The section.
pub fn table(_: Settings) -> Result<String, String> {
    let rows = browser::speeds(&ours::binary())?;
    Ok(format!(
        "{HEADING}\n\nThe interface of the page, asked over HTTP of the program and of the exported page's worker (in Node, whose engine is Chromium's): medians of three runs, one thread each. The browser has no `learn`, and \
         another solver in `sat`; the questions are answered by whichever engine `auto` takes there.\n\n{rows}\n"
    ))
}

/// The section alone, in place of the one that is there.
pub fn alone(settings: Settings) -> Result<(), String> {
    ours::build()?;
    let section = table(settings)?;
    println!("{section}");
    let path = root().join("docs/benchmarks.md");
    let failed = |error| format!("docs/benchmarks.md: {error}");
    let report = fs::read_to_string(&path).map_err(failed)?;
    fs::write(&path, replaced(&report, &section)).map_err(failed)
}

/// A report with the section, in its place or at the end.
fn replaced(report: &str, section: &str) -> String {
    let Some((before, rest)) = report.split_once(HEADING) else {
        return format!("{}\n\n{}\n", report.trim_end(), section.trim_end());
    };
    let after = rest.find("\n## ").map_or("", |at| &rest[at + 1..]);
    let gap = if after.is_empty() { "" } else { "\n" };
    format!("{before}{}\n{gap}{after}", section.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{HEADING, replaced};

    #[test]
    fn a_section_takes_the_place_of_the_old_one() {
        let section = format!("{HEADING}\n\nnew\n\n");
        let with = |old: &str| format!("# All\n\n## One\n\ntext\n\n{old}");
        assert_eq!(
            replaced(&with(""), &section),
            with(&format!("{HEADING}\n\nnew\n"))
        );
        let old = format!("{HEADING}\n\nold\n");
        assert_eq!(
            replaced(&with(&old), &section),
            with(&format!("{HEADING}\n\nnew\n"))
        );
        let between = format!("{HEADING}\n\nold\n\n## Last\n\nend\n");
        let expected = format!("{HEADING}\n\nnew\n\n## Last\n\nend\n");
        assert_eq!(replaced(&with(&between), &section), with(&expected));
    }
}
