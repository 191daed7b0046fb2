//! The website, which has widgets: built with Node for Windows, and without Node from the cache of another system.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::office::{DATE, Server};
use super::program::{Program, assert_same};
use super::texts::{expect, with_crlf};
use crate::run::{Outcome, output, root};
use crate::{files, sources, tools};

/// Folders of the cache whose files are the same on every system.
const PORTABLE: [&str; 6] = ["bundles", "cards", "fonts", "islands", "pictures", "types"];

/// Folders of the website.
const SOURCES: [&str; 4] = ["content", "public", "themes", "widgets"];

/// Runs everything in `folder`, which does not exist yet. Only if `with_node`, islands are rendered and styles bundled with Node for
/// Windows.
pub fn run(program: &Program, folder: &Path, with_node: bool) -> Outcome {
    tools::widgets()?;
    let (linux, crlf) = (folder.join("linux"), folder.join("crlf"));
    eprintln!("the website, on this computer");
    sources::copy(&SOURCES, &linux)?;
    link(&root().join("widgets/node_modules"), &linux)?;
    copy(&root().join(".cache"), &linux.join(".cache"), &PORTABLE)?;
    program.site_here(&linux, &BUILD)?;

    eprintln!("with the line endings of Windows, without Node, from the cache of this computer");
    sources::copy(&SOURCES, &crlf)?;
    with_crlf(&crlf)?;
    copy(&linux.join(".cache"), &crlf.join(".cache"), &PORTABLE)?;
    program.site(&crlf, false, &BUILD)?;
    assert_same(&linux.join("dist"), &crlf.join("dist"))?;

    eprintln!("forms");
    let server = Server::start(program, &crlf)?;
    server.wait_for("GET", "/contact", "", "</html>")?;
    let form = r#"{"email": "asha@example.org", "consent": true}"#;
    server.wait_for("POST", "/api/newsletter", form, "\"success\":true")?;
    drop(server);
    if with_node {
        node(program, &linux, &folder.join("windows"))?;
    }
    Ok(())
}

/// Arguments that build the website.
const BUILD: [&str; 4] = ["build", "--quiet", DATE[0], DATE[1]];

/// Builds the website with Node for Windows. Photographs and types are taken from the cache of this computer: encoding is slow, and
/// TypeScript's compiler and Node hang in Wine 8 when they ask each other for files.
fn node(program: &Program, linux: &Path, windows: &Path) -> Outcome {
    const CACHED: [&str; 2] = ["pictures", "types"];
    eprintln!("with Node for Windows");
    program.install_node()?;
    sources::copy(&SOURCES, windows)?;
    link(&packages()?, windows)?;
    copy(&linux.join(".cache"), &windows.join(".cache"), &CACHED)?;
    let doctor = program.site(windows, true, &["doctor"])?;
    for (tool, version) in [("node", "v22."), ("npm", "10.")] {
        let line = doctor.lines().find(|line| line.contains(tool));
        expect(line.unwrap_or(&doctor), version)?;
    }
    program.site(windows, true, &BUILD)?;
    assert_same(&linux.join("dist"), &windows.join("dist"))?;

    eprintln!("an island that throws");
    let island = "widgets/src/islands/HeroSlider/HeroSlider.tsx";
    for folder in [linux, windows] {
        let text = files::read(&folder.join(island))?;
        let (before, after) = text
            .split_once(") {\n")
            .ok_or("HeroSlider has no function")?;
        let broken = "  if (Math.PI > 3) throw new Error(\"broken\");\n";
        files::write(
            &folder.join(island),
            format!("{before}) {{\n{broken}{after}"),
        )?;
    }
    let expected = program.site_here(linux, &BUILD).err().unwrap_or_default();
    copy(&linux.join(".cache"), &windows.join(".cache"), &CACHED)?;
    let printed = program
        .site(windows, true, &BUILD)
        .err()
        .unwrap_or_default();
    expect(&printed, "throws while it is rendered: broken")?;
    let place = expected.lines().find(|line| line.contains("-->"));
    expect(&printed, place.unwrap_or(island))
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

/// Puts the packages into the widgets of a copy, as if they had just been installed: as hard links, because esbuild follows symbolic
/// links, and the names of its files depend on the paths that it finds.
fn link(modules: &Path, copy: &Path) -> Outcome {
    let to = copy.join("widgets/node_modules");
    for (from, _) in files::below(modules)? {
        let new = to.join(from.strip_prefix(modules).unwrap_or(&from));
        let made = new.parent().map_or(Ok(()), fs::create_dir_all);
        let made = made.and_then(|()| {
            if new.ends_with(".package-lock.json") {
                return fs::copy(&from, &new).map(drop);
            }
            fs::hard_link(&from, &new)
        });
        made.map_err(|error| format!("{}: {error}", from.display()))?;
    }
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
