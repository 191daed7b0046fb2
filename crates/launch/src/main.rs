//! `launch PROFILE PROGRAM ARGUMENTS...`: compiles a program of this workspace, then runs it. `cargo site` and `cargo xtask`
//! are aliases of it.
//!
//! `cargo run` alone either prints `Finished` and `Running` each time or, with `--quiet`, nothing during the minutes of the
//! first compilation. This shows cargo's progress bar on a terminal, and nothing where there is nothing to compile.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

/// Columns of the progress bar: what the narrowest usual terminal has.
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

/// Compiles and runs the program. Returns only if one of the two fails, or where a process cannot replace itself.
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

/// Path of the program's binary. This program's own is `target/debug/launch`.
fn binary(own: &Path, profile: &OsString, program: &OsString) -> PathBuf {
    let target = own.ancestors().nth(2).unwrap_or(own);
    // Cargo's folder for the profile `dev` has another name than the profile.
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

/// Whether a person is watching, by the rules cargo itself has for its progress bar.
fn shows_progress() -> bool {
    io::stderr().is_terminal()
        && env::var_os("CI").is_none()
        && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Replaces this process by the program, so that signals reach it.
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
