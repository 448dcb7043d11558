//! What stands at a place of a list.

use super::prelude::*;

/// `array[index - offset] = value`; an index outside the array satisfies nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// The array.
    pub array: Vec<Var>,
    /// The index of the array's first entry.
    pub offset: i32,
    /// Which entry.
    pub index: Var,
    /// What stands there.
    pub value: Var,
}

impl Definition for Element {
    const NAME: &'static str = "element";
    const MEANING: &'static str =
        "`array[index] = value`; an index outside the array satisfies nothing";

    fn vars(&self) -> Vec<Var> {
        [&self.array[..], &[self.index, self.value]].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Element {
            array: renamed(&self.array, to),
            offset: self.offset,
            index: to(self.index),
            value: to(self.value),
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        match position(given.value(self.index), self.offset, self.array.len()) {
            Some(at) => given.value(self.array[at]) == given.value(self.value),
            None => false,
        }
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        not_empty::<Self>(&self.array)?;
        offset_fits::<Self>(self.offset, self.array.len())
    }

    fn show(&self, model: &Model) -> String {
        let (array, offset) = (model.var_names(&self.array), self.offset);
        let (index, value) = (model.var_name(self.index), model.var_name(self.value));
        format!("{array}[{index} - {offset}] = {value}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(self.offset).var(self.index).var(self.value);
        line.vars(&self.array);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Element {
            offset: words.number()?,
            index: words.var()?,
            value: words.var()?,
            array: words.vars()?,
        })
    }
}

impl Model {
    /// `array[index] = value`, the first entry having index 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=9);
    /// let index = model.int("index", 0..=2);
    /// let value = model.int("value", 1..=9);
    /// model.element(&x, index, value)?;
    /// assert_eq!(model.violated(&[4, 8, 6, 1, 8]), None);
    /// assert!(model.violated(&[4, 8, 6, 1, 4]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn element(
        &mut self,
        array: &[Var],
        index: Var,
        value: Var,
    ) -> Result<ConstraintId, ModelError> {
        self.post(Element {
            array: array.to_vec(),
            offset: 0,
            index,
            value,
        })
    }
}
