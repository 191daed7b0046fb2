//! Recognizes copies of documents that file managers and synchronization programs leave behind: `about - Copy.md`.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{ByText, Change, Diagnostic, Fix, Place, Source};
use rayon::prelude::*;

use crate::codes::COPIED_FILE;
use crate::slug::is_slug;

/// Returns a finding for each of the files that is a copy of another one, by the path of the copy. `is_language` returns whether a tag is a
/// language of the site: a translation may still have the text of its original.
///
/// A file is a copy if its name begins with the name of another file in its folder, and the rest of the name cannot be meant for a
/// URL, or the text of both is the same.
pub fn copied_files(
    files: &[&Arc<Source>],
    is_language: impl Fn(&str) -> bool + Sync,
) -> BTreeMap<String, Diagnostic> {
    let by_path: ByText<&str, _> = files.iter().map(|file| (&*file.path, *file)).collect();
    let copies = files.par_iter().with_min_len(256).filter_map(|file| {
        let mut path = String::new();
        let (folder, name) = file.path.rsplit_once('/')?;
        let (stem, extension) = name.rsplit_once('.')?;
        // A translation is not a copy of one into a language whose tag begins with the same letters: `about.zh-hant.md` and `about.zh.md`.
        let name = stem.rsplit_once('.').filter(|(_, tag)| is_language(tag));
        let longest = name.map_or(stem.len(), |(name, _)| name.len());
        // The translation beside its original, and once more in a folder of its language.
        let outer = folder.rsplit_once('/').filter(|(_, tag)| is_language(tag));
        let beside = outer.and_then(|(outer, tag)| by_path.get(format!("{outer}/{stem}.{tag}.{extension}").as_str()));
        let beside = beside.copied().filter(|beside| beside.text == file.text);
        let original = beside.or_else(|| originals(stem)
            .filter(|(base, _)| *base != stem && !base.is_empty() && base.len() <= longest)
            .filter(|(base, _)| !stem.strip_prefix(base).and_then(|rest| rest.strip_prefix('.')).is_some_and(&is_language))
            .find_map(|(base, rest)| {
                path.clear();
                path.extend([folder, "/", base, ".", extension]);
                let original = *by_path.get(path.as_str())?;
                let is_copy = rest.is_none_or(is_of_a_copy) || original.text == file.text;
                is_copy.then_some(original)
            }))?;
        let message = format!("this file is a copy of {}", original.path);
        let diagnostic = Diagnostic::new(&COPIED_FILE, message)
            .at(Place::start_of(file), "")
            .help(match beside {
                Some(_) => "delete it: a translation is beside the document that it translates",
                None => "delete the file that you do not need; rename a copy that is to become another document",
            })
            .fix(Fix {
                label: format!("delete {}", file.path),
                is_safe: false,
                changes: vec![Change::Delete(file.path.clone())],
            });
        Some((file.path.clone(), diagnostic))
    });
    copies.collect()
}

/// Returns whether the name of a folder is that of a copy of the folder `original`, such as `notes copy`.
pub fn is_copy_of(name: &str, original: &str) -> bool {
    originals(name).any(|(base, rest)| base == original && rest.is_none_or(is_of_a_copy))
}

/// Returns the names that the original of a file may have, the longest first, each with the rest of the name; `None` if the name begins
/// like that of a copy.
fn originals(stem: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let beginnings = stem.char_indices().rev().filter_map(|(at, first)| {
        let (base, rest) = stem.split_at(at);
        let is_boundary = !first.is_alphanumeric() || !base.ends_with(char::is_alphanumeric);
        let is_numbered = first.is_ascii_digit() && rest.bytes().all(|byte| byte.is_ascii_digit());
        (is_boundary || is_numbered).then_some((base, Some(rest)))
    });
    let named = named_original(stem).into_iter();
    named.map(|base| (base, None)).chain(beginnings)
}

