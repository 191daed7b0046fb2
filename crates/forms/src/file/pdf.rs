//! Checks PDF files (ISO 32000-1).
//!
//! A resume consists of pages and links. A PDF that starts a program, runs a script, contains another file, or opens a web page
//! without a click is refused. PDF readers find the objects of a damaged file by searching it, so every object in the file is
//! checked, even one that an update replaced or that nothing refers to.

mod automatic_actions;
mod lexer;

use memchr::memmem;
use miniz_oxide::DataFormat;

use super::fault::FileFault;
use super::inflate::inflate;
use automatic_actions::AutomaticActions;
use lexer::{Lexer, Token, is_regular, string};

/// Maximum size of an inflated object stream, in bytes.
const MOST_INFLATED: usize = 512 * 1024;
/// Maximum size of all inflated object streams together, in bytes.
const MOST_INFLATED_ALL: usize = 50 * 1024 * 1024;
/// Maximum number of bytes read as objects, per byte of the file and its inflated object streams. A real file is read about
/// once, but a crafted file can nest an object in many others.
const MOST_READ: usize = 4;

/// Checks that `bytes` are a PDF without anything that a resume does not need.
///
/// The header (section 7.5.2) must be at the very start: PDF readers look for it in the first 1,024 bytes, but a file with
/// something before it can also be a program or a web page. The trailer (7.5.5) must be in the last 1,024 bytes.
///
/// # Errors
/// Returns the reason why the file is refused.
pub fn check(bytes: &[u8]) -> Result<(), FileFault> {
    let tail = &bytes[bytes.len().saturating_sub(1024)..];
    if !bytes.starts_with(b"%PDF-") || !tail.windows(5).any(|window| window == b"%%EOF") {
        return Err(FileFault::WrongKind);
    }
    let mut budget = Budget {
        read: bytes.len().saturating_mul(MOST_READ),
        inflated: MOST_INFLATED_ALL,
        automatic_actions: AutomaticActions::default(),
    };
    let mut verdict = Ok(());
    for start in object_starts(bytes) {
        match check_object(bytes, start, &mut budget) {
            // An object may be unreadable because the file is encrypted. Only the trailer says so, and trailers are read last.
            Err(FileFault::WrongKind) if budget.read > 0 => verdict = Err(FileFault::WrongKind),
            Err(fault) => return Err(fault),
            Ok(()) => {}
        }
    }
    verdict.and_then(|()| budget.automatic_actions.verdict())
}

/// Numbers of bytes that may still be read and inflated, and the actions found so far.
struct Budget {
    read: usize,
    inflated: usize,
    automatic_actions: AutomaticActions,
}

impl Budget {
    /// Subtracts the number of bytes that were read. Returns a fault when the budget is used up.
    fn spend(&mut self, read: usize) -> Result<(), FileFault> {
        self.read = self.read.saturating_sub(read);
        if self.read == 0 {
            return Err(FileFault::WrongKind);
        }
        Ok(())
    }
}

/// Returns the offset after each keyword `obj` (section 7.3.10), then after each keyword `trailer`.
fn object_starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let is_word = move |start: usize, end: usize| {
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        let after = bytes.get(end);
        !before.is_some_and(u8::is_ascii_alphabetic) && !after.is_some_and(|byte| is_regular(*byte))
    };
    let ends = |word: &'static [u8]| {
        memmem::find_iter(bytes, word)
            .map(move |start| (start, start + word.len()))
            .filter(move |(start, end)| is_word(*start, *end))
            .map(|(_, end)| end)
    };
    ends(b"obj").chain(ends(b"trailer"))
}

/// Checks the object at `start` and, if it is an object stream, the objects in it.
fn check_object(bytes: &[u8], start: usize, budget: &mut Budget) -> Result<(), FileFault> {
    let mut lexer = Lexer::at(bytes, start);
    let object = read_object(
        &mut lexer,
        automatic_actions::number_before(bytes, start),
        budget,
    )?;
    let is_stream = lexer.next() == Some(Token::Word(b"stream"));
    if !is_stream || !object.holds_objects {
        return Ok(());
    }
    let rest = &bytes[lexer.offset()..];
    let data = rest.strip_prefix(b"\r").unwrap_or(rest);
    let data = data.strip_prefix(b"\n").unwrap_or(data);
    match object.encoding {
        Encoding::None => check_object_stream(data, &object, budget),
        Encoding::Deflate => {
            let most = MOST_INFLATED.min(budget.inflated);
            let mut content = Vec::new();
            let keep = |piece: &[u8]| content.extend_from_slice(piece);
            let inflated = inflate(data, DataFormat::ZLibIgnoreChecksum, most, keep)
                .ok_or(FileFault::WrongKind)?;
            budget.inflated -= inflated.size;
            budget.read += inflated.size * MOST_READ;
            check_object_stream(&content, &object, budget)
        }
        Encoding::Other => Err(FileFault::WrongKind),
    }
}

/// Checks the objects in an object stream (section 7.5.7), which consists of pairs of an object number and an offset, followed
/// by the objects.
fn check_object_stream(
    content: &[u8],
    object: &Object,
    budget: &mut Budget,
) -> Result<(), FileFault> {
    let (Some(count), Some(first)) = (object.count, object.first) else {
        return Err(FileFault::WrongKind);
    };
    let head = content.get(..first).ok_or(FileFault::WrongKind)?;
    let mut numbers = Lexer::at(head, 0).map(|token| token.number());
    for _ in 0..count {
        let (Some(Some(number)), Some(Some(offset))) = (numbers.next(), numbers.next()) else {
            return Err(FileFault::WrongKind);
        };
        let mut lexer = Lexer::at(content, first.saturating_add(offset));
        read_object(&mut lexer, Some(number), budget)?;
    }
    match numbers.next() {
        None => Ok(()),
        Some(_) => Err(FileFault::WrongKind),
    }
}

