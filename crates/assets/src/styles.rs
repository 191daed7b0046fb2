//! Styles of a site without widgets: copied under fingerprinted names with rewritten references, without Node.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

use crate::codes::STYLE_ERROR;
use crate::css::{addresses, is_file, unbalanced};
use crate::fingerprint::fingerprint;
use crate::inputs::Inputs;
use crate::manifest::{Bundle, Manifest};

/// Copies `main.css` of the styles' folder and every file it refers to.
///
/// # Errors
/// Every mistake in the style sheets, including files that do not exist.
pub(crate) fn copy(inputs: &Inputs) -> Result<Bundle, Vec<Diagnostic>> {
    let main = inputs.styles.join("main.css");
    let mut copied = Copied {
        inputs,
        urls: BTreeMap::new(),
        files: BTreeMap::new(),
    };
    if main.exists() {
        copied.copy(&main, &mut Vec::new())?;
    }
    let manifest = Manifest {
        urls: copied.urls,
        ..Manifest::default()
    };
    Ok(Bundle {
        files: copied.files,
        manifest,
        whole: true,
        ..Bundle::default()
    })
}

/// Files copied so far.
struct Copied<'a> {
    inputs: &'a Inputs<'a>,
    /// URLs by path relative to the theme's folder.
    urls: BTreeMap<String, String>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Copied<'_> {
    /// Copies one file after every file it refers to, because their names go into its text. Returns its URL path.
    /// `importing` are the style sheets that are being copied and import this file.
    fn copy(
        &mut self,
        file: &Path,
        importing: &mut Vec<PathBuf>,
    ) -> Result<String, Vec<Diagnostic>> {
        let theme = self.inputs.styles.parent().unwrap_or(self.inputs.styles);
        let name = file
            .strip_prefix(theme)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        if let Some(url) = self.urls.get(&name) {
            return Ok(url.clone());
        }
        let mut bytes =
            fs::read(file).map_err(|error| vec![self.inputs.unreadable(file)(error)])?;
        if file.extension().is_some_and(|extension| extension == "css") {
            let text = String::from_utf8(bytes).map_err(|_| {
                let source = self.inputs.source(file, String::new());
                vec![
                    Diagnostic::new(&STYLE_ERROR, "this style sheet is not UTF-8 text")
                        .at(Place::new(&source, 0..1), ""),
                ]
            })?;
            importing.push(file.to_owned());
            let rewritten = self.rewrite(file, text, importing);
            importing.pop();
            bytes = rewritten?.into_bytes();
        }
        let path = fingerprint(&name, &bytes);
        let url = format!("/{path}");
        self.files.insert(path, bytes);
        self.urls.insert(name, url.clone());
        Ok(url)
    }

    /// Returns the text of a style sheet with the URLs of its files. Reports all missing files of a sheet together.
    fn rewrite(
        &mut self,
        file: &Path,
        text: String,
        importing: &mut Vec<PathBuf>,
    ) -> Result<String, Vec<Diagnostic>> {
        let folder = file.parent().unwrap_or(file);
        let theme = self.inputs.styles.parent().unwrap_or(self.inputs.styles);
        let source: Arc<Source> = self.inputs.source(file, text);
        let text = source.text.as_str();
        let error = |message: String, start: usize, length: usize| {
            let place = Place::new(&source, start..start + length);
            Diagnostic::new(&STYLE_ERROR, message).at(place, "")
        };
        let mut rewritten = String::new();
        let mut copied_to = 0;
        let mut found = Vec::new();
        if let Some((at, message)) = unbalanced(text) {
            found.push(error(message.to_owned(), at, 1));
        }
        for range in addresses(text) {
            let address = &text[range.clone()];
            if !is_file(address) {
                continue;
            }
            let (path, suffix) = split_suffix(address);
            let target = normalized(&folder.join(path));
            let length = path.len().max(1);
            if importing.contains(&target) {
                let message = format!("{path} imports this file in turn");
                found.push(error(message, range.start, length));
            } else if !target.starts_with(theme) {
                let message = format!("{path} is outside of the theme");
                found.push(error(message, range.start, length));
            } else if !target.is_file() {
                let message = format!("no such file: {path}");
                found.push(error(message, range.start, length));
            } else {
                match self.copy(&target, importing) {
                    Ok(url) => {
                        rewritten.push_str(&text[copied_to..range.start]);
                        rewritten.push_str(&url);
                        rewritten.push_str(suffix);
                        copied_to = range.end;
                    }
                    Err(more) => found.extend(more),
                }
            }
        }
        rewritten.push_str(&text[copied_to..]);
        if found.is_empty() {
            Ok(rewritten)
        } else {
            Err(found)
        }
    }
}

/// Splits query and fragment off an address: `sprite.svg#icon` becomes `sprite.svg` and `#icon`.
fn split_suffix(address: &str) -> (&str, &str) {
    address.split_at(address.find(['?', '#']).unwrap_or(address.len()))
}

/// Resolves `..` without asking the file system, so that equal files have equal names.
fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if normalized.file_name().is_some() => drop(normalized.pop()),
            Component::CurDir => {}
            part => normalized.push(part),
        }
    }
    normalized
}
