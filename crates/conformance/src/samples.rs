//! Each constraint by a predicate and random shapes.
//!
//! A sample lists the slots of a constraint (which domain, Boolean or not), how the constraint is made from
//! variables in these slots, and, independently of the judge, when it holds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tantalizer_model::constraints::{
    Absolute, AllDifferent, AllEqual, Arithm, Circuit, Clause, Compare, Connected, Count, Element,
    GlobalCardinality, Inverse, Lex, Linear, Maximum, Member, Minimum, NValue, PathCount, Regular,
    Reified, Subcircuit, Table, Xor,
};

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::automaton::Dfa;
use tantalizer_model::{
    Arithmetic, Constraint, ConstraintKind, Domain, Literal, PathArc, PathGraph, Rel, Tuples, Var,
};

/// The domain that a variable in this place of a constraint has.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its values.
    pub domain: Domain,
    /// Whether only 0 and 1 make sense there.
    pub boolean: bool,
    /// Whether negative values make no sense there.
    pub natural: bool,
}

/// Makes a constraint from a variable for each place.
pub type Make = Box<dyn Fn(&[Var]) -> Constraint>;

/// Tells from the values of all places whether the constraint holds.
pub type Predicate = Box<dyn Fn(&[i32]) -> bool>;

/// A random constraint of one kind.
pub struct Sample {
    /// Its places.
    pub slots: Vec<Slot>,
    /// The constraint, given a variable for each place.
    pub make: Make,
    /// When it holds, given the values of all places.
    pub predicate: Predicate,
}

fn new(
    slots: Vec<Slot>,
    make: impl Fn(&[Var]) -> Constraint + 'static,
    predicate: impl Fn(&[i32]) -> bool + 'static,
) -> Sample {
    Sample {
        slots,
        make: Box::new(make),
        predicate: Box::new(predicate),
    }
}

