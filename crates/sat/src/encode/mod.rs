//! From a model to a formula: pure data, deterministic, no solver.
//!
//! An integer variable is represented by literals `x = v` (the direct encoding), literals `x >= v` (the order
//! encoding; Crawford and Baker, *Experimental results on the application of satisfiability algorithms to
//! scheduling problems*, 1994; Tamura et al., *Compiling finite linear CSP into SAT*, 2009), or both, linked.
//! Which one is chosen by the constraints on the variable, unless an [`Encoding`] is asked for; a literal of
//! the other kind that some constraint needs all the same is defined on demand.
//!
//! Here are the parts that clauses are made of; [`constraints`](crate::constraints) makes them.

mod binary;
mod compare;
mod extreme;
mod graph;
mod ints;
mod logic;
mod needs;
mod post;
mod sum;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;

use tantalizer_model::{Limit, Model, ModelError, Var, Watch, available_memory};
use tantalizer_rewrite::RewriteError;
use thiserror::Error;

use crate::cnf::{Cnf, FALSE, Lit, TRUE};
use ints::Int;

pub(crate) use binary::Buckets;
pub(crate) use extreme::Extreme;
pub(crate) use needs::Needs;
pub(crate) use sum::Term;

/// How integer variables become literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// For each variable what its constraints ask for.
    #[default]
    Auto,
    /// A literal for each value.
    Direct,
    /// A literal for each lower bound.
    Order,
    /// Both, linked.
    Both,
}

impl Encoding {
    /// Every encoding, in the order of the documentation.
    pub const ALL: [Encoding; 4] = [
        Encoding::Auto,
        Encoding::Direct,
        Encoding::Order,
        Encoding::Both,
    ];

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Auto => "auto",
            Encoding::Direct => "direct",
            Encoding::Order => "order",
            Encoding::Both => "both",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No such encoding.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown encoding `{0}`: expected auto, direct, order or both")]
pub struct UnknownEncoding(String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(text: &str) -> Result<Self, UnknownEncoding> {
        Encoding::ALL
            .into_iter()
            .find(|encoding| encoding.name() == text)
            .ok_or_else(|| UnknownEncoding(text.to_string()))
    }
}

/// What to heed when encoding.
#[derive(Clone, Debug, Default)]
pub struct EncodeOptions {
    /// How integer variables become literals.
    pub encoding: Encoding,
    /// Bytes that the formula may take in a solver, by estimate; without one, [`DEFAULT_MEMORY`], or half of what the system
    /// has if that is less.
    pub memory: Option<u64>,
    /// Stops the work when it expires.
    pub watch: Option<Watch>,
    /// Whether each constraint gets a selector: a literal that, when true, enforces it.
    pub selectors: bool,
}

/// The memory that a formula may take if nobody says otherwise.
pub const DEFAULT_MEMORY: u64 = 2 << 30;

/// Why a model was not encoded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    /// A domain with too many values.
    #[error(
        "variable `{variable}` has {values} values; with a literal for each the formula would exceed {limit} bytes"
    )]
    Domain {
        /// The variable's name.
        variable: String,
        /// How many values it has.
        values: u64,
        /// The memory limit.
        limit: u64,
    },
    /// A constraint that needs too many clauses.
    #[error(
        "{constraint}, over variable `{variable}` among others, would take the formula beyond {limit} bytes"
    )]
    Constraint {
        /// The constraint's name.
        constraint: String,
        /// Its variable with the most values.
        variable: String,
        /// The memory limit.
        limit: u64,
    },
    /// Numbers that a rewritten constraint needs would not fit.
    #[error(transparent)]
    Rewriting(#[from] ModelError),
    /// The time ran out, or somebody cancelled the work.
    #[error("{0}")]
    Stopped(Limit),
}

impl From<RewriteError> for Refused {
    fn from(error: RewriteError) -> Self {
        match error {
            RewriteError::Model(error) => Refused::Rewriting(error),
            RewriteError::Stopped(limit) => Refused::Stopped(limit),
        }
    }
}

