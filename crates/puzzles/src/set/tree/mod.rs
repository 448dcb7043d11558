//! The reformulation shown and explained: the tree of subproblems as data.
//!
//! Every node says which cards its variables have, the sums of its domain
//! table, the test and the heuristic that chose the attribute to branch on,
//! the subproblems made, and those not made with the reason; a leaf says what
//! search found there and what it cost. The tree is grown by the very
//! functions that [`super::reformulation::solve`] runs on, so that it shows
//! what happens and not a story about it.

mod text;

use rand::Rng;
use serde::Serialize;
use thiserror::Error;

use super::deck::{Card, Deal, Deck};
use super::domain_table::{Choice, DomainTable};
use super::effort::{Effort, Sets};
use super::reformulation::{Branch, Domains, Subproblem, Unsolvable};

/// The most nodes a tree is grown to.
pub const MOST_NODES: usize = 20_000;

/// A tree too large to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the reformulation of this deal has more than {MOST_NODES} subproblems, too many to be shown; deal fewer cards"
)]
pub struct TooLarge;

/// The reformulation of a deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// The whole problem; nothing if there are too few cards for a set.
    pub root: Option<Node>,
    /// How many subproblems were made, the whole problem included.
    pub subproblems: usize,
    /// How many of them search had to solve.
    pub leaves: usize,
    /// All sets, as card codes.
    pub sets: Vec<Vec<String>>,
    /// Constraint checks of search at all leaves.
    pub checks: u64,
    /// Nodes that search visited at all leaves.
    pub nodes: u64,
}

/// A subproblem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// The branch that led here: `filling = empty`, `shape all different`.
    pub branch: Option<String>,
    /// Whether the variables share one domain.
    pub shared: bool,
    /// The cards of the shared domain, or of each variable.
    pub domains: Vec<Vec<String>>,
    /// The attributes that are to be different on this branch.
    pub different: Vec<String>,
    /// The domain table of the open attributes.
    pub table: Vec<TableBlock>,
    /// The attribute branched on, and why.
    pub chosen: Option<Chosen>,
    /// The subproblems made.
    pub children: Vec<Node>,
    /// The subproblems not made.
    pub not_made: Vec<NotMade>,
    /// What search did here, if all attributes are branched on.
    pub leaf: Option<Leaf>,
}

/// The rows of one attribute in a domain table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableBlock {
    /// The attribute's name.
    pub attribute: String,
    /// A row for each value.
    pub rows: Vec<TableRow>,
    /// Column `h`, the product of the sums, when domains are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_of_sums: Option<u64>,
}

/// One row of a domain table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableRow {
    /// The value's name.
    pub value: String,
    /// The letter or digit for it.
    pub code: char,
    /// How many cards of the shared domain, or of each, have it.
    pub counts: Vec<u64>,
    /// Column `l` or `g`, the sum of the counts.
    pub sum: u64,
    /// Column `f`, the product of the counts, when domains are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<u64>,
}

/// Why an attribute was branched on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// Its name.
    pub attribute: String,
    /// The outcome of the paper's tests.
    pub test: &'static str,
    /// The number of the paper's heuristic.
    pub heuristic: usize,
    /// What the heuristic looks for.
    pub reason: &'static str,
    /// The attributes between which chance decided, if there were several.
    pub tied: Vec<String>,
}

/// A subproblem that was not made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotMade {
    /// The branch that would lead to it.
    pub branch: String,
    /// Why it has no solution.
    pub because: String,
}

/// What search did at a leaf.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Leaf {
    /// The sets found, as card codes.
    pub sets: Vec<Vec<String>>,
    /// Constraint checks.
    pub checks: u64,
    /// Nodes visited.
    pub nodes: u64,
}

impl Tree {
    /// Reformulates the deal and records everything. With the same random
    /// stream it is the very tree that the solver goes through.
    pub fn grow(deal: &Deal, rng: &mut impl Rng) -> Result<Self, TooLarge> {
        let mut grower = Grower {
            deck: deal.deck(),
            rng,
            subproblems: 0,
            leaves: 0,
            sets: Sets::of_size(deal.deck().values()),
            effort: Effort::default(),
        };
        let root = Subproblem::initial(deal)
            .map(|problem| grower.node(None, &problem))
            .transpose()?;
        grower.sets.sort();
        let sets = grower
            .sets
            .iter()
            .map(|set| codes(deal.deck(), set))
            .collect();
        Ok(Self {
            root,
            subproblems: grower.subproblems,
            leaves: grower.leaves,
            sets,
            checks: grower.effort.checks,
            nodes: grower.effort.nodes,
        })
    }
}

