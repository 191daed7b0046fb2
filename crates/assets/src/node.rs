use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

use crate::problem::Problem;

/// Runs a script of the widgets' folder and returns what it printed. Its stderr goes to ours.
pub(crate) fn run(
    widgets: &Path,
    script: &str,
    argument: &str,
    stdin: Vec<u8>,
) -> Result<Vec<u8>, Vec<Problem>> {
    let file = widgets.join(script);
    let child = start(command("node").arg(&file).arg(argument))
        .map_err(|error| missing("node", widgets, &error))?;
    let (status, printed) = finish(child, stdin).map_err(Problem::io(&file))?;
    if status.success() {
        Ok(printed)
    } else {
        let message = format!(
            "node {} ended with {status}; its message is above",
            file.display()
        );
        Err(vec![Problem::of(file, message)])
    }
}

/// Runs the text of a module in Node and returns what it printed. `purpose` says what Node is needed for: "building the
/// widgets". The module may use the network, through the proxy that the environment names where Node knows how.
///
/// # Errors
/// Node is not installed, or the module fails; its stderr goes to ours.
pub fn run_module(module: String, purpose: &str) -> Result<Vec<u8>, Problem> {
    let failed = |message: String| Problem::of("", message);
    let child = start(
        command("node")
            .args(["--input-type=module", "-"])
            .env("NODE_USE_ENV_PROXY", "1"),
    )
    .map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => not_installed("node", purpose),
        _ => failed(format!("cannot start `node`: {error}")),
    })?;
    let (status, printed) =
        finish(child, module.into_bytes()).map_err(|error| failed(error.to_string()))?;
    if status.success() {
        Ok(printed)
    } else {
        Err(failed(format!(
            "node ended with {status}; its message is above"
        )))
    }
}

/// Environment variables that Node and npm get: what they need to find files, other programs, proxies and certificates, and to
/// write text. Nothing else, for they run the code of every package, and the environment of a build may have credentials.
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

/// A program that gets only the [`ENVIRONMENT`].
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear();
    // The names of proxies are often written small, and those of Windows in either way.
    let is_passed_on = |name: &std::ffi::OsString| {
        let name = name.to_string_lossy();
        ENVIRONMENT.iter().any(|one| name.eq_ignore_ascii_case(one))
    };
    command.envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)));
    command
}

fn start(command: &mut Command) -> std::io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Writes the input and waits for the end.
fn finish(mut child: Child, stdin: Vec<u8>) -> std::io::Result<(ExitStatus, Vec<u8>)> {
    // From a thread: a script that prints before it has read everything must not block us both.
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

/// The problem of a program that could not be started.
pub(crate) fn missing(program: &str, widgets: &Path, error: &std::io::Error) -> Vec<Problem> {
    vec![if error.kind() == std::io::ErrorKind::NotFound {
        not_installed(program, "building the widgets")
    } else {
        Problem::of(widgets, format!("cannot start `{program}`: {error}"))
    }]
}

/// The problem of a missing Node. No file is to blame.
fn not_installed(program: &str, purpose: &str) -> Problem {
    Problem::of("", format!("{purpose} needs Node.js, but there is no `{program}` on the PATH"))
        .help("install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)")
}
