//! Markdown in HTML, which only Kramdown reads: `<div markdown="1">`.

use std::ops::Range;

use content::Code;
use diagnostic::lines_in;
use pulldown_cmark::{Parser, html};

use crate::edits::{Edit, apply, is_within};
use crate::html::{Tag, tags};

/// Elements that begin a block of HTML.
const BLOCKS: [&str; 39] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "ul",
];

/// Elements in whose text there cannot be paragraphs.
const OF_PHRASES: [&str; 9] = [
    "caption", "h1", "h2", "h3", "h4", "h5", "h6", "legend", "summary",
];

/// How Kramdown reads the text of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Model {
    /// HTML.
    Raw,
    /// Blocks of Markdown, such as lists.
    Block,
    /// Markdown within a paragraph.
    Span,
}

/// Returns how Kramdown reads the text of an element, by the value of its attribute `markdown`
/// (<https://kramdown.gettalong.org/syntax.html#html-blocks>).
fn model(element: &str, value: &str) -> Model {
    match value {
        "block" => Model::Block,
        "span" => Model::Span,
        "1" => match element.to_ascii_lowercase().as_str() {
            "center" | "dialog" | "ol" | "table" | "tbody" | "tr" | "ul" => Model::Raw,
            "caption" | "dt" | "legend" | "p" | "th" => Model::Span,
            name if OF_PHRASES.contains(&name) => Model::Span,
            _ => Model::Block,
        },
        _ => Model::Raw,
    }
}

/// A start or end tag of an element that begins a block.
struct Mark<'t> {
    name: &'t str,
    span: Range<usize>,
    /// The start tag; `None` for an end tag.
    start: Option<Tag<'t>>,
    /// Index of the other tag of the element.
    other: Option<usize>,
}

/// Returns the tags of elements that begin blocks, outside of code, each with its other tag. Removes the attribute `markdown` of other
/// elements, in which Kramdown always reads Markdown.
fn marks<'t>(text: &'t str, edits: &mut Vec<Edit>) -> Vec<Mark<'t>> {
    // Kramdown also reads fences directly below tags.
    let Code {
        fenced,
        spans,
        indented,
    } = Code::of(text);
    let mut marks: Vec<Mark<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        at = start + 1;
        if text[at..].starts_with("!--") {
            at = text[at..].find("-->").map_or(text.len(), |end| at + end);
            continue;
        }
        let is_end = text[at..].starts_with('/');
        let name_start = at + usize::from(is_end);
        let length = text[name_start..]
            .bytes()
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        let name = &text[name_start..name_start + length];
        let is_block = BLOCKS.iter().any(|one| one.eq_ignore_ascii_case(name));
        // HTML within HTML is not code, however far it is indented.
        let is_code = is_within(&fenced, start)
            || is_within(&spans, start)
            || text[..start].ends_with('`')
            || open.is_empty() && is_within(&indented, start);
        if is_code || name.is_empty() {
            continue;
        }
        if !is_block {
            let length = text[at..].find(['<', '>']).unwrap_or_default();
            let tags = tags(text, start..at + length);
            edits.extend(tags.iter().filter_map(|tag| without_attribute(text, tag).1));
            continue;
        }
        let Some(end) = text[at..].find('>') else {
            break;
        };
        let span = start..at + end + 1;
        let index = marks.len();
        let tag = (!is_end).then(|| tags(text, span.clone()).into_iter().next());
        let mut mark = Mark {
            name,
            span,
            start: tag.flatten(),
            other: None,
        };
        if is_end {
            let of_name = |one: &usize| marks[*one].name.eq_ignore_ascii_case(name);
            // Only the innermost elements are read, so that the time is proportional to the length.
            let near = open.len().saturating_sub(64);
            if let Some(position) = open[near..].iter().rposition(of_name) {
                let begin = open[near + position];
                open.truncate(near + position);
                marks[begin].other = Some(index);
                mark.other = Some(begin);
            }
        } else if text[..at + end].ends_with('/') {
            continue;
        } else {
            open.push(index);
        }
        at = mark.span.end;
        marks.push(mark);
    }
    marks
}

