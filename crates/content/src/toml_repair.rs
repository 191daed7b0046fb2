//! Closes brackets, braces and quotes that an author forgot, so that the rest of a TOML file can be read.
//!
//! Without this, a parser reads everything after a forgotten bracket as part of the list, and reports every further line.

use std::ops::Range;

use diagnostic::lines;

use crate::toml_lines::{is_bare_text, is_entry, is_key, is_table_header, is_table_name};

/// A character that is missing in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is missing.
    pub what: Sign,
    /// Byte range that a finding points at: the opening bracket, or the place where the character belongs.
    pub span: Range<usize>,
    /// Byte range of the text that an author would replace, and its replacement; `None` if only the author knows.
    pub fix: Option<(Range<usize>, String)>,
}

/// A missing character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `]`
    ClosingBracket,
    /// `}`
    ClosingBrace,
    /// `[`
    OpeningBracket,
    /// `{`
    OpeningBrace,
    /// The second quote of a string.
    Quote,
    /// `,` in place of another sign
    Comma,
    /// The brackets of a table's header: other signs, too few, or spaces between them.
    Header,
    /// A bracket, brace, or parenthesis of the wrong kind.
    WrongBracket,
    /// `[`, which is there twice.
    SecondBracket,
}

/// TOML text with its missing characters inserted.
#[derive(Debug, Default)]
pub struct Repaired {
    /// The text to parse.
    pub text: String,
    /// Missing characters in the order of the text, one for each mistake.
    pub missing: Vec<Missing>,
    /// Offsets in the repaired text of the characters that were inserted, in ascending order.
    inserted: Vec<usize>,
}

impl Repaired {
    /// Converts an offset in the repaired text to one in the original text.
    pub fn original(&self, at: usize) -> usize {
        at - self.inserted.partition_point(|inserted| *inserted < at)
    }

    /// Converts a byte range of the repaired text to one of the original text.
    pub fn original_span(&self, span: &Range<usize>) -> Range<usize> {
        self.original(span.start)..self.original(span.end)
    }
}

/// Inserts the characters that are missing in `text`. Returns `None` if none are.
pub fn repair(text: &str) -> Option<Repaired> {
    let mut scanner = Scanner::default();
    let mut lines = lines(text).peekable();
    while let Some((start, line)) = lines.next() {
        let next = lines.peek().map_or("", |(_, next)| next);
        scanner.line(text, line, start, next);
    }
    if scanner.multi_line.is_none() {
        scanner.close_all();
    }
    if scanner.missing.is_empty() && scanner.replaced.is_empty() {
        return None;
    }
    let mut repaired = Repaired {
        missing: scanner.missing,
        ..Repaired::default()
    };
    // The order of characters inserted at the same place is kept.
    scanner.inserts.sort_by_key(|(at, _)| *at);
    let mut text = text.to_owned();
    for (at, sign) in scanner.replaced {
        text.replace_range(at..=at, sign);
    }
    for (at, header, length) in scanner.lines {
        let header = format!("{header:length$}");
        text.replace_range(at..at + length, &header);
    }
    let mut rest = 0;
    for (at, sign) in scanner.inserts {
        repaired.text.push_str(&text[rest..at]);
        repaired.inserted.push(repaired.text.len());
        repaired.text.push(sign);
        rest = at;
    }
    repaired.text.push_str(&text[rest..]);
    repaired.missing.sort_by_key(|one| one.span.start);
    Some(repaired)
}

/// Reads the brackets and strings of the text, line by line.
#[derive(Debug, Default)]
struct Scanner {
    /// Open brackets and braces: the sign, its offset, and the indentation of its line.
    open: Vec<(u8, usize, usize)>,
    /// Quotes of the multi-line string that is open.
    multi_line: Option<&'static str>,
    /// Byte range of the last token that was read, without comments.
    last: Range<usize>,
    /// Whether the last token is a comma.
    is_comma_last: bool,
    inserts: Vec<(usize, char)>,
    /// Signs that are read as another one: semicolons in place of commas, and `#` within text without quotes.
    replaced: Vec<(usize, &'static str)>,
    /// Offset of a `[` directly before another one, which is closed and has no list beside it.
    doubled: Option<usize>,
    /// Offset of the last `=` outside of strings.
    equals: usize,
    /// Headers in other brackets: the offset of each, what is read in its place, and its length, which is never smaller.
    lines: Vec<(usize, String, usize)>,
    missing: Vec<Missing>,
}

impl Scanner {
    /// Reads a line that begins at the offset `start` and is followed by the line `next`.
    fn line(&mut self, text: &str, line: &str, start: usize, next: &str) {
        let indent = line.len() - line.trim_start().len();
        if self.multi_line.is_none() {
            self.close_before(line, start, indent);
            if self.open.is_empty() && self.header(line, start, text) {
                return;
            }
            if self.open.is_empty() && is_table_header(line) {
                self.set_last(start..start + line.trim_end().len(), false);
                return;
            }
            self.open_list(line, start, next);
            self.open_inner_list(line, start, next);
        }
        self.tokens(line, start, indent);
    }

