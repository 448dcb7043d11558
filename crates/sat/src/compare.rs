//! The second step of checking a certificate: is its formula what this encoder makes of its model?

use std::collections::{HashMap, HashSet};

use tantalizer_model::{Model, Var};
use thiserror::Error;

use crate::cnf::Lit;
use crate::encode::{EncodeOptions, Encoding, Refused, encode};

/// How a stated formula differs from the model's encoding.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// Other numbers of variables or clauses.
    #[error("the formula has {found} {what}, the model's encoding has {expected}")]
    Size {
        /// Variables, clauses or meanings.
        what: &'static str,
        /// The stated number.
        found: usize,
        /// The number that the encoding has.
        expected: usize,
    },
    /// Another clause.
    #[error("clause {clause} of the formula is not that of the model's encoding")]
    Clause {
        /// Its number, from 1.
        clause: usize,
    },
    /// Other literals for a variable's value.
    #[error("the literals for `{variable}` = {value} are not those of the model's encoding")]
    Meaning {
        /// The variable's name.
        variable: String,
        /// The value.
        value: i32,
    },
    /// The model cannot be encoded here.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Compares a stated formula, and what its literals are said to mean, with the encoding of the model: clause by
/// clause.
pub fn compare_formula(
    model: &Model,
    encoding: Encoding,
    variables: usize,
    formula: &[Vec<Lit>],
    meanings: &HashMap<(Var, i32), Vec<Lit>>,
) -> Result<(), Mismatch> {
    let options = EncodeOptions {
        encoding,
        ..EncodeOptions::default()
    };
    let encoded = encode(model, &options)?;
    let size = |what, found, expected| {
        if found == expected {
            Ok(())
        } else {
            Err(Mismatch::Size {
                what,
                found,
                expected,
            })
        }
    };
    size("variables", variables, encoded.cnf.variables())?;
    size("clauses", formula.len(), encoded.cnf.len())?;
    for (number, (stated, made)) in formula.iter().zip(encoded.cnf.clauses()).enumerate() {
        if stated != made {
            return Err(Mismatch::Clause { clause: number + 1 });
        }
    }
    // Certificates may state what literals mean for the answer and the objective alone.
    let mut spoken_of: HashSet<Var> = model.answer().into_iter().collect();
    spoken_of.extend(model.objective().map(|objective| objective.var()));
    let mut found = 0;
    for (var, value, literals) in encoded.meanings(model) {
        match meanings.get(&(var, value)) {
            Some(stated) if stated == literals => found += 1,
            None if !spoken_of.contains(&var) => {}
            _ => {
                return Err(Mismatch::Meaning {
                    variable: model.var_name(var).to_string(),
                    value,
                });
            }
        }
    }
    size("meanings", meanings.len(), found)
}
