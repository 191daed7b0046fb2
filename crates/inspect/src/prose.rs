//! What people wrote for people to read, with everything else blanked out: sentences of Markdown, texts of TOML, words of
//! templates. Blanks are as long as what they stand for, so that every match has its place in the file.

use std::ops::Range;
use std::sync::Arc;

use content::Tree;
use diagnostic::{Place, Source};
use regex::Regex;
use render::Templates;

use crate::markup::Markup;

/// Stands for markup within a sentence: `*`, `<b>`. Words on both its sides belong together.
const INLINE: char = '\u{1}';
/// Stands for what is not prose: keys, code, addresses, values filled in. Nothing goes across it.
const GAP: char = '\u{2}';

/// Elements within a sentence.
const IN_LINE: [&str; 15] = [
    "a", "abbr", "b", "br", "cite", "em", "i", "mark", "small", "span", "strong", "sub", "sup",
    "time", "u",
];

/// The prose of one file.
#[derive(Debug)]
pub struct Prose {
    /// The file.
    pub source: Arc<Source>,
    /// Its text with blanks; the same length as the file's.
    text: String,
}

/// The prose of content and templates. Schemas, forms' settings and the engine's own files are not prose.
pub fn of(tree: &Tree, templates: &Templates) -> Vec<Prose> {
    const NOT_PROSE: [&str; 5] = [
        "content/schemas/",
        "content/wording/",
        "content/checks.toml",
        "content/urls.toml",
        "content/structure.toml",
    ];
    let content = tree
        .texts
        .values()
        .filter(|source| !NOT_PROSE.iter().any(|path| source.path.starts_with(path)));
    content.chain(templates.values()).filter_map(read).collect()
}

/// The text of a finished page: what scripts of widgets say, and what templates put together, shows only there. Its
/// source is not a file: its path is the page's address.
pub fn of_page(url: &str, page: &Markup) -> Prose {
    let mut text = String::new();
    let mut around: Vec<usize> = Vec::new();
    for node in page.within(0) {
        let Some(words) = page.as_text(node) else {
            continue;
        };
        let now: Vec<usize> = page.ancestors(node).collect();
        if now
            .iter()
            .any(|one| matches!(page.name(*one), "script" | "style" | "code" | "pre"))
        {
            continue;
        }
        let mut crossed = around
            .iter()
            .filter(|one| !now.contains(one))
            .chain(now.iter().filter(|one| !around.contains(one)));
        let is_in_line = crossed.all(|one| IN_LINE.contains(&page.name(*one)));
        text.push(if is_in_line { INLINE } else { GAP });
        text.push_str(words);
        around = now;
    }
    let mut blanks = Blanks::new(&text);
    addresses(&mut blanks, &text);
    Prose {
        source: Source::new(url, text),
        text: blanks.text(),
    }
}

fn read(source: &Arc<Source>) -> Option<Prose> {
    let mut blanks = Blanks::new(&source.text);
    if source.path.ends_with(".md") {
        markdown(&mut blanks, &source.text);
    } else if source.path.ends_with(".toml") {
        toml_values(&mut blanks, 0..source.text.len(), &source.text);
    } else if source.path.ends_with(".html") {
        template(&mut blanks, &source.text);
    } else {
        return None;
    }
    addresses(&mut blanks, &source.text);
    Some(Prose {
        source: Arc::clone(source),
        text: blanks.text(),
    })
}

impl Prose {
    /// Every match of a pattern with the text of its groups.
    pub fn captures<'a>(
        &'a self,
        pattern: &'a Regex,
    ) -> impl Iterator<Item = (Range<usize>, Vec<String>)> + 'a {
        pattern.captures_iter(&self.text).filter_map(|captures| {
            let groups = captures
                .iter()
                .skip(1)
                .flatten()
                .map(|group| plain(group.as_str()))
                .collect();
            Some((captures.get(0)?.range(), groups))
        })
    }

    /// The sentence around a match, in lower case, without markup.
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

    /// Whether this is a finished page rather than a file.
    pub fn is_page(&self) -> bool {
        self.source.path.starts_with('/')
    }

    /// The place of a match.
    pub fn place(&self, span: Range<usize>) -> Place {
        Place::new(&self.source, span)
    }

    /// A match as it reads: one line, no markup.
    pub fn words(&self, span: &Range<usize>) -> String {
        plain(&self.text[span.clone()])
    }
}