    /// Reads a line such as `{{item}}`, `[ [item] ]`, or `item]]` as a header. Returns whether it is one.
    fn header(&mut self, line: &str, start: usize, text: &str) -> bool {
        let written = line.split('#').next().unwrap_or_default().trim();
        let at = start + line.find(written).unwrap_or_default();
        let span = at..at + written.len();
        let header = if let Some(name) = misspelled_header(written) {
            let header = format!("[[{name}]]");
            self.lines.push((at, header.clone(), written.len()));
            header
        } else if let Some(header) = unopened_header(written, text, at) {
            let missing = header.len() - written.len();
            let brackets = std::iter::repeat_n((at, '['), missing);
            self.inserts.extend(brackets);
            header
        } else {
            return false;
        };
        self.missing.push(Missing {
            what: Sign::Header,
            span: span.clone(),
            fix: Some((span.clone(), header)),
        });
        self.set_last(span, false);
        true
    }

    /// Closes brackets that cannot be open at the beginning of this line.
    fn close_before(&mut self, line: &str, start: usize, indent: usize) {
        let Some((sign, _, opened_at)) = self.open.last().copied() else {
            return;
        };
        let rest = line.trim();
        if is_table_header(line) {
            self.close_all();
        } else if is_entry(line) {
            let braces = rest
                .matches('}')
                .count()
                .checked_sub(rest.matches('{').count());
            if sign == b'[' && braces.is_some_and(|more| more > 0) {
                let at = start + indent;
                self.insert(at, '{', "{ ", Sign::OpeningBrace, at..at + 1);
                self.open.push((b'{', at, indent));
            } else if indent <= opened_at {
                self.close_all();
            }
        } else if sign == b'{' && rest.starts_with(['{', ']']) {
            self.close();
        }
    }

    /// Opens the list of a key without a value that is followed by entries of a list.
    fn open_list(&mut self, line: &str, start: usize, next: &str) {
        let value = line.trim_end();
        let is_empty = is_entry(line) && value.ends_with('=');
        let next = next.trim();
        let is_list = next.starts_with('[') && next.ends_with(',') && !is_table_header(next);
        let is_value = next.starts_with(['{', '"', '\'']) || is_list;
        if self.open.is_empty() && is_empty && is_value {
            let at = start + value.len();
            self.insert(at, '[', " [", Sign::OpeningBracket, at..at);
            self.open
                .push((b'[', at, line.len() - line.trim_start().len()));
        }
    }

    /// Opens a list within a list of several lines whose line has only its end: `"a", "b"],`.
    fn open_inner_list(&mut self, line: &str, start: usize, next: &str) {
        let (written, next) = (line.trim(), next.trim_start());
        let is_inside = self.open.last().is_some_and(|(sign, ..)| *sign == b'[');
        let is_inner =
            written.starts_with(['"', '\'']) && written.ends_with("],") && !written.contains('[');
        let is_followed = next.starts_with(']') || next.starts_with('[') && !is_table_header(next);
        if is_inside && is_inner && is_followed {
            let indent = line.len() - line.trim_start().len();
            let at = start + indent;
            self.insert(at, '[', "[", Sign::OpeningBracket, at..at + 1);
            self.open.push((b'[', at, indent));
        }
    }

