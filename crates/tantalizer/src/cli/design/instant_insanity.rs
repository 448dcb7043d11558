//! `tantalizer design instant-insanity`: sets of cubes or prisms with the fewest towers.

use super::super::clock;
use super::super::common::{self, How};
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form};
use super::survey::{self, Outputs, SurveyArgs};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Instant;
use tantalizer::ask;
use tantalizer::design::Account;
use tantalizer::model::{Collect, Limit, Question, Status};
use tantalizer::puzzle::{Puzzle, PuzzleError, View};
use tantalizer::puzzles::instant_insanity::design::{
    AutomataError, PieceSets, SetParameters, Towers, element_model, fewest_by_automata,
};
use tantalizer::puzzles::instant_insanity::{Instance, Recipe, Rule, generate};

#[derive(Args, Debug)]
struct InstantInsanity {
    /// Which towers are to be few, but at least one: sides of all different colours (adiis), of one colour each (aeiis), or
    /// both kinds; without it, one set with both kinds of towers is looked for
    #[arg(long, value_name = "TOWERS", value_enum)]
    minimise: Option<Minimise>,

    /// One instance by chance instead, from --seed: with a tower hidden in it, with every face at random, or with each colour equally
    /// often; --minimise aeiis asks for the rule all-equal
    #[arg(long, value_name = "RECIPE", value_enum)]
    generate: Option<Generate>,

    /// How: through all sets up to symmetry, or by path counts in automata under branch and bound
    #[arg(long, value_name = "WAY", value_enum, default_value_t = Way::Orbits)]
    way: Way,

    /// Pieces in a set
    #[arg(long, value_name = "N", default_value_t = 4)]
    cubes: usize,

    /// Colours; as many as there are pieces if left out
    #[arg(long, value_name = "N")]
    colours: Option<usize>,

    /// Prisms with so many sides instead of cubes
    #[arg(long, value_name = "K")]
    sides: Option<usize>,

    /// Pieces need not show every colour
    #[arg(long)]
    any_colouring: bool,

    /// No two pieces of a set are alike
    #[arg(long)]
    distinct: bool,

