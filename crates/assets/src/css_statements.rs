//! Finds statements of a style sheet that browsers ignore because of their syntax or of a name in them (CSS Syntax 3, CSS Values 4,
//! Selectors 4).

use std::ops::Range;

use diagnostic::{Help, did_you_mean};

use crate::css::{blanked, without_comments};
use crate::css_foreign::{foreign_prelude, foreign_rule, joined_name};
use crate::css_names::{AT_RULES, MEDIA_FEATURES, PSEUDO};
use crate::css_units::mistaken_size;
use crate::css_values::Names;

/// A part that browsers ignore: its byte range, what is wrong with it, and what to do.
pub type Ignored = (Range<usize>, String, Help);

/// Returns the selectors, conditions, and declarations that browsers ignore, in the order of the style sheet.
pub fn ignored_statements(text: &str) -> Vec<Ignored> {
    // Neither comments nor strings nor addresses are part of the syntax around them.
    let text = &blanked(&without_comments(text));
    let names = Names::new();
    let mut found = Vec::new();
    let mut start = 0;
    // Whether a rule is above that no `@import` can follow.
    let mut has_rule = false;
    let mut parents: Vec<&str> = Vec::new();
    for (end, sign) in text.match_indices(['{', '}', ';']) {
        let statement = text[start..end].trim();
        let at = start + text[start..end].len() - text[start..end].trim_start().len();
        let (mistake, misspelled) = match sign {
            "{" => (
                in_prelude(statement),
                foreign(statement, &parents)
                    .or_else(|| misspelled(statement))
                    .or_else(|| in_size(statement, &names)),
            ),
            _ if statement.starts_with("@import") && has_rule => (Some(LATE_IMPORT), None),
            _ if statement.starts_with('@') => (
                None,
                foreign(statement, &parents).or_else(|| misspelled_statement(statement)),
            ),
            _ => (in_declaration(statement), names.mistaken(statement)),
        };
        let mistake = mistake.map(|(message, help)| (message.to_owned(), help.into()));
        if let Some((message, help)) = mistake.or(misspelled) {
            found.push((at..at + statement.len(), message, help));
        }
        has_rule |= sign == "{";
        match sign {
            "{" => parents.push(statement),
            "}" => drop(parents.pop()),
            _ => {}
        }
        start = end + 1;
    }
    found
}

/// Returns the finding about a statement of Sass, Less, or Tailwind within the blocks of `parents`.
fn foreign(statement: &str, parents: &[&str]) -> Option<(String, Help)> {
    let rule = || {
        let message = "this is a statement of Sass, Less, or Tailwind".to_owned();
        Some((message, foreign_rule(statement)?))
    };
    let found = joined_name(statement, parents);
    let found = found.or_else(|| foreign_prelude(statement)).or_else(rule);
    found.map(|(message, help)| (message, help.into()))
}

/// Returns the finding about an at-rule without a block whose name is almost one that browsers know.
fn misspelled_statement(statement: &str) -> Option<(String, Help)> {
    const NAMES: [&str; 6] = [
        "import",
        "charset",
        "namespace",
        "layer",
        "apply",
        "tailwind",
    ];
    let name = statement[1..]
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .next()?;
    let is_known = NAMES.contains(&name) || AT_RULES.contains(&name);
    let help = did_you_mean(name, NAMES).filter(|_| !is_known)?;
    Some(("no at-rule has this name".to_owned(), help))
}

/// Message and help for an `@import` below a rule, which browsers ignore (CSS Cascade 5, section 2).
const LATE_IMPORT: (&str, &str) = (
    "an @import must come before all other rules",
    "move it to the beginning of the style sheet",
);

/// Returns what is wrong with a size in the condition of an at-rule.
fn in_size(prelude: &str, names: &Names) -> Option<(String, Help)> {
    let condition = prelude
        .strip_prefix("@media")
        .or_else(|| prelude.strip_prefix("@container"))?;
    let bare = mistaken_size(condition);
    let bare = bare.map(|(message, help)| (message.to_owned(), help.into()));
    bare.or_else(|| names.mistaken_unit(condition))
}

type Mistake = Option<(&'static str, &'static str)>;

