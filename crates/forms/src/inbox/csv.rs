//! Submissions as CSV (RFC 4180), written so that a spreadsheet executes nothing in it.

use jiff::tz::Offset;

use super::entry::Entry;
use super::event::State;
use crate::misleading_characters::is_direction_control;
use crate::record::Record;

/// Names of the columns in front of the form's fields.
const FIXED: [&str; 7] = [
    "id", "form", "received", "status", "state", "file", "warning",
];

/// First character of the table. Without it, Excel reads the table in the computer's legacy encoding instead of UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns a table with a row for each entry and a column for each field that any entry has, in the order of first
/// appearance. Times are local times at `offset` from UTC. `unsubscribe` returns the link to end a subscription; if any entry has one,
/// the last column contains the links.
pub fn csv(
    entries: &[Entry],
    offset: Offset,
    unsubscribe: impl Fn(&Record) -> Option<String>,
) -> String {
    let mut columns: Vec<&str> = Vec::new();
    let has_undeclared = entries
        .iter()
        .any(|entry| !entry.record.undeclared.is_empty());
    for (name, _) in entries.iter().flat_map(|entry| entry.record.fields.iter()) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let links: Vec<Option<String>> = entries
        .iter()
        .map(|entry| unsubscribe(&entry.record))
        .collect();
    let has_links = links.iter().any(Option::is_some);
    let mut table = String::from(BYTE_ORDER_MARK);
    let undeclared = has_undeclared.then_some("not fields of the form");
    table.push_str(&line(
        FIXED
            .into_iter()
            .chain(columns.iter().copied())
            .chain(undeclared)
            .chain(has_links.then_some("unsubscribe")),
    ));
    for (entry, link) in entries.iter().zip(links) {
        let Entry { status, record, .. } = entry;
        let received = record.received.to_zoned(offset.to_time_zone());
        let received = received.strftime("%Y-%m-%d %H:%M:%S").to_string();
        let document = record.document.as_ref();
        let file = document.map_or("", |document| document.name.as_str());
        let warning = document.and_then(|document| document.warning.as_deref());
        let fixed = [
            record.id.as_str(),
            &record.form,
            &received,
            status.as_str(),
            entry.state().map_or("", State::as_str),
            file,
            warning.unwrap_or_default(),
        ];
        let texts = columns
            .iter()
            .map(|column| record.fields.get(column).unwrap_or_default());
        let undeclared = record
            .undeclared
            .iter()
            .map(|(name, text)| format!("{name}: {text}"));
        let undeclared = undeclared.collect::<Vec<_>>().join("\n");
        let undeclared = has_undeclared.then_some(undeclared.as_str());
        let link = has_links.then(|| link.unwrap_or_default());
        table.push_str(&line(
            fixed
                .into_iter()
                .chain(texts)
                .chain(undeclared)
                .chain(link.as_deref()),
        ));
    }
    table
}

fn line<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

/// Returns `text` in quotes. A text that a spreadsheet would treat as a formula gets an apostrophe in front (OWASP ASVS 5.0,
/// 1.2.10).
fn quoted(text: &str) -> String {
    // Spreadsheets set up for East Asian input treat full-width characters like ordinary ones.
    let formula = text.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠',
    ]);
    // A table may be shown in a terminal, and quarantine keeps everything that was sent, control characters included.
    let text = text.replace(
        |c: char| is_direction_control(c) || c.is_control() && c != '\n' && c != '\t',
        "\u{fffd}",
    );
    format!(
        "\"{}{}\"",
        if formula { "'" } else { "" },
        text.replace('"', "\"\"")
    )
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_are_quoted_and_formulas_defused() {
        for (text, cell) in [
            ("plain", "\"plain\""),
            ("a \"b\", c\nd", "\"a \"\"b\"\", c\nd\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+91 1", "\"'+91 1\""),
            ("-1", "\"'-1\""),
            ("@a", "\"'@a\""),
            ("\tx", "\"'\tx\""),
            ("a\u{1b}[2J\u{9b}", "\"a\u{fffd}[2J\u{fffd}\""),
            ("a\u{202e}b", "\"a\u{fffd}b\""),
            ("＝1+1", "\"'＝1+1\""),
            ("", "\"\""),
        ] {
            assert_eq!(quoted(text), cell);
        }
    }
}
