//! Finds what an element was made from that a person has clicked on a page.
//!
//! A page is untrusted: what it reports is only searched for. Markdown is traced exactly. A value may be written in several places, so
//! the entry wins, such as an office, whose values are around the element as well.

use std::collections::BTreeMap;

use content::TomlText;
use inspect::Clicked;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use super::document::focus_of;
use super::problem::Problem;
use super::reported::Focus;
use super::view::View;
use crate::commands::language_server::parts::toml_part;

/// Request to open a document, or the source of an element of a page.
#[derive(Deserialize)]
pub struct OpenRequest {
    document: Option<String>,
    field: Option<String>,
    path: Option<String>,
    #[serde(default)]
    trail: Vec<Element>,
}

/// An element as a page describes it.
#[derive(Deserialize)]
struct Element {
    tag: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    nth: usize,
    src: Option<String>,
    datetime: Option<String>,
}

/// Source of an element.
pub enum Found {
    /// A document, and the place in it.
    Document(String, Option<Focus>),
    /// Nothing that can be edited, for a reason.
    Design(String),
}

/// Maximum number of elements that are traced.
const MAX_ELEMENTS: usize = 8;

/// Finds the document or the part of one that a request opens.
pub fn find(view: &View<'_>, request: &OpenRequest) -> Result<Found, Problem> {
    if let Some(path) = &request.document {
        return Ok(Found::Document(
            path.clone(),
            focus_of(request.field.as_deref()),
        ));
    }
    let path = request.path.as_deref().unwrap_or("/");
    let site = view.snapshot.site.as_ref();
    let site = site.ok_or_else(|| {
        Problem::new(409, "The site has an error, so its pages cannot be traced.")
    })?;
    let path = inspect::addresses::decoded(path).unwrap_or_else(|| path.to_owned());
    let base_path = site.base_path();
    let path = base_path.inner(&path).unwrap_or(&path);
    let route = view.plan().routes.any_form(path);
    let document = route.and_then(|route| route.document_in(view.content()));
    let own = document.map(|document| document.source().path.clone());
    let Some(first) = request.trail.first() else {
        let design = || {
            Found::Design(
                "This page is made from other pages, so it has no text of its own.".to_owned(),
            )
        };
        return Ok(own.map_or_else(design, |own| Found::Document(own, None)));
    };
    let url = route.map_or(path, |route| route.url.as_str());
    let elements = request.trail.iter().take(MAX_ELEMENTS);
    let elements: Vec<Clicked> = elements
        .map(|one| Clicked {
            tag: one.tag.clone(),
            text: one.text.clone(),
            nth: one.nth,
            source: one.src.clone(),
        })
        .collect();
    let templates = view.snapshot.templates.as_ref();
    let templates = templates
        .map(|(folder, tree)| named(folder, tree))
        .unwrap_or_default();
    let places = site.clicked(&view.snapshot.content, &templates, url, &elements);
    let traced = places
        .text
        .or(places.picture)
        .filter(|place| view.is_editable(&place.source.path));
    if let Some(place) = traced {
        return Ok(Found::Document(
            place.source.path.clone(),
            Focus::of(&place),
        ));
    }
    let entry = entry(view, &request.trail, own.as_deref());
    let other = places
        .other
        .filter(|place| view.is_editable(&place.source.path));
    match (entry, other) {
        (Some((score, path, pointer)), other) if score.is_exact || other.is_none() => {
            return Ok(Found::Document(path, Some(Focus::Field(pointer))));
        }
        (_, Some(place)) => {
            let path = place.source.path.clone();
            return Ok(Found::Document(path, Focus::of(&place)));
        }
        (_, None) => {}
    }
    let what = first.text.chars().take(60).collect::<String>();
    Ok(Found::Design(format!(
        "“{what}” is part of the design, or is put together by the program. It is not a text of its own."
    )))
}

/// Returns the templates by name.
fn named(folder: &str, tree: &content::Tree) -> render::Templates {
    let texts = tree.texts.iter();
    let texts = texts.filter_map(|(path, source)| {
        let name = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some((name.to_owned(), std::sync::Arc::clone(source)))
    });
    texts.collect()
}

/// Values shorter than this are in too many texts to say anything.
const SHORTEST: usize = 2;

/// A part of a text must have at least this many characters.
const SHORTEST_PART: usize = 6;

/// How well an entry explains the clicked elements.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Score {
    /// Whether one of its values is the innermost text.
    is_exact: bool,
    /// Characters of its values that are among the texts around, those nearest to the element counting most.
    around: f64,
    /// Whether it is in the page's own document.
    is_own: bool,
}

