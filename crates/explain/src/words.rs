//! Deductions in sentences.

use std::borrow::Borrow;

use tantalizer_model::{Constraint, ConstraintId, Domain, Fact, Model, Var};

use crate::alike::{MANY, excludes, in_a_list, is_seen, named, sentences, together};
use crate::told::MOST_SENTENCES;
use crate::{LARGEST_STEP, Link, Technique, Told, Wrong};

/// What things are called: variables by the places they stand for, values by their symbols.
pub struct Words<'a> {
    /// The rules are named here.
    pub model: &'a Model,
    /// Names a variable; if it stands at several places, all of them with commas between.
    pub place: &'a dyn Fn(Var) -> String,
    /// Names a value of it.
    pub value: &'a dyn Fn(Var, i32) -> String,
}

/// How much is told of what follows from a guess.
#[derive(Clone, Copy)]
enum Length {
    Whole,
    InShort,
}

/// So many deductions from a guess follow each other in one sentence; in short half as many are told of more.
const MOST_FOLLOWED: usize = 4;

impl Words<'_> {
    /// A deduction as a sentence or a few. What a rule excludes by what is on the board goes without saying, unless that is all there is.
    pub fn told(&self, told: &Told) -> String {
        self.in_sentences(told, Length::Whole)
    }

    fn in_sentences(&self, told: &Told, length: Length) -> String {
        let results = self.results(told);
        match &told.links[..] {
            [link] if link.rules.len() == 1 => {
                let mut reasons = vec![self.rule_in_full(link.rules[0])];
                reasons.extend(self.facts(&link.uses));
                format!("Because {}: {results}.", listed(&reasons, "and"))
            }
            [link] => format!("{} So {results}.", self.supposed(link, length)),
            links => match (told.technique, &told.sets[..]) {
                (Some(Technique::OnlyValue), &[(var, value)]) => {
                    let (place, value) = (self.places(var), (self.value)(var, value));
                    let mut by_rule: Vec<(String, Vec<i32>)> = Vec::new();
                    for link in links {
                        let rule = self.names(&link.rules).join("; ");
                        let values = link.gone.iter().map(|goal| goal.1);
                        match by_rule.iter_mut().find(|(other, _)| *other == rule) {
                            Some((_, all)) => all.extend(values),
                            None => by_rule.push((rule, values.collect())),
                        }
                    }
                    let parts: Vec<String> = by_rule
                        .iter()
                        .map(|(rule, gone)| format!("not {} ({rule})", self.values(var, gone)))
                        .collect();
                    format!("For {place} only {value} is left: {}.", parts.join(", "))
                }
                (Some(Technique::OnlyPlace), &[(var, value)]) if links.len() > 1 => {
                    self.only_place(links, var, value)
                }
                _ => {
                    let mut parts: Vec<&Link> =
                        links.iter().filter(|link| !is_seen(link)).collect();
                    // A last link that says it all says what must be.
                    let says_it_all = |last: &mut &Link| {
                        let is_set = |var: Var| told.sets.iter().any(|set| set.0 == var);
                        let hard = last.rules.len() > 1;
                        told.removes.is_empty()
                            && if hard {
                                last.gone.iter().all(|goal| is_set(goal.0))
                            } else {
                                last.sets == told.sets
                            }
                    };
                    let closing = match parts.pop_if(says_it_all) {
                        // Each part has said what goes.
                        None if told.sets.is_empty() && !parts.is_empty() => None,
                        Some(hard) if hard.rules.len() > 1 => {
                            Some(format!("{} So {results}.", self.supposed(hard, length)))
                        }
                        Some(last) => Some(self.for_reasons(&results, last)),
                        None => Some(format!("So {results}.")),
                    };
                    let groups = together(self.model, &parts).into_iter();
                    let parts = groups.flat_map(|group| self.group(&group, length));
                    let parts: Vec<String> = parts.chain(closing).collect();
                    parts.join(" ")
                }
            },
        }
    }

    /// A deduction as a hint: where it takes very many sentences, what comes of it and how it begins; and of what follows from a guess the
    /// beginning and the end.
    pub fn hint(&self, told: &Told) -> String {
        const MOST: usize = 2 * MOST_SENTENCES;
        let sentences = sentences(self.model, &told.links);
        if sentences <= MOST {
            return self.in_sentences(told, Length::InShort);
        }
        let said: Vec<&Link> = told.links.iter().filter(|link| !is_seen(link)).collect();
        let groups = together(self.model, &said).into_iter();
        let first: Vec<String> = groups
            .flat_map(|group| self.group(&group, Length::InShort))
            .take(3)
            .collect();
        let results = self.results(told);
        format!(
            "{results}. It takes {sentences} deductions to see that; these come first. {}",
            first.join(" ")
        )
    }

    /// What leads to a deduction, one sentence a link.
    pub fn links(&self, told: &Told) -> Vec<String> {
        let links = told.links.iter();
        links.map(|link| self.link(link, Length::Whole)).collect()
    }

    /// One link as a sentence.
    fn link(&self, link: &Link, length: Length) -> String {
        if link.rules.len() > 1 {
            let goals = self.excluded(&link.gone);
            return format!("{} So {goals}.", self.supposed(link, length));
        }
        if link.gone.is_empty() {
            let broken = quoted(&self.names(&link.rules));
            let because = self.because(link);
            return capital(&format!("{broken} cannot hold{because}."));
        }
        self.for_reasons(&self.conclusion(link), link)
    }

    /// Links that are alike: one sentence if there are many.
    fn group(&self, links: &[&Link], length: Length) -> Vec<String> {
        if links.len() < MANY {
            return links.iter().map(|link| self.link(link, length)).collect();
        }
        if links[0].rules.len() > 1 {
            let others = links[1..].iter().flat_map(|link| &link.gone);
            let mut others: Vec<(Var, i32)> = others.copied().collect();
            others.sort_unstable();
            others.dedup();
            let likewise = format!("In the same way {}.", self.excluded(&others));
            return vec![self.link(links[0], length), likewise];
        }
        let gone = links.iter().flat_map(|link| &link.gone);
        let mut gone: Vec<(Var, i32)> = gone.copied().collect();
        gone.sort_unstable();
        gone.dedup();
        let each: Vec<Vec<String>> = (links.iter())
            .map(|link| {
                let mut vars: Vec<Var> = link.gone.iter().map(|goal| goal.0).collect();
                vars.dedup();
                vars.into_iter().map(|var| (self.place)(var)).collect()
            })
            .collect();
        let rules: Vec<String> = links
            .iter()
            .flat_map(|link| self.names(&link.rules))
            .collect();
        let conclusion = self.fewest_words(&gone);
        let because = self.in_short(links);
        let rule = named(&rules, &each);
        vec![capital(&format!("{conclusion}{because} ({rule})."))]
    }

    /// What goes, by place or by value, whichever is shorter.
    fn fewest_words(&self, goals: &[(Var, i32)]) -> String {
        let by_place = self.excluded(goals);
        let mut by_value: Vec<(i32, Vec<Var>)> = Vec::new();
        for &(var, value) in goals {
            match by_value.iter_mut().find(|(other, _)| *other == value) {
                Some((_, vars)) => vars.push(var),
                None => by_value.push((value, vec![var])),
            }
        }
        by_value.sort_unstable();
        let mut by_places: Vec<(Vec<Var>, Vec<i32>)> = Vec::new();
        for (value, vars) in by_value {
            match by_places.iter_mut().find(|(other, _)| *other == vars) {
                Some((_, values)) => values.push(value),
                None => by_places.push((vars, vec![value])),
            }
        }
        let parts: Vec<String> = by_places
            .iter()
            .map(|(vars, values)| {
                let places: Vec<String> = vars.iter().map(|&var| (self.place)(var)).collect();
                format!(
                    "{} cannot be {}",
                    joined(&places),
                    self.values(vars[0], values)
                )
            })
            .collect();
        let by_value = listed(&parts, "and");
        if by_value.len() < by_place.len() {
            by_value
        } else {
            by_place
        }
    }

    /// Why many places lose values: what is left nowhere where it is needed, if that can be said of all of them at once.
    fn in_short(&self, links: &[&Link]) -> String {
        const MOST: usize = 6;
        let mut uses: Vec<Fact> = links.iter().flat_map(|link| &link.uses).copied().collect();
        uses.sort_unstable();
        uses.dedup();
        if self.facts(&uses).len() < MANY {
            return format!(", because {}", listed(&self.facts(&uses), "and"));
        }
        let mut missing: Vec<(Var, i32)> = Vec::new();
        for fact in &uses {
            if let Fact::IsNot(var, value) = *fact
                && missing.iter().all(|other| other.1 != value)
            {
                missing.push((var, value));
            }
        }
        missing.sort_by_key(|goal| goal.1);
        match missing[..] {
            [(var, _), ..] if missing.len() <= MOST => {
                let values: Vec<i32> = missing.iter().map(|goal| goal.1).collect();
                format!(
                    ", because no {} is left where it is needed",
                    self.values(var, &values)
                )
            }
            _ => ", because what is left of the others does not allow it".to_string(),
        }
    }

    /// Values in a list; of many numbers in a row only the first and the last.
    fn values(&self, var: Var, values: &[i32]) -> String {
        const MANY: usize = 4;
        let is_number = |&value: &i32| (self.value)(var, value) == value.to_string();
        let mut said: Vec<String> = Vec::new();
        for run in values.chunk_by(|&one, &other| one.checked_add(1) == Some(other)) {
            match run {
                [first, .., last] if run.len() >= MANY && run.iter().all(is_number) => {
                    said.push(format!("{first} to {last}"));
                }
                _ => said.extend(run.iter().map(|&value| (self.value)(var, value))),
            }
        }
        listed(&said, "or")
    }

    /// `at most 5`, where many numbers go at one end.
    fn bound(&self, var: Var, left: &Domain, gone: &Domain) -> Option<String> {
        let is_number = |value: i32| (self.value)(var, value) == value.to_string();
        let (least, most) = (left.min()?, left.max()?);
        let many = gone.len() >= MANY as u64 && left.len() > 1 && gone.iter().all(is_number);
        let one_side =
            gone.iter().all(|value| value > most) || gone.iter().all(|value| value < least);
        let (word, value) = if gone.min() > Some(most) {
            ("most", most)
        } else {
            ("least", least)
        };
        (many && one_side && is_number(value)).then(|| format!("at {word} {value}"))
    }

    /// What a link leads to, with what it uses and its rule.
    fn for_reasons(&self, conclusion: &str, link: &Link) -> String {
        if let Some(only) = self.only_one_left(link) {
            return only;
        }
        let (because, rules) = (self.because(link), self.names(&link.rules));
        capital(&format!("{conclusion}{because} ({}).", rules.join("; ")))
    }

    /// A value that must be somewhere in a large group: the places that have another one are not listed.
    fn only_one_left(&self, link: &Link) -> Option<String> {
        const LARGE: usize = 9;
        let (&[(var, value)], &[rule]) = (&link.sets[..], &link.rules[..]) else {
            return None;
        };
        let constraint = &self.model.constraint(rule).constraint;
        let elsewhere = link.uses.iter().all(|fact| excludes(fact, value));
        let large = matches!(constraint, Constraint::AllDifferent(all) if all.vars.len() > LARGE);
        let (seen, left): (Vec<Fact>, Vec<Fact>) =
            (link.uses.iter()).partition(|fact| matches!(fact, Fact::Is(..)));
        if !large || !elsewhere || seen.len() < MANY {
            return None;
        }
        let (value, place) = ((self.value)(var, value), self.places(var));
        let why = if left.is_empty() {
            "all other places are taken".to_string()
        } else {
            listed(&self.facts(&left), "and")
        };
        let rule = self.names(&[rule]).join("; ");
        Some(format!(
            "For {value} only {place} is left, because {why} ({rule})."
        ))
    }

    fn because(&self, link: &Link) -> String {
        let uses = self.facts(&link.uses);
        if uses.is_empty() {
            String::new()
        } else {
            format!(", because {}", listed(&uses, "and"))
        }
    }

    /// What is wrong with what is filled in.
    pub fn wrong(&self, wrong: &Wrong) -> String {
        let entries: Vec<Fact> = wrong
            .entries
            .iter()
            .map(|&(var, value)| Fact::Is(var, value))
            .collect();
        let entries = listed(&self.facts(&entries), "and");
        match &wrong.links[..] {
            [] if wrong.because.is_empty() => {
                capital(&format!("{entries}: the puzzle says otherwise."))
            }
            [] => {
                let rules = listed(&self.names(&wrong.because), "and");
                capital(&format!(
                    "{entries}: that cannot be right, because of {rules}."
                ))
            }
            [broken] => {
                let facts = listed(&self.facts(&broken.uses), "and");
                capital(&format!(
                    "{facts}, but {}.",
                    self.rule_in_full(broken.rules[0])
                ))
            }
            links => {
                let links = links.iter();
                let parts: Vec<String> = links.map(|link| self.link(link, Length::Whole)).collect();
                format!("{} So it cannot be right that {entries}.", parts.join(" "))
            }
        }
    }

    /// Suppose a value, and what follows.
    fn supposed(&self, link: &Link, length: Length) -> String {
        let Some((last, before)) = link.chain.split_last() else {
            let rules = match &link.rules[..] {
                few if few.len() <= LARGEST_STEP => in_a_list(&self.names(few)),
                many => format!("{} rules together", many.len()),
            };
            let supposed = self.alternatives(&link.gone);
            let leads = if link.gone.len() == 1 { "that" } else { "each" };
            return format!("Suppose {supposed}: {leads} leads to a contradiction ({rules}).");
        };
        // The others go in the same way.
        let (first, others) = link.gone.split_at(1);
        let supposed = self.alternatives(first);
        let told = match length {
            Length::InShort if before.len() > MOST_FOLLOWED => MOST_FOLLOWED / 2,
            Length::InShort | Length::Whole => before.len(),
        };
        let steps: Vec<String> = before[..told]
            .iter()
            .map(|link| {
                format!(
                    "{} ({})",
                    self.conclusion(link),
                    self.names(&link.rules).join("; ")
                )
            })
            .collect();
        let sentences: Vec<String> = steps
            .chunks(MOST_FOLLOWED)
            .map(|steps| steps.join(", so "))
            .collect();
        let steps = match (&sentences[..], before.len() - told) {
            ([], _) => "Then".to_string(),
            (sentences, 0) => format!("Then {}, and", sentences.join(". So ")),
            (sentences, left) => format!(
                "Then {}, and after {left} more such deductions",
                sentences.join(". So ")
            ),
        };
        let broken = quoted(&self.names(&last.rules));
        let likewise = if others.is_empty() {
            String::new()
        } else {
            format!(" The same follows if {}.", self.alternatives(others))
        };
        format!("Suppose {supposed}. {steps} {broken} cannot hold.{likewise}")
    }

    /// What a link leads to.
    fn conclusion(&self, link: &Link) -> String {
        let set = |var: Var| link.sets.iter().any(|set| set.0 == var);
        let rest: Vec<(Var, i32)> = link
            .gone
            .iter()
            .copied()
            .filter(|goal| !set(goal.0))
            .collect();
        let mut parts: Vec<Fact> = link
            .sets
            .iter()
            .map(|&(var, value)| Fact::Is(var, value))
            .collect();
        parts.extend(rest.iter().map(|&(var, value)| Fact::IsNot(var, value)));
        listed(&self.facts(&parts), "and")
    }

    fn results(&self, told: &Told) -> String {
        let sets = grouped(
            told.sets
                .iter()
                .map(|&(var, value)| ((self.value)(var, value), (self.place)(var))),
        );
        let mut results: Vec<String> = sets
            .into_iter()
            .map(|(value, places)| {
                format!(
                    "{} must be {}",
                    joined(&places),
                    plural(&value, places.len())
                )
            })
            .collect();
        let removed = told.removes.iter();
        let removed =
            removed.flat_map(|(var, values)| values.iter().map(move |&value| (*var, value)));
        let removed: Vec<(Var, i32)> = removed.collect();
        if !removed.is_empty() {
            results.push(self.excluded(&removed));
        }
        listed(&results, "and")
    }

    /// Values of which each is supposed for itself: `r1c3 is 1 or 2 or r1c4 is 1`.
    fn alternatives(&self, goals: &[(Var, i32)]) -> String {
        let parts = self.by_values(goals).into_iter();
        let parts: Vec<String> = parts
            .map(|(values, places)| {
                let places = joined_by(&places, "or");
                // Of places in a row each is an alternative.
                let one_of = if places.contains(" to ") {
                    "one of "
                } else {
                    ""
                };
                format!("{one_of}{places} is {values}")
            })
            .collect();
        parts.join(", or ")
    }

    /// `r1c3 cannot be 1 or 2`.
    fn excluded(&self, goals: &[(Var, i32)]) -> String {
        let parts = self.by_values(goals).into_iter();
        let parts: Vec<String> = parts
            .map(|(values, places)| format!("{} cannot be {values}", joined(&places)))
            .collect();
        listed(&parts, "and")
    }

    /// `1 or 2` with the places of which that is said.
    fn by_values(&self, goals: &[(Var, i32)]) -> Vec<(String, Vec<String>)> {
        let by_var = goals.chunk_by(|one, other| one.0 == other.0);
        grouped(by_var.map(|goals| {
            let (var, values) = (goals[0].0, goals.iter().map(|goal| goal.1));
            (
                self.values(var, &values.collect::<Vec<i32>>()),
                (self.place)(var),
            )
        }))
    }

    /// What links say, by their rules: those of one rule together.
    fn by_rule(
        &self,
        links: &[Link],
        said: impl Fn(&Link) -> Vec<String>,
    ) -> Vec<(String, Vec<String>)> {
        grouped(links.iter().flat_map(|link| {
            let rule = self.names(&link.rules).join("; ");
            let said = said(link).into_iter();
            said.map(move |what| (rule.clone(), what))
        }))
    }

    /// A group must hold a value, and only one place is left for it.
    fn only_place(&self, links: &[Link], var: Var, value: i32) -> String {
        let Some((last, before)) = links.split_last() else {
            return String::new();
        };
        let group = self.rule_in_full(last.rules[0]);
        let places = |link: &Link| {
            let mut vars: Vec<Var> = link.gone.iter().map(|goal| goal.0).collect();
            vars.dedup();
            vars.iter().map(|&var| (self.place)(var)).collect()
        };
        let parts = self.by_rule(before, places).into_iter();
        let parts: Vec<String> = parts
            .map(|(rule, places)| format!("not {} ({rule})", joined_by(&places, "or")))
            .collect();
        let (place, value) = (self.places(var), (self.value)(var, value));
        capital(&format!(
            "{group}, and for {value} only {place} is left: {}.",
            parts.join(", ")
        ))
    }

    /// Facts in groups: `r1c1 and r1c2 are empty`, `r1c3 is not 1 or 2`.
    fn facts(&self, facts: &[Fact]) -> Vec<String> {
        let known = facts.iter().filter_map(|fact| match *fact {
            Fact::Is(var, value) => Some(((self.value)(var, value), (self.place)(var))),
            _ => None,
        });
        let mut said: Vec<String> = grouped(known)
            .into_iter()
            .map(|(value, places)| {
                let verb = if is_one(&places) { "is" } else { "are" };
                format!(
                    "{} {verb} {}",
                    joined(&places),
                    plural(&value, places.len())
                )
            })
            .collect();
        let excluded: Vec<(Var, i32)> = facts
            .iter()
            .filter_map(|fact| match *fact {
                Fact::IsNot(var, value) => Some((var, value)),
                _ => None,
            })
            .collect();
        // What is left is said where that is less than what is not.
        let by_var = excluded.chunk_by(|one, other| one.0 == other.0);
        let by_var = by_var.map(|goals| {
            let var = goals[0].0;
            let gone = Domain::from_values(goals.iter().map(|goal| goal.1));
            let left = self.model.domain(var).difference(&gone);
            if let Some(bound) = self.bound(var, &left, &gone) {
                return (bound, (self.place)(var));
            }
            let (not, values) = if left.len() < gone.len() {
                ("", left)
            } else {
                ("not ", gone)
            };
            let values: Vec<i32> = values.iter().collect();
            (
                format!("{not}{}", self.values(var, &values)),
                (self.place)(var),
            )
        });
        let others = grouped(by_var).into_iter().map(|(values, places)| {
            let verb = if is_one(&places) { "is" } else { "are" };
            format!("{} {verb} {values}", joined(&places))
        });
        said.extend(others);
        said
    }

    /// Where a variable stands.
    fn places(&self, var: Var) -> String {
        joined(&[(self.place)(var)])
    }

    /// Names of rules.
    fn names(&self, rules: &[ConstraintId]) -> Vec<String> {
        rules
            .iter()
            .map(|&id| self.model.constraint_name(id))
            .collect()
    }

    /// The sentence of a rule, if it has one.
    fn rule_in_full(&self, rule: ConstraintId) -> String {
        let posted = self.model.constraint(rule);
        if posted.sentence.is_empty() {
            self.model.constraint_name(rule)
        } else {
            posted.sentence.clone()
        }
    }
}

