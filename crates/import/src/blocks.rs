//! Space around the tags of components, and bodies that are not Markdown.

use std::collections::HashMap;
use std::ops::Range;

use diagnostic::{line_start, lines_in};
use pulldown_cmark::{Event, Parser, Tag};

use crate::edits::{Edit, is_within};
use crate::model::Site;
use crate::shortcodes::{Call, Form};

/// Expressions with which templates of shortcodes show the body unchanged.
const SHOW_AS_WRITTEN: [&str; 8] = [
    "transform.Highlight",
    "highlight .Inner",
    "highlight $",
    "highlight (",
    "transform.Unmarshal",
    "transform.HTMLEscape",
    "htmlEscape",
    "<pre",
];

/// Shortcodes of many themes whose bodies are in a language of their own, each with the language.
const LANGUAGES: [(&str, &str); 6] = [
    ("chart", "chart"),
    ("code", ""),
    ("code-toggle", "toml"),
    ("katex", "katex"),
    ("math", "math"),
    ("mermaid", "mermaid"),
];

/// Line feeds and indentation around a tag, which separate it from the Markdown before and after it.
#[derive(Debug, PartialEq, Eq)]
pub struct Space<'t> {
    /// Offset of what the tag and this space replace: that of its line if only spaces are before it, or else its own.
    pub start: usize,
    /// Line feeds before the tag.
    pub before: String,
    /// Line feeds and indentation after the tag.
    pub after: String,
    /// Indentation of the tag, if it is a block, with the signs of the quotes that it is in.
    pub indent: Option<&'t str>,
}

impl Space<'_> {
    /// Returns the space of a tag within a line.
    pub fn none(span: &Range<usize>) -> Self {
        Self {
            start: span.start,
            before: String::new(),
            after: String::new(),
            indent: None,
        }
    }
}

/// Returns the empty lines that a tag needs. `is_after_space` says that an empty line is written after the tag before it, and `block`
/// is the indentation of a tag that is a block even if there is text beside it.
pub fn space<'t>(
    text: &'t str,
    span: &Range<usize>,
    is_after_space: bool,
    block: Option<&'t str>,
) -> Space<'t> {
    let start = line_start(&text[..span.start]);
    let end = text[span.end..]
        .find('\n')
        .map_or(text.len(), |at| span.end + at);
    let (left, right) = (&text[start..span.start], &text[span.end..end]);
    let is_first = is_empty(left);
    if block.is_none() && !(is_first && right.trim().is_empty()) {
        return Space::none(span);
    }
    let indent = block.unwrap_or(left);
    let above = text[..start].lines().next_back().unwrap_or_default();
    let below = text[end..].lines().nth(1).unwrap_or_default();
    let empty = empty_line(indent);
    let before = match (is_first, is_empty(above) || is_after_space) {
        (false, _) => format!("\n{empty}\n"),
        (true, false) => format!("{empty}\n"),
        (true, true) => String::new(),
    };
    let after = match (right.trim().is_empty(), is_empty(below)) {
        (false, _) => format!("\n{empty}\n{indent}"),
        (true, false) => format!("\n{empty}"),
        (true, true) => String::new(),
    };
    Space {
        start: if is_first { start } else { span.start },
        before,
        after,
        indent: Some(indent),
    }
}

/// Returns whether a line has no text, but perhaps signs of quotes.
fn is_empty(line: &str) -> bool {
    line.trim_matches([' ', '\t', '\r', '>']).is_empty()
}

/// Returns an empty line in the quotes of a line with this indentation.
pub fn empty_line(indent: &str) -> &str {
    if indent.contains('>') {
        indent.trim_end()
    } else {
        ""
    }
}

/// Returns the indices of the beginning and the end of each call with a body, the inner ones first, and how many others are around it.
fn pairs(calls: &[Call]) -> Vec<(usize, usize, usize)> {
    let mut pairs = Vec::new();
    let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut depth = 0_usize;
    for (index, call) in calls.iter().enumerate() {
        match call.form {
            Form::Open => {
                open.entry(&call.name).or_default().push(index);
                depth += 1;
            }
            Form::Close => {
                if let Some(begin) = open.get_mut(call.name.as_str()).and_then(Vec::pop) {
                    depth = depth.saturating_sub(1);
                    pairs.push((begin, index, depth));
                }
            }
            Form::Alone | Form::Escaped => {}
        }
    }
    pairs
}

