//! Finds names in a declaration that browsers do not know: of the property, of a unit, and of a value. A name that is like no other may
//! be newer than this program, so it is not reported.

use std::collections::HashSet;

use diagnostic::{Help, did_you_mean, did_you_mean_or_list};

use crate::css_names::{KEYWORDS, PROPERTIES, SASS, UNITS};
use crate::css_units::{mistaken_call, mistaken_number};

/// Calls whose arguments are names that the author has chosen, or have a syntax of their own.
const FREE_CALLS: [&str; 5] = ["attr(", "env(", "shape(", "paint(", "-webkit-gradient("];

/// Prefixes of properties whose values are names that the author has chosen, or have a syntax of their own.
const FREE: [&str; 24] = [
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
    "types",
    "symbols",
    "clip-path",
    "offset-path",
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

/// The names that browsers know.
pub struct Names {
    properties: HashSet<&'static str>,
    keywords: HashSet<&'static str>,
    units: HashSet<&'static str>,
}

impl Names {
    /// Reads the lists of names.
    pub fn new() -> Self {
        let [properties, keywords, units] =
            [PROPERTIES, KEYWORDS, UNITS].map(|words| words.split(' ').collect());
        Self {
            properties,
            keywords,
            units,
        }
    }

    /// Returns what is wrong with a name in a declaration, and what to do.
    pub fn mistaken(&self, declaration: &str) -> Option<(String, Help)> {
        let (name, value) = declaration.split_once(':')?;
        let (name, value) = (name.trim().to_lowercase(), value.trim().to_lowercase());
        if name.starts_with("--") {
            return mistaken_call(&value).map(|(message, help)| (message.to_owned(), help.into()));
        }
        // Custom and prefixed properties, those of Word, and old ways to address one browser; nothing is like one or two letters.
        let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() > 2;
        if !is_plain || name.starts_with("mso-") {
            return None;
        }
        if !self.properties.contains(&*name) {
            let help = certain(&name, &self.properties)?;
            return Some((format!("CSS has no property `{name}`"), help));
        }
        if SIDES.contains(&name.as_str()) && !value.contains('(') && values(&value) > 4 {
            let help = "write at most four values: top, right, bottom, and left";
            return Some((format!("`{name}` has more than four values"), help.into()));
        }
        if let Some((message, help)) = mistaken_number(&name, &value) {
            return Some((message.to_owned(), help.into()));
        }
        if let Some(mistake) = mistaken_keyword(&name, &value) {
            return Some(mistake);
        }
        // Names of parts of a grid are in brackets, and colors begin with `#`.
        let words = value.split([' ', '\n', '\t', ',', '(', ')', '!', '/', '*']);
        let mut words = words.filter(|word| !word.is_empty());
        if let Some(mistake) = words.clone().find_map(|word| self.mistaken_sign(word)) {
            return Some(mistake);
        }
        let is_free = FREE.iter().any(|free| name.starts_with(free));
        if is_free || FREE_CALLS.iter().any(|call| value.contains(call)) {
            return None;
        }
        words.find_map(|word| self.mistaken_word(word, &value))
    }

    /// Returns what is wrong with a unit in the condition of an at-rule, and what to do.
    pub fn mistaken_unit(&self, condition: &str) -> Option<(String, Help)> {
        let mut values = condition.split([' ', '(', ')', ':', ',', '<', '>', '=']);
        values.find_map(|word| {
            let unit = unit(word).filter(|unit| !self.units.contains(unit))?;
            let help = certain(unit, &self.units)?;
            Some((format!("CSS has no unit `{unit}`"), help))
        })
    }

    /// Returns what is wrong with a sign in a word, whichever property it belongs to, and what to do.
    fn mistaken_sign(&self, word: &str) -> Option<(String, Help)> {
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let number = word.trim_start_matches(['-', '+']);
        let number = &number[..number.len() - number.trim_start_matches(is_number).len()];
        if number.contains(|c: char| c.is_ascii_digit()) && number.matches('.').count() > 1 {
            let message = format!("`{word}` has two points");
            return Some((message, "write a number with one point: 1.5rem".into()));
        }
        if word.ends_with("%%") {
            let one = word.trim_end_matches('%').to_owned() + "%";
            return Some((
                format!("`{word}` has two signs"),
                Help::replace(format!("write {one}"), word, one.as_str()),
            ));
        }
        let dashed = word.replace('_', "-");
        let is_known = dashed != word && self.keywords.contains(&*dashed);
        let help = || Help::replace(format!("did you mean `{dashed}`?"), word, dashed.as_str());
        is_known.then(|| (format!("CSS has no value `{word}`"), help()))
    }

    fn mistaken_word(&self, word: &str, value: &str) -> Option<(String, Help)> {
        if let Some(unit) = unit(word) {
            if self.units.contains(unit) {
                return None;
            }
            let message = format!("CSS has no unit `{unit}`");
            let help = did_you_mean(unit, self.units.iter().copied());
            let help = help.unwrap_or_else(|| "units are px, rem, em, %, and others".into());
            return Some((message, help));
        }
        // Shorter words are those of a function, such as the parts of a color.
        let is_name = word.len() > 3
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let is_call = value.contains(&format!("{word}("));
        if is_name && is_call && SASS.split(' ').any(|one| one == word) {
            let message = format!("browsers have no function `{word}()`");
            return Some((message, "write the color itself, or use color-mix()".into()));
        }
        if !is_name || is_call || self.keywords.contains(word) {
            return None;
        }
        let help = certain(word, &self.keywords)?;
        Some((format!("CSS has no value `{word}`"), help))
    }
}

/// Values of every property.
const OF_ALL: &str = "inherit initial unset revert revert-layer";

/// Values of `display` (CSS Display 4).
const DISPLAY: &str = "block contents flex flow flow-root grid inline inline-block inline-flex inline-grid inline-table list-item math none \
    ruby run-in table table-caption table-cell table-column table-row";

/// Returns what is wrong with a value of a property that has only a few, and what to do (CSS Positioned Layout 3, Text 4, Overflow 3).
fn mistaken_keyword(property: &str, value: &str) -> Option<(String, Help)> {
    let known = match property {
        "display" if value == "flexbox" => "flex",
        "display" => DISPLAY,
        "color-scheme" => "normal light dark only",
        "position" => "static relative absolute fixed sticky",
        "text-align" => "start end left right center justify match-parent justify-all",
        "overflow" | "overflow-x" | "overflow-y" => "visible hidden clip scroll auto overlay",
        _ => return None,
    };
    let words = value.split(['!', ' ']).filter(|word| !word.is_empty());
    let mut words = words.take(2);
    let is_known = |word: &str| {
        let mut all = known.split(' ').chain(OF_ALL.split(' '));
        !word.bytes().all(|byte| byte.is_ascii_lowercase()) || all.any(|one| one == word)
    };
    let unknown = words.find(|word| !is_known(word) && *word != "important")?;
    let whole: String = value.split_whitespace().collect();
    let help = match property {
        "display" if value == "flexbox" => Help::replace("write `flex`", unknown, known),
        _ if known.split(' ').any(|one| one == whole) => {
            Help::replace(format!("write `{whole}`"), value, whole.as_str())
        }
        // More values are to come.
        "display" | "color-scheme" => did_you_mean(unknown, known.split(' '))?,
        _ => did_you_mean_or_list(unknown, "its values", known.split(' '))?,
    };
    Some((format!("`{property}` has no value `{unknown}`"), help))
}

/// Returns help that proposes the only name that a word can be a misspelling of.
fn certain(word: &str, names: &HashSet<&'static str>) -> Option<Help> {
    did_you_mean(word, names.iter().copied())
        .filter(|help| help.replacement.as_ref().is_some_and(|one| one.is_certain))
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
    use super::Names;

    #[test]
    #[rustfmt::skip]
    fn names_that_browsers_do_not_know() {
        for (declaration, expected) in [
            ("fnt: 1rem serif", "CSS has no property `fnt`; did you mean `font`?"),
            ("Bakground: red", "CSS has no property `bakground`; did you mean `background`?"),
            ("colour: red", "CSS has no property `colour`; did you mean `color`?"),
            ("display: flexx", "`display` has no value `flexx`; did you mean `flex`?"),
            ("position: absolut !important", "`position` has no value `absolut`; did you mean `absolute`?"),
            ("display: flexbox", "`display` has no value `flexbox`; write `flex`"),
            ("text-align: middle", "`text-align` has no value `middle`; its values are `center`, `end`, `justify`, `justify-all`, `left`, `match-parent`, `right` and `start`"),
            ("overflow: hidden auto !important", ""),
            ("position: absolute !important", ""),
            ("position: -webkit-sticky", ""),
            ("position: var(--place)", ""),
            ("border: 1px soild red", "CSS has no value `soild`; did you mean `solid`?"),
            ("letter-spacing: -0.02en", "CSS has no unit `en`; did you mean `em`?"),
            ("margin: 0 10xp", "CSS has no unit `xp`; did you mean `px`?"),
            ("padding: 1rem 2rem 3rem 4rem 5rem", "`padding` has more than four values; write at most four values: top, right, bottom, and left"),
            ("color: darken(red, 10%)", "browsers have no function `darken()`; write the color itself, or use color-mix()"),
            ("margin: 1px 2px 3px 4px !important", ""),
            ("padding: calc(1px + 2px) 0 0 0", ""),
            ("cursor: hand", ""),
            ("display: grid-lanes", ""),
            ("newest-property: 1px", ""),
            ("color: #1e3a5f", ""),
            ("color: oklch(from red l c h / .5)", ""),
            ("backdrop-filter: saturate(180%) blur(20px)", ""),
            ("clip-path: shape(from 0 0, vline to 5px)", ""),
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
            let found = Names::new().mistaken(declaration);
            let found = found.map(|(message, help)| format!("{message}; {}", help.text));
            assert_eq!(found.unwrap_or_default(), expected, "{declaration}");
        }
    }
}
