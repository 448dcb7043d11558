//! Encoding 1: which symbol is where (Eq. 1-7).
//!
//! `x[i,j,k]`: position `i` holds symbol `j` before step `k`; `x[i,0,k]`: what it
//! holds is upside down. `e[i,k]`: position `i` is left alone by step `k`.
//! `t[k,m]`: step `k` is spin `m`. As printed, steps run from 0 to `N` while the
//! state after the last is `N + 1` and `N` the number of moves; we count steps
//! from 1 to `N`.

use super::super::rules::Rules;
use super::cnf::{Cnf, Literal};
use super::{Encoded, Formula, Length, SpinVariables, Start};

pub(super) fn encode(rules: Rules, formula: &Formula) -> Encoded {
    let spins = rules.spins();
    let tiles = rules.tiles();
    let steps = formula.length.steps();
    let may_idle = matches!(formula.length, Length::AtMost(_));
    let mut cnf = Cnf::default();

    // x[k][i][j], with j = 0 for "upside down".
    let mut x: Vec<Vec<Vec<Literal>>> = (1..=steps + 1)
        .map(|k| {
            (1..=tiles)
                .map(|i| {
                    (0..=tiles)
                        .map(|j| cnf.variable(format!("x[{i},{j},{k}]")))
                        .collect()
                })
                .collect()
        })
        .collect();
    let e: Vec<Vec<Literal>> = (1..=steps)
        .map(|k| {
            (1..=tiles)
                .map(|i| cnf.variable(format!("e[{i},{k}]")))
                .collect()
        })
        .collect();
    let t: Vec<Vec<Literal>> = (1..=steps)
        .map(|k| {
            spins
                .iter()
                .map(|spin| cnf.variable(format!("t[{k},{spin}]")))
                .collect()
        })
        .collect();
    let idle: Vec<Literal> = if may_idle {
        (1..=steps)
            .map(|k| cnf.variable(format!("idle[{k}]")))
            .collect()
    } else {
        Vec::new()
    };

    // Eq. 1: the final state. The initial one is fixed in the same way.
    for (i, variables) in (1..).zip(&x[steps]) {
        for (j, &variable) in variables.iter().enumerate() {
            cnf.add([if i == j { variable } else { -variable }]);
        }
    }

    for k in 0..steps {
        let (now, next) = (&x[k], &x[k + 1]);
        // Eq. 2: what is left alone stays the same.
        for i in 0..tiles {
            for (&before, &after) in now[i].iter().zip(&next[i]) {
                cnf.add([-e[k][i], -before, after]);
                cnf.add([-e[k][i], before, -after]);
            }
        }
        // Eq. 3: some spin, and at most one, because two differ in a position
        // that one of them leaves alone.
        cnf.add(t[k].iter().copied().chain(idle.get(k).copied()));
        for (m, spin) in spins.iter().enumerate() {
            let turned = rules.positions(spin);
            for (i, &alone) in e[k].iter().enumerate() {
                let literal = if turned >> i & 1 == 1 { -alone } else { alone };
                cnf.add([-t[k][m], literal]);
            }
        }
        if let Some(&idle) = idle.get(k) {
            for &alone in &e[k] {
                cnf.add([-idle, alone]);
            }
        }
        for (m, spin) in spins.iter().enumerate() {
            let turned = rules.positions(spin);
            for i in (0..tiles).filter(|i| turned >> i & 1 == 1) {
                let (from, to) = (&now[i], &next[rules.spun(spin, i)]);
                // Eq. 4: tiles change places.
                for j in 1..=tiles {
                    cnf.add([-t[k][m], -from[j], to[j]]);
                    cnf.add([-t[k][m], from[j], -to[j]]);
                }
                // Eq. 5: and turn.
                cnf.add([-t[k][m], from[0], to[0]]);
                cnf.add([-t[k][m], -from[0], -to[0]]);
            }
        }
    }

    // Idle steps come last.
    for pair in idle.windows(2) {
        cnf.add([-pair[0], pair[1]]);
    }

    // Eq. 6 and 7. The spins are sorted by size.
    for k in 1..steps {
        for (m, outer) in spins.iter().enumerate() {
            for (n, inner) in spins[..=m].iter().enumerate() {
                let disjoint = formula.breaking.disjoint && inner.is_disjoint(outer);
                let contain =
                    formula.breaking.contain && outer.contains(inner) && (n < m || may_idle);
                if disjoint || contain {
                    cnf.add([-t[k - 1][m], -t[k][n]]);
                }
            }
        }
    }

    let steps = t
        .into_iter()
        .map(|variables| SpinVariables::Spins(spins.iter().copied().zip(variables).collect()))
        .collect();
    let start = Start::Positions(x.swap_remove(0));
    Encoded {
        cnf,
        start,
        steps,
        rules,
    }
}
