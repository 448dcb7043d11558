//! Every encoding, with every symmetry breaking, against true distances.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Instant;

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::Limits as ModelLimits;
use tantalizer_puzzle::Puzzle;
use tantalizer_puzzles::spinpossible::encoding::{
    Breaking, Encoded, Encoding, Formula, Length, Literal, encode, encode_any,
};
use tantalizer_puzzles::spinpossible::{
    AtDistance, Board, Branching, Found, Rules, SpinSpace, Spinpossible, boards_at_distance,
    shortest_by_sat, solve_formula,
};
use tantalizer_sat::{Solver, Verdict};
use tantalizer_states::StateSpace;

use crate::plain::{distances, rules};

const SEED: u64 = 2011;

/// All encodings with all symmetry breaking; encoding 2 also with cardinality.
fn formulas(length: Length) -> Vec<Formula> {
    let mut formulas = Vec::new();
    for encoding in Encoding::ALL {
        for breaking in Breaking::ALL {
            for cardinality in [false, true] {
                if encoding == Encoding::Two || !cardinality {
                    formulas.push(Formula {
                        encoding,
                        breaking,
                        length,
                        cardinality,
                    });
                }
            }
        }
    }
    formulas
}

/// A formula for all boards of a size, kept in a solver.
struct Open {
    encoded: Encoded,
    solver: Solver,
    formula: Formula,
}

impl Open {
    fn new(rules: &Rules, formula: Formula) -> Self {
        let encoded = encode_any(rules, &formula);
        let solver = loaded(&encoded);
        Open {
            encoded,
            solver,
            formula,
        }
    }

    /// Whether the board has a solution of the length; if so, it is checked.
    fn solves(&mut self, board: &Board) -> bool {
        match self.solver.solve(&self.encoded.board_literals(board)) {
            Verdict::Satisfiable(model) => {
                let spins = self.encoded.spins(|v| model.holds(v)).unwrap();
                assert!(board.is_solved_by(&spins), "{:?}\n{board}", self.formula);
                match self.formula.length {
                    Length::AtMost(steps) => assert!(spins.len() <= steps),
                    Length::Exactly(steps) => assert_eq!(spins.len(), steps),
                }
                true
            }
            Verdict::Unsatisfiable(_) => false,
            Verdict::Unknown(limit) => panic!("no limit was set, but {limit:?}"),
        }
    }
}

fn loaded(encoded: &Encoded) -> Solver {
    let mut solver = Solver::new();
    solver.reserve(encoded.cnf.variables());
    encoded
        .cnf
        .clauses()
        .iter()
        .for_each(|clause| solver.add(clause));
    solver
}

/// "At most d - 1" is refuted and "at most d" is not, for each of the boards.
fn shortest_lengths_are_true<'a>(
    rules: &Rules,
    boards: impl IntoIterator<Item = (&'a Board, usize)>,
) {
    let mut by_distance: BTreeMap<usize, Vec<&Board>> = BTreeMap::new();
    for (board, distance) in boards {
        by_distance.entry(distance).or_default().push(board);
    }
    for (distance, boards) in by_distance {
        for formula in formulas(Length::AtMost(distance)) {
            let mut enough = Open::new(rules, formula);
            let mut too_few = distance.checked_sub(1).map(|fewer| {
                let length = Length::AtMost(fewer);
                Open::new(rules, Formula { length, ..formula })
            });
            let begun = Instant::now();
            for board in &boards {
                assert!(enough.solves(board), "{rules} {formula:?}\n{board}");
                let shorter = too_few.as_mut().is_some_and(|open| open.solves(board));
                assert!(!shorter, "{rules} {formula:?}\n{board}");
            }
            let count = boards.len();
            let took = begun.elapsed();
            println!("{rules}: {count} boards at distance {distance}, {formula:?}: {took:.1?}");
        }
    }
}

#[test]
fn every_board_of_one_by_four_and_two_by_two() {
    for (rows, cols, single_spins) in [(1, 4, true), (2, 2, true), (2, 2, false)] {
        let rules = rules(rows, cols, single_spins);
        let distances = distances(&rules);
        shortest_lengths_are_true(&rules, distances.iter().map(|(b, d)| (b, d.0)));
    }
}

