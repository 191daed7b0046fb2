//! Notation that only Kramdown reads: Markdown in HTML, comments, and lists of contents.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use content::Code;
use pulldown_cmark::{Event, Options, Parser, Tag as Block, TagEnd};

use crate::edits::{Edit, apply, code, is_within};
use crate::html::{Tag, tags};

/// Elements that begin a block of HTML.
const BLOCKS: [&str; 36] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
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
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "ul",
];

/// Elements in whose text there cannot be paragraphs.
const OF_PHRASES: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// A start or end tag of an element that begins a block.
struct Mark<'t> {
    name: &'t str,
    span: Range<usize>,
    /// The start tag; `None` for an end tag.
    start: Option<Tag<'t>>,
    /// Index of the other tag of the element.
    other: Option<usize>,
}

/// Returns the tags of elements that begin blocks, outside of code, each with its other tag.
fn marks(text: &str) -> Vec<Mark<'_>> {
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
        if !is_block || is_code {
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
    let marks = marks(text);
    let mut edits: Vec<Edit> = Vec::new();
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
        let (is_markdown, attribute) = without_attribute(text, tag);
        let is_phrase = OF_PHRASES
            .iter()
            .any(|one| one.eq_ignore_ascii_case(mark.name));
        if is_markdown && is_phrase {
            // The words of a heading are Markdown in the notation for headings only.
            if index < other
                && let Some(heading) = heading(text, mark, &marks[other])
            {
                edits.push((mark.span.start..marks[other].span.end, heading));
            }
        }
        let is_markdown = is_markdown && !is_phrase;
        let is_paragraph = is_markdown && mark.name.eq_ignore_ascii_case("p");
        if index == other.min(index) {
            open.push(is_markdown);
            if is_paragraph {
                // Markdown has paragraphs of its own.
                let name = mark.span.start + 1..mark.span.start + 1 + mark.name.len();
                edits.push((name, "div".to_owned()));
            }
            edits.extend(attribute);
            if is_markdown {
                edits.extend(space_after(text, mark.span.end));
            }
            continue;
        }
        open.pop();
        if is_markdown {
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
        if is_text && open.is_empty() && is_first(text, begin) {
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

/// Returns whether the attribute `markdown` of a tag says that the text of the element is Markdown, and removes it.
fn without_attribute(text: &str, tag: &Tag<'_>) -> (bool, Option<Edit>) {
    let mut attributes = tag.attributes.iter();
    let Some((_, value, whole)) = attributes.find(|(name, ..)| *name == "markdown") else {
        return (false, None);
    };
    let is_on = ["1", "block", "span"].contains(&&text[value.clone()]);
    let kept = text[..whole.start].trim_end().len();
    (is_on, Some((kept..whole.end, String::new())))
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
    let mut at = range.start;
    let mut empty: Option<usize> = None;
    for line in text[range.clone()].split_inclusive('\n') {
        let is_first = at == range.start;
        if line.trim().is_empty() && line.ends_with('\n') {
            empty = empty.filter(|_| !is_first).or((!is_first).then_some(at));
        } else {
            let is_far = line.starts_with("    ") || line.starts_with('\t');
            if let Some(start) = empty.take().filter(|_| is_far) {
                edits.push((start..at, String::new()));
            }
        }
        at += line.len();
    }
    edits
}

/// Explains abbreviations where they occur, and removes the lines that define them: `*[HTML]: Hypertext Markup Language`.
pub fn with_abbreviations(text: &str) -> Cow<'_, str> {
    if !text.contains("*[") {
        return Cow::Borrowed(text);
    }
    let code = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    // Meanings by the first word, the longest abbreviation first.
    let mut meanings: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        let definition = line
            .strip_prefix("*[")
            .and_then(|rest| rest.split_once("]:"));
        let Some((short, long)) = definition.filter(|_| !is_within(&code, span.start)) else {
            continue;
        };
        meanings
            .entry(first_word(short))
            .or_default()
            .push((short, long.trim()));
        edits.push((span, String::new()));
    }
    for one in meanings.values_mut() {
        one.sort_by_key(|(short, _)| std::cmp::Reverse(short.len()));
        one.truncate(16);
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Block::CodeBlock(_) | Block::Image { .. }) => depth += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::Image) => depth = depth.saturating_sub(1),
            Event::Text(_) if depth == 0 => {
                edits.extend(explained(text, range, &meanings));
            }
            _ => {}
        }
    }
    Cow::Owned(apply(text, edits))
}

/// Returns the letters and digits at the beginning of a text, or its first sign.
fn first_word(text: &str) -> &str {
    let end = text
        .find(|one: char| !one.is_alphanumeric())
        .unwrap_or(text.len());
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..end.max(first)]
}

