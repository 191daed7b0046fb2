//! low-contrast, unknown-colour: the theme's colours, in light and dark, stand out from what is behind them.

use std::collections::BTreeMap;

use csscolorparser::Color;
use diagnostic::{Code, Diagnostic, Place, Severity, Source, did_you_mean};
use std::sync::Arc;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&LOW_CONTRAST, &UNKNOWN_COLOUR],
    check,
};

/// `low-contrast`
pub static LOW_CONTRAST: Code = Code {
    name: "low-contrast",
    severity: Severity::Error,
    summary: "two colours of the theme that stand on each other are too alike",
    why: "Text cannot be read in the sun, on a poor screen, or by one in twelve men.",
    example: "--ink: #777777 on --paper: #ffffff has 4.48:1",
    fix: "Darken one or lighten the other until the ratio is reached, in the theme that the message names.",
    source: "WCAG 2.2, 1.4.3 and 1.4.11",
};

/// `unknown-colour`
pub static UNKNOWN_COLOUR: Code = Code {
    name: "unknown-colour",
    severity: Severity::Error,
    summary: "a pair of colours in checks.toml names a custom property that holds no colour",
    why: "The pair is not checked.",
    example: "[[contrast]] text = \"--inc\"",
    fix: "Name a custom property that the theme's styles set on :root to a colour.",
    source: "",
};

/// A custom property as it is declared on `:root`.
#[derive(Debug, Clone)]
struct Declared {
    value: String,
    place: Place,
}

type Tokens = BTreeMap<String, Declared>;

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    if site.settings.contrasts.is_empty() {
        return;
    }
    let mut light = Tokens::new();
    let mut dark = Tokens::new();
    for source in site.output.styles.values() {
        declarations(source, &mut light, &mut dark);
    }
    let mut dark_too = light.clone();
    let has_dark = !dark.is_empty()
        || light
            .values()
            .any(|token| token.value.contains("light-dark("));
    dark_too.extend(dark);
    for (index, pair) in site.settings.contrasts.iter().enumerate() {
        for (theme, tokens) in [("light", &light), ("dark", &dark_too)] {
            if theme == "dark" && !has_dark {
                continue;
            }
            let colour = |key: &str, name: &str, found: &mut Vec<Diagnostic>| {
                let colour = resolve(tokens, name, theme == "dark", 0);
                if colour.is_none() && theme == "light" {
                    if let Some(token) = tokens.get(name) {
                        let message = format!("`{name}` is `{}`, which is no colour", token.value);
                        let diagnostic = Diagnostic::new(&UNKNOWN_COLOUR, message)
                            .at(token.place.clone(), "checks.toml pairs it with another")
                            .help("colours are written #b42318, rgb(180 35 24) or var(--another)");
                        if !found.contains(&diagnostic) {
                            found.push(diagnostic);
                        }
                        return None;
                    }
                    let message = format!("`{name}` is no colour of the theme");
                    let diagnostic = Diagnostic::new(&UNKNOWN_COLOUR, message)
                        .maybe_help(did_you_mean(name, tokens.keys().map(String::as_str)));
                    found.push(
                        match site.settings.place(&format!("/contrast/{index}/{key}")) {
                            Some(place) => {
                                diagnostic.at(place, "not a custom property of :root with a colour")
                            }
                            None => diagnostic,
                        },
                    );
                }
                colour
            };
            let text = colour("text", &pair.text, found);
            let behind = colour("on", &pair.on, found);
            let (Some(text), Some(behind)) = (text, behind) else {
                continue;
            };
            let ratio = ratio(&text, &behind);
            if ratio >= pair.at_least {
                continue;
            }
            let message = format!(
                "`{}` on `{}` has a contrast of {}:1 in the {theme} theme; {}:1 is needed",
                pair.text,
                pair.on,
                (ratio * 100.0).floor() / 100.0,
                pair.at_least
            );
            let mut diagnostic = Diagnostic::new(&LOW_CONTRAST, message);
            if let Some(token) = tokens.get(&pair.text) {
                diagnostic = diagnostic.at(token.place.clone(), text.to_css_hex().to_string());
            }
            if let Some(token) = tokens.get(&pair.on) {
                diagnostic = diagnostic.related(
                    token.place.clone(),
                    format!("what it stands on: {}", behind.to_css_hex()),
                );
            }
            found.push(diagnostic);
        }
    }
}

/// Custom properties of `:root`, those within `@media (prefers-color-scheme: dark)` apart. Other media are passed over:
/// more contrast is asked for there, not less.
fn declarations(source: &Arc<Source>, light: &mut Tokens, dark: &mut Tokens) {
    let text = without_comments(&source.text);
    let mut blocks: Vec<String> = Vec::new();
    let mut start = 0;
    for (at, mark) in text.match_indices(['{', '}', ';']) {
        let part = start..at;
        start = at + 1;
        match mark {
            "{" => blocks.push(text[part].trim().to_owned()),
            mark => {
                let is_root = blocks.last().is_some_and(|selector| {
                    selector
                        .split(',')
                        .any(|one| matches!(one.trim(), ":root" | "html" | ":host"))
                });
                let media: Vec<&String> = blocks
                    .iter()
                    .filter(|block| block.starts_with("@media"))
                    .collect();
                let tokens = match media.as_slice() {
                    [] => Some(&mut *light),
                    [one] if one.contains("prefers-color-scheme") && one.contains("dark") => {
                        Some(&mut *dark)
                    }
                    _ => None,
                };
                if let (true, Some(tokens), Some((name, value))) =
                    (is_root, tokens, text[part.clone()].split_once(':'))
                {
                    let name_at = part.start + name.len() - name.trim_start().len();
                    let end = part.start + name.len() + 1 + value.trim_end().len();
                    if name.trim().starts_with("--") {
                        let place = Place::new(source, name_at..end);
                        tokens.insert(
                            name.trim().to_owned(),
                            Declared {
                                value: value.trim().to_owned(),
                                place,
                            },
                        );
                    }
                }
                if mark == "}" {
                    blocks.pop();
                }
            }
        }
    }
}

