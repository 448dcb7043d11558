//! The check of a design's certificate: the sets of a deal counted again, and why no larger cap is possible.
//!
//! The certificate has the cards. That some of them make a set is seen by trying all three of them. That a cap, a collection without
//! a set, cannot be larger is shown by counting, without any search among caps (Davis and Maclagan, *The card game SET*, 2003).
//! Let a cap have `m` cards of `d` attributes, and call the 3^(d-1) cards that satisfy a linear equation a *plane*. Planes come in
//! threes of parallel ones, (3^d - 1) / 2 of them, and each three shares the cap out into `a + b + c = m`, none larger than a cap of
//! `d - 1` attributes. Now count over all planes:
//!
//! - two cards lie together in (3^(d-1) - 1) / 2 planes, so that the pairs within planes add up to that many times m (m - 1) / 2;
//! - three cards that are no set lie together in (3^(d-2) - 1) / 2 planes, which gives the same for triples, because a cap has no set.
//!
//! If there are no numbers of threes of each form `(a, b, c)` with these two sums, there is no cap of `m` cards, and none of more,
//! for a part of a cap is a cap. It shares no code with the rest of the folder, which wrote the certificate.

use serde_json::Value;
use tantalizer_puzzle::Recounted;

/// The letters of the game's cards, attribute by attribute; other decks have digits.
const GAME: [&str; 4] = ["123", "rgp", "sfe", "sod"];

/// Beyond this many attributes counting alone does not find the largest cap.
const MOST_ATTRIBUTES: usize = 4;

/// Checks the certificate of a deal or of a largest cap: what it shows, in words, or why it is refused.
pub(super) fn recount(certificate: &Value) -> Result<Recounted, String> {
    let attributes = certificate["family"]["attributes"].as_u64();
    let attributes = attributes.and_then(|number| usize::try_from(number).ok());
    let attributes = attributes.filter(|number| (1..=MOST_ATTRIBUTES).contains(number));
    let attributes = attributes.ok_or(format!(
        "family: expected 1 to {MOST_ATTRIBUTES} attributes"
    ))?;
    let finding = &certificate["finding"];
    let cards = cards(&finding["witness"], attributes)?;
    let stated = |key: &str| finding[key].as_str()?.parse::<usize>().ok();
    let sets = sets_among(&cards);
    if let Some(wanted) = stated("sets") {
        if sets != wanted {
            return Err(format!("the cards hold {sets} sets, not {wanted}"));
        }
        return Ok(Recounted {
            claim: format!("{} cards hold exactly {sets} sets", cards.len()),
            trusted: "this program's recount of the sets, three cards at a time",
        });
    }
    let maximum = stated("maximum").ok_or("finding: neither `sets` nor `maximum`")?;
    if cards.len() != maximum {
        return Err(format!("{} cards, not {maximum}", cards.len()));
    }
    if sets > 0 {
        return Err("the cards hold a set".to_string());
    }
    let bound = bound(attributes);
    if bound != maximum {
        return Err(format!(
            "counting excludes more than {bound} cards, not more than {maximum}"
        ));
    }
    Ok(Recounted {
        claim: format!("{maximum} cards are the most without a set"),
        trusted: "this program's count of cards in parallel planes, by which no more are possible",
    })
}

/// The cards of a puzzle file, as values of their attributes.
fn cards(witness: &Value, attributes: usize) -> Result<Vec<Vec<usize>>, String> {
    let letters: Vec<&str> = if witness["attributes"].is_null() {
        GAME.to_vec()
    } else {
        vec!["123"; attributes]
    };
    if letters.len() != attributes {
        return Err(format!("the game has no {attributes} attributes"));
    }
    let card = |text: &Value| {
        let text = text.as_str().filter(|text| text.len() == attributes);
        let values = text.and_then(|text| {
            let values = text.chars().zip(&letters);
            values
                .map(|(letter, letters)| letters.find(letter))
                .collect()
        });
        values.ok_or("witness: a card that the deck does not have")
    };
    let listed = witness["cards"].as_array().ok_or("witness: no cards")?;
    let mut cards: Vec<Vec<usize>> = listed.iter().map(card).collect::<Result<_, _>>()?;
    cards.sort();
    let dealt = cards.len();
    cards.dedup();
    if cards.len() < dealt {
        return Err("witness: a card is there twice".to_string());
    }
    Ok(cards)
}

/// How many sets there are: values that are all equal or all different add up to a multiple of three.
fn sets_among(cards: &[Vec<usize>]) -> usize {
    let mut sets = 0;
    for (i, a) in cards.iter().enumerate() {
        for (j, b) in cards.iter().enumerate().skip(i + 1) {
            let is_set =
                |c: &&Vec<usize>| (0..a.len()).all(|at| (a[at] + b[at] + c[at]).is_multiple_of(3));
            sets += cards[j + 1..].iter().filter(is_set).count();
        }
    }
    sets
}

