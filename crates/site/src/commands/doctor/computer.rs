//! Checks the program itself, the tools that it starts, the port of `site serve`, and the disk.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};

use super::finding::Finding;
#[cfg(unix)]
use crate::report;

/// Returns a finding that names the version of this program.
pub fn program() -> Finding {
    let version = env!("CARGO_PKG_VERSION");
    Finding::ok(
        "site",
        if cfg!(feature = "aws") {
            format!("{version}, with publishing to AWS")
        } else {
            format!("{version}, without publishing to AWS")
        },
    )
}

/// Oldest major version of Node that can build the widgets.
const OLDEST_NODE: u32 = 20;

/// Checks whether Node and npm are installed and recent enough. If not, this is a problem only if the project has widgets
/// (`is_needed`), and otherwise a note.
pub fn node(is_needed: bool) -> Vec<Finding> {
    let install = format!(
        "install Node.js {OLDEST_NODE} or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)"
    );
    let missing = |check, message: String| {
        if is_needed {
            Finding::problem(check, message).help(install.clone())
        } else {
            Finding::note(check, format!("{message}; only sites with widgets need it"))
        }
    };
    let node = match version("node") {
        Some(version) if major(&version).is_some_and(|major| major < OLDEST_NODE) => missing(
            "node",
            format!("{version} is too old: the widgets need {OLDEST_NODE} or newer"),
        ),
        Some(version) => Finding::ok("node", version),
        None => missing("node", "not found".to_owned()),
    };
    let npm = version(assets::NPM).map_or_else(
        || missing("npm", "not found".to_owned()),
        |version| Finding::ok("npm", version),
    );
    vec![node, npm]
}

/// Returns the last line that `PROGRAM --version` prints, or `None` if the program is missing, fails, or prints nothing.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let last = stdout.trim().lines().next_back().unwrap_or_default().trim();
    (output.status.success() && !last.is_empty()).then(|| last.to_owned())
}

/// Returns the major version, such as 22 for `v22.3.0`.
fn major(version: &str) -> Option<u32> {
    version
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// Checks whether the port of `site serve` is free.
pub fn port(port: u16) -> Finding {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Finding::ok("port", format!("{port} is free for `site serve`")),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            Finding::note("port", format!("{port} is in use"))
                .help("`site serve` uses the next free port and prints it; --port chooses another")
        }
        Err(error) => Finding::note("port", format!("cannot listen on {port}: {error}"))
            .help("choose another port: `site serve --port 8080`"),
    }
}

/// Free disk space, in bytes, that is enough for the widgets' packages and a large site.
#[cfg(unix)]
const ENOUGH_SPACE: u64 = 1_000_000_000;
/// Free disk space, in bytes, below which even a small site and its cache may not fit.
#[cfg(unix)]
const LOW_SPACE: u64 = 100_000_000;

/// Checks the free space on the disk of a folder. Returns `None` if the system cannot report it.
#[cfg(unix)]
pub fn disk(folder: &Path) -> Option<Finding> {
    let state = rustix::fs::statvfs(folder).ok()?;
    let free = state.f_bavail.saturating_mul(state.f_frsize);
    let message = format!("{} free", report::size(free));
    Some(match free {
        ENOUGH_SPACE.. => Finding::ok("disk", message),
        LOW_SPACE.. => Finding::note("disk", message)
            .help("enough for a small site; .cache/ and target/ can be deleted at any time"),
        _ => Finding::problem("disk", message)
            .help("free some space: .cache/ and target/ can be deleted at any time"),
    })
}

/// Returns `None`, because the free disk space is only checked on Unix.
#[cfg(not(unix))]
pub fn disk(_: &Path) -> Option<Finding> {
    None
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions() {
        assert_eq!(major("v22.3.0"), Some(22));
        assert_eq!(major("10.8.1"), Some(10));
        assert_eq!(major("unknown"), None);
    }
}
