//! `cargo xtask test`: every test, the cheapest first.

use std::process::Command;

use crate::run::{Outcome, program, root, run as run_command};
use crate::unchanged::{self, Inputs};
use crate::{circles, deploy, generator, instructions, tools};

/// A part of the test command.
struct Step {
    name: &'static str,
    run: fn() -> Outcome,
    /// What the step tests. It is skipped while none of that has changed since it last passed. `None` always runs.
    inputs: Option<Inputs>,
}

const STEPS: [Step; 12] = [
    always("format", format),
    always("circles", || circles::run(&[])),
    always("lint", generator::lint),
    always("rust", generator::test),
    always("site", generator::website),
    on_change(
        "instructions",
        instructions::check,
        &[
            "Cargo.lock",
            "crates/build",
            "crates/content",
            "crates/diagnostic",
            "crates/inspect",
            "crates/render",
            "crates/xtask",
        ],
    ),
    on_change("widgets", widgets, &["themes", "widgets"]),
    on_change("browser", browser, &["dist", "widgets"]),
    on_change(
        "preview",
        preview,
        &["crates/serve", "crates/site/starter", "widgets"],
    ),
    always("deploy", deploy::documents),
    on_change(
        "edge",
        deploy::edge,
        &["crates/serve", "deploy", "dist", "dist-host"],
    ),
    on_change(
        "publish",
        deploy::publish,
        &[
            "crates/aws",
            "crates/forms",
            "crates/publish",
            "crates/site/src/commands/inbox",
            "crates/site/src/commands/publish",
            "deploy/tests",
        ],
    ),
];

const fn always(name: &'static str, run: fn() -> Outcome) -> Step {
    Step {
        name,
        run,
        inputs: None,
    }
}

const fn on_change(name: &'static str, run: fn() -> Outcome, inputs: Inputs) -> Step {
    Step {
        name,
        run,
        inputs: Some(inputs),
    }
}

/// Installs what is missing and runs the steps named, or all that have something new to test.
///
/// # Errors
/// The first step that fails, or a name that no step has.
pub fn run(names: &[String]) -> Outcome {
    if let Some(unknown) = names
        .iter()
        .find(|name| !STEPS.iter().any(|step| step.name == **name))
    {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!(
            "unknown step `{unknown}`; the steps are {}",
            known.join(", ")
        ));
    }
    let mut skipped = Vec::new();
    for step in &STEPS {
        let named = names.iter().any(|name| name == step.name);
        if !named && !names.is_empty() {
            continue;
        }
        let fingerprint = step.inputs.map(unchanged::fingerprint).transpose()?;
        if !named
            && fingerprint.is_some_and(|fingerprint| unchanged::has_passed(step.name, fingerprint))
        {
            skipped.push(step.name);
            continue;
        }
        eprintln!("\n== {}", step.name);
        (step.run)().map_err(|error| format!("{}: {error}", step.name))?;
        if let Some(fingerprint) = fingerprint {
            unchanged::record(step.name, fingerprint)?;
        }
    }
    eprintln!("\nAll tests passed.");
    if !skipped.is_empty() {
        eprintln!(
            "Skipped, because nothing they test has changed since they passed: {}. Name a step to run it.",
            skipped.join(", ")
        );
    }
    Ok(())
}

fn format() -> Outcome {
    run_command(&mut program("cargo", &["fmt", "--all", "--check"]))
}

fn widgets() -> Outcome {
    tools::widgets()?;
    npm("typecheck", &[])?;
    npm("test", &[])
}

/// The website in Chromium, and within its byte budgets.
fn browser() -> Outcome {
    npm("bytes", &["--", "--check"])?;
    in_browser(&["--", "--exclude", "e2e/serve.test.ts"])
}

/// Live reload in Chromium.
fn preview() -> Outcome {
    in_browser(&["--", "e2e/serve.test.ts"])
}

fn in_browser(arguments: &[&str]) -> Outcome {
    tools::widgets()?;
    let browser = tools::browser()?;
    run_command(
        npm_command("e2e", arguments)
            .env("CHROMIUM", browser)
            .env("SITE", generator::program_of_tests()),
    )
}

fn npm(script: &str, arguments: &[&str]) -> Outcome {
    run_command(&mut npm_command(script, arguments))
}

fn npm_command(script: &str, arguments: &[&str]) -> Command {
    let mut command = program("npm", &["run", "--silent", script]);
    command.args(arguments).current_dir(root().join("widgets"));
    command
}