/// Rules as they are named, told apart from the sentence around them.
fn quoted(rules: &[String]) -> String {
    let rules: Vec<String> = rules.iter().map(|rule| format!("\"{rule}\"")).collect();
    listed(&rules, "and")
}

/// What belongs to one key, keys in the order in which they come.
fn grouped(pairs: impl Iterator<Item = (String, String)>) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (key, item) in pairs {
        match groups.iter_mut().find(|group| group.0 == key) {
            Some(group) => group.1.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<S: Borrow<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.borrow().to_string(),
        [rest @ .., last] => format!("{} {word} {}", rest.join(", "), last.borrow()),
    }
}

/// Places in a list, where neighbours in a row or column are told by their ends: `r1c3 to r1c8`.
fn joined(places: &[String]) -> String {
    joined_by(places, "and")
}

/// Those on the same side of several cells are told together: `the sides below r1c1 and r2c1`. A variable may stand at several places.
fn joined_by(places: &[String], word: &str) -> String {
    let each = places.iter().flat_map(|places| places.split(SEVERAL));
    let on_a_side = each.map(|place| match place.rsplit_once(' ') {
        Some((side, at)) if side.starts_with(SIDE) && cell(at).is_some() => {
            (side.into(), at.into())
        }
        _ => (String::new(), place.into()),
    });
    let said = grouped(on_a_side).into_iter().map(|(side, places)| {
        let cells = joined_cells(&places, word);
        match side.strip_prefix(SIDE) {
            None => cells,
            // Of alternatives each is one side.
            Some(_) if places.len() == 1 || word == "or" => format!("{side} {cells}"),
            Some(direction) => format!("{SIDE}s{direction} {cells}"),
        }
    });
    listed(&said.collect::<Vec<String>>(), word)
}

