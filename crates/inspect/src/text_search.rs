//! Searches sources for a text that a finished page shows.

use std::ops::Range;
use std::sync::Arc;

use content::TomlText;
use diagnostic::{Place, Source};
use memchr::memmem;
use serde_json::Value;

use crate::addresses::decoded;

/// Condition under which an occurrence of a text counts as its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Written like the address of a link: between quotes, or in parentheses after square brackets.
    Link,
    /// Like `Link`, but quotes count only after a key or attribute that holds addresses (`href="about"`, `url = "about"`),
    /// because ordinary words may be quoted as well.
    NamedLink,
    /// Written as a whole word: `/about` is not found in `/about-us`.
    Anywhere,
}

/// A text to search for, in every spelling that sources may have.
pub struct TextSearch<'a> {
    pub text: &'a str,
    spellings: Vec<String>,
    /// Whether the text is the address of a link.
    pub is_link: bool,
    /// Whether the text looks like an address, such as `/about`, `#team` or `https://…`.
    is_address: bool,
}

impl<'a> TextSearch<'a> {
    /// Creates a search for a text.
    pub fn text(text: &'a str) -> Self {
        let mut spellings = vec![text.to_owned()];
        // Sources have a space for `%20`, and may have `&amp;` for an ampersand.
        spellings.extend(decoded(text).filter(|plain| plain != text));
        if text.contains('&') {
            spellings.push(text.replace('&', "&amp;"));
        }
        let begins = text.starts_with(['/', '#']) || text.contains("://");
        let is_address =
            begins && !text.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '"'));
        Self {
            text,
            spellings,
            is_link: is_address,
            is_address,
        }
    }

    /// Creates a search for the address of a link.
    pub fn link(text: &'a str) -> Self {
        Self {
            is_link: true,
            ..Self::text(text)
        }
    }

    /// Returns the strictness of the first search.
    pub fn strictness(&self) -> Strictness {
        match (self.is_link, self.is_address && self.text != "/") {
            (false, _) => Strictness::Anywhere,
            (true, true) => Strictness::Link,
            (true, false) => Strictness::NamedLink,
        }
    }

    /// Returns the strictness of the fallback search: any whole-word match, but a bare word such as `about` only in an address
    /// attribute.
    pub fn fallback_strictness(&self) -> Strictness {
        match self.strictness() {
            Strictness::NamedLink => Strictness::NamedLink,
            _ => Strictness::Anywhere,
        }
    }

    /// Returns whether the text contains a tag or an attribute.
    pub fn is_markup(&self) -> bool {
        self.text.contains(['<', '>']) || self.text.contains("=\"")
    }

    /// Returns whether `text` is one of the spellings that are searched for.
    pub fn is_spelled(&self, text: &str) -> bool {
        self.spellings.iter().any(|spelling| spelling == text)
    }

    /// Searches the TOML values below a JSON pointer.
    pub fn in_values(&self, toml: &TomlText, below: &str, strictness: Strictness) -> Vec<Place> {
        if !self.is_in(&toml.source.text) {
            return Vec::new();
        }
        let below = format!("{below}/");
        let values = toml.texts().iter();
        values
            .filter(|one| one.pointer.starts_with(&below))
            .flat_map(|one| self.within(&toml.source, &one.place.span, strictness))
            .collect()
    }

    /// Searches for TOML values that equal the text. If the text is an address that could be an ordinary word, their key must
    /// be one that holds addresses.
    pub fn equal_values(&self, toml: &TomlText) -> Vec<Place> {
        let is_named = self.strictness() == Strictness::NamedLink;
        let places = self.equal_values_of_any_key(toml).into_iter();
        places
            .filter(|place| !is_named || is_named_address(&toml.source.text[..place.span.start]))
            .collect()
    }

    /// Searches for TOML values that equal the text, under any key.
    pub fn equal_values_of_any_key(&self, toml: &TomlText) -> Vec<Place> {
        if !self.is_in(&toml.source.text) {
            return Vec::new();
        }
        let values = toml.texts().iter();
        values
            .filter(|one| self.is_spelled(&one.text))
            // The address to which a form is sent is no link.
            .filter(|one| one.pointer != "/path" || !toml.source.path.starts_with("content/forms/"))
            .filter_map(|one| {
                let written = &toml.source.text[one.place.span.clone()];
                if one.text.is_empty() {
                    return Some(one.place.clone());
                }
                let at = one.place.span.start + written.find(&one.text)?;
                Some(Place::new(&toml.source, at..at + one.text.len()))
            })
            .collect()
    }

    /// Returns the first occurrence in HTML that is not part of a longer word.
    pub fn first_word(&self, html: &str) -> Option<Range<usize>> {
        let mut spellings = self.spellings.iter();
        spellings.find_map(|spelling| {
            let mut found = memmem::find_iter(html.as_bytes(), spelling);
            let mut is_word = |at: &Range<usize>| !at.is_empty() && self.is_whole_word(html, at);
            found.find_map(|at| Some(at..at + spelling.len()).filter(&mut is_word))
        })
    }

    /// Returns the first occurrence within a tag.
    pub fn in_tag(&self, source: &Arc<Source>, tag: &Range<usize>) -> Option<Place> {
        let found = self.within(source, tag, self.strictness());
        found.into_iter().next()
    }

    /// Searches a template, except for its comments.
    pub fn in_template(&self, source: &Arc<Source>, strictness: Strictness) -> Vec<Place> {
        let places = self.within(source, &(0..source.text.len()), strictness);
        outside_comments(source, places)
    }

    fn is_in(&self, text: &str) -> bool {
        self.spellings.iter().any(|one| text.contains(one))
    }

    /// Searches the byte range `span` of a file.
    pub fn within(
        &self,
        source: &Arc<Source>,
        span: &Range<usize>,
        strictness: Strictness,
    ) -> Vec<Place> {
        if self.text.is_empty() && strictness == Strictness::Anywhere {
            return Vec::new();
        }
        let part = &source.text[span.clone()];
        let comments = match strictness {
            Strictness::Link | Strictness::NamedLink => spans_between(part, "<!--", "-->"),
            Strictness::Anywhere => Vec::new(),
        };
        let is_written = |at: &Range<usize>| match strictness {
            Strictness::Link => is_link(part, at),
            Strictness::NamedLink => {
                let is_quoted = part[..at.start].ends_with(['"', '\''])
                    && part[at.end..].starts_with(['"', '\'']);
                is_link(part, at)
                    && is_named_address(&source.text[..span.start + at.start])
                    && (is_quoted || !at.is_empty())
            }
            Strictness::Anywhere => self.is_whole_word(part, at),
        };
        let spellings = self.spellings.iter();
        let mut found: Vec<Range<usize>> = spellings
            .flat_map(|spelling| part.match_indices(spelling.as_str()))
            .map(|(at, spelling)| at..at + spelling.len())
            .filter(is_written)
            .filter(|at| !is_within(&comments, at.start))
            .collect();
        found.sort_by_key(|at| at.start);
        let place =
            |at: Range<usize>| Place::new(source, span.start + at.start..span.start + at.end);
        found.into_iter().map(place).collect()
    }

    fn is_whole_word(&self, part: &str, at: &Range<usize>) -> bool {
        // A single slash usually ends a tag or separates words.
        if self.text == "/" {
            return is_link(part, at);
        }
        let is_word =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'#');
        let bytes = part.as_bytes();
        let is_word_at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(is_word);
        let begins = !is_word_at(Some(at.start)) || !is_word_at(at.start.checked_sub(1));
        let ends = !is_word_at(at.end.checked_sub(1)) || !is_word_at(Some(at.end));
        begins && ends
    }

    /// Searches for the longest prefix of the text that a template completes with an expression:
    /// `href="/order-{{ page.slug }}"`. If the expression is a fact of `site`, with which the text continues, it is part of the place.
    pub fn longest_template_prefix(&self, source: &Arc<Source>, site: &Value) -> Option<Place> {
        let places = source.text.match_indices("{{").filter_map(|(end, _)| {
            let start = source.text[..end].rfind(['"', '\'', '}', '>'])? + 1;
            let written = &source.text[start..end];
            let rest = self
                .text
                .strip_prefix(written)
                .filter(|_| written.len() > 1)?;
            let inner = &source.text[end..];
            let length = inner.find("}}").map_or(0, |length| length + "}}".len());
            let path = inner[..length].trim_matches(['{', '}', ' ']);
            let steps = path
                .strip_prefix("site.")
                .into_iter()
                .flat_map(|path| path.split('.'));
            let fact = steps.fold(site, |value, step| &value[step]).as_str();
            let is_fact = fact.is_some_and(|fact| rest.starts_with(fact));
            let end = if is_fact { end + length } else { end };
            Some(Place::new(source, start..end))
        });
        places.max_by_key(|place| place.span.len())
    }
}

