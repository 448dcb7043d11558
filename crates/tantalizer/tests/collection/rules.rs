//! The rules of the kinds, a second time: plain functions over the values that are printed, which share nothing with the models.

#![allow(clippy::ptr_arg)] // Lines are vectors throughout, and so they can be handed to `all` as they are.

use crate::puzzle::{Puzzle, board};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Grid = Vec<Vec<i64>>;

/// The array that people fill in.
pub fn main_array(kind: &str) -> &'static str {
    match kind {
        "battleships" => "sea",
        "colour-squares" => "corner",
        "cryptarithm" => "digit",
        "hitori" => "black",
        "masyu" => "way",
        "n-queens" => "queen",
        "nurikabe" => "sea",
        "pentominoes" => "piece",
        "shikaku" => "area",
        "skyscrapers" => "height",
        "slitherlink" => "number",
        "star-battle" => "star",
        "tents" => "camp",
        "thermometers" => "filled",
        "zebra" => "who",
        _ => "cell",
    }
}

/// Panics unless a solution keeps the rules.
pub fn check(puzzle: &Puzzle, solution: &Value) {
    assert!(holds(puzzle, solution), "{}: {solution}", puzzle.name);
}

/// Whether a solution keeps the rules and the clues.
pub fn holds(puzzle: &Puzzle, solution: &Value) -> bool {
    let of = |name: &str| board(&solution[name]);
    let cell = of(main_array(&puzzle.kind));
    let told = puzzle.clues(main_array(&puzzle.kind));
    let none = if puzzle.kind == "cryptarithm" {
        -1
    } else {
        i64::MIN
    };
    told.iter()
        .all(|&(i, j, value)| value == none || cell[i][j] == value)
        && match puzzle.kind.as_str() {
            "akari" => akari(puzzle, &cell),
            "arrow-sudoku" => sudoku(puzzle, &cell) && arrows(puzzle, &cell),
            "battleships" => battleships(puzzle, &cell),
            "colour-squares" => colour_squares(puzzle, &cell),
            "cryptarithm" => cryptarithm(puzzle, &cell),
            "diagonal-sudoku" => sudoku(puzzle, &cell) && diagonals(&cell).iter().all(differ),
            "fillomino" => fillomino(puzzle, &cell),
            "futoshiki" => latin(&cell) && futoshiki(puzzle, &cell),
            "hashi" => hashi(puzzle, &cell),
            "heyawake" => heyawake(puzzle, &cell),
            "hitori" => hitori(puzzle, &cell),
            "jigsaw-sudoku" => {
                latin(&cell) && areas(&puzzle.grid("region"), &cell).all(|a| differ(&a))
            }
            "kakuro" => kakuro(puzzle, &cell),
            "killer-sudoku" => sudoku(puzzle, &cell) && killer(puzzle, &cell),
            "kropki" => latin(&cell) && kropki(puzzle, &cell),
            "latin-square" => latin(&cell),
            "magic-square" => magic(&cell),
            "masyu" => masyu(puzzle, &cell),
            "minesweeper" => minesweeper(&cell),
            "n-queens" => queens(&cell),
            "nonogram" => nonogram(puzzle, &cell),
            "nurikabe" => nurikabe(puzzle, &cell),
            "pentominoes" => pentominoes(puzzle, &cell),
            "shikaku" => shikaku(puzzle, &cell, &of("across"), &of("down")),
            "skyscrapers" => latin(&cell) && skyscrapers(puzzle, &cell),
            "slitherlink" => slitherlink(&cell, &of("across"), &of("down")),
            "star-battle" => star_battle(puzzle, &cell),
            "sudoku" => sudoku(puzzle, &cell),
            "takuzu" => takuzu(&cell),
            "tents" => tents(puzzle, &cell),
            "thermometers" => thermometers(puzzle, &cell),
            "triples" => triples(&cell),
            "yin-yang" => yin_yang(&cell),
            "zebra" => zebra(puzzle, &cell),
            other => panic!("no rules of {other}"),
        }
}

fn turned(grid: &Grid) -> Grid {
    let cols = grid.first().map_or(0, Vec::len);
    (0..cols)
        .map(|j| grid.iter().map(|row| row[j]).collect())
        .collect()
}

fn differ(line: &Vec<i64>) -> bool {
    line.iter().collect::<BTreeSet<_>>().len() == line.len()
}

fn latin(grid: &Grid) -> bool {
    let n = grid.len() as i64;
    let within = grid.iter().flatten().all(|value| (1..=n).contains(value));
    within && grid.iter().all(differ) && turned(grid).iter().all(differ)
}