/// Returns, for each call with a body of several lines that begins its line, or whose end has a line of its own, the indentation of
/// its line.
pub fn indents<'t>(text: &'t str, calls: &[Call]) -> Vec<Option<&'t str>> {
    let mut all = vec![None; calls.len()];
    for (begin, end, _) in pairs(calls) {
        let (open, close) = (&calls[begin].span, &calls[end].span);
        if !text[open.end..close.start].contains('\n') {
            continue;
        }
        let left = &text[line_start(&text[..open.start])..open.start];
        let indent = left.len() - left.trim_start_matches([' ', '\t', '>']).len();
        let right = text[close.end..].lines().next().unwrap_or_default();
        let is_alone = is_empty(&text[line_start(&text[..close.start])..close.start]);
        let has_marker = left[indent..].ends_with([' ', '\t']);
        if is_empty(left) || is_alone && right.trim().is_empty() && !has_marker {
            all[begin] = Some(&left[..indent]);
        }
    }
    all
}

/// Returns the width of white space, in which a tab ends at the next multiple of four.
fn columns(space: &str) -> usize {
    space.chars().fold(0, |width, one| match one {
        '\t' => width / 4 * 4 + 4,
        _ => width + 1,
    })
}

/// How many calls may be around one whose body is moved, so that the time is proportional to the length of the text.
const DEEPEST: usize = 16;

/// Returns the changes that indent bodies by as much as the tags around them, which may be in an entry of a list.
pub fn indented_bodies(text: &str, calls: &[Call]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let indents = indents(text, calls);
    for (begin, end, depth) in pairs(calls) {
        let is_moved = |one: &&str| !one.is_empty() && !one.contains('>') && depth < DEEPEST;
        let Some(indent) = indents[begin].filter(is_moved) else {
            continue;
        };
        let after = calls[begin].span.end;
        let Some(start) = text[after..calls[end].span.start]
            .find('\n')
            .map(|at| after + at + 1)
        else {
            continue;
        };
        let last = line_start(&text[..calls[end].span.start]).max(start);
        let lines = lines_in(text, start..last).filter(|(_, line)| !line.trim().is_empty());
        let lines: Vec<(usize, usize)> = lines
            .map(|(at, line)| {
                let own = line.len() - line.trim_start_matches([' ', '\t']).len();
                (at, columns(&line[..own]))
            })
            .collect();
        let least = lines
            .iter()
            .map(|(_, own)| *own)
            .min()
            .unwrap_or(usize::MAX);
        if least < columns(indent) {
            let more = " ".repeat(columns(indent) - least);
            edits.extend(lines.into_iter().map(|(at, _)| (at..at, more.clone())));
        }
    }
    edits
}

/// A block of HTML, up to the next empty line.
#[derive(Debug)]
pub struct HtmlBlock {
    /// Byte range in the text.
    pub range: Range<usize>,
    /// Indentation that Markdown needs for the lines of the block: that of the entry of a list that it is in.
    pub indent: String,
}

/// Returns the blocks of HTML in a text outside of quotes and of ranges that become code, in order.
pub fn html_blocks(text: &str, code: &[Range<usize>]) -> Vec<HtmlBlock> {
    let events = Parser::new(text).into_offset_iter();
    let blocks = events.filter_map(|(event, range)| {
        let before = &text[line_start(&text[..range.start])..range.start];
        let is_block = matches!(event, Event::Start(Tag::HtmlBlock)) && !before.contains('>');
        (is_block && !is_within(code, range.start)).then(|| HtmlBlock {
            range,
            indent: " ".repeat(before.chars().count()),
        })
    });
    blocks.collect()
}

/// Returns the index of the block of HTML that an offset is in.
pub fn html_at(blocks: &[HtmlBlock], offset: usize) -> Option<usize> {
    let after = blocks.partition_point(|one| one.range.start <= offset);
    let index = after.checked_sub(1)?;
    blocks[index].range.contains(&offset).then_some(index)
}

/// Returns the changes that remove the indentation of lines in a block of HTML, which would be code after an empty line. `calls` are
/// those of the text, which have their indentation removed elsewhere.
pub fn without_indentation(text: &str, block: &HtmlBlock, calls: &[Call]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let html = &text[block.range.clone()];
    if html.contains("<pre") || html.contains("<textarea") || html.contains("<script") {
        return edits;
    }
    for (at, line) in lines_in(text, block.range.clone()) {
        let start = at + line.len() - line.trim_start_matches([' ', '\t']).len();
        let begins_with_call = calls
            .binary_search_by_key(&start, |call| call.span.start)
            .is_ok();
        if at > block.range.start && start > at && !begins_with_call {
            edits.push((at..start, block.indent.clone()));
        }
    }
    edits
}

/// Returns the language of the code block that the body of a shortcode becomes; `None` for a body of Markdown.
pub fn language_of_body(site: &Site, name: &str) -> Option<&'static str> {
    let language = LANGUAGES.into_iter().find(|(one, _)| *one == name);
    let language = language.map(|(_, language)| language);
    let template = site.shortcodes.get(name);
    let is_markdown =
        template.is_some_and(|one| one.contains("markdownify") || one.contains("RenderString"));
    let as_written =
        template.is_some_and(|one| SHOW_AS_WRITTEN.iter().any(|part| one.contains(part)));
    language.or((as_written && !is_markdown).then_some(""))
}

