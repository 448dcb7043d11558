//! The domain table of a subproblem, and what is read off it: the attribute
//! to branch on (tests 1 to 3 and heuristics 1 to 5 of the paper).
//!
//! A row is a value of an attribute that is still open. While all variables
//! share one domain its sum (column `l`) says how many cards have the value;
//! when they do not, the summary of the table gives the count in each domain,
//! their product (column `f`), their sum (`g`), and for the attribute the
//! product of its sums (`h`).

use rand::Rng;
use rand::seq::IndexedRandom;
use serde::Serialize;

use super::deck::{Card, Deck};
use super::reformulation::Domains;

/// The sums of a subproblem's domain table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DomainTable {
    /// Whether the variables share one domain.
    pub shared: bool,
    /// One block of rows for each open attribute.
    pub attributes: Vec<AttributeRows>,
}

/// The rows of one attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttributeRows {
    /// Which attribute, from 0.
    pub attribute: usize,
    /// A row for each value, in order.
    pub values: Vec<ValueRow>,
    /// Column `h`: the product of the sums.
    pub product_of_sums: u64,
}

/// The row of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueRow {
    /// How many cards have the value, in the shared domain or in each.
    pub counts: Vec<u64>,
    /// Column `l` or `g`: the sum of the counts.
    pub sum: u64,
    /// Column `f`: the product of the counts.
    pub product: u64,
}

impl DomainTable {
    /// The table of these domains for these attributes.
    pub fn new(deck: &Deck, domains: &Domains, open: &[usize]) -> Self {
        let attributes = open
            .iter()
            .map(|&attribute| AttributeRows::new(deck, domains, attribute))
            .collect();
        Self {
            shared: matches!(domains, Domains::Shared(_)),
            attributes,
        }
    }

    /// The attribute to branch on, or nothing if none is open.
    pub fn choose(&self, deck: &Deck, rng: &mut impl Rng) -> Option<Choice> {
        let set_size = deck.values() as u64;
        let (heuristic, tied) = if self.shared {
            self.most(Heuristic::MostAbsentValues, |rows| {
                rows.values_where(|row| row.sum == 0)
            })
            .or_else(|| {
                self.most(Heuristic::MostRareValues, |rows| {
                    rows.values_where(|row| row.sum < set_size)
                })
            })
            .unwrap_or_else(|| (Heuristic::Any, self.open()))
        } else {
            let products = |rows: &AttributeRows| rows.values_where(|row| row.product == 0);
            // A null in column h implies one in column f, so that "most" finds it.
            self.most(Heuristic::AbsentEverywhere, |rows| {
                if rows.product_of_sums == 0 {
                    products(rows)
                } else {
                    0
                }
            })
            .or_else(|| self.most(Heuristic::MostNullProducts, products))
            .unwrap_or_else(|| (Heuristic::MostNullProducts, self.open()))
        };
        let &attribute = tied.choose(rng)?;
        Some(Choice {
            attribute,
            heuristic,
            tied,
        })
    }

    fn open(&self) -> Vec<usize> {
        self.attributes.iter().map(|rows| rows.attribute).collect()
    }

    /// The attributes for which the score is largest; nothing if it is 0 for all.
    fn most(
        &self,
        heuristic: Heuristic,
        score: impl Fn(&AttributeRows) -> usize,
    ) -> Option<(Heuristic, Vec<usize>)> {
        let best = self
            .attributes
            .iter()
            .map(&score)
            .max()
            .filter(|&best| best > 0)?;
        let tied = self
            .attributes
            .iter()
            .filter(|rows| score(rows) == best)
            .map(|rows| rows.attribute)
            .collect();
        Some((heuristic, tied))
    }
}

impl AttributeRows {
    fn new(deck: &Deck, domains: &Domains, attribute: usize) -> Self {
        let domains: &[Vec<Card>] = match domains {
            Domains::Shared(cards) => std::slice::from_ref(cards),
            Domains::Apart(domains) => domains,
        };
        let mut counts = vec![vec![0u64; domains.len()]; deck.values()];
        for (place, domain) in domains.iter().enumerate() {
            for &card in domain {
                counts[deck.value(card, attribute)][place] += 1;
            }
        }
        let values: Vec<ValueRow> = counts
            .into_iter()
            .map(|counts| ValueRow {
                sum: counts.iter().sum(),
                product: counts.iter().product(),
                counts,
            })
            .collect();
        let product_of_sums = values.iter().map(|row| row.sum).product();
        Self {
            attribute,
            values,
            product_of_sums,
        }
    }

    fn values_where(&self, wanted: impl Fn(&ValueRow) -> bool) -> usize {
        self.values.iter().filter(|row| wanted(row)).count()
    }
}

/// Which attribute was chosen, by which heuristic, and between which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The attribute branched on.
    pub attribute: usize,
    /// The heuristic that applied.
    pub heuristic: Heuristic,
    /// The attributes it left equally good; one of them at random.
    pub tied: Vec<usize>,
}

/// The five heuristics of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Heuristic {
    /// 1: the most values that no card has (zeros in column `l`).
    #[serde(rename = "heuristic 1")]
    MostAbsentValues,
    /// 2: the most values that fewer cards have than a set needs.
    #[serde(rename = "heuristic 2")]
    MostRareValues,
    /// 3: any open attribute.
    #[serde(rename = "heuristic 3")]
    Any,
    /// 4: some value is in no domain (column `h` is zero); of such
    /// attributes, the most zeros in column `f`.
    #[serde(rename = "heuristic 4")]
    AbsentEverywhere,
    /// 5: the most zeros in column `f`.
    #[serde(rename = "heuristic 5")]
    MostNullProducts,
}

impl Heuristic {
    /// Its number in the paper.
    pub fn number(self) -> usize {
        match self {
            Self::MostAbsentValues => 1,
            Self::MostRareValues => 2,
            Self::Any => 3,
            Self::AbsentEverywhere => 4,
            Self::MostNullProducts => 5,
        }
    }

    /// The test of the paper whose outcome led to it.
    pub fn test(self) -> &'static str {
        match self {
            Self::MostAbsentValues => "test 1 holds: some value has no card",
            Self::MostRareValues => {
                "test 1 fails, test 2 holds: some value has too few cards for a set"
            }
            Self::Any => "tests 1 and 2 fail: every value has cards enough",
            Self::AbsentEverywhere => "test 3 holds: some value is in no domain",
            Self::MostNullProducts => "test 3 fails: every value is in some domain",
        }
    }

    /// What it looks for.
    pub fn reason(self) -> &'static str {
        match self {
            Self::MostAbsentValues => "the most values without a card",
            Self::MostRareValues => "the most values with too few cards",
            Self::Any => "any open attribute",
            Self::AbsentEverywhere => {
                "a value absent everywhere, then the most values missing from some domain"
            }
            Self::MostNullProducts => "the most values missing from some domain",
        }
    }
}
