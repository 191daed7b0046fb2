//! Word documents: archives of XML.

use forms::file::FileFault::{EmbeddedFile, Macros, RemoteContent, WrongKind};

use super::check;
use super::samples::{Entry, compound, docx, parts, relationships, types, zip};

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

#[test]
fn parts_that_a_resume_never_needs() {
    let macros = |kind: &str| {
        let mut parts = parts();
        let more = format!(r#"<Override PartName="/word/x.png" ContentType="{kind}"/>"#);
        parts[0].content = types(&more).into();
        zip(&parts)
    };
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
    let dde = relationships(&[("externalLink", "externalLinks/externalLink1.xml", "")]);
    let png = b"\x89PNG\r\n\x1a\n...".to_vec();
    check(
        "docx",
        vec![
            (
                "vbaProject.bin",
                with("word/VBAPROJECT.bin", "x"),
                Err(Macros),
            ),
            (
                "macros by type",
                macros("application/vnd.ms-office.vbaProject"),
                Err(Macros),
            ),
            (
                "document with macros",
                macros("application/vnd.ms-word.document.macroEnabled.main+xml"),
                Err(Macros),
            ),
            (
                "macros by relationship",
                related("vbaProject", "media/image1.png", ""),
                Err(Macros),
            ),
            (
                "macros in a picture",
                with("word/media/image1.png", compound(&["/VBA/dir"])),
                Err(EmbeddedFile),
            ),
            (
                "program in a picture",
                with("word/media/image1.png", program()),
                Err(EmbeddedFile),
            ),
            (
                "program of Linux",
                with("word/media/image1.jpeg", "\u{7f}ELF"),
                Err(EmbeddedFile),
            ),
            ("script", with("word/x.xml", "#!/bin/sh"), Err(EmbeddedFile)),
            (
                "program by name",
                with("word/media/x.exe", "text"),
                Err(EmbeddedFile),
            ),
            ("page", with("word/x.html", "<html/>"), Err(EmbeddedFile)),
            (
                "object",
                with("word/embeddings/oleObject1.bin", "text"),
                Err(EmbeddedFile),
            ),
            (
                "object by relationship",
                related("oleObject", "media/image1.png", ""),
                Err(EmbeddedFile),
            ),
            (
                "package",
                related("package", "embeddings/x.docx", ""),
                Err(EmbeddedFile),
            ),
            (
                "control",
                related("control", "activeX/activeX1.xml", ""),
                Err(EmbeddedFile),
            ),
            (
                "imported text",
                related("aFChunk", "x.xml", ""),
                Err(EmbeddedFile),
            ),
            ("chart", workbook("", &[]), Ok(())),
            (
                "macros in a chart",
                workbook(
                    r#"<Override PartName="/x" ContentType="application/vnd.ms-excel.macrosheet+xml"/>"#,
                    &[],
                ),
                Err(Macros),
            ),
            (
                "link in a chart",
                workbook("", &[Entry::new("xl/_rels/workbook.xml.rels", dde)]),
                Err(RemoteContent),
            ),
            (
                "workbook in a chart",
                workbook("", &[Entry::new("xl/x.xlsx", docx(&[]))]),
                Err(EmbeddedFile),
            ),
            (
                "damaged chart",
                with("word/embeddings/x.xlsx", "PK"),
                Err(WrongKind),
            ),
            (
                "pictures and fonts",
                docx(&[
                    Entry::new("word/media/image1.png", png.clone()),
                    Entry::new("word/media/image2.tmp", png),
                    Entry::new("word/fonts/font1.odttf", "MZ, by chance"),
                    Entry::new("word/printerSettings1.bin", "x"),
                    Entry::new("package/services/metadata/core-properties/1.psmdcp", "<a/>"),
                ]),
                Ok(()),
            ),
            (
                "document2.xml",
                {
                    let mut parts = parts();
                    parts[2].name = "word/document2.xml".into();
                    zip(&parts)
                },
                Ok(()),
            ),
        ],
    );
}

#[test]
fn relationships_that_lead_out_of_the_document() {
    let template = "attachedTemplate";
    let rels = "word/_rels/document.xml.rels";
    let list = relationships(&[(
        template,
        "https://x.example/t.dotm",
        r#"TargetMode="External""#,
    )]);
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
    let decoy = list.replace(
        "TargetMode",
        r#"xmlns:x="x" x:TargetMode="Internal" TargetMode"#,
    );
    let doctype = list.replace(
        "<Relationships",
        "<!DOCTYPE a [<!ENTITY e 'External'>]><Relationships",
    );
    check(
        "docx",
        vec![
            (
                "web",
                external(
                    "hyperlink",
                    "https://www.linkedin.com/in/asha?a=1&amp;b=2#c",
                ),
                Ok(()),
            ),
            (
                "web in capitals",
                external("hyperlink", " HTTP://EXAMPLE.COM"),
                Ok(()),
            ),
            (
                "mail",
                external("hyperlink", "mailto:asha@example.com"),
                Ok(()),
            ),
            (
                "telephone",
                external("hyperlink", "tel:+917940000000"),
                Ok(()),
            ),
            (
                "file beside the document",
                external("hyperlink", "portfolio.pdf"),
                Ok(()),
            ),
            (
                "place in the document",
                related("hyperlink", "#top", ""),
                Ok(()),
            ),
            (
                "template of Windows",
                external(template, r"file:///C:\Users\Asha\Templates\Resume.dotx"),
                Ok(()),
            ),
            (
                "template of macOS",
                external(template, "file:///Users/asha/Resume.dotx"),
                Ok(()),
            ),
            (
                "template of an old Mac",
                external(template, "Macintosh%20HD:Users:asha:Resume.dotx"),
                Ok(()),
            ),
            (
                "linked picture",
                external("image", "file://localhost/Users/asha/me.png"),
                Ok(()),
            ),
            (
                "linked picture of LibreOffice on Linux",
                external("image", "file:///home/asha/me.png"),
                Ok(()),
            ),
            (
                "linked picture, out of its folder",
                external("image", "file:///home/%2E./net/x.example/me.png"),
                Err(RemoteContent),
            ),
            (
                "template of the web",
                external(template, "https://x.example/t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template of a share",
                external(template, r"\\x.example\t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template of a server",
                external(template, "file://x.example/t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template of a server in disguise",
                external(template, r"file:///\\x.example\t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template of a server with a short name",
                external(template, "file://ab/t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template on a drive, wherever that stands",
                external(template, "C:t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template of a server called like a folder",
                external(template, "file://Users/asha/t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template of such a server without a scheme",
                external(template, "//Volumes/t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template without a scheme",
                external(template, "//x.example/t.dotm"),
                Err(RemoteContent),
            ),
            (
                "template in small letters",
                related(template, "https://x.example/t", r#"TargetMode="external""#),
                Err(RemoteContent),
            ),
            (
                "template that poses as inside",
                related(template, "https://x.example/t", ""),
                Err(RemoteContent),
            ),
            (
                "frame",
                external("frame", "https://x.example/"),
                Err(RemoteContent),
            ),
            (
                "document",
                external("subDocument", "https://x.example/"),
                Err(RemoteContent),
            ),
            (
                "picture",
                external("image", "https://x.example/pixel.png"),
                Err(RemoteContent),
            ),
            (
                "object",
                external("oleObject", "https://x.example/"),
                Err(EmbeddedFile),
            ),
            (
                "link to a share",
                external("hyperlink", r"\\x.example\x"),
                Err(RemoteContent),
            ),
            (
                "link to a file",
                external("hyperlink", "file://x.example/x"),
                Err(RemoteContent),
            ),
            (
                "link to a program",
                external("hyperlink", "ms-msdt:/id"),
                Err(RemoteContent),
            ),
            (
                "of a footnote",
                with("word/_rels/x.xml.rels", list),
                Err(RemoteContent),
            ),
            ("UTF-16", with(rels, utf16), Err(WrongKind)),
            ("entities", with(rels, entity), Err(RemoteContent)),
            ("prefix", with(rels, prefixed), Err(RemoteContent)),
            ("decoy", with(rels, decoy), Err(RemoteContent)),
            ("document type", with(rels, doctype), Err(WrongKind)),
            ("no XML", with(rels, "<Relationships"), Err(WrongKind)),
            (
                "too long",
                with(rels, relationships(&[("a", &"a".repeat(300_000), "")])),
                Err(WrongKind),
            ),
        ],
    );
}
