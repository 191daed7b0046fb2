//! Full-page images, rendered at print resolution.

use std::path::{Path, PathBuf};

use crate::chromium::chromium;
use crate::files::{address, read, write};

/// Resolution of full-page images in dots per inch: nearly twice the halftone screen of an office printer, about 100 lines per
/// inch.
const PLATE_DPI: f64 = 195.0;
const MM_PER_INCH: f64 = 25.4;

/// An SVG to render as PNG.
pub struct Plate {
    pub svg: PathBuf,
    /// Width and height in pixels.
    size: (u32, u32),
}

impl Plate {
    /// Creates an image that is `width` millimeters wide on paper, with the proportions of the SVG. Fails if the SVG cannot be
    /// read or has no `width` and `height`.
    pub fn new(svg: PathBuf, width: f64) -> Result<Self, String> {
        let text = read(&svg)?;
        let own = |key: &str| {
            let value = text.split_once(&format!(" {key}=\""))?.1.split_once('"')?.0;
            value.parse::<f64>().ok().filter(|value| *value > 0.0)
        };
        let (Some(wide), Some(high)) = (own("width"), own("height")) else {
            return Err(format!("{} has no width and height", svg.display()));
        };
        let pixels = width / MM_PER_INCH * PLATE_DPI;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the size of a sheet of paper in dots fits into a `u32`"
        )]
        let size = (pixels.round() as u32, (pixels * high / wide).round() as u32);
        Ok(Self { svg, size })
    }

    /// Renders the image as `plates/<index>.png` in a folder.
    pub fn print(&self, browser: &Path, folder: &Path, index: usize) -> Result<(), String> {
        let plates = folder.join("plates");
        let (wide, high) = self.size;
        let source = plates.join(format!("{index}.html"));
        let page = format!(
            "<!doctype html><style>body{{margin:0;overflow:hidden}}img{{display:block;width:{wide}px;height:{high}px}}</style>\
             <img src=\"{}\">",
            address(&self.svg)
        );
        write(&source, &page)?;
        let options = [
            format!(
                "--screenshot={}",
                plates.join(format!("{index}.png")).display()
            ),
            format!("--window-size={wide},{high}"),
            "--force-device-scale-factor=1".to_owned(),
            "--hide-scrollbars".to_owned(),
        ];
        chromium(browser, folder, &options, &source)
    }
}
