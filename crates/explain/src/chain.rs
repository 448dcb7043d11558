//! Suppose a value, and follow one rule after another until a rule cannot hold.
//!
//! That is how people refute a guess, and it is cheap: each link is one run of one rule's propagators. Rules are followed in the order in which
//! they are reached, so that short ways come first; then every rule that is not needed is left out, and every link keeps
//! only what the later ones use and uses only what it needs.

use std::collections::{BTreeSet, HashMap, VecDeque};

use tantalizer_model::{ConstraintId, Domain, Fact, Limit, Var};

use crate::Link;
use crate::steps::{Explainer, Goal, goals};

/// No way of more links is followed.
const LONGEST: usize = 400;

/// A rule applied once, as it was met.
pub(crate) struct Followed {
    rule: ConstraintId,
    vars: Vec<Var>,
    /// What was left of its variables before.
    before: Vec<Domain>,
    /// What goes; nothing if the rule cannot hold.
    gone: Vec<Goal>,
}

impl Explainer<'_> {
    /// At most `most` rules, out of all or only some, that exclude a value when one after another is followed, none of which can be dropped. None if
    /// they are more; the variables that were looked at if there are none at all.
    pub fn refuted(
        &mut self,
        goal: Goal,
        only: Option<&[ConstraintId]>,
        most: usize,
    ) -> Result<Option<Vec<ConstraintId>>, BTreeSet<Var>> {
        let mut seen = BTreeSet::new();
        let Some(way) = self.follow(&[goal], only, &mut seen) else {
            return Err(seen);
        };
        let rules = self.needed_rules(&[goal], &way, most);
        Ok(rules)
    }

    /// How some rules, one after another, exclude a value: links that each need only what they use, the last of which says that
    /// its rule cannot hold. None if that is more than following can do.
    pub fn chain(
        &mut self,
        supposed: &[Goal],
        rules: &[ConstraintId],
    ) -> Result<Option<Vec<Link>>, Limit> {
        let mut seen = BTreeSet::new();
        match self.follow(supposed, Some(rules), &mut seen) {
            None => Ok(None),
            Some(way) => self.links(supposed, way).map(Some),
        }
    }

    /// The same for groups of cells that exclude a value by nothing but where it cannot be, as a fish does.
    pub fn chain_about_one_value(
        &mut self,
        goal: Goal,
        rules: &[ConstraintId],
    ) -> Result<Option<Vec<Link>>, Limit> {
        let is_group = |&rule: &ConstraintId| self.reasons.grouped.group(rule).is_some();
        if !rules.iter().all(is_group) {
            return Ok(None);
        }
        let weaker = self.state.about(goal.1);
        let known = std::mem::replace(&mut self.state, weaker);
        let chain = self.chain(&[goal], rules);
        self.state = known;
        chain
    }

    /// The rules of a way, without those that another way does not need; none if more than `most` remain.
    pub fn needed_rules(
        &mut self,
        supposed: &[Goal],
        way: &[Followed],
        most: usize,
    ) -> Option<Vec<ConstraintId>> {
        let mut rules = traced(way);
        // A rule that stays, stays: what is left never becomes enough without it.
        let mut next = rules.len();
        while next > 0 && rules.len() - next <= most {
            next -= 1;
            let mut without = rules.clone();
            without.remove(next);
            if let Some(shorter) = self.follow(supposed, Some(&without), &mut BTreeSet::new()) {
                let needed = traced(&shorter);
                next = rules[..next]
                    .iter()
                    .filter(|rule| needed.contains(rule))
                    .count();
                rules.retain(|rule| needed.contains(rule));
            }
        }
        rules.sort_unstable();
        (rules.len() <= most).then_some(rules)
    }

    /// Follows rules, all or only some, from what is known and supposed until one cannot hold.
    pub fn follow(
        &mut self,
        supposed: &[Goal],
        only: Option<&[ConstraintId]>,
        seen: &mut BTreeSet<Var>,
    ) -> Option<Vec<Followed>> {
        let mut left: HashMap<Var, Domain> = HashMap::new();
        let mut waiting: VecDeque<ConstraintId> = VecDeque::new();
        let mut queued: BTreeSet<ConstraintId> = BTreeSet::new();
        let allowed = |rule: &ConstraintId| only.is_none_or(|only| only.contains(rule));
        for &(var, value) in supposed {
            left.insert(var, Domain::single(value));
            seen.insert(var);
            for &rule in self.reasons.grouped.about(var) {
                if allowed(&rule) && queued.insert(rule) {
                    waiting.push_back(rule);
                }
            }
        }
        if supposed.is_empty() {
            waiting = match only {
                Some(only) => only.iter().copied().collect(),
                None => self.reasons.rules.iter().copied().collect(),
            };
            queued = waiting.iter().copied().collect();
        }
        let mut way: Vec<Followed> = Vec::new();
        while let Some(rule) = waiting.pop_front() {
            queued.remove(&rule);
            let (vars, mut before) = self.left_of(rule);
            for (var, before) in vars.iter().zip(&mut before) {
                seen.insert(*var);
                if let Some(left) = left.get(var) {
                    *before = left.clone();
                }
            }
            let Some(after) = self.narrowed(rule, &before) else {
                way.push(Followed {
                    rule,
                    vars,
                    before,
                    gone: Vec::new(),
                });
                return Some(way);
            };
            let gone = goals(&vars, &before, &after);
            if gone.is_empty() {
                continue;
            }
            if way.len() == LONGEST {
                return None;
            }
            for (&var, (before, after)) in vars.iter().zip(before.iter().zip(&after)) {
                if before == after {
                    continue;
                }
                left.insert(var, after.clone());
                for &other in self.reasons.grouped.about(var) {
                    if other != rule && allowed(&other) && queued.insert(other) {
                        waiting.push_back(other);
                    }
                }
            }
            way.push(Followed {
                rule,
                vars,
                before,
                gone,
            });
        }
        None
    }

    /// A way as links, from its end: what a link must tell is what the later ones use of it.
    pub fn links(&mut self, supposed: &[Goal], way: Vec<Followed>) -> Result<Vec<Link>, Limit> {
        let mut links = Vec::new();
        let mut needed: BTreeSet<Goal> = BTreeSet::new();
        // Variables of which later links use the value, not only that it is not another.
        let mut fixed: BTreeSet<Var> = BTreeSet::new();
        for (number, followed) in way.into_iter().rev().enumerate() {
            let gone: Vec<Goal> = followed
                .gone
                .iter()
                .copied()
                .filter(|goal| needed.contains(goal))
                .collect();
            if gone.is_empty() && number > 0 {
                continue;
            }
            let mut uses = self.uses(&[followed.rule], &followed.vars, &followed.before, &gone)?;
            for &fact in &uses {
                if matches!(fact, Fact::Is(..)) {
                    fixed.insert(fact.var());
                }
                let values = self
                    .state
                    .left(fact.var())
                    .difference(&fact.narrow(self.state.left(fact.var())));
                needed.extend(values.iter().map(|value| (fact.var(), value)));
            }
            let mut sets = Vec::new();
            for of_one in gone.chunk_by(|one, other| one.0 == other.0) {
                let var = of_one[0].0;
                let place = followed.vars.binary_search(&var).unwrap_or(0);
                let rest = of_one.iter().map(|goal| goal.1);
                let rest = followed.before[place].difference(&Domain::from_values(rest));
                if let Some(value) = rest.fixed()
                    && fixed.contains(&var)
                {
                    // Whoever hears that it is this value hears that it is no other.
                    let others = self.state.left(var).difference(&rest);
                    needed.extend(others.iter().map(|value| (var, value)));
                    uses.extend(self.state.facts_of(var));
                    sets.push((var, value));
                }
            }
            uses.sort_unstable();
            uses.dedup();
            links.push(Link {
                rules: vec![followed.rule],
                uses,
                gone,
                sets,
                smallest: true,
                ..Link::default()
            });
        }
        links.reverse();
        let is_supposed = |fact: &Fact| supposed.iter().any(|goal| goal.0 == fact.var());
        debug_assert!(
            supposed.is_empty() || links.iter().any(|link| link.uses.iter().any(is_supposed))
        );
        Ok(links)
    }
}

/// The rules of those links of a way that its end hangs on, in the order of their first use.
fn traced(way: &[Followed]) -> Vec<ConstraintId> {
    let mut vars: BTreeSet<Var> = BTreeSet::new();
    let mut rules: Vec<ConstraintId> = Vec::new();
    for (number, followed) in way.iter().rev().enumerate() {
        let matters = number == 0 || followed.gone.iter().any(|goal| vars.contains(&goal.0));
        if matters {
            vars.extend(&followed.vars);
            rules.retain(|&rule| rule != followed.rule);
            rules.push(followed.rule);
        }
    }
    rules.reverse();
    rules
}
