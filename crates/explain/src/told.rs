//! Deductions as they are told: what fixes a value, with all that leads to it.
//!
//! Nobody is told of every value that a rule excludes. Each deduction starts from the board: what every rule excludes by what is on it, then
//! what rules exclude with that, and so on in rounds until a value must be. Where no single rule says more, what several rules together were
//! found to exclude comes in. Of all that, exactly what the value hangs on is told, found by going back from it.

use std::collections::{BTreeMap, BTreeSet};

use tantalizer_model::{ConstraintId, Domain, Fact, Limit, Var};

use crate::state::State;
use crate::steps::{Explainer, Goal, goals};
use crate::{Technique, alike, technique};

/// A deduction of more sentences is told in several.
pub(crate) const MOST_SENTENCES: usize = 4;

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
    /// Links that were worked out since the board changed.
    links: BTreeMap<(usize, ConstraintId, Vec<Goal>), Vec<Link>>,
}

/// By what a value goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Rule(ConstraintId),
    Hard(usize),
}

/// How closely rules are looked at.
#[derive(Clone, Copy)]
enum Sight {
    /// What is seen at a glance.
    Glance,
    /// All that they exclude.
    Whole,
}

impl Teller {
    pub fn new(given: &State, rules: &[ConstraintId]) -> Teller {
        Teller {
            board: given.clone(),
            derived: given.clone(),
            why: BTreeMap::new(),
            fresh: rules.iter().copied().collect(),
            hard: Vec::new(),
            links: BTreeMap::new(),
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

    /// The values that a fact excludes and that the board does not.
    fn behind(&self, fact: &Fact) -> Vec<Goal> {
        let left = self.board.left(fact.var());
        let gone = left.difference(&fact.narrow(left));
        gone.iter().map(|value| (fact.var(), value)).collect()
    }

    /// In how late a round a variable was fixed, and by how many rules.
    fn distance(&self, var: Var, value: i32) -> (usize, usize) {
        let others = self.board.left(var).difference(&Domain::single(value));
        let why = others
            .iter()
            .filter_map(|value| self.why.get(&(var, value)));
        let sources: BTreeSet<&(usize, Source)> = why.collect();
        (sources.last().map_or(0, |last| last.0), sources.len())
    }

    fn exclude(&mut self, round: usize, source: Source, gone: &[Goal]) {
        for &goal in gone {
            // What was found first stays the reason.
            self.why.entry(goal).or_insert((round, source));
            self.derived.remove(goal.0, goal.1);
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

    /// Puts values on the board.
    fn put(&mut self, sets: &[(Var, i32)]) {
        for &(var, value) in sets {
            self.board.narrow(var, &Domain::single(value));
        }
    }

    /// Forgets what was found after the first round: it may be found more easily now, and by other ways than it was.
    fn back_to_the_board(&mut self) {
        let board = &self.board;
        self.why.retain(|goal, (round, _)| {
            let left = board.left(goal.0);
            *round == 1 && left.fixed().is_none() && left.contains(goal.1)
        });
        self.links.clear();
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

    /// These values go by more than one rule's propagation: how, is told when it is needed. Gives the facts that are used.
    pub fn note(
        &mut self,
        rules: &[ConstraintId],
        smallest: bool,
        gone: &[Goal],
    ) -> Result<Vec<Fact>, Limit> {
        let size = rules.len();
        let mut all = BTreeSet::new();
        for &goal in gone {
            let mut rules = rules.to_vec();
            let mut chain = Vec::new();
            if rules.len() > 1 {
                chain = match self.chain_about_one_value(goal, &rules)? {
                    None => self.chain(&[goal], &rules)?.unwrap_or_default(),
                    Some(chain) => chain,
                };
            }
            if rules.len() > 1
                && chain.is_empty()
                && let Ok(Some(more)) = self.refuted(goal, None, usize::MAX)
            {
                // Some more rules that can be followed one after another are easier than fewer that cannot.
                chain = self.chain(&[goal], &more)?.unwrap_or_default();
                rules = more;
            }
            let uses: Vec<Fact> = if chain.is_empty() {
                let vars = self.vars_of(&rules);
                let left: Vec<Domain> = vars
                    .iter()
                    .map(|&var| self.state.left(var).clone())
                    .collect();
                self.uses(&rules, &vars, &left, &[goal])?
            } else {
                let used: BTreeSet<Fact> =
                    chain.iter().flat_map(|link| &link.uses).copied().collect();
                let known = |fact: &Fact| {
                    fact.narrow(self.state.left(fact.var())) == *self.state.left(fact.var())
                };
                used.into_iter().filter(known).collect()
            };
            all.extend(&uses);
            self.teller.hard.push(Link {
                smallest: smallest && rules.len() <= size,
                rules,
                uses,
                gone: vec![goal],
                chain,
                ..Link::default()
            });
        }
        Ok(all.into_iter().collect())
    }

    /// The easiest deduction from the board that fixes something, if there is one; it is put on the board.
    pub fn tell(&mut self) -> Result<Option<Told>, Limit> {
        let vars = self.state.vars.clone();
        self.teller.back_to_the_board();
        self.first_round()?;
        let mut round = 1;
        let mut touched: BTreeSet<Var> = self.teller.why.keys().map(|goal| goal.0).collect();
        loop {
            let found = self.teller.found(vars.iter().copied());
            if !found.is_empty() {
                return self.easiest(&found).map(Some);
            }
            round += 1;
            let about = touched
                .iter()
                .flat_map(|&var| self.reasons.grouped.about(var));
            let rules: BTreeSet<ConstraintId> = about.copied().collect();
            touched = self.next_round(round, &rules, Sight::Glance)?;
            if touched.is_empty() {
                let all = self.reasons.rules.iter().copied().collect();
                touched = self.next_round(round, &all, Sight::Whole)?;
            }
            if touched.is_empty() {
                match self.hard_round(round) {
                    Some(vars) => touched = vars,
                    None => return Ok(None),
                }
            }
        }
    }

    /// What is excluded of variables that are not fixed, once [`Explainer::tell`] has found nothing more.
    pub fn tell_the_rest(&mut self) -> Result<Vec<Told>, Limit> {
        let mut by_source: BTreeMap<(usize, Source), Vec<Goal>> = BTreeMap::new();
        for (&goal, &why) in &self.teller.why {
            by_source.entry(why).or_default().push(goal);
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
    fn first_round(&mut self) -> Result<(), Limit> {
        let fresh = std::mem::take(&mut self.teller.fresh);
        self.next_round(1, &fresh, Sight::Glance).map(|_| ())
    }

    /// What rules exclude with what earlier rounds left.
    fn next_round(
        &mut self,
        round: usize,
        rules: &BTreeSet<ConstraintId>,
        sight: Sight,
    ) -> Result<BTreeSet<Var>, Limit> {
        let mut new = BTreeSet::new();
        for &rule in rules {
            self.look()?;
            let (vars, _) = self.left_of(rule);
            let left = self.teller.before(round, &vars);
            let glance = match sight {
                Sight::Glance => self.at_a_glance(rule, &vars, &left),
                Sight::Whole => None,
            };
            if let Some(after) = glance.or_else(|| self.narrowed(rule, &left)) {
                let gone = goals(&vars, &left, &after);
                new.extend(gone.iter().map(|goal| goal.0));
                self.teller.exclude(round, Source::Rule(rule), &gone);
            }
        }
        Ok(new)
    }

    /// The next of what several rules exclude, if its reasons are known by now; with it what else these rules exclude.
    fn hard_round(&mut self, round: usize) -> Option<BTreeSet<Var>> {
        let teller = &self.teller;
        let holds = |fact: &Fact| {
            let left = teller.derived.left(fact.var());
            fact.narrow(left) == *left
        };
        let is_news = |(var, value): Goal| teller.derived.left(var).contains(value);
        let is_next = |link: &Link| is_news(link.gone[0]) && link.uses.iter().all(holds);
        let next: Vec<usize> = (0..teller.hard.len())
            .filter(|&place| is_next(&teller.hard[place]))
            .collect();
        let rules = teller.hard[*next.first()?].rules.clone();
        let mut touched = BTreeSet::new();
        for place in next {
            let link = &self.teller.hard[place];
            if link.rules == rules {
                let gone = link.gone.clone();
                touched.insert(gone[0].0);
                self.teller.exclude(round, Source::Hard(place), &gone);
            }
        }
        Some(touched)
    }

    /// Of several variables that are fixed now, the one with the shortest way; with it all others that go the same way.
    fn easiest(&mut self, found: &[(Var, i32)]) -> Result<Told, Limit> {
        // How far each has to be gone back is known at once; only the nearest are looked at.
        const MOST: usize = 4;
        let mut found = found.to_vec();
        found.sort_by_key(|&(var, value)| self.teller.distance(var, value));
        let mut ways: Vec<(Vec<Link>, (Var, i32))> = Vec::new();
        for &(var, value) in found.iter().take(MOST) {
            self.look()?;
            ways.push((self.way_to(var, value)?, (var, value)));
            for rule in self.reasons.grouped.about(var).to_vec() {
                if let Some(links) = self.fixed_by(rule, var, value)? {
                    ways.push((links, (var, value)));
                }
            }
        }
        let (model, grouped) = (self.model, &self.reasons.grouped);
        let length = |links: &[Link]| {
            let levels = links.iter();
            let levels = levels.map(|link| technique::level(model, grouped, link));
            let uses: usize = links.iter().map(|link| link.uses.len()).sum();
            (
                links.iter().map(|link| link.rules.len()).max(),
                levels.max(),
                alike::sentences(model, links),
                links.len(),
                uses,
            )
        };
        let best = ways.iter().min_by_key(|(links, _)| length(links));
        let (mut links, first) = best.cloned().expect("something was found");
        let mut sets = vec![first];
        if let [only] = &mut links[..] {
            for &(var, value) in found.iter().skip(MOST) {
                ways.push((self.way_to(var, value)?, (var, value)));
            }
            for (other, set) in ways {
                if let [other] = &other[..]
                    && !sets.contains(&set)
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

    /// The values that must go for a variable to have this one.
    fn others(&self, var: Var, value: i32) -> Vec<Goal> {
        let others = self
            .teller
            .board
            .left(var)
            .difference(&Domain::single(value));
        others.iter().map(|value| (var, value)).collect()
    }

    /// How a variable was fixed, round by round.
    fn way_to(&mut self, var: Var, value: i32) -> Result<Vec<Link>, Limit> {
        let mut links = self.leading_to(&self.others(var, value))?;
        let about = |link: &&mut Link| link.gone.iter().any(|goal| goal.0 == var);
        if let Some(last) = links.iter_mut().rev().find(about) {
            last.sets.push((var, value));
        }
        Ok(links)
    }

    /// How one rule fixes a variable all by itself, whatever else is known of that variable.
    fn fixed_by(
        &mut self,
        rule: ConstraintId,
        var: Var,
        value: i32,
    ) -> Result<Option<Vec<Link>>, Limit> {
        let (vars, _) = self.left_of(rule);
        let mut left = self.teller.before(usize::MAX, &vars);
        let Ok(place) = vars.binary_search(&var) else {
            return Ok(None);
        };
        left[place] = self.teller.board.left(var).clone();
        let fixed = self
            .narrowed(rule, &left)
            .and_then(|after| after[place].fixed());
        if fixed != Some(value) {
            return Ok(None);
        }
        let mut last = self.link(rule, &vars, &left, &self.others(var, value))?;
        last.sets.push((var, value));
        let used = last.uses.iter().flat_map(|fact| self.teller.behind(fact));
        let mut links = self.leading_to(&used.collect::<Vec<Goal>>())?;
        links.push(last);
        Ok(Some(links))
    }

    /// A deduction that takes many sentences, told in several: what leads to it is said before and stays on the board, so that it is not said
    /// again where it leads to something else.
    pub fn in_parts(&mut self, told: Told) -> Vec<Told> {
        let links: Vec<&Link> = told.links.iter().collect();
        let groups = alike::together(self.model, &links);
        if told.sets.is_empty() || alike::sentences(self.model, &told.links) <= MOST_SENTENCES {
            return vec![told];
        }
        // What is fixed in the end stands on the board already; so much was left of it before.
        let mut open: BTreeMap<Var, Domain> = BTreeMap::new();
        for &(var, value) in &told.sets {
            open.insert(var, Domain::single(value));
        }
        for &(var, value) in told.links.iter().flat_map(|link| &link.gone) {
            if let Some(left) = open.get_mut(&var) {
                *left = left.union(&Domain::single(value));
            }
        }
        let mut parts: Vec<Told> = Vec::new();
        // What goes without saying, on the way to the next part; and what is left for the last.
        let (mut seen, mut last): (Vec<Link>, Vec<Link>) = (Vec::new(), Vec::new());
        for group in groups {
            let group: Vec<Link> = group.into_iter().cloned().collect();
            if !self.can_be_said_before(&group, &open) {
                last.extend(group);
                continue;
            }
            for &(var, value) in group.iter().flat_map(|link| &link.gone) {
                match open.get_mut(&var) {
                    Some(left) => *left = left.difference(&Domain::single(value)),
                    None => self.teller.board.remove(var, value),
                }
                self.teller.fresh.extend(self.reasons.grouped.about(var));
            }
            let all_seen = group.iter().all(alike::is_seen);
            seen.extend(group);
            if all_seen {
                continue;
            }
            let links = std::mem::take(&mut seen);
            let gone: BTreeSet<Goal> = links.iter().flat_map(|link| &link.gone).copied().collect();
            let gone: Vec<Goal> = gone.into_iter().collect();
            let by_var = gone.chunk_by(|one, other| one.0 == other.0);
            let removes =
                by_var.map(|goals| (goals[0].0, goals.iter().map(|goal| goal.1).collect()));
            let removes = removes.collect();
            parts.push(self.told(Vec::new(), removes, links));
        }
        seen.append(&mut last);
        let last = seen;
        parts.push(self.told(told.sets.clone(), told.removes.clone(), last));
        parts
    }

    /// Whether links use only what is on the board, and leave several values of all that they are about. Of some variables more is left than on
    /// the board.
    fn can_be_said_before(&self, links: &[Link], open: &BTreeMap<Var, Domain>) -> bool {
        let board = |var: Var| {
            open.get(&var)
                .unwrap_or_else(|| self.teller.board.left(var))
        };
        let known = |fact: &Fact| fact.narrow(board(fact.var())) == *board(fact.var());
        let mut left: BTreeMap<Var, Domain> = BTreeMap::new();
        for &(var, value) in links.iter().flat_map(|link| &link.gone) {
            let left = left.entry(var).or_insert_with(|| board(var).clone());
            *left = left.difference(&Domain::single(value));
        }
        links.iter().flat_map(|link| &link.uses).all(known)
            && left.values().all(|left| left.len() > 1)
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
                Source::Rule(rule) => {
                    let key = (round, rule, goals);
                    if !self.teller.links.contains_key(&key) {
                        let links = self.links_of(round, rule, &key.2)?;
                        self.teller.links.insert(key.clone(), links);
                    }
                    self.teller.links[&key].clone()
                }
                Source::Hard(place) => vec![self.teller.hard[place].clone()],
            };
            for fact in new.iter().flat_map(|link| &link.uses) {
                next.extend(self.teller.behind(fact));
            }
            new.reverse();
            links.extend(new);
        }
        links.reverse();
        Ok(told_at_once(links))
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

/// Links in which the same rules follow each other in the same way, or the same rule uses the same facts, are told as one.
fn told_at_once(links: Vec<Link>) -> Vec<Link> {
    let order = |link: &Link| -> Vec<ConstraintId> {
        let rules = link.chain.iter().flat_map(|link| &link.rules);
        rules.copied().collect()
    };
    let mut together: Vec<Link> = Vec::new();
    let alike = |one: &Link, other: &Link| {
        let many = one.rules.len() > 1 || one.uses == other.uses;
        let chained = !one.chain.is_empty() || !other.chain.is_empty();
        if chained {
            order(one) == order(other)
        } else {
            many && one.rules == other.rules
        }
    };
    for link in links {
        match together.last_mut() {
            Some(last) if alike(last, &link) => {
                last.gone.extend(link.gone);
                last.uses.extend(link.uses);
                last.uses.sort_unstable();
                last.uses.dedup();
            }
            _ => together.push(link),
        }
    }
    together
}
