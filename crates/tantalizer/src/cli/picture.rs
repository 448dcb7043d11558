//! The pictures that a command draws: `--svg FILE`, and `--png FILE` in a program that was built with pictures.

use super::outcome::Failure;
use clap::Args;
use std::path::PathBuf;
use tantalizer::draw::Drawing;
use tantalizer::files::Output;

/// Where to draw.
#[derive(Args, Debug, Default)]
pub struct Wanted {
    /// Draw into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw into a PNG file, in a program that was built with `--features png`
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

impl Wanted {
    /// The files by their flags, to be made sure of.
    pub fn files(&self) -> Result<[(&'static str, &Option<PathBuf>); 2], Failure> {
        if self.png.is_some() && cfg!(not(feature = "png")) {
            return Err(Failure::Usage(
                "--png: this program was built without pictures; build it with `--features png`, or draw with --svg".into(),
            ));
        }
        Ok([("--svg", &self.svg), ("--png", &self.png)])
    }

    /// Whether anything is to be drawn.
    pub fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }
}

/// Files that can be drawn into.
#[derive(Debug)]
pub struct Pictures {
    pub svg: Option<Output>,
    pub png: Option<Output>,
}

impl Pictures {
    /// Whether anything is to be drawn.
    pub fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Draws what there is into all of them; if there is nothing, that is told.
    pub fn draw_any(&self, drawing: Option<&Drawing>) -> Result<(), Failure> {
        match drawing {
            Some(drawing) => self.draw(drawing),
            None => {
                let files = [&self.svg, &self.png];
                files.into_iter().flatten().for_each(Output::stays_empty);
                Ok(())
            }
        }
    }

    /// Draws into all of them.
    pub fn draw(&self, drawing: &Drawing) -> Result<(), Failure> {
        if let Some(svg) = &self.svg {
            svg.write(&drawing.to_svg())?;
        }
        match &self.png {
            Some(png) => draw_png(png, drawing),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "png")]
fn draw_png(file: &Output, drawing: &Drawing) -> Result<(), Failure> {
    let picture = drawing.to_png();
    let picture = picture.map_err(|error| Failure::Usage(format!("--png: {error}")))?;
    file.write_bytes(&picture)
}

#[cfg(not(feature = "png"))]
fn draw_png(_: &Output, _: &Drawing) -> Result<(), Failure> {
    Ok(())
}
