//! A model that stays in the solver: one question after another under changing assumptions.
//!
//! Each constraint hides behind a selector literal. A question assumes the selectors of the constraints that
//! are wanted and whatever else is to hold; if there is no solution, the solver says which of these
//! assumptions clash, and that is told in the names of the constraints (Eén and Sörensson, *Temporal induction
//! by incremental SAT solving*, 2003).

use std::collections::HashSet;

use tantalizer_model::{ConstraintId, Fact, Limit, Limits, Model, Solution, Var, Watch};

use crate::cnf::{FALSE, Lit, TRUE};
use crate::encode::{EncodeOptions, Encoder, Refused, VariableMap};
use crate::solver::{Assignment, CLAUSES_BETWEEN_LOOKS, Solver, Verdict};

/// What a question under assumptions found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A solution of the wanted constraints under the assumptions.
    Solution(Solution),
    /// There is none, and this is why.
    Clash(Clash),
    /// A limit was reached.
    Unknown(Limit),
}

/// Constraints and assumptions that have no solution together; not necessarily a smallest set.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clash {
    /// The constraints.
    pub constraints: Vec<ConstraintId>,
    /// The assumptions.
    pub facts: Vec<Fact>,
}

impl Clash {
    /// The names of the constraints.
    pub fn names(&self, model: &Model) -> Vec<String> {
        let name = |&id: &ConstraintId| model.constraint_name(id);
        self.constraints.iter().map(name).collect()
    }
}

/// A model in a solver.
///
/// ```
/// use tantalizer_model::{Fact, Model, Rel};
/// use tantalizer_sat::{EncodeOptions, Incremental, Reply};
///
/// let mut model = Model::new("in order");
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 1..=3));
/// for (left, right) in [(x, y), (y, z)] {
///     let id = model.compare(left, Rel::Less, right)?;
///     model.name_constraint(id, format!("{} before {}", model.var_name(left), model.var_name(right)));
/// }
/// let mut questions = Incremental::new(&model, &EncodeOptions::default()).unwrap();
/// assert!(matches!(questions.solve(&[]), Reply::Solution(_)));
/// let Reply::Clash(clash) = questions.solve(&[Fact::Is(z, 1)]) else { unreachable!() };
/// assert_eq!(questions.shrink(clash).names(&model), ["y before z"]);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub struct Incremental {
    encoder: Encoder,
    map: VariableMap,
    solver: Solver,
    /// How many of the encoder's clauses the solver has.
    handed_over: usize,
    /// What later questions look at.
    watch: Option<Watch>,
}

impl Incremental {
    /// The same as [`Incremental::new`], within limits that hold for encoding and for every question after it.
    pub fn within(model: &Model, limits: &Limits) -> Result<Self, Refused> {
        let options = EncodeOptions {
            memory: limits.memory,
            watch: Some(limits.start()),
            ..EncodeOptions::default()
        };
        let mut incremental = Incremental::new(model, &options)?;
        incremental.set_limits(limits);
        Ok(incremental)
    }

    /// Encodes the model with a selector for each constraint.
    pub fn new(model: &Model, options: &EncodeOptions) -> Result<Self, Refused> {
        let options = EncodeOptions {
            selectors: true,
            ..options.clone()
        };
        let mut encoder = Encoder::new(model, &options)?;
        let map = encoder.map(model)?;
        let mut incremental = Incremental {
            encoder,
            map,
            solver: Solver::new(),
            handed_over: 0,
            watch: options.watch.clone(),
        };
        incremental.hand_over().map_err(Refused::Stopped)?;
        incremental.watch = None;
        Ok(incremental)
    }

    /// Limits on each later question: the time counts from now, the nodes for each question alone.
    pub fn set_limits(&mut self, limits: &Limits) {
        let watch = limits.start();
        self.solver.set_limits(&watch, limits.nodes);
        self.watch = Some(watch);
    }

    /// All constraints.
    pub fn constraints(&self) -> Vec<ConstraintId> {
        (0..self.encoder.selectors.len())
            .map(ConstraintId)
            .collect()
    }

    /// A solution of all constraints in which the facts hold.
    pub fn solve(&mut self, facts: &[Fact]) -> Reply {
        let all = self.constraints();
        self.solve_some(&all, facts)
    }

    /// A solution of all constraints in which all the given facts hold, and at least one of the others; it is tried to make
    /// many of them hold.
    pub fn solve_any(&mut self, given: &[Fact], any: &[Fact]) -> Reply {
        let switch = self.encoder.cnf.new_variable();
        let mut clause = vec![-switch];
        for &fact in any {
            self.prefer(fact);
            clause.push(self.literal(fact));
        }
        self.encoder.cnf.add(clause);
        let mut assumptions = match self.assumptions(given) {
            Ok(assumptions) => assumptions,
            Err(clash) => return Reply::Clash(clash),
        };
        assumptions.extend(&self.encoder.selectors);
        assumptions.push(switch);
        if let Err(limit) = self.hand_over() {
            return Reply::Unknown(limit);
        }
        match self.solver.solve(&assumptions) {
            Verdict::Satisfiable(assignment) => Reply::Solution(self.read(&assignment)),
            Verdict::Unknown(limit) => Reply::Unknown(limit),
            Verdict::Unsatisfiable(_) => Reply::Clash(Clash {
                constraints: self.constraints(),
                facts: [given, any].concat(),
            }),
        }
    }

