//! The text of a page for the search index.

use std::borrow::Cow;

use diagnostic::ByText;
use memchr::memchr;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::postings::push_sections;
use super::words::{each_word, folded};
use crate::html_text::{after_hidden, is_inline, push_text, tag_end, tag_name};

/// The words of a page, and the text that a search result shows. They depend on nothing but the page, so they are cached with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageText {
    /// JSON of URL, title, description, and sections, each with id, heading, and beginning. The first section precedes all
    /// headings.
    pub record: String,
    /// A line for each word: the word, a space, and its sections as postings.
    words: String,
}

/// A part of a page that begins with a heading.
#[derive(Debug, Default, PartialEq, Eq)]
struct TextSection {
    /// Anchor of the heading; empty before the first one.
    id: String,
    heading: String,
    text: String,
}

/// Part of a page that a word occurs in.
#[derive(Clone, Copy)]
enum PagePart {
    Title,
    Description,
    Heading,
    Text,
}

/// Occurrences of a word in a section.
#[derive(Default)]
struct Occurrences {
    /// Number of occurrences in the text.
    text: usize,
    heading: bool,
    description: bool,
    title: bool,
}

/// A word, and its occurrences in each section that contains it, with the number of the section.
type Word<'a> = (Cow<'a, str>, Vec<(usize, Occurrences)>);

impl Occurrences {
    fn count(&mut self, part: PagePart) {
        match part {
            PagePart::Title => self.title = true,
            PagePart::Description => self.description = true,
            PagePart::Heading => self.heading = true,
            PagePart::Text => self.text += 1,
        }
    }

    /// Returns the impact of the word in its section: the amount that it adds to the page's score if the query contains the
    /// word. It exceeds [`MAX_TEXT_IMPACT`] only if the word occurs in a title, heading, or description.
    fn impact(&self, words_in_section: usize, words_in_title: usize) -> usize {
        // The saturation of BM25 with k = 1.2 and b = 0.5, for sections of 150 words on average.
        let most = 1000 * self.text + 600 + 4 * words_in_section;
        let text = match self.text {
            0 => 0,
            count => (MAX_TEXT_IMPACT * 1000 * count).div_ceil(most),
        };
        text + usize::from(self.description) * 7
            + usize::from(self.heading) * 9
            + usize::from(self.title) * (14 + 14 / words_in_title.max(2))
    }
}

/// Maximum impact of a word that only occurs in the text.
pub const MAX_TEXT_IMPACT: usize = 6;

impl PageText {
    /// Returns the words, each with its sections as postings.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        let lines = self.words.lines();
        lines.map(|line| line.split_once(' ').unwrap_or((line, "")))
    }

    /// Collects the words of the page with this URL, title, and description. `fields` are the values of its front matter that are
    /// searched as well, and `html` is the HTML of its document's Markdown. A result shows at most `excerpt` characters of a section's
    /// text.
    pub fn new<'a>(
        (url, title, description): (&str, &str, &str),
        fields: impl Iterator<Item = &'a Value>,
        html: &str,
        excerpt: usize,
    ) -> Self {
        let sections = sections(html);
        let mut lengths = vec![0; sections.len()];
        let mut texts = vec![
            (0, PagePart::Title, folded(title)),
            (0, PagePart::Description, folded(description)),
        ];
        for field in fields {
            texts.push(match field {
                Value::String(text) => (0, PagePart::Description, folded(text)),
                list => (0, PagePart::Text, folded(&texts_of(list))),
            });
        }
        for (at, section) in sections.iter().enumerate() {
            texts.push((at, PagePart::Heading, folded(&section.heading)));
            texts.push((at, PagePart::Text, folded(&section.text)));
        }
        let mut words_in_title = 0;
        let mut numbers: ByText<Cow<'_, str>, usize> = ByText::default();
        numbers.reserve(256);
        // Words in the order of their first use, so that the result depends only on the page.
        let mut words: Vec<Word<'_>> = Vec::new();
        for (section, part, text) in &texts {
            each_word(text, |word| {
                match part {
                    PagePart::Title => words_in_title += 1,
                    PagePart::Text => lengths[*section] += 1,
                    PagePart::Description | PagePart::Heading => {}
                }
                let number = numbers.get(word.as_ref()).copied().unwrap_or_else(|| {
                    words.push((word.clone(), Vec::with_capacity(sections.len().min(8))));
                    numbers.insert(word, words.len() - 1);
                    words.len() - 1
                });
                let sections = &mut words[number].1;
                if sections.last().is_none_or(|(last, _)| last != section) {
                    sections.push((*section, Occurrences::default()));
                }
                if let Some((_, occurrences)) = sections.last_mut() {
                    occurrences.count(*part);
                }
            });
        }
        let mut lines = String::with_capacity(words.len() * 12);
        let mut impacts = Vec::new();
        for (word, sections) in &words {
            lines.push_str(word);
            lines.push(' ');
            impacts.clear();
            impacts.extend(sections.iter().map(|(section, occurrences)| {
                (
                    *section,
                    occurrences.impact(lengths[*section], words_in_title),
                )
            }));
            push_sections(&mut lines, &impacts);
            lines.push('\n');
        }
        let shown = sections
            .iter()
            .map(|one| (&one.id, &one.heading, beginning(&one.text, excerpt)));
        let record = serde_json::to_string(&(url, title, description, shown.collect::<Vec<_>>()));
        Self {
            // Serializing strings cannot fail.
            record: record.unwrap_or_default(),
            words: lines,
        }
    }
}

