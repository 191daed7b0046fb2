//! Compiles and runs the generator for the tests. It is compiled with clippy as the compiler, and with publishing.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{Outcome, built, output, program, root, run};
use crate::{test_programs, tools};

/// Cargo arguments for the packages and features that are tested. They are the same in every step, so that cargo compiles each
/// dependency only once.
pub const ALL_PACKAGES: [&str; 4] = ["--workspace", "--features", "site/aws", "--quiet"];
/// Cargo arguments that compile `site` without publishing. This build only tests code that differs without that feature.
const WITHOUT_PUBLISHING: [&str; 4] = ["--workspace", "--bin", "site", "--quiet"];

/// Returns the command `cargo test`, with clippy as the compiler of this workspace's crates, and with warnings as errors.
///
/// `cargo clippy` is not used, because it only checks dependencies, and the tests would then have to compile them. It sets the
/// same two environment variables (see clippy's `src/main.rs`).
fn cargo_test(arguments: &[&str]) -> Command {
    let mut cargo = program("cargo", &["test"]);
    cargo
        .args(arguments)
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings");
    cargo
}

/// Lints and compiles everything, with publishing. Fails if Clippy or the compiler reports an error or a warning.
pub fn lint() -> Outcome {
    run(cargo_test(&ALL_PACKAGES).arg("--no-run"))
}

/// Lints and tests the generator without publishing, then runs the tests of every crate. The form function is tested against moto's
/// simulations of S3 and SES. Fails if a test fails. The error names its test binary.
pub fn test() -> Outcome {
    tools::python(&[&tools::requirement("moto")?])?;
    run(cargo_test(&WITHOUT_PUBLISHING).args(["--", "without_aws"]))?;
    test_programs::run(&test_programs::compile(&mut cargo_test(&ALL_PACKAGES))?)
}

/// Compiles the generator, and copies it to [`program_of_tests`], because a compilation may replace the original while a test is
/// running it. Fails if the generator does not compile.
pub fn compile() -> Outcome {
    run(cargo_test(&ALL_PACKAGES).arg("--no-run"))?;
    let copy = program_of_tests();
    let new = copy.with_extension("new");
    let copied = std::fs::create_dir_all(copy.parent().unwrap_or(&copy))
        .and_then(|()| std::fs::copy(built("debug"), &new))
        // A program that runs cannot be written, only replaced.
        .and_then(|_| std::fs::rename(&new, &copy));
    copied.map_err(|error| format!("cannot write {}: {error}", copy.display()))
}

/// Builds the website into `dist/`, and the configuration of its hosts into `dist-host/`. Fails if the generator does not compile, or the
/// website has an error.
pub fn website() -> Outcome {
    compile()?;
    tools::widgets()?;
    let hosts = "netlify,nginx,caddy,cloudfront";
    run(Command::new(program_of_tests())
        .current_dir(root())
        .args(["build", "--host-files", hosts]))
}

/// Number of months for which [`every_month`] checks the website.
const MONTHS: u32 = 36;

/// Checks the website as `site publish` does, with the first day of each of the next months as today. A day must bring no error that
/// the website does not have already, so that it remains publishable even if nobody changes anything. Fails if, on one of these days, the
/// website has another error.
pub fn every_month() -> Outcome {
    let today = output(&mut program("date", &["+%Y %m %d"]))?;
    let today: Vec<u32> = today
        .split_whitespace()
        .filter_map(|one| one.parse().ok())
        .collect();
    let [year, month, day] = today[..] else {
        return Err("`date` printed no date".to_owned());
    };
    let known = errors_on(&format!("{year}-{month:02}-{day:02}"))?;
    let first = year * 12 + month;
    for month in first..first + MONTHS {
        let date = format!("{}-{:02}-01", month / 12, month % 12 + 1);
        let errors = errors_on(&date)?;
        if let Some(new) = errors.lines().find(|error| !known.contains(error)) {
            return Err(format!(
                "on {date}, the website has an error that it does not have today:\n{new}"
            ));
        }
    }
    Ok(())
}

/// Returns the errors of the website on a day, as lines of JSON.
fn errors_on(date: &str) -> Result<String, String> {
    let mut site = Command::new(program_of_tests());
    let arguments = ["check", "--publish", "--format", "json", "--date", date];
    let done = site.current_dir(root()).args(arguments).output();
    let done = done.map_err(|error| format!("cannot start the generator: {error}"))?;
    let printed = String::from_utf8_lossy(&done.stdout);
    let errors = printed
        .split_inclusive('\n')
        .filter(|line| line.contains("\"severity\":\"error\""));
    Ok(errors.collect())
}

/// Compiles the generator in its release profile, without publishing, but with the function names that releases strip. Returns
/// the path of the program. Fails if the generator does not compile.
pub fn release_with_function_names() -> Result<PathBuf, String> {
    let compile = ["rustc", "--quiet", "--package", "site", "--bin", "site"];
    let mut cargo = program("cargo", &compile);
    cargo.args(["--profile", "release", "--", "-C", "strip=none"]);
    output(&mut cargo)?;
    Ok(built("release"))
}

/// Returns the path of the copy of the generator that the tests of the website, the preview, and publishing run.
pub fn program_of_tests() -> PathBuf {
    root()
        .join("target/tests/site")
        .with_extension(std::env::consts::EXE_EXTENSION)
}
