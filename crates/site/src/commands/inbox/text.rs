//! Submissions as text: for a terminal, and as JSON; and its way to standard output.

use diagnostic::Diagnostic;
use forms::inbox::{Entry, Match, Status};
use forms::{Form, StoreError};
use jiff::Timestamp;
use jiff::tz::Offset;

use crate::codes;
use crate::report::{self, counted};

/// The site's forms and time zone.
pub struct Site {
    /// The forms that the site has today.
    pub forms: Vec<Form>,
    /// Offset of the site's local time from UTC.
    pub offset: Offset,
}

impl Site {
    /// Returns the form called `name`.
    pub fn form(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.name == name)
    }

    /// Formats a time in the site's time zone.
    fn local(&self, time: Timestamp, format: &str) -> String {
        time.to_zoned(self.offset.to_time_zone())
            .strftime(format)
            .to_string()
    }
}

/// Serializes a result as JSON, with a newline at the end.
pub fn json<T: serde::Serialize>(value: &T) -> Result<String, Diagnostic> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Diagnostic::new(&codes::INBOX, format!("cannot write JSON: {error}")))
}

/// Prints the result to standard output.
pub fn print(text: &str) -> Result<(), Diagnostic> {
    report::print(text)
        .map_err(|error| Diagnostic::new(&codes::INBOX_EXPORT, format!("standard output: {error}")))
}

/// Returns a line for each submission, and a line with their number.
pub fn lines(site: &Site, entries: &[Entry]) -> String {
    let lines = entries.iter().map(|entry| {
        let record = &entry.record;
        // For a form that the site no longer has, `email` is a guess.
        let sender = site
            .form(&record.form)
            .map_or_else(|| record.fields.get("email"), |form| record.reply_to(form));
        line(site, entry, sender.unwrap_or("-"))
    });
    lines.collect::<String>() + &counted(entries.len(), "submission") + "\n"
}

/// Returns a line for each match with the fields that contain the address.
pub fn match_lines(site: &Site, matches: &[Match]) -> String {
    matches
        .iter()
        .map(|one| line(site, &one.entry, &format!("in {}", one.fields.join(", "))))
        .collect()
}

fn line(site: &Site, Entry { status, record, .. }: &Entry, end: &str) -> String {
    format!(
        "{}  {}  {:<11}  {:<10}  {}\n",
        record.id,
        site.local(record.received, "%Y-%m-%d %H:%M%:z"),
        word(*status),
        record.form,
        visible(end)
    )
}

/// Returns everything that is stored for a submission, and the result of its file's malware scan.
pub fn described(
    site: &Site,
    Entry {
        status,
        record,
        key,
    }: &Entry,
    scan: Result<Option<String>, StoreError>,
) -> String {
    let mut text = format!(
        "Reference: {}\nForm:      {}\nReceived:  {}\nStatus:    {}\nNotice:    {}\nRecord:    {key}\n\n",
        record.id,
        record.form,
        site.local(record.received, "%Y-%m-%d %H:%M:%S%:z"),
        word(*status),
        record.notice
    );
    for (name, value) in record.fields.iter() {
        text.extend([name, ": ", &visible(value), "\n"]);
    }
    if let Some(document) = &record.document {
        text.extend([
            &document.field,
            ": ",
            &document.name,
            " (",
            &document.key,
            ")\n",
        ]);
        match scan {
            Ok(None) => {}
            Ok(Some(result)) => text.extend(["scan: ", &visible(&result), "\n"]),
            Err(error) => text.extend(["scan: unknown, ", &error.to_string(), "\n"]),
        }
    }
    text
}

/// Replaces control characters, which a quarantined submission can contain.
fn visible(text: &str) -> String {
    let is_control = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(is_control, "\u{fffd}")
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Notified => "notified",
        Status::Pending => "pending",
        Status::Held => "held",
        Status::GivenUp => "given up",
        Status::Quarantined => "quarantined",
    }
}
