//! Random constraints of the kind inverse.

use super::prelude::*;

impl Sampled for Inverse {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=3usize);
        let (from, to) = (rng.random_range(-1..=1), rng.random_range(-1..=1));
        let around = |offset: i32| {
            int(Domain::range(
                offset - i32::from(n == 1),
                offset + n as i32 - 1,
            ))
        };
        let mut slots = vec![around(to); n];
        slots.extend(vec![around(from); n]);
        new(
            slots,
            move |v| Inverse {
                forward: v[..n].to_vec(),
                forward_offset: from,
                backward: v[n..].to_vec(),
                backward_offset: to,
            },
            move |a| {
                let (f, g) = a.split_at(n);
                let inside = |x: &i32, offset: i32| (offset..offset + n as i32).contains(x);
                f.iter().all(|x| inside(x, to))
                    && g.iter().all(|x| inside(x, from))
                    && (0..n).all(|i| {
                        (0..n).all(|j| (f[i] == to + j as i32) == (g[j] == from + i as i32))
                    })
            },
        )
    }
}
