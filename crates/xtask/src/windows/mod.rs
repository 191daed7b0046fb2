//! `cargo xtask test windows`: compiles the program for Windows, and runs it under Wine as an office does, in a folder with spaces
//! and umlauts. Every output must have the same bytes as that of the program for this computer.

mod office;
mod texts;
mod website;
mod wine;

use tempfile::TempDir;

use crate::run::Outcome;

/// Runs the step. If the compiler or Wine is missing, prints a line and does nothing.
///
/// # Errors
/// The program does not compile for Windows, or behaves differently there.
pub fn run() -> Outcome {
    if let Some(missing) = wine::missing() {
        eprintln!("skipped: {missing}");
        return Ok(());
    }
    let wine = wine::Wine::prepare()?;
    let folder = folder()?;
    office::run(&wine, &folder.path().join("Büro Müller & Söhne"))?;
    website::run(&wine, &folder.path().join("Webseite Müller"))
}

fn folder() -> Result<TempDir, String> {
    let folder = tempfile::Builder::new().prefix("windows ").tempdir();
    folder.map_err(|error| format!("cannot create a temporary folder: {error}"))
}
