//! Formulas in texts, and dollar signs that begin none.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};
use render::reads_formula;

use crate::edits::{Edit, apply, is_within};
use crate::project::Project;

/// Beginnings and ends of formulas, with those of this program. Longer ones come first, because others are their beginnings.
const DELIMITERS: [(&str, &str, &str); 6] = [
    ("$$", "$$", "$$"),
    ("\\\\[", "\\\\]", "$$"),
    ("\\\\(", "\\\\)", "$"),
    ("\\[", "\\]", "$$"),
    ("\\(", "\\)", "$"),
    ("$", "$", "$"),
];

/// Names that are set like formulas.
const NAMES: [&str; 3] = ["\\KaTeX", "\\LaTeX", "\\TeX"];

/// Length of the part of an address in which dollar signs are looked for, in bytes. Browsers and servers accept about as much.
const MAX_ADDRESS: usize = 2_048;

/// Returns the byte ranges of code and of HTML.
fn other_text(text: &str) -> Vec<Range<usize>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let events = Parser::new_ext(text, options).into_offset_iter();
    let other = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
        | Event::Code(_)
        | Event::InlineHtml(_) => Some(range),
        _ => None,
    });
    other.collect()
}

/// Returns whether a template in one of the folders loads a program that shows formulas.
pub fn loads_math(project: &Project<'_>, folders: &[String]) -> bool {
    let mut sources = folders
        .iter()
        .flat_map(|folder| project.below(folder))
        .filter_map(|path| project.text(path));
    sources.any(|source| {
        let text = source.text.to_lowercase();
        text.contains("mathjax") || text.contains("katex")
    })
}

/// Returns whether a text has a formula between two dollar signs and two others, in one paragraph.
pub fn has_formula(text: &str) -> bool {
    if !text.contains("$$") {
        return false;
    }
    let other = other_text(text);
    let is_mark = |at: usize| !text[..at].ends_with('\\') && !is_within(&other, at);
    let marks = text.match_indices("$$").map(|(at, _)| at);
    let marks: Vec<usize> = marks.filter(|at| is_mark(*at)).collect();
    marks.windows(2).any(|pair| {
        let inner = &text[pair[0] + 2..pair[1]];
        !inner.trim().is_empty() && !inner.contains("\n\n")
    })
}

/// Puts a backslash before the dollar signs of a text, so that it has no formulas.
pub fn without_formulas(text: &str) -> String {
    if !text.contains('$') {
        return text.to_owned();
    }
    let other = other_text(text);
    let dollars = text.match_indices('$').filter(|(at, _)| {
        let is_escaped = text[..*at].ends_with('\\');
        !is_escaped && !is_within(&other, *at) && !is_address(text, *at)
    });
    let edits = dollars.map(|(at, _)| (at..at, "\\".to_owned()));
    apply(text, edits.collect())
}

/// Returns whether an offset is in the address of a link, in which a backslash would be part of the address.
fn is_address(text: &str, offset: usize) -> bool {
    let start = text.floor_char_boundary(offset.saturating_sub(MAX_ADDRESS));
    let before = &text[start..offset];
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let opened = word.rfind("](");
    opened.is_some_and(|at| !word[at..].contains(')')) || word.contains("://")
}

/// A formula in a text.
struct Formula {
    /// Byte range with the delimiters.
    span: Range<usize>,
    /// Byte range between the delimiters.
    inner: Range<usize>,
    /// Delimiter of this program.
    new: &'static str,
}

/// Returns the byte ranges of the formulas of a text, with their delimiters.
pub fn ranges(text: &str) -> Vec<Range<usize>> {
    let formulas = formulas(text).into_iter();
    formulas.map(|formula| formula.span).collect()
}

/// Returns the formulas of a text.
fn formulas(text: &str) -> Vec<Formula> {
    let other = other_text(text);
    let mut formulas = Vec::new();
    // Offset from which the next formula with each delimiter can begin.
    let mut is_over = [0; DELIMITERS.len()];
    let mut paragraph = 0;
    let mut at = 0;
    while let Some(start) = text[at..].find(['$', '\\']).map(|found| at + found) {
        at = start + 1;
        if is_within(&other, start) {
            continue;
        }
        let rest = &text[start..];
        let opened = DELIMITERS
            .iter()
            .position(|(open, ..)| rest.starts_with(open));
        let Some(index) = opened else {
            // The backslash is before a sign that it takes its meaning from.
            at += rest[1..].chars().next().map_or(0, char::len_utf8);
            continue;
        };
        let (open, close, new) = DELIMITERS[index];
        at = start + open.len();
        if start < is_over[index] {
            continue;
        }
        if at > paragraph {
            paragraph = text[at..].find("\n\n").map_or(text.len(), |end| at + end);
        }
        let Some(length) = end_of(&text[at..paragraph], close) else {
            is_over[index] = paragraph;
            continue;
        };
        let inner = &text[at..at + length];
        let latex = inner.trim();
        let is_plain = open == "$" && !latex.contains(['\\', '^', '_', '=']);
        if latex.is_empty() || inner.contains('`') || is_plain && latex.len() > 1 {
            is_over[index] = at + length;
            continue;
        }
        let end = at + length + close.len();
        at = end;
        formulas.push(Formula {
            span: start..end,
            inner: end - close.len() - length..end - close.len(),
            new,
        });
    }
    formulas
}

