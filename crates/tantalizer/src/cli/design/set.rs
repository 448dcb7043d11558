//! `tantalizer design set`: deals with a wanted number of sets, and the most cards without one.

use super::super::common::{self, How, plural};
use super::super::json;
use super::super::outcome::{Failure, Outcome};
use super::super::output::{self, Form, Output};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::fmt::{Display, Write as _};
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::puzzle::{Puzzle, View};
use tantalizer::puzzles::set::SetPuzzle;
use tantalizer::puzzles::set::affine::Points;
use tantalizer::puzzles::set::caps::{CapError, largest_cap_within};
use tantalizer::puzzles::set::deals::{self, USUAL_STEPS, Wish, WishError};
use tantalizer::puzzles::set::design::{DealObject, deal_objective};

/// The arguments of `design set`.
#[derive(Args, Debug)]
struct Design {
    /// How many cards to deal
    #[arg(
        long,
        value_name = "N",
        requires = "sets",
        required_unless_present = "largest_cap"
    )]
    cards: Option<usize>,

    /// How many sets they hold, exactly
    #[arg(long, value_name = "K", requires = "cards")]
    sets: Option<u64>,

    /// The most cards without a set, with proof
    #[arg(long, conflicts_with_all = ["cards", "sets"])]
    largest_cap: bool,

    /// Attributes of the deck, each of three values
    #[arg(long, value_name = "D", default_value_t = 4)]
    attributes: usize,

    /// Write the deal as a puzzle file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the deal into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    how: How,
}

pub fn command() -> Command {
    common::with_arguments::<Design>(
        Command::new("set")
            .about("Deals of SET with exactly so many sets, or the most cards without one"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let design =
        Design::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let outputs = output::make_sure_of([("--out", &design.out), ("--svg", &design.svg)])?;
    match (design.largest_cap, design.cards, design.sets) {
        (false, Some(cards), Some(sets)) => design.deal(cards, sets, start, &outputs),
        _ => design.cap(start, &outputs),
    }
}

/// The files of `--out` and `--svg`.
type Outputs = [Option<Output>; 2];

impl Design {
    fn deal(
        &self,
        cards: usize,
        sets: u64,
        start: Instant,
        outputs: &Outputs,
    ) -> Result<Outcome, Failure> {
        let wish = Wish {
            attributes: self.attributes,
            cards,
            sets,
        };
        let objective = deal_objective(cards, sets);
        let not_found =
            |reason: &dyn Display| super::not_found(&self.how, "set", &objective, reason, start);
        let outcome = deals::deal(wish, self.how.seed, USUAL_STEPS, &self.how.limits());
        let points = match outcome {
            Ok(deals::Outcome::Found(points)) => points,
            Err(error @ WishError::Impossible { .. }) => {
                return super::none(&self.how, "set", &objective, &error, start);
            }
            Err(error) => return Err(Failure::Usage(error.to_string())),
            Ok(deals::Outcome::Unknown { steps }) => {
                return not_found(&format_args!(
                    "no such deal was found in {steps} steps, and none was excluded; try another --seed"
                ));
            }
            Ok(deals::Outcome::Stopped(limit)) => return not_found(&limit),
        };
        let puzzle = puzzle(self.attributes, points)?;
        let object = DealObject::of_deal(&puzzle, sets, start.elapsed().as_secs_f64());
        self.show(&puzzle, &object, &format!("{objective}.\n"), outputs)
    }

    fn cap(&self, start: Instant, outputs: &Outputs) -> Result<Outcome, Failure> {
        let largest = match largest_cap_within(self.attributes, &self.how.limits().start()) {
            Ok(largest) => largest,
            Err(CapError::Stopped(limit)) => {
                return super::not_found(&self.how, "set", "largest-cap", &limit, start);
            }
            Err(error) => return Err(Failure::Usage(error.to_string())),
        };
        let puzzle = puzzle(self.attributes, largest.witness)?;
        let mut text = format!(
            "{} without a set. {} always hold one; searched exhaustively:\n",
            plural(largest.size, "card"),
            plural(largest.size + 1, "card")
        );
        for search in &largest.refutations {
            let _ = writeln!(
                text,
                "  around {} in one hyperplane, the most in any: classes {}, nodes {}",
                plural(search.in_hyperplane, "card"),
                search.classes,
                search.nodes
            );
        }
        let object = DealObject::of_cap(&puzzle, &largest, start.elapsed().as_secs_f64());
        self.show(&puzzle, &object, &text, outputs)
    }

    fn show(
        &self,
        puzzle: &SetPuzzle,
        object: &DealObject,
        text: &str,
        [out, svg]: &Outputs,
    ) -> Result<Outcome, Failure> {
        let drawing = puzzle.draw(&View::blank());
        let printed = if self.how.json {
            json::print(object)
        } else {
            let mut shown = drawing.to_text(self.how.style());
            if !self.how.quiet {
                let _ = write!(shown, "\n{text}");
            }
            common::print(&shown)
        };
        output::after(printed, || {
            if let Some(out) = out {
                match Form::of(out.path(), Form::Toml) {
                    Form::Json => out.write_value(&puzzle.to_json(), Form::Json)?,
                    Form::Toml => out.write(&puzzle.to_toml())?,
                }
            }
            match svg {
                Some(svg) => svg.write(&drawing.to_svg()),
                None => Ok(()),
            }
        })?;
        Ok(Outcome::Answered)
    }
}

fn puzzle(attributes: usize, points: Points) -> Result<SetPuzzle, Failure> {
    SetPuzzle::of_points(attributes, points).map_err(|error| Failure::Usage(error.to_string()))
}
