//! Publishing to a bucket: this program runs `site publish` with the settings of its environment.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::super::problem::Problem;
use super::super::progress::Progress;

/// Variable that names the bucket of `site publish`.
const BUCKET: &str = "SITE_BUCKET";

/// Returns whether the project is published to a bucket.
pub fn is_used() -> bool {
    std::env::var_os(BUCKET).is_some_and(|bucket| !bucket.is_empty())
}

/// Returns in words what publishing the site, or going back to the release before the live one, changes.
///
/// # Errors
/// Returns why that cannot be done.
pub fn plan(root: &Path, back: bool, progress: &Progress) -> Result<Vec<String>, Problem> {
    let said = run(root, back, "--dry-run", progress)?;
    let lines = said
        .into_iter()
        .filter(|line| !line.starts_with("Nothing was published,"));
    Ok(lines.collect())
}

/// Publishes the site, or goes back to the release before the live one. Returns what was done.
///
/// # Errors
/// Returns why that cannot be done.
pub fn publish(root: &Path, back: bool, progress: &Progress) -> Result<String, Problem> {
    let said = run(root, back, "--yes", progress)?;
    Ok(said.into_iter().next_back().unwrap_or_default())
}

/// Runs `site publish`, and returns the lines that it has printed.
fn run(root: &Path, back: bool, option: &str, progress: &Progress) -> Result<Vec<String>, Problem> {
    let failed = |error: std::io::Error| {
        Problem::new(409, format!("The program cannot be started: {error}"))
    };
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command
        .arg("publish")
        .args(back.then_some("rollback"))
        .arg(option)
        .arg("--root")
        .arg(root);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let printed = child.stderr.take().map(BufReader::new);
    let mut lines = Vec::new();
    for line in printed
        .into_iter()
        .flat_map(|printed| printed.lines().map_while(Result::ok))
    {
        progress.set(line.trim());
        lines.push(line);
    }
    let status = child.wait().map_err(failed)?;
    if status.success() {
        return Ok(lines);
    }
    Err(Problem::new(409, reason(&lines)))
}

/// Returns why `site publish` has failed: the messages and the help of what it has printed.
fn reason(lines: &[String]) -> String {
    let part = |line: &String| {
        let line = line.trim();
        let message = line
            .strip_prefix("error")
            .and_then(|rest| rest.split_once(": "));
        let help = line.trim_start_matches(['=', ' ']).strip_prefix("help: ");
        message
            .map(|(_, message)| message)
            .or(help)
            .map(str::to_owned)
    };
    let parts: Vec<String> = lines.iter().filter_map(part).collect();
    if parts.is_empty() {
        return lines.last().cloned().unwrap_or_default();
    }
    parts.join(". ")
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn reasons() {
        let lines = [
            "error[cannot-publish]: the bucket does not answer",
            "  = help: check the network",
            "1 error",
        ];
        let lines = lines.map(str::to_owned);
        assert_eq!(
            reason(&lines),
            "the bucket does not answer. check the network"
        );
        assert_eq!(reason(&lines[2..]), "1 error");
        assert_eq!(reason(&[]), "");
    }
}
