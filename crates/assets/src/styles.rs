//! Styles of a site without widgets: copies them under fingerprinted names and rewrites their references, without Node.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Source};

use crate::codes::STYLE_ERROR;
use crate::css::{OPEN_QUOTE, addresses, end_of_quote, first_mistake, is_file};
use crate::css_foreign::foreign_rule;
use crate::fingerprint::fingerprint;
use crate::inputs::{BundleInputs, unreachable_below};
use crate::manifest::{Bundle, Manifest};
use crate::text_files;

/// Copies the style sheets directly in the styles' folder, and every file that they refer to. Fails with all mistakes in the style sheets,
/// including references to files that do not exist.
pub(crate) fn copy(inputs: &BundleInputs) -> Result<Bundle, Vec<Diagnostic>> {
    let theme = inputs.styles.parent().unwrap_or(inputs.styles);
    let mut reachable = Vec::new();
    // Files that cannot be reached are not reported here, but with the theme's other files.
    unreachable_below(theme.parent().unwrap_or(theme), theme, &mut reachable);
    let mut copied = Copied {
        inputs,
        reachable: reachable.into_iter().collect(),
        urls: BTreeMap::new(),
        files: BTreeMap::new(),
    };
    let mut findings = Vec::new();
    for sheet in style_sheets(inputs.styles, &copied.reachable) {
        let copied = copied.copy(&sheet, &mut Vec::new());
        findings.extend(copied.err().into_iter().flatten());
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let urls = copied.urls.into_iter();
    let manifest = Manifest {
        urls: urls.filter_map(|(name, url)| Some((name, url?))).collect(),
        ..Manifest::default()
    };
    Ok(Bundle {
        files: copied.files,
        manifest,
        is_complete: true,
        ..Bundle::default()
    })
}

/// Returns the style sheets among `files` that are directly in the styles' folder: `main.css` first, the others sorted by name.
fn style_sheets(styles: &Path, files: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let is_sheet = |path: &&PathBuf| {
        let is_css = path.extension().is_some_and(|extension| extension == "css");
        is_css && path.parent() == Some(styles)
    };
    let mut sheets: Vec<PathBuf> = files.iter().filter(is_sheet).cloned().collect();
    sheets.sort_by_key(|path| path.file_stem().is_none_or(|name| name != "main"));
    sheets
}

/// The files copied so far.
struct Copied<'a> {
    inputs: &'a BundleInputs<'a>,
    /// Files of the theme. Links to files outside the theme are not among them, so that these files are not read.
    reachable: BTreeSet<PathBuf>,
    /// URLs by path relative to the theme's folder; `None` for a file with mistakes, which are reported once.
    urls: BTreeMap<String, Option<String>>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Copied<'_> {
    /// Copies a file, after all files that it refers to, because its text must contain their URLs. Returns the file's URL path, or
    /// the mistakes in the file. `importing` contains the chain of style sheets that import this file.
    fn copy(
        &mut self,
        file: &Path,
        importing: &mut Vec<PathBuf>,
    ) -> Result<String, Vec<Diagnostic>> {
        let theme = self.inputs.styles.parent().unwrap_or(self.inputs.styles);
        let name = walk::slashed(file.strip_prefix(theme).unwrap_or(file));
        if let Some(url) = self.urls.get(&name) {
            return url.clone().ok_or_else(Vec::new);
        }
        self.urls.insert(name.clone(), None);
        let mut bytes =
            text_files::read(file).map_err(|error| vec![self.inputs.unreadable(file)(error)])?;
        if file.extension().is_some_and(|extension| extension == "css") {
            let text = String::from_utf8(bytes).map_err(|_| {
                let source = self.inputs.source(file, String::new());
                vec![
                    Diagnostic::new(&STYLE_ERROR, "this style sheet is not UTF-8 text")
                        .at(Place::new(&source, 0..1), "")
                        .help("save the file as UTF-8"),
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
        self.urls.insert(name, Some(url.clone()));
        Ok(url)
    }

    /// Returns the text of a style sheet in which each reference to a file is replaced by its URL, or all mistakes in the style
    /// sheet.
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
        let mut has_mistakes = false;
        let mut open_quote: Option<usize> = None;
        if let Some(mistake) = first_mistake(text) {
            let at = mistake.at;
            let help = foreign_rule(&text[at..]).or_else(|| mistake.help.map(str::to_owned));
            let mut finding = error(mistake.message.to_owned(), at, 1).maybe_help(help);
            if let Some(sign) = mistake.missing {
                let help = format!("write `{}` here", sign.trim_start());
                let fix = Fix::replace(&help, Place::new(&source, at..at), sign);
                finding = finding.help(help).fix(fix);
            }
            open_quote = (mistake.message == OPEN_QUOTE).then_some(at);
            if let Some(length) = end_of_quote(&text[at..]).filter(|_| open_quote.is_some()) {
                let (quote, whole) = (&text[at..=at], &text[at..at + length]);
                let place = Place::new(&source, at..at + length);
                let new = format!("{whole}{quote}");
                let help = format!("write {new}");
                let fix = Fix::replace(&help, place.clone(), new).to_confirm();
                finding = finding.at(place, "").help(help).fix(fix);
            }
            found.push(finding);
        }
        for range in addresses(text) {
            // The address goes on to the next quote.
            if open_quote.is_some_and(|at| at < range.start) {
                break;
            }
            let address = &text[range.clone()];
            if !is_file(address) {
                continue;
            }
            let (path, suffix) = split_suffix(address);
            let target = normalized(&folder.join(path));
            let length = path.len().max(1);
            let problem = if importing.contains(&target) {
                let message = format!("import cycle: {path} imports this file");
                Some((message, "remove one of the two imports"))
            } else if !target.starts_with(theme) {
                let message = format!("{path} is outside of the theme");
                Some((
                    message,
                    "copy the file into the theme, and refer to it there",
                ))
            } else if !target.is_file() {
                let message = format!("no such file: {path}");
                Some((
                    message,
                    "write the path of a file, relative to this style sheet",
                ))
            } else {
                None
            };
            if let Some((message, help)) = problem {
                found.push(error(message, range.start, length).help(help));
            } else if self.reachable.contains(&target) {
                match self.copy(&target, importing) {
                    Ok(url) => {
                        rewritten.push_str(&text[copied_to..range.start]);
                        rewritten.push_str(&url);
                        rewritten.push_str(suffix);
                        copied_to = range.end;
                    }
                    Err(more) => {
                        found.extend(more);
                        has_mistakes = true;
                    }
                }
            }
        }
        rewritten.push_str(&text[copied_to..]);
        if found.is_empty() && !has_mistakes {
            Ok(rewritten)
        } else {
            Err(found)
        }
    }
}

/// Splits an address into the path and the query or fragment: `sprite.svg#icon` becomes `sprite.svg` and `#icon`.
fn split_suffix(address: &str) -> (&str, &str) {
    address.split_at(address.find(['?', '#']).unwrap_or(address.len()))
}

/// Resolves `.` and `..` without accessing the file system, so that equal files have equal names.
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
