//! Replaces the tags of Jekyll, and the attributes of Kramdown.

use crate::copies::relative;
use crate::edits::{Edit, apply, code, is_within};
use crate::kramdown::with_markdown;
use crate::model::Page;
use crate::shortcodes::{Call, Form, Usages, arguments_of, tag, template_tags};
use crate::targets::Targets;

/// Replaces the tags of Liquid that have a meaning in Markdown.
pub fn without_liquid(
    text: &str,
    page: &Page,
    target: &str,
    targets: &Targets,
    usages: &Usages,
) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    let mut raw = false;
    for span in template_tags(text) {
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
            (true, "highlight") => Some(format!("```{}", rest.trim())),
            (true, "endhighlight") => Some("```".to_owned()),
            (true, "comment") => Some("<!--".to_owned()),
            (true, "endcomment") => Some("-->".to_owned()),
            (true, "post_url") => {
                let name = rest.trim_matches(['"', '\'']);
                let ends = [".md", ".markdown", ".html"].map(|end| format!("_posts/{name}{end}"));
                let file = targets
                    .by_source
                    .iter()
                    .find(|(old, _)| ends.iter().any(|end| old.ends_with(end.as_str())));
                file.map(|(_, file)| relative(target, file))
            }
            (true, "link") => {
                let name = rest.trim_matches(['"', '\'', '/']);
                let file = targets.by_source.get(name);
                Some(file.map_or_else(|| format!("/{name}"), |file| relative(target, file)))
            }
            (true, "include") => include(rest).map(|call| tag(&call, usages)),
            (false, _) => output(inner, page),
            _ => None,
        };
        edits.extend(new.map(|new| (span, new)));
    }
    with_markdown(&without_attributes(&apply(text, edits)))
}

/// Removes Kramdown's lists of attributes, and gives headings the ids in them.
fn without_attributes(text: &str) -> String {
    let code = code(text);
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

/// Returns the includes in a text of Jekyll.
pub fn of_liquid(text: &str) -> Vec<Call> {
    let tags = text.split("{%").skip(1);
    let inner = tags.filter_map(|tag| Some(tag.split_once("%}")?.0.trim_matches('-').trim()));
    inner
        .filter_map(|inner| include(inner.strip_prefix("include ")?.trim()))
        .collect()
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
        form: Form::Alone,
    })
}

/// Returns the text of an output of Liquid, if it is known: the URL of the site, and filters that make URLs.
fn output(inner: &str, page: &Page) -> Option<String> {
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
        ("page.title", _) if filters.is_empty() => {
            page.fields.get("title")?.as_str().map(str::to_owned)
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

    #[test]
    fn attributes_of_kramdown() {
        for (text, expected) in [
            (
                "## A\n{: #b .c}\n\nText.\n{: .d}\n",
                "## A {#b}\n\n\nText.\n\n",
            ),
            ("[A](/a){: .b}, `{: .c}`, {:", "[A](/a), `{: .c}`, {:"),
            ("{: #a}\n# B\n", "\n# B\n"),
        ] {
            assert_eq!(without_attributes(text), expected);
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in [
            "{{< a ",
            "{{",
            "{%",
            "{% a() %}",
            "{{< a >}}",
            "{:",
            "{{< /a >}}",
            "![",
            "](a \"",
            "{: #a}\n# a\n",
        ] {
            let text = part.repeat(200_000);
            assert!(of_liquid(&text).len() <= 200_000);
            assert!(template_tags(&text).len() <= 200_000);
            assert!(without_attributes(&text).len() <= text.len() + 1_000_000);
        }
    }
}
