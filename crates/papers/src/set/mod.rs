//! The published experiment, row by row: Table 5 of the paper, its Figures 18
//! and 19, and the proof by computation that it cites.

pub mod experiment;

use serde_json::{Value, json};
use tantalizer_model::Watch;

use self::experiment::{
    Plan, Sample, TABLE_5, TABLE_5_SETS, checks_by_size, nodes_by_size, plot, run,
};
use crate::{Experiment, Reproduced, Row, Settings, Verdict};
use tantalizer_puzzles::set::KIND;
use tantalizer_puzzles::set::caps::largest_cap_within;

/// How the experiments of SET are registered.
pub static EXPERIMENT: Experiment = Experiment {
    puzzle: "set",
    source: "Swearngin, Choueiry and Freuder, A Reformulation Strategy for Multi-Dimensional CSPs: \
             The Case Study of the SET Game, 2011",
    run: reproduce,
};

fn reproduce(settings: &Settings) -> Reproduced {
    reproduce_plan(&Plan::published(settings.seed), settings)
}

/// Runs a plan that includes deals of 12 and of 81 cards.
fn reproduce_plan(plan: &Plan, settings: &Settings) -> Reproduced {
    let instances = plan.instances * plan.sizes.clone().count();
    let progress = |done: usize| (settings.progress)(done as f64 / instances.max(1) as f64);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads.max(1))
        .build();
    let watch = settings.limits.start();
    let measured = match &pool {
        Ok(pool) => pool.install(|| run(plan, &watch, progress)),
        // Without threads of our own, those that there are: the figures are the same.
        Err(_) => run(plan, &watch, progress),
    };
    let mut rows = Vec::new();
    for (cards, sets) in TABLE_5_SETS {
        if let Some(row) = measured.iter().find(|row| row.cards == cards) {
            rows.push(compare(
                format!("Table 5, {cards} cards: sets"),
                sets,
                &row.sets,
                "sets",
            ));
        }
    }
    for published in TABLE_5 {
        let Some(row) = measured.iter().find(|row| row.cards == published.cards) else {
            continue;
        };
        let cost = row.cost(published.algorithm);
        let name = |what: &str| {
            format!(
                "Table 5, {} cards, {}: {what}",
                published.cards,
                published.algorithm.name()
            )
        };
        rows.push(compare(
            name("constraint checks"),
            published.checks,
            &cost.checks,
            "#CC",
        ));
        rows.push(compare(
            name("nodes visited"),
            published.nodes,
            &cost.nodes,
            "#NV",
        ));
        rows.push(Row {
            puzzle: KIND.name,
            experiment: name("time"),
            published: number(published.milliseconds),
            measured: rounded(cost.mean_milliseconds(), 5),
            unit: "ms",
            verdict: Verdict::NotComparable,
            note: "another machine, with a clock of 10 ms; measured while all threads work"
                .to_owned(),
        });
    }
    rows.extend(cap_row(&watch));
    Reproduced {
        rows,
        plots: vec![
            plot("Constraint checks", "mean #CC", checks_by_size(&measured)),
            plot("Nodes visited", "mean #NV", nodes_by_size(&measured)),
        ],
    }
}

/// A published mean of 1000 instances beside ours: two samples, so that their
/// difference has the variance of both.
fn compare(experiment: String, published: f64, sample: &Sample, unit: &'static str) -> Row {
    const PUBLISHED_INSTANCES: f64 = 1000.0;
    let (mean, own) = (sample.mean(), sample.standard_error());
    let theirs = sample.deviation() / PUBLISHED_INSTANCES.sqrt();
    let error = (own * own + theirs * theirs).sqrt();
    // Three standard errors, and the rounding of two decimals.
    let verdict = if (mean - published).abs() <= 3.0 * error + 0.005 * f64::from(error > 0.0) {
        Verdict::Same
    } else {
        Verdict::Different
    };
    let note = if error > 0.0 {
        format!("a sample; standard error of the difference {error:.3}")
    } else {
        String::new()
    };
    Row {
        puzzle: KIND.name,
        experiment,
        published: number(published),
        measured: rounded(mean, 3),
        unit,
        verdict,
        note,
    }
}

/// The paper's section 2.1: 21 cards always hold a set.
fn cap_row(watch: &Watch) -> Option<Row> {
    let largest = largest_cap_within(4, watch).ok()?.size;
    Some(Row {
        puzzle: KIND.name,
        experiment: "section 2.1: the most cards without a set".to_owned(),
        published: json!(20),
        measured: json!(largest),
        unit: "cards",
        verdict: if largest == 20 {
            Verdict::Same
        } else {
            Verdict::Different
        },
        note: "found and proved by exhaustive search".to_owned(),
    })
}

fn rounded(value: f64, digits: i32) -> Value {
    let scale = 10f64.powi(digits);
    number((value * scale).round() / scale)
}

/// A whole number without a decimal point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::Limits;

    #[test]
    fn table_5_is_reproduced() {
        // Fewer sizes than published, and fewer instances: the wider error is part of the verdict.
        let plan = Plan {
            sizes: 12..=12,
            instances: 300,
            ..Plan::published(3)
        };
        let settings = Settings {
            seed: 3,
            threads: 2,
            full: false,
            limits: &Limits::none(),
            progress: &|_| (),
        };
        let some = reproduce_plan(&plan, &settings);
        let plan = Plan {
            sizes: 81..=81,
            instances: 2,
            ..Plan::published(3)
        };
        let whole = reproduce_plan(&plan, &settings);
        assert_eq!(
            (some.plots.len(), some.rows.len(), whole.rows.len()),
            (2, 11, 11)
        );
        for row in some.rows.iter().chain(&whole.rows) {
            assert_ne!(row.verdict, Verdict::Different, "{row:?}");
        }
        let exact = whole
            .rows
            .iter()
            .filter(|row| row.verdict == Verdict::Same)
            .count();
        assert_eq!(
            exact, 8,
            "sets, three times checks and nodes, the largest cap"
        );
        let json = serde_json::to_value(&some.rows[2]).unwrap();
        assert_eq!(json["puzzle"], "set");
        assert_eq!(json["published"], 220);
    }
}
