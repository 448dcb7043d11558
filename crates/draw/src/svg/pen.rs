//! A small SVG writer: elements, numbers with two digits, escaped text.

use std::fmt::Write;

pub(super) struct Pen {
    out: String,
}

impl Pen {
    pub fn new(width: f64, height: f64) -> Pen {
        let mut pen = Pen { out: String::new() };
        let (width, height) = (number(width), number(height));
        pen.push(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\">\n"
        ));
        pen.push(format_args!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        ));
        pen
    }

    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// A rectangle with its attributes of paint (`fill="..." stroke="..."`).
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, paint: &str) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {paint}/>\n"
        ));
    }

    pub fn circle(&mut self, x: f64, y: f64, radius: f64, paint: &str) {
        let [x, y, radius] = [x, y, radius].map(number);
        self.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>\n"
        ));
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        self.push(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {paint}/>\n"
        ));
    }

    pub fn polygon(&mut self, points: &[(f64, f64)], paint: &str) {
        self.points("polygon", points, paint);
    }

    pub fn polyline(&mut self, points: &[(f64, f64)], paint: &str) {
        self.points("polyline", points, paint);
    }

    /// A text whose middle line is at `y`; `anchor` is start, middle or end.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: &str, colour: &str, text: &str) {
        self.turned_text((x, y), size, anchor, colour, text, 0.0);
    }

    /// The same, turned about its anchor by `degrees`.
    pub fn turned_text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: &str,
        colour: &str,
        text: &str,
        degrees: f64,
    ) {
        // Not `dominant-baseline`: several renderers do not know it.
        let [x_text, y_text, below, size] = [x, y, y + size * 0.35, size].map(number);
        self.push(format_args!(
            "<text x=\"{x_text}\" y=\"{below}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{colour}\""
        ));
        if degrees != 0.0 {
            let degrees = number(degrees);
            self.push(format_args!(
                " transform=\"rotate({degrees} {x_text} {y_text})\""
            ));
        }
        self.out.push('>');
        escape(text, &mut self.out);
        self.out.push_str("</text>\n");
    }

    fn points(&mut self, element: &str, points: &[(f64, f64)], paint: &str) {
        self.push(format_args!("<{element} points=\""));
        for (index, &(x, y)) in points.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            self.push(format_args!("{gap}{},{}", number(x), number(y)));
        }
        self.push(format_args!("\" {paint}/>\n"));
    }

    fn push(&mut self, text: std::fmt::Arguments) {
        self.out
            .write_fmt(text)
            .expect("writing to a string cannot fail");
    }
}

/// A number with at most two digits after the point.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_string()
}

/// Escapes what XML reserves and drops what it forbids.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\t' => {}
            c => out.push(c),
        }
    }
}