/// Separates Markdown in HTML, and after it, from the tags, as Markdown elsewhere needs it.
pub fn with_markdown(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let mut edits: Vec<Edit> = Vec::new();
    let marks = marks(text, &mut edits);
    // Whether the text of each open element is Markdown.
    let mut open: Vec<bool> = Vec::new();
    let mut last = 0;
    for (index, mark) in marks.iter().enumerate() {
        let Some(other) = mark.other else {
            edits.extend(
                mark.start
                    .iter()
                    .filter_map(|tag| without_attribute(text, tag).1),
            );
            continue;
        };
        if open.last() == Some(&false) {
            edits.extend(without_indented_code(text, last..mark.span.start));
        }
        last = mark.span.end;
        let begin = &marks[other.min(index)];
        let Some(tag) = &begin.start else {
            continue;
        };
        let (model, attribute) = without_attribute(text, tag);
        let is_phrase = OF_PHRASES
            .iter()
            .any(|one| one.eq_ignore_ascii_case(mark.name));
        let content = begin.span.end..marks[other.max(index)].span.start;
        let is_start = index < other;
        let (is_markdown, is_plain) = (model != Model::Raw, other.abs_diff(index) == 1);
        if is_markdown && is_phrase && is_start {
            // The words of a heading are Markdown in the notation for headings only.
            if let Some(heading) = heading(text, mark, &marks[other]) {
                edits.push((mark.span.start..marks[other].span.end, heading));
            } else if is_plain {
                edits.push((content.clone(), phrase(&text[content.clone()])));
            }
        }
        let is_markdown = is_markdown && !is_phrase;
        let is_span = is_markdown && model == Model::Span && is_plain && !content.is_empty();
        let is_paragraph = is_markdown && mark.name.eq_ignore_ascii_case("p");
        if is_start {
            open.push(is_markdown);
            if is_paragraph {
                // Markdown has paragraphs of its own.
                let name = mark.span.start + 1..mark.span.start + 1 + mark.name.len();
                edits.push((name, "div".to_owned()));
            }
            edits.extend(attribute);
            if is_span {
                let new = format!("\n\n{}\n\n", as_paragraph(&text[content.clone()]));
                edits.push((content, new));
            } else if is_markdown {
                edits.extend(space_after(text, mark.span.end));
            }
            continue;
        }
        open.pop();
        if is_markdown && !is_span {
            edits.extend(space_before(text, mark.span.start));
        }
        if is_paragraph {
            let name = mark.span.start + 2..mark.span.start + 2 + mark.name.len();
            edits.push((name, "div".to_owned()));
        }
        let rest = text[mark.span.end..].trim_start_matches([' ', '\t']);
        let end = text.len() - rest.len();
        let next = rest.strip_prefix('\n').unwrap_or_default();
        let next = next.trim_start_matches([' ', '\t']);
        let is_text = !next.is_empty() && !next.starts_with(['<', '>', '{', '\n']);
        let is_below = other > 0 && marks[other - 1].span.end == begin.span.start;
        let is_within_markdown = open.last().is_none_or(|one| *one);
        if is_text && is_within_markdown && (is_below || is_first(text, begin)) {
            edits.push((end..end, "\n".to_owned()));
        }
    }
    apply(text, edits)
}

/// Returns the Markdown of a heading in HTML that has a line of its own and no other attributes than an id.
fn heading(text: &str, begin: &Mark<'_>, end: &Mark<'_>) -> Option<String> {
    let level = begin.name.get(1..)?.parse().ok()?;
    let words = text[begin.span.end..end.span.start].trim();
    let is_line = !words.contains(['\n', '<']) && is_first(text, begin);
    let is_last = text[end.span.end..]
        .lines()
        .next()
        .is_none_or(|rest| rest.trim().is_empty());
    let mut id = String::new();
    for (name, value, _) in &begin.start.as_ref()?.attributes {
        match *name {
            "id" => id = format!(" {{#{}}}", &text[value.clone()]),
            "markdown" => {}
            _ => return None,
        }
    }
    let marks = "#".repeat(level);
    (is_line && is_last).then(|| format!("{marks} {words}{id}\n"))
}

