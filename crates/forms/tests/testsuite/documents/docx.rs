//! Tests with Word documents since 2007, which are archives of XML files.

use forms::file::FileFault::{EmbeddedFile, Macros, RemoteContent, WrongKind};

use super::samples::{Entry, compound, docx, parts, relationships, types, zip};
use super::{accepted, refused};

/// Returns a document with one more part.
pub fn with(name: &str, content: impl Into<Vec<u8>>) -> Vec<u8> {
    docx(&[Entry::new(name, content)])
}

/// Returns a document with one more relationship.
fn related(kind: &str, target: &str, more: &str) -> Vec<u8> {
    let list = relationships(&[(kind, target, more)]);
    with("word/_rels/document.xml.rels", list)
}

fn external(kind: &str, target: &str) -> Vec<u8> {
    related(kind, target, r#"TargetMode="External""#)
}

/// Returns the start of a Windows program.
fn program() -> Vec<u8> {
    let mut bytes = b"MZ".to_vec();
    bytes.resize(0x3c, 0);
    bytes.extend(0x80_u32.to_le_bytes());
    bytes.resize(0x80, 0);
    bytes.extend(b"PE\0\0");
    bytes
}

/// Returns documents with a part of the given name and content.
pub fn each_with<const N: usize>(parts: [(&'static str, &str); N]) -> [(&'static str, Vec<u8>); N] {
    parts.map(|(name, content)| (name, with(name, content)))
}

#[test]
fn macros_are_refused() {
    let by_type = |kind: &str| {
        let mut parts = parts();
        let more = format!(r#"<Override PartName="/word/x.png" ContentType="{kind}"/>"#);
        parts[0].content = types(&more).into();
        zip(&parts)
    };
    let document = "application/vnd.ms-word.document.macroEnabled.main+xml";
    let by_relationship = related("vbaProject", "media/image1.png", "");
    let macros = [
        ("by name", with("word/VBAPROJECT.bin", "x")),
        ("by type", by_type("application/vnd.ms-office.vbaProject")),
        ("by the document's type", by_type(document)),
        ("by relationship", by_relationship),
    ];
    refused("docx", Macros, macros);
}

#[test]
fn parts_that_a_resume_never_needs() {
    let picture = "word/media/image1.png";
    let programs = [
        ("macros", with(picture, compound(&["/VBA/dir"]))),
        ("program", with(picture, program())),
    ];
    refused("docx", EmbeddedFile, programs);
    let parts = [
        ("word/media/image1.jpeg", "\u{7f}ELF"),
        ("word/x.xml", "#!/bin/sh"),
        ("word/media/x.exe", "text"),
        ("word/x.html", "<html/>"),
        ("word/embeddings/oleObject1.bin", "text"),
    ];
    refused("docx", EmbeddedFile, each_with(parts));
    let relationships = [
        ("oleObject", "media/image1.png"),
        ("package", "embeddings/x.docx"),
        ("control", "activeX/activeX1.xml"),
        ("aFChunk", "x.xml"),
    ];
    let relationships = relationships.map(|(kind, target)| (kind, related(kind, target, "")));
    refused("docx", EmbeddedFile, relationships);
}

#[test]
fn charts_contain_a_workbook_without_macros_links_and_files() {
    let workbook = |kind: &str, more: &[Entry]| {
        let mut parts = vec![
            Entry::new("[Content_Types].xml", types(kind)),
            Entry::new("xl/workbook.xml", "<workbook/>"),
        ];
        parts.extend_from_slice(more);
        let chart = relationships(&[("package", "../embeddings/Sheet1.xlsx", "")]);
        docx(&[
            Entry::new("word/charts/_rels/chart1.xml.rels", chart),
            Entry::new("word/embeddings/Sheet1.xlsx", zip(&parts)),
        ])
    };
    accepted("docx", [("chart", workbook("", &[]))]);
    let kind = r#"<Override PartName="/x" ContentType="application/vnd.ms-excel.macrosheet+xml"/>"#;
    refused("docx", Macros, [("macros", workbook(kind, &[]))]);
    let dde = relationships(&[("externalLink", "externalLinks/externalLink1.xml", "")]);
    let dde = workbook("", &[Entry::new("xl/_rels/workbook.xml.rels", dde)]);
    refused("docx", RemoteContent, [("link", dde)]);
    let nested = workbook("", &[Entry::new("xl/x.xlsx", docx(&[]))]);
    refused("docx", EmbeddedFile, [("workbook", nested)]);
    let damaged = each_with([("word/embeddings/x.xlsx", "PK")]);
    refused("docx", WrongKind, damaged);
}

#[test]
fn pictures_and_fonts_are_accepted() {
    let png = b"\x89PNG\r\n\x1a\n...".to_vec();
    let document = docx(&[
        Entry::new("word/media/image1.png", png.clone()),
        Entry::new("word/media/image2.tmp", png),
        Entry::new("word/fonts/font1.odttf", "MZ, by chance"),
        Entry::new("word/printerSettings1.bin", "x"),
        Entry::new("package/services/metadata/core-properties/1.psmdcp", "<a/>"),
    ]);
    let mut parts = parts();
    parts[2].name = "word/document2.xml".into();
    let cases = [
        ("pictures and fonts", document),
        ("other name", zip(&parts)),
    ];
    accepted("docx", cases);
}

const TEMPLATE: &str = "attachedTemplate";

/// Returns documents with an external relationship to each of the targets.
fn each_external<const N: usize>(
    kind: &str,
    targets: [&'static str; N],
) -> [(&'static str, Vec<u8>); N] {
    targets.map(|target| (target, external(kind, target)))
}

#[test]
fn relationships_that_open_pages_or_lead_to_files_on_the_same_computer() {
    let links = [
        "https://www.linkedin.com/in/asha?a=1&amp;b=2#c",
        " HTTP://EXAMPLE.COM",
        "mailto:asha@example.com",
        "tel:+917940000000",
        "portfolio.pdf",
    ];
    accepted("docx", each_external("hyperlink", links));
    accepted("docx", [("#top", related("hyperlink", "#top", ""))]);
    let templates = [
        r"file:///C:\Users\Asha\Templates\Resume.dotx",
        "file:///Users/asha/Resume.dotx",
        "Macintosh%20HD:Users:asha:Resume.dotx",
    ];
    accepted("docx", each_external(TEMPLATE, templates));
    let pictures = [
        "file://localhost/Users/asha/me.png",
        "file:///home/asha/me.png",
    ];
    accepted("docx", each_external("image", pictures));
}

#[test]
fn relationships_that_lead_out_of_the_document() {
    let templates = [
        "https://x.example/t.dotm",
        r"\\x.example\t.dotm",
        "//x.example/t.dotm",
        "file://x.example/t.dotm",
        // Targets on a server that look local: the path of a share, a short server name, and a server named like a folder.
        r"file:///\\x.example\t.dotm",
        "file://ab/t.dotm",
        "file://Users/asha/t.dotm",
        "//Volumes/t.dotm",
        // A path relative to the current folder of a drive.
        "C:t.dotm",
    ];
    refused("docx", RemoteContent, each_external(TEMPLATE, templates));
    let pictures = [
        "https://x.example/pixel.png",
        // A path that leaves its folder.
        "file:///home/%2E./net/x.example/me.png",
    ];
    refused("docx", RemoteContent, each_external("image", pictures));
    let links = [r"\\x.example\x", "file://x.example/x", "ms-msdt:/id"];
    refused("docx", RemoteContent, each_external("hyperlink", links));
    for kind in ["frame", "subDocument"] {
        let target = ["https://x.example/"];
        refused("docx", RemoteContent, each_external(kind, target));
    }
    let object = external("oleObject", "https://x.example/");
    refused("docx", EmbeddedFile, [("object", object)]);
    let inside = |mode| related(TEMPLATE, "https://x.example/t", mode);
    let modes = [
        ("in small letters", inside(r#"TargetMode="external""#)),
        ("as if it were inside", inside("")),
    ];
    refused("docx", RemoteContent, modes);
}

#[test]
fn lists_of_relationships_that_hide_something() {
    let rels = "word/_rels/document.xml.rels";
    let target = "https://x.example/t.dotm";
    let list = relationships(&[(TEMPLATE, target, r#"TargetMode="External""#)]);
    let utf16: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(list.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let entity = list
        .replace("\"External", "\"&#69;xternal")
        .replace("attachedTemplate", "&#97;ttachedTemplate");
    let prefixed = list
        .replace("<Relationship ", "<r:Relationship ")
        .replace("xmlns=", "xmlns:r=")
        .replace("</Relationships>", "</r:Relationships>")
        .replace("<Relationships", "<r:Relationships");
    let decoy = r#"xmlns:x="x" x:TargetMode="Internal" TargetMode"#;
    let decoy = list.replace("TargetMode", decoy);
    let doctype = "<!DOCTYPE a [<!ENTITY e 'External'>]><Relationships";
    let doctype = list.replace("<Relationships", doctype);
    let hidden = [
        ("of a footnote", with("word/_rels/x.xml.rels", list)),
        ("entities", with(rels, entity)),
        ("prefix", with(rels, prefixed)),
        ("decoy", with(rels, decoy)),
    ];
    refused("docx", RemoteContent, hidden);
    let long = relationships(&[("a", &"a".repeat(300_000), "")]);
    let unreadable = [
        ("UTF-16", with(rels, utf16)),
        ("document type", with(rels, doctype)),
        ("no XML", with(rels, "<Relationships")),
        ("too long", with(rels, long)),
    ];
    refused("docx", WrongKind, unreadable);
}
