//! Numbers for values: the positions of values in a sorted list.

/// A sorted list of values, each with its position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ValueIndex {
    values: Vec<i32>,
}

impl ValueIndex {
    /// Numbers the given values.
    pub fn new(values: impl IntoIterator<Item = i32>) -> Self {
        let mut values: Vec<i32> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        ValueIndex { values }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The value with this number.
    #[inline]
    pub fn value(&self, number: usize) -> i32 {
        self.values[number]
    }

    /// The number of a value, if it has one. Immediate when the values have no holes.
    #[inline]
    pub fn number(&self, value: i32) -> Option<usize> {
        let first = *self.values.first()?;
        let guess = usize::try_from(i64::from(value) - i64::from(first)).ok()?;
        match self.values.get(guess) {
            Some(&found) if found == value => Some(guess),
            _ => self.values.binary_search(&value).ok(),
        }
    }
}
