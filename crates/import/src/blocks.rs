//! Space around the tags of components, and bodies that are not Markdown.

use std::ops::Range;

use crate::model::Site;
use crate::shortcodes::{Call, Form};

/// Parts of templates that show the body of a shortcode as it is written.
const SHOW_AS_WRITTEN: [&str; 7] = [
    "transform.Highlight",
    "highlight .Inner",
    "highlight (",
    "transform.Unmarshal",
    "transform.HTMLEscape",
    "htmlEscape",
    "<pre",
];

/// Shortcodes of many themes whose bodies are in a language of their own, which their names name.
const LANGUAGES: [&str; 4] = ["mermaid", "katex", "math", "chart"];

/// Whether there must be an empty line before and after a tag, because it is alone on its line, and so its lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// Whether an empty line is missing before it.
    pub before: bool,
    /// Whether an empty line is missing after it.
    pub after: bool,
}

/// Returns the empty lines that a tag needs, so that the text around it is Markdown of its own. `tags` contains the ends of the
/// tags before it that were given an empty line.
pub fn space(text: &str, span: &Range<usize>, is_after_space: bool) -> Option<Space> {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..]
        .find('\n')
        .map_or(text.len(), |at| span.end + at);
    let is_alone =
        text[start..span.start].trim().is_empty() && text[span.end..end].trim().is_empty();
    if !is_alone {
        return None;
    }
    let above = text[..start].lines().next_back().unwrap_or_default();
    let below = text[end..].lines().nth(1).unwrap_or_default();
    Some(Space {
        before: !above.trim().is_empty() && !is_after_space,
        after: !below.trim().is_empty(),
    })
}

/// Returns the language of the code block that the body of a shortcode becomes; `None` for a body of Markdown.
pub fn language_of_body(site: &Site, name: &str) -> Option<&'static str> {
    let language = LANGUAGES.into_iter().find(|one| *one == name);
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
        let is_block = body.starts_with('\n') && body.trim_end_matches([' ', '\t']).ends_with('\n');
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
    fn space_around_tags() {
        for (text, expected) in [
            ("above\n<A>\nbelow", "before after"),
            ("above\n\n  <A>  \n\nbelow", ""),
            ("<A>", ""),
            ("<A>\nbelow", "after"),
            ("above\n<A>\n", "before"),
            ("beside <A>", "none"),
            ("> <A>\n", "none"),
        ] {
            let start = text.find("<A>").unwrap();
            let found = space(text, &(start..start + 3), false);
            let shown = found.map_or("none".to_owned(), |one| {
                let parts = [(one.before, "before"), (one.after, "after")];
                let parts = parts
                    .into_iter()
                    .filter(|(is, _)| *is)
                    .map(|(_, name)| name);
                parts.collect::<Vec<_>>().join(" ")
            });
            assert_eq!(shown, expected, "{text}");
        }
    }
}
