//! Plots of series of points: lines, points or bars.

/// A plot.
///
/// ```
/// use tantalizer_draw::{Drawing, Plot, PlotKind, Series};
///
/// let mut plot = Plot::new(PlotKind::Lines, "Fillings of an empty board");
/// plot.x.label = "board side".into();
/// plot.y.logarithmic = true;
/// plot.series.push(Series {
///     name: "tricky triple".into(),
///     points: vec![(3.0, 702.0), (4.0, 2592.0), (5.0, 7182.0)],
/// });
/// assert!(Drawing::from(plot).to_svg().contains("board side"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title; may be empty.
    pub title: String,
    /// How the series are drawn.
    pub kind: PlotKind,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, told apart by form (dashes, markers, hatching) and colour.
    pub series: Vec<Series>,
}

/// How the series of a [`Plot`] are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// Points joined by lines.
    Lines,
    /// Points alone.
    Points,
    /// A bar for every point; the x of a point is the index of its category.
    Bars,
}

/// An axis of a [`Plot`].
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// Whether the scale is logarithmic (values that are not positive are
    /// then left out).
    pub logarithmic: bool,
    /// Names of the places 0, 1, 2, ...; empty for a scale of numbers.
    pub categories: Vec<String>,
}

/// A named series of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points `(x, y)`.
    pub points: Vec<(f64, f64)>,
}

impl Plot {
    /// A plot without series.
    pub fn new(kind: PlotKind, title: impl Into<String>) -> Plot {
        Plot {
            title: title.into(),
            kind,
            x: Axis::default(),
            y: Axis::default(),
            series: Vec::new(),
        }
    }

    /// Bars with a name each.
    pub fn bars<N: Into<String>>(
        title: impl Into<String>,
        bars: impl IntoIterator<Item = (N, f64)>,
    ) -> Plot {
        let mut plot = Plot::new(PlotKind::Bars, title);
        let mut points = Vec::new();
        for (index, (name, height)) in bars.into_iter().enumerate() {
            plot.x.categories.push(name.into());
            points.push((index as f64, height));
        }
        plot.series.push(Series {
            name: String::new(),
            points,
        });
        plot
    }
}

impl Axis {
    /// A scale of numbers.
    pub fn numbers(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            ..Axis::default()
        }
    }

    /// A logarithmic scale.
    pub fn logarithmic(label: impl Into<String>) -> Axis {
        Axis {
            logarithmic: true,
            ..Axis::numbers(label)
        }
    }

    /// Whether the axis can show the value.
    pub(crate) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.logarithmic || value > 0.0)
    }

    /// The position of a value on a linear scale.
    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.logarithmic {
            value.log10()
        } else {
            value
        }
    }

    /// Where ticks stand for values between `low` and `high` (as given by
    /// [`Axis::place`]), with their labels.
    pub(crate) fn ticks(&self, low: f64, high: f64) -> Vec<(f64, String)> {
        if !self.categories.is_empty() {
            let name = |(index, name): (usize, &String)| (index as f64, name.clone());
            return self.categories.iter().enumerate().map(name).collect();
        }
        let span = high - low;
        let mut step = 10f64.powf((span / 5.0).max(1e-12).log10().floor());
        if self.logarithmic {
            step = step.max(1.0);
        }
        while span / step > 8.0 {
            step *= if span / step > 16.0 { 5.0 } else { 2.0 };
        }
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|index| {
                let at = index as f64 * step;
                let value = if self.logarithmic { 10f64.powf(at) } else { at };
                (at, short_number(value))
            })
            .collect()
    }
}

impl Plot {
    /// The points that the axes can show, as placed on linear scales.
    pub(crate) fn placed(&self) -> Vec<Vec<(f64, f64)>> {
        let place = |&(x, y): &(f64, f64)| {
            (self.x.shows(x) && self.y.shows(y)).then(|| (self.x.place(x), self.y.place(y)))
        };
        self.series
            .iter()
            .map(|series| series.points.iter().filter_map(place).collect())
            .collect()
    }

    /// The range of both axes: `((x low, x high), (y low, y high))`, never empty.
    pub(crate) fn ranges(&self) -> ((f64, f64), (f64, f64)) {
        let placed = self.placed();
        let mut x = range(placed.iter().flatten().map(|point| point.0));
        let mut y = range(placed.iter().flatten().map(|point| point.1));
        if self.kind == PlotKind::Bars || !self.x.categories.is_empty() {
            x = (
                -0.5,
                self.x.categories.len().max(x.1 as usize + 1) as f64 - 0.5,
            );
        }
        if !self.y.logarithmic {
            y.0 = y.0.min(0.0);
        } else if self.kind == PlotKind::Bars {
            y.0 = y.0.floor() - 0.5;
        }
        (widened(x), widened(y))
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

fn widened((low, high): (f64, f64)) -> (f64, f64) {
    match (low.is_finite(), high - low > 1e-12) {
        (false, _) => (0.0, 1.0),
        (true, false) => (low, low + 1.0),
        (true, true) => (low, high),
    }
}

/// A number for people: few digits, no exponent where it can be avoided.
pub(crate) fn short_number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".into()
    } else if !(1e-3..1e7).contains(&size) {
        format!("{value:.0e}")
    } else if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        let digits = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
        let text = format!("{value:.digits$}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.25, 12.0, 1234.6, 0.001, 1e9, -3.5].map(short_number);
        assert_eq!(texts, ["0", "0.25", "12", "1235", "0.001", "1e9", "-3.5"]);
    }

    #[test]
    fn ticks_cover_the_range_and_are_few() {
        let scales = [(0.0, 1.0), (0.0, 85_374.0), (-3.0, 3.0), (0.0, 0.004)];
        for (low, high) in scales {
            let ticks = Axis::numbers("").ticks(low, high);
            assert!((2..=10).contains(&ticks.len()), "{low}..{high}: {ticks:?}");
            assert!(
                ticks
                    .iter()
                    .all(|tick| tick.0 >= low - 1e-9 && tick.0 <= high + 1e-9)
            );
        }
        let decades = Axis::logarithmic("").ticks(-2.0, 2.0);
        let labels: Vec<_> = decades.iter().map(|tick| tick.1.as_str()).collect();
        assert_eq!(labels, ["0.01", "0.1", "1", "10", "100"]);
    }

    #[test]
    fn a_plot_of_nothing_has_a_range() {
        let plot = Plot::new(PlotKind::Lines, "");
        assert_eq!(plot.ranges(), ((0.0, 1.0), (0.0, 1.0)));
    }
}
