//! Splits an SVG text into its parts (XML 1.0, fifth edition).

use std::borrow::Cow;

/// A part of an XML text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A start tag.
    Open {
        /// Name with its prefix.
        name: &'a str,
        /// Attributes in the order of the file.
        attributes: Vec<Attribute<'a>>,
        /// Whether it is also the end tag.
        is_empty: bool,
    },
    /// An end tag with its name.
    Close(&'a str),
    /// Text as it is written, with references.
    Text(&'a str),
    /// The content of a CDATA section.
    CData(&'a str),
    /// A comment.
    Comment,
    /// A processing instruction, or the XML declaration: what is between `<?` and `?>`.
    Instruction(&'a str),
    /// A document type declaration as it is written.
    Doctype(&'a str),
}

/// An attribute of a start tag.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Attribute<'a> {
    /// Byte offset of the name.
    pub at: usize,
    /// Name with its prefix.
    pub name: &'a str,
    /// Byte offset of the value.
    pub value_at: usize,
    /// Value as it is written, with references.
    pub value: &'a str,
}

/// Returns the parts of a text, each with its byte offset, or the offset of the first malformed part and what is wrong with it.
pub(crate) fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, (usize, String)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (token, length) = if !rest.starts_with('<') {
            let length = rest.find('<').unwrap_or(rest.len());
            check_references(rest, 0..length)
                .map_err(|(inside, message)| (at + inside, message))?;
            (Token::Text(&rest[..length]), length)
        } else if let Some(length) = enclosed(rest, at, "<!--", "-->")? {
            (Token::Comment, length)
        } else if let Some(length) = enclosed(rest, at, "<![CDATA[", "]]>")? {
            (Token::CData(&rest[9..length - 3]), length)
        } else if let Some(length) = enclosed(rest, at, "<?", "?>")? {
            (Token::Instruction(&rest[2..length - 2]), length)
        } else if rest.starts_with("<!") {
            let length = doctype_length(rest).ok_or_else(|| (at, unclosed("<!", ">")))?;
            (Token::Doctype(&rest[..length]), length)
        } else if let Some(name) = rest.strip_prefix("</") {
            let length = name.find('>').ok_or_else(|| (at, unclosed_tag()))?;
            (Token::Close(name[..length].trim_end()), length + 3)
        } else {
            start_tag(text, at)?
        };
        tokens.push((at, token));
        at += length;
    }
    Ok(tokens)
}

/// Returns the length of the part at the start of a text, if it begins with `begin`.
fn enclosed(
    rest: &str,
    at: usize,
    begin: &str,
    end: &str,
) -> Result<Option<usize>, (usize, String)> {
    let Some(inside) = rest.strip_prefix(begin) else {
        return Ok(None);
    };
    let length = inside.find(end).ok_or_else(|| (at, unclosed(begin, end)))?;
    Ok(Some(begin.len() + length + end.len()))
}

fn unclosed(begin: &str, end: &str) -> String {
    format!("`{begin}` is not closed with `{end}`")
}

fn unclosed_tag() -> String {
    "tag is not closed with `>`".to_owned()
}

/// Returns the length of the document type declaration at the start of a text. Its declarations are in square brackets.
fn doctype_length(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') if depth == 0 => return Some(at + 1),
            (None, '[') => depth += 1,
            (None, ']') => depth -= 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// Returns the start tag at an offset, and its length.
fn start_tag(text: &str, start: usize) -> Result<(Token<'_>, usize), (usize, String)> {
    let is_name_end = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/' | '>' | '<');
    let name_at = |at: usize| {
        let rest = &text[at..];
        &rest[..rest.find(is_name_end).unwrap_or(rest.len())]
    };
    let skip_space = |at: usize| text.len() - text[at..].trim_ascii_start().len();
    let name = name_at(start + 1);
    if name.is_empty() {
        return Err((start, "`<` is not followed by the name of a tag".to_owned()));
    }
    let mut attributes: Vec<Attribute<'_>> = Vec::new();
    let mut at = start + 1 + name.len();
    loop {
        at = skip_space(at);
        let rest = &text[at..];
        let end = [("/>", true), (">", false)];
        if let Some((end, is_empty)) = end.into_iter().find(|(end, _)| rest.starts_with(end)) {
            let token = Token::Open {
                name,
                attributes,
                is_empty,
            };
            return Ok((token, at + end.len() - start));
        }
        let key = name_at(at);
        let equals = skip_space(at + key.len());
        let quote_at = skip_space(equals + usize::from(text[equals..].starts_with('=')));
        let quote = text[quote_at..].chars().next();
        let Some(quote) = quote.filter(|one| matches!(one, '"' | '\'')) else {
            return Err(if text[at..].contains('>') {
                (at, format!("the attribute `{key}` has no value in quotes"))
            } else {
                (start, unclosed_tag())
            });
        };
        let value_at = quote_at + 1;
        let Some(length) = text[value_at..].find(quote) else {
            return Err((start, unclosed_tag()));
        };
        if key.is_empty() || quote_at == equals {
            return Err((at, "a value has no attribute".to_owned()));
        }
        if attributes.iter().any(|one| one.name == key) {
            return Err((at, format!("the attribute `{key}` occurs twice")));
        }
        check_references(text, value_at..value_at + length)?;
        attributes.push(Attribute {
            at,
            name: key,
            value_at,
            value: &text[value_at..value_at + length],
        });
        at = value_at + length + 1;
    }
}

/// Refuses a `&` that is not a reference to a character (XML, section 4.1).
fn check_references(text: &str, range: std::ops::Range<usize>) -> Result<(), (usize, String)> {
    let start = range.start;
    for (at, _) in text[range.clone()].match_indices('&') {
        let at = start + at;
        let name = text[at + 1..range.end]
            .split_once(';')
            .map(|(name, _)| name);
        if name.and_then(character).is_none() {
            let shown: String = text[at..range.end].chars().take(8).collect();
            let message = format!("`{shown}` is not a character of XML: write `&` as `&amp;`");
            return Err((at, message));
        }
    }
    Ok(())
}

/// Returns the character that a reference names.
fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        name => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(number)
        }
    }
}

/// Replaces the references of a well-formed text by their characters.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut parts = text.split('&');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap_or_default();
        decoded.extend(character(name));
        decoded.push_str(rest);
    }
    decoded.into()
}

/// Splits a name into its prefix, which may be empty, and its local part.
pub(crate) fn split_name(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}
