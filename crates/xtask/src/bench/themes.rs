//! The themes of the benchmark.

use std::path::Path;

use super::corpus::Post;
use super::{plain, realistic};
use crate::run::Outcome;

/// Writes a site with a theme for one engine.
pub type Write = fn(&Path, &[Post]) -> Outcome;

/// A theme, and the functions that write a site with it for each engine.
pub struct Theme {
    /// Name of the theme.
    pub name: &'static str,
    /// For this engine.
    pub ours: Write,
    /// For Hugo.
    pub hugo: Write,
    /// For Zola.
    pub zola: Option<Write>,
}

/// Themes.
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
