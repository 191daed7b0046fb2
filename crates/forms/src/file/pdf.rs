//! Inspects PDF documents (ISO 32000-1) without interpreting them: all objects in the file are read in the order of the file,
//! also those that a program would not reach.
//!
//! The crate `lopdf` is not used, because it inflates and keeps every object before it can be asked for anything, so a small
//! file could take any amount of time and memory.

mod encryption;
mod lexer;

use std::io::Read as _;

use memchr::memmem;

use super::budget::{Budget, NotInspected};
use super::contents::{Contents, Item};
use super::fault::FileFault;
use super::inflate::{Format, Inflate};
use crate::definition::FileKind;
use encryption::EncryptionTraces;
use lexer::{Lexer, Token, is_space, string};

/// Maximum number of bytes before the header.
const MOST_BEFORE: usize = 1024;
/// Maximum inflated size of an object stream, in bytes. Real ones have some hundred objects.
const MOST_PACKED: u64 = 256 * 1024;
/// Cost of a token, beside its length.
const PER_TOKEN: usize = 8;
/// Maximum number of bytes of a string that are read.
const MOST_KEPT: usize = 1024;

/// Inspects a document. What cannot be read is accepted, but reported as not inspected.
///
/// # Errors
/// Returns a fault if `bytes` do not begin with the header of a PDF, or if it opens only with a password.
pub fn inspect(bytes: &[u8], budget: &Budget) -> Result<Contents, FileFault> {
    let start = header(bytes).ok_or(FileFault::Misnamed(None))?;
    let bytes = &bytes[start..];
    let mut inspection = Inspection::default();
    if inspection.read(bytes, false, budget).is_err() {
        inspection.contents.set_partial();
    }
    let Inspection {
        mut contents,
        encryption,
        ..
    } = inspection;
    if encryption.is_encrypted() {
        if encryption.opens_without_password(bytes, budget) == Some(false) {
            return Err(FileFault::Encrypted(FileKind::Pdf));
        }
        // The strings and the object streams are encrypted.
        contents.set_partial();
    }
    Ok(contents)
}

/// Returns the offset of the header. Only white space or a byte order mark may come before the header.
fn header(bytes: &[u8]) -> Option<usize> {
    let start = &bytes[..bytes.len().min(MOST_BEFORE)];
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let spaces = text.iter().take_while(|byte| is_space(**byte)).count();
    let at = start.len() - text.len() + spaces;
    (at < MOST_BEFORE && bytes[at..].starts_with(b"%PDF-")).then_some(at)
}

/// State while the tokens of a document are read.
#[derive(Default)]
struct Inspection {
    contents: Contents,
    encryption: EncryptionTraces,
    object: Object,
}

/// What is known about the object that is being read.
#[derive(Default)]
struct Object {
    is_object_stream: bool,
    is_deflated: bool,
    length: Option<usize>,
}

impl Inspection {
    /// Reads the tokens of a document, or of the objects in an object stream, which contain no streams.
    fn read(&mut self, bytes: &[u8], is_packed: bool, budget: &Budget) -> Result<(), NotInspected> {
        let mut lexer = Lexer::at(bytes, 0);
        let mut key = None;
        loop {
            let before = lexer.offset();
            let Some(token) = lexer.next() else {
                // What follows the beginning of a string without an end was not read.
                return if lexer.is_cut() {
                    Err(NotInspected)
                } else {
                    Ok(())
                };
            };
            budget.spend(PER_TOKEN + lexer.offset() - before)?;
            if !is_packed {
                self.encryption.read(key.as_deref(), &token, before);
            }
            match &token {
                Token::Word(b"obj") => self.object = Object::default(),
                Token::Word(b"stream") if !is_packed => self.stream(&mut lexer, budget)?,
                Token::Word(_) if key.as_deref() == Some(&b"Length"[..]) => {
                    self.object.length = token.number();
                }
                // Embedded files (section 7.11.4). An array follows a heading of that name, as Chromium prints it.
                Token::Word(_) | Token::Open(b'<') if key.as_deref() == Some(&b"EF"[..]) => {
                    self.contents.add(Item::File);
                }
                Token::Name(name) => self.name(key.as_deref(), name),
                Token::Text(text) => self.text(key.as_deref(), text),
                Token::Word(_) | Token::Open(_) | Token::Close => {}
            }
            key = match token {
                Token::Name(name) => Some(name),
                _ => None,
            };
        }
    }

    /// Skips a stream, and reads the objects in it if it is an object stream (section 7.5.7).
    fn stream(&mut self, lexer: &mut Lexer, budget: &Budget) -> Result<(), NotInspected> {
        let object = std::mem::take(&mut self.object);
        let rest = lexer.rest();
        // The keyword is followed by a line break (section 7.3.8).
        let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let ends = |length: &usize| {
            let after = rest.get(*length..).unwrap_or_default();
            let after = &after[..after.len().min(16)];
            after.trim_ascii_start().starts_with(b"endstream")
        };
        let end = object.length.filter(ends);
        let end = end.or_else(|| memmem::find(rest, b"endstream"));
        let (content, after) = rest.split_at(end.unwrap_or(rest.len()));
        budget.spend(content.len())?;
        lexer.skip_to(after);
        if !object.is_object_stream {
            return Ok(());
        }
        let mut objects = Vec::new();
        let mut inflated = Inflate::new(content, Format::Zlib, budget)?.take(MOST_PACKED);
        let result = inflated.read_to_end(&mut objects);
        // The limit was reached if nothing is left of it.
        let is_whole = object.is_deflated && result.is_ok() && inflated.limit() > 0;
        if self.read(&objects, true, budget).is_err() || !is_whole {
            self.contents.set_partial();
        }
        Ok(())
    }

    /// Reads a name after `key`, if the token before it is a name.
    fn name(&mut self, key: Option<&[u8]>, name: &[u8]) {
        let item = match (key.unwrap_or_default(), name) {
            (b"Type", b"ObjStm") => {
                self.object.is_object_stream = true;
                return;
            }
            (_, b"FlateDecode" | b"Fl") => {
                self.object.is_deflated = true;
                return;
            }
            // Actions (section 12.6.4).
            (b"S", b"Launch") => Item::Program,
            (b"S", b"SubmitForm" | b"ImportData") => Item::Form,
            // Other scripts are those of forms (section 12.7.8) and of 3D models (section 13.6.3).
            (b"S", b"JavaScript") | (_, b"XFA" | b"OnInstantiate") => Item::Script,
            (b"Subtype", b"RichMedia" | b"3D" | b"Movie" | b"Sound" | b"Screen") => Item::Media,
            // Streams whose content is in another file (section 7.3.8.2).
            (_, b"FFilter") => Item::Loaded,
            _ => return,
        };
        self.contents.add(item);
    }

    /// Reads a string after `key`: the address of a link (section 12.6.4.7), or the name of a file (7.11.2).
    fn text(&mut self, key: Option<&[u8]>, text: &[u8]) {
        let is_link = key == Some(b"URI");
        if is_link || key == Some(b"F") {
            // A text in UTF-16 begins with a byte order mark, and Latin letters have a zero byte.
            let bytes = string(text).take(MOST_KEPT);
            let bytes: Vec<u8> = bytes
                .filter(|byte| !matches!(byte, 0 | 0xFE | 0xFF))
                .collect();
            let target = String::from_utf8_lossy(&bytes);
            if is_link {
                self.contents.add_link(&target);
            } else {
                self.contents.add_loaded(&target);
            }
        }
    }
}
