//! Replaces the tags of Jekyll, and the attributes of Kramdown.

use std::collections::BTreeMap;

use content::Code;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::copies::relative;
use crate::edits::{Edit, apply, is_within};
use crate::kramdown_html::with_markdown;
use crate::model::{Page, Site};
use crate::shortcodes::{Call, Form, Usages, arguments_of, paired, tag, template_tags};
use crate::targets::Targets;
use crate::values::texts;

/// Tags of Liquid and of Jekyll itself. Those of plugins become components.
const TAGS: [&str; 28] = [
    "assign",
    "break",
    "capture",
    "case",
    "comment",
    "continue",
    "cycle",
    "decrement",
    "else",
    "elsif",
    "feed_meta",
    "for",
    "highlight",
    "if",
    "include",
    "include_cached",
    "include_relative",
    "increment",
    "layout",
    "link",
    "liquid",
    "post_url",
    "raw",
    "render",
    "seo",
    "tablerow",
    "unless",
    "when",
];

/// Tags around what a program shows several times, or in one case of several.
const BLOCKS: [&str; 5] = ["capture", "case", "for", "tablerow", "unless"];

/// Address in the place of one that is a program.
const UNKNOWN: &str = "liquid:unknown";

/// Replaces the tags of Liquid that have a meaning in Markdown. Returns the text, and the offset of the first program in the old
/// text that was left out.
pub fn without_liquid(
    text: &str,
    site: &Site,
    page: &Page,
    target: &str,
    targets: &Targets,
    usages: &Usages,
) -> (String, Option<usize>) {
    let mut edits: Vec<Edit> = Vec::new();
    let mut raw = false;
    // Whether the last comment of Liquid is within one of HTML.
    let mut in_comment = false;
    let mut first = None;
    // Start and name of the block that is left out, and how many of its kind are open.
    let mut block: Option<(usize, &str, usize)> = None;
    let calls: BTreeMap<usize, Call> = of_liquid(text)
        .into_iter()
        .map(|call| (call.span.start, call))
        .collect();
    // Whether the attribute of HTML that the last tag begins goes on, and where that tag ends.
    let (mut is_attribute, mut last_end) = (false, 0);
    for span in template_tags(text) {
        let before = &text[..span.start];
        is_attribute = before.ends_with("=\"")
            || before.ends_with("='")
            || is_attribute && last_end == span.start;
        last_end = span.end;
        let is_tag = text[span.clone()].starts_with("{%");
        let inner = text[span.start + 2..span.end - 2].trim_matches('-').trim();
        let (word, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let new = match (is_tag, word) {
            (true, "raw") => {
                raw = true;
                Some(String::new())
            }
            (true, "endraw") => {
                raw = false;
                Some(String::new())
            }
            _ if raw => None,
            (true, "comment") => {
                in_comment = before.trim_end().ends_with("<!--");
                Some(if in_comment { "" } else { "<!--" }.to_owned())
            }
            (true, "endcomment") => Some(if in_comment { "" } else { "-->" }.to_owned()),
            (true, "post_url") => {
                let name = rest.trim_matches(['"', '\'']);
                let ends = [".md", ".markdown", ".html"].map(|end| format!("_posts/{name}{end}"));
                let file = targets
                    .by_source
                    .iter()
                    .find(|(old, _)| ends.iter().any(|end| old.ends_with(end.as_str())));
                file.map(|(old, file)| address(old, file, target, targets, is_attribute))
            }
            (true, "link") => {
                let name = rest.trim_matches(['"', '\'', '/']);
                let file = targets.by_source.get(name);
                Some(file.map_or_else(
                    || format!("/{name}"),
                    |file| address(name, file, target, targets, is_attribute),
                ))
            }
            (true, _) if calls.contains_key(&span.start) => {
                let call = calls.get(&span.start);
                let known = call.map(|call| with_values(call, inner, site, page));
                if known.as_ref().is_some_and(|(_, is_complete)| !is_complete) {
                    first = first.or(Some(span.start));
                }
                known.map(|(call, _)| tag(&call, usages))
            }
            (false, _) => output(inner, site, page),
            _ => None,
        };
        // The URL of the home page, as in `[home]({{ site.url }})`.
        let is_whole = text[..span.start].ends_with(['(', '"', '\''])
            && text[span.end..].starts_with([')', '"', '\'']);
        let new = new.map(|new| {
            if new.is_empty() && is_whole {
                "/".to_owned()
            } else {
                new
            }
        });
        if raw && new.is_none() {
            continue;
        }
        if let Some((start, name, depth)) = &mut block {
            let is_end = word.strip_prefix("end") == Some(*name);
            *depth = if is_end {
                *depth - 1
            } else {
                *depth + usize::from(word == *name)
            };
            if *depth == 0 {
                edits.push((*start..span.end, String::new()));
                block = None;
            }
            continue;
        }
        if new.is_none() {
            first = first.or(Some(span.start));
            // Only the first case is kept.
            if is_tag && block.is_none() && ["else", "elsif"].contains(&word) {
                block = Some((span.start, "if", 1));
                continue;
            }
            if is_tag && let Some(name) = BLOCKS.iter().find(|one| **one == word) {
                block = Some((span.start, name, 1));
                continue;
            }
        }
        let is_address = !is_tag && new.is_none();
        let after = &text[span.end..];
        let line = text[..span.start].rsplit('\n').next().unwrap_or_default();
        let is_definition = line.starts_with('[') && line.trim_end().ends_with("]:");
        let is_of_link = line.ends_with("](") && after.starts_with([')', ' ']);
        if is_address && (is_definition || is_of_link) {
            edits.push((span, UNKNOWN.to_owned()));
        } else if is_address && line.ends_with('<') && after.starts_with('>') {
            edits.push((span.start - 1..span.end + 1, String::new()));
        } else {
            edits.push((span, new.unwrap_or_default()));
        }
    }
    (
        without_unknown(&with_markdown(&without_attributes(&apply(text, edits)))),
        first,
    )
}

/// Replaces links and pictures whose address is [`UNKNOWN`] by their labels, and removes definitions with it.
fn without_unknown(text: &str) -> String {
    if !text.contains(UNKNOWN) {
        return text.to_owned();
    }
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let definitions = parser.reference_definitions().iter();
    let definitions = definitions.filter(|(_, one)| one.dest.as_ref() == UNKNOWN);
    let mut edits: Vec<Edit> = definitions
        .map(|(_, one)| (one.span.clone(), String::new()))
        .collect();
    // Whether the address of each link and picture around the event is unknown, and the end of the last event.
    let (mut around, mut last_end): (Vec<bool>, usize) = (Vec::new(), 0);
    for (event, range) in parser.into_offset_iter() {
        let mut end = range.end;
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let is_unknown = dest_url.as_ref() == UNKNOWN;
                around.push(is_unknown);
                let label = text[range.clone()].find('[').map_or(0, |at| at + 1);
                end = range.start + label;
                if is_unknown {
                    edits.push((range.start..end, String::new()));
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) if around.pop() == Some(true) => {
                edits.push((last_end..range.end, String::new()));
            }
            _ => {}
        }
        last_end = end;
    }
    apply(text, edits)
}

