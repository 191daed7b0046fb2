//! Finds code in Markdown by its lines, without a parser: blocks between fences, indented blocks, and code spans.

use std::ops::Range;

/// Byte ranges of the code in a text.
#[derive(Debug, Default)]
pub struct Code {
    /// Blocks between fences, each from its first backtick or tilde.
    pub fenced: Vec<Range<usize>>,
    /// Code spans, with their backticks.
    pub spans: Vec<Range<usize>>,
    /// Lines of blocks that are indented by four columns.
    pub indented: Vec<Range<usize>>,
}

/// An opened fence.
struct Fence {
    mark: char,
    run: usize,
    start: usize,
    /// Number of quotes around it.
    quotes: usize,
    /// Column at which the text of its list item begins.
    column: usize,
}

impl Code {
    /// Finds the code of a text. A fence without an end reaches to the end of the list item or quote that it is in.
    pub fn of(markdown: &str) -> Self {
        let mut code = Self::default();
        let mut fence: Option<Fence> = None;
        // Columns at which the texts of the open list items begin.
        let mut items: Vec<usize> = Vec::new();
        // The current paragraph, list item or table row: a code span cannot extend beyond it.
        let mut block = 0..0;
        let (mut may_be_code, mut is_after_empty) = (true, true);
        let mut end = 0;
        for line in markdown.split_inclusive('\n') {
            let start = end;
            end += line.len();
            if let Some(open) = &fence {
                let (quotes, rest) = without_quotes(line, open.quotes);
                let is_left = !rest.trim().is_empty() && column(rest) < open.column;
                if quotes == open.quotes && !is_left {
                    let mark = open.mark;
                    let inner = rest.trim();
                    if inner.len() >= open.run && inner.trim_start_matches(mark).is_empty() {
                        code.fenced.push(open.start..end);
                        fence = None;
                        (may_be_code, is_after_empty) = (true, true);
                    }
                    block = end..end;
                    continue;
                }
                code.fenced.push(open.start..start);
                fence = None;
                (may_be_code, is_after_empty) = (true, true);
                block = start..start;
            }
            let (quotes, rest) = without_quotes(line, usize::MAX);
            if rest.trim().is_empty() {
                code.add_spans(markdown, &block);
                block = end..end;
                (may_be_code, is_after_empty) = (true, true);
                continue;
            }
            let mut inner = rest.trim_start();
            let own = column(rest);
            let mark = fence_mark(inner);
            if is_after_empty || mark.is_some() || marker(inner).is_some() {
                while items.last().is_some_and(|item| *item > own) {
                    items.pop();
                }
            }
            let is_indented = own >= items.last().copied().unwrap_or_default() + 4;
            if is_indented && may_be_code {
                code.add_spans(markdown, &block);
                code.indented.push(start..end);
                block = end..end;
                is_after_empty = false;
                continue;
            }
            let mut at = own;
            while let Some(length) = marker(inner).filter(|_| !is_indented) {
                let spaces = inner[length..].len() - inner[length..].trim_start_matches(' ').len();
                let spaces = if (1..=4).contains(&spaces) { spaces } else { 1 };
                at += length + spaces;
                items.push(at);
                inner = inner[length..].trim_start();
            }
            let is_new = line
                .trim_start()
                .starts_with(|one: char| one.is_ascii_digit() || " \t>-*+.)#|<".contains(one));
            let mark = fence_mark(inner).filter(|_| !is_indented);
            if is_new || mark.is_some() {
                code.add_spans(markdown, &block);
                block = start..start;
            }
            block.end = end;
            (may_be_code, is_after_empty) = (inner.starts_with('#'), false);
            if let Some((mark, run)) = mark {
                block = end..end;
                fence = Some(Fence {
                    mark,
                    run,
                    start: end - inner.len(),
                    quotes,
                    column: items.last().copied().unwrap_or_default(),
                });
            }
        }
        match fence {
            Some(open) => code.fenced.push(open.start..end),
            None => code.add_spans(markdown, &block),
        }
        code
    }

