//! Attributes of the tags of MDX, whose values may be expressions in braces.

use crate::entities::decoded;
use crate::shortcodes::identifier;

/// The attributes of a tag.
#[derive(Debug, Default)]
pub struct Attributes {
    /// Names and values.
    pub arguments: Vec<(String, String)>,
    /// Names of those whose values are programs.
    pub programs: Vec<String>,
    /// Offset after the tag.
    pub end: usize,
    /// Whether the tag ends with a slash.
    pub is_closed: bool,
}

/// Reads the attributes of a tag; `None` if the tag does not end.
pub fn attributes(text: &str, start: usize) -> Option<Attributes> {
    let bytes = text.as_bytes();
    let mut found = Attributes::default();
    let mut at = start;
    loop {
        let one = *bytes.get(at)?;
        match one {
            b'>' => {
                found.end = at + 1;
                return Some(found);
            }
            b'/' => found.is_closed = true,
            b'{' => at = braces(text, at)? - 1,
            b'<' => return None,
            one if one.is_ascii_alphabetic() => {
                let is_name = |one: &&u8| one.is_ascii_alphanumeric() || b"-_:.".contains(one);
                let end = at + bytes[at..].iter().take_while(is_name).count();
                let key = text[at..end].to_owned();
                let value = match (bytes.get(end), bytes.get(end + 1)) {
                    (Some(b'='), Some(quote @ (b'"' | b'\''))) => {
                        let inner = end + 2;
                        let length = bytes[inner..].iter().position(|one| one == quote)?;
                        at = inner + length + 1;
                        Some(decoded(&text[inner..inner + length]))
                    }
                    (Some(b'='), Some(b'{')) => {
                        at = braces(text, end + 1)?;
                        simple(&text[end + 2..at - 1])
                    }
                    _ => {
                        at = end;
                        Some("true".to_owned())
                    }
                };
                // The others, such as `client:load`, are for the compiler.
                if !key.contains(':') {
                    let key = identifier(&key);
                    // Of several attributes with the same name, the last one counts.
                    found.arguments.retain(|(one, _)| *one != key);
                    match value {
                        Some(value) => found.arguments.push((key, value)),
                        None => found.programs.push(key),
                    }
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Longest expression that is read, in bytes, so that the time for many that do not end is proportional to their number.
const LONGEST: usize = 20_000;

/// Returns the offset after the brace that closes the one at `start`.
fn braces(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, one) in text[start..].bytes().take(LONGEST).enumerate() {
        match one {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start + at + 1);
        }
    }
    None
}

/// Returns the text of an expression that is a text, a number, true, or false.
pub fn simple(expression: &str) -> Option<String> {
    let expression = expression.trim();
    let quote = expression
        .chars()
        .next()
        .filter(|one| "\"'`".contains(*one));
    if let Some(quote) = quote {
        let inner = expression[1..].strip_suffix(quote)?;
        return (!inner.contains(quote) && !inner.contains("${")).then(|| inner.to_owned());
    }
    let is_value = expression.parse::<f64>().is_ok() || matches!(expression, "true" | "false");
    is_value.then(|| expression.to_owned())
}
