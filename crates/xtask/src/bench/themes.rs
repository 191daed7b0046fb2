//! The themes of the benchmark.

use std::path::Path;

use super::corpus::Post;
use super::{plain, realistic};
use crate::run::Outcome;

/// Writes a site with a theme for one engine.
pub type Write = fn(&Path, &[Post]) -> Outcome;

/// Themes: a name, and the functions that write the site for this engine and for Hugo.
pub const THEMES: [(&str, Write, Write); 2] = [
    ("realistic", realistic::ours::write, realistic::hugo::write),
    ("plain", plain::ours::write, plain::hugo::write),
];
