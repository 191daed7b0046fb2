//! Lists in JSON (RFC 8259).

use std::ops::Range;

use diagnostic::lines;
use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use crate::data_node::{Node, NodeContent, SyntaxError};

/// Parses JSON. Fails with the first syntax error.
pub fn parse(text: &str) -> Result<Node, Vec<SyntaxError>> {
    let strict = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &strict);
    let parsed = parsed.map_err(|error| {
        let range = error.range();
        let mut reason = error.kind().to_string();
        if let Some(first) = reason.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        let open = matches!(error.kind(), ParseErrorKind::UnterminatedObject)
            .then(|| open_brace(text))
            .flatten();
        if let Some(open) = open {
            let message = format!("invalid JSON: {OPEN_BRACE}");
            return vec![SyntaxError::new(text, open, message, Some(CLOSE_BRACE))];
        }
        vec![SyntaxError::new(
            text,
            range.start..range.end,
            format!("invalid JSON: {reason}"),
            help(error.kind()),
        )]
    })?;
    let value = parsed.value.ok_or_else(|| {
        let message = "invalid JSON: there is no value";
        vec![SyntaxError::new(text, 0..0, message, None)]
    })?;
    node(&value, text).map_err(|one| vec![one])
}

fn help(kind: &ParseErrorKind) -> Option<&'static str> {
    match kind {
        ParseErrorKind::CommentsNotAllowed => Some("delete the comment: JSON has none"),
        ParseErrorKind::TrailingCommasNotAllowed => Some("delete the comma after the last entry"),
        ParseErrorKind::SingleQuotedStringsNotAllowed => Some("write it between double quotes"),
        ParseErrorKind::ExpectedComma => Some("add a comma after the entry before it"),
        ParseErrorKind::UnexpectedWord | ParseErrorKind::ExpectedStringObjectProperty => Some(
            "write true, false, and null in lower case, and text and keys between double quotes",
        ),
        ParseErrorKind::UnterminatedArray => Some("add the missing `]`"),
        ParseErrorKind::UnterminatedObject => Some("add the missing `}`"),
        _ => None,
    }
}

/// Message about the line that [`open_brace`] returns.
pub const OPEN_BRACE: &str = "the brace in this line is not closed";

/// Help for it.
pub const CLOSE_BRACE: &str =
    "add the missing `}` before the next key that is indented like this one";

/// Returns the line with the brace that is open at a line with a key that is indented no more than that line.
pub fn open_brace(text: &str) -> Option<Range<usize>> {
    let mut open: Vec<(usize, Range<usize>)> = Vec::new();
    for (start, line) in lines(text) {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        if content.starts_with('"')
            && let Some((outer, span)) = open.last()
            && indent <= *outer
        {
            return Some(span.clone());
        }
        let span = start + indent..start + indent + content.len();
        let (mut in_string, mut is_escaped) = (false, false);
        for sign in content.bytes() {
            match sign {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_string => is_escaped = true,
                b'"' => in_string = !in_string,
                b'{' | b'[' if !in_string => open.push((indent, span.clone())),
                b'}' | b']' if !in_string => {
                    open.pop();
                }
                _ => {}
            }
        }
    }
    None
}

/// Returns a value of the parser. Its depth is limited by the parser.
fn node(value: &ast::Value<'_>, text: &str) -> Result<Node, SyntaxError> {
    let range = value.range();
    let span = range.start..range.end;
    let mut head = span.clone();
    let content = match value {
        ast::Value::StringLit(string) => NodeContent::Plain(Value::from(&*string.value)),
        ast::Value::NumberLit(number) => {
            let read = serde_json::from_str(number.value).ok();
            NodeContent::Plain(read.filter(Value::is_number).ok_or_else(|| {
                let message = format!("`{}` is not a finite number", number.value);
                let help = Some("write a smaller number, or put it in quotes");
                SyntaxError::new(text, span.clone(), message, help)
            })?)
        }
        ast::Value::BooleanLit(boolean) => NodeContent::Plain(Value::Bool(boolean.value)),
        ast::Value::NullKeyword(_) => NodeContent::Plain(Value::Null),
        ast::Value::Array(array) => {
            head = span.start..span.start + 1;
            let entries = array.elements.iter().map(|one| node(one, text));
            NodeContent::List(entries.collect::<Result<_, _>>()?)
        }
        ast::Value::Object(object) => {
            head = span.start..span.start + 1;
            let entries = object.properties.iter().map(|one| {
                let key = one.name.range();
                Ok((
                    one.name.as_str().to_owned(),
                    key.start..key.end,
                    node(&one.value, text)?,
                ))
            });
            NodeContent::Table(entries.collect::<Result<_, _>>()?)
        }
    };
    Ok(Node {
        span,
        head,
        content,
    })
}