impl Refused {
    /// The limit that an engine reports.
    pub fn limit(&self) -> Limit {
        match self {
            Refused::Stopped(limit) => limit.clone(),
            other => Limit::Unsupported(other.to_string()),
        }
    }
}

/// A model as a formula, and what the formula's variables mean.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The formula.
    pub cnf: Cnf,
    /// What its literals say about the model's variables.
    pub map: VariableMap,
    /// For each constraint its selector, if selectors were asked for.
    pub selectors: Vec<Lit>,
}

/// Which literals say that a model variable has a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableMap {
    /// For each model variable its values, increasing, each with the literals that are all true exactly then.
    values: Vec<Vec<(i32, Vec<Lit>)>>,
}

impl VariableMap {
    /// The values of a variable, each with the literals that are all true exactly when it has that value.
    /// No literal at all: it always has it.
    pub fn values(&self, var: Var) -> &[(i32, Vec<Lit>)] {
        &self.values[var.index()]
    }

    /// The literals that are all true exactly when `var` is `value`; none if it never is.
    pub fn is(&self, var: Var, value: i32) -> Option<&[Lit]> {
        let values = &self.values[var.index()];
        let at = values.binary_search_by_key(&value, |entry| entry.0).ok()?;
        Some(&values[at].1)
    }

    /// The clause that excludes every assignment that gives `vars` these values.
    pub fn blocking_clause(&self, vars: &[Var], values: &[i32]) -> Vec<Lit> {
        let mut clause: Vec<Lit> = vars
            .iter()
            .zip(values)
            .flat_map(|(&var, &value)| self.is(var, value).unwrap_or(&[]))
            .map(|&literal| -literal)
            .collect();
        clause.sort_unstable_by_key(|&literal| (literal.unsigned_abs(), literal));
        clause.dedup();
        clause
    }

    /// The values that an assignment of the formula's variables gives the model's variables, if it gives each
    /// exactly one.
    pub fn read(&self, truth: impl Fn(Lit) -> bool) -> Option<Vec<i32>> {
        (0..self.values.len())
            .map(|index| self.read_one(Var::from_index(index), &truth))
            .collect()
    }

    /// The same for one variable.
    pub(crate) fn read_one(&self, var: Var, truth: impl Fn(Lit) -> bool) -> Option<i32> {
        let mut holding = self.values[var.index()]
            .iter()
            .filter(|(_, literals)| literals.iter().all(|&literal| truth(literal)));
        match (holding.next(), holding.next()) {
            (Some(&(value, _)), None) => Some(value),
            _ => None,
        }
    }
}

/// Encodes a model.
pub fn encode(model: &Model, options: &EncodeOptions) -> Result<Encoded, Refused> {
    let mut encoder = Encoder::new(model, options)?;
    let map = encoder.map(model)?;
    Ok(Encoded {
        map,
        selectors: encoder.selectors,
        cnf: encoder.cnf,
    })
}

/// A formula in the making.
#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) cnf: Cnf,
    pub(crate) selectors: Vec<Lit>,
    /// The model's variables, in their order.
    ints: Vec<Int>,
    /// When set, clauses of the constraint being posted hold only if this literal does.
    guard: Option<Lit>,
    with_selectors: bool,
    equalities: HashMap<(usize, usize), Lit>,
    inequalities: HashMap<(usize, usize), Lit>,
    binaries: HashMap<usize, Vec<Lit>>,
    bytes: u64,
    limit: u64,
    watch: Option<Watch>,
    /// Steps since the last look at the clock.
    steps: usize,
    /// The constraint being posted and its variable with the most values, for messages.
    current: (String, String),
}

/// What a value of a domain takes: its number, its literals and the clauses that tie them.
const VALUE_BYTES: u64 = 256;

/// What a clause of two or three literals takes in a solver: header, literals, two watches, by rough estimate.
const CLAUSE_BYTES: u64 = 72;

/// So many steps pass between two looks at the clock.
const STEPS_BETWEEN_LOOKS: usize = 1 << 16;

/// So many steps take a microsecond or so, all in all.
const STEPS_A_MICROSECOND: usize = 8;

/// What a short constraint takes.
const STEPS_A_CONSTRAINT: usize = 16;

