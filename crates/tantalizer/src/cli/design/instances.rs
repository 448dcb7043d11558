//! `tantalizer design KIND`: what a kind's [`Designer`] describes, as flags, and what it makes, shown.

use super::super::certificate;
use super::super::common::{self, How, plural};
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form, Output};
use super::super::picture::{Pictures, Wanted};
use super::super::table::Table;
use super::super::{clock, input, json};
use super::survey::{self, SurveyArgs};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use serde_json::Value;
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::ask::Inquiry;
use tantalizer::certificates::{certify_steps, write_to};
use tantalizer::files::input::from_statement;
use tantalizer::model::Question;
use tantalizer::puzzle::design::{
    Design, DesignError, DesignProgress, Designer, Evidence, Fewest, Made, Must, Parameter,
    Setting, Shown, Takes, Wishes,
};
use tantalizer::puzzle::report::{Asked, Explained, explain};
use tantalizer::puzzle::{Flags, Kind, Library, Puzzle, View};
use tantalizer::sat::{Certificate, Claim, Encoding};

/// The flags of a kind.
pub fn command(kind: &'static Kind, designer: &'static Designer) -> Command {
    let mut command = Command::new(kind.name).about(designer.about);
    for parameter in designer.parameters {
        command = command.arg(argument(parameter));
    }
    if designer.surveys.is_some() {
        return common::with_arguments::<How>(common::with_arguments::<SurveyArgs>(command));
    }
    if designer.certifies {
        command = command.arg(certificate_argument());
    }
    if let Some(library) = kind.library {
        let noun = library.noun;
        let list = Arg::new("list")
            .long("list")
            .action(ArgAction::SetTrue)
            .exclusive(true);
        command = command.arg(list.help(format!(
            "List the {noun}s that come with the program, and do nothing else; their names can stand for files"
        )));
    }
    let noun = designer.noun;
    command = command.arg(file("out", format!("Write the {noun} as a puzzle file")));
    if designer.draws {
        command = common::with_arguments::<Wanted>(command);
    }
    common::with_arguments::<How>(command)
}

