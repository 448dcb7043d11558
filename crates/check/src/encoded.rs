//! That the formula holds in every solution of the model, so that no encoder need be believed.
//!
//! It is enough to give every solution values of the formula's variables that satisfy all clauses. A variable that says something of one variable of the
//! model gets a truth for each value of that: what follows from the literals that mean the value by unit propagation, and false where nothing does. (Any choice will do, as
//! long as the clauses hold.) Other variables of the formula are *helpers*, which hang together where they are in one clause.
//!
//! - A clause without helpers holds in every solution if some constraint excludes all values that falsify it.
//! - The clauses on helpers that hang together hold if, for all values of the variables that they speak of that satisfy the constraints on these, the helpers can be
//!   chosen; that is searched, value by value.
//!
//! Each clause is of one of these sorts, and different groups share no helper, so the choices go together. What was not shown so, because it would take too long, is
//! told by the constraints that it concerns.

use std::collections::{BTreeSet, HashMap};

use tantalizer_model::{ConstraintId, Model, Posted, Var};

use crate::futures::{DEAD, Futures};
use crate::stated::{Meaning, Stated};

/// So many moves of a constraint are looked at to find its futures.
const MOST_MOVES: usize = 1 << 16;

/// So many choices of values are tried for helpers that hang together, and so many literals looked at for all of them.
const MOST_CHOICES: u64 = 1 << 16;
const MOST_LOOKS: u64 = 1 << 24;

/// The constraints whose clauses were not verified, by name; none if not even what literals mean was.
pub(crate) fn not_verified(stated: &Stated) -> Option<Vec<String>> {
    let model = stated.encoded_model();
    let (variables, formula) = (stated.variables, &stated.formula);
    let open = unverified(&model, variables, formula, &stated.meanings)?;
    let name = |id: &Option<ConstraintId>| match id {
        Some(id) => model.constraint_name(*id),
        None => "clauses that belong to no one constraint".to_string(),
    };
    Some(open.iter().map(name).collect())
}

/// What stays trusted of a formula: the constraints whose clauses were not verified, and none for clauses of which it is not known whose they are. Nothing at all if
/// not even what its literals mean was verified.
fn unverified(
    model: &Model,
    variables: usize,
    formula: &[Vec<i32>],
    meanings: &Meaning,
) -> Option<BTreeSet<Option<ConstraintId>>> {
    let owned = Owned::new(model, variables, formula, meanings)?;
    let scope = |posted: &Posted| posted.constraint.vars().into_iter().collect();
    let scopes: Vec<BTreeSet<Var>> = model.constraints().iter().map(scope).collect();
    let mut on = vec![Vec::new(); model.var_count()];
    for (id, scope) in scopes.iter().enumerate() {
        scope
            .iter()
            .for_each(|var| on[var.index()].push(ConstraintId(id)));
    }
    let mut verifier = Verifier {
        scopes,
        on,
        model,
        formula,
        owned: &owned,
        futures: HashMap::new(),
        looks: MOST_LOOKS,
    };
    let mut open = BTreeSet::new();
    let mut note = |shown: Result<(), Unverified>| match shown {
        Ok(()) => {}
        Err(constraints) if constraints.is_empty() => {
            open.insert(None);
        }
        Err(constraints) => open.extend(constraints.into_iter().map(Some)),
    };
    let mut groups = Groups::new(variables);
    let helper = |literal: &i32| owned.owner(*literal).is_none();
    for (number, clause) in formula.iter().enumerate() {
        let helpers: Vec<usize> = clause.iter().filter(|l| helper(l)).map(variable).collect();
        match helpers.first() {
            None => note(verifier.clause(clause)),
            Some(&first) => {
                helpers.iter().for_each(|&other| groups.unite(first, other));
                groups.clauses.push((number, first));
            }
        }
    }
    for clauses in groups.by_root().into_values() {
        note(verifier.group(&clauses));
    }
    Some(open)
}

fn variable(literal: &i32) -> usize {
    literal.unsigned_abs() as usize
}

