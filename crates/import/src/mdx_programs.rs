//! Values in braces in the text of MDX: those of front matter, and programs.

use crate::edits::{Edit, apply, code, is_within};
use crate::formulas::ranges;
use crate::model::Page;
use crate::values::texts;

/// Replaces `{frontmatter.title}` and other values of front matter. Returns the text, and the first program in it, which stays. `math` says
/// whether text between dollar signs is a formula.
pub fn with_values(text: &str, page: &Page, math: bool) -> (String, Option<String>) {
    let code = code(text);
    let formulas = if math { ranges(text) } else { Vec::new() };
    let mut edits: Vec<Edit> = Vec::new();
    let mut first = None;
    let (mut depth, mut start, mut last) = (0_usize, 0, b' ');
    for (at, one) in text.bytes().enumerate() {
        let before = std::mem::replace(&mut last, one);
        if !matches!(one, b'{' | b'}') || is_within(&code, at) || is_within(&formulas, at) {
            continue;
        }
        if one == b'}' {
            depth = depth.saturating_sub(1);
        } else if depth > 0 {
            depth += 1;
            continue;
        } else if !matches!(before, b'\\' | b'=') && !text[at..].starts_with("{#") {
            (depth, start) = (1, at);
            continue;
        }
        let is_end = one == b'}' && depth == 0 && text[start..].starts_with('{');
        let Some(inner) = text.get(start + 1..at).filter(|_| is_end) else {
            continue;
        };
        let key = inner.trim().strip_prefix("frontmatter.");
        let known = key.and_then(|key| texts(page.fields.get(key)).into_iter().next());
        match known.or_else(|| literal(inner.trim())) {
            Some(value) => edits.push((start..at + 1, value)),
            None if inner.trim_start().starts_with("/*") || inner.trim().is_empty() => {}
            None => {
                let written = text[start..=at].lines().next().unwrap_or_default();
                first.get_or_insert_with(|| written.to_owned());
            }
        }
        // A closing brace without an opening one ends nothing.
        start = at;
    }
    (apply(text, edits), first)
}

/// Returns the HTML of a text in quotes, or `None` for any other program.
fn literal(program: &str) -> Option<String> {
    let quote = program.chars().next().filter(|one| "\"'`".contains(*one))?;
    let text = program.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_whole = !text.contains([quote, '\\']) && !text.contains("${");
    is_whole.then(|| text.replace('&', "&amp;").replace('<', "&lt;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (text, expected, first) in [
            ("Of {frontmatter.title}.", "Of A.", None),
            ("# Hi {year}\n", "# Hi {year}\n", Some("{year}")),
            (
                "{data.map((d) => <i>{d}</i>)} {frontmatter.none}",
                "{data.map((d) => <i>{d}</i>)} {frontmatter.none}",
                Some("{data.map((d) => <i>{d}</i>)}"),
            ),
            (
                "`{code}` \\{a\\} {/* b */} <p a={b}>",
                "`{code}` \\{a\\} {/* b */} <p a={b}>",
                None,
            ),
            (
                "A{\" \"}<b>{`a ::<> & {b}`}</b>",
                "A <b>a ::&lt;> &amp; {b}</b>",
                None,
            ),
            ("{`a ${b}`}", "{`a ${b}`}", Some("{`a ${b}`}")),
            ("## A {#a}\n} {", "## A {#a}\n} {", None),
            ("}} } {x}", "}} } {x}", Some("{x}")),
        ] {
            let page = Page {
                fields: crate::values::from_yaml("title: A").unwrap(),
                ..Page::new(&diagnostic::Source::new("a.mdx", ""))
            };
            let (found, program) = with_values(text, &page, false);
            assert_eq!((found.as_str(), program.as_deref()), (expected, first));
        }
        for (text, math, first) in [
            ("$$\n\\text{max} = 16\n$$\n", true, None),
            ("Of $\\frac{a}{b}$ and {year}.", true, Some("{year}")),
            ("Of $\\frac{a}{b}$.", false, Some("{a}")),
            ("Of $5 and {year}.", true, Some("{year}")),
            (
                "$$\na_{1} = b\n+ c_{2}\n- d_{3}\n$$\n\n1. $$\n   e_{4}\n   $$\n",
                true,
                None,
            ),
        ] {
            let page = Page::new(&diagnostic::Source::new("a.mdx", ""));
            let (found, program) = with_values(text, &page, math);
            assert_eq!((found.as_str(), program.as_deref()), (text, first));
        }
        let long = "{".repeat(400_000) + &"}".repeat(400_000);
        let page = Page::new(&diagnostic::Source::new("a.mdx", ""));
        assert_eq!(with_values(&long, &page, true).0, long);
    }
}
