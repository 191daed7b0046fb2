//! Decodes `application/json`: an object of texts.

use serde_json::Value;

use super::decoded::{DecodeError, Decoded};
use super::text::{text, without_mark};
use crate::fields::read_entries;

/// Maximum nesting depth that is parsed. Forms are flat; deeper nesting is an attack on the parser.
const DEEPEST: usize = 8;

/// Decodes a JSON object; numbers and booleans count as text, `null` as empty text. Fails with [`DecodeError::Malformed`] if the body is
/// not a JSON object, is nested too deeply, or has more than `most` names.
pub fn json(body: &[u8], most: usize) -> Result<Decoded, DecodeError> {
    let text = text(without_mark(body))?;
    if depth(&text) > DEEPEST {
        return Err(DecodeError::malformed("The JSON is nested too deeply."));
    }
    let mut parser = serde_json::Deserializer::from_str(&text);
    let mut entries: Vec<(String, Value)> = Vec::new();
    let read = read_entries(&mut parser, &mut entries).and_then(|()| parser.end());
    let problem = if read.is_err() {
        Some("The request is not a valid JSON object.")
    } else if entries.len() > most {
        Some("The JSON object has too many names.")
    } else {
        None
    };
    let mut decoded = Decoded::default();
    for (name, value) in entries.into_iter().take(most) {
        match value {
            Value::Null => decoded.texts.push((name, String::new())),
            Value::String(text) => decoded.texts.push((name, text)),
            Value::Number(number) => decoded.texts.push((name, number.to_string())),
            Value::Bool(truth) => decoded.texts.push((name, truth.to_string())),
            Value::Array(_) | Value::Object(_) => decoded.not_text.push((name, value.to_string())),
        }
    }
    match problem {
        Some(why) => Err(DecodeError::Malformed(why, decoded)),
        None => Ok(decoded),
    }
}

/// Returns the maximum nesting depth of brackets outside of strings.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}