/// A random constraint of the given kind.
pub fn sample(kind: ConstraintKind, rng: &mut ChaCha8Rng) -> Sample {
    use ConstraintKind as K;
    match kind {
        K::Member => {
            let values = small(rng);
            let set: Vec<i32> = values.iter().collect();
            new(
                ints(rng, 1),
                move |v| {
                    Constraint::Member(Member {
                        x: v[0],
                        values: values.clone(),
                    })
                },
                move |a| set.contains(&a[0]),
            )
        }
        K::Compare => {
            let rel = relation(rng);
            new(
                ints(rng, 2),
                move |v| {
                    Constraint::Compare(Compare {
                        x: v[0],
                        rel,
                        y: v[1],
                    })
                },
                move |a| related(a[0].into(), rel, a[1].into()),
            )
        }
        K::Arithm => arithm(rng),
        K::Linear => linear(rng),
        K::AllDifferent => {
            let n = rng.random_range(0..=5);
            new(
                ints(rng, n),
                |v| Constraint::AllDifferent(AllDifferent { vars: v.to_vec() }),
                |a| (0..a.len()).all(|i| (0..i).all(|j| a[i] != a[j])),
            )
        }
        K::AllEqual => {
            let n = rng.random_range(0..=4);
            new(
                ints(rng, n),
                |v| Constraint::AllEqual(AllEqual { vars: v.to_vec() }),
                |a| a.windows(2).all(|pair| pair[0] == pair[1]),
            )
        }
        K::Count => {
            let n = rng.random_range(0..=4);
            let mut slots = ints(rng, n + 1);
            slots.push(int(small_count(rng, n)));
            new(
                slots,
                move |v| {
                    Constraint::Count(Count {
                        vars: v[..n].to_vec(),
                        value: v[n],
                        count: v[n + 1],
                    })
                },
                move |a| times(&a[..n], a[n]) == a[n + 1],
            )
        }
        K::GlobalCardinality => global_cardinality(rng),
        K::Element => element(rng),
        K::Table => table(rng),
        K::Regular => regular(rng),
        K::Lex => {
            let (n, m) = (rng.random_range(0..=3), rng.random_range(0..=3));
            let strict = rng.random_bool(0.5);
            new(
                ints(rng, n + m),
                move |v| {
                    Constraint::Lex(Lex {
                        left: v[..n].to_vec(),
                        right: v[n..].to_vec(),
                        strict,
                    })
                },
                move |a| lex(&a[..n], &a[n..], strict),
            )
        }
        K::Inverse => inverse(rng),
        K::Circuit => loops(rng, true),
        K::Subcircuit => loops(rng, false),
        K::Connected => connected(rng),
        K::Clause => {
            let n = rng.random_range(0..=5);
            let signs: Vec<bool> = (0..n).map(|_| rng.random_bool(0.5)).collect();
            let wanted = signs.clone();
            new(
                bools(n),
                move |v| {
                    Constraint::Clause(Clause {
                        literals: v
                            .iter()
                            .zip(&signs)
                            .map(|(&var, &positive)| Literal { var, positive })
                            .collect(),
                    })
                },
                move |a| a.iter().zip(&wanted).any(|(&x, &sign)| (x == 1) == sign),
            )
        }
        K::Xor => {
            let n = rng.random_range(0..=6);
            let parity = rng.random_bool(0.5);
            new(
                bools(n),
                move |v| {
                    Constraint::Xor(Xor {
                        vars: v.to_vec(),
                        parity,
                    })
                },
                move |a| a.iter().fold(false, |odd, &x| odd ^ (x == 1)) == parity,
            )
        }
        K::Reified => reified(rng),
        K::Minimum => {
            let n = rng.random_range(1..=4);
            new(
                ints(rng, n + 1),
                |v| {
                    Constraint::Minimum(Minimum {
                        result: v[0],
                        vars: v[1..].to_vec(),
                    })
                },
                |a| a[1..].contains(&a[0]) && a[1..].iter().all(|&x| x >= a[0]),
            )
        }
        K::Maximum => {
            let n = rng.random_range(1..=4);
            new(
                ints(rng, n + 1),
                |v| {
                    Constraint::Maximum(Maximum {
                        result: v[0],
                        vars: v[1..].to_vec(),
                    })
                },
                |a| a[1..].contains(&a[0]) && a[1..].iter().all(|&x| x <= a[0]),
            )
        }
        K::Absolute => new(
            ints(rng, 2),
            |v| {
                Constraint::Absolute(Absolute {
                    result: v[0],
                    x: v[1],
                })
            },
            |a| a[0] >= 0 && (a[0] == a[1] || a[0] == -a[1]),
        ),
        K::NValue => {
            let n = rng.random_range(0..=4);
            let mut slots = ints(rng, n);
            slots.push(int(small_count(rng, n)));
            new(
                slots,
                move |v| {
                    Constraint::NValue(NValue {
                        vars: v[..n].to_vec(),
                        count: v[n],
                    })
                },
                move |a| a[..n].iter().collect::<BTreeSet<_>>().len() as i32 == a[n],
            )
        }
        K::PathCount => path_count(rng),
    }
}

fn arithm(rng: &mut ChaCha8Rng) -> Sample {
    let rel = relation(rng);
    let op = *Arithmetic::ALL.choose(rng).unwrap_or(&Arithmetic::Plus);
    new(
        ints(rng, 3),
        move |v| {
            Constraint::Arithm(Arithm {
                x: v[0],
                op,
                y: v[1],
                rel,
                z: v[2],
            })
        },
        move |a| {
            let (x, y) = (i64::from(a[0]), i64::from(a[1]));
            let result = match op {
                Arithmetic::Plus => x + y,
                Arithmetic::Minus => x - y,
                Arithmetic::Times => x * y,
                Arithmetic::Divide => match x.checked_div(y) {
                    Some(quotient) => quotient,
                    None => return false,
                },
            };
            related(result, rel, a[2].into())
        },
    )
}

fn linear(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(0..=4);
    let rel = relation(rng);
    let coefficients: Vec<i64> = (0..n).map(|_| rng.random_range(-3..=3)).collect();
    let constant = rng.random_range(-6..=6);
    let weights = coefficients.clone();
    new(
        ints(rng, n),
        move |v| {
            Constraint::Linear(Linear {
                terms: coefficients
                    .iter()
                    .copied()
                    .zip(v.iter().copied())
                    .collect(),
                rel,
                constant,
            })
        },
        move |a| {
            let sum = a
                .iter()
                .zip(&weights)
                .map(|(&x, &c)| c * i64::from(x))
                .sum();
            related(sum, rel, constant)
        },
    )
}

