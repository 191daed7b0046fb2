//! Tests with PDF documents.

use std::fs;
use std::path::Path;

use forms::definition::FileKind;
use forms::file::FileFault::{Encrypted, Misnamed};

use super::samples::pdf;
use super::{PARTIAL, accepted, check, refused};

/// Returns a PDF with the given objects.
fn written(objects: &str) -> Vec<u8> {
    format!("%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n{objects}\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n").into()
}

/// Returns a PDF with an object stream that contains `content`.
fn packed(content: &str, filter: &str) -> Vec<u8> {
    let head = format!("7 0 8 {} ", content.len());
    // A short text would be deflated to itself.
    let objects = format!("{head}{content}{}", " ".repeat(200));
    let data = miniz_oxide::deflate::compress_to_vec_zlib(objects.as_bytes(), 6);
    let first = head.len();
    let mut pdf = format!(
        "%PDF-1.7\n5 0 obj << /Type /ObjStm /N 2 /First {first} /Filter {filter} >>\nstream\r\n"
    )
    .into_bytes();
    pdf.extend(data);
    pdf.extend(b"\nendstream endobj\nstartxref\n0\n%%EOF\n");
    pdf
}

#[test]
fn what_stands_before_and_after() {
    let around = |before: &[u8], after: &[u8]| [before, &written(""), after].concat();
    accepted(
        "pdf",
        [
            ("small", pdf(100), ""),
            ("spaces", around(b" \r\n\t\0", b""), ""),
            ("byte order mark", around(b"\xef\xbb\xbf\n", b""), ""),
            ("most spaces", around(&[b'\n'; 1023], b""), ""),
            (
                "more after the end",
                around(b"", &b"\0more\n".repeat(1000)),
                "",
            ),
            ("only a header", b"%PDF-1.4".to_vec(), ""),
        ],
    );
    let others = [
        ("too many spaces", around(&[b'\n'; 1024], b"")),
        ("text", around(b"x", b"")),
        ("no header", b"MZ\x90\0".to_vec()),
        ("HTML", b"<html>%PDF-1.4".to_vec()),
    ];
    refused("pdf", Misnamed(None), others);
}

#[test]
fn contents() {
    let one = [
        (
            "<< /A << /S /URI /URI (https://example.com/) >> >>",
            "contains 1 link to another computer",
        ),
        (
            "<< /URI (http\\072//example.com) /URI <FEFF002F002F0061> >>",
            "contains 2 links to other computers",
        ),
        (
            "<< /URI (mailto:asha@example.com) /URI (tel:+91) /URI (#top) >>",
            "",
        ),
        (
            "<< /URI (skype:asha) /URI (ms-msdt:/id) >>",
            "contains 2 links that start a program",
        ),
        (
            "<< /OpenAction << /S /Launch /F (cmd.exe) >> >>",
            "contains 1 part that starts a program",
        ),
        (
            "<< /S /L#61unch >>",
            "contains 1 part that starts a program",
        ),
        (
            "<< /S /JavaScript /JS (app.alert(1)) >>",
            "contains 1 script",
        ),
        ("<< /AcroForm << /XFA 4 0 R >> >>", "contains 1 script"),
        ("<< /S 5 0 R /JS (x) >>", PARTIAL),
        ("<< /S 36 0 obj /S 5 /S 5 0 Tf /S /P /S 5", ""),
        (
            "<< /S /Rendition /R 4 0 R >>",
            "contains 1 part that starts a program",
        ),
        ("<< /Names << /JavaScript 7 0 R >> >>", "contains 1 script"),
        (
            "<< /Subtype /RichMedia /RichMediaContent << /Assets 4 0 R >> >>",
            "contains 1 part that starts a program",
        ),
        (
            "<< /OnInstantiate 4 0 R /Subtype /3D >>",
            "contains 1 script",
        ),
        (
            "<< /S /SubmitForm /F << /FS /URL /F (https://example.com/) >> >>",
            "contains 1 link to another computer and 1 part that is loaded from another computer",
        ),
        (
            "<< /Type /Filespec /F (a.txt) /EF << /F 4 0 R >> >>",
            "contains 1 embedded file",
        ),
        (
            "<< /S /GoToR /F (\\\\\\\\example\\\\x) >>",
            "contains 1 part that is loaded from another computer",
        ),
        (
            "<< /S /GoToR /F << /Type /Filespec /UF (\\\\\\\\10.0.0.1\\\\a.pdf) >> >>",
            "contains 1 part that is loaded from another computer",
        ),
        (
            "<< /S /GoToR /F << /F (\\\\\\\\example\\\\x) /UF <FEFF005C005C006500780061006D0070006C0065005C0078> >> >>",
            "contains 1 part that is loaded from another computer",
        ),
        // Two versions of an object.
        (
            "<< /URI (https://a.in) /URI (//b.in) >> endobj 3 0 obj << /URI (https://a.in) /URI (//c.in) >>",
            "contains 3 links to other computers",
        ),
        (
            "<< /F (//example/x.pdf) /FFilter /FlateDecode >>",
            "contains 2 parts that are loaded from other computers",
        ),
        // Views, skills that look like names of actions, and headings as Chromium prints them.
        (
            "<< /OpenAction [ 3 0 R /XYZ null null 0 ] /A << /S /GoTo /D [ 6 0 R /Fit ] >> >>",
            "",
        ),
        (
            "<< /Keywords (HTML/JavaScript, Excel/DDE /Launch \\) /XFA) /Title <2f4c61756e6368> >>",
            "",
        ),
        // Nobody writes this but somebody who means it. It counts wherever it is.
        (
            "<< /Keywords (/S /Launch) >>",
            "contains 1 part that starts a program",
        ),
        (
            "<< /S %/GoTo\n/#4caunch >>",
            "contains 1 part that starts a program",
        ),
        (
            "<< /Dest /JavaScript /JavaScript [ 2 0 R /XYZ 6 691.17 0 ] /Encrypt [ 2 0 R /Fit ] >>",
            "",
        ),
        (
            "<< /Length 60 >> stream\n/F1 9 Tf BT (object-oriented, HTML/Launch) Tj ET\nendstream",
            "",
        ),
        (
            "<< /Length 4 >> stream\nendstream endobj 4 0 obj << /S /Launch >>",
            "contains 1 part that starts a program",
        ),
        // File identifiers and palettes that begin like the name of another computer.
        (
            "<< /ID [ <5C5C0102> <5C5C0304> ] /ColorSpace [ /Indexed /DeviceRGB 1 <5C5C5C000000> ] >>",
            "",
        ),
        (
            "( a text without an end << /S /Launch >>",
            "contains 1 part that starts a program",
        ),
    ];
    for (object, warning) in one {
        let object = format!("3 0 obj {object} endobj");
        accepted("pdf", [(object.as_str(), written(&object), warning)]);
    }
}

