//! What people call a deduction, recognised from its constraints and not from the puzzle.
//!
//! The facts that a link uses are as few as possible, so they show what it is. Of an all-different constraint they are a set of cells
//! that have just as many values left between them (a naked set), or all cells but a few, which keeps just as many values
//! for those few (a hidden set). Of several all-different constraints that speak of one value only, they are a fish: as many that must hold the value
//! as may.

use std::collections::{BTreeMap, BTreeSet};

use tantalizer_model::constraints::AllDifferent;
use tantalizer_model::{Constraint, ConstraintId, Domain, Fact, Model, Var};

use crate::rules::Rules;
use crate::{Difficulty, Link, Told};

/// A deduction that people have a name for, easy ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// All other values of a cell go by values that are on the board.
    OnlyValue,
    /// All other cells of a group that must hold a value cannot.
    OnlyPlace,
    /// What is left of a sum or a count.
    Sum,
    /// The words of an automaton that fit what is known of a line have something in common.
    Line,
    /// Where a group must have a value, another group has it, too; so nowhere else.
    Pointing,
    /// Two cells of a group share two values.
    NakedPair,
    /// Two values of a group share two cells.
    HiddenPair,
    /// Three cells share three values.
    NakedTriple,
    /// Three values share three cells.
    HiddenTriple,
    /// Something that must hang together would be cut off.
    CutOff,
    /// A loop would close too early.
    EarlyLoop,
    /// Two groups have a value in the same two others.
    XWing,
    /// Three groups have a value in the same three others.
    Swordfish,
}

impl Technique {
    /// All of them, easy ones first.
    pub const ALL: [Technique; 13] = [
        Technique::OnlyValue,
        Technique::OnlyPlace,
        Technique::Sum,
        Technique::Line,
        Technique::Pointing,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::CutOff,
        Technique::EarlyLoop,
        Technique::XWing,
        Technique::Swordfish,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Technique::OnlyValue => "only value left",
            Technique::OnlyPlace => "only place left",
            Technique::Sum => "rest of a sum",
            Technique::Line => "line",
            Technique::Pointing => "pointing",
            Technique::NakedPair => "naked pair",
            Technique::HiddenPair => "hidden pair",
            Technique::NakedTriple => "naked triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::CutOff => "cut off",
            Technique::EarlyLoop => "early loop",
            Technique::XWing => "X-wing",
            Technique::Swordfish => "swordfish",
        }
    }

    /// How hard people find it.
    pub fn difficulty(self) -> Difficulty {
        match self {
            Technique::OnlyValue
            | Technique::OnlyPlace
            | Technique::Sum
            | Technique::Line
            | Technique::CutOff
            | Technique::EarlyLoop => Difficulty::Easy,
            Technique::Pointing
            | Technique::NakedPair
            | Technique::HiddenPair
            | Technique::NakedTriple
            | Technique::HiddenTriple => Difficulty::Medium,
            Technique::XWing | Technique::Swordfish => Difficulty::Hard,
        }
    }
}

/// What a deduction is called: by the hardest of its links. None if one of them has no name.
pub(crate) fn of(model: &Model, rules: &Rules, told: &Told) -> Option<Technique> {
    let links = told.links.iter().map(|link| of_link(model, rules, link));
    let hardest = links
        .collect::<Option<Vec<Technique>>>()?
        .into_iter()
        .max()?;
    // Excluding what a value on the board excludes is no technique unless it leaves one value.
    (hardest != Technique::OnlyValue || !told.sets.is_empty()).then_some(hardest)
}

/// What one link is called.
pub(crate) fn of_link(model: &Model, rules: &Rules, link: &Link) -> Option<Technique> {
    match link.rules[..] {
        [rule] => of_rule(model, rules, rule, link),
        _ => fish(model, rules, link),
    }
}

/// How hard it is to see a link.
pub(crate) fn level(model: &Model, rules: &Rules, link: &Link) -> Difficulty {
    match (of_link(model, rules, link), &link.rules[..]) {
        (Some(technique), _) => technique.difficulty(),
        // Many cells that have as many values between them.
        (None, &[rule]) if rules.group(rule).is_some_and(|group| group.differs) => {
            Difficulty::Medium
        }
        (None, rules) => Difficulty::of(rules.len()),
    }
}

