//! Error messages of a field: those in its definition, or defaults that contain the field's label.

use serde::{Deserialize, Serialize};

use crate::definition::{ErrorDefinitions, FileKind, Kind};

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
}

impl Errors {
    /// Fills in a default for each message that `definition` leaves out.
    pub(super) fn resolve(
        definition: ErrorDefinitions,
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
        let invalid_default = || match kind {
            Kind::Email => format!("{label}: enter an address like name@example.com."),
            Kind::Tel => format!(
                "{label}: enter 7 to 20 digits; spaces, +, -, dots and brackets are allowed."
            ),
            Kind::Url => {
                format!("{label}: enter a web address that begins with https:// or http://.")
            }
            Kind::Date => {
                format!("{label}: enter a real date as DD/MM/YYYY, for example 31/12/1990.")
            }
            Kind::Select | Kind::Radio => format!("{label}: choose one of the options."),
            Kind::File => {
                let kinds: Vec<String> = accept
                    .iter()
                    .map(|kind| kind.extension().to_uppercase())
                    .collect();
                format!("{label}: please upload a {} file.", or_list(&kinds))
            }
            Kind::Text | Kind::Textarea => format!("{label}: enter plain text."),
        };
        Self {
            required: required.unwrap_or_else(|| match kind {
                Kind::Select | Kind::Radio => format!("{label}: choose one of the options."),
                Kind::File => format!("{label}: choose a file."),
                _ => format!("{label}: please fill in this field."),
            }),
            required_title,
            invalid: invalid.unwrap_or_else(invalid_default),
            too_long: too_long.unwrap_or_else(|| {
                format!(
                    "{label}: use at most {} characters.",
                    with_thousands(max_length)
                )
            }),
            control: control.unwrap_or_else(|| match kind {
                Kind::Textarea => {
                    format!("{label}: remove the control characters; plain text only.")
                }
                _ => format!("{label}: enter one line of plain text, without line breaks."),
            }),
            future: future.unwrap_or_else(|| format!("{label}: enter a date in the past.")),
            too_large: too_large.unwrap_or_else(|| {
                format!(
                    "{label}: upload a file of {} MB or less.",
                    max_bytes / (1024 * 1024)
                )
            }),
        }
    }
}

/// Joins words into a list such as `PDF, DOC or DOCX`.
fn or_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
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
