//! Names of files that not every system can store. They are reported on every system, because a site is written on some computers,
//! stored in version control, and built on others.

use std::collections::{BTreeMap, BTreeSet};

use diagnostic::Severity::{Error, Warning};
use diagnostic::{ByText, Diagnostic, Place, Source};

use crate::slug::{composed, folded};

use crate::codes::{CASE_CLASH, LONG_PATH, UNPORTABLE_NAME};
use crate::tree::Tree;

/// Names that Windows reserves for devices, also with an extension and in upper case
/// (<https://learn.microsoft.com/windows/win32/fileio/naming-a-file>).
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Characters that Windows allows in no name.
const FORBIDDEN: [char; 8] = ['<', '>', ':', '"', '|', '?', '*', '\\'];

/// Longest path in UTF-16 code units, relative to the project. Most Windows programs open paths of at most 259, and the folder of
/// the project can easily have 60.
const LONGEST_PATH: usize = 200;

/// Maximum length of a name in bytes, on every common file system.
const LONGEST_NAME: usize = 255;

/// Reports the files and folders of a tree that Windows or macOS cannot store, and those that are the same file for them. That is an
/// error for two texts, because their pages would have the same URL on many hosts.
pub fn check(tree: &Tree) -> Vec<Diagnostic> {
    let texts = tree.texts.iter().chain(&tree.unreadable);
    let sources: BTreeMap<&str, _> = texts.map(|(path, source)| (&**path, source)).collect();
    let others = tree.other_files.iter().map(String::as_str);
    let paths: Vec<&str> = sources.keys().copied().chain(others).collect();
    let start = |path: &str| sources.get(path).map(|source| Place::start_of(source));
    let finding = |fault: Fault<'_>| {
        let (diagnostic, place) = (fault.diagnostic(), start(fault.path));
        if let FaultKind::SameAs(other) = fault.kind
            && let (Some(second), Some(first)) = (&place, start(other))
        {
            let mut diagnostic = diagnostic.at_duplicate(second.clone(), first);
            diagnostic.severity = CASE_CLASH.severity;
            return diagnostic;
        }
        let place = place.unwrap_or_else(|| Place::start_of(&Source::new(fault.path, "")));
        diagnostic.at(place, "")
    };
    faults(&paths).into_iter().map(finding).collect()
}

/// A path that not every system can store.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    /// Path of the file.
    pub path: &'a str,
    /// What is wrong with it.
    pub kind: FaultKind<'a>,
}

/// What is wrong with a path.
#[derive(Debug, PartialEq, Eq)]
pub enum FaultKind<'a> {
    /// The end of this part of the path is the name of the file or folder, which Windows cannot store, for a reason.
    Name(&'a str, String),
    /// This path is the same for Windows and macOS.
    SameAs(&'a str),
    /// The path is too long. The number is its length.
    Long(usize),
    /// No system can store a file with this name.
    LongName(&'a str),
}

impl Fault<'_> {
    /// Returns the finding, a warning without a place.
    pub fn diagnostic(&self) -> Diagnostic {
        let path = self.path;
        match &self.kind {
            FaultKind::Name(part, why) => {
                let message = format!("Windows cannot store `{part}`: {why}");
                Diagnostic::new(&UNPORTABLE_NAME, message).help("rename it")
            }
            FaultKind::SameAs(other) => {
                let how = if composed(path) == composed(other) {
                    "in how accented letters are encoded (Unicode normalization)"
                } else {
                    "in upper and lower case"
                };
                let message = format!("`{path}` and `{other}` differ only {how}");
                let mut diagnostic = Diagnostic::new(&CASE_CLASH, message).help(
                    "rename or remove one of the two: Windows and macOS can store only one of them",
                );
                diagnostic.severity = Warning;
                diagnostic
            }
            FaultKind::Long(length) => {
                let message = format!("the path `{path}` has {length} characters");
                let help = format!(
                    "shorten it to at most {LONGEST_PATH}: many Windows programs open paths of at most 259, and the project's \
                     folder is part of them"
                );
                Diagnostic::new(&LONG_PATH, message).help(help)
            }
            FaultKind::LongName(name) => {
                let message = format!("the name `{name}` has {} bytes", name.len());
                let help =
                    format!("shorten it: no system can store a name of more than {LONGEST_NAME}");
                let mut diagnostic = Diagnostic::new(&LONG_PATH, message).help(help);
                diagnostic.severity = Error;
                diagnostic
            }
        }
    }
}

/// Returns the faults of paths with `/` as separator. A fault of a folder's name is returned once, for the first path in it.
pub fn faults<'a>(paths: &[&'a str]) -> Vec<Fault<'a>> {
    let mut faults = Vec::new();
    let mut named = BTreeSet::new();
    let mut known: ByText<String, &str> = ByText::default();
    // Most paths are in the same folder as the one before.
    let mut portable = None;
    for path in paths.iter().copied() {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let fault = if portable == Some(folder) {
            fault_of_name(name).map(|why| (path, why))
        } else {
            bad_name(path)
        };
        if let Some((part, why)) = fault {
            if named.insert(part) {
                let kind = FaultKind::Name(part, why);
                faults.push(Fault { path, kind });
            }
            continue;
        }
        portable = Some(folder);
        let length = path.encode_utf16().count();
        let mut names = path.split('/');
        if let Some(name) = names.find(|name| name.len() > LONGEST_NAME) {
            let kind = FaultKind::LongName(name);
            faults.push(Fault { path, kind });
        } else if length > LONGEST_PATH {
            let kind = FaultKind::Long(length);
            faults.push(Fault { path, kind });
        }
        if let Some(other) = known.insert(folded(path), path) {
            let kind = FaultKind::SameAs(other);
            faults.push(Fault { path, kind });
        }
    }
    faults
}

