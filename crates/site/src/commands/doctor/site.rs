//! The project: its settings, its theme, its packages, and whether its output can be written.

use std::fs;
use std::path::Path;

use assets::Packages;

use super::finding::Finding;
use crate::project;
use crate::report;
use build::Project;
use build::write;

/// What a build of the project starts from and where it writes.
pub fn look(project: &Project) -> Vec<Finding> {
    let root = project
        .root
        .canonicalize()
        .unwrap_or_else(|_| project.root.clone());
    let mut findings = vec![
        Finding::good("project", root.display().to_string()),
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
    let inputs = project::inputs(&crate::arguments::Selection {
        drafts: true,
        future: true,
        date: None,
    });
    let (_, _, content, found) = project.content(&inputs);
    let Some(content) = content else {
        return Finding::problem("content", "its settings have errors")
            .help("`site check` shows them with their lines");
    };
    let theme = project.root.join("themes").join(&content.config.theme);
    if !theme.join("templates").is_dir() {
        let says = format!(
            "there is no theme `{}` with templates",
            content.config.theme
        );
        return Finding::problem("content", says)
            .help("`theme` in content/site.toml names a folder below themes/");
    }
    let documents: usize = content
        .collections
        .iter()
        .map(|one| one.documents.len())
        .sum();
    let says = format!(
        "{} in {}, theme `{}`",
        report::counted(documents, "document"),
        report::counted(content.collections.len(), "collection"),
        content.config.theme
    );
    match report::count(&found).0 {
        0 => Finding::good("content", says),
        errors => Finding::problem(
            "content",
            format!("{says}; {}", report::counted(errors, "error")),
        )
        .help("`site check` shows them with their lines"),
    }
}

/// Whether `dist/` can be exchanged for a new one: it is made beside the old.
fn output(root: &Path) -> Finding {
    let dist = root.join("dist");
    if dist.exists() && !dist.is_dir() {
        return Finding::problem("output", "dist is a file, not a folder")
            .help("remove it, or name a folder with `site build --out DIR`");
    }
    if dist.exists() && !write::is_ours(&dist) {
        return Finding::problem("output", "dist/ holds files that no build has written")
            .help("remove it by hand, or name another folder with `site build --out DIR`");
    }
    writable("output", root, "dist")
}

/// Whether a folder of the project can be written to, or made where there is none.
fn writable(what: &'static str, root: &Path, name: &str) -> Finding {
    let folder = root.join(name);
    // The output is made beside the old one; the cache grows where it is.
    let target = if name != "dist" && folder.is_dir() {
        &folder
    } else {
        root
    };
    let probe = target.join(format!(".site-doctor-{}", std::process::id()));
    let tried = fs::write(&probe, "").and_then(|()| fs::remove_file(&probe));
    match tried {
        Ok(()) => Finding::good(what, format!("{name}/ can be written")),
        Err(error) => {
            Finding::problem(what, format!("{name}/ cannot be written: {error}")).help(format!(
                "make {} writable for you, or give it back to your user",
                target.display()
            ))
        }
    }
}

/// Whether the widgets' packages are those of their lock file.
pub fn packages(widgets: &Path) -> Finding {
    match assets::packages(widgets) {
        Packages::InStep => Finding::good("widgets", "packages are those of package-lock.json"),
        Packages::OutOfStep => {
            Finding::note("widgets", "packages are not those of package-lock.json").help(
                "the next `site build` installs them (npm ci), for which it needs the network",
            )
        }
        Packages::Missing => Finding::note("widgets", "packages are not installed yet")
            .help("the first `site build` installs them (npm ci), for which it needs the network"),
        Packages::NoLockFile => {
            Finding::problem("widgets", "there is no package-lock.json that can be read").help(
                "put the file under version control back, or make it: npm install in widgets/",
            )
        }
    }
}
