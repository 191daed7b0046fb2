//! Keywords that compare values with each other: `laterThan` and `sameDigits`, for two values of a table, and `uniqueBy` and `sortedBy`, for
//! the tables of a list, which JSON Schema lacks; and `uniqueItems`.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use diagnostic::{Change, Diagnostic, Fix};
use jiff::civil::Date;
use serde_json::Value;

use crate::codes;
use crate::schema::Schema;
use crate::toml_text::{Part, TomlText, escape, unescape};
use crate::type_help::without_separator;

/// Maximum depth to which tables are compared.
const DEPTH: usize = 16;

/// Comparison of a value with its schema.
struct Comparison<'a> {
    root: &'a Schema,
    toml: &'a TomlText,
    wrong: &'a HashSet<String>,
    diagnostics: Vec<Diagnostic>,
}

/// Returns findings about values that must be later than another one or have the same digits but do not, and about entries of a list that
/// must differ or be sorted but are not. The value is at `base` in `toml`. Values at the pointers in `wrong` are not compared.
pub fn check(
    root: &Schema,
    value: &Value,
    toml: &TomlText,
    base: &str,
    wrong: &HashSet<String>,
) -> Vec<Diagnostic> {
    let mut comparison = Comparison {
        root,
        toml,
        wrong,
        diagnostics: Vec::new(),
    };
    if root.has_relations() {
        comparison.value(root.text(), value, base, DEPTH);
    }
    comparison.diagnostics
}