    /// Reads a sign that closes a bracket or brace, if any is open. `value` is the text since the last comma or opening sign, and `rest`
    /// the text behind the sign.
    fn closing_sign(&mut self, sign: u8, at: usize, start: usize, value: &str, rest: &str) {
        let Some((opening, opened, _)) = self.open.last().copied() else {
            return;
        };
        if sign == b')' && is_bare_text(value) {
            return;
        }
        if char::from(sign) == closing(opening) {
            self.pop(opened);
            return;
        }
        let outer = if sign == b']' { b'[' } else { b'{' };
        let mut all_outer = self.open.iter().filter(|(open, ..)| *open == outer);
        if sign != b')'
            && let Some((_, first, _)) = all_outer.next()
        {
            // The sign closes the outer bracket, too, unless another one does.
            let count = all_outer.count() + 1;
            let inner = rest.split(char::from(outer)).next().unwrap_or_default();
            let is_closed = inner.matches(char::from(sign)).count() >= count
                || *first < start && inner.trim_start().starts_with(',');
            if !is_closed {
                self.close();
                self.open.pop();
                return;
            }
        }
        // `{"a", "b"]` has no keys, so that its first sign is wrong.
        let is_list = opening == b'{' && self.equals < opened && opened >= start;
        let (place, right) = if sign == b']' && is_list {
            (opened, "[")
        } else if opening == b'[' {
            (at, "]")
        } else {
            (at, "}")
        };
        let span = place..place + 1;
        self.missing.push(Missing {
            what: Sign::WrongBracket,
            fix: Some((span.clone(), right.to_owned())),
            span,
        });
        self.replaced.push((place, right));
        self.open.pop();
    }

    /// Closes the innermost bracket, which was opened at `at`, by the sign that is there.
    fn pop(&mut self, at: usize) {
        self.open.pop();
        let around = self.open.last().map(|(_, around, _)| *around);
        if around.is_none() {
            self.doubled = None;
        } else if around.is_some_and(|around| around + 1 == at) {
            self.doubled = around;
        }
    }

    /// Returns whether the sign at `at` in a line follows an entry of a list as a comma does.
    fn is_after_entry(&self, line: &str, start: usize, at: usize) -> bool {
        let rest = line[at + 1..].trim_start();
        let is_followed = rest.is_empty() || rest.starts_with(['"', '\'', '[', '{', ']', '#']);
        let is_inside = self.open.last().is_some_and(|(sign, ..)| *sign == b'[');
        let is_entry = line[..at].ends_with(['"', '\'', ']', '}']);
        is_inside && is_entry && is_followed && self.last.end == start + at
    }

    /// Reads the sign at `at` as a comma.
    fn comma(&mut self, at: usize) {
        let span = at..at + 1;
        self.missing.push(Missing {
            what: Sign::Comma,
            fix: Some((span.clone(), ",".to_owned())),
            span,
        });
        self.replaced.push((at, ","));
    }

    fn tokens(&mut self, line: &str, start: usize, indent: usize) {
        let bytes = line.as_bytes();
        let mut at = 0;
        // Keys may contain apostrophes, as in other formats, so quotes count only in values.
        if self.open.is_empty() && self.multi_line.is_none() {
            match line.find('=') {
                Some(equals) if is_entry(line) => at = equals + 1,
                _ => return,
            }
        }
        let opened_before = self.open.len();
        let mut value = at;
        let last_bracket = line.rfind(']');
        let mut has_parenthesis = false;
        while at < bytes.len() {
            if let Some(quotes) = self.multi_line {
                let Some(end) = line[at..].find(quotes) else {
                    return;
                };
                at += end + quotes.len();
                self.multi_line = None;
                self.set_last(start + at - quotes.len()..start + at, false);
                continue;
            }
            match bytes[at] {
                // `[Chain #1, Cables]` is a list of texts without quotes.
                b'#' if last_bracket > Some(at) && is_bare_text(&line[value..at]) => {
                    self.replaced.push((start + at, "_"));
                }
                b'#' => return,
                quote @ (b'"' | b'\'') => {
                    let three = if quote == b'"' { "\"\"\"" } else { "'''" };
                    if line[at..].starts_with(three) {
                        self.multi_line = Some(three);
                        at += 3;
                        continue;
                    }
                    let Some(end) = end_of_string(&line[at..], quote) else {
                        self.close_string(line, start, at, opened_before);
                        return;
                    };
                    self.set_last(start + at..start + at + end, false);
                    at += end;
                    continue;
                }
                sign @ (b'[' | b'{') => {
                    let around = self.open.last().map(|(_, at, _)| *at);
                    self.doubled = self.doubled.filter(|_| self.doubled != around);
                    self.open.push((sign, start + at, indent));
                }
                b'(' => has_parenthesis = true,
                // A parenthesis of a formula.
                b')' if has_parenthesis => {}
                sign @ (b']' | b'}' | b')') => {
                    self.closing_sign(sign, start + at, start, &line[value..at], &line[at + 1..]);
                }
                b'=' => self.equals = start + at,
                b'.' if self.is_after_entry(line, start, at) => self.comma(start + at),
                b';' if !self.open.is_empty() => self.comma(start + at),
                _ => {}
            }
            if matches!(bytes[at], b'[' | b'{' | b',' | b';' | b'=' | b']' | b'}') {
                value = at + 1;
            }
            if !bytes[at].is_ascii_whitespace() {
                self.set_last(start + at..start + at + 1, bytes[at] == b',');
            }
            at += 1;
        }
    }

