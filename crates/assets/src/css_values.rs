//! Finds names in a declaration that browsers do not know: of the property, of a unit, and of a value. A name that is like no other may
//! be newer than this program, so it is not reported.

use diagnostic::{Help, did_you_mean};

use crate::css_names::{KEYWORDS, PROPERTIES, SASS, UNITS};

/// Beginnings of the properties whose values are names that authors give, or that have a syntax of their own.
const FREE: [&str; 20] = [
    "font",
    "animation",
    "grid",
    "counter",
    "container",
    "view-t",
    "scroll-timeline",
    "timeline",
    "anchor",
    "position-",
    "will-change",
    "transition",
    "list-style",
    "page",
    "filter",
    "src",
    "syntax",
    "unicode-range",
    "composes",
    "content",
];

/// Properties that have at most four values, one for each side.
const SIDES: [&str; 8] = [
    "margin",
    "padding",
    "inset",
    "border-width",
    "border-style",
    "border-color",
    "scroll-margin",
    "scroll-padding",
];

/// Returns what is wrong with a declaration, and what to do.
pub fn mistaken_value(declaration: &str) -> Option<(&'static str, Help)> {
    let (name, value) = declaration.split_once(':')?;
    let (name, value) = (name.trim().to_lowercase(), value.trim().to_lowercase());
    // Custom and prefixed properties, those of Word, and old ways to address one browser; nothing is like one or two letters.
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() > 2;
    if !is_plain || name.starts_with("mso-") {
        return None;
    }
    if !is_in(PROPERTIES, &name) {
        let help = did_you_mean(&name, PROPERTIES.split(' '))?;
        return Some(("no property of CSS has this name", help));
    }
    if SIDES.contains(&name.as_str()) && !value.contains('(') && values(&value) > 4 {
        let help = "write at most four values, for the top, the right, the bottom, and the left";
        return Some(("a value has more than four sides", help.into()));
    }
    let has_names = ["attr(", "env("].iter().any(|call| value.contains(call));
    if has_names || FREE.iter().any(|free| name.starts_with(free)) {
        return None;
    }
    // Names of parts of a grid are in brackets, and colors begin with `#`.
    let words = value.split([' ', '\n', '\t', ',', '(', ')', '!', '/', '*']);
    let mut words = words.filter(|word| !word.is_empty());
    words.find_map(|word| {
        if let Some(unit) = unit(word) {
            let help = did_you_mean(unit, UNITS.split(' '));
            return (!is_in(UNITS, unit)).then(|| {
                let help = help.unwrap_or_else(|| "units are px, rem, em, %, and others".into());
                ("no unit has this name", help)
            });
        }
        let is_name = word.starts_with(|c: char| c.is_ascii_lowercase())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_name && is_in(SASS, word) && value.contains(&format!("{word}(")) {
            let help = "write the color itself, or use color-mix()";
            return Some(("browsers do not have this function", help.into()));
        }
        let is_known = !is_name || is_in(KEYWORDS, word) || value.contains(&format!("{word}("));
        let help = (!is_known).then(|| did_you_mean(word, KEYWORDS.split(' ')))??;
        Some(("no value of CSS has this name", help))
    })
}

/// Returns whether a list of words has a word.
fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Returns the number of values before `!important`.
fn values(value: &str) -> usize {
    let value = value.split('!').next().unwrap_or_default();
    value.split_whitespace().count()
}

/// Returns the letters behind a number.
fn unit(word: &str) -> Option<&str> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let unit = digits.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_number = unit.len() < digits.len()
        && digits.starts_with(|c: char| c != '.' || unit.len() + 1 < digits.len());
    let is_unit = unit.starts_with(|c: char| c.is_ascii_alphabetic())
        && unit.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_number && is_unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::mistaken_value;

    #[test]
    #[rustfmt::skip]
    fn names_that_browsers_do_not_know() {
        for (declaration, expected) in [
            ("fnt: 1rem serif", "no property of CSS has this name; did you mean `font`?"),
            ("Bakground: red", "no property of CSS has this name; did you mean `background`?"),
            ("colour: red", "no property of CSS has this name; did you mean `color`?"),
            ("display: flexx", "no value of CSS has this name; did you mean `flex`?"),
            ("position: absolut !important", "no value of CSS has this name; did you mean `absolute`?"),
            ("border: 1px soild red", "no value of CSS has this name; did you mean `solid`?"),
            ("letter-spacing: -0.02en", "no unit has this name; did you mean `em`?"),
            ("margin: 0 10xp", "no unit has this name; did you mean `px`?"),
            ("padding: 1rem 2rem 3rem 4rem 5rem", "a value has more than four sides; write at most four values, for the top, the right, the bottom, and the left"),
            ("color: darken(red, 10%)", "browsers do not have this function; write the color itself, or use color-mix()"),
            ("margin: 1px 2px 3px 4px !important", ""),
            ("padding: calc(1px + 2px) 0 0 0", ""),
            ("display: grid-lanes", ""),
            ("newest-property: 1px", ""),
            ("color: #1e3a5f", ""),
            ("width: 1e3px", ""),
            ("grid-template: [main-start] 1fr [main-end] / mian", ""),
            ("font-family: Helvetca, serif", ""),
            ("animation: slde 1s", ""),
            ("mso-ansi-language: EN", ""),
            ("-webkit-box-orient: vertical", ""),
            ("--gp: soild", ""),
            ("background: linear-gradient(to right in oklch, ButtonFace, 50% 1.5turn)", ""),
            ("transform: translate3d(0, -.5em, 1Q) rotate(90deg)", ""),
            ("cursor: url() 2 2, zoom-in", ""),
            ("content: counter(source)", ""),
            ("padding: env(safe-area-inset-top, 1px)", ""),
        ] {
            let found = mistaken_value(declaration);
            let found = found.map(|(message, help)| format!("{message}; {}", help.text));
            assert_eq!(found.unwrap_or_default(), expected, "{declaration}");
        }
    }
}
