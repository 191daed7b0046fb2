//! Compiles and runs the generator for the tests: once, with clippy as the compiler and with publishing.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{Outcome, built, output, program, root, run};
use crate::{test_programs, tools};

/// Packages and features of the tests. Every step passes the same arguments, so that cargo compiles no dependency twice.
pub const EVERYTHING: [&str; 4] = ["--workspace", "--features", "site/aws", "--quiet"];
/// Arguments that compile `site` without publishing. Only the code that differs is tested in this build.
const WITHOUT_PUBLISHING: [&str; 4] = ["--workspace", "--bin", "site", "--quiet"];

/// Returns the command `cargo test`, with clippy as the compiler of this workspace's crates and each warning an error.
///
/// `cargo clippy` would check all dependencies, and the tests would then compile them again. It sets the same two environment
/// variables (clippy's `src/main.rs`).
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
/// Clippy or the compiler reports an error or a warning.
pub fn lint() -> Outcome {
    run(cargo_test(&WITHOUT_PUBLISHING).arg("--no-run"))?;
    run(cargo_test(&EVERYTHING).arg("--no-run"))
}

/// Runs the tests of every crate. The form function is tested against S3 and SES as simulated by moto.
///
/// # Errors
/// A test fails. The error names its test binary.
pub fn test() -> Outcome {
    tools::python(&[&tools::requirement("moto")?])?;
    run(cargo_test(&WITHOUT_PUBLISHING).args(["--", "without_aws"]))?;
    test_programs::run(&test_programs::compile(&mut cargo_test(&EVERYTHING))?)
}

/// Compiles the generator and builds the website into `dist/`, and the configuration of its hosts into `dist-host/`.
///
/// # Errors
/// The generator does not compile, or the website has an error.
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

/// Compiles a release of the generator, without publishing but with the names of its functions, which releases strip. Returns
/// its path.
///
/// # Errors
/// The generator does not compile.
pub fn release_with_function_names() -> Result<PathBuf, String> {
    let compile = ["rustc", "--quiet", "--package", "site", "--bin", "site"];
    let mut cargo = program("cargo", &compile);
    cargo.args(["--profile", "release", "--", "-C", "strip=none"]);
    output(&mut cargo)?;
    Ok(built("release"))
}

/// Returns the path of the copy of the generator that is run by the tests of the website, the preview, and publishing.
pub fn program_of_tests() -> PathBuf {
    root()
        .join("target/tests/site")
        .with_extension(std::env::consts::EXE_EXTENSION)
}
