//! Error messages of a field: those in its definition, or defaults that contain the field's label.

use serde::{Deserialize, Serialize};

use crate::definition::{ErrorDefinitions, FileKind, Kind};
use crate::words::{Words, fill};

/// Error messages of a field, with every default filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errors {
    /// Message for a missing value.
    pub required: String,
    /// Title above the message `required`, for places that show a title.
    pub required_title: Option<String>,
    /// Message for a value of the wrong kind.
    pub invalid: String,
    /// Message for more than `max_length` characters.
    pub too_long: String,
    /// Message for line breaks or control characters.
    pub control: String,
    /// Message for a date that is not in the past.
    pub future: String,
    /// Message for a file of more than `max_bytes` bytes.
    pub too_large: String,
    /// Message for a file without content.
    pub empty: String,
}

impl Errors {
    /// Fills in a default for each message that `definition` leaves out, from the `words` of the form's language.
    pub(super) fn resolve(
        definition: ErrorDefinitions,
        words: &Words,
        label: &str,
        kind: Kind,
        max_length: usize,
        max_bytes: u64,
        accept: &[FileKind],
    ) -> Self {
        let ErrorDefinitions {
            required,
            required_title,
            invalid,
            too_long,
            control,
            future,
            too_large,
        } = definition;
        let kinds = || {
            let kinds: Vec<String> = accept
                .iter()
                .map(|kind| kind.extension().to_uppercase())
                .collect();
            or_list(&kinds, &words.or)
        };
        let of_label = |sentence: &str| fill(sentence, &[("label", label)]);
        let invalid_default = || match kind {
            Kind::Email => of_label(&words.email),
            Kind::Tel => of_label(&words.tel),
            Kind::Url => of_label(&words.url),
            Kind::Date => of_label(&words.date),
            Kind::Select | Kind::Radio => of_label(&words.choose),
            Kind::File => fill(&words.file_kind, &[("label", label), ("kinds", &kinds())]),
            Kind::Text | Kind::Textarea => of_label(&words.text),
        };
        Self {
            required: required.unwrap_or_else(|| match kind {
                Kind::Select | Kind::Radio => of_label(&words.choose),
                Kind::File => of_label(&words.choose_file),
                _ => of_label(&words.required),
            }),
            required_title,
            invalid: invalid.unwrap_or_else(invalid_default),
            too_long: too_long.unwrap_or_else(|| {
                let count = with_thousands(max_length);
                fill(&words.too_long, &[("label", label), ("count", &count)])
            }),
            control: control.unwrap_or_else(|| of_label(&words.one_line)),
            empty: words.empty_file.clone(),
            future: future.unwrap_or_else(|| of_label(&words.future)),
            too_large: too_large.unwrap_or_else(|| {
                let megabytes = (max_bytes / (1024 * 1024)).to_string();
                fill(
                    &words.too_large,
                    &[("label", label), ("megabytes", &megabytes)],
                )
            }),
        }
    }
}

/// Joins words into a list such as `PDF, DOC or DOCX`.
fn or_list(words: &[String], or: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} {or} {last}", all.join(", ")),
    }
}

/// Formats a number with thousands separators: `5,000`.
fn with_thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
