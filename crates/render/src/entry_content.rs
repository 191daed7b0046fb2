//! The text of a document on another page, such as a list that shows whole articles: the template function `content`.
//!
//! Markdown is rendered with the components of the theme, so a template function cannot render it. It returns a placeholder, which is
//! replaced when the page is complete.

use std::collections::HashSet;

use diagnostic::{Help, did_you_mean};
use memchr::memmem;
use tera::{Kwargs, TeraResult, Value};
use url::Url;

use crate::drawing_ids::is_of_drawing;
use crate::function_data::LanguageData;
use crate::html_addresses::{is_list, is_url, with_attributes, with_spans};
use crate::recorder::Recorder;
use crate::srcset;

/// Beginning of a placeholder, which is followed by the URL of the document: a noncharacter of Unicode, which no text contains.
const START: &str = "\u{fdd0}";
/// End of a placeholder.
const END: &str = "\u{fdd1}";

/// The template function `content`.
pub fn entry_content(
    data: &LanguageData,
    kwargs: &Kwargs,
    recorder: &Recorder,
) -> TeraResult<Value> {
    let url = kwargs.must_get::<&str>("url")?;
    let routes = &data.plan.routes;
    if routes
        .get(url)
        .is_some_and(|route| route.document.is_some())
    {
        return Ok(Value::safe_string(&format!("{START}{url}{END}")));
    }
    if data.incomplete || data.plan.unusable.contains(url) {
        return Err(recorder.failure(Vec::new()));
    }
    let documents = routes.iter().filter(|route| route.document.is_some());
    let help = did_you_mean(url, documents.map(|route| route.url.as_str()));
    let help: Help = help.unwrap_or_else(|| "write the `url` of an entry: url=one.url".into());
    let message = format!("there is no document at `{url}`");
    Err(recorder.no_entry(url, message, help))
}

/// Returns the URLs in the placeholders of HTML.
pub fn urls(html: &str) -> impl Iterator<Item = &str> {
    // Hardly any page has one.
    let first = memmem::find(html.as_bytes(), START.as_bytes()).unwrap_or(html.len());
    let parts = html[first..].split(START).skip(1);
    parts.filter_map(|part| Some(part.split_once(END)?.0))
}

/// Returns HTML in which placeholders are replaced by what `text_of` returns for their URLs. A comment that only looks like one, for
/// which it returns `None`, stays.
pub fn filled(html: &str, mut text_of: impl FnMut(&str) -> Option<String>) -> String {
    let mut filled = String::with_capacity(html.len());
    let mut parts = html.split(START);
    filled.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let text = part
            .split_once(END)
            .and_then(|(url, rest)| Some((text_of(url)?, rest)));
        match text {
            Some((text, rest)) => filled.extend([text.as_str(), rest]),
            None => filled.extend([START, part]),
        }
    }
    filled
}

/// Attributes with an id, or a list of ids, of the same page.
const IDS: [&str; 12] = [
    "id",
    "for",
    "headers",
    "list",
    "form",
    "popovertarget",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-details",
    "aria-owns",
    "aria-activedescendant",
];

/// Returns the HTML of a text as another page can show it: its ids begin with the URL of its own page, `url`, because a list may show
/// several texts with the same headings, and its relative URLs begin at the root of the site.
pub fn on_another_page(html: &str, url: &str) -> String {
    // The host does not matter: only the path of the result is used.
    let Ok(page) = Url::parse("https://site.invalid").and_then(|site| site.join(url)) else {
        return html.to_owned();
    };
    let mut ids: HashSet<String> = HashSet::new();
    with_attributes(html, |_, attribute, value| {
        if attribute == "id" && !is_of_drawing(value) {
            ids.insert(value.to_owned());
        }
        None
    });
    let prefix = url.trim_matches('/').replace('/', "--") + "--";
    let renamed = |id: &str| ids.contains(id).then(|| format!("{prefix}{id}"));
    let join = |address: &str| {
        let address = address.trim();
        if address.starts_with('/') || Url::parse(address).is_ok() {
            return None;
        }
        let joined = page.join(address).ok()?;
        let path = joined.as_str().strip_prefix("https://site.invalid")?;
        Some(path.to_owned())
    };
    with_attributes(html, |element, attribute, value| {
        if IDS.contains(&attribute) {
            let ids = value.split_ascii_whitespace();
            let ids = ids.map(|id| renamed(id).unwrap_or_else(|| id.to_owned()));
            return Some(ids.collect::<Vec<_>>().join(" "));
        }
        if is_list(attribute) {
            return Some(with_spans(value, srcset::urls(value), join));
        }
        if !is_url(element, attribute) {
            return with_references(value, renamed);
        }
        match value.strip_prefix('#').filter(|id| !id.is_empty()) {
            Some(id) => match renamed(id) {
                Some(id) => Some(format!("#{id}")),
                None if matches!(element, "a" | "area") => join(value),
                None => None,
            },
            None if value.is_empty() || value == "#" => None,
            None => join(value),
        }
    })
}