/// What is between the places of one variable.
const SEVERAL: &str = ", ";

/// How places begin that are sides of cells.
const SIDE: &str = "the side";

fn joined_cells(places: &[String], word: &str) -> String {
    let mut runs: Vec<Vec<&String>> = Vec::new();
    for place in places {
        let goes_on = runs.last().is_some_and(|run| {
            let by = |one: &String, other: &String| step(cell(one), cell(other));
            match run[..] {
                [.., before, last] => {
                    let next = by(last, place);
                    next.is_some() && next == by(before, last)
                }
                [last] => by(last, place).is_some(),
                [] => false,
            }
        });
        match runs.last_mut() {
            Some(run) if goes_on => run.push(place),
            _ => runs.push(vec![place]),
        }
    }
    let mut said = Vec::new();
    for run in runs {
        match run[..] {
            [first, _, .., last] if run.len() > 2 => said.push(format!("{first} to {last}")),
            _ => said.extend(run.into_iter().cloned()),
        }
    }
    listed(&said, word)
}

/// Row and column of a place such as `r1c3`.
fn cell(place: &str) -> Option<(usize, usize)> {
    let (row, col) = place.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}

/// Whether the second cell is right of the first, or below it.
fn step(first: Option<(usize, usize)>, second: Option<(usize, usize)>) -> Option<(usize, usize)> {
    let (first, second) = (first?, second?);
    let step = (
        second.0.checked_sub(first.0)?,
        second.1.checked_sub(first.1)?,
    );
    matches!(step, (0, 1) | (1, 0)).then_some(step)
}

/// Whether one thing is spoken of.
fn is_one(places: &[String]) -> bool {
    matches!(places, [only] if !only.contains(SEVERAL))
}

/// The word for a value of several things: `a triangle`, `triangles`.
fn plural(value: &str, count: usize) -> String {
    match value.strip_prefix("a ") {
        Some(noun) if count > 1 => format!("{noun}s"),
        _ => value.to_string(),
    }
}

fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match chars.next() {
        // Places keep their small letters.
        Some(first) if cell(sentence.split([' ', ',']).next().unwrap_or("")).is_none() => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn joined_places(places: &[&str]) -> String {
        let places: Vec<String> = places.iter().map(|place| place.to_string()).collect();
        joined(&places)
    }

    #[test]
    fn places_are_joined_by_what_they_are() {
        assert_eq!(joined_places(&["r1c2", "r1c3", "r1c4"]), "r1c2 to r1c4");
        assert_eq!(
            joined_places(&["the side below r1c1", "the side below r2c1"]),
            "the sides below r1c1 and r2c1"
        );
        // One variable at two places, beside another one.
        assert_eq!(
            joined_places(&["r1c1", "r2c2, r3c1"]),
            "r1c1, r2c2 and r3c1"
        );
    }
}
