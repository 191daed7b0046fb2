//! iCalendar files (RFC 5545) with the dates of a collection's documents.

use std::collections::BTreeMap;

use content::{Calendar, Content, Document};
use jiff::civil::Date;
use serde_json::Value;

use crate::dates::parse;
use crate::route::{output_path, permalink};
use crate::slug::slugify;

/// Maximum length of a line in octets, without its line break (RFC 5545, section 3.1).
const MAX_LINE: usize = 75;

/// Returns the calendars of a rule by output path: one with all documents (`all`), and one for each value of the rule's field.
pub fn calendars(content: &Content, rule: &Calendar) -> BTreeMap<String, String> {
    let mut by_term: BTreeMap<&str, Vec<&Document>> = BTreeMap::from([("All", Vec::new())]);
    let collections = content.collections.iter();
    let collection = collections
        .filter(|one| one.rule.name == rule.collection)
        .flat_map(|one| &one.documents)
        .filter(|document| document.valid && document.lang == content.config.language);
    for document in collection {
        for term in ["All"].into_iter().chain(document.text(&rule.field)) {
            by_term.entry(term).or_default().push(document);
        }
    }
    let calendars = by_term.into_iter().map(|(term, documents)| {
        let route = rule.route.replace("{slug}", &slugify(term));
        let title = rule.title.replace("{term}", term);
        (
            output_path(&route),
            calendar(content, &title, &rule.page, &documents),
        )
    });
    calendars.collect()
}

fn calendar(content: &Content, title: &str, page: &str, documents: &[&Document]) -> String {
    let name = &content.config.name;
    let title = escaped(&format!("{title}{}{name}", content.config.title_separator));
    let mut text = String::new();
    for (property, value) in [
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", &format!("-//{}//site//EN", escaped(name))),
        ("CALSCALE", "GREGORIAN"),
        // Properties of RFC 7986, and their older equivalents for programs that do not support it.
        ("NAME", &title),
        ("X-WR-CALNAME", &title),
        ("REFRESH-INTERVAL;VALUE=DURATION", "P1D"),
        ("X-PUBLISHED-TTL", "P1D"),
    ] {
        push(&mut text, property, value);
    }
    for document in documents {
        let dates = document.fields.get("dates").and_then(Value::as_array);
        for entry in dates.into_iter().flatten() {
            if let Some(date) = entry["date"].as_str().and_then(parse) {
                event(&mut text, content, page, document, entry, date);
            }
        }
    }
    push(&mut text, "END", "VCALENDAR");
    text
}

/// Adds the event for one entry of a document's `dates`. The UID of an entry with a title does not contain its date, so if the
/// date changes, the event moves in the calendars of subscribers.
fn event(
    text: &mut String,
    content: &Content,
    page: &str,
    document: &Document,
    entry: &Value,
    date: Date,
) {
    let of_document = document.text("title").unwrap_or_default();
    let (title, id) = match entry["title"].as_str() {
        Some(title) => (format!("{of_document}: {title}"), title.to_owned()),
        None => (of_document.to_owned(), date.to_string()),
    };
    let id = slugify(&format!("{of_document} {id}"));
    let base = content.config.base_url.as_str();
    let host = base.split("//").last().unwrap_or(base);
    let source = document
        .text("source")
        .map(|text| format!("Source: {text}"));
    let description: Vec<&str> = document
        .text("summary")
        .into_iter()
        .chain(source.as_deref())
        .collect();
    let stamp = document.date("checked").unwrap_or(date);
    for (property, value) in [
        ("BEGIN", "VEVENT"),
        ("UID", &format!("{id}@{}", host.trim_end_matches('/'))),
        ("DTSTAMP", &format!("{}T000000Z", stamp.strftime("%Y%m%d"))),
        ("DTSTART;VALUE=DATE", &date.strftime("%Y%m%d").to_string()),
        ("SUMMARY", &escaped(&title)),
        ("DESCRIPTION", &escaped(&description.join("\n"))),
        ("URL", &permalink(content, page)),
        ("TRANSP", "TRANSPARENT"),
        ("END", "VEVENT"),
    ] {
        if !value.is_empty() {
            push(text, property, value);
        }
    }
}

/// Adds a property, and folds it into lines of at most [`MAX_LINE`] octets.
fn push(text: &mut String, property: &str, value: &str) {
    let mut octets = 0;
    for character in property.chars().chain([':']).chain(value.chars()) {
        if octets + character.len_utf8() > MAX_LINE {
            text.push_str("\r\n ");
            octets = 1;
        }
        text.push(character);
        octets += character.len_utf8();
    }
    text.push_str("\r\n");
}

/// Escapes text for the value of a property (RFC 5545, section 3.3.11), and drops control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("\\n"),
            character if character.is_control() => {}
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{escaped, push};

    #[test]
    fn values() {
        for (text, value) in [
            ("a, b; c", r"a\, b\; c"),
            (r"a\b", r"a\\b"),
            ("a\r\nb\u{7}", r"a\nb"),
            ("GSTR-3B: ₹5", "GSTR-3B: ₹5"),
        ] {
            assert_eq!(escaped(text), value);
        }
    }

    #[test]
    fn lines_are_folded_between_characters() {
        for value in ["x".repeat(200), "₹".repeat(90), String::new()] {
            let mut text = String::new();
            push(&mut text, "SUMMARY", &value);
            assert!(text.ends_with("\r\n"));
            assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
            assert_eq!(text.replace("\r\n ", ""), format!("SUMMARY:{value}\r\n"));
        }
    }
}
