//! Completes TOML: the keys of the schema, and the values of a key.

use std::collections::BTreeSet;
use std::ops::Range;

use diagnostic::line_start;
use jiff::civil::Date;

use super::item::{Item, ItemKind};
use crate::shape::{Shape, ValueKind, plain};

/// Names that values can refer to.
#[derive(Debug, Default)]
pub struct Names {
    /// Paths of pictures in `content/`.
    pub pictures: Vec<String>,
    /// URLs of pages, each with the title.
    pub pages: Vec<(String, String)>,
    /// Names of collections, templates, and schemas, by the key whose value they can be.
    pub by_key: Vec<(&'static str, Vec<String>)>,
}

/// Returns the items that can be inserted at byte `offset` of a text, and the range of bytes that they replace. Returns `None` outside
/// of its TOML, which is in the range `toml`, and where nothing can be completed.
pub fn completion(
    text: &str,
    toml: &Range<usize>,
    offset: usize,
    schema: Shape<'_>,
    names: &Names,
    today: Date,
) -> Option<(Range<usize>, Vec<Item>)> {
    if !(toml.start..=toml.end).contains(&offset) {
        return None;
    }
    let before = &text[toml.start..offset];
    let line_start = toml.start + line_start(before);
    let (path, table) = table_of(&text[toml.start..line_start]);
    let mut shape = schema;
    for step in &path {
        let next = shape.child(step)?;
        shape = match next.kind() {
            ValueKind::List => next.items()?,
            _ => next,
        };
    }
    let line = &text[line_start..offset];
    if let Some((key, value)) = line.split_once('=') {
        let key = key.trim();
        let shape = shape.at_key(key);
        let typed = value.trim_start();
        let (shape, typed) = match (shape.kind(), typed.rsplit_once(['[', ','])) {
            (ValueKind::List, Some((_, typed))) => (shape.items()?, typed.trim_start()),
            (ValueKind::List, None) => return None,
            _ => (shape, typed),
        };
        // Editors insert the closing quotation mark as soon as the opening one is typed.
        let closing = typed.starts_with('"') && text[offset..].starts_with('"');
        let range = offset - typed.len()..offset + usize::from(closing);
        let key = key.rsplit('.').next().unwrap_or(key);
        return Some((range, values(shape, key, names, today)));
    }
    let typed = line.trim_start();
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    if !typed.chars().all(is_key) {
        return None;
    }
    let rest = text[offset..toml.end].split_once('\n');
    let rest = rest.map_or("", |(_, rest)| rest);
    let mut present = keys(&text[toml.start + table..line_start]);
    present.extend(keys(rest));
    Some((
        offset - typed.len()..offset,
        missing_keys(shape, &path, &present, today),
    ))
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
        .map(|(key, shape)| {
            let detail = if required.contains(&key) {
                "required"
            } else {
                ""
            };
            Item::new(ItemKind::Key, key, key_and_value(key, shape, path, today))
                .with_detail(detail)
                .with_description(shape.description().unwrap_or_default())
        })
        .collect();
    items.sort_by_key(|item| item.detail.is_empty());
    items
}

/// Returns the text to insert for a key: an assignment with the beginning of a value of the right kind, or a table header.
fn key_and_value(key: &str, shape: Shape<'_>, path: &[&str], today: Date) -> String {
    let header = || [path, &[key]].concat().join(".");
    match shape.kind() {
        ValueKind::Text if shape.options().is_empty() => format!("{key} = \"$0\""),
        ValueKind::Date => format!("{key} = {today}$0"),
        ValueKind::Table => format!("[{}]\n$0", header()),
        ValueKind::List
            if shape
                .items()
                .is_some_and(|items| items.kind() == ValueKind::Table) =>
        {
            format!("[[{}]]\n$0", header())
        }
        ValueKind::List => format!("{key} = [$0]"),
        _ => format!("{key} = $0"),
    }
}

fn values(shape: Shape<'_>, key: &str, names: &Names, today: Date) -> Vec<Item> {
    let value = |text: &String| {
        let label = text.trim_matches('"').to_owned();
        Item::new(ItemKind::Value, label, text.clone())
    };
    let quoted = |text: &String| {
        let mut item = value(&format!("\"{text}\""));
        item.label.clone_from(text);
        item
    };
    let of_key = names.by_key.iter().find(|(known, _)| *known == key);
    match (shape.kind(), of_key) {
        (ValueKind::Boolean, _) => ["true", "false"]
            .map(str::to_owned)
            .iter()
            .map(value)
            .collect(),
        (ValueKind::Date, _) => vec![value(&today.to_string())],
        (ValueKind::Text, _) if shape.is_image() => names.pictures.iter().map(quoted).collect(),
        (ValueKind::Text, _) if shape.is_link() || key == "url" => {
            let pages = names.pages.iter();
            pages
                .map(|(url, title)| quoted(url).with_detail(title))
                .collect()
        }
        // A key such as `collection` may hold one name or a list of names.
        (ValueKind::Text | ValueKind::Any, Some((_, known))) if shape.options().is_empty() => {
            known.iter().map(quoted).collect()
        }
        (ValueKind::Text, _) => {
            let default = shape.default().as_ref().map(plain);
            let mut options = shape.options();
            options.extend(default.filter(|one| !options.contains(one)));
            options.iter().map(quoted).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::super::super::parts::toml_part;
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
                "place": { "type": "object", "properties": {
                    "town": { "enum": ["Ulm"] },
                    "url": { "type": "string" },
                    "more": { "type": "string", "format": "link" },
                    "template": { "type": "string" }
                } }
            }
        });
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let names = Names {
            pictures: vec!["images/a-b.jpg".to_owned()],
            pages: vec![("/about".to_owned(), "About us".to_owned())],
            by_key: vec![("template", vec!["page.html".to_owned()])],
        };
        let found = completion(
            &text,
            &toml_part("a.md", &text),
            offset,
            Shape::new(&schema),
            &names,
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
            ("+++\n[place]\nurl = \"|\n+++\n", &["+++\n[place]\nurl = \"/about\"\n+++\n"]),
            ("+++\n[place]\nmore = |\n+++\n", &["+++\n[place]\nmore = \"/about\"\n+++\n"]),
            ("+++\n[place]\ntemplate = |\n+++\n", &["+++\n[place]\ntemplate = \"page.html\"\n+++\n"]),
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
