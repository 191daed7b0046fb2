//! Word documents: archives of XML.

use forms::file::FileFault::{EmbeddedFile, Macros, RemoteContent, WrongKind};

use super::check;
use super::samples::{Entry, compound, docx, parts, relationships, types, zip};

/// A document with one more part.
pub fn with(name: &str, content: impl Into<Vec<u8>>) -> Vec<u8> {
    docx(&[Entry::new(name, content)])
}

/// A document with one more relationship.
fn related(kind: &str, target: &str, more: &str) -> Vec<u8> {
    let list = relationships(&[(kind, target, more)]);
    with("word/_rels/document.xml.rels", list)
}

fn external(kind: &str, target: &str) -> Vec<u8> {
    related(kind, target, r#"TargetMode="External""#)
}

/// The document with each of its parts changed.
fn changed(change: fn(&mut Entry)) -> Vec<u8> {
    let mut parts = parts();
    parts.iter_mut().for_each(change);
    zip(&parts)
}

/// The document with other bytes at `at`, an offset in its first local header or, below zero, from its end.
fn patched(at: isize, bytes: &[u8]) -> Vec<u8> {
    let mut document = docx(&[]);
    let start = if at < 0 { document.len() } else { 0 };
    let start = start.checked_add_signed(at).unwrap();
    document[start..start + bytes.len()].copy_from_slice(bytes);
    document
}

/// The start of a Windows program.
fn program() -> Vec<u8> {
    let mut bytes = b"MZ".to_vec();
    bytes.resize(0x3c, 0);
    bytes.extend(0x80_u32.to_le_bytes());
    bytes.resize(0x80, 0);
    bytes.extend(b"PE\0\0");
    bytes
}

/// An archive of the same kind without a Word document in it.
#[test]
fn archives_without_a_document() {
    let workbook = Entry::new("xl/workbook.xml", "<workbook/>");
    let types = Entry::new("[Content_Types].xml", types(""));
    let other = Entry::new("word/document.txt", "Asha Rao");
    let main = parts().pop().unwrap();
    check(
        "docx",
        vec![
            ("workbook", zip(&[types.clone(), workbook]), Err(WrongKind)),
            ("text", zip(&[types, other]), Err(WrongKind)),
            ("no list of types", zip(&[main]), Err(WrongKind)),
        ],
    );
}

#[test]
fn archives_that_two_programs_may_read_differently() {
    let sound = docx(&[]);
    let second_end = [&sound[..], &sound[sound.len() - 22..]].concat();
    let mut end_in_comment = sound.clone();
    let length = end_in_comment.len();
    end_in_comment[length - 2] = 22;
    end_in_comment.extend(&sound[length - 22..]);
    let mut comment = sound.clone();
    comment[length - 2] = 4;
    comment.extend(b"note");
    let mut zip64 = parts();
    zip64[2].name = format!(
        "word/document{}PK\u{6}\u{7}{}.xml",
        "x".repeat(9),
        "y".repeat(12)
    );
    let lie = |declared: i32| {
        let mut parts = parts();
        parts[2].deflated = true;
        let real = i32::try_from(parts[2].content.len()).unwrap();
        parts[2].declared = u32::try_from(real + declared).ok();
        zip(&parts)
    };
    let mut reordered = sound.clone();
    let at = u32::from_le_bytes(sound[length - 6..length - 2].try_into().unwrap());
    let entries = &mut reordered[usize::try_from(at).unwrap()..length - 22];
    let is_entry = |w: &[u8]| w == b"PK\x01\x02";
    let second = entries[4..].windows(4).position(is_entry).unwrap() + 4;
    entries.rotate_left(second);
    let mut trailing = parts();
    trailing[0].content.extend(b"hidden");
    check(
        "docx",
        vec![
            ("sound", sound.clone(), Ok(())),
            ("directory in another order", reordered, Ok(())),
            ("second end record", second_end, Err(WrongKind)),
            ("end record in a comment", end_in_comment, Err(WrongKind)),
            ("comment", comment, Err(WrongKind)),
            ("end record of ZIP64", zip(&zip64), Err(WrongKind)),
            (
                "two archives",
                [&sound[..], &sound[..]].concat(),
                Err(WrongKind),
            ),
            ("other name", patched(30, b"X"), Err(WrongKind)),
            ("other flags", patched(6, &[0, 8]), Err(WrongKind)),
            ("other method", patched(8, &[8]), Err(WrongKind)),
            ("other checksum", patched(14, &[1]), Err(WrongKind)),
            ("other compressed size", patched(18, &[1]), Err(WrongKind)),
            ("other size", patched(22, &[1]), Err(WrongKind)),
            ("fewer entries", patched(-12, &[2, 0, 2, 0]), Err(WrongKind)),
            ("declared too small", lie(-1), Err(WrongKind)),
            ("declared too large", lie(1), Err(WrongKind)),
            (
                "stored and declared too large",
                changed(|entry| entry.declared = Some(1_000)),
                Err(WrongKind),
            ),
            (
                "bytes between files",
                changed(|entry| entry.gap = b"hidden".to_vec()),
                Err(WrongKind),
            ),
            (
                "name twice",
                docx(&[Entry::new("WORD/document.xml", "<a/>")]),
                Err(WrongKind),
            ),
            (
                "sizes behind the data",
                changed(|entry| entry.streamed = true),
                Ok(()),
            ),
            ("compressed", changed(|entry| entry.deflated = true), Ok(())),
            (
                "as Google Docs writes it",
                changed(|entry| {
                    (entry.deflated, entry.streamed, entry.flags) = (true, true, 1 << 11);
                }),
                Ok(()),
            ),
            (
                "folders",
                docx(&[Entry::new("word/", ""), Entry::new("word/media/", "")]),
                Ok(()),
            ),
        ],
    );
    let descriptor = changed(|entry| entry.streamed = true);
    let at = descriptor
        .windows(4)
        .position(|w| w == b"PK\x07\x08")
        .unwrap();
    let bare = changed(|entry| (entry.streamed, entry.deflated) = (true, true));
    for offset in [4, 8, 12] {
        let mut other = descriptor.clone();
        other[at + offset] ^= 1;
        check("docx", vec![("other descriptor", other, Err(WrongKind))]);
    }
    let mut other = descriptor;
    let header = other
        .windows(7)
        .position(|w| w.starts_with(b"PK\x03\x04") && w[6] & 8 != 0)
        .unwrap();
    other[header + 22] = 1;
    check(
        "docx",
        vec![
            ("other size before the data", other, Err(WrongKind)),
            ("compressed and streamed", bare, Ok(())),
        ],
    );
}

#[test]
fn archives_that_leave_their_folder_or_grow() {
    let picture = |change: fn(&mut Entry)| {
        let mut picture = Entry::new("word/media/image1.png", "\u{89}PNG\r\n\u{1a}\n");
        change(&mut picture);
        docx(&[picture])
    };
    let many = |count: usize| {
        let parts = (0..count).map(|n| Entry::new(&format!("word/x{n}.xml"), "<a/>"));
        docx(&parts.collect::<Vec<Entry>>())
    };
    // Bytes between the last file and the directory.
    let mut gap = docx(&[]);
    let directory = gap.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    gap.splice(directory..directory, *b"hidden");
    let end = gap.len() - 22;
    let start = u32::try_from(directory + 6).unwrap();
    gap[end + 16..end + 20].copy_from_slice(&start.to_le_bytes());
    // A second end record in the comment of the last entry, whose own comment reaches to the end of the file.
    let mut second = docx(&[]);
    let end = second.len() - 22;
    let last = second.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    second[last + 32] = 22;
    let mut inner = second[end..].to_vec();
    inner[20] = 22;
    second.splice(end..end, inner);
    second[end + 22 + 12] += 22;
    check(
        "docx",
        vec![
            ("picture", picture(|_| {}), Ok(())),
            (
                "link",
                picture(|part| part.mode = 0o120_777),
                Err(WrongKind),
            ),
            ("encrypted", picture(|part| part.flags = 1), Err(WrongKind)),
            (
                "masked",
                picture(|part| part.flags = 1 << 13),
                Err(WrongKind),
            ),
            (
                "absolute path",
                picture(|part| part.name.insert(0, '/')),
                Err(WrongKind),
            ),
            (
                "path upwards",
                picture(|part| part.name = "word/../x.png".into()),
                Err(WrongKind),
            ),
            (
                "path of Windows",
                picture(|part| part.name = "word\\x.png".into()),
                Err(WrongKind),
            ),
            (
                "bomb",
                picture(|part| {
                    part.content = vec![0; 1 << 20];
                    part.deflated = true;
                }),
                Err(WrongKind),
            ),
            ("as many files as may be", many(997), Ok(())),
            ("too many files", many(998), Err(WrongKind)),
            ("bytes before the directory", gap, Err(WrongKind)),
            ("second end record", second, Err(WrongKind)),
            (
                "no list of types",
                changed(|part| part.name = part.name.replace("[Content_Types]", "types")),
                Err(WrongKind),
            ),
        ],
    );
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
