//! Replaces one file of the project, such as `content/urls.toml`.

use std::fs;
use std::io;
use std::path::Path;

use diagnostic::Diagnostic;
use diagnostic::line_endings::{edited, normalized};

use crate::codes;

/// Replaces the text of a file in one step. `old` is the normalized text that the caller has read, or `None` if the file did not
/// exist. The file keeps its byte order mark and its line endings. `shown` is the name of the file in messages. Fails with a finding if the
/// file has changed since the caller read it, or cannot be written. In that case, the file is unchanged.
pub fn replace_file(
    path: &Path,
    shown: &str,
    old: Option<&str>,
    text: &str,
) -> Result<(), Diagnostic> {
    let now = fs::read_to_string(path).ok();
    let is_unchanged = match (&now, old) {
        (Some(now), Some(old)) => normalized(now.clone()) == old,
        (None, None) => !path.exists(),
        _ => false,
    };
    if !is_unchanged {
        return Err(changed_meanwhile(shown));
    }
    let text = now.map_or_else(|| text.to_owned(), |now| edited(&now, text));
    write_in_one_step(path, text.as_bytes()).map_err(|error| cannot_write(shown, &error))
}

/// Returns the finding that a file has changed since it was read.
pub(crate) fn changed_meanwhile(shown: &str) -> Diagnostic {
    let message = format!("{shown} was changed while this command ran; it was not written");
    Diagnostic::new(&codes::CANNOT_WRITE, message).help("run the command again")
}

/// Returns the finding that a file cannot be written.
pub(crate) fn cannot_write(shown: &str, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write {shown}: {error}");
    Diagnostic::new(&codes::CANNOT_WRITE, message)
}

/// Writes a file and creates its folders. If that fails or is interrupted, the file keeps its content.
pub(crate) fn write_in_one_step(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    // If the path is a symbolic link, its target is replaced.
    let path = &walk::real_path(path).unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = path.with_file_name(format!(".{name}.new-{}", std::process::id()));
    let written = fs::write(&new, bytes).and_then(|()| match fs::metadata(path) {
        Ok(metadata) => fs::set_permissions(&new, metadata.permissions()),
        Err(_) => Ok(()),
    });
    let done = written.and_then(|()| walk::rename(&new, path));
    done.inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
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
        fs::write(&file, "\u{feff}two\r\n").unwrap();
        assert_eq!(replaced(Some("two\n"), "two\nthree\n"), Ok(()));
        let written = fs::read_to_string(&file).unwrap();
        assert_eq!(written, "\u{feff}two\r\nthree\r\n");
        assert!(is_alone());
    }
}
