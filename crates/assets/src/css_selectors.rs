//! Names in selectors.

use std::ops::Range;

use crate::css::{blanked, without_comments};
use crate::css_preludes::at_name;

/// The kind of a name in a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selected {
    /// A class: `.name`.
    Class,
    /// An id: `#name`.
    Id,
    /// The type of an element: `name`.
    Element,
}

/// Returns the classes, ids, and types of elements in the selectors of a style sheet, each with its byte range. Leaves out names with
/// escaped signs, and types within parentheses.
pub fn selected_names(text: &str) -> Vec<(Selected, Range<usize>)> {
    let text = &blanked(&without_comments(text));
    let mut found = Vec::new();
    let mut start = 0;
    let mut parents: Vec<&str> = Vec::new();
    for (end, sign) in text.match_indices(['{', '}', ';']) {
        let statement = text[start..end].trim_start();
        let at = end - statement.len();
        start = end + 1;
        match sign {
            "{" => {
                // What is in other at-rules, such as the steps of an animation, are no selectors.
                let is_group = |parent: &&str| {
                    let name = at_name(parent);
                    !parent.starts_with('@')
                        || matches!(name, "media" | "supports" | "container" | "layer" | "scope")
                };
                if !statement.starts_with('@') && parents.iter().all(is_group) {
                    let names = in_selectors(statement).into_iter();
                    found.extend(names.map(|(kind, span)| (kind, at + span.start..at + span.end)));
                }
                parents.push(statement);
            }
            "}" => drop(parents.pop()),
            _ => {}
        }
    }
    found
}

fn in_selectors(selectors: &str) -> Vec<(Selected, Range<usize>)> {
    let mut found = Vec::new();
    let (mut brackets, mut parentheses) = (0_usize, 0_usize);
    let mut before = ',';
    let mut at = 0;
    while let Some(sign) = selectors[at..].chars().next() {
        let rest = &selectors[at + sign.len_utf8()..];
        let is_start = before.is_whitespace() || matches!(before, ',' | '>' | '+' | '~');
        let kind = match sign {
            '.' => Some(Selected::Class),
            '#' => Some(Selected::Id),
            sign if sign.is_ascii_alphabetic() && is_start && parentheses == 0 => {
                Some(Selected::Element)
            }
            _ => None,
        };
        match sign {
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            '(' => parentheses += 1,
            ')' => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\');
        let from = at + usize::from(matches!(sign, '.' | '#'));
        let name = &selectors[from..];
        let name = &name[..name.find(|c| !is_part(c)).unwrap_or(name.len())];
        let Some(kind) = kind.filter(|_| brackets == 0 && !name.is_empty()) else {
            at = selectors.len() - rest.len();
            before = sign;
            continue;
        };
        if !name.contains('\\') && !name.starts_with(|c: char| c.is_ascii_digit()) {
            found.push((kind, from..from + name.len()));
        }
        at = from + name.len();
        before = 'x';
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_selectors() {
        for (text, expected) in [
            (
                ".a-b, nav > .c:not(.d, li)::after { e: f.g } @media (x) { h1.i a:hover { j: k } }",
                ".a-b nav .c .d h1 .i a",
            ),
            (
                "@keyframes x { from { a: b } 12.5% { a: b } } [a='.b'] #z li.c\\:d .3 { e { f: g } }",
                "#z li e",
            ),
            (
                "/* .a {} */ b:nth-child(2n of .c), d { background: url(.e{) } & .f { }",
                "b .c d .f",
            ),
        ] {
            let names = selected_names(text).into_iter().map(|(kind, span)| {
                let sign = match kind {
                    Selected::Class => ".",
                    Selected::Id => "#",
                    Selected::Element => "",
                };
                format!("{sign}{}", &text[span])
            });
            assert_eq!(names.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
