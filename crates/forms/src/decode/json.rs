//! `application/json`: one object of texts.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::{DecodeError, Decoded, MOST_ENTRIES};

/// Deepest nesting that is read at all. Forms are flat; more is an attack on the parser.
const DEEPEST: usize = 8;

/// Reads a JSON object; numbers and booleans count as text, `null` as empty text.
///
/// # Errors
/// [`DecodeError::Malformed`] when it is no JSON object, or too deep or too long.
pub fn json(body: &[u8]) -> Result<Decoded, DecodeError> {
    let text = std::str::from_utf8(body)
        .map_err(|_| DecodeError::Malformed("The request is not valid UTF-8."))?;
    if depth(text) > DEEPEST {
        return Err(DecodeError::Malformed("The JSON is nested too deeply."));
    }
    let Entries(entries) = serde_json::from_str(text)
        .map_err(|_| DecodeError::Malformed("The request is not a valid JSON object."))?;
    if entries.len() > MOST_ENTRIES {
        return Err(DecodeError::Malformed(
            "The JSON object has too many names.",
        ));
    }
    let mut decoded = Decoded::default();
    for (name, value) in entries {
        match value {
            Value::Null => decoded.texts.push((name, String::new())),
            Value::String(text) => decoded.texts.push((name, text)),
            Value::Number(number) => decoded.texts.push((name, number.to_string())),
            Value::Bool(truth) => decoded.texts.push((name, truth.to_string())),
            Value::Array(_) | Value::Object(_) => decoded.not_text.push(name),
        }
    }
    Ok(decoded)
}

/// How deep brackets nest, outside of strings.
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

/// An object's entries in order, repeated names included (a map would keep one of them silently).
struct Entries(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Entries;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
