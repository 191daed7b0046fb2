//! Asks the person at the terminal for what an entry still lacks, one value at a time.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde_json::{Map, Value};

use super::schema::{Kind, Shape, plain};
use super::values::{Missing, missing, set, shape_at};

/// What is needed to ask.
pub struct Interview<'a> {
    /// What the schema says of an entry.
    pub shape: Shape<'a>,
    /// Keys that have to be there beside those the schema requires.
    pub also: &'a [&'a str],
    /// What an empty line stands for, by key.
    pub proposals: &'a BTreeMap<String, Value>,
    /// What would be wrong with the value at a key.
    pub judge: &'a Judge<'a>,
}

/// Says what is wrong with the value at a key.
pub type Judge<'a> = dyn Fn(&Map<String, Value>, &str) -> Vec<String> + 'a;

/// Why there are no answers.
#[derive(Debug)]
pub enum Stopped {
    /// The person ended it.
    AtEnd,
    /// The terminal does not work.
    Broken(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Broken(error)
    }
}

impl Interview<'_> {
    /// Asks until nothing is missing.
    ///
    /// # Errors
    /// The person has ended it, or the terminal cannot be read.
    pub fn hold(
        &self,
        values: &mut Map<String, Value>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), Stopped> {
        let mut list: Option<String> = None;
        loop {
            let next = missing(values, self.shape, self.also).into_iter().next();
            let goes_on = |list: &String| {
                next.as_ref()
                    .is_some_and(|next| next.key.starts_with(&format!("{list}.")))
            };
            if let Some(full) = list.take_if(|list| !goes_on(list)) {
                list = self.one_more(&full, values, input, output)?.then_some(full);
                continue;
            }
            let Some(next) = next else { return Ok(()) };
            let of = list_of(self.shape, &next.key);
            let may_be_none = of.as_ref().is_some_and(|of| {
                next.key.starts_with(&format!("{of}.0")) && shape_at(self.shape, of).count().0 == 0
            });
            let proposal = self.proposals.get(&next.key).map(plain);
            let empty = match (&proposal, may_be_none) {
                (Some(proposal), _) => format!(" [{proposal}]"),
                (None, true) => " [none]".to_owned(),
                (None, false) => String::new(),
            };
            let answer = self.ask(&next, &empty, values, input, output, |text| {
                if text.is_empty() {
                    proposal.clone()
                } else {
                    Some(text.to_owned())
                }
            })?;
            if !answer && let (true, Some(of)) = (may_be_none, &of) {
                // The text is an empty list wherever it stands.
                let _ = set(values, self.shape, of, "[]");
                continue;
            }
            list = of.filter(|_| answer);
        }
    }

    /// Offers a further entry of a list; `true` where one was begun.
    fn one_more(
        &self,
        list: &str,
        values: &mut Map<String, Value>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<bool, Stopped> {
        let shape = shape_at(self.shape, list);
        let steps = list.split('.').map(str::to_owned).collect::<Vec<_>>();
        let pointer = format!("/{}", steps.join("/"));
        let there = Value::Object(values.clone());
        let count = there
            .pointer(&pointer)
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        if shape.count().1.is_some_and(|most| count >= most) {
            return Ok(false);
        }
        let items = shape.items().unwrap_or_else(Shape::unknown);
        let begun = super::values::missing_entry(&format!("{list}.{count}"), items);
        let Some(next) = begun.into_iter().next() else {
            return Ok(false);
        };
        self.ask(&next, " [no more]", values, input, output, |text| {
            (!text.is_empty()).then(|| text.to_owned())
        })
    }

    /// Asks for one value until it is good; `false` where an empty line stands for none.
    fn ask(
        &self,
        wanted: &Missing,
        empty: &str,
        values: &mut Map<String, Value>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
        meant: impl Fn(&str) -> Option<String>,
    ) -> Result<bool, Stopped> {
        let shape = shape_at(self.shape, &wanted.key);
        let options = shape.options();
        let hint = shape.hint();
        writeln!(output)?;
        if let Some(what) = shape.description() {
            writeln!(output, "{what}")?;
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
                return Err(Stopped::AtEnd);
            }
            let typed = line.trim();
            let Some(text) = meant(typed) else {
                if !empty.is_empty() {
                    return Ok(false);
                }
                let needed = if self.may_be_empty(shape, values, &wanted.key) {
                    "an empty text is written \"\""
                } else {
                    "this one is needed"
                };
                writeln!(output, "  {needed}; Ctrl-D stops without writing anything")?;
                continue;
            };
            let text = match text.as_str() {
                // As TOML writes it: Enter alone may be a slip.
                "\"\"" | "''" if shape.kind() == Kind::Text => String::new(),
                text => chosen(&options, text),
            };
            let mut with = values.clone();
            let wrong = match set(&mut with, self.shape, &wanted.key, &text) {
                Ok(()) => (self.judge)(&with, &wanted.key),
                Err((message, help)) => std::iter::once(message).chain(help).collect(),
            };
            if wrong.is_empty() {
                *values = with;
                return Ok(true);
            }
            for line in wrong {
                writeln!(output, "  {line}")?;
            }
        }
    }

    /// Whether an empty text would do, for anything but what the entry is called.
    fn may_be_empty(&self, shape: Shape<'_>, values: &Map<String, Value>, key: &str) -> bool {
        let mut with = values.clone();
        shape.kind() == Kind::Text
            && self.shape.naming_key() != Some(key)
            && set(&mut with, self.shape, key, "").is_ok()
            && (self.judge)(&with, key).is_empty()
    }
}

