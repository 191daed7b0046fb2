//! `cargo xtask bench bytes`: what each route of the website loads, compressed with brotli.

use crate::run::{Outcome, program, root, run as run_program};
use crate::tools;

/// Builds the site and prints its bytes per route; the budgets stand in `widgets/bytes.mjs`, which does the counting.
///
/// # Errors
/// The site does not build, or a budget is exceeded.
pub fn run() -> Outcome {
    tools::widgets()?;
    run_program(&mut program("cargo", &["site", "build"]))?;
    run_program(program("npm", &["run", "--silent", "bytes"]).current_dir(root().join("widgets")))
}
