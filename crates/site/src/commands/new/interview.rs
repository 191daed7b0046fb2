//! Asks at the terminal for an entry's missing values, one after the other.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde_json::{Map, Value};

use super::missing::{Missing, missing, missing_entry};
use super::set::set;
use crate::shape::{Shape, ValueKind, plain};

/// Settings of an interview, which asks for the missing values of an entry.
pub struct Interview<'a> {
    /// Schema of the entry.
    pub shape: Shape<'a>,
    /// Keys that are required in addition to those that the schema requires.
    pub extra_required_keys: &'a [&'a str],
    /// The only key to ask for, or `None` to ask for all. A draft needs only a title.
    pub only_key: Option<&'a str>,
    /// Values to use if the answer is empty, by key.
    pub defaults: &'a BTreeMap<String, Value>,
    /// Templates that are offered as values of `template`.
    pub templates: &'a [&'a str],
    /// Function that checks the value of a key.
    pub check_value: &'a CheckValue<'a>,
}

/// Function that checks the value of a key, and returns its problems as lines to print.
pub type CheckValue<'a> = dyn Fn(&Map<String, Value>, &str) -> Vec<String> + 'a;

impl Interview<'_> {
    /// Asks until no value is missing. Fails with [`io::ErrorKind::UnexpectedEof`] if the input ends before that.
    pub fn run(
        &self,
        values: &mut Map<String, Value>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        // Key of the list whose entry is being completed.
        let mut list: Option<String> = None;
        loop {
            let mut missing = missing(values, self.shape, self.extra_required_keys).into_iter();
            let next = missing.find(|one| self.only_key.is_none_or(|key| one.key == key));
            let is_complete = |list: &mut String| {
                let prefix = format!("{list}.");
                !next
                    .as_ref()
                    .is_some_and(|next| next.key.starts_with(&prefix))
            };
            if let Some(complete) = list.take_if(is_complete) {
                let has_more = self.ask_for_entry(&complete, values, input, output)?;
                list = has_more.then_some(complete);
                continue;
            }
            let Some(next) = next else { return Ok(()) };
            let list_of_next = list_of(self.shape, &next.key);
            let can_be_empty = list_of_next.as_ref().filter(|list| {
                let (least, _) = self.shape.at_key(list).length_bounds();
                next.key.starts_with(&format!("{list}.0")) && least == 0
            });
            let default = self.defaults.get(&next.key).map(plain);
            let empty = match (&default, can_be_empty) {
                (Some(default), _) => format!(" [{default}]"),
                (None, Some(_)) => " [none]".to_owned(),
                (None, None) => String::new(),
            };
            if self.ask(&next, &empty, default.as_deref(), values, input, output)? {
                list = list_of_next;
            } else if let Some(list) = can_be_empty {
                // Cannot fail, because the key belongs to a list.
                let _ = set(values, self.shape, list, "[]");
            }
        }
    }

    /// Asks for the first value of another entry of a list. Returns `false` if the answer is empty or the list is full.
    fn ask_for_entry(
        &self,
        list: &str,
        values: &mut Map<String, Value>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let shape = self.shape.at_key(list);
        let pointer = format!("/{}", list.replace('.', "/"));
        let entries = Value::Object(values.clone());
        let entries = entries.pointer(&pointer).and_then(Value::as_array);
        let count = entries.map_or(0, Vec::len);
        let (_, most) = shape.length_bounds();
        if most.is_some_and(|most| count >= most) {
            return Ok(false);
        }
        let items = shape.items().unwrap_or_else(Shape::unknown);
        match missing_entry(&format!("{list}.{count}"), items).first() {
            Some(first) => self.ask(first, " [no more]", None, values, input, output),
            None => Ok(false),
        }
    }

    /// Asks for a value until the answer is valid. `empty` is the text after the key, which says what an empty answer means: the
    /// default value, or no value. Returns `false` if the answer is no value.
    fn ask(
        &self,
        wanted: &Missing,
        empty: &str,
        default: Option<&str>,
        values: &mut Map<String, Value>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let shape = self.shape.at_key(&wanted.key);
        let (mut options, hint) = (shape.options(), shape.hint());
        if wanted.key == "template" && options.is_empty() {
            options.extend(self.templates.iter().map(|name| (*name).to_owned()));
        }
        writeln!(output)?;
        if let Some(description) = shape.description() {
            writeln!(output, "{description}")?;
        }
        if !hint.is_empty() {
            writeln!(output, "({hint})")?;
        }
        for (index, option) in options.iter().enumerate() {
            writeln!(output, "  {}  {option}", index + 1)?;
        }
        loop {
            write!(output, "{}{empty}: ", wanted.key)?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(output)?;
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let text = match (line.trim(), default) {
                ("", Some(default)) => default.to_owned(),
                ("", None) if !empty.is_empty() => return Ok(false),
                ("", None) => {
                    let help = if self.can_be_empty_text(shape, values, &wanted.key) {
                        "type \"\" for an empty text"
                    } else {
                        "a value is required"
                    };
                    writeln!(output, "  {help}; Ctrl-D stops without writing anything")?;
                    continue;
                }
                // The Enter key alone may be a mistake, so an empty text has to be typed as in TOML.
                ("\"\"" | "''", _) if shape.kind() == ValueKind::Text => String::new(),
                (text, _) => option(&options, text),
            };
            let mut changed = values.clone();
            let problems = match set(&mut changed, self.shape, &wanted.key, &text) {
                Ok(()) => (self.check_value)(&changed, &wanted.key),
                Err((message, help)) => std::iter::once(message).chain(help).collect(),
            };
            if problems.is_empty() {
                *values = changed;
                return Ok(true);
            }
            for problem in problems {
                writeln!(output, "  {problem}")?;
            }
        }
    }

    /// Returns whether the value of a key may be an empty text. A title may not.
    fn can_be_empty_text(&self, shape: Shape<'_>, values: &Map<String, Value>, key: &str) -> bool {
        let mut changed = values.clone();
        shape.kind() == ValueKind::Text
            && self.shape.naming_key() != Some(key)
            && set(&mut changed, self.shape, key, "").is_ok()
            && (self.check_value)(&changed, key).is_empty()
    }
}

