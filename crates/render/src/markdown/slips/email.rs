//! Email addresses in text that no mail reaches.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Endings of hosts that are recognized after a comma.
const ENDINGS: [&str; 14] = [
    "com", "org", "net", "in", "co", "edu", "gov", "info", "io", "ie", "uk", "de", "fr", "eu",
];

impl Slips<'_> {
    /// Reports the first `info@example,org`, `info@example..org` or `info@@example.org` in text without markup.
    pub(super) fn email(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let Some((at, meant)) = mistyped(text) else {
            return;
        };
        let written = &text[at.clone()];
        let message = format!("`{written}` is not an email address");
        let help = format!("write {meant}");
        let span = span.start + at.start..span.start + at.end;
        let label = help.clone();
        self.report(&codes::BAD_ADDRESS, message, span.clone(), help);
        self.fix_last(&label, [(span, meant)]);
    }
}

/// Finds the first mistyped email address. Returns its range, and the address to write.
fn mistyped(text: &str) -> Option<(Range<usize>, String)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    // Several signs in a row are one place.
    let signs = text.match_indices('@');
    let mut signs = signs.filter(|(at, _)| !text[..*at].ends_with('@'));
    signs.find_map(|(at, _)| {
        let start = text[..at].trim_end_matches(is_name).len();
        let rest = text[at..].trim_start_matches('@');
        let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ',');
        let host = &rest[..rest.find(|c| !is_host(c)).unwrap_or(rest.len())];
        let host = host.trim_end_matches(['.', ',', '-']);
        let end = text.len() - rest.len() + host.len();
        let is_doubled = text[at..].starts_with("@@") && host.contains('.') && !host.contains(',');
        let comma = host.split_once(',').filter(|(name, ending)| {
            // After a whole address, a comma and a word are rather a part of the sentence, unless the word ends the text.
            let is_whole = name
                .rsplit_once('.')
                .is_some_and(|(_, last)| ENDINGS.contains(&last));
            let is_last = text[end..].trim().is_empty();
            !name.is_empty()
                && (!name.contains('.') || is_whole && is_last)
                && ENDINGS.contains(&ending.split('.').next().unwrap_or_default())
        });
        let is_wrong = is_doubled || comma.is_some() || host.contains("..") && !host.contains(',');
        let meant = || {
            let host = host.replace(',', ".").replace("..", ".");
            format!("{}@{host}", &text[start..at])
        };
        (start < at && is_wrong).then(|| (start..end, meant()))
    })
}

#[cfg(test)]
mod tests {
    use super::mistyped;

    #[test]
    fn addresses() {
        for (text, expected) in [
            (
                "Write to info@example,org, please.",
                "info@example,org → info@example.org",
            ),
            (
                "info@example,co.in",
                "info@example,co.in → info@example.co.in",
            ),
            ("a.b@@example.org.", "a.b@@example.org → a.b@example.org"),
            ("info@example..org", "info@example..org → info@example.org"),
            ("info@example.org, com", ""),
            ("info@example.org,in Pune", ""),
            ("info@gst.gov,in", "info@gst.gov,in → info@gst.gov.in"),
            ("@asha,in Pune", ""),
            ("Ask @asha..or me", ""),
            ("a@b", ""),
        ] {
            let found = mistyped(text);
            let found = found.map(|(at, meant)| format!("{} → {meant}", &text[at]));
            assert_eq!(found.unwrap_or_default(), expected, "{text}");
        }
    }
}
