//! A link whose text is another address than the one that it leads to, as after copying an old link.

use std::ops::Range;

use diagnostic::Severity;

use super::{Slips, looks_like_an_address};
use crate::codes;

impl Slips<'_> {
    /// Reports `[https://example.org](https://example.com)`, and the same with email addresses and telephone numbers.
    pub(super) fn other_address(&mut self, label: &str, address: &str, span: &Range<usize>) {
        let label = label.trim();
        let label = label.strip_prefix("mailto:").unwrap_or(label);
        if label.contains("{{") || address.contains("{{") {
            return;
        }
        let is_other = if let Some(email) = address.strip_prefix("mailto:") {
            let email = email.split('?').next().unwrap_or_default();
            is_email(label) && !label.eq_ignore_ascii_case(email)
        } else if let Some(number) = address.strip_prefix("tel:") {
            is_other_number(label, number)
        } else {
            match (typed_host(label), host(address)) {
                (Some(shown), Some(host)) => !is_below(&shown, &host) && !is_below(&host, &shown),
                _ => false,
            }
        };
        if is_other {
            let address = address
                .trim_start_matches("mailto:")
                .trim_start_matches("tel:");
            let message = format!("the text of this link is {label}, but it leads to {address}");
            let help = "correct one of the two";
            self.report(&codes::BAD_ADDRESS, message, span.clone(), help);
            // The address itself can be opened.
            if let Some(last) = self.diagnostics.last_mut() {
                last.severity = Severity::Warning;
            }
        }
    }

    /// Reports a second bracket before a link, which nothing closes: `[[text](/a)`. `span` is that of the link.
    pub(super) fn second_bracket(&mut self, span: &Range<usize>) {
        let before = self.source.text[..span.start].strip_suffix('[');
        let Some(before) = before.filter(|before| !before.ends_with(['[', '\\', '!'])) else {
            return;
        };
        if !self.source.text[span.clone()].starts_with('[') {
            return;
        }
        let near = self.near(span.end);
        let paragraph = near.split("\n\n").next().unwrap_or_default();
        // The bracket that closes it may be further on.
        if paragraph.len() == near.len() && span.end + near.len() < self.source.text.len() {
            return;
        }
        let mut depth = 1;
        for sign in paragraph.matches(['[', ']']) {
            depth += if sign == "[" { 1 } else { -1 };
            if depth == 0 {
                return;
            }
        }
        let bracket = before.len()..span.start;
        let message = "this `[` appears exactly as typed: nothing closes it";
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            bracket.clone(),
            "delete it",
        );
        self.fix_last("delete the `[`", [(bracket, String::new())]);
    }

    /// Reports a second address in parentheses directly behind a link, which ends at `end`: `[text](/a)(/b)`.
    pub(super) fn second_target(&mut self, end: usize) {
        let rest = self.line(end);
        let inner = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let Some((address, _)) = inner.filter(|(address, _)| looks_like_an_address(address)) else {
            return;
        };
        let span = end..end + address.len() + "()".len();
        let message = format!("`({address})` appears exactly as typed: a link has one address");
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            span,
            "delete one of the two addresses",
        );
    }
}

fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        && !text.contains(char::is_whitespace)
}

/// Returns whether a text is a telephone number with other digits than `number`. A number may be without its country code.
fn is_other_number(text: &str, number: &str) -> bool {
    // Words may be before the number, and hours after it.
    let text = text.trim_start_matches(|sign: char| !sign.is_ascii_digit() && sign != '+');
    let text = text.split(" (").next().unwrap_or(text).trim();
    let is_number = text
        .chars()
        .all(|sign| sign.is_ascii_digit() || "+-.() ".contains(sign));
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let (shown, dialed) = (digits(text), digits(number));
    let shown = shown.trim_start_matches('0');
    let dialed = dialed.trim_start_matches('0');
    is_number && shown.len() >= 7 && !dialed.ends_with(shown) && !shown.ends_with(dialed)
}

/// Returns the host of a text that is written as an address.
fn typed_host(text: &str) -> Option<String> {
    let is_address = ["http://", "https://", "www."]
        .iter()
        .any(|start| text.starts_with(start));
    let is_whole = !text.contains(|sign: char| sign.is_whitespace() || sign == '…');
    if content::is_website(text) {
        return Some(text.to_owned());
    }
    host(text).filter(|_| is_address && is_whole)
}

/// Returns the host of an address without `www.`, or `None` for one of this site.
fn host(address: &str) -> Option<String> {
    let rest = match address.split_once("://") {
        Some((_, rest)) => rest,
        None => address.strip_prefix("www.")?,
    };
    let host = rest.split(['/', '?', '#', ':']).next()?.to_lowercase();
    let host = host.trim_start_matches("www.").trim_end_matches('.');
    host.contains('.').then(|| host.to_owned())
}

/// Returns whether a host is `other` or one below it.
fn is_below(host: &str, other: &str) -> bool {
    let rest = host.strip_suffix(other);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::{Dialect, events};
    use super::super::slips;
    use super::*;

    #[test]
    fn hosts() {
        for (text, address, is_other) in [
            ("https://example.org", "https://example.com/a", true),
            ("www.example.org", "https://example.org/long/path", false),
            ("https://example.org/a", "https://blog.example.org/b", false),
            ("https://exam…", "https://example.com", false),
            ("https://example.org", "/about", false),
            ("example.org", "https://example.net", true),
            ("Node.js", "https://nodejs.org", false),
        ] {
            let hosts = typed_host(text).zip(host(address));
            let found =
                hosts.is_some_and(|(one, two)| !is_below(&one, &two) && !is_below(&two, &one));
            assert_eq!(found, is_other, "{text} {address}");
        }
    }

    #[test]
    fn second_brackets() {
        let long = "a ".repeat(1_000);
        for (text, is_reported) in [
            ("See [[us](/about) now.", true),
            ("See [[us](/about) now].", false),
            (&format!("See [[us](/about) {long}]."), false),
        ] {
            let source = diagnostic::Source::new("a.md", text);
            let found = slips(&events(text, Dialect::default()), &source, text, 0);
            let found = found.iter().any(|one| one.message.contains("this `[`"));
            assert_eq!(found, is_reported, "{text}");
        }
    }

    #[test]
    fn numbers() {
        for (text, number, is_other) in [
            ("+91 98765 43210", "+919876543211", true),
            ("98765 43210", "+919876543210", false),
            ("098765 43210", "+919876543210", false),
            ("Call us", "+919876543210", false),
            ("Call +91 98765 43211", "+919876543210", true),
            ("Call us: 98765 43210 (9-6)", "+919876543210", false),
            ("12345", "+919876543210", false),
        ] {
            assert_eq!(is_other_number(text, number), is_other, "{text}");
        }
    }
}
