//! Rewrites the text of a document: shortcodes to components, and links to the files and URLs of the new site.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use crate::alerts::with_alerts;
use crate::blocks::{
    Space, code_bodies, empty_line, html_at, html_blocks, indented_bodies, indents, space,
    without_indentation,
};
use crate::builtins::{is_embed, replacement};
use crate::comments::without_empty_lines;
use crate::copies::Copies;
use crate::edits::{Edit, apply, code, fenced, is_within};
use crate::emoji::with_emoji;
use crate::goldmark::{with_double_tildes, with_whole_heads};
use crate::heading_ids::{Ids, with_braces, with_ids};
use crate::highlights::{fence_around, with_fences};
use crate::hugo_includes::with_includes;
use crate::hugo_inline::without_inline;
use crate::kramdown::{with_abbreviations, without_extensions};
use crate::kramdown_lines::as_here;
use crate::links::{of_argument, with_links};
use crate::liquid::{of_liquid, without_liquid};
use crate::liquid_values::with_known;
use crate::markdoc::of_markdoc;
use crate::model::{Page, Site};
use crate::scripts::without_scripts;
use crate::shortcodes::{Call, Form, Usages, component_name, of_hugo, of_zola, tag};
use crate::targets::Targets;
use crate::whole_pages::{head, without_frame};
use crate::{mdx, mdx_programs};

/// Returns the calls of shortcodes in the text of a page outside of code.
pub fn calls(site: &Site, page: &Page, text: &str) -> Vec<Call> {
    let calls = match site.generator {
        "Zola" => of_zola(text),
        "Hugo" => of_hugo(text),
        "Astro" if page.source.path.ends_with(".mdx") => return mdx::calls(text, &mdx::code(text)),
        "Astro" if page.source.path.ends_with(".mdoc") => of_markdoc(text),
        "Astro" => return mdx::calls(text, &code(text)),
        // Liquid also runs in code.
        _ => return of_liquid(text),
    };
    let code = code(text);
    let is_code = |call: &Call| is_within(&code, call.span.start);
    // Calls whose end is still to come, by name. An end belongs to its beginning, even if an indented line makes it code.
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_run = |call: &Call| match call.form {
        Form::Escaped => true,
        Form::Alone => !is_code(call),
        Form::Open if is_code(call) => false,
        Form::Open => {
            *open.entry(call.name.clone()).or_default() += 1;
            true
        }
        Form::Close => open.get_mut(&call.name).is_some_and(|count| {
            let is_open = *count > 0;
            *count = count.saturating_sub(1);
            is_open
        }),
    };
    calls.into_iter().filter(|call| is_run(call)).collect()
}

/// Returns the text of a page of the old site, without what only a compiler reads.
fn plain<'t>(site: &Site, page: &'t Page) -> Cow<'t, str> {
    let text = &page.source.text[page.body.clone()];
    if site.generator == "Astro" && page.source.path.ends_with(".mdx") {
        return Cow::Owned(mdx::plain(text));
    }
    let plain = if site.generator == "Hugo" {
        let plain = without_inline(text).map_or(Cow::Borrowed(text), Cow::Owned);
        let plain = with_includes(site, page, plain);
        if plain.contains("```{") {
            Cow::Owned(without_braces(&plain))
        } else {
            plain
        }
    } else if site.generator == "Jekyll" {
        with_known(site, page, text)
    } else {
        Cow::Borrowed(text)
    };
    with_fences(site, plain)
}

/// Returns the text of a page of the old site, without what only a compiler reads, as a part of a page.
pub fn body<'t>(site: &Site, page: &'t Page) -> Cow<'t, str> {
    let plain = plain(site, page);
    if page.source.path.ends_with(".mdx") {
        return plain;
    }
    if page.source.path.ends_with(".txt") {
        let fence = fence_around(&plain);
        return Cow::Owned(format!(
            "{fence}text\n{}\n{fence}\n",
            plain.trim_matches('\n')
        ));
    }
    let plain = without_frame(&plain).map_or(plain, Cow::Owned);
    if page.source.path.ends_with(".html") || page.source.path.ends_with(".htm") {
        return Cow::Owned(as_one_block(&plain));
    }
    plain
}

