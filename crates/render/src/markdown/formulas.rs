//! Formulas in LaTeX, which become `MathML`.

use std::ops::Range;
use std::thread;

use diagnostic::{Diagnostic, first_line};
use math_core::{LatexError, LatexToMathML, MathDisplay};
use pulldown_cmark::Event;

use super::parse::{Dialect, parser};
use super::writer::Writer;
use crate::codes;

/// Maximum length of a formula in a finding.
const SHOWN: usize = 40;

impl Writer<'_> {
    /// Writes a formula as `MathML`. Reports one that cannot be read. `span` includes the dollar signs.
    pub fn formula(&mut self, latex: &str, display: MathDisplay, span: &Range<usize>) {
        match mathml(latex, display) {
            Ok(mathml) => self.push_html(mathml),
            Err(None) => {
                let diagnostic = Diagnostic::new(&codes::BAD_FORMULA, "this formula is too long");
                self.report(
                    span.clone(),
                    "",
                    diagnostic.help("split it into several formulas"),
                );
            }
            Err(Some(error)) => {
                let written = &self.source.text[span.clone()];
                let at = written.find(latex).unwrap_or(0);
                let end = (at + error.0.end.max(error.0.start + 1)).min(written.len());
                let start = written.floor_char_boundary((at + error.0.start).min(end));
                let place = span.start + start..span.start + written.ceil_char_boundary(end);
                let reason = error.error_message();
                let mut reason = reason.trim_end_matches('.').to_owned();
                if let Some(first) = reason.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                let message = format!("this formula cannot be read: {reason}");
                let help = "correct the formula, or write `\\$` for a dollar sign";
                let diagnostic = Diagnostic::new(&codes::BAD_FORMULA, message);
                self.report(place, "", diagnostic.help(help));
            }
        }
    }

    /// Reports the first formula in Markdown at byte `offset` of the file, if formulas are not rendered or are not between dollar
    /// signs. Only one is reported in each document.
    pub fn unread_formula(&mut self, text: &str, offset: usize) {
        if self.has_unread_formula {
            return;
        }
        let mut formulas = bracketed(text);
        if memchr::memchr(b'$', text.as_bytes()).is_some() {
            formulas.extend(if self.context.dialect.math {
                unbalanced(text)
            } else {
                between_dollars(text)
            });
        }
        formulas.sort_by_key(|at| at.start);
        let Some(first) = formulas.first() else {
            return;
        };
        self.has_unread_formula = true;
        let written = &text[first.clone()];
        let shown = &written[..written.floor_char_boundary(SHOWN)];
        let more = if shown.len() < written.len() {
            "…"
        } else {
            ""
        };
        let shown = first_line(shown);
        let span = offset + first.start..offset + first.start + shown.len();
        let message = format!("`{shown}{more}` looks like a formula, but appears as text");
        let help = if self.context.dialect.math {
            "write it between dollar signs, $…$ within a line or $$…$$ on lines of its own, with as many `{` as `}`"
        } else {
            "set `math = true` in the collection's [[collection]] in content/structure.toml, and write formulas as $…$ or $$…$$; `\\$` is a dollar sign"
        };
        let diagnostic = Diagnostic::new(&codes::UNREAD_FORMULA, message).help(help);
        let diagnostic = match formulas.len() - 1 {
            0 => diagnostic,
            1 => diagnostic.help("this file has another formula"),
            more => diagnostic.help(format!("this file has {more} other formulas")),
        };
        self.report(span, "", diagnostic);
    }
}

/// Maximum number of commands, groups, exponents, and indexes of a formula.
const MAX_SIGNS: usize = 2_000;

/// Number of them for which the stack of any thread is large enough.
const FEW_SIGNS: usize = 50;

/// Stack size in bytes for one of them, more than the converter uses: it recurses for each argument.
const STACK_OF_A_SIGN: usize = 64 * 1024;

/// Returns whether a formula can be converted.
pub fn reads_formula(latex: &str) -> bool {
    mathml(latex, MathDisplay::Inline).is_ok()
}