/// The innermost list that a key stands in: `faq` for `faq.0.question`.
fn list_of(shape: Shape<'_>, key: &str) -> Option<String> {
    key.match_indices('.')
        .map(|(at, _)| &key[..at])
        .rfind(|path| shape_at(shape, path).kind() == Kind::List)
        .map(str::to_owned)
}

/// An option by its number, where there is none of that name.
fn chosen(options: &[String], text: &str) -> String {
    let by_number = || {
        let number = text.parse::<usize>().ok()?.checked_sub(1)?;
        options.get(number)
    };
    if options.iter().any(|option| option == text) {
        return text.to_owned();
    }
    by_number().map_or_else(|| text.to_owned(), Clone::clone)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What is asked, and what comes of the answers.
    fn held(answers: &str) -> (String, Value, bool) {
        let schema = json!({
            "required": ["title", "kind", "tags", "faq"],
            "properties": {
                "title": { "type": "string", "description": "The name.", "maxLength": 9 },
                "date": { "type": "string", "format": "date" },
                "kind": { "enum": ["red", "blue"] },
                "tags": { "type": "array", "items": { "type": "string" } },
                "faq": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 2,
                    "items": {
                        "type": "object",
                        "required": ["ask", "answer"],
                        "properties": { "ask": { "type": "string" }, "answer": { "type": "string" } },
                    },
                },
            },
        });
        let interview = Interview {
            shape: Shape::new(&schema),
            also: &["date"],
            proposals: &BTreeMap::from([("date".to_owned(), json!("2026-01-02"))]),
            judge: &|values, key| {
                let is_bad = key == "title" && values["title"] == "bad";
                if is_bad {
                    vec!["not that".to_owned()]
                } else {
                    vec![]
                }
            },
        };
        let (mut values, mut output) = (Map::new(), Vec::new());
        let done = interview.hold(&mut values, &mut answers.as_bytes(), &mut output);
        (
            String::from_utf8(output).unwrap(),
            Value::Object(values),
            done.is_ok(),
        )
    }

    #[test]
    fn to_the_end() {
        let (said, values, done) =
            held("\nbad\nA name\n\n7\nblue\nx\ny\n\nWhy?\nSo.\nHow?\nThus.\n");
        assert!(done, "{said}");
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
            "\nThe name.\n(at most 9 characters)\ntitle:   this one is needed; Ctrl-D stops without writing anything\n\
             title:   not that\ntitle: \n(a date: year-month-day)\ndate [2026-01-02]: \n  1  red\n  2  blue\nkind: \n\
             tags.0 [none]: \ntags.1 [no more]: \ntags.2 [no more]: \ntags.3 [no more]: \nfaq.0.ask: \nfaq.0.answer: \n\
             faq.1.ask [no more]: \nfaq.1.answer: "
        );
    }

    #[test]
    fn an_empty_text() {
        let (said, values, done) = held("A\n\n1\nx\n\n\n\"\"\nSo.\n\n");
        assert!(done, "{said}");
        assert_eq!(values["faq"], json!([{ "ask": "", "answer": "So." }]));
        let expected = "\nfaq.0.ask:   an empty text is written \"\"; Ctrl-D stops without writing anything\n\
                        faq.0.ask: \nfaq.0.answer: ";
        assert!(said.contains(expected), "{said}");
    }

    #[test]
    fn none_and_no_more() {
        let (_, values, done) = held("A\n2026-02-03\n2\n\nWhy?\nSo.\n\n");
        assert!(done);
        assert_eq!(
            values,
            json!({
                "title": "A",
                "date": "2026-02-03",
                "kind": "blue",
                "tags": [],
                "faq": [{ "ask": "Why?", "answer": "So." }],
            })
        );
    }

    #[test]
    fn stopped() {
        assert!(!held("A\n").2);
    }
}
