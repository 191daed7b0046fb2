//! Decodes texts whose encoding is not declared.

use super::decoded::DecodeError;

/// Characters of the bytes from 0x80 to 0x9F in Windows-1252. The five bytes without a character become replacement characters.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Decodes UTF-8, and anything else as Windows-1252, which is what browsers take Latin-1 for (Encoding Standard, section 4.2).
pub fn utf8_or_latin1(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        other => char::from(*other),
    };
    let latin1 = |_| bytes.iter().map(character).collect();
    str::from_utf8(bytes).map_or_else(latin1, str::to_owned)
}

/// Returns a text without the byte order mark at its start.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Decodes a text that was typed, as [`utf8_or_latin1`] does. Fails if `bytes` contain the byte order mark of UTF-16, which would be read
/// as a wrong text.
pub fn text(bytes: &[u8]) -> Result<String, DecodeError> {
    let mut pairs = bytes.windows(2);
    if pairs.any(|pair| matches!(pair, [0xff, 0xfe] | [0xfe, 0xff])) {
        return Err(DecodeError::malformed("The request is not valid UTF-8."));
    }
    Ok(utf8_or_latin1(bytes))
}