/// Converts LaTeX to `MathML`. Fails with the mistake in the formula, or `None` if the formula is too long.
fn mathml(latex: &str, display: MathDisplay) -> Result<String, Option<Box<LatexError>>> {
    let convert = || LatexToMathML::default().convert_with_local_state(latex, display);
    let signs = latex
        .bytes()
        .filter(|byte| b"\\{[(^_&".contains(byte))
        .count();
    let result = if signs <= FEW_SIGNS {
        Some(convert())
    } else if signs <= MAX_SIGNS {
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(signs * STACK_OF_A_SIGN);
            thread.spawn_scoped(scope, convert).ok()?.join().ok()
        })
    } else {
        None
    };
    let result = result.ok_or(None)?.map_err(Some)?;
    Ok(without_styles(&result.mathml))
}

/// Returns the texts between dollar signs that look like formulas.
fn between_dollars(text: &str) -> Vec<Range<usize>> {
    let dialect = Dialect {
        math: true,
        ..Dialect::default()
    };
    let events = parser(text, dialect).into_offset_iter();
    let formulas = events.filter(|(event, range)| match event {
        Event::DisplayMath(latex) => latex.contains(char::is_alphabetic),
        Event::InlineMath(latex) => {
            let is_word = |c: char| c.is_alphanumeric();
            is_formula(latex)
                && !text[..range.start].ends_with(is_word)
                && !text[range.end..].starts_with(is_word)
        }
        _ => false,
    });
    formulas.map(|(_, range)| range).collect()
}

/// Returns the texts between dollar signs that look like formulas, but are not read as such, for example because a brace is missing.
fn unbalanced(text: &str) -> Vec<Range<usize>> {
    let dialect = Dialect {
        math: true,
        ..Dialect::default()
    };
    let mut found = Vec::new();
    // Contiguous text, which the parser splits at special characters.
    let mut prose = 0..0;
    let end = (Event::Rule, text.len()..text.len());
    for (event, range) in parser(text, dialect).into_offset_iter().chain([end]) {
        let is_text = matches!(event, Event::Text(_));
        if is_text && range.start == prose.end {
            prose.end = range.end;
            continue;
        }
        let run = &text[prose.clone()];
        let mut dollars = run.match_indices('$').map(|(at, _)| at);
        if let (Some(open), Some(close)) = (dollars.next(), dollars.next())
            && has_tex(&run[open + 1..close])
            && !run[open + 1..close].contains('\n')
        {
            found.push(prose.start + open..prose.start + close + 1);
        }
        prose = if is_text { range } else { 0..0 };
    }
    found
}

/// Returns the texts between `\(` and `\)`, or `\[` and `\]`, that look like formulas.
fn bracketed(text: &str) -> Vec<Range<usize>> {
    if memchr::memmem::find(text.as_bytes(), b"\\(").is_none()
        && memchr::memmem::find(text.as_bytes(), b"\\[").is_none()
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    let events = super::parse::events(text, Dialect::default());
    for (event, range) in &events {
        let open = text[range.start..].chars().next();
        // An escaped bracket begins a text event of its own.
        let (Event::Text(_), Some(open), Some(before)) = (event, open, range.start.checked_sub(1))
        else {
            continue;
        };
        let close = match open {
            '(' => "\\)",
            '[' => "\\]",
            _ => continue,
        };
        if !text.as_bytes()[before..].starts_with(b"\\") {
            continue;
        }
        let rest = &text[range.start + 1..];
        let rest = &rest[..rest.floor_char_boundary(500)];
        let paragraph = rest.split("\n\n").next().unwrap_or_default();
        if let Some(end) = paragraph
            .find(close)
            .filter(|end| has_tex(&paragraph[..*end]))
        {
            found.push(before..range.start + 1 + end + close.len());
        }
    }
    found
}

/// Returns whether text between dollar signs is a formula rather than prose with prices.
fn is_formula(latex: &str) -> bool {
    let latex = latex.trim();
    let is_letter = latex.len() == 1 && latex.starts_with(|c: char| c.is_ascii_alphabetic());
    let has_letter = latex.contains(|c: char| c.is_alphabetic());
    let has_sign = latex.contains(['*', '+', '=', '<', '>', '/', '-', '|', '!']);
    let is_word = |word: &str| word.len() > 3 && word.chars().all(char::is_alphabetic);
    is_letter || has_tex(latex) || has_letter && has_sign && !latex.split_whitespace().any(is_word)
}

