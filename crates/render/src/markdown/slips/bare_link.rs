//! An address in text that is not a link.

use std::ops::Range;

use super::Slips;
use crate::codes;
use crate::markdown::address::bad_address;
use crate::markdown::bare_links::addresses;

impl Slips<'_> {
    /// Reports each web address that visitors cannot follow, because Markdown makes no link of it.
    pub(super) fn bare_link(&mut self, span: &Range<usize>) {
        let source = self.source;
        for (at, is_email) in addresses(&source.text[span.clone()]) {
            let mut at = span.start + at.start..span.start + at.end;
            if at.end == span.end {
                // `https://a.example/x*y*`: emphasis begins within the address.
                let whole = addresses(self.line(at.start)).into_iter().next();
                at.end = whole.map_or(at.end, |(whole, _)| at.start + whole.end);
            }
            let address = &source.text[at.clone()];
            // An address that leads nowhere is an example, and one that was meant as a link is reported as such.
            if is_email
                || is_example(address)
                || bad_address(address).is_some()
                || is_meant_as_link(&source.text[..at.start])
            {
                continue;
            }
            let message = format!("{address} is shown as text, not as a link");
            let help = format!("write <{address}>, or [text]({address})");
            self.report(&codes::BARE_LINK, message, at.clone(), help);
            let edits = [
                (at.start..at.start, "<".to_owned()),
                (at.end..at.end, ">".to_owned()),
            ];
            self.fix_last("make it a link", edits);
        }
    }
}

/// Returns whether an address is one that documents use, of a host that does not exist (RFC 2606), or has a placeholder.
fn is_example(address: &str) -> bool {
    let (_, host) = address.split_once("://").unwrap_or_default();
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.rsplit('.').collect();
    let is_reserved = ["example", "test", "invalid", "localhost"].contains(&labels[0]);
    is_reserved || labels.get(1) == Some(&"example") || address.contains(['{', '<'])
}

/// Returns whether the text before an address begins a link, as in `[text] (`, or an attribute.
fn is_meant_as_link(before: &str) -> bool {
    let bracket = before.strip_suffix('(').map(str::trim_end);
    bracket.is_some_and(|before| before.ends_with(']')) || before.ends_with(['<', '"', '\'', '='])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_are_no_slips() {
        for (address, expected) in [
            ("https://www.example.com/a", true),
            ("https://api.firm.example:8080", true),
            ("https://incometax.gov.in/{{ year }}", true),
            ("https://incometax.gov.in", false),
            ("https://example.gov.in", false),
        ] {
            assert_eq!(is_example(address), expected, "{address}");
        }
        for (before, expected) in [
            ("[a](", true),
            ("[a] (", true),
            ("(", false),
            ("see ", false),
            ("href=\"", true),
        ] {
            assert_eq!(is_meant_as_link(before), expected, "{before}");
        }
    }
}
