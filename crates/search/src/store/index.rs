//! How the bits of a domain of several words are numbered.

/// How positions of bits and values correspond.
pub enum Index {
    Offset(i32),
    List(Vec<i32>),
}

impl Index {
    pub fn position(&self, value: i32) -> Option<usize> {
        match self {
            Index::Offset(base) => usize::try_from(i64::from(value) - i64::from(*base)).ok(),
            Index::List(list) => list.binary_search(&value).ok(),
        }
    }

    pub fn value(&self, position: usize) -> i32 {
        match self {
            Index::Offset(base) => base + position as i32,
            Index::List(list) => list[position],
        }
    }

    pub fn first_at_least(&self, value: i32) -> usize {
        match self {
            Index::Offset(base) => (value - base).max(0) as usize,
            Index::List(list) => list.partition_point(|&item| item < value),
        }
    }

    pub fn last_at_most(&self, value: i32) -> Option<usize> {
        match self {
            Index::Offset(base) => usize::try_from(value - base).ok(),
            Index::List(list) => list.partition_point(|&item| item <= value).checked_sub(1),
        }
    }
}
