//! Tags of components in Markdown (`<Callout kind="note">`): finds them and reads their arguments.

use std::ops::Range;

use diagnostic::first_line;

use serde_json::Value;

/// A part of raw HTML. Spans are byte ranges of that HTML.
#[derive(Debug, PartialEq)]
pub enum Piece {
    /// HTML between the tags of components.
    Html(Range<usize>),
    /// An opening tag.
    Open {
        /// Name of the component.
        name: String,
        /// Arguments of the component. A value is text in quotes or a TOML value in braces; a name without a value means
        /// `true`.
        attributes: Vec<(String, Value)>,
        /// Whether the tag ends with `/>`.
        closed: bool,
        /// Span of the tag.
        span: Range<usize>,
    },
    /// A closing tag.
    Close {
        /// Name of the component.
        name: String,
        /// Span of the tag.
        span: Range<usize>,
    },
    /// A malformed tag.
    Bad {
        /// Name of the component.
        name: String,
        /// Message that explains what is wrong with the tag.
        message: String,
        /// Span of the tag.
        span: Range<usize>,
    },
}

/// Splits raw HTML at the tags of components.
pub fn pieces(html: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = 0;
    let mut at = 0;
    while let Some(open) = html[at..].find('<').map(|open| at + open) {
        if html[open..].starts_with("<!--") {
            at = after_comment(html, open);
            continue;
        }
        let name_start = open + 1 + usize::from(html[open + 1..].starts_with('/'));
        let name = word(&html[name_start..], &['.', '_']);
        at = name_start;
        // Lower case is HTML, and so is a name in capitals, such as <BR>.
        if !name.starts_with(|c: char| c.is_ascii_uppercase())
            || name.chars().all(|c| c.is_ascii_uppercase())
        {
            continue;
        }
        if rest < open {
            pieces.push(Piece::Html(rest..open));
        }
        let name_end = name_start + name.len();
        let name = name.to_owned();
        if name_start == open + 1 {
            at = name_end;
            pieces.push(match attributes(html, &name, &mut at) {
                Ok((attributes, closed)) => Piece::Open {
                    name,
                    attributes,
                    closed,
                    span: open..at,
                },
                Err(message) => Piece::Bad {
                    name,
                    message,
                    span: open..at,
                },
            });
        } else {
            at = after_bracket(html, name_end);
            let span = open..at;
            pieces.push(Piece::Close { name, span });
        }
        rest = at;
    }
    if rest < html.len() {
        pieces.push(Piece::Html(rest..html.len()));
    }
    pieces
}

/// Returns a tag of a component with straight quotes around its texts, and what is wrong with it, if it can be read only then. `tag`
/// begins with `<`, and ends with its `>` or with the text behind that.
pub fn mended_tag<'a>(tag: &'a str, name: &str) -> Option<(&'a str, String, &'static str)> {
    let line = first_line(tag);
    let (written, rest) = line.split_at(line.find('>')? + 1);
    let curly = ['“', '”', '„', '‟', '″'];
    let is_in_quotes = !written.matches(curly).count().is_multiple_of(2);
    if is_in_quotes && rest.split('<').next()?.contains(curly) {
        // This `>` is part of a text.
        return None;
    }
    let straight = written.replace(curly, "\"");
    let at_end = |sign: &str| {
        straight
            .strip_suffix(sign)
            .map(|start| format!("{}\"{sign}", start.trim_end()))
    };
    let after_equals = || {
        let unquoted = |at: &usize| !straight[at + 1..].starts_with(['"', '\'', '{']);
        let at = straight
            .match_indices('=')
            .map(|(at, _)| at)
            .find(unquoted)?;
        Some(format!("{}=\"{}", &straight[..at], &straight[at + 1..]))
    };
    let is_right = |tag: &String| {
        let mut at = 1 + name.len();
        let is_text = |(_, value): &(String, Value)| !value.is_boolean() || tag.contains("={");
        let parsed = attributes(tag, name, &mut at);
        parsed.is_ok_and(|(all, _)| at == tag.len() && !all.is_empty() && all.iter().all(is_text))
    };
    let is_curly = straight != written;
    let with_apostrophe = double_quoted(written);
    let has_apostrophe = with_apostrophe.is_some();
    let unbound = unbound(written);
    let is_bound = unbound.is_some();
    let without_braces = text_in_braces(written);
    let has_braces = without_braces.is_some();
    let candidates = [
        unbound,
        without_braces,
        with_apostrophe,
        is_curly.then(|| straight.clone()),
        at_end(" />"),
        at_end("/>"),
        at_end(">"),
        after_equals(),
    ];
    let mended = candidates.into_iter().flatten().find(is_right)?;
    let what = if is_bound {
        "only Vue reads `:` before an argument"
    } else if has_braces {
        "a text needs no braces"
    } else if has_apostrophe {
        "an apostrophe ends the text"
    } else if is_curly {
        "it has curly quotes"
    } else {
        "a quote is missing"
    };
    Some((written, mended, what))
}

