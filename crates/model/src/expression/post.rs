//! Expressions become variables, conditions become constraints.

use super::{Condition, Expression, Function, Logic, Named, Part};
use crate::{Arithmetic, Constraint, ConstraintId, Domain, Literal, Model, ModelError, Rel, Var};

impl Model {
    /// Posts a condition. What comes back are the constraints that say it, all under its name if it has one; those that only define
    /// auxiliary variables are not among them.
    ///
    /// ```
    /// use tantalizer_model::Model;
    ///
    /// let mut model = Model::new("two numbers");
    /// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
    /// let posted = model.require((x + y).le(7).named("not too much"))?;
    /// assert_eq!(model.constraint_name(posted[0]), "not too much");
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn require(
        &mut self,
        condition: impl Into<Named>,
    ) -> Result<Vec<ConstraintId>, ModelError> {
        let Named { condition, name } = condition.into();
        let mut posted = Vec::new();
        self.post_condition(condition, &mut posted)?;
        if !name.is_empty() {
            for &id in &posted {
                self.name_constraint(id, &name);
            }
        }
        Ok(posted)
    }

    /// A variable that is 1 if the condition holds and 0 otherwise.
    ///
    /// ```
    /// use tantalizer_model::Model;
    ///
    /// let mut model = Model::new("two numbers");
    /// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
    /// let less = model.truth_of(x.lt(y))?;
    /// // It follows from the others, and is no part of the answer.
    /// assert_eq!(model.answer(), [x, y]);
    /// assert_eq!(model.violated(&[2, 3, 1]), None);
    /// # let _ = less;
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn truth_of(&mut self, condition: impl Into<Condition>) -> Result<Var, ModelError> {
        let literal = self.literal_of(condition.into())?;
        if literal.positive {
            return Ok(literal.var);
        }
        self.value_of(Condition::from(literal))
    }

    /// A variable that equals the expression.
    ///
    /// ```
    /// use tantalizer_model::{Model, Objective, expression::sum};
    ///
    /// let mut model = Model::new("as much as possible");
    /// let x = model.array("x", 3, 0..=9);
    /// let total = model.value_of(sum(&x))?;
    /// model.set_objective(Objective::Maximise(total));
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn value_of(&mut self, expression: impl Into<Expression>) -> Result<Var, ModelError> {
        let Sum { terms, constant } = self.summed(expression.into())?;
        match terms[..] {
            [] => Ok(self.constant(narrow(constant)?)),
            [(1, var)] if constant == 0 => Ok(var),
            _ => {
                let (low, high) = self.bounds(&terms, constant);
                let value = self.follows(Domain::range(narrow(low)?, narrow(high)?));
                let terms = terms.into_iter().chain([(-1, value)]);
                let constant = constant.checked_neg().ok_or(TOO_LARGE)?;
                self.linear(terms, Rel::Equal, constant)?;
                Ok(value)
            }
        }
    }

    fn values_of(&mut self, expressions: Vec<Expression>) -> Result<Vec<Var>, ModelError> {
        expressions
            .into_iter()
            .map(|expression| self.value_of(expression))
            .collect()
    }

    /// A new variable that follows from the others.
    fn follows(&mut self, domain: Domain) -> Var {
        self.auxiliary(format!("auxiliary {}", self.var_count()), domain)
    }

    /// The same function of variables.
    fn of_variables(
        &mut self,
        function: Function<Expression>,
    ) -> Result<Function<Var>, ModelError> {
        Ok(match function {
            Function::Count(parts, value) => {
                Function::Count(self.values_of(parts)?, self.value_of(value)?)
            }
            Function::Element(array, index) => {
                Function::Element(self.values_of(array)?, self.value_of(index)?)
            }
            Function::Minimum(parts) => Function::Minimum(self.values_of(parts)?),
            Function::Maximum(parts) => Function::Maximum(self.values_of(parts)?),
            Function::Distinct(parts) => Function::Distinct(self.values_of(parts)?),
            Function::Absolute(x) => Function::Absolute(self.value_of(x)?),
            Function::Product(x, y) => Function::Product(self.value_of(x)?, self.value_of(y)?),
        })
    }

    /// Values among which those of a function are.
    fn reach(&self, function: &Function<Var>) -> Result<Domain, ModelError> {
        let ends = |var: &Var| {
            let domain = self.domain(*var);
            [domain.min(), domain.max()].map(|end| i64::from(end.unwrap_or(0)))
        };
        let values: Vec<i64> = match function {
            Function::Count(parts, _) | Function::Distinct(parts) => vec![0, parts.len() as i64],
            Function::Element(parts, _) | Function::Minimum(parts) | Function::Maximum(parts) => {
                parts.iter().flat_map(ends).collect()
            }
            Function::Absolute(x) => ends(x).map(i64::abs).into_iter().chain([0]).collect(),
            Function::Product(x, y) => {
                let products = |a: i64| ends(y).map(|b| a * b);
                ends(x).into_iter().flat_map(products).collect()
            }
        };
        let low = values.iter().copied().min().unwrap_or(0);
        let high = values.iter().copied().max().unwrap_or(0);
        Ok(Domain::range(narrow(low)?, narrow(high)?))
    }