/// Returns the name that a program has put behind a word for a copy, as in `Copy of about`.
fn named_original(stem: &str) -> Option<&str> {
    const PREFIXES: [&str; 6] = [
        "Copy of ",
        "copy of ",
        "Kopie von ",
        "Copie de ",
        "Copia de ",
        "Copia di ",
    ];
    // Word's own file beside an open document, and the fast path for all other names.
    if stem.starts_with("~$") || !stem.contains(' ') {
        return stem.strip_prefix("~$");
    }
    let numbered = || Some(stem.strip_prefix("Copy (")?.split_once(") of ")?.1);
    let mut prefixes = PREFIXES.iter();
    let base = prefixes.find_map(|prefix| stem.strip_prefix(prefix));
    base.or_else(numbered)
}

/// Returns whether the end of a name shows that the file is a copy, whatever its text.
fn is_of_a_copy(rest: &str) -> bool {
    const KEPT: [&str; 5] = [".old", ".bak", ".backup", ".orig", ".tmp"];
    // `about&us.md` is another page, whose name is reported for itself.
    let is_word = rest.starts_with(['&', '+', '%']);
    KEPT.contains(&rest)
        || !is_word && !is_slug(rest.trim_start_matches(['-', '_', '.']))
        || rest.to_lowercase().contains("conflict")
        || is_computer(rest)
}

/// Returns whether the end of a name is that of a Windows computer, such as `-DESKTOP-AB12CD3`, which `OneDrive` adds to a second version.
fn is_computer(rest: &str) -> bool {
    let name = rest.strip_prefix('-').unwrap_or_default();
    let is_sign = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let is_named =
        name.starts_with("DESKTOP-") || name.starts_with("LAPTOP-") || name.ends_with("-PC");
    is_named && name.chars().all(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_copies() {
        for (name, original) in [
            ("about - Copy.md", "about.md"),
            ("about - Copy (2).md", "about.md"),
            ("about copy.md", "about.md"),
            ("about (1).md", "about.md"),
            ("about (copy).md", "about.md"),
            ("about 2.md", "about.md"),
            ("Copy of about.md", "about.md"),
            ("Copy (2) of about.md", "about.md"),
            ("Kopie von about.md", "about.md"),
            ("about&us.md", ""),
            ("about%20us.md", ""),
            ("about.conflicted.md", "about.md"),
            ("about.old.md", "about.md"),
            ("about.bak.md", "about.md"),
            ("about.sync-conflict-20260101-101010-ABCDEFG.md", "about.md"),
            ("about (Asha's conflicted copy 2026-01-01).md", "about.md"),
            ("about-DESKTOP-AB12CD3.md", "about.md"),
            ("about-ASHA-PC.md", "about.md"),
            ("about-PC.md", ""),
            ("about-us - Copy.md", "about-us.md"),
            ("about-old.md", ""),
            ("aboutness.md", ""),
            ("about.hi.md", ""),
            ("visit us.md", ""),
        ] {
            let texts = [("about.md", "a"), ("about-us.md", "b"), (name, "c")];
            let mut files =
                texts.map(|(name, text)| Source::new(format!("content/pages/{name}"), text));
            files.sort_by(|a, b| a.path.cmp(&b.path));
            let files: Vec<&Arc<Source>> = files.iter().collect();
            let found: Vec<String> = copied_files(&files, |_| false)
                .into_values()
                .map(|one| one.message)
                .collect();
            let expected = format!("this file is a copy of content/pages/{original}");
            let expected = if original.is_empty() {
                vec![]
            } else {
                vec![expected]
            };
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn equal_texts() {
        for (name, text, is_copy) in [
            ("about-2.md", "same", true),
            ("about_old.md", "same", true),
            ("about1.md", "same", true),
            ("about-2.md", "other", false),
            ("team.md", "same", false),
            ("about.hi 2.md", "same", true),
            ("hi/team.md", "same", false),
            ("hi/about.md", "same", true),
        ] {
            let files = [("about.md", "same"), ("about.hi.md", "same"), (name, text)];
            let mut files =
                files.map(|(name, text)| Source::new(format!("content/pages/{name}"), text));
            files.sort_by(|a, b| a.path.cmp(&b.path));
            let files: Vec<&Arc<Source>> = files.iter().collect();
            let copies = copied_files(&files, |tag| tag == "hi");
            assert_eq!(copies.len(), usize::from(is_copy), "{name}");
        }
    }
}
