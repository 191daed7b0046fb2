//! Scans style sheets for addresses (`url(…)`, `@import "…"`) and for unbalanced braces, without parsing the rest of CSS.

use std::ops::Range;

use diagnostic::{first_line, lines};

/// Returns the byte ranges of all addresses in a style sheet, in order and without quotes. Skips comments and other strings.
pub fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let starts = |word: &str| {
            let start = rest.get(..word.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if starts("@namespace") {
            // A namespace is a name, which is not loaded.
            at += rest.find([';', '\n']).unwrap_or(rest.len());
        } else if starts("url(") || starts("@import") {
            let is_url = starts("url(");
            let from = at + if is_url { "url(" } else { "@import" }.len();
            let value = text[from..].trim_start();
            let start = text.len() - value.len();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (start, end) = match quote {
                Some(quote) => (start + 1, quote),
                None => (start, ')'),
            };
            at = from;
            if quote.is_some() || is_url {
                let address = &text[start..];
                let address = address[..address.find(end).unwrap_or(address.len())].trim_end();
                found.push(start..start + address.len());
                at = text.ceil_char_boundary(start + address.len() + 1);
            }
        } else if matches!(next, '"' | '\'') {
            at += 1 + string(&rest[1..], next);
        } else {
            at += next.len_utf8();
        }
    }
    found
}

/// Returns the byte ranges of all comments in a style sheet, in order.
pub(crate) fn comments(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut end = 0;
    while let Some(at) = text[end..].find(['/', '"', '\'']).map(|at| end + at) {
        let inner = &text[at + 1..];
        end = at + 1;
        match text.as_bytes()[at] {
            b'/' if inner.starts_with('*') => {
                end += inner[1..].find("*/").map_or(inner.len(), |close| close + 3);
                found.push(at..end);
            }
            b'/' => {}
            quote => end += string(inner, char::from(quote)),
        }
    }
    found
}

/// Returns a style sheet with spaces instead of comments, so that byte offsets stay the same.
pub fn without_comments(text: &str) -> String {
    let mut kept = text.as_bytes().to_vec();
    for comment in comments(text) {
        kept[comment].fill(b' ');
    }
    String::from_utf8(kept).unwrap_or_default()
}

/// Returns a style sheet without comments, with spaces instead of what is within strings and addresses.
pub(crate) fn blanked(text: &str) -> String {
    let mut kept = text.as_bytes().to_vec();
    for span in addresses(text) {
        kept[span].fill(b' ');
    }
    let mut end = 0;
    while let Some(at) = text[end..].find(['"', '\'']).map(|at| end + at) {
        if kept[at] == b' ' {
            end = at + 1;
            continue;
        }
        let quote = char::from(kept[at]);
        let length = string(&text[at + 1..], quote);
        let inner = length.saturating_sub(1);
        kept[at + 1..at + 1 + inner].fill(b' ');
        end = at + 1 + length;
    }
    String::from_utf8(kept).unwrap_or_default()
}

/// Returns whether an address refers to a file of the project: it has no scheme (`data:`, `https:`), is not an absolute path,
/// and is not only a fragment.
pub(crate) fn is_file(address: &str) -> bool {
    let first = address.split(['/', '?', '#']).next().unwrap_or_default();
    !address.is_empty() && !first.contains(':') && !address.starts_with(['#', '/'])
}

/// At-rules of Sass and Tailwind, whose compilers replace them.
const FOREIGN_RULES: [&str; 12] = [
    "apply", "each", "else", "extend", "for", "if", "include", "mixin", "return", "tailwind",
    "use", "while",
];

/// Returns the message for a statement of Sass or Tailwind, or `None` for a statement of CSS.
fn foreign(statement: &str) -> Option<&'static str> {
    let name = |text: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        text.len() - text.trim_start_matches(is_part).len()
    };
    if let Some(rest) = statement.strip_prefix('@') {
        let rule = &rest[..name(rest)];
        return FOREIGN_RULES
            .contains(&rule)
            .then_some("this rule is not CSS, but Sass or Tailwind, which browsers ignore");
    }
    let variable = statement.strip_prefix('$')?;
    let is_set = variable[name(variable)..].trim_start().starts_with(':');
    is_set.then_some("this variable is not CSS, but Sass: write --name in :root, and var(--name)")
}

