//! Rectangles that do not overlap.

use super::prelude::*;

/// Rectangle `i` has its corner at `(x[i], y[i])` and is `widths[i]` wide and `heights[i]` high. Of any two, one lies beside,
/// above or below the other. One without width or height may lie anywhere, unless `strict`: then it may not lie within another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NoOverlap {
    /// The left sides.
    pub x: Vec<Var>,
    /// The lower sides.
    pub y: Vec<Var>,
    /// How wide each is.
    pub widths: Vec<Var>,
    /// How high each is.
    pub heights: Vec<Var>,
    /// Whether what has no area counts as well.
    pub strict: bool,
}

impl Definition for NoOverlap {
    const NAME: &'static str = "no-overlap";
    const MEANING: &'static str =
        "no two rectangles overlap; those without area may lie anywhere, unless it is strict";

    fn vars(&self) -> Vec<Var> {
        [&self.x[..], &self.y, &self.widths, &self.heights].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        NoOverlap {
            x: renamed(&self.x, to),
            y: renamed(&self.y, to),
            widths: renamed(&self.widths, to),
            heights: renamed(&self.heights, to),
            strict: self.strict,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let value = |var: Var| i64::from(given.value(var));
        let left_of = |i: usize, j: usize| {
            let (width, height) = (value(self.widths[i]), value(self.heights[i]));
            value(self.x[i]) + width <= value(self.x[j])
                || value(self.y[i]) + height <= value(self.y[j])
        };
        let flat =
            |i: usize| !self.strict && (value(self.widths[i]) == 0 || value(self.heights[i]) == 0);
        let apart = |i, j| left_of(i, j) || left_of(j, i) || flat(i) || flat(j);
        (0..self.x.len()).all(|i| (0..i).all(|j| apart(i, j)))
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        let rectangles = self.x.len();
        same_length::<Self>("the list of lower sides", self.y.len(), rectangles)?;
        same_length::<Self>("the list of widths", self.widths.len(), rectangles)?;
        same_length::<Self>("the list of heights", self.heights.len(), rectangles)
    }

    fn show(&self, model: &Model) -> String {
        let [x, y, widths, heights] =
            [&self.x, &self.y, &self.widths, &self.heights].map(|vars| model.var_names(vars));
        let strict = if self.strict { "strict " } else { "" };
        format!("{strict}no-overlap at {x}, {y} of {widths} by {heights}")
    }

    fn write(&self, line: &mut Line<'_>) {
        line.word(if self.strict { "strict" } else { "flat" });
        line.vars(&self.x).vars(&self.y);
        line.vars(&self.widths).vars(&self.heights);
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        Ok(NoOverlap {
            strict: words.either("strict", "flat")?,
            x: words.vars()?,
            y: words.vars()?,
            widths: words.vars()?,
            heights: words.vars()?,
        })
    }
}

impl Model {
    /// Rectangles, given by a corner and their sizes, do not overlap; what has no area may not lie within another either.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 2, 0..=2);
    /// let y = model.array("y", 2, 0..=2);
    /// let two = model.constant(2);
    /// model.no_overlap(&x, &y, &[two, two], &[two, two])?;
    /// assert_eq!(model.violated(&[0, 2, 0, 1, 2]), None);
    /// assert!(model.violated(&[0, 1, 0, 1, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn no_overlap(
        &mut self,
        x: &[Var],
        y: &[Var],
        widths: &[Var],
        heights: &[Var],
    ) -> Result<ConstraintId, ModelError> {
        self.post(NoOverlap {
            x: x.to_vec(),
            y: y.to_vec(),
            widths: widths.to_vec(),
            heights: heights.to_vec(),
            strict: true,
        })
    }
}
