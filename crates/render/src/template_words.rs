//! Tera's messages in our words, with help.

use diagnostic::{Code, all_of, did_you_mean};

use crate::codes;
use crate::functions::{FILTERS, FUNCTIONS};
use crate::template_error::Templates;

/// What is said of a template error.
pub struct Words {
    /// The rule's name.
    pub code: &'static Code,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// Words for a message of Tera's.
pub fn reworded(message: &str, templates: &Templates) -> Words {
    let words = |code, message: String, help| Words {
        code,
        message,
        help,
    };
    if let Some(name) = quoted(message, "Unknown template `") {
        let help = did_you_mean(name, templates.keys().map(String::as_str));
        return words(
            &codes::MISSING_TEMPLATE,
            format!("there is no template `{name}`"),
            help,
        );
    }
    if let Some(name) = quoted(message, "Unknown component `") {
        let known = components(templates);
        let help = did_you_mean(name, known.iter().map(String::as_str));
        return words(
            &codes::UNKNOWN_COMPONENT,
            format!("there is no component `{name}`"),
            help,
        );
    }
    if let Some(name) = quoted(message, "Unknown filter `") {
        let help = did_you_mean(name, FILTERS);
        return words(
            &codes::TEMPLATE_ERROR,
            format!("there is no filter `{name}`"),
            help,
        );
    }
    if let Some(name) = quoted(message, "Unknown function `") {
        let help = did_you_mean(name, FUNCTIONS)
            .or_else(|| Some(format!("the functions are {}", all_of(FUNCTIONS))));
        return words(
            &codes::TEMPLATE_ERROR,
            format!("there is no function `{name}`"),
            help,
        );
    }
    if let Some((before, names)) = message.split_once(". Available ") {
        let (kind, names) = names.split_once(": ").unwrap_or_default();
        let names: Vec<&str> = names.split(", ").collect();
        let name = before.split('`').nth(1).unwrap_or_default();
        let help = did_you_mean(name, names.iter().copied())
            .unwrap_or_else(|| format!("the {kind} here are {}", all_of(names.iter().copied())));
        return words(&codes::TEMPLATE_ERROR, lower_first(before), Some(help));
    }
    if let Some((before, names)) =
        message.split_once(" in component call. Possible argument(s) are: ")
    {
        let name = before.split('`').nth(1).unwrap_or_default();
        let help = did_you_mean(
            name,
            names
                .split('`')
                .filter(|name| !name.starts_with([',', ' ']) && !name.is_empty()),
        )
        .unwrap_or_else(|| format!("its arguments are {names}"));
        return words(
            &codes::UNKNOWN_ARGUMENT,
            format!("this component has no argument `{name}`"),
            Some(help),
        );
    }
    let message = typed(&lower_first(message.trim_end_matches('.')))
        .replace("expected }}", "expected `}}`")
        .replace("expected %}", "expected `%}`");
    let help = help(&message);
    words(&codes::TEMPLATE_ERROR, message, help)
}

/// What to do about some of Tera's messages.
fn help(message: &str) -> Option<String> {
    if message.ends_with("on type `undefined`") {
        return Some("what is undefined may be given a value: `| default(value=[])`".to_owned());
    }
    if message.starts_with("`+` requires both") && message.contains("a text") {
        return Some("texts are put together with `~`".to_owned());
    }
    if let Some(name) = quoted(message, "unknown test `") {
        return did_you_mean(name, TESTS)
            .or_else(|| Some(format!("the tests are {}", all_of(TESTS))));
    }
    let argument = quoted(message, "missing keyword argument `")?;
    Some(match argument {
        "alt" => {
            "say what the picture shows: alt=\"…\"; or alt=\"\" where it only decorates".to_owned()
        }
        _ => format!("write {argument}=\"…\" between the parentheses"),
    })
}

/// Tests of Tera, for "did you mean".
const TESTS: [&str; 17] = [
    "array",
    "bool",
    "containing",
    "defined",
    "divisible_by",
    "ending_with",
    "even",
    "float",
    "integer",
    "iterable",
    "map",
    "none",
    "number",
    "odd",
    "starting_with",
    "string",
    "undefined",
];

/// Names of Rust's types in the words of somebody who writes templates.
fn typed(message: &str) -> String {
    let Some(start) = [" expected `", "found `", "on type `"]
        .iter()
        .filter_map(|before| message.find(before))
        .min()
    else {
        return message.to_owned();
    };
    let is_of_types = message.starts_with("invalid type for the value")
        || message.contains("requires both operands")
        || message.contains("on type `");
    if !is_of_types {
        return message.to_owned();
    }
    let (before, after) = message.split_at(start);
    let words = after.split('`').enumerate().map(|(index, part)| {
        let word = match part {
            _ if index % 2 == 0 => return part.to_owned(),
            "&str" | "str" | "string" | "String" => "a text",
            "i64" | "u64" | "i128" | "u128" | "usize" | "i32" | "u32" | "f64" | "number" => {
                "a number"
            }
            "bool" => "true or false",
            "map" | "Map" => "a table",
            "none" => "nothing",
            _ if part.contains("array") || part.contains('[') || part.contains("Vec") => "a list",
            other => return format!("`{other}`"),
        };
        word.to_owned()
    });
    let words: String = words.collect();
    format!("{before}{words}")
        .replace("invalid type for the value", "wrong kind of value")
        .replace(
            "iteration not possible on type a",
            "a loop cannot go over a",
        )
}

/// Names of all components, read from the templates' text: where a template is wrong, Tera knows none.
fn components(templates: &Templates) -> Vec<String> {
    let sources = templates.values();
    let names = sources.flat_map(|source| components_of(&source.text));
    names.map(str::to_owned).collect()
}

/// Names of the components that a template defines.
pub fn components_of(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("component ").filter_map(|(at, tag)| {
        let is_definition = text[..at].trim_end().ends_with(['%', '-']);
        let name = text[at + tag.len()..]
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default();
        (is_definition && !name.is_empty()).then_some(name)
    })
}

fn quoted<'a>(message: &'a str, before: &str) -> Option<&'a str> {
    message.strip_prefix(before)?.split('`').next()
}

/// Our messages begin in lower case, whoever wrote them.
pub fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => message.to_owned(),
    }
}
