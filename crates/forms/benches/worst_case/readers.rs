//! The readers of a visitor's bytes, and the pieces that mean something to each.

use super::documents::{Entry, compound, parts, relationships, types, zip};
use super::{Checker, MOST};

/// A reader, and how to fill a body that it reads.
pub struct Reader {
    /// Name in the output.
    pub name: &'static str,
    /// Pieces that mean something in the format.
    pub pieces: &'static [&'static [u8]],
    /// Returns a body of about the given size.
    pub body: fn(&Fill, usize) -> Vec<u8>,
    /// Passes a body to the reader.
    pub run: fn(&Checker, Vec<u8>),
}

/// Function that returns a number of bytes, which consist of repeated pieces.
pub type Fill<'a> = dyn Fn(usize) -> Vec<u8> + 'a;

/// All readers.
pub const READERS: &[Reader] = &[
    Reader {
        name: "pdf",
        pieces: PDF,
        body: |fill, size| [b"%PDF-1.7\n".to_vec(), fill(size - 9)].concat(),
        run: |checker, body| checker.document("pdf", &body),
    },
    Reader {
        name: "pdf, packed",
        pieces: PDF,
        body: |fill, size| {
            // Objects of 200 KB each, until the size is reached.
            let stream = deflated_zlib(&fill(200_000));
            let object = [
                b"1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n".to_vec(),
                stream,
                b"\nendstream\n".to_vec(),
            ]
            .concat();
            let mut body = b"%PDF-1.7\n".to_vec();
            while body.len() + object.len() < size {
                body.extend(&object);
            }
            body
        },
        run: |checker, body| checker.document("pdf", &body),
    },
    Reader {
        name: "pdf, raw deflate",
        pieces: DEFLATE,
        body: |fill, size| {
            let start = b"%PDF-1.7\n1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n\x78\x9c";
            [start.to_vec(), fill(size - 100)].concat()
        },
        run: |checker, body| checker.document("pdf", &body),
    },
    Reader {
        name: "docx text",
        pieces: XML,
        body: |fill, size| part("word/document.xml", fill, size),
        run: |checker, body| checker.document("docx", &body),
    },
    Reader {
        name: "docx relationships",
        pieces: XML,
        body: |fill, size| part("word/_rels/document.xml.rels", fill, size),
        run: |checker, body| checker.document("docx", &body),
    },
    Reader {
        name: "docx types",
        pieces: XML,
        body: |fill, size| {
            let content = [b"<Types>".to_vec(), fill(size * 6)].concat();
            let mut all = parts();
            all[0] = Entry {
                deflated: true,
                ..Entry::new("[Content_Types].xml", content)
            };
            zip(&all)
        },
        run: |checker, body| checker.document("docx", &body),
    },
    Reader {
        name: "docx raw deflate",
        pieces: DEFLATE,
        body: |fill, size| {
            let entry = Entry {
                method: Some(8),
                ..Entry::new("word/document.xml", fill(size - 2000))
            };
            zip(&[Entry::new("[Content_Types].xml", types("")), entry])
        },
        run: |checker, body| checker.document("docx", &body),
    },
    Reader {
        name: "docx many parts",
        pieces: XML,
        body: |fill, size| {
            let count = size / 600;
            let content = fill(100_000);
            let part = |n: usize| {
                let name = format!("word/{n}.xml.rels");
                Entry {
                    deflated: n < 100,
                    ..Entry::new(
                        &name,
                        if n < 100 {
                            content.clone()
                        } else {
                            b"<a/>".repeat(50)
                        },
                    )
                }
            };
            zip(&(0..count).map(part).chain(parts()).collect::<Vec<_>>())
        },
        run: |checker, body| checker.document("docx", &body),
    },
    Reader {
        name: "archive",
        pieces: ZIP,
        body: |fill, size| [b"PK\x03\x04".to_vec(), fill(size - 30), END.to_vec()].concat(),
        run: |checker, body| checker.document("docx", &body),
    },
    Reader {
        name: "doc",
        pieces: DOC,
        body: |fill, size| {
            let mut body = compound(&["/WordDocument", "/1Table"]);
            body.extend(fill(size - body.len()));
            body
        },
        run: |checker, body| checker.document("doc", &body),
    },
    Reader {
        name: "doc directory",
        pieces: DOC,
        body: |fill, size| {
            let mut body = compound(&["/WordDocument"]);
            let rest = fill(size);
            // Entries of a directory are looked for everywhere.
            body.truncate(512);
            body.extend(&rest[..size - 512]);
            body
        },
        run: |checker, body| checker.document("doc", &body),
    },
    Reader {
        name: "multipart",
        pieces: MULTIPART,
        body: |fill, size| [b"--XyZ\r\n".to_vec(), fill(size)].concat(),
        run: Checker::multipart,
    },
    Reader {
        name: "multipart file",
        pieces: MULTIPART,
        body: |fill, size| {
            let start = b"--XyZ\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"cv.pdf\"\r\n\r\n%PDF-1.4\n";
            [
                start.to_vec(),
                fill(size - 100),
                b"\r\n--XyZ--\r\n".to_vec(),
            ]
            .concat()
        },
        run: Checker::multipart,
    },
    Reader {
        name: "multipart text",
        pieces: TEXT,
        body: |fill, size| {
            let start = b"--XyZ\r\nContent-Disposition: form-data; name=\"motivation\"\r\n\r\n";
            [
                start.to_vec(),
                fill(size - 100),
                b"\r\n--XyZ--\r\n".to_vec(),
            ]
            .concat()
        },
        run: Checker::multipart,
    },
    Reader {
        name: "json",
        pieces: JSON,
        body: |fill, size| [b"{".to_vec(), fill(size), b"}".to_vec()].concat(),
        run: |checker, body| checker.json(&body),
    },
    Reader {
        name: "json text",
        pieces: TEXT,
        body: |fill, size| {
            let text = String::from_utf8_lossy(&fill(size.min(60_000))).into_owned();
            let fields =
                ["name", "email", "telephone", "query", "city"].map(|name| (name, text.clone()));
            serde_json::to_vec(&serde_json::Map::from_iter(
                fields.map(|(name, text)| (name.to_owned(), text.into())),
            ))
            .unwrap()
        },
        run: |checker, body| checker.json(&body),
    },
    Reader {
        name: "urlencoded",
        pieces: URLENCODED,
        body: |fill, size| [b"query=".to_vec(), fill(size)].concat(),
        run: |checker, body| checker.urlencoded(&body),
    },
];