/// Returns whether text has a command, an exponent, or an index of LaTeX. The underscore of `base_url` is none.
fn has_tex(text: &str) -> bool {
    let is_command =
        |(at, _): (usize, &str)| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
    let is_index = |(at, _): (usize, &str)| {
        let mut after = text[at + 1..].chars();
        let first = after.next();
        let is_single = !after.next().is_some_and(char::is_alphanumeric);
        first == Some('{') || is_single && first.is_some_and(char::is_alphanumeric)
    };
    text.contains('^')
        || text.match_indices('\\').any(is_command)
        || text.match_indices('_').any(is_index)
        || text.contains('=') && !text.contains(' ')
}

/// Replaces the inline styles that align cells with classes, as in tables, and removes the others, because the content security
/// policy refuses inline styles.
fn without_styles(mathml: &str) -> String {
    let mut html = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some((before, after)) = rest.split_once(" style=\"") {
        let (style, behind) = after.split_once('"').unwrap_or((after, ""));
        html.push_str(before);
        for side in ["left", "right"] {
            if style.contains(&format!("text-align: {side}")) {
                html.push_str(&format!(" class=\"align-{side}\""));
            }
        }
        rest = behind;
    }
    html + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn formulas_and_prose() {
        for (text, expected) in [
            ("$a*b*c$", vec!["$a*b*c$"]),
            ("$$\na \\\\ b\n$$", vec!["$$\na \\\\ b\n$$"]),
            ("$x$ and $\\frac{1}{2}$", vec!["$x$", "$\\frac{1}{2}$"]),
            ("$x_i$, $2^n$", vec!["$x_i$", "$2^n$"]),
            ("costs $5 and $10", vec![]),
            ("$5-$10, US$5/A$7, $1,000", vec![]),
            ("set $HOME/bin:$PATH and `$x$`", vec![]),
            ("from $20/month to $40/month", vec![]),
            ("\\$x = 1\\$", vec![]),
        ] {
            let found: Vec<&str> = between_dollars(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, expected, "{text}");
        }
        for (text, expected) in [
            ("so \\(x^2\\) and \\[ \\sum x \\]", vec!["\\(x^2\\)", "\\[ \\sum x \\]"]),
            ("\\[text\\](url) and \\(see below\\)", vec![]),
            ("\\[default: `base_url` of site.toml\\]", vec![]),
            ("`\\(x^2\\)`", vec![]),
        ] {
            let found: Vec<&str> = bracketed(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn formulas_that_are_not_read() {
        for (text, expected) in [
            ("$\\frac{1}{2$ and", vec!["$\\frac{1}{2$"]),
            ("$x^2$ costs $5 and $6", vec![]),
            ("`$\\frac{1$`", vec![]),
        ] {
            let found: Vec<&str> = unbalanced(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn no_formula_is_inline_styled_and_none_panics() {
        let cells = "\\begin{align} a &= b \\\\ c &= d \\end{align}";
        for latex in [
            cells,
            "\\color{red} x",
            "\\begin{cases} 1 \\\\ 2 \\end{cases}",
        ] {
            let html = mathml(latex, MathDisplay::Block);
            assert!(!html.unwrap().contains(" style=\""), "{latex}");
        }
        let pieces = [
            "{",
            "}",
            "\\left(",
            "\\right",
            "\\frac",
            "^",
            "_",
            "&",
            "\\\\",
            "x",
            "é",
            "\\begin{a}",
            "\\end",
            "[",
            "\\text{",
            "$",
            "%",
            "#1",
            "\\",
        ];
        let mut state = 7_usize;
        for _ in 0..2_000 {
            let mut latex = String::new();
            for _ in 0..8 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                latex.push_str(pieces[(state >> 33) % pieces.len()]);
            }
            let _ = mathml(&latex, MathDisplay::Inline);
        }
        for deep in ["{", "\\left(", "\\frac", "\\sqrt{", "x^{"] {
            for times in [50, 500, 1_000, 5_000] {
                let _ = mathml(&deep.repeat(times), MathDisplay::Inline);
            }
        }
    }
}