/// Returns the file and the JSON pointer of the value that most likely wrote the innermost element.
fn entry(view: &View<'_>, trail: &[Element], own: Option<&str>) -> Option<(Score, String, String)> {
    let texts: Vec<String> = trail
        .iter()
        .take(MAX_ELEMENTS)
        .map(|one| words(&one.text))
        .collect();
    let files: Vec<_> = view.project.files.content.texts.iter().collect();
    let is_data = |path: &str| {
        let is_kind = path.ends_with(".md") || path.ends_with(".toml");
        let unshown = [
            "structure.toml",
            "checks.toml",
            "urls.toml",
            "baseline.toml",
            "wording/",
        ];
        is_kind
            && !unshown
                .iter()
                .any(|name| path.starts_with(&format!("content/{name}")))
    };
    let found = files
        .par_iter()
        .filter(|(path, _)| is_data(path))
        .filter_map(|(path, source)| {
            let toml = TomlText::new(source, toml_part(path, &source.text));
            let values = shown_values(view, &toml);
            let is_own = own == Some(path.as_str());
            let (score, pointer) = best_in_file(trail, &texts, &values, is_own)?;
            Some((score, (*path).clone(), pointer))
        });
    found.max_by(|(one, path, _), (other, other_path, _)| {
        let order = one.partial_cmp(other);
        let order = order.unwrap_or(std::cmp::Ordering::Equal);
        order.then_with(|| other_path.cmp(path))
    })
}

/// Returns the text that each value shows, by pointer: strings with facts filled in, and dates as they are written in an attribute.
fn shown_values(view: &View<'_>, toml: &TomlText) -> BTreeMap<String, String> {
    let site = &view.project.site;
    let mut values: BTreeMap<String, String> = toml
        .texts()
        .iter()
        .map(|one| {
            let text = content::expand(&one.text, site, &mut Vec::new());
            (one.pointer.clone(), words(&text))
        })
        .collect();
    if let Ok(table) = toml.parse() {
        dates(&Value::Object(table), String::new(), &mut values);
    }
    values
}

/// Adds the values that are dates or numbers.
fn dates(value: &Value, pointer: String, values: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                let key = key.replace('~', "~0").replace('/', "~1");
                dates(value, format!("{pointer}/{key}"), values);
            }
        }
        Value::Array(entries) => {
            for (index, value) in entries.iter().enumerate() {
                dates(value, format!("{pointer}/{index}"), values);
            }
        }
        Value::String(text) => drop(values.entry(pointer).or_insert_with(|| text.clone())),
        Value::Number(number) => drop(values.entry(pointer).or_insert_with(|| number.to_string())),
        _ => {}
    }
}

