//! Decodes `application/x-www-form-urlencoded` (URL Standard, section 5.1), except that invalid UTF-8 is read as
//! Windows-1252, not replaced.

use percent_encoding::percent_decode;

use super::decoded::{DecodeError, Decoded};
use super::text::{text, without_mark};

/// Decodes `name=text&name=text`. Fails with [`DecodeError::Malformed`] if there are more than `most` names, or if a text is in UTF-16.
pub fn urlencoded(body: &[u8], most: usize) -> Result<Decoded, DecodeError> {
    let mut decoded = Decoded::default();
    let pairs = without_mark(body).split(|b| *b == b'&');
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        if decoded.texts.len() == most {
            let why = "The form has too many fields.";
            return Err(DecodeError::Malformed(why, decoded));
        }
        let mut parts = pair.splitn(2, |b| *b == b'=');
        let name = unescape(parts.next().unwrap_or_default())?;
        let text = unescape(parts.next().unwrap_or_default())?;
        decoded.texts.push((name, text));
    }
    Ok(decoded)
}

/// Decodes `+` and escapes such as `%41`. Keeps a `%` that does not begin an escape.
fn unescape(escaped: &[u8]) -> Result<String, DecodeError> {
    let spaced: Vec<u8> = escaped
        .iter()
        .map(|byte| if *byte == b'+' { b' ' } else { *byte })
        .collect();
    text(&percent_decode(&spaced).collect::<Vec<u8>>())
}
