//! The mail that reports submissions without a mail of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::mailer::Mail;
use super::mime::Message;
use crate::form::Form;
use crate::id::Id;
use crate::outbox::HELD;
use crate::page::{Pages, RenderError};
use crate::settings::Settings;
use crate::store::Listed;

/// Maximum number of references that a digest lists. Further submissions are only counted.
const MOST_REFERENCES: usize = 1_000;

/// Reason why submissions have no mail of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestSubject {
    /// The daily limit of mails was reached.
    Limit,
    /// The trap field was filled in, so the submissions are in quarantine.
    Trap,
}

/// Values for the template of the HTML part.
#[derive(Debug, Serialize)]
struct Values<'a> {
    subject: &'a str,
    text: &'a str,
}

/// Returns the mail about the `held` markers: the number of submissions of each form, their references, and how to read them
/// and, if they are in quarantine, to release them.
/// It contains nothing that a visitor typed. Fails if the HTML part cannot be rendered.
pub fn digest(
    pages: &Pages,
    forms: &[Form],
    subject: DigestSubject,
    held: &[Listed],
    settings: &Settings,
    now: Timestamp,
) -> Result<Mail, RenderError> {
    let what = match subject {
        DigestSubject::Limit => "more submission",
        DigestSubject::Trap => "probably automatic submission",
    };
    let plural = if held.len() == 1 { "" } else { "s" };
    let text = text(subject, forms, held, settings);
    let subject = format!("{} {what}{plural}", held.len());
    let text = format!("{subject}\n\n{text}");
    let values = Values {
        subject: &subject,
        text: &text,
    };
    let id = Id::from_parts(&[b"digest", now.to_string().as_bytes()]);
    let message = Message {
        from: &settings.from,
        to: &settings.to,
        reply_to: None,
        subject: &subject,
        date: now,
        reference: id.as_str(),
        text: &text,
        html: &pages.render("digest.html", &values)?,
    };
    Ok(Mail::new(id.clone(), &message))
}

fn text(subject: DigestSubject, forms: &[Form], held: &[Listed], settings: &Settings) -> String {
    let mut references: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for marker in held {
        let name = marker.key.strip_prefix(HELD).unwrap_or(&marker.key);
        let (form, attempt) = name.split_once('/').unwrap_or(("", name));
        let reference = attempt.split('.').next().unwrap_or(attempt);
        references.entry(form).or_default().push(reference);
    }
    let mut text = match subject {
        DigestSubject::Limit => format!(
            "The limit of {} mails a day was reached, so these submissions have no mail of their own.\n\
             They are stored like all others; this mail is the only one about them.\n",
            settings.mails_per_day
        ),
        DigestSubject::Trap => "A field that people do not see was filled in, so these submissions were put aside without a mail.\n\
             Their senders saw the usual confirmation. Look for real ones: a browser or a password manager may have\n\
             filled in the field.\n"
            .to_owned(),
    };
    let mut left = MOST_REFERENCES;
    for (name, references) in references {
        let form = forms.iter().find(|form| form.name == name);
        let title = form.map_or(name, |form| &form.title);
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{title}: {}\n", references.len());
        for reference in references.iter().take(left) {
            text.extend(["  ", reference, "\n"]);
        }
        if references.len() > left {
            let _ = writeln!(text, "  and {} more", references.len() - left);
        }
        left = left.saturating_sub(references.len());
    }
    // A marker may have been pending for a day before it was held.
    let first = held.iter().map(|marker| marker.modified).min();
    let since = first.map(|first| {
        let day = settings
            .utc_offset
            .to_datetime(first - SignedDuration::from_hours(24));
        day.date()
    });
    let (only, release) = match subject {
        DigestSubject::Limit => ("", ""),
        DigestSubject::Trap => (
            " --status quarantined",
            "To send one on like any other: site inbox release REFERENCE\n",
        ),
    };
    let _ = write!(
        text,
        "\nTo list them: site inbox list{only} --since {}\nTo read one:  site inbox show REFERENCE\n{release}\
         For the website's bucket: site inbox --bucket NAME list, and the same with the others.\n",
        since.unwrap_or_default()
    );
    text
}
