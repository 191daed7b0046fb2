//! `application/x-www-form-urlencoded` (URL Standard, section 5.1), but invalid UTF-8 is refused, not replaced.

use super::{DecodeError, Decoded, MOST_ENTRIES};

/// Reads `name=text&name=text`.
///
/// # Errors
/// [`DecodeError::Malformed`] for a text that is not UTF-8, and for too many names.
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

/// Replaces `+` and `%41`; a `%` that begins no escape stands for itself.
fn unescape(text: &[u8]) -> Result<String, DecodeError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        let byte = match (first, tail) {
            (b'+', _) => b' ',
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    rest = after;
                    high * 16 + low
                }
                _ => b'%',
            },
            _ => *first,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).map_err(|_| DecodeError::Malformed("The request is not valid UTF-8."))
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}
