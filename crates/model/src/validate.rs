//! Refuses constraints that cannot be meant, each with its name and the reason.

use crate::{Constraint, Domain, Model, ModelError, Var};

/// Checks one constraint against the variables of `model`.
pub(crate) fn validate(model: &Model, constraint: &Constraint) -> Result<(), ModelError> {
    let name = constraint.kind().name();
    for var in constraint.vars() {
        if var.index() >= model.var_count() {
            return Err(ModelError::UnknownVariable {
                constraint: name.to_string(),
                index: var.index(),
                variables: model.var_count(),
            });
        }
    }
    let length = |what, found: usize, expected: usize| {
        if found == expected {
            Ok(())
        } else {
            Err(ModelError::Length {
                constraint: name,
                what,
                found,
                expected,
            })
        }
    };
    let some = |vars: &[Var]| {
        if vars.is_empty() {
            Err(ModelError::Empty { constraint: name })
        } else {
            Ok(())
        }
    };
    match constraint {
        Constraint::Linear {
            terms, constant, ..
        } => linear(model, terms, *constant),
        Constraint::GlobalCardinality { values, counts, .. } => {
            length("the list of counts", counts.len(), values.len())?;
            let mut sorted = values.clone();
            sorted.sort_unstable();
            match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                Some(pair) => Err(ModelError::Repeated {
                    constraint: name,
                    value: pair[0],
                }),
                None => Ok(()),
            }
        }
        Constraint::Element { array, offset, .. } => {
            some(array)?;
            offset_fits(name, *offset, array.len())
        }
        Constraint::Table { vars, tuples, .. } => {
            some(vars)?;
            length("a row", tuples.width(), vars.len())
        }
        Constraint::Inverse {
            forward,
            forward_offset,
            backward,
            backward_offset,
        } => {
            length("the backward array", backward.len(), forward.len())?;
            offset_fits(name, *forward_offset, forward.len())?;
            offset_fits(name, *backward_offset, backward.len())
        }
        Constraint::Circuit { successors, offset }
        | Constraint::Subcircuit { successors, offset } => {
            some(successors)?;
            offset_fits(name, *offset, successors.len())
        }
        Constraint::Connected { chosen, edges } => {
            chosen
                .iter()
                .try_for_each(|&var| boolean(model, name, var))?;
            let ends = edges.iter().flat_map(|&(a, b)| [a, b]);
            in_range(name, "vertex", ends, chosen.len())
        }
        Constraint::Clause { literals } => literals
            .iter()
            .try_for_each(|literal| boolean(model, name, literal.var)),
        Constraint::Xor { vars, .. } => vars.iter().try_for_each(|&var| boolean(model, name, var)),
        Constraint::Reified { constraint, by } => {
            boolean(model, name, *by)?;
            validate(model, constraint)
        }
        Constraint::Minimum { vars, .. } | Constraint::Maximum { vars, .. } => some(vars),
        Constraint::PathCount { graph, .. } => {
            in_range(
                name,
                "node",
                graph.accepting.iter().copied().chain([graph.start]),
                graph.nodes,
            )?;
            for (arc, step) in graph.arcs.iter().enumerate() {
                in_range(name, "node", [step.from, step.to], graph.nodes)?;
                if step.from >= step.to {
                    return Err(ModelError::BackwardArc {
                        arc,
                        from: step.from,
                        to: step.to,
                    });
                }
                let domain = model.domain(step.multiplicity);
                if domain.min().is_some_and(|min| min < 0) {
                    return Err(ModelError::NegativeMultiplicity {
                        variable: model.var_name(step.multiplicity).to_string(),
                        domain: domain.to_string(),
                    });
                }
            }
            Ok(())
        }
        Constraint::Member { .. }
        | Constraint::Compare { .. }
        | Constraint::Arithm { .. }
        | Constraint::AllDifferent { .. }
        | Constraint::AllEqual { .. }
        | Constraint::Count { .. }
        | Constraint::Regular { .. }
        | Constraint::Lex { .. }
        | Constraint::Absolute { .. }
        | Constraint::NValue { .. } => Ok(()),
    }
}

/// Sums are computed in 64 bits by every engine, so each partial sum must fit, with room to spare.
fn linear(model: &Model, terms: &[(i64, Var)], constant: i64) -> Result<(), ModelError> {
    let mut reach = i128::from(constant).abs();
    for &(coefficient, var) in terms {
        let domain = model.domain(var);
        let largest = [domain.min(), domain.max()]
            .into_iter()
            .flatten()
            .map(|value| i128::from(value).abs())
            .max()
            .unwrap_or(0);
        reach += i128::from(coefficient).abs() * largest;
    }
    if reach > i128::from(i64::MAX / 4) {
        return Err(ModelError::Overflow {
            constraint: "linear",
        });
    }
    Ok(())
}

fn offset_fits(constraint: &'static str, offset: i32, length: usize) -> Result<(), ModelError> {
    if i64::from(offset) + length as i64 > i64::from(i32::MAX) {
        return Err(ModelError::Overflow { constraint });
    }
    Ok(())
}

fn boolean(model: &Model, constraint: &str, var: Var) -> Result<(), ModelError> {
    let domain = model.domain(var);
    if domain.is_subset(&Domain::boolean()) {
        return Ok(());
    }
    Err(ModelError::NotBoolean {
        constraint: constraint.to_string(),
        variable: model.var_name(var).to_string(),
        domain: domain.to_string(),
    })
}

fn in_range(
    constraint: &'static str,
    what: &'static str,
    indices: impl IntoIterator<Item = usize>,
    bound: usize,
) -> Result<(), ModelError> {
    match indices.into_iter().find(|&index| index >= bound) {
        Some(index) => Err(ModelError::OutOfRange {
            constraint,
            what,
            index,
            bound,
        }),
        None => Ok(()),
    }
}
