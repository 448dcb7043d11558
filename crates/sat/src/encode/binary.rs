//! Numbers in binary: adders and multipliers for sums and products too large to list.
//!
//! Weighted bits are gathered in buckets, one a power of two, and full adders compress each bucket to a
//! single bit (Eén and Sörensson, *Translating pseudo-Boolean constraints into SAT*, 2006).

use std::collections::VecDeque;

use super::sum::Term;
use super::{Encoder, Refused, constant};
use crate::cnf::{FALSE, Lit, TRUE};

/// Domains up to this size enter a binary sum by their order literals, larger ones by their own bits.
const UNARY: usize = 12;

/// A sum of weighted literals and a constant, all weights positive.
#[derive(Default, Debug)]
struct WeightedSum {
    terms: Vec<(i64, Lit)>,
    constant: i64,
}

impl WeightedSum {
    fn add(&mut self, weight: i64, literal: Lit) {
        match literal {
            TRUE => self.constant += weight,
            FALSE => {}
            _ if weight < 0 => {
                // w*l = w + |w|*(not l)
                self.constant += weight;
                self.terms.push((-weight, -literal));
            }
            _ if weight > 0 => self.terms.push((weight, literal)),
            _ => {}
        }
    }
}

impl Encoder {
    /// The literals "the sum is at least `constant`" and "the sum is more than `constant`".
    pub(crate) fn binary_sum_against(
        &mut self,
        terms: &[Term],
        constant: i64,
    ) -> Result<(Lit, Lit), Refused> {
        let mut sum = WeightedSum::default();
        for &term in terms {
            match term {
                Term::Literal(weight, literal) => sum.add(weight, literal),
                Term::Int(coefficient, x) => self.add_scaled(&mut sum, coefficient, x)?,
            }
        }
        self.compare_weighted(sum, constant)
    }

    /// The literals "`x * y - z` is at least zero" and "is more than zero".
    pub(crate) fn binary_product_against(
        &mut self,
        x: usize,
        y: usize,
        z: usize,
    ) -> Result<(Lit, Lit), Refused> {
        // With x = a + x', y = b + y': x*y = x'*y' + b*x' + a*y' + a*b.
        let (a, b) = (self.bounds(x).0, self.bounds(y).0);
        let (left, right) = (self.bits(x)?, self.bits(y)?);
        let mut sum = WeightedSum {
            constant: a * b,
            ..WeightedSum::default()
        };
        for (i, &p) in left.iter().enumerate() {
            sum.add(b << i, p);
            for (j, &q) in right.iter().enumerate() {
                let both = self.and(&[p, q]);
                sum.add(1 << (i + j), both);
            }
        }
        for (j, &q) in right.iter().enumerate() {
            sum.add(a << j, q);
        }
        self.add_scaled(&mut sum, -1, z)?;
        self.compare_weighted(sum, 0)
    }

    /// The bits of `x` minus its smallest value, the lowest first.
    pub(crate) fn bits(&mut self, x: usize) -> Result<Vec<Lit>, Refused> {
        if let Some(bits) = self.binaries.get(&x) {
            return Ok(bits.clone());
        }
        let values = self.values(x);
        let (low, high) = self.bounds(x);
        let width = (64 - (high - low).leading_zeros()) as usize;
        self.reserve((values.len() * width) as u64)?;
        let bits: Vec<Lit> = (0..width).map(|_| self.fresh()).collect();
        for (at, &value) in values.iter().enumerate() {
            let otherwise: Vec<Lit> = self.ints[x].meaning(at).iter().map(|l| -l).collect();
            for (i, &bit) in bits.iter().enumerate() {
                let set = (value - low) >> i & 1 == 1;
                let literal = if set { bit } else { -bit };
                self.define(otherwise.iter().copied().chain([literal]));
            }
        }
        self.binaries.insert(x, bits.clone());
        Ok(bits)
    }

    /// The product of two natural numbers in binary, gathered into buckets.
    pub(crate) fn add_product(&mut self, buckets: &mut Buckets, left: &[Lit], right: &[Lit]) {
        for (i, &p) in left.iter().enumerate() {
            for (j, &q) in right.iter().enumerate() {
                let both = self.and(&[p, q]);
                buckets.add(i + j, both);
            }
        }
    }