/// Returns a tag without the signs with which Vue binds arguments, as in `:title="'Winter'"`. Returns `None` if there are none, or if
/// a value is an expression.
fn unbound(tag: &str) -> Option<String> {
    let mut parts = tag.split('"');
    let mut text = parts.next()?.to_owned();
    let mut is_bound = false;
    while let Some((value, after)) = parts.next().zip(parts.next()) {
        let key = text.rsplit(' ').next().unwrap_or_default();
        let name = key
            .strip_prefix("v-bind:")
            .or_else(|| key.strip_prefix(':'));
        if let Some(name) = name {
            let plain = value
                .strip_prefix('\'')
                .and_then(|value| value.strip_suffix('\''));
            let is_value = format!("value = {value}").parse::<toml::Table>().is_ok();
            let written = match plain {
                Some(plain) if !plain.contains('\'') => format!("{name}\"{plain}\""),
                _ if is_value && !value.contains('}') => format!("{name}{{{value}}}"),
                _ => return None,
            };
            text.truncate(text.len() - key.len());
            text += &written;
            is_bound = true;
        } else {
            text += &format!("\"{value}\"");
        }
        text += after;
    }
    is_bound.then_some(text)
}

/// Returns a tag without the braces around its texts, as in `title={"Winter"}`. Returns `None` if there are none.
fn text_in_braces(tag: &str) -> Option<String> {
    let (mut text, mut rest, mut has_any) = (String::new(), tag, false);
    while let Some((before, value)) = rest.split_once("={") {
        let quote = value
            .chars()
            .next()
            .filter(|c| matches!(c, '"' | '\'' | '`'));
        let inner = quote.and_then(|quote| value[1..].split_once(&format!("{quote}}}")));
        text += before;
        rest = if let Some((inner, after)) = inner.filter(|(inner, _)| !inner.contains('"')) {
            has_any = true;
            text += &format!("=\"{inner}\"");
            after
        } else {
            text += "={";
            value
        };
    }
    has_any.then(|| text + rest)
}

/// Returns a tag with `"` around its texts in single quotes, if an apostrophe ends one of them.
fn double_quoted(tag: &str) -> Option<String> {
    let (mut text, mut rest, mut has_apostrophe) = (String::new(), tag, false);
    while let Some((before, value)) = rest.split_once("='") {
        // The text ends where the tag or another argument can follow.
        let is_end = |at: &usize| {
            let after = &value[at + 1..];
            let next = after.trim_start();
            let key = word(next, &['-', '_']);
            let is_argument = next.len() < after.len() && next[key.len()..].starts_with('=');
            next.starts_with(['>', '/']) || !key.is_empty() && is_argument
        };
        let end = value.match_indices('\'').map(|(at, _)| at).find(is_end)?;
        let inner = &value[..end];
        if inner.contains('"') {
            return None;
        }
        has_apostrophe |= inner.contains('\'');
        text += &format!("{before}=\"{inner}\"");
        rest = &value[end + 1..];
    }
    has_apostrophe.then(|| text + rest)
}

/// Number of bytes of a tag in which its mistake is searched: many tags may be in one long line.
const LONGEST_TAG: usize = 2_000;