/// Comments as blanks, so that places stay true.
fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(open) = text[at..].find("/*").map(|open| at + open) {
        let close = text[open..]
            .find("*/")
            .map_or(text.len(), |close| open + close + 2);
        bytes[open..close].fill(b' ');
        at = close;
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The colour of a custom property; `var()` and `light-dark()` are followed.
fn resolve(tokens: &Tokens, name: &str, dark: bool, depth: usize) -> Option<Color> {
    let value = tokens.get(name)?.value.as_str();
    let value = match value
        .strip_prefix("light-dark(")
        .and_then(|inner| inner.strip_suffix(')'))
    {
        Some(both) => {
            let middle = outer_comma(both)?;
            if dark {
                both[middle + 1..].trim()
            } else {
                both[..middle].trim()
            }
        }
        None => value,
    };
    if let Some(inner) = value
        .strip_prefix("var(")
        .and_then(|inner| inner.strip_suffix(')'))
    {
        let (next, fallback) = inner
            .split_once(',')
            .map_or((inner, None), |(name, value)| (name, Some(value)));
        // Custom properties may refer to each other in a circle.
        return (depth < 20)
            .then(|| resolve(tokens, next.trim(), dark, depth + 1))
            .flatten()
            .or_else(|| csscolorparser::parse(fallback?.trim()).ok());
    }
    csscolorparser::parse(value).ok()
}

fn outer_comma(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (c == ',' && depth == 0).then_some(at)
    })
}

/// Contrast ratio (WCAG 2.2, definition "contrast ratio"), the text laid over what is behind it.
fn ratio(text: &Color, behind: &Color) -> f64 {
    let over = |front: f32, back: f32| f64::from(front * text.a + back * (1.0 - text.a));
    let front = luminance(
        over(text.r, behind.r),
        over(text.g, behind.g),
        over(text.b, behind.b),
    );
    let back = luminance(
        f64::from(behind.r),
        f64::from(behind.g),
        f64::from(behind.b),
    );
    (front.max(back) + 0.05) / (front.min(back) + 0.05)
}

/// Relative luminance (WCAG 2.2, definition "relative luminance").
fn luminance(red: f64, green: f64, blue: f64) -> f64 {
    let linear = |part: f64| {
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_token_that_is_no_colour() {
        let settings = "[[contrast]]\ntext = \"--ink\"\non = \"--paper\"\n\n[[contrast]]\ntext = \"--ink\"\non = \"--grey\"\n";
        let found = crate::fixture::site()
            .file("content/checks.toml", settings)
            .file(
                "themes/t/styles/tokens.css",
                ":root {\n  --paper: #fff;\n  --grey: #eee;\n  --ink: #12345;\n}\n",
            )
            .drawn(&["unknown-colour"]);
        expect_test::expect![[r"
            error[unknown-colour]: `--ink` is `#12345`, which is no colour
             --> themes/t/styles/tokens.css:4:3
              |
            4 |   --ink: #12345;
              |   ^^^^^^^^^^^^^ checks.toml pairs it with another
              |
              = help: colours are written #b42318, rgb(180 35 24) or var(--another)
        "]]
        .assert_eq(&found);
    }

    use crate::fixture::site;

    const TOKENS: &str = "/* --ink: no */\n:root {\n  --paper: #fff;\n  --ink: #777;\n  --far: var(--dark, black);\n}\n\
                          @media (prefers-color-scheme: dark) {\n  :root { --paper: #000; --ink: rgb(40 40 40); }\n}\n\
                          @media print { :root { --ink: #fff; } }\n";

    #[test]
    fn both_themes() {
        let settings = "[[contrast]]\ntext = \"--ink\"\non = \"--paper\"\n\n[[contrast]]\ntext = \"--far\"\non = \"--paper\"\nat_least = 1\n";
        assert_eq!(
            site()
                .file("themes/t/styles/tokens.css", TOKENS)
                .file("content/checks.toml", settings)
                .findings(&["low-contrast", "unknown-colour"]),
            [
                "themes/t/styles/tokens.css:4:3: error: low-contrast: `--ink` on `--paper` has a contrast of 4.47:1 in the light theme; 4.5:1 is needed",
                "themes/t/styles/tokens.css:8:26: error: low-contrast: `--ink` on `--paper` has a contrast of 1.42:1 in the dark theme; 4.5:1 is needed",
            ]
        );
    }

    #[test]
    fn a_slip_of_the_hand() {
        assert_eq!(
            site()
                .file("themes/t/styles/tokens.css", TOKENS)
                .file(
                    "content/checks.toml",
                    "[[contrast]]\ntext = \"--inc\"\non = \"--paper\"\n"
                )
                .drawn(&["unknown-colour"]),
            r#"error[unknown-colour]: `--inc` is no colour of the theme
 --> content/checks.toml:2:8
  |
2 | text = "--inc"
  |        ^^^^^^^ not a custom property of :root with a colour
  |
  = help: did you mean `--ink`?
"#
        );
    }
}
