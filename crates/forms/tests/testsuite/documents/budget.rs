//! Tests that no document takes more work than its size allows. A document that would is accepted, but not inspected.

use super::samples::{Entry, docx};
use super::{PARTIAL, accepted};

/// Returns a document with a deflated part of `content`.
fn deflated(name: &str, content: Vec<u8>) -> Vec<u8> {
    docx(&[Entry {
        deflated: true,
        ..Entry::new(name, content)
    }])
}

#[test]
fn documents_beyond_the_budget() {
    // Each of these kept a checker busy that did not count its work: inflated texts, pieces of a field's text, the tables of
    // empty blocks, and tokens that are read again and again.
    let bomb = deflated(
        "word/x.xml",
        [b"<a>".to_vec(), vec![b' '; 9 << 20]].concat(),
    );
    let pieces = b"a<b/>".repeat(1 << 20);
    let field = [&b"<w:fldChar w:fldCharType='begin'/>"[..], &pieces].concat();
    let blocks = Entry {
        method: Some(8),
        ..Entry::new("word/x.xml", b"\0\0\0\xff\xff".repeat(400_000))
    };
    let mut parts: Vec<Entry> = (0..4_000).map(|n| Entry::new(&n.to_string(), "")).collect();
    accepted("docx", [("many files", docx(&parts), PARTIAL)]);
    parts.truncate(1_000);
    accepted(
        "docx",
        [
            ("bomb", bomb, PARTIAL),
            ("pieces of a field", deflated("word/x.xml", field), PARTIAL),
            ("empty blocks", docx(&[blocks]), PARTIAL),
            ("files", docx(&parts), ""),
        ],
    );
}

#[test]
fn tokens_that_never_end() {
    let pdf = |text: &str| format!("%PDF-1.7\n{}", text.repeat(600_000 / text.len())).into_bytes();
    accepted(
        "pdf",
        [
            ("objects", pdf("(obj<<>>"), ""),
            ("objects in order", pdf("1 0 obj<<>>endobj "), ""),
            ("streams", pdf("stream\n"), ""),
            ("hexadecimal string", pdf("<a"), ""),
            ("dictionaries", pdf("<<"), ""),
            ("names", pdf("/"), PARTIAL),
            ("strings", pdf("/URI("), PARTIAL),
            ("strings without digits", pdf("/URI<"), PARTIAL),
        ],
    );
}

#[test]
fn names_and_tags_that_never_end() {
    let part = |text: &str| {
        docx(&[Entry::new(
            "word/x.xml",
            text.repeat(2_000_000 / text.len()),
        )])
    };
    accepted(
        "docx",
        [
            ("tag", part("<a "), PARTIAL),
            ("depth", part("<a>"), PARTIAL),
            ("comment", part("<!--"), PARTIAL),
            ("name", part("<aaaaaaaaaaaaaaaaaaaaaaaaaaaa"), PARTIAL),
        ],
    );
}
