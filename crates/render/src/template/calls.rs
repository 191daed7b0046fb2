//! Splits the call of a function or a filter into its name and its arguments.

use super::tags::name_at;
use crate::manual::Manual;

/// Splits what is before an argument into the text before the name of what is called, and the name.
pub fn called(before: &str) -> (&str, &str) {
    let call = &before[..before.rfind('(').unwrap_or(before.len())];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let rest = call.trim_end_matches(is_part);
    (rest, &call[rest.len()..])
}

/// Returns `replace(from="a", to="b")` for `replace("a", "b")`; `rest` begins with the first argument.
pub fn call_with_names(manual: &Manual, rest: &str, quoted: impl Fn(&str) -> String) -> String {
    let given = arguments(rest);
    let mut names: Vec<&str> = manual.argument_names().collect();
    // `range(1, 4)` has its start first, as in other languages.
    let position = |name: &str| names.iter().position(|one| *one == name);
    if let (Some(start), Some(end), true) = (position("start"), position("end"), given.len() > 1) {
        names.swap(start.min(end), start);
    }
    let named = names.into_iter().zip(given);
    let named: Vec<String> = named
        .map(|(name, value)| match value.split_once('=') {
            Some((own, _)) if name_at(own) == own => value.to_owned(),
            _ => format!("{name}={}", quoted(value)),
        })
        .collect();
    format!("{}({})", manual.name, named.join(", "))
}

/// Returns the arguments of a call, given the text from the first one on: up to its closing parenthesis, or the end of the line.
pub fn arguments(rest: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    let mut quote = None;
    let mut depth = 0_usize;
    let mut start = 0;
    let mut end = rest.len();
    for (at, sign) in rest.char_indices() {
        if sign == '\n' || sign == ')' && quote.is_none() && depth == 0 {
            end = at;
            break;
        }
        match (quote, sign) {
            (None, ',') if depth == 0 => {
                arguments.push(rest[start..at].trim());
                start = at + 1;
            }
            (None, '"' | '\'' | '`') => quote = Some(sign),
            (Some(open), sign) if open == sign => quote = None,
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    arguments.push(rest[start..end].trim());
    arguments
}
