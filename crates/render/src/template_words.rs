//! Tera's messages in our words, with help.

use content::{all_of, did_you_mean};

use crate::functions::{FILTERS, FUNCTIONS};
use crate::template_error::Templates;

/// What is said of a template error.
pub struct Words {
    /// The rule's name.
    pub code: &'static str,
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
            "missing-template",
            format!("there is no template `{name}`"),
            help,
        );
    }
    if let Some(name) = quoted(message, "Unknown component `") {
        let known = components(templates);
        let help = did_you_mean(name, known.iter().map(String::as_str));
        return words(
            "unknown-component",
            format!("there is no component `{name}`"),
            help,
        );
    }
    if let Some(name) = quoted(message, "Unknown filter `") {
        let help = did_you_mean(name, FILTERS);
        return words(
            "template-error",
            format!("there is no filter `{name}`"),
            help,
        );
    }
    if let Some(name) = quoted(message, "Unknown function `") {
        let help = did_you_mean(name, FUNCTIONS)
            .or_else(|| Some(format!("the functions are {}", all_of(FUNCTIONS))));
        return words(
            "template-error",
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
        return words("template-error", lower_first(before), Some(help));
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
            "unknown-argument",
            format!("this component has no argument `{name}`"),
            Some(help),
        );
    }
    let message =
        lower_first(message.trim_end_matches('.')).replace("expected }}", "expected `}}`");
    let help = message
        .ends_with("on type `undefined`")
        .then(|| "what is undefined may be given a value: `| default(value=[])`".to_owned());
    words("template-error", message, help)
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

/// The last tag of a template that is opened and not closed, with its place in bytes.
pub fn unclosed_tag(text: &str) -> Option<(&str, std::ops::Range<usize>)> {
    let mut open: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find("{%").map(|at| rest + at) {
        let end = text[start + 2..].find("%}").map(|at| start + at + 4)?;
        let words = text[start + 2..end - 2].trim_matches('-').trim();
        let word = words.split_whitespace().next().unwrap_or_default();
        match word {
            "if" | "for" | "block" | "component" | "filter" | "raw" => {
                open.push((word, start..end));
            }
            _ if word.starts_with("end") => drop(open.pop()),
            _ => {}
        }
        rest = end;
    }
    open.pop()
}

/// The tag that is still open where another one's end stands, with its place in bytes. `at` is a byte within that end.
pub fn crossed_tag(text: &str, at: usize) -> Option<(&str, std::ops::Range<usize>)> {
    let mut open: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find("{%").map(|at| rest + at) {
        let end = text[start + 2..].find("%}").map(|at| start + at + 4)?;
        let words = text[start + 2..end - 2].trim_matches('-').trim();
        let word = words.split_whitespace().next().unwrap_or_default();
        if let Some(ended) = word.strip_prefix("end") {
            if (start..end).contains(&at) {
                return open.pop().filter(|(word, _)| *word != ended);
            }
            open.pop();
        } else if matches!(
            word,
            "if" | "for" | "block" | "component" | "filter" | "raw"
        ) || word == "set" && !words.contains('=')
        {
            open.push((word, start..end));
        }
        rest = end;
    }
    None
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
