//! Checks the project: its settings, its theme, the packages of its widgets, and whether the output can be written.

use std::fs;
use std::path::Path;

use assets::Packages;

use super::finding::Finding;
use crate::project;
use crate::report;
use build::output_folder::refusal;
use build::{Inputs, Project};

/// Checks the content of the project and the folders that a build writes to.
pub fn check(project: &Project) -> Vec<Finding> {
    let root = walk::real_path(&project.root).unwrap_or_else(|_| project.root.clone());
    let mut findings = vec![
        Finding::ok("project", root.display().to_string()),
        content(project),
        output(&root),
        writable("cache", &root, ".cache"),
    ];
    if let Ok(url) = std::env::var("SITE_API_URL")
        && !url.is_empty()
    {
        findings.push(Finding::note(
            "SITE_API_URL",
            format!("forms are posted to {url}"),
        ));
    }
    findings
}

fn content(project: &Project) -> Finding {
    let inputs = Inputs {
        drafts: true,
        future: true,
        ..project::inputs_of_today()
    };
    let (_, _, content, diagnostics) = project.content(&inputs);
    let Some(content) = content else {
        return Finding::problem("content", "the settings have errors")
            .help("`site check` shows them with their lines");
    };
    let theme = project.root.join("themes").join(&content.config.theme);
    if !theme.join("templates").is_dir() {
        let message = format!(
            "there is no theme `{}` with templates",
            content.config.theme
        );
        return Finding::problem("content", message)
            .help("set `theme` in content/site.toml to the name of a folder in themes/");
    }
    let documents: usize = content
        .collections
        .iter()
        .map(|one| one.documents.len())
        .sum();
    let message = format!(
        "{} in {}, theme `{}`",
        report::pluralize(documents, "document"),
        report::pluralize(content.collections.len(), "collection"),
        content.config.theme
    );
    match report::errors(&diagnostics) {
        0 => Finding::ok("content", message),
        errors => Finding::problem(
            "content",
            format!("{message}; {}", report::pluralize(errors, "error")),
        )
        .help("`site check` shows them with their lines"),
    }
}

/// Checks whether `dist/` can be replaced. A build writes the new folder beside the old one and then swaps them.
fn output(root: &Path) -> Finding {
    let dist = root.join("dist");
    if let Some(refused) = refusal(&dist) {
        return Finding::problem("output", refused.message).help(refused.help.join("; "));
    }
    writable("output", root, "dist")
}

/// Checks whether a folder of the project is writable or can be created.
fn writable(check: &'static str, root: &Path, name: &str) -> Finding {
    let folder = root.join(name);
    // A build writes the cache in place, but the output to a new folder beside the old one.
    let target = if name != "dist" && folder.is_dir() {
        &folder
    } else {
        root
    };
    let probe = target.join(format!(".site-doctor-{}", std::process::id()));
    match fs::write(&probe, "").and_then(|()| fs::remove_file(&probe)) {
        Ok(()) => Finding::ok(check, format!("{name}/ can be written")),
        Err(error) => Finding::problem(check, format!("cannot write {name}/: {error}"))
            .help(format!("make {} writable for your user", target.display())),
    }
}

/// Checks whether the installed packages of the widgets match their lock file.
pub fn packages(widgets: &Path) -> Finding {
    match assets::packages(widgets) {
        Packages::UpToDate => Finding::ok("widgets", "packages match package-lock.json"),
        Packages::Outdated => Finding::note("widgets", "packages do not match package-lock.json")
            .help("the next `site build` installs them with `npm ci`, from the network"),
        Packages::Missing => Finding::note("widgets", "packages are not installed yet")
            .help("the next `site build` installs them with `npm ci`, from the network"),
        Packages::NoLockFile => {
            Finding::problem("widgets", "package-lock.json is missing or cannot be read")
                .help("restore it from version control, or run `npm install` in widgets/")
        }
    }
}
