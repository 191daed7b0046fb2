//! Rows of a table that Markdown does not read as one.

use std::ops::Range;

use diagnostic::{first_line, line_start, lines};
use memchr::memchr2;

use super::Slips;
use super::table_cells::bar_in_code;
use crate::codes;

impl Slips<'_> {
    /// Reports a paragraph whose first two lines look like table rows, such as `| a | b |`, `a | b`, or cells from a spreadsheet with
    /// tabs between them; and rows that an empty line separates from their table.
    pub(super) fn typed_table(&mut self, span: &Range<usize>) {
        let text = self.source.text[span.clone()].trim_end();
        let mut lines = lines(text).map(|(_, line)| line.trim_matches([' ', '\t', '>', '\n']));
        let head = lines.next().unwrap_or_default();
        let second = lines.next().unwrap_or_default();
        // Chat programs and terminals draw the lines of a table.
        let is_drawn = head.starts_with(['┌', '┏', '╔', '╭', '│', '┃', '║']);
        let has_marks =
            memchr2(b'|', b'\t', head.as_bytes()).is_some() || head.starts_with('+') || is_drawn;
        if !has_marks && second.is_empty() {
            return;
        }
        let separator_sign = [',', ';']
            .into_iter()
            .find(|sign| separators(head, *sign).is_some());
        let is_quoted = is_quoted_row(head) && is_quoted_row(second);
        if !has_marks && !head.contains("   ") && separator_sign.is_none() && !is_quoted {
            return;
        }
        let bars = |line: &str| line.matches('|').count();
        let is_row = |line: &str| line.starts_with('|') && bars(line) > 1;
        // The parser reads a table with very many cells as one that ends early.
        let between = self
            .table_end
            .and_then(|end| self.source.text.get(end..span.start));
        let comment = between.and_then(|one| one.trim().strip_prefix("<!--")?.strip_suffix("-->"));
        let has_comment = comment.is_some_and(|one| !one.contains("-->"));
        let is_separated = has_comment || between.is_some_and(|between| between.trim().is_empty());
        let is_separator = |line: &str| line.chars().all(|c| "|-—–: ".contains(c));
        let tabs = head.matches('\t').count();
        let mut message = "not a table: these lines appear exactly as typed";
        let unescaped = head.replace("\\|", "");
        let columns = unescaped.trim_matches('|').split('|').count();
        let separator = format!("|{}", "---|".repeat(columns));
        let is_of_org = is_row(head)
            && second.starts_with("|-")
            && second.contains('+')
            && second.chars().all(|c| "|-+: ".contains(c));
        if is_of_org {
            let start = span.start + text.find(second).unwrap_or_default();
            let line = start..start + second.len();
            let message = "not a table: only Org has a `+` in the line below the head";
            let help = format!("write {separator}");
            self.report(&codes::SHOWN_AS_TYPED, message, line.clone(), help.clone());
            self.fix_last(&help, [(line, separator)]);
            return;
        }
        let bar = |c: char| matches!(c, '│' | '┃' | '║');
        let row = if head.starts_with(bar) { head } else { second };
        // MediaWiki has its cells on a line with `!!`, Confluence between two bars.
        let is_foreign = head.starts_with("{|")
            || head.starts_with("||") && head.ends_with("||") && second.starts_with(['|', '!']);
        let help = if is_foreign {
            message = "not a table of Markdown: these lines appear exactly as typed";
            let mut rows = text.lines().map(|line| line.trim_matches([' ', '>']));
            let row = rows.find(|line| line.contains("!!") || line.starts_with("||"));
            let cells = row.unwrap_or("Work | Price");
            let cells = cells.replace("!!", "|").replace("||", "|");
            with_bars(cells.trim_matches(['|', '!']).split('|'))
        } else if is_drawn {
            let inner = row.strip_prefix(bar).and_then(|row| row.strip_suffix(bar));
            let Some(inner) = inner.filter(|inner| inner.contains(bar)) else {
                return;
            };
            with_bars(inner.split(bar))
        } else if is_separated && is_row(head) {
            message = "not part of the table above: these lines appear exactly as typed";
            if has_comment {
                "move the comment above or below the table".to_owned()
            } else {
                "remove the empty line above".to_owned()
            }
        } else if second.is_empty() {
            self.parted_table(head, span);
            return;
        } else if is_row(head) && is_separator(head) {
            message =
                "not a table: the line with the names of the columns is missing above this one";
            format!("add it: |{}", " Name |".repeat(columns))
        } else if is_row(head) && second.starts_with('|') {
            if let Some(code) = bar_in_code(head).filter(|_| is_separator(second)) {
                let code = &head[code];
                let written = code.replacen('|', "\\|", 1);
                format!("the bar in {code} ends the cell: write {written}")
            } else if is_separator(second) && is_escaped(head, second) {
                format!("write {}", head.replace("\\|", "|"))
            } else if is_separator(second) {
                format!("write the line below the head with {columns} columns: {separator}")
            } else {
                format!("add a line below the head: {separator}")
            }
        } else if tabs > 0 && second.matches('\t').count() == tabs {
            with_bars(head.split('\t'))
        } else if head.contains(" | ") && bars(head) == bars(second) && second.contains(" | ") {
            with_bars(head.split('|'))
        } else if head.starts_with("+-") && head.ends_with('+') {
            with_bars(second.trim_matches('|').split('|'))
        } else if is_quoted {
            with_bars(head.trim_matches('"').split("\",\""))
        } else if let Some(sign) = separator_sign
            && separators(head, sign) == separators(second, sign)
            && separators(head, sign) == lines.next().and_then(|line| separators(line, sign))
        {
            with_bars(head.split(sign))
        } else if cells(head).count() > 1 && cells(head).count() == cells(second).count() {
            with_bars(cells(head))
        } else {
            return;
        };
        let start = span.start;
        let first = first_line(text).len();
        let below = start + first + 1;
        let has_no_fix = is_foreign || is_row(head) && is_separator(head);
        let fix = if has_no_fix || is_separated && is_row(head) && has_comment {
            None
        } else if is_separated && is_row(head) {
            let end = self.table_end.unwrap_or(start);
            let line_break = if self.source.text[..end].ends_with('\n') {
                ""
            } else {
                "\n"
            };
            Some((end..start, line_break.to_owned()))
        } else if is_row(head) && is_separator(second) && bar_in_code(head).is_some() {
            None
        } else if is_row(head) && is_separator(second) && is_escaped(head, second) {
            Some((start..start + first, head.replace("\\|", "|")))
        } else if is_row(head) && is_separator(second) {
            let second = text.lines().nth(1).unwrap_or_default();
            Some((below..below + second.len(), separator))
        } else if is_row(head) && second.starts_with('|') {
            Some((below..below, separator + "\n"))
        } else {
            None
        };
        // Lines in a list or a quotation begin with its marker, which the fix would have to repeat.
        let is_plain = text.starts_with('|') && self.line_start(start) == Some(start);
        let label = help.clone();
        self.report(&codes::SHOWN_AS_TYPED, message, start..start + first, help);
        if let Some(fix) = fix.filter(|_| is_plain) {
            self.fix_last(&label, [fix]);
        }
    }

    /// Reports the first row of a table whose rows have empty lines between them, or whose line `|---|` is below the second row.
    fn parted_table(&mut self, head: &str, span: &Range<usize>) {
        let is_row = |line: &str| line.starts_with('|') && line.matches('|').count() > 1;
        let is_rule = |line: &str| is_row(line) && line.chars().all(|c| "|-: ".contains(c));
        let mut below = self.near(span.end).lines().map(str::trim);
        let next = below.next().unwrap_or_default();
        let after = below.next().unwrap_or_default();
        let help = if !is_row(head) || is_rule(head) {
            return;
        } else if next.is_empty() && is_rule(after) {
            "remove the empty lines between the rows"
        } else if is_row(next) && is_rule(after) {
            "move the line of hyphens below this row, which is the first"
        } else {
            return;
        };
        let message = "not a table: this row appears exactly as typed";
        let row = span.start..span.start + self.line(span.start).len();
        self.report(&codes::SHOWN_AS_TYPED, message, row, help);
    }

    /// Reports a line such as `-----  -----` directly below a line of text: the rule of a table of Pandoc, which Markdown reads as a line
    /// across the page.
    pub(super) fn ruled_table(&mut self, span: &Range<usize>) {
        let rule = self.source.text[span.clone()].trim();
        let groups = || rule.split(' ').filter(|group| !group.is_empty());
        let is_rule = groups().count() > 1 && groups().all(|one| one.starts_with("---"));
        let above = self.source.text[..span.start].trim_end_matches([' ', '\t', '>']);
        let above = above.strip_suffix('\n').unwrap_or_default();
        let head = &above[line_start(above)..];
        let head = head.trim_matches([' ', '\t', '\r', '>']);
        if !is_rule || head.is_empty() {
            return;
        }
        let start = above.rfind(head).unwrap_or_default();
        let help = with_bars(head.split("  ").filter(|cell| !cell.is_empty()));
        let message = "not a table: these lines appear as text, with a line below the first";
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            start..start + head.len(),
            help,
        );
    }
}

