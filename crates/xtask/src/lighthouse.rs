//! `cargo xtask lighthouse`: Lighthouse's mobile profile on every route of the built site, served as a CDN serves it.

use crate::run::{Outcome, program, root, run};
use crate::tools;

/// Builds the site and measures all routes of its sitemap, or those given.
///
/// # Errors
/// The site does not build, or a route misses its targets.
pub fn measure(routes: &[String]) -> Outcome {
    tools::widgets()?;
    run(program(
        "cargo",
        &["run", "--quiet", "--release", "--package", "site"],
    )
    .args(["--", "build"]))?;
    let browser = tools::browser()?;
    run(program("npm", &["run", "--silent", "lighthouse", "--"])
        .args(routes)
        .current_dir(root().join("widgets"))
        .env("CHROMIUM", browser))
}
