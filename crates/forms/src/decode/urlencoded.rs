//! Decodes `application/x-www-form-urlencoded` (URL Standard, section 5.1), except that invalid UTF-8 is refused, not replaced.

use percent_encoding::percent_decode;

use super::decoded::{DecodeError, Decoded, MOST_ENTRIES};

/// Decodes `name=text&name=text`.
///
/// # Errors
/// Returns [`DecodeError::Malformed`] if a text is not UTF-8, or if there are too many names.
pub fn urlencoded(body: &[u8]) -> Result<Decoded, DecodeError> {
    let mut decoded = Decoded::default();
    for pair in body.split(|b| *b == b'&').filter(|pair| !pair.is_empty()) {
        if decoded.texts.len() == MOST_ENTRIES {
            return Err(DecodeError::Malformed("The form has too many fields."));
        }
        let mut parts = pair.splitn(2, |b| *b == b'=');
        let name = unescape(parts.next().unwrap_or_default())?;
        decoded
            .texts
            .push((name, unescape(parts.next().unwrap_or_default())?));
    }
    Ok(decoded)
}

/// Decodes `+` and escapes such as `%41`. Keeps a `%` that does not begin an escape. Returns an error if the result is not
/// UTF-8.
fn unescape(text: &[u8]) -> Result<String, DecodeError> {
    let spaced: Vec<u8> = text
        .iter()
        .map(|byte| if *byte == b'+' { b' ' } else { *byte })
        .collect();
    String::from_utf8(percent_decode(&spaced).collect())
        .map_err(|_| DecodeError::Malformed("The request is not valid UTF-8."))
}
