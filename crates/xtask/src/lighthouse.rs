//! `cargo xtask lighthouse`: runs Lighthouse's mobile profile on the pages of the built site, served as a CDN would serve them.

use crate::run::{Outcome, program, root, run};
use crate::tools;

/// Builds the site and measures the given pages, or all pages of the sitemap if none is given. Fails if a page misses one of its
/// targets.
pub fn measure(routes: &[String]) -> Outcome {
    tools::widgets()?;
    run(&mut program("cargo", &["site", "build"]))?;
    let browser = tools::chromium()?;
    run(program("npm", &["run", "--silent", "lighthouse", "--"])
        .args(routes)
        .current_dir(root().join("widgets"))
        .env("CHROMIUM", browser))
}
