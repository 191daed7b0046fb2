//! Text of Kramdown that Markdown here reads in another way: bold text beside punctuation, tables, addresses, and headings in lists.

use std::ops::Range;

use content::Code;
use diagnostic::lines;

use crate::edits::{Edit, apply, is_within};
use crate::table_row::cells;

/// Writes a text of Kramdown so that it shows here as it did there.
pub fn as_here(text: &str) -> String {
    let text = with_tables(text);
    let code = other_text(&text);
    let mut edits = bold(&text, &code);
    edits.extend(addresses(&text, &code));
    edits.extend(signs(&text, &code));
    edits.extend(headings_in_lists(&text, &code));
    apply(&text, edits)
}

/// Elements whose text is no Markdown.
const RAW: [(&str, &str); 3] = [
    ("<script", "</script"),
    ("<style", "</style"),
    ("<pre", "</pre"),
];

/// Returns the byte ranges of code and of elements whose text is no Markdown, sorted.
fn other_text(text: &str) -> Vec<Range<usize>> {
    let code = Code::of(text).all();
    let mut ranges = code.clone();
    for (open, close) in RAW {
        let mut at = 0;
        while let Some(start) = text[at..].find(open).map(|found| at + found) {
            at = start + open.len();
            if !is_within(&code, start) {
                at = text[start..]
                    .find(close)
                    .map_or(text.len(), |end| start + end);
                ranges.push(start..at);
            }
        }
    }
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    ranges.retain(|range| {
        let is_outer = range.end > end;
        end = end.max(range.end);
        is_outer
    });
    ranges
}

/// Returns the changes that write bold text as HTML where its marks are between a letter and a punctuation mark.
fn bold(text: &str, code: &[Range<usize>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut open: Option<usize> = None;
    let mut line_end = 0;
    // Offset of the second half of four stars.
    let mut second = usize::MAX;
    for (at, mark) in text.match_indices("**") {
        let (before, after) = (&text[..at], &text[at + mark.len()..]);
        let (last, next) = (before.chars().next_back(), after.chars().next());
        // Four stars end bold text, and begin another one at once.
        let stars = |text: &str| text.len() - text.trim_start_matches('*').len();
        let is_first = last != Some('*') && stars(after) == 2 && open.is_some();
        let is_second = at == second;
        let is_part = last == Some('*') && !is_second || next == Some('*') && !is_first;
        if is_part || last == Some('\\') || is_within(code, at) {
            open = None;
            continue;
        }
        if at >= line_end {
            open = None;
            line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        }
        let is_space = |one: Option<char>| one.is_none_or(char::is_whitespace);
        match open.take() {
            Some(start) if !is_space(last) => {
                let is_beside = is_first || second == start;
                if is_first {
                    second = at + mark.len();
                }
                if is_beside || !is_flanked(text, start, false) || !is_flanked(text, at, true) {
                    edits.push((start..start + mark.len(), "<strong>".to_owned()));
                    edits.push((at..at + mark.len(), "</strong>".to_owned()));
                }
            }
            Some(start) => open = Some(start),
            None => open = (!is_space(next)).then_some(at),
        }
    }
    edits
}

/// Returns whether Markdown takes the mark `**` at an offset for the beginning, or the end, of bold text.
fn is_flanked(text: &str, at: usize, is_end: bool) -> bool {
    let (before, after) = (
        text[..at].chars().next_back(),
        text[at + 2..].chars().next(),
    );
    let (inner, outer) = if is_end {
        (before, after)
    } else {
        (after, before)
    };
    let is_word = |one: char| one.is_alphanumeric();
    inner.is_some_and(is_word) || !outer.is_some_and(is_word)
}

/// Longest address that is looked for, in bytes, so that the time for many that do not end is proportional to their number.
const LONGEST: usize = 2_048;

/// Returns the changes that write addresses with spaces between angle brackets, and those on two lines on one.
fn addresses(text: &str, code: &[Range<usize>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, mark) in text.match_indices("](") {
        let start = at + mark.len();
        let Some(length) = length_of_address(&text[start..]) else {
            continue;
        };
        let address = &text[start..start + length];
        let trimmed = address.trim();
        let is_apart = trimmed.contains(char::is_whitespace) || trimmed.contains("\\)");
        if !is_apart || is_within(code, at) {
            continue;
        }
        let new = if trimmed.contains('\n') {
            trimmed.lines().map(str::trim).collect()
        } else {
            let escaped = trimmed.replace('\\', "\\\\");
            format!("<{escaped}>")
        };
        edits.push((start..start + length, new));
    }
    edits
}

/// Returns the length of the address at the beginning of a text: up to the parenthesis that closes the one before it, or to a title. A
/// backslash escapes nothing there.
fn length_of_address(text: &str) -> Option<usize> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let mut depth = 0_usize;
    for (at, one) in text.char_indices() {
        match one {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            '<' | '{' => return None,
            '\n' if text[at + 1..].starts_with('\n') => return None,
            '"' | '\'' if text[..at].ends_with(char::is_whitespace) => {
                let (_, rest) = text[at + 1..].split_once(one)?;
                return rest
                    .trim_start()
                    .starts_with(')')
                    .then(|| text[..at].trim_end().len());
            }
            _ => {}
        }
    }
    None
}

