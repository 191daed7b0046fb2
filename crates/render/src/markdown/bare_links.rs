//! Addresses in text: `https://www.example.com` and `info@example.com`.

use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix, Place, first_line};
use linkify::{LinkFinder, LinkKind};
use memchr::memchr3_iter;
use pulldown_cmark::{CowStr, Event, LinkType};

use super::address::{bad_address, is_local};
use super::slips::MAX_LOOKAHEAD;
use super::writer::Writer;
use crate::codes;

/// Punctuation outside of ASCII that follows an address.
const PUNCTUATION: [char; 6] = ['”', '’', '“', '»', '…', '।'];

/// Punctuation of Chinese and Japanese, which ends an address: no space follows it.
const FULL_WIDTH: [char; 17] = [
    '，', '。', '、', '；', '：', '！', '？', '（', '）', '「', '」', '『', '』', '【', '】', '《',
    '》',
];

/// Returns the byte ranges of the addresses in text, each with whether it is an email address. Punctuation that follows an address is
/// not part of it.
fn addresses(text: &str) -> Vec<(Range<usize>, bool)> {
    // Fast path: most text has no address.
    let bytes = text.as_bytes();
    let is_part = |at: usize| match bytes[at] {
        b':' => bytes[at..].starts_with(b"://"),
        b'.' => bytes[..at].ends_with(b"www"),
        _ => true,
    };
    if !memchr3_iter(b':', b'.', b'@', bytes).any(is_part) {
        return Vec::new();
    }
    let mut links = LinkFinder::new();
    links.url_must_have_scheme(false);
    let mut start = 0;
    let mut found = Vec::new();
    for part in text.split_inclusive(FULL_WIDTH) {
        let links = links.links(part.trim_end_matches(FULL_WIDTH));
        found.extend(links.map(|link| {
            let is_email = matches!(link.kind(), LinkKind::Email);
            let address = link.as_str().trim_end_matches(PUNCTUATION);
            let at = start + link.start();
            (at..at + address.len(), is_email)
        }));
        start += part.len();
    }
    let is_web = |at: &Range<usize>| {
        let address = text[at.clone()].to_ascii_lowercase();
        match address.split_once("://") {
            Some((scheme, host)) => {
                matches!(scheme, "https" | "http") && host.starts_with(char::is_alphanumeric)
            }
            None => address.starts_with("www."),
        }
    };
    found.retain(|(at, is_email)| *is_email || is_web(at));
    found
}

impl<'a> Writer<'a> {
    /// Writes text in which addresses are links. `span` is its range in the file.
    pub fn text_with_links(&mut self, text: &CowStr<'a>, span: &Range<usize>) {
        let (mut done, mut from) = (0, span.start);
        for (at, is_email) in addresses(text) {
            self.text(text[done..at.start].to_owned().into());
            let address = &text[at.clone()];
            // Nobody else can follow such an address, so it is an example.
            if !is_email && is_local(address) {
                continue;
            }
            let kind = if is_email {
                LinkType::Email
            } else {
                LinkType::Autolink
            };
            // Text has another length than in the file if a fact was filled in.
            let written = self.source.text[from..span.end].find(address);
            let written = written.map_or(span.clone(), |start| {
                from + start..from + start + address.len()
            });
            from = written.end;
            let url = if kind == LinkType::Autolink {
                with_scheme(address)
            } else {
                address.to_owned()
            };
            self.link(kind, url.into(), "", &written);
            self.push(Event::Text(address.to_owned().into()));
            self.push_html("</a>");
            done = at.end;
        }
        self.text(text[done..].to_owned().into());
    }

    /// Returns whether an address is part of what has been reported as a link with a slip.
    fn is_in_slip(&self, at: &Range<usize>) -> bool {
        let next = self.slips.partition_point(|slip| slip.start <= at.start);
        let mut before = self.slips[..next].iter().rev().take(3);
        before.any(|slip| slip.end >= at.end)
    }

