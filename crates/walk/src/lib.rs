//! Walks the folders that a site is built from, and never leaves them. Hides the differences between the systems' paths and renames.
//!
//! - In: a top folder, such as `content/`, `public/` or `themes/`, and the folder in it to start from.
//! - Out: the files and folders there, and the paths that cannot be walked. A symbolic link is followed within its top folder.
//!   A link out of it is reported: otherwise, anyone who can add a link to the project could publish any file of the computer.
//!   Also stamps, which show whether a file has changed.
//! - Never: reads a file. No other crate of the workspace depends on `walkdir`.

mod left_behind;
mod real_path;
mod rename;
mod stamp;

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

pub use left_behind::is_left_behind;
pub use real_path::{absolute, real_path, slashed};
pub use rename::{is_in_use, rename};
pub use stamp::Stamp;

/// A file or folder that the walk reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path of the entry, starting with the walked folder. Symbolic links in it are not resolved.
    pub path: PathBuf,
    /// Whether the entry is a folder, or a symbolic link to a folder.
    pub is_folder: bool,
    /// Whether the entry is a symbolic link.
    pub is_link: bool,
}

/// A file, folder, or link that exists, but cannot be read or must not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreachable {
    /// Path of the file, folder, or link.
    pub path: PathBuf,
    /// Reason, worded to follow "cannot read a/path: ".
    pub why: String,
}

/// Returns `folder`, which is `top` or a folder below it, and everything in it, sorted by name. Skips files and folders for whose
/// name `is_skipped` returns `true`, and hidden links without a target, which editors use as lock files.
pub fn walk(
    top: &Path,
    folder: &Path,
    is_skipped: fn(&str) -> bool,
) -> Box<dyn Iterator<Item = Result<Entry, Unreachable>> + Send> {
    let boundary = match Boundary::of(top) {
        Ok(boundary) => boundary,
        Err(error) => return only(unreachable(top, error.to_string())),
    };
    // The path of `folder` itself may lead out of `top`, through a link or `..`.
    if let Some(why) = boundary.crossed(folder) {
        return only(unreachable(folder, why));
    }
    // Siblings share a parent, so comparing whole paths sorts by name.
    let entries = WalkDir::new(folder)
        .follow_links(true)
        .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()));
    let mut walk = Walk {
        boundary,
        folder: folder.to_owned(),
        is_skipped,
        entries: entries.into_iter(),
        linked: None,
    };
    let all = std::iter::from_fn(move || walk.entries.next().map(|entry| walk.check(entry)));
    Box::new(all.flatten())
}

fn only(unreachable: Unreachable) -> Box<dyn Iterator<Item = Result<Entry, Unreachable>> + Send> {
    Box::new(std::iter::once(Err(unreachable)))
}

/// State of a walk.
struct Walk {
    boundary: Boundary,
    folder: PathBuf,
    is_skipped: fn(&str) -> bool,
    entries: walkdir::IntoIter,
    /// Depth of the linked folder that is being walked; `None` outside of linked folders.
    linked: Option<usize>,
}

impl Walk {
    /// Returns the entry, or the reason why it cannot be walked; `None` if it is skipped.
    fn check(&mut self, entry: walkdir::Result<DirEntry>) -> Option<Result<Entry, Unreachable>> {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let failure = self.boundary.failure(&self.folder, &error, self.is_skipped);
                return failure.map(Err);
            }
        };
        self.linked = self.linked.filter(|depth| entry.depth() > *depth);
        let is_folder = entry.file_type().is_dir();
        let is_link = entry.path_is_symlink();
        let crossed = || self.boundary.crossed(entry.path());
        let fault = if let Some(why) = is_link.then(crossed).flatten() {
            Some(why)
        } else if is_link && is_folder && self.linked.is_some() {
            // Folders that link to each other can have exponentially many paths.
            Some("it links to a folder, and is itself in a linked folder".to_owned())
        } else if !is_folder && !entry.file_type().is_file() {
            // Reading a pipe or a device may never end.
            Some("it is a pipe, a socket or a device, not a file".to_owned())
        } else {
            None
        };
        let name = entry.file_name().to_string_lossy();
        let is_skipped = entry.depth() > 0 && (self.is_skipped)(&name);
        if is_folder && (is_skipped || fault.is_some()) {
            self.entries.skip_current_dir();
        } else if is_link && is_folder {
            self.linked = self.linked.or(Some(entry.depth()));
        }
        match fault {
            _ if is_skipped => None,
            Some(why) => Some(Err(unreachable(entry.path(), why))),
            None => Some(Ok(Entry {
                is_folder,
                is_link,
                path: entry.into_path(),
            })),
        }
    }
}

