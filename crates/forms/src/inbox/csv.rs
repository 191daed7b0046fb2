//! Submissions as a table (RFC 4180) that a spreadsheet opens without executing anything.

use super::entry::{Entry, Status};

/// The columns before those of the fields.
const FIXED: [&str; 5] = ["id", "form", "received", "status", "file"];

/// A line for each entry, a column for each field that any of them has, in the order of first appearance.
pub fn csv(entries: &[Entry]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in entries.iter().flat_map(|entry| entry.record.fields.iter()) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let mut table = line(FIXED.into_iter().chain(columns.iter().copied()));
    for Entry { status, record, .. } in entries {
        let received = record.received.to_string();
        let file = record
            .document
            .as_ref()
            .map_or("", |document| document.name.as_str());
        let fixed = [
            record.id.as_str(),
            &record.form,
            &received,
            name(*status),
            file,
        ];
        let texts = columns
            .iter()
            .map(|column| record.fields.get(column).unwrap_or_default());
        table.push_str(&line(fixed.into_iter().chain(texts)));
    }
    table
}

fn name(status: Status) -> &'static str {
    match status {
        Status::Notified => "notified",
        Status::Pending => "pending",
        Status::GivenUp => "given-up",
        Status::Quarantined => "quarantined",
    }
}

fn line<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

/// A text in quotes. One that a spreadsheet would take for a formula begins with an apostrophe (OWASP ASVS 5.0, 1.2.10).
fn quoted(text: &str) -> String {
    // The wide forms are taken for the plain ones where East Asian input is set up.
    let formula = text.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠',
    ]);
    // Nothing that was accepted holds control characters, but quarantine keeps everything, and a table may be shown in a
    // terminal.
    let text = text.replace(
        |c: char| c.is_control() && c != '\n' && c != '\t',
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
            ("＝1+1", "\"'＝1+1\""),
            ("", "\"\""),
        ] {
            assert_eq!(quoted(text), cell);
        }
    }
}
