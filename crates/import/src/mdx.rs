//! MDX: components, imports, and directives in the text of a site of Astro.

use std::collections::BTreeMap;
use std::ops::Range;

use diagnostic::{lines, lines_in};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use crate::edits::{Edit, apply, is_within};
use crate::mdx_indent::without_indentation;
use crate::mdx_tag::{attributes, simple};
use crate::shortcodes::{Call, Form, arguments_of, paired};

/// Returns the byte ranges of code in MDX. A tag there begins no block of HTML, so what is below it is Markdown, and no indentation is
/// code.
pub fn code(text: &str) -> Vec<Range<usize>> {
    let mut shown = text.as_bytes().to_vec();
    for (at, line) in lines(text) {
        let start = at + line.len() - line.trim_start().len();
        let rest = &text[start..];
        let is_end = rest.starts_with("</");
        let name = rest.trim_start_matches(['<', '/']);
        let length = name.find(|one: char| !one.is_ascii_alphanumeric() && one != '.');
        let length = length.unwrap_or(name.len());
        if !rest.starts_with('<') || length == 0 {
            continue;
        }
        let name_end = start + 1 + usize::from(is_end) + length;
        let end = attributes(text, name_end).map(|found| found.end);
        let is_alone = |end: &usize| {
            text[*end..]
                .lines()
                .next()
                .unwrap_or_default()
                .trim()
                .is_empty()
        };
        if let Some(end) = end.filter(is_alone) {
            for sign in shown[start..end].iter_mut().filter(|one| **one != b'\n') {
                *sign = b' ';
            }
        }
    }
    let shown = String::from_utf8(shown).unwrap_or_else(|_| text.to_owned());
    let mut code = Vec::new();
    for (event, range) in Parser::new_ext(&shown, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                code.extend(fences(text, range));
            }
            Event::Start(Tag::CodeBlock(_)) | Event::Code(_) => code.push(range),
            _ => {}
        }
    }
    code
}

/// Returns the byte ranges of code between fences in a range of a text, however far they are indented.
fn fences(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, &str)> = None;
    for (at, line) in lines_in(text, range) {
        let words = line.trim();
        let marks = words.bytes().take_while(|one| b"`~".contains(one)).count();
        match open {
            Some((start, mark)) if words.starts_with(mark) && words.len() == marks => {
                found.push(start..at + line.len());
                open = None;
            }
            None if marks >= 3 => open = Some((at, &words[..marks])),
            _ => {}
        }
    }
    found
}

/// Returns whether a backslash makes the sign at an offset a sign of the text.
fn is_escaped(text: &str, offset: usize) -> bool {
    let before = &text[..offset];
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

/// Returns a text of MDX without imports, exports, and comments. An attribute that is an imported file becomes its path.
pub fn plain(text: &str) -> String {
    let text = &without_indentation(text);
    let code = code(text);
    let mut imports: BTreeMap<&str, &str> = BTreeMap::new();
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    let mut open = 0_i32;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        if is_within(&code, span.start) {
            continue;
        }
        let starts = line.starts_with("import ") || line.starts_with("export ");
        let is_program = starts && line.contains(['"', '\'', '{', '=']);
        if !is_program && open <= 0 {
            continue;
        }
        let brackets = |one: char| match one {
            '{' | '(' | '[' => 1,
            '}' | ')' | ']' => -1,
            _ => 0,
        };
        open = open.max(0) + line.chars().map(brackets).sum::<i32>();
        let import = line.strip_prefix("import ");
        if let Some((name, file)) = import.and_then(|rest| rest.split_once(" from ")) {
            let file = file.trim().trim_end_matches(';').trim_matches(['"', '\'']);
            imports.insert(name.trim(), file);
        }
        edits.push((span, String::new()));
    }
    for (start, open) in text.match_indices("={") {
        let inner = start + open.len();
        let Some(length) = text[inner..].find('}').filter(|length| *length < 200) else {
            continue;
        };
        let name = text[inner..inner + length].trim().trim_end_matches(".src");
        if let Some(file) = imports.get(name).filter(|_| !is_within(&code, start)) {
            edits.push((start..inner + length + 1, format!("=\"{file}\"")));
        }
    }
    for (start, open) in text.match_indices("<Fragment") {
        let name_end = start + open.len();
        if is_within(&code, start) {
            continue;
        }
        if let Some((html, end)) = html_of(text, name_end) {
            edits.push((start..end, html));
        } else if let Some(found) = attributes(text, name_end) {
            edits.push((start..found.end, String::new()));
        }
    }
    for (start, end) in text.match_indices("</Fragment>") {
        if !is_within(&code, start) {
            edits.push((start..start + end.len(), String::new()));
        }
    }
    for (start, open) in text.match_indices("style={{") {
        let inner = start + open.len();
        let length = text[inner..].find("}}").filter(|length| *length < 400);
        let style = length.and_then(|length| Some((length, style(&text[inner..inner + length])?)));
        if let Some((length, style)) = style.filter(|_| !is_within(&code, start)) {
            edits.push((start..inner + length + 2, format!("style=\"{style}\"")));
        }
    }
    // A bracket at the beginning of a line would be a quotation.
    for (start, _) in text.match_indices('>') {
        let before = text[..start].trim_end_matches('/');
        let kept = before.trim_end().len();
        let is_attribute = text[..kept].ends_with(['"', '\'', '}'])
            || text[..kept].ends_with(|one: char| one.is_ascii_lowercase());
        let space = &text[kept..before.len()];
        let is_tag = space.matches('\n').count() == 1 && in_tag(&text[..kept]);
        if is_attribute && is_tag && !is_within(&code, start) {
            edits.push((kept..before.len(), String::new()));
        }
    }
    for (start, name) in text.match_indices("className=") {
        if !is_within(&code, start) {
            edits.push((start..start + name.len(), "class=".to_owned()));
        }
    }
    let mut at = 0;
    while let Some(start) = text[at..].find("{/*").map(|start| at + start) {
        let Some(length) = text[start..].find("*/}") else {
            break;
        };
        at = start + length + 3;
        if !is_within(&code, start) {
            edits.push((start..at, String::new()));
        }
    }
    apply(text, edits)
}