fn global_cardinality(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(0..=4);
    let values: Vec<i32> = small(rng).iter().take(3).collect();
    let m = values.len();
    let closed = rng.random_bool(0.4);
    let mut slots = ints(rng, n);
    slots.extend((0..m).map(|_| int(small_count(rng, n))));
    let counted = values.clone();
    new(
        slots,
        move |v| {
            Constraint::GlobalCardinality(GlobalCardinality {
                vars: v[..n].to_vec(),
                values: values.clone(),
                counts: v[n..].to_vec(),
                closed,
            })
        },
        move |a| {
            let right = (0..m).all(|i| times(&a[..n], counted[i]) == a[n + i]);
            let covered: i32 = counted.iter().map(|&value| times(&a[..n], value)).sum();
            right && (!closed || covered == n as i32)
        },
    )
}

fn element(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(1..=4);
    let offset = rng.random_range(-2..=2);
    let mut slots = ints(rng, n + 1);
    slots.push(int(Domain::range(offset - 1, offset + n as i32)));
    new(
        slots,
        move |v| {
            Constraint::Element(Element {
                array: v[..n].to_vec(),
                offset,
                index: v[n + 1],
                value: v[n],
            })
        },
        move |a| (0..n).any(|i| a[n + 1] == offset + i as i32 && a[i] == a[n]),
    )
}

fn table(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(1..=4);
    let allowed = rng.random_bool(0.6);
    let slots = ints(rng, n);
    let pools: Vec<Vec<i32>> = slots
        .iter()
        .map(|slot| slot.domain.iter().chain([9]).collect())
        .collect();
    let length = rng.random_range(0..=14);
    let rows: Vec<Vec<i32>> = (0..length)
        .map(|_| {
            pools
                .iter()
                .map(|pool| pool.choose(rng).copied().unwrap_or(0))
                .collect()
        })
        .collect();
    let tuples = Arc::new(Tuples::new(n, &rows).expect("rows are as wide as asked"));
    new(
        slots,
        move |v| {
            Constraint::Table(Table {
                vars: v.to_vec(),
                tuples: tuples.clone(),
                allowed,
            })
        },
        move |a| {
            let listed = rows
                .iter()
                .any(|row| row.iter().zip(a).all(|(x, y)| x == y));
            listed == allowed
        },
    )
}

fn regular(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(0..=5);
    let states = rng.random_range(1..=4);
    let accepting: Vec<usize> = (0..states).filter(|_| rng.random_bool(0.5)).collect();
    let mut arcs = BTreeMap::new();
    for state in 0..states {
        for value in -1..=3 {
            if rng.random_bool(0.7) {
                arcs.insert((state, value), rng.random_range(0..states));
            }
        }
    }
    let listed = arcs.iter().map(|(&(from, value), &to)| (from, value, to));
    let dfa = Dfa::new(states, 0, accepting.iter().copied(), listed);
    let dfa = Arc::new(dfa.expect("states are in range"));
    new(
        ints(rng, n),
        move |v| {
            Constraint::Regular(Regular {
                vars: v.to_vec(),
                automaton: dfa.clone(),
            })
        },
        move |a| {
            let end = a
                .iter()
                .try_fold(0, |state, &value| arcs.get(&(state, value)).copied());
            end.is_some_and(|state| accepting.contains(&state))
        },
    )
}

fn inverse(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(0..=3usize);
    let (from, to) = (rng.random_range(-1..=1), rng.random_range(-1..=1));
    let around = |offset: i32| {
        int(Domain::range(
            offset - i32::from(n == 1),
            offset + n as i32 - 1,
        ))
    };
    let mut slots = vec![around(to); n];
    slots.extend(vec![around(from); n]);
    new(
        slots,
        move |v| {
            Constraint::Inverse(Inverse {
                forward: v[..n].to_vec(),
                forward_offset: from,
                backward: v[n..].to_vec(),
                backward_offset: to,
            })
        },
        move |a| {
            let (f, g) = a.split_at(n);
            let inside = |x: &i32, offset: i32| (offset..offset + n as i32).contains(x);
            f.iter().all(|x| inside(x, to))
                && g.iter().all(|x| inside(x, from))
                && (0..n)
                    .all(|i| (0..n).all(|j| (f[i] == to + j as i32) == (g[j] == from + i as i32)))
        },
    )
}