    /// A solution of these constraints in which the facts hold.
    pub fn solve_some(&mut self, constraints: &[ConstraintId], facts: &[Fact]) -> Reply {
        let mut assumptions = match self.assumptions(facts) {
            Ok(assumptions) => assumptions,
            Err(clash) => return Reply::Clash(clash),
        };
        assumptions.extend(constraints.iter().map(|id| self.encoder.selectors[id.0]));
        // A solver at work asks the clock itself, but an easy formula may be solved without asking.
        let expired = self.watch.as_ref().and_then(Watch::expired);
        if let Some(limit) = expired.or_else(|| self.hand_over().err()) {
            return Reply::Unknown(limit);
        }
        match self.solver.solve(&assumptions) {
            Verdict::Satisfiable(assignment) => Reply::Solution(self.read(&assignment)),
            Verdict::Unknown(limit) => Reply::Unknown(limit),
            Verdict::Unsatisfiable(core) => {
                let core: HashSet<Lit> = core.into_iter().collect();
                let constraints = constraints
                    .iter()
                    .copied()
                    .filter(|id| core.contains(&self.encoder.selectors[id.0]))
                    .collect();
                let facts = facts
                    .iter()
                    .copied()
                    .filter(|&fact| core.contains(&self.literal(fact)))
                    .collect();
                Reply::Clash(Clash { constraints, facts })
            }
        }
    }

    /// Takes out of a clash whatever is not needed for it, one by one: what is left has solutions as soon as any
    /// one of its members is dropped. Gives back what it has when a limit is reached.
    pub fn shrink(&mut self, clash: Clash) -> Clash {
        let mut left = clash;
        for id in left.constraints.clone() {
            let without: Vec<ConstraintId> = left
                .constraints
                .iter()
                .copied()
                .filter(|&other| other != id)
                .collect();
            if without.len() == left.constraints.len() {
                continue;
            }
            match self.solve_some(&without, &left.facts) {
                Reply::Clash(smaller) => left = smaller,
                Reply::Solution(_) => {}
                Reply::Unknown(_) => return left,
            }
        }
        for fact in left.facts.clone() {
            let without: Vec<Fact> = left.facts.iter().copied().filter(|&f| f != fact).collect();
            if without.len() == left.facts.len() {
                continue;
            }
            match self.solve_some(&left.constraints, &without) {
                Reply::Clash(smaller) => left = smaller,
                Reply::Solution(_) => {}
                Reply::Unknown(_) => return left,
            }
        }
        left
    }

    /// From now on at least one of the facts holds, in every question.
    pub fn add_clause(&mut self, facts: &[Fact]) {
        let clause: Vec<Lit> = facts.iter().map(|&fact| self.literal(fact)).collect();
        self.encoder.cnf.add(clause);
    }

    /// From now on no solution gives these variables the values they have in `solution`.
    pub fn block(&mut self, solution: &Solution, vars: &[Var]) {
        let clause = self.map.blocking_clause(vars, &solution.project(vars));
        self.encoder.cnf.add(clause);
    }

    /// Tries this first when it has the choice.
    pub fn prefer(&mut self, fact: Fact) {
        let literal = self.literal(fact);
        self.solver.reserve(self.encoder.cnf.variables());
        if literal != TRUE && literal != FALSE {
            self.solver.prefer(literal);
        }
    }

    /// The literals of facts, unless one of them is never so.
    fn assumptions(&mut self, facts: &[Fact]) -> Result<Vec<Lit>, Clash> {
        let mut assumptions = Vec::with_capacity(facts.len() + self.encoder.selectors.len());
        for &fact in facts {
            match self.literal(fact) {
                TRUE => {}
                FALSE => {
                    return Err(Clash {
                        constraints: Vec::new(),
                        facts: vec![fact],
                    });
                }
                literal => assumptions.push(literal),
            }
        }
        Ok(assumptions)
    }

    fn literal(&mut self, fact: Fact) -> Lit {
        match fact {
            Fact::Is(var, value) => self.encoder.value_literal(var, value),
            Fact::IsNot(var, value) => -self.encoder.value_literal(var, value),
            Fact::AtLeast(var, bound) => self.encoder.bound_literal(var, bound),
            Fact::AtMost(var, bound) => -self.encoder.bound_literal(var, bound + 1),
        }
    }

    fn read(&self, assignment: &Assignment) -> Solution {
        let values = self.map.read(|literal| assignment.holds(literal));
        Solution(values.expect("the encoding gives each variable one value"))
    }

    /// Gives the solver the clauses that it does not have yet, as long as the watch lets it.
    fn hand_over(&mut self) -> Result<(), Limit> {
        self.solver.reserve(self.encoder.cnf.variables());
        while self.handed_over < self.encoder.cnf.len() {
            if self.handed_over.is_multiple_of(CLAUSES_BETWEEN_LOOKS)
                && let Some(limit) = self.watch.as_ref().and_then(Watch::expired)
            {
                return Err(limit);
            }
            self.solver.add(self.encoder.cnf.clause(self.handed_over));
            self.handed_over += 1;
        }
        Ok(())
    }
}