/// Writes the language of code, and the lines that are marked, as elsewhere, where Hugo has them in braces alone, as in
/// `{r echo=FALSE}`.
fn without_braces(text: &str) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    for range in fenced(text) {
        let block = &text[range.clone()];
        let line = block.lines().next().unwrap_or_default();
        let info = line.trim_start_matches(['`', '~']);
        let marks = line.len() - info.len();
        let inner = info
            .trim()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let Some(inner) = inner.filter(|_| marks >= 3) else {
            continue;
        };
        let end = inner.find([' ', ',', '=']).unwrap_or(inner.len());
        let language = if inner[end..].starts_with('=') {
            ""
        } else {
            &inner[..end]
        };
        let lines = inner
            .split_once("hl_lines=[")
            .and_then(|(_, rest)| rest.split_once(']'));
        let lines = lines.map_or(String::new(), |(lines, _)| {
            format!(" marks=\"{}\"", lines.replace(['"', ' '], ""))
        });
        let language = match (language, lines.as_str()) {
            ("", "") => "",
            ("", _) => "text",
            (language, _) => language.trim_start_matches('.'),
        };
        let start = range.start + marks;
        edits.push((start..start + info.len(), format!("{language}{lines}")));
    }
    apply(text, edits)
}

/// Removes empty lines from HTML, so that Markdown does not take what follows them for paragraphs or, indented, for code. Those of
/// preformatted text become entities.
fn as_one_block(html: &str) -> String {
    let mut result = String::with_capacity(html.len());
    let mut is_literal = false;
    for line in html.split_inclusive('\n') {
        match (line.trim().is_empty(), is_literal) {
            (false, _) => result.push_str(line),
            (true, true) => result.push_str("&#10;"),
            (true, false) => {}
        }
        is_literal = (is_literal || line.contains("<pre")) && !line.contains("</pre>");
    }
    result
}

/// Returns the text of a page in the new file `target`.
pub fn convert(
    site: &Site,
    page: &Page,
    target: &str,
    targets: &Targets,
    pictures: &mut Copies<'_>,
    usages: &Usages,
) -> String {
    if let Some(head) = head(&plain(site, page)) {
        let head = (Arc::clone(&page.source), head.to_owned());
        pictures.losses.heads.push(head);
    }
    let text = &body(site, page);
    let text = match site.generator {
        "Jekyll" => {
            let (text, has_contents) = without_extensions(&with_abbreviations(text));
            if has_contents {
                pictures.losses.contents.push(Arc::clone(&page.source));
            }
            let (new, program) = without_liquid(&text, site, page, target, targets, usages);
            if let Some(start) = program {
                let line = text[start..].lines().next().unwrap_or_default().to_owned();
                pictures
                    .losses
                    .programs
                    .push((Arc::clone(&page.source), line));
            }
            let new = with_literal_names(&new, usages);
            if page.source.path.ends_with(".html") {
                new
            } else {
                as_here(&new)
            }
        }
        _ => with_components(site, text, page, target, targets, pictures, usages),
    };
    let text = if page.source.path.ends_with(".mdx") {
        let (text, program) = mdx_programs::with_values(&text, page, site.math);
        let program = program.map(|program| (Arc::clone(&page.source), program));
        pictures.losses.programs.extend(program);
        text
    } else {
        text
    };
    let text = match site.generator {
        "Hugo" => with_ids(
            &with_braces(&with_whole_heads(&with_double_tildes(&text, true))),
            site.ids,
        ),
        "Astro" => with_ids(&with_braces(&with_double_tildes(&text, false)), site.ids),
        "Jekyll" if site.emoji => with_ids(&with_braces(&text), Ids::JEMOJI),
        "Jekyll" => with_braces(&text),
        _ => with_double_tildes(&text, false),
    };
    let text = with_alerts(&text);
    let text = if site.emoji { with_emoji(&text) } else { text };
    let text = without_empty_lines(&text, site.generator == "Jekyll");
    let url = targets.url(page);
    let text = without_scripts(&text, &url, &mut pictures.scripts, &mut pictures.hosts);
    with_links(&text, page, target, targets, pictures)
}

