//! Capitalised tags in Markdown (`<Callout kind="note">`): finds them and reads their arguments.

use std::ops::Range;

use serde_json::Value;

/// A part of a run of HTML. Spans are bytes of that run.
#[derive(Debug, PartialEq)]
pub enum Piece {
    /// Anything that is not a component's tag.
    Html(Range<usize>),
    /// An opening tag; `closed` where it ends in `/>`.
    Open {
        /// The component.
        name: String,
        /// Its arguments: text in quotes, a TOML value in braces, or a bare name for `true`.
        attributes: Vec<(String, Value)>,
        /// Whether it closes itself.
        closed: bool,
        /// The tag.
        span: Range<usize>,
    },
    /// A closing tag.
    Close {
        /// The component.
        name: String,
        /// The tag.
        span: Range<usize>,
    },
    /// A tag that cannot be read.
    Bad {
        /// The component.
        name: String,
        /// Why.
        message: String,
        /// The tag.
        span: Range<usize>,
    },
}

/// Cuts a run of HTML at its component tags.
pub fn pieces(html: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = 0;
    let mut at = 0;
    while let Some(open) = html[at..].find('<').map(|open| at + open) {
        let after = &html[open + 1..];
        let closing = after.starts_with('/');
        let name: String = after
            .trim_start_matches('/')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))
            .collect();
        if !name.starts_with(|c: char| c.is_ascii_uppercase())
            || name.chars().all(|c| c.is_ascii_uppercase())
        {
            // Lower case is HTML, and so is what is all capitals, such as <BR>.
            at = open + 1;
            continue;
        }
        if rest < open {
            found.push(Piece::Html(rest..open));
        }
        let name_end = open + 1 + usize::from(closing) + name.len();
        let (piece, end) = if closing {
            let end = html[name_end..]
                .find('>')
                .map_or(html.len(), |at| name_end + at + 1);
            (
                Piece::Close {
                    name,
                    span: open..end,
                },
                end,
            )
        } else {
            opening_tag(html, open, name, name_end)
        };
        found.push(piece);
        rest = end;
        at = end;
    }
    if rest < html.len() {
        found.push(Piece::Html(rest..html.len()));
    }
    found
}

fn opening_tag(html: &str, open: usize, name: String, mut at: usize) -> (Piece, usize) {
    let mut attributes = Vec::new();
    let bad_name = name.clone();
    let bad = |message: String, end: usize| {
        (
            Piece::Bad {
                name: bad_name.clone(),
                message,
                span: open..end,
            },
            end,
        )
    };
    loop {
        at += html[at..].len() - html[at..].trim_start().len();
        let rest = &html[at..];
        if rest.starts_with("/>") {
            return (
                Piece::Open {
                    name,
                    attributes,
                    closed: true,
                    span: open..at + 2,
                },
                at + 2,
            );
        }
        if rest.starts_with('>') {
            return (
                Piece::Open {
                    name,
                    attributes,
                    closed: false,
                    span: open..at + 1,
                },
                at + 1,
            );
        }
        let key: String = rest
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
            .collect();
        if key.is_empty() {
            let end = rest.find('>').map_or(html.len(), |end| at + end + 1);
            return bad(format!("the tag `<{name}` cannot be read here"), end);
        }
        at += key.len();
        let Some(value) = html[at..].strip_prefix('=') else {
            attributes.push((key, Value::Bool(true)));
            continue;
        };
        at += 1;
        let (closer, skip) = match value.chars().next() {
            Some('"') => ('"', 1),
            Some('\'') => ('\'', 1),
            Some('{') => ('}', 1),
            _ => {
                return bad(
                    format!("the argument `{key}` of `<{name}>` needs quotes: {key}=\"…\""),
                    at,
                );
            }
        };
        let Some(length) = html[at + skip..].find(closer) else {
            return bad(
                format!("the argument `{key}` of `<{name}>` is not closed by `{closer}`"),
                html.len(),
            );
        };
        let text = &html[at + skip..at + skip + length];
        at += skip + length + 1;
        if closer == '}' {
            match format!("value = {text}")
                .parse::<toml::Table>()
                .ok()
                .and_then(|mut table| table.remove("value"))
            {
                Some(value) => {
                    attributes.push((key, serde_json::to_value(value).unwrap_or(Value::Null)));
                }
                None => {
                    return bad(
                        format!("`{{{text}}}` is not a TOML value: {{12}}, {{true}} or {{[1,2]}}"),
                        at,
                    );
                }
            }
        } else {
            attributes.push((key, Value::String(text.to_owned())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        assert_eq!(pieces("<b>x</b>"), [Piece::Html(0..8)]);
        assert_eq!(pieces("<BR>"), [Piece::Html(0..4)]);
        let found = pieces("<Callout kind=\"note\" n={2} wide>\nText\n</Callout>\n");
        assert_eq!(found.len(), 4);
        let Piece::Open {
            name,
            attributes,
            closed,
            ..
        } = &found[0]
        else {
            panic!("{found:?}")
        };
        assert_eq!((name.as_str(), *closed), ("Callout", false));
        assert_eq!(
            attributes,
            &[
                ("kind".to_owned(), Value::from("note")),
                ("n".to_owned(), Value::from(2)),
                ("wide".to_owned(), Value::from(true))
            ]
        );
        assert!(matches!(
            &pieces("<Fact name='x' />")[0],
            Piece::Open { closed: true, .. }
        ));
        assert!(matches!(&pieces("<Fact name=x>")[0], Piece::Bad { .. }));
        assert!(matches!(&pieces("<Fact name=\"x")[0], Piece::Bad { .. }));
    }
}
