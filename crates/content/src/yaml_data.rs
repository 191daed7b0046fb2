//! Lists in YAML 1.2, with the types of its core schema (<https://yaml.org/spec/1.2.2/#103-core-schema>), except that numbers are decimal
//! and have no leading zeros.

use std::ops::Range;

use diagnostic::first_line;

use granit_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Number, Value};

use crate::data_node::{Node, NodeContent, SyntaxError};

/// Maximum depth of lists and tables within each other.
const MAX_DEPTH: usize = 100;

/// Help for an error that the parser reports.
const SYNTAX_HELP: &str = "entries of a list begin in the same column, and so do the keys of a table, after spaces and not tabs; put text with `: ` or ` #` in it between quotes";

/// Help for a value with a number sign.
const COMMENT_HELP: &str = "put the whole value between quotes: \"Form #16\"";

/// Returns the range of a comment after a text that is probably part of it, as in `Form #16`.
fn cut_off_comment(text: &str, end: usize) -> Option<Range<usize>> {
    let rest = text.get(end..)?;
    let comment = rest.trim_start_matches(' ');
    let digits = comment.strip_prefix('#')?;
    let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number =
        after.len() < digits.len() && (after.is_empty() || after.starts_with(['\n', '\r']));
    let start = end + rest.len() - comment.len();
    is_number.then(|| start..end + rest.len() - after.len())
}

/// A list or a table whose end has not been reached yet.
struct Open {
    start: usize,
    content: NodeContent,
    /// Key of a table whose value comes next.
    key: Option<(String, Range<usize>)>,
}

/// Parses the only document of a YAML file. Fails with the first syntax error.
pub fn parse(text: &str) -> Result<Node, Vec<SyntaxError>> {
    document(text).map_err(|one| vec![one])
}

fn document(text: &str) -> Result<Node, SyntaxError> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or(text.len());
            // The parser names the value above a line that begins with a tab.
            let tab = text.find("\n\t").map(|line| line + 1);
            let at = tab
                .filter(|_| error.info().contains("found a tab"))
                .unwrap_or(at);
            let message = format!("invalid YAML: {}", error.info());
            SyntaxError::new(text, at..at, message, Some(SYNTAX_HELP))
        })?;
        let span = range(&span, text);
        let node = match event {
            Event::Scalar(value, style, _, tag) => {
                let is_text = tag.is_some_and(|tag| tag.core_suffix() == Some("str"));
                let value = match style {
                    ScalarStyle::Plain if !is_text => plain(&value),
                    _ => Value::from(&*value),
                };
                if style == ScalarStyle::Plain
                    && value.is_string()
                    && let Some(comment) = cut_off_comment(text, span.end)
                {
                    let message =
                        "the rest of this line is a comment, so it is not part of the value";
                    return Err(SyntaxError::new(text, comment, message, Some(COMMENT_HELP)));
                }
                Node::plain(span, value)
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() == MAX_DEPTH => {
                let message = "lists and tables are nested too deeply";
                return Err(SyntaxError::new(text, span, message, None));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let is_list = matches!(event, Event::SequenceStart(..));
                open.push(Open {
                    start: span.start,
                    content: if is_list {
                        NodeContent::List(Vec::new())
                    } else {
                        NodeContent::Table(Vec::new())
                    },
                    key: None,
                });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(Open { start, content, .. }) = open.pop() else {
                    continue;
                };
                let end = span.end.max(start);
                let line = first_line(&text[start..end]);
                Node {
                    head: start..start + line.trim_end().len(),
                    span: start..end,
                    content,
                }
            }
            Event::Alias(_) => {
                let message = "a reference to an anchor is not read";
                let help = "write the value here as well";
                return Err(SyntaxError::new(text, span, message, Some(help)));
            }
            Event::DocumentStart(..) if root.is_some() => {
                let message = "the file has a second document";
                let help = "write all entries in one list, and delete the line `---`";
                return Err(SyntaxError::new(text, span, message, Some(help)));
            }
            _ => continue,
        };
        match open.last_mut() {
            None => root = Some(node),
            Some(above) => above.add(node, text)?,
        }
    }
    root.ok_or_else(|| SyntaxError::new(text, 0..0, "there is no value", None))
}

impl Open {
    /// Adds an entry, or a key of a table.
    fn add(&mut self, node: Node, text: &str) -> Result<(), SyntaxError> {
        match (&mut self.content, self.key.take()) {
            (NodeContent::List(entries), _) => entries.push(node),
            (NodeContent::Table(entries), Some((key, span))) => entries.push((key, span, node)),
            (_, None) => {
                let NodeContent::Plain(key) = node.content else {
                    let message = "a key must be text";
                    let help = "put text that begins with a brace in quotes: \"{{ site.name }}\"";
                    return Err(SyntaxError::new(text, node.head, message, Some(help)));
                };
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                self.key = Some((key, node.span));
            }
            (NodeContent::Plain(_), _) => {}
        }
        Ok(())
    }
}

/// Returns the byte range of an event.
fn range(span: &Span, text: &str) -> Range<usize> {
    let range = span.byte_range().unwrap_or(0..0);
    let start = text.floor_char_boundary(range.start.min(text.len()));
    start..text.ceil_char_boundary(range.end.clamp(start, text.len()))
}

/// Returns the value of text without quotes. A number with leading zeros, such as a postal code, is text.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let unsigned = text.trim_start_matches(['+', '-']);
    let is_number = unsigned.starts_with(|one: char| one.is_ascii_digit() || one == '.')
        && text.len() - unsigned.len() <= 1
        && unsigned
            .bytes()
            .all(|one| one.is_ascii_digit() || b".eE+-".contains(&one));
    let is_padded =
        unsigned.len() > 1 && unsigned.starts_with('0') && unsigned.as_bytes()[1].is_ascii_digit();
    if !is_number || is_padded {
        return Value::from(text);
    }
    if let Ok(integer) = text.parse::<i64>() {
        return Value::from(integer);
    }
    let number = text.parse::<f64>().ok().and_then(Number::from_f64);
    number.map_or_else(|| Value::from(text), Value::Number)
}
