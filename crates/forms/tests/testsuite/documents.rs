//! Tests of document checks: documents as word processors write them are accepted, and content that no resume needs is refused.

mod doc;
mod docx;
mod docx_archive;
mod docx_fields;
mod pdf;
#[path = "../../../forms-lambda/tests/bar/support/documents.rs"]
mod samples;

use forms::definition::FileKind;
use forms::file;
use forms::file::FileFault::{self, WrongKind};

use crate::site_forms::site_form;

/// Checks that documents are accepted. The name of each says what is special about it.
fn accepted<'a>(extension: &str, documents: impl IntoIterator<Item = (&'a str, Vec<u8>)>) {
    check(extension, Ok(extension), documents);
}

/// Checks that documents are refused because of `fault`.
fn refused<'a>(
    extension: &str,
    fault: FileFault,
    documents: impl IntoIterator<Item = (&'a str, Vec<u8>)>,
) {
    check(extension, Err(fault), documents);
}

fn check<'a>(
    extension: &str,
    verdict: Result<&str, FileFault>,
    documents: impl IntoIterator<Item = (&'a str, Vec<u8>)>,
) {
    let form = site_form("career");
    let field = form.field("resume").unwrap();
    for (what, bytes) in documents {
        let found = file::check(field, &format!("cv.{extension}"), &bytes);
        assert_eq!(found.map(FileKind::extension), verdict, "{what}");
    }
}

#[test]
fn names_and_sizes() {
    let mut field = site_form("career").field("resume").unwrap().clone();
    let most = usize::try_from(field.max_bytes).unwrap();
    let verdict = |field: &forms::Field, name: &str, size| {
        file::check(field, name, &samples::pdf(size)).map(FileKind::extension)
    };
    for (name, size, expected) in [
        ("cv.pdf", most, Ok("pdf")),
        ("cv.pdf", most + 1, Err(FileFault::TooLarge)),
        ("CV.PDF", 100, Ok("pdf")),
        (".pdf", 100, Err(WrongKind)),
        ("pdf", 100, Err(WrongKind)),
        ("cv.pdf.exe", 100, Err(WrongKind)),
        ("cv.pdf.", 100, Err(WrongKind)),
        ("cv.pdf ", 100, Err(WrongKind)),
        ("cv.docm", 100, Err(WrongKind)),
        ("cv.doc", 100, Err(WrongKind)),
    ] {
        assert_eq!(verdict(&field, name, size), expected, "{name} {size}");
    }
    field.accept = vec![".docx".to_owned()];
    assert_eq!(verdict(&field, "cv.pdf", 100), Err(WrongKind));
    let pdf = |length| format!("{}.pdf", "x".repeat(length));
    let shortened = format!("{}…{}", "x".repeat(89), pdf(6));
    for (name, shown) in [
        ("../a/cv.pdf", "cv.pdf"),
        ("c\u{61c}v\u{202e}.pdf", "cv.pdf"),
        (&pdf(96), &pdf(96)),
        (&pdf(97), &shortened),
    ] {
        assert_eq!(file::sanitized(name), shown, "{name}");
    }
}
