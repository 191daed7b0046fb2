//! `launch PROFILE PROGRAM ARGUMENTS...`: compiles a program of this workspace, then runs it. `cargo site` and `cargo xtask`
//! are aliases for it.
//!
//! `cargo run` prints `Finished` and `Running` every time or, with `--quiet`, nothing during the minutes of the first
//! compilation. This program shows cargo's progress bar on a terminal, and prints nothing if there is nothing to compile.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

/// Width of the progress bar in columns, which fits the narrowest common terminal.
const WIDTH: &str = "80";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let [profile, program, arguments @ ..] = arguments.as_slice() else {
        eprintln!("usage: launch PROFILE PROGRAM [ARGUMENTS...]");
        return ExitCode::from(2);
    };
    match launch(profile, program, arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: cannot run `{}`: {error}", program.display());
            ExitCode::FAILURE
        }
    }
}

/// Compiles and runs the program. On Unix, returns only if that fails, because this process becomes the program.
fn launch(profile: &OsString, program: &OsString, arguments: &[OsString]) -> io::Result<ExitCode> {
    let binary = binary(&env::current_exe()?, profile, program);
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--profile"]).arg(profile);
    cargo
        .arg("--package")
        .arg(program)
        .arg("--bin")
        .arg(program);
    if shows_progress() {
        if !binary.exists() {
            eprintln!(
                "Compiling `{}`; the first time takes minutes.",
                program.display()
            );
        }
        cargo.env("CARGO_TERM_PROGRESS_WHEN", "always");
        cargo.env("CARGO_TERM_PROGRESS_WIDTH", WIDTH);
    }
    let compiled = cargo.status()?;
    if !compiled.success() {
        return Ok(exit_code(compiled));
    }
    run(Command::new(binary).args(arguments))
}

/// Returns the path of the program's binary, which is in the same target folder as this program, `target/debug/launch`.
fn binary(own: &Path, profile: &OsString, program: &OsString) -> PathBuf {
    let target = own.ancestors().nth(2).unwrap_or(own);
    // The folder of the profile `dev` is called `debug`.
    let folder = if profile == "dev" {
        Path::new("debug")
    } else {
        Path::new(profile)
    };
    target
        .join(folder)
        .join(program)
        .with_extension(env::consts::EXE_EXTENSION)
}

/// Returns whether to show progress, by the rules of cargo's own progress bar.
fn shows_progress() -> bool {
    io::stderr().is_terminal()
        && env::var_os("CI").is_none()
        && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Replaces this process with the program, so that signals reach the program.
#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

/// Runs the program and returns its exit code.
#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    command.status().map(exit_code)
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(1))
}
