//! Honest documents, as programs write them: none may be refused. `fixtures/honest.py` makes them.

use std::fs;
use std::path::Path;

use forms::file::Accepted;

use super::{PARTIAL, SCAN, check};

/// Warning about a document with the links of `honest.py`.
const LINKS: &str = "contains 2 links to other computers and 2 links that start a program";

/// Warnings about documents that contain what deserves one.
const WARNINGS: [(&str, &str); 11] = [
    ("python-docx-links.docx", LINKS),
    ("qpdf-packed.pdf", LINKS),
    ("qpdf-linearized.pdf", LINKS),
    ("qpdf-id.pdf", LINKS),
    ("reportlab.pdf", LINKS),
    ("fpdf2.pdf", LINKS),
    ("chromium.pdf", LINKS),
    (
        "qpdf-attachment.pdf",
        "contains 2 links to other computers, 2 links that start a program and 1 embedded file",
    ),
    (
        "python-docx-publications.docx",
        "contains 200 links to other computers",
    ),
    (
        "python-docx-mail-merge.docx",
        "contains 1 link to another computer",
    ),
    ("stub.doc", PARTIAL),
];

/// Checks all documents of a folder, and returns their names with what the function says about them.
fn accepted(folder: &Path) -> Vec<(String, Accepted)> {
    let mut documents = Vec::new();
    let mut refused = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let (_, extension) = name.rsplit_once('.').unwrap();
        match check(extension, &fs::read(&path).unwrap()) {
            Ok(accepted) => documents.push((name, accepted)),
            Err(fault) => refused.push((name, fault)),
        }
    }
    assert!(refused.is_empty(), "{refused:?}");
    documents
}

#[test]
fn none_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/honest");
    let documents = accepted(&folder);
    assert!(documents.len() >= 40, "{}", documents.len());
    for (name, accepted) in documents {
        let found = accepted.warning.unwrap_or_default();
        let found = found.strip_suffix(SCAN).unwrap_or(&found);
        let known = WARNINGS.iter().find(|(known, _)| *known == name);
        let expected = known.map_or("", |(_, warning)| warning);
        // Other programs write a link in ways of their own, which is no reason to refuse anything.
        assert!(
            found == expected || known.is_none() && found.contains("link"),
            "{name}: {found}"
        );
    }
}

/// Checks the documents of all programs that `cargo xtask forms-honest` has found, if it has set `HONEST` to their folder.
#[test]
fn none_of_many_programs_is_refused() {
    if let Some(folder) = std::env::var_os("HONEST") {
        assert!(accepted(Path::new(&folder)).len() >= 25);
    }
}