/// Returns the reason why browsers ignore the statement at the start of `rest`, or `None` if they do not.
fn ignored(rest: &str) -> Option<&'static str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name = &rest[..rest.len() - rest.trim_start_matches(is_part).len()];
    if rest.starts_with("//") {
        Some("`//` begins no comment in CSS: write /* … */, or browsers ignore what follows")
    } else if rest.starts_with('{') {
        Some("there is no selector before this `{`, so browsers ignore what is between the braces")
    } else if rest.starts_with('<') && !rest.starts_with("<!--") {
        Some("a tag of HTML is not CSS: a style sheet begins with its first rule")
    } else if name.ends_with("colour")
        && !name.starts_with("--")
        && rest[name.len()..].trim_start().starts_with(':')
    {
        Some("CSS spells it `color`, and browsers ignore this line")
    } else {
        foreign(rest)
    }
}

/// Returns the length of the part of a declaration above a line that begins like another one, so that a semicolon is missing between
/// the two. Returns `None` if it is one declaration.
fn without_semicolon(declaration: &str) -> Option<usize> {
    if declaration.contains("/*") || !declaration.split('\n').next()?.contains(':') {
        return None;
    }
    lines(declaration).find_map(|(start, line)| {
        let above = declaration[..start].trim_end();
        let (name, _) = line.split_once(':')?;
        let name = name.trim();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        (is_name && above.contains(':') && !above.ends_with([',', '(', ':'])).then_some(above.len())
    })
}

/// Returns the length of the first line of a statement outside of all rules that is a selector without its brace: the next line is a
/// declaration.
fn without_brace(statement: &str) -> Option<usize> {
    let selector = first_line(statement).trim_end();
    let (name, value) = statement[selector.len()..].split_once(':')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let is_selector = !selector.is_empty()
        && !selector.starts_with(['@', '$'])
        && !selector.ends_with([',', ':', '>', '+', '~', '*', '/'])
        && !selector.contains([';', '"', '\'', '<']);
    (is_name && is_selector && value.starts_with(' ')).then_some(selector.len())
}

/// Message about a brace that is not written.
const NO_BRACE: &str = "a `{` is missing here, so browsers ignore this line and the next";

/// Message about a semicolon that is not written.
const NO_SEMICOLON: &str = "a `;` is missing here, so browsers ignore this line and the next";

/// Message about a quote that is not closed.
pub(crate) const OPEN_QUOTE: &str = "this quote is not closed on its line";

/// Returns where the closing quote of an address or a value belongs, if `text` begins with the opening one. Returns `None` if the text up
/// to there may be more than one name: a selector, or a list of fonts.
pub(crate) fn end_of_quote(text: &str) -> Option<usize> {
    let line = first_line(text).trim_end();
    let end = line.find([')', ';']).or_else(|| line.find('}'))?;
    let quoted = line[..end].trim_end();
    (end > 1 && !quoted.contains(['{', ']', ','])).then_some(quoted.len())
}

/// A mistake because of which browsers ignore a statement, the rule around it, or everything after it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// Byte offset of the mistake.
    pub at: usize,
    pub message: &'static str,
    /// What to do, if the message does not say it.
    pub help: Option<&'static str>,
    /// What is missing at the offset.
    pub missing: Option<&'static str>,
}

impl Mistake {
    fn new(at: usize, message: &'static str) -> Self {
        Self {
            at,
            message,
            help: None,
            missing: None,
        }
    }

    fn help(self, help: &'static str) -> Self {
        Self {
            help: Some(help),
            ..self
        }
    }

    fn missing(self, sign: &'static str) -> Self {
        Self {
            missing: Some(sign),
            ..self
        }
    }
}

