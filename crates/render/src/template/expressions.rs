//! Reads names, conditions, and comparisons in the tags of a template. Tera does not expose its syntax tree.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tags::{delimited, name_at, tags};

/// A word, text, number, or sign of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The token as written in the template; a string has its quotes.
    pub text: &'a str,
    /// Byte offset in the template.
    pub at: usize,
}

impl Token<'_> {
    fn is_name(self) -> bool {
        self.text
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    /// Returns the byte offset of its end in the template.
    pub fn end(self) -> usize {
        self.at + self.text.len()
    }
}

/// A name with its fields: `page.paginator?.next_url`.
#[derive(Debug, PartialEq, Eq)]
pub struct Path<'a> {
    /// Its first name.
    pub root: &'a str,
    /// The names after dots.
    pub fields: Vec<&'a str>,
    /// Byte offset of each of them.
    pub starts: Vec<usize>,
    /// Span of the first name and the fields.
    pub span: Range<usize>,
    /// Whether the last field may be missing: it follows `?.`, or a filter, test, or bracket follows.
    pub is_optional: bool,
    /// Whether a test for being defined follows.
    pub is_tested: bool,
    /// Indexes of its tokens.
    tokens: Range<usize>,
}

/// A comparison of a value with a literal: `page.kind == "page"`.
#[derive(Debug)]
pub struct Comparison<'a> {
    pub path: Path<'a>,
    /// The literal, with its quotes.
    pub literal: Token<'a>,
}

/// Words of expressions that are no variables.
const KEYWORDS: [&str; 15] = [
    "for", "and", "or", "not", "in", "is", "if", "else", "true", "True", "false", "False", "none",
    "None", "null",
];

/// Signs of two or three characters.
const SIGNS: [&str; 9] = ["?.", "?[", "==", "!=", "<=", ">=", "//", "**", "..."];

impl Path<'_> {
    /// Returns whether `~` joins the value to another one.
    pub fn is_joined(&self, tokens: &[Token<'_>]) -> bool {
        let is_sign = |token: Option<&Token<'_>>| token.is_some_and(|token| token.text == "~");
        let before = self.tokens.start.checked_sub(1);
        is_sign(before.and_then(|at| tokens.get(at))) || is_sign(tokens.get(self.tokens.end))
    }
}

/// Splits the expression at `span` of a text into its tokens.
pub fn tokens(text: &str, span: Range<usize>) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = span.start;
    while let Some(first) = text[at..span.end].chars().next() {
        let rest = &text[at..span.end];
        let length = match first {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '"' | '\'' | '`' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            '0'..='9' => {
                let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == '_';
                rest.find(|c| !is_part(c)).unwrap_or(rest.len())
            }
            _ if first.is_alphabetic() || first == '_' => name_at(rest).len(),
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                sign.map_or(first.len_utf8(), |sign| sign.len())
            }
        };
        let length = length.max(first.len_utf8());
        tokens.push(Token {
            text: &rest[..length],
            at,
        });
        at += length;
    }
    tokens
}

/// Returns the variables of an expression with their fields. Names of functions, filters, tests, and arguments are left out.
pub fn paths<'a>(tokens: &[Token<'a>]) -> Vec<Path<'a>> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text);
    let mut paths = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let start = index;
        index += 1;
        let before = start.checked_sub(1).map_or("", text);
        let is_test = before == "is" || before == "not" && start > 1 && text(start - 2) == "is";
        let is_part = matches!(before, "." | "?." | "|" | "for" | "set" | "set_global");
        let is_other = matches!(text(index), "(" | "=" | ":");
        if !token.is_name() || is_part || is_test || is_other || KEYWORDS.contains(&token.text) {
            continue;
        }
        let (mut fields, mut starts) = (Vec::new(), Vec::new());
        let mut is_optional = false;
        while matches!(text(index), "." | "?.")
            && let Some(field) = tokens.get(index + 1).filter(|field| field.is_name())
        {
            is_optional = text(index) == "?.";
            fields.push(field.text);
            starts.push(field.at);
            index += 2;
        }
        let test = if text(index + 1) == "not" {
            index + 2
        } else {
            index + 1
        };
        paths.push(Path {
            root: token.text,
            fields,
            starts,
            span: token.at..tokens[index - 1].end(),
            is_optional: is_optional || matches!(text(index), "|" | "is" | "[" | "?[" | "." | "?."),
            is_tested: text(index) == "is" && matches!(text(test), "defined" | "undefined"),
            tokens: start..index,
        });
    }
    paths
}