/// Returns the changes that explain the abbreviations in a range of a text.
fn explained(
    text: &str,
    range: Range<usize>,
    meanings: &HashMap<&str, Vec<(&str, &str)>>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = range.start;
    let is_letter = |one: char| one.is_alphanumeric();
    while at < range.end {
        let rest = &text[at..range.end];
        let word = first_word(rest);
        let found = meanings.get(word).and_then(|all| {
            let mut all = all.iter();
            all.find(|(short, _)| {
                rest.strip_prefix(short)
                    .is_some_and(|rest| !rest.starts_with(is_letter))
            })
        });
        let length = found.map_or(word.len(), |(short, _)| short.len());
        if let Some((short, long)) = found {
            let title = long.replace('&', "&amp;").replace('"', "&quot;");
            edits.push((
                at..at + length,
                format!("<abbr title=\"{title}\">{short}</abbr>"),
            ));
        }
        at += length;
    }
    edits
}

/// Removes comments and options of Kramdown, and lists of contents. Returns whether there was such a list.
pub fn without_extensions(text: &str) -> (String, bool) {
    if !text.contains("{:") {
        return (text.to_owned(), false);
    }
    let code = Code::of(text).all();
    let mut edits: Vec<Edit> = Vec::new();
    let mut has_contents = false;
    let mut above = 0..0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        let words = line.trim();
        if is_within(&code, span.start) {
            continue;
        }
        let attributes = words
            .strip_prefix("{:")
            .and_then(|rest| rest.strip_suffix('}'));
        let mut attributes = attributes.unwrap_or_default().split_whitespace();
        if attributes.any(|one| one == "toc") {
            has_contents = true;
            let item = text[above.clone()].trim_start();
            let is_item = item.starts_with(['*', '-', '+']) || item.starts_with("1.");
            let start = if is_item { above.start } else { span.start };
            edits.push((start..span.end, String::new()));
        }
        above = span;
    }
    let mut at = 0;
    while let Some(start) = text[at..].find("{::comment}").map(|found| at + found) {
        at = start + 1;
        if is_within(&code, start) {
            continue;
        }
        let Some(end) = text[start..].find("{:/").map(|found| start + found) else {
            break;
        };
        let Some(length) = text[end..].find('}') else {
            break;
        };
        at = end + length + 1;
        edits.push((start..at, String::new()));
    }
    (apply(text, edits), has_contents)
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
            ("<div markdown=\"0\">*a*</div>", "<div>*a*</div>"),
            ("<h2 markdown=\"1\" id=\"b\">*a*</h2>\n", "## *a* {#b}\n\n"),
            (
                "<h2 markdown=\"1\" class=\"b\">*a*</h2>",
                "<h2 class=\"b\">*a*</h2>",
            ),
            ("<div markdown=\"1\">*a*", "<div>*a*"),
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

    #[test]
    fn abbreviations() {
        for (text, expected) in [
            (
                "HTML and `HTML`, [HTML](/HTML): XHTML, HTML 5, ![HTML](a.png)\n\n*[HTML]: Hypertext\n*[HTML 5]: The \"fifth\"\n",
                "<abbr title=\"Hypertext\">HTML</abbr> and `HTML`, [<abbr title=\"Hypertext\">HTML</abbr>](/HTML): XHTML, \
                 <abbr title=\"The &quot;fifth&quot;\">HTML 5</abbr>, ![HTML](a.png)\n\n",
            ),
            ("```\n*[A]: b\n```\nA", "```\n*[A]: b\n```\nA"),
            ("*[a] b* c", "*[a] b* c"),
        ] {
            assert_eq!(with_abbreviations(text), expected);
        }
    }

    #[test]
    fn extensions() {
        for (text, expected, has_contents) in [
            ("* TOC\n{:toc}\n\n# A\n", "\n# A\n", true),
            ("1. x\n{: .a toc}\nb", "b", true),
            ("a\n{:toc}\n", "a\n", true),
            ("a {::comment}b{:/comment}c{::comment}d{:/}", "a c", false),
            ("`{::comment}`{:/}", "`{::comment}`{:/}", false),
            ("{::comment}", "{::comment}", false),
        ] {
            assert_eq!(
                without_extensions(text),
                (expected.to_owned(), has_contents),
                "{text}"
            );
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in [
            "<div markdown=1>",
            "</div>",
            "<div>\n\n    ",
            "<p>a</p>\n",
            "<!--",
            "{::comment}",
            "*[a]: b\na\n",
        ] {
            let text = part.repeat(20_000);
            assert!(with_markdown(&text).len() <= text.len() * 2);
            assert!(without_extensions(&text).0.len() <= text.len());
            assert!(with_abbreviations(&text).len() <= text.len() * 40);
        }
    }
}
