//! Places of values in JSON text, which `serde_json::Value` does not keep.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::value::RawValue;

use crate::toml_text::escape;

/// Returns the byte range of every value by its JSON pointer, or an empty map if the text is not JSON.
pub fn places(text: &str) -> HashMap<String, Range<usize>> {
    let mut places = HashMap::new();
    if let Ok(value) = serde_json::from_str(text) {
        add(value, String::new(), text, &mut places);
    }
    places
}

fn add(value: &RawValue, pointer: String, text: &str, places: &mut HashMap<String, Range<usize>>) {
    if let Ok(object) = serde_json::from_str::<HashMap<String, &RawValue>>(value.get()) {
        for (key, value) in object {
            add(value, format!("{pointer}/{}", escape(&key)), text, places);
        }
    } else if let Ok(array) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
        for (index, value) in array.into_iter().enumerate() {
            add(value, format!("{pointer}/{index}"), text, places);
        }
    }
    // A raw value is a slice of the text, so its offset follows from its address.
    let start = value.get().as_ptr().addr() - text.as_ptr().addr();
    places.insert(pointer, start..start + value.get().len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_text() {
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
                places(text).get(pointer).map(|span| &text[span.clone()]),
                expected,
                "{pointer}"
            );
        }
        assert!(places("{ \"a\": [1").is_empty() && places("").is_empty());
    }
}
