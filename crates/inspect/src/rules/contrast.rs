//! low-contrast, unknown-color: two colors of the theme have too little contrast, in its light or its dark variant.

use std::collections::BTreeMap;
use std::sync::Arc;

use csscolorparser::Color;
use diagnostic::{Diagnostic, Help, Place, Source, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    LOW_CONTRAST {
        name: "low-contrast",
        summary: "two colors of the theme have too little contrast",
        why: "Nobody can read the text in the sun or on a poor screen, and many people with low vision never can.",
        example: "--ink: #777777 on --paper: #ffffff has 4.48:1",
        fix: "Darken one or lighten the other until the ratio is reached, in the variant that the message names.",
        source: "WCAG 2.2, 1.4.3 and 1.4.11",
    }
    UNKNOWN_COLOR {
        name: "unknown-color",
        summary: "a [[contrast]] of checks.toml names a custom property that is not a color",
        why: "The contrast is not checked.",
        example: "[[contrast]] text = \"--inc\"",
        fix: "Name a custom property that the theme's styles set to a color on :root.",
    }
}

/// A custom property of `:root`.
#[derive(Debug, Clone)]
struct Declared {
    value: String,
    place: Place,
}

type Tokens = BTreeMap<String, Declared>;

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
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
    // A color may have too little contrast on several others.
    let mut reported: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (index, pair) in site.settings.contrasts.iter().enumerate() {
        if pair.text == pair.on {
            diagnostics.push(one_color(site, index, &pair.text));
            continue;
        }
        for (variant, tokens) in [("light", &light), ("dark", &dark_too)] {
            let is_dark = variant == "dark";
            if is_dark && !has_dark {
                continue;
            }
            let mut color = |key: &str, name: &str| {
                let color = resolve(tokens, name, is_dark, 0);
                // What is no color in the light theme either was reported there.
                let is_new = || !is_dark || resolve(&light, name, false, 0).is_some();
                if color.is_none() && is_new() {
                    let place = site.settings.place(&format!("/contrast/{index}/{key}"));
                    let diagnostic = not_a_color(tokens, name, place);
                    if !diagnostics.contains(&diagnostic) {
                        diagnostics.push(diagnostic);
                    }
                }
                color
            };
            let (text, behind) = (color("text", &pair.text), color("on", &pair.on));
            let (Some(text), Some(behind)) = (text, behind) else {
                continue;
            };
            let ratio = ratio(&text, &behind);
            if ratio >= pair.at_least {
                continue;
            }
            let ratio = (ratio * 100.0).floor() / 100.0;
            let place = |name: &str| tokens.get(name).map(|token| token.place.clone());
            let first = reported.get(&(pair.text.as_str(), variant));
            if let Some(first) = first.and_then(|first| diagnostics.get_mut(*first)) {
                let label = format!(
                    "on this color, it is {ratio}:1, less than {}:1",
                    pair.at_least
                );
                first
                    .related
                    .extend(place(&pair.on).map(|place| (place, label)));
                continue;
            }
            let message = format!(
                "the contrast of `{}` on `{}` is {ratio}:1 in the {variant} theme, less than {}:1",
                pair.text, pair.on, pair.at_least
            );
            let label = format!("the color behind it: {}", behind.to_css_hex());
            reported.insert((&pair.text, variant), diagnostics.len());
            diagnostics.push(
                Diagnostic::new(&LOW_CONTRAST, message)
                    .help("darken one of the two colors, or lighten the other")
                    .maybe_at(place(&pair.text), text.to_css_hex().to_string())
                    .maybe_related(place(&pair.on), label),
            );
        }
    }
}

/// Returns the finding about a pair whose two colors are the same one.
fn one_color(site: &Inspection<'_>, index: usize, name: &str) -> Diagnostic {
    let place = |key: &str| site.settings.place(&format!("/contrast/{index}/{key}"));
    let message = format!("`text` and `on` are the same color, `{name}`");
    Diagnostic::new(&LOW_CONTRAST, message)
        .maybe_at(place("text"), "")
        .maybe_related(place("on"), "the color behind it")
        .help("name the color of the text in `text`, and the color behind it in `on`")
}