/// Returns the best value of a file, and how well its entry explains the elements.
fn best_in_file(
    trail: &[Element],
    texts: &[String],
    values: &BTreeMap<String, String>,
    is_own: bool,
) -> Option<(Score, String)> {
    let innermost = texts.first()?;
    let shown: Vec<Vec<String>> = trail.iter().map(dates_shown).collect();
    let first_shown = shown.first()?;
    let is_it = |value: &str| {
        let is_text = value.chars().count() >= SHORTEST && value == innermost;
        is_text || first_shown.iter().any(|date| date == value)
    };
    // Text around each entry: a table of a list, or the whole file.
    let mut entries: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (pointer, value) in values {
        entries
            .entry(entry_of(pointer))
            .or_default()
            .push((pointer, value));
    }
    let scored = entries.into_values().filter_map(|values| {
        let exact = values.iter().filter(|(_, value)| is_it(value));
        let exact = exact.max_by_key(|(pointer, _)| pointer.len());
        let part = || {
            // The innermost text contains the value among others.
            let is_part = |long: &str, short: &str| {
                short.chars().count() >= SHORTEST_PART
                    && short.len() * 3 >= long.len()
                    && long.contains(short)
            };
            let mut parts = values
                .iter()
                .filter(|(_, value)| is_part(innermost, value) || is_part(value, innermost));
            let first = parts.next()?;
            Some(parts.fold(first, |best, one| {
                if one.1.len() > best.1.len() {
                    one
                } else {
                    best
                }
            }))
        };
        let (pointer, _) = exact.or_else(part)?;
        let around = texts.iter().enumerate().map(|(depth, text)| {
            let others = values.iter().filter(|(other, value)| {
                other != pointer && value.chars().count() >= 4 && text.contains(value)
            });
            let length: usize = others.map(|(_, value)| value.len()).sum();
            precise(length) / precise(text.len().max(1)) / precise(depth + 1)
        });
        let around: f64 = around.sum();
        // A single word, such as the name of an icon, may be anywhere.
        let is_telling = is_own || around > 0.0 || innermost.contains(' ');
        let is_exact = exact.is_some() && (is_telling || innermost.starts_with(char::is_uppercase));
        let score = Score {
            is_exact,
            around,
            is_own,
        };
        Some((score, (*pointer).to_owned()))
    });
    let best = scored
        .max_by(|(one, _), (other, _)| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
    best.filter(|(score, _)| score.is_exact || score.around > 0.0 || innermost.contains(' '))
}

#[expect(clippy::cast_precision_loss, reason = "lengths of texts")]
fn precise(length: usize) -> f64 {
    length as f64
}

/// Returns the pointer of the entry that a value belongs to: `/item/3` for `/item/3/dates/0/title`, and the table of a setting.
fn entry_of(pointer: &str) -> &str {
    let steps: Vec<usize> = pointer.match_indices('/').map(|(at, _)| at).collect();
    match steps.as_slice() {
        [_, second, third, ..]
            if pointer[second + 1..*third]
                .bytes()
                .all(|byte| byte.is_ascii_digit()) =>
        {
            &pointer[..*third]
        }
        [_, .., last] => &pointer[..*last],
        _ => "",
    }
}

/// Returns the dates that an element shows, as they are written in TOML.
fn dates_shown(element: &Element) -> Vec<String> {
    let attribute = element.datetime.iter().cloned();
    let words: Vec<&str> = element
        .text
        .split([' ', ',', '\u{a0}'])
        .filter(|word| !word.is_empty())
        .collect();
    let written = words.windows(3).filter_map(|three| {
        let number = |word: &str| {
            word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.')
                .parse::<u32>()
                .ok()
        };
        let (day, month) = match (number(three[0]), number(three[1])) {
            (Some(day), None) => (day, three[1]),
            (None, Some(day)) => (day, three[0]),
            _ => return None,
        };
        let year = number(three[2]).filter(|year| *year > 1000)?;
        let names = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ];
        let month = month.to_lowercase();
        let month = names.iter().position(|name| month.starts_with(name))? + 1;
        Some(format!("{year}-{month:02}-{day:02}"))
    });
    attribute.chain(written).collect()
}

/// Returns a text with single spaces between its words, and without the characters by which the theme keeps words on one line.
fn words(text: &str) -> String {
    let plain = text.replace(['\u{2060}', '\u{ad}'], "");
    let plain = plain.replace('\u{2011}', "-");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_around_an_element_decides() {
        let values = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
            pairs
                .iter()
                .map(|(pointer, text)| ((*pointer).to_owned(), (*text).to_owned()))
                .collect()
        };
        let element = |text: &str| Element {
            tag: "p".to_owned(),
            text: text.to_owned(),
            nth: 0,
            src: None,
            datetime: None,
        };
        let list = values(&[
            ("/item/0/title", "GSTR-7"),
            ("/item/0/rule", "10th of the next month"),
            ("/item/0/dates/0/date", "2026-11-10"),
            ("/item/1/title", "GSTR-1, monthly"),
            ("/item/1/rule", "11th of the next month"),
            ("/item/1/dates/0/date", "2026-11-11"),
        ]);
        for (texts, expected) in [
            (vec!["GSTR-1, monthly"], Some("/item/1/title")),
            (
                vec!["10th of the next month", "GSTR-7 10th of the next month"],
                Some("/item/0/rule"),
            ),
            (
                vec!["11 November 2026", "GSTR-1, monthly 11 November 2026"],
                Some("/item/1/dates/0/date"),
            ),
            (
                vec!["due on 10th of the next month, says the law"],
                Some("/item/0/rule"),
            ),
            (vec!["nothing of this"], None),
            (vec![""], None),
        ] {
            let trail: Vec<Element> = texts.iter().map(|text| element(text)).collect();
            let texts: Vec<String> = texts.iter().map(|text| words(text)).collect();
            let found = best_in_file(&trail, &texts, &list, false);
            assert_eq!(
                found.as_ref().map(|(_, pointer)| pointer.as_str()),
                expected,
                "{texts:?}"
            );
        }
        assert_eq!(dates_shown(&element("Nov 3rd, 2026")), ["2026-11-03"]);
        assert_eq!(entry_of("/item/3/dates/0/title"), "/item/3");
        assert_eq!(entry_of("/contact/mumbai/phone"), "/contact/mumbai");
        assert_eq!(entry_of("/title"), "");
        assert_eq!(words("GSTR-\u{2060}1,\n\u{a0}monthly"), "GSTR-1, monthly");
    }
}
