//! Mistakes in Markdown that stands in a value of front matter: found while a template renders it, placed in the content.
//!
//! Tera carries a function's error as one line of text, so the findings travel through it as JSON.

use crate::codes;
use content::{Content, Document, Part};
use diagnostic::{Code, Diagnostic, Place};
use serde_json::{Value, json};

/// Codes that findings in a value can have.
static CODES: [&Code; 6] = [
    &codes::BAD_COMPONENT,
    &codes::BROKEN_LINK,
    &codes::DUPLICATE_ID,
    &codes::IMAGE_WITHOUT_ALT,
    &content::codes::MISSING_IMAGE,
    &content::codes::UNKNOWN_FACT,
];

/// The findings in `text` as one line.
pub fn pack(text: &str, found: &[Diagnostic]) -> String {
    let found: Vec<Value> = found
        .iter()
        .map(|one| {
            let span = one
                .place
                .as_ref()
                .map_or(0..0, |(place, _)| place.span.clone());
            let label = one.place.as_ref().map_or("", |(_, label)| label.as_str());
            json!({
                "code": one.code.name,
                "message": one.message,
                "label": label,
                "help": one.help,
                "start": span.start,
                "end": span.end,
            })
        })
        .collect();
    json!({ "text": text, "found": found }).to_string()
}

/// The message of the first finding of a line made by [`pack`].
pub fn first_message(line: &str) -> Option<String> {
    let packed: Value = serde_json::from_str(line).ok()?;
    Some(packed["found"][0]["message"].as_str()?.to_owned())
}

/// Takes findings out of an error that carries them: each where its value was written, `own` before all other documents,
/// or else where the template renders it.
pub fn unpack(error: Diagnostic, content: &Content, own: Option<&Document>) -> Vec<Diagnostic> {
    let Ok(packed) = serde_json::from_str::<Value>(&error.message) else {
        return vec![error];
    };
    let text = packed["text"].as_str().unwrap_or_default();
    let all = content
        .collections
        .iter()
        .flat_map(|one| &one.documents)
        .map(AsRef::as_ref);
    let value = own
        .into_iter()
        .chain(all)
        .find_map(|document| place_of(document, text));
    let found = packed["found"].as_array().into_iter().flatten();
    found
        .map(|one| relocated(one, &error, text, value.as_ref()))
        .collect()
}

fn relocated(one: &Value, error: &Diagnostic, text: &str, value: Option<&Place>) -> Diagnostic {
    let word = |key: &str| one[key].as_str().unwrap_or_default();
    let code = CODES
        .into_iter()
        .find(|code| code.name == word("code"))
        .unwrap_or(&codes::BAD_MARKDOWN);
    let mut diagnostic = Diagnostic::new(code, word("message"));
    diagnostic.help.extend(
        one["help"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|help| help.as_str().map(str::to_owned)),
    );
    let (Some(value), Some((template, _))) = (value, &error.place) else {
        diagnostic.place.clone_from(&error.place);
        diagnostic.related.clone_from(&error.related);
        return diagnostic;
    };
    // The value as written has quotes and escapes: the words themselves are looked for in it.
    let number = |key: &str| {
        one[key]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .unwrap_or_default()
    };
    let words = text.get(number("start")..number("end")).unwrap_or_default();
    let written = &value.source.text[value.span.clone()];
    let place = match written.find(words).filter(|_| !words.is_empty()) {
        Some(at) => Place::new(
            &value.source,
            value.span.start + at..value.span.start + at + words.len(),
        ),
        None => value.clone(),
    };
    diagnostic
        .at(place, word("label"))
        .related(template.clone(), "rendered here")
}

/// Where a document has `text` as a value.
fn place_of(document: &Document, text: &str) -> Option<Place> {
    let pointer = document
        .fields
        .iter()
        .find_map(|(key, value)| pointer_to(value, text, &format!("/{key}")))?;
    Some(document.place(&pointer, Part::Value))
}

fn pointer_to(value: &Value, text: &str, pointer: &str) -> Option<String> {
    match value {
        Value::String(one) => (one == text).then(|| pointer.to_owned()),
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| pointer_to(item, text, &format!("{pointer}/{index}")))
        }
        Value::Object(fields) => {
            let mut fields = fields.iter();
            fields.find_map(|(key, field)| pointer_to(field, text, &format!("{pointer}/{key}")))
        }
        _ => None,
    }
}
