//! Lists in CSV (RFC 4180): the first line names the columns, and every cell is text.

use std::collections::HashSet;
use std::ops::Range;

use diagnostic::first_line;

use csv_core::{ReadFieldResult, ReaderBuilder};
use serde_json::Value;

use crate::data_node::{Node, NodeContent, SyntaxError};

/// Characters that separate cells, the usual one first. Office programs write semicolons where a comma is the decimal sign.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Help for a line with more or fewer cells than there are columns.
const CELLS: &str = "write as many cells as the first line has; put text that contains the separator between double quotes";

/// Maximum length of a column's name in bytes. Each entry has a copy of the names, so long names would make a list many times as large
/// as its file.
const MAX_NAME: usize = 100;

/// A cell and its byte range, quotes included.
type Cell = (String, Range<usize>);

/// Parses CSV. An empty cell is null. Lines of empty cells, and empty columns at the end, are left out: spreadsheets export those that
/// were once in use. Fails with all syntax errors.
pub fn parse(text: &str) -> Result<Node, Vec<SyntaxError>> {
    let start = text.len() - text.trim_start().len();
    let is_html = |tag: &&str| {
        let begin = text[start..].get(..tag.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(tag))
    };
    if ["<!doctype", "<html", "<table", "<?xml"]
        .iter()
        .any(is_html)
    {
        let line = first_line(&text[start..]);
        let message = "this is HTML, not CSV";
        let help = "open the file in a spreadsheet, and save it as CSV";
        let error = SyntaxError::new(text, start..start + line.len(), message, Some(help));
        return Err(vec![error]);
    }
    let (rows, mut errors) = rows(text);
    let is_empty = |(cell, _): &Cell| cell.is_empty();
    let mut rows = rows.into_iter().filter(|row| !row.iter().all(is_empty));
    let mut header = rows.next().unwrap_or_default();
    header.truncate(header.len() - header.iter().rev().take_while(|one| is_empty(one)).count());
    for (name, _) in &mut header {
        *name = name.trim().to_owned();
    }
    let mut names = HashSet::new();
    for (name, span) in &header {
        let message = match name.as_str() {
            "" => "this column has no name".to_owned(),
            long if long.len() > MAX_NAME => "this is too long for the name of a column".to_owned(),
            _ if !names.insert(name) => format!("there are two columns `{name}`"),
            _ => continue,
        };
        errors.push(SyntaxError {
            span: span.clone(),
            message,
            help: Some("the first line names the keys of the values below it"),
        });
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut rows = rows.peekable();
    if let ([(name, span)], Some(next)) = (header.as_slice(), rows.peek())
        && next.len() > 1
    {
        return Err(vec![SyntaxError {
            span: span.clone(),
            message: format!(
                "`{name}` is the only column, but the next line has {} cells",
                next.len()
            ),
            help: Some("delete the lines above the one that names the columns"),
        }]);
    }
    let mut entries = Vec::new();
    for mut row in rows {
        while row.len() > header.len() && row.last().is_some_and(is_empty) {
            row.pop();
        }
        let span = around(&row);
        if row.len() != header.len() {
            errors.push(SyntaxError {
                span: span.clone(),
                message: format!(
                    "the first line has {} column{}, this one {}",
                    header.len(),
                    if header.len() == 1 { "" } else { "s" },
                    row.len()
                ),
                help: Some(CELLS),
            });
        }
        let cells = header.iter().zip(row);
        let cells = cells.map(|((name, place), (value, span))| {
            let value = match value.as_str() {
                "" => Value::Null,
                _ => Value::String(value),
            };
            (name.clone(), place.clone(), Node::plain(span, value))
        });
        entries.push(Node {
            head: span.clone(),
            span,
            content: NodeContent::Table(cells.collect()),
        });
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Node {
        span: 0..text.len(),
        head: around(&header),
        content: NodeContent::List(entries),
    })
}

/// Returns the byte range of a line.
fn around(row: &[Cell]) -> Range<usize> {
    let start = row.first().map_or(0, |(_, span)| span.start);
    start..row.last().map_or(start, |(_, span)| span.end)
}

/// Returns the cells of each line that is not empty, and the syntax errors.
fn rows(text: &str) -> (Vec<Vec<Cell>>, Vec<SyntaxError>) {
    let mut rows = Vec::new();
    let mut errors = Vec::new();
    let (delimiter, first_line) = delimiter(text);
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    // A cell is never longer than the text.
    let mut buffer = vec![0; text.len() + 1];
    let (mut row, mut start, mut at, mut length) = (Vec::new(), first_line, first_line, 0);
    loop {
        let rest = &text.as_bytes()[at..];
        let (result, read, written) = reader.read_field(rest, &mut buffer[length..]);
        at += read;
        length += written;
        let is_last = match result {
            ReadFieldResult::InputEmpty => continue,
            ReadFieldResult::Field { record_end } => record_end,
            ReadFieldResult::OutputFull | ReadFieldResult::End => break,
        };
        let raw = &text[start..at];
        let is_ended = raw.ends_with('\n') || raw.as_bytes().last() == Some(&delimiter);
        let is_ended = is_ended && !rest.is_empty();
        let blank = if row.is_empty() {
            // Empty lines above.
            raw.len() - raw.trim_start_matches('\n').len()
        } else {
            0
        };
        let first = start + blank;
        let span = first.min(at)..at.max(first) - usize::from(is_ended && at > first);
        let written = &text[span.clone()];
        let is_open = written.starts_with('"') && (written.len() == 1 || !written.ends_with('"'));
        if is_open && rest.is_empty() {
            errors.push(SyntaxError {
                span: span.start..span.start + 1,
                message: "this quote is not closed".to_owned(),
                help: Some("add a quote at the end of the cell; write two for a quote within it"),
            });
        }
        let inner = written.trim_end().strip_prefix('"').unwrap_or_default();
        // The quote that ends the cell is neither one of two nor the last sign.
        let end = inner.replace("\"\"", "  ").find('"');
        if let Some(end) = end.filter(|end| end + 1 < inner.len()) {
            errors.push(SyntaxError {
                span: span.start + end + 2..span.end,
                message: "there is text after the quote that ends this cell".to_owned(),
                help: Some("write two quotes for one within the cell, and the separator after the last one"),
            });
        }
        let cell = String::from_utf8_lossy(&buffer[..length]).into_owned();
        row.push((cell, span));
        if is_last {
            rows.push(std::mem::take(&mut row));
        }
        (start, length) = (at, 0);
    }
    (rows, errors)
}

/// Returns the separator, and the offset of the first line. Some programs name the separator for Excel in a line above it, `sep=;`.
/// Otherwise it is the one that the first line has most often.
fn delimiter(text: &str) -> (u8, usize) {
    let line = first_line(text.trim_start());
    if let Some([sign]) = line.strip_prefix("sep=").map(str::as_bytes) {
        let end = text.find(line).map_or(0, |at| at + line.len());
        return (*sign, end);
    }
    let count = |sign: u8| line.bytes().filter(|one| *one == sign).count();
    let best = DELIMITERS.into_iter().rev().max_by_key(|sign| count(*sign));
    (best.unwrap_or(b','), 0)
}