struct Grower<'a, R> {
    deck: &'a Deck,
    rng: &'a mut R,
    subproblems: usize,
    leaves: usize,
    sets: Sets,
    effort: Effort,
}

impl<R: Rng> Grower<'_, R> {
    fn node(&mut self, branch: Option<String>, problem: &Subproblem) -> Result<Node, TooLarge> {
        self.subproblems += 1;
        if self.subproblems > MOST_NODES {
            return Err(TooLarge);
        }
        let (shared, domains) = match &problem.domains {
            Domains::Shared(cards) => (true, vec![codes(self.deck, cards)]),
            Domains::Apart(domains) => (
                false,
                domains
                    .iter()
                    .map(|cards| codes(self.deck, cards))
                    .collect(),
            ),
        };
        let table = DomainTable::new(self.deck, &problem.domains, &problem.open);
        let choice = table.choose(self.deck, self.rng);
        let mut node = Node {
            branch,
            shared,
            domains,
            different: problem
                .different
                .iter()
                .map(|&attribute| self.deck.attribute_name(attribute))
                .collect(),
            table: table_blocks(self.deck, &table),
            chosen: choice.as_ref().map(|choice| chosen(self.deck, choice)),
            children: Vec::new(),
            not_made: Vec::new(),
            leaf: None,
        };
        match choice {
            Some(choice) => {
                for (branch, child) in problem.children(self.deck, choice.attribute) {
                    let name = branch_name(self.deck, choice.attribute, branch);
                    match child {
                        Ok(child) => node.children.push(self.node(Some(name), &child)?),
                        Err(why) => node.not_made.push(NotMade {
                            because: why_not(self.deck, choice.attribute, branch, why),
                            branch: name,
                        }),
                    }
                }
            }
            None => node.leaf = Some(self.leaf(problem)),
        }
        Ok(node)
    }

    fn leaf(&mut self, problem: &Subproblem) -> Leaf {
        self.leaves += 1;
        let mut sets = Sets::of_size(self.deck.values());
        let mut effort = Effort::default();
        problem.search(self.deck, &mut sets, &mut effort);
        self.effort.checks += effort.checks;
        self.effort.nodes += effort.nodes;
        sets.iter().for_each(|set| self.sets.push(set));
        Leaf {
            sets: sets.iter().map(|set| codes(self.deck, set)).collect(),
            checks: effort.checks,
            nodes: effort.nodes,
        }
    }
}

fn codes(deck: &Deck, cards: &[Card]) -> Vec<String> {
    cards.iter().map(|&card| deck.code(card)).collect()
}

fn table_blocks(deck: &Deck, table: &DomainTable) -> Vec<TableBlock> {
    let apart = |value: u64| (!table.shared).then_some(value);
    let block = |rows: &super::domain_table::AttributeRows| TableBlock {
        attribute: deck.attribute_name(rows.attribute),
        rows: rows
            .values
            .iter()
            .enumerate()
            .map(|(value, row)| TableRow {
                value: deck.value_name(rows.attribute, value),
                code: deck.value_code(rows.attribute, value),
                counts: row.counts.clone(),
                sum: row.sum,
                product: apart(row.product),
            })
            .collect(),
        product_of_sums: apart(rows.product_of_sums),
    };
    table.attributes.iter().map(block).collect()
}

fn chosen(deck: &Deck, choice: &Choice) -> Chosen {
    let tied = if choice.tied.len() > 1 {
        &choice.tied[..]
    } else {
        &[]
    };
    Chosen {
        attribute: deck.attribute_name(choice.attribute),
        test: choice.heuristic.test(),
        heuristic: choice.heuristic.number(),
        reason: choice.heuristic.reason(),
        tied: tied
            .iter()
            .map(|&attribute| deck.attribute_name(attribute))
            .collect(),
    }
}

fn branch_name(deck: &Deck, attribute: usize, branch: Branch) -> String {
    let name = deck.attribute_name(attribute);
    match branch {
        Branch::Equal(value) => format!("{name} = {}", deck.value_name(attribute, value)),
        Branch::Different => format!("{name} all different"),
    }
}

