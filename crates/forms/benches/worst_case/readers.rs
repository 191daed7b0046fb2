//! The readers of a visitor's bytes, and the bodies that a visitor can fill with something that means something to them.

use super::documents::{Entry, compound, parts, types, zip};
use super::{MOST, Target};

/// Size of a text or attribute that is almost as long as one may be.
const LONGEST: usize = 120 * 1024;
/// Factor by which a part is larger than its document. The largest document has a budget of eight times its size.
const INFLATED: usize = 9;

/// A reader, and how to fill a body that it reads.
pub struct Reader {
    /// Name in the output.
    pub name: &'static str,
    /// The code that reads the body.
    pub target: Target,
    /// Name of the dictionary with pieces that mean something in the format.
    pub dictionary: &'static str,
    /// Returns a body of about the given size.
    pub body: fn(&Fill, usize) -> Vec<u8>,
}

/// Function that returns a number of bytes, which consist of repeated pieces.
pub type Fill<'a> = dyn Fn(usize) -> Vec<u8> + 'a;

/// Returns all readers.
pub fn readers() -> Vec<Reader> {
    let [pdf, doc, docx] = ["pdf", "doc", "docx"].map(Target::Document);
    let (multipart, json, urlencoded) = (Target::Multipart, Target::Json, Target::Urlencoded);
    vec![
        reader("pdf", pdf, "pdf", |fill, size| {
            between(b"%PDF-1.7\n", fill, size, b"")
        }),
        reader("pdf, packed", pdf, "pdf", packed_objects),
        reader("pdf, raw deflate", pdf, "deflate", |fill, size| {
            let start = b"%PDF-1.7\n1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n\x78\x9c";
            between(start, fill, size, b"")
        }),
        reader("docx text", docx, "xml", |fill, size| {
            part("word/document.xml", fill, size)
        }),
        reader("docx relationships", docx, "xml", |fill, size| {
            part("word/_rels/document.xml.rels", fill, size)
        }),
        reader("docx types", docx, "xml", |fill, size| {
            part("[Content_Types].xml", fill, size)
        }),
        reader("docx long text", docx, "xml", |fill, size| {
            part("word/document.xml", &long(b"<a>", fill, b""), size)
        }),
        reader("docx long instruction", docx, "xml", |fill, size| {
            part(
                "word/document.xml",
                &long(b"<w:instrText>", fill, b""),
                size,
            )
        }),
        reader("docx long attribute", docx, "xml", |fill, size| {
            let field = long(b"<w:fldSimple w:instr=\"LINK ", fill, b"\"/>");
            part("word/document.xml", &field, size)
        }),
        reader("docx attributes", docx, "xml", |fill, size| {
            let field = [
                b"<w:fldSimple w:instr=\"",
                &unquoted(fill(2_000))[..],
                b"\"/>",
            ]
            .concat();
            part(
                "word/document.xml",
                &|size| super::repeated(&field, size),
                size,
            )
        }),
        reader("docx long type", docx, "xml", |fill, size| {
            let kind = long(b"<a ContentType=\"", fill, b"\"/>");
            part("[Content_Types].xml", &kind, size)
        }),
        reader("docx long target", docx, "xml", |fill, size| {
            let target = long(
                b"<a Type=\"x/oleObject\" TargetMode=\"\" Target=\"",
                fill,
                b"\"/>",
            );
            part("word/_rels/document.xml.rels", &target, size)
        }),
        reader("docx raw deflate", docx, "deflate", |fill, size| {
            let entry = Entry {
                method: Some(8),
                ..Entry::new("word/document.xml", fill(size - 2000))
            };
            zip(&[Entry::new("[Content_Types].xml", types("")), entry])
        }),
        reader("docx many parts", docx, "xml", many_parts),
        reader("archive", docx, "zip", |fill, size| {
            // The directory is everything after the first four bytes.
            let end = b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\x00\x00\x1f\x00\x04\0\0\0\0\0";
            between(b"PK\x03\x04", fill, size, end)
        }),
        reader("doc", doc, "doc", |fill, size| {
            between(&compound(&["/WordDocument", "/1Table"]), fill, size, b"")
        }),
        reader("doc directory", doc, "doc", |fill, size| {
            // Entries of a directory are looked for everywhere.
            between(&compound(&["/WordDocument"])[..512], fill, size, b"")
        }),
        reader("multipart", multipart, "multipart", |fill, size| {
            between(b"--XyZ\r\n", fill, size, b"")
        }),
        reader("multipart file", multipart, "multipart", |fill, size| {
            let start = b"--XyZ\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"cv.pdf\"\r\n\r\n%PDF-1.4\n";
            between(start, fill, size, b"\r\n--XyZ--\r\n")
        }),
        reader("multipart text", multipart, "text", |fill, size| {
            let start = b"--XyZ\r\nContent-Disposition: form-data; name=\"reference\"\r\n\r\n";
            between(start, fill, size, b"\r\n--XyZ--\r\n")
        }),
        reader("json", json, "json", |fill, size| {
            between(b"{", fill, size, b"}")
        }),
        reader("json text", json, "text", |fill, size| {
            let text = String::from_utf8_lossy(&fill(size.min(60_000))).into_owned();
            let fields = ["name", "email", "telephone", "query", "city"];
            let fields = fields.map(|name| (name.to_owned(), text.clone().into()));
            serde_json::to_vec(&serde_json::Map::from_iter(fields)).unwrap()
        }),
        reader("urlencoded", urlencoded, "urlencoded", |fill, size| {
            between(b"query=", fill, size, b"")
        }),
    ]
}