/// Returns whether a head would have the columns of the line below it without the backslashes before its bars.
fn is_escaped(head: &str, second: &str) -> bool {
    head.contains("\\|") && head.matches('|').count() == second.matches('|').count()
}

/// Returns the number of separators in a line of a CSV file: at least two commas or one semicolon, none of them before a space or at
/// the end. Returns `None` for any other line.
fn separators(line: &str, sign: char) -> Option<usize> {
    let count = line.matches(sign).count();
    let is_row = !line.contains(&format!("{sign} ")) && !line.ends_with(sign);
    (is_row && count > usize::from(sign == ',')).then_some(count)
}

/// Returns whether a line is one of a CSV file whose texts are between quotes.
fn is_quoted_row(line: &str) -> bool {
    line.starts_with('"') && line.ends_with('"') && line.contains("\",\"")
}

/// Returns the parts of a line between runs of three or more spaces.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    let cells = line.split("   ").map(str::trim);
    cells.filter(|cell| !cell.is_empty())
}

/// Returns help that shows the first two lines of a table whose head has these cells.
fn with_bars<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let (mut head, mut separator) = (String::from("|"), String::from("|"));
    for cell in cells {
        head = format!("{head} {} |", cell.trim());
        separator += "---|";
    }
    format!("write {head}, below it {separator}, and each further line with the same bars")
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::{Dialect, events};
    use super::super::slips;

    /// The parser ends a table whose short rows would need too many cells, but not its span.
    #[test]
    fn table_with_many_cells() {
        let head = "|a".repeat(1_000);
        let line = "|-".repeat(1_000);
        let text = format!("{head}|\n{line}|\n{}", "|b|\n".repeat(1_000));
        let source = diagnostic::Source::new("a.md", text.as_str());
        slips(&events(&text, Dialect::default()), &source, &text, 0);
    }
}
