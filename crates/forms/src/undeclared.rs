//! Fields that a form does not declare.
//!
//! A page may be newer or older than the function, so a visitor can fill in a field that the function does not know. What was typed
//! there must not be lost.

use crate::decode::Decoded;
use crate::fields::Fields;
use crate::form::Form;

/// Maximum size of all names and texts together, in bytes.
const MOST_BYTES: usize = 4 * 1024;
/// End of a text that was cut off.
const CUT: &str = " [cut off]";

/// Returns the texts and the names of files that were sent in fields that `form` does not have, in the order in which they were
/// sent: 4 KB at most. A text beyond this limit is cut off and marked.
pub(crate) fn undeclared(form: &Form, decoded: &Decoded) -> Fields {
    let texts = decoded.texts.iter().map(|(name, text)| {
        let cut = if decoded.cut.contains(name) { CUT } else { "" };
        (name, format!("{text}{cut}"))
    });
    let structures = decoded.not_text.iter();
    let structures = structures.map(|(name, json)| (name, json.clone()));
    let files = decoded.uploads.iter();
    let files = files.map(|upload| (&upload.field, format!("[a file, not kept] {}", upload.name)));
    let mut kept = Fields::default();
    let mut left = MOST_BYTES;
    for (name, text) in texts.chain(structures).chain(files) {
        if *name == form.trap || form.field(name).is_some() || text.is_empty() {
            continue;
        }
        if name.len() + text.len() <= left {
            left -= name.len() + text.len();
            kept.push(name, text);
            continue;
        }
        let name = &name[..name.floor_char_boundary(left.saturating_sub(CUT.len()))];
        let end = text.floor_char_boundary(left.saturating_sub(name.len() + CUT.len()));
        kept.push(name, text[..end].to_owned() + CUT);
        break;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::Upload;

    #[test]
    fn names_and_texts_take_four_kilobytes_at_most() {
        let form = Form::resolve(
            "contact",
            &serde_json::json!({
                "path": "/contact", "page": "/contact", "thanks": "/thanks", "title": "", "submit": "", "loading": "",
                "success": { "title": "", "message": "" }, "failure": { "title": "", "message": "" },
                "privacy": { "version": "1", "purpose": "", "links": [{ "label": "", "url": "/" }] },
                "field": [{ "name": "email", "label": "Email", "type": "email", "required": true }],
            }),
        );
        let form = form.unwrap_or_else(|errors| panic!("{errors:?}"));
        let long = "\u{a6b}".repeat(2_000);
        let text = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        for (texts, kept) in [
            (
                vec![
                    text("email", "a@b.in"),
                    text("topic", "x"),
                    text("empty", ""),
                ],
                vec![],
            ),
            (
                vec![text("gstin", "24AAA"), text("gstin", "x")],
                vec![("gstin", 5), ("gstin", 1)],
            ),
            (
                vec![text("gstin", &long), text("late", "x")],
                vec![("gstin", 4_090)],
            ),
            (vec![text(&long, "x")], vec![(&long[..4_086], 10)]),
        ] {
            let decoded = Decoded {
                texts,
                ..Decoded::default()
            };
            let found = undeclared(&form, &decoded);
            let found: Vec<_> = found
                .iter()
                .map(|(name, text)| (name, text.len()))
                .collect();
            assert_eq!(found, kept);
        }
        let decoded = Decoded {
            not_text: vec![text("list", "[\"GST\",\"Audit\"]")],
            cut: vec!["note".to_owned()],
            texts: vec![text("note", "long")],
            uploads: vec![Upload {
                field: "photo".to_owned(),
                name: "me.png".to_owned(),
                bytes: bytes::Bytes::new(),
            }],
        };
        let found = undeclared(&form, &decoded);
        let texts: Vec<&str> = found.iter().map(|(_, text)| text).collect();
        assert_eq!(
            texts,
            [
                "long [cut off]",
                "[\"GST\",\"Audit\"]",
                "[a file, not kept] me.png"
            ]
        );
    }
}
