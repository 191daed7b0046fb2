//! Tests with Word documents from before 2007, which are compound files.

use std::io::{Cursor, Write as _};

use forms::file::FileFault::{EmbeddedFile, Encrypted, Macros, RemoteContent, Script, WrongKind};

use super::samples::{compound, docx};
use super::{accepted, refused};

#[test]
fn old_documents() {
    let compound = |streams: &[&str]| {
        let base = [
            "/WordDocument",
            "/1Table",
            "/Data",
            "/\u{1}CompObj",
            "/\u{5}SummaryInformation",
        ];
        compound(&[&base, streams].concat())
    };
    let sound = [
        ("sound", compound(&[])),
        ("no objects", compound(&["/ObjectPool/"])),
        ("data store", compound(&["/MsoDataStore/x"])),
    ];
    accepted("doc", sound);
    let object = ["/ObjectPool/", "/ObjectPool/_1/", "/ObjectPool/_1/\u{1}Ole"];
    let objects = [
        ("object", compound(&object)),
        ("object elsewhere", compound(&["/x/\u{1}Ole10Native"])),
    ];
    refused("doc", EmbeddedFile, objects);
    let macros = [
        ("macros", compound(&["/Macros/"])),
        ("in small letters", compound(&["/macros/"])),
        ("elsewhere", compound(&["/x/", "/x/VBA/"])),
        ("project", compound(&["/x/_VBA_PROJECT"])),
    ];
    refused("doc", Macros, macros);
}

#[test]
fn other_files_that_are_called_old_documents() {
    let others = [
        ("workbook", compound(&["/Workbook"])),
        ("slides", compound(&["/PowerPoint Document"])),
        ("new document", docx(&[])),
        ("cut", compound(&["/WordDocument"])[..512].to_vec()),
    ];
    refused("doc", WrongKind, others);
}

/// Returns a document whose text consists of pieces with one or two bytes per character, stored in reverse order.
fn written(pieces: &[(&str, usize)], flags: u16) -> Vec<u8> {
    let mut document = vec![0; 0x200];
    let (mut ends, mut places) = (vec![0_u32], Vec::new());
    for (text, _) in pieces {
        let length = u32::try_from(text.chars().count()).unwrap();
        ends.push(ends.last().unwrap() + length);
    }
    for (text, width) in pieces.iter().rev() {
        let at = u32::try_from(document.len()).unwrap();
        for character in text.encode_utf16() {
            document.extend(&character.to_le_bytes()[..*width]);
        }
        let at = if *width == 1 {
            (at * 2) | (1 << 30)
        } else {
            at
        };
        places.insert(0, [&[0, 0][..], &at.to_le_bytes(), &[0, 0]].concat());
    }
    let table: Vec<u8> = ends
        .iter()
        .flat_map(|end| end.to_le_bytes())
        .chain(places.concat())
        .collect();
    let size = u32::try_from(table.len()).unwrap();
    // A formatting change comes before the piece table.
    let clx = [&[1, 2, 0, 9, 9, 2], &size.to_le_bytes()[..], &table].concat();
    document[..4].copy_from_slice(&[0xEC, 0xA5, 0xC1, 0]);
    document[0x0A..0x0C].copy_from_slice(&flags.to_le_bytes());
    document[0x1A2..0x1A6].copy_from_slice(&7_u32.to_le_bytes());
    document[0x1A6..0x1AA].copy_from_slice(&u32::try_from(clx.len()).unwrap().to_le_bytes());
    let name = if flags & 0x0200 == 0 {
        "/0Table"
    } else {
        "/1Table"
    };
    with_streams(&[
        ("/WordDocument", document),
        (name, [&[0; 7][..], &clx].concat()),
    ])
}

/// Returns a compound file with these streams.
fn with_streams(streams: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for (name, content) in streams {
        file.create_stream(name)
            .unwrap()
            .write_all(content)
            .unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// Checks documents of Word 95, in which the text is one contiguous part of the only stream.
#[test]
fn documents_of_word_95() {
    let document = |text: &str, flags: u16, past_end: u32| {
        let mut document = vec![0; 0x300];
        document[..4].copy_from_slice(&[0xDC, 0xA5, 104, 0]);
        document[0x0A..0x0C].copy_from_slice(&flags.to_le_bytes());
        let end = 0x300 + u32::try_from(text.len()).unwrap() + past_end;
        document[0x18..0x1C].copy_from_slice(&0x300_u32.to_le_bytes());
        document[0x1C..0x20].copy_from_slice(&end.to_le_bytes());
        document.extend(text.as_bytes());
        with_streams(&[("/WordDocument", document)])
    };
    let program = "a \u{13}DDEAUTO c:\\x.exe y\u{14}b\u{15}";
    let text = document("a \u{13}PAGE\u{14}1\u{15}", 0, 0);
    accepted("doc", [("text", text)]);
    refused("doc", Script, [("program", document(program, 0, 0))]);
    refused("doc", Encrypted, [("encrypted", document("a", 0x0100, 0))]);
    let unreadable = [
        ("in pieces", document("a", 0x0004, 0)),
        ("cut", document("a", 0, 1)),
    ];
    refused("doc", WrongKind, unreadable);
}

#[test]
fn fields() {
    let field = |instruction: &str| format!("a \u{13}{instruction}\u{14}b\u{15}");
    let one = |instruction: &str| written(&[(&field(instruction), 1)], 0x0200);
    let remote = "INCLUDEPICTURE \"https://example.com/x.png\" \\d";
    let mut cut = written(&[("a", 1)], 0);
    let at = cut.windows(5).position(|bytes| bytes == [2, 16, 0, 0, 0]);
    cut[at.unwrap() + 1] = 200;
    let in_result = format!("\u{13}PAGE\u{14}{remote}\u{15}");
    let harmless = [
        ("text", written(&[("a", 1), ("b", 2)], 0)),
        ("page", one(" PAGE ")),
        ("picture of a mail", one("INCLUDEPICTURE \"cid:1\"")),
        ("picture in the result", written(&[(&in_result, 1)], 0)),
    ];
    accepted("doc", harmless);
    let picture = field(remote);
    let in_pieces = [
        ("\u{13}INC", 1),
        ("LUDE", 2),
        ("TEXT x\u{14}", 1),
        ("\u{15}", 2),
    ];
    let remote = [
        ("picture", one(remote)),
        ("wide", written(&[(&picture, 2)], 0x0200)),
        ("other table", written(&[(&picture, 1)], 0)),
        ("in pieces", written(&in_pieces, 0)),
        ("without an end", written(&[("\u{13}LINK x", 1)], 0)),
    ];
    refused("doc", RemoteContent, remote);
    let programs = [
        ("program", one("DDEAUTO c:\\x.exe y")),
        ("nested", one("\u{13}QUOTE \"DDE\"\u{14}x\u{15} y")),
    ];
    refused("doc", Script, programs);
    let encrypted = written(&[("a", 1)], 0x0100);
    refused("doc", Encrypted, [("encrypted", encrypted)]);
    refused("doc", WrongKind, [("table of another size", cut)]);
}