fn of_rule(model: &Model, rules: &Rules, rule: ConstraintId, link: &Link) -> Option<Technique> {
    let seen = link.uses.iter().all(|fact| matches!(fact, Fact::Is(..)));
    let members = rules.members(rule).iter().chain(rules.behind(rule));
    let mut members = members.map(|&id| &model.constraint(id).constraint);
    let has = |wanted: fn(&Constraint) -> bool| {
        let mut members = rules.members(rule).iter();
        members.any(|&id| wanted(&model.constraint(id).constraint))
    };
    if has(|c| matches!(c, Constraint::Connected(_))) {
        return Some(Technique::CutOff);
    }
    if has(|c| matches!(c, Constraint::Circuit(_) | Constraint::Subcircuit(_))) {
        return Some(Technique::EarlyLoop);
    }
    if has(|c| matches!(c, Constraint::Regular(_))) {
        return Some(Technique::Line);
    }
    match (members.next(), members.next()) {
        (Some(Constraint::AllDifferent(all)), None) => hall(model, all, link),
        (Some(Constraint::Linear(_)), None) => match rules.group(rule) {
            Some(_) if link.gone.iter().all(|goal| goal.1 == 0) => Some(Technique::OnlyPlace),
            Some(_) => Some(Technique::OnlyValue),
            None => Some(Technique::Sum),
        },
        (Some(Constraint::Count(_)), None) => Some(Technique::Sum),
        _ => seen.then_some(Technique::OnlyValue),
    }
}

/// What the facts leave of variables of which nothing else is known.
fn left_by(model: &Model, facts: &[Fact]) -> BTreeMap<Var, Domain> {
    let mut left = BTreeMap::new();
    for fact in facts {
        let domain = left
            .entry(fact.var())
            .or_insert_with(|| model.domain(fact.var()).clone());
        *domain = fact.narrow(domain);
    }
    left
}

/// Naked and hidden sets of one all-different constraint. Cells that are fixed stand aside with their values.
fn hall(model: &Model, all: &AllDifferent, link: &Link) -> Option<Technique> {
    let left = left_by(model, &link.uses);
    let union = |domains: &mut dyn Iterator<Item = &Domain>| {
        domains.fold(Domain::empty(), |all, domain| all.union(domain))
    };
    let taken = union(&mut left.values().filter(|domain| domain.fixed().is_some()));
    let open = left.values().filter(|domain| domain.fixed().is_none());
    let count = open.clone().count() as u64;
    if count == 0 {
        return Some(Technique::OnlyValue);
    }
    let cells: BTreeSet<Var> = all.vars.iter().copied().collect();
    let values = union(&mut cells.iter().map(|&var| model.domain(var)));
    let few = cells.iter().filter(|var| !left.contains_key(var)).count() as u64;
    let kept = values.difference(&union(&mut left.values()));
    let full = values.len() == cells.len() as u64;
    // Either way of seeing it is right; fewer cells are seen more easily.
    if full
        && few <= count
        && kept.len() == few
        && link.gone.iter().all(|goal| !kept.contains(goal.1))
    {
        return match few {
            1 => Some(Technique::OnlyPlace),
            2 => Some(Technique::HiddenPair),
            3 => Some(Technique::HiddenTriple),
            _ => None,
        };
    }
    let shared = union(&mut open.clone()).difference(&taken);
    let outside = |goal: &(Var, i32)| {
        let goes = shared.contains(goal.1) || taken.contains(goal.1);
        goes && !left.contains_key(&goal.0)
    };
    match count {
        2 if shared.len() == 2 && link.gone.iter().all(outside) => Some(Technique::NakedPair),
        3 if shared.len() == 3 && link.gone.iter().all(outside) => Some(Technique::NakedTriple),
        _ => None,
    }
}

/// Several groups that speak of one value: in as many groups that must hold it as in others that cannot hold it twice.
fn fish(model: &Model, rules: &Rules, link: &Link) -> Option<Technique> {
    let value = link.gone.first()?.1;
    let excludes = |fact: &Fact| !fact.narrow(model.domain(fact.var())).contains(value);
    let about_one = link.uses.iter().all(excludes);
    let is_group = |&rule: &ConstraintId| rules.group(rule).is_some();
    let one_value = link.gone.iter().all(|goal| goal.1 == value);
    if !about_one || !one_value || !link.rules.iter().all(is_group) {
        return None;
    }
    match link.rules.len() {
        2 => Some(Technique::Pointing),
        4 => Some(Technique::XWing),
        6 => Some(Technique::Swordfish),
        _ => None,
    }
}
