//! Finds the place in the content where a value that a template renders is written.

use content::{Content, Document, Part};
use diagnostic::Place;
use serde_json::Value;

/// Converts a place in the text of a value to the place in the content where that text is written. Searches `document` first,
/// and then all others. Returns `None` if no document has the value.
pub fn value_place(place: &Place, content: &Content, document: Option<&Document>) -> Option<Place> {
    let value = place.source.text.as_str();
    let all = content.all_documents().map(AsRef::as_ref);
    let mut all = document.into_iter().chain(all);
    let at = all.find_map(|document| {
        let mut fields = document.fields.iter();
        let pointer = fields.find_map(|(key, field)| pointer_to(field, value, &format!("/{key}")));
        Some(document.place(&pointer?, Part::Value))
    })?;
    // In the file, the value has quotes and escapes, so the marked words are searched for in it.
    let words = &value[place.span.clone()];
    let written = &at.source.text[at.span.clone()];
    Some(match written.find(words).filter(|_| !words.is_empty()) {
        Some(found) => {
            let start = at.span.start + found;
            Place::new(&at.source, start..start + words.len())
        }
        None => at,
    })
}

/// Returns the JSON pointer of `string` within `value`, whose own pointer is `at`.
fn pointer_to(value: &Value, string: &str, at: &str) -> Option<String> {
    match value {
        Value::String(one) => (one == string).then(|| at.to_owned()),
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| pointer_to(item, string, &format!("{at}/{index}")))
        }
        Value::Object(fields) => {
            let mut fields = fields.iter();
            fields.find_map(|(key, field)| pointer_to(field, string, &format!("{at}/{key}")))
        }
        _ => None,
    }
}
