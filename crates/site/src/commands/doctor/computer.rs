//! The program, the tools it starts, the port, the disk.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};

use super::finding::Finding;

/// This program.
pub fn program() -> Finding {
    let version = env!("CARGO_PKG_VERSION");
    Finding::good(
        "site",
        if cfg!(feature = "aws") {
            format!("{version}, with publishing to AWS")
        } else {
            format!("{version}, without publishing to AWS")
        },
    )
}

/// The oldest Node that the widgets are built with.
const OLDEST_NODE: u32 = 20;

/// Node and npm. A project without widgets needs neither.
pub fn node(is_needed: bool) -> Vec<Finding> {
    let install = format!(
        "install Node.js {OLDEST_NODE} or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`)"
    );
    let missing = |what, says: String| {
        if is_needed {
            Finding::problem(what, says).help(install.clone())
        } else {
            Finding::note(what, format!("{says}; only sites with widgets need it"))
        }
    };
    let node = match version("node") {
        Some(version) if major(&version).is_some_and(|major| major < OLDEST_NODE) => missing(
            "node",
            format!("{version} is too old: the widgets are built with {OLDEST_NODE} or newer"),
        ),
        Some(version) => Finding::good("node", version),
        None => missing("node", "not found".to_owned()),
    };
    let npm = version("npm").map_or_else(
        || missing("npm", "not found".to_owned()),
        |version| Finding::good("npm", version),
    );
    vec![node, npm]
}

/// What a program says of its version; `None` where it cannot be started.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let first = said.lines().next().unwrap_or_default().trim();
    (output.status.success() && !first.is_empty()).then(|| first.to_owned())
}

/// 22 of `v22.3.0`.
fn major(version: &str) -> Option<u32> {
    version
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// Whether `site serve` can have its port.
pub fn port(port: u16) -> Finding {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Finding::good("port", format!("{port} is free for `site serve`")),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            Finding::note("port", format!("{port} is in use"))
                .help("`site serve` takes the next free one, and says which; --port names another")
        }
        Err(error) => Finding::note("port", format!("{port} cannot be listened on: {error}"))
            .help("name another port: `site serve --port 8080`"),
    }
}

/// The widgets' packages and a large site take less.
const PLENTY: u64 = 1_000_000_000;
/// A site with its cache takes more.
const TOO_LITTLE: u64 = 100_000_000;

/// Free space where the project is.
#[cfg(unix)]
pub fn disk(folder: &Path) -> Option<Finding> {
    let state = rustix::fs::statvfs(folder).ok()?;
    let free = state.f_bavail.saturating_mul(state.f_frsize);
    let says = format!("{:.1} GB free", giga(free));
    Some(match free {
        PLENTY.. => Finding::good("disk", says),
        TOO_LITTLE.. => Finding::note("disk", says)
            .help("enough for a small site; .cache/ and target/ may be deleted at any time"),
        _ => Finding::problem("disk", says)
            .help("make room: .cache/ and target/ may be deleted at any time"),
    })
}

/// Free space where the project is: not asked for on this system.
#[cfg(not(unix))]
pub fn disk(_: &Path) -> Option<Finding> {
    None
}

#[cfg(unix)]
#[expect(clippy::cast_precision_loss, reason = "a size shown with one decimal")]
fn giga(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// Browsers by the names they are started by.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// What only tests and the printing of the profile need.
pub fn for_developers() -> Vec<Finding> {
    let given = std::env::var("CHROMIUM").ok();
    let browser = given
        .as_deref()
        .into_iter()
        .chain(BROWSERS)
        .find_map(version);
    let python = ["python3", "python"].into_iter().find_map(version);
    let or_note = |what, found: Option<String>, why: &str| {
        found.map_or_else(
            || Finding::note(what, format!("not found; {why}")),
            |version| Finding::good(what, version),
        )
    };
    vec![
        or_note(
            "chromium",
            browser,
            "only browser tests and printing need it (CHROMIUM names one elsewhere)",
        ),
        or_note("python", python, "only tests of the form function need it"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert_eq!(major("v22.3.0"), Some(22));
        assert_eq!(major("10.8.1"), Some(10));
        assert_eq!(major("unknown"), None);
        assert_eq!(version("no-such-program-here"), None);
    }

    #[test]
    fn a_port_in_use() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let number = taken.local_addr().unwrap().port();
        assert_eq!(port(number).state, super::super::finding::State::Note);
        drop(taken);
        // A program that another test is just starting holds it until it runs.
        let is_free = (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            port(number).state == super::super::finding::State::Good
        });
        assert!(is_free);
    }
}