/// Returns the finding about a custom property that is not a color, or does not exist.
fn not_a_color(tokens: &Tokens, name: &str, pair: Option<Place>) -> Diagnostic {
    if let Some(token) = tokens.get(name) {
        let message = format!("`{name}` is `{}`, which is not a color", token.value);
        let help = match token.value.as_str() {
            value if color(&format!("#{value}")).is_some() => {
                Help::replace(format!("write #{value}"), value, &format!("#{value}"))
            }
            _ => "write a color like #b42318, rgb(180 35 24), or var(--another)".into(),
        };
        return Diagnostic::new(&UNKNOWN_COLOR, message)
            .at(token.place.clone(), "")
            .help(help);
    }
    let message = format!("the theme has no color `{name}`");
    Diagnostic::new(&UNKNOWN_COLOR, message)
        .maybe_at(pair, "")
        .help(
            did_you_mean(name, tokens.keys().map(String::as_str)).unwrap_or_else(|| {
                "write the name of a custom property that the theme's styles set on :root".into()
            }),
        )
}

/// Reads the custom properties of `:root` into `light`, and those within `@media (prefers-color-scheme: dark)` into `dark`.
/// Skips other media queries, in which themes only increase the contrast.
fn declarations(source: &Arc<Source>, light: &mut Tokens, dark: &mut Tokens) {
    let text = assets::css::without_comments(&source.text);
    let mut blocks: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, mark) in text.match_indices(['{', '}', ';']) {
        let (part, part_start) = (&text[start..at], start);
        start = at + 1;
        if mark == "{" {
            blocks.push(part.trim());
            continue;
        }
        let is_root = blocks.last().is_some_and(|selector| {
            let mut selectors = selector.split(',');
            selectors.any(|one| matches!(one.trim(), ":root" | "html" | ":host"))
        });
        let mut media = blocks.iter().filter(|block| block.starts_with("@media"));
        let tokens = match (media.next(), media.next()) {
            (None, _) => Some(&mut *light),
            (Some(one), None) if one.contains("prefers-color-scheme") && one.contains("dark") => {
                Some(&mut *dark)
            }
            _ => None,
        };
        let property = part.split_once(':').filter(|_| is_root);
        if let (Some(tokens), Some((name, value))) = (tokens, property)
            && name.trim().starts_with("--")
        {
            let leading = name.len() - name.trim_start().len();
            let place = part_start + leading..part_start + part.trim_end().len();
            let declared = Declared {
                value: value.trim().to_owned(),
                place: Place::new(source, place),
            };
            tokens.insert(name.trim().to_owned(), declared);
        }
        if mark == "}" {
            blocks.pop();
        }
    }
}

/// Returns the color of a custom property, with `var()` and `light-dark()` resolved, or `None` if it is not a color.
fn resolve(tokens: &Tokens, name: &str, dark: bool, depth: usize) -> Option<Color> {
    let mut value = tokens.get(name)?.value.as_str();
    if let Some(both) = arguments(value, "light-dark(") {
        let (of_light, of_dark) = both.split_at(outer_comma(both)?);
        value = if dark {
            of_dark[1..].trim()
        } else {
            of_light.trim()
        };
    }
    let Some(inner) = arguments(value, "var(") else {
        return color(value);
    };
    let (next, fallback) = inner
        .split_once(',')
        .map_or((inner, None), |(name, value)| (name, Some(value)));
    // Custom properties may refer to each other in a cycle.
    let next = (depth < 20).then(|| resolve(tokens, next.trim(), dark, depth + 1));
    next.flatten().or_else(|| color(fallback?.trim()))
}

/// Parses a color. The library takes hexadecimal digits without `#` as well, which browsers do not.
fn color(value: &str) -> Option<Color> {
    let is_bare = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    csscolorparser::parse(value).ok().filter(|_| !is_bare)
}

/// Returns the arguments of a value that is a call of a CSS function, such as `var(`.
fn arguments<'a>(value: &'a str, function: &str) -> Option<&'a str> {
    value.strip_prefix(function)?.strip_suffix(')')
}

