//! Markdown within a block of HTML, which `CommonMark` copies as typed up to the next empty line.

use std::ops::Range;

use diagnostic::{first_line, line_start, lines};
use pulldown_cmark::{Event, Tag};

use super::super::parse::{Dialect, events};
use super::Slips;
use crate::codes;
use crate::component_tag::word;

/// Elements whose content is not prose, so that it may look like Markdown.
const NOT_PROSE: [&str; 12] = [
    "script", "style", "pre", "textarea", "svg", "math", "code", "kbd", "samp", "template",
    "title", "iframe",
];

/// Elements that cannot contain paragraphs, so that an empty line after their tag does not help.
const ONLY_TEXT: &str =
    " a b button caption dt em h1 h2 h3 h4 h5 h6 i label legend p small span strong summary ";

/// End of a comment, after which the rest of the line is HTML as well.
const COMMENT: &str = "-->";

/// Elements without an end tag.
const VOID: &str = " area br col embed hr img input link meta source track wbr ";

/// Text between two tags of HTML.
struct Text<'a> {
    /// Name of the tag before it, with a slash if it is an end tag, or [`COMMENT`] after a comment.
    tag: &'a str,
    /// Name of the element that contains it; empty if that element begins before the HTML.
    parent: &'a str,
    /// Offset in the HTML.
    at: usize,
    content: &'a str,
}

impl Slips<'_> {
    /// Reports the first Markdown in a block of HTML.
    pub(super) fn markdown_in_html(&mut self, span: &Range<usize>) {
        let source = self.source;
        let html = &source.text[span.clone()];
        // Fast path: text without these has no Markdown.
        if !html.contains(['*', '_', '`', '[', '#', '-', '+', '.', '~', '|']) {
            return;
        }
        let first = texts(html).into_iter().find_map(|text| {
            let (at, length) = markdown(text.content, text.tag == COMMENT)?;
            Some((text.tag, text.parent, text.at + at, length))
        });
        let Some((tag, parent, at, length)) = first else {
            return;
        };
        let start = span.start + at;
        let written = first_line(&source.text[start..start + length]);
        let message = format!(
            "`{}` appears exactly as typed, because it is within HTML",
            written.trim_end()
        );
        let is_text = is_in(ONLY_TEXT, parent);
        let help = if tag == COMMENT {
            "begin a new line after the comment".to_owned()
        } else if is_text {
            "write it as HTML as well: <strong>, <em>, <a href=\"…\">, <img src=\"…\" alt=\"…\">"
                .to_owned()
        } else {
            format!("add an empty line after the tag <{tag}>, and end that line with the tag")
        };
        let place = start..start + written.trim_end().len();
        self.report(&codes::MARKDOWN_IN_HTML, message, place, help);
        // The tag ends the line before; the text that it begins ends with the block, or with a tag that ends a block.
        let line = line_start(&source.text[..start]);
        let is_at_start = source.text[line..start].trim().is_empty();
        let has_tag_before = source.text[..line].trim_end_matches('\n').ends_with('>');
        if !is_text && is_at_start && has_tag_before {
            self.fix_last(
                "add an empty line before it",
                [(line..line, "\n".to_owned())],
            );
        }
    }
}

/// Returns the texts between the tags of HTML, without those that are not prose or are in a component.
fn texts(html: &str) -> Vec<Text<'_>> {
    let mut texts = Vec::new();
    let mut at = 0;
    let mut tag = "";
    let mut open: Vec<&str> = Vec::new();
    while at < html.len() {
        let rest = &html[at..];
        let end = rest.find('<').unwrap_or(rest.len());
        if !tag.is_empty() && !rest[..end].trim().is_empty() {
            texts.push(Text {
                tag,
                parent: open.last().copied().unwrap_or_default(),
                at,
                content: &rest[..end],
            });
        }
        at += end;
        let rest = &html[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            at += 4 + comment.find("-->").map_or(comment.len(), |end| end + 3);
            if tag.is_empty() {
                tag = COMMENT;
            }
            continue;
        }
        let name = word(rest.trim_start_matches(['<', '/']), &['-']);
        at += tag_length(rest);
        if name.starts_with(|c: char| c.is_ascii_uppercase()) {
            // The text of a component is Markdown.
            break;
        }
        if rest.starts_with("</") {
            tag = rest[1..].get(..=name.len()).unwrap_or_default();
            if let Some(start) = open.iter().rposition(|one| one.eq_ignore_ascii_case(name)) {
                open.truncate(start);
            }
        } else if NOT_PROSE.iter().any(|one| one.eq_ignore_ascii_case(name)) {
            let close = format!("</{name}");
            at += html[at..].find(&close).unwrap_or(html.len() - at);
        } else if !name.is_empty() {
            tag = name;
            if !is_in(VOID, name) {
                open.push(name);
            }
        }
    }
    texts
}

