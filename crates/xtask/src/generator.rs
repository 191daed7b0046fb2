//! The generator as the tests use it: compiled once, with clippy as the compiler and with publishing.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{Outcome, built, output, program, root, run};
use crate::{test_programs, tools};

/// Packages and features of the tests. Every step names the same ones, so that none compiles a dependency a second time.
pub const EVERYTHING: [&str; 4] = ["--workspace", "--features", "site/aws", "--quiet"];
/// `site` without publishing, whose code differs. The commands are tested with publishing, because they are the same.
const WITHOUT_PUBLISHING: [&str; 4] = ["--workspace", "--bin", "site", "--quiet"];

/// `cargo test` with clippy as the compiler of this workspace's crates, and each warning an error.
///
/// `cargo clippy` would check all dependencies, which the tests then compile once more. It sets these same two variables
/// (clippy's `src/main.rs`).
fn cargo_test(arguments: &[&str]) -> Command {
    let mut cargo = program("cargo", &["test"]);
    cargo
        .args(arguments)
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings");
    cargo
}

/// Lints and compiles everything.
///
/// # Errors
/// What clippy or the compiler reports.
pub fn lint() -> Outcome {
    run(cargo_test(&WITHOUT_PUBLISHING).arg("--no-run"))?;
    run(cargo_test(&EVERYTHING).arg("--no-run"))
}

/// Runs the tests of every crate; those of the form function against moto's S3 and SES.
///
/// # Errors
/// Names the programs with a test that fails.
pub fn test() -> Outcome {
    tools::python(&[&tools::requirement("moto")?])?;
    run(cargo_test(&WITHOUT_PUBLISHING).args(["--", "without_aws"]))?;
    test_programs::run(&test_programs::compile(&mut cargo_test(&EVERYTHING))?)
}

/// Builds the website into `dist/`, and what its hosts need into `dist-host/`. A finding is an error.
///
/// # Errors
/// It does not compile, or the website has a finding.
pub fn website() -> Outcome {
    run(cargo_test(&EVERYTHING).arg("--no-run"))?;
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

/// Builds a release of the generator, without publishing, and with the names of its functions, which releases leave out. Returns
/// its path.
///
/// # Errors
/// It does not compile.
pub fn release_with_function_names() -> Result<PathBuf, String> {
    let compile = ["rustc", "--quiet", "--package", "site", "--bin", "site"];
    let mut cargo = program("cargo", &compile);
    cargo.args(["--profile", "release", "--", "-C", "strip=none"]);
    output(&mut cargo)?;
    Ok(built("release"))
}

/// Returns the path of the generator that the tests of the website, the preview, and publishing run.
pub fn program_of_tests() -> PathBuf {
    root()
        .join("target/tests/site")
        .with_extension(std::env::consts::EXE_EXTENSION)
}
