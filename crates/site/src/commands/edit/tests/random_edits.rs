//! Random edits of the project's own content: the values and the text become those that were wanted, and every line that the edit is
//! not about keeps its bytes.

use std::ops::Range;
use std::path::Path;

use content::{Part, TomlText, Tree};
use diagnostic::line_endings::normalized;
use diagnostic::{Source, line_start};
use serde_json::{Map, Value, json};

use super::super::document_text::{body_span, edited, file_content, values};
use super::super::toml_values::is_same;
use crate::commands::language_server::parts::toml_part;
use crate::shape::Shape;

/// Number of edits, unless the environment variable `EDITS` names another one.
const EDITS: usize = 600;

/// Numbers that look random and are the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % limit.max(1)
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

#[test]
fn lines_that_are_not_edited_keep_their_bytes() {
    let count = std::env::var("EDITS").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(EDITS);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = Tree::read(&root, "content");
    let is_edited = |path: &&String| path.ends_with(".md") || path.ends_with(".toml");
    let paths: Vec<&String> = tree.texts.keys().filter(is_edited).collect();
    assert!(paths.len() > 50);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for number in 0..count {
        let path = *random.one_of(&paths);
        let file = with_other_endings(&tree.texts[path].text, &mut random);
        let text = normalized(file.clone());
        let old = values(path, &text).unwrap();
        let old_body = &text[body_span(path, &text)];
        let mut new = Value::Object(old.clone());
        let mut body = old_body.to_owned();
        let toml = TomlText::new(
            &Source::new(path.as_str(), text.as_str()),
            toml_part(path, &text),
        );
        let touched = if path.ends_with(".md") && random.below(3) == 0 {
            edit_body(&mut body, body_span(path, &text).start, &mut random)
        } else {
            edit_values(&mut new, &toml, &mut random)
        };
        let Value::Object(wanted) = &new else {
            unreachable!()
        };
        let schema = json!({});
        let written = edited(path, &text, wanted, &body, Shape::new(&schema));
        let written = written.unwrap_or_else(|error| panic!("{number} {path}: {error}\n{new:#}"));
        let now = values(path, &written).unwrap();
        assert!(
            is_same(&Value::Object(now), &new),
            "{number} {path}\n{written}"
        );
        assert_eq!(written[body_span(path, &written)], body, "{number} {path}");
        let after = file_content(&file, &written);
        assert_eq!(normalized(after.clone()), written, "{number} {path}");
        assert_lines_stay(&file, &text, &after, &touched, &format!("{number} {path}"));
    }
}

/// Returns the text with a byte order mark, carriage returns, or both kinds of line endings.
fn with_other_endings(text: &str, random: &mut Random) -> String {
    let kind = random.below(4);
    let mark = if random.below(4) == 0 { "\u{feff}" } else { "" };
    let lines = text.split_inclusive('\n').map(|line| {
        let has_return = kind == 1 || kind == 2 && random.below(2) == 0;
        match line.strip_suffix('\n') {
            Some(line) if has_return => format!("{line}\r\n"),
            _ => line.to_owned(),
        }
    });
    mark.to_owned() + &lines.collect::<String>()
}

/// Asserts that the lines of a file outside of `touched`, byte ranges of its text, are in the new file, in the same order.
fn assert_lines_stay(file: &str, text: &str, after: &str, touched: &[Range<usize>], what: &str) {
    let mut offset = 0;
    let mut rest = after.split_inclusive('\n');
    for (raw, line) in file.split_inclusive('\n').zip(text.split_inclusive('\n')) {
        let span = offset..offset + line.len();
        offset = span.end;
        let is_touched = touched
            .iter()
            .any(|one| one.start < span.end && span.start < one.end.max(one.start + 1));
        let is_last_without_ending = !raw.ends_with('\n');
        if !is_touched && !line.trim().is_empty() && !is_last_without_ending {
            // A byte order mark belongs to the file, not to its first line. Which one of two equal lines is removed cannot be said.
            let is_repeated = text
                .split_inclusive('\n')
                .filter(|other| *other == line)
                .count()
                > 1;
            let is_it = |now: &str| {
                let now = now.trim_start_matches('\u{feff}');
                now == raw.trim_start_matches('\u{feff}')
                    || is_repeated && now.trim_end() == line.trim_end()
            };
            assert!(
                rest.any(is_it),
                "{what}: the line {raw:?} has changed: {touched:?}\n{file}\n-----\n{after}"
            );
        }
    }
}

const TEXTS: [&str; 14] = [
    "x",
    "",
    "two words",
    "say \"x\"",
    "it's",
    "C:\\new",
    "a\nb",
    "{{ site.name }}",
    "# no comment",
    "गुजराती 🎉",
    "\"\"\"",
    "'''\t",
    "+++",
    "a\n+++\nb",
];

fn edit_body(body: &mut String, start: usize, random: &mut Random) -> Vec<Range<usize>> {
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let at = random.below(lines.len());
    let from: usize = lines[..at].iter().map(|line| line.len()).sum();
    let to = from + lines[at].len();
    let line = format!("{}\n", random.one_of(&TEXTS).replace('\n', " "));
    let touched = start + from..start + to;
    match random.below(3) {
        0 => body.replace_range(from..to, &line),
        1 => body.insert_str(from, &line),
        _ => body.replace_range(from..to, ""),
    }
    // Blank lines at the beginning are not part of the body.
    *body = body.trim_start_matches('\n').to_owned();
    if !body.is_empty() && !body.ends_with('\n') {
        body.push('\n');
    }
    vec![touched]
}

