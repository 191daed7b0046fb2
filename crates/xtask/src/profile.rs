//! `cargo xtask profile`: prints the company profile.

use crate::run::{Outcome, program, root, run};
use crate::tools;

/// Builds the site, and prints its page `/company-profile` to the PDF that visitors download. Fails if the browser is missing, the site has
/// an error, or a page has too much text.
pub fn print(_: &[String]) -> Outcome {
    tools::widgets()?;
    run(&mut program("cargo", &["site", "build"]))?;
    // Not the headless shell, because the browser name that it writes into a PDF is too short to be replaced by the author's name.
    let browser = tools::chromium()?;
    run(program("npm", &["run", "--silent", "profile"])
        .current_dir(root().join("widgets"))
        .env("CHROMIUM", browser))
}