/// Returns the first mistake in a style sheet: an unbalanced brace, an unclosed comment, a missing semicolon, or a statement of another
/// language.
pub(crate) fn first_mistake(text: &str) -> Option<Mistake> {
    let (mut open, mut parentheses) = (Vec::new(), Vec::new());
    let (mut at, mut statement) = (0, 0);
    // Whether only spaces and comments are between `at` and the end of the last statement.
    let mut is_start = true;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let inner = &rest[next.len_utf8()..];
        let starts_statement = is_start;
        is_start = matches!(next, '{' | '}' | ';') || is_start && next.is_whitespace();
        match next {
            ';' | '{' | '}' if !parentheses.is_empty() => {
                let first = parentheses.first();
                let help = "write the `)`, or delete this sign";
                return first.map(|at| Mistake::new(*at, "`(` without a matching `)`").help(help));
            }
            ';' | '}'
                if open.is_empty()
                    && let Some(length) = without_brace(text[statement..at].trim_start()) =>
            {
                let start = at - text[statement..at].trim_start().len();
                return Some(Mistake::new(start + length, NO_BRACE).missing(" {"));
            }
            ';' | '}' if let Some(length) = without_semicolon(text[statement..at].trim_start()) => {
                let start = at - text[statement..at].trim_start().len();
                return Some(Mistake::new(start + length, NO_SEMICOLON).missing(";"));
            }
            _ if starts_statement && let Some(message) = ignored(rest) => {
                return Some(Mistake::new(at, message));
            }
            '/' if rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(end) => {
                    at += end + 4;
                    is_start = starts_statement;
                    continue;
                }
                None => return Some(Mistake::new(at, "comment is not closed with `*/`")),
            },
            '\\' => at += inner.chars().next().map_or(0, char::len_utf8),
            '"' | '\'' => {
                let length = string(inner, next);
                if !is_closed(&inner[..length], next) {
                    return Some(Mistake::new(at, OPEN_QUOTE));
                }
                at += length;
            }
            // An unquoted URL may contain anything but a closing parenthesis (CSS Syntax 3, section 4.3.6).
            '(' if is_url(&text.as_bytes()[..at]) => {
                let address = inner.trim_start();
                parentheses.push(at);
                if !address.starts_with(['"', '\'']) {
                    at += inner.find(')').unwrap_or(inner.len());
                }
            }
            '(' => parentheses.push(at),
            ')' => drop(parentheses.pop()),
            '{' => open.push(at),
            '}' if open.pop().is_none() => {
                let help = "delete it, or write the `{` of its rule";
                return Some(Mistake::new(at, "`}` without a matching `{`").help(help));
            }
            _ => {}
        }
        at += next.len_utf8();
        if matches!(next, '{' | '}' | ';') {
            statement = at;
        }
    }
    let first = open.first();
    let help = "write the `}`, or delete this sign";
    first.map(|at| Mistake::new(*at, "`{` without a matching `}`").help(help))
}

/// Returns whether a parenthesis after `before` begins an address, because it ends with `url`.
fn is_url(before: &[u8]) -> bool {
    before
        .last_chunk::<3>()
        .is_some_and(|word| word.eq_ignore_ascii_case(b"url"))
}

/// Returns whether a string without its opening quote ends with a closing one, which no backslash escapes.
fn is_closed(string: &str, quote: char) -> bool {
    string.strip_suffix(quote).is_some_and(|text| {
        let backslashes = text.len() - text.trim_end_matches('\\').len();
        backslashes.is_multiple_of(2)
    })
}