/// Returns whether a name, in any case, is in a list of names between spaces.
fn is_in(names: &str, name: &str) -> bool {
    !name.is_empty() && names.contains(&format!(" {} ", name.to_ascii_lowercase()))
}

/// Returns the length of the tag that text begins with, a `>` in quotes not being its end.
fn tag_length(html: &str) -> usize {
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            (b'>', None) => return at + 1,
            _ => {}
        }
    }
    html.len()
}

/// Returns the offset and length of the first Markdown in text between tags. What begins a block, such as a list, counts only at
/// the start of a line, or anywhere if `is_line`.
fn markdown(text: &str, is_line: bool) -> Option<(usize, usize)> {
    // Indentation belongs to the HTML.
    let mut flat = String::with_capacity(text.len());
    let mut starts = Vec::new();
    for (at, line) in lines(text) {
        let inner = line.trim_start_matches([' ', '\t']);
        starts.push((flat.len(), at + line.len() - inner.len()));
        flat.push_str(inner);
    }
    let first = flat.find('\n').unwrap_or(flat.len());
    let found = events(&flat, Dialect::default())
        .into_iter()
        .find(|(event, range)| match event {
            Event::Code(_)
            | Event::Start(
                Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Link { .. }
                | Tag::Image { .. },
            ) => true,
            Event::Start(
                Tag::List(_) | Tag::Heading { .. } | Tag::Table(_) | Tag::CodeBlock(_),
            ) => is_line || range.start > first,
            _ => false,
        });
    let (_, range) = found?;
    let line = starts.partition_point(|(flat, _)| *flat <= range.start) - 1;
    let (from, original) = starts[line];
    let length = first_line(&flat[range.clone()]).len();
    Some((original + range.start - from, length))
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Tag};

    use super::super::super::parse::{Dialect, events};
    use super::super::slips;

    /// Rows: a document with the reported Markdown between `«` and `»`, and a part of the help.
    #[test]
    #[rustfmt::skip]
    fn reported_and_not() {
        for (marked, help) in [
            ("<details>\n«- one»\n- two\n</details>", "after the tag <details>"),
            ("<details>\n<summary>More</summary>\n«1. one»\n</details>", "after the tag </summary>"),
            ("<p>A <b>b</b> «**x**»<br></p>", "as HTML as well"),
            ("<div>\n  «**x**» and *y*\n</div>", "after the tag <div>"),
            ("<div class=\"a>b\">«[a](/b)»</div>", "after the tag <div>"),
            ("<figure>«![a](b.jpg)»</figure>", "after the tag <figure>"),
            ("<summary>«**x**»</summary>", "as HTML as well"),
            ("<h2>The «`code`»</h2>", "as HTML as well"),
            ("<center>\n«## Title»\n</center>", "after the tag <center>"),
            ("<section>\n«| a | b |»\n|---|---|\n| 1 | 2 |\n</section>", "after the tag <section>"),
            ("<div>\n«```»\ncode\n```\n</div>", "after the tag <div>"),
            ("> <div>\n> «**x**»\n> </div>", "after the tag <div>"),
            ("<details>\n\n- one\n\n</details>", ""),
            ("<div>\n\n**x**\n\n</div>", ""),
            ("<p>1. Terms</p>\n\n<h2>2. More</h2>", ""),
            ("<div>\n  <p>5 * 3 * 2 = 30, snake_case_name, #1</p>\n</div>", ""),
            ("<pre>\n- a\n**b**\n</pre>", ""),
            ("<div><code>**x**</code> <svg><text>*a*</text></svg></div>", ""),
            ("<div><script>a = b * c * d; // `x`\n- 1</script></div>", ""),
            ("<!-- **x** -->\n<!-- a\n- b -->", ""),
            ("<div title=\"**x**\">\n<!-- - a\n- b -->\nText\n</div>", ""),
            ("<span>**x**</span>", ""),
            ("<!-- note --> «**bold**» and [a](/b)", "a new line after the comment"),
            ("<!-- note -->«- one»\n- two", "a new line after the comment"),
            ("<!-- more --> «## Heading»", "a new line after the comment"),
            ("<!-- note --> plain text", ""),
        ] {
            let text = marked.replace(['«', '»'], "");
            let source = diagnostic::Source::new("a.md", text.as_str());
            let found = slips(&events(&text, Dialect::default()), &source, &text, 0);
            let found = found.iter().find(|one| one.code.name == "markdown-in-html");
            let at = found.map(|one| {
                let span = one.place.as_ref().unwrap().0.span.clone();
                format!("{}«{}»{}", &text[..span.start], &text[span.clone()], &text[span.end..])
            });
            let expected = if help.is_empty() { None } else { Some(marked.to_owned()) };
            assert_eq!(at, expected, "{marked}");
            assert!(found.is_none_or(|one| one.help.concat().contains(help)), "{found:?}");
        }
        // The parser must take the rows above for HTML.
        let first = &events("<center>\n## a", Dialect::default())[0].0;
        assert!(matches!(first, Event::Start(Tag::HtmlBlock)));
    }
}