/// Returns help for a tag of a component that cannot be read. `rest` begins with its name, and `example` is a tag with its arguments.
pub fn tag_help(name: &str, rest: &str, example: &str) -> String {
    let line = first_line(rest);
    let line = &line[..line.floor_char_boundary(LONGEST_TAG)];
    let is_letter = |text: &str| text.starts_with(char::is_alphanumeric);
    let mut quotes = line.match_indices('"').map(|(at, _)| at);
    // A quote ends a text before a space, a slash, or the end of the tag.
    let is_inside = |end: usize| is_letter(&line[end + 1..]);
    let mut texts = std::iter::from_fn(|| Some((quotes.next()?, quotes.next()?)));
    if !rest.contains('>') || !line.contains('>') && rest.split('\n').nth(1) == Some("") {
        format!("add `>` at the end of the `<{name}>` tag")
    } else if joined_arguments(line) {
        "write a space between two arguments".to_owned()
    } else if texts.any(|(_, end)| is_inside(end)) {
        "a text between straight quotes cannot contain any: write “ and ” within it".to_owned()
    } else {
        format!("write it as {example}")
    }
}

/// Returns whether the name of an argument follows the quote of the one before it: `a="b"c="d"`.
fn joined_arguments(line: &str) -> bool {
    line.match_indices('"').any(|(at, _)| {
        let rest = &line[at + 1..];
        let name = word(rest, &['-', '_']);
        !name.is_empty() && rest[name.len()..].starts_with("=\"")
    })
}

/// Returns the longest prefix of `text` that consists of ASCII letters, digits, and the characters in `others`.
pub fn word<'a>(text: &'a str, others: &[char]) -> &'a str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !others.contains(&c));
    &text[..end.unwrap_or(text.len())]
}

/// Returns the offset after the comment that begins at `open`, or the end of the text.
fn after_comment(html: &str, open: usize) -> usize {
    // `<!-->` and `<!--->` are comments without text (CommonMark 0.31, 6.6).
    let dashes = open + "<!".len();
    let end = html[dashes..].find("-->");
    end.map_or(html.len(), |end| dashes + end + "-->".len())
}

/// Returns the offset after the next `>`, or the end of the text.
fn after_bracket(html: &str, from: usize) -> usize {
    html[from..]
        .find('>')
        .map_or(html.len(), |at| from + at + 1)
}

