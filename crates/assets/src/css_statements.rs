//! Finds statements of a style sheet that browsers ignore because of their syntax or of a name in them (CSS Syntax 3, CSS Values 4,
//! Selectors 4).

use std::ops::Range;

use diagnostic::{Help, first_line};

use crate::css::{blanked, comments, without_comments};
use crate::css_declarations::in_declaration;
use crate::css_foreign::{foreign_prelude, foreign_rule, joined_name};
use crate::css_preludes::{at_name, in_prelude, in_size, misspelled, misspelled_statement};
use crate::css_values::Names;

/// A part that browsers ignore: its byte range, what is wrong with it, and what to do.
pub type Ignored = (Range<usize>, String, Help);

/// Returns the selectors, conditions, and declarations that browsers ignore, in the order of the style sheet.
pub fn ignored_statements(text: &str) -> Vec<Ignored> {
    // Neither comments nor strings nor addresses are part of the syntax around them.
    let blank = &blanked(&without_comments(text));
    let mut found = mistaken_comments(text, blank);
    let text = blank;
    let names = Names::new();
    let mut start = 0;
    // Whether a rule is above that no `@import` can follow.
    let mut has_rule = false;
    let mut parents: Vec<&str> = Vec::new();
    for (end, sign) in text.match_indices(['{', '}', ';']) {
        let statement = text[start..end].trim();
        let at = start + text[start..end].len() - text[start..end].trim_start().len();
        let (mistake, misspelled) = match sign {
            _ if statement.starts_with('@') && at_name(statement).is_empty() => {
                (Some(NO_NAME), None)
            }
            _ if let Some(mistake) = without_parenthesis(statement) => (Some(mistake), None),
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
            _ if statement.contains(':') && parents.iter().all(|parent| is_condition(parent)) => {
                (Some(outside_of_rules(statement)), None)
            }
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
    found.sort_by_key(|(span, ..)| span.start);
    found
}

/// Returns the comments within which another one begins on a line of its own, and the ends of comments that begin nowhere. `blank` is the
/// style sheet without comments and texts.
fn mistaken_comments(text: &str, blank: &str) -> Vec<Ignored> {
    let unclosed = comments(text).into_iter().filter_map(|comment| {
        let inner = &text[comment.clone()];
        let mut rest = inner.split('\n').skip(1);
        let is_unclosed = rest.any(|line| line.trim_start().starts_with("/*"));
        let first = comment.start..comment.start + first_line(inner).trim_end().len();
        let message = "this comment goes on until the next one ends".to_owned();
        is_unclosed.then(|| (first, message, "write `*/` where it ends".into()))
    });
    let ends = blank.match_indices("*/").map(|(at, _)| {
        let message = "this `*/` ends no comment".to_owned();
        let help = "write `/*` where the comment begins, or delete it";
        (at..at + 2, message, help.into())
    });
    unclosed.chain(ends).collect()
}

/// Message and help for an at-rule whose name does not follow its sign.
const NO_NAME: (&str, &str) = (
    "the name of an at-rule directly follows one `@`",
    "write it as @media",
);

/// Returns whether a block has rules in it, rather than declarations.
fn is_condition(prelude: &str) -> bool {
    matches!(
        at_name(prelude),
        "media" | "supports" | "container" | "layer"
    )
}

/// Returns what is wrong with a declaration that is in no rule. Browsers ignore the rule below it as well (CSS Syntax 3, section 5.4.3).
fn outside_of_rules(statement: &str) -> (&'static str, &'static str) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_declaration = statement.split_once(':').is_some_and(|(name, value)| {
        name.trim_end().chars().all(is_name) && value.starts_with(' ')
    });
    if is_declaration {
        (
            "this declaration is in no rule",
            "move it below the `{` of its rule",
        )
    } else {
        (
            "a selector ends with `;`",
            "write a comma, if another selector follows",
        )
    }
}

/// Returns what is wrong with a statement that closes a parenthesis without opening one.
fn without_parenthesis(statement: &str) -> Option<(&'static str, &'static str)> {
    let mut depth = 0_usize;
    for sign in statement.chars() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 0 => {
                return Some(("this `)` has no `(`", "write the `(`, or delete the `)`"));
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
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

/// Message and help for an `@import` below a rule, which browsers ignore (CSS Cascade 5, section 2).
const LATE_IMPORT: (&str, &str) = (
    "an @import must come before all other rules",
    "move it to the beginning of the style sheet",
);

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
            ("b {} top: 1px; a { left: 0 } @media print { color: red; }", "top: 1px: this declaration is in no rule\ncolor: red: this declaration is in no rule"),
            ("a:hover;\nb { c: d }", "a:hover: a selector ends with `;`"),
            (".x { @media print { color: red } } @scope (.x) { color: red } @font-face { src: url(x) } @page { margin: 0 }", ""),
            ("/* A\n/* B */ a { b: c; content: \"*/\" } /* x/*.css\n * /* */ b */", "/* A: this comment goes on until the next one ends\n*/: this `*/` ends no comment"),
            ("@@import \"a\"; @ media print { a { b: c } } @medias (x) { a { b: c } } @me dia (x) { a { b: c } }", "@@import \"a\": the name of an at-rule directly follows one `@`\n@ media print: the name of an at-rule directly follows one `@`\n@medias (x): no at-rule has this name\n@me dia (x): no at-rule has this name"),
            ("*, *after { c: d } * before { c: d } a:focus_visible, b::::before { c: d } a:ho ver { c: d }", "*, *after: a name directly follows `*`\na:focus_visible, b::::before: a name has more than two colons\na:ho ver: no pseudo-class or pseudo-element has this name"),
            (".x { color: var(--a)); top: var--b) } a:is b) { c: d }", "color: var(--a)): this `)` has no `(`\ntop: var--b): this `)` has no `(`\na:is b): this `)` has no `(`"),
            (".x { font: 1rem avr(--a); --b: vra(--c) anchor(--d) min(--e) }", "font: 1rem avr(--a): only var() takes a custom property\n--b: vra(--c) anchor(--d) min(--e): only var() takes a custom property"),
            (".x { --a b: red; --c: ##fff; --d: a, ; top: 0, }", "--a b: red: a custom property has a name without spaces\n--c: ##fff: this is not a color\ntop: 0,: a value cannot end with this sign"),
            (".x { font-size: 1..5rem; width: calc(50%% - 1px); grid-template: repeat(auto_fit, 1fr); width: 1.5.2fr; --v: 1.2.3 }", "font-size: 1..5rem: `1..5rem` has two points\nwidth: calc(50%% - 1px): `50%%` has two signs\ngrid-template: repeat(auto_fit, 1fr): CSS has no value `auto_fit`\nwidth: 1.5.2fr: `1.5.2fr` has two points"),
            (".x { display: gri; color-scheme: light drak; color-scheme: only light } b { display: bl ock; display: -webkit-box; display: inline flow-root }", "display: gri: `display` has no value `gri`\ncolor-scheme: light drak: `color-scheme` has no value `drak`\ndisplay: bl ock: `display` has no value `bl`"),
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
