//! Addresses in text: `https://www.example.com` and `info@example.com`.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{CowStr, Event, LinkType};

use super::writer::Writer;

/// Punctuation outside of ASCII that follows an address.
const PUNCTUATION: [char; 7] = ['”', '’', '“', '»', '…', '।', '、'];

/// Returns the byte ranges of the addresses in text, each with whether it is an email address. Punctuation that follows an address is
/// not part of it.
pub fn addresses(text: &str) -> Vec<(Range<usize>, bool)> {
    // Fast path: most text has no address.
    if memchr::memmem::find(text.as_bytes(), b"://").is_none() && !text.contains('@') {
        return Vec::new();
    }
    let links = LinkFinder::new();
    let links = links.links(text);
    let links = links.map(|link| {
        let is_email = matches!(link.kind(), LinkKind::Email);
        let address = link.as_str().trim_end_matches(PUNCTUATION);
        (link.start()..link.start() + address.len(), is_email)
    });
    let is_web = |at: &Range<usize>| {
        let address = text[at.clone()].to_ascii_lowercase();
        let (scheme, host) = address.split_once("://").unwrap_or_default();
        matches!(scheme, "https" | "http") && host.starts_with(char::is_alphanumeric)
    };
    links
        .filter(|(at, is_email)| *is_email || is_web(at))
        .collect()
}

impl<'a> Writer<'a> {
    /// Writes text in which addresses are links. `span` is its range in the file.
    pub fn text_with_links(&mut self, text: &CowStr<'a>, span: &Range<usize>) {
        let mut done = 0;
        for (at, is_email) in addresses(text) {
            self.text(text[done..at.start].to_owned().into());
            let address = &text[at.clone()];
            let kind = if is_email {
                LinkType::Email
            } else {
                LinkType::Autolink
            };
            // Text has another length than in the file if a fact was filled in.
            let written = self.source.text[span.clone()].find(address);
            let written = written.map_or(span.clone(), |from| {
                span.start + from..span.start + from + address.len()
            });
            self.link(kind, address.to_owned().into(), "", &written);
            self.push(Event::Text(address.to_owned().into()));
            self.push_html("</a>");
            done = at.end;
        }
        self.text(text[done..].to_owned().into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_text() {
        for (text, expected) in [
            (
                "See https://a.example/b?c=d#e.",
                &["https://a.example/b?c=d#e"][..],
            ),
            (
                "(HTTP://a.example/b_(c)), “https://b.example”",
                &["HTTP://a.example/b_(c)", "https://b.example"],
            ),
            ("write to asha@firm.example!", &["asha@firm.example"]),
            ("https://a.example/नियम, then", &["https://a.example/नियम"]),
            (
                "ftp://a.example, a.example, C://x, https://…, @asha, 10 @ 5",
                &[],
            ),
        ] {
            let found = addresses(text);
            let found: Vec<&str> = found.into_iter().map(|(at, _)| &text[at]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