/// Circuit (`whole`) or subcircuit.
fn loops(rng: &mut ChaCha8Rng, whole: bool) -> Sample {
    let n = rng.random_range(1..=5usize);
    let offset = rng.random_range(-1..=1);
    let slots = (0..n)
        .map(|_| {
            let mut values: Vec<i32> = (0..n as i32).map(|i| i + offset).collect();
            values.retain(|_| rng.random_bool(0.8));
            if rng.random_bool(0.1) {
                values.push(offset + n as i32);
            }
            int(Domain::from(values))
        })
        .collect();
    new(
        slots,
        move |v| {
            let successors = v.to_vec();
            if whole {
                Constraint::Circuit(Circuit { successors, offset })
            } else {
                Constraint::Subcircuit(Subcircuit { successors, offset })
            }
        },
        move |a| {
            let next: Option<Vec<usize>> = a
                .iter()
                .map(|&x| usize::try_from(x - offset).ok().filter(|&i| i < n))
                .collect();
            let Some(next) = next else { return false };
            let images: BTreeSet<usize> = next.iter().copied().collect();
            if images.len() < n {
                return false;
            }
            // A permutation: count its cycles by their smallest members.
            let cycle = |start: usize| {
                let mut nodes = vec![start];
                while next[nodes[nodes.len() - 1]] != start {
                    nodes.push(next[nodes[nodes.len() - 1]]);
                }
                nodes
            };
            let cycles: BTreeSet<Vec<usize>> = (0..n)
                .map(|i| {
                    let mut nodes = cycle(i);
                    nodes.sort_unstable();
                    nodes
                })
                .collect();
            if whole {
                cycles.len() == 1
            } else {
                cycles.iter().filter(|nodes| nodes.len() > 1).count() <= 1
            }
        },
    )
}

fn connected(rng: &mut ChaCha8Rng) -> Sample {
    let n = rng.random_range(0..=6usize);
    let mut edges = Vec::new();
    for a in 0..n {
        for b in 0..a {
            if rng.random_bool(0.4) {
                edges.push((a, b));
            }
        }
    }
    let edges = Arc::new(edges);
    let links = edges.clone();
    new(
        bools(n),
        move |v| {
            Constraint::Connected(Connected {
                chosen: v.to_vec(),
                edges: edges.clone(),
            })
        },
        move |a| {
            // Merge labels along edges; all chosen vertices must end with one label.
            let mut label: Vec<usize> = (0..n).collect();
            for _ in 0..n {
                for &(x, y) in links.iter() {
                    if a[x] == 1 && a[y] == 1 {
                        let low = label[x].min(label[y]);
                        label[x] = low;
                        label[y] = low;
                    }
                }
            }
            let labels: BTreeSet<usize> = (0..n).filter(|&i| a[i] == 1).map(|i| label[i]).collect();
            labels.len() <= 1
        },
    )
}

fn reified(rng: &mut ChaCha8Rng) -> Sample {
    let kinds: Vec<ConstraintKind> = ConstraintKind::ALL
        .into_iter()
        .filter(|&kind| kind != ConstraintKind::Reified || rng.random_bool(0.3))
        .collect();
    let kind = *kinds.choose(rng).unwrap_or(&ConstraintKind::Compare);
    let Sample {
        mut slots,
        make,
        predicate,
    } = sample(kind, rng);
    let n = slots.len();
    slots.extend(bools(1));
    new(
        slots,
        move |v| {
            Constraint::Reified(Reified {
                constraint: Box::new(make(&v[..n])),
                by: v[n],
            })
        },
        move |a| (a[n] == 1) == predicate(&a[..n]),
    )
}