/// Parses the attributes of an opening tag, which start at `at`, and moves `at` past the tag, or past the error. Returns the
/// attributes, and whether the tag ends with `/>`. Fails with a message that explains why the tag is malformed.
fn attributes(
    html: &str,
    name: &str,
    at: &mut usize,
) -> Result<(Vec<(String, Value)>, bool), String> {
    let mut attributes = Vec::new();
    loop {
        *at = html.len() - html[*at..].trim_start().len();
        for (end, closed) in [("/>", true), (">", false)] {
            if html[*at..].starts_with(end) {
                *at += end.len();
                return Ok((attributes, closed));
            }
        }
        let key = word(&html[*at..], &['-', '_']);
        if key.is_empty() {
            let sign = html[*at..]
                .chars()
                .next()
                .map_or("", |sign| &html[*at..*at + sign.len_utf8()]);
            *at = after_bracket(html, *at);
            return Err(format!(
                "the tag `<{name}` has an unexpected `{sign}`: write arguments as name=\"…\""
            ));
        }
        if attributes.iter().any(|(known, _)| known == key) {
            *at = after_bracket(html, *at);
            return Err(format!("the tag `<{name}` has two arguments `{key}`"));
        }
        *at += key.len();
        let Some(value) = html[*at..].strip_prefix('=') else {
            attributes.push((key.to_owned(), Value::Bool(true)));
            continue;
        };
        *at += 1;
        let end = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => quote,
            Some('{') => '}',
            _ => {
                return Err(format!(
                    "the argument `{key}` of `<{name}>` needs quotes: {key}=\"…\""
                ));
            }
        };
        let Some((text, _)) = value[1..].split_once(end) else {
            *at = html.len();
            return Err(format!(
                "the argument `{key}` of `<{name}>` is not closed with `{end}`"
            ));
        };
        *at += text.len() + 2;
        let value = if end == '}' {
            let table = format!("value = {text}").parse::<toml::Table>().ok();
            let value = table.and_then(|mut table| table.remove("value"));
            let Some(value) = value else {
                return Err(format!(
                    "`{{{text}}}` is not a TOML value: write {{12}}, {{true}} or {{[1,2]}}"
                ));
            };
            serde_json::to_value(value).unwrap_or(Value::Null)
        } else {
            Value::String(text.to_owned())
        };
        attributes.push((key.to_owned(), value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_with_other_quotes() {
        for (tag, expected) in [
            ("<Tip title=“Oil”>", "<Tip title=\"Oil\">"),
            (
                "<Tip title=“What it saves” n={2}> x",
                "<Tip title=\"What it saves\" n={2}>",
            ),
            (
                "<Tip title=\"What it saves>",
                "<Tip title=\"What it saves\">",
            ),
            (
                "<Tip title=\"What it saves />",
                "<Tip title=\"What it saves\" />",
            ),
            (
                "<Tip title=What it saves\">",
                "<Tip title=\"What it saves\">",
            ),
            (
                "<Tip title='Anna's advice' n={2}>",
                "<Tip title=\"Anna's advice\" n={2}>",
            ),
            (
                "<Tip title='a' of='the riders' rest'/> or 'b'",
                "<Tip title=\"a\" of=\"the riders' rest\"/>",
            ),
            (
                "<Tip title={\"Winter\"} n={2}>",
                "<Tip title=\"Winter\" n={2}>",
            ),
            (
                "<Tip title={`it's`} of={'a'}>",
                "<Tip title=\"it's\" of=\"a\">",
            ),
            (
                "<Tip :title=\"'Winter'\" :n=\"2\">",
                "<Tip title=\"Winter\" n={2}>",
            ),
            ("<Tip v-bind:title=\"name\">", ""),
            ("<Tip title='Say \"no\", it's right'>", ""),
            ("<Tip title=“Say “no” now”>", ""),
            ("<Tip title=“Profit > loss”>", ""),
            ("<Tip title=Oil", ""),
            ("<Tip>", ""),
        ] {
            let mended = mended_tag(tag, "Tip").map(|(_, mended, _)| mended);
            assert_eq!(mended.unwrap_or_default(), expected, "{tag}");
        }
    }

    #[test]
    fn tags() {
        assert_eq!(pieces("<b>x</b>"), [Piece::Html(0..8)]);
        assert_eq!(pieces("<BR>"), [Piece::Html(0..4)]);
        let html = "<Callout kind=\"note\" n={2} wide>\nText\n</Callout>\n";
        let attributes = [
            ("kind", Value::from("note")),
            ("n", Value::from(2)),
            ("wide", Value::from(true)),
        ];
        let name = || "Callout".to_owned();
        let open = Piece::Open {
            name: name(),
            attributes: attributes
                .map(|(key, value)| (key.to_owned(), value))
                .into(),
            closed: false,
            span: 0..32,
        };
        let close = Piece::Close {
            name: name(),
            span: 38..48,
        };
        assert_eq!(
            pieces(html),
            [open, Piece::Html(32..38), close, Piece::Html(48..49)]
        );
        assert!(matches!(
            &pieces("<Fact name='x' />")[0],
            Piece::Open { closed: true, .. }
        ));
        assert!(matches!(&pieces("<Fact name=x>")[0], Piece::Bad { .. }));
        assert!(matches!(
            &pieces("<Fact a=\"x\" a=\"y\">")[0],
            Piece::Bad { .. }
        ));
        assert!(matches!(&pieces("<Fact name=\"x")[0], Piece::Bad { .. }));
        for comment in ["<!-- <Fact> -->", "<!-- <Fact>\n"] {
            assert_eq!(pieces(comment), [Piece::Html(0..comment.len())]);
        }
        assert_eq!(pieces("<!--><Fact/>")[0], Piece::Html(0..5));
    }
}