/// The values of the cells of each area.
fn areas(area: &Grid, grid: &Grid) -> std::collections::btree_map::IntoValues<i64, Vec<i64>> {
    let mut of: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for (i, row) in area.iter().enumerate() {
        for (j, &number) in row.iter().enumerate() {
            of.entry(number).or_default().push(grid[i][j]);
        }
    }
    of.into_values()
}

fn sudoku(puzzle: &Puzzle, grid: &Grid) -> bool {
    let (height, width) = (puzzle.number("box_rows"), puzzle.number("box_cols"));
    let number = |i: usize, j: usize| (i / height * 100 + j / width) as i64;
    let n = grid.len();
    let boxes: Grid = (0..n)
        .map(|i| (0..n).map(|j| number(i, j)).collect())
        .collect();
    latin(grid) && areas(&boxes, grid).all(|cells| differ(&cells))
}

fn diagonals(grid: &Grid) -> [Vec<i64>; 2] {
    let n = grid.len();
    [
        (0..n).map(|i| grid[i][i]).collect(),
        (0..n).map(|i| grid[i][n - 1 - i]).collect(),
    ]
}

fn places(grid: &Grid) -> Vec<(usize, usize)> {
    let cols = grid.first().map_or(0, Vec::len);
    (0..grid.len())
        .flat_map(|i| (0..cols).map(move |j| (i, j)))
        .collect()
}

fn neighbours(grid: &Grid, (i, j): (usize, usize)) -> Vec<(usize, usize)> {
    let near = |&(k, l): &(usize, usize)| i.abs_diff(k) + j.abs_diff(l) == 1;
    places(grid).into_iter().filter(near).collect()
}

/// Whether these places are connected by sides.
fn connected(grid: &Grid, wanted: impl Fn((usize, usize)) -> bool) -> bool {
    let all: BTreeSet<(usize, usize)> = places(grid).into_iter().filter(|&p| wanted(p)).collect();
    all.is_empty() || piece(grid, *all.first().expect("one"), &wanted).len() == all.len()
}

