//! Links with misplaced brackets, and wiki links.

use std::ops::Range;

use super::foreign_link::{
    before_bracket, in_one_bracket, in_two_brackets, is_address, near, one_bracket,
};
use super::{MAX_LOOKAHEAD, Slips, looks_like_an_address};
use crate::codes;

/// Finds the first slip of a kind in a text. Returns its span and the link to write, or `None`.
type Find = fn(&str) -> Option<(Range<usize>, String)>;

/// The kinds of slips, each with whether the link to write is certain.
const KINDS: [(Find, bool); 10] = [
    // Whether the site has the page is known only later.
    (wiki_link, false),
    (displaced_mark, true),
    (unclosed_text, true),
    (in_two_brackets, true),
    (in_one_bracket, true),
    (before_bracket, true),
    (without_scheme, true),
    (spaced_address, true),
    // The text may begin some words earlier.
    (unopened_text, false),
    (lost_slash, true),
];

impl Slips<'_> {
    /// Reports each `[text(/url)`, `(text)[/url]`, `{text}(/url)`, `[[page]]`, and `<www.example.org>`.
    pub(super) fn typed_link(&mut self, span: &Range<usize>) {
        let source = self.source;
        let text = &source.text[span.clone()];
        let mut found = KINDS.map(|(find, is_certain)| (find, is_certain, find(text)));
        loop {
            let starts = found.iter().enumerate();
            let starts =
                starts.filter_map(|(kind, (_, _, one))| Some((one.as_ref()?.0.start, kind)));
            let Some((_, kind)) = starts.min() else {
                return;
            };
            let (_, is_certain, Some((at, meant))) = found[kind].clone() else {
                return;
            };
            let end = at.end;
            for (find, _, one) in &mut found {
                if one.as_ref().is_some_and(|(at, _)| at.start < end) {
                    let next = find(&text[end..]);
                    *one = next.map(|(at, meant)| (end + at.start..end + at.end, meant));
                }
            }
            self.not_a_link(
                span.start + at.start..span.start + at.end,
                meant,
                is_certain,
            );
        }
    }

    /// Reports text that was meant as a link.
    fn not_a_link(&mut self, span: Range<usize>, meant: String, is_certain: bool) {
        if self.is_reported_around(&span) {
            return;
        }
        let written = &self.source.text[span.clone()];
        let is_wiki_link = written.starts_with("[[");
        let message = format!("`{written}` is not a link, and appears exactly as typed");
        let below = self.near(span.end).lines().nth(1).unwrap_or_default();
        let is_table = is_wiki_link
            && below
                .split_once(" = ")
                .is_some_and(|(key, _)| !key.contains(' '));
        let help = if is_table {
            "move this table above the second `+++`: below it, everything is text".to_owned()
        } else if meant.starts_with('!') {
            format!("write {meant}, with what the picture shows and the name of its file")
        } else if is_wiki_link && !meant.starts_with("{{") {
            format!("write {meant}, with the URL of the page")
        } else {
            format!("write {meant}")
        };
        self.report(&codes::SHOWN_AS_TYPED, message, span.clone(), help.as_str());
        // Whether the site has the fact is known only later.
        if is_table || meant.starts_with("{{") {
            return;
        }
        self.fix_last(&help, [(span, meant)]);
        if !is_certain {
            self.confirm_last();
        }
    }

    /// Returns whether one of the last findings is about text around this part.
    fn is_reported_around(&self, span: &Range<usize>) -> bool {
        let last = self.diagnostics.iter().rev().take(3);
        let mut places = last.filter(|one| one.code == &codes::SHOWN_AS_TYPED);
        places.any(|one| {
            let place = one.place.as_ref().map(|(place, _)| &place.span);
            place.is_some_and(|place| place.start < span.start && place.end >= span.end)
        })
    }

    /// Reports `! [text](photo.jpg)`, which is a link to a picture after an exclamation mark. `span` is that of the link.
    pub(super) fn spaced_picture(&mut self, address: &str, span: &Range<usize>) {
        let Some(before) = self.source.text[..span.start].strip_suffix("! ") else {
            return;
        };
        if before.ends_with(|c: char| !c.is_whitespace()) || !content::is_picture(address) {
            return;
        }
        let mark = before.len()..span.start;
        let message = "not a picture: there is a space after `!`, so it appears exactly as typed";
        let help = "remove the space: ![what it shows](photo.jpg)";
        self.report(&codes::SHOWN_AS_TYPED, message, mark.clone(), help);
        self.fix_last("remove the space", [(mark, "!".to_owned())]);
    }
}