/// Returns whether a part of a text is written like the address of a link.
fn is_link(text: &str, at: &Range<usize>) -> bool {
    let (before, after) = (&text[..at.start], &text[at.end..]);
    let ends = after.is_empty()
        || after.starts_with(|c: char| c.is_whitespace() || "\"'`)>\\|".contains(c));
    // `page.url == "/about"` and `item.url ~ "/"` write no link.
    let compared = || {
        let before = before.trim_end_matches(['"', '\'']).trim_end();
        ["==", "!=", "~"].iter().any(|sign| before.ends_with(sign))
    };
    let begins = if before.ends_with('<') {
        // `</a>` is not a link to /a, but `<https://…>` is a link.
        before.ends_with("](<") || !text[at.clone()].starts_with('/')
    } else if before.ends_with(['"', '\'', '`']) {
        // Code between backticks is not a link.
        !before.ends_with('`') && !compared()
    } else {
        before.is_empty()
            || before.ends_with("](")
            || before.ends_with(['=', '('])
            || before.trim_end().ends_with("]:")
    };
    begins && ends
}

/// Returns whether the text after `before` is the value of an attribute or key that holds addresses (`href="`, `url = "`), or
/// the address of a link in Markdown.
fn is_named_address(before: &str) -> bool {
    let unquoted = before.trim_end_matches(['"', '\'', '`']);
    let Some(named) = unquoted.trim_end().strip_suffix('=') else {
        return before.ends_with("](")
            || before.ends_with("](<")
            || before.trim_end().ends_with("]:");
    };
    let named = named.trim_end();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name = named[named.trim_end_matches(is_word).len()..].to_ascii_lowercase();
    matches!(
        name.as_str(),
        "action" | "formaction" | "poster" | "cite" | "to"
    ) || ["href", "src", "url", "link"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// Returns the places of the value of each `id="…"` attribute with this id in a part of a file.
pub fn id_attributes(source: &Arc<Source>, span: Range<usize>, id: &str) -> Vec<Place> {
    let part = &source.text[span.clone()];
    let spellings = [
        format!("id=\"{id}\""),
        format!("id='{id}'"),
        format!("id={id}"),
    ];
    let found = spellings.iter().flat_map(|way| {
        let places = part.match_indices(way.as_str());
        places.filter(|(at, way)| {
            let after = part[at + way.len()..].chars().next();
            let is_whole =
                way.ends_with(['"', '\'']) || after.is_none_or(|c| c.is_whitespace() || c == '>');
            is_whole && part[..*at].ends_with(char::is_whitespace)
        })
    });
    found
        .map(|(at, way)| {
            let start = span.start + at + way.rfind(id).unwrap_or(0);
            Place::new(source, start..start + id.len())
        })
        .collect()
}

/// Returns those of `places` that are outside the comments of a template.
pub fn outside_comments(source: &Source, places: Vec<Place>) -> Vec<Place> {
    let comments = spans_between(&source.text, "{#", "#}");
    let is_outside = |place: &Place| !is_within(&comments, place.span.start);
    places.into_iter().filter(is_outside).collect()
}

/// Returns whether any of several sorted, non-overlapping spans contains an offset.
fn is_within(spans: &[Range<usize>], offset: usize) -> bool {
    let next = spans.partition_point(|span| span.end <= offset);
    spans.get(next).is_some_and(|span| span.contains(&offset))
}

/// Returns the spans from each `open` to the next `close`, both included. The last one ends with the text if nothing closes it.
pub fn spans_between(text: &str, open: &str, close: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(open).map(|at| rest + at) {
        let end = text[start..].find(close);
        let end = end.map_or(text.len(), |at| start + at + close.len());
        found.push(start..end);
        rest = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_other_words() {
        for (text, address, expected) in [
            ("<a href=\"/about\">", "/about", true),
            ("<a href=/about>", "/about", true),
            ("see [us](/about).", "/about", true),
            ("see [us](</a b> \"title\")", "/a b", true),
            ("[us]: /about", "/about", true),
            ("<https://e.org>", "https://e.org", true),
            ("url = \"/about\"", "/about", true),
            ("# in the order of /about.", "/about", false),
            ("`/about`", "/about", false),
            ("{% if page.url == \"/about\" %}", "/about", false),
            ("{{ item.url ~ \"/\" }}", "/", false),
            ("<br />", "/", false),
            ("<a href=\"/\">", "/", true),
            ("<a href=\"/about-us\">", "/about", false),
            ("<b>x</b>", "/b", false),
        ] {
            let at = text.find(address).unwrap();
            let found = is_link(text, &(at..at + address.len()));
            assert_eq!(found, expected, "{address} in {text}");
        }
    }
}
