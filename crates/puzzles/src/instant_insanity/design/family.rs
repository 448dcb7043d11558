//! Sets of pieces as a family of instances.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tantalizer_design::{Choices, Counter, Family, Relabelling, Wish};
use tantalizer_model::{Model, ModelError};
use thiserror::Error;

use super::counter::{Tables, TowerCounter};
use super::types::PieceTypes;
use crate::instant_insanity::generate::colour_names;
use crate::instant_insanity::{Instance, Rule, Shape};

/// Which towers are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Towers {
    /// Towers whose sides show no colour twice (the paper's ADIIS).
    Adiis,
    /// Towers whose sides are of one colour each, all different (its AEIIS).
    Aeiis,
    /// Both kinds, each at least once.
    Both,
}

impl Towers {
    /// Whether all-different towers are asked for.
    pub fn asks_different(self) -> bool {
        self != Towers::Aeiis
    }

    /// Whether all-equal towers are asked for.
    pub fn asks_equal(self) -> bool {
        self != Towers::Adiis
    }

    /// The rules that are asked about, in order.
    pub fn rules(self) -> Vec<Rule> {
        match self {
            Towers::Adiis => vec![Rule::AllDifferent],
            Towers::Aeiis => vec![Rule::EQUAL],
            Towers::Both => vec![Rule::AllDifferent, Rule::EQUAL],
        }
    }

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Towers::Adiis => "adiis",
            Towers::Aeiis => "aeiis",
            Towers::Both => "both",
        }
    }
}

/// Which sets of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SetParameters {
    /// How many pieces a set has.
    pub pieces: usize,
    /// How many colours there are.
    pub colours: usize,
    /// The sides of the prisms; cubes if left out.
    pub sides: Option<usize>,
    /// Whether a piece may leave colours out.
    pub any_colouring: bool,
    /// Whether the pieces of a set must differ.
    pub distinct: bool,
    /// Which towers are counted.
    pub towers: Towers,
}

impl SetParameters {
    /// Sets of four cubes in four colours, as in the paper.
    pub fn four_cubes(towers: Towers) -> Self {
        SetParameters {
            pieces: 4,
            colours: 4,
            sides: None,
            any_colouring: false,
            distinct: false,
            towers,
        }
    }

    /// The shape of the pieces.
    pub fn shape(&self) -> Shape {
        match self.sides {
            None => Shape::Cube,
            Some(sides) => Shape::Prism(sides),
        }
    }

    /// What is wished for: each kind of tower at least once, and as few as possible.
    pub fn wish(&self) -> Wish {
        Wish::fewest(0..self.towers.rules().len())
    }
}

/// Parameters that describe no family, or one that is too large for this way.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DesignError {
    /// No set of pieces fits.
    #[error("{0}")]
    Impossible(String),
    /// The tables would not fit.
    #[error("too large: {0}")]
    TooLarge(String),
}

/// The family of all sets of pieces with these parameters: multisets of piece types.
#[derive(Debug)]
pub struct PieceSets {
    parameters: SetParameters,
    types: PieceTypes,
    tables: Tables,
}

impl PieceSets {
    /// The family, or why there is none.
    pub fn new(parameters: SetParameters) -> Result<Self, DesignError> {
        let SetParameters {
            pieces, colours, ..
        } = parameters;
        let shape = parameters.shape();
        let sides = shape.sides();
        let impossible = |reason: String| Err(DesignError::Impossible(reason));
        let too_large = |reason: String| Err(DesignError::TooLarge(reason));
        if pieces == 0 || colours == 0 {
            return impossible("at least one piece and one colour are needed".to_string());
        }
        if sides < 3 {
            return impossible(format!("{sides} sides: a prism has at least 3"));
        }
        let faces = shape.showing_faces();
        if !parameters.any_colouring && colours > faces {
            return impossible(format!(
                "a piece with {faces} faces that can show cannot show each of {colours} colours; \
                 lift that with --any-colouring"
            ));
        }
        if sides * colours > 63 {
            return too_large(format!(
                "{sides} sides times {colours} colours; at most 63 are counted by this way"
            ));
        }
        let colourings = (colours as u128).checked_pow(faces as u32);
        if colourings.is_none_or(|count| count > 20_000_000) {
            return too_large(format!("{colours} colours on {faces} faces"));
        }
        let tuples = (shape.orientation_count() as u128).checked_pow(pieces as u32);
        if tuples.is_none_or(|count| count > u128::from(u64::MAX)) {
            return too_large(format!("{pieces} pieces have more than 2^64 orientations"));
        }
        let types = PieceTypes::new(shape, colours, parameters.any_colouring);
        if types.types.len() * types.ring_count() > 200_000_000 {
            return too_large(format!("{} piece types", types.types.len()));
        }
        let tables = Tables::new(&types);
        Ok(PieceSets {
            parameters,
            types,
            tables,
        })
    }

    /// The parameters.
    pub fn parameters(&self) -> &SetParameters {
        &self.parameters
    }

    /// The piece types.
    pub fn types(&self) -> &PieceTypes {
        &self.types
    }

    /// A set of pieces as a puzzle.
    pub fn instance(&self, set: &[u32], rule: Rule) -> Instance {
        let piece = |&kind: &u32| self.types.types[kind as usize].faces.clone();
        let pieces = set.iter().map(piece).collect();
        Instance::with_letters(self.types.shape, self.parameters.colours, pieces, rule)
    }
}

impl Family for PieceSets {
    fn parameters(&self) -> Value {
        let mut value = serde_json::to_value(self.parameters).unwrap_or_default();
        value["puzzle"] = json!("instant-insanity");
        value
    }

    fn choices(&self) -> Choices {
        Choices::Selection {
            size: self.parameters.pieces,
            kinds: self.types.types.len() as u32,
            repeats: !self.parameters.distinct,
        }
    }

    /// All renamings of the colours.
    fn symmetries(&self) -> Vec<Relabelling> {
        permutations(self.parameters.colours)
            .iter()
            .map(|names| Relabelling::of_kinds(self.types.renamed(names)))
            .collect()
    }

    fn questions(&self) -> Vec<String> {
        let name = |rule: &Rule| match rule {
            Rule::AllDifferent => "adiis".to_string(),
            Rule::AllEqual { .. } => "aeiis".to_string(),
        };
        self.parameters.towers.rules().iter().map(name).collect()
    }

    fn conventions(&self) -> Vec<String> {
        vec!["orientations".to_string(), "pictures".to_string()]
    }

    fn model(
        &self,
        instance: &[u32],
        convention: usize,
        question: usize,
    ) -> Result<Model, ModelError> {
        let rule = self.parameters.towers.rules()[question];
        let tower = self.instance(instance, rule).tower_model()?;
        Ok(match convention {
            0 => tower.model,
            _ => tower.pictures(),
        })
    }

    fn counter(&self) -> Box<dyn Counter + '_> {
        Box::new(TowerCounter::new(self, &self.tables))
    }

    fn option(&self, _slot: usize, option: u32) -> Value {
        let names = colour_names(self.parameters.colours);
        let faces = &self.types.types[option as usize].faces;
        let text: String = faces.iter().map(|&c| names[c as usize].clone()).collect();
        json!(text)
    }
}

/// All permutations of `0..count`, in lexicographic order.
pub(super) fn permutations(count: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|prefix| {
                let free = (0..count as u8).filter(|next| !prefix.contains(next));
                free.map(|next| [&prefix[..], &[next]].concat())
            })
            .collect();
    }
    all
}
