//! The generator as the tests use it: compiled once, with clippy as the compiler and with publishing.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{Outcome, built, program, root, run};
use crate::tools;

/// Packages and features of the tests. Every step names the same ones, so that none compiles a dependency a second time.
pub const EVERYTHING: [&str; 4] = ["--workspace", "--features", "site/aws", "--quiet"];

/// Cargo with clippy as the compiler of this workspace's crates, and each warning an error.
///
/// `cargo clippy` would check all dependencies, which the tests then compile once more. It sets these same two variables
/// (clippy's `src/main.rs`).
pub fn cargo(subcommand: &str) -> Command {
    let mut cargo = program("cargo", &[subcommand]);
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings");
    cargo
}

/// Lints and compiles everything: `site` without publishing first, because its code differs.
///
/// # Errors
/// What clippy or the compiler reports.
pub fn lint() -> Outcome {
    run(cargo("build").args(["--quiet", "--package", "site"]))?;
    compile()
}

fn compile() -> Outcome {
    run(cargo("test").args(EVERYTHING).arg("--no-run"))
}

/// Builds the website into `dist/`, and what its hosts need into `dist-host/`. A finding is an error.
///
/// # Errors
/// It does not compile, or the website has a finding.
pub fn website() -> Outcome {
    compile()?;
    tools::widgets()?;
    // A copy, because the next compilation replaces the program while a test may be running it.
    let copy = program_of_tests();
    let copied = std::fs::create_dir_all(copy.parent().unwrap_or(&copy))
        .and_then(|()| std::fs::copy(built("debug"), &copy));
    copied.map_err(|error| format!("cannot write {}: {error}", copy.display()))?;
    let hosts = "netlify,nginx,caddy,cloudfront";
    run(Command::new(copy)
        .current_dir(root())
        .args(["build", "--host-files", hosts]))
}

/// The generator that the tests of the website, the preview, and publishing run.
pub fn program_of_tests() -> PathBuf {
    root()
        .join("target/tests/site")
        .with_extension(std::env::consts::EXE_EXTENSION)
}
