//! Runs other programs in the project's root.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Result of a command or a step. The error is a human-readable message.
pub type Outcome = Result<(), String>;

/// Returns the root folder of the project, which is two levels above this crate.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Returns a command that runs a program in the project's root.
pub fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a program and shows its output.
pub fn run(command: &mut Command) -> Outcome {
    let shown = shown(command);
    eprintln!("\n$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("cannot start `{shown}`: {error}")),
    }
}

/// Runs a program and returns its standard output. If the program fails, the error contains its standard error.
pub fn output(command: &mut Command) -> Result<String, String> {
    printed(command).map(|(output, _)| output)
}

/// Runs a program and returns its standard error, where the generator prints its messages.
pub fn messages(command: &mut Command) -> Result<String, String> {
    printed(command).map(|(_, messages)| messages)
}

/// Runs a program and returns its standard output and standard error.
fn printed(command: &mut Command) -> Result<(String, String), String> {
    let shown = shown(command);
    let output = command
        .output()
        .map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok((String::from_utf8_lossy(&output.stdout).into_owned(), stderr));
    }
    Err(format!(
        "`{shown}` failed ({}):\n{}",
        output.status,
        stderr.trim()
    ))
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(std::ffi::OsStr::to_string_lossy).collect();
    words.join(" ")
}

/// Returns the path of the generator that cargo builds with `profile` (`debug`, `quick`, or `release`).
pub fn built(profile: &str) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let name = format!("site{}", std::env::consts::EXE_SUFFIX);
    root().join(target).join(profile).join(name)
}
