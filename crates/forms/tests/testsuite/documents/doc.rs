//! Tests with Word documents from before 2007, which are compound files.

use std::io::{Cursor, Write as _};

use forms::definition::FileKind;
use forms::file::FileFault::{Encrypted, Macros, Misnamed};

use super::samples::{compound, docx};
use super::{PARTIAL, accepted, refused};

/// Returns a document with more streams and storages.
fn with(streams: &[&str]) -> Vec<u8> {
    let base = [
        "/WordDocument",
        "/1Table",
        "/Data",
        "/\u{1}CompObj",
        "/\u{5}SummaryInformation",
    ];
    compound(&[&base, streams].concat())
}

/// Returns a document whose stream `WordDocument` contains `content`, and zeros after it.
fn written(content: &[u8]) -> Vec<u8> {
    with_zeros(content, 5000)
}

fn with_zeros(content: &[u8], zeros: usize) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    let mut other = file.create_stream("/1Table").unwrap();
    other.write_all(&[0; 200]).unwrap();
    drop(other);
    let mut stream = file.create_stream("/WordDocument").unwrap();
    stream.write_all(content).unwrap();
    stream.write_all(&vec![0; zeros]).unwrap();
    stream.flush().unwrap();
    drop(stream);
    file.flush().unwrap();
    file.into_inner().into_inner()
}

#[test]
fn what_is_refused() {
    let macros = [
        ("macros", with(&["/Macros/"])),
        ("in small letters", with(&["/macros/"])),
        ("elsewhere", with(&["/x/", "/x/VBA/"])),
        ("project", with(&["/x/_VBA_PROJECT"])),
    ];
    refused("doc", Macros, macros);
    let others = [
        ("workbook", compound(&["/Workbook"])),
        ("slides", compound(&["/PowerPoint Document"])),
        ("text", b"{\\rtf1 Asha Rao}".to_vec()),
    ];
    refused("doc", Misnamed(None), others);
    refused(
        "doc",
        Misnamed(Some(FileKind::Docx)),
        [("new document", docx(&[]))],
    );
    let mut head = vec![0; 32];
    head[..2].copy_from_slice(&[0xEC, 0xA5]);
    head[11] = 1;
    refused(
        "doc",
        Encrypted(FileKind::Doc),
        [
            ("password", written(&head)),
            ("short text with a password", with_zeros(&head, 900)),
        ],
    );
    let package = compound(&["/EncryptionInfo", "/EncryptedPackage"]);
    refused(
        "docx",
        Encrypted(FileKind::Docx),
        [("new document with a password", package)],
    );
}

#[test]
fn contents() {
    let object = [
        "/ObjectPool/",
        "/ObjectPool/_1234/",
        "/ObjectPool/_1234/\u{1}Ole",
    ];
    accepted(
        "doc",
        [
            ("sound", with(&[]), ""),
            ("no objects", with(&["/ObjectPool/"]), ""),
            ("object", with(&object), "contains 1 embedded file"),
            ("only the signature", with(&[])[..8].to_vec(), PARTIAL),
            ("a stub", [&with(&[])[..8], &[0; 600]].concat(), PARTIAL),
            ("cut", with(&[])[..512].to_vec(), PARTIAL),
            ("cut in the directory", with(&[])[..1500].to_vec(), ""),
        ],
    );
}

#[test]
fn fields() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let link = "a \u{13} HYPERLINK \"https://example.com/\" \u{14}b\u{15}";
    accepted(
        "doc",
        [
            (
                "link",
                written(link.as_bytes()),
                "contains 1 link to another computer",
            ),
            (
                "wide link",
                written(&wide(link)),
                "contains 1 link to another computer",
            ),
            ("bookmark", written(b"\x13HYPERLINK \\l \"https\"\x14"), ""),
            ("page", written(b"\x13 PAGE \x14 1\x15"), ""),
            (
                "program",
                written(b"\x13DDEAUTO c:\\\\x.exe\x14"),
                "contains 1 part that starts a program",
            ),
            (
                "picture",
                written(b"\x13INCLUDEPICTURE \"\\\\\\\\a\\\\b.png\" \\d\x14"),
                "contains 1 part that is loaded from another computer",
            ),
            (
                "picture of a mail",
                written(b"\x13INCLUDEPICTURE \"cid:1\"\x14"),
                "",
            ),
        ],
    );
}
