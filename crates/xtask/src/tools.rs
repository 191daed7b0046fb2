//! What tests and benchmarks need beside Rust, Node and Python: installed here, or named in one line.

use std::path::{Path, PathBuf};

use crate::run::{output, program, root, run};

/// Where a Chromium or Chrome may be.
const BROWSERS: [&str; 5] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The browser that tests drive and the profile is printed with: `CHROMIUM` from the environment, one that is installed,
/// or Debian's, installed now.
///
/// # Errors
/// There is none and it cannot be installed here.
pub fn browser() -> Result<PathBuf, String> {
    if let Some(given) = std::env::var_os("CHROMIUM") {
        return Ok(PathBuf::from(given));
    }
    let installed = || {
        BROWSERS
            .iter()
            .map(Path::new)
            .find(|path| path.exists())
            .map(Path::to_owned)
    };
    if let Some(path) = installed() {
        return Ok(path);
    }
    eprintln!("installing Chromium (apt-get install chromium)");
    let may_fail =
        |result: Result<String, String>| result.map_err(|error| eprintln!("{error}")).ok();
    may_fail(output(&mut program("apt-get", &["update", "-qq"])));
    may_fail(output(&mut program(
        "apt-get",
        &["install", "-y", "-qq", "chromium"],
    )));
    installed().ok_or_else(|| {
        "Chromium is missing: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path"
            .to_owned()
    })
}

/// A Python environment of the project's own below `target/`, with `packages` in it; its `bin` folder.
///
/// # Errors
/// Python 3 is missing, or a package cannot be had.
pub fn python(packages: &[&str]) -> Result<PathBuf, String> {
    let folder = root().join("target/python");
    let bin = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let path = folder.to_string_lossy().into_owned();
    if !bin.join("python").exists() && !bin.join("python.exe").exists() {
        output(&mut program("python3", &["-m", "venv", &path]))
            .map_err(|error| format!("{error}\nthe tests need Python 3 with venv (on Debian: apt-get install python3-venv)"))?;
    }
    let list = folder.join("installed.txt");
    let wanted = packages.join(" ");
    let installed = std::fs::read_to_string(&list).unwrap_or_default();
    let missing: Vec<&str> = packages
        .iter()
        .filter(|one| !installed.lines().any(|line| line == **one))
        .copied()
        .collect();
    if !missing.is_empty() {
        eprintln!("installing {wanted} into {path}");
        let pip = bin.join("python").to_string_lossy().into_owned();
        let mut arguments = vec![
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        arguments.extend(&missing);
        output(&mut program(&pip, &arguments))?;
        let all = missing
            .iter()
            .fold(installed, |all, one| format!("{all}{one}\n"));
        std::fs::write(&list, all)
            .map_err(|error| format!("cannot write {}: {error}", list.display()))?;
    }
    Ok(bin)
}

/// The line of `deploy/tests/requirements.txt` that asks for the Python package `name`: its version stands there once.
///
/// # Errors
/// There is no such line.
pub fn requirement(name: &str) -> Result<String, String> {
    let list = root().join("deploy/tests/requirements.txt");
    let text = std::fs::read_to_string(&list)
        .map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let of_this = |line: &&str| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(['[', '=']))
    };
    text.lines()
        .find(of_this)
        .map(str::to_owned)
        .ok_or(format!("{} has no line for {name}", list.display()))
}

/// The widgets' packages, from the lock file.
///
/// # Errors
/// npm is missing or fails.
pub fn widgets() -> Result<(), String> {
    let folder = root().join("widgets");
    let fresh = |path: &str| {
        std::fs::metadata(folder.join(path))
            .and_then(|data| data.modified())
            .ok()
    };
    if fresh("node_modules/.package-lock.json") >= fresh("package-lock.json") {
        return Ok(());
    }
    run(program("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(&folder))
        .map_err(|error| format!("{error}\nthe widgets need Node 20 or newer with npm"))
}