impl Slips<'_> {
    /// Reports `[text] [name]`, in which only the second bracket is a link, because a space separates them. `span` is that of the link.
    pub(super) fn spaced_reference(&mut self, span: &Range<usize>) {
        let before = self.source.text[..span.start].strip_suffix("] ");
        let Some(start) = before.and_then(|before| before.rfind('[')) else {
            return;
        };
        let label = &self.source.text[start..span.start - 1];
        // Marks such as `[FIX]` and `[sic]` stand beside a link.
        let is_mark = label == "[sic]" || !label.contains(char::is_lowercase);
        if label.contains('\n') || is_mark || !self.source.text[span.clone()].starts_with('[') {
            return;
        }
        let message =
            format!("not a link: there is a space after `{label}`, so only the name is one");
        let gap = span.start - 1..span.start;
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            start..span.end,
            "remove the space",
        );
        self.fix_last("remove the space", [(gap, String::new())]);
        self.confirm_last();
    }

    /// Reports `[!text](photo.jpg)`, in which the exclamation mark is on the wrong side of the bracket. `span` is that of the link.
    pub(super) fn turned_picture(&mut self, address: &str, span: &Range<usize>) {
        let link = &self.source.text[span.clone()];
        // A linked picture is `[![…](…)](…)`.
        let is_turned = link.starts_with("[!") && !link.starts_with("[![");
        if is_turned && content::is_picture(address) {
            let mark = span.start..span.start + "[!".len();
            let message = "not a picture: the `!` is after the bracket, so this is a link";
            let help = "write ![what it shows](photo.jpg)";
            self.report(&codes::SHOWN_AS_TYPED, message, mark.clone(), help);
            self.fix_last("move the `!` before the bracket", [(mark, "![".to_owned())]);
        }
    }
}

/// Finds the first `[text]!(photo.jpg)` in `text`. Returns its span and the picture to write, or `None`.
fn displaced_mark(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices("]!(").find_map(|(middle, sign)| {
        let from = text.ceil_char_boundary(middle.saturating_sub(MAX_LOOKAHEAD));
        let start = from + text[from..middle].rfind('[')?;
        let (address, _) = near(&text[middle + sign.len()..]).split_once(')')?;
        let picture = format!("!{}({address})", &text[start..=middle]);
        let end = middle + sign.len() + address.len() + 1;
        content::is_picture(address).then_some((start..end, picture))
    })
}

/// Finds the first `[[page]]` in `text`. Returns its span and the link to write, or `None`.
fn wiki_link(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices("[[").find_map(|(start, _)| {
        let (name, _) = near(&text[start + 2..]).split_once("]]")?;
        let is_name = !name.trim().is_empty() && !name.contains(['[', ']']);
        let link = page_or_fact(name).filter(|_| is_name)?;
        Some((start..start + name.len() + "[[]]".len(), link))
    })
}

/// Returns what to write in place of a name between two pairs of brackets: the page, picture, or fact that it names.
fn page_or_fact(name: &str) -> Option<String> {
    if name.contains("://") {
        return one_bracket(name, true);
    }
    let (target, label) = name.split_once('|').unwrap_or((name, name));
    let (target, label) = (target.trim(), label.trim());
    let is_turned = label.starts_with('/') && !target.starts_with('/');
    let (target, label) = if is_turned {
        (label, target)
    } else {
        (target, label)
    };
    if target.starts_with("site.") {
        return Some(format!("{{{{ {target} }}}}"));
    }
    let mut prefixes = ["File:", "Image:"].iter();
    if let Some(file) = prefixes.find_map(|prefix| target.strip_prefix(prefix)) {
        let label = label.rsplit('|').next().unwrap_or_default().trim();
        return Some(format!(
            "![{label}](images/{})",
            file.trim().replace(' ', "-")
        ));
    }
    let slug = target.to_lowercase().replace(' ', "-");
    Some(format!("[{label}](/{})", slug.trim_start_matches('/')))
}

/// Finds the first `[text(/url)` in `text`. Returns its span and the link to write, or `None`.
fn unclosed_text(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices('[').find_map(|(start, _)| {
        let rest = &text[start + 1..];
        let rest = &rest[..rest.floor_char_boundary(MAX_LOOKAHEAD)];
        let open = rest.find(['(', '[', ']'])?;
        let (label, address) = (&rest[..open], rest[open..].strip_prefix('(')?);
        let (address, after) = address.split_once(')')?;
        // Parentheses within closed brackets are plain text.
        let is_within = after
            .split('[')
            .next()
            .is_some_and(|after| after.contains(']'));
        let is_link = !label.trim().is_empty()
            && !label.contains(')')
            && looks_like_an_address(address)
            && !address.contains(char::is_whitespace)
            && !is_within;
        let span = start..start + 1 + rest.len() - after.len();
        is_link.then(|| (span, format!("[{}]({address})", label.trim_end())))
    })
}

