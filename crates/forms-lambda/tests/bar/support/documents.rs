//! Builders for small documents, both valid and invalid ones.

use std::io::{Cursor, Write as _};

/// Returns a PDF of `size` bytes.
pub fn pdf(size: usize) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n".to_vec();
    bytes.resize(size - 6, b' ');
    bytes.extend(b"%%EOF\n");
    bytes
}

/// Returns a compound file with the given streams and storages. The names of storages end with a slash.
pub fn compound(streams: &[&str]) -> Vec<u8> {
    let version = cfb::Version::V3;
    let mut file =
        cfb::CompoundFile::create_with_version(version, Cursor::new(Vec::new())).unwrap();
    for stream in streams {
        if let Some(storage) = stream.strip_suffix('/') {
            file.create_storage(storage).unwrap();
            continue;
        }
        if let Some((storage, _)) = stream
            .rsplit_once('/')
            .filter(|(storage, _)| !storage.is_empty())
        {
            file.create_storage_all(storage).unwrap();
        }
        file.create_stream(stream)
            .unwrap()
            .write_all(b"content")
            .unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// A file in an archive, with options that make the archive unusual or invalid.
#[derive(Clone)]
pub struct Entry {
    pub name: String,
    pub content: Vec<u8>,
    pub deflated: bool,
    /// Declared compression method, if it differs from the real one.
    pub method: Option<u16>,
    /// Whether the sizes follow the data, as in archives of programs that do not know the sizes in advance.
    pub streamed: bool,
    /// Declared size, if it differs from the real size.
    pub declared: Option<u32>,
    pub flags: u16,
    pub mode: u32,
    /// Bytes before the file that belong to no file.
    pub gap: Vec<u8>,
}

impl Entry {
    pub fn new(name: &str, content: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            content: content.into(),
            deflated: false,
            method: None,
            streamed: false,
            declared: None,
            flags: 0,
            mode: 0o100_644,
            gap: Vec::new(),
        }
    }
}

/// Returns an archive of `entries`.
pub fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut files, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let name = entry.name.as_bytes();
        let data = if entry.deflated {
            miniz_oxide::deflate::compress_to_vec(&entry.content, 6)
        } else {
            entry.content.clone()
        };
        let real = u32::try_from(entry.content.len()).unwrap();
        let sizes = [
            crc32(&entry.content),
            u32::try_from(data.len()).unwrap(),
            entry.declared.unwrap_or(real),
        ]
        .map(u32::to_le_bytes)
        .concat();
        let header = |sizes: &[u8]| {
            let flags = entry.flags | u16::from(entry.streamed) << 3;
            let method = entry.method.unwrap_or(u16::from(entry.deflated) * 8);
            let mut header = [20, flags, method, 0, 0].map(u16::to_le_bytes).concat();
            header.extend(sizes);
            header.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
            header.extend([0; 2]);
            header
        };
        files.extend(&entry.gap);
        let start = u32::try_from(files.len()).unwrap();
        files.extend(b"PK\x03\x04");
        files.extend(header(if entry.streamed { &[0; 12] } else { &sizes }));
        files.extend(name);
        files.extend(&data);
        if entry.streamed {
            files.extend(b"PK\x07\x08");
            files.extend(&sizes);
        }
        directory.extend(b"PK\x01\x02");
        // Version made by: Unix. The external attributes then contain a mode.
        directory.extend([20, 3]);
        directory.extend(header(&sizes));
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(start.to_le_bytes());
        directory.extend(name);
    }
    let (start, size) = (
        u32::try_from(files.len()).unwrap(),
        u32::try_from(directory.len()).unwrap(),
    );
    let count = u16::try_from(entries.len()).unwrap().to_le_bytes();
    files.extend(directory);
    files.extend(b"PK\x05\x06\0\0\0\0");
    files.extend(count);
    files.extend(count);
    files.extend(size.to_le_bytes());
    files.extend(start.to_le_bytes());
    files.extend([0; 2]);
    files
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 * (crc & 1))
        })
    })
}

/// Returns the list of a package's content types, with the elements `more` added.
pub fn types(more: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>{more}</Types>"#
    )
}

/// Returns a list of relationships. Each is given as the last segment of its type, its target, and further attributes.
pub fn relationships(all: &[(&str, &str, &str)]) -> String {
    let all = all.iter().enumerate().map(|(n, (kind, target, more))| {
        format!(r#"<Relationship Id="rId{n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}" {more}/>"#)
    });
    let all: String = all.collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{all}</Relationships>"#
    )
}

/// Returns the parts of a document with the text "Asha Rao".
pub fn parts() -> Vec<Entry> {
    let main = relationships(&[("officeDocument", "word/document.xml", "")]);
    let text = r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Asha Rao</w:t></w:r></w:p></w:body></w:document>"#;
    vec![
        Entry::new("[Content_Types].xml", types("")),
        Entry::new("_rels/.rels", main),
        Entry::new("word/document.xml", text),
    ]
}

/// Returns a document with the additional parts `more`.
pub fn docx(more: &[Entry]) -> Vec<u8> {
    zip(&[&parts(), more].concat())
}
