//! From constraints to propagators: which algorithm serves which constraint.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tantalizer_model::constraints;
use tantalizer_model::constraints::{
    AllDifferent, Arithm, Circuit, Clause, GlobalCardinality, Subcircuit, Table,
};

use tantalizer_model::automaton::Dfa;
use tantalizer_model::{
    Arithmetic, Consistency, Constraint, ConstraintKind, Domain, Limit, Limits, Literal, Model,
    Rel, Tuples, Var, available_memory,
};

use crate::kernel::{Body, Kernel};
use crate::propagators::all_different::{Distinct, Matching};
use crate::propagators::all_equal::AllEqual;
use crate::propagators::any_of::AnyOf;
use crate::propagators::arithmetic::{Product, Quotient};
use crate::propagators::bound::Bound;
use crate::propagators::cardinality::Cardinality;
use crate::propagators::clauses::Clauses;
use crate::propagators::compact_table::{CompactTable, Rows};
use crate::propagators::compare::Compare;
use crate::propagators::connected::{Connected, neighbours};
use crate::propagators::count::{Count, Wanted};
use crate::propagators::element::Element;
use crate::propagators::extremum::{Absolute, Maximum, Minimum};
use crate::propagators::inverse::Inverse;
use crate::propagators::lex::Lex;
use crate::propagators::linear::Linear;
use crate::propagators::lookup::{Lookup, Shared};
use crate::propagators::loops::Loop;
use crate::propagators::member::Member;
use crate::propagators::nvalue::{self, NValue};
use crate::propagators::path_count::PathCount;
use crate::propagators::regular::{Arcs, Regular};
use crate::propagators::reified::{Group, Reified};
use crate::propagators::xor::Xor;
use crate::store::{Conflict, Step, Store, V};

/// Builds the kernel of a model, or finds at once that it has no solution. With `tabulate`, small constraints
/// are turned into look-ups. The bound of an objective, if any, becomes the last propagator.
pub fn post(
    model: &Model,
    tabulate: bool,
    bound: Option<Bound>,
    limits: &Limits,
) -> Result<Kernel, Unposted> {
    let watch = limits.start();
    if let Some(limit) = watch.expired() {
        return Err(Unposted::Stopped(limit));
    }
    let memory = limits
        .memory
        .or_else(|| available_memory().map(|all| all / 2));
    // Domains first, so that what depends on their size sees the smallest.
    let mut domains: Vec<Domain> = model.vars().map(|var| model.domain(var).clone()).collect();
    for posted in model.constraints() {
        if let Constraint::Member(constraints::Member { x, values }) = &posted.constraint {
            domains[x.index()] = domains[x.index()].intersection(values);
        }
    }
    let mut poster = Poster {
        memory: memory.unwrap_or(DEFAULT_MEMORY),
        store: Store::new(&domains, &watch).map_err(|Conflict| Unposted::Refuted)?,
        bodies: Vec::new(),
        clauses: Clauses::default(),
        lookups: Shared::default(),
        rows: HashMap::new(),
        automata: HashMap::new(),
        tabulate,
    };
    drop(domains);
    for posted in model.constraints() {
        let step = poster.store.work(STEPS_A_CONSTRAINT);
        let step = step.and_then(|()| poster.post(&posted.constraint));
        if poster.memory == 0 {
            return Err(Unposted::Stopped(Limit::Memory));
        }
        if let Some(limit) = poster.store.stopped() {
            return Err(Unposted::Stopped(limit));
        }
        step.map_err(|Conflict| Unposted::Refuted)?;
    }
    if !poster.clauses.is_empty() {
        poster.bodies.push(Box::new(poster.clauses).into());
    }
    poster
        .bodies
        .extend(bound.map(|bound| Box::new(bound).into()));
    // Pruning at this stage needs no propagation of its own: every propagator runs once at the start.
    let changes = poster.store.take_changes();
    poster.store.recycle(changes);
    Ok(Kernel::new(poster.store, poster.bodies))
}

/// Why there is no kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unposted {
    /// The model has no solution.
    Refuted,
    /// A limit was reached.
    Stopped(Limit),
}

/// What posting a short constraint takes, in steps of some nanoseconds.
const STEPS_A_CONSTRAINT: usize = 500;

