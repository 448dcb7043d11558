//! Expressions and conditions: what stands between the operators.
//!
//! Each knows the model of its variables, so that constraints over expressions can make auxiliary variables where they are written, and so
//! that variables of two models are never mixed.

use crate::failure::{Failed, bad};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tantalizer::model::expression::{self, all_of, any_of};
use tantalizer::model::{Domain, Model, Rel, Var};

/// A model that its expressions share.
pub type Shared = Arc<Mutex<Model>>;

/// The model, to be changed.
pub fn lock(model: &Shared) -> MutexGuard<'_, Model> {
    model.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The model of two parts of an expression, either of which may be a constant.
pub fn together(one: Option<&Shared>, other: Option<&Shared>) -> Result<Option<Shared>, Failed> {
    match (one, other) {
        (Some(one), Some(other)) if !Arc::ptr_eq(one, other) => {
            Err(bad("variables of two models stand in one expression"))
        }
        (one, other) => Ok(one.or(other).cloned()),
    }
}

/// An integer made of variables.
#[pyclass(frozen, module = "tantalizer._native")]
pub struct Expression {
    inner: expression::Expression,
    model: Option<Shared>,
    /// If it is a single variable.
    var: Option<Var>,
}

/// Something that is true or false.
#[pyclass(frozen, module = "tantalizer._native")]
pub struct Condition {
    inner: expression::Condition,
    model: Option<Shared>,
}

/// An operand that is a number: an expression, a condition (1 if it holds), or an integer.
#[derive(Clone)]
pub struct Number {
    /// The expression.
    pub inner: expression::Expression,
    /// Whose variables it has.
    pub model: Option<Shared>,
    constant: Option<i64>,
}

/// An operand that is true or false: a condition, a variable that is 0 or 1, or a truth value.
#[derive(Clone)]
pub struct Truth {
    /// The condition.
    pub inner: expression::Condition,
    /// Whose variables it has.
    pub model: Option<Shared>,
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        if let Ok(expression) = object.cast::<Expression>() {
            let expression = expression.get();
            return Ok(Number {
                inner: expression.inner.clone(),
                model: expression.model.clone(),
                constant: None,
            });
        }
        if let Ok(condition) = object.cast::<Condition>() {
            let condition = condition.get();
            return Ok(Number {
                inner: (&condition.inner).into(),
                model: condition.model.clone(),
                constant: None,
            });
        }
        let constant: i64 = object.extract()?;
        Ok(Number {
            inner: constant.into(),
            model: None,
            constant: Some(constant),
        })
    }
}

impl<'py> FromPyObject<'_, 'py> for Truth {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Truth> {
        if let Ok(condition) = object.cast::<Condition>() {
            let condition = condition.get();
            return Ok(Truth {
                inner: condition.inner.clone(),
                model: condition.model.clone(),
            });
        }
        if let Ok(expression) = object.cast::<Expression>() {
            return expression.get().truth();
        }
        // A comparison of two constants, in numpy's types too.
        let value: i64 = object
            .extract::<bool>()
            .map(i64::from)
            .or_else(|_| object.extract())?;
        let inner = match value {
            0 => any_of::<expression::Condition>([]),
            1 => all_of::<expression::Condition>([]),
            _ => return Err(PyTypeError::new_err("expected a condition")),
        };
        Ok(Truth { inner, model: None })
    }
}

impl Expression {
    /// A variable.
    pub fn of_var(model: &Shared, var: Var) -> Expression {
        Expression {
            inner: var.into(),
            model: Some(Arc::clone(model)),
            var: Some(var),
        }
    }

    /// An expression over the variables of a model.
    pub fn new(inner: expression::Expression, model: Option<Shared>) -> Expression {
        Expression {
            inner,
            model,
            var: None,
        }
    }

    /// The variable, if it is one.
    pub fn var(&self) -> PyResult<Var> {
        let message = "expected a variable, found an expression";
        self.var.ok_or_else(|| PyTypeError::new_err(message))
    }

    fn truth(&self) -> PyResult<Truth> {
        let message = "an expression is no condition: compare it with something";
        match self.var {
            Some(var) => Ok(Truth {
                inner: var.into(),
                model: self.model.clone(),
            }),
            None => Err(PyTypeError::new_err(message)),
        }
    }

    fn number(&self) -> Number {
        Number {
            inner: self.inner.clone(),
            model: self.model.clone(),
            constant: None,
        }
    }
}

impl Condition {
    fn truth(&self) -> PyResult<Truth> {
        Ok(Truth {
            inner: self.inner.clone(),
            model: self.model.clone(),
        })
    }

    /// A condition on the variables of a model.
    pub fn new(inner: impl Into<expression::Condition>, model: Option<Shared>) -> Condition {
        Condition {
            inner: inner.into(),
            model,
        }
    }

    fn number(&self) -> Number {
        Number {
            inner: (&self.inner).into(),
            model: self.model.clone(),
            constant: None,
        }
    }
}

impl Number {
    fn plus(self, other: Number) -> PyResult<Expression> {
        let model = together(self.model.as_ref(), other.model.as_ref())?;
        Ok(Expression::new(self.inner + other.inner, model))
    }

    fn minus(self, other: Number) -> PyResult<Expression> {
        let model = together(self.model.as_ref(), other.model.as_ref())?;
        Ok(Expression::new(self.inner - other.inner, model))
    }

