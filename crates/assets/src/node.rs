use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
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
    let mut child = Command::new("node")
        .arg(&file)
        .arg(argument)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| missing("node", widgets, &error))?;
    // From a thread: a script that prints before it has read everything must not block us both.
    let writer = child
        .stdin
        .take()
        .map(|mut pipe| thread::spawn(move || pipe.write_all(&stdin)));
    let output = child.wait_with_output().map_err(Problem::io(&file))?;
    if let Some(writer) = writer {
        // A script that does not read its input closes the pipe, which is not an error.
        let _ = writer.join();
    }
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let message = format!(
            "node {} ended with {}; its message is above",
            file.display(),
            output.status
        );
        Err(vec![Problem::of(file, message)])
    }
}

/// The problem of a program that could not be started.
pub(crate) fn missing(program: &str, widgets: &Path, error: &std::io::Error) -> Vec<Problem> {
    let problem = if error.kind() == std::io::ErrorKind::NotFound {
        // Nothing in the folder is wrong.
        Problem::of("", format!("building the widgets needs Node.js, but there is no `{program}` on the PATH"))
            .help("install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)")
    } else {
        Problem::of(widgets, format!("cannot start `{program}`: {error}"))
    };
    vec![problem]
}
