//! The beginning of a document's text, which lists and descriptions show.

use diagnostic::lines;

/// The beginning of a text in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beginning<'a> {
    /// The Markdown up to the mark or, without a mark, the first paragraph.
    pub markdown: &'a str,
    /// Whether the author has marked where it ends, with `<!-- more -->`.
    pub is_marked: bool,
}

/// Returns the beginning of a text; it is empty if the text has neither a mark nor a paragraph.
pub fn beginning(markdown: &str) -> Beginning<'_> {
    let mut comments = markdown.match_indices("<!--");
    let is_mark = |at: usize| {
        let word = markdown[at + "<!--".len()..].trim_start();
        let rest = word.strip_prefix("more").map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with("-->"))
    };
    match comments.find(|(at, _)| is_mark(*at)) {
        Some((at, _)) => Beginning {
            markdown: &markdown[..at],
            is_marked: true,
        },
        None => Beginning {
            markdown: first_paragraph(markdown),
            is_marked: false,
        },
    }
}

/// Returns the first paragraph of a text; headings, lists, tables, code, HTML, components, and pictures are skipped.
fn first_paragraph(markdown: &str) -> &str {
    let mut fence = None;
    let mut start = None;
    let mut is_skipped = false;
    for (at, line) in lines(markdown) {
        let text = line.trim();
        let opened = ["```", "~~~"].into_iter().find(|one| text.starts_with(one));
        if let Some(closing) = fence {
            if text.starts_with(closing) {
                fence = None;
            }
        } else if let Some(start) = start {
            if text.is_empty() || opened.is_some() || is_heading(text) {
                return &markdown[start..at];
            }
        } else if text.is_empty() {
            is_skipped = false;
        } else if opened.is_some() {
            fence = opened;
        } else if !is_skipped && !is_heading(text) {
            is_skipped = !is_prose(line.trim_end());
            start = (!is_skipped).then_some(at);
        }
    }
    start.map_or("", |start| &markdown[start..])
}

fn is_heading(text: &str) -> bool {
    let rest = text.trim_start_matches('#');
    rest.len() < text.len() && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Returns whether a line can begin a paragraph of prose.
fn is_prose(line: &str) -> bool {
    let text = line.trim_start();
    let is_code = line.starts_with('\t') || line.len() - text.len() >= 4;
    let is_number = |text: &str| {
        let rest = text.trim_start_matches(|one: char| one.is_ascii_digit());
        rest.len() < text.len() && (rest.starts_with(". ") || rest.starts_with(") "))
    };
    let others = [
        "- ", "* ", "+ ", "---", "***", "___", "![", "[^", ":::", "<", "|", ">",
    ];
    let is_definition = text.starts_with('[') && text.contains("]:");
    !is_code
        && !is_number(text)
        && !is_definition
        && !others.iter().any(|one| text.starts_with(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings() {
        for (markdown, expected, is_marked) in [
            ("", "", false),
            ("One\ntwo.\n\nThree.", "One\ntwo.\n", false),
            ("# A\nOne.\n## B\nTwo.", "One.\n", false),
            (
                "![A](a.jpg)\n\n<Lead>\nx\n</Lead>\n\n- a\n- b\n\n1. c\n\n> d\n\n**One** *two*.\n",
                "**One** *two*.\n",
                false,
            ),
            ("```\na\n\nb\n```\nOne.", "One.", false),
            ("    code\n\nOne.", "One.", false),
            ("[a]: /b\n\n[One](/a).", "[One](/a).", false),
            (
                "One.\n\nTwo.\n\n<!-- more -->\n\nThree.",
                "One.\n\nTwo.\n\n",
                true,
            ),
            ("一。<!--more-->二。", "一。", true),
            (
                "One. <!-- more of it -->\n\nTwo.",
                "One. <!-- more of it -->\n",
                false,
            ),
            ("<!-- more -->\nOne.", "", true),
            ("- a\n- b\n", "", false),
        ] {
            let expected = Beginning {
                markdown: expected,
                is_marked,
            };
            assert_eq!(beginning(markdown), expected, "{markdown}");
        }
    }
}
