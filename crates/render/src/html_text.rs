//! Plain text from the HTML that this program and themes write.

use memchr::memchr;

/// Returns the text that a visitor reads in HTML, with single spaces.
pub fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while !rest.is_empty() {
        let start = memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
        let (before, tag) = rest.split_at(start);
        push_text(&mut text, before);
        let (tag, after) = tag.split_at(tag_end(tag));
        let name = tag_name(tag);
        rest = if tag.starts_with("</") {
            after
        } else {
            after_hidden(tag, after)
        };
        if !is_inline(name) {
            text.push(' ');
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the name of the element that a tag starts or ends.
pub fn tag_name(tag: &str) -> &str {
    let inner = tag.trim_start_matches('<');
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let length = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
    &inner[..length]
}

/// Returns the HTML after the start tag of an element: from its end tag on, if its content is not part of the text that visitors read.
pub fn after_hidden<'a>(tag: &str, after: &'a str) -> &'a str {
    let name = tag_name(tag);
    let is_mark = matches!(name, "sup" | "a") && tag.contains("class=\"footnote-");
    if !is_without_text(name) && !is_mark {
        return after;
    }
    let end = after.find(&format!("</{name}"));
    &after[end.unwrap_or(after.len())..]
}

/// Returns whether an element can begin or end within a word. The tags of all other elements separate words.
#[rustfmt::skip]
pub fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr" | "b" | "bdi" | "code" | "del" | "em" | "i" | "ins" | "kbd" | "mark" | "small" | "span" | "strong" | "sub" | "sup" | "u" | "wbr"
    )
}

/// Returns whether the content of an element is not text that visitors read.
fn is_without_text(name: &str) -> bool {
    matches!(name, "script" | "style" | "svg" | "template")
}

/// Returns the length of the tag or comment at the start of HTML.
pub fn tag_end(html: &str) -> usize {
    if html.starts_with("<!--") {
        return html.find("-->").map_or(html.len(), |at| at + 3);
    }
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return at + 1,
            _ => {}
        }
    }
    html.len()
}

/// Appends text from HTML, and replaces its character references.
pub fn push_text(to: &mut String, html: &str) {
    let mut rest = html;
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        to.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = REFERENCES.iter().find(|(name, _)| rest.starts_with(name));
        let (name, character) = reference.copied().unwrap_or(("&", '&'));
        to.push(character);
        rest = &rest[name.len()..];
    }
    to.push_str(rest);
}

/// Character references that this program and themes write.
const REFERENCES: [(&str, char); 6] = [
    ("&amp;", '&'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&quot;", '"'),
    ("&#39;", '\''),
    ("&nbsp;", ' '),
];

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn texts() {
        for (html, expected) in [
            ("", ""),
            (
                "<p>One <b>two</b>three.</p><p>Four</p>",
                "One twothree. Four",
            ),
            ("a<br>b", "a b"),
            (
                "H<sub>2</sub>O<sup class=\"footnote-reference\" id=\"b\"><a href=\"#a\">1</a></sup>.<a class=\"footnote-back\" href=\"#b\">↩</a>",
                "H2O.",
            ),
            ("salt &amp; &lt;b&gt; &eacute; &", "salt & <b> &eacute; &"),
            (
                "<style>p { }</style>A<!-- > b --><script>x</script> c",
                "A c",
            ),
            ("<a title=\"a > b\">c</a>", "c"),
            ("Новости<p>дня", "Новости дня"),
            ("<svg>a", ""),
            ("a < b", "a"),
        ] {
            assert_eq!(plain_text(html), expected, "{html}");
        }
    }
}