/// The top folder, which a walk never leaves.
struct Boundary {
    /// Parent of the top folder, which is left out of paths in messages.
    parent: PathBuf,
    /// Name of the top folder.
    name: String,
    /// Canonical path of the parent, followed by the name. If the top folder is itself a link, everything in it counts as outside.
    resolved: PathBuf,
}

impl Boundary {
    fn of(top: &Path) -> std::io::Result<Self> {
        let parent = top.parent().unwrap_or(top);
        let resolved = real_path(parent)?;
        let name = top.file_name().unwrap_or_default();
        Ok(Self {
            parent: parent.to_owned(),
            name: name.to_string_lossy().into_owned(),
            resolved: resolved.join(name),
        })
    }

    /// Returns a message if a path leads outside the top folder, otherwise `None`.
    fn crossed(&self, path: &Path) -> Option<String> {
        let resolved = real_path(path).ok()?;
        let target = path.read_link().unwrap_or_else(|_| resolved.clone());
        (!resolved.starts_with(&self.resolved)).then(|| {
            let (target, name) = (slashed(&target), &self.name);
            format!("it links to {target}, which is outside of {name}/")
        })
    }

    fn failure(
        &self,
        folder: &Path,
        error: &walkdir::Error,
        is_skipped: fn(&str) -> bool,
    ) -> Option<Unreachable> {
        let path = error.path().unwrap_or(folder);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let missing = path.read_link().ok().filter(|_| !path.exists());
        if error.depth() > 0 && (is_skipped(&name) || missing.is_some() && name.starts_with('.')) {
            return None;
        }
        let why = match (missing, error.loop_ancestor(), error.io_error()) {
            (Some(target), ..) => {
                format!("it links to {}, which does not exist", slashed(&target))
            }
            (None, Some(ancestor), _) => {
                let ancestor = ancestor.strip_prefix(&self.parent).unwrap_or(ancestor);
                format!("it links back to {}", slashed(ancestor))
            }
            (None, None, Some(error)) => error.to_string(),
            (None, None, None) => error.to_string(),
        };
        Some(unreachable(path, why))
    }
}

