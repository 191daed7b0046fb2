//! Finds completions for front matter: the keys of the collection's schema, and the values of a key.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::civil::Date;

use crate::shape::{Kind, Shape, plain};

/// A suggested key or value.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// Name of the key, or the value, as shown in the editor's list.
    pub label: String,
    /// Whether the item is a key, not a value.
    pub is_key: bool,
    /// Text to insert. For a key, `$0` marks the new position of the cursor.
    pub text: String,
    /// Description of the key from the schema; empty for a value.
    pub description: String,
    /// Whether the schema requires the key.
    pub required: bool,
}

/// Returns the items that can be inserted at byte `offset` of a Markdown file, and the range of bytes that they replace.
/// Returns `None` outside of front matter and where nothing can be completed. `pictures` are the paths suggested for an image.
pub fn completion(
    text: &str,
    offset: usize,
    schema: Shape<'_>,
    pictures: &[String],
    today: Date,
) -> Option<(Range<usize>, Vec<Item>)> {
    let front_matter = front_matter(text)?;
    if !(front_matter.start..=front_matter.end).contains(&offset) {
        return None;
    }
    let before = &text[front_matter.start..offset];
    let line_start = front_matter.start + before.rfind('\n').map_or(0, |end| end + 1);
    let (path, table) = table_of(&text[front_matter.start..line_start]);
    let mut shape = schema;
    for step in &path {
        let next = shape.key(step)?;
        shape = match next.kind() {
            Kind::List => next.items()?,
            _ => next,
        };
    }
    let line = &text[line_start..offset];
    if let Some((key, value)) = line.split_once('=') {
        let shape = shape.at_key(key.trim());
        let typed = value.trim_start();
        let (shape, typed) = match (shape.kind(), typed.rsplit_once(['[', ','])) {
            (Kind::List, Some((_, typed))) => (shape.items()?, typed.trim_start()),
            (Kind::List, None) => return None,
            _ => (shape, typed),
        };
        // Editors insert the closing quotation mark as soon as the opening one is typed.
        let closing = typed.starts_with('"') && text[offset..].starts_with('"');
        let range = offset - typed.len()..offset + usize::from(closing);
        return Some((range, values(shape, pictures, today)));
    }
    let typed = line.trim_start();
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    if !typed.chars().all(is_key) {
        return None;
    }
    let rest = text[offset..front_matter.end].split_once('\n');
    let rest = rest.map_or("", |(_, rest)| rest);
    let mut present = keys(&text[front_matter.start + table..line_start]);
    present.extend(keys(rest));
    Some((
        offset - typed.len()..offset,
        missing_keys(shape, &path, &present, today),
    ))
}

/// Returns the range between the two `+++` lines, or from the first one to the end of the text if there is no second. Returns
/// `None` if the text does not begin with front matter.
fn front_matter(text: &str) -> Option<Range<usize>> {
    let start = text.find('\n')? + 1;
    if text[..start].trim_end() != "+++" {
        return None;
    }
    let mut offset = start;
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == "+++" {
            return Some(start..offset);
        }
        offset += line.len();
    }
    Some(start..text.len())
}

/// Returns the path of the table that is open at the end of a text, such as `["seo", "image"]` after the header `[seo.image]`,
/// and the offset at which the table's keys begin.
fn table_of(text: &str) -> (Vec<&str>, usize) {
    let mut table = (Vec::new(), 0);
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        offset += line.len();
        let header = line.trim().strip_prefix('[');
        if let Some(header) = header.and_then(|header| header.strip_suffix(']')) {
            let path = header.trim_start_matches('[').trim_end_matches(']');
            table = (path.split('.').map(str::trim).collect(), offset);
        }
    }
    table
}

/// Returns the keys that a text assigns before its first table header.
fn keys(text: &str) -> BTreeSet<&str> {
    let lines = text
        .lines()
        .take_while(|line| !line.trim_start().starts_with('['));
    let keys = lines.filter_map(|line| line.split_once('='));
    keys.map(|(key, _)| key.trim()).collect()
}

/// Returns the keys of the schema that the table does not have yet, required keys first.
fn missing_keys(
    shape: Shape<'_>,
    path: &[&str],
    present: &BTreeSet<&str>,
    today: Date,
) -> Vec<Item> {
    let required = shape.required();
    let keys = shape.keys().into_iter();
    let keys = keys.filter(|(key, _)| !present.contains(key));
    let mut items: Vec<Item> = keys
        .map(|(key, shape)| Item {
            label: key.to_owned(),
            is_key: true,
            text: key_and_value(key, shape, path, today),
            description: shape.description().unwrap_or_default().to_owned(),
            required: required.contains(&key),
        })
        .collect();
    items.sort_by_key(|item| !item.required);
    items
}

/// Returns the text to insert for a key: an assignment with the beginning of a value of the right kind, or a table header.
fn key_and_value(key: &str, shape: Shape<'_>, path: &[&str], today: Date) -> String {
    let header = || [path, &[key]].concat().join(".");
    match shape.kind() {
        Kind::Text if shape.options().is_empty() => format!("{key} = \"$0\""),
        Kind::Date => format!("{key} = {today}$0"),
        Kind::Table => format!("[{}]\n$0", header()),
        Kind::List
            if shape
                .items()
                .is_some_and(|items| items.kind() == Kind::Table) =>
        {
            format!("[[{}]]\n$0", header())
        }
        Kind::List => format!("{key} = [$0]"),
        _ => format!("{key} = $0"),
    }
}

