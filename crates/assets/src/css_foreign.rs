//! What to write in CSS instead of statements of Sass, Less, Stylus, and Tailwind.

use crate::css_names::AT_RULES;

/// At-rules of Sass and Tailwind that CSS does not have, each with what to do.
const RULES: [(&str, &str); 21] = [
    (
        "extend",
        "write the declarations of the other rule here as well, or add its selector to this one: .one, .other { … }",
    ),
    ("include", "write the declarations of the mixin here"),
    (
        "mixin",
        "delete it, and write its declarations wherever it is included",
    ),
    ("content", "delete it: CSS has no mixins"),
    (
        "function",
        "delete it, and write its result, or calc(…), wherever it is called",
    ),
    ("return", "delete it: CSS has no functions of its own"),
    (
        "use",
        "write @import \"name.css\"; as the first line of main.css",
    ),
    (
        "forward",
        "write @import \"name.css\"; as the first line of main.css",
    ),
    (
        "if",
        "write the declarations of one case; a condition on the screen is @media (min-width: 40rem) { … }",
    ),
    (
        "else",
        "write the declarations of one case; a condition on the screen is @media (min-width: 40rem) { … }",
    ),
    ("each", "write a rule for each of its values"),
    ("for", "write a rule for each of its values"),
    ("while", "write a rule for each of its values"),
    ("debug", "delete it"),
    ("warn", "delete it"),
    ("error", "delete it"),
    ("at-root", "write the rule outside of the braces around it"),
    (
        "tailwind",
        "delete it, and write the rules that the classes of the templates need",
    ),
    ("screen", "write @media (min-width: 40rem) { … }"),
    ("variants", "write the rules in it by themselves"),
    ("responsive", "write the rules in it by themselves"),
];

/// Returns what to write in place of the statement of another language with which `statement` begins, or `None` if it is one of CSS.
pub fn foreign_rule(statement: &str) -> Option<String> {
    let statement = statement.split([';', '{', '}']).next()?.trim();
    if let Some(rest) = statement.strip_prefix('@') {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let after = rest[name.len()..].trim_start();
        // Names with two hyphens belong to drafts of CSS.
        if after.starts_with("--") {
            return None;
        }
        if name == "apply" {
            return Some(declarations(after));
        }
        let known = RULES.iter().find(|(known, _)| *known == name);
        let is_own = name.is_empty() || AT_RULES.contains(&name);
        let variable = after.strip_prefix(':').filter(|_| !is_own);
        return match (known, variable) {
            (_, Some(value)) => Some(custom_property(name, value)),
            (Some((_, help)), None) => Some((*help).to_owned()),
            (None, None) => None,
        };
    }
    let (name, value) = statement.strip_prefix('$')?.split_once(':')?;
    Some(custom_property(name.trim(), value))
}

/// Returns how to write a variable as a custom property.
fn custom_property(name: &str, value: &str) -> String {
    let value = value.trim().trim_end_matches("!default").trim();
    format!("write --{name}: {value}; within :root {{ … }}, and var(--{name}) where it is used")
}

/// Returns help with the declarations that classes of Tailwind stand for.
fn declarations(classes: &str) -> String {
    let all: Vec<(&str, Option<String>)> = classes
        .split_whitespace()
        .take(MOST_CLASSES)
        .map(|class| (class, declaration(class)))
        .collect();
    let known: Vec<&str> = all.iter().filter_map(|(_, one)| one.as_deref()).collect();
    let unknown: Vec<&str> = all
        .iter()
        .filter(|(_, one)| one.is_none())
        .map(|(class, _)| *class)
        .collect();
    match (known.as_slice(), unknown.as_slice()) {
        ([], _) => {
            "write the declarations that these classes stand for, such as padding: 1rem;".to_owned()
        }
        (known, []) => format!("write the declarations themselves: {}", known.join(" ")),
        (known, unknown) => format!(
            "write the declarations themselves: {} and those that {} stands for",
            known.join(" "),
            unknown.join(" ")
        ),
    }
}

/// Maximum number of classes that help translates.
const MOST_CLASSES: usize = 20;

/// Classes of Tailwind that stand for one declaration.
const CLASSES: [(&str, &str); 28] = [
    ("flex", "display: flex;"),
    ("block", "display: block;"),
    ("grid", "display: grid;"),
    ("inline-block", "display: inline-block;"),
    ("hidden", "display: none;"),
    ("relative", "position: relative;"),
    ("absolute", "position: absolute;"),
    ("font-normal", "font-weight: 400;"),
    ("font-medium", "font-weight: 500;"),
    ("font-semibold", "font-weight: 600;"),
    ("font-bold", "font-weight: 700;"),
    ("italic", "font-style: italic;"),
    ("underline", "text-decoration: underline;"),
    ("uppercase", "text-transform: uppercase;"),
    ("text-left", "text-align: start;"),
    ("text-center", "text-align: center;"),
    ("text-right", "text-align: end;"),
    ("text-sm", "font-size: 0.875rem;"),
    ("text-base", "font-size: 1rem;"),
    ("text-lg", "font-size: 1.125rem;"),
    ("text-xl", "font-size: 1.25rem;"),
    ("text-2xl", "font-size: 1.5rem;"),
    ("items-center", "align-items: center;"),
    ("justify-center", "justify-content: center;"),
    ("justify-between", "justify-content: space-between;"),
    ("rounded", "border-radius: 0.25rem;"),
    ("border", "border: 1px solid;"),
    ("w-full", "width: 100%;"),
];

