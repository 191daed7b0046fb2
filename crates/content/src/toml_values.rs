//! Converts TOML, and lists in other formats, to plain values.

use std::ops::Range;

use diagnostic::Diagnostic;
use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use crate::codes;
use crate::data_format::DataFormat;
use crate::toml_diagnostics::syntax_errors;
use crate::toml_repair::repair;
use crate::toml_text::TomlText;

impl TomlText {
    /// Parses the text. Dates and times become strings in RFC 3339 format, which schemas and templates expect. Fails with a finding with
    /// its place for each mistake in the text.
    pub fn parse(&self) -> Result<Map<String, Value>, Vec<Diagnostic>> {
        let (table, diagnostics) = self.parse_recoverable();
        if diagnostics.is_empty() {
            Ok(table)
        } else {
            Err(diagnostics)
        }
    }

    /// Parses as much of the text as possible. Returns the values, and a finding for each mistake.
    pub(crate) fn parse_recoverable(&self) -> (Map<String, Value>, Vec<Diagnostic>) {
        if let Some(format) = self.format() {
            return self.parse_list(format);
        }
        let (table, errors) = DeTable::parse_recoverable(self.text());
        if errors.is_empty() {
            return self.values(&table, Vec::new(), |span| span);
        }
        let Some(repaired) = repair(self.text()) else {
            let diagnostics = syntax_errors(self, &spans_of(&errors), &[]);
            return self.values(&table, diagnostics, |span| span);
        };
        let (table, errors) = DeTable::parse_recoverable(&repaired.text);
        let mut errors = spans_of(&errors);
        for (span, _) in &mut errors {
            *span = repaired.original_span(span);
        }
        let diagnostics = syntax_errors(self, &errors, &repaired.missing);
        self.values(&table, diagnostics, |span| repaired.original_span(&span))
    }

    /// Converts a parsed table. `original` converts a byte range of the text that was parsed to one of this text.
    fn values(
        &self,
        table: &Spanned<DeTable<'_>>,
        mut diagnostics: Vec<Diagnostic>,
        original: impl Fn(Range<usize>) -> Range<usize>,
    ) -> (Map<String, Value>, Vec<Diagnostic>) {
        let broken_lines: Vec<usize> = diagnostics.iter().filter_map(line_of).collect();
        let mut numbers = Vec::new();
        for (_, value) in table.get_ref() {
            unusable_numbers(value, &mut numbers);
        }
        for (span, message, help) in numbers {
            let diagnostic = Diagnostic::new(&codes::BAD_TOML, message)
                .at(self.place(original(span)), "")
                .help(help);
            // On a line with a syntax error, the number is part of that error.
            if line_of(&diagnostic).is_none_or(|line| !broken_lines.contains(&line)) {
                diagnostics.push(diagnostic);
            }
        }
        (table_to_json(table.get_ref()), diagnostics)
    }
}

impl TomlText {
    /// Parses a list in another format.
    fn parse_list(&self, format: DataFormat) -> (Map<String, Value>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut fields = Map::new();
        match format.parse(self.text()) {
            Ok(root) => {
                let entries = root.value(&mut |key, second, first| {
                    let message = format!("invalid {}: duplicate key `{key}`", format.name());
                    let [second, first] = [second, first].map(|span| self.place(span.clone()));
                    diagnostics.push(
                        Diagnostic::new(&codes::BAD_DATA, message)
                            .at_duplicate(second, first)
                            .help("keep each key once"),
                    );
                });
                fields.insert("item".to_owned(), entries);
            }
            Err(mistakes) => diagnostics.extend(mistakes.into_iter().map(|one| {
                Diagnostic::new(&codes::BAD_DATA, one.message)
                    .at(self.place(one.span), "")
                    .maybe_help(one.help)
            })),
        }
        (fields, diagnostics)
    }
}

/// Returns the span and the message of each error.
fn spans_of(errors: &[Error]) -> Vec<(Range<usize>, String)> {
    let errors = errors.iter();
    errors
        .map(|error| (error.span().unwrap_or(0..0), error.message().to_owned()))
        .collect()
}

fn line_of(diagnostic: &Diagnostic) -> Option<usize> {
    let (place, _) = diagnostic.place.as_ref()?;
    Some(place.line_column().line)
}

/// Collects the numbers in `value` that JSON cannot represent: their spans, with a message and help.
fn unusable_numbers(
    value: &Spanned<DeValue<'_>>,
    numbers: &mut Vec<(Range<usize>, String, &'static str)>,
) {
    match value.get_ref() {
        DeValue::Integer(integer)
            if i64::from_str_radix(integer.as_str(), integer.radix()).is_err() =>
        {
            let message = format!("`{}` is too large", integer.as_str());
            let help = "put a telephone or registration number in quotes; the largest integer is 9223372036854775807";
            numbers.push((value.span(), message, help));
        }
        DeValue::Float(float) if !float.as_str().parse().is_ok_and(f64::is_finite) => {
            let message = format!("`{}` is not a finite number", float.as_str());
            numbers.push((value.span(), message, "write a number with digits"));
        }
        DeValue::Array(array) => array.iter().for_each(|one| unusable_numbers(one, numbers)),
        DeValue::Table(table) => {
            for (_, one) in table {
                unusable_numbers(one, numbers);
            }
        }
        _ => {}
    }
}

fn table_to_json(table: &DeTable<'_>) -> Map<String, Value> {
    table
        .iter()
        .map(|(key, value)| (key.get_ref().to_string(), value_to_json(value.get_ref())))
        .collect()
}

fn value_to_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).map_or(Value::Null, Value::from)
        }
        DeValue::Float(float) => float
            .as_str()
            .parse()
            .ok()
            .and_then(Number::from_f64)
            .map_or(Value::Null, Value::Number),
        DeValue::Boolean(yes) => Value::Bool(*yes),
        DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
        DeValue::Array(array) => array
            .iter()
            .map(|value| value_to_json(value.get_ref()))
            .collect(),
        DeValue::Table(table) => Value::Object(table_to_json(table)),
    }
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;

    use super::*;
    use crate::toml_text::Part;

    #[test]
    fn values_and_places() {
        let source = Source::new(
            "a.toml",
            "a = 1\ndate = 2025-09-22\n[[faq]]\nquestion = \"?\"\n[[faq]]\nquestion = 7\n",
        );
        let toml = TomlText::whole(&source);
        let value = Value::Object(toml.parse().unwrap());
        assert_eq!(value["date"], "2025-09-22");
        let place = toml.locate("/faq/1/question", Part::Value);
        assert_eq!(&source.text[place.span.clone()], "7");
        assert_eq!(place.line_column().line, 6);
        assert_eq!(&source.text[toml.locate("/date", Part::Key).span], "date");
    }

    /// Tests with whole sites cover more mistakes.
    #[test]
    fn numbers_and_spaces() {
        for (text, expected) in [
            (
                "a = [{ b = inf }]\n",
                "`inf` is not a finite number: write a number with digits",
            ),
            (
                "\u{200b}a = 1\n",
                "invalid TOML: unexpected zero-width space (U+200B): delete this invisible character",
            ),
            (
                "a\u{2009}= \"\u{200b}\"\n",
                "invalid TOML: unexpected typographic space (U+2009): replace it with an ordinary space",
            ),
        ] {
            let toml = TomlText::whole(&Source::new("a.toml", text));
            let found = toml.parse().unwrap_err();
            let found = format!("{}: {}", found[0].message, found[0].help[0]);
            assert_eq!(found, expected);
        }
    }
}