/// Returns the HTML in `set:html={"…"} />` after the name of an element, and the offset after the tag.
fn html_of(text: &str, name_end: usize) -> Option<(String, usize)> {
    let rest = text[name_end..]
        .trim_start()
        .strip_prefix("set:html={")?
        .trim_start();
    let quote = rest.chars().next().filter(|one| "\"'`".contains(*one))?;
    let inner = &rest[1..];
    let mut is_escaped = false;
    let end = inner.find(|one| {
        let is_end = one == quote && !is_escaped;
        is_escaped = one == '\\' && !is_escaped;
        is_end
    })?;
    let html = if quote == '"' {
        serde_json::from_str(&rest[..end + 2]).ok()?
    } else {
        inner[..end].replace("\\n", "\n").replace('\\', "")
    };
    let after = inner[end + 1..].trim_start().strip_prefix('}')?;
    let after = after.trim_start().strip_prefix("/>")?;
    (!html.contains("${")).then(|| (html, text.len() - after.len()))
}

/// Returns whether a text ends within a tag of several lines.
fn in_tag(before: &str) -> bool {
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(1_000))..];
    let line = near.lines().next_back().unwrap_or_default();
    let open = near.rfind('<').filter(|open| {
        let rest = &near[open + 1..];
        rest.starts_with(|one: char| one.is_ascii_alphabetic())
            && !rest.contains(">\n")
            && !rest.contains("\n\n")
    });
    open.is_some() && !line.trim_start().starts_with('>')
}

/// Returns the style that the properties of an object are: `minWidth: "200px"` is `min-width: 200px`. Returns `None` for one with
/// expressions.
fn style(object: &str) -> Option<String> {
    let mut properties = Vec::new();
    for property in object.split(',').filter(|one| !one.trim().is_empty()) {
        let (key, value) = property.split_once(':')?;
        let value = simple(value)?;
        let key = key.trim().trim_matches(['"', '\'']);
        let is_name = key
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '-');
        if !is_name || value.contains(['"', ';', '{']) {
            return None;
        }
        let mut name = String::new();
        for one in key.chars() {
            if one.is_ascii_uppercase() {
                name.push('-');
            }
            name.push(one.to_ascii_lowercase());
        }
        let is_length = value.parse::<f64>().is_ok_and(|number| number != 0.0)
            && !["opacity", "flex", "order", "zoom"].contains(&name.as_str())
            && ![
                "z-index",
                "line-height",
                "font-weight",
                "flex-grow",
                "flex-shrink",
            ]
            .contains(&name.as_str());
        properties.push(format!(
            "{name}: {value}{}",
            if is_length { "px" } else { "" }
        ));
    }
    Some(properties.join("; "))
}

/// Returns the calls of components and directives in a text outside of code, which is at the given ranges.
pub fn calls(text: &str, code: &[Range<usize>]) -> Vec<Call> {
    let mut calls = directives(text, code);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|start| at + start) {
        at = start + 1;
        let is_end = bytes.get(at) == Some(&b'/');
        let name_start = at + usize::from(is_end);
        let is_name_start = bytes.get(name_start).is_some_and(u8::is_ascii_uppercase);
        if !is_name_start || is_escaped(text, start) || is_within(code, start) {
            continue;
        }
        let is_name = |one: &&u8| one.is_ascii_alphanumeric() || matches!(one, b'.' | b'_');
        let name_end = name_start + bytes[name_start..].iter().take_while(is_name).count();
        let name = text[name_start..name_end].to_owned();
        let Some(found) = attributes(text, name_end) else {
            continue;
        };
        at = found.end;
        calls.push(Call {
            span: start..found.end,
            name,
            arguments: found.arguments,
            programs: found.programs,
            form: match (is_end, found.is_closed) {
                (true, _) => Form::Close,
                (false, true) => Form::Alone,
                (false, false) => Form::Open,
            },
        });
    }
    calls.sort_by_key(|call| call.span.start);
    paired(calls)
}

