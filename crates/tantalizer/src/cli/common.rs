//! The flags that all commands about a puzzle file share.

use super::input::Beside;
use super::outcome::{Failure, print_failure};
use super::{clock, input};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command};
use std::io::{IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tantalizer::ask::{Inquiry, choice, engine_names};
use tantalizer::draw::TextStyle;
use tantalizer::model::{EngineChoice, EngineId, Limits, Question, Request, Strategy};
use tantalizer::puzzle::{Flag, Flags, Puzzle, PuzzleError};
use tantalizer::puzzles::{KINDS, kind};

/// A puzzle file and how to answer questions about it.
#[derive(Args, Debug)]
pub struct Common {
    /// A puzzle file (.toml or .json), a model (.mzn or .fzn), a link (puzz.link, Penpa, bucas), or - for a puzzle on standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Data files (.dzn or .json) of a .mzn model
    #[arg(value_name = "DATA")]
    pub data: Vec<PathBuf>,

    #[command(flatten)]
    pub beside: Beside,

    #[command(flatten)]
    pub how: How,
}

/// A puzzle, what is asked of it, and the inquiry that answers.
pub struct Asked {
    pub puzzle: Box<dyn Puzzle>,
    /// It lives as long as the command, which does not give a large model back piece by piece when it ends.
    pub inquiry: ManuallyDrop<Inquiry>,
    pub request: Request,
}

/// How questions are answered and answers shown.
#[derive(Args, Debug)]
pub struct How {
    /// Which engine answers
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine_parser())]
    pub engine: EngineChoice,

    /// How `search` branches: a variable choice and perhaps a value choice, as in `ff` or `dom-wdeg,max`
    #[arg(long, value_name = "NAME", value_parser = Strategy::from_str)]
    pub strategy: Option<Strategy>,

    /// Threads to use; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,

    /// Memory that an engine may use, where it can tell
    #[arg(long, value_name = "MB")]
    pub memory_limit: Option<u64>,

    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Neither progress nor closing lines
    #[arg(long)]
    pub quiet: bool,
}

impl How {
    /// The limits of the command; an interrupt of the user cancels the work.
    pub fn limits(&self) -> Limits {
        clock::limits(self.time_limit, self.memory_limit)
    }

    /// The question, asked as the flags say.
    pub fn request(&self, question: Question) -> Request {
        Request {
            engine: self.engine,
            strategy: self.strategy,
            threads: threads(self.threads),
            seed: self.seed,
            limits: self.limits(),
            ..Request::new(question)
        }
    }

    /// What standard output can show.
    pub fn style(&self) -> TextStyle {
        standard_output()
    }

    /// Whether progress is shown.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }
}

/// What standard output can show.
pub fn standard_output() -> TextStyle {
    let wants_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match (std::io::stdout().is_terminal(), wants_colour) {
        (false, _) => TextStyle::PLAIN,
        (true, false) => TextStyle::SHAPES,
        (true, true) => TextStyle::RICH,
    }
}

impl Common {
    /// What there is beside the file.
    fn beside(&self) -> Beside {
        Beside {
            data: self.data.clone(),
            ..self.beside.clone()
        }
    }

    /// Reads the puzzle, poses it, and puts the question together. The clock starts before.
    pub fn open(&self, question: Question, flags: &Flags) -> Result<Asked, Failure> {
        self.open_with(question, flags, &[])
    }

    /// The same with more parameters.
    pub fn open_with(
        &self,
        question: Question,
        flags: &Flags,
        assignments: &[String],
    ) -> Result<Asked, Failure> {
        let request = self.how.request(question);
        let limits = request.limits.clone();
        let (file, mut beside, flags) = (self.file.clone(), self.beside(), flags.clone());
        beside.assignments.extend_from_slice(assignments);
        beside.flags.clone_from(&flags);
        let open = move || {
            let puzzle = input::open(&file, &beside, &limits)?;
            refuse_foreign_flags(puzzle.name(), &flags)?;
            let posed = puzzle.pose(&flags)?;
            Ok::<_, Failure>((puzzle, posed))
        };
        // A puzzle of a million cells is read and posed without a look at the clock.
        let opened = if request.limits.deadline.is_some() {
            clock::or_left_behind(&request.limits, open)
        } else {
            Ok(open())
        };
        let (puzzle, posed) = opened.map_err(PuzzleError::Stopped)??;
        Ok(Asked {
            puzzle,
            inquiry: ManuallyDrop::new(Inquiry::new(posed)),
            request,
        })
    }
}