/// What the two tests about single steps and allowed pairs show of every board by parts, here by asking: all 8,439 boards
/// at distance 4 and below, and some of those beyond, all of which would take hours.
#[test]
#[ignore = "long: 8,439 boards and a sample, 16 formulas, two lengths each"]
fn boards_of_two_by_three_asked_one_by_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let rules = rules(2, 3, true);
    let distances = distances(&rules);
    assert_eq!(distances.len(), 46_080);
    let mut boards: Vec<(&Board, usize)> = distances.iter().map(|(b, d)| (b, d.0)).collect();
    boards.sort_unstable_by_key(|&(board, distance)| (distance, board.tiles()));
    let near = boards.partition_point(|&(_, distance)| distance <= 4);
    assert_eq!(near, 8_439);
    let far = boards.split_off(near);
    boards.extend(far.into_iter().choose_multiple(&mut rng, 24));
    shortest_lengths_are_true(&rules, boards);
}

#[test]
fn sampled_boards_of_two_by_three() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for single_spins in [true, false] {
        let rules = rules(2, 3, single_spins);
        let distances = distances(&rules);
        let mut boards: Vec<_> = distances.iter().collect();
        boards.sort_unstable_by_key(|(board, _)| board.tiles());
        let sample = boards.into_iter().choose_multiple(&mut rng, 8);
        shortest_lengths_are_true(&rules, sample.into_iter().map(|(b, d)| (b, d.0)));
    }
}

#[test]
fn sampled_boards_of_two_by_four_and_three_by_three() {
    for (rows, cols, farthest) in [(2, 4, 5), (3, 3, 4)] {
        let rules = rules(rows, cols, true);
        let how = AtDistance {
            seed: SEED,
            ..Default::default()
        };
        for distance in 1..=farthest {
            let boards = boards_at_distance(&rules, distance, 2, &how).unwrap();
            shortest_lengths_are_true(&rules, boards.iter().map(|board| (board, distance)));
        }
    }
}

/// "Exactly k" is true of just those boards that some k spins solve.
#[test]
fn exact_lengths_are_exact() {
    for (rows, cols, single_spins) in [(2, 2, true), (1, 3, true), (1, 3, false)] {
        let rules = rules(rows, cols, single_spins);
        let all = distances(&rules);
        let mut reached = HashSet::from([Board::solved(&rules)]);
        let mut gaps = 0;
        for steps in 0..=5 {
            for formula in formulas(Length::Exactly(steps)) {
                let mut open = Open::new(&rules, formula);
                for board in all.keys() {
                    let expected = reached.contains(board);
                    assert_eq!(open.solves(board), expected, "{rules} {formula:?}\n{board}");
                }
            }
            gaps += all
                .iter()
                .filter(|(b, d)| d.0 < steps && !reached.contains(b))
                .count();
            reached = reached
                .iter()
                .flat_map(|board| rules.spins().into_iter().map(|spin| board.after(&[spin])))
                .collect();
        }
        assert!(
            gaps > 0,
            "a shorter solution need not extend to each length"
        );
    }
}

/// One step is right for every board of 2x3: there is a solution of one spin if
/// and only if one spin solves the board. The clauses of a step treat all numbers
/// alike, and upright and upside down alike, so what holds for steps to the
/// solved board holds for steps between any two boards.
#[test]
fn one_step_of_every_board_of_two_by_three() {
    let rules = rules(2, 3, true);
    let solved = Board::solved(&rules);
    let near: HashSet<Board> = rules.spins().iter().map(|s| solved.after(&[*s])).collect();
    let space = SpinSpace::new(rules).unwrap();
    for formula in formulas(Length::Exactly(1)) {
        // One step has no pairs to break the symmetry of.
        if formula.breaking == Breaking::default() {
            let mut open = Open::new(&rules, formula);
            for rank in 0..space.len() {
                let board = space.board(&space.unrank(rank));
                assert_eq!(open.solves(&board), near.contains(&board), "{board}");
            }
        }
    }
}