    /// Closes a string that is not closed on its line, if brackets are open: what closes them is within the string.
    fn close_string(&mut self, line: &str, start: usize, at: usize, opened_before: usize) {
        if self.open.is_empty() {
            return;
        }
        let written = line.trim_end();
        let end = start + written.len();
        let quote = if line.as_bytes()[at] == b'"' {
            '"'
        } else {
            '\''
        };
        self.missing.push(Missing {
            what: Sign::Quote,
            span: start + at..end,
            fix: None,
        });
        self.inserts.push((end, quote));
        // Brackets that were opened on this line, but not those of earlier lines, are closed with it.
        let opened_here = self.open.split_off(opened_before.min(self.open.len()));
        for (sign, ..) in opened_here.iter().rev() {
            self.inserts.push((end, closing(*sign)));
        }
        if written.ends_with(',') {
            self.inserts.push((end, ','));
        }
        self.set_last(end..end, false);
    }

    fn set_last(&mut self, token: Range<usize>, is_comma: bool) {
        self.last = token;
        self.is_comma_last = is_comma;
    }

    /// Closes all open brackets, and reports the outermost one.
    fn close_all(&mut self) {
        let Some((sign, at, _)) = self.open.first().copied() else {
            return;
        };
        if let Some(doubled) = self.doubled.filter(|doubled| *doubled >= at)
            && self.open.len() == 1
        {
            let span = doubled..doubled + 1;
            self.missing.push(Missing {
                what: Sign::SecondBracket,
                fix: Some((span.clone(), String::new())),
                span,
            });
            self.replaced.push((doubled, " "));
            self.open.clear();
            self.doubled = None;
            return;
        }
        let end = self.last.end;
        let mut signs = String::new();
        while let Some((sign, ..)) = self.open.pop() {
            self.inserts.push((end, closing(sign)));
            signs.push(closing(sign));
        }
        self.report(sign, at, end, signs);
    }

    /// Closes the innermost open bracket.
    fn close(&mut self) {
        if let Some((sign, at, _)) = self.open.pop() {
            // A comma separates this entry from the next one.
            let end = if self.is_comma_last {
                self.last.start
            } else {
                self.last.end
            };
            self.inserts.push((end, closing(sign)));
            self.report(sign, at, end, format!(" {}", closing(sign)));
        }
    }

    fn insert(&mut self, at: usize, sign: char, written: &str, what: Sign, span: Range<usize>) {
        self.inserts.push((at, sign));
        let fix = Some((at..at, written.to_owned()));
        self.missing.push(Missing { what, span, fix });
    }

