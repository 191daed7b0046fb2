//! Finds what is wrong with a declaration because of its syntax (CSS Syntax 3, CSS Values 4).

use diagnostic::nearest;

use crate::css_units::Mistake;

/// Prefixes of the properties of one browser.
const PREFIXES: [&str; 8] = [
    "-webkit-", "-moz-", "-ms-", "-o-", "-khtml-", "-epub-", "-apple-", "-wap-",
];

/// Properties of colors and sizes, whose value is neither the name of a custom property nor a list of numbers.
const PLAIN: [&str; 14] = [
    "color",
    "line-height",
    "opacity",
    "background",
    "background-color",
    "border-color",
    "fill",
    "stroke",
    "font-size",
    "font-family",
    "margin",
    "padding",
    "gap",
    "width",
];

/// Returns what is wrong with a declaration.
pub fn in_declaration(declaration: &str) -> Mistake {
    if declaration.is_empty() || declaration.starts_with('@') {
        return None;
    }
    let Some((name, value)) = declaration.split_once(':') else {
        return Some(("this is not a declaration", "write it as name: value"));
    };
    let (name, value) = (name.trim(), value.trim());
    if value.match_indices("(--").any(|(at, _)| {
        let mut calls = value[..at].rsplit(|c: char| !c.is_ascii_alphanumeric());
        calls
            .next()
            .is_some_and(|call| nearest(call, ["var"]).is_some())
    }) {
        return Some(("only var() takes a custom property", "write var(--name)"));
    }
    let mut uses = value.split("var(").skip(1);
    if uses.any(|rest| !rest.trim_start().starts_with("--")) {
        return Some((
            "the name of a custom property begins with --",
            "write var(--name)",
        ));
    }
    if name.starts_with("--") {
        let mut words = value.split([' ', ',', '(']);
        return if name.contains(char::is_whitespace) {
            Some((
                "a custom property has a name without spaces",
                "delete the space",
            ))
        } else if words.any(|word| word.starts_with("##")) {
            Some(("this is not a color", "write one #"))
        } else {
            None
        };
    }
    if value.ends_with([',', ':']) {
        return Some((
            "a value cannot end with this sign",
            "write `;` in its place",
        ));
    }
    let is_prefixed = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    if name.starts_with('-') && !is_prefixed {
        return Some((
            "the name of a custom property begins with --",
            "write two hyphens",
        ));
    }
    if value
        .split([' ', '(', ','])
        .any(|word| word.starts_with("-var"))
        && value.contains("-var(")
    {
        return Some((
            "a minus sign cannot precede var()",
            "write calc(-1 * var(--name))",
        ));
    }
    if name.is_empty() || value.starts_with(':') {
        return Some((
            "a name or a value is missing beside the colon",
            "write it as name: value",
        ));
    }
    if value
        .split([' ', ',', '(', ')', '!', '/'])
        .any(is_malformed_color)
    {
        return Some((
            "this is not a color",
            "write three or six hexadecimal digits, such as #0a7 or #00aa77",
        ));
    }
    if value.contains(['“', '”', '‘', '’']) {
        return Some((
            "curly quotes enclose no text in CSS",
            "write straight quotes",
        ));
    }
    let after = value.rsplit_once('!').map(|(_, word)| word.trim());
    if after.is_some_and(|word| !word.eq_ignore_ascii_case("important") && !word.starts_with("ie"))
    {
        return Some((
            "only !important can follow a value",
            "write !important, or delete it",
        ));
    }
    if PLAIN.contains(&name) && value.starts_with("--") {
        return Some((
            "this is the name of a custom property, not its value",
            "write var(--name)",
        ));
    }
    if has_separated_unit(value) {
        return Some((
            "a space separates a number from its unit",
            "write them together: 10px",
        ));
    }
    if PLAIN.contains(&name) && is_decimal_comma(value) {
        return Some(("a number has a comma", "write a point: 1.5"));
    }
    if has_joined_operator(value) {
        let help = "write it as 100% - 20px";
        return Some((
            "`+` or `-` in calc() has no space before and after it",
            help,
        ));
    }
    None
}

/// Returns whether a word begins like a color, but does not have 3, 4, 6, or 8 hexadecimal digits (CSS Color 4, section 5.2).
fn is_malformed_color(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|digits| {
        !matches!(digits.len(), 3 | 4 | 6 | 8)
            || !digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Units of length that cannot be a word of their own in a value.
const UNITS: [&str; 8] = ["px", "rem", "em", "vh", "vw", "pt", "ms", "%"];

fn has_separated_unit(value: &str) -> bool {
    let words: Vec<&str> = value.split_whitespace().collect();
    words.windows(2).any(|pair| {
        pair[0].parse::<f64>().is_ok() && UNITS.contains(&pair[1].trim_end_matches([',', ')']))
    })
}

fn is_decimal_comma(value: &str) -> bool {
    let Some((whole, rest)) = value.split_once(',') else {
        return false;
    };
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number(whole) && is_number(digits)
}

/// Returns whether a `calc()` has a `+` or `-` between two values without a space (CSS Values 4, section 10.2).
fn has_joined_operator(value: &str) -> bool {
    value.split("calc(").skip(1).any(|inner| {
        let mut operators = inner.match_indices(['+', '-']);
        operators.any(|(at, _)| {
            let (before, after) = (&inner[..at], &inner[at + 1..]);
            let before = before
                .strip_suffix(' ')
                .filter(|before| !before.ends_with(' '))
                .unwrap_or(before);
            let is_start =
                after.starts_with(|c: char| c.is_ascii_digit()) || after.starts_with("var(");
            let unit = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let is_value =
                before.ends_with(['%', ')']) || unit.ends_with(|c: char| c.is_ascii_digit());
            // A name such as --gap-2, and an exponent such as 1e-3.
            let word = before
                .rsplit([' ', '(', '*', '/', ','])
                .next()
                .unwrap_or_default();
            let is_name =
                word.starts_with('-') || word.contains("--") || word.ends_with(['e', 'E']);
            is_start && is_value && !is_name
        })
    })
}