/// Returns whether a tag begins a line without indentation.
fn is_first(text: &str, mark: &Mark<'_>) -> bool {
    let before = &text[..mark.span.start];
    before.is_empty() || before.ends_with('\n')
}

/// Returns how the text of an element is read because of its attribute `markdown`, and the edit that removes the attribute.
fn without_attribute(text: &str, tag: &Tag<'_>) -> (Model, Option<Edit>) {
    let mut attributes = tag.attributes.iter();
    let Some((_, value, whole)) = attributes.find(|(name, ..)| *name == "markdown") else {
        return (Model::Raw, None);
    };
    let model = model(tag.name, &text[value.clone()]);
    let kept = text[..whole.start].trim_end().len();
    (model, Some((kept..whole.end, String::new())))
}

/// Returns a text as one paragraph: without empty lines and indentation, and with backslashes before marks of blocks.
fn as_paragraph(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty()).map(|line| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &line[digits..];
        let is_mark = rest.starts_with(['#', '>', '=', ':'])
            || ["- ", "+ ", "* ", "---", "***", "___", "~~~"]
                .iter()
                .any(|mark| rest.starts_with(mark));
        let is_number = digits > 0 && [". ", ") "].iter().any(|mark| rest.starts_with(mark));
        match (digits, is_mark, is_number) {
            (0, true, _) => format!("\\{line}"),
            (_, _, true) => format!("{}\\{rest}", &line[..digits]),
            _ => line.to_owned(),
        }
    });
    let lines: Vec<String> = lines.collect();
    // A line with nothing but a tag would begin a block of HTML.
    let separator = if text.trim_start().starts_with('<') {
        " "
    } else {
        "\n"
    };
    lines.join(separator).trim_end().to_owned()
}

/// Returns the HTML of Markdown within a paragraph.
fn phrase(text: &str) -> String {
    let paragraph = as_paragraph(text);
    let mut shown = String::new();
    html::push_html(&mut shown, Parser::new(&paragraph));
    let shown = shown.trim();
    let inner = shown
        .strip_prefix("<p>")
        .and_then(|one| one.strip_suffix("</p>"));
    inner.unwrap_or(shown).to_owned()
}

/// Returns the line feeds that separate a start tag that ends at `end` from the Markdown after it.
fn space_after(text: &str, end: usize) -> Option<Edit> {
    let rest = &text[end..];
    let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let rest = &rest[spaces..];
    let new = match rest.strip_prefix('\n') {
        Some(rest) if rest.trim_start_matches([' ', '\t']).starts_with('\n') => return None,
        Some(_) => "\n",
        None => "\n\n",
    };
    Some((end..end + spaces, new.to_owned()))
}

/// Returns the line feeds that separate an end tag from the Markdown before it.
fn space_before(text: &str, start: usize) -> Option<Edit> {
    let line = text[..start].trim_end_matches([' ', '\t']).len();
    let indent = &text[line..start];
    if line > 0 && !text[..line].ends_with('\n') {
        return Some((start..start, "\n\n".to_owned()));
    }
    let above = text[..line].lines().next_back().unwrap_or_default();
    let new = if above.trim().is_empty() { "" } else { "\n" };
    // Farther indented, it would be code.
    let start = if indent.len() > 3 { start } else { line };
    (start > line || !new.is_empty()).then(|| (line..start, new.to_owned()))
}

