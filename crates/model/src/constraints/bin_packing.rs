//! Things in bins, and what each bin holds.

use super::prelude::*;

/// `loads[b]` is the sum of the weights of the items whose bin is `first + b`; items may lie in other bins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BinPacking {
    /// The bin of each item.
    pub bins: Vec<Var>,
    /// What each item weighs.
    pub weights: Vec<i32>,
    /// What each bin holds.
    pub loads: Vec<Var>,
    /// The number of the first bin.
    pub first: i32,
}

impl Definition for BinPacking {
    const NAME: &'static str = "bin-packing";
    const MEANING: &'static str = "the load of each bin is the sum of the weights of the items in it; items may lie elsewhere";

    fn vars(&self) -> Vec<Var> {
        [&self.bins[..], &self.loads].concat()
    }

    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self {
        BinPacking {
            bins: renamed(&self.bins, to),
            weights: self.weights.clone(),
            loads: renamed(&self.loads, to),
            first: self.first,
        }
    }

    fn holds(&self, given: Values<'_>) -> bool {
        let bins = given.values(&self.bins);
        let weight_in = |bin: i64| -> i64 {
            let inside = (0..bins.len()).filter(|&item| i64::from(bins[item]) == bin);
            inside.map(|item| i64::from(self.weights[item])).sum()
        };
        let loads = given.values(&self.loads);
        (i64::from(self.first)..)
            .zip(loads)
            .all(|(bin, load)| weight_in(bin) == i64::from(load))
    }

    fn check(&self, _: &Model) -> Result<(), ModelError> {
        same_length::<Self>("the list of weights", self.weights.len(), self.bins.len())?;
        offset_fits::<Self>(self.first, self.loads.len())
    }

    fn show(&self, model: &Model) -> String {
        let (bins, loads) = (model.var_names(&self.bins), model.var_names(&self.loads));
        let (weights, first) = (&self.weights, self.first);
        format!("bin-packing of weights {weights:?} into {bins}: loads {loads} from bin {first} on")
    }

    fn write(&self, line: &mut Line<'_>) {
        let items: Vec<(i32, Var)> = std::iter::zip(&self.weights, &self.bins)
            .map(|(&weight, &bin)| (weight, bin))
            .collect();
        line.word(self.first).vars(&self.loads);
        line.many(&items, |line, &(weight, bin)| {
            line.word(weight).var(bin);
        });
    }

    fn read(words: &mut Words<'_>) -> Read<Self> {
        let (first, loads) = (words.number()?, words.vars()?);
        let items = words.many(|words| Ok((words.number::<i32>()?, words.var()?)))?;
        let (weights, bins) = items.into_iter().unzip();
        Ok(BinPacking {
            bins,
            weights,
            loads,
            first,
        })
    }
}

impl Model {
    /// What each bin holds, the first one being number 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let bins = model.array("bin", 3, 0..=1);
    /// let loads = model.array("load", 2, 0..=9);
    /// model.bin_packing(&bins, &[2, 3, 4], &loads)?;
    /// assert_eq!(model.violated(&[0, 0, 1, 5, 4]), None);
    /// assert!(model.violated(&[0, 1, 1, 5, 4]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn bin_packing(
        &mut self,
        bins: &[Var],
        weights: &[i32],
        loads: &[Var],
    ) -> Result<ConstraintId, ModelError> {
        self.post(BinPacking {
            bins: bins.to_vec(),
            weights: weights.to_vec(),
            loads: loads.to_vec(),
            first: 0,
        })
    }
}