/// Finds blocks such as `:::note[Title]` up to `:::`, and lines such as `::github{repo="a/b"}`.
fn directives(text: &str, code: &[Range<usize>]) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for (at, line) in lines(text) {
        let start = at + line.len() - line.trim_start().len();
        let words = line.trim();
        let colons = words.bytes().take_while(|one| *one == b':').count();
        if colons < 2 || is_within(code, start) {
            continue;
        }
        let span: Range<usize> = start..start + words.len();
        let rest = &words[colons..];
        let end = rest
            .find(|one: char| !(one.is_alphanumeric() || one == '-'))
            .unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        if name.is_empty() {
            if let Some(name) = open.pop().filter(|_| rest.trim().is_empty() && colons > 2) {
                calls.push(Call {
                    span,
                    name,
                    arguments: Vec::new(),
                    programs: Vec::new(),
                    form: Form::Close,
                });
            }
            continue;
        }
        let title = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (title, rest) = title.map_or((None, rest), |(title, rest)| (Some(title), rest));
        let inner = rest
            .trim()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        if !rest.trim().is_empty() && inner.is_none() {
            continue;
        }
        let mut arguments: Vec<(String, String)> = title
            .map(|title| ("title".to_owned(), title.to_owned()))
            .into_iter()
            .collect();
        arguments.extend(arguments_of(inner.unwrap_or_default(), &[]));
        let form = if colons == 2 {
            Form::Alone
        } else {
            open.push(name.to_owned());
            Form::Open
        };
        calls.push(Call {
            span,
            name: name.to_owned(),
            arguments,
            programs: Vec::new(),
            form,
        });
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcodes::{Usages, survey, tag};

    #[test]
    fn components() {
        for (text, expected) in [
            (
                "<Note kind=\"a\" big n={3} label={'b'} on:x={f} {...all} z={f(1)} />",
                "<Note kind=\"a\" big=\"true\" n=\"3\" label=\"b\" />",
            ),
            (
                "<Tabs.Item label={`a`}>\n*b*\n</Tabs.Item>",
                "<TabsItem label=\"a\"> </TabsItem>",
            ),
            ("<Pic src={one} alt=\"\" client:load/>", "<Pic alt=\"\" />"),
            (
                "<Card title=\"a\" body=\"b\" data-x='c' bodyText=\"d\">e</Card>",
                "<Card title=\"a\" arg_body=\"b\" data_x=\"c\" bodyText=\"d\"> </Card>",
            ),
            ("<p>a</p> a < B <Open {", ""),
            (
                ":::note[Mind this]{.x}\ntext\n:::",
                "<Note title=\"Mind this\" arg1=\".x\"> </Note>",
            ),
            ("::github{repo=\"a/b\"}", "<Github repo=\"a/b\" />"),
            (
                "<A1>\n```\n\n</A1>\n<B1 />\n````\n</A1>\n`<A1>` \\<K1>",
                "<A1> </A1>",
            ),
            (
                "<Steps>\n\n1. a\n\n        ```\n        :::b\n        ```\n\n   :::note\n   c\n   :::\n</Steps>",
                "<Steps> <Note> </Note> </Steps>",
            ),
            (":::\n:: \na :::b", ""),
        ] {
            let calls = calls(text, &code(text));
            let mut usages = Usages::new();
            survey(&calls, &mut usages);
            let tags: Vec<String> = calls.iter().map(|call| tag(call, &usages)).collect();
            assert_eq!(tags.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn what_only_the_compiler_reads() {
        for (text, expected) in [
            (
                "import A from './a.png';\nimport { B,\n  C } from 'b'\nText <B src={A.src} className=\"c\"/>{/* no */}.\n",
                "Text <B src=\"./a.png\" class=\"c\"/>.\n",
            ),
            (
                "<Fragment set:html={\"<b class=\\\"c\\\">{</b>\\n\"} />\n<Fragment slot=\"a\">d</Fragment> `<Fragment>`\n",
                "<b class=\"c\">{</b>\n\nd `<Fragment>`\n",
            ),
            (
                "<video\n  src=\"a\"\n  controls\n></video>\n",
                "<video\n  src=\"a\"\n  controls></video>\n",
            ),
            ("a\n> b\n\n<p>c</p>\n> d\n", "a\n> b\n\n<p>c</p>\n> d\n"),
            ("export const a = {\n  b: 1,\n};\n\nText\n", "\nText\n"),
            (
                "<p style={{ minWidth: \"2em\", margin: 8, zIndex: 1 }}>a</p> <p style={{ a: b() }}>",
                "<p style=\"min-width: 2em; margin: 8px; z-index: 1\">a</p> <p style={{ a: b() }}>",
            ),
            (
                "```js\nimport A from 'a'\n```\n",
                "```js\nimport A from 'a'\n```\n",
            ),
            ("import duties are due\n", "import duties are due\n"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
