//! Sudokus of graded difficulty: what has a name is derived again by the technique of that name alone, every link follows by another engine,
//! and how long hints take along the solution is printed.

mod common;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::{Board, follow};
use tantalizer_explain::{Difficulty, Guide, Hint, Link, Options, Technique, Told, given};
use tantalizer_model::{Constraint, ConstraintId, Fact, Model, Var};

/// Sudokus as they are passed around for teaching one technique each; 0 is empty.
const SUDOKUS: [(&str, &str); 6] = [
    (
        "singles",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    ),
    (
        "naked pairs",
        "400000938032094100095300240370609004529001673604703090957008300003900400240030709",
    ),
    (
        "hidden pairs",
        "000000000904607000076804100309701080708000301051308702007502610005403208000000000",
    ),
    (
        "pointing",
        "017903600000080000900000507072010430000402070064370250701000065000030000005601720",
    ),
    (
        "X-wing",
        "100000569492056108056109240009640801064010000218035604040500016905061402621000005",
    ),
    (
        "swordfish",
        "529410703006003002003200000052300076637050200190627530300069420200830600960742305",
    ),
];

fn sudoku(text: &str) -> Model {
    let mut model = Model::new("sudoku");
    let cell: Vec<Var> = (0..81)
        .map(|at| model.int(format!("r{}c{}", at / 9 + 1, at % 9 + 1), 1..=9))
        .collect();
    for (&var, digit) in cell.iter().zip(text.chars()) {
        if let Some(value) = digit.to_digit(10).filter(|&value| value > 0) {
            model.member(var, [value as i32]).expect("fits");
        }
    }
    for group in 0..9 {
        let row = |at: usize| cell[group * 9 + at];
        let col = |at: usize| cell[at * 9 + group];
        let boxed = |at: usize| cell[(group / 3 * 3 + at / 3) * 9 + group % 3 * 3 + at % 3];
        for (name, vars) in [
            ("row", (0..9).map(row).collect::<Vec<_>>()),
            ("column", (0..9).map(col).collect()),
            ("box", (0..9).map(boxed).collect()),
        ] {
            let id = model.all_different(&vars).expect("fits");
            model.name_constraint(id, format!("{name} {}", group + 1));
        }
    }
    model
}

fn cells(model: &Model, rule: ConstraintId) -> BTreeSet<Var> {
    match &model.constraint(rule).constraint {
        Constraint::AllDifferent(all) => all.vars.iter().copied().collect(),
        other => panic!("no group: {other:?}"),
    }
}

/// What the facts of a link leave of a cell.
fn candidates(link: &Link, cell: Var) -> BTreeSet<i32> {
    let holds = |value: &i32| {
        link.uses.iter().all(|fact| match *fact {
            Fact::Is(var, known) => var != cell || known == *value,
            Fact::IsNot(var, gone) => var != cell || gone != *value,
            _ => true,
        })
    };
    (1..=9).filter(holds).collect()
}

/// Whether a technique, as it is taught, excludes all that a link excludes.
fn by(technique: Technique, model: &Model, link: &Link) -> bool {
    let group = cells(model, link.rules[0]);
    let left = |cell: &Var| candidates(link, *cell);
    let open: Vec<Var> = group
        .iter()
        .copied()
        .filter(|cell| left(cell).len() > 1)
        .collect();
    let naked = |size: usize| {
        link.gone.iter().all(|&(cell, value)| {
            let seen = group
                .iter()
                .any(|other| *other != cell && left(other) == BTreeSet::from([value]));
            let others: Vec<Var> = open
                .iter()
                .copied()
                .filter(|&other| other != cell && link.uses.iter().any(|fact| fact.var() == other))
                .collect();
            let taken: BTreeSet<i32> = group
                .iter()
                .map(left)
                .filter(|left| left.len() == 1)
                .flatten()
                .collect();
            let shared: BTreeSet<i32> = others
                .iter()
                .flat_map(left)
                .filter(|value| !taken.contains(value))
                .collect();
            seen || (others.len() == size && shared.len() == size && shared.contains(&value))
        })
    };
    let hidden = |size: usize| {
        // The values that only so many cells can have.
        let places = |value: i32| -> BTreeSet<Var> {
            group
                .iter()
                .copied()
                .filter(|cell| left(cell).contains(&value))
                .collect()
        };
        let few: Vec<i32> = (1..=9)
            .filter(|&value| places(value).len() <= size)
            .collect();
        let where_: BTreeSet<Var> = few.iter().flat_map(|&value| places(value)).collect();
        few.len() == size
            && where_.len() == size
            && link
                .gone
                .iter()
                .all(|(cell, value)| where_.contains(cell) && !few.contains(value))
    };
    let fish = |size: usize| {
        let value = link.gone[0].1;
        let groups: Vec<BTreeSet<Var>> =
            link.rules.iter().map(|&rule| cells(model, rule)).collect();
        let can = |group: &BTreeSet<Var>| -> BTreeSet<Var> {
            group
                .iter()
                .copied()
                .filter(|cell| left(cell).contains(&value))
                .collect()
        };
        // Some groups must have the value, and only where as many others have it: nowhere else in those.
        (0..1u32 << groups.len()).any(|chosen| {
            let is_base = |at: &usize| chosen >> at & 1 == 1;
            let base: Vec<usize> = (0..groups.len()).filter(is_base).collect();
            let cover: Vec<usize> = (0..groups.len()).filter(|at| !is_base(at)).collect();
            let base: BTreeSet<Var> = base.iter().flat_map(|&at| can(&groups[at])).collect();
            let disjoint = chosen.count_ones() as usize == size && cover.len() == size;
            let covered = |cell: &Var| cover.iter().any(|&at| groups[at].contains(cell));
            disjoint
                && base.iter().all(covered)
                && link
                    .gone
                    .iter()
                    .all(|(cell, gone)| *gone == value && covered(cell) && !base.contains(cell))
        })
    };
    match technique {
        Technique::OnlyValue => naked(0),
        Technique::OnlyPlace => hidden(1),
        Technique::NakedPair => naked(2),
        Technique::NakedTriple => naked(3),
        Technique::HiddenPair => hidden(2),
        Technique::HiddenTriple => hidden(3),
        Technique::Pointing => fish(1),
        Technique::XWing => fish(2),
        Technique::Swordfish => fish(3),
        Technique::Sum | Technique::Line | Technique::CutOff | Technique::EarlyLoop => false,
    }
}