    #[command(flatten)]
    survey: SurveyArgs,

    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Minimise {
    Adiis,
    Aeiis,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Generate {
    Solvable,
    Random,
    Balanced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    Orbits,
    Automata,
}

pub fn command() -> Command {
    let about = "Sets of cubes or prisms with as few towers as possible";
    common::with_arguments::<InstantInsanity>(Command::new("instant-insanity").about(about))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let args = InstantInsanity::from_arg_matches(matches)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let outputs = args.survey.outputs()?;
    let parameters = SetParameters {
        pieces: args.cubes,
        colours: args.colours.unwrap_or(args.cubes),
        sides: args.sides,
        any_colouring: args.any_colouring,
        distinct: args.distinct,
        towers: match args.minimise {
            Some(Minimise::Adiis) => Towers::Adiis,
            Some(Minimise::Aeiis) => Towers::Aeiis,
            Some(Minimise::Both) | None => Towers::Both,
        },
    };
    if let Some(recipe) = args.generate {
        return args.by_chance(&parameters, recipe, &outputs);
    }
    let start = Instant::now();
    // Its tables are made without a look at the clock.
    let family = clock::or_left_behind(&args.how.limits(), move || PieceSets::new(parameters));
    let family = match family {
        Ok(family) => family.map_err(|error| Failure::Usage(error.to_string()))?,
        Err(limit) => return args.not_found(&parameters, &limit, start),
    };
    let family = Arc::new(family);
    match (args.minimise, args.way) {
        (None, _) => args.one_set(&parameters, &outputs),
        (Some(_), Way::Orbits) => survey::run(family, &args.survey, &outputs, &args.how),
        (Some(_), Way::Automata) => args.by_automata(&parameters, family, &outputs),
    }
}

impl InstantInsanity {
    /// A set with both kinds of towers, by the element model.
    fn one_set(&self, parameters: &SetParameters, outputs: &Outputs) -> Result<Outcome, Failure> {
        self.refuse_survey_flags("without --minimise")?;
        if parameters.distinct {
            return Err(Failure::Usage(
                "--distinct needs --minimise: one set alone is found as it comes".into(),
            ));
        }
        let start = Instant::now();
        let built = element_model(parameters).map_err(PuzzleError::from)?;
        let mut found = Collect::default();
        let request = self.how.request(Question::One);
        let answer = ask::ask(&built.model, &request, &mut found).map_err(PuzzleError::from)?;
        let witness = found.solutions.first().map(|solution| {
            let shape = parameters.shape();
            let pieces = built.pieces(solution, shape.faces());
            Instance::with_letters(shape, parameters.colours, pieces, Rule::AllDifferent)
        });
        let mut fields = Map::new();
        fields.insert("puzzle".into(), json!("instant-insanity"));
        fields.insert("objective".into(), json!("adiis and aeiis"));
        fields.insert("status".into(), json!(answer.status.name()));
        fields.insert("proved".into(), json!(answer.complete));
        let file = witness.as_ref().map(Puzzle::to_json);
        fields.insert("witness".into(), file.unwrap_or(Value::Null));
        fields.insert("engine".into(), json!(answer.engine.name()));
        let text = match &witness {
            Some(instance) => {
                let pieces = 0..instance.pieces.len();
                let texts: Vec<String> = pieces.map(|i| instance.piece_text(i)).collect();
                format!("both kinds of towers: {}\n", texts.join(", "))
            }
            None if answer.complete => "no set has both kinds of towers (proved)\n".to_string(),
            None => "not finished: no set with both kinds of towers was found so far\n".to_string(),
        };
        let account = Account {
            json: fields,
            text,
            drawing: witness.map(|instance| instance.draw(&View::blank())),
        };
        let answered = answer.complete || answer.status == Status::Satisfiable;
        let stopped = (!answered).then_some(answer.stopped_by);
        self.finish(&account, stopped, outputs, start)
    }

    /// An instance by chance, as a puzzle file in JSON.
    fn by_chance(
        &self,
        parameters: &SetParameters,
        recipe: Generate,
        outputs: &Outputs,
    ) -> Result<Outcome, Failure> {
        self.refuse_survey_flags("with --generate")?;
        let rule = match self.minimise {
            Some(Minimise::Aeiis) => Rule::EQUAL,
            _ => Rule::AllDifferent,
        };
        let recipe = match recipe {
            Generate::Solvable => Recipe::Solvable,
            Generate::Random => Recipe::Random,
            Generate::Balanced => Recipe::Balanced,
        };
        let SetParameters {
            pieces, colours, ..
        } = *parameters;
        let made = generate(
            parameters.shape(),
            pieces,
            colours,
            rule,
            recipe,
            self.how.seed,
        );
        let instance = made.map_err(|error| Failure::Usage(error.to_string()))?;
        let file = instance.to_json();
        output::after(super::super::json::print(&file), || {
            if let Some(out) = &outputs.out {
                out.write_value(&file, Form::Json)?;
            }
            match &outputs.svg {
                Some(svg) => svg.write(&instance.draw(&View::blank()).to_svg()),
                None => Ok(()),
            }
        })?;
        Ok(Outcome::Answered)
    }

    /// The paper's way: path counts under branch and bound.
    fn by_automata(
        &self,
        parameters: &SetParameters,
        family: Arc<PieceSets>,
        outputs: &Outputs,
    ) -> Result<Outcome, Failure> {
        self.refuse_survey_flags("with --way automata")?;
        let start = Instant::now();
        let request = self.how.request(Question::Best);
        let limits = request.limits.clone();
        // The automata are put together without a look at the clock.
        let found = clock::or_left_behind(&limits, {
            let (family, parameters) = (family.clone(), *parameters);
            move || fewest_by_automata(&parameters, family.types(), &request)
        });
        let found = match found {
            Ok(found) => found,
            Err(limit) => return self.not_found(parameters, &limit, start),
        };
        let found = found.map_err(|error| match error {
            AutomataError::Ask(error) => Failure::Puzzle(error.into()),
            other => Failure::Usage(other.to_string()),
        })?;
        let account = family.tell_automata(&found);
        let stopped = (!found.answer.complete).then_some(found.answer.stopped_by);
        self.finish(&account, stopped, outputs, start)
    }

    /// Tells that the work did not get as far as to look at a set.
    fn not_found(
        &self,
        parameters: &SetParameters,
        limit: &Limit,
        start: Instant,
    ) -> Result<Outcome, Failure> {
        if !self.how.json {
            common::print("not finished: no set was looked at so far\n")?;
        }
        let objective = format!("minimise {}", parameters.towers.name());
        super::not_found(&self.how, "instant-insanity", objective, limit, start)
    }

    /// Tells what was found and writes the files; `stopped` says that it is unfinished, and why.
    fn finish(
        &self,
        account: &Account,
        stopped: Option<Option<Limit>>,
        outputs: &Outputs,
        start: Instant,
    ) -> Result<Outcome, Failure> {
        let printed = survey::print(account, outputs, &self.how, start);
        output::after(printed, || match (&outputs.out, &account.json["witness"]) {
            (Some(out), Value::Null) => {
                survey::nothing_for(out);
                Ok(())
            }
            (Some(out), witness) => out.write_value(witness, Form::Json),
            (None, _) => Ok(()),
        })?;
        Ok(match stopped {
            None => Outcome::Answered,
            Some(Some(limit)) => Outcome::unanswered(limit),
            Some(None) => Outcome::unanswered("a limit was reached"),
        })
    }

    fn refuse_survey_flags(&self, when: &str) -> Result<(), Failure> {
        let show = &self.survey.show;
        for (name, given) in [
            ("checkpoint", self.survey.checkpoint.is_some()),
            ("shard", self.survey.shard.is_some()),
            ("certificate", show.certificate.is_some()),
            ("histogram", show.histogram),
        ] {
            if given {
                return Err(Failure::Usage(format!(
                    "--{name} needs --minimise with --way orbits, and means nothing {when}"
                )));
            }
        }
        Ok(())
    }
}
