//! Tera's error messages as values. Only this file parses their text.

use std::fmt::Write as _;

use diagnostic::{Code, Help, all_of, did_you_mean};

use super::foreign_names;
use super::graph::{Graph, Templates};
use super::template_help::template_help;
use crate::codes;
use crate::manual::values::PAGE;
use crate::manual::{self, Manual};

/// Variables that every template of a page has.
pub const OF_PAGES: [&str; 4] = ["page", "site", "menus", "build"];

/// A problem that Tera reports, with the names in its message.
#[derive(Debug, PartialEq, Eq)]
pub enum Problem<'a> {
    /// A template, component, filter, function or test does not exist.
    Unknown { kind: &'a str, name: &'a str },
    /// A component has no such argument.
    UnknownArgument { name: &'a str, known: Vec<&'a str> },
    /// An argument without a default value is missing.
    MissingArgument(&'a str),
    /// An argument of a component has the wrong type, or is undefined.
    ArgumentType {
        name: &'a str,
        found: &'a str,
        expected: &'a str,
    },
    /// There is no such variable here.
    UndefinedVariable { name: &'a str, known: Vec<&'a str> },
    /// A value has no such field.
    UndefinedField { name: &'a str, known: Vec<&'a str> },
    /// A variable is set to an undefined value.
    UndefinedSetting(&'a str),
    /// The value that is printed, or passed to a filter or a loop, is undefined.
    UndefinedValue { in_loop: bool },
    /// A component calls itself, directly or through others, and never stops.
    EndlessComponent,
    /// No parent of a template has a block of this name.
    UnknownBlock(&'a str),
    /// An argument of a function or a filter has the wrong type.
    WrongType { expected: &'a str, found: &'a str },
    /// An entry of a list lacks the key that a filter reads.
    MissingAttribute(&'a str),
    /// A component with a body is called in braces.
    BodyInBraces,
    /// A block within a loop, a condition, or another tag than a block.
    MisplacedBlock(&'a str),
    /// A method of a value is called.
    MethodCall(&'a str),
    /// Something is before `extends`.
    MisplacedExtends(&'a str),
    /// A string contains a backslash that begins no escape sequence.
    BadEscape(&'a str),
    /// The template ends within a tag.
    UnexpectedEnd,
    /// An unexpected character.
    UnexpectedCharacter,
    /// A tag that does not exist, or is not allowed here.
    UnknownTag,
    /// A word or symbol in a place where Tera expected another one.
    Unexpected { found: &'a str, expected: &'a str },
    /// Any other problem, in Tera's words.
    Other(&'a str),
}

/// Parses one of Tera's error messages.
pub fn problem(message: &str) -> Problem<'_> {
    read(message.trim_end_matches('.')).unwrap_or(Problem::Other(message))
}

fn read(message: &str) -> Option<Problem<'_>> {
    if let Some((found, expected)) = between(message, "Found ", " but expected ") {
        let expected = expected.trim_matches('`');
        return Some(Problem::Unexpected { found, expected });
    }
    if let Some((unknown, known)) = between(message, "Unknown argument(s) ", " in component call") {
        let name = quoted(unknown).min()?;
        let known = quoted(known).collect();
        return Some(Problem::UnknownArgument { name, known });
    }
    if let Some((expected, found)) = between(message, INVALID_TYPE, "` but got `") {
        let found = found.trim_end_matches('`');
        return Some(match found {
            "undefined" => Problem::UndefinedValue { in_loop: false },
            _ => Problem::WrongType { expected, found },
        });
    }
    if let Some((_, key)) = message.split_once("does not have an attribute at path: ") {
        return Some(Problem::MissingAttribute(key));
    }
    if message.contains("must use tag syntax") {
        return Some(Problem::BodyInBraces);
    }
    if message.to_lowercase().contains("escape character") {
        return Some(Problem::BadEscape(message));
    }
    if message.starts_with("Blocks cannot be written inside") {
        return Some(Problem::MisplacedBlock(message));
    }
    if message.starts_with("Function calls are only allowed") {
        return Some(Problem::MethodCall(message));
    }
    if message.contains("needs to be the first tag") {
        return Some(Problem::MisplacedExtends(message));
    }
    match message {
        "Unexpected end of input" => return Some(Problem::UnexpectedEnd),
        "Unexpected character" => return Some(Problem::UnexpectedCharacter),
        "Unknown tag" => return Some(Problem::UnknownTag),
        "Maximum render recursion depth for components exceeded" => {
            return Some(Problem::EndlessComponent);
        }
        "Cannot index into an undefined value" | "Tried to render a variable that is undefined" => {
            return Some(Problem::UndefinedValue { in_loop: false });
        }
        _ => {}
    }
    let mut quoted = quoted(message);
    let name = quoted.next()?;
    let listed = |before: &str| -> Vec<&str> {
        let names = message.split_once(before).map_or("", |(_, names)| names);
        names.split(", ").filter(|name| !name.is_empty()).collect()
    };
    if message.ends_with("but got `undefined`") {
        return Some(Problem::UndefinedValue { in_loop: false });
    }
    if message.ends_with("on type `undefined`") {
        return Some(Problem::UndefinedValue { in_loop: true });
    }
    if message.ends_with("exists but its value is undefined") {
        return Some(Problem::UndefinedSetting(name));
    }
    let start = message.split('`').next()?;
    if let Some(kind) = start.strip_prefix("Unknown ") {
        let kind = kind.trim_end();
        return Some(Problem::Unknown { kind, name });
    }
    Some(match start {
        "Missing keyword argument " => Problem::MissingArgument(name),
        "Variable " => Problem::UndefinedVariable {
            name,
            known: listed("Available variables: "),
        },
        "Field " => Problem::UndefinedField {
            name,
            known: listed("Available fields: "),
        },
        "Component argument " => Problem::ArgumentType {
            name,
            found: quoted.next()?,
            expected: quoted.next()?,
        },
        "Argument " if message.ends_with(" missing") => Problem::MissingArgument(name),
        "Block " => Problem::UnknownBlock(name),
        _ => return None,
    })
}

/// Returns the names between backquotes in a message.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Removes the prefix `before` from a text, and splits the rest at `middle`. Returns `None` if the text contains only one of
/// them, or neither.
fn between<'a>(text: &'a str, before: &str, middle: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(before)?.split_once(middle)
}

impl Problem<'_> {
    /// Returns the code, message and help of a finding.
    pub fn explanation(
        &self,
        templates: &Templates,
        graph: &Graph<'_>,
    ) -> (&'static Code, String, Option<Help>) {
        let among = |names: &[&str], kind: &str| {
            (!names.is_empty())
                .then(|| format!("{kind} are {}", all_of(names.iter().copied())).into())
        };
        let (message, help) = match self {
            Self::Unknown { kind, name } => {
                let names = |all: &'static [&Manual]| all.iter().map(|one| one.name);
                let listed = |all| {
                    let help = did_you_mean(name, names(all));
                    help.or_else(|| Some(format!("{kind}s are {}", all_of(names(all))).into()))
                };
                let foreign = foreign_names::help(kind, name);
                let (code, help) = match *kind {
                    _ if foreign.is_some() => (&codes::TEMPLATE_ERROR, foreign),
                    "template" => {
                        (&codes::MISSING_TEMPLATE, Some(template_help(name, templates)))
                    }
                    "component" => {
                        let known: Vec<&str> = graph.components().collect();
                        let help = did_you_mean(name, known.iter().copied());
                        let help = help.or_else(|| among(&known, "components"));
                        (&codes::UNKNOWN_COMPONENT, help)
                    }
                    "filter" => {
                        let help = did_you_mean(name, names(manual::filters::ALL));
                        let more = || "`site help filters` lists all filters".into();
                        (&codes::TEMPLATE_ERROR, Some(help.unwrap_or_else(more)))
                    }
                    "function" if graph.components().any(|one| one == *name) => {
                        let help = format!("it is a component: write {{{{ <{name} … /> }}}}");
                        (&codes::TEMPLATE_ERROR, Some(help.into()))
                    }
                    "function" => (&codes::TEMPLATE_ERROR, listed(manual::functions::ALL)),
                    "test" => (&codes::TEMPLATE_ERROR, listed(manual::tests::ALL)),
                    _ => (&codes::TEMPLATE_ERROR, None),
                };
                return (code, format!("unknown {kind} `{name}`"), help);
            }
            Self::UnknownArgument { name, known } => {
                let help = did_you_mean(name, known.iter().copied())
                    .or_else(|| among(known, "its arguments"));
                let message = format!("this component has no argument `{name}`");
                return (&codes::UNKNOWN_ARGUMENT, message, help);
            }
            Self::MissingArgument("alt") => (
                "missing argument `alt`".to_owned(),
                Some("describe the picture in alt=\"…\"; a decoration has alt=\"\"".into()),
            ),
            Self::MissingArgument(name) => (
                format!("missing argument `{name}`"),
                Some(format!("add {name}=\"…\"").into()),
            ),
            Self::ArgumentType {
                name,
                found,
                expected,
            } => (
                format!(
                    "the argument `{name}` must be {}, not {}",
                    type_name(expected),
                    type_name(found)
                ),
                (*found == "none").then(|| {
                    "the value is missing: correct the expression, or call the component only if there is a value".into()
                }),
            ),
            Self::UndefinedVariable { name, known } => (
                format!("variable `{name}` is not defined"),
                unknown_variable(name, known.iter().copied()),
            ),
            Self::UndefinedField { name, known } => (
                format!("field `{name}` is not defined"),
                did_you_mean(name, known.iter().copied())
                    .or_else(|| foreign_names::help("field", name))
                    .or_else(|| among(known, "the fields here")),
            ),
            Self::UndefinedSetting(name) => (
                format!("variable `{name}` is set, but its value is undefined"),
                Some(
                    "if documents may leave the value out, add a default where the variable is set: `| default(value=\"\")`"
                        .into(),
                ),
            ),
            Self::EndlessComponent => {
                let message = "a component calls itself endlessly".to_owned();
                let help = "call it only under a condition that becomes false";
                return (&codes::TEMPLATE_LOOP, message, Some(help.into()));
            }
            Self::UnknownBlock(name) => {
                let message = format!("no parent template has a block `{name}`");
                return (&codes::UNKNOWN_BLOCK, message, None);
            }
            Self::WrongType { expected, found } => {
                let (expected, found) = (type_name(expected), type_name(found));
                (format!("wrong type, expected {expected} but got {found}"), None)
            }
            Self::MissingAttribute(key) => (
                format!("an entry of this list has no `{key}`"),
                Some("write a key that every entry has".into()),
            ),
            Self::BodyInBraces => {
                let help = "write {% <Name …> %}…{% </Name> %}, or {{ <Name … /> }} without a body";
                ("a component with a body is a tag".to_owned(), Some(help.into()))
            }
            Self::UndefinedValue { .. } => ("this value is undefined".to_owned(), None),
            Self::UnexpectedEnd => ("unexpected end of the template".to_owned(), None),
            Self::UnexpectedCharacter => ("unexpected character".to_owned(), None),
            Self::UnknownTag => ("unknown tag".to_owned(), None),
            Self::Unexpected { found, expected }
                if expected.starts_with("one of: ") || expected.starts_with("...") =>
            {
                (format!("found {found} where a value should be"), None)
            }
            Self::Unexpected { found, expected } => {
                let is_word = expected.starts_with(|c: char| c.is_alphabetic());
                let quote = if is_word { "" } else { "`" };
                let message = format!("found {found} but expected {quote}{expected}{quote}");
                (message, None)
            }
            Self::MisplacedBlock(message)
            | Self::MethodCall(message)
            | Self::MisplacedExtends(message)
            | Self::BadEscape(message)
            | Self::Other(message) => {
                if let Some((message, help)) = bad_format(message) {
                    return (&codes::TEMPLATE_ERROR, message, Some(help));
                }
                let message = with_type_names(message.trim_end_matches('.'));
                let help = if message.starts_with("`+` requires both") && message.contains("a string") {
                    Some("concatenate strings with `~`".into())
                } else if message.starts_with("key/value iteration") {
                    Some("a list has no keys: write {% for one in … %}; `loop.index` counts from 1".into())
                } else if message.contains("end of raw block") {
                    Some("close it with `{% endraw %}`".into())
                } else if message.contains("closing comment tag") {
                    Some("close the comment with `#}`; write a condition as {% if … %}".into())
                } else if message.contains("already extending") {
                    Some("keep one `{% extends %}`, as the first line of the template".into())
                } else {
                    None
                };
                (message, help)
            }
        };
        (&codes::TEMPLATE_ERROR, message, help)
    }
}

/// Returns message and help for the format of a date with a part that dates do not have, such as a time zone.
fn bad_format(message: &str) -> Option<(String, Help)> {
    let (format, reason) = between(
        message,
        "bad date format `",
        "`: strftime formatting failed: ",
    )?;
    let (part, _) = reason.split_once(" failed: ")?;
    let message = format!("a date has no `{part}`, which the format `{format}` contains");
    let help = "write parts such as %Y, %m, %d, %-d, %B, and %A: \"%-d %B %Y\"";
    Some((message, help.into()))
}

/// Returns help for a variable that does not exist, or `None` if no variable is known.
pub fn unknown_variable<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<Help> {
    let known: Vec<&str> = known.into_iter().collect();
    let as_field = || {
        let is_field = PAGE.iter().any(|field| field.name == name);
        is_field.then(|| format!("write `page.{name}`").into())
    };
    // A variable of a loop or a component exists only there, so the nearest name is a guess.
    foreign_names::help("variable", name)
        .or_else(|| did_you_mean(name, known.iter().copied()).map(Help::to_confirm))
        .or_else(|| did_you_mean(name, OF_PAGES).map(Help::to_confirm))
        .or_else(as_field)
        .or_else(|| {
            let listed = || format!("the variables here are {}", all_of(known.iter().copied()));
            (!known.is_empty()).then(|| listed().into())
        })
}

/// Beginning of Tera's message about an argument of the wrong type.
const INVALID_TYPE: &str = "Invalid type for the value, expected `";

/// Returns a readable name for a type of Tera or Rust: `a number` for `u64`, `a table` for `map`.
pub fn type_name(name: &str) -> String {
    let known = match name {
        "&str" | "str" | "string" | "String" => "a string",
        "i64" | "u64" | "i128" | "u128" | "usize" | "i32" | "u32" | "f64" | "number"
        | "integer" | "float" => "a number",
        "bool" => "true or false",
        "map" | "Map" => "a table",
        "none" => "null",
        "undefined" => "undefined",
        _ if name.contains("array") || name.contains('[') || name.contains("Vec") => "a list",
        other => return format!("`{other}`"),
    };
    known.to_owned()
}

/// Replaces the names of types in a message, which Tera puts between backquotes, with those of [`type_name`]. The result begins
/// in lower case.
fn with_type_names(message: &str) -> String {
    let types = if message.starts_with("Iteration not possible on type ") {
        message.replace("Iteration not possible on type ", "cannot loop over ")
    } else if message.contains("requires both operands") || message.contains("on type `") {
        message.to_owned()
    } else {
        return lower_first(message);
    };
    // Backquotes before these words contain operators, not types.
    let words = [" expected `", "found `", "on type `", "over `"];
    let start = words.iter().filter_map(|before| types.find(before)).min();
    let (before, after) = types.split_at(start.unwrap_or(types.len()));
    let mut text = lower_first(before);
    for (index, part) in after.split('`').enumerate() {
        if index % 2 == 0 {
            text.push_str(part);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(text, "{}", type_name(part));
        }
    }
    text
}

/// Returns a message with its first letter in lower case, unless the first word is an abbreviation.
fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    match (characters.next(), characters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(characters).collect()
        }
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn messages() {
        let number = "Invalid type for the value, expected `&str` but got `";
        for (message, expected) in [
            ("Unknown filter `a`", Problem::Unknown { kind: "filter", name: "a" }),
            ("Variable `x` is not defined. Available variables: a, b", Problem::UndefinedVariable { name: "x", known: vec!["a", "b"] }),
            ("Field `x` is not defined.", Problem::UndefinedField { name: "x", known: vec![] }),
            (&format!("{number}undefined`"), Problem::UndefinedValue { in_loop: false }),
            ("Variable `x` exists but its value is undefined", Problem::UndefinedSetting("x")),
            ("Maximum render recursion depth for components exceeded.", Problem::EndlessComponent),
            ("Found `=` but expected %}.", Problem::Unexpected { found: "`=`", expected: "%}" }),
        ] {
            assert_eq!(problem(message), expected);
        }
        let both = "`+` requires both operands to be numbers, found";
        let templates = Templates::new();
        for (message, expected) in [
            (&*format!("{both} `string` and `u64`"), &*format!("{both} a string and a number")),
            (&format!("{number}i64`"), "wrong type, expected a string but got a number"),
            ("Iteration not possible on type `i64`", "cannot loop over a number"),
            ("Something else.", "something else"),
        ] {
            let (_, words, _) = problem(message).explanation(&templates, &Graph::new(&templates));
            assert_eq!(words, expected);
        }
    }
}