/// Replaces shortcodes by components, or by Markdown where it can say the same.
fn with_components(
    site: &Site,
    text: &str,
    page: &Page,
    target: &str,
    targets: &Targets,
    pictures: &mut Copies<'_>,
    usages: &Usages,
) -> String {
    let calls = calls(site, page, text);
    let bodies = code_bodies(site, text, &calls);
    let mut edits: Vec<Edit> = Vec::new();
    let mut end_of_space = usize::MAX;
    // Indentation of the beginnings that have no end yet, by name; none for those within a line.
    let mut open: HashMap<&str, Vec<Option<&str>>> = HashMap::new();
    let indents = indents(text, &calls);
    let html = match site.generator {
        "Astro" => Vec::new(),
        _ => html_blocks(text, &code_ranges(&calls, &bodies)),
    };
    // Blocks of HTML with an empty line, after which an indented line would be code.
    let mut divided: BTreeSet<usize> = BTreeSet::new();
    edits.extend(unknown_tags(text, &calls, &bodies));
    for ((call, body), indent) in calls.iter().zip(bodies).zip(indents) {
        if call.form == Form::Escaped {
            let written = &text[call.span.clone()];
            let shown = written.replacen("/*", "", 1).replacen("*/", "", 1);
            edits.push((call.span.clone(), shown));
            continue;
        }
        let written = &text[..call.span.start];
        if let Some(markdown) = replacement(site, page, call, written, target, targets) {
            if is_embed(site, call) {
                let call = (Arc::clone(&page.source), text[call.span.clone()].to_owned());
                pictures.losses.embeds.push(call);
            }
            // In HTML, only a paragraph of its own is Markdown.
            let is_block = markdown.starts_with("![") || markdown.contains('\n');
            // A figure with a caption ends the paragraph that it is in.
            let block = markdown.starts_with("<figure").then_some("");
            let space = space(text, &call.span, false, block);
            let indent = space
                .indent
                .filter(|_| is_block && call.form == Form::Alone);
            let indent = indent.map(|indent| match html_at(&html, call.span.start) {
                Some(index) => {
                    divided.insert(index);
                    html[index].indent.as_str()
                }
                None => indent,
            });
            if let Some(indent) = indent {
                let lines = markdown.replace('\n', &format!("\n{indent}"));
                let (before, after) = (&space.before, &space.after);
                edits.push((
                    space.start..call.span.end,
                    format!("{before}{indent}{lines}{after}"),
                ));
            } else {
                edits.push((call.span.clone(), markdown));
            }
            continue;
        }
        let tag = tag(&with_addresses(call, page, targets, pictures), usages);
        let between = text.get(end_of_space..call.span.start);
        let is_after_space = between.is_some_and(|one| one.trim().is_empty());
        let block = match call.form {
            Form::Open => indent,
            Form::Close => open
                .get_mut(call.name.as_str())
                .and_then(Vec::pop)
                .flatten(),
            Form::Alone | Form::Escaped => None,
        };
        let mut space = space(text, &call.span, is_after_space, block);
        match html_at(&html, call.span.start).filter(|_| space.indent.is_some()) {
            // A component within HTML is run where it is.
            Some(_) if call.form == Form::Alone => space = Space::none(&call.span),
            Some(index) => {
                divided.insert(index);
                space.indent = Some(&html[index].indent);
            }
            None => {}
        }
        if call.form == Form::Open {
            open.entry(&call.name).or_default().push(space.indent);
        }
        let (before, after) = (&space.before, &space.after);
        let indent = space.indent.unwrap_or_default();
        let empty = empty_line(indent);
        let new = match (body, call.form) {
            (Some(language), Form::Open) => {
                format!("{before}{indent}{tag}\n{empty}\n{indent}```{language}")
            }
            (Some(_), _) => format!("{indent}```\n{empty}\n{indent}{tag}{after}"),
            (None, _) => format!("{before}{indent}{tag}{after}"),
        };
        if !after.is_empty() {
            end_of_space = call.span.end;
        }
        edits.push((space.start..call.span.end, new));
    }
    let is_divided = |at: usize| html_at(&html, at).is_some_and(|index| divided.contains(&index));
    let moved = indented_bodies(text, &calls).into_iter();
    edits.extend(moved.filter(|(range, _)| !is_divided(range.start)));
    for index in &divided {
        edits.extend(without_indentation(text, &html[*index], &calls));
    }
    apply(text, edits)
}

