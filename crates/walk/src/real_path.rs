//! Paths in the forms that people read, other programs open, and keys contain.

#![expect(
    clippy::disallowed_methods,
    reason = "only this file removes the prefix"
)]

use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Returns the absolute path of an existing file or folder, with links resolved, for comparisons and messages. On Windows, the
/// standard library returns it in a form that starts with `\\?\`, which Node, among others, cannot open; this function does not. Fails if
/// the file or folder does not exist, or a folder above it cannot be read.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    // On Windows, the path of the current folder is not empty either.
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    let path = path.canonicalize()?;
    Ok(match path.to_str().and_then(without_verbatim_prefix) {
        Some(plain) => plain.into(),
        None => path,
    })
}

/// Returns the absolute path of a folder, as another program reports it after it was given this path. On Windows, links are not
/// resolved: a drive letter that stands for a folder on the network would become a path that `npm` cannot use as its current
/// folder. Elsewhere they are, because macOS reports changed files by their real path.
pub fn absolute(path: &Path) -> PathBuf {
    let absolute = if cfg!(windows) {
        std::path::absolute(path)
    } else {
        path.canonicalize()
    };
    absolute.unwrap_or_else(|_| path.to_owned())
}

/// Returns a path with `/` as separator, as findings, keys of the cache, and URLs have it on every system. A name that is not UTF-8
/// contains replacement characters.
pub fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
}

/// Returns a Windows path without the prefix `\\?\`, or `None` if it has none. It is part of paths that the system uses as they
/// are (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file#win32-file-namespaces>).
fn without_verbatim_prefix(path: &str) -> Option<String> {
    let rest = path.strip_prefix(r"\\?\")?;
    match rest.strip_prefix(r"UNC\") {
        Some(share) => Some(format!(r"\\{share}")),
        None => (rest.as_bytes().get(1) == Some(&b':')).then(|| rest.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbatim_prefixes() {
        for (path, plain) in [
            (r"\\?\C:\site", Some(r"C:\site")),
            (r"\\?\C:\", Some(r"C:\")),
            (r"\\?\UNC\office\files\site", Some(r"\\office\files\site")),
            (r"\\?\Volume{b75e2c83}\site", None),
            (r"C:\site", None),
            ("/home/site", None),
        ] {
            assert_eq!(without_verbatim_prefix(path).as_deref(), plain, "{path}");
        }
    }

    #[test]
    fn the_current_folder_has_a_path() {
        for path in ["", "."] {
            let path = real_path(Path::new(path)).unwrap();
            assert_eq!(path, std::env::current_dir().unwrap());
        }
        assert!(real_path(Path::new("none")).is_err());
    }
}
