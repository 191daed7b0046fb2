//! Checks Word 97–2003 documents: compound files ([MS-CFB]) with the stream `WordDocument` ([MS-DOC], section 2.1).

mod text;

use std::io::Cursor;
use std::path::Path;

use cfb::CompoundFile;

use super::fault::FileFault;

/// First bytes of a compound file.
pub const SIGNATURE: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

/// Checks that `bytes` are a Word document without macros, embedded objects, or fields that start a program or fetch
/// something. Other compound files (`.xls`, `.msi`, `.ppt`) have no stream `WordDocument`.
///
/// # Errors
/// Returns the first fault that was found.
pub fn check(bytes: &[u8]) -> Result<(), FileFault> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(FileFault::WrongKind);
    }
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(|_| FileFault::WrongKind)?;
    if !file.is_stream("/WordDocument") {
        return Err(FileFault::WrongKind);
    }
    for entry in file.walk() {
        let name = entry.name().to_lowercase();
        // Macros are kept in the storage `Macros` (section 2.1.9), as an Office VBA project ([MS-OVBA], section 2.2).
        if ["macros", "vba", "_vba_project"].contains(&name.as_str()) {
            return Err(FileFault::Macros);
        }
        // Embedded objects are kept in the storage `ObjectPool` (section 2.1.10), which is empty if there are none.
        if is_in_object_pool(entry.path()) || name == "\u{1}ole10native" {
            return Err(FileFault::EmbeddedFile);
        }
    }
    text::check(&mut file)
}

fn is_in_object_pool(path: &Path) -> bool {
    let parent = path.parent().and_then(Path::file_name);
    parent.is_some_and(|name| name.eq_ignore_ascii_case("ObjectPool"))
}
