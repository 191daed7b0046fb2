//! The mail that tells the firm of a submission.

use jiff::Timestamp;
use jiff::tz::Offset;
use serde::Serialize;

use super::{Mail, Message};
use crate::definition::Kind;
use crate::form::Form;
use crate::page::{Pages, RenderError};
use crate::record::Record;
use crate::settings::Settings;

/// A field as the mail shows it.
#[derive(Debug, Serialize)]
struct Line<'a> {
    label: &'a str,
    text: String,
    several_lines: bool,
}

/// What the HTML part's template gets.
#[derive(Debug, Serialize)]
struct Values<'a> {
    title: &'a str,
    reference: &'a str,
    received: String,
    lines: Vec<Line<'a>>,
}

/// The mail about `record`: every field with its label, in the order of the form, but those that the
/// definition keeps out of mails. Recipients are the settings'; Reply-To is the visitor.
///
/// # Errors
/// When the HTML part cannot be rendered.
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
        lines: lines(form, record),
    };
    let raw = Message {
        from: &settings.from,
        to: &settings.to,
        reply_to: record.reply_to(form),
        subject: &format!("{} {}", form.title, record.id),
        date: now,
        reference: record.id.as_str(),
        text: &text(&values),
        html: &pages.mail(&values)?,
    };
    Ok(Mail {
        id: record.id.clone(),
        from: settings.from.clone(),
        to: settings.to.clone(),
        raw: raw.to_bytes(),
    })
}

fn lines<'a>(form: &'a Form, record: &Record) -> Vec<Line<'a>> {
    let shown = form.fields.iter().filter(|field| field.mail);
    shown
        .map(|field| Line {
            label: &field.label,
            several_lines: field.kind == Kind::Textarea,
            text: match &record.document {
                Some(document) if document.field == field.name => {
                    format!(
                        "{} ({} KB), kept with the submission",
                        document.name,
                        document.size.div_ceil(1024)
                    )
                }
                _ => record
                    .fields
                    .get(&field.name)
                    .unwrap_or_default()
                    .to_owned(),
            },
        })
        .collect()
}

fn text(values: &Values) -> String {
    let mut text = format!("New: {}\n\n", values.title);
    for line in &values.lines {
        text.push_str(line.label);
        if line.several_lines && !line.text.is_empty() {
            text.extend([":\n", &line.text, "\n\n"]);
        } else {
            text.extend([
                ": ",
                if line.text.is_empty() {
                    "-"
                } else {
                    &line.text
                },
                "\n",
            ]);
        }
    }
    text.extend([
        "\nReference: ",
        values.reference,
        "\nReceived: ",
        &values.received,
    ]);
    text.push_str("\nAnswer this mail to write to the sender.\n");
    text
}

/// `21 November 2026, 08:31 (UTC+05:30)`.
fn local(time: Timestamp, offset: Offset) -> String {
    time.to_zoned(offset.to_time_zone())
        .strftime("%-d %B %Y, %H:%M (UTC%:z)")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

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
