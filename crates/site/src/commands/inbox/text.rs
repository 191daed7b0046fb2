//! Formats submissions as text or JSON, and prints the result to standard output.

use diagnostic::Diagnostic;
use forms::inbox::{Entry, Event, Match, State};
use forms::misleading_characters::is_direction_control;
use forms::record::Record;
use forms::{Form, StoreError};
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use crate::codes;
use crate::report::{self, pluralize};

/// The site's forms and time zone, which are needed to describe submissions.
pub struct InboxSite {
    /// Forms of the site. Submissions may belong to earlier forms as well.
    pub forms: Vec<Form>,
    /// Offset of the site's local time from UTC.
    pub offset: Offset,
    /// Scheme and host of the published site.
    pub base_url: String,
}

impl InboxSite {
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

/// Prints a result to standard output. Fails if it could not be written completely.
pub fn print(text: &str) -> Result<(), Diagnostic> {
    report::print(text).map_err(|error| {
        Diagnostic::new(
            &codes::INBOX_EXPORT,
            format!("cannot write to standard output: {error}"),
        )
    })
}

/// Returns one line for each submission, with the state of the work on it and its age, and a last line with their number.
pub fn lines(site: &InboxSite, entries: &[Entry], now: Timestamp) -> String {
    let lines = entries.iter().map(|entry| {
        let record = &entry.record;
        // If the site no longer has the form, assume that the field is called `email`.
        let sender = site
            .form(&record.form)
            .map_or_else(|| record.fields.get("email"), |form| record.reply_to(form));
        let form = site.form(&record.form);
        let age = age(entry, form.and_then(|form| form.answer_within_hours), now);
        let end = format!("{age:<24}  {}", on_one_line(sender.unwrap_or("-")));
        line(site, entry, &end)
    });
    lines.collect::<String>() + &pluralize(entries.len(), "submission") + "\n"
}

/// Returns a line for each matching submission, with the names of the fields that contain the address.
pub fn match_lines(site: &InboxSite, matches: &[Match]) -> String {
    matches
        .iter()
        .map(|one| {
            line(
                site,
                &one.entry,
                &on_one_line(&format!("in {}", one.fields.join(", "))),
            )
        })
        .collect()
}

/// Returns the age of a submission: how long it has waited for an answer, and whether that is longer than the form promises.
fn age(entry: &Entry, within_hours: Option<u32>, now: Timestamp) -> String {
    let received = entry.record.received;
    if entry.state().is_none() {
        return duration(now.duration_since(received));
    }
    if let Some(done) = entry.done() {
        return format!("after {}", duration(done.duration_since(received)));
    }
    let age = now.duration_since(received);
    let Some(hours) = within_hours else {
        return duration(age);
    };
    let left = SignedDuration::from_hours(i64::from(hours)) - age;
    if left.is_negative() {
        format!("{}, overdue by {}", duration(age), duration(-left))
    } else {
        format!("{}, due in {}", duration(age), duration(left))
    }
}

/// Formats a duration in its largest unit: `5 min`, `3 h`, or, from 48 hours on, `2 d`.
fn duration(time: SignedDuration) -> String {
    let minutes = time.as_mins().max(0);
    match minutes {
        0..60 => format!("{minutes} min"),
        60..2880 => format!("{} h", minutes / 60),
        _ => format!("{} d", minutes / 1440),
    }
}

/// Describes an event on one line: `taken by Asha, 2026-11-26 10:31+05:30: I call them today`. Line breaks in the note become spaces.
pub fn event_line(site: &InboxSite, event: &Event) -> String {
    let mut text = format!(
        "{} by {}, {}",
        event.state.as_str(),
        on_one_line(&event.by),
        site.local(event.at, "%Y-%m-%d %H:%M%:z")
    );
    if !event.note.is_empty() {
        let words: Vec<&str> = event.note.split_whitespace().collect();
        text.extend([": ", &on_one_line(&words.join(" "))]);
    }
    text
}

fn line(site: &InboxSite, entry: &Entry, end: &str) -> String {
    let Entry { status, record, .. } = entry;
    format!(
        "{}  {}  {:<11}  {:<12}  {:<10}  {}\n",
        record.id,
        site.local(record.received, "%Y-%m-%d %H:%M%:z"),
        status.as_str(),
        entry.state().map_or("-", State::as_str),
        on_one_line(&record.form),
        end
    )
}

/// Formats everything that is stored about a submission, with what was done about it and the result of the malware scan of its
/// file. The second and later
/// lines of a value are indented, so that they cannot be mistaken for another field.
pub fn described(
    site: &InboxSite,
    Entry {
        status,
        record,
        key,
        ..
    }: &Entry,
    history: &[Event],
    scan: Result<Option<String>, StoreError>,
) -> String {
    let mut text = format!(
        "Reference: {}\nForm:      {}\nReceived:  {}\nStatus:    {}\nNotice:    {}\nRecord:    {}\n\n",
        record.id,
        on_one_line(&record.form),
        site.local(record.received, "%Y-%m-%d %H:%M:%S%:z"),
        status.as_str(),
        on_one_line(&notice(record)),
        on_one_line(key)
    );
    let mut add = |name: &str, value: &str| {
        let lines: Vec<String> = value.split('\n').map(on_one_line).collect();
        text.extend([&on_one_line(name), ": ", &lines.join("\n  "), "\n"]);
    };
    for (name, value) in record.fields.iter() {
        add(name, value);
    }
    for (name, value) in record.undeclared.iter() {
        add(&format!("not a field of the form, {name}"), value);
    }
    if let Some(document) = &record.document {
        add(
            &document.field,
            &format!("{} ({})", document.name, document.key),
        );
        if let Some(warning) = &document.warning {
            add("warning", &format!("it {warning}"));
        }
        match scan {
            Ok(None) => {}
            Ok(Some(result)) => add("scan", &result),
            Err(error) => add("scan", &format!("unknown, {error}")),
        }
    }
    if !history.is_empty() {
        text.push('\n');
        for event in history {
            text.extend([&event_line(site, event), "\n"]);
        }
    }
    text
}

/// Returns the version, the language, and the digest of the notice that the visitor saw, as far as they are known.
fn notice(record: &Record) -> String {
    let parts = [
        &record.notice,
        &record.notice_language,
        &record.notice_digest,
    ];
    let known = parts.into_iter().filter(|part| !part.is_empty());
    known.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Replaces control characters, including line breaks, and characters that change the reading direction, by U+FFFD. A
/// quarantined submission can contain them in any field.
fn on_one_line(text: &str) -> String {
    text.replace(
        |c: char| c.is_control() || is_direction_control(c),
        "\u{fffd}",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line() {
        let site = InboxSite {
            forms: Vec::new(),
            offset: Offset::UTC,
            base_url: String::new(),
        };
        for (note, end) in [
            ("", ""),
            ("called", ": called"),
            ("l1\nl2", ": l1 l2"),
            ("l1\r\n\r\nl2\tx\u{2028}y", ": l1 l2 x y"),
            ("a\u{1b}[2J\u{202e}", ": a\u{fffd}[2J\u{fffd}"),
        ] {
            let event = Event {
                state: State::Answered,
                at: Timestamp::UNIX_EPOCH,
                by: "Dev".to_owned(),
                note: note.to_owned(),
                attempt: forms::Id::from_parts(&[]),
            };
            let expected = format!("answered by Dev, 1970-01-01 00:00+00:00{end}");
            assert_eq!(event_line(&site, &event), expected);
        }
    }
}