/// Returns the address of a page in Markdown, which is that of its file, or in an attribute of HTML.
fn address(old: &str, file: &str, target: &str, targets: &Targets, is_attribute: bool) -> String {
    let url = targets.by_file.get(old).filter(|_| is_attribute);
    url.cloned().unwrap_or_else(|| relative(target, file))
}

/// Returns a call with the values of the variables in its arguments, and whether all are known. `inner` is the source text of the tag.
fn with_values(call: &Call, inner: &str, site: &Site, page: &Page) -> (Call, bool) {
    let is_literal = |value: &str| {
        value.parse::<f64>().is_ok() || ["true", "false", "nil", "blank"].contains(&value)
    };
    let mut is_complete = true;
    let arguments = call.arguments.iter().filter_map(|(key, value)| {
        let is_variable =
            value.contains('.') && !is_literal(value) && inner.contains(&format!("{key}={value}"));
        let known = if is_variable && inner.starts_with("include") {
            output(value, site, page)
        } else {
            Some(value.clone())
        };
        is_complete &= known.is_some();
        Some((key.clone(), known?))
    });
    let arguments = arguments.collect();
    let call = Call {
        arguments,
        span: call.span.clone(),
        name: call.name.clone(),
        programs: call.programs.clone(),
        form: call.form,
    };
    (call, is_complete)
}