/// Returns the length of a string after its opening quote, including its closing quote. A newline also ends a string (CSS Syntax 3,
/// section 4.3.5).
fn string(inner: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, next) in inner.char_indices() {
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return at,
            _ if next == quote => return at + 1,
            _ => {}
        }
    }
    inner.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes() {
        const LINE: &str =
            "`//` begins no comment in CSS: write /* … */, or browsers ignore what follows";
        const VARIABLE: &str =
            "this variable is not CSS, but Sass: write --name in :root, and var(--name)";
        const RULE: &str = "this rule is not CSS, but Sass or Tailwind, which browsers ignore";
        let no_start = "`}` without a matching `{`";
        let no_end = "`{` without a matching `}`";
        for (text, expected) in [
            ("", None),
            ("a { b: c } @media x { a { b: c } }", None),
            ("a { b: c } }", Some((11, no_start))),
            ("a { b: c", Some((2, no_end))),
            ("@media x { a { b: c }", Some((9, no_end))),
            ("/* } */ a { b: '}' ; c: \"\\\"}\" }", None),
            ("a { b: url(x}y.svg); c: url( \"}\" ); d: URL(}) }", None),
            ("a\\} { b: c } /* é */", None),
            ("a { b: 'it\n} }", Some((7, OPEN_QUOTE))),
            ("a { b: url('x.svg); }\nb { c: d }", Some((11, OPEN_QUOTE))),
            ("a { content: \"x; }", Some((13, OPEN_QUOTE))),
            ("a { content: \"x\\\"\n}", Some((13, OPEN_QUOTE))),
            ("a { content: \"x\\\\\" }", None),
            ("@import \"a.css;\n", Some((8, OPEN_QUOTE))),
            ("a { b: 'x\\\ny'; c: \"it's\" } /* it's */", None),
            ("a {} /* {", Some((5, "comment is not closed with `*/`"))),
            ("a { b: \"é", Some((7, OPEN_QUOTE))),
            ("\\", None),
            ("// a\nb { c: d }", Some((0, LINE))),
            ("a { b: c }\n/* x */ // d", Some((19, LINE))),
            ("@import url(//e.org/a.css); a { b: url(//x) }", None),
            ("$a: red;", Some((0, VARIABLE))),
            ("a { b: c; @include d; }", Some((10, RULE))),
            ("@tailwind base;", Some((0, RULE))),
            ("@use-x; a { @media b { c: $d } }", None),
            (
                "@media (a { b { c: d } }",
                Some((7, "`(` without a matching `)`")),
            ),
            (
                "a { b: calc((1px + 2px) * 2); c: url(x;y) }\na:is(b, c) { d: e }",
                None,
            ),
            (
                "a {{ b: c }}",
                Some((
                    3,
                    "there is no selector before this `{`, so browsers ignore what is between the braces",
                )),
            ),
            (
                "a { colour: red }",
                Some((4, "CSS spells it `color`, and browsers ignore this line")),
            ),
            ("a { --colour: red } .colour:hover { b: c }", None),
            (
                "<style>a { b: c }</style>",
                Some((
                    0,
                    "a tag of HTML is not CSS: a style sheet begins with its first rule",
                )),
            ),
            (
                "a {\n  b: c\n  d: e;\n}",
                Some((
                    10,
                    "a `;` is missing here, so browsers ignore this line and the next",
                )),
            ),
            (
                "a {\n  b: c,\n    d 1s;\n  e: f\n}\na:b,\nc:d { e: f }\na { --x:\n  b; c: d }",
                None,
            ),
            ("a {\n  b: c;\n  &:d { e: f }\n  g: h }", None),
            ("b {}\nh3 \n  top: 1px;\n  left: 0;\n}", Some((7, NO_BRACE))),
            ("h3,\nh4:hover { b: c }\n@import\n  url(a:b);", None),
        ] {
            let found = first_mistake(text).map(|one| (one.at, one.message));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn closing_quotes() {
        for (text, expected) in [
            ("'x.svg); }", Some("'x.svg")),
            ("\"x ; }", Some("\"x")),
            ("\"x] { color: red; }", None),
            ("\"Segoe UI, sans-serif;", None),
            ("\"x { color: red; }", None),
            ("\";", None),
        ] {
            let found = end_of_quote(text).map(|end| &text[..end]);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn comments() {
        for (text, expected) in [
            (
                "a { b: c /* { */; d: '/* e */' } /",
                "a { b: c        ; d: '/* e */' } /",
            ),
            ("/*/ a{} */ b{} /* c{}", "           b{}       "),
        ] {
            assert_eq!(without_comments(text), expected);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn addresses_of_files() {
        for (text, expected) in [
            ("a { background: url(x.svg) }", vec!["x.svg"]),
            ("a { background: url( 'x y.svg' ) }", vec!["x y.svg"]),
            ("@import \"a.css\" layer(base); @import url(b.css);", vec!["a.css", "b.css"]),
            ("@import url('c.css') screen;", vec!["c.css"]),
            ("@namespace url(http://e.org/a); a { b: url(c) }", vec!["c"]),
            ("/* url(no.svg) */ a { content: 'url(no.svg)' }", vec![]),
            ("a { b: url(data:image/png;base64,x); c: url(https://e.org/x); d: url(#x); e: url(/abs) }", vec![]),
            ("@font-face { src: url(\"../fonts/ü.woff2\") format('woff2'), url(b.woff) }", vec!["../fonts/ü.woff2", "b.woff"]),
            ("URL( 'a.svg' ) url(b.svg ) url('c", vec!["a.svg", "b.svg", "c"]),
            ("a { b: 'it\\'s url(no.svg)' }", vec![]),
            ("url(", vec![]),
        ] {
            let found = addresses(text).into_iter().map(|range| &text[range]);
            let files: Vec<&str> = found.filter(|address| is_file(address)).collect();
            assert_eq!(files, expected, "{text}");
        }
    }
}
