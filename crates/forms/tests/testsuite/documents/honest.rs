//! Honest documents, as programs write them: none may be refused. `fixtures/honest.py` makes them.

use std::fs;
use std::path::Path;

use super::{PARTIAL, SCAN, check};

/// Warning about a document with the links of `honest.py`.
const LINKS: &str = "contains 2 links to other computers and 2 links that start a program";

#[test]
fn none_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/honest");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let (_, extension) = name.rsplit_once('.').unwrap();
        let accepted = check(extension, &fs::read(&path).unwrap());
        let accepted = accepted.unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
        let expected = match name {
            "python-docx-links.docx"
            | "qpdf-packed.pdf"
            | "qpdf-linearized.pdf"
            | "qpdf-id.pdf"
            | "reportlab.pdf"
            | "fpdf2.pdf"
            | "chromium.pdf" => LINKS,
            "qpdf-attachment.pdf" => {
                "contains 2 links to other computers, 2 links that start a program and 1 embedded file"
            }
            "python-docx-publications.docx" => "contains 200 links to other computers",
            "python-docx-mail-merge.docx" => "contains 1 link to another computer",
            "stub.doc" => PARTIAL,
            _ => "",
        };
        let found = accepted.warning.unwrap_or_default();
        assert_eq!(
            found.strip_suffix(SCAN).unwrap_or(&found),
            expected,
            "{name}"
        );
        count += 1;
    }
    assert!(count >= 15, "{count}");
}
