//! The times of a comparison as a picture.

use super::Row;
use std::collections::BTreeSet;
use tantalizer::draw::{Drawing, Plot, PlotKind, Series};

/// Bars for a single file; for several a cactus plot: a point (n, t) says that the way answered n of the files within t seconds each.
pub fn draw(rows: &[Row]) -> Drawing {
    let files: BTreeSet<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    let plot = match files.len() {
        0 | 1 => bars(rows, files.first().copied().unwrap_or_default()),
        _ => cactus(rows),
    };
    Drawing::Plot(plot)
}

fn bars(rows: &[Row], file: &str) -> Plot {
    let answered = rows.iter().filter(|row| row.complete);
    let mut plot = Plot::bars(file, answered.map(|row| (row.way(), row.seconds)));
    plot.y.label = "seconds".into();
    plot
}

fn cactus(rows: &[Row]) -> Plot {
    let mut plot = Plot::new(PlotKind::Lines, "Files answered within a time each");
    plot.x.label = "files answered".into();
    plot.y.label = "seconds".into();
    plot.y.logarithmic = true;
    let mut ways: Vec<String> = Vec::new();
    for row in rows {
        if !ways.contains(&row.way()) {
            ways.push(row.way());
        }
    }
    for way in ways {
        let own = rows.iter().filter(|row| row.complete && row.way() == way);
        let mut seconds: Vec<f64> = own.map(|row| row.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        let points = (1..).zip(seconds).map(|(n, t)| (f64::from(n), t)).collect();
        plot.series.push(Series { name: way, points });
    }
    plot
}