/// A pattern of settings as a regular expression: a blank stands for any white space, markup within a line included, and
/// a blank with `?` after it for any or none.
///
/// # Errors
/// What is wrong with the expression.
pub fn pattern(text: &str, match_case: bool) -> Result<Regex, String> {
    let spaced = text.replace(" ?", r"[\s\x01]*").replace(' ', r"[\s\x01]+");
    // With a boundary that knows all of Unicode the fast engine gives up at the first letter beyond ASCII.
    let spaced = spaced.replace(r"\b", r"(?-u:\b)");
    regex::RegexBuilder::new(&spaced)
        .case_insensitive(!match_case)
        .build()
        .map_err(|error| {
            // The last line names the fault, those before draw it.
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

fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c == INLINE || c == GAP { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text whose parts are blanked out one by one.
struct Blanks {
    bytes: Vec<u8>,
}

impl Blanks {
    fn new(text: &str) -> Self {
        Self {
            bytes: text.as_bytes().to_vec(),
        }
    }

    /// Blanks whole characters only; line breaks stay, as the end of a line is no end of a sentence.
    fn blank(&mut self, span: Range<usize>, with: char) {
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

fn markdown(blanks: &mut Blanks, text: &str) {
    let mut body = 0;
    if let Some(rest) = text.strip_prefix("+++") {
        let end = rest.find("\n+++").map_or(text.len(), |at| 3 + at);
        toml_values(blanks, 3..end, text);
        blanks.blank(0..3, GAP);
        body = (end + 4).min(text.len());
        blanks.blank(end..body, GAP);
    }
    references(blanks, text, body);
    // Code, by fences and by backquotes.
    let mut fence: Option<usize> = None;
    let mut at = body;
    for line in text[body..].split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        match (fence, is_fence) {
            (None, true) => fence = Some(at),
            (Some(start), true) => {
                blanks.blank(start..at + line.len(), GAP);
                fence = None;
            }
            _ => {}
        }
        if fence.is_none() && !is_fence {
            let mut from = 0;
            while let Some(open) = line[from..].find('`').map(|open| from + open) {
                let Some(close) = line[open + 1..].find('`').map(|close| open + 1 + close) else {
                    break;
                };
                blanks.blank(at + open..at + close + 1, GAP);
                from = close + 1;
            }
            // A heading, an entry of a list and a cell of a table are sentences of their own.
            let indent = line.len() - line.trim_start().len();
            if line
                .trim_start()
                .starts_with(['#', '-', '*', '+', '|', '>'])
            {
                let marks =
                    line.trim_start().len() - line.trim_start().trim_start_matches('#').len();
                blanks.blank(at + indent..at + indent + marks.max(1), GAP);
            }
            for (pipe, _) in line
                .match_indices('|')
                .filter(|_| line.trim_start().starts_with('|'))
            {
                blanks.blank(at + pipe..at + pipe + 1, GAP);
            }
        }
        at += line.len();
    }
    if let Some(start) = fence {
        blanks.blank(start..text.len(), GAP);
    }
    inline_markup(blanks, text, body..text.len());
    tags(blanks, text, body);
}

/// Targets of links and pictures, and the marks of emphasis.
fn inline_markup(blanks: &mut Blanks, text: &str, span: Range<usize>) {
    let mut from = span.start;
    while let Some(open) = text[from..span.end].find("](").map(|open| from + open) {
        let close = text[open..span.end]
            .find(')')
            .map_or(span.end, |close| open + close + 1);
        blanks.blank(open..close, INLINE);
        from = close;
    }
    for (index, mark) in text[span.clone()].match_indices(['*', '_', '[']) {
        let at = span.start + index;
        if blanks
            .bytes
            .get(at)
            .is_some_and(|byte| u32::from(*byte) != u32::from(GAP))
        {
            blanks.blank(at..at + mark.len(), INLINE);
        }
    }
}

/// The texts of a TOML document: all but its string values is blanked out, and of those the ones that are addresses or paths.
fn toml_values(blanks: &mut Blanks, span: Range<usize>, text: &str) {
    let (table, _) = toml::de::DeTable::parse_recoverable(&text[span.clone()]);
    let mut values = Vec::new();
    collect(
        &toml::de::DeValue::Table(table.into_inner()),
        span.start,
        span.clone(),
        &mut values,
    );
    values.sort_by_key(|value| value.start);
    let mut from = span.start;
    for value in values {
        let written = &text[value.clone()];
        let is_prose = written.contains(' ') || !written.contains(['/', '@', '.', '_']);
        if !is_prose || value.start < from {
            continue;
        }
        let quotes = if written.starts_with("\"\"\"") || written.starts_with("'''") {
            3
        } else {
            1
        };
        blanks.blank(from..(value.start + quotes).min(value.end), GAP);
        from = value.end.saturating_sub(quotes);
        references(blanks, &text[..value.end], value.start);
        inline_markup(blanks, text, value);
    }
    blanks.blank(from..span.end, GAP);
}

fn collect(
    value: &toml::de::DeValue<'_>,
    offset: usize,
    span: Range<usize>,
    values: &mut Vec<Range<usize>>,
) {
    match value {
        toml::de::DeValue::String(_) => values.push(span),
        toml::de::DeValue::Array(items) => {
            for item in items {
                collect(
                    item.get_ref(),
                    offset,
                    offset + item.span().start..offset + item.span().end,
                    values,
                );
            }
        }
        toml::de::DeValue::Table(table) => {
            // A waiver quotes what it waives.
            for (_, item) in table.iter().filter(|(key, _)| key.get_ref() != "waiver") {
                collect(
                    item.get_ref(),
                    offset,
                    offset + item.span().start..offset + item.span().end,
                    values,
                );
            }
        }
        _ => {}
    }
}

/// `{{ … }}` in content: a fact, which is right by itself.
fn references(blanks: &mut Blanks, text: &str, from: usize) {
    let mut at = from;
    while let Some(open) = text[at..].find("{{").map(|open| at + open) {
        let Some(close) = text[open..].find("}}").map(|close| open + close + 2) else {
            break;
        };
        blanks.blank(open..close, GAP);
        at = close;
    }
}

/// Web addresses that stand in text: their parts are no words.
fn addresses(blanks: &mut Blanks, text: &str) {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')' | INLINE | GAP);
    let mut at = 0;
    for word in text.split(ends) {
        let word_only = word.trim_end_matches(['.', ',', ';', ':']);
        let is_address = word.contains("://")
            || word.starts_with("www.")
            || word_only.contains('/') && word_only.contains('.');
        if is_address {
            blanks.blank(at..at + word.len(), GAP);
        }
        at += word.len()
            + text[at + word.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
    }
}

fn template(blanks: &mut Blanks, text: &str) {
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
        blank_but_texts(blanks, text, open..close, closer != "#}");
        at = close;
    }
    for (opening, closing) in [
        ("<script", "</script>"),
        ("<style", "</style>"),
        ("<!--", "-->"),
    ] {
        let mut at = 0;
        while let Some(open) = text[at..].find(opening).map(|open| at + open) {
            let close = text[open..]
                .find(closing)
                .map_or(text.len(), |close| open + close + closing.len());
            blanks.blank(open..close, GAP);
            at = close;
        }
    }
    tags(blanks, text, 0);
}

/// Texts in quotes that are arguments of a component or a filter: those with a space in them are for people.
fn blank_but_texts(blanks: &mut Blanks, text: &str, span: Range<usize>, keep: bool) {
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
            blanks.blank(from..open, GAP);
            from = close;
        }
        at = close + 1;
    }
    blanks.blank(from..span.end, GAP);
}

/// Tags are blanked out, but for attributes that people read or hear. Tags that begin or end a block part sentences.
fn tags(blanks: &mut Blanks, text: &str, from: usize) {
    const READ: [&str; 5] = [
        " alt=\"",
        " title=\"",
        " aria-label=\"",
        " placeholder=\"",
        " label=\"",
    ];
    let mut at = from;
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        let after = text[open + 1..].trim_start_matches('/');
        let name: String = after
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if name.is_empty() {
            at = open + 1;
            continue;
        }
        let close = text[open..]
            .find('>')
            .map_or(text.len(), |close| open + close + 1);
        let mark = if IN_LINE.contains(&name.as_str()) {
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
            blanks.blank(from..one.start, GAP);
            from = one.end;
        }
        blanks.blank(from..close, if kept.is_empty() { mark } else { GAP });
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
    fn only_prose_is_left() {
        for (path, text, expected) in [
            (
                "a.md",
                "+++\ntitle = \"A title\"\nimage = \"images/a.svg\"\nicon = \"coins\"\nn = 3\n+++\nOver **two**\ndecades `code` <b>of</b> [work](/about).\n\n## Head\n",
                vec!["A title", "coins", "Over two decades", "of work .", "Head"],
            ),
            (
                "a.md",
                "A {{ site.name }} b\n\n```\ncode\n```\n| c | d |\n",
                vec!["A", "b", "c", "d"],
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
        let pattern = pattern("over (two) decades", false).unwrap();
        let (span, groups) = prose.captures(&pattern).next().unwrap();
        assert_eq!(groups, ["two"]);
        assert_eq!(&text[span.clone()], "over *two*\ndecades");
        assert_eq!(prose.words(&span), "over two decades");
        assert_eq!(prose.sentence(&span), "we have over two decades of work.");
    }
}