#[test]
fn object_streams() {
    let unpacked = |content: &str, more: &str| {
        format!("%PDF-1.7\n5 0 obj << {more} /Type /ObjStm /First 5 >>\nstream\n7 0 {content}\nendstream endobj\n").into_bytes()
    };
    let script = "<< /S /JavaScript /JS (x) >>";
    let damaged = packed(script, "/FlateDecode")
        .into_iter()
        .map(|byte| if byte == 0x9C { 0 } else { byte });
    accepted(
        "pdf",
        [
            (
                "deflated",
                packed(script, "/FlateDecode"),
                "contains 1 script",
            ),
            (
                "in an array",
                packed(script, "[ /Fl ]"),
                "contains 1 script",
            ),
            (
                "a stream within",
                packed("stream << /S /JavaScript >>", "/Fl"),
                "contains 1 script",
            ),
            (
                "without a filter",
                unpacked(script, ""),
                "contains 1 script",
            ),
            ("harmless without a filter", unpacked("<< >>", "/N 1"), ""),
            (
                "another filter",
                unpacked("<< >>", "/#46ilter /ASCIIHexDecode"),
                PARTIAL,
            ),
            (
                "a filter before a comment",
                unpacked("<< >>", "/Filter /ASCIIHexDecode % obj\n"),
                PARTIAL,
            ),
            (
                "a filter before a text",
                unpacked("<< >>", "/Filter /ASCIIHexDecode (obj)"),
                PARTIAL,
            ),
            ("damaged", damaged.collect(), PARTIAL),
            ("too large", packed(&" ".repeat(300_000), "/Fl"), PARTIAL),
        ],
    );
}

/// Returns a document in which the strings of hexadecimal digits are written in parentheses, with all escapes that the format has.
fn keys_in_parentheses(pdf: &[u8]) -> Vec<u8> {
    let mut written = Vec::new();
    let mut rest = pdf;
    while let [first, tail @ ..] = rest {
        rest = tail;
        let length = tail.iter().position(|byte| !byte.is_ascii_hexdigit());
        let digits = &tail[..length.unwrap_or(0)];
        if *first != b'<' || digits.len() < 32 {
            written.push(*first);
            continue;
        }
        rest = &tail[digits.len() + 1..];
        written.push(b'(');
        for pair in digits.chunks(2) {
            let byte = u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
            match byte {
                b'\n' => written.extend(b"\\n"),
                b'\r' => written.extend(b"\\r"),
                b'\t' => written.extend(b"\\t"),
                8 => written.extend(b"\\b"),
                12 => written.extend(b"\\\r\n\\f"),
                b'(' | b')' | b'\\' => written.extend([b'\\', byte]),
                b'!'..=b'~' => written.push(byte),
                _ => written.extend(format!("\\{byte:03o}").bytes()),
            }
        }
        written.push(b')');
    }
    written
}

/// The files are made by `fixtures/encrypted.py`. Each is named after the password that opens it.
#[test]
fn encrypted_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/encrypted");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        // The same keys, written in another way.
        for bytes in [keys_in_parentheses(&bytes), bytes] {
            if name.starts_with("open-") {
                accepted("pdf", [(name, bytes, PARTIAL)]);
            } else {
                refused("pdf", Encrypted(FileKind::Pdf), [(name, bytes)]);
            }
        }
        count += 1;
    }
    assert_eq!(count, 10);
    let certificates = "<< /Filter /Adobe.PubSec /V 4 >> /Encrypt 3 0 R";
    refused(
        "pdf",
        Encrypted(FileKind::Pdf),
        [("certificates", written(certificates))],
    );
    let unknown = [
        (
            "unknown handler",
            written("<< /Encrypt 3 0 R /Filter /Other >>"),
            PARTIAL,
        ),
        (
            "unknown revision",
            written("<< /Encrypt << /Filter /Standard /R 9 /O (a) /U (b) >> >>"),
            PARTIAL,
        ),
        (
            "no keys",
            written("<< /Encrypt << /Filter /Standard /R 3 >> >>"),
            PARTIAL,
        ),
        (
            "an object that does not exist",
            written("<< /Encrypt 3 0 R >>"),
            PARTIAL,
        ),
    ];
    accepted("pdf", unknown);
    assert!(check("pdf", &written("(a) /Encrypt")).is_ok());
}
