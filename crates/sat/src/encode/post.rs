//! A model's variables as literals and its constraints as clauses.
//!
//! Constraints without clauses of their own are rewritten first. An auxiliary variable that only tells whether
//! another constraint holds is no further variable of the formula: it is that constraint's literal.

use tantalizer_model::{Constraint, ConstraintId, Limits, Model, Var};
use tantalizer_rewrite::{Rewritten, decompose};

use super::ints::{Form, Int};
use super::{Encoder, Encoding, Needs, Refused, VALUE_BYTES};
use crate::constraints::{taken, takes};

impl Encoder {
    /// Represents the variables and posts all constraints, each behind its selector if it has one.
    pub(super) fn post(&mut self, model: &Model, encoding: Encoding) -> Result<(), Refused> {
        self.reserve_domains(model)?;
        let watch = self.watch.clone();
        let watch = watch.unwrap_or_else(|| Limits::none().start());
        let rewritten = decompose(model, &takes, &watch)?;
        self.post_taken(model, &rewritten, encoding)?;
        if let Some(objective) = model.objective() {
            // Bounds on the objective are posted as the search goes on.
            self.make_order(objective.var().index());
        }
        Ok(())
    }

    /// All domains are looked at before the first is built.
    fn reserve_domains(&mut self, model: &Model) -> Result<(), Refused> {
        let total: u64 = model.vars().map(|var| model.domain(var).len()).sum();
        if total.saturating_mul(VALUE_BYTES) > self.limit {
            let largest = model.vars().max_by_key(|&var| model.domain(var).len());
            let largest = largest.expect("a model of this size has a variable");
            return Err(Refused::Domain {
                variable: model.var_name(largest).to_string(),
                values: model.domain(largest).len(),
                limit: self.limit,
            });
        }
        self.bytes = total * VALUE_BYTES;
        Ok(())
    }

    /// Posts a model that was rewritten from a given one, whose variables are the first of its own.
    fn post_taken(
        &mut self,
        given: &Model,
        Rewritten { model, origins }: &Rewritten<'_>,
        encoding: Encoding,
    ) -> Result<(), Refused> {
        let needs = Needs::of(model);
        let form = |var| needs.form(var, encoding, model.domain(var).len());
        self.ints.resize(model.var_count(), Int::default());
        for var in given.vars() {
            self.represent(model, var, form(var))?;
        }
        if self.with_selectors {
            let constraints = given.constraints().iter();
            self.selectors = constraints.map(|_| self.cnf.new_variable()).collect();
        }
        // A definition serves the constraint that comes after it.
        let mut upcoming = origins.iter().flatten().peekable();
        let mut named = None;
        for (posted, &origin) in model.constraints().iter().zip(origins) {
            if let Some(&&id) = upcoming.peek()
                && named.replace(id) != Some(id)
            {
                self.name_current(given, id);
            }
            if origin.is_some() {
                upcoming.next();
            }
            self.reserve(0)?;
            self.guard = origin.and_then(|id| self.selectors.get(id.0).copied());
            let auxiliaries = |constraint: &Constraint| {
                let vars = constraint.vars().into_iter();
                vars.filter(|var| var.index() >= given.var_count())
            };
            if let Constraint::Reified(reified) = &posted.constraint
                && self.guard.is_none()
                && !self.is_represented(reified.by)
            {
                for var in auxiliaries(&reified.constraint) {
                    self.represent_auxiliary(model, var, form(var))?;
                }
                let truth = self.truth(&reified.constraint)?;
                self.ints[reified.by.index()] = Int::boolean(truth);
                continue;
            }
            for var in auxiliaries(&posted.constraint) {
                self.represent_auxiliary(model, var, form(var))?;
            }
            taken(&posted.constraint).enforce(self)?;
        }
        self.guard = None;
        Ok(())
    }

    /// Which constraint messages are about.
    fn name_current(&mut self, given: &Model, id: ConstraintId) {
        let vars = given.constraints()[id.0].constraint.vars().into_iter();
        let widest = vars.max_by_key(|&var| given.domain(var).len());
        self.current = (
            given.constraint_name(id),
            widest.map_or_else(String::new, |var| given.var_name(var).to_string()),
        );
    }

    fn represent_auxiliary(&mut self, model: &Model, var: Var, form: Form) -> Result<(), Refused> {
        if self.is_represented(var) {
            return Ok(());
        }
        let values = model.domain(var).len();
        self.reserve(VALUE_BYTES.saturating_mul(values) / super::CLAUSE_BYTES)?;
        self.bytes += VALUE_BYTES * values;
        self.represent(model, var, form)
    }

    fn represent(&mut self, model: &Model, var: Var, form: Form) -> Result<(), Refused> {
        self.step(8 * model.domain(var).len() as usize + 8)?;
        let values = model.domain(var).iter().map(i64::from).collect();
        self.ints[var.index()] = self.new_int(values, form);
        Ok(())
    }

    fn is_represented(&self, var: Var) -> bool {
        self.ints[var.index()].len() > 0
    }
}
