//! Installs the widgets' npm packages if they do not match the lock file.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use diagnostic::Diagnostic;

use crate::fingerprint::digest;
use crate::inputs::BundleInputs;
use crate::node::{NPM, command, not_started};
use crate::text_files;

/// State of the widgets' npm packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packages {
    /// The packages match the lock file.
    UpToDate,
    /// The packages do not match the lock file, or nobody knows whether they do: the next build installs them again.
    Outdated,
    /// The packages are not installed: the first build installs them.
    Missing,
    /// There is no readable lock file, so they cannot be installed.
    NoLockFile,
}

/// Returns the state of the packages in a widgets' folder, without installing anything.
pub fn packages(widgets: &Path) -> Packages {
    let lock_file = widgets.join("package-lock.json");
    let Ok(lock) = text_files::read(&lock_file) else {
        return Packages::NoLockFile;
    };
    let modules = widgets.join("node_modules");
    if !modules.is_dir() {
        return Packages::Missing;
    }
    if is_marked(&modules, &digest(&[&lock])) || installed_by_hand(&modules, &lock_file) {
        Packages::UpToDate
    } else {
        Packages::Outdated
    }
}

/// File in `node_modules` with the digest of the lock file that the packages were installed from.
const MARKER: &str = ".installed-from";

fn is_marked(modules: &Path, lock: &str) -> bool {
    fs::read_to_string(modules.join(MARKER)).is_ok_and(|marker| marker == lock)
}

/// Runs `npm ci` if the packages do not match the lock file. Prints a message to stderr, because that takes a while.
pub(crate) fn install(inputs: &BundleInputs, widgets: &Path) -> Result<(), Diagnostic> {
    let lock_file = widgets.join("package-lock.json");
    if !lock_file.exists() {
        let message = "the widgets' packages have no lock file".to_owned();
        let help = "run `npm install` in widgets/, which writes package-lock.json";
        return Err(inputs
            .error(&widgets.join("package.json"), message)
            .help(help));
    }
    let lock = text_files::read(&lock_file).map_err(inputs.unreadable(&lock_file))?;
    let lock = digest(&[&lock]);
    let modules = widgets.join("node_modules");
    if is_marked(&modules, &lock) {
        return Ok(());
    }
    if !installed_by_hand(&modules, &lock_file) {
        npm_ci(inputs, widgets)?;
    }
    let marker = modules.join(MARKER);
    fs::write(&marker, lock).map_err(inputs.unwritable(&marker))
}

/// Returns whether somebody ran npm after the lock file changed. npm writes `.package-lock.json` at the end of an
/// installation.
fn installed_by_hand(modules: &Path, lock_file: &Path) -> bool {
    let time = |file: &Path| fs::metadata(file).and_then(|data| data.modified());
    match (time(&modules.join(".package-lock.json")), time(lock_file)) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    }
}

fn npm_ci(inputs: &BundleInputs, widgets: &Path) -> Result<(), Diagnostic> {
    eprintln!(
        "installing the widgets' packages (npm ci in {})",
        widgets.display()
    );
    let output = command(NPM)
        .args(["ci", "--prefer-offline", "--no-audit", "--no-fund"])
        .arg("--loglevel=error")
        .current_dir(widgets)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| not_started(NPM, "building the widgets", &error))?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let message = format!("npm ci failed:\n{}", stderr.trim());
    Err(inputs
        .error(&widgets.join("package.json"), message)
        .help("the first build needs the npm registry; later builds work offline"))
}