fn values(shape: Shape<'_>, pictures: &[String], today: Date) -> Vec<Item> {
    let quoted = |text: &str| format!("\"{text}\"");
    let values: Vec<String> = match shape.kind() {
        Kind::Boolean => vec!["true".to_owned(), "false".to_owned()],
        Kind::Date => vec![today.to_string()],
        Kind::Text if shape.is_image() => pictures.iter().map(|path| quoted(path)).collect(),
        Kind::Text => {
            let default = shape.default().as_ref().map(plain);
            let mut options = shape.options();
            options.extend(default.filter(|one| !options.contains(one)));
            options.iter().map(|option| quoted(option)).collect()
        }
        _ => Vec::new(),
    };
    let item = |text: String| Item {
        label: text.trim_matches('"').to_owned(),
        is_key: false,
        text,
        description: String::new(),
        required: false,
    };
    values.into_iter().map(item).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    /// Completes a text at `|`. Returns the text once with each suggestion inserted.
    fn completed(text: &str) -> Vec<String> {
        let schema = json!({
            "required": ["title"],
            "properties": {
                "draft": { "type": "boolean" },
                "title": { "type": "string" },
                "kind": { "enum": ["news", "note"] },
                "date": { "type": "string", "format": "date" },
                "cover": { "type": "string", "format": "image" },
                "tags": { "type": "array", "items": { "enum": ["gst", "tds"] } },
                "faq": { "type": "array", "items": { "properties": { "question": { "type": "string" } } } },
                "place": { "type": "object", "properties": { "town": { "enum": ["Ulm"] } } }
            }
        });
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let pictures = ["images/a-b.jpg".to_owned()];
        let found = completion(
            &text,
            offset,
            Shape::new(&schema),
            &pictures,
            date(2026, 5, 4),
        );
        let (range, items) = found.unwrap_or_default();
        let written = |item: Item| {
            let mut text = text.clone();
            text.replace_range(range.clone(), &item.text);
            text
        };
        items.into_iter().map(written).collect()
    }

    #[test]
    #[rustfmt::skip]
    fn front_matter() {
        for (text, expected) in [
            ("+++\nti|\n+++\n", &[
                "+++\ntitle = \"$0\"\n+++\n", "+++\ndraft = $0\n+++\n", "+++\nkind = $0\n+++\n", "+++\ndate = 2026-05-04$0\n+++\n",
                "+++\ncover = \"$0\"\n+++\n", "+++\ntags = [$0]\n+++\n", "+++\n[[faq]]\n$0\n+++\n", "+++\n[place]\n$0\n+++\n",
            ][..]),
            // Keys above and below the cursor are not suggested again. Keys of other tables do not count.
            ("+++\ntitle = \"\"\ndraft = true\n|\nkind = \"news\"\ndate = 2026-01-01\ncover = \"\"\n[place]\ntags = 1\n+++\n", &[
                "+++\ntitle = \"\"\ndraft = true\ntags = [$0]\nkind = \"news\"\ndate = 2026-01-01\ncover = \"\"\n[place]\ntags = 1\n+++\n",
                "+++\ntitle = \"\"\ndraft = true\n[[faq]]\n$0\nkind = \"news\"\ndate = 2026-01-01\ncover = \"\"\n[place]\ntags = 1\n+++\n",
                "+++\ntitle = \"\"\ndraft = true\n[place]\n$0\nkind = \"news\"\ndate = 2026-01-01\ncover = \"\"\n[place]\ntags = 1\n+++\n",
            ]),
            ("+++\n[[faq]]\n|", &["+++\n[[faq]]\nquestion = \"$0\""]),
            ("+++\n[place]\ntown = |\n+++\n", &["+++\n[place]\ntown = \"Ulm\"\n+++\n"]),
            ("+++\nplace.town = |\n+++\n", &["+++\nplace.town = \"Ulm\"\n+++\n"]),
            ("+++\ndraft = t|\n+++\n", &["+++\ndraft = true\n+++\n", "+++\ndraft = false\n+++\n"]),
            ("+++\nkind = \"n|\"\n+++\n", &["+++\nkind = \"news\"\n+++\n", "+++\nkind = \"note\"\n+++\n"]),
            ("+++\ncover = \"images/a-|\"\n+++\n", &["+++\ncover = \"images/a-b.jpg\"\n+++\n"]),
            ("+++\r\ntags = [\"gst\", \"|\r\n+++\r\n", &[
                "+++\r\ntags = [\"gst\", \"gst\"\r\n+++\r\n", "+++\r\ntags = [\"gst\", \"tds\"\r\n+++\r\n",
            ]),
            // Nothing is suggested elsewhere.
            ("+++\ntitle = \"x\"\n+++\nti|\n", &[]),
            ("ti|\n", &[]),
            ("|+++\ntitle = \"x\"\n+++\n", &[]),
            ("+++\n[unknown]\nti|\n+++\n", &[]),
            ("+++\nunknown = |\n+++\n", &[]),
            ("+++\n[pl|\n+++\n", &[]),
            ("+++\n# about t|\n+++\n", &[]),
        ] {
            assert_eq!(completed(text), expected, "{text}");
        }
    }
}