fn why_not(deck: &Deck, attribute: usize, branch: Branch, why: Unsolvable) -> String {
    let name = deck.attribute_name(attribute);
    match why {
        Unsolvable::NoCard => "no card has it".to_owned(),
        Unsolvable::TooFew(1) => format!("only 1 card has it, a set needs {}", deck.values()),
        Unsolvable::TooFew(cards) => {
            format!("only {cards} cards have it, a set needs {}", deck.values())
        }
        Unsolvable::ValueAbsent(value) => {
            format!("no card has {name} {}", deck.value_name(attribute, value))
        }
        Unsolvable::EmptyDomain(variable) => {
            debug_assert!(matches!(branch, Branch::Equal(_)));
            format!("V{} has no such card", variable + 1)
        }
        Unsolvable::NoSupport(variable) => {
            format!(
                "no card of V{} leaves the others a different {name} each",
                variable + 1
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::reformulation;
    use super::*;

    /// The nine cards of the paper's Figure 4.
    const FIGURE_4: [&str; 9] = [
        "3rfo", "1red", "1ges", "2pfd", "3gfd", "3rfs", "1pfo", "3reo", "1reo",
    ];

    fn grow(cards: &[&str]) -> Tree {
        let deal = Deck::game().parse_deal(cards).unwrap();
        Tree::grow(&deal, &mut ChaCha8Rng::seed_from_u64(1)).unwrap()
    }

    #[test]
    fn the_nine_cards_of_figure_4_are_split_by_filling_as_in_figure_12() {
        let tree = grow(&FIGURE_4);
        let root = tree.root.unwrap();
        let filling = root
            .table
            .iter()
            .find(|block| block.attribute == "filling")
            .unwrap();
        assert_eq!(
            filling.rows.iter().map(|row| row.sum).collect::<Vec<_>>(),
            [0, 5, 4]
        );
        let chosen = root.chosen.as_ref().unwrap();
        assert_eq!(
            (chosen.attribute.as_str(), chosen.heuristic),
            ("filling", 1)
        );
        let made: Vec<_> = root
            .children
            .iter()
            .map(|child| child.branch.as_deref().unwrap())
            .collect();
        assert_eq!(made, ["filling = full", "filling = empty"]);
        assert_eq!(root.children[1].domains, [["1reo", "1red", "1ges", "3reo"]]);
        let not_made: Vec<_> = root
            .not_made
            .iter()
            .map(|not_made| not_made.branch.as_str())
            .collect();
        assert_eq!(not_made, ["filling = striped", "filling all different"]);
        assert_eq!(root.not_made[1].because, "no card has filling striped");
    }

    #[test]
    fn the_six_cards_of_figure_6_are_split_by_number_or_shape_as_in_figure_14() {
        let tree = grow(&["2reo", "2red", "1res", "1red", "3reo", "1reo"]);
        // Colour and filling have one value; after them number and shape tie.
        let mut node = tree.root.as_ref().unwrap();
        for _ in 0..2 {
            assert_eq!(node.children.len(), 1);
            node = &node.children[0];
        }
        assert_eq!(node.chosen.as_ref().unwrap().tied, ["number", "shape"]);
        assert_eq!(node.chosen.as_ref().unwrap().heuristic, 2);
        assert_eq!(
            node.children.len(),
            2,
            "one value with three cards, and all different"
        );
        assert!(
            node.not_made[0].because.contains("a set needs 3"),
            "{:?}",
            node.not_made
        );
        assert!(!node.children[1].shared);
    }

    #[test]
    fn the_tree_finds_what_the_solver_finds_and_accounts_for_every_branch() {
        for seed in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let cards = 3 + (seed as usize) % 40;
            let deal = Deal::random(Deck::game(), cards, &mut rng).unwrap();
            let tree = Tree::grow(&deal, &mut rng.clone()).unwrap();
            let solved = reformulation::solve(&deal, &mut rng);
            let sets: Vec<_> = solved
                .sets
                .iter()
                .map(|set| codes(deal.deck(), set))
                .collect();
            assert_eq!(tree.sets, sets, "seed {seed}");
            assert_eq!(
                (tree.checks, tree.nodes),
                (solved.effort.checks, solved.effort.nodes),
                "seed {seed}"
            );
            fn walk(node: &Node, seed: u64) {
                let branches = node.children.len() + node.not_made.len();
                assert_eq!(
                    branches,
                    if node.leaf.is_some() { 0 } else { 4 },
                    "seed {seed}"
                );
                node.children.iter().for_each(|child| walk(child, seed));
            }
            walk(tree.root.as_ref().unwrap(), seed);
        }
    }

    #[test]
    fn text_and_json_say_what_there_is() {
        let tree = grow(&FIGURE_4);
        let text = tree.to_string();
        assert!(text.starts_with("all cards: 9 cards 1reo "), "{text}");
        assert!(text.contains("filling s:0 f:5 e:4"), "{text}");
        assert!(text.contains("branch on filling by heuristic 1"), "{text}");
        assert!(
            text.contains("not made: filling = striped, as no card has it"),
            "{text}"
        );
        let json = serde_json::to_value(&tree).unwrap();
        assert_eq!(json["root"]["chosen"]["attribute"], "filling");
        assert_eq!(json["root"]["children"][0]["branch"], "filling = full");
        assert!(grow(&["1rfo"]).to_string().contains("too few cards"));
    }
}
