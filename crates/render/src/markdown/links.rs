//! Links of Markdown: to addresses, to files, to parts of a page, and what is wrong with them.

use std::borrow::Cow;
use std::ops::Range;

use diagnostic::{Diagnostic, did_you_mean, nearest};
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};
use pulldown_cmark_escape::{escape_href, escape_html};

use super::{Writer, options};
use crate::asked::{Query, note};
use crate::codes;

impl<'a> Writer<'a> {
    pub(super) fn link(
        &mut self,
        link_type: LinkType,
        url: CowStr<'a>,
        title: &str,
        span: &Range<usize>,
    ) {
        let url = if link_type == LinkType::Email {
            format!("mailto:{url}").into()
        } else {
            self.facts(url, span)
        };
        let Some(url) = self
            .link_to_file(url, span)
            .filter(|url| !url.contains("{{"))
        else {
            // Reported: an address that leads nowhere is not to be reported as a broken link as well.
            self.push_html("<a>");
            return;
        };
        if self.bad_address(&url, span) {
            self.push_html("<a>");
            return;
        }
        let mut tag = String::from("<a href=\"");
        // Writing to a String cannot fail.
        let _ = escape_href(&mut tag, &url);
        if !title.is_empty() {
            tag.push_str("\" title=\"");
            let _ = escape_html(&mut tag, title);
        }
        tag.push('"');
        if is_outside(&url) && !self.is_of_this_site(&url) {
            tag.push_str(" target=\"_blank\" rel=\"noopener\"");
        }
        tag.push('>');
        self.push_html(tag);
    }

    /// Whether an address with a host is one of this site.
    fn is_of_this_site(&self, url: &str) -> bool {
        let base_url = self.around.site.get("base_url");
        let base_url = base_url
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default();
        let path = url.strip_prefix(base_url.trim_end_matches('/'));
        !base_url.is_empty()
            && path.is_some_and(|path| path.is_empty() || path.starts_with(['/', '?', '#']))
    }