/// Removes empty lines in HTML before lines that would then be code because of their indentation.
fn without_indented_code(text: &str, range: Range<usize>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut empty: Option<usize> = None;
    for (at, line) in lines_in(text, range.clone()) {
        let is_first = at == range.start;
        if line.trim().is_empty() && line.ends_with('\n') {
            empty = empty.filter(|_| !is_first).or((!is_first).then_some(at));
        } else {
            let is_far = line.starts_with("    ") || line.starts_with('\t');
            if let Some(start) = empty.take().filter(|_| is_far) {
                edits.push((start..at, String::new()));
            }
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_in_html() {
        for (text, expected) in [
            (
                "<div markdown=\"1\">\nIt is *here*.\n</div>\n",
                "<div>\n\nIt is *here*.\n\n</div>\n",
            ),
            (
                "<div class=\"a\" markdown='block'>\n\n- b\n\n</div>\n\nc",
                "<div class=\"a\">\n\n- b\n\n</div>\n\nc",
            ),
            ("<div markdown=1>*a*</div>", "<div>\n\n*a*\n\n</div>"),
            (
                "<div>\n    <div class=\"a\" markdown=\"1\">\n*b*\n    </div>\n</div>\n",
                "<div>\n    <div class=\"a\">\n\n*b*\n\n</div>\n</div>\n",
            ),
            (
                "<p markdown=\"1\" class=\"a\">*b*</p>",
                "<div class=\"a\">\n\n*b*\n\n</div>",
            ),
            (
                "<aside markdown=\"1\">\n   a\n  <p markdown=\"1\" class=\"b\">\n- c, [d](e)\n\n    1. *f*\n   </p>\n</aside>\n",
                "<aside>\n\n   a\n  <div class=\"b\">\n\n\\- c, [d](e)\n1\\. *f*\n\n</div>\n\n</aside>\n",
            ),
            (
                "<p markdown=\"block\">\n- c\n</p>",
                "<div>\n\n- c\n\n</div>",
            ),
            (
                "<tr>\n    <td markdown=\"span\">\n      a *b*\n    </td>\n</tr>",
                "<tr>\n    <td>\n\na *b*\n\n</td>\n</tr>",
            ),
            (
                "<div markdown=\"span\"><i>\n*b*</div>",
                "<div>\n\n<i> *b*\n\n</div>",
            ),
            (
                "<details markdown=\"1\">\n<summary markdown=\"span\">**a** & b</summary>\n*c*\n</details>",
                "<details>\n\n<summary><strong>a</strong> &amp; b</summary>\n\n*c*\n\n</details>",
            ),
            (
                "<ul markdown=\"1\">\n<li>*a*</li>\n</ul>",
                "<ul>\n<li>*a*</li>\n</ul>",
            ),
            ("<div markdown=\"0\">*a*</div>", "<div>*a*</div>"),
            ("<h2 markdown=\"1\" id=\"b\">*a*</h2>\n", "## *a* {#b}\n\n"),
            (
                "<h2 markdown=\"1\" class=\"b\">*a*</h2>",
                "<h2 class=\"b\"><em>a</em></h2>",
            ),
            ("<div markdown=\"1\">*a*", "<div>*a*"),
            (
                "<a href=\"b\" markdown=\"1\">*c*</a>, <Span markdown='span' id=d>e</Span>",
                "<a href=\"b\">*c*</a>, <Span id=d>e</Span>",
            ),
            (
                "`<a markdown=\"1\">`, <a markdown=\"1\" <b>",
                "`<a markdown=\"1\">`, <a <b>",
            ),
            (
                "```\n<div markdown=\"1\">\n```\n",
                "```\n<div markdown=\"1\">\n```\n",
            ),
            ("`<div markdown=\"1\">`", "`<div markdown=\"1\">`"),
            (
                "<!-- <div markdown=\"1\"> -->",
                "<!-- <div markdown=\"1\"> -->",
            ),
            ("<div>a</div>\nIt is *b*.\n", "<div>a</div>\n\nIt is *b*.\n"),
            ("<div>a</div>\n<p>b</p>\n", "<div>a</div>\n<p>b</p>\n"),
            ("- <div>a</div>\n  b\n", "- <div>a</div>\n  b\n"),
            (
                "<ul>\n\n    <li>a</li>\n\n    <li>b\n\n    c</li>\n</ul>\n",
                "<ul>\n    <li>a</li>\n    <li>b\n    c</li>\n</ul>\n",
            ),
        ] {
            assert_eq!(with_markdown(text), expected, "{text}");
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in [
            "<div markdown=1>",
            "<p markdown=1>a</p>",
            "</div>",
            "<div>\n\n    ",
            "<p>a</p>\n",
            "<a markdown=1>",
            "<a ",
            "<!--",
        ] {
            let text = part.repeat(20_000);
            assert!(with_markdown(&text).len() <= text.len() * 2);
        }
    }
}
