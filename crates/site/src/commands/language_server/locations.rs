//! Places as the protocol describes them.

use std::ops::Range;

use lsp_types::Location;

use super::positions::{Encoding, Positions};
use super::project::Project;

/// Returns the location of a byte range of a file, or of the start of a file that is not text.
pub fn location(
    project: &Project,
    path: &str,
    span: &Range<usize>,
    encoding: Encoding,
) -> Option<Location> {
    let range = project.text(path).map_or_else(Default::default, |source| {
        Positions::new(&source.text, encoding).range(span)
    });
    Some(Location::new(project.uri(path)?, range))
}