/// The size that no cap of so many attributes exceeds, as far as counting tells.
fn bound(attributes: usize) -> usize {
    // With one attribute, three cards are a set.
    let mut bound = 2;
    for attributes in 2..=attributes {
        let in_plane = bound;
        while may_have(attributes, bound + 1, in_plane) {
            bound += 1;
        }
    }
    bound
}

/// Whether counting leaves a cap of so many cards possible, of two attributes or more, with at most `in_plane` in a plane.
fn may_have(attributes: usize, cards: usize, in_plane: usize) -> bool {
    let planes_through =
        |independent: usize| (3usize.pow((attributes - independent) as u32) - 1) / 2;
    let (pairs, triples) = (choose_two(cards), choose_three(cards));
    let wanted = Sums {
        threes: planes_through(0),
        pairs: planes_through(1) * pairs,
        triples: planes_through(2) * triples,
    };
    wanted.can_be(&forms(cards, in_plane))
}

/// What adds up over threes of parallel planes.
#[derive(Clone, Copy)]
struct Sums {
    threes: usize,
    pairs: usize,
    triples: usize,
}

impl Sums {
    /// Whether some number of each of the forms has these sums.
    fn can_be(self, forms: &[Sums]) -> bool {
        let Some((form, others)) = forms.split_first() else {
            return self.threes == 0 && self.pairs == 0 && self.triples == 0;
        };
        // What is left must lie between so many of the smallest form and so many of the largest one.
        let most = forms.iter().map(|form| form.pairs).max().unwrap_or(0);
        let least = forms.iter().map(|form| form.pairs).min().unwrap_or(0);
        if self.pairs > self.threes * most || self.pairs < self.threes * least {
            return false;
        }
        (0..=self.threes).any(|times| {
            let rest = || {
                Some(Sums {
                    threes: self.threes - times,
                    pairs: self.pairs.checked_sub(times * form.pairs)?,
                    triples: self.triples.checked_sub(times * form.triples)?,
                })
            };
            rest().is_some_and(|rest| rest.can_be(others))
        })
    }
}

/// The forms in which three parallel planes can share the cards out, the largest part first.
fn forms(cards: usize, in_plane: usize) -> Vec<Sums> {
    let mut forms = Vec::new();
    for a in 0..=in_plane.min(cards) {
        for b in 0..=a.min(cards - a) {
            let c = cards - a - b;
            if c <= b {
                let parts = [a, b, c];
                forms.push(Sums {
                    threes: 1,
                    pairs: parts.map(choose_two).iter().sum(),
                    triples: parts.map(choose_three).iter().sum(),
                });
            }
        }
    }
    forms
}

fn choose_two(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

fn choose_three(n: usize) -> usize {
    choose_two(n) * n.saturating_sub(2) / 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::affine::{Space, members};

    /// What is counted here is counted on caps that were found by search: every pair and every triple is in as many planes as said.
    #[test]
    fn the_sums_are_those_of_real_caps() {
        for attributes in 2..=4 {
            let cap = crate::set::caps::largest_cap(attributes).unwrap();
            let values = |point: usize| -> Vec<usize> {
                (0..attributes)
                    .map(|at| point / 3usize.pow(at as u32) % 3)
                    .collect()
            };
            let cards: Vec<Vec<usize>> = members(cap.witness).map(values).collect();
            assert_eq!(cards.len(), cap.size, "{:?}", Space::new(attributes).size());
            let (mut threes, mut pairs, mut triples) = (0, 0, 0);
            // An equation and its negative have the same planes.
            for equation in (1..3usize.pow(attributes as u32)).map(values) {
                let mut parts = [0; 3];
                for card in &cards {
                    parts[card
                        .iter()
                        .zip(&equation)
                        .map(|(a, b)| a * b)
                        .sum::<usize>()
                        % 3] += 1;
                }
                threes += 1;
                pairs += parts.map(choose_two).iter().sum::<usize>();
                triples += parts.map(choose_three).iter().sum::<usize>();
            }
            let through = |independent: usize| 3usize.pow((attributes - independent) as u32) - 1;
            assert_eq!(threes, through(0));
            assert_eq!(pairs, through(1) * choose_two(cap.size));
            assert_eq!(triples, through(2) * choose_three(cap.size));
            assert!(may_have(attributes, cap.size, bound(attributes - 1)));
        }
    }

    #[test]
    fn counting_bounds_caps() {
        assert_eq!([1, 2, 3, 4].map(bound), [2, 4, 9, 20]);
    }
}
