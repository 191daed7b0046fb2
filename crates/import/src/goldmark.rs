//! Text that Goldmark, the Markdown of Hugo, reads in another way than this program.

use std::ops::Range;

use diagnostic::lines;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::blocks::empty_line;
use crate::edits::{Edit, apply, code, is_within};
use crate::table_row::{cells, ends_with_pipe};

/// Writes two tildes for each of those around text that is struck through, which may be single in other programs.
/// `is_within_words` says that the parts of words can be struck through, too, as in Goldmark: `H~2~O`.
pub fn with_double_tildes(text: &str, is_within_words: bool) -> String {
    if !text.contains('~') {
        return text.to_owned();
    }
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_DEFINITION_LIST;
    let mut edits: Vec<Edit> = Vec::new();
    let mut double = |range: Range<usize>| {
        edits.push((range.start..range.start, "~".to_owned()));
        edits.push((range.end..range.end, "~".to_owned()));
    };
    // Offset of a tilde that has no end yet, and whether the word that is read is a URL.
    let mut open: Option<usize> = None;
    let mut is_url = false;
    let mut is_code = false;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Strikethrough) if !text[range.clone()].starts_with("~~") => {
                double(range);
            }
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(_) if is_within_words && !is_code => {
                for (offset, one) in text[range.clone()].char_indices() {
                    let at = range.start + offset;
                    is_url &= !one.is_whitespace();
                    is_url |= text[at..].starts_with("://");
                    if one != '~' || is_url {
                        continue;
                    }
                    match (single_tilde(text, at), open) {
                        (Some((_, true)), Some(start)) => {
                            double(start..at + 1);
                            open = None;
                        }
                        (Some((true, _)), _) => open = Some(at),
                        _ => {}
                    }
                }
            }
            Event::Text(_) | Event::SoftBreak | Event::Code(_) => is_url = false,
            _ => {
                open = None;
                is_url = false;
            }
        }
    }
    apply(text, edits)
}

/// Returns whether the tilde at an offset can begin, and whether it can end text that is struck through. Returns `None` for one that is
/// escaped or not alone.
fn single_tilde(text: &str, at: usize) -> Option<(bool, bool)> {
    let before = text[..at].chars().next_back().unwrap_or(' ');
    let after = text[at + 1..].chars().next().unwrap_or(' ');
    if [before, after].contains(&'~') || before == '\\' {
        return None;
    }
    let is_word = |one: char| one.is_alphanumeric();
    Some((
        is_word(after) || !is_word(before) && !after.is_whitespace(),
        is_word(before) || !is_word(after) && !before.is_whitespace(),
    ))
}

/// A line of a paragraph.
struct Line<'t> {
    /// Offset of the line.
    start: usize,
    /// Indentation, with the signs of the quotes that the line is in.
    indent: &'t str,
    /// Byte range of the text.
    content: Range<usize>,
}

/// Gives the heads of tables as many cells as the line below has, and separates them from the text above, as Goldmark does.
pub fn with_whole_heads(text: &str) -> String {
    let code = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    // The lines of a paragraph, which has one table at most.
    let mut paragraph: Vec<Line<'_>> = Vec::new();
    let mut has_table = false;
    for (at, line) in lines(text) {
        let content = line.trim_matches([' ', '\t', '\r', '\n', '>']);
        let start = line.find(content).unwrap_or(0);
        let below = Line {
            start: at,
            indent: &line[..start],
            content: at + start..at + start + content.len(),
        };
        if content.is_empty() || is_within(&code, below.content.start) {
            paragraph.clear();
            has_table = false;
            continue;
        }
        if let (Some(needed), Some(head), false) =
            (delimiters(content), paragraph.last(), has_table)
        {
            has_table = true;
            let own = &text[head.content.clone()];
            let missing = needed.checked_sub(cells(own));
            if missing.is_some() && is_below_text(text, &paragraph) {
                let empty = format!("{}\n", empty_line(head.indent));
                edits.push((head.start..head.start, empty));
            }
            if let Some(missing) = missing.filter(|missing| *missing > 0) {
                let end = if ends_with_pipe(own) { "" } else { " |" };
                let at = head.content.end;
                edits.push((at..at, format!("{end}{}", " |".repeat(missing))));
            }
        }
        paragraph.push(below);
    }
    apply(text, edits)
}