    fn times(self, other: Number) -> PyResult<Expression> {
        let model = together(self.model.as_ref(), other.model.as_ref())?;
        let small = |number: &Number| number.constant.and_then(|value| i32::try_from(value).ok());
        let product = match (small(&self), small(&other)) {
            (_, Some(factor)) => self.inner * factor,
            (Some(factor), None) => other.inner * factor,
            (None, None) => self.inner.times(other.inner),
        };
        Ok(Expression::new(product, model))
    }

    fn compare(&self, op: CompareOp, other: Number) -> PyResult<Condition> {
        let model = together(self.model.as_ref(), other.model.as_ref())?;
        let rel = match op {
            CompareOp::Eq => Rel::Equal,
            CompareOp::Ne => Rel::NotEqual,
            CompareOp::Lt => Rel::Less,
            CompareOp::Le => Rel::LessEqual,
            CompareOp::Gt => Rel::Greater,
            CompareOp::Ge => Rel::GreaterEqual,
        };
        Ok(Condition::new(self.inner.compare(rel, other.inner), model))
    }
}

/// The condition that both truths make.
fn both(
    one: Truth,
    other: Truth,
    make: fn(&expression::Condition, expression::Condition) -> expression::Condition,
) -> PyResult<Condition> {
    let model = together(one.model.as_ref(), other.model.as_ref())?;
    Ok(Condition::new(make(&one.inner, other.inner), model))
}

fn no_truth_value() -> PyErr {
    let message = "whether it holds is known only in a solution: write `&`, `|` and `~` for `and`, `or` and `not`, and all_of, any_of for all, any";
    PyTypeError::new_err(message)
}

/// The operators, which are the same for both.
macro_rules! operators {
    ($Type:ident { $($more:tt)* }) => {
        #[pymethods]
        impl $Type {
            fn __add__(&self, other: Number) -> PyResult<Expression> { self.number().plus(other) }
            fn __radd__(&self, other: Number) -> PyResult<Expression> { other.plus(self.number()) }
            fn __sub__(&self, other: Number) -> PyResult<Expression> { self.number().minus(other) }
            fn __rsub__(&self, other: Number) -> PyResult<Expression> { other.minus(self.number()) }
            fn __mul__(&self, other: Number) -> PyResult<Expression> { self.number().times(other) }
            fn __rmul__(&self, other: Number) -> PyResult<Expression> { other.times(self.number()) }
            fn __neg__(&self) -> Expression { Expression::new(-self.number().inner, self.model.clone()) }
            fn __pos__(&self) -> Expression { Expression::new(self.number().inner, self.model.clone()) }
            fn __abs__(&self) -> Expression { Expression::new(self.number().inner.absolute(), self.model.clone()) }
            fn __richcmp__(&self, other: Number, op: CompareOp) -> PyResult<Condition> { self.number().compare(op, other) }
            fn __and__(&self, other: Truth) -> PyResult<Condition> { both(self.truth()?, other, |a, b| a.and(b)) }
            fn __rand__(&self, other: Truth) -> PyResult<Condition> { both(other, self.truth()?, |a, b| a.and(b)) }
            fn __or__(&self, other: Truth) -> PyResult<Condition> { both(self.truth()?, other, |a, b| a.or(b)) }
            fn __ror__(&self, other: Truth) -> PyResult<Condition> { both(other, self.truth()?, |a, b| a.or(b)) }
            fn __xor__(&self, other: Truth) -> PyResult<Condition> { both(self.truth()?, other, |a, b| a.xor(b)) }
            fn __rxor__(&self, other: Truth) -> PyResult<Condition> { both(other, self.truth()?, |a, b| a.xor(b)) }
            fn __invert__(&self) -> PyResult<Condition> {
                let truth = self.truth()?;
                Ok(Condition::new(!truth.inner, truth.model))
            }
            fn __bool__(&self) -> PyResult<bool> { Err(no_truth_value()) }
            fn __hash__(&self) -> usize { std::ptr::from_ref(self) as usize }

            /// If this holds, so does the other.
            fn implies(&self, other: Truth) -> PyResult<Condition> { both(self.truth()?, other, |a, b| a.implies(b)) }

            /// Whether it is one of some values.
            fn is_in(&self, values: Vec<i32>) -> Condition {
                Condition::new(self.number().inner.is_in(Domain::from_values(values)), self.model.clone())
            }

            $($more)*
        }
    };
}

operators!(Expression {
    /// The name of the variable; none if it is no variable.
    #[getter]
    fn name(&self) -> Option<String> {
        let model = self.model.as_ref()?;
        Some(lock(model).var_name(self.var?).to_string())
    }

    /// The place of the variable in the model and in its solutions.
    #[getter]
    fn index(&self) -> PyResult<usize> {
        Ok(self.var()?.index())
    }

    /// The least and the greatest value of the variable.
    #[getter]
    fn bounds(&self) -> PyResult<Option<(i32, i32)>> {
        let var = self.var()?;
        Ok(self
            .model
            .as_ref()
            .and_then(|model| lock(model).domain(var).bounds()))
    }

    fn __repr__(&self) -> String {
        self.name().unwrap_or_else(|| "<expression>".into())
    }
});

operators!(Condition {
    fn __repr__(&self) -> String {
        "<condition>".into()
    }
});
