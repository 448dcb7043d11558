//! Decks of three values as affine geometry over the field of three elements.
//!
//! A card is a point, a set is a line: three points whose coordinates sum to
//! zero. Two collections of cards are *equivalent* when an affine map takes
//! one to the other; it takes lines to lines, so that equivalent collections
//! have equally many sets. A canonical form decides equivalence: an affine map
//! is fixed by the images of independent points, so send every sequence of
//! independent points of the collection to the standard one and keep the
//! smallest image.

use super::deck::{Card, Deck};

/// The most attributes: 81 points fit the bits of a [`Points`].
pub const MOST_ATTRIBUTES: usize = 4;

/// A collection of points, bit `p` for the point with card number `p`.
pub type Points = u128;

/// The affine space of up to four dimensions.
#[derive(Clone, Debug)]
pub struct Space {
    dimension: usize,
    /// At `size * a + b`: the sum of two points, coordinate by coordinate.
    sum: Vec<u8>,
    /// At `size * a + b`: the third point of their line.
    third: Vec<u8>,
    /// All hyperplanes, in threes that are parallel and cover the space.
    hyperplanes: Vec<[Points; 3]>,
}

impl Space {
    /// The space of this dimension, at most [`MOST_ATTRIBUTES`].
    pub fn new(dimension: usize) -> Self {
        assert!(dimension <= MOST_ATTRIBUTES, "points are bits of one word");
        let size = 3usize.pow(dimension as u32);
        let digits =
            |point: usize| (0..dimension).map(move |place| point / 3usize.pow(place as u32) % 3);
        let number = |digits: &mut dyn Iterator<Item = usize>| -> u8 {
            digits
                .zip(0..)
                .map(|(digit, place)| digit * 3usize.pow(place))
                .sum::<usize>() as u8
        };
        let pairs = || (0..size * size).map(|pair| (pair / size, pair % size));
        let sum = pairs()
            .map(|(a, b)| number(&mut digits(a).zip(digits(b)).map(|(a, b)| (a + b) % 3)))
            .collect();
        let third = pairs()
            .map(|(a, b)| number(&mut digits(a).zip(digits(b)).map(|(a, b)| (6 - a - b) % 3)))
            .collect();
        // A direction is a linear form up to sign: its last coefficient that
        // is not 0 is 1.
        let forms =
            (1..size).filter(|&form| digits(form).rev().find(|&digit| digit != 0) == Some(1));
        let hyperplanes = forms
            .map(|form| {
                let mut parallel = [0; 3];
                for point in 0..size {
                    let value: usize = digits(form).zip(digits(point)).map(|(a, b)| a * b).sum();
                    parallel[value % 3] |= 1 << point;
                }
                parallel
            })
            .collect();
        Self {
            dimension,
            sum,
            third,
            hyperplanes,
        }
    }

    /// The number of points.
    pub fn size(&self) -> usize {
        3usize.pow(self.dimension as u32)
    }

    /// The dimension.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// All hyperplanes, in threes that are parallel.
    pub fn hyperplanes(&self) -> &[[Points; 3]] {
        &self.hyperplanes
    }

    /// The third point on the line through two points.
    pub fn third(&self, a: usize, b: usize) -> usize {
        usize::from(self.third[self.size() * a + b])
    }

    fn sum(&self, a: usize, b: usize) -> usize {
        usize::from(self.sum[self.size() * a + b])
    }

    /// How many lines through the point have their two other points in the
    /// collection.
    pub fn lines_through(&self, point: usize, points: Points) -> u32 {
        let others = points & !(1 << point);
        let found = members(others)
            .filter(|&other| others >> self.third(point, other) & 1 == 1)
            .count();
        (found / 2) as u32
    }

    /// How many lines lie in the collection.
    pub fn lines(&self, points: Points) -> u32 {
        members(points)
            .map(|point| self.lines_through(point, points))
            .sum::<u32>()
            / 3
    }

    /// The points that would complete a line with two points of a collection
    /// one of which is `point`.
    pub fn completions(&self, point: usize, points: Points) -> Points {
        members(points)
            .filter(|&other| other != point)
            .fold(0, |all, other| all | 1 << self.third(point, other))
    }

    /// The canonical form of a collection: equal for two collections exactly
    /// if they are equivalent. Also the number of independent sequences that
    /// attain it, the order of its group of symmetries on what it spans.
    pub fn canonical(&self, points: Points) -> Canonical {
        let mut best = Canonical {
            form: Points::MAX,
            symmetries: 0,
            rank: 0,
        };
        let list: Vec<usize> = members(points).collect();
        if list.is_empty() {
            return Canonical {
                form: 0,
                symmetries: 1,
                rank: 0,
            };
        }
        for &origin in &list {
            let mut span = Span {
                at: vec![None; self.size()],
                order: vec![(origin, 0)],
                rank: 1,
            };
            span.at[origin] = Some(0);
            self.extend(&list, origin, &mut span, &mut best);
        }
        best
    }

