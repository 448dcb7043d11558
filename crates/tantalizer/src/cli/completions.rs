//! `tantalizer completions SHELL`: shell completion, made from the same source
//! as the command line itself.
//!
//! Where a command takes a puzzle file, the names of the puzzles that come with the program are completed beside the files, and for `new` those of the kinds.
//! The generator knows nothing of such names, so they are added to its scripts.

use super::outcome::{Failure, Outcome, print_failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};
use std::collections::BTreeSet;
use std::io::Write;
use tantalizer::minizinc::kind::{kinds, stored};
use tantalizer::puzzles::KINDS;

/// The commands that take a puzzle file.
const TAKE_PUZZLES: &[&str] = &["solve", "count", "explain", "compare", "encode", "draw"];

/// How the help of arguments that are puzzle files begins.
const PUZZLE_FILES: &[&str] = &[" -- A puzzle file", " -- Puzzle files"];

pub fn command() -> Command {
    Command::new("completions")
        .about("Print a completion script for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    if let Some(&shell) = matches.get_one::<Shell>("shell") {
        let mut script = Vec::new();
        generate(shell, &mut super::command(), "tantalizer", &mut script);
        let script = String::from_utf8_lossy(&script);
        let script = match shell {
            Shell::Bash => with_names_in_bash(&script),
            Shell::Zsh => with_names_in_zsh(&script),
            Shell::Fish => with_names_in_fish(&script),
            _ => script.into_owned(),
        };
        std::io::stdout()
            .write_all(script.as_bytes())
            .map_err(print_failure)?;
    }
    Ok(Outcome::Answered)
}

/// The names of the puzzles that come with the program.
fn puzzle_names() -> String {
    let libraries = KINDS.iter().filter_map(|kind| kind.library);
    let entries = libraries.flat_map(|library| library.entries);
    let entries = entries.map(|entry| entry.name.to_string());
    let names: Vec<String> = entries.chain(stored().map(|(name, _)| name)).collect();
    names.join(" ")
}

fn kind_names() -> String {
    let own = KINDS.iter().map(|kind| kind.name.to_string());
    let models = kinds(&[]).into_iter().map(|kind| kind.name);
    let names: BTreeSet<String> = own.chain(models).collect();
    Vec::from_iter(names).join(" ")
}

/// The flags that a value follows: no name is completed there.
fn flags_with_values() -> String {
    let mut flags = BTreeSet::new();
    for command in super::command().get_subcommands() {
        let options = command.get_opts();
        for option in options.filter(|option| option.get_action().takes_values()) {
            flags.extend(option.get_long().map(|long| format!("--{long}")));
            flags.extend(option.get_short().map(|short| format!("-{short}")));
        }
    }
    Vec::from_iter(flags).join("|")
}

/// A function around the generated one that adds names, and files as the shell would without any.
fn with_names_in_bash(script: &str) -> String {
    let (commands, flags) = (TAKE_PUZZLES.join("|"), flags_with_values());
    let (puzzles, kinds) = (puzzle_names(), kind_names());
    let names = format!(
        r#"_tantalizer_names() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" names=""
    _tantalizer "$@"
    case "${{COMP_WORDS[1]}}" in
        {commands}) names="{puzzles}" ;;
        new) names="{kinds}" ;;
    esac
    if [[ -z "${{names}}" || "${{COMP_CWORD}}" -lt 2 || "${{cur}}" == -* ]]; then
        return 0
    fi
    case "${{prev}}" in
        {flags}) return 0 ;;
    esac
    compopt -o filenames 2>/dev/null
    COMPREPLY+=( $(compgen -W "${{names}}" -- "${{cur}}") $(compgen -f -- "${{cur}}") )
}}

"#
    );
    let (functions, registered) = script.split_at(script.rfind("\nif [[").map_or(0, |at| at + 1));
    let registered =
        registered.replace("complete -F _tantalizer ", "complete -F _tantalizer_names ");
    format!("{functions}{names}{registered}")
}

/// Another action at the arguments that are puzzle files.
fn with_names_in_zsh(script: &str) -> String {
    let function = format!(
        "_tantalizer_puzzles() {{\n    _alternative 'puzzles:puzzle:({})' 'files:file:_files'\n}}\n\n",
        puzzle_names()
    );
    let mut text = String::new();
    for line in script.lines() {
        if line.starts_with("_tantalizer() {") {
            text += &function;
        }
        let takes_puzzle = PUZZLE_FILES.iter().any(|help| line.contains(help));
        let line = if takes_puzzle {
            line.replace(":_files'", ":_tantalizer_puzzles'")
        } else {
            line.to_string()
        };
        text += &(line + "\n");
    }
    text
}

/// More words for the commands.
fn with_names_in_fish(script: &str) -> String {
    let (commands, puzzles) = (TAKE_PUZZLES.join(" "), puzzle_names());
    let words = |commands: &str, names: &str| {
        format!("complete -c tantalizer -n '__fish_seen_subcommand_from {commands}' -a '{names}'\n")
    };
    format!(
        "{script}{}{}",
        words(&commands, &puzzles),
        words("new", &kind_names())
    )
}
