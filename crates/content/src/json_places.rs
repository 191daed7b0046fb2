//! Where a value stands in JSON text: its reader keeps no positions.

use std::ops::Range;

/// The place of the value at a JSON pointer, in bytes; `None` where the text has none there, or is not JSON.
pub fn value_at(text: &str, pointer: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        at = inside(text, skip_blanks(text, at), &step)?;
    }
    let start = skip_blanks(text, at);
    Some(start..end_of(text, start)?)
}

/// Where the entry `step` begins of the object or array that begins at an offset.
fn inside(text: &str, start: usize, step: &str) -> Option<usize> {
    let is_object = text.get(start..)?.starts_with('{');
    if !is_object && !text[start..].starts_with('[') {
        return None;
    }
    let mut at = skip_blanks(text, start + 1);
    let mut index = 0;
    while at < text.len() && !text.get(at..)?.starts_with(['}', ']']) {
        let is_it = if is_object {
            let end = end_of(text, at)?;
            let key: String = serde_json::from_str(&text[at..end]).ok()?;
            at = skip_blanks(text, end) + 1;
            key == step
        } else {
            step.parse() == Ok(index)
        };
        if is_it {
            return Some(at);
        }
        at = skip_blanks(text, end_of(text, skip_blanks(text, at))?);
        if text.get(at..)?.starts_with(',') {
            at = skip_blanks(text, at + 1);
        }
        index += 1;
    }
    None
}

fn skip_blanks(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_start().len()
}

/// Where the value ends that begins at an offset.
fn end_of(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_text = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => continue,
            }
            if in_text || depth > 0 {
                continue;
            }
            return Some(at + 1);
        }
        match byte {
            b'"' => in_text = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ if depth == 0 && byte.is_ascii_whitespace() => return Some(at),
            _ => {}
        }
    }
    (depth == 0 && !in_text).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let text = r#" { "a/b": [1, {"c": "x\"}"}, true], "d" : { "a": -2.5 } , "e":[] } "#;
        for (pointer, expected) in [
            ("/a~1b/0", Some("1")),
            ("/a~1b/1", Some(r#"{"c": "x\"}"}"#)),
            ("/a~1b/1/c", Some(r#""x\"}""#)),
            ("/a~1b/2", Some("true")),
            ("/d/a", Some("-2.5")),
            ("/e", Some("[]")),
            ("/e/0", None),
            ("/f", None),
            ("/d/a/b", None),
            ("", Some(text.trim())),
        ] {
            assert_eq!(
                value_at(text, pointer).map(|span| &text[span]),
                expected,
                "{pointer}"
            );
        }
        assert_eq!(value_at("{ \"a\": [1", "/a/3"), None);
        assert_eq!(value_at("", "/a"), None);
    }
}