fn path_count(rng: &mut ChaCha8Rng) -> Sample {
    let nodes = rng.random_range(1..=4usize);
    let accepting: Vec<usize> = (0..nodes).filter(|_| rng.random_bool(0.5)).collect();
    let mut arcs = Vec::new();
    for from in 0..nodes {
        for to in from + 1..nodes {
            for _ in 0..rng.random_range(0..=1) {
                arcs.push((from, to));
            }
        }
    }
    let m = arcs.len();
    let mut slots: Vec<Slot> = (0..m)
        .map(|_| Slot {
            natural: true,
            ..int(Domain::range(
                rng.random_range(0..=1),
                rng.random_range(1..=2),
            ))
        })
        .collect();
    slots.push(Slot {
        natural: true,
        ..int(Domain::range(0, rng.random_range(0..=8)))
    });
    let steps = arcs.clone();
    let ends = accepting.clone();
    new(
        slots,
        move |v| {
            Constraint::PathCount(PathCount {
                graph: Arc::new(PathGraph {
                    nodes,
                    start: 0,
                    accepting: accepting.clone(),
                    arcs: arcs
                        .iter()
                        .zip(v)
                        .map(|(&(from, to), &multiplicity)| PathArc {
                            from,
                            to,
                            multiplicity,
                        })
                        .collect(),
                }),
                total: v[m],
            })
        },
        move |a| walk(0, &steps, &ends, a) == i64::from(a[m]),
    )
}

/// The weighted number of accepted paths from `node`, by walking all of them.
fn walk(node: usize, arcs: &[(usize, usize)], ends: &[usize], weights: &[i32]) -> i64 {
    let onward: i64 = arcs
        .iter()
        .zip(weights)
        .filter(|(arc, _)| arc.0 == node)
        .map(|(arc, &weight)| i64::from(weight) * walk(arc.1, arcs, ends, weights))
        .sum();
    onward + i64::from(ends.contains(&node))
}

fn lex(left: &[i32], right: &[i32], strict: bool) -> bool {
    for i in 0..left.len().min(right.len()) {
        if left[i] != right[i] {
            return left[i] < right[i];
        }
    }
    if strict {
        left.len() < right.len()
    } else {
        left.len() <= right.len()
    }
}

fn related(left: i64, rel: Rel, right: i64) -> bool {
    match rel {
        Rel::Equal => left == right,
        Rel::NotEqual => left != right,
        Rel::Less => left < right,
        Rel::LessEqual => left <= right,
        Rel::Greater => left > right,
        Rel::GreaterEqual => left >= right,
    }
}

fn times(list: &[i32], value: i32) -> i32 {
    list.iter().filter(|&&item| item == value).count() as i32
}

fn relation(rng: &mut ChaCha8Rng) -> Rel {
    *Rel::ALL.choose(rng).unwrap_or(&Rel::Equal)
}

fn int(domain: Domain) -> Slot {
    Slot {
        domain,
        boolean: false,
        natural: false,
    }
}

fn ints(rng: &mut ChaCha8Rng, n: usize) -> Vec<Slot> {
    (0..n).map(|_| int(small(rng))).collect()
}

fn bools(n: usize) -> Vec<Slot> {
    vec![
        Slot {
            domain: Domain::boolean(),
            boolean: true,
            natural: true,
        };
        n
    ]
}

/// A count that is mostly possible for `n` variables.
fn small_count(rng: &mut ChaCha8Rng, n: usize) -> Domain {
    let low = rng.random_range(-1..=n as i32);
    Domain::range(low, low + rng.random_range(0..=2))
}

/// Mostly two to four small values, with holes; sometimes far apart, sometimes one, rarely none.
pub fn small(rng: &mut ChaCha8Rng) -> Domain {
    match rng.random_range(0..40) {
        0 => Domain::empty(),
        1 => Domain::from([-70_000, 0, 2, 1_000_000]),
        2 => Domain::from([0, 1, 63, 64, 65, 200]),
        3..=5 => Domain::single(rng.random_range(-1..=3)),
        _ => Domain::from_values((-1..=4).filter(|_| rng.random_bool(0.55))),
    }
}
