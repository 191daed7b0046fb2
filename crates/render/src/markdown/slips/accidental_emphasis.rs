//! Signs of code or arithmetic that Markdown reads as emphasis: `__init__.py`, `2*3*4`, `a_*.csv and b_*.csv`.

use std::ops::Range;

use super::{MAX_LOOKAHEAD, Slips};
use crate::codes;

/// Names between two underscores on each side, which programs give a meaning, without the underscores.
const NAMES: &str = " init main name file all doc version dict str repr call class new del len iter next enter exit getitem \
    setitem getattr setattr eq hash bool import future builtins module package path annotations slots proto typename \
    dirname filename tests test mocks fixtures snapshots pycache line func function dir namespace webpack_public_path ";

impl Slips<'_> {
    /// Reports emphasis or bold text whose marks belong to a name or to a product. `span` includes the marks, of which each has
    /// `length` bytes.
    pub(super) fn accidental_emphasis(&mut self, span: &Range<usize>, length: usize) {
        let text = &self.source.text;
        let inside = span.start + length..span.end.saturating_sub(length);
        let Some(inner) = text.get(inside).filter(|inner| !inner.is_empty()) else {
            return;
        };
        let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_LOOKAHEAD));
        let (before, after) = (&text[from..span.start], self.near(span.end));
        let mark = &text[span.start..span.start + length];
        let shown = match mark {
            "__" => is_name(before, inner, after),
            "*" | "**" => is_product(before, inner, after) || is_pattern(before, inner, after),
            _ => false,
        };
        if !shown {
            return;
        }
        let is_part = |c: char| !c.is_whitespace() && !matches!(c, ',' | ';' | '"' | '“' | '”');
        let start = from + before.trim_end_matches(is_part).len();
        let end = span.end + after.len() - after.trim_start_matches(is_part).len();
        let word = text[start..end].trim_end_matches(['.', ':', '?', '!']);
        let style = if length == 1 { "emphasis" } else { "bold text" };
        let message =
            format!("the marks `{mark}` in `{word}` do not show: they make `{inner}` {style}");
        let help = format!(
            "put code between backticks, and write `\\{}` for the sign itself",
            &mark[..1]
        );
        let whole = start..start + word.len();
        let is_code = mark == "__" && !word.contains(['`', '(', '[']);
        let fixed = format!("`{word}`");
        self.report(&codes::ACCIDENTAL_EMPHASIS, message, span.clone(), help);
        if is_code {
            self.fix_last("put it between backticks", [(whole, fixed)]);
            self.confirm_last();
        }
    }
}

/// Returns whether text between two pairs of underscores is a name in code.
fn is_name(before: &str, inner: &str, after: &str) -> bool {
    let is_word = inner
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let mut next = after.chars();
    let continues = match next.next() {
        Some('.') => next.next().is_some_and(|c| c.is_ascii_alphanumeric()),
        Some('(') => next.next() == Some(')'),
        Some('/') => true,
        _ => false,
    };
    is_word
        && (continues
            || before.ends_with(['.', '/'])
            || NAMES.contains(&format!(" {} ", inner.to_ascii_lowercase())))
}

/// Returns whether text between two asterisks is a factor, as in `2*3*4` or `a*b*c`, or what is between two products, as in
/// `2*3 and 4*5`.
fn is_product(before: &str, inner: &str, after: &str) -> bool {
    let is_factor = |word: &str| {
        let is_number = word.bytes().any(|byte| byte.is_ascii_digit());
        is_number || word.len() == 1 && word.is_ascii()
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let first = &before[before.trim_end_matches(is_part).len()..];
    let last = &after[..after.len() - after.trim_start_matches(is_part).len()];
    let last = last.trim_end_matches('.');
    // A formula has a finding of its own.
    let is_formula = before.trim_end_matches(is_part).ends_with('$');
    let is_part_of_words = inner.starts_with(is_part) && inner.ends_with(is_part);
    if is_formula || first.is_empty() || last.is_empty() || !is_part_of_words {
        return false;
    }
    inner.contains(char::is_whitespace)
        || inner.chars().all(is_part)
            && [first, inner, last]
                .iter()
                .filter(|word| is_factor(word))
                .count()
                >= 2
}

/// Returns whether two asterisks belong to names of files with a placeholder, as in `a_*.csv and b_*.csv` or `/*/a/*/b`.
fn is_pattern(before: &str, inner: &str, after: &str) -> bool {
    let mut inside = inner.chars();
    let is_ending =
        inside.next() == Some('.') && inside.next().is_some_and(|c| c.is_ascii_alphanumeric());
    let mut outside = after.chars();
    let is_next_ending =
        outside.next() == Some('.') && outside.next().is_some_and(|c| c.is_ascii_alphanumeric());
    let is_folder = inner.starts_with('/') && before.ends_with('/');
    is_folder
        || is_ending
            && (is_next_ending
                || before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_-/".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::super::super::parse::{Dialect, events};
    use super::super::slips;

    /// Rows: a text with the reported emphasis between `«` and `»`.
    #[test]
    #[rustfmt::skip]
    fn reported_and_not() {
        for marked in [
            "See «__init__».py and «__main__».",
            "Call x.«__len__»() in «__tests__»/a.js",
            "It is 2«*3*»4, 2«**3**»4, a«*b*»c, 1.5«*w*»2.",
            "The sum of 2«*3 and 4*»5, or (2«*3), then 4*»5.",
            "See data_«*.csv and log_*».csv.",
            "All of «*.md and docs/*».txt.",
            "Open /users/«*/posts/*»/edit.",
            "An __important__ note, __bold__. And __this is__ bold; **Note:**text.",
            "un*frigging*believable, *.htaccess* and **2**, 中*文*字, a *b* c.",
            "`__init__.py`, *see x.md*.",
        ] {
            let text = marked.replace(['«', '»'], "");
            let source = diagnostic::Source::new("a.md", text.as_str());
            let found = slips(&events(&text, Dialect::default()), &source, &text, 0);
            let mut shown = text.clone();
            for one in found.iter().rev().filter(|one| one.code.name == "accidental-emphasis") {
                let span = one.place.as_ref().unwrap().0.span.clone();
                shown.insert(span.end, '»');
                shown.insert(span.start, '«');
            }
            assert_eq!(shown, marked);
        }
    }
}