/// Returns the value of an attribute with `url(#id)` for each id that `renamed` renames, or `None` if it refers to none.
fn with_references(value: &str, renamed: impl Fn(&str) -> Option<String>) -> Option<String> {
    const REFERENCE: &str = "url(#";
    let mut parts = value.split(REFERENCE);
    let mut changed = parts.next()?.to_owned();
    let mut has_any = false;
    for part in parts {
        changed.push_str(REFERENCE);
        let id = part.split(')').next().unwrap_or_default();
        match renamed(id) {
            Some(new) => {
                has_any = true;
                changed.extend([new.as_str(), &part[id.len()..]]);
            }
            None => changed.push_str(part),
        }
    }
    has_any.then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        let of = |url: &str| format!("{START}{url}{END}");
        for (html, expected) in [
            (String::new(), ""),
            (format!("a{}c{}", of("/b"), of("/b")), "a[/b]c[/b]"),
            (
                format!("<!--text of /b-->{}", of("/b")),
                "<!--text of /b-->[/b]",
            ),
            (format!("{START}{}", of("/b")), "\u{fdd0}[/b]"),
            (format!("{START}/b"), "\u{fdd0}/b"),
        ] {
            let text = |url: &str| url.starts_with('/').then(|| format!("[{url}]"));
            assert_eq!(filled(&html, text), expected);
        }
        let two = of("/a") + &of("/b") + START;
        assert_eq!(urls(&two).collect::<Vec<_>>(), ["/a", "/b"]);
    }

    /// Rows: HTML of `/notes/oil`, and the same HTML on another page.
    #[test]
    #[rustfmt::skip]
    fn texts_on_another_page() {
        for (html, expected) in [
            ("<h2 id=\"a\">A</h2><a href=\"#a\">", "<h2 id=\"notes--oil--a\">A</h2><a href=\"#notes--oil--a\">"),
            ("<a href=\"#top\">", "<a href=\"/notes/oil#top\">"),
            ("<a href=\"#\">", "<a href=\"#\">"),
            ("<a href=\"/x#a\">", "<a href=\"/x#a\">"),
            ("<a href=\"chain\">", "<a href=\"/notes/chain\">"),
            ("<a href=\"../x?y=1&amp;z\">", "<a href=\"/x?y=1&amp;z\">"),
            ("<a href=\"https://e.org/x\">", "<a href=\"https://e.org/x\">"),
            ("<a href=\"//e.org/x\">", "<a href=\"//e.org/x\">"),
            ("<a href=\"mailto:a@b.c\">", "<a href=\"mailto:a@b.c\">"),
            ("<img srcset=\"a.png 1x, /b.png 2x\">", "<img srcset=\"/notes/a.png 1x, /b.png 2x\">"),
            ("<p id=\"a\" aria-describedby=\"a b\">", "<p id=\"notes--oil--a\" aria-describedby=\"notes--oil--a b\">"),
            ("<g id=\"a\"/><use href=\"#a\"/>", "<g id=\"notes--oil--a\"/><use href=\"#notes--oil--a\"/>"),
            ("<g id=\"a\"/><rect fill=\"url(#a)\" mask=\"url(#b)\"/>", "<g id=\"notes--oil--a\"/><rect fill=\"url(#notes--oil--a)\" mask=\"url(#b)\"/>"),
            ("<path id=\"svg00000-a\"/><use href=\"#svg00000-a\"/>", "<path id=\"svg00000-a\"/><use href=\"#svg00000-a\"/>"),
            ("<code>id=\"a\" #a</code>", "<code>id=\"a\" #a</code>"),
        ] {
            assert_eq!(on_another_page(html, "/notes/oil"), expected, "{html}");
        }
    }
}