    /// Reports that the bracket at `at` is not closed. `end` is where `closing` belongs.
    fn report(&mut self, sign: u8, at: usize, end: usize, closing: String) {
        let what = match sign {
            b'[' => Sign::ClosingBracket,
            _ => Sign::ClosingBrace,
        };
        let span = at..at + 1;
        let fix = Some((end..end, closing));
        self.missing.push(Missing { what, span, fix });
    }
}

/// Returns the name in the header of a list that is written in two signs on each side which are not `[[` and `]]`, such as `{{item}}`,
/// `((item))`, or `[ [item] ]`.
fn misspelled_header(line: &str) -> Option<&str> {
    let is_opening = |sign: char| "[{(<".contains(sign) || sign == ' ';
    let is_closing = |sign: char| "]})>".contains(sign) || sign == ' ';
    let name = line.trim_start_matches(is_opening);
    let (opening, _) = line.split_at(line.len() - name.len());
    let name = name.trim_end_matches(is_closing);
    let closing = &line[opening.len() + name.len()..];
    let signs = |text: &str| text.chars().filter(|sign| *sign != ' ').count();
    let is_header = is_key(name) && signs(opening) == 2 && signs(closing) == 2;
    let is_right = opening.trim_end() == "[[" && closing.trim_start() == "]]";
    (is_header && !is_right).then_some(name)
}

/// Returns the header that a line such as `item]]` or `[item]]` is meant as: as many brackets are before the name as behind it. Of
/// `[item]]`, only another `[[item]]` near it shows how many. The line begins at the offset `at` of the text.
fn unopened_header(line: &str, text: &str, at: usize) -> Option<String> {
    let rest = line.trim_start_matches('[');
    let name = rest.trim_end_matches(']');
    let (opening, closing) = (line.len() - rest.len(), rest.len() - name.len());
    let is_name = is_table_name(name) && name.split('.').all(is_key);
    if !is_name || opening >= closing || closing > 2 {
        return None;
    }
    let header = ["[".repeat(closing).as_str(), name, &"]".repeat(closing)].concat();
    let near = text.floor_char_boundary(at.saturating_sub(REACH))
        ..text.ceil_char_boundary((at + REACH).min(text.len()));
    (opening == 0 || text[near].contains(&header)).then_some(header)
}

/// Number of bytes above and below a line in which the header of another entry is searched.
const REACH: usize = 4_000;

fn closing(sign: u8) -> char {
    if sign == b'[' { ']' } else { '}' }
}

/// Returns the end of the string at the start of `text`, or `None` if it is not closed on the line.
fn end_of_string(text: &str, quote: u8) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\\' if quote == b'"' && !escaped => escaped = true,
            byte if byte == quote && !escaped => return Some(at + 1),
            _ => escaped = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: a text, the text with its missing characters, and what is missing with its place.
    #[test]
    fn missing_characters() {
        let dates =
            "a = 1\nb = [\n  { c = 1, d = 2 },\n  { c = 3 },\n]\ne = { f = 1 }\n[[g]]\nh = 1\n";
        for (old, new, mark, repaired) in [
            ("},\n]\n", "},\n", "10 ClosingBracket", "},]\n"),
            (
                "},\n]\n",
                "},  # last\n",
                "10 ClosingBracket",
                "},]  # last\n",
            ),
            ("d = 2 },", "d = 2,", "14 ClosingBrace", "d = 2},"),
            ("c = 3 },", "c = 3", "34 ClosingBrace", "c = 3}\n]"),
            ("{ c = 3 }", "c = 3 }", "34 OpeningBrace", "{c = 3 }"),
            ("b = [", "b =", "9 OpeningBracket", "b =[\n"),
            ("f = 1 }", "f = 1", "", "e = { f = 1}\n[[g]]"),
            ("c = 1,", "c = \"1,", "", "c = \"1, d = 2 },\"},\n"),
        ] {
            let text = dates.replacen(old, new, 1);
            let found = repair(&text).unwrap_or_default();
            assert!(found.text.contains(repaired), "{old} {found:?}");
            let (table, errors) = toml::de::DeTable::parse_recoverable(&found.text);
            assert!(
                errors.is_empty() && table.get_ref().contains_key("g"),
                "{old} {errors:?}"
            );
            assert_eq!(found.missing.len(), 1, "{old} {found:?}");
            let at = format!(
                "{} {:?}",
                found.missing[0].span.start, found.missing[0].what
            );
            assert!(at.ends_with(mark), "{old}: {at}");
        }
        assert!(repair(dates).is_none());
    }

    /// A parenthesis within a string opens none.
    #[test]
    fn parenthesis_in_a_string() {
        let found = repair("a = [\"b (c\", \"d\")\ne = 1\n").unwrap_or_default();
        assert_eq!(found.text, "a = [\"b (c\", \"d\"]\ne = 1\n");
    }

    #[test]
    fn text_that_needs_no_repair() {
        for text in [
            "a = \"\"\"\n[b\n\"\"\"\nc = 1\n",
            "a = [\n  [1, 2],\n  [3, 4],\n]\nb = '#['\n",
            "a = {\n  b = 1,\n  c = 2,\n}\n",
            "a = \"[\" # [\n",
            "[a]\n[[b.c]]\n\"d e\" = '''\n[\n'''\n",
        ] {
            assert!(repair(text).is_none(), "{text}");
        }
    }
}