    /// `value` is what the function makes of the variables.
    fn define(&mut self, function: &Function<Var>, value: Var) -> Result<ConstraintId, ModelError> {
        match function {
            Function::Count(vars, counted) => self.count(vars, *counted, value),
            Function::Element(array, index) => self.element(array, *index, value),
            Function::Minimum(vars) => self.minimum(value, vars),
            Function::Maximum(vars) => self.maximum(value, vars),
            Function::Distinct(vars) => self.nvalue(vars, value),
            Function::Absolute(x) => self.absolute(value, *x),
            Function::Product(x, y) => self.arithm(*x, Arithmetic::Times, *y, Rel::Equal, value),
        }
    }

    fn post_condition(
        &mut self,
        condition: Condition,
        posted: &mut Vec<ConstraintId>,
    ) -> Result<(), ModelError> {
        match condition.0 {
            Logic::All(parts) => {
                for part in parts {
                    self.post_condition(part, posted)?;
                }
            }
            Logic::Any(parts) => {
                let literals = self.literals_of(parts)?;
                posted.push(self.clause(literals)?);
            }
            Logic::Not(condition) => {
                let constraint = self.as_constraint(*condition)?;
                let never = self.constant(0);
                posted.push(self.reified(constraint, never)?);
            }
            Logic::Compare(left, Rel::Equal) => posted.push(self.post_equal(left)?),
            whole => {
                let constraint = self.as_constraint(Condition(whole))?;
                posted.push(self.post(constraint)?);
            }
        }
        Ok(())
    }

    /// `left = 0`; a function that equals a constant or a variable needs no variable for its value.
    fn post_equal(&mut self, left: Expression) -> Result<ConstraintId, ModelError> {
        if let Some((function, value)) = left.defined() {
            let function = self.of_variables(function)?;
            let value = self.value_of(value)?;
            return self.define(&function, value);
        }
        let constraint = self.as_comparison(left, Rel::Equal)?;
        self.post(constraint)
    }

    /// A literal that is true exactly if the condition holds.
    fn literal_of(&mut self, condition: Condition) -> Result<Literal, ModelError> {
        match condition.0 {
            Logic::Literal(literal) => Ok(literal),
            Logic::Not(condition) => Ok(!self.literal_of(*condition)?),
            // All of them hold unless one does not.
            Logic::All(_) => Ok(!self.literal_of(!condition)?),
            whole => {
                let constraint = self.as_constraint(Condition(whole))?;
                let truth = self.follows(Domain::boolean());
                self.reified(constraint, truth)?;
                Ok(Literal::yes(truth))
            }
        }
    }

    fn literals_of(&mut self, conditions: Vec<Condition>) -> Result<Vec<Literal>, ModelError> {
        let conditions = conditions.into_iter();
        conditions.map(|one| self.literal_of(one)).collect()
    }

    /// One constraint that says what the condition says, given the auxiliary variables that are made for it.
    fn as_constraint(&mut self, condition: Condition) -> Result<Constraint, ModelError> {
        match condition.0 {
            Logic::Holds(constraint) => Ok(constraint),
            Logic::Compare(left, rel) => self.as_comparison(left, rel),
            Logic::Member(part, values) => {
                let x = self.value_of(part)?;
                self.unposted(|model| model.member(x, values))
            }
            Logic::AllDifferent(parts) => {
                let vars = self.values_of(parts)?;
                self.unposted(|model| model.all_different(&vars))
            }
            Logic::AllEqual(parts) => {
                let vars = self.values_of(parts)?;
                self.unposted(|model| model.all_equal(&vars))
            }
            Logic::Any(parts) => {
                let literals = self.literals_of(parts)?;
                self.unposted(|model| model.clause(literals))
            }
            whole @ (Logic::Literal(_) | Logic::Not(_) | Logic::All(_)) => {
                let literal = self.literal_of(Condition(whole))?;
                self.unposted(|model| model.clause([literal]))
            }
        }
    }

