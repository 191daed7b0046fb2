//! Tests with Word documents since 2007, which are archives of XML files.

use forms::definition::FileKind;
use forms::file::FileFault::{Encrypted, Macros, Misnamed};

use super::samples::{Entry, compound, docx, parts, relationships, types, zip};
use super::{PARTIAL, accepted, refused};

/// Returns a document with one more part.
fn with(name: &str, content: impl Into<Vec<u8>>) -> Vec<u8> {
    docx(&[Entry::new(name, content)])
}

/// Returns a document with relationships, each given as the last segment of its type and its target outside of the document.
fn related(all: &[(&str, &str)]) -> Vec<u8> {
    let external = r#"TargetMode="External""#;
    let all: Vec<_> = all
        .iter()
        .map(|(kind, target)| (*kind, *target, external))
        .collect();
    with("word/_rels/document.xml.rels", relationships(&all))
}

/// Returns a document with a list of content types to which `more` is added.
fn typed(more: &str, name: &str) -> Vec<u8> {
    let mut parts = parts();
    parts[0].content = types(more).into();
    parts.push(Entry::new(name, "x"));
    zip(&parts)
}

/// Returns a document whose text contains `xml`.
fn text(xml: &str) -> Vec<u8> {
    with(
        "word/header1.xml",
        format!("<w:hdr xmlns:w=\"x\"><w:p>{xml}</w:p></w:hdr>"),
    )
}

/// Returns a document with a field in several elements.
fn field(instruction: &str) -> Vec<u8> {
    text(&format!(
        "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>{instruction}<w:r><w:fldChar w:fldCharType='separate'/></w:r>\
         <w:r><w:t>HYPERLINK \"https://example.com\"</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
    ))
}

#[test]
fn what_is_refused() {
    let macros = [
        ("by name", with("word/VBAPROJECT.bin", "x")),
        ("by name, elsewhere", with("word\\x\\vbaProject.bin", "x")),
        (
            "by type",
            typed(
                r#"<Override PartName="/word/x.png" ContentType="application/vnd.ms-office.vbaProject"/>"#,
                "word/x.png",
            ),
        ),
        (
            "by the type of an extension",
            typed(
                r#"<Default Extension="BIN" ContentType="application/vnd.ms-office.vbaProject"/>"#,
                "word/x.bin",
            ),
        ),
        (
            "by the document's type",
            typed(
                r#"<Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>"#,
                "x",
            ),
        ),
    ];
    refused("docx", Macros, macros);
    let others = [
        (
            "workbook",
            zip(&[
                Entry::new("[Content_Types].xml", types("")),
                Entry::new("xl/workbook.xml", "<a/>"),
            ]),
        ),
        ("archive", zip(&[Entry::new("cv.pdf", "x")])),
        ("compound file", compound(&["/Workbook"])),
        ("text", b"Asha Rao".to_vec()),
        ("only the start of a signature", b"PK".to_vec()),
    ];
    refused("docx", Misnamed(None), others);
    refused(
        "docx",
        Misnamed(Some(FileKind::Doc)),
        [("old document", compound(&["/WordDocument"]))],
    );
    let encrypted = docx(&[Entry {
        flags: 1,
        ..Entry::new("word/x.xml", "x")
    }]);
    refused(
        "docx",
        Encrypted(FileKind::Docx),
        [("encrypted part", encrypted)],
    );
}

#[test]
fn containers() {
    let deflated = |name: &str| Entry {
        deflated: true,
        streamed: true,
        ..Entry::new(name, "<a/>")
    };
    let mut commented = docx(&[]);
    let end = commented.len();
    commented[end - 2] = 4;
    commented.extend(b"note");
    accepted(
        "docx",
        [
            ("sound", docx(&[]), ""),
            ("streamed", docx(&[deflated("word/x.xml")]), ""),
            ("a comment", commented, ""),
            (
                "more after the end",
                [docx(&[]), vec![b'x'; 100]].concat(),
                "",
            ),
            ("a folder", docx(&[Entry::new("word/", "")]), ""),
            (
                "a gap",
                docx(&[Entry {
                    gap: vec![0; 9],
                    ..Entry::new("x", "x")
                }]),
                "",
            ),
            (
                "another main part",
                zip(&[Entry::new("word/document2.xml", "<a/>")]),
                "",
            ),
            (
                "a type without a part",
                typed(
                    r#"<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>"#,
                    "x",
                ),
                "",
            ),
            ("only the signature", b"PK\x03\x04".to_vec(), PARTIAL),
            ("cut", docx(&[])[..200].to_vec(), PARTIAL),
            (
                "unknown compression",
                docx(&[Entry {
                    method: Some(99),
                    ..Entry::new("word/x.xml", "<a/>")
                }]),
                PARTIAL,
            ),
            (
                "UTF-16",
                with("word/x.xml", b"\xff\xfe<\0a\0/\0>\0"),
                PARTIAL,
            ),
            ("not XML", with("word/x.xml", "<a"), PARTIAL),
            ("not UTF-8", with("word/x.xml", b"<a>\xff</a>"), PARTIAL),
        ],
    );
}