impl Encoder {
    /// The formula of a model.
    pub(crate) fn new(model: &Model, options: &EncodeOptions) -> Result<Self, Refused> {
        let mut encoder = Encoder {
            cnf: Cnf::new(),
            selectors: Vec::new(),
            ints: Vec::new(),
            guard: None,
            with_selectors: options.selectors,
            equalities: HashMap::new(),
            inequalities: HashMap::new(),
            binaries: HashMap::new(),
            bytes: 0,
            limit: options.memory.unwrap_or_else(|| {
                let half = available_memory().map_or(u64::MAX, |all| all / 2);
                DEFAULT_MEMORY.min(half)
            }),
            watch: options.watch.clone(),
            steps: 0,
            current: Default::default(),
        };
        encoder.post(model, options.encoding)?;
        Ok(encoder)
    }

    /// What the literals made so far mean.
    pub(crate) fn map(&mut self, model: &Model) -> Result<VariableMap, Refused> {
        let mut values = Vec::with_capacity(model.var_count());
        for var in model.vars() {
            self.step(8 * self.ints[var.index()].len())?;
            let int = &self.ints[var.index()];
            let meanings = (0..int.len()).map(|at| (int.value(at) as i32, int.meaning(at)));
            values.push(meanings.collect());
        }
        Ok(VariableMap { values })
    }

    /// `var = value`
    pub(crate) fn value_literal(&mut self, var: Var, value: i32) -> Lit {
        self.is(var.index(), i64::from(value))
    }

    /// The values that any of the variables can take.
    pub(crate) fn union(&self, vars: &[Var]) -> BTreeSet<i64> {
        vars.iter()
            .flat_map(|var| self.values(var.index()))
            .collect()
    }

    /// `var >= bound`
    pub(crate) fn bound_literal(&mut self, var: Var, bound: i64) -> Lit {
        self.at_least(var.index(), bound)
    }

    /// So many steps, each a literal or so, are about to be taken: refuses once the time is over.
    pub(crate) fn step(&mut self, steps: usize) -> Result<(), Refused> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STEPS_BETWEEN_LOOKS {
            return Ok(());
        }
        let microseconds = std::mem::take(&mut self.steps) / STEPS_A_MICROSECOND;
        let Some(watch) = &self.watch else {
            return Ok(());
        };
        watch.spend(u32::try_from(microseconds).unwrap_or(u32::MAX));
        match watch.expired() {
            Some(limit) => Err(Refused::Stopped(limit)),
            None => Ok(()),
        }
    }

    /// Refuses if so many more clauses would exceed the limit, or the time is over.
    pub(crate) fn reserve(&mut self, clauses: u64) -> Result<(), Refused> {
        let steps = usize::try_from(clauses / 2).unwrap_or(usize::MAX);
        self.step(steps.saturating_add(STEPS_A_CONSTRAINT))?;
        if self
            .bytes
            .saturating_add(clauses.saturating_mul(CLAUSE_BYTES))
            > self.limit
        {
            return Err(Refused::Constraint {
                constraint: self.current.0.clone(),
                variable: self.current.1.clone(),
                limit: self.limit,
            });
        }
        Ok(())
    }

    /// A clause of the constraint being posted.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let guard = self.guard.map(|guard| -guard);
        self.write(literals.into_iter().chain(guard));
    }

    /// A clause that says what an auxiliary variable is; it holds whether or not the constraint is wanted.
    fn define(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.write(literals);
    }

    fn write(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let before = self.cnf.len();
        self.cnf.add(literals);
        if self.cnf.len() > before {
            let length = self.cnf.clause(before).len() as u64;
            self.bytes += CLAUSE_BYTES + 8 * length.saturating_sub(3);
        }
    }

    /// Does something whose clauses are all definitions.
    pub(crate) fn defining<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let guard = self.guard.take();
        let made = make(self);
        self.guard = guard;
        made
    }

    /// A new auxiliary variable.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.cnf.new_variable()
    }
}

/// The constant literal for a truth value.
pub(crate) fn constant(truth: bool) -> Lit {
    if truth { TRUE } else { FALSE }
}
