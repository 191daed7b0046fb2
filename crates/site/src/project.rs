//! Finds the project, and asks the clock and the environment what a build starts from.

use std::path::Path;
use std::time::UNIX_EPOCH;

use build::{Inputs, Project};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use inspect::Scope;

use crate::arguments;
use crate::codes;

/// The folder given, or the nearest from the current one upwards that has `content/site.toml`.
///
/// # Errors
/// No such folder.
pub fn find(given: Option<&Path>) -> Result<Project, Diagnostic> {
    if let Some(root) = given {
        if root.join("content").is_dir() {
            return Ok(at(root));
        }
        return Err(Diagnostic::new(
            &codes::NO_PROJECT,
            format!("there is no content/ in {}", root.display()),
        )
        .help("--root names the folder that has content/ and themes/ in it"));
    }
    let here = std::env::current_dir().map_err(|error| {
        Diagnostic::new(
            &codes::NO_PROJECT,
            format!("cannot tell the current folder: {error}"),
        )
    })?;
    here.ancestors()
        .find(|folder| folder.join("content/site.toml").is_file())
        .map(at)
        .ok_or_else(|| {
            Diagnostic::new(
                &codes::NO_PROJECT,
                "there is no content/site.toml here or in any folder above",
            )
            .help("run the command in the project's folder, or name it with --root DIR")
        })
}

fn at(root: &Path) -> Project {
    Project {
        root: root.to_owned(),
        cache: root.join(".cache"),
        program: program(),
    }
}

/// Fingerprint of this very program: another build of it may render differently, whatever its version says.
fn program() -> Fingerprint {
    let metadata = std::env::current_exe().and_then(std::fs::metadata).ok();
    let changed = metadata
        .as_ref()
        .and_then(|metadata| metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    let length = metadata.map_or(0, |metadata| metadata.len());
    Fingerprinter::default()
        .text(env!("CARGO_PKG_VERSION"))
        .text(&format!("{length} {changed:?}"))
        .finish()
}

/// Inputs from the command line, the clock, and the environment (`SITE_API_URL`).
pub fn inputs(selection: &arguments::Selection) -> Inputs {
    Inputs {
        drafts: selection.drafts,
        future: selection.future,
        date: selection.date,
        ..inputs_of_today()
    }
}

/// Inputs for what is public today, with the environment's settings (`SITE_API_URL`).
pub fn inputs_of_today() -> Inputs {
    let api_url = std::env::var("SITE_API_URL").ok();
    let api_url = api_url.filter(|url| !url.is_empty());
    Inputs {
        drafts: false,
        future: false,
        date: None,
        now: jiff::Timestamp::now(),
        api_url: api_url.map_or_else(
            || "/api".to_owned(),
            |url| url.trim_end_matches('/').to_owned(),
        ),
        scope: Scope::default(),
        ask: None,
    }
}