/// Returns the comparisons of a variable with a text or a number.
pub fn comparisons<'a>(tokens: &[Token<'a>]) -> Vec<Comparison<'a>> {
    let is_comparison = |token: &Token<'_>| matches!(token.text, "==" | "!=");
    let is_end = |token: Option<&Token<'_>>| {
        token.is_none_or(|token| {
            matches!(
                token.text,
                "and" | "or" | "if" | "else" | ")" | "]" | "," | "for"
            )
        })
    };
    let literal = |token: &Token<'_>| {
        let is_text = token.text.len() > 1 && token.text.starts_with(['"', '\'']);
        is_text || token.text.starts_with(|c: char| c.is_ascii_digit())
    };
    let found = paths(tokens).into_iter().filter_map(|path| {
        let Range { start, end } = path.tokens;
        let before = |count: usize| start.checked_sub(count).and_then(|at| tokens.get(at));
        let begins = |token: Option<&Token<'_>>| {
            token.is_none_or(|token| {
                matches!(
                    token.text,
                    "and" | "or" | "if" | "elif" | "not" | "(" | "[" | "=" | ","
                )
            })
        };
        let (after, behind) = (tokens.get(end), tokens.get(end + 1));
        let literal =
            if after.is_some_and(is_comparison) && begins(before(1)) && is_end(tokens.get(end + 2))
            {
                behind.filter(|token| literal(token))
            } else if before(1).is_some_and(is_comparison) && is_end(after) && begins(before(3)) {
                before(2).filter(|token| literal(token))
            } else {
                None
            };
        let literal = *literal?;
        Some(Comparison { path, literal })
    });
    found.collect()
}

/// Returns the spans of the expressions in all tags and values of a template: what is between the delimiters. Calls of components
/// and texts that are not template code are left out.
pub fn expressions(text: &str) -> Vec<Range<usize>> {
    let raw: Vec<Range<usize>> = raw_texts(text);
    let all = delimited(text, "{{", "}}").into_iter();
    let all = all.chain(delimited(text, "{%", "%}"));
    let is_raw = |at: usize| {
        let next = raw.partition_point(|one| one.end <= at);
        raw.get(next).is_some_and(|one| one.start <= at)
    };
    let inner = all.filter(|span| !is_raw(span.start));
    let inner = inner.filter_map(|span| {
        let end = span.end.saturating_sub(2).max(span.start + 2);
        let inside = text.get(span.start + 2..end)?;
        let trimmed = inside.strip_prefix('-').unwrap_or(inside);
        let trimmed = trimmed.trim_start();
        let start = end - trimmed.len();
        let trimmed = trimmed.strip_suffix('-').unwrap_or(trimmed);
        let is_call = trimmed.starts_with('<') || trimmed.starts_with("component");
        (!is_call).then(|| start..start + trimmed.trim_end().len())
    });
    inner.collect()
}

/// Returns the spans between `{% raw %}` and `{% endraw %}`.
fn raw_texts(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = None;
    for tag in tags(text) {
        match (tag.word, start) {
            ("raw", None) => start = Some(tag.span.end),
            ("endraw", Some(begin)) => {
                spans.push(begin..tag.span.start);
                start = None;
            }
            _ => {}
        }
    }
    spans.extend(start.map(|begin| begin..text.len()));
    spans
}

/// Returns the names that an expression itself gives to the entries of a list: `x` in `[x.title for x in list if x.date]`.
pub fn bound_names<'a>(tokens: &[Token<'a>]) -> BTreeSet<&'a str> {
    let mut words = tokens.iter().map(|token| token.text);
    let mut names = BTreeSet::new();
    while words.by_ref().any(|word| word == "for") {
        names.extend(words.by_ref().take_while(|word| *word != "in"));
    }
    names
}