/// A named deduction is made of links of its technique and of easier ones.
fn named_rightly(model: &Model, told: &Told) {
    let Some(name) = told.technique else { return };
    let easier = |link: &Link| {
        Technique::ALL
            .into_iter()
            .filter(|&one| one <= name)
            .any(|one| by(one, model, link))
    };
    for link in &told.links {
        assert!(easier(link), "not by {}: {link:?}", name.name());
    }
    assert!(
        told.links.iter().any(|link| by(name, model, link)),
        "nothing is {}: {told:?}",
        name.name()
    );
}

#[test]
fn graded_sudokus_are_told_by_techniques() {
    let mut needed = BTreeSet::new();
    for (grade, text) in SUDOKUS {
        let model = sudoku(text);
        let options = Options::default();
        let mut guide = Guide::new(&model, &options).expect("small enough");
        let started = Instant::now();
        let explanation = guide.explain(&[], &options);
        let whole = started.elapsed();
        assert!(
            explanation.differ.is_empty() && explanation.solution.is_some(),
            "{grade}"
        );
        let mut board = Board::of(given(&model));
        let mut slowest = Duration::ZERO;
        for told in &explanation.told {
            named_rightly(&model, told);
            needed.extend(told.technique);
            let entries = board.sets.clone();
            let started = Instant::now();
            let hint = guide.hint(&entries, &options).expect("no limits");
            slowest = slowest.max(started.elapsed());
            assert!(
                matches!(hint, Hint::Next(_)),
                "{grade}, {} filled in: {hint:?}, {told:?}",
                entries.len()
            );
            follow(&model, &mut board, told, grade);
        }
        assert_eq!(board.sets.len(), 81, "{grade}");
        let times = explanation.techniques();
        let hardest = times.keys().map(|technique| technique.difficulty()).max();
        if explanation.difficulty == Some(Difficulty::Easy) {
            assert_eq!(hardest, Some(Difficulty::Easy), "{grade}: {times:?}");
        }
        let times: Vec<String> = times
            .iter()
            .map(|(name, times)| format!("{} {times}", name.name()))
            .collect();
        println!(
            "{grade}: {:?}, {whole:.2?}, slowest hint {slowest:.2?}: {}",
            explanation.difficulty,
            times.join(", ")
        );
    }
    for technique in [
        Technique::OnlyValue,
        Technique::OnlyPlace,
        Technique::HiddenPair,
        Technique::Pointing,
        Technique::XWing,
    ] {
        assert!(
            needed.contains(&technique),
            "{} was not needed",
            technique.name()
        );
    }
}

/// Two cells with two values between them, where there are more values than cells: no other cells keep as many for themselves.
#[test]
fn a_naked_pair_is_called_so() {
    let mut model = Model::new("a naked pair");
    let cells = [2, 2, 3, 5].map(|most| {
        let cell = model.int("cell", 1..=5);
        model.member(cell, 1..=most).expect("it builds");
        cell
    });
    model.all_different(&cells).expect("it builds");
    let mut guide = Guide::new(&model, &Options::default()).expect("small enough");
    let hint = guide.hint(&[], &Options::default()).expect("no limits");
    let Hint::Next(told) = hint else {
        panic!("the third cell is 3: {hint:?}");
    };
    assert_eq!(told.sets, [(cells[2], 3)]);
    assert_eq!(told.technique, Some(Technique::NakedPair));
}