impl Comparison<'_> {
    fn value(&mut self, schema: &Value, value: &Value, pointer: &str, depth: usize) {
        let Some(schema) = self.root.resolved(schema).filter(|_| depth > 0) else {
            return;
        };
        match value {
            Value::Object(fields) => {
                let is_right =
                    |key: &str| !self.wrong.contains(&format!("{pointer}/{}", escape(key)));
                let later = schema.get("laterThan").and_then(Value::as_object);
                for (key, other) in later.into_iter().flatten() {
                    let other = other.as_str().unwrap_or_default();
                    let pair = fields.get(key).zip(fields.get(other));
                    if let Some((later, earlier)) = pair
                        && is_right(key)
                        && is_right(other)
                        && order(later, earlier).is_some_and(Ordering::is_le)
                    {
                        self.not_later(key, other, earlier, pointer);
                    }
                }
                let same = schema.get("sameDigits").and_then(Value::as_object);
                for (key, other) in same.into_iter().flatten() {
                    let other = other.as_str().unwrap_or_default();
                    let text = |key: &str| fields.get(key).and_then(Value::as_str);
                    if let Some((value, wanted)) = text(key).zip(text(other))
                        && is_right(key)
                        && is_right(other)
                        && !is_same_number(value, wanted)
                    {
                        self.other_digits(key, other, wanted, pointer);
                    }
                }
                let properties = schema.get("properties").and_then(Value::as_object);
                for (key, schema) in properties.into_iter().flatten() {
                    if let Some(value) = fields.get(key) {
                        self.value(
                            schema,
                            value,
                            &format!("{pointer}/{}", escape(key)),
                            depth - 1,
                        );
                    }
                }
            }
            Value::Array(items) => {
                if let Some(key) = schema.get("uniqueBy").and_then(Value::as_str) {
                    self.repeated(items, key, pointer);
                }
                if let Some(key) = schema.get("sortedBy").and_then(Value::as_str) {
                    self.unsorted(items, key, pointer);
                    self.gap(items, key, pointer);
                }
                if let Some(schema) = schema.get("items") {
                    for (index, item) in items.iter().enumerate() {
                        self.value(schema, item, &format!("{pointer}/{index}"), depth - 1);
                    }
                }
            }
            Value::Number(number)
                if number.is_f64() && schema.get("type") == Some(&"integer".into()) =>
            {
                // In JSON Schema, `15.0` is an integer, but templates would show the `.0`.
                let whole = number
                    .as_f64()
                    .filter(|one| one.fract() == 0.0)
                    .map(|one| format!("{one:.0}"));
                let name = pointer
                    .rsplit('/')
                    .find(|step| step.parse::<usize>().is_err());
                let message = format!(
                    "`{}` must be a whole number",
                    unescape(name.unwrap_or_default())
                );
                let place = self.toml.locate(pointer, Part::Value);
                let diagnostic = Diagnostic::new(&codes::WRONG_TYPE, message)
                    .at(place.clone(), "this has a decimal point");
                // The point may be that between thousands.
                let written = &place.source.text[place.span.clone()];
                let grouped = without_separator(written).filter(|one| {
                    one.parse::<u32>()
                        .is_ok_and(|one| jsonschema::is_valid(schema, &one.into()))
                });
                self.diagnostics.extend(whole.map(|whole| {
                    let help = match &grouped {
                        Some(number) => format!("write {number}: decimals begin at a dot"),
                        None => format!("write {whole}"),
                    };
                    let is_grouped = grouped.is_some();
                    let fix = Fix::replace(&help, place, grouped.unwrap_or(whole));
                    let fix = if is_grouped { fix.to_confirm() } else { fix };
                    diagnostic.fix(fix).help(help)
                }));
            }
            _ => {}
        }
    }

    fn not_later(&mut self, key: &str, other: &str, earlier: &Value, pointer: &str) {
        let earlier = earlier
            .as_str()
            .map_or_else(|| earlier.to_string(), str::to_owned);
        let message = format!("`{key}` must be later than `{other}`, which is {earlier}");
        let place = self
            .toml
            .locate(&format!("{pointer}/{}", escape(key)), Part::Value);
        let diagnostic = Diagnostic::new(&codes::OUT_OF_RANGE, message).at(place, "");
        self.diagnostics
            .push(diagnostic.help(format!("correct `{key}` or `{other}`")));
    }

    fn other_digits(&mut self, key: &str, other: &str, wanted: &str, pointer: &str) {
        let message = format!("`{key}` has other digits than `{other}`, which is {wanted}");
        let place = self
            .toml
            .locate(&format!("{pointer}/{}", escape(key)), Part::Value);
        let diagnostic = Diagnostic::new(&codes::INVALID_VALUE, message).at(place.clone(), "");
        let diagnostic = if wanted.starts_with('+') {
            let right = format!("\"+{}\"", digits(wanted));
            let fix = Fix {
                label: format!("write {right}"),
                is_safe: false,
                changes: vec![Change::Replace(place, right.clone())],
            };
            let help = format!("write {right}, or correct `{other}`");
            diagnostic.help(help).maybe_fix(Some(fix))
        } else {
            diagnostic.help(format!("correct `{key}` or `{other}`"))
        };
        self.diagnostics.push(diagnostic);
    }

    fn repeated(&mut self, items: &[Value], key: &str, pointer: &str) {
        let mut first: HashMap<String, usize> = HashMap::new();
        for (index, item) in items.iter().enumerate() {
            let Some(text) = item.get(key).and_then(Value::as_str) else {
                continue;
            };
            let plain = without_punctuation(text);
            let Some(earlier) = first.get(&plain) else {
                first.insert(plain, index);
                continue;
            };
            let place = |index| {
                let pointer = format!("{pointer}/{index}/{}", escape(key));
                self.toml.locate(&pointer, Part::Value)
            };
            let message = format!("two entries have the {key} `{text}`");
            let diagnostic = Diagnostic::new(&codes::INVALID_VALUE, message)
                .at(place(index), "")
                .help("correct one of the two, or remove an entry")
                .related(place(*earlier), "the first is here");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports the one place in a series of dates, such as one in each month, where an entry is missing or has another month.
    fn gap(&mut self, items: &[Value], key: &str, pointer: &str) {
        // Fewer may be irregular on purpose.
        const SERIES: usize = 5;
        let dates = items
            .iter()
            .map(|item| item.get(key)?.as_str()?.get(..10)?.parse().ok());
        let Some(dates) = dates
            .collect::<Option<Vec<Date>>>()
            .filter(|all| all.len() >= SERIES)
        else {
            return;
        };
        let steps: Vec<i32> = dates
            .windows(2)
            .map(|pair| months(pair[0], pair[1]))
            .collect();
        if let Some(index) = repeated_date(&dates, &steps) {
            let place = |index: usize| {
                let pointer = format!("{pointer}/{index}/{}", escape(key));
                self.toml.locate(&pointer, Part::Value)
            };
            let message = format!("the entry before has the same date, {}", dates[index]);
            self.diagnostics.push(
                Diagnostic::new(&codes::OUT_OF_RANGE, message)
                    .warning()
                    .at(place(index + 1), "")
                    .related(place(index), "the entry before is here")
                    .help("correct one of the two dates"),
            );
            return;
        }
        let step = steps.iter().copied().min().unwrap_or_default();
        let mut others = steps.iter().enumerate().filter(|(_, one)| **one != step);
        let (Some((index, wide)), None) = (others.next(), others.next()) else {
            return;
        };
        if step < 1 || wide % step != 0 {
            return;
        }
        let (before, after) = (dates[index], dates[index + 1]);
        let each = if step == 1 {
            "month".to_owned()
        } else {
            format!("{step} months")
        };
        let message =
            format!("there is an entry for each {each}, but none between {before} and {after}");
        let place = self.toml.locate(
            &format!("{pointer}/{}/{}", index + 1, escape(key)),
            Part::Value,
        );
        self.diagnostics.push(
            Diagnostic::new(&codes::OUT_OF_RANGE, message)
                .warning()
                .at(place, "")
                .help("add the missing entry, or correct the date"),
        );
    }

    fn unsorted(&mut self, items: &[Value], key: &str, pointer: &str) {
        for (index, pair) in items.windows(2).enumerate() {
            let (Some(before), Some(value)) = (pair[0].get(key), pair[1].get(key)) else {
                continue;
            };
            if order(value, before) != Some(Ordering::Less) {
                continue;
            }
            let place = |index| {
                let pointer = format!("{pointer}/{index}/{}", escape(key));
                self.toml.locate(&pointer, Part::Value)
            };
            let before = before
                .as_str()
                .map_or_else(|| before.to_string(), str::to_owned);
            let message = format!("`{key}` is earlier than {before}, that of the entry before");
            let diagnostic = Diagnostic::new(&codes::OUT_OF_RANGE, message)
                .at(place(index + 1), "")
                .help("correct one of the two, or sort the entries")
                .related(place(index), "the entry before is here");
            self.diagnostics.push(diagnostic);
        }
    }
}

/// Returns the index of the only date in a regular series that is the same as the one after it. `steps` are the months between them.
fn repeated_date(dates: &[Date], steps: &[i32]) -> Option<usize> {
    let index = steps.iter().position(|step| *step == 0)?;
    let mut others: Vec<i32> = steps.to_vec();
    others.remove(index);
    let step = others.iter().copied().min().filter(|step| *step > 0)?;
    // The repeated date leaves a gap before or after it.
    let wide = others.iter().filter(|one| **one != step);
    let is_series = wide.count() < 2 && others.iter().all(|one| one % step == 0);
    (is_series && dates[index] == dates[index + 1]).then_some(index)
}

/// Returns the number of months from one date to another, whatever the days.
fn months(from: Date, to: Date) -> i32 {
    let count = |date: Date| i32::from(date.year()) * 12 + i32::from(date.month());
    count(to) - count(from)
}

/// Returns a text in small letters with a space for each space or dash, by which people write the same name differently.
fn without_punctuation(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split(|c: char| c.is_whitespace() || "-–—_".contains(c));
    words.collect::<Vec<&str>>().join(" ")
}

/// Returns findings about the entries of the list at `pointer` that are equal to an earlier one. `name` is the key of the list.
pub fn repeated(list: &Value, name: &str, toml: &TomlText, pointer: &str) -> Vec<Diagnostic> {
    let mut first = HashMap::new();
    let place = |index| toml.locate(&format!("{pointer}/{index}"), Part::Value);
    let entries = list.as_array().into_iter().flatten().enumerate();
    let repeated = entries.filter_map(|(index, entry)| {
        let earlier = *first.entry(normal(entry)).or_insert(index);
        let entry = match entry {
            Value::Array(_) | Value::Object(_) => "an entry".to_owned(),
            Value::String(text) => format!("`{text}`"),
            entry => format!("`{entry}`"),
        };
        (earlier != index).then(|| {
            Diagnostic::new(&codes::INVALID_VALUE, format!("`{name}` has {entry} twice"))
                .at_duplicate(place(index), place(earlier))
                .help("remove one of the two, or correct it")
        })
    });
    repeated.collect()
}

/// Returns a text that equal values have in common, whatever the order of their keys. JSON does not distinguish 1 from 1.0.
fn normal(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{:?}", number.as_f64()),
        Value::Array(entries) => entries.iter().map(|one| normal(one) + ",").collect(),
        Value::Object(table) => {
            let entries = table
                .iter()
                .map(|(key, value)| format!("{key:?}:{}", normal(value)));
            let mut entries: Vec<String> = entries.collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
        value => value.to_string(),
    }
}

/// Returns whether two texts have the same digits, apart from a country code or the 0 in its place at the beginning of one of them. Texts
/// without digits cannot be compared.
fn is_same_number(one: &str, other: &str) -> bool {
    let (one, other) = (digits(one), digits(other));
    let is_end = |long: &str, short: &str| long.ends_with(short.trim_start_matches('0'));
    one.is_empty() || other.is_empty() || is_end(&one, &other) || is_end(&other, &one)
}

/// Returns the digits of a text, without spaces, hyphens, and the like.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Compares two numbers, or two texts of the same length such as dates or times.
fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            (one.len() == other.len()).then(|| one.cmp(other))
        }
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use diagnostic::Source;

    use super::*;

    #[test]
    fn values_compared_with_others() {
        let schema = serde_json::json!({
            "properties": {
                "hours": { "laterThan": { "closes": "opens" } },
                "dates": { "type": "array", "uniqueBy": "title", "sortedBy": "date" },
                "seeds": { "uniqueItems": true },
                "shop": { "sameDigits": { "tel": "phone" } },
            },
        });
        let schema = Source::new("schema.json", schema.to_string());
        let schema = Schema::compile(&schema, &Arc::default()).unwrap();
        for (text, expected) in [
            ("hours = { opens = \"10:00\", closes = \"19:00\" }", ""),
            (
                "hours = { opens = \"10:00\", closes = \"10:00\" }",
                "\"10:00\" `closes` must be later than `opens`, which is 10:00",
            ),
            (
                "hours = { opens = 9, closes = 7.5 }",
                "7.5 `closes` must be later than `opens`, which is 9",
            ),
            ("hours = { opens = \"10:00\", closes = \"7\" }", ""),
            (
                "dates = [{ title = \"May\" }, { title = \"June\" }, {}]",
                "",
            ),
            (
                "dates = [{ title = \"May\" }, { title = \"May\" }]",
                "\"May\" two entries have the title `May`",
            ),
            (
                "dates = [{ date = 2026-12-20 }, { date = 2026-12-20 }, {}, { date = 2026-01-20 }]",
                "",
            ),
            (
                "dates = [{ date = 2026-12-20 }, { date = 2026-01-20 }]",
                "2026-01-20 `date` is earlier than 2026-12-20, that of the entry before",
            ),
            (
                "dates = [{ title = \"May 2027\" }, { title = \"may-2027\" }]",
                "\"may-2027\" two entries have the title `may-2027`",
            ),
            (
                "dates = [{ date = 2026-09-10 }, { date = 2026-10-20 }, { date = 2026-12-10 }, { date = 2027-01-10 }, { date = 2027-02-10 }]",
                "2026-12-10 there is an entry for each month, but none between 2026-10-20 and 2026-12-10",
            ),
            (
                "dates = [{ date = 2026-09-10 }, { date = 2026-10-10 }, { date = 2026-10-10 }, { date = 2026-12-10 }, { date = 2027-01-10 }]",
                "2026-10-10 the entry before has the same date, 2026-10-10",
            ),
            (
                "dates = [{ date = 2026-01-31 }, { date = 2026-05-31 }, { date = 2026-07-31 }, { date = 2026-10-31 }, { date = 2027-01-31 }]",
                "",
            ),
            (
                "dates = [{ date = 2026-01-31 }, { date = 2026-02-28 }, { date = 2026-03-31 }, { date = 2026-12-10 }]",
                "",
            ),
            (
                "seeds = [\"a\", \"b\", \"a\"]",
                "\"a\" `seeds` has `a` twice",
            ),
            ("seeds = [1, 1.0]", "1.0 `seeds` has `1.0` twice"),
            (
                "shop = { phone = \"+91 98765-43210\", tel = \"+919876543210\" }",
                "",
            ),
            ("shop = { tel = \"+919876543210\" }", ""),
            (
                "shop = { phone = \"020 912 3456\", tel = \"+353209123456\" }",
                "",
            ),
            (
                "shop = { phone = \"On request\", tel = \"+353209123456\" }",
                "",
            ),
            (
                "shop = { phone = \"020 912 3457\", tel = \"+353209123456\" }",
                "\"+353209123456\" `tel` has other digits than `phone`, which is 020 912 3457",
            ),
            (
                "shop = { phone = \"+91 98765 43211\", tel = \"+919876543210\" }",
                "\"+919876543210\" `tel` has other digits than `phone`, which is +91 98765 43211",
            ),
            (
                "seeds = [{ a = 1, b = [2] }, { b = [2.0], a = 1 }, { a = 1 }]",
                "{ b = [2.0], a = 1 } `seeds` has an entry twice",
            ),
        ] {
            let source = Source::new("a.toml", text);
            let toml = TomlText::whole(&source);
            let value = Value::Object(toml.parse_recoverable().0);
            let found = schema.check(&value, &toml, &[]);
            let found = found.iter().map(|one| {
                let place = one
                    .place
                    .as_ref()
                    .map(|(place, _)| &text[place.span.clone()]);
                format!("{} {}", place.unwrap_or_default(), one.message)
            });
            assert_eq!(found.collect::<Vec<_>>().join("\n"), expected, "{text}");
        }
    }
}
