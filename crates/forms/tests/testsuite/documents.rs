//! Tests of document checks: what is refused, and what the staff are told about everything else.

mod budget;
mod doc;
mod docx;
mod honest;
mod pdf;
#[path = "../../../forms-lambda/tests/bar/support/documents.rs"]
mod samples;

use forms::definition::FileKind;
use forms::file::FileFault::{self, Empty, Misnamed, TooLarge, WrongKind};
use forms::file::{self, Accepted};

use crate::site_forms::site_form;

/// End of every warning.
const SCAN: &str = "; open it only after the scan";
/// Warning about a document of which some part could not be inspected.
const PARTIAL: &str = "could not be inspected completely";

fn check(extension: &str, bytes: &[u8]) -> Result<Accepted, FileFault> {
    let form = site_form("career");
    let field = form.field("resume").unwrap();
    file::check(field, &format!("cv.{extension}"), bytes)
}

/// Checks that documents are accepted with the given warning, without its end; an empty one means none. The name of each
/// document says what is special about it.
fn accepted<'a>(extension: &str, documents: impl IntoIterator<Item = (&'a str, Vec<u8>, &'a str)>) {
    for (what, bytes, warning) in documents {
        let accepted = check(extension, &bytes);
        let accepted = accepted.unwrap_or_else(|fault| panic!("{what}: {fault:?}"));
        assert_eq!(accepted.kind.extension(), extension, "{what}");
        let found = accepted.warning.unwrap_or_default();
        let found = found.strip_suffix(SCAN).unwrap_or(&found);
        assert_eq!(found, warning, "{what}");
    }
}

/// Checks that documents are refused because of `fault`.
fn refused<'a>(
    extension: &str,
    fault: FileFault,
    documents: impl IntoIterator<Item = (&'a str, Vec<u8>)>,
) {
    for (what, bytes) in documents {
        assert_eq!(check(extension, &bytes), Err(fault), "{what}");
    }
}

#[test]
fn names_and_sizes() {
    let mut field = site_form("career").field("resume").unwrap().clone();
    let most = usize::try_from(field.max_bytes).unwrap();
    let verdict = |field: &forms::Field, name: &str, size| {
        let bytes = if size == 0 {
            Vec::new()
        } else {
            samples::pdf(size)
        };
        file::check(field, name, &bytes).map(|accepted| accepted.kind.extension())
    };
    let pdf = Err(Misnamed(Some(FileKind::Pdf)));
    for (name, size, expected) in [
        ("cv.pdf", most, Ok("pdf")),
        ("cv.pdf", most + 1, Err(TooLarge)),
        ("cv.pdf", 0, Err(Empty)),
        ("CV.PDF", 100, Ok("pdf")),
        ("cv.pdf ", 100, Ok("pdf")),
        ("cv.docx", 100, pdf),
        ("cv.doc", 100, pdf),
        ("cv\u{202e}.pdf\u{200b}", 100, Ok("pdf")),
        (".pdf", 100, pdf),
        ("pdf", 100, pdf),
        ("", 100, pdf),
        ("document:1000012345", 100, pdf),
        ("cv.pdf (1)", 100, pdf),
        ("cv_pdf", most + 1, Err(TooLarge)),
        ("cv 12.03.2026", 100, pdf),
        ("Asha.Rao", 100, pdf),
        ("Asha Rao B.Com", 100, pdf),
        ("cv.jpeg", 100, Err(WrongKind)),
        ("cv.pdf.exe", 100, Err(WrongKind)),
        ("cv.docm", 100, Err(WrongKind)),
    ] {
        assert_eq!(verdict(&field, name, size), expected, "{name} {size}");
    }
    field.accept = vec![".docx".to_owned()];
    assert_eq!(verdict(&field, "cv.pdf", 100), Err(WrongKind));
    assert_eq!(verdict(&field, "cv.docx", 100), Err(Misnamed(None)));
    assert_eq!(verdict(&field, "cv", 100), Err(WrongKind));
    let field = site_form("career").field("resume").unwrap().clone();
    let fault = file::check(&field, "blob", b"GIF89a").map(|_| ());
    assert_eq!(fault, Err(WrongKind));
    let pdf = |length| format!("{}.pdf", "x".repeat(length));
    let shortened = format!("{}…{}", "x".repeat(89), pdf(6));
    for (name, shown) in [
        ("../a/cv.pdf", "cv.pdf"),
        ("c\u{61c}v\u{202e}.pdf", "cv.pdf"),
        (
            "\u{915}\u{94d}\u{200d}\u{937}.pdf\u{200d} ",
            "\u{915}\u{94d}\u{200d}\u{937}.pdf",
        ),
        (&pdf(96), &pdf(96)),
        (&pdf(97), &shortened),
    ] {
        assert_eq!(file::sanitized(name), shown, "{name}");
    }
}

/// The widgets' tests read the same cases.
#[test]
fn the_browser_agrees_about_names_and_sizes() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for case in cases["files"].as_array().unwrap() {
        let (form, name) = (site_form("career"), case["name"].as_str().unwrap());
        let field = form.field(case["field"].as_str().unwrap()).unwrap();
        let start: &[u8] = match name.to_lowercase() {
            name if name.contains(".docx") => b"PK\x03\x04",
            name if name.contains(".doc") => b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            _ => b"%PDF-",
        };
        let mut bytes = start.to_vec();
        bytes.resize(usize::try_from(case["size"].as_u64().unwrap()).unwrap(), 0);
        let fault = file::check(field, name, &bytes).err();
        // Only the function reads the content of a file whose name has no extension.
        let fault = fault.filter(|fault| !matches!(fault, Misnamed(_)));
        let error = fault.map(|fault| match fault {
            TooLarge => field.errors.too_large.clone(),
            fault => fault
                .advice(&forms::Words::default())
                .unwrap_or_else(|| field.errors.invalid.clone()),
        });
        assert_eq!(error.as_deref(), case["error"].as_str(), "{case}");
    }
}

/// The widgets' tests read the same cases.
#[test]
fn the_browser_agrees_about_contents() {
    let cases: serde_json::Value = serde_json::from_str(include_str!("../cases.json")).unwrap();
    let form = site_form("career");
    let field = form.field("resume").unwrap();
    for case in cases["contents"].as_array().unwrap() {
        let start = case["start"].as_str().unwrap().chars();
        let bytes: Vec<u8> = start.map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let fault = file::check(field, case["name"].as_str().unwrap(), &bytes).err();
        let error = fault.map(|fault| {
            fault
                .advice(&form.words)
                .unwrap_or_else(|| field.errors.invalid.clone())
        });
        assert_eq!(error.as_deref(), case["error"].as_str(), "{case}");
    }
}