    /// A link to another Markdown file leads to that document's address.
    pub(super) fn link_to_file(
        &mut self,
        url: CowStr<'a>,
        span: &Range<usize>,
    ) -> Option<CowStr<'a>> {
        let Some((file, anchor)) = file_of_link(&self.source.path, &url) else {
            return Some(url);
        };
        note(Query::Address(file.clone()));
        let Some(target) = self.around.by_source.get(&file) else {
            let known = self.around.by_source.keys().map(String::as_str);
            let name = file.rsplit('/').next();
            let mut elsewhere: Vec<&str> = known
                .clone()
                .filter(|known| known.rsplit('/').next() == name)
                .collect();
            elsewhere.sort_unstable();
            let help = match elsewhere.as_slice() {
                [one] => Some(format!(
                    "did you mean `{}`?",
                    from_folder_of(&self.source.path, one)
                )),
                _ => did_you_mean(&file, known),
            };
            self.found.push(
                Diagnostic::new(&codes::BROKEN_LINK, format!("there is no document {file}"))
                    .at(self.place(span.clone()), "leads nowhere")
                    .maybe_help(help),
            );
            return None;
        };
        Some(match anchor {
            Some(anchor) => format!("{target}#{anchor}").into(),
            None => target.clone().into(),
        })
    }

    /// Reports an address that no browser can follow; whether it is one.
    pub(super) fn bad_address(&mut self, url: &str, span: &Range<usize>) -> bool {
        let Some(AddressProblem { message, help }) = address_problem(url) else {
            return false;
        };
        let written = self.source.text[span.clone()].find(url);
        let place = written.map_or(span.clone(), |at| {
            span.start + at..span.start + at + url.len()
        });
        self.found.push(
            Diagnostic::new(&codes::BAD_ADDRESS, message)
                .at(self.place(place), "")
                .help(help),
        );
        true
    }

    /// `[text](an address)` that is no link stands in the page as it is written.
    pub(super) fn unread_links(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        for (at, _) in text.match_indices("](") {
            let label = text[..at].rfind('[').unwrap_or(at);
            let before = text[..label].chars().next_back();
            // `map[key](value, other)` is no link, nor is what has a backslash before one of its brackets.
            let is_text = before.is_some_and(|c| c.is_alphanumeric() || c == '\\')
                || text[..at].ends_with('\\');
            let rest = &text[at + 2..];
            let line = rest.lines().next().unwrap_or_default();
            let Some(address) = line.find(')').map(|end| &line[..end]) else {
                continue;
            };
            let target = address.trim();
            let starts = [
                "/", "#", "./", "../", "<", "http:", "https:", "mailto:", "tel:",
            ];
            let looks_like_an_address =
                starts.iter().any(|start| target.starts_with(start)) || target.ends_with(".md");
            if is_text || !looks_like_an_address || !target.contains(char::is_whitespace) {
                continue;
            }
            let written = span.start + at + 2;
            self.found.push(
                Diagnostic::new(&codes::BROKEN_LINK, "this is no link: its address has a blank")
                    .at(
                        self.place(written..written + address.len()),
                        "stands in the page as it is written",
                    )
                    .help(format!(
                        "write the address without blanks, or between angle brackets: [text](<{target}>)"
                    )),
            );
        }
    }

    /// `[^2]` and `[text][name]` without a definition stand in the page as they are written.
    pub(super) fn undefined_references(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let mut found = Vec::new();
        for (at, _) in text.match_indices("[^") {
            let label = text[at + 2..].split(']').next().unwrap_or_default();
            let end = at + 2 + label.len();
            let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
            if is_label && text[end..].starts_with(']') && !text[..at].ends_with('\\') {
                let message = format!("there is no footnote `{label}`");
                found.push((
                    at..end + 1,
                    message,
                    format!("add it in a paragraph of its own: [^{label}]: …"),
                ));
            }
        }
        for (at, _) in text.match_indices("][") {
            let label = text[at + 2..].split(']').next().unwrap_or_default();
            let end = at + 2 + label.len();
            let start = text[..at].rfind('[');
            let Some(start) = start.filter(|_| text[end..].starts_with(']')) else {
                continue;
            };
            let before = text[..start].chars().next_back();
            // `rows[0][1]` is no link.
            let is_text = before.is_some_and(|c| c.is_alphanumeric() || c == '\\');
            let escaped = text[..at].ends_with('\\');
            if !is_text && !escaped && !label.trim().is_empty() && !label.starts_with('^') {
                let message = format!("there is no address for `[{label}]`");
                found.push((
                    start..end + 1,
                    message,
                    format!("add it on a line of its own: [{label}]: /address"),
                ));
            }
        }
        for (at, message, help) in found {
            self.found.push(
                Diagnostic::new(&codes::BROKEN_LINK, message)
                    .at(self.place(span.start + at.start..span.start + at.end), "")
                    .help(help),
            );
        }
    }
}

/// The text with facts in addresses as Markdown can read them: an address ends at a blank (`CommonMark`, section 6.3), so
/// `[mail](mailto:{{ site.email }})` would be no link. Two blanks within its braces become one no-break space, which is as
/// many bytes, so that places stay true, and as good a blank to whoever looks the fact up.
pub(super) fn with_facts_in_addresses(text: &str) -> Cow<'_, str> {
    let facts: Vec<Range<usize>> = (text.match_indices("{{ "))
        .filter_map(|(open, _)| {
            let line = &text[..open];
            let line = &line[line.rfind('\n').map_or(0, |at| at + 1)..];
            let inner = open + 2..open + text[open..].find("}}")?;
            let blanks = text[inner.clone()].matches(' ').count();
            let is_in_address = line.contains("](") || line.contains("]:");
            (is_in_address && blanks == 2 && !text[inner.clone()].contains('\n')).then_some(inner)
        })
        .collect();
    if facts.is_empty() {
        return Cow::Borrowed(text);
    }
    let code = code(text);
    let mut joined = String::with_capacity(text.len());
    let mut rest = 0;
    for fact in facts {
        if code.iter().any(|code| code.contains(&fact.start)) {
            continue;
        }
        joined.push_str(&text[rest..fact.start]);
        joined.push('\u{a0}');
        joined.push_str(&text[fact.clone()].replace(' ', ""));
        rest = fact.end;
    }
    joined.push_str(&text[rest..]);
    Cow::Owned(joined)
}

