//! Comparisons with nothing, such as `page.lead == blank` in Liquid and `page.lead is empty` in Twig. In Tera, an empty text or list is false.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Fix, Place, Source};

use super::expressions::Token;
use super::foreign_expressions::is_expression;

/// A comparison of a value with nothing.
pub struct Nothing {
    /// Span of the comparison, and of a `not` before it.
    pub span: Range<usize>,
    /// The condition to write in its place.
    pub meant: String,
    /// Whether 0 and false may be something for the author.
    pub is_certain: bool,
}

impl Nothing {
    /// Returns what to write.
    pub fn help(&self) -> String {
        format!("write `{}`: what is empty or missing is false", self.meant)
    }

    /// Returns the fix that writes it.
    pub fn fix(self, source: &Arc<Source>) -> Fix {
        let fix = Fix::replace(self.help(), Place::new(source, self.span), self.meant);
        if self.is_certain {
            fix
        } else {
            fix.to_confirm()
        }
    }
}

/// Returns the comparison with the word at `at`, given the tokens of its expression. Returns `None` if the word is not one for nothing, or
/// if it is not compared.
pub fn compared_with_nothing(text: &str, tokens: &[Token<'_>], at: usize) -> Option<Nothing> {
    let index = tokens.binary_search_by_key(&at, |token| token.at).ok()?;
    let word = tokens[index].text;
    if !matches!(word, "blank" | "empty" | "nil" | "null" | "undefined") {
        return None;
    }
    let written = |index: Option<usize>| {
        index
            .and_then(|index| tokens.get(index))
            .map_or("", |token| token.text)
    };
    let before = |count: usize| written(index.checked_sub(count));
    let (value, is_equal) = match (before(1), before(2)) {
        (sign @ ("==" | "!=" | "is"), _) => (value_before(tokens, index - 1), sign != "!="),
        ("not", "is") => (value_before(tokens, index - 2), false),
        _ => match written(Some(index + 1)) {
            sign @ ("==" | "!=") => (value_behind(tokens, index + 2), sign == "=="),
            _ => return None,
        },
    };
    let first = tokens.get(value.start)?;
    let last = tokens[value.clone()].last()?;
    let written_value = &text[first.at..last.end()];
    let mut start = value.start.min(index);
    let end = value.end.max(index + 1);
    let is_negated = written(start.checked_sub(1)) == "not";
    start -= usize::from(is_negated);
    let is_joined = tokens[value]
        .iter()
        .any(|token| "|~+-*/%".contains(token.text));
    let meant = match (is_equal != is_negated, is_joined) {
        (true, true) => format!("not ({written_value})"),
        (true, false) => format!("not {written_value}"),
        (false, _) => written_value.to_owned(),
    };
    is_expression(&meant).then(|| Nothing {
        span: tokens[start].at..tokens[end - 1].end(),
        meant,
        is_certain: matches!(word, "blank" | "empty"),
    })
}

/// Returns the indexes of the value that ends before the token `end`.
fn value_before(tokens: &[Token<'_>], end: usize) -> Range<usize> {
    let mut depth = 0_usize;
    let length = tokens[..end].iter().rev().position(|token| {
        match token.text {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" | "?[" if depth > 0 => depth -= 1,
            text if depth == 0 => return is_limit(text),
            _ => {}
        }
        false
    });
    end - length.unwrap_or(end)..end
}

/// Returns the indexes of the value that begins at the token `start`.
fn value_behind(tokens: &[Token<'_>], start: usize) -> Range<usize> {
    let mut depth = 0_usize;
    let behind = tokens.get(start..).unwrap_or_default();
    let length = behind.iter().position(|token| {
        match token.text {
            "(" | "[" | "{" | "?[" => depth += 1,
            ")" | "]" | "}" if depth > 0 => depth -= 1,
            text if depth == 0 => return is_limit(text),
            _ => {}
        }
        false
    });
    start..start + length.unwrap_or(behind.len())
}

/// Returns whether a word or sign stands beside a comparison, and is no part of a value in it.
fn is_limit(text: &str) -> bool {
    let words = ["and", "or", "not", "if", "elif", "else", "in", "for", "is"];
    words.contains(&text)
        || matches!(
            text,
            "(" | ")" | "[" | "]" | "{" | "}" | "," | "=" | "==" | "!=" | ":" | "?"
        )
}

#[cfg(test)]
mod tests {
    use super::super::expressions::tokens;
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn conditions() {
        for (text, expected) in [
            ("if page.lead == blank", "page.lead == blank → not page.lead"),
            ("if page.lead != empty and x", "page.lead != empty → page.lead"),
            ("if blank != page.lead", "blank != page.lead → page.lead"),
            ("if not blank == page.lead", "not blank == page.lead → page.lead"),
            ("if not page.lead == blank", "not page.lead == blank → page.lead"),
            ("if x or page.lead | trim == blank", "page.lead | trim == blank → not (page.lead | trim)"),
            ("if page.title ~ page.lead == empty", "page.title ~ page.lead == empty → not (page.title ~ page.lead)"),
            ("if f(a=[1], b=x) == nil", "f(a=[1], b=x) == nil → not f(a=[1], b=x)?"),
            ("if (page.a == undefined)", "page.a == undefined → not page.a?"),
            ("if page.lead is empty", "page.lead is empty → not page.lead"),
            ("if page.lead is not null", "page.lead is not null → page.lead?"),
            ("if blank", ""),
            ("if == blank", ""),
            ("if blank ==", ""),
            ("if x == none", ""),
        ] {
            let tokens = tokens(text, 0..text.len());
            let mut found = tokens.iter().filter_map(|token| compared_with_nothing(text, &tokens, token.at));
            let found = found.next().map(|one| {
                let doubt = if one.is_certain { "" } else { "?" };
                format!("{} → {}{doubt}", &text[one.span], one.meant)
            });
            assert_eq!(found.unwrap_or_default(), expected, "{text}");
        }
    }
}