fn reader(
    name: &'static str,
    target: Target,
    dictionary: &'static str,
    body: fn(&Fill, usize) -> Vec<u8>,
) -> Reader {
    Reader {
        name,
        target,
        dictionary,
        body,
    }
}

/// Returns a body of the given size that begins with `start` and ends with `end`.
fn between(start: &[u8], fill: &Fill, size: usize, end: &[u8]) -> Vec<u8> {
    [start, &fill(size - start.len() - end.len()), end].concat()
}

/// Returns a filling that consists of elements: each is `start`, a text or attribute that is almost as long as one may be, and `end`.
fn long<'a>(start: &'a [u8], fill: &'a Fill, end: &'a [u8]) -> impl Fn(usize) -> Vec<u8> + 'a {
    let element = [start, &unquoted(fill(LONGEST))[..], end].concat();
    move |size| super::repeated(&element, size)
}

/// Returns bytes without those that end a text or an attribute.
fn unquoted(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|byte| !b"<>\"".contains(byte));
    bytes
}

/// Returns a PDF of objects of 200 KB each, which are packed, until the size is reached.
fn packed_objects(fill: &Fill, size: usize) -> Vec<u8> {
    let object = [
        b"1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n".to_vec(),
        miniz_oxide::deflate::compress_to_vec_zlib(&fill(200_000), 1),
        b"\nendstream\n".to_vec(),
    ]
    .concat();
    let count = size.saturating_sub(9) / object.len();
    [b"%PDF-1.7\n".to_vec(), object.repeat(count)].concat()
}

/// Returns an archive with a deflated part, whose inflated size is as much as a document of the given size may have.
fn part(name: &str, fill: &Fill, size: usize) -> Vec<u8> {
    let start = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document xmlns:w=\"w\">";
    let part = deflated(name, between(start, fill, size * INFLATED, b""));
    let mut all = parts();
    all.retain(|other| other.name != name);
    // The list of content types is the first part.
    all.insert(0, part);
    // The budget depends on the size of the archive, so it is filled up with a picture.
    let picture = size.min(MOST).saturating_sub(zip(&all).len() + 200);
    all.push(Entry::new("word/media/image1.png", vec![0; picture]));
    zip(&all)
}

/// Returns an archive with as many parts as fit, of which a hundred are long.
fn many_parts(fill: &Fill, size: usize) -> Vec<u8> {
    let content = fill(100_000);
    let part = |n: usize| {
        let name = format!("word/{n}.xml.rels");
        if n < 100 {
            deflated(&name, content.clone())
        } else {
            Entry::new(&name, b"<a/>".repeat(50))
        }
    };
    zip(&(0..size / 600).map(part).chain(parts()).collect::<Vec<_>>())
}

fn deflated(name: &str, content: Vec<u8>) -> Entry {
    Entry {
        deflated: true,
        ..Entry::new(name, content)
    }
}
