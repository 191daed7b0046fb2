//! Summaries of documents in plain text, for lists and descriptions.

use std::borrow::Cow;

use content::{CollectionRule, Content, Document, beginning, cut_at_word, expand};
use pulldown_cmark::{Event, Tag, TagEnd};

use crate::markdown::{Dialect, events};

/// Maximum number of characters of a summary whose end the author has not marked.
const LONGEST: usize = 300;

/// Maximum number of characters of a description without its ellipsis: search engines show about 160.
const LONGEST_DESCRIPTION: usize = 158;

/// Returns the beginning of a document's text: up to the author's mark or, without one, the first paragraph, cut after a word.
pub fn summary(content: &Content, rule: &CollectionRule, document: &Document) -> String {
    let source = document.source().unloaded();
    let markdown = &source.text[document.body.clone()];
    let beginning = beginning(markdown);
    let text = with_definitions(beginning.markdown, markdown);
    let text = plain_text(&text, Dialect::of(rule));
    let text = expand(&text, content.site_in(&document.lang), &mut Vec::new());
    if beginning.is_marked {
        text.into_owned()
    } else {
        cut_at_word(&text, LONGEST).into_owned()
    }
}

/// Returns the description of a document: its own or, if its collection has summaries, one from its text. It is empty if there is none.
pub fn description<'a>(
    content: &Content,
    rule: &CollectionRule,
    document: &'a Document,
) -> Cow<'a, str> {
    match document.text("description") {
        Some(own) => Cow::Borrowed(own),
        None if rule.summaries => {
            let summary = summary(content, rule, document);
            Cow::Owned(cut_at_word(&summary, LONGEST_DESCRIPTION).into_owned())
        }
        None => Cow::Borrowed(""),
    }
}

/// Returns the beginning of a text with the addresses and footnotes that it refers to, which may be defined further down.
fn with_definitions<'t>(beginning: &'t str, all: &str) -> Cow<'t, str> {
    if !beginning.contains('[') {
        return Cow::Borrowed(beginning);
    }
    let definitions = all.lines().filter(|line| {
        let label = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]:"));
        label.is_some_and(|(label, _)| !label.contains(['[', ']']))
    });
    let mut text = format!("{beginning}\n");
    for definition in definitions {
        text.extend(["\n", definition, "\n"]);
    }
    Cow::Owned(text)
}

/// Returns the prose of a Markdown text on one line, without its headings, pictures, tables, code blocks, and HTML.
fn plain_text(markdown: &str, dialect: Dialect) -> String {
    let mut text = String::new();
    let mut skipped = 0_usize;
    for (event, _) in events(markdown, dialect) {
        match event {
            Event::Start(tag) => skipped += usize::from(is_skipped(&tag)),
            Event::End(tag) => {
                skipped -= usize::from(ends_skipped(tag));
                if !matches!(
                    tag,
                    TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Strikethrough
                ) {
                    text.push(' ');
                }
            }
            _ if skipped > 0 => {}
            Event::Text(part)
            | Event::Code(part)
            | Event::InlineMath(part)
            | Event::DisplayMath(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_skipped(tag: &Tag<'_>) -> bool {
    ends_skipped(tag.to_end())
}

fn ends_skipped(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Heading(_)
            | TagEnd::Image
            | TagEnd::Table
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_below_the_beginning() {
        let all = "One [two][a][^1].\n\nMore.\n\n[a]: /a\n\n[^1]: Note.\n";
        let text = with_definitions("One [two][a][^1].", all);
        assert_eq!(plain_text(&text, Dialect::default()), "One two.");
    }

    #[test]
    fn texts_without_markup() {
        for (markdown, expected) in [
            ("", ""),
            (
                "One *two* **three**, `four`\nfive [six](/a).",
                "One two three, four five six.",
            ),
            ("# A\n\nOne.\n\n- two\n- three\n", "One. two three"),
            (
                "![A loaf](a.jpg) One <b>two</b>[^1].\n\n[^1]: Note.",
                "One two.",
            ),
            ("```\ncode\n```\n| a |\n|---|\n| b |\n\nOne.", "One."),
            ("&lt;b&gt; &amp; 5 < 6", "<b> & 5 < 6"),
            ("Новости *долины*.", "Новости долины."),
        ] {
            assert_eq!(plain_text(markdown, Dialect::default()), expected);
        }
    }
}
