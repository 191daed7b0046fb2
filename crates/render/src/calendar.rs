//! iCalendar files (RFC 5545) with the dates of a collection's documents.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use content::{Calendar, Content, Document, Part};
use diagnostic::Diagnostic;
use jiff::civil::Date;
use serde_json::Value;

use crate::dates::parse;
use crate::route::{output_path, permalink};
use crate::slug::slugify;

/// Maximum length of a line in octets, without its line break (RFC 5545, section 3.1).
const MAX_LINE: usize = 75;

/// Value of `{term}` for the calendar with all documents.
const ALL: &str = "All";

/// Reports values whose calendar would have the URL of another one, and documents whose dates would have the ids of another one's.
pub fn check(content: &Content) -> Vec<Diagnostic> {
    let rules = content.structure.calendars.iter();
    let findings = rules.flat_map(|rule| [same_urls(content, rule), same_ids(content, rule)]);
    let calendars = content.structure.calendars.iter().enumerate();
    let empty = calendars.filter_map(|(index, rule)| without_dates(content, index, rule));
    findings.flatten().chain(empty).collect()
}

/// Reports calendars without dates, because no document of their collection has one.
fn without_dates(content: &Content, index: usize, rule: &Calendar) -> Option<Diagnostic> {
    let collection = content.collection(&rule.collection)?;
    let mut all = collection.with_hidden().peekable();
    all.peek()?;
    if all.any(|document| !document.valid || dated_entries(document).next().is_some()) {
        return None;
    }
    let name = &rule.collection;
    let message = format!("no document of `{name}` has `dates`, so this calendar is empty");
    let pointer = format!("/calendar/{index}/collection");
    let place = content.structure_toml.locate(&pointer, Part::Value);
    let diagnostic = Diagnostic::new(&content::codes::INVALID_VALUE, message).warning();
    Some(diagnostic.at(place, "").help(
        "name a collection whose documents have `dates`, or add them: dates = [{ date = 2026-12-31 }]",
    ))
}

/// Reports documents that have a date with the id of another date, of the same document or of another one: calendar programs keep one of
/// two events with the same UID (RFC 5545, section 3.8.4.7).
fn same_ids(content: &Content, rule: &Calendar) -> Vec<Diagnostic> {
    let mut first: HashMap<String, (&Document, usize)> = HashMap::new();
    let mut diagnostics = Vec::new();
    for document in documents(content, rule) {
        let mut is_reported = false;
        for (index, entry, date) in dated_entries(document) {
            match first.entry(id(document, entry, date)) {
                Entry::Vacant(free) => {
                    free.insert((document, index));
                }
                Entry::Occupied(known) if !is_reported => {
                    is_reported = true;
                    diagnostics.push(same_id(*known.get(), (document, index)));
                }
                Entry::Occupied(_) => {}
            }
        }
    }
    diagnostics
}

/// Returns the finding about two dates with the same id, each given by its document and its index in `dates`.
fn same_id(first: (&Document, usize), second: (&Document, usize)) -> Diagnostic {
    let title = second.0.text("title").unwrap_or_default();
    let is_one = std::ptr::eq(first.0, second.0);
    let place = |(document, index): (&Document, usize)| {
        let pointer = if is_one {
            format!("/dates/{index}/date")
        } else {
            "/title".to_owned()
        };
        document.place(&pointer, Part::Value)
    };
    let (message, help) = if is_one {
        (
            format!("calendar programs take two dates of `{title}` for one"),
            "give each date a `title` of its own, or delete one of them",
        )
    } else {
        (
            format!("two entries with dates have the title `{title}`"),
            "correct one of them, or write all dates into one entry",
        )
    };
    Diagnostic::new(&content::codes::INVALID_VALUE, message)
        .warning()
        .at_duplicate(place(second), place(first))
        .help(help)
}

/// Returns the entries of a document's `dates` that have a date, each with its index and date.
fn dated_entries(document: &Document) -> impl Iterator<Item = (usize, &Value, Date)> {
    let dates = document.fields.get("dates").and_then(Value::as_array);
    let dates = dates.into_iter().flatten().enumerate();
    dates.filter_map(|(index, entry)| {
        let date = entry["date"].as_str().and_then(parse)?;
        Some((index, entry, date))
    })
}