fn outer_comma(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (c == ',' && depth == 0).then_some(at)
    })
}

/// Returns the contrast ratio of the color of a text to the color behind it (WCAG 2.2, definition "contrast ratio").
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

/// Returns the relative luminance of a color (WCAG 2.2, definition "relative luminance").
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
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_custom_property_that_is_not_a_color() {
        let settings = "[[contrast]]\ntext = \"--ink\"\non = \"--paper\"\n\n[[contrast]]\ntext = \"--ink\"\non = \"--grey\"\n";
        site()
            .file("content/checks.toml", settings)
            .file(
                "themes/t/styles/tokens.css",
                ":root {\n  --paper: #fff;\n  --grey: #eee;\n  --ink: #12345;\n}\n",
            )
            .assert_report(&["unknown-color"], &expect![[r#"
                themes/t/styles/tokens.css:4:3 «--ink: #12345» error[unknown-color]: `--ink` is `#12345`, which is not a color
                  help: write a color like #b42318, rgb(180 35 24), or var(--another)
            "#]]);
    }

    #[test]
    fn a_color_without_its_sign_in_the_dark_theme() {
        let styles = ":root { --paper: #fff; --ink: #000; }\n@media (prefers-color-scheme: dark) {\n  :root { --paper: 000000; --ink: #fff; }\n}\n";
        site()
            .file("themes/t/styles/tokens.css", styles)
            .file(
                "content/checks.toml",
                "[[contrast]]\ntext = \"--ink\"\non = \"--paper\"\n",
            )
            .assert_report(&["unknown-color"], &expect![[r#"
                themes/t/styles/tokens.css:3:11 «--paper: 000000» error[unknown-color]: `--paper` is `000000`, which is not a color
                  help: write #000000
            "#]]);
    }

    const TOKENS: &str = "/* --ink: no */\n:root {\n  --paper: light-dark(rgb(255, 255, 255), #ff0);\n  --ink: #777;\n  --far: var(--dark, black);\n}\n\
                          @media (prefers-color-scheme: dark) {\n  :root { --paper: #000; --ink: rgb(40 40 40); }\n}\n\
                          @media print { :root { --ink: #fff; } }\n";

    #[test]
    fn both_variants() {
        let settings = "[[contrast]]\ntext = \"--ink\"\non = \"--paper\"\n\n[[contrast]]\ntext = \"--far\"\non = \"--paper\"\nat_least = 1\n";
        site()
                .file("themes/t/styles/tokens.css", TOKENS)
                .file("content/checks.toml", settings)
                .assert_findings(&["low-contrast", "unknown-color"], &[
                "themes/t/styles/tokens.css:4:3: error: low-contrast: the contrast of `--ink` on `--paper` is 4.47:1 in the light theme, less than 4.5:1",
                "themes/t/styles/tokens.css:8:26: error: low-contrast: the contrast of `--ink` on `--paper` is 1.42:1 in the dark theme, less than 4.5:1",
            ]);
    }

    #[test]
    fn a_color_on_itself() {
        site()
            .file("themes/t/styles/tokens.css", TOKENS)
            .file(
                "content/checks.toml",
                "[[contrast]]\ntext = \"--paper\"\non = \"--paper\"\n",
            )
            .assert_report(&["low-contrast"], &expect![[r#"
                content/checks.toml:2:8 «"--paper"» error[low-contrast]: `text` and `on` are the same color, `--paper`
                  help: name the color of the text in `text`, and the color behind it in `on`
                  note: content/checks.toml:3:6 «"--paper"» the color behind it
            "#]]);
    }

    #[test]
    fn a_misspelled_custom_property() {
        site()
            .file("themes/t/styles/tokens.css", TOKENS)
            .file(
                "content/checks.toml",
                "[[contrast]]\ntext = \"--inc\"\non = \"--paper\"\n",
            )
            .assert_report(&["unknown-color"], &expect![[r#"
                content/checks.toml:2:8 «"--inc"» error[unknown-color]: the theme has no color `--inc`
                  help: did you mean `--ink`?
            "#]]);
    }
}
