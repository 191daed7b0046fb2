//! Replaces one file of the project, such as `content/urls.toml`.

use std::fs;
use std::io;
use std::path::Path;

use diagnostic::Diagnostic;

use crate::codes;

/// Replaces the text of a file in one step. `old` is the text that the caller has read, without a byte order mark, or `None` if
/// the file did not exist. `shown` is the name of the file in messages.
///
/// # Errors
/// Returns a finding if the file has changed since the caller read it, or cannot be written. In that case, the file is unchanged.
pub fn replace_file(
    path: &Path,
    shown: &str,
    old: Option<&str>,
    text: &str,
) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| {
        let message = format!("cannot write {shown}: {error}");
        Diagnostic::new(&codes::CANNOT_WRITE, message)
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    // If the path is a symbolic link, its target is replaced.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = path.with_file_name(format!(".{name}.new-{}", std::process::id()));
    let written = fs::write(&new, text).and_then(|()| match fs::metadata(path) {
        Ok(metadata) => fs::set_permissions(&new, metadata.permissions()),
        Err(_) => Ok(()),
    });
    let is_unchanged = match fs::read(path) {
        Ok(now) => {
            let mark = content::BYTE_ORDER_MARK.as_bytes();
            let now = now.strip_prefix(mark).unwrap_or(&now);
            old.is_some_and(|old| now == old.as_bytes())
        }
        Err(_) => old.is_none() && !path.exists(),
    };
    let done = match written {
        Ok(()) if !is_unchanged => {
            let message = format!("{shown} was changed while this command ran; it was not written");
            Err(Diagnostic::new(&codes::CANNOT_WRITE, message).help("run the command again"))
        }
        Ok(()) => fs::rename(&new, path).map_err(failed),
        Err(error) => Err(failed(error)),
    };
    if done.is_err() {
        let _ = fs::remove_file(&new);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_if_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("below/urls.toml");
        let replaced = |old, text| {
            let done = replace_file(&file, "urls.toml", old, text);
            done.map_err(|diagnostic| diagnostic.message)
        };
        let changed = "urls.toml was changed while this command ran; it was not written".to_owned();
        assert_eq!(replaced(Some("x"), "y"), Err(changed.clone()));
        assert!(!file.exists());
        assert_eq!(replaced(None, "one"), Ok(()));
        assert_eq!(replaced(None, "two"), Err(changed.clone()));
        assert_eq!(replaced(Some("other"), "two"), Err(changed));
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        let is_alone = || fs::read_dir(file.parent().unwrap()).unwrap().count() == 1;
        assert!(is_alone());
        assert_eq!(replaced(Some("one"), "two"), Ok(()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        fs::write(&file, "\u{feff}two").unwrap();
        assert_eq!(replaced(Some("two"), "three"), Ok(()));
        assert!(is_alone());
    }
}
