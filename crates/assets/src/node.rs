//! Runs Node.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

use diagnostic::{Code, Diagnostic};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codes::WIDGETS_ERROR;
use crate::inputs::BundleInputs;

/// Runs a script of the widgets' folder, with `environment` in addition to the usual variables, and parses the JSON that it prints. The
/// script shares this process's stderr. Returns a finding if Node cannot be started, the script fails, or its result is not valid.
pub(crate) fn run<T: DeserializeOwned>(
    inputs: &BundleInputs,
    script: &Path,
    argument: &str,
    environment: &[(&str, String)],
    stdin: Vec<u8>,
) -> Result<T, Diagnostic> {
    let mut node = command("node");
    node.arg(script).arg(argument);
    node.envs(environment.iter().map(|(name, value)| (*name, value)));
    let child =
        start(&mut node).map_err(|error| not_started("node", "building the widgets", &error))?;
    let (status, printed) = finish(child, stdin).map_err(inputs.unreadable(script))?;
    if status.success() {
        return serde_json::from_slice(&printed).map_err(|error| invalid(inputs, script, error));
    }
    let script_name = script.display();
    let message = format!("node {script_name} ended with {status}; its message is above");
    Err(inputs.error(script, message))
}

/// Runs a script that reads `items` as JSON and prints a result for each. `plural` names the items in messages.
pub(crate) fn results<T: DeserializeOwned>(
    inputs: &BundleInputs,
    script: &Path,
    argument: &str,
    environment: &[(&str, String)],
    items: &[impl Serialize],
    plural: &str,
) -> Result<Vec<T>, Diagnostic> {
    let stdin = serde_json::to_vec(items).map_err(|error| invalid(inputs, script, error))?;
    let results: Vec<T> = run(inputs, script, argument, environment, stdin)?;
    if results.len() != items.len() {
        let reason = format!("{} results for {} {plural}", results.len(), items.len());
        return Err(invalid(inputs, script, reason));
    }
    Ok(results)
}

fn invalid(inputs: &BundleInputs, script: &Path, reason: impl Display) -> Diagnostic {
    let name = script.file_name().unwrap_or_default().to_string_lossy();
    let message = format!("{name} printed no valid result: {reason}");
    inputs.error(script, message)
}

/// Runs a module, given as text, in Node and returns its output. The module shares this process's stderr. `purpose` completes the
/// message "… needs Node.js", for example "building the widgets". The module may use the network, through the proxy in the
/// environment if Node supports that. Fails with a finding with `code` if Node cannot be started or the module fails.
pub fn run_module(
    module: String,
    purpose: &str,
    code: &'static Code,
) -> Result<Vec<u8>, Diagnostic> {
    let mut node = command("node");
    node.args(["--input-type=module", "-"])
        .env("NODE_USE_ENV_PROXY", "1");
    let child = start(&mut node).map_err(|error| Diagnostic {
        code,
        ..not_started("node", purpose, &error)
    })?;
    let (status, printed) = finish(child, module.into_bytes())
        .map_err(|error| Diagnostic::new(code, error.to_string()))?;
    if status.success() {
        return Ok(printed);
    }
    let message = format!("node ended with {status}; its message is above");
    Err(Diagnostic::new(code, message))
}

/// Environment variables that are passed to Node and npm: those that they need to find files, programs, proxies, and
/// certificates, and to print text. No others are passed, because Node and npm run the code of every package, and the
/// environment of a build may contain credentials.
const ENVIRONMENT: [&str; 34] = [
    "ALL_PROXY",
    "APPDATA",
    "COLORTERM",
    "COMSPEC",
    "FORCE_COLOR",
    "HOME",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOCALAPPDATA",
    "NODE_EXTRA_CA_CERTS",
    "NODE_OPTIONS",
    "NO_COLOR",
    "NO_PROXY",
    "PATH",
    "PATHEXT",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USERPROFILE",
    "WINDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "npm_config_registry",
];

/// Creates a command whose environment contains only the variables in [`ENVIRONMENT`].
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear();
    // Names of proxy variables are often in lower case, and Windows ignores case.
    let is_passed_on = |name: &std::ffi::OsString| {
        let name = name.to_string_lossy();
        ENVIRONMENT.iter().any(|one| name.eq_ignore_ascii_case(one))
    };
    command.envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)));
    command
}

/// Name of npm's program: on Windows, it is a script.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn start(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Writes the input and waits until the process ends. Returns its exit status and what it printed.
fn finish(mut child: Child, stdin: Vec<u8>) -> io::Result<(ExitStatus, Vec<u8>)> {
    // The input is written in another thread, because a script that prints before it has read all input would cause a deadlock.
    let writer = child
        .stdin
        .take()
        .map(|mut pipe| thread::spawn(move || pipe.write_all(&stdin)));
    let output = child.wait_with_output()?;
    if let Some(writer) = writer {
        // A script that does not read its input closes the pipe, which is not an error.
        let _ = writer.join();
    }
    Ok((output.status, output.stdout))
}

/// Returns the finding that a program cannot be started.
pub(crate) fn not_started(program: &str, purpose: &str, error: &io::Error) -> Diagnostic {
    if error.kind() != io::ErrorKind::NotFound {
        return Diagnostic::new(&WIDGETS_ERROR, format!("cannot start `{program}`: {error}"));
    }
    let message = format!("{purpose} needs Node.js, but there is no `{program}` on the PATH");
    Diagnostic::new(&WIDGETS_ERROR, message).help(
        "install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)",
    )
}