/// Elements of HTML that texts may name with a capital letter.
const ELEMENTS: [&str; 24] = [
    "body", "br", "center", "code", "details", "div", "em", "font", "form", "hr", "iframe", "img",
    "input", "li", "pre", "small", "span", "strong", "table", "td", "th", "tr", "ul", "video",
];

/// Returns the byte ranges of the bodies that become code blocks.
fn code_ranges(calls: &[Call], bodies: &[Option<&str>]) -> Vec<Range<usize>> {
    let around = calls.iter().zip(bodies).filter(|(_, body)| body.is_some());
    let around: Vec<&Call> = around.map(|(call, _)| call).collect();
    let pairs = around.chunks_exact(2);
    pairs
        .map(|pair| pair[0].span.end..pair[1].span.start)
        .collect()
}

/// Returns the changes that show names in angle brackets, such as `<String>`, which would be components here. Browsers would not show them
/// either, so code was meant. `bodies` says which calls are around code.
fn unknown_tags(text: &str, calls: &[Call], bodies: &[Option<&str>]) -> Vec<Edit> {
    let code = code(text);
    let bodies = code_ranges(calls, bodies);
    let is_code = |at: usize| is_within(&code, at) || is_within(&bodies, at);
    let is_call = |at: &usize| {
        calls
            .binary_search_by_key(at, |call| call.span.start)
            .is_ok()
    };
    let mut edits = Vec::new();
    for (start, _) in text.match_indices('<') {
        let rest = &text[start + 1..];
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let name = rest
            .split(|one: char| !one.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        let is_name = name.starts_with(|one: char| one.is_ascii_uppercase())
            && name.contains(|one: char| one.is_ascii_lowercase());
        let is_end = rest[name.len()..].starts_with(['>', ' ', '<', '/', ',']);
        let is_written = text[..start].ends_with(['\\', '{', '<']);
        let is_html = ELEMENTS.contains(&name.to_ascii_lowercase().as_str());
        let is_shown = is_name && is_end && !is_html;
        if is_shown && !is_written && !is_call(&start) && !is_code(start) {
            edits.push((start..start + 1, "&lt;".to_owned()));
        }
    }
    edits
}

/// Shows names in angle brackets that would be components here, unless a call became the component.
fn with_literal_names(text: &str, usages: &Usages) -> String {
    let mut edits = unknown_tags(text, &[], &[]);
    if edits.is_empty() {
        return text.to_owned();
    }
    let components: BTreeSet<String> = usages.keys().map(|one| component_name(one)).collect();
    edits.retain(|(range, _)| {
        let rest = &text[range.end..];
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric());
        !components.contains(&rest[..end.unwrap_or(rest.len())])
    });
    apply(text, edits)
}

/// Arguments that are addresses.
const ADDRESSES: [&str; 5] = ["href", "link", "src", "to", "url"];

