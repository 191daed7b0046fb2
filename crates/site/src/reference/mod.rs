//! Generates the reference part of the manual, `docs/content/chapters/reference/`, from the code.
//!
//! A test fails if the files are outdated; `UPDATE=1 cargo test -p site --features aws reference` rewrites them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod commands;
mod example_site;
mod findings;
mod markdown;
mod page;
mod settings;
mod templates;

use std::collections::BTreeSet;
use std::path::Path;

use diagnostic::RENAMED;
use page::Page;

fn pages() -> Vec<Page> {
    let mut pages = vec![commands::page()];
    pages.extend(settings::pages());
    pages.extend(templates::pages());
    pages.push(findings::page());
    pages
}

/// Weight of the first page in the order of chapters. Chapters written by hand have smaller weights.
const FIRST_WEIGHT: usize = 101;

#[test]
fn reference_is_that_of_the_code() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/content/chapters/reference");
    let mut outdated = Vec::new();
    for (page, weight) in pages().iter().zip(FIRST_WEIGHT..) {
        let path = folder.join(page.name).with_extension("md");
        let text = page.file(weight);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        } else if std::fs::read_to_string(&path).is_ok_and(|written| written == text) {
            continue;
        }
        outdated.push(page.name);
    }
    assert!(
        outdated.is_empty() || std::env::var_os("UPDATE").is_some(),
        "the reference is not that of the code ({}): run UPDATE=1 cargo test -p site --features aws reference",
        outdated.join(", ")
    );
}

/// Returns the names that a page of the reference explains: its headings, and the first cells of its tables, each after the page and
/// the heading above it.
fn names(page: &Page) -> Vec<String> {
    let mut names = Vec::new();
    let mut heading = "";
    for line in page.text.lines() {
        if line.starts_with("##") {
            heading = line.trim_start_matches('#').trim().trim_matches('`');
            // Other headings are not names.
            if !heading.contains(' ') || heading.starts_with("site ") {
                names.push(format!("{}: {heading}", page.name));
            }
        } else if let Some((cell, _)) = line
            .strip_prefix("| `")
            .and_then(|line| line.split_once(" | "))
        {
            let last = cell.trim_end_matches('`').rsplit('`').next().unwrap();
            let name = last.split(' ').next().unwrap();
            names.push(format!("{}: {heading}: {name}", page.name));
        }
    }
    names
}

/// Whatever a version called by a name has it still, or [`RENAMED`] says what to write instead. Each folder of `tests/formats/` has the
/// names of its version; for a new folder, `UPDATE=1` writes them.
#[test]
fn names_of_earlier_versions_are_known() {
    let known: BTreeSet<String> = pages().iter().flat_map(names).collect();
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    for version in std::fs::read_dir(formats).unwrap() {
        let file = version.unwrap().path().join("names.txt");
        if std::env::var_os("UPDATE").is_some() && !file.exists() {
            let lines: Vec<&str> = known.iter().map(String::as_str).collect();
            std::fs::write(&file, lines.join("\n") + "\n").unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap();
        let lost = written.lines().filter(|name| {
            let word = name.rsplit([':', ' ']).next();
            !known.contains(*name) && !RENAMED.iter().any(|one| Some(one.old) == word)
        });
        let lost: Vec<&str> = lost.collect();
        assert!(
            lost.is_empty(),
            "{}: add these names to RENAMED: {lost:?}",
            file.display()
        );
    }
}
