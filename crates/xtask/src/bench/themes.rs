//! The themes of the benchmark.

use std::path::Path;

use super::corpus::Post;
use super::{plain, realistic};
use crate::run::Outcome;

/// Function that writes a site with a theme for one engine.
pub type Write = fn(&Path, &[Post]) -> Outcome;

/// A theme of the benchmark, with a function for each engine that writes a site with this theme.
pub struct Theme {
    /// Name of the theme.
    pub name: &'static str,
    /// Writes the site for this engine.
    pub ours: Write,
    /// Writes the site for Hugo.
    pub hugo: Write,
    /// Writes the site for Zola; `None` if the theme has no templates for it.
    pub zola: Option<Write>,
}

/// All themes of the benchmark.
pub const THEMES: [Theme; 2] = [
    Theme {
        name: "realistic",
        ours: realistic::ours::write,
        hugo: realistic::hugo::write,
        zola: Some(realistic::zola::write),
    },
    Theme {
        name: "plain",
        ours: plain::ours::write,
        hugo: plain::hugo::write,
        zola: None,
    },
];
