//! Truth values that are only implied: "if `b` then `x` is 3", and nothing asks for the opposite of `b`.
//!
//! Half of an equivalence is enough where a truth value only ever helps. But then it stands for nothing, and the sentence that it is part of cannot be
//! put together. Where everything else speaks of `b` in one sense alone, an answer with `b` false, though what it implies is true, is an answer with `b` true
//! as well. So `b` may stand for all that it implies, and each answer still has one counterpart.

use std::collections::{HashMap, HashSet};

use tantalizer_model::constraints::Clause;
use tantalizer_model::{Constraint, Limit, Literal, Var};

use super::work::{Meaning, Work};
use crate::Pace;

/// What a truth value implies may stand for so many others.
const MOST_BELOW: usize = 1000;

/// Lets truth values that are only implied stand for what they imply.
pub(super) fn settle(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    let uses = Uses::new(work, pace)?;
    let mut taken = vec![false; work.constraints.len()];
    let mut stopped = Ok(());
    for var in work.model.vars().collect::<Vec<_>>() {
        stopped = pace.step(16);
        if stopped.is_err() {
            break;
        }
        let open = work.domain(var).len() == 2
            && !work.stays[var.index()]
            && !work.definitions.contains_key(&var);
        if !open {
            continue;
        }
        for head in [Literal::yes(var), Literal::no(var)] {
            let clauses = uses.implications(head);
            if clauses.is_empty() || clauses.iter().any(|&at| taken[at]) {
                continue;
            }
            if let Some(implied) = work.implied_by(head, clauses) {
                let literals = implied.into_iter().map(|literal| !literal).collect();
                let meaning = Meaning::Any {
                    head: !head.positive,
                    literals,
                };
                work.definitions.insert(var, meaning);
                clauses.iter().for_each(|&at| taken[at] = true);
                break;
            }
        }
    }
    let mut taken = taken.into_iter();
    work.constraints
        .retain(|_| !taken.next().unwrap_or_default());
    stopped
}

/// Who speaks of which literal.
struct Uses {
    /// The clauses that a literal is in.
    clauses: HashMap<Literal, Vec<usize>>,
    /// The literals that something else than a clause may want to be true.
    elsewhere: HashSet<Literal>,
}

impl Uses {
    fn new(work: &Work, pace: &mut Pace) -> Result<Uses, Limit> {
        let mut uses = Uses {
            clauses: HashMap::new(),
            elsewhere: HashSet::new(),
        };
        let mut wanted: Vec<Literal> = Vec::new();
        let both = |var: Var| [Literal::yes(var), Literal::no(var)];
        for (at, posted) in work.constraints.iter().enumerate() {
            if let Constraint::Clause(Clause { literals }) = &posted.constraint {
                for &literal in literals {
                    uses.clauses.entry(literal).or_default().push(at);
                }
                wanted.extend(literals);
            } else {
                let vars = posted.constraint.vars();
                pace.step(vars.len())?;
                uses.elsewhere.extend(vars.into_iter().flat_map(both));
            }
        }
        let stay = work.model.vars().filter(|var| work.stays[var.index()]);
        uses.elsewhere.extend(stay.flat_map(both));
        wanted.extend(&uses.elsewhere);
        // What is wanted of a definition is wanted of its parts.
        let mut seen: HashSet<Literal> = wanted.iter().copied().collect();
        while let Some(literal) = wanted.pop() {
            pace.step(16)?;
            let parts: Vec<Literal> = match work.definitions.get(&literal.var) {
                None => continue,
                Some(Meaning::Any { head, literals }) if *head == literal.positive => {
                    literals.clone()
                }
                Some(Meaning::Any { literals, .. }) => {
                    literals.iter().map(|&literal| !literal).collect()
                }
                Some(other) => other.vars().into_iter().flat_map(both).collect(),
            };
            for part in parts {
                uses.elsewhere.insert(part);
                if seen.insert(part) {
                    wanted.push(part);
                }
            }
        }
        Ok(uses)
    }

    /// The clauses in which the opposite of a literal is, if nothing else speaks of that.
    fn implications(&self, head: Literal) -> &[usize] {
        if self.elsewhere.contains(&!head) {
            return &[];
        }
        self.clauses.get(&!head).map_or(&[], |clauses| clauses)
    }
}

impl Work {
    /// What the literal implies by these clauses, each of which has its opposite: one literal each, which stands for something that does not
    /// hang on the first one.
    fn implied_by(&self, head: Literal, clauses: &[usize]) -> Option<Vec<Literal>> {
        let mut implied = Vec::new();
        for &at in clauses {
            let Constraint::Clause(Clause { literals }) = &self.constraints[at].constraint else {
                return None;
            };
            let mut others = literals.iter().copied().filter(|&literal| literal != !head);
            let (Some(only), None) = (others.next(), others.next()) else {
                return None;
            };
            let stands = self.definitions.contains_key(&only.var) || self.stays[only.var.index()];
            if only.var == head.var || !stands || self.hangs_on(only.var, head.var) {
                return None;
            }
            implied.push(only);
        }
        Some(implied)
    }

    /// Whether what a truth value stands for speaks of another one in the end, or of too many to tell.
    pub fn hangs_on(&self, truth: Var, other: Var) -> bool {
        let mut seen = HashSet::from([truth]);
        let mut open = vec![truth];
        while let Some(var) = open.pop() {
            if var == other || seen.len() > MOST_BELOW {
                return true;
            }
            let below = self.definitions.get(&var).map(Meaning::vars);
            open.extend(below.into_iter().flatten().filter(|&var| seen.insert(var)));
        }
        false
    }
}