    fn as_comparison(&mut self, left: Expression, rel: Rel) -> Result<Constraint, ModelError> {
        let Sum { terms, constant } = self.summed(left)?;
        let right = constant.checked_neg().ok_or(TOO_LARGE)?;
        match terms[..] {
            [(1, x)] => {
                let values = values_in(rel, right);
                self.unposted(|model| model.member(x, values))
            }
            [(-1, x)] => {
                let values = values_in(rel.mirrored(), constant);
                self.unposted(|model| model.member(x, values))
            }
            [(1, x), (-1, y)] if constant == 0 => self.unposted(|model| model.compare(x, rel, y)),
            [(-1, x), (1, y)] if constant == 0 => {
                self.unposted(|model| model.compare(x, rel.mirrored(), y))
            }
            _ => self.unposted(|model| model.linear(terms, rel, right)),
        }
    }

    /// The constraint that would be posted.
    fn unposted(
        &mut self,
        post: impl FnOnce(&mut Model) -> Result<ConstraintId, ModelError>,
    ) -> Result<Constraint, ModelError> {
        let id = post(self)?;
        Ok(self.take_back(id))
    }

    /// The expression as a sum of variables, each of them once.
    fn summed(&mut self, expression: Expression) -> Result<Sum, ModelError> {
        let mut terms: Vec<(i128, Var)> = Vec::new();
        let mut constant = expression.constant;
        for (mut coefficient, part) in expression.terms {
            let var = match part {
                Part::Var(var) => var,
                Part::Function(function) => {
                    let function = self.of_variables(*function)?;
                    let value = self.follows(self.reach(&function)?);
                    self.define(&function, value)?;
                    value
                }

                Part::Truth(condition) => {
                    let literal = self.literal_of(*condition)?;
                    if !literal.positive {
                        constant = constant.saturating_add(coefficient);
                        coefficient = coefficient.saturating_neg();
                    }
                    literal.var
                }
            };
            match terms.iter_mut().find(|term| term.1 == var) {
                Some(term) => term.0 = term.0.saturating_add(coefficient),
                None => terms.push((coefficient, var)),
            }
        }
        let long = |number: i128| i64::try_from(number).map_err(|_| TOO_LARGE);
        let terms = terms.into_iter().filter(|term| term.0 != 0);
        Ok(Sum {
            terms: terms
                .map(|(coefficient, var)| Ok((long(coefficient)?, var)))
                .collect::<Result<_, ModelError>>()?,
            constant: long(constant)?,
        })
    }

    /// The least and the greatest value of a sum.
    fn bounds(&self, terms: &[(i64, Var)], constant: i64) -> (i64, i64) {
        let mut bounds = (constant, constant);
        for &(coefficient, var) in terms {
            let domain = self.domain(var);
            let end = |value: Option<i32>| coefficient.saturating_mul(value.unwrap_or(0).into());
            let (a, b) = (end(domain.min()), end(domain.max()));
            bounds.0 = bounds.0.saturating_add(a.min(b));
            bounds.1 = bounds.1.saturating_add(a.max(b));
        }
        bounds
    }
}

impl Expression {
    /// If it is 0 exactly where a single function has a value that is a constant or a variable: the function and that value.
    fn defined(&self) -> Option<(Function<Expression>, Expression)> {
        let (value, function) = match &self.terms[..] {
            [(sign @ (1 | -1), Part::Function(function))] => {
                let negated = Expression {
                    terms: Vec::new(),
                    constant: self.constant,
                };
                (negated * -(*sign as i32), function)
            }
            [(1, Part::Function(function)), (-1, Part::Var(var))]
            | [(-1, Part::Function(function)), (1, Part::Var(var))]
            | [(-1, Part::Var(var)), (1, Part::Function(function))]
            | [(1, Part::Var(var)), (-1, Part::Function(function))]
                if self.constant == 0 =>
            {
                ((*var).into(), function)
            }
            _ => return None,
        };
        Some(((**function).clone(), value))
    }
}

/// A weighted sum of different variables.
struct Sum {
    terms: Vec<(i64, Var)>,
    constant: i64,
}

const TOO_LARGE: ModelError = ModelError::Overflow {
    constraint: "expression",
};

fn narrow(value: i64) -> Result<i32, ModelError> {
    i32::try_from(value).map_err(|_| TOO_LARGE)
}

/// The values that stand in this relation to `right`.
fn values_in(rel: Rel, right: i64) -> Domain {
    let all = (i64::from(i32::MIN), i64::from(i32::MAX));
    let range = |low: i64, high: i64| {
        let (low, high) = (low.max(all.0), high.min(all.1));
        match (i32::try_from(low), i32::try_from(high)) {
            (Ok(low), Ok(high)) => Domain::range(low, high),
            _ => Domain::empty(),
        }
    };
    match rel {
        Rel::Equal => range(right, right),
        Rel::NotEqual => range(all.0, all.1).difference(&range(right, right)),
        Rel::Less => range(all.0, right.saturating_sub(1)),
        Rel::LessEqual => range(all.0, right),
        Rel::Greater => range(right.saturating_add(1), all.1),
        Rel::GreaterEqual => range(right, all.1),
    }
}