/// Returns the part of an expression's tokens that is a condition: of the tags `if` and `elif`, between `if` and `else`, or at the end of
/// a list in brackets.
pub fn condition<'t, 'a>(tokens: &'t [Token<'a>]) -> Option<&'t [Token<'a>]> {
    let words = || tokens.iter().map(|token| token.text);
    match words().next()? {
        "if" | "elif" => Some(&tokens[1..]),
        _ => {
            let start = words().position(|word| word == "if")? + 1;
            let mut open = 0_usize;
            let end = words().skip(start).position(|word| {
                match word {
                    "[" => open += 1,
                    "]" if open > 0 => open -= 1,
                    "]" | "else" if open == 0 => return true,
                    _ => {}
                }
                false
            })?;
            Some(&tokens[start..start + end])
        }
    }
}

/// Returns all names to which a template gives values: in loops, in `set`, and as arguments of components. Names that it tests for being
/// defined are among them.
pub fn given_names(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for span in expressions(text) {
        let tokens = tokens(text, span);
        let tested = paths(&tokens).into_iter();
        let tested = tested.filter(|path| path.is_tested && path.fields.is_empty());
        names.extend(tested.map(|path| path.root));
        let mut is_in_loop = false;
        for (index, token) in tokens.iter().enumerate() {
            match token.text {
                "for" => is_in_loop = true,
                "in" => is_in_loop = false,
                "set" | "set_global" if index == 0 => {
                    names.extend(tokens.get(1).map(|token| token.text));
                }
                name if is_in_loop => drop(names.insert(name)),
                _ => {}
            }
        }
    }
    for tag in tags(text).iter().filter(|tag| tag.word == "component") {
        let tokens = tokens(text, tag.span.clone());
        names.extend(tokens.iter().map(|token| token.text));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn paths_of_expressions() {
        for (text, expected) in [
            ("page.title | default(value=site.name)", "page.title? site.name"),
            ("not page?.date and build.date", "page.date? build.date"),
            ("f(a=x) is containing(pat=y) or z is defined", "x y z?!"),
            ("[\"a.b\", c, { \"k\": d }] and e in g", "c d e g"),
            ("a == 'if b' ~ 12.5", "a"),
            ("page[\"x\"]?.y + 1", "page?"),
            ("x is not none", "x?"),
        ] {
            let tokens = tokens(text, 0..text.len());
            let paths: Vec<String> = paths(&tokens).iter().map(|path| {
                let name = std::iter::once(path.root).chain(path.fields.iter().copied());
                let name: Vec<&str> = name.collect();
                let optional = if path.is_optional { "?" } else { "" };
                format!("{}{optional}{}", name.join("."), if path.is_tested { "!" } else { "" })
            }).collect();
            assert_eq!(paths.join(" "), expected, "{text}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn conditions_and_comparisons() {
        for (text, conditions, compared) in [
            ("{% if a == \"x\" and 'y' != b.c %}", "a == \"x\" and 'y' != b.c", "a \"x\" b.c 'y'"),
            ("{{ \"p\" if a else \"q\" }}", "a", ""),
            ("{%- elif a ~ b == \"x\" -%}", "a ~ b == \"x\"", ""),
            ("{% if a == \"x\" | upper %}", "a == \"x\" | upper", ""),
            ("{# {% if a %} #}{% raw %}{% if b %}{% endraw %}{{ c }}", "", ""),
        ] {
            let (mut shown, mut all) = (Vec::new(), Vec::new());
            for span in expressions(text) {
                let tokens = tokens(text, span);
                if let Some(part) = condition(&tokens) {
                    shown.push(&text[part[0].at..part[part.len() - 1].end()]);
                }
                for one in comparisons(&tokens) {
                    all.push(format!("{} {}", &text[one.path.span.clone()], one.literal.text));
                }
            }
            assert_eq!(shown.join("; "), conditions, "{text}");
            assert_eq!(all.join(" "), compared, "{text}");
        }
    }

    #[test]
    fn names_that_templates_give() {
        let text = "{% for k, v in l %}{% set x = [y for y in k] %}{% component Tip(title: string = \"a\", ...rest) %}";
        let names = given_names(text);
        for name in ["k", "v", "x", "y", "title", "rest"] {
            assert!(names.contains(name), "{name}");
        }
        assert!(!names.contains("l"));
    }
}