/// The number of threads that was asked for; 0 stands for as many as there are cores.
pub fn threads(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

/// Adds the arguments of a command and keeps its description, which deriving would replace by that of the arguments.
pub fn with_arguments<A: Args>(command: Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    A::augment_args(command).about(about)
}

/// A number with what it counts.
pub fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// Sentences as wide as the terminal; elsewhere each stays on its line, and so do the lines of a drawing.
pub fn wrapped(text: &str) -> String {
    if !std::io::stdout().is_terminal() {
        return text.to_string();
    }
    let width = textwrap::termwidth();
    let lines = text.lines().map(|line| wrapped_line(line, width) + "\n");
    lines.collect()
}

/// A sentence that is numbered or begins with a capital letter is wrapped, below its first word if it is numbered.
fn wrapped_line(line: &str, width: usize) -> String {
    let number = line.split_once(". ").map_or(0, |(number, _)| {
        let is_number = number.parse::<u32>().is_ok();
        if is_number { number.len() + 2 } else { 0 }
    });
    if number == 0 && !line.starts_with(|first: char| first.is_uppercase()) {
        return line.to_string();
    }
    let below = " ".repeat(number);
    textwrap::fill(
        line,
        textwrap::Options::new(width).subsequent_indent(&below),
    )
}

/// Writes text to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(print_failure)
}

/// Adds the flags that only some puzzles understand, each once.
pub fn with_puzzle_flags(command: Command) -> Command {
    with_puzzle_flags_if(command, |_| true)
}

/// The same with only some of them.
pub fn with_puzzle_flags_if(mut command: Command, wanted: impl Fn(&Flag) -> bool) -> Command {
    let mut known = Vec::new();
    for kind in KINDS {
        for flag in kind.flags.iter().filter(|flag| wanted(flag)) {
            if known.contains(&flag.name) {
                continue;
            }
            known.push(flag.name);
            let mut arg = Arg::new(flag.name)
                .long(flag.name)
                .value_name(flag.placeholder)
                .help(format!("{} ({})", flag.help, kind.name));
            if !flag.values.is_empty() {
                arg = arg.value_parser(PossibleValuesParser::new(flag.values));
            }
            command = command.arg(arg);
        }
    }
    command
}

/// The flags of this call that only some puzzles understand.
pub fn puzzle_flags(matches: &ArgMatches) -> Flags {
    let mut flags = Flags::new();
    for flag in KINDS.iter().flat_map(|kind| kind.flags) {
        if let Ok(Some(value)) = matches.try_get_one::<String>(flag.name) {
            flags.insert(flag.name.into(), value.clone());
        }
    }
    flags
}

/// Refuses flags that mean nothing for this kind of puzzle.
pub fn refuse_foreign_flags(name: &str, flags: &Flags) -> Result<(), Failure> {
    let own = kind(name).map_or(&[][..], |kind| kind.flags);
    for flag in flags.keys() {
        if !own.iter().any(|known| known.name == flag) {
            return Err(Failure::Usage(format!(
                "--{flag} means nothing for a puzzle of the kind {name}"
            )));
        }
    }
    Ok(())
}

/// The engines that puzzles bring along.
fn ways() -> Vec<EngineId> {
    KINDS.iter().flat_map(|kind| kind.ways).copied().collect()
}

/// Reads the name of an engine for models.
pub fn model_engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    PossibleValuesParser::new(engine_names()).try_map(|name| choice(&name, &[]))
}

/// Reads the name of an engine, be it one that some puzzle brings along.
pub fn engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    let own = ways().into_iter().map(EngineId::name);
    let names: Vec<&str> = engine_names().into_iter().chain(own).collect();
    PossibleValuesParser::new(names).try_map(|name| choice(&name, &ways()))
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| "expected a positive number of seconds".into())
}

#[cfg(test)]
mod tests {
    use super::wrapped_line;

    #[test]
    fn sentences_are_wrapped_and_drawings_are_not() {
        let step = "12. Because row 5 has 1 star: r4c6 is empty.";
        let expected = "12. Because row 5 has\n    1 star: r4c6 is\n    empty.";
        assert_eq!(wrapped_line(step, 22), expected);
        assert_eq!(
            wrapped_line("Not unique at all.", 12),
            "Not unique\nat all."
        );
        for drawn in ["1---2---2---1", ". . 2 . 2 . . .", "+---+---+---+"] {
            assert_eq!(wrapped_line(drawn, 5), drawn);
        }
    }
}