/// What tables may take if neither the limits nor the system say.
const DEFAULT_MEMORY: u64 = 2 << 30;

/// What the propagators of a kind of constraint promise on distinct variables, whatever its parts.
pub fn consistency(kind: ConstraintKind) -> Consistency {
    use ConstraintKind as K;
    match kind {
        K::Member
        | K::Compare
        | K::AllDifferent
        | K::AllEqual
        | K::Count
        | K::Element
        | K::Table
        | K::Regular
        | K::Lex
        | K::Inverse
        | K::Clause
        | K::Xor
        | K::Absolute => Consistency::Domain,
        K::Linear | K::Minimum | K::Maximum | K::PathCount => Consistency::Bounds,
        K::Arithm
        | K::GlobalCardinality
        | K::NValue
        | K::Circuit
        | K::Subcircuit
        | K::Connected
        | K::Reified => Consistency::Checking,
    }
}

/// What they promise for this very constraint, which may be more.
pub fn promise(model: &Model, constraint: &Constraint) -> Consistency {
    let is_interval = |var: &Var| model.domain(*var).ranges().len() <= 1;
    match constraint {
        Constraint::Arithm(Arithm { op, rel, .. }) => match (op, rel) {
            (Arithmetic::Divide, _) | (Arithmetic::Times, Rel::NotEqual) => Consistency::Checking,
            _ => Consistency::Bounds,
        },
        Constraint::GlobalCardinality(GlobalCardinality { counts, .. })
            if counts.iter().all(is_interval) =>
        {
            Consistency::Domain
        }
        Constraint::NValue(constraints::NValue { vars, .. }) if vars.len() <= nvalue::FEW => {
            Consistency::Domain
        }
        _ => consistency(constraint.kind()),
    }
}

struct Poster {
    store: Store,
    bodies: Vec<Body>,
    clauses: Clauses,
    lookups: Shared,
    /// Shared parts of tables and automata, by the address of what they come from.
    rows: HashMap<*const Tuples, Arc<Rows>>,
    automata: HashMap<*const Dfa, Arc<Arcs>>,
    tabulate: bool,
    /// Bytes that tables may still take; 0 once one of them needed more.
    memory: u64,
}

fn indices(vars: &[Var]) -> Vec<V> {
    vars.iter().map(|var| var.index()).collect()
}

fn codes(literals: &[Literal]) -> impl Iterator<Item = (V, bool)> + '_ {
    literals
        .iter()
        .map(|literal| (literal.var.index(), literal.positive))
}

impl Poster {
    /// A constraint that must hold.
    fn post(&mut self, constraint: &Constraint) -> Step {
        match constraint {
            Constraint::Member(constraints::Member { x, values }) => {
                return self.store.keep_within(x.index(), values);
            }
            Constraint::Clause(Clause { literals }) => {
                self.clauses.add(codes(literals));
                return Ok(());
            }
            Constraint::Reified(constraints::Reified { constraint, by }) => {
                if let Constraint::Clause(Clause { literals }) = &**constraint {
                    self.reified_clause(literals, by.index());
                    return Ok(());
                }
            }
            Constraint::Table(Table {
                vars,
                tuples,
                allowed,
            }) if self.tabulate => {
                let (vars, tuples) = distinct_columns(&indices(vars), tuples);
                if let Some(widths) = Lookup::widths(&self.store, &vars) {
                    self.lookup_table(&vars, &widths, &tuples, *allowed);
                    return Ok(());
                }
            }
            _ => {}
        }
        let group = self.group(constraint);
        if self.tabulate && worth_tabulating(constraint) {
            return self.tabulated(constraint, group);
        }
        self.bodies.extend(group.into_iter().map(Body::Other));
        Ok(())
    }

    /// `by` is 1 exactly when one of the literals is true, as clauses.
    fn reified_clause(&mut self, literals: &[Literal], by: V) {
        self.clauses.add(codes(literals).chain([(by, false)]));
        for (v, positive) in codes(literals) {
            self.clauses.add([(v, !positive), (by, true)]);
        }
    }

