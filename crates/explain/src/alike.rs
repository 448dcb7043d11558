//! Links that say the same of different places, to be told at once.
//!
//! Rules whose names differ in nothing but numbers are alike: `the number after r1c2 is beside it` and the same of every other cell. What many such
//! rules exclude makes one sentence, as long as none of it leads to another part of it.

use std::collections::HashMap;

use tantalizer_model::{Domain, Fact, Model, Var};

use crate::Link;

/// So many links are worth a sentence together.
pub(crate) const MANY: usize = 3;

/// Links in groups that are alike, in an order in which each group uses only what is on the board and what earlier groups say.
pub(crate) fn together<'l>(model: &Model, links: &[&'l Link]) -> Vec<Vec<&'l Link>> {
    let mut groups: Vec<(Form, Vec<&'l Link>)> = Vec::new();
    // After which group a value has gone.
    let mut gone_in: HashMap<Var, Vec<(i32, usize)>> = HashMap::new();
    for &link in links {
        let after = link.uses.iter().filter_map(|fact| {
            let gone = gone_in.get(&fact.var())?.iter();
            gone.filter(|(value, _)| excludes(fact, *value))
                .map(|&(_, group)| group + 1)
                .max()
        });
        let first = after.max().unwrap_or(0);
        let form = Form::of(model, link);
        let fitting =
            (first..groups.len()).find(|&at| form.is_told_at_once() && groups[at].0 == form);
        let at = fitting.unwrap_or(groups.len());
        match fitting {
            Some(at) => groups[at].1.push(link),
            None => groups.push((form, vec![link])),
        }
        for &(var, value) in &link.gone {
            gone_in.entry(var).or_default().push((value, at));
        }
    }
    groups.into_iter().map(|(_, links)| links).collect()
}

/// How many sentences it takes to tell links, those that go without saying left out.
pub(crate) fn sentences(model: &Model, links: &[Link]) -> usize {
    let said: Vec<&Link> = links.iter().filter(|link| !is_seen(link)).collect();
    let groups = together(model, &said).into_iter();
    let sentences = groups.map(|group| match (group.len(), group[0].rules.len()) {
        (few, _) if few < MANY => few,
        (_, 1) => 1,
        _ => 2,
    });
    sentences.sum()
}

/// Whether a rule excludes something by what is on the board.
pub(crate) fn is_seen(link: &Link) -> bool {
    let seen = link.uses.iter().all(|fact| matches!(fact, Fact::Is(..)));
    seen && link.rules.len() == 1 && link.sets.is_empty()
}

/// Whether a fact says that its variable does not have this value.
pub(crate) fn excludes(fact: &Fact, value: i32) -> bool {
    fact.narrow(&Domain::single(value)).is_empty()
}

/// What links that are alike have in common.
#[derive(PartialEq, Eq)]
struct Form {
    rules: Vec<String>,
    /// The same of the links of its chain.
    chain: Vec<Vec<String>>,
    /// A link that says what must be is told by itself, and one whose rules do not follow each other.
    alone: bool,
}

impl Form {
    fn of(model: &Model, link: &Link) -> Form {
        let rules = |link: &Link| -> Vec<String> {
            let rules = link.rules.iter();
            rules
                .map(|&id| template(&model.constraint_name(id)))
                .collect()
        };
        Form {
            rules: rules(link),
            chain: link.chain.iter().map(rules).collect(),
            alone: !link.sets.is_empty() || (link.rules.len() > 1 && link.chain.is_empty()),
        }
    }

    fn is_told_at_once(&self) -> bool {
        !self.alone
    }
}

/// A name without its numbers.
pub(crate) fn template(name: &str) -> String {
    let mut cut = String::with_capacity(name.len());
    for letter in name.chars() {
        if !letter.is_ascii_digit() {
            cut.push(letter);
        } else if !cut.ends_with('#') {
            cut.push('#');
        }
    }
    cut
}

