//! Signs that the old generator showed as typed, although this program or others read them as notation, such as `:tada:` or
//! `{{ end }}`.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::edits::{Edit, apply, code, is_within};
use crate::model::Site;
use crate::shortcodes::template_tags;

/// Writes such signs so that they show as typed here, too: with a backslash, and braces as code. Returns those with a backslash as well.
pub fn as_typed(text: &str, site: &Site) -> (String, Vec<String>) {
    let signs = content::signs_of_others(text);
    let signs: Vec<Range<usize>> = signs
        .into_iter()
        .filter(|sign| is_literal(&text[sign.clone()], site))
        .collect();
    let tags = template_tags(text);
    if signs.is_empty() && tags.is_empty() {
        return (text.to_owned(), Vec::new());
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut html: Vec<Range<usize>> = Vec::new();
    // Links and pictures, without the pictures in links.
    let mut links: Vec<Range<usize>> = Vec::new();
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => html.push(range),
            Event::Start(Tag::Link { .. } | Tag::Image { .. })
                if links.last().is_none_or(|last| range.start >= last.end) =>
            {
                links.push(range);
            }
            _ => {}
        }
    }
    // There, an entity would be more than a sign.
    let is_program = text.contains("<script") || text.contains("<style");
    let mut edits: Vec<Edit> = Vec::new();
    let mut found = Vec::new();
    for sign in signs {
        // In HTML, a backslash would show.
        let is_html = is_within(&html, sign.start);
        if is_html && (!text[sign.clone()].starts_with(':') || is_program) {
            continue;
        }
        found.push(text[sign.clone()].trim().to_owned());
        edits.push(if is_html {
            (sign.start..sign.start + 1, "&#58;".to_owned())
        } else {
            (sign.start..sign.start, "\\".to_owned())
        });
    }
    let code = code(text);
    for tag in tags {
        let written = &text[tag.clone()];
        if is_within(&code, tag.start) || is_fact(written) {
            continue;
        }
        // Neither an address nor the title of a link can have code.
        let before = &text[..tag.start];
        let is_title = before.ends_with('"') && is_within(&links, tag.start);
        if is_within(&html, tag.start) {
            if !is_program && !is_in_component(before) {
                edits.push((tag.start..tag.start + 1, "&#123;".to_owned()));
            }
        } else if !is_title && !before.ends_with(['(', '/']) {
            let marks = if written.contains('`') { "``" } else { "`" };
            edits.push((tag, format!("{marks}{written}{marks}")));
        }
    }
    (apply(text, edits), found)
}

/// Returns whether a tag is one that this program replaces by a value.
fn is_fact(tag: &str) -> bool {
    let inner = tag.trim_start_matches("{{").trim_start();
    inner.starts_with("site.") || inner.starts_with("page.")
}

/// Returns whether a text ends within the tag of a component, whose values are read as they are written.
fn is_in_component(text: &str) -> bool {
    let tag = text.rfind(['<', '>']).map(|at| &text[at..]);
    let name = tag.and_then(|tag| tag.strip_prefix('<'));
    name.is_some_and(|name| name.starts_with(|one: char| one.is_ascii_uppercase()))
}

/// Returns whether the old generator showed a sign as typed.
fn is_literal(sign: &str, site: &Site) -> bool {
    match sign.as_bytes() {
        [b':', b':', ..] => false,
        [b':', b' ', ..] => !site.markdown.contains(&"definition-lists"),
        // Emoji that there are were replaced.
        [b':', ..] | [b'^', b'[', ..] => true,
        [b'*', b'[', ..] => site.generator != "Jekyll",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs() {
        for (text, expected, first) in [
            (
                "Done :tada:\n\n`:tada:`\n\n<p title=\"a\">:tada:</p>\n",
                "Done \\:tada:\n\n`:tada:`\n\n<p title=\"a\">&#58;tada:</p>\n",
                Some(":tada:"),
            ),
            (
                "Term\n: meaning\n",
                "Term\n\\: meaning\n",
                Some(": meaning"),
            ),
            ("a^[a note] b\n", "a\\^[a note] b\n", Some("^[a note]")),
            (
                "*[HTML]: long\n",
                "\\*[HTML]: long\n",
                Some("*[HTML]: long"),
            ),
            (":::note\na\n:::\n", ":::note\na\n:::\n", None),
            ("at 10:30:45", "at 10:30:45", None),
            (
                "Write {{ end }}, `{{ end }}` or {{ site.name }}, [a]({{ b }}).\n",
                "Write `{{ end }}`, `{{ end }}` or {{ site.name }}, [a]({{ b }}).\n",
                None,
            ),
            (
                "[![a](b)](b \"{{ c }}\") and \"{{ d }}\"\n\n<p>{{e}}</p>\n\n<A b=\"{{c}}\">\n",
                "[![a](b)](b \"{{ c }}\") and \"`{{ d }}`\"\n\n<p>&#123;{e}}</p>\n\n<A b=\"{{c}}\">\n",
                None,
            ),
            (
                "{{< a \"`b`\" >}} and {% if %}\n",
                "``{{< a \"`b`\" >}}`` and `{% if %}`\n",
                None,
            ),
        ] {
            let site = Site {
                generator: "Astro",
                ..Site::default()
            };
            let (text, found) = as_typed(text, &site);
            assert_eq!(text, expected);
            assert_eq!(found.first().map(String::as_str), first);
        }
    }
}
