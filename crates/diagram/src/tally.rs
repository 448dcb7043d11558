//! Exact numbers for the nodes of a layer: 128 bits as long as they do, then as many as needed.

use num_bigint::BigUint;
use num_traits::Zero;

/// One number for each node.
pub(crate) enum Tally {
    Small(Vec<u128>),
    Big(Vec<BigUint>),
}

impl Tally {
    pub(crate) fn zeros(nodes: usize) -> Self {
        Tally::Small(vec![0; nodes])
    }

    pub(crate) fn ones(nodes: usize) -> Self {
        Tally::Small(vec![1; nodes])
    }

    pub(crate) fn get(&self, node: usize) -> BigUint {
        match self {
            Tally::Small(numbers) => BigUint::from(numbers[node]),
            Tally::Big(numbers) => numbers[node].clone(),
        }
    }

    pub(crate) fn is_zero(&self, node: usize) -> bool {
        match self {
            Tally::Small(numbers) => numbers[node] == 0,
            Tally::Big(numbers) => numbers[node].is_zero(),
        }
    }

    /// Makes the number 1.
    pub(crate) fn mark(&mut self, node: usize) {
        match self {
            Tally::Small(numbers) => numbers[node] = 1,
            Tally::Big(numbers) => numbers[node] = BigUint::from(1u32),
        }
    }

    /// Adds another node's number to this one's, making room for it.
    pub(crate) fn add(&mut self, node: usize, other: &Tally, from: usize) {
        if let (Tally::Small(numbers), Tally::Small(others)) = (&mut *self, other) {
            if numbers.len() <= node {
                numbers.resize(node + 1, 0);
            }
            if let Some(sum) = numbers[node].checked_add(others[from]) {
                numbers[node] = sum;
                return;
            }
        }
        if let Tally::Small(numbers) = self {
            *self = Tally::Big(numbers.iter().map(|&number| number.into()).collect());
        }
        if let Tally::Big(numbers) = self {
            if numbers.len() <= node {
                numbers.resize(node + 1, BigUint::default());
            }
            numbers[node] += other.get(from);
        }
    }

    pub(crate) fn sum(&self) -> BigUint {
        match self {
            Tally::Small(numbers) => numbers.iter().map(|&number| BigUint::from(number)).sum(),
            Tally::Big(numbers) => numbers.iter().sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_beyond_128_bits() {
        let mut power = Tally::ones(1);
        for _ in 0..200 {
            let mut twice = Tally::zeros(1);
            twice.add(0, &power, 0);
            twice.add(0, &power, 0);
            power = twice;
        }
        assert_eq!(power.get(0), BigUint::from(1u32) << 200);
        assert_eq!(power.sum(), BigUint::from(1u32) << 200);
        assert!(!power.is_zero(0));
    }
}