/// Keys of an object that describe the stream after it, if the object is the dictionary of a stream.
#[derive(Default)]
struct Object {
    holds_objects: bool,
    count: Option<usize>,
    first: Option<usize>,
    encoding: Encoding,
}

/// Encoding of a stream.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    #[default]
    None,
    Deflate,
    /// An encoding that no program uses for object streams.
    Other,
}

/// Reads one object to its end: a word, a dictionary, or an array. `number` is its object number, if known.
fn read_object(
    lexer: &mut Lexer,
    number: Option<usize>,
    budget: &mut Budget,
) -> Result<Object, FileFault> {
    let start = lexer.offset();
    let mut object = Object::default();
    let mut depth = 0_usize;
    let mut before = None;
    if !lexer.starts_dictionary() {
        let mut value = lexer.clone();
        budget.automatic_actions.record_list(&mut value, number)?;
        budget.spend(value.offset() - start)?;
    }
    while let Some(token) = lexer.next() {
        match &token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Name(_) if is_destination_name(before.as_ref(), lexer.clone()) => {}
            Token::Name(name) => match name.as_slice() {
                b"ObjStm" => object.holds_objects = true,
                b"N" => object.count = direct_number(lexer.clone()),
                // Some programs treat any stream with this key as an object stream.
                b"First" => {
                    object.holds_objects = true;
                    object.first = direct_number(lexer.clone());
                }
                b"Filter" => object.encoding = encoding(lexer.clone()),
                b"DecodeParms" | b"DP" => object.encoding = Encoding::Other,
                b"OpenAction" | b"Next" => {
                    let mut value = lexer.clone();
                    budget.automatic_actions.record_start(&mut value)?;
                    budget.spend(value.offset() - lexer.offset())?;
                }
                b"AA" => automatic_actions::refuse_triggers(lexer.clone())?,
                b"S" if depth == 1 => budget
                    .automatic_actions
                    .record_action(lexer.clone(), number)?,
                name => refuse(name)?,
            },
            Token::Text(text) if names_another_computer(before.as_ref(), text) => {
                return Err(FileFault::RemoteContent);
            }
            Token::Text(_) | Token::Word(_) => {}
        }
        if depth == 0 {
            break;
        }
        before = Some(token);
    }
    budget.spend(lexer.offset() - start)?;
    Ok(object)
}

/// Returns whether a name between `before` and `rest` names a destination in the document (section 12.3.2.3). Chromium takes
/// these names from the ids in the web page, so a heading may have the name `JavaScript`.
fn is_destination_name(before: Option<&Token>, rest: Lexer) -> bool {
    match before {
        Some(Token::Name(key)) => key == b"Dest",
        // The destination itself follows: a reference to a page, and how the page is shown.
        Some(Token::Open | Token::Close) => automatic_actions::destination_page(rest).is_some(),
        _ => false,
    }
}

/// Returns a fault if a name makes a PDF do more than show pages.
fn refuse(name: &[u8]) -> Result<(), FileFault> {
    match name {
        // Actions (section 12.6.4), and forms that contain scripts (12.7.8).
        b"Launch" | b"JavaScript" | b"Rendition" | b"RichMedia" | b"XFA" | b"SubmitForm"
        | b"ImportData" => Err(FileFault::Script),
        // Embedded files (sections 7.11.3, 7.11.4 and 12.5.6.15), and links into them. `EF` refers to a file even if the
        // file's stream has no type.
        b"EmbeddedFile" | b"EmbeddedFiles" | b"EF" | b"FileAttachment" | b"GoToE" => {
            Err(FileFault::EmbeddedFile)
        }
        // Encrypted content cannot be checked (section 7.6).
        b"Encrypt" => Err(FileFault::Encrypted),
        _ => Ok(()),
    }
}

/// Returns whether a string after `key` names a file on another computer: it begins with two backslashes or, if it is a file
/// name (section 7.11.2), with two slashes. That computer would learn who opens the document, and the hash of their password.
fn names_another_computer(key: Option<&Token>, text: &[u8]) -> bool {
    let is_file = matches!(key, Some(Token::Name(key)) if key == b"F" || key == b"UF");
    let is_slash = |byte| byte == b'\\' || is_file && byte == b'/';
    let mut bytes = string(text).filter(|byte| !matches!(byte, 0 | 0xFE | 0xFF));
    bytes.next().is_some_and(is_slash) && bytes.next().is_some_and(is_slash)
}

/// Returns the encoding that the value of `Filter` names: a single name, alone or in an array.
fn encoding(mut value: Lexer) -> Encoding {
    let one = |token: Option<Token>| match token {
        Some(Token::Name(name)) if name == b"FlateDecode" || name == b"Fl" => Encoding::Deflate,
        _ => Encoding::Other,
    };
    match value.next() {
        Some(Token::Open) => {
            let encoding = one(value.next());
            if value.next() == Some(Token::Close) {
                encoding
            } else {
                Encoding::Other
            }
        }
        token => one(token),
    }
}

/// Returns the number that follows, or `None` if a reference to another object or something else follows.
fn direct_number(mut value: Lexer) -> Option<usize> {
    let found = value.next()?.number()?;
    let reference = value.nth(1) == Some(Token::Word(b"R"));
    (!reference).then_some(found)
}
