//! MiniZinc's three ways to pack bins: into bins that all hold as much, into bins that each hold so much, and with the loads themselves.

use tantalizer_model::constraints::{BinPacking, Linear, Member};
use tantalizer_model::{Constraint, Domain, Rel, Var};

use super::builtins::{Mode, Posting};
use super::names::Arg;
use super::poster::{Poster, truth};
use crate::FlatZincError;

/// More bins than this are not packed.
const MANY_BINS: i64 = 1 << 16;

/// `capacity, bins, weights`: no bin holds more than the capacity.
pub fn bin_packing(poster: &mut Poster, args: &[Arg]) -> Posting {
    let capacity = poster.number(&args[0])?;
    let items = Items::read(poster, &args[1], &args[2])?;
    let domains = items.bins.iter().map(|&bin| poster.model.domain(bin));
    let hull = domains
        .filter_map(Domain::bounds)
        .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    let Some((first, last)) = hull else {
        return Ok(truth(true));
    };
    let bins = i64::from(last) - i64::from(first) + 1;
    if bins > MANY_BINS {
        let what = format!("`bin_packing` with bins from {first} to {last}");
        return Err(FlatZincError::unsupported(&poster.place, what));
    }
    items.within(poster, &vec![capacity; bins as usize], first)
}

/// `capacities, first, bins, weights`: each bin holds no more than its capacity, and there are no others.
pub fn bin_packing_capa(poster: &mut Poster, args: &[Arg]) -> Posting {
    let capacities = poster.numbers(&args[0])?;
    let first = first_bin(poster, &args[1])?;
    let items = Items::read(poster, &args[2], &args[3])?;
    let mut parts = items.inside(first, capacities.len());
    parts.extend(items.within(poster, &capacities, first)?);
    Ok(parts)
}

/// `loads, first, bins, weights`: what each bin holds; there are no others.
pub fn bin_packing_load(poster: &mut Poster, args: &[Arg]) -> Posting {
    let loads = poster.vars(&args[0])?;
    let first = first_bin(poster, &args[1])?;
    let items = Items::read(poster, &args[2], &args[3])?;
    let mut parts = items.inside(first, loads.len());
    parts.push(Constraint::from(Linear {
        terms: loads.iter().map(|&load| (1, load)).collect(),
        rel: Rel::Equal,
        constant: items.total(),
    }));
    parts.push(items.packed(loads, first));
    Ok(parts)
}

fn first_bin(poster: &Poster, arg: &Arg) -> Result<i32, FlatZincError> {
    let first = poster.number(arg)?;
    i32::try_from(first).map_err(|_| {
        let message = format!("the first bin {first} does not fit 32 bits");
        FlatZincError::wrong(&poster.place, message)
    })
}

struct Items {
    bins: Vec<Var>,
    weights: Vec<i32>,
}

impl Items {
    fn read(poster: &mut Poster, bins: &Arg, weights: &Arg) -> Result<Items, FlatZincError> {
        let weights = poster.numbers(weights)?;
        let small: Option<Vec<i32>> = weights.iter().map(|&w| i32::try_from(w).ok()).collect();
        let items = Items {
            bins: poster.vars(bins)?,
            weights: small.unwrap_or_default(),
        };
        let fits =
            items.weights.iter().all(|&weight| weight >= 0) && items.total() <= i32::MAX.into();
        if items.bins.len() != weights.len() || items.weights.len() != weights.len() || !fits {
            let message = "expected a weight for each item, none negative, that add up to 32 bits";
            return Err(FlatZincError::wrong(&poster.place, message));
        }
        Ok(items)
    }

    fn total(&self) -> i64 {
        self.weights.iter().map(|&weight| i64::from(weight)).sum()
    }

    fn packed(self, loads: Vec<Var>, first: i32) -> Constraint {
        Constraint::from(BinPacking {
            bins: self.bins,
            weights: self.weights,
            loads,
            first,
        })
    }

    /// Every item lies in one of so many bins.
    fn inside(&self, first: i32, bins: usize) -> Vec<Constraint> {
        let last = (i64::from(first) + bins as i64 - 1).min(i32::MAX.into()) as i32;
        let values = Domain::range(first, last);
        let member = |&x: &Var| {
            let values = values.clone();
            Constraint::from(Member { x, values })
        };
        self.bins.iter().map(member).collect()
    }

    /// No bin holds more than its capacity. Loads are new variables, whose definition can always be met; where the constraint must
    /// hold, they are bounded at once.
    fn within(self, poster: &mut Poster, capacities: &[i64], first: i32) -> Posting {
        let all = Domain::range(0, self.total() as i32);
        let bounded = |&capacity: &i64| {
            let most = capacity.clamp(-1, i32::MAX.into()) as i32;
            all.intersection(&Domain::range(i32::MIN, most))
        };
        let must_hold = poster.mode == Mode::Plain;
        let domains: Vec<Domain> = capacities.iter().map(bounded).collect();
        let mut loads = Vec::with_capacity(domains.len());
        for domain in &domains {
            let domain = if must_hold { domain } else { &all };
            loads.push(poster.new_var(domain.clone()));
        }
        let packed = self.packed(loads.clone(), first);
        if must_hold {
            return Ok(vec![packed]);
        }
        poster.add(packed)?;
        let within = loads.into_iter().zip(domains);
        Ok(within
            .map(|(x, values)| Member { x, values }.into())
            .collect())
    }
}
