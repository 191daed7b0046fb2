//! `cargo xtask profile`: prints the company profile. It runs the program `crates/profile`, so that the other commands need not
//! compile the content stage.

use crate::run::{Outcome, program, root, run};
use crate::tools;

/// Prints the profile from the content.
///
/// # Errors
/// The browser or the fonts are missing, or the program fails.
pub fn print(_: &[String]) -> Outcome {
    tools::widgets()?;
    // The name that Chromium's headless shell writes into a PDF is too short to be replaced by the author's.
    let browser = tools::chromium()?;
    let arguments = ["run", "--quiet", "--package", "profile", "--"];
    run(program("cargo", &arguments).arg(root()).arg(browser))
}