/// Returns the id of an entry of a document's `dates`. That of one with a title does not contain its date, so if the date changes, the
/// event moves in the calendars of subscribers.
fn id(document: &Document, entry: &Value, date: Date) -> String {
    let of_document = document.text("title").unwrap_or_default();
    let of_entry = entry["title"]
        .as_str()
        .map_or_else(|| date.to_string(), str::to_owned);
    slugify(&format!("{of_document} {of_entry}"))
}

fn same_urls(content: &Content, rule: &Calendar) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut values = HashSet::new();
    // The first value with each slug, and its document; `None` for the calendar with all documents.
    let mut first = HashMap::from([(slugify(ALL), None)]);
    for document in documents(content, rule) {
        let value = document.text(&rule.field);
        let Some(value) = value.filter(|value| values.insert(*value)) else {
            continue;
        };
        let place = |document: &Document| document.place(&format!("/{}", rule.field), Part::Value);
        let url = rule.route.replace("{slug}", &slugify(value));
        let collision =
            |message: String| Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message);
        match first.entry(slugify(value)) {
            Entry::Vacant(free) => drop(free.insert(Some((value, document)))),
            Entry::Occupied(other) => diagnostics.push(match other.get() {
                Some((other, with_other)) => collision(format!(
                    "the calendars of `{other}` and `{value}` have the same URL, {url}"
                ))
                .at_duplicate(place(document), place(with_other))
                .help("write the same value in both documents, or rename one of them"),
                None => collision(format!(
                    "the calendar of `{value}` has the URL of the one with all dates, {url}"
                ))
                .at(place(document), "")
                .help("change the value"),
            }),
        }
    }
    diagnostics
}

/// Returns the documents that the calendars of a rule show.
fn documents<'a>(content: &'a Content, rule: &'a Calendar) -> impl Iterator<Item = &'a Document> {
    let collection = content.collection(&rule.collection).into_iter();
    let documents = collection.flat_map(|one| one.in_language(&content.config.language));
    documents.map(AsRef::as_ref)
}

/// Returns the output paths of a rule's calendars.
pub fn paths(content: &Content, rule: &Calendar) -> BTreeSet<String> {
    let values = documents(content, rule).filter_map(|document| document.text(&rule.field));
    let terms = [ALL].into_iter().chain(values);
    terms.map(|term| path(rule, term)).collect()
}

fn path(rule: &Calendar, term: &str) -> String {
    output_path(&rule.route.replace("{slug}", &slugify(term)))
}

/// Returns the calendars of a rule by output path: one with all documents (`all`), and one for each value of the rule's field.
pub fn calendars(content: &Content, rule: &Calendar) -> BTreeMap<String, String> {
    let mut by_term: BTreeMap<&str, Vec<&Document>> = BTreeMap::from([(ALL, Vec::new())]);
    for document in documents(content, rule) {
        for term in [ALL].into_iter().chain(document.text(&rule.field)) {
            by_term.entry(term).or_default().push(document);
        }
    }
    let calendars = by_term.into_iter().map(|(term, documents)| {
        let title = rule.title.replace("{term}", term);
        (
            path(rule, term),
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
        for (_, entry, date) in dated_entries(document) {
            event(&mut text, content, page, document, entry, date);
        }
    }
    push(&mut text, "END", "VCALENDAR");
    text
}

/// Adds the event for one entry of a document's `dates`.
fn event(
    text: &mut String,
    content: &Content,
    page: &str,
    document: &Document,
    entry: &Value,
    date: Date,
) {
    let of_document = document.text("title").unwrap_or_default();
    let title = match entry["title"].as_str() {
        Some(title) => format!("{of_document}: {title}"),
        None => of_document.to_owned(),
    };
    let id = id(document, entry, date);
    let base = content.config.base_url.as_str();
    let (_, host) = base.split_once("//").unwrap_or(("", base));
    let host = host.split('/').next().unwrap_or(host);
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
        ("UID", &format!("{id}@{host}")),
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