/// The variables of the formula that say something of one variable of the model.
struct Owned {
    /// For each variable of the formula whose it is.
    owners: Vec<Option<Var>>,
    /// For each variable of the formula, its truth for each value of its owner, by the number of the value.
    truths: Vec<Vec<bool>>,
    /// The values of the model's variables.
    values: Vec<Vec<i32>>,
}

impl Owned {
    fn new(
        model: &Model,
        variables: usize,
        formula: &[Vec<i32>],
        meanings: &Meaning,
    ) -> Option<Owned> {
        let values: Vec<Vec<i32>> = model
            .vars()
            .map(|var| model.domain(var).iter().collect())
            .collect();
        let mut owned = Owned {
            owners: vec![None; variables + 1],
            truths: vec![Vec::new(); variables + 1],
            values,
        };
        for ((var, _), literals) in meanings {
            for literal in literals {
                let owner = &mut owned.owners[variable(literal)];
                if owner.is_some_and(|other| other != *var) {
                    return None;
                }
                *owner = Some(*var);
            }
        }
        let mut clauses_of = vec![Vec::new(); variables + 1];
        for (number, clause) in formula.iter().enumerate().filter(|(_, c)| c.len() > 1) {
            clause
                .iter()
                .for_each(|l| clauses_of[variable(l)].push(number));
        }
        for var in model.vars() {
            owned.settle(var, formula, &clauses_of, meanings)?;
        }
        Some(owned)
    }

    fn owner(&self, literal: i32) -> Option<Var> {
        self.owners[variable(&literal)]
    }

    /// Whether a literal of the variable is true for the value of this number.
    fn is_true(&self, literal: i32, value: usize) -> bool {
        self.truths[variable(&literal)][value] == (literal > 0)
    }

    /// Gives the literals of a variable of the model a truth for each of its values, and takes in helpers that follow from it alone.
    fn settle(
        &mut self,
        var: Var,
        formula: &[Vec<i32>],
        clauses_of: &[Vec<usize>],
        meanings: &Meaning,
    ) -> Option<()> {
        let values = self.values[var.index()].clone();
        let mut follows: Vec<HashMap<usize, bool>> = Vec::new();
        for &value in &values {
            let mut truths: HashMap<usize, bool> = HashMap::new();
            let mut open: Vec<i32> = meanings.get(&(var, value))?.clone();
            while let Some(literal) = open.pop() {
                if truths.contains_key(&variable(&literal)) {
                    continue;
                }
                truths.insert(variable(&literal), literal > 0);
                for &number in &clauses_of[variable(&literal)] {
                    let clause = &formula[number];
                    let theirs = |l: &i32| self.owner(*l).is_some_and(|other| other != var);
                    let value = |l: &i32| truths.get(&variable(l)).map(|&truth| truth == (*l > 0));
                    if clause.iter().any(|l| theirs(l) || value(l) == Some(true)) {
                        continue;
                    }
                    let mut unknown = clause.iter().filter(|l| value(l).is_none());
                    if let (Some(&last), None) = (unknown.next(), unknown.next()) {
                        open.push(last);
                    }
                }
            }
            follows.push(truths);
        }
        let touched: BTreeSet<usize> = follows.iter().flat_map(|t| t.keys().copied()).collect();
        for own in touched {
            let truths: Vec<Option<bool>> = follows.iter().map(|t| t.get(&own).copied()).collect();
            if truths.iter().all(Option::is_some) {
                self.owners[own] = Some(var);
            }
            if self.owners[own] == Some(var) {
                self.truths[own] = truths.iter().map(|truth| *truth == Some(true)).collect();
            }
        }
        // What means a value must mean no other.
        for (number, value) in values.iter().enumerate() {
            let means = meanings.get(&(var, *value))?;
            let holds = |at: usize| means.iter().all(|&literal| self.is_true(literal, at));
            if (0..values.len()).any(|at| holds(at) != (at == number)) {
                return None;
            }
        }
        Some(())
    }
}

/// Helpers that hang together.
struct Groups {
    roots: Vec<usize>,
    /// Clauses with helpers, each with one of them.
    clauses: Vec<(usize, usize)>,
}

