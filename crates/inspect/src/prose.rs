//! Prose: text that people wrote for people to read. Sentences of Markdown, strings of TOML, and words of templates are kept;
//! everything else is masked. A mask is as long as the text that it replaces, so offsets of matches are offsets in the file.

use std::ops::Range;
use std::sync::Arc;

use content::{TomlText, Tree};
use diagnostic::{Place, Source};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use render::Templates;

use crate::blame::is_shown;
use crate::markup::Markup;
use crate::text_search::spans_between;

/// Masks markup within a sentence: `*`, `<b>`. The words before and after it belong to the same sentence.
const INLINE: char = '\u{1}';
/// Masks text that is not prose: keys, code, URLs, template expressions. No match extends across it.
const GAP: char = '\u{2}';

/// HTML elements that occur within a sentence.
const INLINE_ELEMENTS: [&str; 15] = [
    "a", "abbr", "b", "br", "cite", "em", "i", "mark", "small", "span", "strong", "sub", "sup",
    "time", "u",
];

/// Elements whose text is not prose.
const CODE: [&str; 4] = ["script", "style", "code", "pre"];

/// Markdown extensions that can split a text: those that `render` enables, except for typographic quotes.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_GFM);

/// The prose of one file.
#[derive(Debug)]
pub struct Prose {
    /// The file, or the text of a finished page.
    pub source: Arc<Source>,
    /// The file's text with everything but prose masked. It is as long as the file.
    text: String,
}

/// Returns the prose of content and templates. Schemas, wording packs, and settings are not prose.
pub fn of(tree: &Tree, templates: &Templates) -> Vec<Prose> {
    let content = tree.texts.values();
    let content =
        content.filter(|source| is_shown(&source.path) && source.path != "content/structure.toml");
    content.chain(templates.values()).filter_map(read).collect()
}

/// Returns the text of a finished page. It may contain sentences that no source file has, because templates and widgets assemble
/// them. The path of its source is the URL of the page.
pub fn of_page(url: &str, page: &Markup) -> Prose {
    let mut text = String::new();
    let mut last = 0;
    for node in page.within(0) {
        let Some(words) = page.as_text(node) else {
            continue;
        };
        if page.is_within(node, &CODE) {
            continue;
        }
        let left = page.ancestors(last);
        let left = left.take_while(|one| !page.within(*one).contains(&node));
        let entered = page.ancestors(node).take_while(|one| *one > last);
        let is_inline = |one: usize| INLINE_ELEMENTS.contains(&page.name(one));
        text.push(if left.chain(entered).all(is_inline) {
            INLINE
        } else {
            GAP
        });
        text.push_str(words);
        last = node;
    }
    let mut masked = Masked::new(&text);
    addresses(&mut masked, &text);
    Prose {
        source: Source::new(url, text),
        text: masked.text(),
    }
}

fn read(source: &Arc<Source>) -> Option<Prose> {
    let mut masked = Masked::new(&source.text);
    if source.path.ends_with(".md") {
        markdown(&mut masked, source);
    } else if source.path.ends_with(".toml") {
        toml_values(&mut masked, &TomlText::whole(source));
    } else if source.path.ends_with(".html") {
        template(&mut masked, &source.text);
    } else {
        return None;
    }
    addresses(&mut masked, &source.text);
    Some(Prose {
        source: Arc::clone(source),
        text: masked.text(),
    })
}

impl Prose {
    /// Returns the span of every match of a pattern.
    pub fn matches<'a>(&'a self, pattern: &'a Regex) -> impl Iterator<Item = Range<usize>> + 'a {
        pattern.find_iter(&self.text).map(|found| found.range())
    }

    /// Returns the text of a named group of a match, or `None` if the match does not include the group.
    pub fn group(&self, pattern: &Regex, span: &Range<usize>, name: &str) -> Option<String> {
        let captures = pattern.captures_at(&self.text, span.start)?;
        Some(plain(captures.name(name)?.as_str()))
    }

    /// Returns the span of a capture group of a match, or `None` if it did not take part in the match.
    pub fn group_span(
        &self,
        pattern: &Regex,
        span: &Range<usize>,
        name: &str,
    ) -> Option<Range<usize>> {
        let captures = pattern.captures_at(&self.text, span.start)?;
        Some(captures.name(name)?.range())
    }

