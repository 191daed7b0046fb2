//! The website, which has widgets: built with Node for Windows, and without Node from the cache of another system.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::office::{DATE, Server, linux_site};
use super::texts::{expect, with_crlf};
use super::wine::{Wine, assert_same};
use crate::run::{Outcome, output, program, root};
use crate::{files, tools};

/// Folders of the cache whose files are the same on every system.
const PORTABLE: [&str; 6] = ["bundles", "cards", "fonts", "islands", "pictures", "types"];

/// Runs everything in `folder`, which does not exist yet.
pub fn run(wine: &Wine, folder: &Path) -> Outcome {
    tools::widgets()?;
    let (linux, windows, crlf) = (
        folder.join("linux"),
        folder.join("windows"),
        folder.join("crlf"),
    );
    eprintln!("the website, on this computer");
    copy_sources(&linux)?;
    link(&root().join("widgets/node_modules"), &linux)?;
    copy(&root().join(".cache"), &linux.join(".cache"), &PORTABLE)?;
    let build = ["build", "--quiet", DATE[0], DATE[1]];
    linux_site(&linux, &build)?;

    eprintln!("with Node for Windows");
    copy_sources(&windows)?;
    link(&packages()?, &windows)?;
    copy(
        &linux.join(".cache"),
        &windows.join(".cache"),
        &["pictures"],
    )?;
    let doctor = wine.site(&windows, true, &["doctor"])?;
    for (tool, version) in [("node", "v22."), ("npm", "10.")] {
        let line = doctor.lines().find(|line| line.contains(tool));
        expect(line.unwrap_or(&doctor), version)?;
    }
    wine.site(&windows, true, &build)?;
    assert_same(&linux.join("dist"), &windows.join("dist"))?;
    island_error(wine, &windows)?;

    eprintln!("with the line endings of Windows, without Node, from the cache of this computer");
    copy_sources(&crlf)?;
    with_crlf(&crlf)?;
    copy(&linux.join(".cache"), &crlf.join(".cache"), &PORTABLE)?;
    wine.site(&crlf, false, &build)?;
    assert_same(&linux.join("dist"), &crlf.join("dist"))?;

    eprintln!("forms");
    let server = Server::start(wine, &crlf, false)?;
    server.wait_for("GET", "/contact", "", "</html>")?;
    let form = r#"{"email": "asha@example.org", "consent": true}"#;
    server.wait_for("POST", "/api/newsletter", form, "\"success\":true")
}

/// An error that an island throws is reported in its source file.
fn island_error(wine: &Wine, folder: &Path) -> Outcome {
    eprintln!("an island that throws");
    let islands = folder.join("widgets/src/islands");
    let island = islands.join("HeroSlider/HeroSlider.tsx");
    let text = files::read(&island)?;
    let (before, after) = text
        .split_once(") {\n")
        .ok_or("HeroSlider has no function")?;
    files::write(
        &island,
        format!("{before}) {{\n  if (Math.PI > 3) throw new Error(\"broken\");\n{after}"),
    )?;
    let printed = wine
        .site(folder, true, &["build", "--quiet"])
        .err()
        .unwrap_or_default();
    files::write(&island, &text)?;
    expect(&printed, "throws while it is rendered: broken")?;
    expect(
        &printed,
        "--> widgets/src/islands/HeroSlider/HeroSlider.tsx:",
    )
}

/// Copies the files of the website that Git knows or would add.
fn copy_sources(to: &Path) -> Outcome {
    let list = [
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
        "content",
        "public",
        "themes",
        "widgets",
    ];
    for name in output(&mut program("git", &list))?.split_terminator('\0') {
        let from = root().join(name);
        if from.exists() {
            let bytes = fs::read(&from).map_err(|error| format!("{name}: {error}"))?;
            files::write(&to.join(name), bytes)?;
        }
    }
    Ok(())
}

/// Installs the widgets' packages for Windows, unless they match the lock file. Returns their folder.
fn packages() -> Result<PathBuf, String> {
    let folder = root().join("target/windows/packages");
    let lock = root().join("widgets/package-lock.json");
    let modules = folder.join("node_modules");
    if modules.exists() && fs::read(folder.join("package-lock.json")).ok() == fs::read(&lock).ok() {
        return Ok(modules);
    }
    for name in ["package.json", "package-lock.json", ".npmrc"] {
        if let Ok(bytes) = fs::read(root().join("widgets").join(name)) {
            files::write(&folder.join(name), bytes)?;
        }
    }
    let install = [
        "ci",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--os=win32",
        "--cpu=x64",
    ];
    output(Command::new("npm").args(install).current_dir(&folder))?;
    Ok(modules)
}

/// Links the packages into the widgets of a copy, as if they had just been installed.
fn link(modules: &Path, copy: &Path) -> Outcome {
    let cannot = |error: std::io::Error| format!("{}: {error}", modules.display());
    let installed = File::options()
        .write(true)
        .open(modules.join(".package-lock.json"));
    installed
        .and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(cannot)?;
    #[cfg(unix)]
    std::os::unix::fs::symlink(modules, copy.join("widgets/node_modules")).map_err(cannot)?;
    Ok(())
}

/// Copies some of the folders in a folder.
fn copy(from: &Path, to: &Path, names: &[&str]) -> Outcome {
    for name in names.iter().filter(|name| from.join(name).exists()) {
        for (path, _) in files::below(&from.join(name))? {
            let inside = path.strip_prefix(from).unwrap_or(&path);
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            files::write(&to.join(inside), bytes)?;
        }
    }
    Ok(())
}
