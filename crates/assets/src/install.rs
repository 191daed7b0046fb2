use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::fingerprint::digest;
use crate::node::{command, missing};
use crate::problem::Problem;

/// How the widgets' packages stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packages {
    /// They are those of the lock file.
    InStep,
    /// They are not, or it cannot be told: the next build installs them again.
    OutOfStep,
    /// There are none yet: the first build installs them.
    Missing,
    /// There is no lock file that can be read, so none can be installed.
    NoLockFile,
}

/// Says how the packages of a widgets' folder stand, and changes nothing.
pub fn packages(widgets: &Path) -> Packages {
    let lock_file = widgets.join("package-lock.json");
    let Ok(lock) = fs::read(&lock_file) else {
        return Packages::NoLockFile;
    };
    let modules = widgets.join("node_modules");
    if !modules.is_dir() {
        return Packages::Missing;
    }
    let is_marked =
        fs::read_to_string(modules.join(MARKER)).is_ok_and(|found| found == digest(&[&lock]));
    if is_marked || installed_by_hand(&modules, &lock_file) {
        Packages::InStep
    } else {
        Packages::OutOfStep
    }
}

/// Digest of the lock file that packages were installed from.
const MARKER: &str = ".installed-from";

/// Runs `npm ci` when `node_modules` is not what the lock file describes. Says so on stderr, for it takes a while.
pub(crate) fn install(widgets: &Path) -> Result<(), Vec<Problem>> {
    let lock_file = widgets.join("package-lock.json");
    let lock = fs::read(&lock_file).map_err(Problem::io(&lock_file))?;
    let wanted = digest(&[&lock]);
    let modules = widgets.join("node_modules");
    let marker = modules.join(MARKER);
    if fs::read_to_string(&marker).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    if !installed_by_hand(&modules, &lock_file) {
        npm_ci(widgets)?;
    }
    fs::write(&marker, wanted).map_err(Problem::io(&marker))
}

/// npm writes this file at the end of an installation.
fn installed_by_hand(modules: &Path, lock_file: &Path) -> bool {
    let time = |file: &Path| fs::metadata(file).and_then(|data| data.modified());
    match (time(&modules.join(".package-lock.json")), time(lock_file)) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}

fn npm_ci(widgets: &Path) -> Result<(), Vec<Problem>> {
    eprintln!(
        "installing the widgets' packages (npm ci in {})",
        widgets.display()
    );
    let output = command("npm")
        .args([
            "ci",
            "--prefer-offline",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ])
        .current_dir(widgets)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| missing("npm", widgets, &error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let message = format!("npm ci failed:\n{}", said.trim());
    Err(vec![
        Problem::of(widgets.join("package.json"), message)
            .help("the first build needs the npm registry; later builds work offline"),
    ])
}