/// The flag for a file to write.
pub fn file(name: &'static str, help: String) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// The flag for a certificate of the fewest clues.
pub fn certificate_argument() -> Arg {
    let help = "Write down, for `tantalizer check`, the deductions that lead to the one solution; or, where the fewest clues are wanted, that fewer are not enough";
    file("certificate", help.to_string())
}

/// A parameter as a flag.
pub fn argument(parameter: &'static Parameter) -> Arg {
    let mut argument = Arg::new(parameter.name)
        .long(parameter.name)
        .help(parameter.help)
        .conflicts_with_all(parameter.conflicts);
    for name in parameter.requires {
        argument = argument.requires(*name);
    }
    argument = match parameter.takes {
        Takes::Number { .. } => argument.value_parser(value_parser!(u64)),
        Takes::Word { words, .. } => argument.value_parser(PossibleValuesParser::new(words)),
        Takes::Puzzle => argument.value_parser(value_parser!(PathBuf)),
        Takes::Switch => return argument.action(ArgAction::SetTrue),
    };
    argument = argument.value_name(parameter.placeholder);
    let default = match parameter.takes {
        Takes::Number { default, .. } => default.map(|number| number.to_string()),
        Takes::Word { default, .. } => default.map(str::to_string),
        Takes::Puzzle | Takes::Switch => None,
    };
    match (parameter.must, default) {
        (Must::Yes, _) => argument.required(true),
        (Must::Unless(other), _) => argument.required_unless_present(other),
        (Must::No, Some(default)) => argument.default_value(default),
        (Must::No, None) | (Must::WithOthers, _) => argument,
    }
}

/// What these flags ask for.
pub fn wishes(parameters: &'static [Parameter], matches: &ArgMatches) -> Result<Wishes, Failure> {
    let mut wishes = Wishes::new(parameters);
    for parameter in parameters {
        let name = parameter.name;
        let wish = match parameter.takes {
            Takes::Number { .. } => matches.get_one(name).copied().map(Setting::Number),
            Takes::Word { .. } => matches.get_one(name).cloned().map(Setting::Word),
            Takes::Switch => matches.get_flag(name).then_some(Setting::Yes),
            Takes::Puzzle => {
                let path = matches.get_one::<PathBuf>(name);
                let document = path.map(|path| input::document(path)).transpose()?;
                document.map(Setting::Puzzle)
            }
        };
        if let Some(wish) = wish {
            wishes.add(parameter, wish);
        }
    }
    Ok(wishes)
}

/// Designs as the flags say.
pub fn run(
    kind: &'static Kind,
    designer: &'static Designer,
    matches: &ArgMatches,
) -> Result<Outcome, Failure> {
    if let Some(library) = kind.library
        && matches.get_flag("list")
    {
        return common::print(&listed(library)?).map(|()| Outcome::Answered);
    }
    let usage = |error: clap::Error| Failure::Usage(error.to_string());
    let how = How::from_arg_matches(matches).map_err(usage)?;
    let start = Instant::now();
    let files = match &designer.surveys {
        None => Files::Of(Outputs::of(designer.draws, designer.certifies, matches)?),
        Some(_) => {
            let args = SurveyArgs::from_arg_matches(matches).map_err(usage)?;
            let outputs = args.outputs()?;
            Files::OfSurvey(Box::new(args), outputs)
        }
    };
    let wishes = wishes(designer.parameters, matches)?;
    if let (Some(surveys), Files::OfSurvey(args, _)) = (&designer.surveys, &files)
        && let Some(reason) = (surveys.not_for)(&wishes)
        && let Some(flag) = args.only_for_surveys()
    {
        return Err(Failure::Usage(format!("--{flag} {reason}")));
    }
    let (request, shows) = (how.request(Question::One), how.shows_progress());
    let objective = (designer.objective)(&wishes);
    let limits = request.limits.clone();
    let make = move || (designer.make)(&wishes, &request, &|progress| tell(shows, progress));
    let made = if designer.keeps_time {
        Ok(make())
    } else {
        clock::or_left_behind(&limits, make)
    };
    match made {
        Ok(Ok(design)) => show(design, files, &how, start),
        Ok(Err(error)) => unmade(error, kind.name, &objective, &how, start),
        Err(limit) => {
            if let (Some(surveys), false) = (&designer.surveys, how.json) {
                common::print(surveys.unbegun)?;
            }
            super::not_found(&how, kind.name, &objective, &limit, start)
        }
    }
}

/// Tells how far a design is.
pub fn tell(shows: bool, progress: DesignProgress) {
    if let (true, DesignProgress::AtLeast(bound)) = (shows, progress) {
        eprintln!("fewer than {} are not enough", plural(bound, "clue"));
    }
}

/// Tells why there is no design.
pub fn unmade(
    error: DesignError,
    name: &str,
    objective: &str,
    how: &How,
    start: Instant,
) -> Result<Outcome, Failure> {
    match error {
        DesignError::NotFound(reason) => super::not_found(how, name, objective, &reason, start),
        DesignError::None(reason) => super::none(how, name, objective, &reason, start),
        DesignError::Bad(reason) => Err(Failure::Usage(reason)),
        DesignError::File(error) => Err(error.into()),
        DesignError::Puzzle(error) => Err(error.into()),
    }
}

/// The files that were asked for.
enum Files {
    Of(Outputs),
    OfSurvey(Box<SurveyArgs>, survey::Outputs),
}

/// The files of one instance.
pub struct Outputs {
    pub out: Option<Output>,
    pictures: Pictures,
    certificate: Option<Output>,
}

impl Outputs {
    /// Makes sure of the files.
    pub fn of(draws: bool, certifies: bool, matches: &ArgMatches) -> Result<Outputs, Failure> {
        let path = |name: &str, offered: bool| {
            let path = offered.then(|| matches.get_one::<PathBuf>(name));
            path.flatten().cloned()
        };
        let pictures = if draws {
            Wanted::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?
        } else {
            Wanted::default()
        };
        let [svg, png] = pictures.files()?;
        let [out, svg, png, certificate] = output::make_sure_of([
            ("--out", &path("out", true)),
            svg,
            png,
            ("--certificate", &path("certificate", certifies)),
        ])?;
        Ok(Outputs {
            out,
            pictures: Pictures { svg, png },
            certificate,
        })
    }
}

fn show(design: Design, files: Files, how: &How, start: Instant) -> Result<Outcome, Failure> {
    match (design, files) {
        (Design::Family(family), Files::OfSurvey(args, outputs)) => {
            survey::run(family, &args, &outputs, how)
        }
        (Design::Made(made), files) => show_made(&made, &files.outputs(), how, start),
        (Design::Chance(instance), files) => show_instance(&*instance, &files.outputs()),
        (Design::Family(_), Files::Of(_)) => Err(Failure::Usage("nothing surveys here".into())),
    }
}

impl Files {
    fn outputs(self) -> Outputs {
        match self {
            Files::Of(outputs) => outputs,
            Files::OfSurvey(_, outputs) => Outputs {
                out: outputs.out,
                pictures: outputs.pictures,
                certificate: None,
            },
        }
    }
}

/// Prints what was made, then writes it.
pub fn show_made(
    made: &Made,
    outputs: &Outputs,
    how: &How,
    start: Instant,
) -> Result<Outcome, Failure> {
    let printed = if how.json {
        let mut object = made.json.clone();
        object["seconds"] = start.elapsed().as_secs_f64().into();
        json::print(&object)
    } else {
        common::print(&text(made, outputs.out.is_some(), how))
    };
    output::after(printed, || {
        match (&outputs.out, &made.witness, &made.toml) {
            (Some(out), Value::Null, _) => out.stays_empty(),
            (Some(out), _, Some(toml)) if Form::of(out.path(), Form::Toml) == Form::Toml => {
                out.write(toml)?;
            }
            (Some(out), witness, _) => out.write_value(witness, Form::Json)?,
            (None, ..) => {}
        }
        outputs.pictures.draw_any(made.drawing.as_ref())
    })?;
    if let Some(reason) = &made.unproved {
        return Ok(Outcome::unanswered(reason));
    }
    let certified = match (&outputs.certificate, &made.evidence) {
        (Some(output), Some(Evidence::Fewest(fewest))) => certify_fewest(fewest, output, how)?,
        (Some(output), Some(Evidence::Recounted(certificate))) => {
            output.write(&format!("{certificate:#}\n"))?;
            true
        }
        (Some(output), None) => certify_explained(made, output, how)?,
        (None, _) => true,
    };
    if certified {
        Ok(Outcome::Answered)
    } else {
        Ok(Outcome::Unanswered)
    }
}

fn text(made: &Made, is_written: bool, how: &How) -> String {
    let mut text = String::new();
    for part in &made.shown {
        match part {
            Shown::Drawing => {
                let drawing = made.drawing.as_ref();
                text += &drawing.map_or(String::new(), |drawing| drawing.to_text(how.style()));
            }
            Shown::Text(part) => text += part,
            Shown::Closing(part) if !how.quiet => text += part,
            Shown::File(part) if !how.quiet && !is_written => text += part,
            Shown::Closing(_) | Shown::File(_) => {}
        }
    }
    text
}

/// An instance by chance, as a puzzle file in JSON.
fn show_instance(instance: &dyn Puzzle, outputs: &Outputs) -> Result<Outcome, Failure> {
    let file = instance.to_json();
    output::after(json::print(&file), || {
        if let Some(out) = &outputs.out {
            out.write_value(&file, Form::Json)?;
        }
        outputs.pictures.draw(&instance.draw(&View::blank()))
    })?;
    Ok(Outcome::Answered)
}

/// Writes the certificate that fewer clues are not enough; whether there is one.
fn certify_fewest(fewest: &Fewest, output: &Output, how: &How) -> Result<bool, Failure> {
    let certificate = Certificate {
        statement: &fewest.statement,
        model: &fewest.model,
        claim: Claim::Exactly,
        solutions: std::slice::from_ref(&fewest.solution),
        encoding: Encoding::Auto,
    };
    let written = write_to(output, |file| {
        let (clues, alternatives) = (fewest.clues, &fewest.alternatives);
        certificate.write_fewest(clues, &fewest.among, alternatives, file, &how.limits())
    })?;
    Ok(certificate::told(written))
}

/// Writes the certificate of how the instance is solved, which shows that it has one solution; whether there is one.
fn certify_explained(made: &Made, output: &Output, how: &How) -> Result<bool, Failure> {
    let witness = || made.witness.to_string();
    let statement = made.statement.clone().unwrap_or_else(witness);
    let puzzle = from_statement(&statement).map_err(Failure::Usage)?;
    let mut inquiry = Inquiry::new(puzzle.pose(&Flags::new())?);
    let request = how.request(Question::One);
    let explained = explain(&*puzzle, &mut inquiry, &request, &Asked::default())?;
    let written = match explained {
        Explained::Steps(steps) => {
            certify_steps(output, &*puzzle, steps.model(), steps.explanation())?
        }
        Explained::Own(_) => Err("it is explained in its own way".to_string()),
        Explained::Nothing(limit) => Err(limit.to_string()),
    };
    Ok(certificate::told(written))
}

/// A line for each instance that comes with the program.
fn listed(library: &Library) -> Result<String, Failure> {
    let mut table = Table::new(library.columns);
    for entry in library.entries {
        table.push((library.row)(entry)?);
    }
    Ok(table.to_text())
}