/// Returns what is wrong with what precedes a block: selectors, or the condition of an at-rule.
fn in_prelude(prelude: &str) -> Mistake {
    if let Some(condition) = prelude.strip_prefix("@media") {
        return in_condition(condition.trim());
    }
    // The steps of an animation are numbers, and other at-rules have a syntax of their own.
    let is_step = |part: &str| part.trim_end().ends_with('%');
    if !prelude.is_empty() && prelude.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(("a step of an animation has no unit", "write 0%, or from"));
    }
    if prelude.starts_with('@') || prelude.split(',').any(is_step) {
        return None;
    }
    let mut depth = 0_usize;
    let mut before = ' ';
    let mut last = ',';
    let mut signs = prelude.chars();
    while let Some(sign) = signs.next() {
        if sign == '\\' {
            signs.next();
            (before, last) = ('x', 'x');
            continue;
        }
        match sign {
            '[' => depth += 1,
            ']' if depth == 0 => {
                return Some(("this `]` has no `[`", "delete it, or write the `[`"));
            }
            ']' => depth -= 1,
            _ if depth > 0 => {}
            '.' | '#' if matches!(before, '.' | '#') => {
                return Some((
                    "a name is missing between two signs",
                    "write a class as .name",
                ));
            }
            '0'..='9' if before == '.' => {
                return Some((
                    "the name of a class cannot begin with a digit",
                    "give the class another name",
                ));
            }
            '0'..='9' if before == '#' => {
                return Some((
                    "a selector of an id cannot begin with a digit",
                    "give the id another name",
                ));
            }
            sign if matches!(before, '.' | '#') && sign.is_whitespace() => {
                return Some((
                    "a space follows the sign of a class or an id, so this is no selector",
                    "delete the space: .name",
                ));
            }
            sign if before == ':' && sign.is_whitespace() && !prelude.starts_with("--") => {
                return Some((
                    "a space follows a colon, so this is no selector",
                    "delete the space: a:hover",
                ));
            }
            '>' | '+' | '~' | ',' if matches!(last, '>' | '+' | '~') => {
                return Some((
                    "a selector is missing between two signs",
                    "delete one of them",
                ));
            }
            ',' if last == ',' => {
                return Some(("a selector is missing before a comma", "delete the comma"));
            }
            _ => {}
        }
        before = sign;
        if !sign.is_whitespace() {
            last = sign;
        }
    }
    if depth > 0 {
        return Some(("`[` without a matching `]`", "close it"));
    }
    match last {
        ',' if !prelude.is_empty() => {
            Some(("a selector is missing after the comma", "delete the comma"))
        }
        '>' | '+' | '~' => Some((
            "a selector is missing at the end",
            "write it, or delete the last sign",
        )),
        _ => None,
    }
}

/// Returns the finding about a pseudo-class, a pseudo-element, or a feature of the screen whose name is almost one that browsers know.
/// Names that are like no other may be newer than this program.
fn misspelled(prelude: &str) -> Option<(String, Help)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name = |text: &str| text[..text.find(|c| !is_part(c)).unwrap_or(text.len())].to_owned();
    let (known, names, message): (_, Vec<String>, _) = if prelude.starts_with("@media") {
        let conditions = prelude.split('(').skip(1);
        let named = conditions.filter(|rest| rest.contains(':'));
        let message = "no feature of a screen has this name";
        (
            MEDIA_FEATURES,
            named.map(|rest| name(rest.trim_start())).collect(),
            message,
        )
    } else if let Some(rule) = prelude.strip_prefix('@') {
        let message = "no at-rule has this name";
        (AT_RULES, vec![name(rule)], message)
    } else {
        // An escaped colon is part of a name: `.dark\:flex`.
        let parts = prelude.split(':').collect::<Vec<&str>>();
        let parts = parts
            .windows(2)
            .filter(|pair| !pair[0].ends_with('\\'))
            .map(|pair| pair[1]);
        let message = "no pseudo-class or pseudo-element has this name";
        (PSEUDO, parts.map(name).collect(), message)
    };
    let known = || known.iter().copied();
    let mut unknown = names.into_iter().filter(|name| {
        let lower = name.to_lowercase();
        !name.starts_with('-') && !known().any(|one| one == lower)
    });
    unknown.find_map(|name| Some((message.to_owned(), did_you_mean(&name, known())?)))
}