    /// Extends the sequence by every independent point; the last sequences
    /// span the collection and give an image of it.
    fn extend(&self, list: &[usize], origin: usize, span: &mut Span, best: &mut Canonical) {
        let mut complete = true;
        for &point in list {
            if span.at[point].is_some() {
                continue;
            }
            complete = false;
            // The span grows by `step` and twice `step`, the image by a unit.
            let step = self.difference(point, origin);
            let unit = 3usize.pow(span.rank as u32 - 1);
            let before = span.order.len();
            for times in 1..=2 {
                for place in 0..before {
                    let (mut moved, image) = span.order[place];
                    for _ in 0..times {
                        moved = self.sum(moved, step);
                    }
                    let image = image + times * unit;
                    span.at[moved] = Some(image as u8);
                    span.order.push((moved, image));
                }
            }
            span.rank += 1;
            self.extend(list, origin, span, best);
            span.rank -= 1;
            for (added, _) in span.order.drain(before..) {
                span.at[added] = None;
            }
        }
        if complete {
            let form = list
                .iter()
                .flat_map(|&point| span.at[point])
                .fold(0, |form, image| form | 1 << image);
            if form < best.form {
                *best = Canonical {
                    form,
                    symmetries: 0,
                    rank: span.rank,
                };
            }
            best.symmetries += u64::from(form == best.form);
        }
    }

    fn difference(&self, a: usize, b: usize) -> usize {
        self.sum(a, self.sum(b, b))
    }

    /// How many collections are equivalent to one with this canonical form.
    pub fn orbit(&self, canonical: &Canonical) -> u64 {
        let size = self.size() as u64;
        let spanned = |rank: u32| if rank == 0 { 0 } else { 3u64.pow(rank - 1) };
        let sequences: u64 = (0..canonical.rank as u32)
            .map(|rank| size - spanned(rank))
            .product();
        sequences / canonical.symmetries
    }

    /// The points as cards of a deck with as many attributes, three values.
    pub fn cards(&self, deck: &Deck, points: Points) -> Vec<Card> {
        debug_assert_eq!((deck.attributes(), deck.values()), (self.dimension, 3));
        members(points).map(|point| Card(point as u16)).collect()
    }
}

/// A canonical form; see [`Space::canonical`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest image.
    pub form: Points,
    /// How many independent sequences give it.
    pub symmetries: u64,
    /// The number of points in such a sequence.
    pub rank: usize,
}

/// What a sequence of independent points spans, and where the map to the
/// standard sequence takes it.
struct Span {
    /// The image of each point of the span.
    at: Vec<Option<u8>>,
    /// The same as a list.
    order: Vec<(usize, usize)>,
    rank: usize,
}

/// The members of a collection, in order.
pub fn members(mut points: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (points != 0).then(|| {
            let point = points.trailing_zeros() as usize;
            points &= points - 1;
            point
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::seq::index::sample;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::lookup::Lookup;
    use super::*;

    #[test]
    fn lines_are_sets() {
        for attributes in 1..=4 {
            let deck = Deck::new(attributes, 3).unwrap();
            let space = Space::new(attributes);
            assert_eq!(
                space.hyperplanes().len(),
                (3usize.pow(attributes as u32) - 1) / 2
            );
            for seed in 0..50 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let points: Points = rng.random::<u128>() & ((1 << space.size()) - 1);
                let cards = space.cards(&deck, points);
                assert_eq!(
                    u64::from(space.lines(points)),
                    Lookup::new(&deck).count(&cards),
                    "seed {seed}"
                );
            }
        }
    }

    /// The image under a random affine map: a chain of shears and a shift.
    fn moved(space: &Space, points: Points, rng: &mut ChaCha8Rng) -> Points {
        let dimension = space.dimension();
        let digit = |point: usize, place: usize| point / 3usize.pow(place as u32) % 3;
        let mut moved = points;
        for _ in 0..20 {
            let (from, to, times) = (
                rng.random_range(0..dimension),
                rng.random_range(0..dimension),
                rng.random_range(1..3),
            );
            let shift = rng.random_range(0..space.size());
            moved = members(moved).fold(0, |all, point| {
                let mut image = point;
                if from != to {
                    for _ in 0..times * digit(point, from) {
                        image = space.sum(image, 3usize.pow(to as u32));
                    }
                }
                all | 1 << space.sum(image, shift)
            });
        }
        moved
    }

    #[test]
    fn equivalent_collections_have_one_canonical_form() {
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let space = Space::new(rng.random_range(1..=4));
            let count = rng.random_range(0..=space.size().min(6));
            let points = sample(&mut rng, space.size(), count)
                .into_iter()
                .fold(0, |all: Points, p| all | 1 << p);
            let canonical = space.canonical(points);
            assert_eq!(
                space.lines(points),
                space.lines(canonical.form),
                "seed {seed}"
            );
            assert_eq!(
                space.canonical(moved(&space, points, &mut rng)),
                canonical,
                "seed {seed}"
            );
            assert_eq!(space.canonical(canonical.form), canonical, "seed {seed}");
        }
    }

    #[test]
    fn orbits_add_up_to_all_collections() {
        // Every collection of the plane: nine points.
        let space = Space::new(2);
        let mut classes = BTreeMap::new();
        let mut seen = [0u64; 10];
        for points in 0..1 << 9 {
            let canonical = space.canonical(points);
            classes.insert(canonical.form, canonical);
            seen[points.count_ones() as usize] += 1;
        }
        for (count, seen) in seen.into_iter().enumerate() {
            let of_size = classes
                .values()
                .filter(|class| class.form.count_ones() as usize == count);
            assert_eq!(
                of_size.map(|class| space.orbit(class)).sum::<u64>(),
                seen,
                "{count} points"
            );
        }
    }
}