fn unreachable(path: &Path, why: String) -> Unreachable {
    Unreachable {
        path: path.to_owned(),
        why,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// Creates a project with files and links, walks it from `start`, and returns a line for each file and each path that cannot be
    /// walked.
    fn walked(links: &[(&str, &str)], start: &str) -> Vec<String> {
        let project = tempfile::tempdir().unwrap();
        let root = project.path().join("site");
        fs::create_dir_all(root.join("public/docs")).unwrap();
        fs::write(root.join("public/docs/a.txt"), "").unwrap();
        fs::write(root.join("public/b.txt"), "").unwrap();
        fs::write(root.join("secret.txt"), "").unwrap();
        fs::create_dir_all(project.path().join("public-of-another")).unwrap();
        for (link, target) in links {
            symlink(target, root.join(link)).unwrap();
        }
        let shown = |path: &Path| slashed(path.strip_prefix(&root).unwrap());
        let found = walk(&root.join("public"), &root.join(start), |name| {
            name == "skip"
        });
        let found = found.filter_map(|one| match one {
            Ok(entry) if entry.is_folder => None,
            Ok(entry) => Some(shown(&entry.path)),
            Err(one) => Some(format!("{}: {}", shown(&one.path), one.why)),
        });
        found.collect()
    }

    #[test]
    fn a_link_is_followed_within_its_top_folder_only() {
        let rest = ["public/b.txt", "public/docs/a.txt"];
        for (link, target, expected) in [
            ("public/c.txt", "docs/a.txt", &["public/c.txt"][..]),
            ("public/a", "docs", &["public/a/a.txt"]),
            ("public/docs/skip", "../docs", &[]),
            ("public/skip", "/", &[]),
            ("public/.lock", "me@host.42", &[]),
            (
                "public/env.txt",
                "/proc/self/environ",
                &["public/env.txt: it links to /proc/self/environ, which is outside of public/"],
            ),
            (
                "public/all",
                "/",
                &["public/all: it links to /, which is outside of public/"],
            ),
            (
                "public/.hidden",
                "/etc",
                &["public/.hidden: it links to /etc, which is outside of public/"],
            ),
            (
                "public/docs/secret",
                "../../secret.txt",
                &["public/docs/secret: it links to ../../secret.txt, which is outside of public/"],
            ),
            (
                "public/like",
                "../../public-of-another",
                &["public/like: it links to ../../public-of-another, which is outside of public/"],
            ),
            (
                "public/site",
                "..",
                &["public/site: it links to .., which is outside of public/"],
            ),
            (
                "public/docs/up",
                "../docs",
                &["public/docs/up: it links back to public/docs"],
            ),
            (
                "public/gone",
                "nowhere",
                &["public/gone: it links to nowhere, which does not exist"],
            ),
        ] {
            let mut expected: Vec<&str> = expected.iter().copied().chain(rest).collect();
            let mut found = walked(&[(link, target)], "public");
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{link} -> {target}");
        }
    }

    #[test]
    fn pipes_sockets_and_devices_are_not_files() {
        let project = tempfile::tempdir().unwrap();
        let top = project.path().join("public");
        fs::create_dir(&top).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(top.join("socket")).unwrap();
        symlink("socket", top.join("link")).unwrap();
        let found = walk(&top, &top, |_| false);
        let found: Vec<String> = found.filter_map(|one| Some(one.err()?.why)).collect();
        assert_eq!(found, ["it is a pipe, a socket or a device, not a file"; 2]);
    }

    #[test]
    fn the_start_of_a_walk_must_not_lead_out_either() {
        for (links, start, expected) in [
            (&[][..], "public/../secret.txt", "is outside of public/"),
            (
                &[("public/x", "..")][..],
                "public/x",
                "it links to .., which is outside of public/",
            ),
            (
                &[("themes", "/etc")][..],
                "themes",
                "it links to /etc, which is outside of public/",
            ),
        ] {
            let found = walked(links, start);
            assert!(
                found.len() == 1 && found[0].ends_with(expected),
                "{found:?}"
            );
        }
        assert!(walked(&[], "public/none")[0].contains("No such file"));
    }

    /// Twelve folders that link to each other have hundreds of millions of paths.
    #[test]
    fn linked_folders_are_not_walked_over_and_over() {
        let project = tempfile::tempdir().unwrap();
        let top = project.path().join("public");
        for folder in 0..12 {
            fs::create_dir_all(top.join(folder.to_string())).unwrap();
            for other in (0..12).filter(|other| *other != folder) {
                let link = top.join(format!("{folder}/to-{other}"));
                symlink(format!("../{other}"), link).unwrap();
            }
        }
        let found: Vec<_> = walk(&top, &top, |_| false).collect();
        assert!(found.len() < 5_000, "{}", found.len());
        assert!(found.iter().any(Result::is_err));
    }
}