/// Returns all strings within a value, each followed by a space.
fn texts_of(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text} "),
        Value::Array(values) => values.iter().map(texts_of).collect(),
        Value::Object(fields) => fields.values().map(texts_of).collect(),
        _ => String::new(),
    }
}

/// Returns the first words of a text, at most `limit` characters and an ellipsis, with single spaces.
fn beginning(text: &str, limit: usize) -> String {
    let mut beginning = String::new();
    let mut count = 0;
    let is_ascii = text.is_ascii();
    for word in text.split_whitespace() {
        let space = usize::from(count > 0);
        let length = if is_ascii {
            word.len()
        } else {
            word.chars().count()
        };
        if count + space + length > limit {
            if count == 0 {
                beginning.extend(word.chars().take(limit));
            }
            let end = beginning
                .trim_end_matches([' ', ',', ';', ':', '.', '('])
                .len();
            beginning.truncate(end);
            beginning.push('…');
            break;
        }
        if space > 0 {
            beginning.push(' ');
        }
        beginning.push_str(word);
        count += space + length;
    }
    beginning
}

/// Splits the HTML of a document into sections at its headings with an id.
fn sections(html: &str) -> Vec<TextSection> {
    let mut sections = vec![TextSection::default()];
    let mut in_heading = false;
    let mut is_after_cell = false;
    let mut rest = html;
    while !rest.is_empty() {
        let start = memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
        let (text, tag) = rest.split_at(start);
        if let Some(section) = sections.last_mut() {
            let to = if in_heading {
                &mut section.heading
            } else {
                &mut section.text
            };
            push_text(to, text);
        }
        let end = tag_end(tag);
        let (tag, after) = tag.split_at(end);
        rest = after;
        let is_end = tag.starts_with("</");
        let name = tag_name(tag);
        if !is_end {
            rest = after_hidden(tag, rest);
        }
        let is_heading = matches!(name.as_bytes(), [b'h', level] if (b'1'..=b'6').contains(level));
        match (is_heading, is_end) {
            (true, true) => in_heading = false,
            (true, false) => {
                let id = tag.split_once(" id=\"").map(|(_, id)| id);
                if let Some((id, _)) = id.and_then(|id| id.split_once('"')) {
                    let mut own = String::new();
                    push_text(&mut own, id);
                    sections.push(TextSection {
                        id: own,
                        ..TextSection::default()
                    });
                    in_heading = true;
                }
            }
            (false, _) => {}
        }
        if let Some(section) = sections.last_mut()
            && !is_inline(name)
        {
            section.text.push(' ');
            // Without a sign between them, the cells of a table read like a sentence.
            match (name, is_end) {
                ("td" | "th" | "caption", true) => is_after_cell = true,
                ("td" | "th", false) if is_after_cell => section.text.push_str("· "),
                ("table", _) => is_after_cell = false,
                _ => {}
            }
            if in_heading {
                section.heading.push(' ');
            }
        }
    }
    for section in &mut sections {
        section.heading = beginning(&section.heading, usize::MAX);
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_html() {
        for (html, expected) in [
            ("<p>A <em>b</em>c</p>\n<p>d</p>", vec![("", "", "A bc d")]),
            (
                "<table><caption>T</caption><tr><th>a</th><th>b</th></tr></table>c<table><tr><td>d</td><td>e</td></tr></table>",
                vec![("", "", "T · a · b c d · e")],
            ),
            (
                "<p>One</p>\n<h2 id=\"a&amp;b\">Fees &amp; <code>terms</code></h2>\n<ul><li>x</li><li>y</li></ul>",
                vec![("", "", "One"), ("a&b", "Fees & terms", "x y")],
            ),
            (
                "<div title=\"a > b\">in</div><!-- <p> --><script type=\"application/json\">{}</script><svg><title>no</title></svg>out",
                vec![("", "", "in out")],
            ),
            ("<h2>No id</h2>text", vec![("", "", "No id text")]),
            ("a < b", vec![("", "", "a")]),
            ("", vec![("", "", "")]),
        ] {
            let found = sections(html).into_iter();
            let found = found.map(|one| (one.id, one.heading, beginning(&one.text, 99)));
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(id, heading, text)| (id.to_owned(), heading.to_owned(), text.to_owned()))
                .collect();
            assert_eq!(found.collect::<Vec<_>>(), expected, "{html}");
        }
    }

    #[test]
    fn beginnings_of_texts() {
        for (text, limit, expected) in [
            ("one two", 7, "one two"),
            ("one two three", 7, "one two…"),
            ("one two three", 8, "one two…"),
            ("one two, three", 10, "one two…"),
            ("unbreakable", 4, "unbr…"),
            ("हिन्दी में", 4, "हिन्…"),
        ] {
            assert_eq!(beginning(text, limit), expected);
        }
    }

    #[test]
    fn impact_depends_on_where_a_word_occurs() {
        let impact = |place: &str, text, words_in_section, words_in_title| {
            let occurrences = Occurrences {
                text,
                heading: matches!(place, "heading" | "all"),
                description: matches!(place, "description" | "all"),
                title: matches!(place, "title" | "all"),
            };
            occurrences.impact(words_in_section, words_in_title)
        };
        let impacts = [
            impact("all", 1000, 1000, 1),
            impact("title", 0, 0, 2),
            impact("title", 0, 0, 10),
            impact("heading", 0, 0, 2),
            impact("description", 0, 0, 2),
            impact("", 1000, 1000, 2),
            impact("", 3, 100, 2),
            impact("", 1, 100, 2),
            impact("", 1, 1000, 2),
        ];
        assert_eq!(impacts, [43, 21, 15, 9, 7, 6, 5, 3, 2]);
        assert!(impacts[0] < super::super::postings::BASE);
    }
}