/// The names of rules that are alike, said once: of the places that are spoken of "each", of others that there are more.
pub(crate) fn named(names: &[String], each: &[Vec<String>]) -> String {
    let [first, others @ ..] = names else {
        return String::new();
    };
    if others.iter().all(|other| other == first) {
        return first.clone();
    }
    // The rule of every place speaks of that place.
    let spoken_of = |(name, places): (&String, &Vec<String>)| match &places[..] {
        [place] => says(name, place).then(|| replaced(name, place)),
        _ => None,
    };
    let said: Option<Vec<String>> = names.iter().zip(each).map(spoken_of).collect();
    if let Some([first, others @ ..]) = said.as_deref()
        && others
            .iter()
            .all(|other| template(other) == template(first))
    {
        return first.clone();
    }
    likewise(names).unwrap_or_else(|| {
        let mut different: Vec<&String> = Vec::new();
        for name in names {
            if !different.contains(&name) {
                different.push(name);
            }
        }
        format!("{first}, and {} more like it", different.len() - 1)
    })
}

/// Names of rules in a list; many that differ in one word are said at once, behind the others.
pub(crate) fn in_a_list(names: &[String]) -> String {
    let mut alike: Vec<Vec<String>> = Vec::new();
    for name in names {
        let is_like = |group: &&mut Vec<String>| template(&group[0]) == template(name);
        match alike.iter_mut().find(is_like) {
            Some(group) => group.push(name.clone()),
            None => alike.push(vec![name.clone()]),
        }
    }
    let (mut said, mut at_once) = (Vec::new(), Vec::new());
    for group in alike {
        match likewise(&group).filter(|_| group.len() >= MANY) {
            Some(together) => at_once.push(together),
            None => said.extend(group),
        }
    }
    said.extend(at_once);
    crate::listed(&said, "and")
}

/// The first of some names that differ in one word, with that word of the others.
fn likewise(names: &[String]) -> Option<String> {
    let words: Vec<Vec<&str>> = names.iter().map(|name| name.split(' ').collect()).collect();
    let differs = |at: &usize| {
        words
            .iter()
            .any(|other| other.get(*at) != words[0].get(*at))
    };
    let mut differing = (0..words[0].len()).filter(differs);
    let (at, None) = (differing.next()?, differing.next()) else {
        return None;
    };
    let mut others: Vec<&str> = Vec::new();
    for other in &words[1..] {
        let word = other[at].trim_end_matches([',', ':']);
        if other[at] != words[0][at] && !others.contains(&word) {
            others.push(word);
        }
    }
    let others = crate::listed(&others, "and");
    let before = at
        .checked_sub(1)
        .map_or(String::new(), |before| format!("{} ", words[0][before]));
    Some(format!("{}, likewise {before}{others}", names[0]))
}

/// Whether a name speaks of a place, as a word.
fn says(name: &str, place: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| word == place)
}

fn replaced(name: &str, place: &str) -> String {
    let words = name.split(' ').map(|word| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        if bare == place {
            word.replace(place, "each")
        } else {
            word.to_string()
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn names_are_said_once() {
        let each = [strings(&["r1c1"]), strings(&["r10c2"])];
        for (names, expected) in [
            (
                [
                    "the number after r1c1 is beside it",
                    "the number after r10c2 is beside it",
                ],
                "the number after each is beside it",
            ),
            (
                ["row 1 holds 5", "row 12 holds 5"],
                "row 1 holds 5, likewise row 12",
            ),
            (
                ["r1c1 is covered once", "r2c1 is covered once"],
                "r1c1 is covered once, likewise r2c1",
            ),
            (["all differ", "all differ"], "all differ"),
            (
                ["row 1 holds 5", "row 2 holds 3"],
                "row 1 holds 5, and 1 more like it",
            ),
        ] {
            assert_eq!(named(&strings(&names), &each), expected);
        }
    }
    #[test]
    fn many_alike_are_said_behind_the_others() {
        let names = ["r1c1 is full", "one loop", "r1c2 is full", "r2c2 is full"];
        let expected = "one loop and r1c1 is full, likewise r1c2 and r2c2";
        assert_eq!(in_a_list(&strings(&names)), expected);
        assert_eq!(
            in_a_list(&strings(&names[..3])),
            "r1c1 is full, r1c2 is full and one loop"
        );
    }
}