    /// Adds the buckets up: the bits of the sum, the lowest first.
    pub(crate) fn add_up(&mut self, mut buckets: Buckets) -> Result<Vec<Lit>, Refused> {
        let mut bits = Vec::new();
        let mut position = 0;
        while position < buckets.0.len() {
            self.reserve(14 * buckets.0[position].len() as u64)?;
            while buckets.0[position].len() > 1 {
                let bucket = &mut buckets.0[position];
                let a = bucket.pop_front().unwrap_or(FALSE);
                let b = bucket.pop_front().unwrap_or(FALSE);
                let c = bucket.pop_front().unwrap_or(FALSE);
                let (sum, carry) = self.full_adder(a, b, c);
                buckets.add(position, sum);
                buckets.add(position + 1, carry);
            }
            bits.push(buckets.0[position].front().copied().unwrap_or(FALSE));
            position += 1;
        }
        Ok(bits)
    }

    fn add_scaled(
        &mut self,
        sum: &mut WeightedSum,
        coefficient: i64,
        x: usize,
    ) -> Result<(), Refused> {
        let values = self.values(x);
        let Some(&low) = values.first() else {
            return Ok(());
        };
        sum.constant += coefficient * low;
        if values.len() <= UNARY {
            for pair in values.windows(2) {
                let literal = self.at_least(x, pair[1]);
                sum.add(coefficient * (pair[1] - pair[0]), literal);
            }
        } else {
            for (i, bit) in self.bits(x)?.into_iter().enumerate() {
                sum.add(coefficient << i, bit);
            }
        }
        Ok(())
    }

    fn compare_weighted(&mut self, sum: WeightedSum, constant: i64) -> Result<(Lit, Lit), Refused> {
        let mut buckets = Buckets::default();
        for (weight, literal) in sum.terms {
            for position in (0..63).filter(|&position| weight >> position & 1 == 1) {
                buckets.add(position, literal);
            }
        }
        let bits = self.add_up(buckets)?;
        let needed = constant - sum.constant;
        Ok((
            self.bits_at_least(&bits, needed),
            self.bits_at_least(&bits, needed + 1),
        ))
    }

    /// The number is at least `bound`.
    fn bits_at_least(&mut self, bits: &[Lit], bound: i64) -> Lit {
        if bound <= 0 {
            return TRUE;
        }
        if bits.len() < 63 && bound >> bits.len() != 0 {
            return FALSE;
        }
        // Equal so far counts as "at least"; each higher bit outweighs all below it.
        let mut truth = constant(true);
        for (i, &bit) in bits.iter().enumerate() {
            truth = if bound >> i & 1 == 1 {
                self.and(&[bit, truth])
            } else {
                self.or(&[bit, truth])
            };
        }
        truth
    }

    fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        if [a, b, c].iter().any(|&l| l == TRUE || l == FALSE) || a == b || b == c || a == c {
            let half = self.xor(a, b);
            let sum = self.xor(half, c);
            let (ab, hc) = (self.and(&[a, b]), self.and(&[half, c]));
            return (sum, self.or(&[ab, hc]));
        }
        let (sum, carry) = (self.fresh(), self.fresh());
        for signs in 0..8 {
            let sign = |bit: u32, literal: Lit| {
                if signs >> bit & 1 == 1 {
                    literal
                } else {
                    -literal
                }
            };
            let odd = (signs as u32).count_ones() % 2 == 1;
            // If a, b, c have these values, the sum is their parity.
            let parity = if odd { sum } else { -sum };
            self.define([-sign(0, a), -sign(1, b), -sign(2, c), parity]);
        }
        for (p, q) in [(a, b), (a, c), (b, c)] {
            self.define([-p, -q, carry]);
            self.define([p, q, -carry]);
        }
        (sum, carry)
    }
}

/// Bits to be added, by their power of two.
#[derive(Default, Debug)]
pub(crate) struct Buckets(Vec<VecDeque<Lit>>);

impl Buckets {
    pub(crate) fn add(&mut self, position: usize, literal: Lit) {
        if literal == FALSE {
            return;
        }
        while self.0.len() <= position {
            self.0.push(VecDeque::new());
        }
        self.0[position].push_back(literal);
    }
}