    /// Reports each web address in the byte range `span` of the file that visitors cannot follow, because Markdown makes no link of it.
    pub fn unlinked_addresses(&mut self, span: &Range<usize>) {
        let source = self.source;
        for (at, is_email) in addresses(&source.text[span.clone()]) {
            let mut at = span.start + at.start..span.start + at.end;
            if at.end == span.end {
                // `https://a.example/x*y*`: emphasis begins within the address.
                let rest = &source.text[at.start..];
                let near = &rest[..rest.floor_char_boundary(MAX_LOOKAHEAD)];
                let line = first_line(near);
                let whole = addresses(line).into_iter().next();
                at.end = whole.map_or(at.end, |(whole, _)| at.start + whole.end);
            }
            let address = &source.text[at.clone()];
            // An address that does not exist is an example, and one that was meant as a link is reported as such.
            if is_email
                || self.is_in_slip(&at)
                || is_example(address)
                || bad_address(&with_scheme(address)).is_some()
                || is_meant_as_link(&source.text[..at.start])
            {
                continue;
            }
            let url = with_scheme(address);
            if let Some((message, whole, address)) = in_brackets(&source.text, &at) {
                let new = format!("<{}>", with_scheme(&source.text[address]));
                let fix = Fix::replace("make it a link", Place::new(source, whole.clone()), &new);
                let diagnostic = Diagnostic::new(&codes::BARE_LINK, message);
                self.report(whole, "", diagnostic.help(format!("write {new}")).fix(fix));
                continue;
            }
            let write = |at: usize, text: &str| {
                Change::Replace(Place::new(source, at..at), text.to_owned())
            };
            let (before, after, help) = if url == address {
                let help = format!("write <{address}>, or [text]({address})");
                ("<", ">".to_owned(), help)
            } else {
                (
                    "[",
                    format!("]({url})"),
                    format!("write [{address}]({url})"),
                )
            };
            // A bracket whose partner is elsewhere belongs to something larger.
            let is_part = source.text[..at.start].ends_with(['[', '{', '|', '<'])
                || source.text[at.end..].starts_with([']', '}', '|', '>', '[', '{']);
            let fix = Fix {
                label: "make it a link".to_owned(),
                is_safe: !is_part,
                changes: vec![write(at.start, before), write(at.end, &after)],
            };
            let message = format!("{address} is shown as text, not as a link");
            let diagnostic = Diagnostic::new(&codes::BARE_LINK, message)
                .help(help)
                .fix(fix);
            self.report(at, "", diagnostic);
        }
    }
}

/// Returns the URL of a web address, whose scheme may be left out in text: `www.example.com`.
fn with_scheme(address: &str) -> String {
    if address.contains("://") {
        address.to_owned()
    } else {
        format!("https://{address}")
    }
}

/// Returns whether an address is one that documents use, of a host that does not exist (RFC 2606), or has a placeholder.
fn is_example(address: &str) -> bool {
    let host = address.split_once("://").map_or(address, |(_, host)| host);
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.rsplit('.').collect();
    let is_reserved = ["example", "test", "invalid", "localhost"].contains(&labels[0]);
    is_reserved || labels.get(1) == Some(&"example") || address.contains(['{', '<'])
}

/// Returns what is wrong with an address in square brackets, or with one that a mail program wrote again in angle brackets, the range of all
/// of it, and that of the address to keep.
fn in_brackets(
    text: &str,
    at: &Range<usize>,
) -> Option<(&'static str, Range<usize>, Range<usize>)> {
    let after = &text[at.end..];
    if let Some(again) = after.strip_prefix('<') {
        let length = again.find(|c: char| c == '>' || c.is_whitespace())?;
        let is_address = again[..length].starts_with("http") && again[length..].starts_with('>');
        let end = at.end + "<".len() + length;
        let message = "a mail program wrote this address twice";
        // The second may lead through a server that counts clicks.
        let is_detour = bad_address(&again[..length]).is_some();
        let kept = if is_detour {
            at.clone()
        } else {
            at.end + 1..end
        };
        return is_address.then(|| (message, at.start..end + 1, kept));
    }
    let is_enclosed = text[..at.start].ends_with('[')
        && !text[..at.start].ends_with("[[")
        && after.starts_with(']')
        && !after[1..].starts_with(['(', '[', ':', ']']);
    let message = "an address in square brackets is not a link";
    is_enclosed.then(|| (message, at.start - 1..at.end + 1, at.clone()))
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
                "见 http://a.example/b/，好。https://b.example/中文（注）",
                &["http://a.example/b/", "https://b.example/中文"],
            ),
            (
                "see www.gst.gov.in. (www.a.example/b) awww.b.example",
                &["www.gst.gov.in", "www.a.example/b"],
            ),
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
