//! `cargo xtask test`: every test, the cheapest first.

use crate::run::{Outcome, program, root};
use crate::{circles, deploy, tools};

/// One step: its name and what it does.
type Step = (&'static str, fn() -> Outcome);

/// Sets up what is missing and runs everything.
///
/// # Errors
/// The first step that fails.
pub fn run_steps(steps: &[Step]) -> Outcome {
    for (name, step) in steps {
        eprintln!("\n== {name}");
        step().map_err(|error| format!("{name}: {error}"))?;
    }
    eprintln!("\nAll {} steps passed.", steps.len());
    Ok(())
}

/// Runs all steps, or those whose names are given.
pub fn run(only: &[String]) -> Outcome {
    let steps: Vec<Step> = STEPS
        .iter()
        .filter(|(name, _)| only.is_empty() || only.iter().any(|one| one == name))
        .copied()
        .collect();
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "there is no such step; the steps are {}",
            names.join(", ")
        ));
    }
    run_steps(&steps)
}

const STEPS: [Step; 8] = [
    ("format", format),
    ("circles", || circles::run(&[])),
    ("lint", lint),
    ("rust", rust),
    ("site", site),
    ("widgets", widgets),
    ("browser", browser),
    ("deploy", deploy::test),
];

fn format() -> Outcome {
    run_program("cargo", &["fmt", "--all", "--check"])
}

/// Lints everything with publishing, then `site` without it, because its code differs.
fn lint() -> Outcome {
    for packages in [
        &["--workspace", "--features", "site/aws"][..],
        &["--package", "site"],
    ] {
        let mut clippy = program("cargo", &["clippy", "--quiet", "--all-targets"]);
        clippy.args(packages).args(["--", "--deny", "warnings"]);
        crate::run::run(&mut clippy)?;
    }
    Ok(())
}

/// Unit tests, and the form function against moto's S3 and SES.
fn rust() -> Outcome {
    tools::python(&[&tools::requirement("moto")?])?;
    run_program("cargo", &["test", "--workspace", "--quiet"])
}

/// The real site builds without a finding.
fn site() -> Outcome {
    tools::widgets()?;
    run_program(
        "cargo",
        &[
            "run",
            "--quiet",
            "--release",
            "--package",
            "site",
            "--",
            "build",
        ],
    )
}

fn widgets() -> Outcome {
    tools::widgets()?;
    let folder = root().join("widgets");
    run_in(&folder, "npm", &["run", "--silent", "typecheck"])?;
    run_in(&folder, "npm", &["test", "--silent"])
}

/// The real site in Chromium, and within its budgets of bytes.
fn browser() -> Outcome {
    // The tests read `dist/`, so it has to be up to date.
    site()?;
    let browser = tools::browser()?;
    let folder = root().join("widgets");
    run_in(
        &folder,
        "npm",
        &["run", "--silent", "bytes", "--", "--check"],
    )?;
    let mut command = program("npm", &["run", "--silent", "e2e"]);
    command
        .current_dir(&folder)
        .env("CHROMIUM", browser)
        .env("SITE", crate::run::built("release"));
    crate::run::run(&mut command)
}

fn run_program(name: &str, arguments: &[&str]) -> Outcome {
    crate::run::run(&mut program(name, arguments))
}

fn run_in(folder: &std::path::Path, name: &str, arguments: &[&str]) -> Outcome {
    crate::run::run(program(name, arguments).current_dir(folder))
}
