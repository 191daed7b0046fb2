//! Styles of a site without widgets: copied under fingerprinted names, references rewritten, without Node.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use diagnostic::Source;

use crate::css::{references, unbalanced};
use crate::fingerprint::fingerprint;
use crate::manifest::{Bundle, Manifest};
use crate::problem::Problem;

/// Copies `main.css` of the folder and everything that it refers to.
pub(crate) fn copy(styles: &Path) -> Result<Bundle, Vec<Problem>> {
    let main = styles.join("main.css");
    let mut copied = Copied {
        root: styles.parent().unwrap_or(styles),
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

struct Copied<'a> {
    /// The theme's folder: names count from here.
    root: &'a Path,
    urls: BTreeMap<String, String>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Copied<'_> {
    /// Copies one file, after all it refers to, for their names go into its text. Returns its URL path.
    /// `open` are the files whose copy waits for this one.
    fn copy(&mut self, file: &Path, open: &mut Vec<PathBuf>) -> Result<String, Vec<Problem>> {
        let name = file
            .strip_prefix(self.root)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        if let Some(url) = self.urls.get(&name) {
            return Ok(url.clone());
        }
        let mut bytes = fs::read(file).map_err(Problem::io(file))?;
        if file.extension().is_some_and(|extension| extension == "css") {
            let text = String::from_utf8(bytes)
                .map_err(|_| vec![Problem::of(file, "is not UTF-8 text")])?;
            open.push(file.to_owned());
            let rewritten = self.rewrite(file, &text, open);
            open.pop();
            bytes = rewritten?.into_bytes();
        }
        let path = fingerprint(&name, &bytes);
        let url = format!("/{path}");
        self.files.insert(path, bytes);
        self.urls.insert(name, url.clone());
        Ok(url)
    }

    /// The text of a style sheet with the URLs of its files. Reports all missing files of a sheet together.
    fn rewrite(
        &mut self,
        file: &Path,
        text: &str,
        open: &mut Vec<PathBuf>,
    ) -> Result<String, Vec<Problem>> {
        let folder = file.parent().unwrap_or(file);
        let mut out = String::new();
        let mut written = 0;
        let mut problems = Vec::new();
        let source = Source::new("", text);
        if let Some((at, what)) = unbalanced(text) {
            problems.push(place(file, &source, at, 1, what.to_owned()));
        }
        for reference in references(text) {
            let (address, suffix) = split_suffix(reference.address);
            let target = normal(&folder.join(address));
            let at = |message: String| {
                place(file, &source, reference.range.start, address.len(), message)
            };
            if open.contains(&target) {
                problems.push(at(format!("{address} imports this file in turn")));
            } else if !target.starts_with(self.root) {
                problems.push(at(format!("{address} is outside of the theme")));
            } else if !target.is_file() {
                problems.push(at(format!("no such file: {address}")));
            } else {
                match self.copy(&target, open) {
                    Ok(url) => {
                        out.push_str(&text[written..reference.range.start]);
                        out.push_str(&url);
                        out.push_str(suffix);
                        written = reference.range.end;
                    }
                    Err(found) => problems.extend(found),
                }
            }
        }
        out.push_str(&text[written..]);
        if problems.is_empty() {
            Ok(out)
        } else {
            Err(problems)
        }
    }
}

/// `sprite.svg#icon` -> `sprite.svg`, `#icon`.
fn split_suffix(address: &str) -> (&str, &str) {
    address.split_at(address.find(['?', '#']).unwrap_or(address.len()))
}

/// Resolves `..` without asking the file system, so that equal files have equal names.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

fn place(file: &Path, source: &Source, at: usize, length: usize, message: String) -> Problem {
    let line_start = source.text[..at]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    Problem {
        line: source.line_column(at).line,
        column: at - line_start + 1,
        length: length.max(1),
        ..Problem::of(file, message)
    }
}