/// Returns a call whose arguments have the new addresses of pages and pictures, and, in Markdown, of files of Zola such as
/// `@/blog/soil.md`.
fn with_addresses(call: &Call, page: &Page, targets: &Targets, pictures: &mut Copies<'_>) -> Call {
    let arguments = call.arguments.iter().map(|(key, value)| {
        let mut parts = value.split("](@/");
        let mut new = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(['#', ')']).unwrap_or(part.len());
            let url = targets.by_file.get(&format!("content/{}", &part[..end]));
            new.push_str("](");
            new.push_str(url.map_or(&part[..end], String::as_str));
            new.push_str(&part[end..]);
        }
        let is_address = ADDRESSES.contains(&key.as_str());
        let address = is_address.then(|| of_argument(value, page, targets, pictures));
        (key.clone(), address.flatten().unwrap_or(new))
    });
    Call {
        arguments: arguments.collect(),
        span: call.span.clone(),
        name: call.name.clone(),
        programs: call.programs.clone(),
        form: call.form,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_as_markdown() {
        for (text, expected) in [
            (
                "<div>\n\n    <p>a</p>\n \n</div>\n",
                "<div>\n    <p>a</p>\n</div>\n",
            ),
            ("<pre>\n\na</pre>\n\n<p>\n", "<pre>\n&#10;a</pre>\n<p>\n"),
        ] {
            assert_eq!(as_one_block(text), expected);
        }
    }

    #[test]
    fn code_in_braces() {
        for (text, expected) in [
            ("```{r, echo=FALSE}\n1\n```\n", "```r\n1\n```\n"),
            (
                "```{hl_lines=[2,\"4-6\"]}\n1\n```\n",
                "```text marks=\"2,4-6\"\n1\n```\n",
            ),
            ("```{linenos=true}\n1\n```\n", "```\n1\n```\n"),
            (
                "```go {hl_lines=[2]}\n1\n```\n",
                "```go {hl_lines=[2]}\n1\n```\n",
            ),
            ("````\n```{r}\n```\n````\n", "````\n```{r}\n```\n````\n"),
            (
                "a\n\n    ```{r}\n    1\n    ```\n",
                "a\n\n    ```{r}\n    1\n    ```\n",
            ),
            (
                "- a\n\n      ```{r, eval=TRUE}\n      ```\n",
                "- a\n\n      ```{r, eval=TRUE}\n      ```\n",
            ),
            ("- a\n\n  ```{r}\n  ```\n", "- a\n\n  ```r\n  ```\n"),
            ("`{a}`", "`{a}`"),
        ] {
            assert_eq!(without_braces(text), expected);
        }
    }

    #[test]
    fn names_in_angle_brackets() {
        for (text, expected) in [
            (
                "Box<Error>, `Vec<String>`, Map<String, u8>",
                "Box&lt;Error>, `Vec<String>`, Map&lt;String, u8>",
            ),
            (
                "<Strong>a</Strong> <BR> \\<Key> <Https://a.example>",
                "<Strong>a</Strong> <BR> \\<Key> <Https://a.example>",
            ),
            (
                "{{< code >}}\nBox<Error>\n{{< /code >}} </Error>",
                "{{< code >}}\nBox<Error>\n{{< /code >}} &lt;/Error>",
            ),
        ] {
            let calls = of_hugo(text);
            let bodies = code_bodies(&Site::default(), text, &calls);
            assert_eq!(apply(text, unknown_tags(text, &calls, &bodies)), expected);
        }
    }

    #[test]
    fn names_beside_components() {
        let mut usages = Usages::new();
        usages.entry("note-box".to_owned()).or_default();
        for (text, expected) in [
            (
                "A `Set<Int>`, Range<Int> <NoteBox a=\"b\" /> </NoteBox>",
                "A `Set<Int>`, Range&lt;Int> <NoteBox a=\"b\" /> </NoteBox>",
            ),
            ("<NoteBoxes />", "&lt;NoteBoxes />"),
            ("a < B", "a < B"),
        ] {
            assert_eq!(with_literal_names(text, &usages), expected);
        }
    }
}
