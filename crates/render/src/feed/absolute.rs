//! Makes the URLs in the HTML of a feed absolute, because readers show it outside the site.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use url::Url;

use crate::srcset;
use crate::xml::escape;

/// Attributes that contain a URL (HTML standard, index of attributes).
const URLS: [&str; 8] = [
    "href",
    "src",
    "poster",
    "cite",
    "action",
    "formaction",
    "data",
    "longdesc",
];

/// Attributes that contain a list of pictures.
const LISTS: [&str; 2] = ["srcset", "imagesrcset"];

/// Maximum number of quotes in a tag that is changed. The tokenizer recurses for each attribute.
const MAX_QUOTES: usize = 400;

/// Resolves every relative URL in the attributes of `html` against the URL of the page, `page`. Text, such as code, stays as it is.
pub fn absolute(html: &str, page: &str) -> String {
    let quotes = html.split('>').map(|tag| tag.matches('"').count()).max();
    let Ok(page) = Url::parse(page) else {
        return html.to_owned();
    };
    if quotes.unwrap_or_default() > MAX_QUOTES {
        return html.to_owned();
    }
    let mut changes: Vec<(Span<usize>, String)> = Vec::new();
    let (mut element, mut attribute) = (String::new(), String::new());
    let mut on_event = |event: CallbackEvent<'_>, span: Span<usize>| match event {
        CallbackEvent::OpenStartTag { name } => {
            element = String::from_utf8_lossy(name).into_owned();
        }
        CallbackEvent::AttributeName { name } => {
            attribute = String::from_utf8_lossy(name).into_owned();
        }
        CallbackEvent::AttributeValue { value } => {
            let value = String::from_utf8_lossy(value);
            changes.extend(resolved(&element, &attribute, &value, &page).map(|new| (span, new)));
        }
        _ => {}
    };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span| -> Option<()> {
        on_event(event, span);
        None
    });
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
    let mut absolute = String::with_capacity(html.len() + 64 * changes.len());
    let mut rest = 0;
    for (span, new) in changes {
        let (Some(before), true) = (html.get(rest..span.start), html.is_char_boundary(span.end))
        else {
            continue;
        };
        absolute.push_str(before);
        let quote = if before.ends_with(['"', '\'']) {
            ""
        } else {
            "\""
        };
        absolute.extend([quote, &escape(&new).replace('\'', "&#39;"), quote]);
        rest = span.end;
    }
    absolute.push_str(&html[rest..]);
    absolute
}

/// Returns the absolute form of an attribute's value, or `None` if it stays as it is.
fn resolved(element: &str, attribute: &str, value: &str, page: &Url) -> Option<String> {
    if LISTS.contains(&attribute) {
        let mut list = String::with_capacity(value.len());
        let mut rest = 0;
        for span in srcset::urls(value) {
            list.push_str(&value[rest..span.start]);
            list.push_str(page.join(&value[span.clone()]).ok()?.as_str());
            rest = span.end;
        }
        return Some(list + &value[rest..]);
    }
    // `#id` of a drawing names a part of the drawing itself.
    let is_within = value.starts_with('#') && !matches!(element, "a" | "area");
    let is_url = URLS.contains(&attribute) && (attribute != "data" || element == "object");
    if !is_url || is_within || Url::parse(value).is_ok() {
        return None;
    }
    Some(page.join(value.trim()).ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::absolute;

    /// Rows: HTML, and the same HTML in a feed. Where the second is empty, nothing changes.
    #[test]
    #[rustfmt::skip]
    fn urls_of_a_page() {
        for (html, expected) in [
            ("<a href=\"/x\">", "<a href=\"https://e.org/x\">"),
            ("<a href='/x'>", "<a href='https://e.org/x'>"),
            ("<a href=/x>y</a>", "<a href=\"https://e.org/x\">y</a>"),
            ("<a href=\"../notes\">", "<a href=\"https://e.org/notes\">"),
            ("<a href=\"notes\">", "<a href=\"https://e.org/blog/notes\">"),
            ("<a href=\"?a=1&amp;b=2\">", "<a href=\"https://e.org/blog/post?a=1&amp;b=2\">"),
            ("<a href=\"#part\">", "<a href=\"https://e.org/blog/post#part\">"),
            ("<a href=\"//cdn.example/x\">", "<a href=\"https://cdn.example/x\">"),
            ("<A HREF=\"/x\">", "<A HREF=\"https://e.org/x\">"),
            ("<video poster=\"/a.jpg\" src=\"/b.mp4\"></video>", "<video poster=\"https://e.org/a.jpg\" src=\"https://e.org/b.mp4\"></video>"),
            ("<blockquote cite=\"/x\">", "<blockquote cite=\"https://e.org/x\">"),
            ("<object data=\"/x.pdf\">", "<object data=\"https://e.org/x.pdf\">"),
            ("<img srcset=\"/a.jpg 400w, b.jpg 800w\" src=\"/a.jpg\">", "<img srcset=\"https://e.org/a.jpg 400w, https://e.org/blog/b.jpg 800w\" src=\"https://e.org/a.jpg\">"),
            ("<a href=\"/ü?it's\">", "<a href=\"https://e.org/%C3%BC?it%27s\">"),
            ("<a href=\"\">", ""),
            ("<code>href=\"/x\"</code> &lt;a href=\"/x\"&gt;", ""),
            ("<pre>&lt;img src='/y'&gt; src=\"/x\"</pre>", ""),
            ("<!-- <a href=\"/x\"> -->", ""),
            ("<script>a = '<a href=\"/x\">'</script>", ""),
            ("<a href=\"https://o.org/x\" title=\"/x\" data-href=\"/x\">", ""),
            ("<a href=\"mailto:a@b.org\"><a href=\"tel:+1\"><img src=\"data:,x\">", ""),
            ("<svg><use href=\"#a\"/></svg>", ""),
            ("<p data=\"/x\">a = \"/b\"</p>", ""),
        ] {
            let expected = if expected.is_empty() { html } else { expected };
            assert_eq!(absolute(html, "https://e.org/blog/post"), expected, "{html}");
        }
        let many = format!("<a {}>", "b=\"/c\" ".repeat(100_000));
        assert_eq!(absolute(&many, "https://e.org/"), many);
    }
}