    /// Returns the sentence around a match, in lower case, without markup.
    pub fn sentence(&self, span: &Range<usize>) -> String {
        let ends = |text: &str| {
            let stop = |mark: &str| text.find(mark).map(|at| at + mark.len());
            [". ", ".\n", "! ", "!\n", "? ", "?\n", "\n\n"]
                .iter()
                .filter_map(|mark| stop(mark))
                .min()
        };
        let before = &self.text[..span.start];
        let mut start = before.rfind(GAP).map_or(0, |at| at + GAP.len_utf8());
        while let Some(at) = ends(&self.text[start..span.start]) {
            start += at;
        }
        let after = &self.text[span.end..];
        let gap = after.find(GAP).unwrap_or(after.len());
        let end = span.end + ends(&after[..gap]).unwrap_or(gap);
        plain(&self.text[start..end]).to_lowercase()
    }

    /// Returns whether the source is a finished page rather than a file.
    pub fn is_page(&self) -> bool {
        self.source.path.starts_with('/')
    }

    /// Returns the place of a match.
    pub fn place(&self, span: Range<usize>) -> Place {
        Place::new(&self.source, span)
    }

    /// Returns the words of a match on one line, without markup.
    pub fn words(&self, span: &Range<usize>) -> String {
        plain(&self.text[span.clone()])
    }
}

/// Compiles a pattern of the settings. A space matches white space and markup within a sentence; a space with `?` after it is
/// optional. Fails with the reason why the regular expression is invalid.
pub fn pattern(text: &str, match_case: bool) -> Result<Regex, String> {
    let spaced = text.replace(" ?", r"[\s\x01]*").replace(' ', r"[\s\x01]+");
    // With a Unicode word boundary, the fast engine gives up at the first letter beyond ASCII.
    let spaced = spaced.replace(r"\b", r"(?-u:\b)");
    regex::RegexBuilder::new(&spaced)
        .case_insensitive(!match_case)
        .build()
        .map_err(|error| {
            // The last line has the reason; the lines before it quote the pattern.
            error
                .to_string()
                .lines()
                .last()
                .unwrap_or_default()
                .trim()
                .trim_start_matches("error: ")
                .to_owned()
        })
}

/// Returns whether a sentence in lower case contains a phrase as whole words.
pub fn mentions(sentence: &str, phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    sentence.match_indices(&phrase).any(|(at, _)| {
        !is_letter(sentence[..at].chars().next_back())
            && !is_letter(sentence[at + phrase.len()..].chars().next())
    })
}

fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c == INLINE || c == GAP { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text with some of its parts masked.
struct Masked {
    bytes: Vec<u8>,
}

impl Masked {
    fn new(text: &str) -> Self {
        Self {
            bytes: text.as_bytes().to_vec(),
        }
    }

    /// Masks a span of whole characters. Inline markup keeps its line breaks.
    fn mask(&mut self, span: Range<usize>, with: char) {
        let mark = u8::try_from(u32::from(with)).unwrap_or(b' ');
        for byte in self.bytes.get_mut(span).into_iter().flatten() {
            if *byte != b'\n' || with == GAP {
                *byte = mark;
            }
        }
    }

    fn text(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// Masks everything in a Markdown file except for its text, the readable parts of raw HTML, and the texts of its front matter.
fn markdown(masked: &mut Masked, source: &Arc<Source>) {
    let text = source.text.as_str();
    let mut body = 0;
    if let Some(rest) = text.strip_prefix("+++") {
        let end = rest.find("\n+++").map_or(text.len(), |at| 3 + at);
        toml_values(masked, &TomlText::new(source, 3..end));
        masked.mask(0..3, GAP);
        body = (end + 4).min(text.len());
        masked.mask(end..body, GAP);
    }
    let (mut at, mut mark, mut in_code) = (body, GAP, false);
    for (event, span) in Parser::new_ext(&text[body..], OPTIONS).into_offset_iter() {
        let span = body + span.start..body + span.end;
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(_) if !in_code => {
                masked.mask(at..span.start, mark);
                (at, mark) = (span.end, INLINE);
                continue;
            }
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => {
                masked.mask(at..span.start, mark);
                // The content of a component is Markdown.
                inline_markup(masked, text, span.clone());
                tags(masked, text, span.clone());
                (at, mark) = (span.end, INLINE);
                continue;
            }
            Event::SoftBreak
            | Event::HardBreak
            | Event::Html(_)
            | Event::Start(
                Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Link { .. }
                | Tag::Image { .. },
            )
            | Event::End(
                TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image,
            ) => continue,
            _ => {}
        }
        mark = GAP;
    }
    masked.mask(at..text.len(), GAP);
    references(masked, text, body);
}

/// Masks the addresses of links and images, and the marks of emphasis.
fn inline_markup(masked: &mut Masked, text: &str, span: Range<usize>) {
    for address in spans_between(&text[span.clone()], "](", ")") {
        masked.mask(span.start + address.start..span.start + address.end, INLINE);
    }
    for (index, mark) in text[span.clone()].match_indices(['*', '_', '[']) {
        let at = span.start + index;
        if masked
            .bytes
            .get(at)
            .is_some_and(|byte| u32::from(*byte) != u32::from(GAP))
        {
            masked.mask(at..at + mark.len(), INLINE);
        }
    }
}

/// Masks everything in a TOML document except for its strings. Strings that are addresses or paths are masked as well.
fn toml_values(masked: &mut Masked, toml: &TomlText) {
    let text = toml.source.text.as_str();
    let mut from = toml.span.start;
    for value in toml.texts() {
        let span = value.place.span.clone();
        let written = &text[span.clone()];
        let is_prose = written.contains(' ') || !written.contains(['/', '@', '.', '_']);
        // A waiver quotes the words that it waives.
        if !is_prose || value.pointer.split('/').any(|key| key == "waiver") {
            continue;
        }
        let is_multiline = written.starts_with("\"\"\"") || written.starts_with("'''");
        let quotes = if is_multiline { 3 } else { 1 };
        masked.mask(from..(span.start + quotes).min(span.end), GAP);
        from = span.end.saturating_sub(quotes);
        references(masked, &text[..span.end], span.start);
        inline_markup(masked, text, span);
    }
    masked.mask(from..toml.span.end, GAP);
}

/// Masks `{{ … }}` in content, because a reference to a fact cannot contradict the fact.
fn references(masked: &mut Masked, text: &str, from: usize) {
    for Range { start, end } in spans_between(&text[from..], "{{", "}}") {
        if text[..from + end].ends_with("}}") {
            masked.mask(from + start..from + end, GAP);
        }
    }
}

/// Masks URLs in a text, because their parts are not words.
fn addresses(masked: &mut Masked, text: &str) {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')' | INLINE | GAP);
    let mut at = 0;
    for word in text.split(ends) {
        let word_only = word.trim_end_matches(['.', ',', ';', ':']);
        let is_address = word.starts_with("www.")
            || word.contains('/') && (word.contains("://") || word_only.contains('.'));
        if is_address {
            masked.mask(at..at + word.len(), GAP);
        }
        at += word.len()
            + text[at + word.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
    }
}

fn template(masked: &mut Masked, text: &str) {
    let mut at = 0;
    while let Some(open) = text[at..].find('{').map(|open| at + open) {
        let closer = match text.as_bytes().get(open + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                at = open + 1;
                continue;
            }
        };
        let close = text[open + 2..]
            .find(closer)
            .map_or(text.len(), |close| open + 2 + close + 2);
        expression(masked, text, open..close, closer != "#}");
        at = close;
    }
    for (opening, closing) in [("<script", "</script>"), ("<style", "</style>")] {
        for span in spans_between(text, opening, closing) {
            masked.mask(span, GAP);
        }
    }
    tags(masked, text, 0..text.len());
}

/// Masks a tag, an expression, or a comment of a template. If `keep` is true, strings with a space are kept, because they are
/// arguments that people read.
fn expression(masked: &mut Masked, text: &str, span: Range<usize>, keep: bool) {
    let mut from = span.start;
    let mut at = span.start;
    while let Some(open) = text[at..span.end]
        .find('"')
        .map(|open| at + open + 1)
        .filter(|_| keep)
    {
        let Some(close) = text[open..span.end].find('"').map(|close| open + close) else {
            break;
        };
        if text[open..close].contains(' ') {
            masked.mask(from..open, GAP);
            from = close;
        }
        at = close + 1;
    }
    masked.mask(from..span.end, GAP);
}

/// Masks HTML tags and comments, but keeps the values of attributes that people read or hear. Tags of block elements separate
/// sentences.
fn tags(masked: &mut Masked, text: &str, span: Range<usize>) {
    const READ: [&str; 5] = [
        " alt=\"",
        " title=\"",
        " aria-label=\"",
        " placeholder=\"",
        " label=\"",
    ];
    let mut at = span.start;
    while at < span.end
        && let Some(open) = text[at..span.end].find('<').map(|open| at + open)
    {
        if text[open..].starts_with("<!--") {
            let close = text[open..].find("-->");
            at = close.map_or(text.len(), |close| open + close + 3);
            masked.mask(open..at, GAP);
            continue;
        }
        let after = text[open + 1..].trim_start_matches('/');
        let is_end = |c: char| !c.is_ascii_alphanumeric();
        let name = &after[..after.find(is_end).unwrap_or(after.len())];
        if name.is_empty() {
            at = open + 1;
            continue;
        }
        let close = text[open..]
            .find('>')
            .map_or(text.len(), |close| open + close + 1);
        let mark = if INLINE_ELEMENTS.contains(&name) {
            INLINE
        } else {
            GAP
        };
        let tag = &text[open..close];
        let mut kept: Vec<Range<usize>> = READ
            .iter()
            .filter_map(|attribute| {
                let start = tag.find(attribute)? + attribute.len();
                Some(open + start..open + start + tag[start..].find('"')?)
            })
            .collect();
        kept.sort_by_key(|one| one.start);
        let mut from = open;
        for one in &kept {
            masked.mask(from..one.start, GAP);
            from = one.end;
        }
        masked.mask(from..close, if kept.is_empty() { mark } else { GAP });
        at = close;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str, text: &str) -> Vec<String> {
        let prose = read(&Source::new(path, text)).unwrap();
        assert_eq!(prose.text.len(), text.len());
        prose
            .text
            .split(GAP)
            .map(plain)
            .filter(|part| !part.is_empty())
            .collect()
    }

    #[test]
    fn everything_but_prose_is_masked() {
        for (path, text, expected) in [
            (
                "a.md",
                "+++\ntitle = \"A title\"\nimage = \"images/a.svg\"\nicon = \"coins\"\nn = 3\n+++\nOver **two**\ndecades `code` <b>of</b> [work](/about).\n\n## Head\n",
                vec!["A title", "coins", "Over two decades", "of work .", "Head"],
            ),
            (
                "a.md",
                "A {{ site.name }} b\n\n```\ncode\n```\n",
                vec!["A", "b"],
            ),
            (
                "a.md",
                "| c | d |\n|---|---|\n| *e*\\_f | `g` |\n\n> One\n> two ![three](a.svg)\n\n1. Four[^1]\n\n[^1]: Five\n\n    code\n",
                vec!["c", "d", "e _f", "One two three", "Four", "Five", "code"],
            ),
            (
                "a.md",
                "<Note label=\"A label\">\nSee **the\nnote**\n</Note>\n\n<p\n class=\"x y\">Text <i>in</i> <br>\nHTML</p>\n<!-- no -->\n",
                vec!["A label", "See the note", "Text in HTML"],
            ),
            (
                "a.toml",
                "a = \"One two\" # not this\n[[item]]\nb = [\"x y\", \"/z\"]\n",
                vec!["One two", "x y"],
            ),
            (
                "a.html",
                "{% if a == \"b c\" %}<p class=\"x y\">Seen <b>text</b></p>{{ f(t=\"Some words\") }}{# no #}<img alt=\"A cat\"><script>no</script>",
                vec!["b c", "Seen text", "Some words", "A cat"],
            ),
        ] {
            assert_eq!(words(path, text), expected, "{text}");
        }
    }

    #[test]
    fn sentences_and_patterns() {
        let text = "First one. We have over *two*\ndecades of work. Third.";
        let prose = read(&Source::new("a.md", text)).unwrap();
        let pattern = pattern("over (?<number>two) decades", false).unwrap();
        let span = prose.matches(&pattern).next().unwrap();
        let number = prose.group(&pattern, &span, "number");
        assert_eq!(number.as_deref(), Some("two"));
        assert_eq!(&text[span.clone()], "over *two*\ndecades");
        assert_eq!(prose.words(&span), "over two decades");
        assert_eq!(prose.sentence(&span), "we have over two decades of work.");
    }
}
