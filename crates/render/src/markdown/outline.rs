//! The headings of a text in Markdown, with the ids that they have on the page.

use std::ops::Range;

use content::expand;
use pulldown_cmark::{Event, Tag, TagEnd, TextMergeWithOffset};
use serde_json::Value;

use super::heading_id::UsedHeadingIds;
use super::html::{heading_text, text_for_id};
use super::parse::{Dialect, events};

/// A heading of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextHeading {
    /// Level, from 1.
    pub level: u8,
    /// Text without markup.
    pub title: String,
    /// Id on the page.
    pub id: String,
    /// Byte range of the heading in the text.
    pub span: Range<usize>,
}

/// Returns the headings of a text. `site` has the facts that they may refer to.
pub fn headings(text: &str, dialect: Dialect, site: &Value) -> Vec<TextHeading> {
    let mut ids = UsedHeadingIds::new(dialect.heading_ids);
    let mut headings = Vec::new();
    let mut open = None;
    for (event, span) in TextMergeWithOffset::new(events(text, dialect).into_iter()) {
        match event {
            Event::Start(Tag::Heading { level, id, .. }) => {
                open = Some((level as u8, id, span, Vec::new()));
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((level, own, span, content)) = open.take() else {
                    continue;
                };
                let title = heading_text(&content);
                let own = own.map(pulldown_cmark::CowStr::into_string);
                headings.push(TextHeading {
                    level,
                    id: ids.of(own, &text_for_id(&content, dialect)),
                    title,
                    span,
                });
            }
            event => {
                if let Some((.., content)) = &mut open {
                    let event = match event {
                        Event::Text(text) => {
                            let text = expand(&text, site, &mut Vec::new()).into_owned();
                            Event::Text(text.into())
                        }
                        event => event,
                    };
                    content.push((event, span.start));
                }
            }
        }
    }
    headings
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The ids are those that Hugo 0.168 gives these headings.
    #[test]
    fn hyphens_in_ids_of_hugo() {
        let text = "# --a\n# in `--a` and --b\n# a -- b\n# a --- b\n# `--x`\n";
        for (typography, expected) in [
            (true, "a in---a-and-b a--b a--b-1 --x"),
            (false, "--a in---a-and---b a----b a-----b --x"),
        ] {
            let dialect = Dialect {
                heading_ids: content::HeadingIds::Hugo,
                typography,
                ..Dialect::default()
            };
            let found = headings(text, dialect, &json!({}));
            let ids: Vec<&str> = found.iter().map(|one| one.id.as_str()).collect();
            assert_eq!(ids.join(" "), expected);
        }
    }

    /// The ids are those of `github-slugger` 2.0.0.
    #[test]
    fn spaces_in_ids_of_github() {
        let text = "# Badge <Badge text=\"New\" />\n# ![logo](a.png) Logo\n# Party 🎉\n# Tidy #\n";
        let dialect = Dialect {
            heading_ids: content::HeadingIds::Github,
            ..Dialect::default()
        };
        let found = headings(text, dialect, &json!({}));
        let ids: Vec<&str> = found.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids.join(" "), "badge- -logo party- tidy");
    }

    #[test]
    fn outline() {
        let text = "# One *two*\n\n```\n# code\n```\n\nThree\n===\n\n## Since {{ site.year }} {#own}\n\n## One two\n\n<Note>\n\n### In a note\n\n</Note>\n";
        let site = json!({ "year": 1998 });
        let shown: Vec<String> = headings(text, Dialect::default(), &site)
            .iter()
            .map(|one| {
                let line = &text[one.span.clone()].trim_end();
                format!("{} {} {}: {line}", one.level, one.title, one.id)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "1 One two one-two: # One *two*",
                "1 Three three: Three\n===",
                "2 Since 1998 own: ## Since {{ site.year }} {#own}",
                "2 One two one-two-2: ## One two",
                "3 In a note in-a-note: ### In a note",
            ]
        );
    }
}
