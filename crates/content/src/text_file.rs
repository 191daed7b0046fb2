//! Decodes text files into [`Source`]s, and rejects those that the other stages could not use.

use std::string::FromUtf8Error;
use std::sync::Arc;

use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Place, Source, lines};
use memchr::{memchr, memmem};

use crate::codes;

/// Decodes a text file. Its text has no byte order mark, which JSON and template parsers reject, and its lines end with line
/// feeds. Fails with a finding if the file is not UTF-8, contains a NUL byte, or has an unresolved merge conflict.
pub fn decode(path: &str, bytes: Vec<u8>) -> Result<Arc<Source>, Diagnostic> {
    if let Some((_, kind)) = NOT_TEXT.iter().find(|(start, _)| bytes.starts_with(start)) {
        let source = Source::new(path, String::from_utf8_lossy(&bytes));
        let message = format!("this file is not text, but {kind}");
        let help = if path.ends_with(".csv") {
            "save the sheet as CSV (in Excel: Save as, CSV UTF-8), and use that file"
        } else {
            "copy its text into a new text file, and delete this one"
        };
        return Err(Diagnostic::new(&codes::NOT_UTF8, message)
            .at(Place::start_of(&source), "")
            .help(help));
    }
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
    let source = Source::new(path, normalized(text));
    if !source.text.is_empty() && source.text.bytes().all(|byte| byte == 0) {
        let message = "this file has lost its text: it holds nothing but NUL characters";
        return Err(Diagnostic::new(&codes::NOT_UTF8, message)
            .at(Place::start_of(&source), "")
            .help("restore it from a copy, or delete it"));
    }
    if let Some(at) = memchr(0, source.text.as_bytes()) {
        return Err(Diagnostic::new(
            &codes::NOT_UTF8,
            "this file has a NUL character, which text cannot have",
        )
        .at(Place::new(&source, at..at + 1), "it is here")
        .help("delete it in an editor that shows it, or save the file again as UTF-8 text"));
    }
    match merge_conflict(&source) {
        Some(diagnostic) => Err(diagnostic),
        None => Ok(source),
    }
}

/// First bytes of files that people rename, with what they are.
const NOT_TEXT: [(&[u8], &str); 6] = [
    (b"PK\x03\x04", "a document of Word or Excel, or an archive"),
    (
        b"\xd0\xcf\x11\xe0",
        "a document of an old version of Word or Excel",
    ),
    (b"%PDF", "a PDF"),
    (b"\xff\xd8\xff", "a JPEG"),
    (b"\x89PNG", "a PNG"),
    (b"\x1f\x8b", "a compressed file"),
];

fn not_utf8(path: &str, error: &FromUtf8Error) -> Diagnostic {
    let bytes = error.as_bytes();
    let at = error.utf8_error().valid_up_to();
    let source = Source::new(path, String::from_utf8_lossy(bytes));
    let help = match bytes {
        _ if path.ends_with(".csv") => {
            "save the sheet in Excel with Save as, CSV UTF-8; plain CSV is in another encoding"
                .to_owned()
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            "save the file as UTF-8 (in Notepad: Save as, Encoding: UTF-8); it looks like UTF-16"
                .to_owned()
        }
        _ => match windows_1252(bytes[at]) {
            Some(character) => {
                format!("save the file as UTF-8; in Windows-1252 this byte is `{character}`")
            }
            None => "save the file as UTF-8".to_owned(),
        },
    };
    Diagnostic::new(&codes::NOT_UTF8, "this file is not UTF-8 text")
        .at(Place::new(&source, at..at + 1), "first invalid byte")
        .help(help)
}

/// Decodes a byte of Windows-1252, the encoding of older Windows programs
/// (<https://encoding.spec.whatwg.org/#windows-1252>). Returns `None` for a control character.
fn windows_1252(byte: u8) -> Option<char> {
    const FROM_80: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let character = match byte {
        0x80..=0x9f => FROM_80.chars().nth(usize::from(byte - 0x80))?,
        _ => char::from(byte),
    };
    (!character.is_control()).then_some(character)
}

/// Reports an unresolved merge conflict: the three marker lines that version control writes around the two versions, or the first
/// or last of them, which somebody forgot to delete. In Markdown, the last of them alone is a quotation of seven levels.
fn merge_conflict(source: &Arc<Source>) -> Option<Diagnostic> {
    // Fast path: hardly any file contains a marker.
    let is_markdown = source.path.ends_with(".md");
    let marker = |marker: &[u8]| memmem::find(source.text.as_bytes(), marker);
    marker(b"<<<<<<<").or_else(|| marker(b">>>>>>>").filter(|_| !is_markdown))?;
    let mut left_over: Option<Place> = None;
    let mut in_code = false;
    let markers = ["<<<<<<<", "=======", ">>>>>>>"];
    let mut places: Vec<Place> = Vec::new();
    for (at, line) in lines(&source.text) {
        let text = line.trim_end();
        let marker = markers[places.len()];
        let rest = text.strip_prefix(marker);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
            places.push(Place::new(source, at..at + text.len()));
        }
        in_code ^= text.trim_start().starts_with("```");
        let is_left = text.starts_with("<<<<<<< ") || !is_markdown && text.starts_with(">>>>>>> ");
        if is_left && !in_code && left_over.is_none() {
            left_over = Some(Place::new(source, at..at + text.len()));
        }
        if places.len() == markers.len() {
            let (last, first) = (places.pop()?, places.swap_remove(0));
            return Some(
                Diagnostic::new(&codes::MERGE_CONFLICT, "unresolved merge conflict")
                    .at(first, "first version starts here")
                    .related(last, "second version ends here")
                    .help("keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
            );
        }
    }
    let message = "this line is left over from a merge conflict";
    Some(
        Diagnostic::new(&codes::MERGE_CONFLICT, message)
            .at(left_over?, "")
            .help("keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
    )
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn files_without_text() {
        for (bytes, expected) in [
            (&b"\0\0\0"[..], "this file has lost its text"),
            (b"a\0", "this file has a NUL character"),
            (b"", ""),
        ] {
            let found = decode("a.md", bytes.to_vec()).err();
            let message = found.map(|one| one.message).unwrap_or_default();
            assert!(message.starts_with(expected), "{bytes:?}: {message}");
        }
    }

    #[test]
    fn merge_conflicts() {
        assert!(decode("a.html", b">>>>>>> main\n".to_vec()).is_err());
        for (text, is_conflict) in [
            ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n", true),
            ("<<<<<<< HEAD\na\n", true),
            ("```\n<<<<<<< HEAD\n```\n", false),
            (
                "Title\n=======\n\n>>>>>>> A quotation of seven levels.\n",
                false,
            ),
        ] {
            let found = decode("a.md", text.as_bytes().to_vec());
            assert_eq!(found.is_err(), is_conflict, "{text}");
        }
    }
}