/// Changes some value. Returns the byte ranges of the lines that may change.
fn edit_values(values: &mut Value, toml: &TomlText, random: &mut Random) -> Vec<Range<usize>> {
    let mut pointers = Vec::new();
    collect(values, String::new(), &mut pointers);
    let pointer = random.one_of(&pointers).clone();
    let text = &toml.source.text;
    let value = values.pointer_mut(&pointer).unwrap();
    let own = entries_below(toml, &pointer, value);
    match value {
        Value::Object(table) => {
            let keys: Vec<String> = table.keys().cloned().collect();
            if random.below(2) == 0 || keys.is_empty() {
                table.insert(
                    format!("new{}", random.below(9)),
                    Value::from(*random.one_of(&TEXTS)),
                );
                // A table in braces is one line; a key with a header of its own changes nothing else.
                return vec![inline_span(toml, &pointer)];
            }
            let key = random.one_of(&keys).clone();
            let below = format!("{pointer}/{key}");
            let removed = table.shift_remove(&key).unwrap();
            let mut touched = entries_below(toml, &below, &removed);
            touched.push(inline_span(toml, &pointer));
            touched
                .into_iter()
                .map(|span| with_comments_above(text, span))
                .collect()
        }
        Value::Array(entries) => {
            let is_tables = !entries.is_empty()
                && !text[toml.locate(&format!("{pointer}/0"), Part::Value).span].starts_with('{')
                && entries[0].is_object();
            let at = random.below(entries.len() + 1);
            let touched = match random.below(3) {
                0 => {
                    let model = entries
                        .first()
                        .map_or_else(|| Value::from("x"), Clone::clone);
                    let added = if is_tables {
                        json!({ "added": 1 })
                    } else {
                        model
                    };
                    entries.insert(at, added);
                    Vec::new()
                }
                1 if at < entries.len() && entries.len() > 1 => {
                    let removed = entries.remove(at);
                    entries_below(toml, &format!("{pointer}/{at}"), &removed)
                }
                _ if entries.len() > 1 => {
                    let to = random.below(entries.len());
                    let from = at.min(entries.len() - 1);
                    let moved = entries.remove(from);
                    entries.insert(to, moved);
                    own.clone()
                }
                _ => Vec::new(),
            };
            let whole = if is_tables {
                0..0
            } else {
                toml.locate(&pointer, Part::Value).span
            };
            let touched = touched
                .into_iter()
                .map(|span| with_comments_above(text, span));
            touched
                .chain([whole])
                .filter(|span| !span.is_empty())
                .collect()
        }
        value => {
            *value = match value {
                Value::Bool(flag) => Value::Bool(!*flag),
                Value::Number(number) => json!(number.as_f64().unwrap() + 1.0),
                Value::String(text) if text.len() == 10 && text.starts_with("20") => {
                    Value::from("2031-02-03")
                }
                _ => Value::from(*random.one_of(&TEXTS)),
            };
            own
        }
    }
}

/// Adds the pointers of all values.
fn collect(value: &Value, pointer: String, pointers: &mut Vec<String>) {
    let plain = |key: &String| !key.contains(['/', '~']);
    match value {
        Value::Object(table) => {
            for (key, value) in table.iter().filter(|(key, _)| plain(key)) {
                collect(value, format!("{pointer}/{key}"), pointers);
            }
        }
        Value::Array(entries) => {
            for (index, value) in entries.iter().enumerate() {
                collect(value, format!("{pointer}/{index}"), pointers);
            }
        }
        _ => {}
    }
    pointers.push(pointer);
}

/// Returns the byte ranges of an entry and of all entries below it, with their keys and headers.
fn entries_below(toml: &TomlText, pointer: &str, value: &Value) -> Vec<Range<usize>> {
    let mut pointers = Vec::new();
    collect(value, pointer.to_owned(), &mut pointers);
    let spans = pointers.iter().flat_map(|pointer| {
        let span = |part| toml.locate(pointer, part).span;
        [span(Part::Key), span(Part::Value)]
    });
    spans.collect()
}

/// Returns the byte range of a value that is written in one piece, and an empty range for a table with a header.
fn inline_span(toml: &TomlText, pointer: &str) -> Range<usize> {
    let span = toml.locate(pointer, Part::Value).span;
    if toml.source.text[span.clone()].starts_with('{') {
        span
    } else {
        0..0
    }
}

/// Extends a byte range to the comments directly above its line, and to the header above them.
fn with_comments_above(text: &str, span: Range<usize>) -> Range<usize> {
    let mut start = line_start(&text[..span.start]);
    while let Some(line) = text[..start].strip_suffix('\n').map(line_start) {
        let above = text[line..start].trim();
        if !above.starts_with(['#', '[']) {
            break;
        }
        start = line;
    }
    start..span.end
}

#[test]
fn values_are_compared_as_javascript_does() {
    let table = |value| Value::Object(Map::from_iter([("a".to_owned(), value)]));
    assert!(is_same(&table(json!(1.0)), &table(json!(1))));
    assert!(!is_same(&table(json!(1)), &table(json!("1"))));
}
