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

use std::path::Path;

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