/// The connected places around one.
fn piece(
    grid: &Grid,
    start: (usize, usize),
    wanted: &impl Fn((usize, usize)) -> bool,
) -> BTreeSet<(usize, usize)> {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for next in neighbours(grid, place) {
            if wanted(next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// The two by two cells.
fn squares(grid: &Grid) -> Vec<[i64; 4]> {
    let corners = places(grid).into_iter();
    let inner = corners.filter(|&(i, j)| i + 1 < grid.len() && j + 1 < grid[0].len());
    inner
        .map(|(i, j)| {
            [
                grid[i][j],
                grid[i][j + 1],
                grid[i + 1][j],
                grid[i + 1][j + 1],
            ]
        })
        .collect()
}

fn counts(puzzle: &Puzzle, grid: &Grid, counted: i64) -> bool {
    let of = |lines: &Grid, key: &str| {
        let told = puzzle.line(key);
        lines.iter().zip(told).all(|(line, told)| {
            let count = line.iter().filter(|&&value| value == counted).count() as i64;
            told.is_none_or(|told| told == count)
        })
    };
    of(grid, "in_row") && of(&turned(grid), "in_col")
}

fn akari(puzzle: &Puzzle, grid: &Grid) -> bool {
    let wall = puzzle.grid("wall");
    let seen = |(i, j): (usize, usize)| {
        let mut lamps = 0;
        for (di, dj) in [(0i64, 1i64), (1, 0), (0, -1), (-1, 0)] {
            let (mut k, mut l) = (i as i64 + di, j as i64 + dj);
            while let Some(&value) = usize::try_from(k)
                .ok()
                .zip(usize::try_from(l).ok())
                .and_then(|(k, l)| grid.get(k)?.get(l))
            {
                if value == 2 {
                    break;
                }
                lamps += value;
                (k, l) = (k + di, l + dj);
            }
        }
        lamps
    };
    let beside = |place| {
        neighbours(grid, place)
            .iter()
            .filter(|&&(k, l)| grid[k][l] == 1)
            .count()
    };
    places(grid).into_iter().all(|(i, j)| match grid[i][j] {
        2 => wall[i][j] == 1,
        1 => wall[i][j] == 0 && seen((i, j)) == 0,
        _ => wall[i][j] == 0 && seen((i, j)) > 0,
    }) && puzzle
        .clues("number")
        .iter()
        .all(|&(i, j, count)| beside((i, j)) as i64 == count)
}

fn arrows(puzzle: &Puzzle, grid: &Grid) -> bool {
    let (circle, shaft) = (puzzle.grid("circle"), puzzle.grid("shaft"));
    places(grid)
        .into_iter()
        .filter(|&(i, j)| circle[i][j] > 0)
        .all(|(i, j)| {
            let on = places(grid)
                .into_iter()
                .filter(|&(k, l)| shaft[k][l] == circle[i][j]);
            on.map(|(k, l)| grid[k][l]).sum::<i64>() == grid[i][j]
        })
}

fn battleships(puzzle: &Puzzle, grid: &Grid) -> bool {
    let is_ship = |(i, j): (usize, usize)| grid[i][j] == 1;
    let mut fleet = puzzle.line("fleet");
    let mut seen = BTreeSet::new();
    for place in places(grid).into_iter().filter(|&place| is_ship(place)) {
        if seen.contains(&place) {
            continue;
        }
        let ship = piece(grid, place, &is_ship);
        let (rows, cols): (BTreeSet<usize>, BTreeSet<usize>) = ship.iter().copied().unzip();
        let straight = rows.len() == 1 || cols.len() == 1;
        let alone = places(grid)
            .into_iter()
            .filter(|&p| is_ship(p) && !ship.contains(&p))
            .all(|p| {
                ship.iter()
                    .all(|&(i, j)| p.0.abs_diff(i).max(p.1.abs_diff(j)) > 1)
            });
        let Some(Some(left)) = fleet.get_mut(ship.len() - 1) else {
            return false;
        };
        *left -= 1;
        if !straight || !alone {
            return false;
        }
        seen.extend(ship);
    }
    fleet.iter().all(|left| *left == Some(0)) && counts(puzzle, grid, 1)
}

/// Between four corners lies each piece once, turned or not.
fn colour_squares(puzzle: &Puzzle, corner: &Grid) -> bool {
    // The least of the four turns; fields are top left, top right, bottom left, bottom right.
    let turned = |fields: [i64; 4]| {
        let turn = |[a, b, c, d]: [i64; 4]| [c, a, d, b];
        let turns = std::iter::successors(Some(fields), |&fields| Some(turn(fields)));
        turns.take(4).min()
    };
    let mut pieces: Vec<_> = (puzzle.grid("piece").iter())
        .map(|piece| turned([piece[0], piece[1], piece[2], piece[3]]))
        .collect();
    let mut lying = Vec::new();
    for i in 0..puzzle.number("rows") {
        for j in 0..puzzle.number("cols") {
            let fields = [
                corner[i][j],
                corner[i][j + 1],
                corner[i + 1][j],
                corner[i + 1][j + 1],
            ];
            lying.push(turned(fields));
        }
    }
    pieces.sort();
    lying.sort();
    pieces == lying
}

fn cryptarithm(puzzle: &Puzzle, grid: &Grid) -> bool {
    let word = puzzle.grid("word");
    let mut digit_of: BTreeMap<i64, i64> = BTreeMap::new();
    let fits = places(grid).into_iter().all(|(i, j)| match word[i][j] {
        0 => grid[i][j] == -1,
        letter => {
            let first = j == 0 || word[i][j - 1] == 0;
            *digit_of.entry(letter).or_insert(grid[i][j]) == grid[i][j]
                && (0..=9).contains(&grid[i][j])
                && !(first && grid[i][j] == 0)
        }
    });
    let number = |row: &Vec<i64>| row.iter().fold(0, |sum, &digit| 10 * sum + digit.max(0));
    let (last, others) = grid.split_last().expect("rows");
    let digits: Vec<i64> = digit_of.into_values().collect();
    fits && differ(&digits) && others.iter().map(number).sum::<i64>() == number(last)
}

fn fillomino(puzzle: &Puzzle, grid: &Grid) -> bool {
    let most = puzzle.number("most") as i64;
    places(grid).into_iter().all(|(i, j)| {
        let size = grid[i][j];
        size <= most && piece(grid, (i, j), &|(k, l)| grid[k][l] == size).len() as i64 == size
    })
}

fn futoshiki(puzzle: &Puzzle, grid: &Grid) -> bool {
    let holds = |sign: i64, a: i64, b: i64| if sign == 1 { a < b } else { a > b };
    let across = puzzle.clues("across");
    let down = puzzle.clues("down");
    across
        .iter()
        .all(|&(i, j, sign)| holds(sign, grid[i][j], grid[i][j + 1]))
        && down
            .iter()
            .all(|&(i, j, sign)| holds(sign, grid[i][j], grid[i + 1][j]))
}

fn kropki(puzzle: &Puzzle, grid: &Grid) -> bool {
    let holds = |dot: i64, a: i64, b: i64| {
        let doubled = a == 2 * b || b == 2 * a;
        if dot == 2 {
            doubled
        } else {
            a.abs_diff(b) == 1 && !doubled
        }
    };
    let across = puzzle.clues("across");
    let down = puzzle.clues("down");
    across
        .iter()
        .all(|&(i, j, dot)| holds(dot, grid[i][j], grid[i][j + 1]))
        && down
            .iter()
            .all(|&(i, j, dot)| holds(dot, grid[i][j], grid[i + 1][j]))
}

fn hashi(puzzle: &Puzzle, grid: &Grid) -> bool {
    let island = puzzle.grid("island");
    // The bridges that leave an island in a direction, if they arrive at another one.
    let leaving = |(i, j): (usize, usize), (di, dj): (i64, i64)| -> Option<(i64, (usize, usize))> {
        let single = if di == 0 { 1 } else { 3 };
        let (mut k, mut l) = (i as i64 + di, j as i64 + dj);
        let mut count = None;
        loop {
            let here = (usize::try_from(k).ok()?, usize::try_from(l).ok()?);
            let value = *grid.get(here.0)?.get(here.1)?;
            if value == 5 {
                return Some((count?, here));
            }
            let bridges = value - single + 1;
            if !(1..=2).contains(&bridges) || count.is_some_and(|count| count != bridges) {
                return None;
            }
            count = Some(bridges);
            (k, l) = (k + di, l + dj);
        }
    };
    let all: Vec<(usize, usize)> = places(grid)
        .into_iter()
        .filter(|&(i, j)| island[i][j] == 1)
        .collect();
    let ways = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let fits = places(grid)
        .into_iter()
        .all(|(i, j)| (grid[i][j] == 5) == (island[i][j] == 1));
    let numbers = puzzle.clues("number").iter().all(|&(i, j, number)| {
        let bridges = ways.iter().filter_map(|&way| leaving((i, j), way));
        bridges.map(|(count, _)| count).sum::<i64>() == number
    });
    // Every cell of a bridge is on a whole one.
    let whole: usize = all
        .iter()
        .flat_map(|&from| {
            ways[..2]
                .iter()
                .filter_map(move |&way| Some((from, leaving(from, way)?)))
        })
        .map(|(from, (_, to))| to.0 - from.0 + to.1 - from.1 - 1)
        .sum();
    let bridged = grid
        .iter()
        .flatten()
        .filter(|value| (1..=4).contains(*value))
        .count();
    let mut seen = BTreeSet::from([all[0]]);
    let mut open = vec![all[0]];
    while let Some(place) = open.pop() {
        for (_, to) in ways.iter().filter_map(|&way| leaving(place, way)) {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    fits && numbers && whole == bridged && seen.len() == all.len()
}

fn no_black_neighbours(grid: &Grid) -> bool {
    let black = |&(i, j): &(usize, usize)| grid[i][j] == 1;
    let mut cells = places(grid).into_iter().filter(black);
    cells.all(|place| !neighbours(grid, place).iter().any(black))
}

fn heyawake(puzzle: &Puzzle, grid: &Grid) -> bool {
    let room = puzzle.grid("room");
    let lines = |room: &Grid, grid: &Grid| {
        room.iter().zip(grid).all(|(rooms, cells)| {
            // The rooms of each stretch of white cells.
            let zipped: Vec<(i64, i64)> =
                rooms.iter().copied().zip(cells.iter().copied()).collect();
            zipped.split(|&(_, cell)| cell == 1).all(|stretch| {
                let changes = stretch
                    .windows(2)
                    .filter(|pair| pair[0].0 != pair[1].0)
                    .count();
                changes < 2
            })
        })
    };
    let counted = puzzle.clues("number").iter().all(|&(i, j, count)| {
        let inside = places(grid)
            .into_iter()
            .filter(|&(k, l)| room[k][l] == room[i][j]);
        inside.map(|(k, l)| grid[k][l]).sum::<i64>() == count
    });
    counted
        && no_black_neighbours(grid)
        && connected(grid, |(i, j)| grid[i][j] == 0)
        && lines(&room, grid)
        && lines(&turned(&room), &turned(grid))
}

fn hitori(puzzle: &Puzzle, grid: &Grid) -> bool {
    let number = puzzle.grid("number");
    let lines = |number: &Grid, grid: &Grid| {
        number.iter().zip(grid).all(|(numbers, cells)| {
            let white = numbers.iter().zip(cells).filter(|(_, cell)| **cell == 0);
            differ(&white.map(|(number, _)| *number).collect())
        })
    };
    no_black_neighbours(grid)
        && connected(grid, |(i, j)| grid[i][j] == 0)
        && lines(&number, grid)
        && lines(&turned(&number), &turned(grid))
}

fn kakuro(puzzle: &Puzzle, grid: &Grid) -> bool {
    let wall = puzzle.grid("wall");
    let fits = places(grid)
        .into_iter()
        .all(|(i, j)| (grid[i][j] == 0) == (wall[i][j] == 1));
    let lines = |grid: &Grid, clues: Vec<(usize, usize, i64)>| {
        let runs = grid.iter().all(|row| {
            row.split(|&digit| digit == 0)
                .all(|run| differ(&run.to_vec()))
        });
        runs && clues.iter().all(|&(i, j, sum)| {
            let run = grid[i][j + 1..].iter().take_while(|digit| **digit != 0);
            run.sum::<i64>() == sum
        })
    };
    let down = puzzle
        .clues("down")
        .into_iter()
        .map(|(i, j, sum)| (j, i, sum))
        .collect();
    fits && lines(grid, puzzle.clues("across")) && lines(&turned(grid), down)
}

fn killer(puzzle: &Puzzle, grid: &Grid) -> bool {
    let cage = puzzle.grid("cage");
    areas(&cage, grid).all(|cells| differ(&cells))
        && puzzle.clues("sum_of_cage").iter().all(|&(i, j, sum)| {
            let inside = places(grid)
                .into_iter()
                .filter(|&(k, l)| cage[k][l] == cage[i][j]);
            inside.map(|(k, l)| grid[k][l]).sum::<i64>() == sum
        })
}

fn magic(grid: &Grid) -> bool {
    let n = grid.len() as i64;
    let total = n * (n * n + 1) / 2;
    let all: Vec<i64> = grid.iter().flatten().copied().collect();
    let lines = grid
        .iter()
        .cloned()
        .chain(turned(grid))
        .chain(diagonals(grid));
    let mut sums = lines.map(|line| line.iter().sum::<i64>());
    differ(&all)
        && all.iter().all(|value| (1..=n * n).contains(value))
        && sums.all(|sum| sum == total)
}

/// Where a way leads from a cell: up, right, down, left.
fn exits(way: i64) -> [bool; 4] {
    match way {
        1 => [false, true, false, true],
        2 => [true, false, true, false],
        3 => [true, true, false, false],
        4 => [true, false, false, true],
        5 => [false, false, true, true],
        6 => [false, true, true, false],
        _ => [false; 4],
    }
}

fn masyu(puzzle: &Puzzle, grid: &Grid) -> bool {
    const STEPS: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
    let at = |(i, j): (usize, usize), side: usize| -> Option<(usize, usize)> {
        let i = usize::try_from(i as i64 + STEPS[side].0).ok()?;
        let j = usize::try_from(j as i64 + STEPS[side].1).ok()?;
        grid.get(i)?.get(j).map(|_| (i, j))
    };
    let way = |(i, j): (usize, usize)| grid[i][j];
    let joined = places(grid).into_iter().all(|place| {
        (0..4).all(|side| {
            let met = at(place, side).is_some_and(|next| exits(way(next))[(side + 2) % 4]);
            exits(way(place))[side] == met
        })
    });
    let used: Vec<(usize, usize)> = places(grid)
        .into_iter()
        .filter(|&place| way(place) > 0)
        .collect();
    let mut seen = BTreeSet::from([used[0]]);
    let mut open = vec![used[0]];
    while let Some(place) = open.pop() {
        for side in (0..4).filter(|&side| exits(way(place))[side]) {
            if let Some(next) = at(place, side)
                && seen.insert(next)
            {
                open.push(next);
            }
        }
    }
    let straight = |place| matches!(way(place), 1 | 2);
    let pearls = puzzle.clues("pearl").iter().all(|&(i, j, colour)| {
        let sides = (0..4).filter(|&side| exits(way((i, j)))[side]);
        let next: Vec<(usize, usize)> = sides.filter_map(|side| at((i, j), side)).collect();
        if colour == 1 {
            straight((i, j)) && next.iter().any(|&place| !straight(place))
        } else {
            way((i, j)) > 2 && next.iter().all(|&place| straight(place))
        }
    });
    joined && pearls && seen.len() == used.len()
}

fn minesweeper(grid: &Grid) -> bool {
    places(grid)
        .into_iter()
        .filter(|&(i, j)| grid[i][j] >= 0)
        .all(|(i, j)| {
            let near = |&(k, l): &(usize, usize)| {
                i.abs_diff(k).max(j.abs_diff(l)) == 1 && grid[k][l] == -1
            };
            places(grid).iter().filter(|place| near(place)).count() as i64 == grid[i][j]
        })
}

fn queens(grid: &Grid) -> bool {
    let queens: Vec<(usize, usize)> = places(grid)
        .into_iter()
        .filter(|&(i, j)| grid[i][j] == 1)
        .collect();
    let apart = |&(i, j): &(usize, usize), &(k, l): &(usize, usize)| {
        i != k && j != l && i.abs_diff(k) != j.abs_diff(l)
    };
    queens.len() == grid.len()
        && queens
            .iter()
            .enumerate()
            .all(|(at, one)| queens[..at].iter().all(|other| apart(one, other)))
}

fn nonogram(puzzle: &Puzzle, grid: &Grid) -> bool {
    let lines = |grid: &Grid, told: Grid| {
        grid.iter().zip(told).all(|(line, told)| {
            let runs = line.split(|&cell| cell == 0).map(|run| run.len() as i64);
            let runs: Vec<i64> = runs.filter(|&length| length > 0).collect();
            runs == told
                .into_iter()
                .filter(|&length| length > 0)
                .collect::<Vec<_>>()
        })
    };
    lines(grid, puzzle.grid("row_runs")) && lines(&turned(grid), puzzle.grid("col_runs"))
}

fn nurikabe(puzzle: &Puzzle, grid: &Grid) -> bool {
    let number = puzzle.grid("number");
    let land = |(i, j): (usize, usize)| grid[i][j] == 0;
    let islands = places(grid)
        .into_iter()
        .filter(|&place| land(place))
        .all(|place| {
            let island = piece(grid, place, &land);
            let told: Vec<i64> = island
                .iter()
                .map(|&(i, j)| number[i][j])
                .filter(|&n| n > 0)
                .collect();
            told == [island.len() as i64]
        });
    let dry = places(grid)
        .into_iter()
        .all(|(i, j)| number[i][j] == 0 || land((i, j)));
    islands && dry && connected(grid, |(i, j)| grid[i][j] == 1) && !squares(grid).contains(&[1; 4])
}

fn pentominoes(puzzle: &Puzzle, grid: &Grid) -> bool {
    // The pieces by name, as rows of squares.
    const PIECES: [(i64, &[&str]); 12] = [
        (1, &[".##", "##.", ".#."]),
        (2, &["#####"]),
        (3, &["#.", "#.", "#.", "##"]),
        (4, &[".#", ".#", "##", "#."]),
        (5, &["##", "##", "#."]),
        (6, &["###", ".#.", ".#."]),
        (7, &["#.#", "###"]),
        (8, &["#..", "#..", "###"]),
        (9, &["#..", "##.", ".##"]),
        (10, &[".#.", "###", ".#."]),
        (11, &[".#", "##", ".#", ".#"]),
        (12, &["##.", ".#.", ".##"]),
    ];
    type Shape = BTreeSet<(i64, i64)>;
    let cornered = |shape: Shape| -> Shape {
        let top = shape.iter().map(|place| place.0).min().unwrap_or(0);
        let left = shape.iter().map(|place| place.1).min().unwrap_or(0);
        shape.iter().map(|&(i, j)| (i - top, j - left)).collect()
    };
    let hole = puzzle.grid("hole");
    places(grid).into_iter().all(|(i, j)| {
        let here = grid[i][j];
        if here == 0 || hole[i][j] == 1 {
            return here == 0 && hole[i][j] == 1;
        }
        let cells = places(grid)
            .into_iter()
            .filter(|&(k, l)| grid[k][l] == here);
        let mut shape = cornered(cells.map(|(k, l)| (k as i64, l as i64)).collect());
        let rows = PIECES
            .iter()
            .find(|piece| piece.0 == here)
            .expect("a piece")
            .1;
        let wanted = rows.iter().enumerate().flat_map(|(k, row)| {
            let squares = row.char_indices().filter(|(_, c)| *c == '#');
            squares.map(move |(l, _)| (k as i64, l as i64))
        });
        let wanted: Shape = wanted.collect();
        (0..8).any(|position| {
            shape = cornered(shape.iter().map(|&(k, l)| (l, -k)).collect());
            if position == 4 {
                shape = cornered(shape.iter().map(|&(k, l)| (k, -l)).collect());
            }
            shape == wanted
        })
    })
}

fn shikaku(puzzle: &Puzzle, area: &Grid, across: &Grid, down: &Grid) -> bool {
    let number = puzzle.grid("number");
    let (rows, cols) = (area.len(), area[0].len());
    // What can be reached without crossing a line.
    let rectangle = |start: (usize, usize)| {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some((i, j)) = open.pop() {
            let mut next = Vec::new();
            next.extend((i > 0 && across[i][j] == 0).then(|| (i - 1, j)));
            next.extend((i + 1 < rows && across[i + 1][j] == 0).then(|| (i + 1, j)));
            next.extend((j > 0 && down[i][j] == 0).then(|| (i, j - 1)));
            next.extend((j + 1 < cols && down[i][j + 1] == 0).then(|| (i, j + 1)));
            for place in next {
                if seen.insert(place) {
                    open.push(place);
                }
            }
        }
        seen
    };
    places(area).into_iter().all(|(i, j)| {
        let cells = rectangle((i, j));
        let (high, wide): (BTreeSet<usize>, BTreeSet<usize>) = cells.iter().copied().unzip();
        let told: Vec<i64> = cells
            .iter()
            .map(|&(k, l)| number[k][l])
            .filter(|&n| n > 0)
            .collect();
        high.len() * wide.len() == cells.len()
            && told == [cells.len() as i64]
            && area[i][j] == told[0]
    })
}

fn skyscrapers(puzzle: &Puzzle, grid: &Grid) -> bool {
    let seen = |line: &[i64]| {
        let mut highest = 0;
        let mut count = 0;
        for &height in line {
            count += i64::from(height > highest);
            highest = highest.max(height);
        }
        count
    };
    let fits = |lines: Grid, key: &str| {
        lines
            .iter()
            .zip(puzzle.line(key))
            .all(|(line, told)| told.is_none_or(|told| told == seen(line)))
    };
    let backwards = |grid: Grid| {
        grid.into_iter()
            .map(|row| row.into_iter().rev().collect())
            .collect()
    };
    fits(grid.clone(), "left")
        && fits(backwards(grid.clone()), "right")
        && fits(turned(grid), "top")
        && fits(backwards(turned(grid)), "bottom")
}

fn slitherlink(number: &Grid, across: &Grid, down: &Grid) -> bool {
    let counted = places(number).into_iter().all(|(i, j)| {
        across[i][j] + across[i + 1][j] + down[i][j] + down[i][j + 1] == number[i][j]
    });
    // From corner to corner: each corner has none or two lines, and all lines are one loop.
    let (rows, cols) = (number.len(), number[0].len());
    let lines = |(i, j): (usize, usize)| {
        let mut next = Vec::new();
        next.extend((j > 0 && across[i][j - 1] == 1).then(|| (i, j - 1)));
        next.extend((j < cols && across[i][j] == 1).then(|| (i, j + 1)));
        next.extend((i > 0 && down[i - 1][j] == 1).then(|| (i - 1, j)));
        next.extend((i < rows && down[i][j] == 1).then(|| (i + 1, j)));
        next
    };
    let corners = (0..=rows).flat_map(|i| (0..=cols).map(move |j| (i, j)));
    let used: Vec<(usize, usize)> = corners
        .filter(|&corner| !lines(corner).is_empty())
        .collect();
    let mut seen = BTreeSet::from([used[0]]);
    let mut open = vec![used[0]];
    while let Some(corner) = open.pop() {
        open.extend(lines(corner).into_iter().filter(|&next| seen.insert(next)));
    }
    counted && used.iter().all(|&corner| lines(corner).len() == 2) && seen.len() == used.len()
}

fn touch(grid: &Grid, value: i64) -> bool {
    squares(grid)
        .iter()
        .any(|square| square.iter().filter(|&&cell| cell == value).count() > 1)
}

fn star_battle(puzzle: &Puzzle, grid: &Grid) -> bool {
    let stars = puzzle.number("stars") as i64;
    let regions = areas(&puzzle.grid("region"), grid);
    let mut lines = grid.iter().cloned().chain(turned(grid)).chain(regions);
    lines.all(|line| line.iter().sum::<i64>() == stars) && !touch(grid, 1)
}

fn takuzu(grid: &Grid) -> bool {
    let lines = |grid: &Grid| {
        let distinct: BTreeSet<&Vec<i64>> = grid.iter().collect();
        distinct.len() == grid.len()
            && grid.iter().all(|line| {
                2 * line.iter().sum::<i64>() == line.len() as i64
                    && line
                        .windows(3)
                        .all(|three| three[0] != three[1] || three[1] != three[2])
            })
    };
    lines(grid) && lines(&turned(grid))
}

fn tents(puzzle: &Puzzle, grid: &Grid) -> bool {
    let tree = puzzle.grid("tree");
    let of = |value: i64| -> Vec<(usize, usize)> {
        places(grid)
            .into_iter()
            .filter(|&(i, j)| grid[i][j] == value)
            .collect()
    };
    let (tents, trees) = (of(1), of(2));
    let fits = places(grid)
        .into_iter()
        .all(|(i, j)| (grid[i][j] == 2) == (tree[i][j] == 1));
    // Every tree gets a tent of its own: paths that take tents from others where that helps.
    let mut owner: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
    fn give(
        tree: (usize, usize),
        grid: &Grid,
        owner: &mut BTreeMap<(usize, usize), (usize, usize)>,
        seen: &mut BTreeSet<(usize, usize)>,
    ) -> bool {
        for tent in neighbours(grid, tree) {
            if grid[tent.0][tent.1] == 1 && seen.insert(tent) {
                let free = match owner.get(&tent).copied() {
                    None => true,
                    Some(other) => give(other, grid, owner, seen),
                };
                if free {
                    owner.insert(tent, tree);
                    return true;
                }
            }
        }
        false
    }
    let paired = trees
        .iter()
        .all(|&tree| give(tree, grid, &mut owner, &mut BTreeSet::new()));
    fits && paired && tents.len() == trees.len() && !touch(grid, 1) && counts(puzzle, grid, 1)
}

fn thermometers(puzzle: &Puzzle, grid: &Grid) -> bool {
    let (thermometer, step) = (puzzle.grid("thermometer"), puzzle.grid("step"));
    let filled = places(grid)
        .into_iter()
        .filter(|&(i, j)| grid[i][j] == 1)
        .all(|(i, j)| {
            let mut before = places(grid).into_iter().filter(|&(k, l)| {
                thermometer[k][l] == thermometer[i][j] && step[k][l] < step[i][j]
            });
            before.all(|(k, l)| grid[k][l] == 1)
        });
    filled && counts(puzzle, grid, 1)
}

fn triples(grid: &Grid) -> bool {
    let at = |i: i64, j: i64| -> Option<i64> {
        grid.get(usize::try_from(i).ok()?)?
            .get(usize::try_from(j).ok()?)
            .copied()
    };
    places(grid).into_iter().all(|(i, j)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().all(|&(di, dj)| {
            let three: Option<BTreeSet<i64>> = (0..3)
                .map(|step| at(i as i64 + step * di, j as i64 + step * dj))
                .collect();
            three.is_none_or(|three| three.len() == 2)
        })
    })
}

fn yin_yang(grid: &Grid) -> bool {
    let squares = squares(grid);
    connected(grid, |(i, j)| grid[i][j] == 0)
        && connected(grid, |(i, j)| grid[i][j] == 1)
        && !squares.contains(&[0; 4])
        && !squares.contains(&[1; 4])
}

fn zebra(puzzle: &Puzzle, grid: &Grid) -> bool {
    let names = puzzle.words("name");
    let all: Vec<&String> = names.iter().flatten().collect();
    let house = |word: &str| -> Option<usize> {
        let number = all.iter().position(|name| *name == word)? as i64 + 1;
        grid.iter()
            .find_map(|row| row.iter().position(|&value| value == number))
    };
    let pairs = |key: &str, holds: fn(usize, usize) -> bool| {
        puzzle.words(key).iter().all(|pair| {
            house(&pair[0])
                .zip(house(&pair[1]))
                .is_some_and(|(a, b)| holds(a, b))
        })
    };
    let placed: Vec<String> = puzzle.words("placed").concat();
    let at = puzzle.line("house");
    let values: Vec<i64> = grid.iter().flatten().copied().collect();
    let width = grid[0].len() as i64;
    let grouped = grid
        .iter()
        .enumerate()
        .all(|(group, row)| row.iter().all(|value| (value - 1) / width == group as i64));
    differ(&values)
        && grouped
        && pairs("together", |a, b| a == b)
        && pairs("beside", |a, b| a.abs_diff(b) == 1)
        && pairs("left_of", |a, b| a + 1 == b)
        && placed
            .iter()
            .zip(at)
            .all(|(word, at)| house(word).map(|h| h as i64 + 1) == at)
}