/// Returns the part of a path up to the first name that Windows cannot store, and the reason.
fn bad_name(path: &str) -> Option<(&str, String)> {
    let mut end = 0;
    for name in path.split('/') {
        end += name.len();
        if let Some(why) = fault_of_name(name) {
            return Some((&path[..end], why));
        }
        end += 1;
    }
    None
}

/// Returns why Windows cannot store a file or folder with this name.
fn fault_of_name(name: &str) -> Option<String> {
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    let is_port = || {
        let (kind, number) = stem.split_at_checked(3)?;
        let is_kind = ["com", "lpt"]
            .iter()
            .any(|one| kind.eq_ignore_ascii_case(one));
        let mut number = number.chars();
        let is_number = matches!(number.next()?, '0'..='9' | '¹' | '²' | '³');
        Some(is_kind && is_number && number.next().is_none())
    };
    let is_device = DEVICES.iter().any(|one| stem.eq_ignore_ascii_case(one));
    if is_device || is_port().unwrap_or_default() {
        return Some(format!("`{stem}` is the name of a device"));
    }
    let is_bad = |one: &char| *one < ' ' || FORBIDDEN.contains(one);
    match name.chars().find(is_bad) {
        Some(..' ') => return Some("it contains a control character".to_owned()),
        Some(character) => return Some(format!("it contains `{character}`")),
        None => {}
    }
    match name.chars().next_back()? {
        '.' => Some("it ends with a dot".to_owned()),
        ' ' => Some("it ends with a space".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_not_every_system_can_store() {
        let long = format!("content/{}/{}.md", "a".repeat(100), "b".repeat(100));
        let long_message = format!("the path `{long}` has 212 characters");
        for (paths, expected) in [
            (
                &["a/con.md"][..],
                "Windows cannot store `a/con.md`: `con` is the name of a device",
            ),
            (
                &["NUL"],
                "Windows cannot store `NUL`: `NUL` is the name of a device",
            ),
            (
                &["Aux .tar.gz"],
                "Windows cannot store `Aux .tar.gz`: `Aux` is the name of a device",
            ),
            (
                &["com1/a.md", "com1/b.md"],
                "Windows cannot store `com1`: `com1` is the name of a device",
            ),
            (
                &["lpt².txt"],
                "Windows cannot store `lpt².txt`: `lpt²` is the name of a device",
            ),
            (
                &["a/b./c.md"],
                "Windows cannot store `a/b.`: it ends with a dot",
            ),
            (
                &["a/b /c.md"],
                "Windows cannot store `a/b `: it ends with a space",
            ),
            (
                &["10:30.png"],
                "Windows cannot store `10:30.png`: it contains `:`",
            ),
            (
                &["a\\b.png"],
                "Windows cannot store `a\\b.png`: it contains `\\`",
            ),
            (
                &["a\tb.png"],
                "Windows cannot store `a\tb.png`: it contains a control character",
            ),
            (
                &["About.md", "about.md"],
                "`about.md` and `About.md` differ only in upper and lower case",
            ),
            (
                &["Ä/a.md", "ä/a.md"],
                "`ä/a.md` and `Ä/a.md` differ only in upper and lower case",
            ),
            (
                &["u\u{308}ber.png", "\u{fc}ber.png"],
                "`\u{fc}ber.png` and `u\u{308}ber.png` differ only in how accented letters are encoded (Unicode normalization)",
            ),
            (&[&long], &long_message),
            (
                &[
                    "console.md",
                    "com.md",
                    "com10.md",
                    "compass.md",
                    "a.b.md",
                    ".well-known/a",
                    "null",
                    "u\u{308}.md",
                ],
                "",
            ),
        ] {
            let messages = faults(paths)
                .into_iter()
                .map(|fault| fault.diagnostic().message);
            assert_eq!(messages.collect::<Vec<_>>().join("\n"), expected);
        }
    }
}