    /// Adds the code spans of a block. A code span ends with as many backticks as it begins with.
    fn add_spans(&mut self, markdown: &str, block: &Range<usize>) {
        let text = &markdown[block.clone()];
        let mut at = 0;
        while let Some(start) = text[at..].find('`').map(|found| at + found) {
            let run = run_length(&text[start..], '`');
            let is_escaped = text[..start].ends_with('\\');
            let length = end_of_span(&text[start..], run).filter(|_| !is_escaped);
            if let Some(length) = length {
                let start = block.start + start;
                self.spans.push(start..start + length);
            }
            at = start + length.unwrap_or(run);
        }
    }

    /// Returns the ranges of all code, sorted.
    pub fn all(&self) -> Vec<Range<usize>> {
        let mut all = [&*self.fenced, &*self.spans, &*self.indented].concat();
        all.sort_by_key(|one| one.start);
        all
    }

    /// Returns the text with its code replaced by backticks, so that offsets stay the same. Line feeds stay.
    pub fn removed_from(&self, markdown: &str) -> String {
        let mut text = String::with_capacity(markdown.len());
        let mut at = 0;
        for code in self.all() {
            text.push_str(&markdown[at..code.start]);
            let bytes = markdown[code.clone()].bytes();
            text.extend(bytes.map(|byte| if byte == b'\n' { '\n' } else { '`' }));
            at = code.end;
        }
        text + &markdown[at..]
    }
}

/// Returns how many quotes a line is in, at most `most`, and the rest of the line.
fn without_quotes(line: &str, most: usize) -> (usize, &str) {
    let (mut quotes, mut rest) = (0, line);
    while quotes < most
        && column(rest) < 4
        && let Some(inner) = rest.trim_start_matches([' ', '\t']).strip_prefix('>')
    {
        quotes += 1;
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    (quotes, rest)
}

/// Returns the column at which the text of a line begins.
fn column(line: &str) -> usize {
    let mut column = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => break,
        }
    }
    column
}

/// Returns the length of the sign of a list item, without the spaces after it.
fn marker(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let length = match text.as_bytes().get(digits)? {
        b'-' | b'*' | b'+' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    text[length..]
        .starts_with([' ', '\t', '\n'])
        .then_some(length)
}

/// Returns the sign and the length of the fence that a line begins.
fn fence_mark(line: &str) -> Option<(char, usize)> {
    let mark = line.chars().next().filter(|one| matches!(one, '`' | '~'))?;
    let run = run_length(line, mark);
    let is_span = mark == '`' && line[run..].contains('`');
    (run >= 3 && !is_span).then_some((mark, run))
}

/// Returns the end of the code span that begins with `run` backticks at the start of the text; `None` if it is not closed.
fn end_of_span(text: &str, run: usize) -> Option<usize> {
    let mut end = run;
    loop {
        let start = end + text[end..].find('`')?;
        let length = run_length(&text[start..], '`');
        end = start + length;
        if length == run {
            return Some(end);
        }
    }
}

/// Returns how often `mark`, an ASCII character, is repeated at the start of the text.
fn run_length(text: &str, mark: char) -> usize {
    text.len() - text.trim_start_matches(mark).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_becomes_backticks() {
        for (text, expected) in [
            ("a `b` c", "a ``` c"),
            ("```x\na\n```\nb", "````\n`\n```\nb"),
            ("a\n\n    b\nc\n", "a\n\n`````\nc\n"),
            ("a\n    b\n", "a\n    b\n"),
            ("- a\n\n    b\n\n      c\n", "- a\n\n    b\n\n```````\n"),
            ("- ```\n  a\nb\n", "- ```\n```\nb\n"),
            (
                "1. a\n   ```\n   b\n2. c `d`\n",
                "1. a\n   ```\n````\n2. c ```\n",
            ),
            ("> ```\n> a\n\nb\n", "> ```\n```\n\nb\n"),
            ("> ```\n> > a\n> ```\n> b\n", "> ```\n`````\n`````\n> b\n"),
            ("    ```\n    a\n\nb `c`\n", "```````\n`````\n\nb ```\n"),
            ("~~~\n```\n~~~\na\n", "```\n```\n```\na\n"),
            (
                "<div>\n```\na\n```\n</div>\n",
                "<div>\n```\n`\n```\n</div>\n",
            ),
            ("# a\n    b\n", "# a\n`````\n"),
            ("```", "```"),
        ] {
            assert_eq!(Code::of(text).removed_from(text), expected, "{text}");
        }
    }
}