impl Groups {
    fn new(variables: usize) -> Groups {
        Groups {
            roots: (0..=variables).collect(),
            clauses: Vec::new(),
        }
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.roots[of] != of {
            self.roots[of] = self.roots[self.roots[of]];
            of = self.roots[of];
        }
        of
    }

    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.roots[one] = other;
    }

    fn by_root(mut self) -> HashMap<usize, Vec<usize>> {
        let mut by_root: HashMap<usize, Vec<usize>> = HashMap::new();
        for (clause, helper) in std::mem::take(&mut self.clauses) {
            by_root.entry(self.root(helper)).or_default().push(clause);
        }
        by_root
    }
}

struct Verifier<'a> {
    model: &'a Model,
    formula: &'a [Vec<i32>],
    owned: &'a Owned,
    /// The variables of each constraint, and the constraints on each variable.
    scopes: Vec<BTreeSet<Var>>,
    on: Vec<Vec<ConstraintId>>,
    /// The futures of constraints, with their variables in order; none where there are too many.
    futures: HashMap<ConstraintId, Option<(Vec<Var>, Futures)>>,
    looks: u64,
}

/// The constraints whose clauses were not verified, as far as it is known whose they are.
type Unverified = Vec<ConstraintId>;

impl Verifier<'_> {
    /// Shows that a clause without helpers holds in every solution.
    fn clause(&mut self, clause: &[i32]) -> Result<(), Unverified> {
        // For each variable the numbers of the values with which its literals are all false.
        let mut falsified: HashMap<Var, Vec<usize>> = HashMap::new();
        for &literal in clause {
            let Some(var) = self.owned.owner(literal) else {
                continue;
            };
            let all = || (0..self.owned.values[var.index()].len()).collect();
            let values = falsified.entry(var).or_insert_with(all);
            values.retain(|&value| !self.owned.is_true(literal, value));
        }
        if falsified.values().any(Vec::is_empty) {
            return Ok(());
        }
        let vars: BTreeSet<Var> = falsified.keys().copied().collect();
        let about = self.about(&vars);
        if about.iter().any(|&id| self.excludes(id, &falsified)) {
            Ok(())
        } else {
            Err(about)
        }
    }

    /// The constraints on all of these variables.
    fn about(&self, vars: &BTreeSet<Var>) -> Vec<ConstraintId> {
        let first = vars.first().map_or(&[][..], |var| &self.on[var.index()]);
        let speaks = |id: &&ConstraintId| vars.is_subset(&self.scopes[id.0]);
        first.iter().filter(speaks).copied().collect()
    }

    /// Whether a constraint cannot hold with these values of some of its variables.
    fn excludes(&mut self, id: ConstraintId, values: &HashMap<Var, Vec<usize>>) -> bool {
        let (model, owned) = (self.model, self.owned);
        let scopes = &self.scopes;
        let known = self.futures.entry(id).or_insert_with(|| {
            let constraint = &model.constraint(id).constraint;
            let scope: Vec<Var> = scopes[id.0].iter().copied().collect();
            let domains: Vec<Vec<i32>> = scope
                .iter()
                .map(|var| owned.values[var.index()].clone())
                .collect();
            let mut moves = MOST_MOVES;
            let futures = Futures::new(constraint, &scope, &domains, &mut moves)?;
            Some((scope, futures))
        });
        let Some((scope, futures)) = known else {
            return false;
        };
        let mut alive = BTreeSet::from([0]);
        for (position, var) in scope.iter().enumerate() {
            let looks = alive.len() * owned.values[var.index()].len();
            self.looks = self.looks.saturating_sub(looks as u64);
            if self.looks == 0 {
                return false;
            }
            let all: Vec<usize> = (0..owned.values[var.index()].len()).collect();
            let values = values.get(var).unwrap_or(&all);
            let after = alive.iter().flat_map(|&future| {
                let after = |&value: &usize| futures.after(position, future, value);
                values.iter().map(after).collect::<Vec<_>>()
            });
            alive = after.filter(|&next| next != DEAD).collect();
        }
        alive.is_empty()
    }

    /// Shows that helpers that hang together can be chosen, whatever the solution.
    fn group(&mut self, clauses: &[usize]) -> Result<(), Unverified> {
        let literals = clauses.iter().flat_map(|&number| &self.formula[number]);
        let vars: BTreeSet<Var> = literals.filter_map(|&l| self.owned.owner(l)).collect();
        let on = vars.iter().flat_map(|var| &self.on[var.index()]);
        let within = on.filter(|id| self.scopes[id.0].is_subset(&vars));
        let about: BTreeSet<ConstraintId> = within.copied().collect();
        let about: Vec<ConstraintId> = about.into_iter().collect();
        let sizes = vars.iter().map(|var| self.model.domain(*var).len());
        match sizes.fold(1, u64::saturating_mul) {
            0 => return Ok(()),
            1..=MOST_CHOICES => {}
            _ => return Err(about),
        }
        let vars: Vec<Var> = vars.into_iter().collect();
        let mut chosen = vec![0; vars.len()];
        let mut assignment = vec![0; self.model.var_count()];
        loop {
            for (var, &at) in vars.iter().zip(&chosen) {
                assignment[var.index()] = self.owned.values[var.index()][at];
            }
            let looks = 1 + about.len() * vars.len();
            self.looks = self.looks.saturating_sub(looks as u64);
            let holds =
                |id: &ConstraintId| self.model.constraint(*id).constraint.holds(&assignment);
            if self.looks == 0
                || about.iter().all(holds) && !self.can_choose(clauses, &vars, &chosen)
            {
                return Err(about);
            }
            // The next choice, as a number is counted on.
            let counted = |(at, var): (&mut usize, &Var)| {
                *at = (*at + 1) % self.owned.values[var.index()].len();
                *at > 0
            };
            if !chosen.iter_mut().zip(&vars).any(counted) {
                return Ok(());
            }
        }
    }

    /// Whether the helpers of some clauses can be chosen for these values.
    fn can_choose(&mut self, clauses: &[usize], vars: &[Var], chosen: &[usize]) -> bool {
        let values: HashMap<Var, usize> =
            vars.iter().copied().zip(chosen.iter().copied()).collect();
        let mut left: Vec<Vec<i32>> = Vec::new();
        for &number in clauses {
            let clause = &self.formula[number];
            self.looks = self.looks.saturating_sub(clause.len() as u64);
            let is_true = |l: &i32| {
                let owner = self.owned.owner(*l);
                owner.is_some_and(|var| self.owned.is_true(*l, values[&var]))
            };
            if !clause.iter().any(is_true) {
                let helpers = clause.iter().filter(|l| self.owned.owner(**l).is_none());
                left.push(helpers.copied().collect());
            }
        }
        self.looks > 0 && satisfiable(left, &mut self.looks)
    }
}

/// Whether some clauses have a solution: what is alone in a clause is true, and then one literal after another is tried.
fn satisfiable(mut clauses: Vec<Vec<i32>>, looks: &mut u64) -> bool {
    loop {
        let size: usize = clauses.iter().map(Vec::len).sum();
        *looks = looks.saturating_sub(size as u64);
        if *looks == 0 || clauses.iter().any(Vec::is_empty) {
            return false;
        }
        let Some(shortest) = clauses.iter().min_by_key(|clause| clause.len()) else {
            return true;
        };
        let literal = shortest[0];
        if shortest.len() > 1 && satisfiable(with(&clauses, literal), looks) {
            return true;
        }
        let forced = if shortest.len() > 1 {
            -literal
        } else {
            literal
        };
        clauses = with(&clauses, forced);
    }
}

/// The clauses once a literal is true.
fn with(clauses: &[Vec<i32>], literal: i32) -> Vec<Vec<i32>> {
    let open = clauses.iter().filter(|clause| !clause.contains(&literal));
    let without = |clause: &Vec<i32>| clause.iter().copied().filter(|&l| l != -literal).collect();
    open.map(without).collect()
}