/// With [`one_step_of_every_board_of_two_by_three`] this shows that every formula
/// gives the true shortest length of all 46,080 boards of 2x3, at all lengths and
/// without a solver for each: beyond single steps, a formula speaks only of pairs
/// of consecutive spins. So it is enough to ask it which pairs it allows; walks
/// over allowed pairs must reach every board as soon as any walk does.
#[test]
fn allowed_pairs_reach_every_board_of_two_by_three() {
    let rules = rules(2, 3, true);
    let space = SpinSpace::new(rules).unwrap();
    let spins = space.spins();
    let neighbours: Vec<u32> = (0..space.len())
        .flat_map(|rank| {
            let state = space.unrank(rank);
            (0..spins.len()).map(move |mv| (state, mv))
        })
        .map(|(state, mv)| space.rank(&space.apply(&state, mv).unwrap()) as u32)
        .collect();
    let neighbour = |rank: usize, mv: usize| neighbours[rank * spins.len() + mv] as usize;
    let mut checked = HashMap::new();
    for formula in formulas(Length::AtMost(2)) {
        let mut open = Open::new(&rules, formula);
        let mut allowed = vec![0u32; spins.len()];
        for (m, first) in spins.iter().enumerate() {
            for (n, second) in spins.iter().enumerate() {
                let board = Board::solved(&rules).after(&[*second, *first]);
                let mut given = open.encoded.board_literals(&board);
                given.extend(open.encoded.spin_literals(0, first));
                given.extend(open.encoded.spin_literals(1, second));
                if matches!(open.solver.solve(&given), Verdict::Satisfiable(_)) {
                    allowed[m] |= 1 << n;
                }
            }
        }
        let all = (1u32 << spins.len()) - 1;
        assert_eq!(
            formula.breaking == Breaking::default(),
            allowed.iter().all(|&pairs| pairs == all),
            "symmetry breaking forbids something"
        );
        checked.entry(allowed).or_insert(formula);
    }
    // Breadth first over boards with the last spin, from the solved board: a
    // walk away from it is a solution backwards, so pairs are looked up reversed.
    let true_counts = counts(&walk(&neighbour, spins.len(), &vec![!0; spins.len()]));
    for (allowed, formula) in checked {
        let mut reversed = vec![0u32; spins.len()];
        for (m, &pairs) in allowed.iter().enumerate() {
            for (n, reversed) in reversed.iter_mut().enumerate() {
                *reversed |= (pairs >> n & 1) << m;
            }
        }
        let found = counts(&walk(&neighbour, spins.len(), &reversed));
        assert_eq!(found, true_counts, "{formula:?}");
    }
}

/// The distance of every board by walks in which `allowed[last]` are the spins
/// that may follow `last`.
fn walk(neighbour: &impl Fn(usize, usize) -> usize, spins: usize, allowed: &[u32]) -> Vec<u8> {
    const BOARDS: usize = 46_080;
    let goal = 0;
    let mut distance = vec![u8::MAX; BOARDS];
    // For each board, the last spins with which it has been reached.
    let mut seen = vec![0u32; BOARDS];
    distance[goal] = 0;
    let mut front: Vec<(usize, usize)> = Vec::new();
    for mv in 0..spins {
        front.push((neighbour(goal, mv), mv));
    }
    let mut level = 1;
    while !front.is_empty() {
        let mut next = Vec::new();
        for (board, last) in front {
            if seen[board] >> last & 1 == 1 {
                continue;
            }
            seen[board] |= 1 << last;
            distance[board] = distance[board].min(level);
            for mv in (0..spins).filter(|mv| allowed[last] >> mv & 1 == 1) {
                let to = neighbour(board, mv);
                if seen[to] >> mv & 1 == 0 {
                    next.push((to, mv));
                }
            }
        }
        front = next;
        level += 1;
    }
    distance
}

fn counts(distances: &[u8]) -> Vec<usize> {
    let mut counts = vec![0; 256];
    distances.iter().for_each(|&d| counts[usize::from(d)] += 1);
    counts
}

/// Adds clauses to a formula without symmetry breaking, by variable names, and
/// asks whether a board is still solved.
fn still_solved(board: &Board, formula: &Formula, clauses: &[Vec<(bool, String)>]) -> bool {
    let encoded = encode(board, true, formula);
    let number: HashMap<&str, Literal> = (1..=encoded.cnf.variables() as Literal)
        .map(|v| (encoded.cnf.name(v).unwrap(), v))
        .collect();
    let mut solver = loaded(&encoded);
    for clause in clauses {
        let literal = |(sign, name): &(bool, String)| {
            let variable = number[name.as_str()];
            if *sign { variable } else { -variable }
        };
        solver.add(&clause.iter().map(literal).collect::<Vec<_>>());
    }
    matches!(solver.solve(&[]), Verdict::Satisfiable(_))
}

