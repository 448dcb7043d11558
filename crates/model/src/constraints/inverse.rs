//! Two maps that undo each other.

use super::prelude::*;

/// `forward[i] = j` exactly when `backward[j] = i`, all indices shifted by the offsets.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inverse {
    /// The map.
    pub forward: Vec<Var>,
    /// The index of `forward`'s first entry.
    pub forward_offset: i32,
    /// The inverse map.
    pub backward: Vec<Var>,
    /// The index of `backward`'s first entry.
    pub backward_offset: i32,
}

impl Definition for Inverse {
    const NAME: &'static str = "inverse";
    const MEANING: &'static str = "two arrays are inverse maps of each other";

    fn vars(&self) -> Vec<Var> {
        [&self.forward[..], &self.backward].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        Inverse {
            forward: renamed(&self.forward, to),
            backward: renamed(&self.backward, to),
            ..*self
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let maps_back = |from: &[i32], from_offset: i32, to: &[i32], to_offset: i32| {
            (0..from.len()).all(|i| match position(from[i], to_offset, to.len()) {
                Some(j) => i64::from(to[j]) == i as i64 + i64::from(from_offset),
                None => false,
            })
        };
        let (forward, backward) = (given.values(&self.forward), given.values(&self.backward));
        let (first, second) = (self.forward_offset, self.backward_offset);
        maps_back(&forward, first, &backward, second)
            && maps_back(&backward, second, &forward, first)
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        let (forward, backward) = (self.forward.len(), self.backward.len());
        same_length::<Self>("the backward array", backward, forward)?;
        offset_fits::<Self>(self.forward_offset, forward)?;
        offset_fits::<Self>(self.backward_offset, backward)
    }

    fn show(&self, model: &Model) -> String {
        let (forward, backward) = (
            model.var_names(&self.forward),
            model.var_names(&self.backward),
        );
        format!("inverse {forward} and {backward}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(self.forward_offset).vars(&self.forward);
        line.word(self.backward_offset).vars(&self.backward);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(Inverse {
            forward_offset: words.number()?,
            forward: words.vars()?,
            backward_offset: words.number()?,
            backward: words.vars()?,
        })
    }
}

impl Model {
    /// The two arrays are inverse maps of each other, first entries having index 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let room_of = model.array("room of", 3, 0..=2);
    /// let guest_in = model.array("guest in", 3, 0..=2);
    /// model.inverse(&room_of, &guest_in)?;
    /// assert_eq!(model.violated(&[1, 2, 0, 2, 0, 1]), None);
    /// assert!(model.violated(&[1, 2, 0, 1, 2, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn inverse(
        &mut self,
        forward: &[Var],
        backward: &[Var],
    ) -> Result<ConstraintId, ModelError> {
        self.post(Inverse {
            forward: forward.to_vec(),
            forward_offset: 0,
            backward: backward.to_vec(),
            backward_offset: 0,
        })
    }
}