/// Properties of Tailwind's classes that end in a number of quarters of a rem.
const SIZES: [(&str, &str); 17] = [
    ("p", "padding"),
    ("px", "padding-inline"),
    ("py", "padding-block"),
    ("pt", "padding-top"),
    ("pr", "padding-right"),
    ("pb", "padding-bottom"),
    ("pl", "padding-left"),
    ("m", "margin"),
    ("mx", "margin-inline"),
    ("my", "margin-block"),
    ("mt", "margin-top"),
    ("mr", "margin-right"),
    ("mb", "margin-bottom"),
    ("ml", "margin-left"),
    ("gap", "gap"),
    ("w", "width"),
    ("h", "height"),
];

/// Returns the declaration that a class of Tailwind stands for, or `None` for any other class.
fn declaration(class: &str) -> Option<String> {
    if let Some((_, meant)) = CLASSES.iter().find(|(known, _)| *known == class) {
        return Some((*meant).to_owned());
    }
    let (name, value) = class.split_once('-')?;
    let color = match (name, value) {
        (_, "white" | "black") => Some(value),
        _ => value
            .split_once('-')
            .filter(|(_, shade)| shade.parse::<u16>().is_ok())
            .map(|(color, _)| color),
    };
    let property = match name {
        "text" => Some("color"),
        "bg" => Some("background-color"),
        _ => None,
    };
    if let Some((property, color)) = property.zip(color) {
        return Some(format!("{property}: {color};"));
    }
    let (_, property) = SIZES.iter().find(|(known, _)| *known == name)?;
    let quarters: f64 = value
        .parse()
        .ok()
        .filter(|number| (0.0..100.0).contains(number))?;
    Some(format!("{property}: {}rem;", quarters / 4.0))
}

/// Returns message and help for a nested selector that joins a name to that of the rule around it, `&-title`, as Sass and Less do.
/// `parents` are the selectors around it.
pub fn joined_name(selector: &str, parents: &[&str]) -> Option<(String, String)> {
    let joins = |part: &&str| {
        let after = part.trim().strip_prefix('&');
        after.is_some_and(|after| {
            after.starts_with(|c: char| matches!(c, '-' | '_') || c.is_ascii_digit())
        })
    };
    let part = selector.split(',').find(joins)?.trim();
    let end = &part[1..];
    let mut around = parents
        .iter()
        .rev()
        .filter(|parent| !parent.starts_with('@'));
    let parent = around.next().filter(|parent| !parent.contains('&'));
    let help = match parent {
        Some(parent) => {
            let whole: Vec<String> = parent
                .split(',')
                .map(|one| format!("{}{end}", one.trim()))
                .collect();
            format!(
                "write {} as a rule of its own, outside of the braces around it",
                whole.join(", ")
            )
        }
        None => {
            "write the whole name as a rule of its own, outside of the braces around it".to_owned()
        }
    };
    Some((
        format!("`&` does not join names in CSS, so `{part}` matches nothing"),
        help,
    ))
}

/// Returns message and help for a statement of Sass or Less before a brace: a placeholder, `%name`, or the first part of several
/// properties, `font:`.
pub fn foreign_prelude(prelude: &str) -> Option<(String, String)> {
    if let Some(name) = prelude
        .strip_prefix('%')
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        return Some((
            "CSS has no placeholders".to_owned(),
            format!("write a class, .{name}, and the class in the templates"),
        ));
    }
    let name = prelude.strip_suffix(':')?;
    // `--name: { … }` sets a custom property.
    let is_property = !name.is_empty()
        && !name.starts_with("--")
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    is_property.then(|| {
        let help = format!("write the whole name of each property: {name}-…: …;");
        ("CSS has no nested properties".to_owned(), help)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn what_to_write_in_css() {
        for (statement, expected) in [
            ("@apply px-4 text-red-500;", "write the declarations themselves: padding-inline: 1rem; color: red;"),
            ("@apply mt-0.5 shadow-x;", "write the declarations themselves: margin-top: 0.125rem; and those that shadow-x stands for"),
            ("@apply shadow;", "write the declarations that these classes stand for, such as padding: 1rem;"),
            ("@apply --mixin;", ""),
            ("@include wide { a: b }", "write the declarations of the mixin here"),
            ("$ink: #111 !default;", "write --ink: #111; within :root { … }, and var(--ink) where it is used"),
            ("@ink: red;", "write --ink: red; within :root { … }, and var(--ink) where it is used"),
            ("@media (a: b) { c { d: e } }", ""),
            ("@page :first { a: b }", ""),
            ("a { b: c }", ""),
        ] {
            assert_eq!(foreign_rule(statement).unwrap_or_default(), expected, "{statement}");
        }
        for (selector, parents, expected) in [
            ("&-title", &[".tip"][..], "write .tip-title as a rule of its own, outside of the braces around it"),
            ("&__part", &[".a, .b", "@media print"], "write .a__part, .b__part as a rule of its own, outside of the braces around it"),
            ("&_x", &[".a", "&:hover"], "write the whole name as a rule of its own, outside of the braces around it"),
            ("&:hover, & .x, &.y, &[z], &div, & > -x", &[".a"], ""),
        ] {
            let found = joined_name(selector, parents).map(|(_, help)| help);
            assert_eq!(found.unwrap_or_default(), expected, "{selector}");
        }
    }
}
