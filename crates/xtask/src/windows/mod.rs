//! `cargo xtask test windows`: compiles the program for Windows, and runs it under Wine as an office does, in a folder with spaces
//! and umlauts. Every output must have the same bytes as that of the program for this computer. On Windows and macOS, the program of
//! the system itself is run.

mod office;
mod program;
mod texts;
mod website;

use std::fs;

use crate::run::{Outcome, program as command, root};
use crate::test_programs;
use program::Program;

/// Runs the step. If the compiler or Wine is missing, prints a line and does nothing. Fails if the program does not compile for Windows, or
/// behaves differently there.
pub fn run() -> Outcome {
    run_all(false)
}

/// Runs the step, also with Node for Windows. Fails as [`run`] does.
pub fn run_with_node() -> Outcome {
    run_all(true)
}

fn run_all(with_node: bool) -> Outcome {
    if let Some(missing) = program::missing() {
        eprintln!("skipped: {missing}");
        return Ok(());
    }
    let program = Program::prepare()?;
    let folder = tempfile::Builder::new().prefix("windows ").tempdir();
    let folder = folder.map_err(|error| format!("cannot create a temporary folder: {error}"))?;
    office::run(&program, &folder.path().join("Büro Müller & Söhne"))?;
    if program.is_in_wine() {
        // On the disk of the npm packages, because hard links to them are made.
        let folder = root().join("target/windows/Webseite Müller");
        let _ = fs::remove_dir_all(&folder);
        website::run(&program, &folder, with_node)?;
        let _ = fs::remove_dir_all(&folder);
    }
    Ok(())
}

/// Crates whose tests do not depend on the system.
const TESTED: [&str; 8] = [
    "site-build",
    "site-content",
    "site-diagnostic",
    "site-inspect",
    "site-publish",
    "site-render",
    "site-serve",
    "site-walk",
];

/// Runs the tests of some crates, compiled for Windows, under Wine. If the compiler or Wine is missing, prints a line and does nothing.
/// Fails if a test fails. The error names its test binary.
pub fn tests() -> Outcome {
    if let Some(missing) = program::missing() {
        eprintln!("skipped: {missing}");
        return Ok(());
    }
    let program = Program::prepare()?;
    let mut cargo = command("cargo", &["test", "--quiet"]);
    cargo.args(program.target());
    cargo.args(TESTED.iter().flat_map(|name| ["--package", name]));
    let mut failed = Vec::new();
    for test in test_programs::compile(&mut cargo)? {
        let name = format!("{} {}", test.package, test.target);
        match program.test(&test) {
            Ok(result) => eprintln!("{name}: {result}"),
            Err(printed) => failed.push(format!("{name}:\n{printed}")),
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(failed.join("\n"))
}