/// Removes Kramdown's lists of attributes, and gives headings the ids in them.
fn without_attributes(text: &str) -> String {
    let code = Code::of(text).all();
    let mut edits: Vec<Edit> = Vec::new();
    let (mut line, mut is_below_heading) = (0, false);
    for (start, _) in text.match_indices("{:") {
        let inner = &text[start + 2..];
        let end = inner
            .find(['}', '{', '\n'])
            .filter(|end| inner[*end..].starts_with('}'));
        let Some(end) = end.filter(|end| *end > 0 && !is_within(&code, start)) else {
            continue;
        };
        let (attributes, length) = (&inner[..end], end + 2);
        let id = attributes
            .split_whitespace()
            .find_map(|one| one.strip_prefix('#'));
        while let Some(end) = text[line..start].find('\n') {
            is_below_heading = text[line..].starts_with('#');
            line += end + 1;
        }
        // An id on the line below a heading becomes an id of the heading.
        match id {
            Some(id) if is_below_heading && line == start => {
                edits.push((line - 1..line - 1, format!(" {{#{id}}}")));
                edits.push((start..start + length + 1, String::new()));
            }
            _ => edits.push((start..start + length + 1, String::new())),
        }
    }
    apply(text, edits)
}

/// Returns the includes and the tags of plugins in a text of Jekyll.
pub fn of_liquid(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut raw = false;
    for span in template_tags(text) {
        if !text[span.clone()].starts_with("{%") {
            continue;
        }
        let inner = text[span.start + 2..span.end - 2].trim_matches('-').trim();
        let (word, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        raw = (raw || word == "raw") && word != "endraw";
        if raw || word.is_empty() {
            continue;
        }
        if word.starts_with("include") {
            calls.extend(include(rest).map(|call| Call { span, ..call }));
            continue;
        }
        let (name, form) = match word.strip_prefix("end") {
            Some(name) if !name.is_empty() => (name, Form::Close),
            _ => (word, Form::Open),
        };
        let is_name = name
            .chars()
            .all(|one| one.is_alphanumeric() || "_-".contains(one));
        if is_name && !TAGS.contains(&name) {
            calls.push(Call {
                span,
                name: name.to_owned(),
                arguments: arguments_of(rest, &[]),
                programs: Vec::new(),
                form,
            });
        }
    }
    paired(calls)
}

/// Returns the call that an `include` of Liquid is; `None` for one whose name is a variable.
fn include(rest: &str) -> Option<Call> {
    let (file, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if file.contains('{') || file.is_empty() {
        return None;
    }
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    Some(Call {
        span: 0..0,
        name: name.to_owned(),
        arguments: arguments_of(arguments, &[]),
        programs: Vec::new(),
        form: Form::Alone,
    })
}

/// Returns the text of an output of Liquid, if it is known: the URL of the site, and filters that make URLs.
fn output(inner: &str, site: &Site, page: &Page) -> Option<String> {
    let mut parts = inner.split('|').map(str::trim);
    let value = parts.next()?;
    let quoted = value
        .strip_prefix(['"', '\''])
        .and_then(|one| one.strip_suffix(['"', '\'']));
    let filters: Vec<&str> = parts.collect();
    let is_url = filters.iter().all(|one| {
        let name = one.split(':').next().unwrap_or_default().trim();
        matches!(
            name,
            "relative_url" | "absolute_url" | "prepend" | "url_encode" | "escape"
        )
    });
    match (value, quoted) {
        ("site.baseurl" | "site.url" | "site.github.url", _) if is_url => Some(String::new()),
        (_, None) if filters.is_empty() => {
            let of_page = value.strip_prefix("page.").map(|key| (key, &page.fields));
            let of_site = || Some((value.strip_prefix("site.")?, &site.params));
            let (key, table) = of_page.or_else(of_site)?;
            texts(table.get(key).filter(|one| !one.is_array()))
                .into_iter()
                .next()
        }
        (_, Some(text)) if is_url && !filters.is_empty() => {
            Some(format!("/{}", text.trim_start_matches('/')))
        }
        (_, Some(text)) if filters.is_empty() => Some(text.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::REPEATED;

    #[test]
    fn programs() {
        let site = Site {
            params: crate::values::from_toml("a = 'A'\nlist = ['B']").unwrap(),
            ..Site::default()
        };
        let page = Page {
            fields: crate::values::from_toml("title = 'T'\nyear = 2020").unwrap(),
            ..Page::new(&diagnostic::Source::new("a.md", ""))
        };
        for (text, expected, first) in [
            (
                "{{ page.title }} {{ page.year }} {{ site.a }}",
                "T 2020 A",
                None,
            ),
            ("a {% if b %}c{% else %}d{% endif %} e", "a c e", Some(2)),
            ("{{ site.list }}.", ".", Some(0)),
            ("[a]({{ site.url }}) {{ site.url }}/b", "[a](/) /b", None),
            (
                "a\n{% for b in c %}{{ b }}{% for d in e %}{% endfor %}\n{% endfor %}\nf",
                "a\n\nf",
                Some(2),
            ),
            (
                "* <{{ r.url }}>\n\nSee [*x*][1], [\\_y], [![z]({{ r.url }})](/z) or [w]({{ r.url }} \"W\").\n\n[1]: {{ r.url }}\n[\\_y]: {{ r.url }}",
                "* \n\nSee *x*, \\_y, [z](/z) or w.\n\n\n",
                Some(3),
            ),
            ("{% for b in c %} d", "{% for b in c %} d", Some(0)),
            (
                "{% raw %}{% for %}{{ a }}{% endraw %}",
                "{% for %}{{ a }}",
                None,
            ),
            (
                "Objects: {% raw %}`{{`{% endraw %} and {% raw %}`}}`{%- endraw -%}, {% raw %}{%{% endraw %}",
                "Objects: `{{` and `}}`, {%",
                None,
            ),
            (
                "{% include nb.html a=page.title b=3 c=\"page.title\" d=1.5 %}",
                "<Nb a=\"T\" b=\"3\" c=\"page.title\" d=\"1.5\" />",
                None,
            ),
            (
                "{% include nb.html a=post.title b=\"x\" %}",
                "<Nb b=\"x\" />",
                Some(0),
            ),
            (
                "<a href=\"{{ site.baseurl }}{% link b.md %}\"> [b]({% link b.md %})",
                "<a href=\"/b.html\"> [b](b.md)",
                None,
            ),
            (
                "<!-- {% comment %} a {% endcomment %} -->{% comment %}b{% endcomment %}",
                "<!--  a  --><!--b-->",
                None,
            ),
            (
                "{% tip a %}\nb\n{% endtip %} {% gallery c=d %}",
                "<Tip arg1=\"a\">\nb\n</Tip> <Gallery c=\"d\" />",
                None,
            ),
        ] {
            let mut usages = Usages::new();
            crate::shortcodes::survey(&of_liquid(text), &mut usages);
            let targets = Targets {
                by_source: [("b.md".to_owned(), "content/pages/b.md".to_owned())].into(),
                by_file: [("b.md".to_owned(), "/b.html".to_owned())].into(),
                ..Targets::default()
            };
            let target = "content/pages/a.md";
            let (found, at) = without_liquid(text, &site, &page, target, &targets, &usages);
            assert_eq!((found.as_str(), at), (expected, first));
        }
    }

    #[test]
    fn attributes_of_kramdown() {
        for (text, expected) in [
            (
                "## A\n{: #b .c}\n\nText.\n{: .d}\n",
                "## A {#b}\n\n\nText.\n\n",
            ),
            ("[A](/a){: .b}, `{: .c}`, {:", "[A](/a), `{: .c}`, {:"),
            ("{: #a}\n# B\n", "\n# B\n"),
            (
                "<div>\na\n</div>\n```md\nb\n{: .c}\n```\n\nd\n{: .e}\n",
                "<div>\na\n</div>\n```md\nb\n{: .c}\n```\n\nd\n\n",
            ),
        ] {
            assert_eq!(without_attributes(text), expected);
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in REPEATED {
            let text = part.repeat(200_000);
            assert!(of_liquid(&text).len() <= 200_000);
            assert!(template_tags(&text).len() <= 200_000);
            assert!(without_attributes(&text).len() <= text.len() + 1_000_000);
        }
    }
}