/// Returns, for each call, whether it begins or ends a body that becomes a code block, with the language.
pub fn code_bodies(site: &Site, text: &str, calls: &[Call]) -> Vec<Option<&'static str>> {
    let mut all = vec![None; calls.len()];
    for (index, call) in calls.iter().enumerate() {
        if call.form != Form::Open || all[index].is_some() {
            continue;
        }
        let Some(language) = language_of_body(site, &call.name) else {
            continue;
        };
        // The end of the innermost call of this name is the next one.
        let rest = calls[index + 1..].iter().take(64);
        let end = rest
            .enumerate()
            .find(|(_, one)| one.name == call.name && one.form != Form::Alone);
        let Some((at, end)) = end.filter(|(_, one)| one.form == Form::Close) else {
            continue;
        };
        let body = &text[call.span.end..end.span.start];
        let is_block =
            body.starts_with('\n') && body.trim_end_matches([' ', '\t', '>']).ends_with('\n');
        if is_block && at == 0 && !body.contains("```") && !body.trim().is_empty() {
            all[index] = Some(language);
            all[index + 1 + at] = Some(language);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_in_lists() {
        for (text, expected) in [
            (
                "1. a\n\n   {{% note %}}\nb\n\n  c\n   {{% /note %}}\nd\n",
                "1. a\n\n   {{% note %}}\n   b\n\n     c\n   {{% /note %}}\nd\n",
            ),
            (
                "1. a\n\n\t{{% note %}}\nb\n  c\n{{% /note %}}\n",
                "1. a\n\n\t{{% note %}}\n    b\n      c\n{{% /note %}}\n",
            ),
            (
                "  {{% a %}}\n  b\n  {{% /a %}}\n",
                "  {{% a %}}\n  b\n  {{% /a %}}\n",
            ),
            ("{{% a %}}\nb\n{{% /a %}}\n", "{{% a %}}\nb\n{{% /a %}}\n"),
            ("  {{% a %}}b{{% /a %}}\n", "  {{% a %}}b{{% /a %}}\n"),
        ] {
            let edits = indented_bodies(text, &crate::shortcodes::of_hugo(text));
            assert_eq!(crate::edits::apply(text, edits), expected);
        }
    }

    #[test]
    fn html_outside_of_code() {
        for (code, expected) in [("", "<p>a</p> <b> <p>c</p>"), ("<b>", "<p>a</p> <p>c</p>")] {
            let text = "<p>a</p>\n\n<b>\n\n<p>c</p>";
            let code = text.find(code).filter(|_| !code.is_empty());
            let code: Vec<_> = code.map(|at| at - 1..at + 4).into_iter().collect();
            let found = html_blocks(text, &code).into_iter();
            let found: Vec<&str> = found.map(|one| text[one.range].trim()).collect();
            assert_eq!(found.join(" "), expected);
        }
    }

    #[test]
    fn code_in_bodies() {
        let site = Site::default();
        let text = "{{< code-toggle file=hugo >}}\na = 1\n{{< /code-toggle >}}\n{{< note >}}\nb\n{{< /note >}}";
        let calls = crate::shortcodes::of_hugo(text);
        let toml = Some("toml");
        assert_eq!(code_bodies(&site, text, &calls), [toml, toml, None, None]);
    }

    #[test]
    fn space_around_tags() {
        for (text, block, expected) in [
            ("above\n<A>\nbelow", None, "above\n\n<A>\n\nbelow"),
            (
                "- above\n  <A>\n  below",
                None,
                "- above\n\n  <A>\n\n  below",
            ),
            (
                "above\n\n  <A>  \n\nbelow",
                None,
                "above\n\n  <A>  \n\nbelow",
            ),
            ("<A>", None, "<A>"),
            ("beside <A>", None, "beside <A>"),
            ("> <A>\n", None, "> <A>\n"),
            ("> a\n> <A>\n> b", None, "> a\n>\n> <A>\n>\n> b"),
            ("> a <A>\n", Some("> "), "> a \n>\n> <A>\n"),
            ("above\n<A>.\n", Some(""), "above\n\n<A>\n\n.\n"),
            ("  beside <A>\n", Some("  "), "  beside \n\n  <A>\n"),
            ("<A> beside\n", Some(""), "<A>\n\n beside\n"),
            ("- a\n  <A>\n", Some(""), "- a\n\n<A>\n"),
        ] {
            let start = text.find("<A>").unwrap();
            let span = start..start + 3;
            let found = space(text, &span, false, block);
            let indent = found.indent.unwrap_or_default();
            let edit = format!("{}{indent}<A>{}", found.before, found.after);
            let span = found.start..span.end;
            assert_eq!(crate::edits::apply(text, vec![(span, edit)]), expected);
        }
    }
}