/// Returns the key of the innermost list that contains a value, such as `faq` for `faq.0.question`, or `None` if the value is
/// not in a list.
fn list_of(shape: Shape<'_>, key: &str) -> Option<String> {
    let mut above = key.match_indices('.').map(|(at, _)| &key[..at]);
    let list = above.rfind(|key| shape.at_key(key).kind() == ValueKind::List);
    list.map(str::to_owned)
}

/// Returns the option whose number is the answer, counted from 1. Returns any other answer unchanged.
pub fn option(options: &[String], text: &str) -> String {
    let number = text.parse::<usize>().ok();
    let by_number = number.and_then(|number| options.get(number.checked_sub(1)?));
    let is_option = options.iter().any(|option| option == text);
    match by_number {
        Some(option) if !is_option => option.clone(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Runs an interview with these answers. Returns the output and the values.
    fn run_interview(answers: &str) -> (String, Value) {
        let faq = json!({
            "type": "object",
            "required": ["ask", "answer"],
            "properties": { "ask": { "type": "string" }, "answer": { "type": "string" } },
        });
        let schema = json!({
            "required": ["title", "kind", "tags", "faq"],
            "properties": {
                "title": { "type": "string", "description": "The name.", "maxLength": 9 },
                "date": { "type": "string", "format": "date" },
                "kind": { "enum": ["red", "blue"] },
                "tags": { "type": "array", "items": { "type": "string" } },
                "faq": { "type": "array", "minItems": 1, "maxItems": 2, "items": faq },
            },
        });
        let interview = Interview {
            shape: Shape::new(&schema),
            extra_required_keys: &["date"],
            only_key: None,
            templates: &[],
            defaults: &BTreeMap::from([("date".to_owned(), json!("2026-01-02"))]),
            check_value: &|values, key| {
                let is_bad = key == "title" && values["title"] == "bad";
                is_bad.then(|| "not that".to_owned()).into_iter().collect()
            },
        };
        let (mut values, mut output) = (Map::new(), Vec::new());
        interview
            .run(&mut values, &mut answers.as_bytes(), &mut output)
            .unwrap();
        (String::from_utf8(output).unwrap(), Value::Object(values))
    }

    #[test]
    fn every_kind_of_answer() {
        let (said, values) =
            run_interview("\nbad\nA name\n\n7\nblue\nx\ny\n\nWhy?\nSo.\nHow?\nThus.\n");
        assert_eq!(
            values,
            json!({
                "title": "A name",
                "date": "2026-01-02",
                "kind": "7",
                "tags": ["blue", "x", "y"],
                "faq": [{ "ask": "Why?", "answer": "So." }, { "ask": "How?", "answer": "Thus." }],
            })
        );
        assert_eq!(
            said,
            "\nThe name.\n(at most 9 characters)\ntitle:   a value is required; Ctrl-D stops without writing anything\n\
             title:   not that\ntitle: \n(a date: year-month-day)\ndate [2026-01-02]: \n  1  red\n  2  blue\nkind: \n\
             tags.0 [none]: \ntags.1 [no more]: \ntags.2 [no more]: \ntags.3 [no more]: \nfaq.0.ask: \nfaq.0.answer: \n\
             faq.1.ask [no more]: \nfaq.1.answer: "
        );
    }

    #[test]
    fn empty_texts_and_lists() {
        let (said, values) = run_interview("A\n2026-02-03\n2\n\n\n\"\"\nSo.\n\n");
        assert_eq!(
            values,
            json!({
                "title": "A",
                "date": "2026-02-03",
                "kind": "blue",
                "tags": [],
                "faq": [{ "ask": "", "answer": "So." }],
            })
        );
        let expected = "\nfaq.0.ask:   type \"\" for an empty text; Ctrl-D stops without writing anything\n\
                        faq.0.ask: \nfaq.0.answer: ";
        assert!(said.contains(expected), "{said}");
    }
}