/// Writes the formulas of a text as this program reads them. Those that it cannot read become code, and are added to `unread`.
pub fn with_formulas(text: &str, unread: &mut Vec<String>) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    for Formula { span, inner, new } in formulas(text) {
        // The backslash hides the sign of an index from Markdown.
        let inner = text[inner].replace("\\_{", "_{");
        let latex = inner.trim();
        let formula = if NAMES.contains(&latex) {
            latex[1..].to_owned()
        } else if reads_formula(latex) {
            let is_block = new == "$$" && inner.contains('\n');
            if inner.lines().skip(1).any(begins_block) {
                format!("{new}{}{new}", one_line(latex))
            } else {
                let inner = if is_block { &inner } else { latex };
                format!("{new}{inner}{new}")
            }
        } else {
            unread.push(latex.to_owned());
            format!("`{new}{}{new}`", one_line(latex))
        };
        if formula != text[span.clone()] {
            edits.push((span, formula));
        }
    }
    apply(text, edits)
}

/// Returns a formula without line breaks, which mean nothing in it.
fn one_line(latex: &str) -> String {
    latex.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether Markdown would end the paragraph of a formula at a line of it.
fn begins_block(line: &str) -> bool {
    let line = line.trim();
    let is_underline = |mark: char| !line.is_empty() && line.chars().all(|one| one == mark);
    let marks = ["- ", "+ ", "* ", ">", "# ", "1. ", "1) "];
    marks.iter().any(|mark| line.starts_with(mark)) || is_underline('=') || is_underline('-')
}

/// Returns the offset of the first `close` without a backslash before it.
fn end_of(text: &str, close: &str) -> Option<usize> {
    let mut found = text.match_indices(close);
    let is_own = |at: usize| close != "$" || !text[..at].ends_with('\\');
    found.find(|(at, _)| is_own(*at)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn scripts_for_formulas() {
        for (path, text, expected) in [
            (
                "_layouts/post.html",
                "<script src=\"/MathJax.js\"></script>",
                true,
            ),
            ("_includes/head.html", "<link href=\"katex.min.css\">", true),
            ("_layouts/post.html", "{{ content }}", false),
            ("math.html", "mathjax", false),
        ] {
            let files = Files::of(&[(path, text)]);
            let folders = ["_includes/".to_owned(), "_layouts/".to_owned()];
            assert_eq!(loads_math(&files.project(), &folders), expected, "{path}");
        }
    }

    #[test]
    fn prices() {
        for (text, expected) in [
            ("From $5 to $10", "From \\$5 to \\$10"),
            ("\\$5 and [$$](/a$b)", "\\$5 and [\\$\\$](/a$b)"),
            (
                "`$a$` <b title=\"$5\">\n\n    $x\n",
                "`$a$` <b title=\"$5\">\n\n    $x\n",
            ),
            (
                "```\n$a\n```\n| $1 |\n|---|\n| $2 |\n",
                "```\n$a\n```\n| \\$1 |\n|---|\n| \\$2 |\n",
            ),
        ] {
            assert_eq!(without_formulas(text), expected);
        }
    }

    #[test]
    fn texts_with_formulas() {
        for (text, expected) in [
            ("Of $$ x $$.", true),
            ("$$\nx\n$$\n", true),
            ("`$$a$$` and\n\n    $$b$$\n", false),
            ("From $$ up.\n\nTo $$.", false),
            ("\\$$ and $$, $5", false),
            ("$$$$", false),
        ] {
            assert_eq!(has_formula(text), expected, "{text}");
        }
    }

    #[test]
    fn formulas() {
        for (text, expected, unread) in [
            ("$ x^2 $ is \\\\( x \\\\)", "$x^2$ is $x$", ""),
            ("\\\\[ r\\_{i=1} \\\\]", "$$r_{i=1}$$", ""),
            ("$$\nx\n$$ and \\[ x \\]", "$$\nx\n$$ and $$x$$", ""),
            (
                "$$\na = b\n- c\n$$ and $$\na\n=\nb\n$$",
                "$$a = b - c$$ and $$a = b$$",
                "",
            ),
            ("[$\\KaTeX$](/a) `$ x $`", "[KaTeX](/a) `$ x $`", ""),
            ("$\\ce{H2O}$ and", "`$\\ce{H2O}$` and", "\\ce{H2O}"),
            ("\\$5, $5 and $10 or \\*", "\\$5, $5 and $10 or \\*", ""),
            ("$ x^2\n\n and $", "$ x^2\n\n and $", ""),
        ] {
            let mut found = Vec::new();
            assert_eq!(with_formulas(text, &mut found), expected);
            assert_eq!(found.join(" "), unread, "{text}");
        }
        for part in ["$", "\\(", "\\\\[", "$ x^2", "\\"] {
            let text = part.repeat(100_000);
            assert!(with_formulas(&text, &mut Vec::new()).len() <= text.len() * 2);
        }
    }
}