fn in_condition(condition: &str) -> Mistake {
    let before = condition.split('(').next().unwrap_or_default();
    let last = condition.rsplit([' ', ')']).next().unwrap_or_default();
    if before.contains(':') {
        let help = "put the condition into parentheses: (max-width: 40rem)";
        return Some(("this condition is never true", help));
    }
    let mut parts = condition.split(['(', ')']);
    if parts.any(|part| part.contains(':') && part.contains(" and ")) {
        let help = "close it before `and`: (min-width: 20rem) and (max-width: 40rem)";
        return Some(("a parenthesis has two conditions", help));
    }
    let mut parts = condition
        .split('(')
        .skip(1)
        .filter_map(|part| part.split(')').next());
    if parts.any(|part| {
        let mut words = part.split_whitespace();
        let is_feature = words
            .next()
            .is_some_and(|name| MEDIA_FEATURES.contains(&name));
        is_feature
            && words
                .next()
                .is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
    }) {
        return Some((
            "a colon is missing in a condition",
            "write (max-width: 40rem)",
        ));
    }
    matches!(last, "and" | "or" | "not" | ",").then_some((
        "a condition is missing at the end",
        "write it, or delete the last word",
    ))
}

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
fn in_declaration(declaration: &str) -> Mistake {
    if declaration.is_empty() || declaration.starts_with('@') {
        return None;
    }
    let Some((name, value)) = declaration.split_once(':') else {
        return Some(("this is not a declaration", "write it as name: value"));
    };
    let (name, value) = (name.trim(), value.trim());
    let mut uses = value.split("var(").skip(1);
    if uses.any(|rest| !rest.trim_start().starts_with("--")) {
        return Some((
            "the name of a custom property begins with --",
            "write var(--name)",
        ));
    }
    if name.starts_with("--") {
        return None;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn statements_that_browsers_ignore() {
        for (text, expected) in [
            (".x[ { color: red }", ".x[: `[` without a matching `]`"),
            (".x, { a: b }", ".x,: a selector is missing after the comma"),
            (". x { a: b } .y .z { a: b }", ". x: a space follows the sign of a class or an id, so this is no selector"),
            (".x: hover { a: b } .y :hover { a: b } .z { &:focus { a: b } }", ".x: hover: a space follows a colon, so this is no selector"),
            (", .x { a: b }", ", .x: a selector is missing before a comma"),
            (".x..y { a: b }", ".x..y: a name is missing between two signs"),
            (".x > > .y { a: b }", ".x > > .y: a selector is missing between two signs"),
            (".x > { a: b }", ".x >: a selector is missing at the end"),
            (".1x { a: b }", ".1x: the name of a class cannot begin with a digit"),
            ("> .x { a: b } .y { & > .z, + p { a: b } }", ""),
            ("a[href$='.x,'], a[b~=c] ~ d + e:not(.f, .g) { a: b }", ""),
            ("@keyframes x { 12.5%, 50% { a: b } from { a: b } }", ""),
            ("@media max-width: 10px { a { b: c } }", "@media max-width: 10px: this condition is never true"),
            ("@media (max-width: 10px) and { a { b: c } }", "@media (max-width: 10px) and: a condition is missing at the end"),
            ("@media (min-width: 1px and max-width: 9px) { a { b: c } }", "@media (min-width: 1px and max-width: 9px): a parenthesis has two conditions"),
            ("@media screen and (min-width: 1px), print { a { b: c } }", ""),
            ("@media (400px <= width <= 700px) { a { b: c } }", ""),
            (".x { color = red }", "color = red: this is not a declaration"),
            (".x { color; top: 1px;; }", "color: this is not a declaration"),
            (".x:hoover, a:hover { a: b } .x::befor { a: b }", ".x:hoover, a:hover: no pseudo-class or pseudo-element has this name\n.x::befor: no pseudo-class or pseudo-element has this name"),
            ("a::-webkit-x, :is(b:nth-child(2n+1), c):newest-thing { a: b }", ""),
            ("#1x { a: b }", "#1x: a selector of an id cannot begin with a digit"),
            ("@media (max-widht: 10px) { a { b: c } }", "@media (max-widht: 10px): no feature of a screen has this name"),
            ("@keyframes y { 0 { a: b } }", "0: a step of an animation has no unit"),
            (".x { color:: red; : red }", "color:: red: a name or a value is missing beside the colon\n: red: a name or a value is missing beside the colon"),
            (".x { color: #ggg; background: linear-gradient(#12, #fff) }", "color: #ggg: this is not a color\nbackground: linear-gradient(#12, #fff): this is not a color"),
            (".x { color:#0000!important; --x: #1; grid-area: 1/2 }", ""),
            (".x { width: calc(100% -10px) }", "width: calc(100% -10px): `+` or `-` in calc() has no space before and after it"),
            (".x { width: calc(100% * -1 + -2px - -1px) }", ""),
            (".x { content: “a” }", "content: “a”: curly quotes enclose no text in CSS"),
            (".x { content: \"“a”\"; --x: “; quotes: '“' '”' }", ""),
            (".x { color: red !importent }", "color: red !importent: only !important can follow a value"),
            (".x { color: red !IMPORTANT; top: 0 !ie }", ""),
            (".x { color: --ink }", "color: --ink: this is the name of a custom property, not its value"),
            (".x { color: var(ink) }", "color: var(ink): the name of a custom property begins with --"),
            (".x { --y: var(-ink) }", "--y: var(-ink): the name of a custom property begins with --"),
            (".x { color: var( --ink, red) }", ""),
            (".x { margin: 10 px }", "margin: 10 px: a space separates a number from its unit"),
            (".x { margin: 0 10px; flex: 1 1 0% }", ""),
            (".x { line-height: 1,5 }", "line-height: 1,5: a number has a comma"),
            (".x { transition-duration: 1s,2s; animation-iteration-count: 1,2; margin: 1.5rem }", ""),
            (".x { width: calc(1px+2px) }", "width: calc(1px+2px): `+` or `-` in calc() has no space before and after it"),
            (".x { width: calc(100% – 20px) }", ""),
            (".mt-0\\.5 { a: b } .md\\:w-1\\/2, .x\\[1\\] { a: b }", ""),
            ("@keyframes j { from, 11.1%, to { a: b } }", ""),
            (".x { stroke-dasharray:1,200; background-position:0,100% }", ""),
            (".x { width: calc(100%-20px) }", "width: calc(100%-20px): `+` or `-` in calc() has no space before and after it"),
            (".x { width: calc(100% - var(--gap-2) + 1e-3px * -2) }", ""),
            ("*zoom { *zoom: 1; filter: progid:DXImageTransform.Microsoft.Alpha(opacity=50) }", ""),
            ("@layer a, b; @import 'a'; @layer c { .x { a: b } } @import 'b'; .x { background: url(a;b,1 px); }", "@import 'b': an @import must come before all other rules"),
            ("@imort 'a'; @charset \"utf-8\"; @layer a; @-x-y b;", "@imort 'a': no at-rule has this name"),
            (".x { -line: 1px; -webkit-appearance: none; margin: -var(--gap) 0 }", "-line: 1px: the name of a custom property begins with --\nmargin: -var(--gap) 0: a minus sign cannot precede var()"),
            ("@media screen and (max-width 40rem) { .x { a: b } } @media (width >= 40rem) and (hover) { .x { a: b } }", "@media screen and (max-width 40rem): a colon is missing in a condition"),
            ("@contianer (min-width: 1rem) { .x { a: b } }", "@contianer (min-width: 1rem): no at-rule has this name"),
            ("@media (min-width: 600) { .x { a: b } }", "@media (min-width: 600): a size has no unit, so this condition is never true"),
            ("@container side (inline-size > 60rems) { .x { a: b } }", "@container side (inline-size > 60rems): CSS has no unit `rems`"),
            ("@font-feature-values A { @styleset { nice: 12 } } @page :first { @top-left { a: b } } @-moz-document url() { a { b: c } }", ""),
            (".dark\\:placeholder-white:is(.dark *)::placeholder { a: b }", ""),
            (".tip { &-title { a: b } &:hover { a: b } }", "&-title: `&` does not join names in CSS, so `&-title` matches nothing"),
            ("@ink: red; .x { font: { a: b } } %box { a: b }", "@ink: red: this is a statement of Sass, Less, or Tailwind\nfont:: CSS has no nested properties\n%box: CSS has no placeholders"),
        ] {
            let found = ignored_statements(text).into_iter();
            let found: Vec<String> = found.map(|(span, message, _)| format!("{}: {message}", &text[span])).collect();
            assert_eq!(found.join("\n"), expected, "{text}");
        }
    }
}
