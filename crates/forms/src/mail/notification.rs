//! The mail that reports a submission to the firm.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::tz::Offset;
use serde::Serialize;

use super::mailer::Mail;
use super::mime::Message;
use crate::definition::Kind;
use crate::form::Form;
use crate::misleading_characters::{is_direction_control, looks_like_space};
use crate::page::{Pages, RenderError};
use crate::record::{Record, StoredDocument};
use crate::settings::Settings;

/// Labels of the mail's own lines.
const OWN_LABELS: [&str; 4] = ["New", "Reference", "Received", "Language"];

/// A field as the mail shows it.
#[derive(Debug, Serialize)]
struct Line<'a> {
    label: Cow<'a, str>,
    text: String,
    is_multiline: bool,
}

/// Values for the template of the HTML part.
#[derive(Debug, Serialize)]
struct Values<'a> {
    title: &'a str,
    reference: &'a str,
    received: String,
    /// Language of the page, if it was not the main one.
    language: Option<&'a str>,
    lines: Vec<Line<'a>>,
}

/// Returns the mail about `record`: every field with its label, in the order of the form, except those that the definition keeps out of
/// mails, and last what was sent in fields that the form does not have. The recipients come from the settings; Reply-To is the visitor's
/// address.
///
/// Text that the visitor typed cannot be mistaken for the mail's own text. The reference comes first, each line of a long text
/// is marked, and characters that set the reading direction are replaced.
///
/// Fails if the HTML part cannot be rendered.
pub fn notification(
    pages: &Pages,
    form: &Form,
    record: &Record,
    settings: &Settings,
    now: Timestamp,
) -> Result<Mail, RenderError> {
    let values = Values {
        title: &form.title,
        reference: record.id.as_str(),
        received: local(record.received, settings.utc_offset),
        language: record.translated_into(form),
        lines: lines(form, record),
    };
    let message = Message {
        from: &settings.from,
        to: &settings.to,
        reply_to: record.reply_to(form),
        subject: &format!("{} {}", form.title, record.id),
        date: now,
        reference: record.id.as_str(),
        text: &text(&values),
        html: &pages.render("mail.html", &values)?,
    };
    Ok(Mail::new(record.id.clone(), &message))
}

fn lines<'a>(form: &'a Form, record: &Record) -> Vec<Line<'a>> {
    let shown = form.fields.iter().filter(|field| field.mail);
    shown
        .map(|field| {
            let is_multiline = field.kind == Kind::Textarea;
            let text = match &record.document {
                Some(document) if document.field == field.name => described(document),
                _ => record
                    .fields
                    .get(&field.name)
                    .unwrap_or_default()
                    .to_owned(),
            };
            Line {
                label: label(&field.label),
                text: visible(&text, is_multiline),
                is_multiline,
            }
        })
        .chain(record.undeclared.iter().map(|(name, text)| Line {
            label: Cow::Owned(format!(
                "Not a field of this form, {}",
                visible(name, false)
            )),
            text: visible(text, true),
            is_multiline: true,
        }))
        .collect()
}

/// Returns the label of a field. If the mail has a line of its own with this label, says which one the visitor has typed.
fn label(label: &str) -> Cow<'_, str> {
    let is_own = |own: &&str| own.eq_ignore_ascii_case(label.trim());
    if OWN_LABELS.iter().any(is_own) {
        Cow::Owned(format!("{label}, as typed"))
    } else {
        Cow::Borrowed(label)
    }
}

/// Returns the name and size of a file, and what the staff should know before they open it.
fn described(document: &StoredDocument) -> String {
    let warning = document.warning.as_ref();
    format!(
        "{} ({} KB), kept with the submission{}",
        document.name,
        document.size.div_ceil(1024),
        warning.map_or(String::new(), |warning| format!(". It {warning}."))
    )
}

/// Returns a text with plain line breaks, in which each character that sets the reading direction is replaced. In a single
/// line, repeated spaces are collapsed, because they could make the end of the line look like another line.
fn visible(text: &str, is_multiline: bool) -> String {
    let text = text.replace(is_direction_control, "\u{fffd}");
    if is_multiline {
        text.replace(['\u{2028}', '\u{2029}'], "\n")
    } else {
        let words = text.split(looks_like_space).filter(|word| !word.is_empty());
        words.collect::<Vec<&str>>().join(" ")
    }
}

fn text(values: &Values) -> String {
    let mut text = format!(
        "New: {}\nReference: {}\nReceived: {}\n",
        values.title, values.reference, values.received
    );
    if let Some(language) = values.language {
        text.extend(["Language: ", language, "\n"]);
    }
    text.push('\n');
    for line in &values.lines {
        text.push_str(&line.label);
        if line.text.is_empty() {
            text.push_str(": -\n");
        } else if line.is_multiline {
            text.push_str(":\n");
            for quoted in line.text.lines() {
                text.extend(["> ", quoted, "\n"]);
            }
        } else {
            text.extend([": ", &line.text, "\n"]);
        }
    }
    text.push_str("\nAnswer this mail to write to the sender.\n");
    text
}

/// Formats a time as `21 November 2026, 08:31 (UTC+05:30)`.
fn local(time: Timestamp, offset: Offset) -> String {
    time.to_zoned(offset.to_time_zone())
        .strftime("%-d %B %Y, %H:%M (UTC%:z)")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_not_taken_for_a_line_of_the_mail() {
        for (of_field, shown) in [
            ("Reference", "Reference, as typed"),
            ("received", "received, as typed"),
            ("Language", "Language, as typed"),
            ("Reference number", "Reference number"),
            ("Name", "Name"),
        ] {
            assert_eq!(label(of_field), shown);
        }
    }

    #[test]
    fn times_are_the_sites() {
        let time = Timestamp::from_second(1_795_219_260).unwrap_or_default();
        for (seconds, text) in [
            (19_800, "21 November 2026, 05:31 (UTC+05:30)"),
            (0, "21 November 2026, 00:01 (UTC+00:00)"),
            (-12_600, "20 November 2026, 20:31 (UTC-03:30)"),
        ] {
            let offset = Offset::from_seconds(seconds).unwrap_or(Offset::UTC);
            assert_eq!(local(time, offset), text);
        }
    }
}
