//! Small documents, right and wrong.

use std::io::{Cursor, Write as _};

/// A PDF of `size` bytes.
pub fn pdf(size: usize) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n".to_vec();
    bytes.resize(size - 6, b' ');
    bytes.extend(b"%%EOF\n");
    bytes
}

/// A compound file with the given streams.
pub fn compound(streams: &[&str]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for stream in streams {
        if let Some((storage, _)) = stream
            .rsplit_once('/')
            .filter(|(storage, _)| !storage.is_empty())
        {
            file.create_storage(storage).unwrap();
        }
        file.create_stream(stream)
            .unwrap()
            .write_all(b"content")
            .unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// One file of an archive, and the lies it may tell.
#[derive(Clone)]
pub struct Entry {
    pub name: String,
    pub inflated: u32,
    pub flags: u16,
    pub mode: u32,
}

impl Entry {
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            inflated: 7,
            flags: 0,
            mode: 0o100_644,
        }
    }
}

/// An archive of `entries`, each with seven stored bytes.
pub fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut files, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let name = entry.name.as_bytes();
        let start = u32::try_from(files.len()).unwrap();
        let mut common = Vec::new();
        common.extend(20_u16.to_le_bytes());
        common.extend(entry.flags.to_le_bytes());
        common.extend([0; 6]);
        common.extend(0_u32.to_le_bytes());
        common.extend(7_u32.to_le_bytes());
        common.extend(entry.inflated.to_le_bytes());
        common.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        common.extend([0; 2]);
        files.extend(b"PK\x03\x04");
        files.extend(&common);
        files.extend(name);
        files.extend(b"content");
        directory.extend(b"PK\x01\x02");
        // Made by Unix: the external attributes hold a mode.
        directory.extend([20, 3]);
        directory.extend(&common);
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

/// A document with `more` files in it.
pub fn docx(more: &[Entry]) -> Vec<u8> {
    let mut entries = vec![
        Entry::new("[Content_Types].xml"),
        Entry::new("_rels/.rels"),
        Entry::new("word/document.xml"),
    ];
    entries.extend_from_slice(more);
    zip(&entries)
}
