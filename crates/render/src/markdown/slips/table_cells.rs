//! Table rows with too many or too few cells, and text that Markdown reads as a table row.

use std::ops::Range;

use diagnostic::first_line;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a row that does not have one cell for each of the table's columns.
    pub(super) fn table_cells(&mut self, span: &Range<usize>, columns: usize) {
        let rest = &self.source.text[span.start..];
        let line = first_line(rest).trim_end();
        let start = line.len() - line.trim_start().len();
        let row = line.trim();
        if columns > 1 && !row.contains('|') {
            let written = span.start + start..span.start + start + row.len();
            self.report(
                &codes::TABLE_CELLS,
                "this line is a row of the table above it",
                written,
                "add an empty line before it",
            );
            if let Some(line) = self.line_start(span.start + start) {
                self.fix_last(
                    "add an empty line before it",
                    [(line..line, "\n".to_owned())],
                );
            }
            return;
        }
        if row.starts_with('|') && row.contains("--") && row.chars().all(|c| "|-: ".contains(c)) {
            let written = span.start + start..span.start + start + row.len();
            let help = "delete it: only the line below the head has hyphens";
            let line = span.start..span.start + rest.find('\n').map_or(rest.len(), |end| end + 1);
            self.report(
                &codes::TABLE_CELLS,
                "this line shows as a row of hyphens",
                written,
                help,
            );
            self.fix_last("delete the line", [(line, String::new())]);
            return;
        }
        if let Some(bar) = bar_in_code(row) {
            let code = span.start + start + bar.start..span.start + start + bar.end;
            let written = row[bar].to_owned();
            let help = format!("write {}", with_escaped_bars(&written));
            self.report(
                &codes::TABLE_CELLS,
                format!("the bar in {written} ends the cell"),
                code.clone(),
                help.as_str(),
            );
            self.fix_last(&help, [(code, with_escaped_bars(&written))]);
            return;
        }
        if self.is_rest_of_row(span.start) {
            return;
        }
        let cells = cells(row);
        let row_start = span.start + start;
        let row = row_start..row_start + row.len();
        let plural = if columns == 1 { "" } else { "s" };
        match cells.get(columns) {
            Some(extra) => self.report(
                &codes::TABLE_CELLS,
                format!("the table has {columns} column{plural}, so this cell does not show"),
                row_start + extra.start..row_start + extra.end,
                "remove the cell, or add a column to the head of the table; write `\\|` for a bar in a cell",
            ),
            None if cells.len() < columns && self.goes_on_below(row.end) => {
                let message = "this row goes on in the line below it";
                let help = "write the row on one line";
                self.report(&codes::TABLE_CELLS, message, row.clone(), help);
                let end = row.end + self.source.text[row.end..].find('\n').map_or(0, |at| at + 1);
                self.fix_last(help, [(row.end..end, " ".to_owned())]);
            }
            None if cells.len() < columns => {
                let missing = columns - cells.len();
                let bar = if self.source.text[row.clone()].ends_with('|') { "" } else { " |" };
                let end = row.end;
                self.report(
                    &codes::TABLE_CELLS,
                    format!("this row has {} of the table's {columns} cells", cells.len()),
                    row,
                    "add the missing cells, empty ones as well: | a | |",
                );
                let added = format!("{bar}{}", " |".repeat(missing));
                self.fix_last("add empty cells", [(end..end, added)]);
                // A cell may be missing before the last one.
                self.confirm_last();
            }
            None => {}
        }
    }
}

impl Slips<'_> {
    /// Returns whether a row whose line ends at `end` has its last cells in the next line: the row has no bar at its end, and the next line
    /// has one, but none at its start.
    fn goes_on_below(&self, end: usize) -> bool {
        let mut lines = self.near(end).lines();
        let rest = lines.next().unwrap_or_default();
        let below = lines.next().unwrap_or_default().trim();
        let row = self.source.text[..end].rsplit('\n').next();
        rest.trim().is_empty()
            && row.is_some_and(|row| row.trim().starts_with('|') && !row.trim().ends_with('|'))
            && below.ends_with('|')
            && !below.starts_with('|')
    }

    /// Returns whether the line at `start` has the last cells of the row above it.
    fn is_rest_of_row(&self, start: usize) -> bool {
        let line = self.source.text[..start].rfind('\n');
        line.is_some_and(|above| self.goes_on_below(above))
    }
}

/// Returns the first span of code in a row that contains a bar, which separates cells there as well.
pub(super) fn bar_in_code(row: &str) -> Option<Range<usize>> {
    let mut marks = row.match_indices('`').map(|(at, _)| at);
    while let (Some(start), Some(end)) = (marks.next(), marks.next()) {
        let code = &row[start..=end];
        let bar = code.find('|').filter(|at| !code[..*at].ends_with('\\'));
        if bar.is_some() {
            return Some(start..end + 1);
        }
    }
    None
}

/// Returns code with a backslash before each bar that has none.
fn with_escaped_bars(code: &str) -> String {
    code.replace("\\|", "|").replace('|', "\\|")
}

/// Returns the cells of a row, without spaces around them, as byte ranges of the row.
fn cells(row: &str) -> Vec<Range<usize>> {
    let bars: Vec<usize> = row
        .match_indices('|')
        .map(|(at, _)| at)
        .filter(|at| !row[..*at].ends_with('\\'))
        .collect();
    let mut cells = Vec::new();
    let mut start = 0;
    for bar in bars.into_iter().chain([row.len()]) {
        // Bars at the start and the end of the row do not separate cells.
        if !(bar == 0 || bar == row.len() && start == row.len()) {
            let cell = &row[start..bar];
            let inner = start + cell.len() - cell.trim_start().len();
            cells.push(inner.min(bar)..(inner + cell.trim().len()).max(inner.min(bar)));
        }
        start = (bar + 1).min(row.len());
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::{bar_in_code, cells};

    #[test]
    fn code_with_a_bar() {
        for (row, expected) in [
            ("| `a|b` | c |", Some("`a|b`")),
            ("| `a` | `b|c` |", Some("`b|c`")),
            ("| `a` | `b` |", None),
            ("| `a\\|b` |", None),
            ("| a` | b |", None),
        ] {
            let found = bar_in_code(row).map(|code| &row[code]);
            assert_eq!(found, expected, "{row}");
        }
    }

    #[test]
    fn cells_of_rows() {
        for (row, expected) in [
            ("| a | b |", vec!["a", "b"]),
            ("a | b", vec!["a", "b"]),
            ("| a \\| b | |", vec!["a \\| b", ""]),
            ("|a|", vec!["a"]),
        ] {
            let found: Vec<&str> = cells(row).into_iter().map(|cell| &row[cell]).collect();
            assert_eq!(found, expected, "{row}");
        }
    }
}
