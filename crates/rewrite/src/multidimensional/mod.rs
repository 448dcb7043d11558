//! Multi-dimensional problems and their reformulation.
//!
//! In a multi-dimensional constraint satisfaction problem (Yoshikawa and
//! Wada, "Constraint Satisfaction in A Multi-Dimensional Domain", 1992) all
//! variables choose from one list of *records*, and most constraints speak of
//! a single attribute of the records chosen: lessons choose a room, a day and
//! an hour; some must be in one room, some on different days. A
//! [`MultiDimensional`] is such a problem as an ordinary [`Model`], which also
//! knows its records.
//!
//! [`MultiDimensional::reformulate`] is the strategy of Swearngin, Choueiry
//! and Freuder, "A Reformulation Strategy for Multi-Dimensional CSPs: The Case
//! Study of the SET Game" (2011), Figure 1, for problems in general: consider
//! one constraint alone; partition the domains into classes of records that
//! are interchangeable for it; enforce it, which splits the problem into
//! subproblems that share no solution; go on with each. The result is a
//! disjunction of smaller models that any engine can take.

mod ask;
mod reformulate;
mod relation;
mod split;
pub mod timetable;

use std::collections::{BTreeMap, BTreeSet};
use tantalizer_model::constraints::{AllDifferent, AllEqual, NValue};

use tantalizer_model::{Constraint, ConstraintId, Domain, Model, ModelError, Rel, Var};
use thiserror::Error;

pub use reformulate::{Options, Reformulated, Step};

/// What can be wrong with a multi-dimensional problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MultiDimensionalError {
    /// A record with another number of attributes than there are.
    #[error("record {record} has {found} values, expected one for each of {expected} attributes")]
    Record {
        /// Its number, from 0.
        record: usize,
        /// How many values it has.
        found: usize,
        /// How many attributes there are.
        expected: usize,
    },
    /// More records than a variable can tell apart.
    #[error("{0} records are too many")]
    TooMany(usize),
    /// A variable over a record that there is not.
    #[error("variable `{variable}`: there is no record {record}")]
    NoSuchRecord {
        /// The variable's name.
        variable: String,
        /// The record's number.
        record: usize,
    },
    /// An attribute that there is not.
    #[error("there is no attribute {0}")]
    NoSuchAttribute(usize),
    /// Variables that are to be unordered but have different domains.
    #[error("only variables with one and the same domain can be unordered")]
    NotShared,
    /// The model refused a constraint.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// A variable that chooses a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(usize);

/// What a variable of the model stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The number of the record chosen.
    Record(usize),
    /// An attribute of the record chosen: which choice, which attribute.
    Attribute(usize, usize),
}

/// A dimension of the records: one of their attributes, or their identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dimension {
    /// The record itself, by its number.
    Identity,
    /// An attribute, by its number.
    Attribute(usize),
}

/// A problem whose variables choose from one list of records.
#[derive(Clone, Debug)]
pub struct MultiDimensional {
    model: Model,
    attributes: Vec<String>,
    records: Vec<Vec<i32>>,
    /// The variable of each choice.
    choices: Vec<Var>,
    /// What the variables of the model mean, auxiliary ones left out.
    meaning: BTreeMap<Var, Meaning>,
    /// The variables for attributes that were asked for.
    attribute_vars: BTreeMap<(usize, usize), Var>,
    /// Constraints that only tie an attribute to its record.
    ties: BTreeSet<usize>,
    /// Constraints that put unordered choices in order.
    orders: BTreeSet<usize>,
}

impl MultiDimensional {
    /// A problem over these records, each with a value for every attribute.
    pub fn new(
        name: impl Into<String>,
        attributes: &[&str],
        records: Vec<Vec<i32>>,
    ) -> Result<Self, MultiDimensionalError> {
        let expected = attributes.len();
        if let Some((record, values)) = (0..)
            .zip(&records)
            .find(|(_, values)| values.len() != expected)
        {
            return Err(MultiDimensionalError::Record {
                record,
                found: values.len(),
                expected,
            });
        }
        if i32::try_from(records.len()).is_err() {
            return Err(MultiDimensionalError::TooMany(records.len()));
        }
        Ok(Self {
            model: Model::new(name),
            attributes: attributes.iter().map(|&name| name.to_owned()).collect(),
            records,
            choices: Vec::new(),
            meaning: BTreeMap::new(),
            attribute_vars: BTreeMap::new(),
            ties: BTreeSet::new(),
            orders: BTreeSet::new(),
        })
    }

    /// A new variable that chooses one of these records.
    pub fn choice(
        &mut self,
        name: impl Into<String>,
        records: impl IntoIterator<Item = usize>,
    ) -> Result<Choice, MultiDimensionalError> {
        let name = name.into();
        let records: Vec<usize> = records.into_iter().collect();
        if let Some(&record) = records.iter().find(|&&record| record >= self.records.len()) {
            return Err(MultiDimensionalError::NoSuchRecord {
                variable: name,
                record,
            });
        }
        let var = self.model.int(
            name,
            Domain::from_values(records.into_iter().map(|record| record as i32)),
        );
        let choice = Choice(self.choices.len());
        self.meaning.insert(var, Meaning::Record(choice.0));
        self.choices.push(var);
        self.model.set_answer(self.choices.clone());
        Ok(choice)
    }

    /// The variable for the number of the record chosen.
    pub fn record_of(&self, choice: Choice) -> Var {
        self.choices[choice.0]
    }

