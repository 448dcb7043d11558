//! The numbers of solutions up to symmetries, written behind a count: the generators of each group, and, where the solutions are not listed, a diagram
//! for each class of elements that may leave some of them as they are. The argument is in `docs/certificates.md`.

use super::write::{Certified, counted};
use crate::check::{Moves, is_symmetry};
use crate::files::Failure;
use crate::model::{
    Limits, Model, Question, Silent, Symmetry, SymmetryGroup, Var, Watch, symmetry,
};
use crate::puzzle::PuzzleError;
use crate::sat::CertificateError;
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashSet};
use std::io;
use tantalizer_rewrite::automorphisms;

/// Takes a line.
pub(super) type Line<'a> = dyn FnMut(&str) -> io::Result<()> + 'a;

/// A number of solutions up to a symmetry that can be certified.
pub(super) struct UpTo {
    group: SymmetryGroup,
    generators: Vec<Moves>,
    orbits: BigUint,
}

/// The numbers that can be certified, and why others cannot. Where solutions are listed, a checker sees where each of them goes; where they
/// are not, it must see from the constraints that the symmetries are some.
pub(super) fn certifiable(
    asked: &mut Certified,
    model: &Model,
    listed: bool,
) -> Result<(Vec<UpTo>, Vec<String>), Failure> {
    let (mut numbers, mut left_out) = (Vec::new(), Vec::new());
    let watch = asked.request.limits.start();
    for (number, group) in model.symmetries().iter().enumerate() {
        let up_to = asked
            .request
            .with_question(Question::UpTo { symmetry: number });
        let answer = asked.inquiry.ask(&up_to, &mut Silent);
        let answer = answer.map_err(PuzzleError::from)?;
        let shown = |symmetry: &Symmetry| {
            if listed {
                Ok(moves(model, symmetry, &model.vars().collect::<Vec<_>>()))
            } else {
                on_all(model, symmetry, &watch)
            }
        };
        let identity = Symmetry::identity(model.answer().len());
        let generators = group.generators.iter().filter(|one| **one != identity);
        let generators: Result<Vec<Moves>, String> = generators.map(shown).collect();
        match generators {
            Ok(generators) if answer.complete => numbers.push(UpTo {
                group: group.clone(),
                generators,
                orbits: answer.count,
            }),
            Ok(_) => left_out.push(format!("the number up to {} is not known", group.name)),
            Err(reason) => left_out.push(format!(
                "the number up to {} is not certified: {reason}",
                group.name
            )),
        }
    }
    Ok((numbers, left_out))
}

/// What a symmetry of the answer does with all variables, if the constraints show that it is one.
fn on_all(model: &Model, symmetry: &Symmetry, watch: &Watch) -> Result<Moves, String> {
    let to = automorphisms::extended(model, symmetry, watch)
        .ok_or("no variables beside the answer go along with it")?;
    let moves = moves(model, symmetry, &to);
    is_symmetry(model, &moves).map(|()| moves)
}

/// A symmetry as a certificate states it; `to` says where the variables go that are no answer.
fn moves(model: &Model, symmetry: &Symmetry, to: &[Var]) -> Moves {
    let mut moves: Moves = model
        .vars()
        .zip(to)
        .map(|(var, &image)| (var, (image, Vec::new())))
        .collect();
    let answer = model.answer();
    for (position, &var) in answer.iter().enumerate() {
        let values = || model.domain(var).iter();
        let image = answer[symmetry.image(position, 0).0];
        let renamed = values().map(|value| symmetry.image(position, value).1);
        let renamed: Vec<i32> = renamed.collect();
        let stay = values().eq(renamed.iter().copied());
        moves.insert(var, (image, if stay { Vec::new() } else { renamed }));
    }
    moves.retain(|var, (image, values)| var != image || !values.is_empty());
    moves
}

/// Whether generators that a certificate states are those of the group, as far as the answer goes.
pub(super) fn is_group(model: &Model, group: &SymmetryGroup, stated: &[Moves]) -> bool {
    let vars: Vec<Var> = model.vars().collect();
    let answer: HashSet<Var> = model.answer().into_iter().collect();
    let on_answer = |mut moves: Moves| {
        moves.retain(|var, _| answer.contains(var));
        moves
    };
    let own = group.generators.iter();
    let own = own.map(|generator| moves(model, generator, &vars));
    let own: BTreeSet<Moves> = own.filter(|moves| !moves.is_empty()).collect();
    let stated: BTreeSet<Moves> = stated.iter().cloned().map(on_answer).collect();
    own == stated
}

fn write_moves(word: &str, moves: &Moves, line: &mut Line) -> io::Result<()> {
    line(&format!("{word} {}", moves.len()))?;
    for (var, (image, values)) in moves {
        let mut words = vec![var.index().to_string(), image.index().to_string()];
        words.extend(values.iter().map(i32::to_string));
        line(&words.join(" "))?;
    }
    Ok(())
}

/// Writes the numbers. The solutions are listed, or there are so many, and then a diagram is written for each class of elements.
pub(super) fn write(
    numbers: &[UpTo],
    model: &Model,
    count: Option<&BigUint>,
    limits: &Limits,
    line: &mut Line,
) -> Result<(), CertificateError> {
    // How many solutions elements leave as they are; what one group shows, another need not show again.
    let mut kept: Vec<(Symmetry, BigUint)> = Vec::new();
    for up_to in numbers {
        line(&format!(
            "modulo {}",
            up_to.group.name.replace(['\n', '\r'], " ")
        ))?;
        line(&format!("generators {}", up_to.generators.len()))?;
        for generator in &up_to.generators {
            write_moves("generator", generator, line)?;
        }
        if let Some(count) = count {
            write_parts(up_to, model, count, &mut kept, limits, line)?;
        }
        line(&format!("orbits {}", up_to.orbits))?;
    }
    Ok(())
}

/// Writes a diagram for each class of elements that may leave some solutions as they are, and sees that the orbits are their mean.
fn write_parts(
    up_to: &UpTo,
    model: &Model,
    count: &BigUint,
    kept: &mut Vec<(Symmetry, BigUint)>,
    limits: &Limits,
    line: &mut Line,
) -> Result<(), CertificateError> {
    let wrong = |_| CertificateError::Incomplete("the symmetries are no group of this model");
    let classes = up_to.group.classes(model.answer().len()).map_err(wrong)?;
    let elements: usize = classes.iter().map(Vec::len).sum();
    let vars: Vec<Var> = model.vars().collect();
    let keeps_some = |class: &&Vec<Symmetry>| class.iter().all(|one| one.may_keep_some(model));
    let open: Vec<&Vec<Symmetry>> = classes[1..].iter().filter(keeps_some).collect();
    let is_new = |class: &&&Vec<Symmetry>| !kept.iter().any(|(one, _)| class.contains(one));
    line(&format!("parts {}", open.iter().filter(is_new).count()))?;
    let mut sum = count.clone();
    for class in open {
        let known = kept.iter().find(|(one, _)| class.contains(one));
        let one = match known {
            Some((_, count)) => count.clone(),
            None => {
                let element = &class[0];
                write_moves("part", &moves(model, element, &vars), line)?;
                let fixed = symmetry::fixed_by(model, element).map_err(wrong)?;
                let count = counted(&fixed, limits, line)?;
                kept.push((element.clone(), count.clone()));
                count
            }
        };
        sum += one * class.len();
    }
    let orbits = sum / elements;
    if orbits == up_to.orbits {
        Ok(())
    } else {
        Err(CertificateError::OtherCount(orbits))
    }
}
