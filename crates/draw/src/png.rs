//! Drawings as pixels: the SVG, rendered.

use crate::Drawing;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};
use std::fmt;

/// Pixels for each unit of the SVG.
const SCALE: f32 = 2.0;

/// Why there is no picture; the text says it.
#[derive(Debug)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

pub(crate) fn render(drawing: &Drawing) -> Result<Vec<u8>, PngError> {
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    if options.fontdb.is_empty() {
        return Err(PngError("this machine has no fonts to write with".into()));
    }
    settle_on_a_plain_font(options.fontdb_mut());
    let tree = Tree::from_str(&drawing.to_svg(), &options);
    let tree = tree.map_err(|error| PngError(error.to_string()))?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|length| (length * SCALE).ceil() as u32);
    let too_large = || PngError(format!("{width} x {height} pixels are too many"));
    let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
    pixels.fill(Color::WHITE);
    let scale = Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError(error.to_string()))
}

/// Gives the drawings' plain font a meaning: the library takes it to be Arial, which many machines do not have, and writes nothing then.
fn settle_on_a_plain_font(fonts: &mut Database) {
    let plain = Query {
        families: &[Family::SansSerif],
        ..Query::default()
    };
    if fonts.query(&plain).is_some() {
        return;
    }
    let families = || fonts.faces().flat_map(|face| &face.families);
    let plain = families().find(|family| family.0.ends_with("Sans"));
    if let Some((name, _)) = plain.or_else(|| families().next()).cloned() {
        fonts.set_sans_serif_family(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_seen_whatever_fonts_there_are() {
        let picture = Drawing::Label("88".into()).to_png().expect("drawn");
        let pixels = Pixmap::decode_png(&picture).expect("a picture");
        let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 128);
        assert!(dark.count() > 20);
    }
}
