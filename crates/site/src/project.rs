//! Finds the project, and reads the inputs of a build from the clock and the environment.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use build::{Encoding, Inputs, Project, TypeCheck};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter};
use inspect::Scope;

use crate::arguments;
use crate::codes;

/// Returns the project in the folder `given`. If `given` is `None`, searches the current folder and the folders above it for
/// `content/site.toml`. Fails if there is no project.
pub fn find(given: Option<&Path>) -> Result<Project, Diagnostic> {
    let missing = |message: String| Diagnostic::new(&codes::NO_PROJECT, message);
    if let Some(root) = given {
        if root.join("content").is_dir() {
            // Equal files then have equal paths.
            let parts = root.components().filter(|part| *part != Component::CurDir);
            let plain: PathBuf = parts.collect();
            if plain.as_os_str().is_empty() {
                return current_folder().map(|here| at(&here));
            }
            return Ok(at(&plain));
        }
        let diagnostic = missing(format!("there is no content/ in {}", root.display()));
        return Err(diagnostic.help("set --root to the folder that contains content/ and themes/"));
    }
    let here = current_folder()?;
    here.ancestors()
        .find(|folder| folder.join("content/site.toml").is_file())
        .map(at)
        .ok_or_else(|| {
            missing("there is no content/site.toml here or in any folder above".to_owned())
                .help("run the command in the project's folder, or name the folder with --root DIR")
        })
}

fn current_folder() -> Result<PathBuf, Diagnostic> {
    std::env::current_dir().map_err(|error| {
        let message = format!("cannot find the current folder: {error}");
        Diagnostic::new(&codes::NO_PROJECT, message)
    })
}

fn at(root: &Path) -> Project {
    Project {
        root: root.to_owned(),
        cache: root.join(".cache"),
        program: program(),
    }
}

/// Returns a fingerprint of this executable. The version alone is not enough, because two builds of one version can render
/// differently.
fn program() -> Fingerprint {
    let metadata = std::env::current_exe().and_then(std::fs::metadata).ok();
    let modified = metadata
        .as_ref()
        .and_then(|metadata| metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok());
    let length = metadata.map_or(0, |metadata| metadata.len());
    Fingerprinter::default()
        .text(env!("CARGO_PKG_VERSION"))
        .text(&format!("{length} {modified:?}"))
        .finish()
}

/// Returns the inputs of a build that includes the documents selected on the command line.
pub fn inputs(selection: &arguments::selection::Selection) -> Inputs {
    Inputs {
        drafts: selection.drafts,
        future: selection.future,
        date: selection.date,
        ..inputs_of_today()
    }
}

/// Returns the inputs of a build for today, with `SITE_API_URL` from the environment.
pub fn inputs_of_today() -> Inputs {
    let api_url = std::env::var("SITE_API_URL").ok();
    let api_url = api_url.filter(|url| !url.is_empty());
    Inputs {
        drafts: false,
        future: false,
        audience: build::Audience::Public,
        date: None,
        now: jiff::Timestamp::now(),
        api_url: api_url.map_or_else(
            || "/api".to_owned(),
            |url| url.trim_end_matches('/').to_owned(),
        ),
        scope: Scope::default(),
        known_findings: false,
        encoding: Encoding::Now,
        types: TypeCheck::Now,
        unsaved: Arc::default(),
        request_urls: None,
        cancelled: None,
        show_edited: None,
    }
}
