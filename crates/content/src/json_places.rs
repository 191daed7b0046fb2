//! Places of values in JSON text, which `serde_json::Value` does not keep.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::value::RawValue;

use crate::toml_text::unescape;

/// Returns the byte range of the value at a JSON pointer, or `None` if there is none or the text is not JSON.
pub fn value_at(text: &str, pointer: &str) -> Option<Range<usize>> {
    let mut value: &RawValue = serde_json::from_str(text).ok()?;
    for step in pointer.split('/').skip(1).map(unescape) {
        value = if value.get().starts_with('{') {
            let object: HashMap<String, &RawValue> = serde_json::from_str(value.get()).ok()?;
            object.get(&step).copied()?
        } else {
            let array: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
            array.get(step.parse::<usize>().ok()?).copied()?
        };
    }
    // A raw value borrows its part of the text.
    let start = value.get().as_ptr().addr() - text.as_ptr().addr();
    Some(start..start + value.get().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let text =
            r#" { "a/b": [1, {"c": "x\"}"}, true], "d" : { "a": -2.5 } , "e":[], "\u00e9": 0 } "#;
        for (pointer, expected) in [
            ("/a~1b/0", Some("1")),
            ("/a~1b/1", Some(r#"{"c": "x\"}"}"#)),
            ("/a~1b/1/c", Some(r#""x\"}""#)),
            ("/a~1b/2", Some("true")),
            ("/d/a", Some("-2.5")),
            ("/e", Some("[]")),
            ("/é", Some("0")),
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