const PDF: &[&[u8]] = &[
    b"(obj<<>>",
    b"(",
    b")",
    b"<<",
    b">>",
    b"[",
    b"]",
    b"<",
    b">",
    b"%",
    b"%\n",
    b"/a",
    b"/#41",
    b" ",
    b"\\",
    b"1 0 obj ",
    b"endobj ",
    b"obj ",
    b"stream\n",
    b"endstream ",
    b"/Length 9 ",
    b"/Length 90000 ",
    b"/Type/ObjStm/Filter/FlateDecode ",
    b"\x78\x9c\x03\x00\x00\x00\x00\x01",
    b"/URI(https://a)",
    b"/URI(",
    b"/F<ffff",
    b"/F(\\\\a)",
    b"/S/JavaScript",
    b"/Encrypt 1 0 R",
    b"/Encrypt<<",
    b"/Filter/Standard",
    b"/ID[<aa>",
    b"/O(a)",
    b"/R 6",
    b"0",
    b"\r",
    b"\0",
    b"/S",
    b"/Type/ObjStm",
    b"/XFA[",
    b"/EF<<",
];
const XML: &[&[u8]] = &[
    b"a<b/>",
    b"<",
    b">",
    b"<a>",
    b"</a>",
    b"<a",
    b" b=\"c\"",
    b" b='",
    b"&amp;",
    b"&",
    b"&#65;",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<?",
    b"?>",
    b"<!DOCTYPE a [",
    b"<w:fldChar w:fldCharType=\"begin\"/>",
    b"<w:fldChar w:fldCharType=\"end\"/>",
    b"<w:instrText>HYPERLINK \"https://a\" ",
    b"<w:fldSimple w:instr=\"INCLUDEPICTURE a b c d e f g h i j k l\"/>",
    b"<Relationship Type=\"/hyperlink\" TargetMode=\"External\" Target=\"https://a\"/>",
    b"<Relationship TargetMode=\"External\" ",
    b"<Default Extension=\"xml\" ContentType=\"macroEnabled\"/>",
    b"<Override PartName=\"/x\" ContentType=\"vbaProject\"/>",
    b"\\\\",
    b"\"",
    b"x",
    b" ",
    b"\xe0\xa4\x95",
    b"\xff",
    b"xmlns:a=\"b\" ",
];
/// Blocks of a deflated stream: empty ones with the tables of RFC 1951, section 3.2.6 and 3.2.7, stored ones, and a text.
const DEFLATE: &[&[u8]] = &[
    b"\x00\x00\x00\xff\xff",
    b"\x02\x08\x20\x80\x00",
    b"\x02\x00",
    b"\x04\xc0\x81\x08\x00\x00\x00\x00\x20\xd6\xfd\x25",
    b"\x04\xe0\x03\x00",
    b"\x05\xe0\x81\x08\x00\x00\x00\x00\x20\xdb\xfd",
    b"\xed\xc1\x01\x01\x00\x00\x00\x80\x90\xfe\xaf\xee\x08\x0a",
    b"\x4a\x04\x00",
    b"\x00\x01\x00\xfe\xff<",
    b"\x63\x00",
    b"\xcc",
    b"\x55",
    b"\xff",
];
const ZIP: &[&[u8]] = &[
    b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x07", b"PK\x07\x08", b"\0", b"\xff", b"word/document.xml",
    b"PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\xff\xff\0\0\xff\xff\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0word/",
];
/// End record of an archive whose directory is everything after its first four bytes.
const END: &[u8] = b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\x00\x00\x1f\x00\x04\0\0\0\0\0";
const DOC: &[&[u8]] = &[
    b"\x13",
    b"\x13\0",
    b"\x13HYPERLINK \"https://a\"",
    b"\x13 INCLUDEPICTURE a b c d e f g h",
    b"\x13H\0Y\0P\0E\0",
    b"\0",
    b"\xff",
    b"\x01\0\0\0",
    b"\x02\0\0\0",
    b"W\0o\0r\0d\0",
    DIRECTORY,
    b"a",
    b"\x14\x15",
    b"\xfe\xff\xff\xff",
];
/// Entry of a directory.
const DIRECTORY: &[u8] = b"_\x001\x002\x003\x004\x005\x006\x007\x008\x009\x000\x001\x002\x003\x004\x005\x006\x007\x008\x009\x000\x001\x002\x003\x004\x005\x006\x007\x008\x009\x000\0\0\0\x40\0\x01\x01............................................................";
const MULTIPART: &[&[u8]] = &[
    b"--XyZ\r\n",
    b"\r\n--XyZ\r\n",
    b"\r\n--XyZ",
    b"\r\n--Xy",
    b"\r\n",
    b"\r",
    b"-",
    b"--XyZ--",
    b"Content-Disposition: form-data; name=\"a\"\r\n\r\n",
    b"Content-Disposition: form-data; name=\"a\"; filename=\"",
    b"x: y\r\n",
    b"\\\"",
    b"\"",
    b";",
    b" ",
    b"a",
    b"%22",
    b"filename*=utf-8''",
];
const JSON: &[&[u8]] = &[
    b"\"a\":\"b\",",
    b"\"a\":",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\\u0041",
    b"\\\"",
    b"\\",
    b"\"",
    b"1",
    b"1e9",
    b"-",
    b",",
    b" ",
    b"null,",
    b"\"\xe0\xa4\x95",
    b"0.1",
    b"9999999999",
];
const TEXT: &[&[u8]] = &[
    b"a",
    b" ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\r",
    b"\xe2\x80\xae",
    b"\xe2\x80\x8b",
    b"\xe2\x81\xa0",
    b"\xc2\xa0",
    b"\xe0\xa5\xa7",
    b"\xef\xbc\x91",
    b"tel:",
    b"mailto:",
    b"<",
    b">",
    b"a@b.in",
    b"@",
    b".",
    b",",
    b"xn--",
    b"=?",
    b"?=",
    b"&",
    b"=",
    b"\xf0\x9f\x98\x80",
    b"\xe2\x80\xa8",
    b"\0",
    b"(",
    b")",
    b"/",
    b"-",
];
const URLENCODED: &[&[u8]] = &[
    b"&a=b",
    b"&",
    b"=",
    b"%41",
    b"%",
    b"%zz",
    b"+",
    b"a",
    b"%E0%A4%95",
    b"%ff",
    b"&query=",
];

/// Returns an archive with a deflated part, whose inflated size is as much as a document of the given size may have.
fn part(name: &str, fill: &Fill, size: usize) -> Vec<u8> {
    let start = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document xmlns:w=\"w\">".to_vec();
    let part = Entry {
        deflated: true,
        ..Entry::new(name, [start, fill(size * 6)].concat())
    };
    let kind = relationships(&[]);
    let mut all = parts();
    all.retain(|other| other.name != name);
    all.push(Entry::new("word/_rels/x.xml.rels", kind));
    all.push(part);
    // The budget depends on the size of the archive, so it is filled up with a picture.
    let picture = size.min(MOST).saturating_sub(zip(&all).len() + 200);
    all.push(Entry::new("word/media/image1.png", vec![0; picture]));
    zip(&all)
}

fn deflated_zlib(content: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(content, 1)
}
