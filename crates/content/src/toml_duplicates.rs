//! Keys and tables that are defined twice.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix, lines_in};

use crate::codes::BAD_TOML;
use crate::toml_lines::{header, is_table_header, line_at};
use crate::toml_text::TomlText;

/// Returns the first of the repeated keys in each table, and how many there are. A table is identified by the offset that
/// [`TableHeaders::before`] returns.
pub fn repeated_keys(
    text: &str,
    errors: &[&(Range<usize>, String)],
) -> HashMap<usize, (usize, usize)> {
    let mut tables: HashMap<usize, (usize, usize)> = HashMap::new();
    let mut headers = TableHeaders::of(text);
    for (span, message) in errors {
        let line = line_at(text, span.start);
        if message.contains("duplicate key") && header(&text[line.clone()]).is_none() {
            let table = tables.entry(headers.before(line.start));
            table.or_insert((span.start, 0)).1 += 1;
        }
    }
    tables
}

/// The table headers of a text, in the lines read so far.
pub struct TableHeaders<'t> {
    text: &'t str,
    /// Offset of the end of the lines read so far.
    end: usize,
    /// Offset of the last header in them, or the length of the text if there is none.
    last: usize,
}

impl<'t> TableHeaders<'t> {
    /// Returns the headers of a text, none of whose lines have been read.
    pub fn of(text: &'t str) -> Self {
        Self {
            text,
            end: 0,
            last: text.len(),
        }
    }

    /// Returns the offset of the last header before `at`, the start of a line, or the length of the text if there is none. Asking for
    /// increasing offsets reads each line once.
    pub fn before(&mut self, at: usize) -> usize {
        if at < self.end {
            *self = Self::of(self.text);
        }
        for line in self.text[self.end..at].split_inclusive('\n') {
            if is_table_header(line) {
                self.last = self.end;
            }
            self.end += line.len();
        }
        self.last
    }
}

/// Reports that several keys are repeated, because the header of their table is missing.
pub fn missing_header(toml: &TomlText, span: &Range<usize>, line: &Range<usize>) -> Diagnostic {
    let text = toml.text();
    let key = &text[span.clone()];
    let table = TableHeaders::of(text).before(line.start);
    let diagnostic = Diagnostic::new(
        &BAD_TOML,
        format!("invalid TOML: `{key}` and the keys after it are defined twice"),
    )
    .at(toml.place(span.clone()), "");
    match text.get(table..).and_then(|text| text.lines().next()) {
        Some(above) if !above.is_empty() => {
            let above = above.split('#').next().unwrap_or_default().trim();
            diagnostic.help(format!(
                "add the line `{above}` above it if a new entry begins here"
            ))
        }
        _ => diagnostic.help("keep each key once"),
    }
}

/// Returns the end of the table whose header ends at `at`.
pub fn end_of_table(text: &str, at: usize) -> usize {
    let mut below = lines_in(text, at..text.len()).skip(1);
    let next = below.find(|(_, line)| line.trim_start().starts_with('['));
    next.map_or(text.len(), |(start, _)| start)
}

/// The first definition of each table, and of each key of the current table, in the lines read so far.
#[derive(Default)]
pub struct Definitions<'a> {
    /// Offset of the end of the lines read so far.
    end: usize,
    tables: HashMap<&'a str, Range<usize>>,
    keys: HashMap<&'a str, Range<usize>>,
}

impl<'a> Definitions<'a> {
    /// Returns the place of the first definition of the key or table that `line` repeats. Must be called with lines in the order of
    /// the text.
    pub fn first(
        &mut self,
        text: &'a str,
        span: &Range<usize>,
        line: &Range<usize>,
    ) -> Option<Range<usize>> {
        for one in text.get(self.end..line.start)?.split_inclusive('\n') {
            let start = self.end + one.len() - one.trim_start().len();
            self.end += one.len();
            if let Some(header) = header(one) {
                let place = start..start + one.trim().len();
                self.tables.entry(header).or_insert(place);
                // The keys that follow belong to another table.
                self.keys.clear();
            } else if let Some((key, _)) = one.split_once('=') {
                // `a.b = 1` defines the table `a` as well as the key `a.b`.
                let ends = key.match_indices('.').take(MOST_DOTS).map(|(at, _)| at);
                for end in ends.chain([key.len()]) {
                    let key = key[..end].trim();
                    self.keys.entry(key).or_insert(start..start + key.len());
                }
            }
        }
        match header(&text[line.clone()]) {
            Some(header) => self.tables.get(header).cloned(),
            None => self.keys.get(text.get(span.clone())?).cloned(),
        }
    }
}

/// Maximum number of parent tables that are recorded for a dotted key.
const MOST_DOTS: usize = 8;

/// Returns the first header, `[name]`, if `line` repeats it as `[[name]]`.
pub fn single_header(
    text: &str,
    line: &Range<usize>,
    first: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let is_list = |line: &str| line.trim_start().starts_with("[[");
    let first = first.filter(|first| text[(*first).clone()].starts_with('['))?;
    (is_list(&text[line.clone()]) && !is_list(&text[first.clone()])).then(|| first.clone())
}

/// Length in bytes of a table up to which its keys are compared with those of another one.
const MOST_OF_TABLE: usize = 4_000;

/// Returns help and a fix for the header of a table that appears twice, with other keys below each, so that they are parts of one table.
/// `first` is the first header. Returns `None` for anything else.
pub fn split_table(
    toml: &TomlText,
    line: &Range<usize>,
    first: &Range<usize>,
) -> Option<(String, Option<Fix>)> {
    let text = toml.text();
    let name = header(&text[line.clone()])?;
    let is_list = |line: &str| line.trim_start().starts_with("[[");
    if is_list(&text[line.clone()]) || is_list(&text[first.clone()]) {
        return None;
    }
    let (start, end) = (line.end, end_of_table(text, line.end));
    let keys = |lines: &'_ str| -> HashSet<String> {
        let keys = lines.lines().filter_map(|line| line.split_once('='));
        keys.map(|(key, _)| key.trim().to_owned()).collect()
    };
    let above = first.end..end_of_table(text, first.end);
    // Many headers may repeat the same long table.
    if above.len() > MOST_OF_TABLE {
        return None;
    }
    if !keys(&text[start..end]).is_disjoint(&keys(&text[above.clone()])) {
        return None;
    }
    let help = format!("move its keys below the first [{name}], and delete this line");
    let body = text[start..end].trim_end();
    let target = above.start + text[above.clone()].trim_end().len();
    // What is between the last key and the next header may be a comment about the table below.
    let signs = ["#", "\"\"\"", "'''"];
    let is_plain = signs
        .iter()
        .all(|sign| !text[above.clone()].contains(sign) && !body.contains(sign));
    let fix = is_plain.then(|| Fix {
        label: help.clone(),
        is_safe: true,
        changes: vec![
            Change::Replace(toml.place(target..target), body.to_owned()),
            Change::Replace(toml.place(line.start..end), String::new()),
        ],
    });
    Some((help, fix))
}

/// Returns help for a key or table that is defined twice.
pub fn duplicate_help(text: &str, line: &Range<usize>, first: Option<&Range<usize>>) -> String {
    let Some(name) = header(&text[line.clone()]) else {
        return "keep one of the two".to_owned();
    };
    let is_list = first.is_some_and(|first| text[first.clone()].starts_with("[["));
    if is_list {
        format!("write each entry of a list with two brackets: [[{name}]]")
    } else if name.contains('.') {
        "keep one of the two, or rename one".to_owned()
    } else {
        format!("keep one of the two; write entries of a list with two brackets: [[{name}]]")
    }
}