    /// The variable for an attribute of the record chosen. A constraint over
    /// such variables of one attribute is one-dimensional.
    pub fn attribute_of(
        &mut self,
        choice: Choice,
        attribute: usize,
    ) -> Result<Var, MultiDimensionalError> {
        let Some(attribute_name) = self.attributes.get(attribute) else {
            return Err(MultiDimensionalError::NoSuchAttribute(attribute));
        };
        if let Some(&var) = self.attribute_vars.get(&(choice.0, attribute)) {
            return Ok(var);
        }
        let record = self.choices[choice.0];
        let name = format!("{}.{attribute_name}", self.model.var_name(record));
        let values: Vec<i32> = self
            .model
            .domain(record)
            .iter()
            .map(|record| self.records[record as usize][attribute])
            .collect();
        let var = self.model.int(name, values);
        self.meaning
            .insert(var, Meaning::Attribute(choice.0, attribute));
        self.attribute_vars.insert((choice.0, attribute), var);
        let rows: Vec<[i32; 2]> = self
            .model
            .domain(record)
            .iter()
            .map(|record| [record, self.records[record as usize][attribute]])
            .collect();
        let tuples = tantalizer_model::Tuples::new(2, rows)?;
        let tie = self.model.table(&[record, var], tuples.into())?;
        self.ties.insert(tie.0);
        Ok(var)
    }

    /// The variables for one attribute of several choices.
    pub fn attributes_of(
        &mut self,
        choices: &[Choice],
        attribute: usize,
    ) -> Result<Vec<Var>, MultiDimensionalError> {
        choices
            .iter()
            .map(|&choice| self.attribute_of(choice, attribute))
            .collect()
    }

    /// Adds any constraint of the model room over the variables above.
    pub fn post(&mut self, constraint: Constraint) -> Result<ConstraintId, MultiDimensionalError> {
        Ok(self.model.post(constraint)?)
    }

    /// These choices agree on the attribute.
    pub fn all_equal(
        &mut self,
        choices: &[Choice],
        attribute: usize,
    ) -> Result<ConstraintId, MultiDimensionalError> {
        let vars = self.attributes_of(choices, attribute)?;
        self.post(Constraint::AllEqual(AllEqual { vars }))
    }

    /// These choices differ pairwise on the attribute.
    pub fn all_different(
        &mut self,
        choices: &[Choice],
        attribute: usize,
    ) -> Result<ConstraintId, MultiDimensionalError> {
        let vars = self.attributes_of(choices, attribute)?;
        self.post(Constraint::AllDifferent(AllDifferent { vars }))
    }

    /// These choices all agree on the attribute or all differ: the rule of
    /// SET. In the model it says that the number of different values is 1 or
    /// as large as it can be.
    pub fn equal_or_different(
        &mut self,
        choices: &[Choice],
        attribute: usize,
    ) -> Result<ConstraintId, MultiDimensionalError> {
        let vars = self.attributes_of(choices, attribute)?;
        let name = format!("{} values", self.attributes[attribute]);
        let count = self
            .model
            .int(name, [1.min(vars.len() as i32), vars.len() as i32]);
        self.post(Constraint::NValue(NValue { vars, count }))
    }

    /// These choices take different records.
    pub fn distinct(&mut self, choices: &[Choice]) -> Result<ConstraintId, MultiDimensionalError> {
        let vars = choices
            .iter()
            .map(|choice| self.choices[choice.0])
            .collect();
        self.post(Constraint::AllDifferent(AllDifferent { vars }))
    }

    /// All choices made so far are one unordered collection: solutions that
    /// only permute them are one solution. Their domains must be the same, and
    /// so must be the part that each plays in the constraints. The model puts
    /// their records in order; the reformulation can do better.
    pub fn unordered(&mut self) -> Result<(), MultiDimensionalError> {
        if self
            .choices
            .windows(2)
            .any(|pair| self.model.domain(pair[0]) != self.model.domain(pair[1]))
        {
            return Err(MultiDimensionalError::NotShared);
        }
        for pair in self.choices.windows(2) {
            let order = self.model.compare(pair[0], Rel::Less, pair[1])?;
            self.orders.insert(order.0);
        }
        Ok(())
    }

    /// The plain model: its answer is the number of the record of each choice.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The names of the attributes.
    pub fn attributes(&self) -> &[String] {
        &self.attributes
    }

    /// The records.
    pub fn records(&self) -> &[Vec<i32>] {
        &self.records
    }

    /// How many choices there are.
    pub fn choices(&self) -> usize {
        self.choices.len()
    }

    /// The dimension that a constraint speaks of, if it is one alone.
    pub fn dimension(&self, id: ConstraintId) -> Option<Dimension> {
        let mut dimension = None;
        for var in self.scope(id)? {
            let of_var = match self.meaning.get(&var)? {
                Meaning::Record(_) => Dimension::Identity,
                Meaning::Attribute(_, attribute) => Dimension::Attribute(*attribute),
            };
            if *dimension.get_or_insert(of_var) != of_var {
                return None;
            }
        }
        dimension
    }

    /// The variables a constraint is really about: not constants, and not the
    /// number of values in "equal or different".
    fn scope(&self, id: ConstraintId) -> Option<Vec<Var>> {
        if self.ties.contains(&id.0) || self.orders.contains(&id.0) {
            return None;
        }
        let constraint = &self.model.constraint(id).constraint;
        if let Constraint::NValue(NValue { vars, count }) = constraint
            && self.is_equal_or_different(vars, *count)
        {
            return Some(vars.clone());
        }
        let mut vars = constraint.vars();
        vars.retain(|&var| {
            self.model.domain(var).fixed().is_none() || self.meaning.contains_key(&var)
        });
        Some(vars)
    }

    /// Whether "as many values as `count`" is "equal or different".
    fn is_equal_or_different(&self, vars: &[Var], count: Var) -> bool {
        let either = Domain::from([1.min(vars.len() as i32), vars.len() as i32]);
        !self.meaning.contains_key(&count) && *self.model.domain(count) == either
    }
}
