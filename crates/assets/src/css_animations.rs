//! The names of animations in style sheets (CSS Animations 1).

use std::ops::Range;

/// Words of the property `animation` that are not names of animations.
const KEYWORDS: [&str; 28] = [
    "none",
    "infinite",
    "normal",
    "reverse",
    "alternate",
    "alternate-reverse",
    "running",
    "paused",
    "forwards",
    "backwards",
    "both",
    "linear",
    "ease",
    "ease-in",
    "ease-out",
    "ease-in-out",
    "step-start",
    "step-end",
    "auto",
    "initial",
    "inherit",
    "unset",
    "revert",
    "revert-layer",
    "revert-rule",
    "replace",
    "add",
    "accumulate",
];

/// Returns the byte ranges of the names of animations that a style sheet without comments uses. A declaration with a variable, and a part
/// of one in which several words may be the name, are left out.
pub fn used_animations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, property) in text.match_indices("animation") {
        let before = text[..at]
            .strip_suffix("-webkit-")
            .unwrap_or(&text[..at])
            .trim_end();
        let after = &text[at + property.len()..];
        let after = after.strip_prefix("-name").unwrap_or(after);
        let is_declaration = before.is_empty() || before.ends_with(['{', ';', '}']);
        let Some(value) = after
            .trim_start()
            .strip_prefix(':')
            .filter(|_| is_declaration)
        else {
            continue;
        };
        let mut start = text.len() - value.len();
        let value = &value[..value.find([';', '}']).unwrap_or(value.len())];
        for part in value
            .split_inclusive(',')
            .filter(|_| !value.contains("var("))
        {
            let mut names = Vec::new();
            for word in part.split_inclusive([' ', '\n', '\t', ',']) {
                let name = word.trim_end_matches([' ', '\n', '\t', ',']);
                if is_name(name) {
                    names.push(start..start + name.len());
                }
                start += word.len();
            }
            found.extend(names.pop().filter(|_| names.is_empty()));
        }
    }
    found
}

/// Returns whether a word may be the name of an animation.
fn is_name(word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    word.starts_with(|c: char| c.is_alphabetic() || matches!(c, '-' | '_'))
        && word.chars().all(is_part)
        && !KEYWORDS.contains(&word.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_animations() {
        for (text, expected) in [
            (
                "a { animation: fade-in 1s ease-out both; }",
                &["fade-in"][..],
            ),
            (
                "a{animation:1s steps(4, jump-end) Spin,none,fade .5s}",
                &["Spin", "fade"],
            ),
            (
                "a { -webkit-animation-name: x; animation-name: y, z }",
                &["x", "y", "z"],
            ),
            (
                "a { animation: var(--fade) 1s; animation-duration: x; my-animation: x }",
                &[],
            ),
            (
                "a { animation: cubic-bezier(.2, 0, 0, 1) 2s infinite; transition: animation 1s }",
                &[],
            ),
            ("a { animation: one two 1s; animation: none }", &[]),
        ] {
            let names = used_animations(text);
            let names: Vec<&str> = names.into_iter().map(|span| &text[span]).collect();
            assert_eq!(names, expected, "{text}");
        }
    }
}
