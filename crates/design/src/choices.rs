//! The free choices that make an instance, and the symmetries between them.

/// How an instance is made out of numbered options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choices {
    /// One option for each slot, in order; the list says how many options each slot has.
    Tuple(Vec<u32>),
    /// An unordered selection of `size` out of `kinds` options, written in increasing order.
    Selection {
        /// How many are selected.
        size: usize,
        /// How many options there are.
        kinds: u32,
        /// Whether an option may be selected several times.
        repeats: bool,
    },
}

impl Choices {
    /// How many choices make an instance.
    pub fn len(&self) -> usize {
        match self {
            Choices::Tuple(options) => options.len(),
            Choices::Selection { size, .. } => *size,
        }
    }

    /// Whether there is nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The options that may follow a prefix.
    pub fn next(&self, prefix: &[u32]) -> std::ops::Range<u32> {
        match self {
            Choices::Tuple(options) => 0..options[prefix.len()],
            Choices::Selection { kinds, repeats, .. } => {
                let first = match prefix.last() {
                    None => 0,
                    Some(&last) => last + u32::from(!repeats),
                };
                first..(*kinds).max(first)
            }
        }
    }

    /// How many instances there are, symmetric ones counted each; `None` beyond 128 bits.
    pub fn count(&self) -> Option<u128> {
        match self {
            Choices::Tuple(options) => options
                .iter()
                .try_fold(1u128, |product, &n| product.checked_mul(u128::from(n))),
            Choices::Selection {
                size,
                kinds,
                repeats,
            } => {
                let size = *size as u128;
                let kinds = u128::from(*kinds);
                let from = match repeats {
                    true if size == 0 => return Some(1),
                    true => (kinds + size).checked_sub(1)?,
                    false => kinds,
                };
                let mut result = 1u128;
                for i in 0..size {
                    // Stays an integer: a binomial coefficient at each step.
                    result = result.checked_mul(from.saturating_sub(i))? / (i + 1);
                }
                Some(result)
            }
        }
    }
}

/// A symmetry of a family: it moves slots and renames options.
///
/// On tuples it maps `a` to `b` with `b[slots[i]] = options[i][a[i]]`. On selections there is one renaming for all: `options[0]`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Relabelling {
    /// Where each slot goes.
    pub slots: Vec<usize>,
    /// For each slot, what each of its options is called afterwards.
    pub options: Vec<Vec<u32>>,
}

impl Relabelling {
    /// A renaming of the options of a selection.
    pub fn of_kinds(renaming: Vec<u32>) -> Self {
        Relabelling {
            slots: Vec::new(),
            options: vec![renaming],
        }
    }

    /// The image of an instance, a selection written in increasing order again.
    pub fn apply(&self, choices: &Choices, instance: &[u32]) -> Vec<u32> {
        match choices {
            Choices::Tuple(_) => {
                let mut image = vec![0; instance.len()];
                for (i, &option) in instance.iter().enumerate() {
                    image[self.slots[i]] = self.options[i][option as usize];
                }
                image
            }
            Choices::Selection { .. } => {
                let rename = |&kind: &u32| self.options[0][kind as usize];
                let mut image: Vec<u32> = instance.iter().map(rename).collect();
                image.sort_unstable();
                image
            }
        }
    }
}
