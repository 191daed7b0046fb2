//! Text that Goldmark, the Markdown of Hugo, reads in another way than this program.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::edits::{Edit, apply, code, is_within};

/// Writes two tildes for each of those around text that is struck through, which may be single in CommonMark with this extension.
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
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Strikethrough) if !text[range.clone()].starts_with("~~") => {
                double(range);
            }
            Event::Text(_) if is_within_words => {
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

/// Gives the heads of tables as many cells as the line below has, which Goldmark does, too.
pub fn with_whole_heads(text: &str) -> String {
    let code = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    // The line above, if it may be the head of a table: a paragraph has one table at most.
    let mut head: Option<Range<usize>> = None;
    let mut has_table = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_matches([' ', '\t', '\r', '\n', '>']);
        let start = at + line.find(content).unwrap_or(0);
        let range = start..start + content.len();
        at += line.len();
        if content.is_empty() || is_within(&code, start) {
            head = None;
            has_table = false;
            continue;
        }
        let needed = delimiters(content);
        if let (Some(above), Some(needed), false) = (&head, needed, has_table) {
            has_table = true;
            let own = &text[above.clone()];
            let missing = needed.saturating_sub(cells(own));
            if missing > 0 {
                let end = if ends_with_pipe(own) { "" } else { " |" };
                edits.push((
                    above.end..above.end,
                    format!("{end}{}", " |".repeat(missing)),
                ));
            }
        }
        head = Some(range);
    }
    apply(text, edits)
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

fn ends_with_pipe(line: &str) -> bool {
    line.ends_with('|') && !line.ends_with("\\|")
}

/// Returns the number of cells in a row of a table.
fn cells(row: &str) -> usize {
    let inner = row.strip_prefix('|').unwrap_or(row);
    let pipes = inner.matches('|').count() - inner.matches("\\|").count();
    if ends_with_pipe(inner) {
        pipes
    } else {
        pipes + 1
    }
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
                "~~a~~ b ~ c ~d 5~6, 7 ~8",
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
                "text\n| C|D | |\n|:--|:--|:--|\n",
            ),
            ("A\\|B|C\n-|-|-\n", "A\\|B|C | |\n-|-|-\n"),
            ("> A\n> -|-\n> 1|2\n", "> A | |\n> -|-\n> 1|2\n"),
            ("A|B\n-|-\n1|2\n-|-|-\n", "A|B\n-|-\n1|2\n-|-|-\n"),
            ("A|B|C\n-|-\n", "A|B|C\n-|-\n"),
            ("```\nA|B\n-|-|-\n```\n", "```\nA|B\n-|-|-\n```\n"),
            ("A\n\n-|-\n", "A\n\n-|-\n"),
            ("A\n---\n", "A\n---\n"),
        ] {
            assert_eq!(with_whole_heads(text), expected);
        }
    }
}
