//! Word 97–2003: a compound file ([MS-CFB]) with the stream `WordDocument` ([MS-DOC], section 2.1).

use std::io::Cursor;

/// Whether `bytes` are a Word document without macros. Other compound files (`.xls`, `.msi`, `.ppt`) have
/// no such stream; macros stand in the storage `Macros` ([MS-DOC], section 2.1.9).
pub fn is_doc(bytes: &[u8]) -> bool {
    if !bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
        return false;
    }
    let Ok(file) = cfb::CompoundFile::open(Cursor::new(bytes)) else {
        return false;
    };
    file.is_stream("/WordDocument") && !file.exists("/Macros")
}