/// Returns whether the last of these lines is below other text of its paragraph.
fn is_below_text(text: &str, lines: &[Line<'_>]) -> bool {
    let [first, .., last] = lines else {
        return false;
    };
    let is_deeper = last.indent.len() > first.indent.len();
    let first = &text[first.content.clone()];
    let is_entry =
        first.starts_with(['-', '*', '+']) || first.starts_with(|one: char| one.is_ascii_digit());
    !first.starts_with(['<', '|', '#']) && (is_deeper || !is_entry)
}

/// Returns the number of cells in the line below the head of a table; `None` for another line.
fn delimiters(line: &str) -> Option<usize> {
    let is_cell = |cell: &str| {
        let dashes = cell.trim();
        let dashes = dashes.strip_prefix(':').unwrap_or(dashes);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|one| one == b'-')
    };
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let is_line = line.contains('|') && inner.split('|').all(is_cell);
    is_line.then(|| inner.split('|').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tildes() {
        for (text, of_hugo, of_zola) in [
            (
                "~基礎編~ and H~2~O",
                "~~基礎編~~ and H~~2~~O",
                "~~基礎編~~ and H~2~O",
            ),
            (
                "~~a~~ b ~ c ~d 5~6, 7 ~8",
                "~~a~~ b ~ c ~~d 5~~6, 7 ~8",
                "~~a~~ b ~ c ~d 5~6, 7 ~8",
            ),
            (
                "`a~a~` b\\~b~ http://a.example/b~c~d ~/a ~/b",
                "`a~a~` b\\~b~ http://a.example/b~c~d ~/a ~/b",
                "`a~a~` b\\~b~ http://a.example/b~c~d ~/a ~/b",
            ),
            (
                "    ~a~\n\n- x\n  ~b\n  c~",
                "    ~a~\n\n- x\n  ~~b\n  c~~",
                "    ~a~\n\n- x\n  ~~b\n  c~~",
            ),
        ] {
            assert_eq!(with_double_tildes(text, true), of_hugo);
            assert_eq!(with_double_tildes(text, false), of_zola);
        }
        let text = "a~b ".repeat(50_000);
        assert!(with_double_tildes(&text, true).len() >= text.len());
    }

    #[test]
    fn heads_of_tables() {
        for (text, expected) in [
            ("C|D\n:--|:--|:--\n3|4\n", "C|D | |\n:--|:--|:--\n3|4\n"),
            (
                "text\n| C|D |\n|:--|:--|:--|\n",
                "text\n\n| C|D | |\n|:--|:--|:--|\n",
            ),
            ("A\\|B|C\n-|-|-\n", "A\\|B|C | |\n-|-|-\n"),
            ("> A\n> -|-\n> 1|2\n", "> A | |\n> -|-\n> 1|2\n"),
            ("A|B\n-|-\n1|2\n-|-|-\n", "A|B\n-|-\n1|2\n-|-|-\n"),
            ("> a\n> A|B\n> -|-\n", "> a\n>\n> A|B\n> -|-\n"),
            ("- a\n  A|B\n  -|-\n", "- a\n\n  A|B\n  -|-\n"),
            ("- a\nA|B\n-|-\n", "- a\nA|B\n-|-\n"),
            ("<div>\nA|B\n-|-\n", "<div>\nA|B\n-|-\n"),
            ("A|B|C\n-|-\n", "A|B|C\n-|-\n"),
            ("```\nA|B\n-|-|-\n```\n", "```\nA|B\n-|-|-\n```\n"),
            ("A\n\n-|-\n", "A\n\n-|-\n"),
            ("A\n---\n", "A\n---\n"),
        ] {
            assert_eq!(with_whole_heads(text), expected);
        }
    }
}