/// Why Eq. 19 is not used as printed: for rows and for columns at once it
/// forbids both orders of two spins of which one is above and to the right.
#[test]
fn equation_19_as_printed_is_unsound() {
    let board: Board = "1 -2\n-3 4".parse().unwrap();
    let formula = Formula {
        encoding: Encoding::Two,
        breaking: Breaking::default(),
        length: Length::Exactly(2),
        cardinality: false,
    };
    assert!(still_solved(&board, &formula, &[]));
    let line = |d: &str, step, c| format!("m[{d},{step},{c}]");
    // With two lines: not line 0 alone, and then line 1 alone.
    let printed = |d: &str| {
        vec![
            (false, line(d, 1, 0)),
            (true, line(d, 1, 1)),
            (true, line(d, 2, 0)),
            (false, line(d, 2, 1)),
        ]
    };
    assert!(still_solved(&board, &formula, &[printed("row")]));
    assert!(still_solved(&board, &formula, &[printed("col")]));
    let both = [printed("row"), printed("col")];
    assert!(!still_solved(&board, &formula, &both));
}

/// Why the spins must be ordered by size in Eq. 6.
#[test]
fn equation_6_needs_the_order_by_size() {
    let rules = rules(1, 3, true);
    let mut spins = rules.spins();
    // In reading order instead: (1,1)-(1,2) comes before (1,2)-(1,2).
    spins.sort_unstable();
    let mut clauses = Vec::new();
    for (m, first) in spins.iter().enumerate() {
        for second in &spins[..=m] {
            if second.is_disjoint(first) || second.contains(first) || first.contains(second) {
                clauses.push(vec![
                    (false, format!("t[1,{first}]")),
                    (false, format!("t[2,{second}]")),
                ]);
            }
        }
    }
    let formula = Formula {
        encoding: Encoding::One,
        breaking: Breaking::default(),
        length: Length::Exactly(2),
        cardinality: false,
    };
    let lost = distances(&rules)
        .iter()
        .filter(|(_, d)| d.0 == 2)
        .filter(|(board, _)| {
            assert!(still_solved(board, &formula, &[]));
            !still_solved(board, &formula, &clauses)
        })
        .count();
    assert!(lost > 0);
}

#[test]
fn the_published_example_by_sat() {
    let board: Board = "9 2 3\n4 5 6\n7 8 1".parse().unwrap();
    let watch = ModelLimits::none().start();
    for encoding in Encoding::ALL {
        for breaking in Breaking::ALL {
            for branching in [Branching::Free, Branching::Moves] {
                let found = shortest_by_sat(&board, true, encoding, breaking, branching, &watch);
                let found = found.unwrap();
                assert_eq!(found.lower_bound, 3);
                assert!(board.is_solved_by(&found.spins.unwrap()));
            }
        }
    }
}

#[test]
fn dimacs_names_its_variables() {
    let board: Board = "2 1".parse().unwrap();
    let formula = Formula {
        encoding: Encoding::One,
        breaking: Breaking::new(true, true),
        length: Length::AtMost(3),
        cardinality: false,
    };
    let encoded = encode(&board, true, &formula);
    let puzzle = Spinpossible::new(board.clone(), true);
    let flags = [("encoding", "1"), ("break", "all"), ("at-most", "3")];
    let flags = flags.map(|(name, value)| (name.to_string(), value.to_string()));
    let own = puzzle.formula(&flags.into()).unwrap().unwrap();
    let mut text = Vec::new();
    own.write_dimacs(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (variables, clauses) = (encoded.cnf.variables(), encoded.cnf.clauses().len());
    assert!(text.contains(&format!("\np cnf {variables} {clauses}\n")));
    assert!(text.starts_with("c 1 x[1,0,1]\n"));
    assert_eq!(text.lines().filter(|l| l.ends_with(" 0")).count(), clauses);
    let watch = ModelLimits::none().start();
    let (found, statistics) = solve_formula(&encoded, Branching::Free, &watch).unwrap();
    assert!(matches!(found, Found::Solution(spins) if board.is_solved_by(&spins)));
    assert_eq!(
        (statistics.variables, statistics.clauses),
        (variables, clauses)
    );
}