    /// The propagators of a constraint. They change nothing before they are run.
    fn group(&mut self, constraint: &Constraint) -> Group {
        match constraint {
            Constraint::Member(constraints::Member { x, values }) => {
                vec![Box::new(Member::new(x.index(), values.clone()))]
            }
            Constraint::Compare(constraints::Compare { x, rel, y }) => {
                vec![Box::new(Compare::new(x.index(), *rel, y.index()))]
            }
            Constraint::Arithm(Arithm { x, op, y, rel, z }) => {
                arithm(x.index(), *op, y.index(), *rel, z.index())
            }
            Constraint::Linear(constraints::Linear {
                terms,
                rel,
                constant,
            }) => {
                let terms: Vec<(i64, V)> = terms.iter().map(|&(c, v)| (c, v.index())).collect();
                vec![Box::new(Linear::new(&terms, *rel, *constant))]
            }
            Constraint::AllDifferent(AllDifferent { vars }) => self.all_different(indices(vars)),
            Constraint::AllEqual(constraints::AllEqual { vars }) => {
                vec![Box::new(AllEqual::new(indices(vars)))]
            }
            Constraint::Count(constraints::Count { vars, value, count }) => vec![Box::new(
                Count::new(indices(vars), Wanted::Var(value.index()), count.index()),
            )],
            Constraint::GlobalCardinality(GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            }) => self.cardinality(indices(vars), values, indices(counts), *closed),
            Constraint::Element(constraints::Element {
                array,
                offset,
                index,
                value,
            }) => vec![Box::new(Element::new(
                indices(array),
                *offset,
                index.index(),
                value.index(),
            ))],
            Constraint::Table(Table {
                vars,
                tuples,
                allowed,
            }) => self.table(&indices(vars), tuples, *allowed),
            Constraint::Regular(constraints::Regular { vars, automaton }) => {
                let key = Arc::as_ptr(automaton);
                let arcs = self.automata.entry(key);
                let arcs = arcs.or_insert_with(|| Arcs::new(automaton)).clone();
                vec![Box::new(Regular::new(indices(vars), arcs))]
            }
            Constraint::Lex(constraints::Lex {
                left,
                right,
                strict,
            }) => vec![Box::new(Lex::new(indices(left), indices(right), *strict))],
            Constraint::Inverse(constraints::Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            }) => {
                let (forward, backward) = (indices(forward), indices(backward));
                let mut group = self.all_different(forward.clone());
                group.insert(
                    0,
                    Box::new(Inverse::new(
                        forward,
                        *forward_offset,
                        backward,
                        *backward_offset,
                    )),
                );
                group
            }
            Constraint::Circuit(Circuit { successors, offset }) => {
                self.single_loop(indices(successors), *offset, true)
            }
            Constraint::Subcircuit(Subcircuit { successors, offset }) => {
                self.single_loop(indices(successors), *offset, false)
            }
            Constraint::Connected(constraints::Connected { chosen, edges }) => {
                let neighbours = neighbours(chosen.len(), edges);
                vec![Box::new(Connected::new(indices(chosen), neighbours))]
            }
            Constraint::Clause(Clause { literals }) => {
                let literals = codes(literals).map(|(v, positive)| (v, i32::from(positive)));
                vec![Box::new(AnyOf::new(literals.collect()))]
            }
            Constraint::Xor(constraints::Xor { vars, parity }) => {
                vec![Box::new(Xor::new(indices(vars), *parity))]
            }
            Constraint::Reified(constraints::Reified { constraint, by }) => {
                let holds = self.group(constraint);
                let fails = self.negation(constraint);
                let vars = indices(&constraint.vars());
                vec![Box::new(Reified::new(holds, fails, vars, by.index()))]
            }
            Constraint::Minimum(constraints::Minimum { result, vars }) => {
                vec![Box::new(Minimum::new(result.index(), indices(vars)))]
            }
            Constraint::Maximum(constraints::Maximum { result, vars }) => {
                vec![Box::new(Maximum::new(result.index(), indices(vars)))]
            }
            Constraint::Absolute(constraints::Absolute { result, x }) => {
                vec![Box::new(Absolute::new(result.index(), x.index()))]
            }
            Constraint::NValue(constraints::NValue { vars, count }) => vec![Box::new(NValue::new(
                &self.store,
                indices(vars),
                count.index(),
            ))],
            Constraint::PathCount(constraints::PathCount { graph, total }) => {
                vec![Box::new(PathCount::new(graph.clone(), total.index()))]
            }
        }
    }

    /// The propagators of the negation, where it is a constraint of its own.
    fn negation(&mut self, constraint: &Constraint) -> Option<Group> {
        let negated = match constraint.clone() {
            Constraint::Member(constraints::Member { x, values }) => {
                Constraint::Member(constraints::Member {
                    x,
                    values: Domain::range(i32::MIN, i32::MAX).difference(&values),
                })
            }
            Constraint::Compare(constraints::Compare { x, rel, y }) => {
                Constraint::Compare(constraints::Compare {
                    x,
                    rel: rel.negated(),
                    y,
                })
            }
            // A division by zero is neither so nor the opposite.
            Constraint::Arithm(Arithm { x, op, y, rel, z }) if op != Arithmetic::Divide => {
                Constraint::Arithm(Arithm {
                    x,
                    op,
                    y,
                    rel: rel.negated(),
                    z,
                })
            }
            Constraint::Linear(constraints::Linear {
                terms,
                rel,
                constant,
            }) => Constraint::Linear(constraints::Linear {
                terms,
                rel: rel.negated(),
                constant,
            }),
            Constraint::Table(Table {
                vars,
                tuples,
                allowed,
            }) => Constraint::Table(Table {
                vars,
                tuples,
                allowed: !allowed,
            }),
            Constraint::Lex(constraints::Lex {
                left,
                right,
                strict,
            }) => Constraint::Lex(constraints::Lex {
                left: right,
                right: left,
                strict: !strict,
            }),
            Constraint::Xor(constraints::Xor { vars, parity }) => {
                Constraint::Xor(constraints::Xor {
                    vars,
                    parity: !parity,
                })
            }
            Constraint::Clause(Clause { literals }) => {
                let false_literals = literals.iter().map(|&literal| {
                    let only = vec![(literal.var.index(), (!literal).value())];
                    Box::new(AnyOf::new(only)) as Box<dyn crate::kernel::Propagator>
                });
                return Some(false_literals.collect());
            }
            _ => return None,
        };
        Some(self.group(&negated))
    }

    fn all_different(&mut self, vars: Vec<V>) -> Group {
        let distinct = Box::new(Distinct::new(&mut self.store, vars.clone()));
        match Matching::new(&self.store, vars) {
            Some(matching) => vec![distinct, Box::new(matching)],
            None => vec![distinct],
        }
    }

    fn single_loop(&mut self, successors: Vec<V>, offset: i32, whole: bool) -> Group {
        let mut group: Group = vec![Box::new(Loop::new(successors.clone(), offset, whole))];
        group.extend(self.all_different(successors));
        group
    }

    fn cardinality(&mut self, vars: Vec<V>, values: &[i32], counts: Vec<V>, closed: bool) -> Group {
        let flow = Cardinality::new(
            &self.store,
            vars.clone(),
            values.to_vec(),
            counts.clone(),
            closed,
        );
        if let Some(flow) = flow {
            return vec![Box::new(flow)];
        }
        // Domains too large to list: count value by value.
        let mut group: Group = Vec::new();
        for (&value, &count) in values.iter().zip(&counts) {
            let wanted = Wanted::Value(value);
            group.push(Box::new(Count::new(vars.clone(), wanted, count)));
        }
        if closed {
            for &v in &vars {
                group.push(Box::new(Member::new(v, values.into())));
            }
        }
        group
    }

    fn table(&mut self, vars: &[V], tuples: &Arc<Tuples>, allowed: bool) -> Group {
        let (vars, narrowed) = distinct_columns(vars, tuples);
        let key = Arc::as_ptr(tuples);
        let shared = Arc::ptr_eq(&narrowed, tuples);
        let known = self.rows.get(&key).filter(|_| shared).cloned();
        let rows = known.unwrap_or_else(|| match Rows::new(&narrowed, self.memory) {
            Some(rows) => {
                self.memory = self.memory.saturating_sub(rows.bytes()).max(1);
                rows
            }
            None => {
                self.memory = 0;
                Rows::none(narrowed.width())
            }
        });
        if shared {
            self.rows.insert(key, Arc::clone(&rows));
        }
        vec![Box::new(CompactTable::new(
            &mut self.store,
            vars,
            rows,
            allowed,
        ))]
    }

    fn lookup_table(&mut self, vars: &[V], widths: &[u32], tuples: &Tuples, allowed: bool) {
        let lookup = if allowed {
            Lookup::new(&self.store, vars, widths, tuples.rows(), &mut self.lookups)
        } else {
            let mut left = combinations(&self.store, vars);
            let forbidden: HashSet<&[i32]> = tuples.rows().collect();
            left.retain(|row| !forbidden.contains(&row[..]));
            let rows = left.iter().map(|row| &row[..]);
            Lookup::new(&self.store, vars, widths, rows, &mut self.lookups)
        };
        self.bodies.push(Body::Lookup(lookup));
    }

    /// Replaces propagators by a look-up if the domains are small: the rows are the assignments with which the
    /// propagators find no conflict.
    fn tabulated(&mut self, constraint: &Constraint, mut group: Group) -> Step {
        let mut vars = indices(&constraint.vars());
        vars.sort_unstable();
        vars.dedup();
        let Some(widths) = Lookup::widths(&self.store, &vars) else {
            self.bodies.extend(group.into_iter().map(Body::Other));
            return Ok(());
        };
        let mut rows = combinations(&self.store, &vars);
        let store = &mut self.store;
        rows.retain(|row| {
            store.probe(|store| {
                let assigned = vars
                    .iter()
                    .zip(row)
                    .all(|(&v, &value)| store.assign(v, value).is_ok());
                assigned
                    && group.iter_mut().all(|propagator| {
                        let positions: Vec<u32> =
                            (0..propagator.subscriptions().len() as u32).collect();
                        propagator.propagate(store, &positions).is_ok()
                    })
            })
        });
        let rows = rows.iter().map(|row| &row[..]);
        let lookup = Lookup::new(&self.store, &vars, &widths, rows, &mut self.lookups);
        self.bodies.push(Body::Lookup(lookup));
        Ok(())
    }
}