#[test]
fn relationships_and_parts() {
    let merged = |source: &str| {
        let source = format!(
            "<w:settings><w:mailMerge><w:connectString w:val=\"{source}\"/></w:mailMerge></w:settings>"
        );
        with("word/settings.xml", source)
    };
    let remote = "contains 1 part that is loaded from another computer";
    let many = [("hyperlink", "https://example.com/a?b=1&amp;c=2"); 200];
    accepted(
        "docx",
        [
            (
                "many links",
                related(&many),
                "contains 200 links to other computers",
            ),
            (
                "harmless links",
                related(&[
                    ("hyperlink", "mailto:a@example.com"),
                    ("hyperlink", "#top"),
                    ("hyperlink", "cv.pdf"),
                ]),
                "",
            ),
            (
                "programs",
                related(&[
                    ("hyperlink", "skype:asha"),
                    ("hyperlink", "whatsapp://send"),
                ]),
                "contains 2 links that start a program",
            ),
            (
                "a program and a place",
                related(&[
                    ("hyperlink", "ms-msdt:/id PCWDiagnostic"),
                    ("hyperlink", "https://example.com"),
                ]),
                "contains 1 link to another computer and 1 link that starts a program",
            ),
            (
                "local template",
                related(&[("attachedTemplate", "file:///C:\\Users\\a\\Normal.dotm")]),
                "",
            ),
            (
                "remote",
                related(&[
                    ("attachedTemplate", "https://a.example/t.dotm"),
                    ("image", "\\\\a\\b.png"),
                ]),
                "contains 2 parts that are loaded from other computers",
            ),
            (
                "mail merge",
                related(&[("mailMergeSource", "file://a/b.csv")]),
                "contains 1 part that is loaded from another computer",
            ),
            (
                "mail merge with a share",
                merged("Data Source=\\\\10.0.0.1\\a.mdb;User ID=Admin"),
                remote,
            ),
            (
                "mail merge with a server",
                merged("Provider=SQLOLEDB;Data Source=example"),
                remote,
            ),
            (
                "mail merge with a source of the system",
                merged("DSN=Excel Files"),
                remote,
            ),
            (
                "mail merge with two sources",
                merged("Data Source=C:\\a.mdb; Server=example"),
                remote,
            ),
            (
                "mail merge with a file",
                merged("User ID=Admin;data source=C:\\a.mdb;Mode=Read"),
                "",
            ),
            ("mail merge without a source", merged(""), ""),
            (
                "object that starts a program",
                related(&[("oleObject", "ms-msdt:/id")]),
                "contains 1 part that starts a program",
            ),
            (
                "embedded",
                with("word/embeddings/oleObject1.bin", "x"),
                "contains 1 embedded file",
            ),
            (
                "chunk",
                with(
                    "word/_rels/x.rels",
                    relationships(&[("aFChunk", "x.html", "")]),
                ),
                "contains 1 embedded file",
            ),
            (
                "control",
                with("word/activeX/activeX1.xml", "<a/>"),
                "contains 1 part that starts a program",
            ),
            (
                "control without XML",
                with("word/activeX/activeX1.bin", "x"),
                "contains 1 part that starts a program",
            ),
            (
                "parts in their folders",
                docx(&[
                    Entry::new("word/activeX/activeX1.xml", "<a/>"),
                    Entry::new("word/activeX/activeX1.bin", "x"),
                    Entry::new("word/embeddings/a.xlsx", "x"),
                    Entry::new(
                        "word/charts/_rels/chart1.xml.rels",
                        relationships(&[
                            ("package", "../embeddings/a.xlsx", ""),
                            ("control", "/word/activeX/activeX1.xml", ""),
                        ]),
                    ),
                ]),
                "contains 1 part that starts a program and 1 embedded file",
            ),
            (
                "parts elsewhere",
                with(
                    "word/_rels/document.xml.rels",
                    relationships(&[
                        ("oleObject", "media/a.bin", ""),
                        ("package", "embeddings/../a.xlsx", ""),
                        ("control", "a.xml", ""),
                        ("vbaProject", "a.bin", ""),
                    ]),
                ),
                "contains 1 part that starts a program, 1 script and 2 embedded files",
            ),
            (
                "add-in",
                with("word/webextensions/webextension1.xml", "<a/>"),
                "contains 1 part that starts a program",
            ),
            (
                "white picture",
                with(
                    "word/media/image1.bmp",
                    [b"BM".to_vec(), vec![0xFF; 900_000]].concat(),
                ),
                "",
            ),
        ],
    );
}

#[test]
fn fields() {
    let simple = |instruction: &str| text(&format!("<w:fldSimple w:instr=\"{instruction}\"/>"));
    let link = "contains 1 link to another computer";
    accepted(
        "docx",
        [
            ("page", simple(" PAGE "), ""),
            ("merge field", simple("MERGEFIELD name"), ""),
            (
                "link",
                simple("HYPERLINK &quot;https://example.com/&quot;"),
                link,
            ),
            ("bookmark", simple("HYPERLINK \\l &quot;https&quot;"), ""),
            (
                "in pieces",
                field(
                    "<w:instrText>HYPER</w:instrText><w:instrText>LINK &quot;https://e.in/?a&amp;b&quot; </w:instrText>",
                ),
                link,
            ),
            (
                "in CDATA",
                field("<w:instrText><![CDATA[HYPERLINK \"//a.in\"]]></w:instrText>"),
                link,
            ),
            (
                "in a comment",
                field("<!--<w:instrText>DDE a</w:instrText>-->"),
                "",
            ),
            (
                "program",
                field("<w:instrText> ddeauto c:\\\\x.exe</w:instrText>"),
                "contains 1 part that starts a program",
            ),
            (
                "nested",
                field(
                    "<w:instrText>IF </w:instrText><w:fldChar w:fldCharType=\"begin\"/><w:instrText>DDE a</w:instrText>",
                ),
                "contains 1 part that starts a program",
            ),
            (
                "protocol",
                simple("INCLUDETEXT ms-msdt:/id"),
                "contains 1 part that starts a program",
            ),
            (
                "picture",
                simple("INCLUDEPICTURE &quot;https://a.in/x.png&quot; \\d"),
                "contains 1 part that is loaded from another computer",
            ),
            (
                "database",
                simple("DATABASE \\d a"),
                "contains 1 part that is loaded from another computer",
            ),
        ],
    );
}
