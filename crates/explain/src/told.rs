//! Deductions as they are told: what fixes a value, with all that leads to it.
//!
//! Nobody is told of every value that a rule excludes. Each deduction starts from the board: what every rule excludes by what is on it, then
//! what rules exclude with that, and so on in rounds until a value must be. Where no single rule says more, what several rules together were
//! found to exclude comes in. Of all that, exactly what the value hangs on is told, found by going back from it.

use std::collections::{BTreeMap, BTreeSet};

use tantalizer_model::{ConstraintId, Domain, Fact, Limit, Var};

use crate::state::State;
use crate::steps::{Explainer, Goal, goals};
use crate::{Technique, technique};

/// A deduction as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Variables that have one value left now, with it.
    pub sets: Vec<(Var, i32)>,
    /// Values that go, of variables that still have several.
    pub removes: Vec<(Var, Vec<i32>)>,
    /// What leads to it, in order: each link uses what is on the board and what earlier links say.
    pub links: Vec<Link>,
    /// The most rules that one link needs together.
    pub size: usize,
    /// Whether each link was the easiest there was: no fewer rules forced anything.
    pub smallest: bool,
    /// What people call it, if they have a name for it.
    pub technique: Option<Technique>,
}

/// Rules applied once, most often one rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// The rules, each by its first constraint.
    pub rules: Vec<ConstraintId>,
    /// What it uses: none of it can be dropped.
    pub uses: Vec<Fact>,
    /// The values that it excludes; none if it says that its rules cannot hold.
    pub gone: Vec<(Var, i32)>,
    /// Variables of these that have one value left after it.
    pub sets: Vec<(Var, i32)>,
    /// How several rules exclude the first of the values: it is supposed, and these links, each of one rule, follow until a rule cannot hold.
    /// The same rules in the same order exclude the others. Empty if there is no such chain.
    pub chain: Vec<Link>,
    /// Whether no fewer rules excluded anything when it was found.
    pub smallest: bool,
}

impl Told {
    /// All rules that it hangs on, in order, each once.
    pub fn because(&self) -> Vec<ConstraintId> {
        let rules: BTreeSet<ConstraintId> = self
            .links
            .iter()
            .flat_map(|link| &link.rules)
            .copied()
            .collect();
        rules.into_iter().collect()
    }

    /// The values on the board that it uses.
    pub fn known(&self) -> Vec<(Var, i32)> {
        let said: BTreeSet<Var> = self
            .links
            .iter()
            .flat_map(|link| &link.sets)
            .map(|set| set.0)
            .collect();
        let mut known = BTreeSet::new();
        for fact in self.links.iter().flat_map(|link| &link.uses) {
            if let Fact::Is(var, value) = *fact
                && !said.contains(&var)
            {
                known.insert((var, value));
            }
        }
        known.into_iter().collect()
    }
}

/// What is on the board, and what follows from it.
pub(crate) struct Teller {
    /// What is given, and what was told to be fixed.
    board: State,
    /// What is left after the rounds so far.
    derived: State,
    /// In which round each value went, and by what. Round 1 is by what is on the board alone.
    why: BTreeMap<Goal, (usize, Source)>,
    /// Rules that have not been looked at since the board changed.
    fresh: BTreeSet<ConstraintId>,
    /// What several rules were found to exclude together.
    hard: Vec<Link>,
}

/// By what a value goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Rule(ConstraintId),
    Hard(usize),
}

impl Teller {
    pub fn new(given: &State, rules: &[ConstraintId]) -> Teller {
        Teller {
            board: given.clone(),
            derived: given.clone(),
            why: BTreeMap::new(),
            fresh: rules.iter().copied().collect(),
            hard: Vec::new(),
        }
    }

    /// What was left of some variables before a round.
    fn before(&self, round: usize, vars: &[Var]) -> Vec<Domain> {
        let left = |&var: &Var| {
            let there = |&value: &i32| match self.why.get(&(var, value)) {
                Some((gone, _)) => *gone >= round,
                None => true,
            };
            Domain::from_values(self.board.left(var).iter().filter(there))
        };
        vars.iter().map(left).collect()
    }