/// Constraints of three or more variables whose own propagators are dearer than a look-up.
fn worth_tabulating(constraint: &Constraint) -> bool {
    matches!(
        constraint.kind(),
        ConstraintKind::NValue
            | ConstraintKind::Count
            | ConstraintKind::Arithm
            | ConstraintKind::Minimum
            | ConstraintKind::Maximum
            | ConstraintKind::Absolute
            | ConstraintKind::Element
    )
}

fn arithm(x: V, op: Arithmetic, y: V, rel: Rel, z: V) -> Group {
    match op {
        Arithmetic::Plus => vec![Box::new(Linear::new(&[(1, x), (1, y), (-1, z)], rel, 0))],
        Arithmetic::Minus => vec![Box::new(Linear::new(&[(1, x), (-1, y), (-1, z)], rel, 0))],
        Arithmetic::Times => vec![Box::new(Product::new(x, y, rel, z))],
        Arithmetic::Divide => vec![Box::new(Quotient::new(x, y, rel, z))],
    }
}

/// All rows of values that the domains allow.
fn combinations(store: &Store, vars: &[V]) -> Vec<Vec<i32>> {
    let mut rows = vec![Vec::new()];
    for &v in vars {
        rows = rows
            .iter()
            .flat_map(|row| {
                store.values(v).map(move |value| {
                    let mut longer: Vec<i32> = row.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    rows
}

/// The table with each variable in one column: rows that give a variable two values go.
fn distinct_columns(vars: &[V], tuples: &Arc<Tuples>) -> (Vec<V>, Arc<Tuples>) {
    let mut places: HashMap<V, usize> = HashMap::with_capacity(vars.len());
    let first: Vec<usize> = (0..vars.len())
        .map(|at| *places.entry(vars[at]).or_insert(at))
        .collect();
    let kept: Vec<usize> = (0..vars.len()).filter(|&at| first[at] == at).collect();
    if kept.len() == vars.len() {
        return (vars.to_vec(), tuples.clone());
    }
    let rows = tuples
        .rows()
        .filter(|row| (0..row.len()).all(|at| row[at] == row[first[at]]))
        .map(|row| kept.iter().map(|&at| row[at]).collect::<Vec<i32>>());
    let narrowed = Tuples::new(kept.len(), rows).unwrap_or_else(|_| (**tuples).clone());
    (
        kept.iter().map(|&at| vars[at]).collect(),
        Arc::new(narrowed),
    )
}