/// Where the text has code, in which braces are braces.
fn code(text: &str) -> Vec<Range<usize>> {
    let mut begun = 0;
    let events = Parser::new_ext(text, options()).into_offset_iter();
    events
        .filter_map(|(event, range)| match event {
            Event::Code(_) => Some(range),
            Event::Start(Tag::CodeBlock(_)) => {
                begun = range.start;
                None
            }
            Event::End(TagEnd::CodeBlock) => Some(begun..range.end),
            _ => None,
        })
        .collect()
}

struct AddressProblem {
    message: String,
    help: String,
}

/// What is wrong with an address wherever it may lead.
fn address_problem(url: &str) -> Option<AddressProblem> {
    let problem = |message: String, help: &str| {
        let help = help.to_owned();
        Some(AddressProblem { message, help })
    };
    if url.len() > 4 && url.get(..4)?.eq_ignore_ascii_case("www.") {
        let help = format!("write https://{url}");
        return problem(format!("`{url}` lacks https:// before it"), &help);
    }
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && (scheme.chars()).all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return None;
    }
    if scheme.len() == 1 {
        return problem(
            format!("`{url}` is a file of this computer, which visitors do not have"),
            "put the file into public/, and write its address from there: /name.pdf",
        );
    }
    let before_query = rest.split('?').next().unwrap_or_default();
    match scheme.to_lowercase().as_str() {
        "http" | "https" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            let host = host.split(['/', '?', '#']).next().unwrap_or_default();
            if host.is_empty() {
                return problem(
                    format!("`{url}` names no host"),
                    "a web address is written https://www.example.com/page",
                );
            }
            None
        }
        "mailto" => {
            let is_address = |one: &str| {
                let parts = one.trim().split_once('@');
                parts.is_some_and(|(name, host)| {
                    !name.is_empty() && !host.is_empty() && !host.contains('@')
                })
            };
            if rest.is_empty() {
                return problem(
                    "`mailto:` names nobody to write to".to_owned(),
                    "an email address is written mailto:name@example.com",
                );
            }
            if before_query.is_empty() || before_query.split(',').all(is_address) {
                return None;
            }
            problem(
                format!("`{before_query}` is no email address"),
                "an email address is written name@example.com",
            )
        }
        "tel" => {
            let number = before_query.split(';').next().unwrap_or_default();
            let number = number.replace("%20", "");
            let digits = number.chars().filter(char::is_ascii_digit).count();
            let is_number = number
                .chars()
                .all(|c| c.is_ascii_digit() || "+-.() *#".contains(c));
            if is_number && digits >= 3 {
                return None;
            }
            problem(
                format!("`{before_query}` is no telephone number"),
                "a number is written with its country: tel:+911122334455",
            )
        }
        _ => {
            let known = ["https", "http", "mailto"];
            let meant =
                nearest(scheme, known).filter(|_| rest.starts_with("//") || rest.contains('@'));
            let help = format!("did you mean `{}:`?", meant?);
            problem(
                format!("browsers do not know addresses with `{scheme}:`"),
                &help,
            )
        }
    }
}

/// The file below `content/` that a link of the file `from` names, and the part of it; `None` where it names no document.
pub(super) fn file_of_link<'a>(from: &str, url: &'a str) -> Option<(String, Option<&'a str>)> {
    let (path, anchor) = url
        .split_once('#')
        .map_or((url, None), |(path, anchor)| (path, Some(anchor)));
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    (path.ends_with(".md") && !path.contains("://")).then(|| (join(folder, path), anchor))
}

/// Whether an address belongs to another site.
pub fn is_outside(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://") || url.starts_with("//")
}

/// A file as a link of another file names it: `../pages/about.md`.
fn from_folder_of(from: &str, file: &str) -> String {
    let (mut folders, mut rest): (Vec<&str>, &str) = (from.split('/').collect(), file);
    folders.pop();
    while let (Some(first), Some((head, tail))) = (folders.first(), rest.split_once('/')) {
        if *first != head {
            break;
        }
        folders.remove(0);
        rest = tail;
    }
    "../".repeat(folders.len()) + rest
}

/// `folder` and a relative path joined, `.` and `..` resolved; a path from the root is below `content/`.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = if path.starts_with('/') {
        vec!["content"]
    } else {
        folder.split('/').collect()
    };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