    fn exclude(&mut self, round: usize, source: Source, gone: &[Goal]) {
        for &goal in gone {
            if !self.why.contains_key(&goal) {
                self.why.insert(goal, (round, source));
                self.derived.remove(goal.0, goal.1);
            }
        }
    }

    /// The variables that are fixed now and are not on the board.
    fn found(&self, among: impl Iterator<Item = Var>) -> Vec<(Var, i32)> {
        let found: BTreeSet<(Var, i32)> = among
            .filter(|&var| self.board.left(var).fixed().is_none())
            .filter_map(|var| Some((var, self.derived.left(var).fixed()?)))
            .collect();
        found.into_iter().collect()
    }

    /// Puts values on the board; what was found in later rounds is to be found again.
    fn put(&mut self, sets: &[(Var, i32)]) {
        for &(var, value) in sets {
            self.board.narrow(var, &Domain::single(value));
        }
        let board = &self.board;
        self.why
            .retain(|goal, (round, _)| *round == 1 && board.left(goal.0).fixed().is_none());
        self.derived = self.board.clone();
        for goal in self.why.keys() {
            self.derived.remove(goal.0, goal.1);
        }
    }
}

impl Explainer<'_> {
    /// Whether something is fixed that was not told yet.
    pub fn is_ahead_of_the_board(&self) -> bool {
        let is_new = |&var: &Var| {
            self.state.left(var).fixed().is_some() && self.teller.board.left(var).fixed().is_none()
        };
        self.state.vars.iter().any(is_new)
    }

    /// These values go by more than one rule's propagation: how, is told when it is needed.
    pub fn note(
        &mut self,
        rules: &[ConstraintId],
        smallest: bool,
        gone: &[Goal],
    ) -> Result<(), Limit> {
        let mut links: Vec<Link> = Vec::new();
        for &goal in gone {
            let chain = match rules {
                [_] => Vec::new(),
                _ => self.chain(&[goal], rules)?.unwrap_or_default(),
            };
            let uses = if chain.is_empty() {
                let vars = self.vars_of(rules);
                let left: Vec<Domain> = vars
                    .iter()
                    .map(|&var| self.state.left(var).clone())
                    .collect();
                self.uses(rules, &vars, &left, &[goal])?
            } else {
                let used: BTreeSet<Fact> =
                    chain.iter().flat_map(|link| &link.uses).copied().collect();
                let known = |fact: &Fact| {
                    fact.narrow(self.state.left(fact.var())) == *self.state.left(fact.var())
                };
                used.into_iter().filter(known).collect()
            };
            let order = |chain: &[Link]| {
                chain
                    .iter()
                    .map(|link| link.rules.clone())
                    .collect::<Vec<_>>()
            };
            let like = |link: &&mut Link| !chain.is_empty() && order(&link.chain) == order(&chain);
            match links.iter_mut().find(like) {
                Some(link) => {
                    link.gone.push(goal);
                    link.uses.extend(uses);
                    link.uses.sort_unstable();
                    link.uses.dedup();
                }
                None => links.push(Link {
                    rules: rules.to_vec(),
                    uses,
                    gone: vec![goal],
                    chain,
                    smallest,
                    ..Link::default()
                }),
            }
        }
        self.teller.hard.extend(links);
        Ok(())
    }

    /// The easiest deduction from the board that fixes something, if there is one; it is put on the board.
    pub fn tell(&mut self) -> Result<Option<Told>, Limit> {
        let vars = self.state.vars.clone();
        let mut round = 1;
        let mut touched = self.first_round()?;
        loop {
            let found = self.teller.found(vars.iter().copied());
            if !found.is_empty() {
                return self.easiest(&found).map(Some);
            }
            if round == 1 {
                touched = self.teller.why.keys().map(|goal| goal.0).collect();
            }
            round += 1;
            touched = self.next_round(round, &touched)?;
            if !touched.is_empty() {
                continue;
            }
            match self.hard_round(round) {
                Some(vars) => touched = vars,
                None => return Ok(None),
            }
        }
    }

    /// What was excluded of variables that are not fixed, where nothing more is.
    pub fn tell_the_rest(&mut self) -> Result<Vec<Told>, Limit> {
        let why: Vec<(Goal, Source)> = self
            .teller
            .why
            .iter()
            .map(|(&goal, &(_, source))| (goal, source))
            .collect();
        let mut by_source: BTreeMap<(usize, Source), Vec<Goal>> = BTreeMap::new();
        for (goal, source) in why {
            let round = self.teller.why[&goal].0;
            by_source.entry((round, source)).or_default().push(goal);
        }
        let mut all = Vec::new();
        for gone in by_source.into_values() {
            let links = self.leading_to(&gone)?;
            let by_var = gone.chunk_by(|one, other| one.0 == other.0);
            let removes =
                by_var.map(|goals| (goals[0].0, goals.iter().map(|goal| goal.1).collect()));
            all.push(self.told(Vec::new(), removes.collect(), links));
        }
        Ok(all)
    }

    /// What rules exclude by what is on the board alone.
    fn first_round(&mut self) -> Result<BTreeSet<Var>, Limit> {
        while let Some(rule) = self.teller.fresh.pop_first() {
            self.look()?;
            let (vars, _) = self.left_of(rule);
            let left: Vec<Domain> = vars
                .iter()
                .map(|&var| self.teller.board.left(var).clone())
                .collect();
            if let Some(after) = self.narrowed(rule, &left) {
                self.teller
                    .exclude(1, Source::Rule(rule), &goals(&vars, &left, &after));
            }
        }
        Ok(BTreeSet::new())
    }

    /// What rules exclude with what earlier rounds left.
    fn next_round(
        &mut self,
        round: usize,
        touched: &BTreeSet<Var>,
    ) -> Result<BTreeSet<Var>, Limit> {
        let about = touched
            .iter()
            .flat_map(|&var| self.reasons.grouped.about(var));
        let rules: BTreeSet<ConstraintId> = about.copied().collect();
        let mut new = BTreeSet::new();
        for rule in rules {
            self.look()?;
            let (vars, _) = self.left_of(rule);
            let left = self.teller.before(round, &vars);
            if let Some(after) = self.narrowed(rule, &left) {
                let gone = goals(&vars, &left, &after);
                new.extend(gone.iter().map(|goal| goal.0));
                self.teller.exclude(round, Source::Rule(rule), &gone);
            }
        }
        Ok(new)
    }

    /// The next of what several rules exclude, if its reasons are known by now.
    fn hard_round(&mut self, round: usize) -> Option<BTreeSet<Var>> {
        let teller = &self.teller;
        let holds = |fact: &Fact| {
            let left = teller.derived.left(fact.var());
            fact.narrow(left) == *left
        };
        let news = |link: &Link| {
            link.gone
                .iter()
                .any(|goal| teller.derived.left(goal.0).contains(goal.1))
        };
        let place = teller
            .hard
            .iter()
            .position(|link| news(link) && link.uses.iter().all(holds))?;
        let link = &teller.hard[place];
        let gone: Vec<Goal> = link
            .gone
            .iter()
            .copied()
            .filter(|goal| teller.derived.left(goal.0).contains(goal.1))
            .collect();
        self.teller.exclude(round, Source::Hard(place), &gone);
        Some(gone.iter().map(|goal| goal.0).collect())
    }

    /// Of several variables that are fixed now, the one with the shortest way; with it all others that go the same way.
    fn easiest(&mut self, found: &[(Var, i32)]) -> Result<Told, Limit> {
        const MOST: usize = 40;
        let mut ways: Vec<(Vec<Link>, (Var, i32))> = Vec::new();
        for &(var, value) in found.iter().take(MOST) {
            self.look()?;
            let others = self
                .teller
                .board
                .left(var)
                .difference(&Domain::single(value));
            let gone: Vec<Goal> = others.iter().map(|value| (var, value)).collect();
            let mut links = self.leading_to(&gone)?;
            let last = links
                .iter_mut()
                .rev()
                .find(|link| link.gone.iter().any(|goal| goal.0 == var));
            if let Some(last) = last {
                last.sets.push((var, value));
            }
            ways.push((links, (var, value)));
        }
        let length = |links: &[Link]| {
            let uses: usize = links.iter().map(|link| link.uses.len()).sum();
            (
                links.iter().map(|link| link.rules.len()).max(),
                links.len(),
                uses,
            )
        };
        let best = ways.iter().min_by_key(|(links, _)| length(links));
        let (mut links, first) = best.cloned().expect("something was found");
        let mut sets = vec![first];
        if let [only] = &mut links[..] {
            for (other, set) in ways {
                if let [other] = &other[..]
                    && set != first
                    && (&other.rules, &other.uses) == (&only.rules, &only.uses)
                {
                    only.gone.extend(&other.gone);
                    only.sets.push(set);
                    sets.push(set);
                }
            }
            only.gone.sort_unstable();
            only.gone.dedup();
            only.sets.sort_unstable();
            sets.sort_unstable();
        }
        self.teller.put(&sets);
        for &(var, _) in &sets {
            self.teller.fresh.extend(self.reasons.grouped.about(var));
        }
        Ok(self.told(sets, Vec::new(), links))
    }

    fn told(
        &mut self,
        sets: Vec<(Var, i32)>,
        removes: Vec<(Var, Vec<i32>)>,
        links: Vec<Link>,
    ) -> Told {
        let mut told = Told {
            sets,
            removes,
            size: links.iter().map(|link| link.rules.len()).max().unwrap_or(0),
            smallest: links.iter().all(|link| link.smallest),
            links,
            technique: None,
        };
        told.technique = technique::of(self.model, &self.reasons.grouped, &told);
        told
    }

    /// The links that lead to these values' being excluded, first to last.
    fn leading_to(&mut self, wanted: &[Goal]) -> Result<Vec<Link>, Limit> {
        let mut needed: BTreeMap<(usize, Source), BTreeSet<Goal>> = BTreeMap::new();
        let mut links = Vec::new();
        let mut next = wanted.to_vec();
        loop {
            for goal in next.drain(..) {
                if let Some(&why) = self.teller.why.get(&goal) {
                    needed.entry(why).or_default().insert(goal);
                }
            }
            let Some(((round, source), goals)) = needed.pop_last() else {
                break;
            };
            let goals: Vec<Goal> = goals.into_iter().collect();
            let mut new = match source {
                Source::Rule(rule) => self.links_of(round, rule, &goals)?,
                Source::Hard(place) => {
                    let hard = &self.teller.hard[place];
                    vec![Link {
                        gone: goals,
                        ..hard.clone()
                    }]
                }
            };
            // What is fixed is seen on the board.
            for fact in new.iter().flat_map(|link| &link.uses) {
                if let Fact::IsNot(var, value) = *fact {
                    next.push((var, value));
                }
            }
            new.reverse();
            links.extend(new);
        }
        links.reverse();
        Ok(links)
    }

    /// How a rule excludes these values: a link for each variable, or for each value if that is what people have a name for.
    fn links_of(
        &mut self,
        round: usize,
        rule: ConstraintId,
        goals: &[Goal],
    ) -> Result<Vec<Link>, Limit> {
        let (vars, _) = self.left_of(rule);
        let left = self.teller.before(round, &vars);
        let mut links: Vec<Link> = Vec::new();
        for of_one in goals.chunk_by(|one, other| one.0 == other.0) {
            let whole = self.link(rule, &vars, &left, of_one)?;
            if of_one.len() == 1
                || technique::of_link(self.model, &self.reasons.grouped, &whole).is_some()
            {
                links.push(whole);
                continue;
            }
            let mut apart = Vec::new();
            for goal in of_one.chunks(1) {
                apart.push(self.link(rule, &vars, &left, goal)?);
            }
            let is_named =
                |link: &Link| technique::of_link(self.model, &self.reasons.grouped, link).is_some();
            if apart.iter().all(is_named) {
                links.extend(apart);
            } else {
                links.push(whole);
            }
        }
        // What goes by the same facts is said at once.
        let mut merged: Vec<Link> = Vec::new();
        for link in links {
            match merged.iter_mut().find(|other| other.uses == link.uses) {
                Some(other) => other.gone.extend(link.gone),
                None => merged.push(link),
            }
        }
        Ok(merged)
    }

    fn link(
        &mut self,
        rule: ConstraintId,
        vars: &[Var],
        left: &[Domain],
        gone: &[Goal],
    ) -> Result<Link, Limit> {
        Ok(Link {
            uses: self.uses(&[rule], vars, left, gone)?,
            rules: vec![rule],
            gone: gone.to_vec(),
            smallest: true,
            ..Link::default()
        })
    }
}
