//! Plots as text: bars as lines of blocks, points on a raster of characters.

use super::{RESET, TextStyle, ink_code, visible_width};
use crate::plot::short_number;
use crate::{Colour, Plot, PlotKind};

const BAR_WIDTH: usize = 50;
const COLS: usize = 64;
const ROWS: usize = 18;
/// One marker a series, so that no series is told by its colour alone.
const MARKERS: [char; 8] = ['*', 'o', '+', 'x', '#', '@', '%', '='];

pub(super) fn write(plot: &Plot, style: TextStyle, out: &mut String) {
    if !plot.title.is_empty() {
        out.push_str(&plot.title);
        out.push('\n');
    }
    match plot.kind {
        PlotKind::Bars => write_bars(plot, style, out),
        PlotKind::Lines | PlotKind::Points => write_raster(plot, style, out),
    }
}

fn write_bars(plot: &Plot, style: TextStyle, out: &mut String) {
    let (_, (low, high)) = plot.ranges();
    let name = |series: usize, place: f64| {
        let category = plot.x.categories.get(place.max(0.0) as usize).cloned();
        let category = category.unwrap_or_else(|| short_number(place));
        match plot.series[series].name.as_str() {
            "" => category,
            name => format!("{category} {name}"),
        }
    };
    let mut bars = Vec::new();
    for (index, series) in plot.series.iter().enumerate() {
        bars.extend(series.points.iter().map(|&point| (index, point)));
    }
    bars.sort_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    let names: Vec<String> = bars.iter().map(|bar| name(bar.0, bar.1.0)).collect();
    let width = names.iter().map(|name| visible_width(name)).max();
    for ((series, (_, value)), name) in bars.into_iter().zip(names) {
        let share = if plot.y.shows(value) {
            ((plot.y.place(value) - low) / (high - low)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let length = (share * BAR_WIDTH as f64).round() as usize;
        let block = if style.unicode { '█' } else { MARKERS[4] };
        let bar: String = std::iter::repeat_n(block, length).collect();
        out.extend(std::iter::repeat_n(
            ' ',
            width.unwrap_or(0) - visible_width(&name),
        ));
        out.push_str(&name);
        out.push_str(if style.unicode { " │" } else { " |" });
        if style.colour {
            out.push_str(&ink_code(Colour::nth(series)));
            out.push_str(&bar);
            out.push_str(RESET);
        } else {
            out.push_str(&bar);
        }
        out.push(' ');
        out.push_str(&short_number(value));
        out.push('\n');
    }
    if !plot.y.label.is_empty() {
        let scale = if plot.y.logarithmic {
            ", logarithmic scale"
        } else {
            ""
        };
        out.push_str(&format!("({}{scale})\n", plot.y.label));
    }
}

fn write_raster(plot: &Plot, style: TextStyle, out: &mut String) {
    let ((x_low, x_high), (y_low, y_high)) = plot.ranges();
    let mut raster: Vec<Vec<Option<usize>>> = vec![vec![None; COLS]; ROWS];
    let col = |x: f64| ((x - x_low) / (x_high - x_low) * (COLS - 1) as f64).round() as usize;
    let row = |y: f64| ((y_high - y) / (y_high - y_low) * (ROWS - 1) as f64).round() as usize;
    for (index, points) in plot.placed().iter().enumerate() {
        for &(x, y) in points {
            raster[row(y)][col(x)] = Some(index);
        }
    }
    let mut ticks: Vec<(usize, String)> = plot
        .y
        .ticks(y_low, y_high)
        .into_iter()
        .map(|(at, label)| (row(at), label))
        .collect();
    ticks.dedup_by_key(|tick| tick.0);
    let width = ticks.iter().map(|tick| tick.1.len()).max().unwrap_or(0);
    let (wall, floor, corner) = if style.unicode {
        ('│', '─', '└')
    } else {
        ('|', '-', '+')
    };
    for (index, line) in raster.iter().enumerate() {
        let label = ticks.iter().find(|tick| tick.0 == index);
        let label = label.map_or("", |tick| tick.1.as_str());
        out.push_str(&format!("{label:>width$} {wall}"));
        let blank_from = line
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        for &place in &line[..blank_from] {
            match place {
                Some(series) if style.colour => {
                    out.push_str(&ink_code(Colour::nth(series)));
                    out.push(MARKERS[series % MARKERS.len()]);
                    out.push_str(RESET);
                }
                Some(series) => out.push(MARKERS[series % MARKERS.len()]),
                None => out.push(' '),
            }
        }
        out.push('\n');
    }
    out.push_str(&format!("{:>width$} {corner}", ""));
    out.extend(std::iter::repeat_n(floor, COLS));
    out.push('\n');
    let mut labels = vec![' '; COLS + 12];
    for (at, label) in plot.x.ticks(x_low, x_high) {
        let start = col(at);
        let room = start..start + label.chars().count();
        let free = |c: &[char]| c.iter().all(|&c| c == ' ');
        if labels
            .get(room.start.saturating_sub(1)..room.end)
            .is_some_and(free)
        {
            for (place, c) in labels[room].iter_mut().zip(label.chars()) {
                *place = c;
            }
        }
    }
    let labels: String = labels.into_iter().collect();
    out.push_str(&format!("{:>width$}  {}\n", "", labels.trim_end()));
    for (prefix, axis) in [("x: ", &plot.x), ("y: ", &plot.y)] {
        if !axis.label.is_empty() {
            let scale = if axis.logarithmic {
                ", logarithmic"
            } else {
                ""
            };
            out.push_str(&format!("{prefix}{}{scale}\n", axis.label));
        }
    }
    for (index, series) in plot.series.iter().enumerate() {
        if !series.name.is_empty() {
            out.push_str(&format!(
                "{} {}\n",
                MARKERS[index % MARKERS.len()],
                series.name
            ));
        }
    }
}
