//! `cargo xtask profile`: prints the company profile. It runs the separate program `crates/profile`, so that the other commands do
//! not have to compile the `content` crate.

use crate::run::{Outcome, program, root, run};
use crate::tools;

/// Prints the profile from the content.
///
/// # Errors
/// The browser or the fonts are missing, or the program fails.
pub fn print(_: &[String]) -> Outcome {
    tools::widgets()?;
    // Not the headless shell, because the browser name that it writes into a PDF is too short to be replaced by the author's name.
    let browser = tools::chromium()?;
    let arguments = ["run", "--quiet", "--package", "profile", "--"];
    run(program("cargo", &arguments).arg(root()).arg(browser))
}