/// Returns the changes for line breaks that are two backslashes, and for quotation marks that are two angle brackets.
fn signs(text: &str, code: &[Range<usize>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let breaks = text.match_indices("\\\\\n").map(|(at, _)| at);
    // In a formula, they separate lines.
    let is_break = |at: &usize| !text[..*at].ends_with('\\') && !is_within(code, *at);
    for at in breaks.filter(is_break).filter(|_| !text.contains("$$")) {
        edits.push((at..at + 1, String::new()));
    }
    for (sign, new) in [("<<", "«"), (">>", "»")] {
        for (at, _) in text.match_indices(sign) {
            let (before, after) = (&text[..at], &text[at + 2..]);
            let line = before.trim_end_matches(['>', ' ']);
            let is_quotation = line.is_empty() || line.ends_with('\n');
            let is_other = before.ends_with(['<', '>', '-', '\\', '"', '\'', '/', '}'])
                || after.starts_with(['<', '>', '-', '!', '/']);
            let is_mark = !is_other && (sign == "<<" || !is_quotation);
            if is_mark && !is_within(code, at) {
                edits.push((at..at + 2, new.to_owned()));
            }
        }
    }
    edits
}

/// Returns the changes that keep the lines below a heading in an entry of a list in this entry.
fn headings_in_lists(text: &str, code: &[Range<usize>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    // Indentation of the text of the entry that the last line is a heading in.
    let mut entry: Option<usize> = None;
    for (start, line) in lines(text) {
        let is_code = is_within(code, start);
        if let Some(width) = entry.take()
            && !is_code
            && text_of_entry(line).is_none()
            && !line.starts_with(['\n', ' ', '\t', '#', '>', '`', '~', '{', '<', '|'])
        {
            edits.push((start..start, " ".repeat(width)));
            entry = Some(width);
        }
        let width = text_of_entry(line).filter(|width| line[*width..].starts_with('#'));
        entry = width.filter(|_| !is_code).or(entry);
    }
    edits
}

/// Returns the offset of the text of an entry of a list that a line begins.
fn text_of_entry(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mark = &line[digits..];
    let is_mark = if digits > 0 {
        mark.starts_with(['.', ')'])
    } else {
        mark.starts_with(['-', '*', '+'])
    };
    let rest = mark.get(1..).filter(|_| is_mark)?;
    let spaces = rest.bytes().take_while(|one| *one == b' ').count();
    (1..=4).contains(&spaces).then_some(digits + 1 + spaces)
}

/// Writes the tables of a text as Markdown has them: with a head, one line below it, and as many cells in this line as in the head.
fn with_tables(text: &str) -> String {
    if !text.contains('|') {
        return text.to_owned();
    }
    let code = other_text(text);
    let mut edits: Vec<Edit> = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    // Start of the block, and whether all of its lines may be of a table.
    let (mut start, mut is_table) = (0, true);
    for (at, line) in lines(text).chain([(text.len(), "\n")]) {
        if line.trim().is_empty() || line.starts_with("{:") {
            let is_one = block.len() == 1 && !block[0].starts_with('|');
            if is_table && !block.is_empty() && !is_one {
                let new = table(&block);
                edits.extend(new.map(|new| (start..at, new)));
            }
            block.clear();
            is_table = true;
        } else {
            if block.is_empty() {
                start = at;
            }
            let is_other = line.starts_with([' ', '\t', '#', '>', '<', '$', '{'])
                || text_of_entry(line).is_some()
                || is_within(&code, at);
            is_table &= line.contains('|') && !is_other;
            block.push(line);
        }
    }
    apply(text, edits)
}

/// Returns whether a line separates rows of a table.
fn is_separator(line: &str) -> bool {
    let line = line.trim_end();
    let of = |mark: char| {
        line.contains(mark)
            && line
                .chars()
                .all(|one| "|+: \t".contains(one) || one == mark)
    };
    of('-') || of('=')
}

/// Returns the lines of a table as Markdown has them; `None` if they already are.
fn table(lines: &[&str]) -> Option<String> {
    let separators: Vec<usize> = (0..lines.len())
        .filter(|at| is_separator(lines[*at]))
        .collect();
    let rows: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|line| !is_separator(line))
        .collect();
    let head = rows.first()?;
    let count = cells(head);
    let below_head = separators.iter().find(|at| **at == 1).map(|at| lines[*at]);
    if separators == [1]
        && below_head.is_some_and(|line| cells(line) == count && !line.contains('+'))
    {
        return None;
    }
    let (head, below) = match below_head {
        Some(line) => (Some(*head), line),
        None => (None, ""),
    };
    let count = if head.is_some() {
        count
    } else {
        rows.iter().map(|row| cells(row)).max()?
    };
    let aligned = below
        .trim()
        .trim_matches('|')
        .split(['|', '+'])
        .map(str::trim);
    let aligned =
        aligned.map(
            |cell| match (cell.starts_with(':'), cell.len() > 1 && cell.ends_with(':')) {
                (true, true) => ":---:",
                (true, false) => ":---",
                (false, true) => "---:",
                (false, false) => "---",
            },
        );
    let aligned: Vec<&str> = aligned
        .chain(std::iter::repeat("---"))
        .take(count)
        .collect();
    let mut table = match head {
        Some(head) => head.trim_end().to_owned(),
        None => format!("|{}", "  |".repeat(count)),
    };
    table.push_str(&format!("\n| {} |\n", aligned.join(" | ")));
    for row in rows.iter().skip(usize::from(head.is_some())) {
        table.push_str(row.trim_end());
        table.push('\n');
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_kramdown() {
        for (text, expected) in [
            (
                "因为它**「出乎意料」**且让我。",
                "因为它<strong>「出乎意料」</strong>且让我。",
            ),
            (
                "CSS 也是**“引号”**的，和**粗体。**后面。",
                "CSS 也是<strong>“引号”</strong>的，和<strong>粗体。</strong>后面。",
            ),
            (
                "**Backbone****，再到** **React**",
                "<strong>Backbone</strong><strong>，再到</strong> **React**",
            ),
            (
                "**a****b****c** ****d**** ***e*** a****b",
                "<strong>a</strong><strong>b</strong><strong>c</strong> ****d**** ***e*** a****b",
            ),
            (
                "![](../flow (1).png) [q()](https://a.example/#q(a.B, int\\)) [x](/a(b)) [y](/c d (e) \"T\")",
                "![](<../flow (1).png>) [q()](<https://a.example/#q(a.B, int\\\\)>) [x](/a(b)) [y](</c d (e)> \"T\")",
            ),
            (
                "[x](a b [y](it's b\n\n) [z](don't)",
                "[x](a b [y](it's b\n\n) [z](don't)",
            ),
            (
                "**a** b**c** ** d **\n`e**.**f` \\**g**",
                "**a** b**c** ** d **\n`e**.**f` \\**g**",
            ),
            (
                "| A | B |\n|-----+-----|\n| 1 | 2 |\n|-----+-----|\n| 3 | 4 |\n",
                "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n",
            ),
            (
                "BU | 2008 | 2010\n----|:--:|\nT1 | 4 | 13\n",
                "BU | 2008 | 2010\n| --- | :---: | --- |\nT1 | 4 | 13\n",
            ),
            (
                "A | B\n1 | 2\n\n| a | b |\n{: .tbl}\n",
                "|  |  |\n| --- | --- |\nA | B\n1 | 2\n\n|  |  |\n| --- | --- |\n| a | b |\n{: .tbl}\n",
            ),
            (
                "|A|B|\n|:-|-|\n|1|2|\n\na | b\n\n- a | b\n- c | d\n",
                "|A|B|\n|:-|-|\n|1|2|\n\na | b\n\n- a | b\n- c | d\n",
            ),
            (
                "[posts](/docs/\nposts/) [You](You and Your) [t](/a \"T\") [u](/u)",
                "[posts](/docs/posts/) [You](<You and Your>) [t](/a \"T\") [u](/u)",
            ),
            (
                "- #### Bell\ntext\nmore\n\t- sub\n\n1. # A\n2. b\nc\n",
                "- #### Bell\n  text\n  more\n\t- sub\n\n1. # A\n2. b\nc\n",
            ),
            (
                "one\\\\\ntwo <<x>> `<<y>>`\n>> z\n",
                "one\\\ntwo «x» `<<y>>`\n>> z\n",
            ),
            (
                "<script>\nf[a](b, c ** d**2) >> e;\n</script>\n\n`<pre>` f >> g\n",
                "<script>\nf[a](b, c ** d**2) >> e;\n</script>\n\n`<pre>` f » g\n",
            ),
            (
                "a <!-- b -->> <a href=\"/\"><b>c</b></a>",
                "a <!-- b -->> <a href=\"/\"><b>c</b></a>",
            ),
        ] {
            assert_eq!(as_here(text), expected);
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in [
            "**a",
            "](",
            "<<",
            "|-\n",
            "- # a\nb\n",
            "a **。** b\n",
            "](a b) ",
            "](a (",
            "a ****b",
        ] {
            let text = part.repeat(20_000);
            assert!(as_here(&text).len() >= 20_000);
        }
    }
}
