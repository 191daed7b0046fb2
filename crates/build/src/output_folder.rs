//! Decides which folders a build may replace.

use std::fs;
use std::path::{Component, Path, PathBuf};

use diagnostic::Diagnostic;

use crate::codes;

/// Folders of a project that a build must not replace.
const OWN: [&str; 8] = [
    "content", "themes", "widgets", "public", ".cache", ".forms", ".git", ".site",
];

/// Checks that a build may write to the folder `out`. Links are resolved first. Fails with a finding if `out` is the project's folder or
/// contains it, or if it is, contains, or is in one of the project's own folders, such as `content/`.
pub fn allowed(root: &Path, out: &Path) -> Result<(), Diagnostic> {
    let (root, place) = (resolved(root), resolved(out));
    let refused = |what: String| {
        let message = format!("the site cannot be written to {}: {what}", out.display());
        let diagnostic = Diagnostic::new(&codes::NOT_AN_OUTPUT, message);
        Err(diagnostic.help("name another folder with --out; the default is dist/ in the project"))
    };
    if place == root {
        return refused("it is the project's own folder".to_owned());
    }
    if root.starts_with(&place) {
        return refused("it contains the project".to_owned());
    }
    for name in OWN {
        let own = resolved(&root.join(name));
        if place.starts_with(&own) {
            let is = if place == own { "it is" } else { "it is in" };
            return refused(format!("{is} {name}/, which belongs to the project"));
        }
        if own.exists() && own.starts_with(&place) {
            return refused(format!("it contains {name}/ of the project"));
        }
    }
    Ok(())
}

/// Returns the absolute path without `..`. Links in the part of the path that exists are resolved.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(resolved.pop()),
            part => {
                resolved.push(part);
                resolved = walk::real_path(&resolved).unwrap_or(resolved);
            }
        }
    }
    resolved
}

/// Name of the file that marks a folder as the output of a build.
pub(crate) const MARK: &str = ".site-output";

/// Name of the folder of a Git repository, or of the file in a worktree that names the repository.
pub(crate) const GIT: &str = ".git";

/// Returns why a build does not replace the folder `out`: it is a file, has files that no build wrote, or is a repository. Returns `None`
/// if a build may replace it.
pub fn refusal(out: &Path) -> Option<Diagnostic> {
    let is_repository = out.join(GIT).is_dir();
    let problem = match out {
        out if out.exists() && !out.is_dir() => "is a file, not a folder",
        out if out.exists() && !is_ours(out) => "has files that no build wrote",
        _ if is_repository => "has a Git repository of its own, which a build would delete",
        _ => return None,
    };
    let help = if is_repository {
        "name another folder with --out, or make this one a worktree of the project's repository, which every build keeps: \
         `git worktree add --orphan -b gh-pages dist`"
    } else {
        "name an empty or new folder with --out"
    };
    let message = format!("{} {problem}", out.display());
    Some(Diagnostic::new(&codes::NOT_AN_OUTPUT, message).help(help))
}

/// Returns whether a folder was written by a build, or is empty. An empty worktree of a Git repository has only the file `.git`.
fn is_ours(out: &Path) -> bool {
    let is_empty = || -> std::io::Result<bool> {
        let mut entries = fs::read_dir(out)?;
        entries.try_fold(true, |is_empty, entry| {
            Ok(is_empty && entry?.file_name() == ".git")
        })
    };
    out.join(MARK).exists() || is_empty().unwrap_or(false)
}