/// Finds the first `text](/url)` without a bracket before it in `text`, which has no brackets of links. Returns its span and the last word
/// as a link, or `None`.
fn unopened_text(text: &str) -> Option<(Range<usize>, String)> {
    let middle = text
        .find("](")
        .filter(|middle| !text[..*middle].contains('['))?;
    let (address, _) = near(&text[middle + 2..]).split_once(')')?;
    let word = text[..middle].rsplit(char::is_whitespace).next();
    let label = word?.trim_start_matches(['(', '"', '*', '_']);
    let is_link = is_address(address) && !label.ends_with('\\') && !label.is_empty();
    let start = middle - label.len();
    let span = start..middle + "](".len() + address.len() + ")".len();
    is_link.then(|| (span, format!("[{label}]({address})")))
}

/// Finds the first address such as `https:/example.org` in `text`. Returns its span and the address to write, or `None`.
fn lost_slash(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices(":/").find_map(|(colon, _)| {
        let mut schemes = ["https", "http"].into_iter();
        let scheme = schemes.find(|scheme| text[..colon].ends_with(scheme))?;
        let rest = &text[colon + ":/".len()..];
        let is_end = |c: char| c.is_whitespace() || "<>()[]\"".contains(c);
        let host = rest.split(|c| c == '/' || is_end(c)).next()?;
        if !host.contains('.') {
            return None;
        }
        let length = rest.find(is_end);
        let address = rest[..length.unwrap_or(rest.len())].trim_end_matches(['.', ',', ';', ':']);
        let span = colon - scheme.len()..colon + ":/".len() + address.len();
        let host = address.split('/').next().unwrap_or_default();
        let is_host = host.contains('.') && !host.starts_with('.');
        is_host.then(|| (span, format!("<{scheme}://{address}>")))
    })
}

/// Finds the first `<www.example.org>` or `<example.org/page>` in `text`. Returns its span and the link to write, or `None`.
fn without_scheme(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices('<').find_map(|(start, _)| {
        let rest = &text[start + 1..];
        let (address, _) = rest[..rest.floor_char_boundary(MAX_LOOKAHEAD)].split_once('>')?;
        let host = address.split(['/', '?', '#']).next().unwrap_or_default();
        let is_address = (host.starts_with("www.") || content::is_website(host))
            && !address.contains(char::is_whitespace)
            && !text[..start].ends_with(char::is_alphanumeric);
        let span = start..start + address.len() + "<>".len();
        is_address.then(|| (span, format!("<https://{address}>")))
    })
}

/// Finds the first `<https://example.org/a b>` in `text`. Returns its span and the link to write, or `None`.
fn spaced_address(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices("<http").find_map(|(start, _)| {
        let (address, _) = near(&text[start + 1..]).split_once('>')?;
        let is_spaced =
            address.contains("://") && address.contains(' ') && !address.contains(['\n', '<', '"']);
        let span = start..start + address.len() + "<>".len();
        is_spaced.then(|| (span, format!("<{}>", address.trim().replace(' ', "%20"))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_other_brackets() {
        let found = |text: &str| {
            let found = KINDS.iter().find_map(|(find, _)| find(text));
            found.map_or_else(String::new, |(span, link)| {
                format!("{} write {link}", &text[span])
            })
        };
        for (text, expected) in [
            ("see [us(/about) now", "[us(/about) write [us](/about)"),
            ("see\u{a0}us](/about) now", "us](/about) write [us](/about)"),
            (
                "see [[Our Team|us]]",
                "[[Our Team|us]] write [us](/our-team)",
            ),
            (
                "see [[https://example.org|our site]]",
                "[[https://example.org|our site]] write [our site](https://example.org)",
            ),
            (
                "[[File:Chain.svg|thumb|A chain]]",
                "[[File:Chain.svg|thumb|A chain]] write ![A chain](images/Chain.svg)",
            ),
            (
                "Bring the key](/visit).",
                "key](/visit) write [key](/visit)",
            ),
            (
                "See http:/third-gear.example, now",
                "http:/third-gear.example write <http://third-gear.example>",
            ),
            ("see https://example.org/a and https:/ alone", ""),
            (
                "http:/a/http:/b.example.",
                "http:/b.example write <http://b.example>",
            ),
            ("a note [see (/about) there]", ""),
            ("rows[0][1], f(x)[i], [a] (b)", ""),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
        // The search for the end of a link stops early in a long line.
        assert_eq!(found(&format!("[a(/{})", "b".repeat(MAX_LOOKAHEAD))), "");
    }
}
